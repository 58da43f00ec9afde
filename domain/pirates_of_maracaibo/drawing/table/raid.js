/** Raids: the dice as they fall, the Raiding Power of each raid, and what it buys. */
import { b, badge, button, circle, classes, colour, contents, details, div, h2, icon, nameOf, part, place, rect, Rolled, several, span, summary, svg, thing } from "../../drawing.js";
import { areasOf, colourOf, figure, flag, row } from "./parts.js";

/** Whether a raid goes on, or dice were rolled last. Dice lie where they fell until others are rolled. @param {any} drawn */
export const raiding = (drawn) => Boolean(drawn.picture.facts.raid?.length) || drawn.picture.pieces.some((/** @type {any} */ piece) => piece.id.startsWith("pool/")
  || piece.id.startsWith("die/") && drawn.targets.has(piece.id)) || [...drawn.touched].some((id) => id.startsWith("die/")) || Boolean(drawn.beat && drawn.beat.beat === "roll");

/** Where the pips of each number are. */
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** A raid that goes on; else what raids buy and the dice rolled last, folded. @param {{drawn: any}} properties */
export function Raid({ drawn }) {
  const area = areasOf(drawn).get("raid");
  const { pieces } = contents(drawn.board, drawn.picture).get("raid") ?? { pieces: [] };
  const others = areasOf(drawn).get("dice");
  const thrown = contents(drawn.board, drawn.picture).get("dice")?.pieces ?? [];
  const facts = drawn.picture.facts.raid ?? [];
  const of = (/** @type {string} */ start) => pieces.filter((piece) => piece.id.startsWith(start));
  const fought = drawn.roll?.roll.rolls.length > 1 && !of("die/").some(({ id }) => drawn.targets.has(id)); // Then these dice are of a raid before.
  const now = raiding(drawn), about = { class: classes("pm-raid", now && "pm-now"), role: "group", "aria-label": area.name, "data-area": "raid" };
  const inside = several(
    drawn.roll ? part(Rolled, { drawn, ...drawn.roll }) : null,
    of("die/").length && !(fought && now) ? div({ class: "pm-dice", "aria-live": "polite" }, of("die/").map((piece) => die(drawn, piece))) : null,
    div({ ...place(drawn, others, classes("pm-dice", !thrown.length && "pm-none")), "aria-live": "polite" },
      thrown.length ? row(drawn, drawn.picture.facts.dice ?? []) : null, thrown.map((piece) => die(drawn, piece))),
    of("pool/").map((piece) => button({ ...thing(drawn, piece, "pm-pool"), style: colour(drawn.board, piece.colour), key: piece.id },
      badge(drawn, piece.id), span(null, piece.name), row(drawn, /** @type {[string, any][]} */ (piece.facts ?? [])))),
    div({ class: "pm-prices" }, of("raid/").map((piece) => price(drawn, piece))));
  return now ? div(about, h2(null, icon(area.icon), area.name, row(drawn, facts)), inside) : details(about, summary(null, icon(area.icon), " ", area.name), inside);
}

/** A die that falls when its number is new. @param {any} drawn @param {any} piece */
function die(drawn, piece) {
  const face = drawn.board.faces[piece.face];
  const [[, pips]] = piece.facts;
  const name = nameOf(drawn.board, piece);
  const who = piece.in === "dice" ? piece.id.split("/")[1] : null;
  const whose = who === null ? "" : `${areasOf(drawn).get(who === "jordan" ? who : `seat/${who}`).name}, `;
  return button({ ...thing(drawn, piece, classes("pm-die", who !== null && colourOf(who))), "aria-label": `${whose}${name}: ${pips}`, style: who === null ? colour(drawn.board, face.colour) : undefined, key: piece.id },
    badge(drawn, piece.id),
    svg({ viewBox: "0 0 44 44", "aria-hidden": "true", key: pips }, rect({ x: 2, y: 2, width: 40, height: 40, rx: 8 }),
      PIPS[pips].map((each) => circle({ cx: 11 + (each % 3) * 11, cy: 11 + Math.floor(each / 3) * 11, r: 3.6, key: each }))),
    span(null, who === null ? name.split(" ")[0] : flag(drawn, who), " ", b(null, `${pips}`)));
}

/** What Raiding Power buys. @param {any} drawn @param {any} piece */
function price(drawn, piece) {
  const [cost, ...gains] = drawn.board.faces[piece.face].facts;
  return button({ ...thing(drawn, piece, classes("pm-price", piece.marks?.length && "pm-used")), title: nameOf(drawn.board, piece), key: piece.id },
    badge(drawn, piece.id), figure(drawn, cost), icon("arrow-right"), row(drawn, gains), piece.marks?.length ? icon("check", drawn.board.words[piece.marks[0]].name) : null);
}
