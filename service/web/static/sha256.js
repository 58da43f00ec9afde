/** SHA-256 and its HMAC (FIPS 180-4, RFC 2104): pages without TLS have no `crypto.subtle`. */

const BLOCK = 64;

/** The first primes, as many as there are rounds. @type {number[]} */
const PRIMES = [];
for (let number = 2; PRIMES.length < BLOCK; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);

/** The first 32 bits of what such roots have after the point. @param {number[]} primes @param {(prime: number) => number} root */
const bitsOf = (primes, root) => Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
const ROUNDS = bitsOf(PRIMES, Math.cbrt), BEGIN = bitsOf(PRIMES.slice(0, 8), Math.sqrt);

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const { length } = bytes, padded = new Uint8Array((((length + 8) >> 6) + 1) * BLOCK), read = new DataView(padded.buffer);
  padded.set(bytes);
  padded[length] = 128;
  read.setUint32(padded.length - 8, length / 2 ** 29);
  read.setUint32(padded.length - 4, length << 3);
  const hash = BEGIN.slice(), w = new Uint32Array(BLOCK);
  for (let at = 0; at < padded.length; at += BLOCK) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < BLOCK; i++) {
      const near = w[i - 15], far = w[i - 2];
      w[i] = i < 16 ? read.getUint32(at + 4 * i) : w[i - 16] + (turned(near, 7) ^ turned(near, 18) ^ (near >>> 3)) + w[i - 7] + (turned(far, 17) ^ turned(far, 19) ^ (far >>> 10));
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => { hash[i] += each; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((each, i) => out.setUint32(4 * i, each));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const joined = (one, other) => new Uint8Array([...one, ...other]);

/** @param {Uint8Array} key @param {Uint8Array} bytes */
export function mac(key, bytes) {
  const filled = new Uint8Array(BLOCK);
  filled.set(key.length > BLOCK ? sha256(key) : key);
  return sha256(joined(filled.map((each) => each ^ 0x5c), sha256(joined(filled.map((each) => each ^ 0x36), bytes))));
}
