// The types of openapi.yaml, under the names by which comments of the page call them: `Api.Board`, `Api.Piece`.
import type { components, paths } from "../build/api.js";

type Schemas = components["schemas"];

// "/v1/games/{game}/board" as the page writes it: `/v1/games/${string}/board`.
type Written<Path extends string> = Path extends `${infer Head}/{seat}${infer Tail}`
  ? `${Written<Head>}/${number}${Tail}`
  : Path extends `${infer Head}{${string}}${infer Tail}` ? `${Head}${string}${Written<Tail>}` : Path;
type Exactly<Path extends string> = { [P in keyof paths]: [Path, Written<P>] extends [Written<P>, Path] ? P : never }[keyof paths];
type Roughly<Path extends string> = { [P in keyof paths]: Path extends Written<P> ? P : never }[keyof paths];
type Template<Path extends string> = Path extends `${infer Bare}?${string}`
  ? Template<Bare>
  : [Exactly<Path>] extends [never] ? Roughly<Path> : Exactly<Path>;

type Body<Answer> = Answer extends { content: { "application/json": infer Json } } ? Json
  : Answer extends { content: infer Content } ? Content[keyof Content] : null;
type Answered<Operation> = Operation extends { responses: infer Answers } ? Body<Answers[keyof Answers & (200 | 201 | 202 | 204)]> : never;

declare global {
  namespace Api {
    /** What the service answers to a method at an address, of which only what stands in braces in the contract may vary. */
    type Answer<Method extends string, Path extends string> = Answered<paths[Template<Path>][Lowercase<Method> & keyof paths[Template<Path>]]>;

    type Accepted = Schemas["Accepted"];
    type Actions = Schemas["Actions"];
    type Advice = NonNullable<Actions["advice"]>;
    type Area = Schemas["Area"];
    type Board = Schemas["Board"];
    type Commit = Schemas["Commits"]["items"][number];
    type Face = Schemas["Face"];
    type Fact = Schemas["Picture"]["facts"][string][number];
    type FeedEntry = Schemas["FeedEntry"];
    type Game = Schemas["Game"];
    type Lesson = Content["scripts"][string];
    type ListedGame = Schemas["ListedGame"];
    /** Also of a game that a package brings, whose options the contract does not know. */
    type NewGame = Omit<Schemas["NewGame"], "ruleset" | "options" | "seats"> & {
      ruleset: string;
      options: Record<string, unknown>;
      seats: { kind: Seat["kind"]; level?: string; name?: string }[];
    };
    type Offer = Actions["actions"][number];
    type Outcome = Schemas["Outcome"];
    type Picture = Schemas["Picture"];
    type Piece = Schemas["Piece"];
    type Problem = Schemas["Problem"];
    type Ruleset = Schemas["RulesetAnswer"];
    type Content = Schemas["RulesetContent"];
    type Step = Lesson["steps"][number];
    type Seat = Schemas["SeatAnswer"];
    type Standing = Schemas["Standing"];
    type LookBack = Schemas["LookBack"];
    type Unavailable = NonNullable<Actions["unavailable"]>[number];
  }
}
