// What it takes to play any of the games: a seat is claimed, followed by long polls and played to the end, and every answer is
// held to what was told before. Which game it is shows in `ruleset` alone.

import createClient from "openapi-fetch";
import type { components, paths } from "./build/api.js";

/** Lists in queries have commas between their values. */
const querySerializer = { array: { style: "form", explode: false } } as const;

export type Schemas = components["schemas"];
export type Ruleset = Schemas["Game"]["ruleset"];
type Problem = Schemas["Problem"];

/** One of the games: who is to play it, how it is played, and what is expected of its answers. */
export interface Player {
  readonly newGame: Schemas["NewGame"];
  /** Takes in a page of history as the seat sees it. */
  hear(page: Schemas["Commits"]): void;
  /** Throws unless the game shows what was heard; says what is asked now, if anything is. */
  look(game: Schemas["Game"], seat: number): string;
  /** One of the offers. */
  choose(game: Schemas["Game"], offers: Schemas["Actions"]): Schemas["Action"] | undefined;
}

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
export function impossible(value: never): never {
  throw new Error(`not in the contract: ${JSON.stringify(value)}`);
}

export function count(zone: string[] | Schemas["Hidden"]): number {
  return "hidden" in zone ? zone.count : zone.length;
}

export function agree(what: string, told: unknown, shown: unknown): void {
  const [one, other] = [JSON.stringify(told), JSON.stringify(shown)];
  if (one !== other) throw new Error(`the events tell ${one} as ${what}, the view shows ${other}`);
}

/** The best by these values; of equals the first. */
export function best<T>(of: readonly T[], worth: (one: T) => number): T | undefined {
  return [...of].sort((a, b) => worth(b) - worth(a))[0];
}

type About<T, R extends Ruleset> = Extract<T, { ruleset: R }>;

/** Tells answers about one game from those about others by `ruleset`. */
export function about<R extends Ruleset>(ruleset: R) {
  const isOurs = <T extends { ruleset: Ruleset }>(answer: T): answer is About<T, R> => answer.ruleset === ruleset;
  return <T extends { ruleset: Ruleset }>(answer: T): About<T, R> => {
    if (!isOurs(answer)) throw new Error(`an answer about ${answer.ruleset}`);
    return answer;
  };
}

/** Throws unless a commit has the picture of its moment, all of it on the board, and says what is asked of whom. */
function draw(board: Schemas["Board"], commit: Schemas["Commits"]["items"][number], areas: ReadonlySet<string>): void {
  if (commit.asked?.length !== commit.to_act.length) throw new Error("not every seat is told what it is asked");
  if (commit.picture === null) return; // Nothing has been laid out yet.
  if (commit.picture.version !== commit.version) throw new Error("the picture of another moment");
  for (const piece of commit.picture.pieces) {
    if (!areas.has(piece.in)) throw new Error(`${piece.id} is nowhere`);
    if (piece.face != null && board.faces[piece.face] === undefined) throw new Error(`${piece.id} has no face`);
  }
}

export async function play(baseUrl: string, player: Player): Promise<string> {
  type Media = "application/json" | "application/problem+json";
  const open = createClient<paths, Media>({ baseUrl, querySerializer });
  const { game: made } = dataOf(await open.POST("/v1/games", { body: player.newGame }));
  const seat = 0;
  const claimed = dataOf(
    await open.POST("/v1/games/{game}/seats/{seat}/claim", {
      params: { path: { game: made.id, seat } },
      body: { name: "TypeScript", client_seed: "typed" },
    }),
  );
  if (claimed.token === null) throw new Error("a claim without a token");
  const client = createClient<paths, Media>({ baseUrl, querySerializer, headers: { Authorization: `Bearer ${claimed.token}` } });

  const path = { game: made.id };
  const board = dataOf(await client.GET("/v1/games/{game}/board", { params: { path } }));
  let game = claimed.game;
  let version = 0;
  let moves = 0;
  const questions = new Set<string>();
  for (;;) {
    const query = { after: version, wait: 10, include: ["picture" as const, "asked" as const] };
    const page = dataOf(await client.GET("/v1/games/{game}/events", { params: { path, query } }));
    player.hear(page);
    const last = page.items.at(-1);
    if (last !== undefined) draw(board, last, new Set(board.areas.map((area) => area.id)));
    version = last?.version ?? version;
    game = dataOf(await client.GET("/v1/games/{game}", { params: { path, query: { version } } }));
    const question = player.look(game, seat);
    if (game.status !== "running") break;
    if (!game.to_act.includes(seat)) continue;
    questions.add(question);

    const listed = await client.GET("/v1/games/{game}/actions", { params: { path } });
    const offers = dataOf(listed);
    const action = player.choose(game, offers);
    if (action === undefined) throw new Error("to act, but without a legal action");
    const trial = dataOf(await client.POST("/v1/games/{game}/actions/try", { params: { path }, body: action }));
    if (!trial.legal) throw new Error("the list of legal actions and the dry run disagree");
    const tag = listed.response.headers.get("ETag") ?? "none";
    const params = { path, header: { "If-Match": tag, "Idempotency-Key": crypto.randomUUID() } };
    const offer = offers.actions.find((each) => each.action === action);
    if (offer === undefined) throw new Error("an action that is not offered");
    if (offer.group !== null && !board.groups.some((group) => group.id === offer.group)) throw new Error("no such group");
    const accepted = dataOf(await client.POST("/v1/games/{game}/actions", { params, body: { offer: offer.id } }));
    if ("legal" in accepted || accepted.version !== offers.version + 1) throw new Error("the action made another version");
    moves += 1;
  }

  const audit = dataOf(await client.GET("/v1/games/{game}/audit", { params: { path } }));
  if (!audit.ok || game.outcome === null) throw new Error(`not a sound end: ${audit.problem}`);
  const turns = dataOf(await client.GET("/v1/games/{game}/turns", { params: { path } }));
  if (turns.items.at(-1)?.last_version !== game.version) throw new Error("the last turn is not the end");
  const refused = await open.GET("/v1/games/{game}/actions", { params: { path } });
  if (refused.error?.code !== "unauthorized") throw new Error("a spectator has no actions");
  return (
    `${game.ruleset}: ${game.status} (${game.outcome.reason}) at version ${game.version} after ${moves} actions of seat ${seat}; ` +
    `asked: ${[...questions].sort().join(", ")}; winners: ${game.outcome.winners.join(", ")}; audit ok`
  );
}
