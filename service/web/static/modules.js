/** Drawing modules: what games bring to be drawn in a style of their own. */
import { p, part } from "./dom.js";
import { useEffect, useReducer, useState } from "./vendor/hooks.js";
import { Component } from "./vendor/preact.js";
import { words } from "./words.js";

/**
 * @typedef {object} Module The components that take the place of the generic ones. Each gets `drawn`, and what is listed.
 * @property {any} [Board] All that the seats share.
 * @property {any} [Aside] What the seats share that lies beside the board, with the other seats' panels; then `Board` leaves it out.
 * @property {any} [Own] What belongs to the seat that looks: `seat`.
 * @property {any} [Captain] What belongs to another seat, in brief: `seat`.
 * @property {any} [Piece] A card or token: `piece`, `small`.
 * @property {boolean} [rolls] Whether these components show the last roll of dice (`Rolled`); else the panel of who rolled does.
 */

/** The rulesets that bring a module, with the files that it needs. @type {Record<string, string[]>} */
const bringing = JSON.parse(document.querySelector('meta[name="drawing-modules"]')?.getAttribute("content") ?? "{}");

/** @type {Map<string, Promise<Module>>} */
const loaded = new Map();

/** The drawing module of a ruleset, with its style sheet in force; an empty one if there is none or it cannot be loaded.
 * @param {string} ruleset @returns {Promise<Module>} */
export function moduleOf(ruleset) {
  const found = loaded.get(ruleset) ?? (bringing[ruleset] ? load(ruleset) : Promise.resolve({}));
  loaded.set(ruleset, found);
  return found;
}

/** @param {string} ruleset @returns {Promise<Module>} */
async function load(ruleset) {
  const folder = new URL(`./games/${ruleset}/`, import.meta.url).href;
  // All files at once, and not one import after the other.
  for (const path of bringing[ruleset]) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: new URL(`./${path}`, import.meta.url).href }));
  try {
    const [module] = await Promise.all([import(`${folder}table.js`), styled(`${folder}table.css`)]);
    return module.default;
  } catch (error) {
    console.error(`The drawing module of ${ruleset} cannot be loaded.`, error);
    return {};
  }
}

/** @param {string} href */
export const styled = (href) => new Promise((resolve, reject) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: reject });
  document.head.append(link);
});

/** @type {Promise<any> | undefined} */
let maps;

/** The style of maps with spots that have no labels, once it is in force; without it they are drawn plainly. */
export const styleOfMaps = () => (maps ??= styled(new URL("./map.css", import.meta.url).href).catch((error) => console.error("map.css cannot be loaded.", error)));

/** Draws with the component of a module, and with the generic one where the module has none or its component throws. */
class Own extends Component {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** @param {any} error */
  componentDidCatch(error) {
    console.error("A component of the drawing module failed; the generic one takes its place.", error);
  }

  /** @param {any} properties @param {any} state */
  render({ own, generic, given }, state) {
    return part(/** @type {any} */ (state.failed ? generic : own), given);
  }
}

/** The component of a module if it has one, else the generic one. @param {any} own @param {any} generic @param {any} given */
export const drawnBy = (own, generic, given) => (own ? part(/** @type {any} */ (Own), { own, generic, given, key: given.key }) : part(generic, given));

/** The components that were loaded, by what loads them. @type {Map<() => Promise<any>, any>} */
const components = new Map();

/** A component of a file that few visitors need: it is loaded when it is first shown.
 * @param {{load: () => Promise<any>, given: any, quiet?: boolean}} properties `quiet`: nothing stands in its place until it is there. */
export function Later({ load, given, quiet = false }) {
  const [, redraw] = useReducer((count) => count + 1, 0);
  const [failed, fail] = useState(false);
  const component = components.get(load);
  useEffect(() => {
    if (component) return;
    load().then((loaded) => { components.set(load, loaded); redraw(0); }, () => fail(true));
  }, [load]);
  return component ? part(component, given) : quiet && !failed ? null : p({ class: failed ? "say" : "mute", role: "status" }, failed ? words.unreachable : words.loading);
}
