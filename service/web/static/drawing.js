/** All that drawing modules of games may use of the page.
 *
 * A module exports the components that take the place of the generic ones, each as a function of `{ drawn, … }`:
 * `export default { Board, Aside, Own, Captain, Piece }`. `drawn` has the board, the picture, and what may be done (`targets`). Everything
 * that a module draws of them carries the properties of `thing` or `place`, by which motion, keys and menus find it. */
import { classes, svg, use } from "./dom.js";
import { bringSymbols } from "./modules.js";

/** @typedef {import("./board.js").Held} Held */

export {
  a, b, button, circle, classes, details, div, g, h2, h3, header, icon, li, line, ol, p, part, path, polyline, rect, section,
  several, small, span, strong, summary, svg, text, ul, use,
} from "./dom.js";
export { Area, Board, Inspected, Piece, Point, SeatAreas, badge, colour, contents, figures, marksOf, nameOf, place, state, thing } from "./board.js";
export { Rolled } from "./moments.js";
export { seatOf } from "./scenes.js";
export { pennant } from "./seats.js";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";

let fleet = false;

/** A ship of the fleet in ships.svg, told apart by its rig; `color` is the hull's. Also `lattice`, the back of a card, and `rose`.
 * @param {"pinace" | "skiff" | "flute" | "frigate" | "galleon" | "sloop" | "man-o-war" | "lattice" | "rose"} kind @param {string} [look] */
export function ship(kind, look) {
  if (!fleet) bringSymbols(new URL("./ships.svg", import.meta.url).pathname);
  fleet = true;
  return svg({ class: classes("ship", look), viewBox: kind === "lattice" ? "0 0 76 100" : kind === "rose" ? "0 0 100 100" : "0 0 64 48", "aria-hidden": "true" }, use({ href: `#s-${kind}` }));
}
