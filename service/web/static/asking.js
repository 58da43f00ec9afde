/** One question before what cannot be undone. */
import { button, dialog, div, form, h3, icon, p, part } from "./dom.js";
import { useEffect, useRef } from "./vendor/hooks.js";
import { render } from "./vendor/preact.js";
import { words } from "./words-later.js";

/** @typedef {{title: string, means: string, yes: string}} Question `means`: what comes of it; `yes`: what the button says. */

/** Ask, and wait for the answer: whether to do it. @param {Question} question @returns {Promise<boolean>} */
export function ask(question) {
  const place = document.body.appendChild(document.createElement("div"));
  return new Promise((answer) => {
    const close = (/** @type {boolean} */ sure) => {
      render(null, place);
      place.remove();
      answer(sure);
    };
    render(part(Asking, { question, close }), place);
  });
}

/** The focus is on what does nothing, and keys that choose offers choose none meanwhile. @param {{question: Question, close: (sure: boolean) => void}} properties */
function Asking({ question: { title, means, yes }, close }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => { ref.current.showModal(); }, []);
  return dialog({ ref, class: "asking", "aria-labelledby": "asking", onClose: () => close(ref.current.returnValue === "yes"), onKeyDown: (/** @type {Event} */ event) => event.stopPropagation() },
    form({ method: "dialog" }, h3({ id: "asking" }, icon("triangle-alert"), title), p(null, means),
      div({ class: "go" }, button({ class: "btn", autofocus: true }, words.notNow), button({ class: "btn main", value: "yes" }, yes))));
}
