/** What this browser keeps: the tokens of its seats, its receipts, and its settings. Tokens are in no address and no cookie. */

/** @typedef {{token: string, other?: string, name?: string}} Key `other`: the token that counts if `token` does not, while one
 *   replaces the other. */
/** @typedef {{name: string, step: number, from: number, tokens: Record<string, string>, strayed?: boolean}} Lessoning A lesson: its step, from
 *   0, the version at which that began, the tokens of all seats, and whether the learner has gone another way. */
/** @typedef {{ruleset?: string, title?: string, seats: Record<string, Key>, host?: string | null, receipts?: Record<string, string>,
 *   commitment?: string, at?: number, looked?: Record<string, number>, invitations?: Record<string, string>,
 *   invited?: Record<string, string>, rematch?: string, over?: boolean,
 *   lesson?: Lessoning, uncovered?: boolean, hidden?: boolean, others?: string[], alone?: boolean, result?: string, branch?: boolean}} Kept
 * `looked`: the version that each seat saw last. `invitations`: those that the host may pass on, by seat; `invited`: those that this
 * browser was given, the last first, with spaces between them. `uncovered`: one person holds all these seats, so no curtain is between them. `others`: the other players, `alone` if none of them is a person. `rematch`: the game in which its players play again. */

const GAME = "tradewinds/game/";
const SETTINGS = "tradewinds/settings";

/** A view within the page of somebody else reads and keeps nothing. */
export const embedded = location.pathname.startsWith("/embed/");

/** The id of the game that the address names. */
export const gameHere = /^(?:\/embed)?\/games\/([^/]+)$/.exec(location.pathname)?.[1];

/** What the browser does not let us keep lasts as long as the page. @type {Map<string, string>} */
const unkept = new Map();

/** Whether the browser has refused to keep something. */
export const forgetful = () => unkept.size > 0 && !embedded;

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(unkept.get(key) ?? (embedded ? null : localStorage.getItem(key)) ?? "null");
  } catch {
    return null; // Storage may be switched off, or hold what another version wrote.
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  const text = JSON.stringify(value);
  try {
    if (embedded) throw new Error("nothing is kept here");
    localStorage.setItem(key, text);
    unkept.delete(key);
    return true;
  } catch {
    unkept.set(key, text); // Storage is full or switched off.
    return false;
  }
}

/** What is kept of a game. @param {string} id @returns {Kept} */
export const kept = (id) => ({ seats: {}, ...read(GAME + id) });

/** Whether anything is kept of a game. @param {string} id */
export const isKept = (id) => read(GAME + id) !== null;

/** Keep more of a game; false if the browser does not let us. @param {string} id @param {Partial<Kept>} more */
export const keep = (id, more) => write(GAME + id, { ...kept(id), at: Date.now(), ...more });

/** Keep the token of a seat. @param {string} id @param {number} seat @param {string} token @param {Partial<Kept>} [more] */
export const keepSeat = (id, seat, token, more = {}) => keep(id, { ...more, seats: { ...kept(id).seats, [seat]: { token } } });

/** Keep two tokens of a seat while one replaces the other. @param {string} id @param {number} seat @param {string} token @param {string} other */
export const keepBoth = (id, seat, token, other) => keep(id, { seats: { ...kept(id).seats, [seat]: { token, other } } });

/** A token of a seat is not valid any more: the other one takes its place, if there is one. @param {string} id @param {number} seat */
export function forgetToken(id, seat) {
  const { [seat]: gone, ...seats } = kept(id).seats;
  keep(id, { seats: gone?.other ? { ...seats, [seat]: { token: gone.other } } : seats });
}

/** A game was deleted: nothing that is kept of it is of use. @param {string} id */
export function forgetGame(id) {
  unkept.delete(GAME + id);
  try {
    if (!embedded) localStorage.removeItem(GAME + id);
  } catch {
    // Storage is switched off, so nothing is kept.
  }
}

/** The part of an address that hands over seats; browsers send it nowhere. @param {{seat: number, token: string}[]} seats */
export const handing = (seats) => `#${seats.map(({ seat, token }) => `seat=${seat}&token=${token}`).join("&")}`;

/** The part of an address that invites to a seat. @param {number} seat @param {string} invitation */
export const inviting = (seat, invitation) => `#seat=${seat}&invitation=${invitation}`;

/** The invitations to a seat that this browser was given, the last first. @param {string} id @param {number | string} seat */
export const invitedTo = (id, seat) => (kept(id).invited?.[seat] ?? "").split(" ").filter(Boolean);

/** Keep an invitation beside those that were given before: nobody knows yet which of them counts.
 * @param {string} id @param {string} seat @param {string} invitation */
export function keepInvitation(id, seat, invitation) {
  const known = invitedTo(id, seat);
  if (!/^twi_[\w-]{32}$/.test(invitation) || !/^\d$/.test(seat) || known.includes(invitation)) return;
  keep(id, { invited: { ...kept(id).invited, [seat]: [invitation, ...known].slice(0, 9).join(" ") } });
}

/** The games of this browser, the latest first. @returns {(Kept & {id: string})[]} */
export function gamesKept() {
  /** @type {(Kept & {id: string})[]} */
  const found = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(GAME)) found.push({ id: key.slice(GAME.length), ...kept(key.slice(GAME.length)) });
    }
  } catch {
    return []; // Storage is switched off.
  }
  return found.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

/** @typedef {"at once" | "normal" | "slow"} Pace */
/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} sound
 * @property {boolean} notify
 * @property {boolean | "ends"} confirm Ask before sending: what passes or ends something, or everything.
 * @property {"auto" | "off" | "slow" | "normal"} motion `auto`: as the system wishes.
 * @property {Pace} pace How long each of several new versions is shown.
 * @property {string} name
 */

/** @returns {Settings} */
export const settings = () => ({ theme: "auto", sound: false, notify: false, confirm: false, motion: "auto", pace: "normal", name: "", ...read(SETTINGS) });

/** @param {Partial<Settings>} more */
export const set = (more) => write(SETTINGS, { ...settings(), ...more });

/** Random text for tokens of requests. Works on pages without TLS too. @param {number} [bytes] */
export function random(bytes = 20) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
