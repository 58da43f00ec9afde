/** Moves pieces from where they lay to where they lie now. Only pieces whose area changed move, so that eyes can follow. */
import { settings } from "./keys.js";
import { still } from "./scenes.js";

/** How long a move takes, by the setting; `auto` follows the system. @type {Record<string, number>} */
const MS = { auto: 220, normal: 220, slow: 700, off: 0 };
/** How long a figure floats that shows what was gained, and how far, in pixels. */
const FLOATS_MS = 1000, FLOATS_UP = 26;
/** How many milliseconds one of several pieces starts after another, and how many pieces fly away at most. */
const APART_MS = 30, MOST_FLY = 16;

/** @typedef {{area: string, box: DOMRect, element: HTMLElement | SVGElement}} Place */
/** What leads pieces to their places: what is new comes from `from`, what is gone goes `to`, in `lit` are those that move within an area.
 * @typedef {{from?: string | null, to?: string | null, unseen?: number, lit?: Set<string>}} Way */

/** @type {Map<string, Place>} */
let before = new Map();

/** The moves that are under way. @type {Set<Animation>} */
const moving = new Set();

/** Whoever clicks or presses a key waits for no motion. */
export const hurry = () => moving.forEach((move) => move.finish());

/** Where each piece of the page lies. @param {ParentNode} root @returns {Map<string, Place>} */
function places(root) {
  const found = new Map(), aloft = new Set([...moving].map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target));
  for (const each of root.querySelectorAll("[data-piece]")) {
    const element = /** @type {HTMLElement} */ (each);
    const was = before.get(element.dataset.piece ?? "");
    // What is on its way lies where it goes.
    const box = was?.element === element && was.area === element.dataset.in && aloft.has(element) ? was.box : element.getBoundingClientRect();
    found.set(element.dataset.piece, { area: element.dataset.in, box, element });
  }
  return found;
}

/** A way across the page in the units of an element, which are its drawing's where it is part of one.
 * @param {HTMLElement | SVGElement} element @param {number} x @param {number} y @param {number} zoom */
function inUnitsOf(element, x, y, zoom) {
  const drawing = element instanceof SVGElement ? element.ownerSVGElement : null;
  const matrix = drawing && /** @type {SVGGraphicsElement} */ (element.parentElement?.closest("g, svg") ?? drawing).getScreenCTM();
  if (!drawing || !matrix) return [x / zoom, y / zoom];
  // The scale by which the drawing is shown is measured, as engines differ in whether its matrix has the zoom of the page.
  const box = drawing.getBoundingClientRect(), view = drawing.getScreenCTM(), wide = drawing.viewBox.baseVal?.width;
  const ratio = view && wide && drawing.getAttribute("preserveAspectRatio") !== "none" ? Math.min(box.width / wide, box.height / drawing.viewBox.baseVal.height) / Math.hypot(view.a, view.b) : 1;
  const { a, b, c, d } = matrix, area = (a * d - b * c) * ratio || 1;
  return [(d * x - c * y) / area, (a * y - b * x) / area];
}

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} more @param {() => void} [then] */
function animate(element, frames, more, then) {
  const move = element.animate(frames, { easing: "ease-out", ...more });
  moving.add(move);
  const over = () => { moving.delete(move); then?.(); };
  move.onfinish = move.oncancel = over;
}

/** Call after each drawing. @param {ParentNode} root @param {boolean} quiet Whether nothing shall move. @param {Way} [way] */
export function settle(root, quiet, { from, to, unseen = 0, lit } = {}) {
  const now = places(root);
  const duration = MS[settings().motion];
  if (!quiet && !still() && before.size) {
    // Large screens show the table enlarged. Read once: after each change it would cost all styles anew.
    const zoom = /** @type {any} */ (root).currentCSSZoom ?? 1;
    const source = areaAt(root, from), target = areaAt(root, to);
    for (const [id, { area, box, element }] of now) {
      const was = before.get(id);
      if (was && was.area === area && !lit?.has(id)) continue;
      const start = was?.box.width ? was.box : source;
      if (start) {
        const [x, y] = was?.box.width ? [start.x - box.x, start.y - box.y] : [start.x + start.width / 2 - box.x - box.width / 2, start.y + start.height / 2 - box.y - box.height / 2];
        const [right, down] = inUnitsOf(element, x, y, zoom);
        if (Math.abs(x) + Math.abs(y) > 1) animate(element, [{ translate: `${right}px ${down}px` }, { translate: "0px 0px" }], { duration });
      } else if (!was) animate(element, [{ opacity: 0 }, { opacity: 1 }], { duration });
    }
    const gone = [...before].filter(([id, { box }]) => !now.has(id) && box.width && target).slice(0, MOST_FLY);
    if (target) gone.forEach(([, { element, box }], index) => away(element, box, target, duration, index));
    if (target && source && unseen) for (let index = 0; index < Math.min(unseen, 5); index++) away(null, source, target, duration, index);
  }
  before = now;
}

/** Where an area is. @param {ParentNode} root @param {string | null | undefined} area @returns {DOMRect | null} */
function areaAt(root, area) {
  if (!area) return null;
  const found = [...root.querySelectorAll(`[data-area="${CSS.escape(area)}"], [data-in="${CSS.escape(area)}"]`)].map((element) => element.getBoundingClientRect()).find(({ width }) => width);
  return found ?? null;
}

/** A layer over the page for what flies. */
function layer() {
  const found = document.getElementById("flying");
  if (found) return found;
  const made = Object.assign(document.createElement("div"), { id: "flying", className: "flying" });
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

/** A piece that is drawn no more flies to where it went; so does one that nobody can tell from others. @param {Element | null} element @param {DOMRect} box @param {DOMRect} target @param {number} duration @param {number} index */
function away(element, box, target, duration, index) {
  const copy = element instanceof HTMLElement ? /** @type {HTMLElement} */ (element.cloneNode(true)) : Object.assign(document.createElement("span"), { className: "unseen" });
  for (const each of [copy, ...copy.querySelectorAll("[data-piece], [data-area], [id]")]) for (const name of ["data-piece", "data-area", "data-in", "id"]) each.removeAttribute(name);
  const small = element ? null : 22;
  Object.assign(copy.style, { left: `${small ? box.x + box.width / 2 - small / 2 : box.x}px`, top: `${small ? box.y + box.height / 2 - small / 2 : box.y}px`, ...(small ? {} : { width: `${box.width}px`, height: `${box.height}px` }) });
  layer().append(copy);
  const x = target.x + target.width / 2 - box.x - box.width / 2, y = target.y + target.height / 2 - box.y - box.height / 2;
  animate(copy, [{ translate: "0 0", opacity: 1 }, { translate: `${x}px ${y}px`, scale: element ? ".4" : "1", opacity: .5 }], { duration: duration * 1.4, delay: index * APART_MS, fill: "both" }, () => copy.remove());
}

export const fly = {
  /** What was gained or lost floats up from where it was, after its name, since that is a plural: `Coins +1`. Where nothing may move, it stands there. @param {Element} at @param {import("./moments.js").Change} change @param {boolean} stays */
  chip(at, { name, by, bad = false }, stays) {
    const box = at.getBoundingClientRect();
    if (!box.width) return;
    const chip = Object.assign(document.createElement("span"), { className: `floating ${by > 0 !== bad ? "plus" : "minus"}`, textContent: `${name} ${by > 0 ? `+${by}` : `−${-by}`}` });
    Object.assign(chip.style, { left: `${Math.max(4, box.x + Math.min(box.width / 2, 120))}px`, top: `${Math.max(30, box.y + Math.min(box.height / 2, 40))}px` });
    for (const other of layer().querySelectorAll(".floating")) if (other instanceof HTMLElement && other.style.left === chip.style.left && Math.abs(other.offsetTop - parseFloat(chip.style.top)) < 24) chip.style.top = `${other.offsetTop + 26}px`;
    layer().append(chip);
    if (stays) setTimeout(() => chip.remove(), FLOATS_MS);
    else animate(chip, [{ translate: "0 0", opacity: 1, offset: 0 }, { translate: `0 ${-FLOATS_UP / 2}px`, opacity: 1, offset: 0.6 }, { translate: `0 ${-FLOATS_UP}px`, opacity: 0, offset: 1 }], { duration: FLOATS_MS }, () => chip.remove());
  },
};

/** Forget where pieces lay, as before another seat looks. */
export function forget() {
  before = new Map();
  document.getElementById("flying")?.remove();
}
