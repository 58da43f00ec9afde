// Checks an exported game of Tradewinds from the file alone, written from docs/fairness.md. Browsers and Node run it: the page of
// a game, and docs/verify.mjs. What needs a game's rules (deciding every command again, and so the draws after the set-up) only
// `tradewinds verify` checks.
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const utf8 = (text) => new TextEncoder().encode(text);
const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const u32 = (n) => { const bytes = new Uint8Array(4); view(bytes).setUint32(0, n); return bytes; };
const u64 = (n) => { const bytes = new Uint8Array(8); view(bytes).setBigUint64(0, BigInt(n)); return bytes; };
const part = (text) => { const data = utf8(text); return joined(u32(data.length), data); };
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => (/^([0-9a-f]{2})*$/i.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16)) : null);
class Bad extends Error { constructor(version, problem) { super(problem); this.version = version; } }

// SHA-256 and its HMAC (FIPS 180-4, RFC 2104): pages without TLS have no `crypto.subtle`.
const BLOCK = 64;
// The first primes, as many as a block has rounds.
const PRIMES = [];
for (let each = 2; PRIMES.length < BLOCK; each++) if (PRIMES.every((prime) => each % prime)) PRIMES.push(each);
// The first 32 bits behind the point of the roots of primes.
const fractions = (primes, root) => Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
const ROUNDS = fractions(PRIMES, Math.cbrt), BEGIN = fractions(PRIMES.slice(0, 8), Math.sqrt);
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));
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
export function mac(key, bytes) {
  const filled = new Uint8Array(BLOCK), padded = (pad, data) => sha256(joined(filled.map((each) => each ^ pad), data));
  filled.set(key.length > BLOCK ? sha256(key) : key);
  return padded(0x5c, padded(0x36, bytes));
}

// JSON. Objects are Maps (JSON.parse drops repeated names and moves numeric ones), integers are BigInts (it rounds them).
const TOKEN = /[ \t\n\r]*(?:([{}[\]:,])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9][0-9]*))(?![0-9.eE])|(true|false|null))/y;
function parse(text) {
  let at = 0, mark, string, integer, word;
  const next = () => {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`no JSON of integers, texts, lists and objects, from character ${at}`);
    [, mark, string, integer, word] = found;
    at = TOKEN.lastIndex;
  };
  const need = (wanted) => { if (mark !== wanted) throw new Error(`${wanted} is missing before character ${at}`); };
  const plain = () => {
    const value = JSON.parse(string);
    if (/\p{Surrogate}/u.test(value)) throw new Error("half of a surrogate pair");
    return value;
  };
  const each = (end, take) => {
    next();
    if (mark === end) return;
    for (take(); mark === ","; take()) next();
    need(end);
  };
  const value = () => {
    if (string !== undefined) return plain();
    if (integer !== undefined) return BigInt(integer);
    if (word !== undefined) return JSON.parse(word);
    if (mark === "[") {
      const list = [];
      each("]", () => { list.push(value()); next(); });
      return list;
    }
    need("{");
    const object = new Map();
    each("}", () => {
      if (string === undefined) throw new Error(`no name before character ${at}`);
      const name = plain();
      if (object.has(name)) throw new Error("a name comes twice in one object");
      next(); need(":"); next();
      object.set(name, value());
      next();
    });
    return object;
  };
  next();
  const found = value();
  if (!/^[ \t\n\r]*$/.test(text.slice(at))) throw new Error("more than one value");
  return found;
}
const byCodePoint = ([one], [other]) => {
  const [a, b] = [[...one], [...other]];
  const place = a.findIndex((character, at) => character !== b[at]);
  return place < 0 ? a.length - b.length : place >= b.length ? 1 : a[place].codePointAt(0) - b[place].codePointAt(0);
};
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!(value instanceof Map)) return typeof value === "bigint" ? value.toString() : JSON.stringify(value);
  return `{${[...value].sort(byCodePoint).map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join()}}`;
}

// The form of a commit
const text = (value) => typeof value === "string", integer = (value) => typeof value === "bigint", any = () => true;
const FORM = {
  version: integer, command_id: text, seat: (value) => value === null || integer(value), at: text, ruleset: text,
  actor: (value) => ["visitor", "invited", "host", "player", "bot", "service"].includes(value),
  ruleset_version: integer, command: any, events: any, head: text,
};
function commitOf(commit) {
  if (!(commit instanceof Map)) throw new Error("no object");
  if (commit.has("text") && commit.has("turn")) throw new Error("this is what one caller saw of a game that was not over");
  for (const name of [...Object.keys(FORM), ...commit.keys()])
    if (!Object.hasOwn(FORM, name) || !commit.has(name) || !FORM[name](commit.get(name))) throw new Error(`its field ${name}`);
  return commit;
}
function linesOf(data) {
  const lines = [];
  for (let from = 0, to; from < data.length; from = to) {
    to = data.indexOf(10, from) + 1 || data.length;
    if (data.subarray(from, to).some((byte) => ![9, 10, 11, 12, 13, 32].includes(byte))) lines.push(data.subarray(from, to));
  }
  return lines;
}
function namesOf(names) { // Salts and names by their seals; whether they fit is checked later.
  if (!(names instanceof Map)) throw new Error("the names: no object");
  for (const [seal, kept] of names) {
    if (!/^sha256:[0-9a-f]{64}$/.test(seal)) throw new Error("the names: a seal is sha256: and 64 hex digits");
    if (!Array.isArray(kept) || kept.length !== 2 || !kept.every(text)) throw new Error(`the names: ${seal} has no salt and name`);
    if (!/^[0-9a-f]{32}$/.test(kept[0])) throw new Error(`the names: the salt of ${seal} is 32 hex digits`);
  }
  return names;
}
function read(data) { // The commits, the names, and what is wrong with the line after them, if anything.
  const commits = [], lines = linesOf(data);
  for (const line of lines) {
    try {
      const found = parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
      if (commits.length && found instanceof Map && found.size === 1 && found.has("names")) {
        if (line !== lines.at(-1)) throw new Error("the names: the file goes on after them");
        return { commits, names: namesOf(found.get("names")) };
      }
      commits.push(commitOf(found));
    } catch (error) {
      const parsed = /^(its field|no object|this is what|the names)/.test(error.message);
      const cut = !parsed && line === lines.at(-1) && line.at(-1) !== 10;
      return { commits, cut, bad: new Bad(commits.length + 1, `commit ${commits.length + 1}: ${error.message}`) };
    }
  }
  return commits.length ? { commits } : { commits, cut: true, bad: new Bad(1, "the file is empty") };
}

// Order, secret and chain
const eventsOf = (commit) => {
  const events = commit.get("events");
  return Array.isArray(events) && events.every((event) => event instanceof Map) ? events : [];
};
const find = (commits, type) => {
  for (const commit of commits) for (const event of eventsOf(commit)) if (event.get("type") === type) return { commit, event };
  return null;
};
const ends = (commit) => eventsOf(commit).at(-1)?.get("type") === "secret_published";
const secretOf = (commit) => (ends(commit) && text(eventsOf(commit).at(-1).get("secret")) ? unhex(eventsOf(commit).at(-1).get("secret")) : null);
const isTime = (at) => {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) ? new Date(at) : new Date(NaN);
  return !Number.isNaN(time.getTime()) && time.toISOString() === at && !at.startsWith("0000");
};
function checkOrder(commits) {
  let rules = commits[0].get("ruleset_version");
  commits.forEach((commit, index) => {
    const place = index + 1;
    if (commit.get("version") !== BigInt(place)) throw new Bad(place, `commit ${place} bears version ${commit.get("version")}`);
    if (!isTime(commit.get("at"))) throw new Bad(place, `commit ${place} bears no time in UTC`);
    if (commit.get("ruleset_version") < 1n) throw new Bad(place, `commit ${place} names rules that there never were`);
    if (commit.get("ruleset_version") < rules) throw new Bad(place, `commit ${place} goes back to older rules`);
    rules = commit.get("ruleset_version");
    if (commit.get("ruleset") !== commits[0].get("ruleset")) throw new Bad(place, `commit ${place} is of another game`);
    if (index && ends(commits[index - 1])) throw new Bad(place, `commit ${place} follows the end of the game`);
    if (ends(commit) && !secretOf(commit)) throw new Bad(place, `commit ${place} ends the game without publishing its secret`);
  });
}
// Who gives which command, and whether people may send an Idempotency-Key with it.
const RIGHTS = {
  create_game: [["visitor"], true], stage_game: [["visitor"], true], rematch_game: [["visitor"]], branch_game: [["visitor"]],
  claim_seat: [["visitor", "invited"], true], open_seat: [["host"], true], hand_to_bot: [["host", "player"], true],
  take_back: [["player"], true], reassign_seat: [["host"], true], rename_seat: [["host"], true],
  ask_takeback: [["player"], true], accept_takeback: [["player"], true], decline_takeback: [["player"], true],
  resign: [["player"], true],
  renew_tokens: [["service"]], abandon_game: [["host"]], abandon_idle_game: [["service"]],
  close_game: [["service"]], time_out: [["service"]], move_deadlines: [["service"]], set_clock: [["host"]],
};
const TO_PLAY = [["player", "bot"], true];
function followSeats(seats, event) { // Of each seat its kind, and how many tokens it has had.
  const seat = seats[event.get("seat")] ?? {};
  switch (event.get("type")) {
    case "game_created":
      for (const each of event.get("seats")) seats.push({ kind: each.get("kind"), generation: each.get("generation") });
      break;
    case "seat_claimed": case "seat_taken_back": case "seat_reassigned":
      Object.assign(seat, { kind: "human", generation: event.get("generation") });
      break;
    case "seat_opened": Object.assign(seat, { kind: event.get("kind"), generation: event.get("generation") }); break;
    case "seat_handed_to_bot": seat.kind = "bot"; break;
    case "tokens_renewed":
      for (const [number, generation] of event.get("seats")) (seats[number] ?? {}).generation = generation;
  }
}
function authorFault(commit, seats, ids, first) { // What the service would not have written, null if nothing.
  const command = commit.get("command"), type = command.get("type"), actor = commit.get("actor"), id = commit.get("command_id");
  const [roles, keyed] = Object.hasOwn(RIGHTS, type) ? RIGHTS[type] : TO_PLAY, number = commit.get("seat"), seat = seats[number];
  if (!roles.includes(actor) || (number === null) === ["player", "bot"].includes(actor)) return `${actor} may not give its command`;
  if (["create_game", "stage_game", "rematch_game", "branch_game"].includes(type) !== first) return "a game is created by its first command, and by no other";
  const claimed = type === "claim_seat" && seats[command.get("seat")]?.kind;
  if (claimed === (actor === "invited" ? "open" : "reserved")) return `${actor} may not claim this seat`;
  if (number !== null && !seat) return "there is no such seat";
  if (actor === "player" && seat.generation < 1n) return "nobody has a token of its seat";
  if (roles === TO_PLAY[0] && seat.kind !== (actor === "bot" ? "bot" : "human")) return `its seat is not played by a ${actor}`;
  if (roles !== TO_PLAY[0] && number !== null && command.get("seat") !== number) return "its seat is not the one it speaks for";
  if (id && (!/^[0-9a-f]{32}$/.test(id) || !keyed || actor === "bot" || ids.has(id))) return "its command id is not one that is given";
  ids.add(id);
  return null;
}
function checkAuthors(commits) {
  const seats = [], ids = new Set();
  commits.forEach((commit, index) => {
    let fault;
    try {
      fault = authorFault(commit, seats, ids, index === 0);
      for (const event of eventsOf(commit)) followSeats(seats, event);
    } catch (error) { fault = `it cannot be read (${error.message})`; }
    if (fault) throw new Bad(index + 1, `commit ${index + 1}: ${fault}`);
  });
}
// Only the rules know since when a seat is asked, so this finds only times that fall, and a time-out of a seat that comes too
// early after the start, the seat's last time-out, or a deadline that was moved.
function checkTimes(commits) {
  const clock = eventsOf(commits[0])[0]?.get("clock"), begun = new Map();
  if (!(clock instanceof Map)) return;
  commits.forEach((commit, index) => {
    const at = Date.parse(commit.get("at")), place = index + 1, seconds = Number(clock.get("seconds"));
    if (index && at < Date.parse(commits[index - 1].get("at"))) throw new Bad(place, `commit ${place} is older than the one before`);
    for (const event of eventsOf(commit)) {
      const seat = event.get("seat"), type = event.get("type");
      if (type === "seat_timed_out" && at < (begun.get(seat) ?? begun.get("all")) + seconds * 1000)
        throw new Bad(place, `commit ${place}: the time of seat ${seat} was not over`);
      if (type === "game_started") begun.set("all", at);
      if (["seat_timed_out", "seat_reassigned"].includes(type)) begun.set(seat, at);
      if (type === "deadlines_moved") for (const each of event.get("seats")) begun.set(each, at);
    }
  });
}
// Names are not in the commits, which have their seals: SHA-256 of salt and name.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;
function checkNames(commits, names, whole) {
  const places = new Map();
  commits.forEach((commit, index) => {
    for (const [seal] of canonical([commit.get("command"), commit.get("events")]).matchAll(/sha256:[0-9a-f]{64}/g))
      if (!places.has(seal)) places.set(seal, index + 1);
  });
  const order = (seal) => places.get(seal) ?? commits.length;
  for (const [seal, [salt, name]] of [...names].sort(([one], [other]) => order(one) - order(other) || (one < other ? -1 : 1))) {
    const place = order(seal), right = `sha256:${hex(sha256(joined(unhex(salt), utf8(name))))}`;
    if (!places.has(seal) && !whole) continue;
    if (!places.has(seal)) throw new Bad(place, `a name has the seal ${seal}, which no commit has`);
    if (right !== seal) throw new Bad(place, `commit ${place}: the name that comes for its seal ${seal} gives ${right} with its salt`);
    if (!name || [...name].length > 64 || UNPRINTABLE.test(name)) throw new Bad(place, `commit ${place}: nobody may have the name that it seals`);
  }
}
const SLICE = 100;
async function checkChain(commits, secret, pause) {
  const last = commits.length, bad = [];
  for (const [index, commit] of commits.entries()) {
    if (index % SLICE === SLICE - 1) await pause();
    const before = index ? unhex(commits[index - 1].get("head")) ?? new Uint8Array() : new Uint8Array(32);
    const sealed = new Map([...commit].filter(([name]) => name !== "head"));
    const salt = mac(secret, joined(utf8("salt"), u64(index + 1)));
    if (hex(sha256(joined(before, mac(salt, utf8(canonical(sealed)))))) !== commit.get("head")) bad.push(index + 1);
  }
  const committed = eventsOf(commits[0])[0]?.get("commitment") === hex(sha256(secret));
  if (!committed && bad.length >= Math.max(2, last - 1))
    throw new Bad(last, `the secret published by commit ${last} is not the one that was committed to`);
  if (bad.length) throw new Bad(bad[0], `commit ${bad[0]} does not give its audit head: it was changed`);
  if (!committed) throw new Bad(1, "commit 1 commits to another secret than the one published");
}

// The draws of the set-up
class Draws {
  constructor(key, version) { Object.assign(this, { key, version, counter: 0 }); }
  below(limit) {
    const n = BigInt(limit), all = 1n << 64n;
    for (;;) {
      const x = view(mac(this.key, joined(u64(this.version), u64(this.counter++)))).getBigUint64(0);
      if (x < all - (all % n)) return Number(x % n);
    }
  }
  swaps(count) { return Array.from({ length: Math.max(0, count - 1) }, (_, k) => [count - 1 - k, this.below(count - k)]); }
  shuffled(list) { return swapped(list, this.swaps(list.length)); }
  unshuffled(list) { return swapped(list, this.swaps(list.length).reverse()); }
}
const swapped = (list, swaps) => {
  const order = [...list];
  for (const [i, j] of swaps) [order[i], order[j]] = [order[j], order[i]];
  return order;
};
const same = (one, other) => one.length === other.length && one.every((each, place) => each === other[place]);
const numbered = (letter, from, to) => Array.from({ length: to - from + 1 }, (_, k) => `${letter}${from + k}`);
const clockwise = (first, seats) => Array.from({ length: seats }, (_, k) => BigInt((first + k) % seats));
// Of a list that was shuffled as a whole the order before it can be found from the result. It has to be the order of the game's
// card list, of which these are the first halves of the SHA-256 (of the names, one a line): 128 bits, which nobody can meet with
// another list. By the name of the list, or by deck and revision.
const LISTS = {
  "merchants-110 1": "cf0837d1e503b17586f5df16bc985e20",
  "port-royal-120 1": "ebf6c5a29914513167362b95cd45d7ac",
  "demand": "0327d5b9a332f4a22ca2ba2befdc2678",
  "merchants": "01836c3934a434dde6af5fbdd8bfbb9a",
  "modifications": "15a8b3c6b69d776620796e7796cb4031",
  "event_deck": "c573f676026fccb68163637cc87e2bfa",
  "glory_deck": "5b5fa14723042dfafd0e5ce3083aa3af",
  "captain_deck": "2c9b831882f34cd2c7f857acf016caa7",
  "cargo_deck": "6022511cd5525ddf35f70900ffb508d9",
  "rumor_deck": "e6f7dd95b38ceae3a6c25186a0f8061c",
  "mission_deck": "5ea7137dee58cdd3f5371eb9d27080f2",
};
const PORTS = "basse_terre st_maarten bridgetown caracas havana tortuga port_royal old_providence petite_goave trinidad cartagena"
  + " curacao nassau san_juan santo_domingo st_john";
const isList = (name, list) => LISTS[name] === hex(sha256(utf8(list.join("\n"))).subarray(0, 16));
// Each says what does not come from the draws, "" if all does, or null if the lists are not known here.
const SET_UPS = {
  "merchants-of-the-caribbean": (setUp, options, seats, draws) => {
    const deck = `${setUp.get("deck_id")} ${setUp.get("revision")}`;
    if (!(deck in LISTS)) return null;
    if (!isList(deck, draws.unshuffled(setUp.get("deck_order")))) return "deck_order";
    const random = options.get("starting_seat") === "random";
    return random && setUp.get("starting_seat") !== BigInt(draws.below(seats)) ? "starting_seat" : "";
  },
  "merchants-and-marauders": (setUp, options, seats, draws, commits, key) => {
    const demand = [...PORTS.split(" ").map((port) => setUp.get("demand").get(port)), ...setUp.get("demand_pool")];
    if (!isList("demand", draws.unshuffled(demand))) return "demand";
    for (const name of ["merchants", "modifications", "event_deck", "glory_deck", "captain_deck", "cargo_deck", "rumor_deck", "mission_deck"])
      if (!isList(name, draws.unshuffled(setUp.get(name)))) return name;
    return "";
  },
  "pirates-of-maracaibo": (setUp, options, seats, draws) => {
    const first = draws.below(seats);
    if (setUp.get("first_seat") !== BigInt(first)) return "first_seat";
    const improvements = draws.shuffled(numbered("I", 1, 22)).slice(0, 15);
    const residences = draws.shuffled(numbered("R", 1, 12)).slice(0, 4);
    const sea = draws.shuffled([...numbered("L", 1, 8), ...improvements, ...residences]);
    if (options.get("break_location_clusters")) return null; // How often is drawn then hangs on the board.
    if (!same(setUp.get("sea").map((card) => card.get("id")), sea)) return "sea";
    let tierTwo = draws.shuffled([...numbered("I", 23, 59), ...numbered("L", 9, 12)]);
    if (options.get("fog_of_war_improvements")) tierTwo = draws.shuffled(tierTwo);
    if (!same(setUp.get("tier_two").map((card) => card.get("id")), tierTwo)) return "tier_two";
    const values = draws.shuffled(["gold", "gold", "emerald", "emerald", "pearl", "pearl"]);
    const islands = ["L1", "L4", "L5", "L6", "L7", "L8"].map((location, place) => `${location} ${values[place]}`);
    if (!same(setUp.get("value_tiles").map((tile) => tile.join(" ")), islands)) return "value_tiles";
    if (!same(setUp.get("quest_deck"), draws.shuffled(numbered("Q", 1, 25)))) return "quest_deck";
    const figureheads = draws.shuffled([..."ABCDEFGHIJKL"].map((letter) => `F${letter}`)).slice(0, seats === 1 ? 3 : seats + 2);
    if (!same(setUp.get("figurehead_market"), figureheads)) return "figurehead_market";
    for (const tile of numbered("B", 1, 5))
      if (setUp.get("tile_sides").get(tile) !== (draws.below(2) ? "back" : "front")) return "tile_sides";
    if (seats > 1) return "";
    const a = draws.shuffled(numbered("SA", 1, 6)), b = draws.shuffled(numbered("SB", 1, 6)), harder = Number(options.get("b_cards") ?? 0);
    return same(setUp.get("solo_deck"), draws.shuffled([...a.slice(harder), ...b.slice(0, harder)])) ? "" : "solo_deck";
  },
};
// Up to these versions of the rulesets the set-up has been drawn in the same way.
const NEWEST = { "merchants-of-the-caribbean": 2n, "merchants-and-marauders": 3n, "pirates-of-maracaibo": 3n };
// "ok" or "skipped"; raises Bad.
function checkDraws(commits, secret) {
  const created = eventsOf(commits[0])[0], started = find(commits, "game_started"), setUp = find(commits, "game_set_up");
  const check = SET_UPS[commits[0].get("ruleset")];
  if (!check || !setUp || setUp.commit.get("ruleset_version") > NEWEST[commits[0].get("ruleset")]) return "skipped";
  const place = setUp.commit.get("version"), seats = created.get("seats").length;
  let wrong;
  try {
    const parts = ["key", created.get("id"), ...started.event.get("client_seeds")].map(part);
    const key = mac(secret, joined(...parts));
    wrong = check(setUp.event, created.get("options"), seats, new Draws(key, place));
    const drawn = find(commits, "turn_order_drawn"); // Merchants & Marauders: the first draw of its command.
    if (!wrong && drawn && !same(drawn.event.get("seats"), clockwise(new Draws(key, drawn.commit.get("version")).below(seats), seats)))
      throw new Bad(Number(drawn.commit.get("version")), "the turn order does not follow from the secret");
  } catch (error) {
    if (error instanceof Bad) throw error;
    wrong = `game_set_up (${error.message})`;
  }
  if (wrong) throw new Bad(Number(place), `commit ${place}: ${wrong} does not follow from the secret, the game's id and the seeds`);
  return wrong === "" ? "ok" : "skipped";
}

// All of it
async function audit(commits, names, pause) {
  const found = [];
  const run = async (check) => {
    try { return await check(); } catch (error) { if (!(error instanceof Bad)) throw error; found.push(error); return "failed"; }
  };
  const secret = commits.map(secretOf).reverse().find((each) => each) ?? null;
  await run(() => checkOrder(commits));
  await run(() => checkAuthors(commits));
  await run(() => checkTimes(commits));
  await run(() => checkNames(commits, names, secret !== null));
  if (secret) await run(() => checkChain(commits, secret, pause));
  const draws = secret && !found.length ? await run(() => checkDraws(commits, secret)) : "skipped";
  const first = found.reduce((least, bad) => (least && least.version <= bad.version ? least : bad), null);
  return { first, draws, truncated: !secret };
}
const bad = (problem, version) => ({ verdict: "bad", problem, version: version ?? null });
const wrong = (error) => bad(`${error.message}; first bad commit: ${error.version}`, error.version);
const truncated = (problem) => ({ verdict: "truncated", problem, version: null });

/**
 * What is to be said of a file. Receipts are pairs of a version and the head that somebody kept; `pause` is awaited now and then,
 * so that a page can go on.
 * @param {Uint8Array} file
 * @param {[number, string][]} [receipts]
 * @param {() => Promise<unknown> | void} [pause]
 * @returns {Promise<{verdict: "ok", commits: number, draws: string, head: string, commitment: string}
 *   | {verdict: "bad" | "truncated", problem: string, version: number | null}>}
 */
export async function verify(file, receipts = [], pause = () => {}) {
  const { commits, names = new Map(), bad: unreadable, cut } = read(file);
  const result = commits.length ? await audit(commits, names, pause) : null;
  if (unreadable && !(cut && result)) return cut ? truncated(unreadable.message) : wrong(unreadable);
  if (result?.first) return wrong(result.first);
  if (result?.truncated) return truncated(`the log ends after version ${commits.length}, before the game is over`);
  if (unreadable) return wrong(unreadable);
  for (const [version, head] of receipts) {
    const found = commits[version - 1]?.get("head");
    if (found !== head) return bad(`receipt ${version}: ${found ? `the head is ${found}` : "the file has no such version"}`, version);
  }
  const commitment = eventsOf(commits[0])[0]?.get("commitment");
  return { verdict: "ok", commits: commits.length, draws: result?.draws ?? "skipped", head: commits.at(-1)?.get("head"), commitment };
}
