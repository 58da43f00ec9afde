/** What does not fit into the window: what a player is asked about is brought into sight, and a sign says where more lies below. */
import { several, span } from "./dom.js";
import { useEffect, useMemo } from "./vendor/hooks.js";
import { words } from "./words.js";

/** Parts of the table that may have more than fits. */
const FRAMES = ["seats", "board", "dock", "side"];

/** What changes its size as the window does, or what lies in it. */
const WATCHED = ".seats, .board, .board > *, .dock, .side, .side > *, .offers > .list";

/** So many offers, and what they act on, are in sight without scrolling. */
const FIRST = 3;

/** So many pixels below the edge are no more than a margin. */
const MARGIN = 12;

/** @param {Element} frame */
const isBelow = ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight >= MARGIN;

/** Say of all parts whether more lies below. All is read before anything is written, or the browser lays the page out for each part. @param {HTMLElement} root */
function mark(root) {
  /** @type {(() => void)[]} */
  const changes = [];
  /** @param {any} of @param {string} name @param {any} value */
  const set = (of, name, value) => of[name] === value || changes.push(() => (of[name] = value));
  for (const sign of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".below"))) {
    const frame = root.querySelector(`.${sign.dataset.below}`), below = Boolean(frame) && isBelow(/** @type {Element} */ (frame));
    set(sign, "hidden", !frame || (!below && frame.scrollWidth - frame.scrollLeft - frame.clientWidth < MARGIN));
    set(sign, "textContent", below ? words.below : words.beside);
  }
  const list = /** @type {HTMLElement | null} */ (root.querySelector(".offers > .list"));
  if (list) set(list.dataset, "more", isBelow(list) ? words.below : "");
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".lines"))) set(text.dataset, "more", text.scrollHeight > text.clientHeight + 2 ? "…" : "");
  for (const change of changes) change();
}

/** Bring what the first offers act on into sight, the first offer's last. @param {HTMLElement} root @param {string[]} things */
function show(root, things) {
  for (const id of things.reverse()) {
    const name = CSS.escape(id), thing = root.querySelector(`:is([data-piece="${name}"], [data-area="${name}"]).legal`);
    const at = thing && thing.clientHeight > innerHeight / 3 ? thing.querySelector(".key") : thing;
    at?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** @param {{current: any}} root @param {import("./board.js").Choice[]} offers @param {number | undefined} version The version of the offers. */
export function useFit(root, offers, version) {
  const asked = offers.length ? version : undefined;
  useEffect(() => {
    root.current.querySelector(".dock")?.scrollTo({ left: 0 }); // It was scrolled for what was asked before.
    if (asked === undefined) return undefined;
    const again = () => show(root.current, offers.slice(0, FIRST).flatMap(({ targets }) => targets.slice(0, 1)));
    again();
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, [asked]);
  const watch = useMemo(() => new ResizeObserver(() => root.current && mark(root.current)), []);
  useEffect(() => {
    mark(root.current);
    for (const part of root.current.querySelectorAll(WATCHED)) watch.observe(part);
  });
  useEffect(() => {
    const element = root.current; // Kept: a scroll may be told when the table is gone.
    element.addEventListener("scroll", () => mark(element), { capture: true, passive: true });
    return () => watch.disconnect();
  }, []);
}

/** The signs, each at the lower edge of its part. */
export const Below = () => several(FRAMES.map((frame) => span({ class: "below", "data-below": frame, key: frame, hidden: true, "aria-hidden": "true" })));
