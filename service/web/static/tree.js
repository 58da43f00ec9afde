/** The view of a game that is not drawn, as a tree. */
import { b, details, div, li, span, summary, ul } from "./dom.js";
import { words } from "./words.js";

/** @param {string} key */
const title = (key) => key.replaceAll("_", " ");

/** @param {any} value */
function plain(value) {
  if (value === null) return "–";
  if (value?.hidden) return `${value.count ?? ""} ${words.hidden}`.trim();
  if (Array.isArray(value) && value.every((each) => typeof each !== "object" || each === null)) return value.map((each) => each ?? "–").join(", ") || "–";
  return typeof value === "object" ? null : `${value}`;
}

/** @param {{name: string, value: any, depth: number}} properties @returns {import("./dom.js").Node} */
function Branch({ name, value, depth }) {
  const text = plain(value);
  if (text !== null) return li({ class: "leaf" }, span({ class: "mute" }, title(name)), " ", b(null, text));
  return li(null, details({ open: depth < 2 }, summary(null, title(name)),
    ul(null, Object.entries(value).map(([key, part]) => Branch({ name: key, value: part, depth: depth + 1 })))));
}

/** @param {{view: any}} properties */
export const Tree = ({ view }) => div({ class: "area main tree" }, ul(null, Object.entries(view ?? {}).map(([key, value]) => Branch({ name: key, value, depth: 0 }))));
