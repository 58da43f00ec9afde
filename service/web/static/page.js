/** What both pages have: the bar, light and dark. */
import { Later } from "./components.js";
import { a, button, classes, dialog, form, header, icon, nav, part, several, span, tool } from "./dom.js";
import { settings } from "./keys.js";
import { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

/** Show the chosen theme. */
export function paint() {
  const { theme, motion } = settings();
  Object.assign(document.documentElement.dataset, { theme, motion });
}

/** @param {{middle?: any, tools?: any, what?: any, changed?: () => void}} properties `changed`: called when a setting was. */
export function Bar({ middle, tools, what, changed }) {
  const [open, setOpen] = useState(false), fold = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    if (!open) return;
    const shut = (/** @type {any} */ { type, key, target }) => {
      if (document.querySelector("dialog[open]") || (type === "click" ? target.closest(".tools, .tool.fold") : key !== "Escape")) return;
      if (key) fold.current.focus();
      setOpen(false);
    };
    for (const type of ["click", "keydown"]) addEventListener(type, shut, true);
    return () => { for (const type of ["click", "keydown"]) removeEventListener(type, shut, true); };
  }, [open]);
  return header({ class: classes("bar", open && "open") },
    a({ class: "brand", href: "/", "aria-label": words.brand }, icon("compass"), span({ class: "word" }, words.brand)),
    what, middle,
    what ? button({ ref: fold, class: "tool fold", type: "button", "aria-label": words.more, "aria-expanded": open, onClick: () => setOpen(!open) }, icon("ellipsis")) : null,
    nav({ class: "tools", "aria-label": words.more }, tools,
      part(Preferences, { changed }),
      what ? null : part(Links)));
}

const panel = () => import("./preferences.js").then((file) => file.Panel);

/** The settings. @param {{changed?: () => void}} properties */
function Preferences({ changed }) {
  const [open, setOpen] = useState(false);
  return several(
    tool("ship-wheel", words.settings, { onClick: () => setOpen(true) }),
    open ? part(Dialog, { close: () => setOpen(false) }, part(Later, { load: panel, given: { changed: () => { paint(); changed?.(); } } })) : null);
}

const Links = () => several(a({ class: "link", href: "/docs" }, words.docs));

/** A dialog; a click beside it closes it. @param {{close: () => void, children?: any}} properties */
export function Dialog({ close, children }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => { ref.current.showModal(); }, []);
  return dialog({ ref, onClose: close, onClick: (/** @type {any} */ event) => event.target === ref.current && close() }, form({ method: "dialog" }, children, button({ class: "btn full", autofocus: true }, icon("x"), words.close)));
}
