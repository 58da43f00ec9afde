/** What an offer brings and costs, as signs with figures, and what its text says beyond its label. */
import { words } from "./words.js";

/** Figures that are a change. */
const SIGNED = new Set(["gold", "stash", "cargo", "crew", "actions", "successes", "bounties", "glory", "coins", "influence", "doubloons", "vp", "power", "movement", "treasures", "quests", "upgrades", "rubies", "doubloon_income", "vp_income"]);

/** What is paid with: less of it is a price. */
const MONEY = new Set(["gold", "coins", "doubloons"]);

/** What an action takes of a turn. */
const TIME = "actions";

/** What endangers whoever has more of it. */
const BAD = new Set(["bounties"]);

/** Parts of a preview with changes that the action does not always make at once. */
const PARTS = /** @type {const} */ (["on_success", "later"]);

/** Previews that the text of the offer tells better, or that are part of another one. */
const TOLD = new Set([...PARTS, "price", "fee", "income", "influence_after", "seat_strength", "ship_strength", "reshuffles", "takes_left"]);

const CHANCE = /chance|risk|odds/, DANGER = /risk|bust/;

/** At most this many are shown. */
const MOST = 4;

/** @typedef {{key: string, name: string, sign?: string | null, text: string, look?: string}} Effect */

/** @param {Record<string, any>} preview @param {Api.Board | null} board @returns {Effect[]} */
export function effects(preview, board) {
  const figures = Object.entries(preview ?? {}).filter(([key, value]) => !TOLD.has(key) && value !== 0 && value !== false && value !== null);
  const changes = (/** @type {Record<string, any>} */ of) => Object.entries(of).filter(([key, value]) => SIGNED.has(key) && value);
  return [
    ...changes(Object.fromEntries(figures)).flatMap(([key, value]) => paid(preview, key, value, board)),
    ...PARTS.flatMap((part) => changes(preview?.[part] ?? {}).map(([key, value]) => (MONEY.has(key) && value < 0 ? price(-value, key, board, part) : change(key, value, board, part)))),
    ...figures.filter(([key]) => !SIGNED.has(key)).map(([key, value]) => figure(key, value, board)),
  ].slice(0, MOST);
}

/** What is paid, and what is gained besides: a change of money may be both at once. Money that is laid aside is not paid.
 * @param {Record<string, any>} preview @param {string} key @param {number} value @param {Api.Board | null} board @returns {Effect[]} */
function paid(preview, key, value, board) {
  if (!MONEY.has(key) || preview.stash > 0) return [change(key, value, board)];
  const spent = (preview.price ?? 0) + (preview.fee ?? 0) || Math.max(0, -value), gained = value + spent;
  return [...(spent ? [price(spent, key, board)] : []), ...(gained ? [change(key, gained, board)] : [])];
}

/** @param {number} value @param {string} key @param {Api.Board | null} board @param {"on_success" | "later"} [part] @returns {Effect} */
function price(value, key, board, part) {
  const when = part ? ` ${words[part]}` : "";
  return { key: part ? `${part}/price` : "price", name: `${words.price} (${signOf(key, board).name})`, sign: "tag", text: `${value}${when}`, look: "price" };
}

/** @param {string} key @param {number} value @param {Api.Board | null} board @param {"on_success" | "later"} [part] @returns {Effect} */
function change(key, value, board, part) {
  const { name, sign } = signOf(key, board), when = part ? words[part] : "";
  if (key === TIME && value < 0) return { key, name, sign, text: `${-value}` };
  const text = `${value < 0 ? `−${-value}` : `+${value}`}${when && ` ${when}`}`;
  return { key: part ? `${part}/${key}` : key, name, sign, text, look: value < 0 || BAD.has(key) ? "minus" : "plus" };
}

/** The name of a preview, and its icon if the board has one. @param {string} key @param {Api.Board | null} board */
function signOf(key, board) {
  const word = board?.words[key];
  return { name: word?.name ?? key.replaceAll("_", " "), sign: word?.icon };
}

/** @param {string} key @param {any} value @param {Api.Board | null} board @returns {Effect} */
function figure(key, value, board) {
  if (CHANCE.test(key) && typeof value === "number" && value <= 1) {
    const bad = DANGER.test(key);
    return { key, name: signOf(key, board).name, sign: bad ? "triangle-alert" : "dices", text: `${Math.round(value * 100)} %`, look: bad ? "minus" : "" };
  }
  if (value === true && DANGER.test(key)) return { key, name: signOf(key, board).name, sign: "triangle-alert", text: signOf(key, board).name, look: "minus" };
  const text = value === true ? "" : typeof value === "string" ? value.replaceAll("_", " ") : `${value}`;
  return { key, ...signOf(key, board), text };
}

/** What the text says that the label does not: nothing if it only repeats it, and without a beginning that does.
 * @param {{label: string, text: string}} offer */
export function saidMore({ label, text }) {
  const known = new Set(inWords(label));
  const repeats = (/** @type {string} */ part) => {
    const said = inWords(part.replace(/\([^)]*\)/g, ""));
    return said.filter((word) => known.has(word)).length >= said.length * 0.7;
  };
  if (!text || repeats(text)) return "";
  const [head, ...tail] = text.split(": ");
  if (!tail.length || !repeats(head)) return text;
  const rest = tail.join(": ");
  return rest[0].toUpperCase() + rest.slice(1);
}

/** @param {string} text */
const inWords = (text) => text.toLowerCase().match(/[\p{L}\d]+/gu)?.filter((word) => !["the", "a", "an", "of", "to", "and", "for", "your"].includes(word)) ?? [];
