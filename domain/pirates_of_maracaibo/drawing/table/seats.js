/** What belongs to a seat: its ship board, hideout, Black Market tiles, Improvements and Quests. */
import { b, classes, colour, contents, div, icon, nameOf, part, place, Point, span } from "../../drawing.js";
import { areasOf, colourOf, figure, heading, listed, mini, quest, row, rowsOf, score, slot } from "./parts.js";

/** What stands large beside the name. */
const LARGE = ["vp", "doubloons"];

/** @param {{drawn: any, seat: number}} properties */
export function Own({ drawn, seat }) {
  const held = contents(drawn.board, drawn.picture);
  const own = `seat/${seat}`;
  return div({ ...place(drawn, areasOf(drawn).get(own), "pm-own") },
    part(Purse, { drawn, held, seat }),
    part(Ship, { drawn, held, seat }), part(Hideout, { drawn, held, seat }),
    part(Tiles, { drawn, held, seat }),
    div({ class: "pm-column" }, listed(drawn, held, `${own}/figurehead`), listed(drawn, held, `${own}/improvements`), score(drawn, `${own}/score`)),
    listed(drawn, held, `${own}/quests`, quest));
}

/** Another seat in brief. @param {{drawn: any, seat: number}} properties */
export function Captain({ drawn, seat }) {
  const held = contents(drawn.board, drawn.picture);
  const own = `seat/${seat}`;
  return div({ ...place(drawn, areasOf(drawn).get(own), "pm-brief") },
    part(Purse, { drawn, held, seat }),
    div({ class: "pm-boards" }, part(Ship, { drawn, held, seat, brief: true }), part(Hideout, { drawn, held, seat, brief: true })),
    ["improvements", "figurehead", "tiles", "quests"].map((each) => listed(drawn, held, `${own}/${each}`, each === "quests" ? quest : undefined)),
    score(drawn, `${own}/score`));
}

/** @param {{drawn: any, held: any, seat: number}} properties */
function Purse({ drawn, held, seat }) {
  const area = areasOf(drawn).get(`seat/${seat}`);
  const facts = drawn.picture.facts[area.id] ?? [];
  return div({ class: "pm-purse" }, drawn.targets.has(area.id) ? part(Point, { area, drawn }) : null,
    row(drawn, facts.filter((/** @type {any} */ [key]) => LARGE.includes(key)), "pm-large"),
    row(drawn, facts.filter((/** @type {any} */ [key]) => !LARGE.includes(key)), "pm-more"),
    held.get(area.id).pieces.map((/** @type {any} */ piece) => mini(drawn, piece)));
}

/** The ship board: each row of slots opens with so many Upgrades. @param {{drawn: any, held: any, seat: number, brief?: boolean}} properties */
function Ship({ drawn, held, seat, brief }) {
  const area = areasOf(drawn).get(`seat/${seat}/ship`);
  const rows = rowsOf(held, area.id);
  const slots = rows.flat();
  const placed = slots.filter((each) => held.get(each.id).pieces.length).length;
  return div(place(drawn, area, classes("pm-ship-board", colourOf(seat))), heading(drawn, area, span({ class: "mute" }, `${placed}/${slots.length}`)),
    rows.map((line, number) => {
      const opens = line[0].facts?.find((/** @type {any} */ [key]) => key === "open_from");
      const shut = opens && placed < opens[1];
      return div({ class: classes("pm-line", shut && "pm-shut"), key: number }, line.map((each) => slot(drawn, held, each, brief ? "pm-slot pm-tiny" : "pm-slot")),
        shut && !brief ? figure(drawn, opens, "open") : null);
    }));
}

/** The hideout: what is stored and what is buried, a row for each kind of Treasure. @param {{drawn: any, held: any, seat: number, brief?: boolean}} properties */
function Hideout({ drawn, held, seat, brief }) {
  const area = areasOf(drawn).get(`seat/${seat}/hideout`);
  const size = brief ? "pm-slot pm-round pm-tiny" : "pm-slot pm-round";
  const gem = (/** @type {any} */ piece) => [icon("gem"), piece.count > 1 ? b(null, `${piece.count}`) : null];
  return div(place(drawn, area, "pm-hideout"), heading(drawn, area),
    rowsOf(held, area.id).map((line, number) => div({ class: "pm-line", style: colour(drawn.board, line[0].colour), key: number },
      line.map((each) => [each.id.endsWith("B1") ? span({ class: "pm-buried", title: drawn.board.words.buried.name, key: "buried" }, brief ? null : icon("pickaxe")) : null, slot(drawn, held, each, size, gem)]))));
}

/** Black Market tiles: those at hand, and those that lie at a Location. @param {{drawn: any, held: any, seat: number}} properties */
function Tiles({ drawn, held, seat }) {
  const area = areasOf(drawn).get(`seat/${seat}/tiles`);
  const at = new Map(drawn.picture.pieces.map((/** @type {any} */ piece) => [piece.in, piece]).reverse());
  const placed = drawn.picture.pieces.filter((/** @type {any} */ piece) => piece.seat === seat && piece.in !== area.id && drawn.board.faces[piece.face]?.kind === "tile");
  return div(place(drawn, area, "pm-list pm-tiles"), heading(drawn, area),
    div({ class: "pm-minis" }, held.get(area.id).pieces.map((/** @type {any} */ piece) => mini(drawn, piece)),
      placed.map((/** @type {any} */ piece) => span({ class: "pm-mini pm-placed", key: piece.id }, icon("tag"), span({ class: "pm-word" }, nameOf(drawn.board, piece)), b(null, nameOf(drawn.board, at.get(piece.in)))))));
}
