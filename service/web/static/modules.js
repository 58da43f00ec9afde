/** What is loaded beside modules of the page: symbols, style sheets, and drawing modules, which games bring to be drawn in a style of their own. */

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

/** A document of the service, read as one: no text becomes markup here. @param {string} href @returns {Promise<Document>} */
export const documentOf = (href) => new Promise((resolve, reject) => {
  const asked = Object.assign(new XMLHttpRequest(), { responseType: "document", onerror: reject });
  asked.onload = () => (asked.responseXML ? resolve(asked.responseXML) : reject(asked));
  asked.open("GET", href);
  asked.send();
});

/** Bring the symbols of a file into the page. A `<use>` of another file is drawn a second time when that file has come. @param {string} href */
export const bringSymbols = (href) => void documentOf(href).then(({ documentElement: symbols }) => {
  symbols.setAttribute("display", "none");
  document.documentElement.append(symbols);
}, () => {});

/** @type {Promise<any> | undefined} */
let maps;

/** The style of maps with spots that have no labels, once it is in force; without it they are drawn plainly. */
export const styleOfMaps = () => (maps ??= styled(new URL("./map.css", import.meta.url).href).catch((error) => console.error("map.css cannot be loaded.", error)));
