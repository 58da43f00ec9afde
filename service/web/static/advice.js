/** What a bot would play in the place of the player, where the game allows to ask. */
import { get, said } from "./api.js";
import { button, div, option, p, select, span } from "./dom.js";
import { words } from "./words-later.js";
import { levelName } from "./words.js";

/** @typedef {import("./game.js").Open} Open */
/** @typedef {import("./reading.js").Rank} Rank */

/** Whether the seat that looks may ask now. @param {Open} game */
const allows = (game) => game.live.advice && game.mine && game.ruleset.advising_levels.length > 0;

/** The level that is asked: the one chosen last, or the strongest. @param {Open} game */
const adviser = (game) => game.adviser || (game.ruleset.advising_levels.at(-1) ?? "");

/** Ask what a bot would do; false if nobody may ask now. @param {Open} game */
export function askAdvice(game) {
  if (!allows(game) || game.advising) return false;
  void ask(game);
  return true;
}

/** @param {Open} game */
async function ask(game) {
  const { seat, token } = game;
  game.advising = true;
  game.changed();
  try {
    const { advice, version } = await get(`${game.path}/actions?advise=${adviser(game)}`, token);
    if (seat === game.seat && version === game.offers?.version) game.advice = advice && { ...advice, ranks: ranksOf(advice) };
  } catch (error) {
    game.say = said(error);
  }
  game.advising = false;
  game.changed();
}

/** How a bot ranks the offers, by their ids. A share of the victory is given as it is, any other estimate as the distance to the best.
 * @param {Api.Advice} advice @returns {Map<string, Rank>} */
function ranksOf({ ranking, measure }) {
  const best = ranking[0]?.expects ?? 0;
  const figure = (/** @type {number | null} */ expects) => expects === null || measure === "none" ? "" : measure === "victory" ? `${Math.round(expects * 100)} %` : best > expects ? `\u2212${(best - expects).toFixed(1)}` : "";
  return new Map(ranking.map(({ offer, expects }, index) => [offer, { place: index + 1, expects: figure(expects) }]));
}

/** To ask a bot, and what it would do. @param {{game: Open}} properties */
export function Advice({ game }) {
  if (!allows(game)) return null;
  const level = adviser(game), levels = game.ruleset.advising_levels;
  const [best] = game.advice?.ranking ?? [];
  const offer = game.offers?.actions.find(({ id }) => id === best?.offer);
  const choose = (/** @type {any} */ event) => { game.adviser = event.target.value; game.advice = null; game.changed(); };
  return div({ class: "advice" },
    button({ class: "btn small", type: "button", disabled: game.advising, "aria-keyshortcuts": "a", onClick: () => askAdvice(game) },
      game.advising ? words.thinking : words.whatWould(level), span({ class: "key plain", "aria-hidden": "true" }, "a")),
    levels.length > 1 ? select({ "aria-label": words.adviser, value: level, onChange: choose }, levels.map((each) => option({ value: each, key: each }, levelName(each)))) : null,
    p({ role: "status" }, offer ? words.wouldPlay(game.advice?.level ?? level, offer.label) : null));
}
