import { about, agree, best, type Player, type Schemas } from "./table.js";

type Action = Schemas["PiratesOfMaracaiboCommand"];
type Event = Schemas["PiratesOfMaracaiboEvent"];

const RULESET = "pirates-of-maracaibo";
const SEAT = 0;
const ours = about(RULESET);

/** How much this simple player likes an action. */
function worth(action: Action): number {
  switch (action.type) {
    case "acquire_improvement":
    case "construct_residence":
      return 20;
    case "take_action":
      return 15 - action.action;
    case "sail_to":
      return 10;
    case "decline":
    case "finish_actions":
    case "finish_effects":
      return 0;
    default:
      return 5;
  }
}

/** Follows its explorer along the track, and who won the combats. */
export function maracaibo(): Player {
  let explorer: string | undefined;
  const hearEvent = (event: Event): void => {
    switch (event.type) {
      case "explorer_moved":
        if (event.who === SEAT) explorer = event.to;
        break;
      case "combat_fought":
        for (const [who, roll, added] of event.results) {
          if (who === undefined || typeof roll !== "number" || typeof added !== "number") {
            throw new Error("a combat without who fought it and how");
          }
        }
        break;
    }
  };
  return {
    newGame: {
      ruleset: RULESET,
      seats: [{ kind: "open" }, { kind: "bot", level: "greedy" }],
      options: { pirate_skirmish: true, quest_hunters: true },
    },
    hear(page) {
      for (const commit of ours(page).items) commit.events.forEach(hearEvent);
    },
    look(game) {
      const view = ours(game).view;
      const mine = view?.seats[SEAT];
      if (!view || !mine) throw new Error("a running game has a view with a seat");
      explorer ??= mine.explorer;
      agree("the space of the explorer", explorer, mine.explorer);
      if ("hidden" in mine.quests) throw new Error("the seat sees its own quests");
      return view.decision?.type ?? "nothing";
    },
    choose(_, offers) {
      return best(ours(offers).actions.map(({ action }) => action), worth);
    },
  };
}
