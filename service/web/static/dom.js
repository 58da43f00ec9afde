/** Elements as plain functions: `div({class: "card"}, "text", …)`. */
import { createElement, Fragment } from "./vendor/preact.js";

/** @typedef {import("./vendor/preact.js").VNode<any>} Node */
/** @typedef {(props?: Record<string, any> | null, ...children: import("./vendor/preact.js").ComponentChildren[]) => Node} Element */

/** The function of each element, by its name. @type {Record<string, Element>} */
const elements = new Proxy({}, {
  get: (_, /** @type {string} */ tag) => /** @type {Element} */ ((props, ...children) => createElement(tag, props ?? null, ...children)),
});

export const {
  a, article, aside, b, button, details, dialog, div, fieldset, form, h1, h2, h3, header, img, input, label, legend, li, main, nav, ol,
  option, p, progress, section, select, small, span, strong, summary, table, td, th, thead, tr, ul,
  circle, g, line, path, polyline, rect, svg, text, use,
} = elements;

/**
 * A component with its properties.
 * @template P @param {(properties: P) => any} type @param {NoInfer<P> & {key?: string | number}} [props]
 * @param {...import("./vendor/preact.js").ComponentChildren} children
 */
export const part = (type, props, ...children) => createElement(type, /** @type {any} */ (props), ...children);

/** Children without an element around them. @param {...import("./vendor/preact.js").ComponentChildren} children */
export const several = (...children) => createElement(Fragment, null, ...children);

/** An icon. With a title it is a picture with a name, which it says to whoever points at it; without one it is decoration. @param {string} name @param {string} [title] */
export const icon = (name, title) =>
  svg({ class: "i", ...(title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" }) }, title && elements.title(null, title), use({ href: `#i-${name}` }));

/** A sign that does something, or with an `href` leads to a page beside this one; a bar says its `word` where there is room.
 * @param {string} sign @param {string} name @param {Record<string, any>} more */
export const tool = (sign, name, { word = name, ...more }) => (more.href ? a : button)({ class: "tool", title: name, "aria-label": name, "data-word": word, ...(more.href ? { target: "_blank", rel: "noopener" } : { type: "button" }), ...more }, icon(sign));

/** Class names, without those that do not hold. @param {...(string | false | 0 | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");
