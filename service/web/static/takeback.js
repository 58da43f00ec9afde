/** Second thoughts: to ask to go back, and to answer who asks. */
import { button, div, icon, p } from "./dom.js";
import { answerBack, askBack } from "./seatwork.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

/** Whether the seat that looks may ask and answer. @param {Open} game */
const allows = (game) => game.live.takeback !== "never" && game.seat !== null && !game.past && game.live.status === "running";

/** @param {Open} game @param {string} text @param {string} sign @param {() => void} click */
const choice = (game, text, sign, click) => button({ class: "btn small", type: "button", disabled: game.busy, onClick: click }, icon(sign), text);

/** A player asks the others to go back. @param {{game: Open}} properties */
export function Request({ game }) {
  const { takeback_asked: request } = game.live;
  const { seat } = game;
  if (!request || seat === null || !allows(game)) return null;
  if (!request.waiting_for.includes(seat)) return p({ class: "takeback mute" }, words.takebackWaits(game.names[request.seat], request.waiting_for.map((each) => game.names[each])));
  return div({ class: "takeback asked-of", role: "group", "aria-label": words.takebackTitle },
    p(null, words.takebackAsks(game.names[request.seat], request.to_version)),
    choice(game, words.look, "eye", () => void game.show(request.to_version)),
    choice(game, words.agree, "check", () => void answerBack(game, true)), choice(game, words.decline, "x", () => void answerBack(game, false)));
}

/** To take back the last own action. @param {{game: Open}} properties */
export function TakeBack({ game }) {
  const { undone } = game, around = new Set(game.ruleset.table_events);
  const acted = game.commits.some((commit) => commit.seat === game.seat && !undone.has(commit.version) && commit.events.some(({ type }) => !around.has(type)));
  return acted && allows(game) && !game.live.takeback_asked ? choice(game, words.takebackTitle, "undo-2", () => void askBack(game)) : null;
}
