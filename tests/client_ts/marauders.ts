import { about, agree, best, type Player, type Schemas } from "./table.js";

type Action = Schemas["MerchantsAndMaraudersCommand"];
type Event = Schemas["MerchantsAndMaraudersEvent"];

const RULESET = "merchants-and-marauders";
const ours = about(RULESET);

/** How much this simple player likes an action: it keeps to trade and does not linger. */
function worth(action: Action): number {
  switch (action.type) {
    case "declare_victory":
      return 100;
    case "take_card":
    case "add_to_sale":
      return 30;
    case "start_selling":
    case "start_buying":
      return 20;
    case "enter_port":
      return action.means === "open" ? 16 : 6;
    case "sail":
      return 15 - action.zone.length / 10; // Not always to the same side.
    case "end_turn":
      return 1;
    case "pass":
      return 2;
    case "scout_merchant":
    case "scout_npc":
    case "scout_captain":
    case "retire":
      return 0;
    default:
      return action.type.startsWith("finish_") ? 25 : 5;
  }
}

/** Follows the wars between nations, and what its seat can be offered. */
export function marauders(): Player {
  let wars: string[] = [];
  const hearEvent = (event: Event): void => {
    switch (event.type) {
      case "war_started":
        wars.push(event.nations.join("-"));
        break;
      case "war_ended":
        wars = wars.filter((war) => war !== event.nations.join("-"));
        break;
    }
  };
  return {
    newGame: {
      ruleset: RULESET,
      seats: [{ kind: "open" }, { kind: "bot", level: "greedy" }],
      options: { windows: "holders_only" },
    },
    hear(page) {
      for (const commit of ours(page).items) commit.events.forEach(hearEvent);
    },
    look(game, seat) {
      const view = ours(game).view;
      const mine = view?.seats[seat];
      if (!view || !mine) throw new Error("a running game has a view with a seat");
      agree("wars", wars, view.wars.map((nations) => nations.join("-")));
      agree("the cards announced of each NPC", view.announced_npcs.map(() => 2), view.announced_npcs.map((each) => each.length));
      if (typeof mine.gold !== "number") throw new Error("the seat sees its own gold");
      if ("hidden" in mine.cargo) throw new Error("the seat sees its own cargo");
      const decision = view.decision;
      return decision === null ? "nothing" : decision.type === "react" ? `to react (${decision.timing})` : decision.type;
    },
    choose(_, offers) {
      return best(ours(offers).actions.map(({ action }) => action), worth);
    },
  };
}
