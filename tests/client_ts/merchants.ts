import { about, agree, best, count, impossible, type Player, type Schemas } from "./table.js";

type Action = Schemas["MerchantsOfTheCaribbeanCommand"];
type View = Schemas["MerchantsOfTheCaribbeanView"];
type Event = Schemas["MerchantsOfTheCaribbeanEvent"];

const RULESET = "merchants-of-the-caribbean";
const ENOUGH_CARDS = 3;
const SEAT = 0;
const ours = about(RULESET);

/** How much this simple player likes an action; one case for each type of command. */
function worth(view: View, action: Action): number {
  switch (action.type) {
    case "complete_expedition":
      return 100 - action.discards.length;
    case "hire_person":
      return 50;
    case "loot_ship":
      return 40;
    case "repel_ship":
      return view.harbour.includes(action.card) ? 0 : 30;
    case "keep_ship":
      return 20;
    case "stop_discovering":
      return view.harbour.length >= ENOUGH_CARDS ? 10 : 1;
    case "reveal_card":
      return 5;
    case "finish_taking":
    case "end_turn":
      return 0;
    default:
      return impossible(action);
  }
}

/** What the player is asked, from the view's pending decision. */
function asked(view: View): string {
  const decision = view.decision;
  if (decision === null) return "nothing";
  switch (decision.type) {
    case "discover":
      return "to reveal or stop";
    case "repel":
      return decision.keeping_busts ? "to repel or bust" : "to repel";
    case "active_take":
    case "other_take":
      return decision.takes_left > 1 ? "to take cards" : "to take a card";
    case "bust_window":
      return "for requests after the bust";
    default:
      return impossible(decision);
  }
}

/** The coins that an event moves to (or, below 0, from) the seat. */
function coinsFor(event: Event): number {
  switch (event.type) {
    case "coins_gained":
      return event.seat === SEAT ? event.amount : 0;
    case "coins_paid":
    case "tax_levied":
      return event.seat === SEAT ? -event.amount : 0;
    case "fee_paid":
      return event.to_seat === SEAT ? event.amount : event.from_seat === SEAT ? -event.amount : 0;
    default:
      return 0;
  }
}

function seatsPlanned(command: Schemas["MerchantsOfTheCaribbeanRecordedCommand"] | null): number {
  return command?.type === "create_game" ? command.seats.length : 0;
}

/** Follows its coins. */
export function merchants(): Player {
  let coins = 0;
  return {
    newGame: {
      ruleset: RULESET,
      seats: [{ kind: "open" }, { kind: "bot", level: "greedy" }, { kind: "bot", level: "random" }],
      options: { starting_seat: SEAT, target_influence: 5 },
    },
    hear(page) {
      for (const commit of ours(page).items) {
        if (commit.version === 1) agree("the seats at the beginning", seatsPlanned(commit.command), 3);
        for (const event of commit.events) coins += coinsFor(event);
      }
    },
    look(game) {
      const view = ours(game).view;
      const mine = view?.seats[SEAT];
      if (!view || !mine) throw new Error("a running game has a view with a seat");
      agree("coins", [coins, coins], [mine.coin_count, count(mine.coins)]);
      return asked(view);
    },
    choose(game, offers) {
      const { view } = ours(game);
      return view === null ? undefined : best(ours(offers).actions.map(({ action }) => action), (each) => worth(view, each));
    },
  };
}
