/** Why something cannot be done, with the rules that say so. */
import { a, b, details, h3, li, p, section, small, span, summary, ul } from "./dom.js";
import { words } from "./words.js";

/** Links to rules, by the paths that refusals name: the first one asks why, the others are short, as they have little room; the names of all say which rule. @param {string[] | undefined | null} rules */
export const rulesOf = (rules) => rules?.length ? span({ class: "rules" }, rules.map((path, index) => {
  const rule = path.split("#")[1] ?? "", name = `${words.why} ${rule}`;
  return a({ href: path, target: "_blank", rel: "noopener", title: name, "aria-label": name, key: path }, (index && rule) || words.why);
})) : null;

/** What the seat would look for and cannot do now. @param {import("./game.js").Open} game @returns {Api.Unavailable[]} */
const refused = (game) => (game.mine && game.offers?.unavailable) || [];

/** What a player misses among the offers, as rows that nobody can choose. @param {{game: import("./game.js").Open}} properties */
export const Missed = ({ game }) => refused(game).filter(({ missed }) => missed).map(({ label, refusal }) =>
  li({ class: "offer off", key: label }, b(null, label), small(null, refusal.detail, " ", rulesOf(refusal.rules))));

/** Actions by the reason that refuses them, each reason once. @param {Api.Unavailable[]} found @returns {[string, Api.Unavailable[]][]} */
function byReason(found) {
  /** @type {Map<string, Api.Unavailable[]>} */
  const reasons = new Map();
  for (const each of found) reasons.set(each.refusal.detail, [...(reasons.get(each.refusal.detail) ?? []), each]);
  return [...reasons];
}

/** @param {Api.Unavailable[]} found */
const Listed = (found) => ul(null, byReason(found).map(([detail, of]) =>
  li({ key: detail }, b(null, of.map(({ label }) => label).join(", ")), small(null, detail, " ", rulesOf(of[0].refusal.rules)))));

/** What else a player would look for, with the reasons. @param {{game: import("./game.js").Open}} properties */
export function Unavailable({ game }) {
  const found = refused(game).filter(({ missed }) => !missed);
  return found.length ? details({ class: "cannot" }, summary(null, words.unavailable), Listed(found)) : null;
}

/** What cannot be done now with a thing. @param {{game: import("./game.js").Open, id: string}} properties */
export function Reasons({ game, id }) {
  const found = refused(game).filter((each) => each.targets.includes(id));
  return found.length ? section({ class: "cannot" }, h3(null, words.unavailable), Listed(found)) : null;
}

/** What happened between the choice of an action and its arrival. @param {{game: import("./game.js").Open}} properties */
export const Meanwhile = ({ game }) => game.meanwhile.length
  ? section({ class: "meanwhile", role: "status" }, h3(null, words.meanwhile), ul(null, game.meanwhile.filter((commit) => commit.text).map((commit) => li({ key: commit.version }, commit.text))), p(null, words.chooseAgain))
  : null;
