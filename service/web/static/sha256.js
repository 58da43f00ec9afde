/** SHA-256 and its HMAC (FIPS 180-4, RFC 2104): pages without TLS have no `crypto.subtle`. */

/** @param {string} hexed Numbers of 32 bits. */
const numbers = (hexed) => Uint32Array.from(hexed.match(/.{8}/g) ?? [], (each) => parseInt(each, 16));

const BLOCK = 64;
const ROUNDS = numbers("428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174" +
  "e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967" +
  "27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070" +
  "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2");
const BEGIN = numbers("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19");

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
const joined = (one, other) => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** @param {Uint8Array} key @param {Uint8Array} bytes */
export function mac(key, bytes) {
  const filled = new Uint8Array(BLOCK);
  filled.set(key.length > BLOCK ? sha256(key) : key);
  return sha256(joined(filled.map((each) => each ^ 0x5c), sha256(joined(filled.map((each) => each ^ 0x36), bytes))));
}
