/** Second thoughts: to ask to go back, and to answer who asks. */
import { button, div, icon, p, span } from "./dom.js";
import { answerBack, askBack } from "./seatwork.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

/** Whether the seat that looks may ask and answer. @param {Open} game */
const allows = (game) => game.live.takeback !== "never" && game.seat !== null && !game.past && game.live.status === "running";

/** A button, with its key if it has one. @param {Open} game @param {string} text @param {string} sign @param {() => void} click @param {string} [key] */
const choice = (game, text, sign, click, key) => button({ class: "btn small", type: "button", disabled: game.busy, "aria-keyshortcuts": key, onClick: click },
  icon(sign), text, key ? span({ class: "key plain", "aria-hidden": "true" }, key) : null);

/** A player asks the others to go back. @param {{game: Open}} properties */
export function Request({ game }) {
  const { takeback_asked: request } = game.live;
  const { seat } = game;
  if (!request || seat === null || !allows(game)) return null;
  if (!request.waiting_for.includes(seat)) return p({ class: "takeback mute" }, words.takebackWaits(game.names[request.seat], request.waiting_for.map((each) => game.names[each])));
  return div({ class: "takeback asked-of", role: "group", "aria-label": words.takebackTitle },
    p(null, words.takebackAsks(game.names[request.seat])),
    choice(game, words.look, "eye", () => void game.show(request.to_version)),
    choice(game, words.agree, "check", () => void answerBack(game, true), "y"), choice(game, words.decline, "x", () => void answerBack(game, false), "n"));
}

/** Whether the seat that looks can take back now. @param {Open} game */
const canTakeBack = (game) => allows(game) && !game.live.takeback_asked && !!game.live.takeback_now && !game.live.takeback_now.refusal;

/** To take back the last own action; grey with the reason while nobody can, so that nothing moves. @param {{game: Open}} properties */
export function TakeBack({ game }) {
  if (!allows(game)) return null;
  const { refusal } = game.live.takeback_now ?? {};
  return span({ class: "takeback" }, canTakeBack(game) ? choice(game, words.takebackTitle, "undo-2", () => void askBack(game), "u")
    : button({ class: "btn small", type: "button", disabled: true }, icon("undo-2"), words.takebackTitle),
    refusal ? span({ class: "mute" }, words.takebackNot[refusal.code] ?? refusal.detail) : null);
}

/** Do what a key stands for: to take back, to agree, to decline; false if it stands for nothing now. @param {Open} game @param {string} key */
export function secondThought(game, key) {
  const asked = allows(game) && game.live.takeback_asked?.waiting_for.includes(game.seat ?? -1);
  if (key === "u" && canTakeBack(game)) void askBack(game);
  else if ((key === "y" || key === "n") && asked) void answerBack(game, key === "y");
  else return false;
  return true;
}
