/** What lies beside the sea for all: Quests, Figureheads, decks and the Ruby Market. */
import { div, place } from "../../drawing.js";
import { areasOf, heading, listed, pile, quest, rowsOf, slot } from "./parts.js";

/** Whether something may be taken here. Nothing else on the board is asked about then. @param {any} drawn @param {any} held */
export const offering = (drawn, held) => ["quest_market", "figureheads", "ruby_market", "quest_deck", "tier_two"].some((id) => held.has(id)
  && [{ id }, ...held.get(id).areas, ...held.get(id).pieces].some((each) => drawn.targets.has(each.id)));

/** @param {{drawn: any, held: any}} properties */
export function Market({ drawn, held }) {
  const rubies = areasOf(drawn).get("ruby_market");
  return div({ class: "panel pm-market" },
    listed(drawn, held, "quest_market", quest),
    listed(drawn, held, "figureheads"),
    rubies ? div(place(drawn, rubies, "pm-rubies"), heading(drawn, rubies),
      rowsOf(held, "ruby_market").map((row, number) => div({ class: "pm-line", key: number }, row.map((area) => slot(drawn, held, area, "pm-slot pm-wide"))))) : null,
    div({ class: "pm-decks" }, pile(drawn, held, "quest_deck"), pile(drawn, held, "tier_two")));
}
