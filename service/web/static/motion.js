/** Moves pieces from where they lay to where they lie now. Only pieces whose area changed move, so that eyes can follow. */
import { settings } from "./keys.js";

/** How long a move takes, by the setting; `auto` follows the system. @type {Record<string, number>} */
const MS = { auto: 220, normal: 220, slow: 700, off: 0 };

/** @type {Map<string, {area: string, box: DOMRect}>} */
let before = new Map();

/** The moves that are under way. @type {Set<Animation>} */
const moving = new Set();

/** Whoever clicks or presses a key waits for no motion. */
export const hurry = () => moving.forEach((move) => move.finish());

/** Where each piece of the page lies. @param {ParentNode} root */
function places(root) {
  const found = new Map();
  for (const each of root.querySelectorAll("[data-piece]")) {
    const element = /** @type {HTMLElement} */ (each);
    found.set(element.dataset.piece, { area: element.dataset.in, box: element.getBoundingClientRect(), element });
  }
  return found;
}

/** Call after each drawing. @param {ParentNode} root @param {boolean} still Whether nothing shall move. */
export function settle(root, still) {
  const now = places(root);
  const { motion } = settings();
  const quiet = still || !MS[motion] || (motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  if (!quiet && before.size) {
    // Large screens show the table enlarged. Read once: after each change it would cost all styles anew.
    const zoom = /** @type {any} */ (root).currentCSSZoom ?? 1;
    for (const [id, { area, box, element }] of now) {
      const was = before.get(id);
      if (was && was.area === area) continue;
      const from = was?.box;
      const frames = from
        ? [{ transform: `translate(${(from.x - box.x) / zoom}px, ${(from.y - box.y) / zoom}px)` }, { transform: "none" }]
        : [{ opacity: 0, transform: "scale(.85)" }, { opacity: 1, transform: "none" }];
      const move = element.animate(frames, { duration: MS[motion], easing: "ease-out" });
      moving.add(move);
      move.onfinish = move.oncancel = () => moving.delete(move);
    }
  }
  before = now;
}

/** Forget where pieces lay, as before another seat looks. */
export const forget = () => (before = new Map());
