// Plays a whole game against two bots through the types that openapi.yaml generates. That it compiles in strict mode, with no
// `any` and no cast, is half of the test: views, events and commands are told apart by their discriminators alone.

import createClient from "openapi-fetch";
import type { components, paths } from "./build/api.js";

type Schemas = components["schemas"];
type Action = Schemas["MerchantsOfTheCaribbeanCommand"];
type Game = Schemas["MerchantsOfTheCaribbeanGame"];
type View = Schemas["MerchantsOfTheCaribbeanView"];
type Event = Schemas["MerchantsOfTheCaribbeanEvent"];
type RecordedCommand = Schemas["MerchantsOfTheCaribbeanRecordedCommand"];
type Problem = Schemas["Problem"];

declare const process: { readonly argv: readonly string[] }; // all that is needed of Node's own types

const RULESET = "merchants-of-the-caribbean";
const ENOUGH_CARDS = 3;

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
  }
}

/** The data of an answer; throws what the service refused, and if there is neither. */
function dataOf<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.error !== undefined) throw new Refused(answer.error);
  if (answer.data === undefined) throw new Error("an answer without a body");
  return answer.data;
}

/** Makes the compiler prove that nothing else is possible. */
function impossible(value: never): never {
  throw new Error(`not in the contract: ${JSON.stringify(value)}`);
}

function count(zone: string[] | Schemas["Hidden"]): number {
  return "hidden" in zone ? zone.count : zone.length;
}

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

type Ours<T> = Extract<T, { ruleset: typeof RULESET }>;

function isOurs<T extends { ruleset: string }>(answer: T): answer is Ours<T> {
  return answer.ruleset === RULESET;
}

/** An answer about the game that is played here; its `ruleset` tells it from those about others. */
function ours<T extends { ruleset: string }>(answer: T): Ours<T> {
  if (!isOurs(answer)) throw new Error(`an answer about ${answer.ruleset}`);
  return answer;
}

/** What the player is asked, from the view's pending decision. */
function asked(view: View): string {
  const decision = view.decision;
  if (decision === null) return "nothing";
  switch (decision.type) {
    case "discover":
      return `to reveal or stop at ${view.harbour.length} cards`;
    case "repel":
      return `to repel ${decision.card}${decision.keeping_busts ? " or bust" : ""}`;
    case "active_take":
    case "other_take":
      return `to take up to ${decision.takes_left} cards`;
    case "bust_window":
      return "for requests after the bust";
    default:
      return impossible(decision);
  }
}

/** The coins that an event moves to (or, below 0, from) a seat. */
function coinsFor(seat: number, event: Event): number {
  switch (event.type) {
    case "coins_gained":
      return event.seat === seat ? event.amount : 0;
    case "coins_paid":
    case "tax_levied":
      return event.seat === seat ? -event.amount : 0;
    case "fee_paid":
      return event.to_seat === seat ? event.amount : event.from_seat === seat ? -event.amount : 0;
    default:
      return 0;
  }
}

function seatsPlanned(command: RecordedCommand | null): number {
  return command?.type === "create_game" ? command.seats.length : 0;
}

async function play(baseUrl: string): Promise<void> {
  const open = createClient<paths, "application/json" | "application/problem+json">({ baseUrl });
  const { game: made } = dataOf(
    await open.POST("/v1/games", {
      body: {
        ruleset: RULESET,
        seats: [{ kind: "open" }, { kind: "bot", level: "greedy" }, { kind: "bot", level: "random" }],
        options: { starting_seat: 0, target_influence: 5 },
      },
    }),
  );
  const seat = 0;
  const claimed = dataOf(
    await open.POST("/v1/games/{game}/seats/{seat}/claim", {
      params: { path: { game: made.id, seat } },
      body: { name: "TypeScript", client_seed: "typed" },
    }),
  );
  if (claimed.token === null) throw new Error("a claim without a token");
  const client = createClient<paths, "application/json" | "application/problem+json">({
    baseUrl,
    headers: { Authorization: `Bearer ${claimed.token}` },
  });

  const path = { game: made.id };
  let game: Game = ours(claimed.game);
  let version = 0;
  let coins = 0;
  let moves = 0;
  const questions = new Set<string>();
  for (;;) {
    // History up to now: the coins that the events tell of must be those that the view shows.
    const query = { after: version, wait: 10 };
    const page = ours(dataOf(await client.GET("/v1/games/{game}/events", { params: { path, query } })));
    for (const commit of page.items) {
      if (commit.version === 1 && seatsPlanned(commit.command) !== 3) throw new Error("the first commit creates the game");
      for (const event of commit.events) coins += coinsFor(seat, event);
      version = commit.version;
    }
    game = ours(dataOf(await client.GET("/v1/games/{game}", { params: { path, query: { version } } })));
    const view = game.view;
    if (view === null) throw new Error("a running game has a view");
    const mine = view.seats[seat];
    if (mine === undefined || mine.coin_count !== coins || count(mine.coins) !== coins) {
      throw new Error(`the events give ${coins} coins, the view ${mine?.coin_count}`);
    }
    if (game.status !== "running") break;
    if (!game.to_act.includes(seat)) continue;
    questions.add(asked(view).split(" ").slice(0, 2).join(" "));

    const offer = ours(dataOf(await client.GET("/v1/games/{game}/actions", { params: { path } })));
    const best = offer.actions.map(({ action }) => action).sort((a, b) => worth(view, b) - worth(view, a))[0];
    if (best === undefined) throw new Error("to act, but without a legal action");
    const params = { path, header: { "If-Match": `"${offer.version}"`, "Idempotency-Key": crypto.randomUUID() } };
    const trial = await client.POST("/v1/games/{game}/actions", { params: { path, query: { dry_run: true } }, body: best });
    const found = dataOf(trial);
    if (!("legal" in found) || !found.legal) throw new Error("the list of legal actions and the dry run disagree");
    const accepted = dataOf(await client.POST("/v1/games/{game}/actions", { params, body: best }));
    if ("legal" in accepted || accepted.version !== offer.version + 1) throw new Error("the action made another version");
    moves += 1;
  }

  const audit = dataOf(await client.GET("/v1/games/{game}/audit", { params: { path } }));
  if (!audit.ok || game.outcome === null) throw new Error(`not a sound end: ${audit.problem}`);
  const refused = await open.GET("/v1/games/{game}/actions", { params: { path } });
  if (refused.error?.code !== "unauthorized") throw new Error("a spectator has no actions");
  console.log(
    `${game.status} (${game.outcome.reason}) at version ${game.version} after ${moves} actions of seat ${seat}; ` +
      `asked: ${[...questions].sort().join(", ")}; winners: ${game.outcome.winners.join(", ")}; audit ok`,
  );
}

const [baseUrl] = process.argv.slice(2);
if (baseUrl === undefined) throw new Error("usage: node play.js BASE_URL");
await play(baseUrl);
