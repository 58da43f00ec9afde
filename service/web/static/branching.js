/** Another move from the position that is shown, in a game of one's own. */
import { said } from "./api.js";
import { button, div, h3, icon, li, p, part, several, span, ul } from "./dom.js";
import { embedded } from "./keys.js";
import { Dialog } from "./page.js";
import { pennant } from "./seats.js";
import { branch } from "./seatwork.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

/** Play on from the position that is shown: as the seat that looks, or as one that a watcher chooses. @param {{game: Open}} properties */
export function PlayOn({ game }) {
  const [choosing, choose] = useState(false);
  const [error, setError] = useState("");
  if (embedded) return null;
  const start = (/** @type {number} */ seat) => branch(game, seat).then((address) => location.assign(address)).catch((problem) => setError(said(problem)));
  const only = game.seat ?? (game.names.length === 1 ? 0 : null);
  return several(
    button({ class: "btn", type: "button", title: words.tryHint, onClick: () => (only === null ? choose(true) : void start(only)) }, icon("git-branch"), only === null ? words.playOn : words.tryHere),
    error ? p({ class: "say", role: "alert" }, error) : null,
    choosing ? part(Dialog, { close: () => choose(false) }, part(Seats, { game, start })) : null);
}

/** @param {{game: Open, start: (seat: number) => void}} properties */
const Seats = ({ game, start }) => div({ class: "playon" }, h3(null, words.playOnAs), p({ class: "mute" }, words.tryHint, ". ", game.over ? null : words.dealtAnew),
  ul(null, game.names.map((name, seat) => li({ key: seat }, button({ class: "btn full", type: "button", onClick: () => start(seat) }, pennant(seat), span(null, name))))));
