/** Fingers are larger than pieces: on a touch screen, everything small is hit within 44 pixels around its middle. */

const REACH = 22;

/** So many pixels within a space of a map without labels, where spaces lie close together, a finger means no other; in a thin space
 * its middle third. */
const SURE = 7;

/** What is a piece or a place, and does something when it is chosen. */
const THINGS = "button[data-piece], button[data-area], [data-area] button.point, [data-area] > button";

/** @typedef {{id: string, name: string, element: HTMLElement, direct: boolean}} Touched `direct`: the finger was on it. */

/** All pieces and places that a finger may have meant. A piece that covers its place stands for it, if only the place `has` offers.
 * @param {MouseEvent} event @param {HTMLElement} root @param {(id: string) => boolean} has @returns {Touched[]} */
export function touched(event, root, has) {
  const at = /** @type {Element} */ (event.target);
  const control = at.closest("button, a, input, select, summary, dialog, .menu");
  if (!at.closest(".board, .seats, .dock") || (control && !control.matches(THINGS))) return [];
  const { clientX: x, clientY: y } = event;
  /** @type {Map<string, Touched>} */
  const found = new Map();
  for (const each of root.querySelectorAll(THINGS)) {
    const element = /** @type {HTMLElement} */ (each);
    const { left, top, width, height } = element.getBoundingClientRect();
    const near = Math.abs(x - left - width / 2) <= Math.max(REACH, width / 2) && Math.abs(y - top - height / 2) <= Math.max(REACH, height / 2);
    const direct = element.contains(at), bare = element.closest(".bare");
    const sure = direct && bare && Math.min(x - left, y - top, left + width - x, top + height - y) >= Math.min(SURE, width / 3, height / 3);
    if (sure) found.clear();
    if (!direct && !(near && width && element.closest(".board, .seats, .dock") === at.closest(".board, .seats, .dock"))) continue;
    const place = /** @type {HTMLElement} */ (element.closest("[data-piece], [data-area]"));
    const { piece, area = "" } = place.dataset;
    const covers = piece && !has(piece) && element.matches(".legal, .covered.legal *");
    if (bare && !piece && !direct && !has(area)) continue; // A space without a label and offers has nothing to show.
    const id = covers ? /** @type {HTMLElement} */ (place.closest("[data-area]")).dataset.area ?? "" : piece ?? area;
    const name = element.getAttribute("aria-label") ?? place.getAttribute("aria-label") ?? element.innerText;
    if (!found.has(id) || direct) found.set(id, { id, name, element, direct });
    if (sure) break;
  }
  return [...found.values()];
}
