/** What an offer brings and costs, as signs with figures, and what its text says beyond its label. */

/** Previews that are a change, by the word whose icon they have; -1: the figure is what one gives away. @type {Record<string, [string, 1 | -1]>} */
const CHANGES = {
  price: ["coins", -1], fee: ["coins", -1], income: ["coins", 1], reward: ["coins", 1],
  influence: ["influence", 1], influence_given_up: ["influence", -1],
};

/** Previews that are a change and have their own word. */
const SIGNED = new Set(["gold", "stash", "cargo", "crew", "actions", "successes", "bounties", "glory", "doubloons", "vp", "power", "movement", "treasures", "quests", "upgrades", "rubies", "doubloon_income", "vp_income"]);

/** Previews that the text of the offer tells better. */
const TOLD = new Set(["influence_after", "seat_strength", "ship_strength", "keeping_busts", "reshuffles", "takes_left"]);

const CHANCE = /chance|risk|odds/;

/** At most this many are shown. */
const MOST = 4;

/** @typedef {{key: string, name: string, sign?: string | null, text: string, look?: string}} Effect */

/** @param {Record<string, any>} preview @param {Api.Board | null} board @returns {Effect[]} */
export function effects(preview, board) {
  /** @type {Map<string, number>} */
  const changes = new Map();
  /** @type {Effect[]} */
  const rest = [];
  for (const [key, value] of Object.entries(preview ?? {})) {
    if (TOLD.has(key) || value === 0 || value === false || value === null) continue;
    const [word, sign] = CHANGES[key] ?? [key, 1];
    if (typeof value === "number" && (CHANGES[key] || SIGNED.has(key))) changes.set(word, (changes.get(word) ?? 0) + sign * value);
    else rest.push(figure(key, value, board));
  }
  const changed = [...changes].filter(([, value]) => value !== 0).map(([key, value]) => ({
    key, ...signOf(key, board), text: value < 0 ? `−${-value}` : `+${value}`, look: value < 0 ? "minus" : "plus",
  }));
  return [...changed, ...rest].slice(0, MOST);
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
