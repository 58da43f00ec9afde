/** What both pages have: the bar, light and dark. */
import { a, button, classes, dialog, form, header, icon, nav, part, several, span } from "./dom.js";
import { settings, set } from "./keys.js";
import { useEffect, useRef, useState } from "./vendor/hooks.js";
import { words } from "./words.js";

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const THEME_ICONS = { auto: "monitor", light: "sun", dark: "moon" };

/** Show the chosen theme. */
export function paint() {
  document.documentElement.dataset.theme = settings().theme;
}

/** @param {{middle?: any, tools?: any, what?: any}} properties */
export function Bar({ middle, tools, what }) {
  const [theme, setTheme] = useState(settings().theme);
  const [open, setOpen] = useState(false);
  const turn = () => {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    set({ theme: next });
    paint();
    setTheme(next);
  };
  return header({ class: classes("bar", open && "open") },
    a({ class: "brand", href: "/", "aria-label": words.brand }, icon("compass"), span({ class: "word" }, words.brand)),
    what, middle,
    what ? button({ class: "tool fold", type: "button", "aria-label": words.more, "aria-expanded": open, onClick: () => setOpen(!open) }, icon("ellipsis")) : null,
    nav({ class: "tools", "aria-label": words.more }, tools,
      button({ class: "tool", type: "button", title: `${words.theme}: ${theme}`, "aria-label": `${words.theme}: ${theme}`, onClick: turn }, icon(THEME_ICONS[theme])),
      what ? null : part(Links)));
}

const Links = () => several(a({ class: "link", href: "/docs" }, words.docs));

/** A dialog; a click beside it closes it. @param {{close: () => void, children?: any}} properties */
export function Dialog({ close, children }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => { ref.current.showModal(); }, []);
  return dialog({ ref, onClose: close, onClick: (/** @type {any} */ event) => event.target === ref.current && close() }, form({ method: "dialog" }, children, button({ class: "btn full", autofocus: true }, icon("x"), words.close)));
}
