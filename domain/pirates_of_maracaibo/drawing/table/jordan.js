/** Jordan, who plays against one seat: its track, its ship, and what it has gained. */
import { div, h2, icon, p, place, span } from "../../drawing.js";
import { areasOf, figure, flag, heading, listed, mini, pile, quest, rowsOf, score, slot } from "./parts.js";

/** @param {{drawn: any, held: any}} properties */
export function Jordan({ drawn, held }) {
  const areas = areasOf(drawn);
  const jordan = areas.get("jordan");
  const facts = drawn.picture.facts.jordan ?? [];
  const text = drawn.board.faces[held.get("jordan/shown").pieces.at(-1)?.face]?.text;
  const rows = (/** @type {string} */ id, /** @type {string} */ look, /** @type {(area: any) => any} */ shown) => {
    const area = areas.get(id);
    return div({ ...place(drawn, area, `pm-list ${look}`), key: id }, heading(drawn, area), rowsOf(held, id).map((row, number) => div({ class: "pm-line", key: number }, row.map(shown))));
  };
  return div({ ...place(drawn, jordan, "panel pm-rival pm-jordan") },
    h2(null, flag(drawn, "jordan"), span(null, jordan.name), span({ class: "end" }, pile(drawn, held, "jordan/deck", true))),
    div({ class: "pm-facts" }, facts.map((/** @type {any} */ fact) => figure(drawn, fact, fact[0])), held.get("jordan").pieces.map((/** @type {any} */ piece) => mini(drawn, piece))),
    listed(drawn, held, "jordan/shown", (_, piece) => mini(drawn, piece, drawn.board.faces[piece.face].name.split(" ").at(-1))),
    text ? p({ class: "mute pm-text lines" }, text) : null,
    rows("jordan/track", "", (area) => slot(drawn, held, { ...area, facts: [], icon: undefined }, "pm-slot pm-hop", () => area.id.split("/").at(-1))),
    rows("jordan/ship", "pm-fleet", (area) => slot(drawn, held, area, "pm-slot pm-tiny", () => icon(area.icon))),
    listed(drawn, held, "jordan/treasures"), listed(drawn, held, "jordan/figurehead"), listed(drawn, held, "jordan/improvements"), listed(drawn, held, "jordan/quests", quest),
    score(drawn, "jordan/score"));
}
