/** What this browser keeps: the tokens of its seats, its receipts, and its settings. Tokens are in no address and no cookie. */

/** @typedef {{token: string, name?: string}} Key */
/** @typedef {{ruleset?: string, title?: string, seats: Record<string, Key>, host?: string | null, receipts?: Record<string, string>,
 *   commitment?: string, at?: number}} Kept */

const GAME = "tradewinds/game/";
const SETTINGS = "tradewinds/settings";

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // Storage may be switched off, or hold what another version wrote.
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What is kept of a game. @param {string} id @returns {Kept} */
export const kept = (id) => ({ seats: {}, ...read(GAME + id) });

/** Keep more of a game; false if the browser does not let us. @param {string} id @param {Partial<Kept>} more */
export const keep = (id, more) => write(GAME + id, { ...kept(id), at: Date.now(), ...more });

/** Keep the token of a seat. @param {string} id @param {number} seat @param {string} token @param {Partial<Kept>} [more] */
export const keepSeat = (id, seat, token, more = {}) => keep(id, { ...more, seats: { ...kept(id).seats, [seat]: { token } } });

/** Forget the token of a seat. @param {string} id @param {number} seat */
export function forgetSeat(id, seat) {
  const { [seat]: _, ...seats } = kept(id).seats;
  keep(id, { seats });
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

/** @typedef {{theme: "auto" | "light" | "dark", sound: boolean, confirm: boolean, name: string}} Settings */

/** @returns {Settings} */
export const settings = () => ({ theme: "auto", sound: false, confirm: false, name: "", ...read(SETTINGS) });

/** @param {Partial<Settings>} more */
export const set = (more) => write(SETTINGS, { ...settings(), ...more });

/** Random text for tokens of requests. Works on pages without TLS too. @param {number} [bytes] */
export function random(bytes = 20) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
