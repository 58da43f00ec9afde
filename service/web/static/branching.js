/** Another move from the position that is shown, in a game of one's own. */
import { said } from "./api.js";
import { Later } from "./components.js";
import { button, icon, p, part, several } from "./dom.js";
import { embedded } from "./keys.js";
import { Dialog } from "./page.js";
import { useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** @typedef {import("./game.js").Open} Open */

const trying = () => import("./trying.js");
const seats = () => trying().then((file) => file.Seats);

/** Play on from the position that is shown: as the seat that looks, or as one that a watcher chooses. @param {{game: Open}} properties */
export function PlayOn({ game }) {
  const [choosing, choose] = useState(false);
  const [error, setError] = useState("");
  if (embedded) return null;
  const start = (/** @type {number} */ seat) => trying().then(({ branch }) => branch(game, seat)).then((address) => location.assign(address)).catch((problem) => setError(said(problem)));
  const only = game.seat ?? (game.names.length === 1 ? 0 : null);
  return several(
    button({ class: "btn", type: "button", title: words.tryHint, onClick: () => (only === null ? choose(true) : void start(only)) }, icon("git-branch"), only === null ? words.playOn : words.tryHere),
    error ? p({ class: "say", role: "alert" }, error) : null,
    choosing ? part(Dialog, { close: () => choose(false) }, part(Later, { load: seats, given: { game, start } })) : null);
}
