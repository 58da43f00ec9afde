/** Elements as plain functions: `div({class: "card"}, "text", …)`. */
import { createElement, Fragment } from "./vendor/preact.js";

/** @typedef {import("./vendor/preact.js").ComponentChildren} Children */

/** @param {string} tag @returns {(props?: Record<string, any> | null, ...children: any[]) => any} */
const element = (tag) => (props, ...children) => createElement(tag, props ?? null, ...children);

export const [a, article, aside, b, button, dd, details, dialog, div, dl, dt, em, fieldset, footer, form, h1, h2, h3, header,
  img, input, label, legend, li, main, nav, ol, option, output, p, section, select, small, span, strong, summary, table, tbody,
  td, th, thead, tr, ul] = ["a", "article", "aside", "b", "button", "dd", "details", "dialog", "div", "dl", "dt", "em",
  "fieldset", "footer", "form", "h1", "h2", "h3", "header", "img", "input", "label", "legend", "li", "main", "nav", "ol",
  "option", "output", "p", "section", "select", "small", "span", "strong", "summary", "table", "tbody", "td", "th", "thead",
  "tr", "ul"].map(element);

export const [svg, g, use, line, path, rect, circle, polygon, polyline, text] = ["svg", "g", "use", "line", "path", "rect",
  "circle", "polygon", "polyline", "text"].map(element);

/** A component with its properties. @param {any} type @param {any} [props] @param {...any} children */
export const part = (type, props, ...children) => createElement(type, props ?? null, ...children);

/** Children without an element around them. @param {...any} children */
export const several = (...children) => createElement(Fragment, null, ...children);

const ICONS = new URL("./vendor/icons.svg", import.meta.url).pathname;

/** An icon. With a title it is a picture with a name, without one it is decoration. @param {string} name @param {string} [title] */
export const icon = (name, title) =>
  svg({ class: "i", ...(title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" }) }, use({ href: `${ICONS}#i-${name}` }));

/** Class names, without those that do not hold. @param {...(string | false | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");
