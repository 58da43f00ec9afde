/** Sentences of the log, with the things that they name. */
import { button, classes } from "./dom.js";
import { words } from "./words.js";

/** Names that are worth a link: longer ones than those found in many words, and no amounts. */
const TELLING = /^\D.{3}/;

/** @typedef {{faces: string[], areas: string[]}} Named Things of one name. */
/** @typedef {{pattern: RegExp, things: Map<string, Named>}} Names */

/** The faces that pieces show, by the pieces. @typedef {Map<string, string | null | undefined>} Shows */

/** The names on a board: of faces and of areas that the seats share. @param {Api.Board} board @returns {Names | null} */
export function namesOf(board) {
  /** @type {Map<string, Named>} */
  const things = new Map();
  const named = (/** @type {string} */ name) => {
    if (!things.has(name)) things.set(name, { faces: [], areas: [] });
    return /** @type {Named} */ (things.get(name));
  };
  for (const [id, face] of Object.entries(board.faces)) if (TELLING.test(face.name)) named(face.name).faces.push(id);
  for (const area of board.areas) if (area.kind !== "panel" && (area.seat ?? null) === null && TELLING.test(area.name)) named(area.name).areas.push(area.id);
  if (!things.size) return null;
  const longest = [...things.keys()].sort((one, other) => other.length - one.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`(?<![\\p{L}\\d])(${longest.join("|")})(?![\\p{L}\\d])`, "u"), things };
}

/**
 * The thing that a name stands for in a commit: one whose id is in its events, or the only one of that name.
 * @param {Named} named @param {string} events As JSON. @param {Shows} shows @returns {{face?: string, area?: string} | null}
 */
function thing({ faces, areas }, events, shows) {
  const said = (/** @type {string} */ id) => events.includes(`"${id}"`) || events.includes(`"${id}:`);
  const shown = [...shows].find(([piece, face]) => face && faces.includes(face) && said(piece))?.[1];
  const face = shown ?? faces.find(said) ?? (faces.length === 1 ? faces[0] : undefined);
  if (face) return { face };
  const area = areas.find(said) ?? (areas.length === 1 ? areas[0] : undefined);
  return area ? { area } : null;
}

/**
 * A sentence in parts: what is named in it can be clicked.
 * @param {{commit: Api.Commit, names: Names | null, shows: Shows, inspect: (piece: any) => void}} properties
 */
export function Sentence({ commit, names, shows, inspect }) {
  if (!names) return commit.text;
  const events = JSON.stringify(commit.events ?? []);
  return commit.text.split(names.pattern).map((text, place) => {
    const found = place % 2 ? thing(/** @type {Named} */ (names.things.get(text)), events, shows) : null;
    if (!found) return text;
    const click = () => (found.face ? inspect({ id: found.face, face: found.face, name: "" }) : point(/** @type {string} */ (found.area)));
    return button({ type: "button", class: classes("link named", found.area && "place"), title: words.inspect(text), onClick: click, key: place }, text);
  });
}

/** Show where an area is. @param {string} area */
function point(area) {
  const element = document.querySelector(`[data-area="${CSS.escape(area)}"]`);
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  element?.animate([{ outline: "4px solid currentColor" }, { outline: "0 solid transparent" }], { duration: 1200 });
}
