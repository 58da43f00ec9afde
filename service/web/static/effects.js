/** What an offer brings and costs, as signs with figures, and what its text says beyond its label. */
import { words } from "./words.js";

/** Figures that are a change. */
const SIGNED = new Set(["gold", "stash", "cargo", "crew", "actions", "successes", "bounties", "glory", "coins", "influence", "doubloons", "vp", "power", "movement", "treasures", "quests", "upgrades", "rubies", "doubloon_income", "vp_income"]);

/** What endangers whoever has more of it. */
const BAD = new Set(["bounties"]);

/** Parts of a preview with changes that the action does not always make at once. */
const PARTS = /** @type {const} */ (["on_success", "later"]);

/** Previews that the text of the offer tells better, or that are part of another one. */
const TOLD = new Set([...PARTS, "price", "fee", "income", "influence_after", "seat_strength", "ship_strength", "keeping_busts", "reshuffles", "takes_left"]);

const CHANCE = /chance|risk|odds/;

/** At most this many are shown. */
const MOST = 4;

/** @typedef {{key: string, name: string, sign?: string | null, text: string, look?: string}} Effect */

/** @param {Record<string, any>} preview @param {Api.Board | null} board @returns {Effect[]} */
export function effects(preview, board) {
  const figures = Object.entries(preview ?? {}).filter(([key, value]) => !TOLD.has(key) && value !== 0 && value !== false && value !== null);
  const changes = (/** @type {Record<string, any>} */ of) => Object.entries(of).filter(([key, value]) => SIGNED.has(key) && value);
  return [
    ...changes(Object.fromEntries(figures)).map(([key, value]) => change(key, value, board)),
    ...PARTS.flatMap((part) => changes(preview?.[part] ?? {}).map(([key, value]) => change(key, value, board, part))),
    ...figures.filter(([key]) => !SIGNED.has(key)).map(([key, value]) => figure(key, value, board)),
  ].slice(0, MOST);
}

/** @param {string} key @param {number} value @param {Api.Board | null} board @param {"on_success" | "later"} [part] @returns {Effect} */
function change(key, value, board, part) {
  const { name, sign } = signOf(key, board), when = part ? words[part] : "";
  const text = `${value < 0 ? `−${-value}` : `+${value}`}${when && ` ${when}`}`;
  return { key: part ? `${part}/${key}` : key, name: when ? `${name}, ${when}` : name, sign, text, look: value < 0 || BAD.has(key) ? "minus" : "plus" };
}

/** The name of a preview, and its icon if the board has one. @param {string} key @param {Api.Board | null} board */
function signOf(key, board) {
  const word = board?.words[key];
  return { name: word?.name ?? key.replaceAll("_", " "), sign: word?.icon };
}

/** @param {string} key @param {any} value @param {Api.Board | null} board @returns {Effect} */
function figure(key, value, board) {
  if (CHANCE.test(key) && typeof value === "number" && value <= 1) {
    const bad = /risk|bust/.test(key);
    return { key, name: signOf(key, board).name, sign: bad ? "triangle-alert" : "dices", text: `${Math.round(value * 100)} %`, look: bad ? "minus" : "" };
  }
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
