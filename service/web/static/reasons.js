/** Why something cannot be done, with the rules that say so. */
import { a, b, h3, li, p, section, small, span, ul } from "./dom.js";
import { useEffect } from "./vendor/hooks.js";
import { words } from "./words.js";

/** Links to rules, by the paths that refusals name. @param {string[] | undefined | null} rules */
export const rulesOf = (rules) => rules?.length ? span({ class: "rules" }, rules.map((path) => a({ href: path, target: "_blank", rel: "noopener", key: path }, words.rule(path.split("#")[1] ?? "")))) : null;

/** @param {Api.Unavailable} each */
export const reason = (each) => li({ key: each.label }, b(null, each.label), small(null, each.refusal.detail, " ", rulesOf(each.refusal.rules)));

/** Ask what cannot be done now while somebody looks, and again at each new position. @param {import("./game.js").Open} game @param {boolean} looking */
export function useReasons(game, looking) {
  const missing = game.unavailable === null;
  useEffect(() => { if (looking && missing) void game.readUnavailable(); }, [looking, missing, game.live.version]);
}

/** What cannot be done now with a thing. @param {{game: import("./game.js").Open, id: string}} properties */
export function Reasons({ game, id }) {
  const asked = game.mine;
  useReasons(game, asked);
  const found = asked ? (game.unavailable ?? []).filter((each) => each.targets.includes(id)) : [];
  return found.length ? section({ class: "cannot" }, h3(null, words.unavailable), ul(null, found.map(reason))) : null;
}

/** What happened between the choice of an action and its arrival. @param {{game: import("./game.js").Open}} properties */
export const Meanwhile = ({ game }) => game.meanwhile.length
  ? section({ class: "meanwhile", role: "status" }, h3(null, words.meanwhile), ul(null, game.meanwhile.filter((commit) => commit.text).map((commit) => li({ key: commit.version }, commit.text))), p(null, words.chooseAgain))
  : null;
