/** Choices in steps: where more may be done than has keys, offers are gathered by what they are about, first by the first thing, then by
 * the next. Programs are told the same offers as ever. */
import { nameOf } from "./board.js";

/** @typedef {import("./board.js").Choice} Choice */

/** Gathered offers are shown if they take at most this share of the lines. */
const GAIN = 0.6;

/** What may be chosen now: offers, and in place of several about one thing that thing, as an offer that stands for them (`of`).
 * What stands for the offer that a bot would choose has its id. @param {Choice[]} offers @param {string[]} taken The things that were chosen, the first first.
 * @param {import("./game.js").Open} game @param {number} keys So many are listed one by one. @returns {Choice[]} */
export function stepOf(offers, taken, game, keys) {
  const advised = game.advice?.ranking[0]?.offer;
  const left = offers.filter(({ targets }) => taken.every((id, at) => targets[at] === id)), at = taken.length;
  const more = left.filter((offer) => !offer.ends);
  /** @type {Map<string, Choice[]>} */
  const found = new Map();
  for (const offer of more) {
    const id = offer.targets[at] ?? `offer ${offer.id}`;
    found.set(id, [...(found.get(id) ?? []), offer]);
  }
  const gathers = more.length > keys && found.size <= GAIN * more.length;
  // All are about one thing: that needs no choice.
  const [only] = found.keys();
  if (gathers && found.size === 1) return stepOf(offers, [...taken, only], game, keys);
  const names = [...found.keys()].map((id) => nameOfThing(id, game));
  const shown = (gathers ? [...found] : more.map((offer) => /** @type {[string, Choice[]]} */ ([offer.id, [offer]]))).map(([id, of], place) => {
    if (of.length === 1) return { ...of[0], targets: of[0].targets.slice(Math.min(at, of[0].targets.length - 1)) };
    const same = names.filter((name) => name === names[place]).length > 1;
    const label = same ? `${names[place]} (${names.slice(0, place + 1).filter((name) => name === names[place]).length})` : names[place];
    const stands = of.some((offer) => offer.id === advised) ? advised ?? "" : `step ${id}`;
    return /** @type {Choice} */ (/** @type {unknown} */ ({ id: stands, label, text: label, group: of[0].group, targets: [id], action: { type: "" }, preview: {}, ends: false, key: "", of }));
  });
  return [...shown, ...left.filter((offer) => offer.ends)].map((choice, index) => ({ ...choice, key: index < keys ? `${index + 1}` : "" }));
}

/** The name of an area or piece. @param {string} id @param {import("./game.js").Open} game */
export function nameOfThing(id, { board, picture }) {
  const piece = picture?.pieces.find((each) => each.id === id);
  return (board && piece && nameOf(board, piece)) || board?.areas.find((area) => area.id === id)?.name || "";
}
