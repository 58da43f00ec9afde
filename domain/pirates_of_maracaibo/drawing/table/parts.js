/** What every part of the table of Pirates of Maracaibo is made of. */
import { b, badge, button, classes, colour, details, div, h3, icon, li, nameOf, part, path, pennant, place, Point, span, state, summary, svg, text, thing, ul } from "../../drawing.js";

/** @typedef {any} Drawn */

/** Facts of which one is meant where only an icon stands. */
const COUNTED = new Set(["quest", "bury", "upgrade", "marker", "treasure", "tile", "residence", "crew", "equipment", "ship"]);

/** The areas of a board by their ids. @param {Drawn} drawn @returns {Map<string, any>} */
export const areasOf = (drawn) => new Map(drawn.board.areas.map((/** @type {any} */ area) => [area.id, area]));

/** Whose a thing is, by its face: a seat from 0, or `jordan`. @param {any} piece */
export const owner = (piece) => piece.face?.split("/")[1];

/** The class that gives the colour of a seat or of Jordan. @param {string | number} who */
export const colourOf = (who) => (who === "jordan" ? "pm-jordan" : `seat-${Number(who) + 1}`);

/** A seat's pennant; Jordan's has a cross and the first letter of the name. @param {Drawn} drawn @param {string | number} who */
export function flag(drawn, who) {
  if (who !== "jordan") return pennant(Number(who), true);
  const name = areasOf(drawn).get("jordan").name;
  return svg({ class: "pennant small pm-jordan", viewBox: "0 0 38 22", role: "img", "aria-label": name },
    path({ d: "M0 0h38l-7 11 7 11H0z", class: "flag" }), path({ d: "M20 6l10 10M30 6L20 16", class: "pm-cross" }), text({ x: 10, y: 16 }, name[0]));
}

/** Where a long word may be parted: before a consonant and a vowel, of which pairs such as `ch` are not parted. */
const SEAM = /(?<=\w{3})(?<![cpst](?=h))(?=(?:[cpst]h|[b-df-hj-np-tv-xz])[aeiouy]\w)/g;
export const parted = (/** @type {string} */ name) => name.replace(/\w{8,}/g, (word) => word.replace(SEAM, "\u00ad"));

/** A fact as an icon with its figure. @param {Drawn} drawn @param {Api.Fact} fact @param {string | number} [key] */
export function figure(drawn, [id, value], key) {
  const name = `${id}`;
  if (name === "or") return span({ class: "pm-or", key }, "/");
  const word = drawn.board.words[name];
  const hidden = value === null || value === undefined;
  const [figured, ...more] = parted(`${value}`.replace("-", "−")).split(" ");
  const said = hidden ? icon("eye-off") : COUNTED.has(name) && value === 1 ? null : b(null, figured);
  const sign = word.icon ? icon(word.icon, word.name) : span({ class: "mute" }, word.name), about = { class: classes("pm-fig", `pm-is-${name}`, more.length && "pm-long"), title: hidden ? word.name : `${word.name} ${value}`, key };
  // A sentence flows around its sign, which stays with the first word.
  return more.length ? span(about, span({ class: "pm-fig" }, sign, said), b(null, ` ${more.join(" ")}`)) : span(about, sign, said);
}

/** Facts in a row. @param {Drawn} drawn @param {Api.Fact[]} facts @param {string} [look] */
export const row = (drawn, facts, look) => (facts.length ? span({ class: classes("pm-figs", look) }, facts.map((fact, number) => [number ? " " : null, figure(drawn, fact, number)])) : null);

/** What a small place gives, as one icon and a figure of at most three characters: behind a price, what it buys.
 * @param {Drawn} drawn @param {any} area */
export function gift(drawn, area) {
  const given = (area.facts ?? []).filter((/** @type {any} */ fact) => fact[0] in drawn.board.words && !["open_from", "beyond_river"].includes(fact[0]));
  const [key, value] = given.find((/** @type {any} */ [, each]) => !(each < 0)) ?? given[0] ?? [];
  const name = key ? drawn.board.words[key].icon : area.icon;
  const short = key && !(COUNTED.has(key) && value === 1) && `${value}`.length <= 3 ? `${value}`.replace("-", "−") : "";
  return [name ? icon(name) : null, short ? b(null, short) : null];
}

/** What a click on a thing that covers its place is about: what may be done with it, or else with the place.
 * @param {Drawn} drawn @param {any} piece @param {any} area */
const meant = (drawn, piece, area) => [piece.id, area.id].find((id) => drawn.targets.has(id));

/** The properties of a piece that covers its place, and so stands for both. @param {Drawn} drawn @param {any} piece @param {any} area @param {string} look */
export const covering = (drawn, piece, area, look) => ({
  ...thing(drawn, piece, classes(look, state(drawn, area.id))),
  title: [nameOf(drawn.board, piece), drawn.board.faces[piece.face]?.text].filter(Boolean).join(". "),
  onClick: () => { const id = meant(drawn, piece, area); return id ? drawn.point(id) : drawn.inspect(piece); },
});

/** The keys of the offers about a place and about the piece that covers it. @param {Drawn} drawn @param {any} piece @param {any} area */
export const badges = (drawn, piece, area) => badge(drawn, piece.id) ?? badge(drawn, area.id);

/** A small place as a button: a click does what may be done with it, or shows what it gives. Where nothing may be done it is passed
 * over by Tab, because there are some sixty. @param {Drawn} drawn @param {any} area @param {string} look @param {...any} inside */
export const spot = (drawn, area, look, ...inside) => button({
  type: "button", class: classes(look, state(drawn, area.id)), "data-area": area.id, "aria-label": area.name, title: area.text || area.name,
  tabIndex: drawn.targets.has(area.id) ? 0 : -1, key: area.id,
  onClick: () => (drawn.targets.has(area.id) ? drawn.point(area.id) : drawn.inspect(area)),
}, badge(drawn, area.id), ...inside);

/** A card or token in one line: its icon and its name. @param {Drawn} drawn @param {any} piece @param {string} [said] What stands for the name. */
export function mini(drawn, piece, said) {
  const face = drawn.board.faces[piece.face];
  const name = nameOf(drawn.board, piece);
  const own = face?.kind === "tile";
  return button({ ...thing(drawn, piece, classes("pm-mini", own && colourOf(piece.seat), piece.down && "pm-hidden", piece.marks?.includes("used") && "pm-used")), title: [name, face?.text].filter(Boolean).join(". "),
    style: own ? undefined : colour(drawn.board, piece.colour ?? face?.colour), key: piece.id },
    badge(drawn, piece.id), icon(piece.down ? "eye-off" : piece.icon ?? face?.icon), span({ class: "pm-word" }, said ?? name), piece.count > 1 ? b(null, `×${piece.count}`) : null,
    piece.marks?.includes("used") ? icon("check", drawn.board.words.used.name) : null);
}

/** A Quest with its points; face down, how many there are. @param {Drawn} drawn @param {any} piece */
export function quest(drawn, piece) {
  const face = drawn.board.faces[piece.face];
  if (!face) return mini(drawn, piece);
  const points = (piece.facts?.length ? piece.facts : face.facts).map((/** @type {any} */ [, value]) => value);
  return button({ ...thing(drawn, piece, "pm-quest"), title: face.text, key: piece.id },
    badge(drawn, piece.id), span({ class: "pm-word" }, face.name), b({ class: "pm-points" }, icon("star"), points.join("/")),
    (piece.marks ?? []).map((/** @type {string} */ mark) => span({ class: "tag", key: mark }, drawn.board.words[mark].name)));
}

/** A heading of an area, with the keys of its offers. @param {Drawn} drawn @param {any} area @param {...any} more */
export const heading = (drawn, area, ...more) => h3(null, part(Point, { area, drawn }, area.icon ? icon(area.icon) : null, span({ class: "pm-title" }, area.name)), ...more);

/** What may be done with a map as a whole, such as to leave it. @param {Drawn} drawn @param {any} area */
export const whole = (drawn, area) => (drawn.targets.has(area.id) ? span({ class: "pm-whole" }, part(Point, { area, drawn })) : null);

/** An area with its heading and its pieces in short. @param {Drawn} drawn @param {any} held @param {string} id @param {(drawn: Drawn, piece: any) => any} [each] */
export function listed(drawn, held, id, each = (_, piece) => mini(drawn, piece)) {
  const area = areasOf(drawn).get(id);
  const { pieces } = held.get(id);
  return div({ ...place(drawn, area, classes("pm-list", `pm-${id.split("/").at(-1)}`, !pieces.length && "pm-none")), key: id },
    heading(drawn, area, area.private ? icon("eye", "Only you see what lies here.") : null), div({ class: "pm-minis" }, pieces.map((/** @type {any} */ piece) => each(drawn, piece))));
}

/** A pile: its top and how many lie there. @param {Drawn} drawn @param {any} held @param {string} id @param {boolean} [short] Without its name. */
export function pile(drawn, held, id, short) {
  const area = areasOf(drawn).get(id);
  const { pieces } = held.get(id);
  const top = pieces[0];
  const count = pieces.reduce((/** @type {number} */ sum, /** @type {any} */ piece) => sum + (piece.count ?? 1), 0);
  return div({ ...place(drawn, area, "pm-pile"), key: id }, top
    ? button({ ...covering(drawn, top, area, classes("pm-mini", top.down && "pm-hidden")), "aria-label": `${area.name}: ${count}` }, badges(drawn, top, area), icon(area.icon), short ? null : span({ class: "pm-word" }, top.down ? area.name : nameOf(drawn.board, top)), b(null, `${count}`))
    : part(Point, { area, drawn }));
}

/** Small places in the rows in which they lie on their map. @param {any} held @param {string} id */
export function rowsOf(held, id) {
  /** @type {Map<number, any[]>} */
  const rows = new Map();
  for (const area of held.get(id).areas) rows.set(area.at[1], [...(rows.get(area.at[1]) ?? []), area]);
  return [...rows.values()];
}

/** A small place that a piece may cover. @param {Drawn} drawn @param {any} held @param {any} area @param {string} look @param {any} [shown] What stands on the piece. */
export function slot(drawn, held, area, look, shown) {
  const [piece] = held.get(area.id).pieces;
  if (!piece) return spot(drawn, area, look, ...gift(drawn, area));
  return span({ ...place(drawn, area, "pm-box"), key: area.id },
    button({ ...covering(drawn, piece, area, classes(look, "pm-on", piece.marks?.includes("used") && "pm-used")), style: colour(drawn.board, piece.colour ?? drawn.board.faces[piece.face]?.colour) },
      badges(drawn, piece, area), shown ? shown(piece) : gift(drawn, area)));
}

/** The final scoring by its parts. @param {Drawn} drawn @param {string} id */
export function score(drawn, id) {
  const area = areasOf(drawn).get(id);
  const facts = drawn.picture.facts[id] ?? [];
  return div({ ...place(drawn, area, classes("pm-score", !facts.length && "pm-none")), key: id }, facts.length
    ? details(null, summary(null, icon(area.icon), area.name), ul(null, facts.map((/** @type {any} */ [key, value]) => li({ key }, drawn.board.words[key].name, " ", b(null, `${value}`))))) : null);
}
