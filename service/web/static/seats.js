/** A seat is a pennant: colour, pattern and number together. */
import { circle, path, rect, svg, text } from "./dom.js";
import { words } from "./words.js";

/** What players are called who give no name. */
export const CAPTAINS = ["Anne", "Bartholomew", "Charlotte", "Diego", "Edith", "François", "Grace", "Henry"];

const PATTERNS = [
  circle({ cx: 26, cy: 11, r: 4, class: "on" }),
  rect({ x: 20, y: 8, width: 14, height: 2, class: "on" }),
  rect({ x: 23, y: 0, width: 3, height: 22, class: "on" }),
  path({ d: "M20 0l14 22h-5L20 8z", class: "on" }),
  path({ d: "M20 4h5v5h-5zM27 12h5v5h-5z", class: "on" }),
];

/** @param {number} seat From 0; people count from 1. @param {boolean} [small] */
export const pennant = (seat, small) =>
  svg({ class: `pennant seat-${seat + 1}${small ? " small" : ""}`, width: 26, height: 15, viewBox: "0 0 38 22", role: "img", "aria-label": words.seat(seat) },
    path({ d: "M0 0h38l-7 11 7 11H0z", class: "flag" }), PATTERNS[seat % PATTERNS.length], text({ x: 10, y: 16 }, `${seat + 1}`));
