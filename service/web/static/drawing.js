/** All that drawing modules of games may use of the page.
 *
 * A module exports the components that take the place of the generic ones, each as a function of `{ drawn, … }`:
 * `export default { Board, Aside, Own, Captain, Piece }`. `drawn` has the board, the picture, and what may be done (`targets`). Everything
 * that a module draws of them carries the properties of `thing` or `place`, by which motion, keys and menus find it. */
/** @typedef {import("./board.js").Held} Held */
export {
  a, b, button, circle, classes, details, div, g, h2, h3, header, icon, li, line, ol, p, part, path, polyline, rect, section,
  several, ship, small, span, strong, summary, svg, text, ul, use,
} from "./dom.js";
export { Area, Board, Inspected, Piece, Point, SeatAreas, badge, colour, contents, figures, marksOf, nameOf, place, state, thing } from "./board.js";
export { Rolled } from "./moments.js";
export { seatOf } from "./scenes.js";
export { pennant } from "./seats.js";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
