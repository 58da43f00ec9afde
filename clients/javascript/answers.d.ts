// What the service answers. Made from the contract by `make openapi`.

export interface About {
  sentence: string;
  kinds: Array<string>;
  minutes: Array<number>;
  weight: "demanding" | "easy" | "medium";
  best_seats: Array<number>;
}

export interface Accepted {
  ruleset: string;
  version: number;
  events: Array<Record<string, any>>;
  text: string;
  scene: Array<ShowBeat | MoveBeat | RollBeat | GainBeat | MomentBeat | TurnBeat> | null;
  head: string;
  game: Game;
}

export interface Actions {
  ruleset: string;
  version: number;
  seat: number;
  actions: Array<Offer>;
  unavailable: Array<Unavailable> | null;
  advice: AdviceAnswer | null;
}

export interface AdviceAnswer {
  level: string;
  measure: "none" | "value" | "victory";
  ranking: Array<AdvisedOffer>;
}

export interface AdvisedOffer {
  offer: string;
  expects: number | null;
}

export interface Area {
  id: string;
  kind: "map" | "panel" | "pile" | "row" | "spot";
  name: string;
  in?: string | null;
  box?: Array<number> | null;
  at?: Array<number> | null;
  shape?: "bar" | "box" | "circle";
  outline?: Array<Array<number>>;
  label?: boolean;
  links?: Array<Array<string>>;
  seat?: number | null;
  main?: boolean;
  home?: boolean;
  private?: boolean;
  colour?: string | null;
  icon?: string | null;
  image?: string | null;
  facts?: Array<Array<string | number | string | null>>;
  text?: string;
}

export interface Asked {
  seat: number;
  text: string;
  to_you: string;
}

export interface Audit {
  version: number;
  ok: boolean;
  head: string;
  checks: Checks;
  first_bad: number | null;
  truncated: boolean;
  decisions_unchecked: number;
  secret_chosen: boolean;
  problem: string | null;
  package: GamePackage | null;
}

export interface BeatDie {
  shows: string;
  counts?: boolean;
  again?: boolean;
  colour?: string | null;
}

export interface BeatPiece {
  id?: string | null;
  in?: string | null;
  face?: string | null;
  name?: string;
  icon?: string | null;
  image?: string | null;
  colour?: string | null;
  seat?: number | null;
  count?: number;
  down?: boolean;
  facts?: Array<Array<string | number | string | null>>;
  marks?: Array<string>;
  was?: string | null;
}

export interface BeatSide {
  by: string;
  dice: Array<BeatDie>;
  bonus?: number;
  total?: number | null;
}

export interface Board {
  areas: Array<Area>;
  faces: Record<string, Face>;
  words: Record<string, Word>;
  colours: Record<string, Colour>;
  groups: Array<Group>;
  images: Record<string, string>;
  seats: Array<string>;
}

export interface BranchOf {
  game: string;
  version: number;
}

export interface ChangedSeat {
  ruleset: string;
  game: Game;
  seat: number;
  token: string | null;
  invitation: string | null;
  url: string;
}

export interface Checks {
  chain: "failed" | "ok" | "skipped";
  fold: "failed" | "ok" | "skipped";
  decisions: "failed" | "ok" | "skipped";
  draws: "failed" | "ok" | "skipped";
}

export interface ClockAnswer {
  seconds: number;
  on_timeout: "abandon" | "bot" | "lose" | "stand_in";
  level: string | null;
  patience: number | null;
  running: boolean;
}

export interface Colour {
  light: string;
  dark: string;
}

export interface Commit {
  ruleset: string;
  version: number;
  turn: number;
  seat: number | null;
  actor: "bot" | "host" | "invited" | "player" | "service" | "visitor";
  at: string;
  text: string;
  status: "abandoned" | "finished" | "lobby" | "running";
  to_act: Array<number>;
  deadlines: Array<Deadline>;
  asked: Array<Asked> | null;
  picture: Picture | null;
  scene: Array<ShowBeat | MoveBeat | RollBeat | GainBeat | MomentBeat | TurnBeat> | null;
  head: string;
  command: Record<string, any> | null;
  events: Array<Record<string, any>>;
}

export interface Commits {
  ruleset: string;
  items: Array<Commit>;
  next: number | null;
}

export interface CreatedGame {
  ruleset: string;
  game: Game;
  url: string;
  host_token: string | null;
  seats: Array<SeatToken>;
  invitations: Array<Invitation>;
}

export interface Deadline {
  seat: number;
  deadline: string;
}

export interface Deliveries {
  items: Array<Delivery>;
  next: string | null;
}

export interface Delivery {
  id: string;
  event: string;
  game: string | null;
  version: number;
  status: "delivered" | "failed" | "given_up" | "waiting";
  tries: number;
  at: string;
  detail: string;
}

export interface Face {
  kind: string;
  name: string;
  icon?: string | null;
  image?: string | null;
  colour?: string | null;
  facts?: Array<Array<string | number | string | null>>;
  text?: string;
  source?: string;
}

export interface Fairness {
  algorithm: string;
  commitment: string;
  client_seeds: Array<string>;
  secret: string | null;
}

export interface Feed {
  items: Array<FeedEntry>;
  next: string;
  rewound: boolean;
  left_out: Array<LeftOut>;
}

export interface FeedEntry {
  game: string;
  ruleset: string;
  version: number;
  status: "abandoned" | "finished" | "lobby" | "running";
  to_act: Array<number>;
  pending: Array<Pending>;
  asked: Array<SeatOf>;
  claimed: Array<SeatOf>;
  timed_out: Array<SeatOf>;
  changed_hands: Array<SeatOf>;
  missing_seats: number;
  takeback_asked: SeatOf | null;
  rematch_of: string | null;
  acted_at: string;
  deadline: string | null;
  outcome: Outcome | null;
  ended: "abandoned" | "closed" | "idle" | "played" | "resigned" | "timed_out" | null;
  metadata: Record<string, string>;
  next: string;
  text: string | null;
}

export interface FeedNews {
  next: string;
  rewound: boolean;
  left_out: Array<LeftOut>;
  end: "over" | "unauthorized" | null;
}

export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
}

export interface GainBeat {
  beat: "gain";
  at: string;
  fact: string;
  by?: number | null;
  now?: number | null;
  weight?: 0 | 1 | 2;
  text?: string;
}

export interface Game {
  ruleset: string;
  id: string;
  ruleset_version: number;
  status: "abandoned" | "finished" | "lobby" | "running";
  version: number;
  turn: number;
  seats: Array<SeatAnswer>;
  to_act: Array<number>;
  acted_at: string;
  clock: ClockAnswer | null;
  deadlines: Array<Deadline>;
  asked: Array<Asked> | null;
  picture: Picture | null;
  offers: Array<Offer> | null;
  outcome: Outcome | null;
  ended: "abandoned" | "closed" | "idle" | "played" | "resigned" | "timed_out" | null;
  fairness: Fairness;
  head: string;
  visibility: "public" | "unlisted";
  trusted_host: boolean;
  substitute: string;
  lost: Array<number>;
  takeback: "consent" | "never" | "own";
  takeback_asked: TakebackAnswer | null;
  takeback_now: TakebackNow | null;
  advice: boolean;
  custody: boolean;
  in_custody: Array<number>;
  external_id: string | null;
  metadata: Record<string, string> | null;
  imported: boolean;
  reproducible: boolean;
  branch_of: BranchOf | null;
  rematch_of: string | null;
  rematch_by: "host" | "players";
  rematch_host: "asker" | "same";
  created_at: string;
  options: Options;
  view: Record<string, any> | null;
}

export interface GamePackage {
  distribution: string;
  version: string;
  code: string;
}

export interface Games {
  items: Array<ListedGame>;
  next: string | null;
}

export interface Group {
  id: string;
  name: string;
}

export interface Invitation {
  seat: number;
  invitation: string;
  url: string;
}

export interface LeftOut {
  game: string;
  code: string;
}

export interface LessonLine {
  name: string;
  title: string;
  text: string;
  minutes: number;
}

export interface ListedGame {
  id: string;
  ruleset: string;
  status: "abandoned" | "finished" | "lobby" | "running";
  seats: Array<SeatAnswer>;
  open_seats: number;
  created_at: string;
  created_ms: number;
  version?: number;
  turn?: number;
  to_act?: Array<number>;
  pending?: Array<Pending>;
  asked?: Array<SeatOf>;
  timed_out?: Array<SeatOf>;
  changed_hands?: Array<SeatOf>;
  missing_seats?: number;
  takeback_asked?: SeatOf | null;
  rematch_of?: string | null;
  acted_at?: string;
  deadline?: string | null;
  outcome?: Outcome | null;
  ended?: "abandoned" | "closed" | "idle" | "played" | "resigned" | "timed_out" | null;
  metadata?: Record<string, string>;
  external_id?: string | null;
}

export interface MomentBeat {
  beat: "moment";
  title?: string;
  tone?: "bad" | "good" | "neutral";
  seat?: number | null;
  at?: Array<string>;
  weight?: 0 | 1 | 2;
  text?: string;
}

export interface MoveBeat {
  beat: "move";
  pieces?: Array<string | BeatPiece>;
  to?: string | null;
  from?: string | null;
  weight?: 0 | 1 | 2;
  text?: string;
}

export interface NewWebhookMade {
  webhook: Webhook;
  secret: string;
}

export interface Note {
  metadata: Record<string, string>;
  players: Record<string, string>;
  external_id: string | null;
  keep_result: boolean;
}

export interface Offer {
  id: string;
  label: string;
  group: string | null;
  targets: Array<string>;
  action: Record<string, any>;
  text: string;
  preview: Record<string, any>;
}

export interface Opponent {
  name: string;
  score: number;
  parts: Array<number>;
  won: boolean;
}

export interface Options {
  players?: any | null;
}

export interface Outcome {
  winners: Array<number>;
  scores: Array<number>;
  reason: string;
  parts: Array<ScorePart>;
  ranks: Array<number>;
  because: string;
  opponents: Array<Opponent>;
  resigned: Array<number>;
  timed_out: Array<number>;
  replaced: Array<number>;
  seconds: Array<number>;
}

export interface Pending {
  seat: number;
  player: string | null;
  bot: boolean;
  deadline: string | null;
  since: number | null;
}

export interface Picture {
  pieces: Array<Piece>;
  facts: Record<string, Array<Array<string | number | string | null>>>;
  version: number;
  turn: number;
}

export interface Piece {
  id: string;
  in: string;
  face?: string | null;
  name?: string;
  icon?: string | null;
  image?: string | null;
  colour?: string | null;
  seat?: number | null;
  count?: number;
  down?: boolean;
  facts?: Array<Array<string | number | string | null>>;
  marks?: Array<string>;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  params?: Record<string, any>;
  errors?: Array<FieldError>;
  current_version?: number | null;
  rules?: Array<string>;
}

export interface Refusal {
  code: string;
  detail: string;
  params: Record<string, any>;
  rules: Array<string>;
}

export interface Rematch {
  game: string | null;
}

export interface Result {
  game: string;
  external_id: string | null;
  ruleset: string;
  status: "abandoned" | "finished" | "lobby" | "running";
  created_at: string;
  ended_at: string;
  version: number;
  ended: "abandoned" | "closed" | "idle" | "played" | "resigned" | "timed_out" | null;
  reason: string | null;
  seats: Array<SeatResult>;
  metadata: Record<string, string>;
  deleted: boolean;
}

export interface RollBeat {
  beat: "roll";
  what: string;
  rolls: Array<BeatSide>;
  needed?: number | null;
  won?: boolean | null;
  winner?: string | null;
  open?: boolean;
  weight?: 0 | 1 | 2;
  text?: string;
}

export interface RulesetAnswer {
  ruleset: string;
  title: string;
  version: number;
  seats: SeatRange;
  bot_levels: Array<string>;
  bot_styles: Array<StyleLine>;
  advising_levels: Array<string>;
  drawn: boolean;
  silent_events: Array<string>;
  table_events: Array<string>;
  options: Record<string, any>;
  rules: string | null;
  about: About | null;
  cover: string | null;
  how_to_play: string | null;
  lessons: Array<LessonLine>;
}

export interface Rulesets {
  items: Array<RulesetAnswer>;
}

export interface ScorePart {
  id: string;
  name: string;
  scores: Array<number>;
}

export interface SeatAnswer {
  kind: "bot" | "human" | "open" | "reserved";
  name: string;
  level: string | null;
  player: string | null;
}

export interface SeatOf {
  seat: number;
  player: string | null;
}

export interface SeatRange {
  min: number;
  max: number;
  allowed: Array<number>;
}

export interface SeatResult {
  seat: number;
  player: string | null;
  kind: "bot" | "human" | "open" | "reserved";
  level: string | null;
  winner: boolean;
  rank: number | null;
  score: number | null;
  seconds: number | null;
  resigned: boolean;
  timed_out: boolean;
  replaced: boolean;
}

export interface SeatToken {
  seat: number;
  token: string;
  url: string;
}

export interface ShowBeat {
  beat: "show";
  pieces?: Array<string | BeatPiece>;
  by?: string | null;
  from?: string | null;
  weight?: 0 | 1 | 2;
  text?: string;
}

export interface StyleLine {
  level: string;
  text: string;
}

export interface TakebackAnswer {
  seat: number;
  to_version: number;
  waiting_for: Array<number>;
}

export interface TakebackNow {
  to_version: number | null;
  must_agree: Array<number>;
  until: string | null;
  refusal: Refusal | null;
}

export interface TurnBeat {
  beat: "turn";
  title: string;
  by?: string | null;
  seat?: number | null;
  round?: number | null;
  weight?: 0 | 1 | 2;
  text?: string;
}

export interface Unavailable {
  label: string;
  group: string;
  targets: Array<string>;
  action: Record<string, any>;
  refusal: Refusal;
  missed: boolean;
}

export interface Webhook {
  id: string;
  url: string;
  events: Array<"deadline_near" | "over" | "rematch" | "seat_changed" | "seat_claimed" | "takeback_asked" | "turn" | "deleted">;
  created_at: string;
  disabled: string | null;
  failures: number;
  paused_until: string | null;
}

export interface Webhooks {
  items: Array<Webhook>;
}

export interface Word {
  name: string;
  icon?: string | null;
  seat?: boolean;
}
