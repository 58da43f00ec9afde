/** Second thoughts: to ask to go back, and to answer who asks. */
import { button, div, icon, p } from "./dom.js";
import { answerBack, askBack } from "./seatwork.js";
import { words } from "./words.js";

/** @param {{game: import("./game.js").Open}} properties */
export function Takeback({ game }) {
  const { takeback, takeback_asked: request, status } = game.live;
  const { seat } = game;
  if (takeback === "never" || seat === null || game.past || status !== "running") return null;
  const choice = (/** @type {string} */ text, /** @type {string} */ sign, /** @type {() => void} */ click) =>
    button({ class: "btn small", type: "button", disabled: game.busy, onClick: click }, icon(sign), text);
  if (request?.waiting_for.includes(seat)) {
    return div({ class: "takeback asked-of", role: "group", "aria-label": words.takebackTitle },
      p(null, words.takebackAsks(game.names[request.seat], request.to_version)),
      choice(words.look, "eye", () => void game.show(request.to_version)),
      choice(words.agree, "check", () => void answerBack(game, true)), choice(words.decline, "x", () => void answerBack(game, false)));
  }
  if (request) return p({ class: "takeback mute" }, words.takebackWaits(game.names[request.seat], request.waiting_for.map((each) => game.names[each])));
  const { undone } = game, around = new Set(game.ruleset.table_events);
  const acted = game.commits.some((commit) => commit.seat === seat && !undone.has(commit.version) && commit.events.some(({ type }) => !around.has(type)));
  return acted ? div({ class: "takeback" }, choice(words.takebackTitle, "undo-2", () => void askBack(game))) : null;
}
