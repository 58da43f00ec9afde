"""What the service answers. Made from the contract by `make openapi`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class About(TypedDict):
    sentence: str
    kinds: list[str]
    minutes: list[int]
    weight: Literal["demanding", "easy", "medium"]
    best_seats: list[int]


class Accepted(TypedDict):
    ruleset: str
    version: int
    events: list[dict[str, Any]]
    text: str
    scene: list[ShowBeat | MoveBeat | RollBeat | GainBeat | MomentBeat | TurnBeat] | None
    head: str
    game: Game


class Actions(TypedDict):
    ruleset: str
    version: int
    seat: int
    actions: list[Offer]
    unavailable: list[Unavailable] | None
    advice: AdviceAnswer | None


class AdviceAnswer(TypedDict):
    level: str
    measure: Literal["none", "value", "victory"]
    ranking: list[AdvisedOffer]


class AdvisedOffer(TypedDict):
    offer: str
    expects: float | None


Area = TypedDict(
    "Area",
    {
        "id": "str",
        "kind": 'Literal["map", "panel", "pile", "row", "spot"]',
        "name": "str",
        "in": "NotRequired[str | None]",
        "box": "NotRequired[list[float] | None]",
        "at": "NotRequired[list[float] | None]",
        "shape": 'NotRequired[Literal["bar", "box", "circle"]]',
        "outline": "NotRequired[list[list[float]]]",
        "label": "NotRequired[bool]",
        "links": "NotRequired[list[list[str]]]",
        "seat": "NotRequired[int | None]",
        "main": "NotRequired[bool]",
        "home": "NotRequired[bool]",
        "private": "NotRequired[bool]",
        "colour": "NotRequired[str | None]",
        "icon": "NotRequired[str | None]",
        "image": "NotRequired[str | None]",
        "facts": "NotRequired[list[list[str | int | str | None]]]",
        "text": "NotRequired[str]",
    },
)


class Asked(TypedDict):
    seat: int
    text: str
    to_you: str


class Audit(TypedDict):
    version: int
    ok: bool
    head: str
    checks: Checks
    first_bad: int | None
    truncated: bool
    decisions_unchecked: int
    secret_chosen: bool
    problem: str | None
    package: GamePackage | None


class BeatDie(TypedDict):
    shows: str
    counts: NotRequired[bool]
    again: NotRequired[bool]
    colour: NotRequired[str | None]


BeatPiece = TypedDict(
    "BeatPiece",
    {
        "id": "NotRequired[str | None]",
        "in": "NotRequired[str | None]",
        "face": "NotRequired[str | None]",
        "name": "NotRequired[str]",
        "icon": "NotRequired[str | None]",
        "image": "NotRequired[str | None]",
        "colour": "NotRequired[str | None]",
        "seat": "NotRequired[int | None]",
        "count": "NotRequired[int]",
        "down": "NotRequired[bool]",
        "facts": "NotRequired[list[list[str | int | str | None]]]",
        "marks": "NotRequired[list[str]]",
        "was": "NotRequired[str | None]",
    },
)


class BeatSide(TypedDict):
    by: str
    dice: list[BeatDie]
    bonus: NotRequired[int]
    total: NotRequired[int | None]


class Board(TypedDict):
    areas: list[Area]
    faces: dict[str, Face]
    words: dict[str, Word]
    colours: dict[str, Colour]
    groups: list[Group]
    images: dict[str, str]
    seats: list[str]


class BranchOf(TypedDict):
    game: str
    version: int


class ChangedSeat(TypedDict):
    ruleset: str
    game: Game
    seat: int
    token: str | None
    invitation: str | None
    url: str


class Checks(TypedDict):
    chain: Literal["failed", "ok", "skipped"]
    fold: Literal["failed", "ok", "skipped"]
    decisions: Literal["failed", "ok", "skipped"]
    draws: Literal["failed", "ok", "skipped"]


class ClockAnswer(TypedDict):
    seconds: int
    on_timeout: Literal["abandon", "bot", "lose", "stand_in"]
    level: str | None
    patience: int | None
    running: bool


class Colour(TypedDict):
    light: str
    dark: str


class Commit(TypedDict):
    ruleset: str
    version: int
    turn: int
    seat: int | None
    actor: Literal["bot", "host", "invited", "player", "service", "visitor"]
    at: str
    text: str
    status: Literal["abandoned", "finished", "lobby", "running"]
    to_act: list[int]
    deadlines: list[Deadline]
    asked: list[Asked] | None
    picture: Picture | None
    scene: list[ShowBeat | MoveBeat | RollBeat | GainBeat | MomentBeat | TurnBeat] | None
    head: str
    command: dict[str, Any] | None
    events: list[dict[str, Any]]


class Commits(TypedDict):
    ruleset: str
    items: list[Commit]
    next: int | None


class CreatedGame(TypedDict):
    ruleset: str
    game: Game
    url: str
    host_token: str | None
    seats: list[SeatToken]
    invitations: list[Invitation]


class Deadline(TypedDict):
    seat: int
    deadline: str


class Deliveries(TypedDict):
    items: list[Delivery]
    next: str | None


class Delivery(TypedDict):
    id: str
    event: str
    game: str | None
    version: int
    status: Literal["delivered", "failed", "given_up", "waiting"]
    tries: int
    at: str
    detail: str


class Face(TypedDict):
    kind: str
    name: str
    icon: NotRequired[str | None]
    image: NotRequired[str | None]
    colour: NotRequired[str | None]
    facts: NotRequired[list[list[str | int | str | None]]]
    text: NotRequired[str]
    source: NotRequired[str]


class Fairness(TypedDict):
    algorithm: str
    commitment: str
    client_seeds: list[str]
    secret: str | None


class Feed(TypedDict):
    items: list[FeedEntry]
    next: str
    rewound: bool
    left_out: list[LeftOut]


class FeedEntry(TypedDict):
    game: str
    ruleset: str
    version: int
    status: Literal["abandoned", "finished", "lobby", "running"]
    to_act: list[int]
    pending: list[Pending]
    asked: list[SeatOf]
    claimed: list[SeatOf]
    timed_out: list[SeatOf]
    changed_hands: list[SeatOf]
    missing_seats: int
    takeback_asked: SeatOf | None
    rematch_of: str | None
    acted_at: str
    deadline: str | None
    outcome: Outcome | None
    ended: Literal["abandoned", "closed", "idle", "played", "resigned", "timed_out"] | None
    metadata: dict[str, str]
    next: str
    text: str | None


class FeedNews(TypedDict):
    next: str
    rewound: bool
    left_out: list[LeftOut]
    end: Literal["over", "unauthorized"] | None


class FieldError(TypedDict):
    pointer: str
    code: str
    detail: str


class GainBeat(TypedDict):
    beat: Literal["gain"]
    at: str
    fact: str
    by: NotRequired[int | None]
    now: NotRequired[int | None]
    weight: NotRequired[Literal[0, 1, 2]]
    text: NotRequired[str]


class Game(TypedDict):
    ruleset: str
    id: str
    ruleset_version: int
    status: Literal["abandoned", "finished", "lobby", "running"]
    version: int
    turn: int
    seats: list[SeatAnswer]
    to_act: list[int]
    acted_at: str
    clock: ClockAnswer | None
    deadlines: list[Deadline]
    asked: list[Asked] | None
    picture: Picture | None
    offers: list[Offer] | None
    outcome: Outcome | None
    ended: Literal["abandoned", "closed", "idle", "played", "resigned", "timed_out"] | None
    fairness: Fairness
    head: str
    visibility: Literal["public", "unlisted"]
    trusted_host: bool
    substitute: str
    lost: list[int]
    takeback: Literal["consent", "never", "own"]
    takeback_asked: TakebackAnswer | None
    takeback_now: TakebackNow | None
    advice: bool
    custody: bool
    in_custody: list[int]
    external_id: str | None
    metadata: dict[str, str] | None
    imported: bool
    reproducible: bool
    branch_of: BranchOf | None
    rematch_of: str | None
    rematch_by: Literal["host", "players"]
    rematch_host: Literal["asker", "same"]
    created_at: str
    options: Options
    view: dict[str, Any] | None


class GamePackage(TypedDict):
    distribution: str
    version: str
    code: str


class Games(TypedDict):
    items: list[ListedGame]
    next: str | None


class Group(TypedDict):
    id: str
    name: str


class Invitation(TypedDict):
    seat: int
    invitation: str
    url: str


class LeftOut(TypedDict):
    game: str
    code: str


class LessonLine(TypedDict):
    name: str
    title: str
    text: str
    minutes: int


class ListedGame(TypedDict):
    id: str
    ruleset: str
    status: Literal["abandoned", "finished", "lobby", "running"]
    seats: list[SeatAnswer]
    open_seats: int
    created_at: str
    created_ms: int
    version: NotRequired[int]
    turn: NotRequired[int]
    to_act: NotRequired[list[int]]
    pending: NotRequired[list[Pending]]
    asked: NotRequired[list[SeatOf]]
    timed_out: NotRequired[list[SeatOf]]
    changed_hands: NotRequired[list[SeatOf]]
    missing_seats: NotRequired[int]
    takeback_asked: NotRequired[SeatOf | None]
    rematch_of: NotRequired[str | None]
    acted_at: NotRequired[str]
    deadline: NotRequired[str | None]
    outcome: NotRequired[Outcome | None]
    ended: NotRequired[Literal["abandoned", "closed", "idle", "played", "resigned", "timed_out"] | None]
    metadata: NotRequired[dict[str, str]]
    external_id: NotRequired[str | None]


class MomentBeat(TypedDict):
    beat: Literal["moment"]
    title: NotRequired[str]
    tone: NotRequired[Literal["bad", "good", "neutral"]]
    seat: NotRequired[int | None]
    at: NotRequired[list[str]]
    weight: NotRequired[Literal[0, 1, 2]]
    text: NotRequired[str]


MoveBeat = TypedDict(
    "MoveBeat",
    {
        "beat": 'Literal["move"]',
        "pieces": "NotRequired[list[str | BeatPiece]]",
        "to": "NotRequired[str | None]",
        "from": "NotRequired[str | None]",
        "weight": "NotRequired[Literal[0, 1, 2]]",
        "text": "NotRequired[str]",
    },
)


class NewWebhookMade(TypedDict):
    webhook: Webhook
    secret: str


class Note(TypedDict):
    metadata: dict[str, str]
    players: dict[str, str]
    external_id: str | None
    keep_result: bool


class Offer(TypedDict):
    id: str
    label: str
    group: str | None
    targets: list[str]
    action: dict[str, Any]
    text: str
    preview: dict[str, Any]


class Opponent(TypedDict):
    name: str
    score: int
    parts: list[int]
    won: bool


class Options(TypedDict):
    players: NotRequired[Any | None]


class Outcome(TypedDict):
    winners: list[int]
    scores: list[int]
    reason: str
    parts: list[ScorePart]
    ranks: list[int]
    because: str
    opponents: list[Opponent]
    resigned: list[int]
    timed_out: list[int]
    replaced: list[int]
    seconds: list[int]


class Pending(TypedDict):
    seat: int
    player: str | None
    bot: bool
    deadline: str | None
    since: int | None


class Picture(TypedDict):
    pieces: list[Piece]
    facts: dict[str, list[list[str | int | str | None]]]
    version: int
    turn: int


Piece = TypedDict(
    "Piece",
    {
        "id": "str",
        "in": "str",
        "face": "NotRequired[str | None]",
        "name": "NotRequired[str]",
        "icon": "NotRequired[str | None]",
        "image": "NotRequired[str | None]",
        "colour": "NotRequired[str | None]",
        "seat": "NotRequired[int | None]",
        "count": "NotRequired[int]",
        "down": "NotRequired[bool]",
        "facts": "NotRequired[list[list[str | int | str | None]]]",
        "marks": "NotRequired[list[str]]",
    },
)


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    code: str
    params: NotRequired[dict[str, Any]]
    errors: NotRequired[list[FieldError]]
    current_version: NotRequired[int | None]
    rules: NotRequired[list[str]]


class Refusal(TypedDict):
    code: str
    detail: str
    params: dict[str, Any]
    rules: list[str]


class Rematch(TypedDict):
    game: str | None


class Result(TypedDict):
    game: str
    external_id: str | None
    ruleset: str
    status: Literal["abandoned", "finished", "lobby", "running"]
    created_at: str
    ended_at: str
    version: int
    ended: Literal["abandoned", "closed", "idle", "played", "resigned", "timed_out"] | None
    reason: str | None
    seats: list[SeatResult]
    metadata: dict[str, str]
    deleted: bool


class RollBeat(TypedDict):
    beat: Literal["roll"]
    what: str
    rolls: list[BeatSide]
    needed: NotRequired[int | None]
    won: NotRequired[bool | None]
    winner: NotRequired[str | None]
    open: NotRequired[bool]
    weight: NotRequired[Literal[0, 1, 2]]
    text: NotRequired[str]


class RulesetAnswer(TypedDict):
    ruleset: str
    title: str
    version: int
    seats: SeatRange
    bot_levels: list[str]
    bot_styles: list[StyleLine]
    advising_levels: list[str]
    drawn: bool
    silent_events: list[str]
    table_events: list[str]
    options: dict[str, Any]
    rules: str | None
    about: About | None
    cover: str | None
    how_to_play: str | None
    lessons: list[LessonLine]


class Rulesets(TypedDict):
    items: list[RulesetAnswer]


class ScorePart(TypedDict):
    id: str
    name: str
    scores: list[int]


class SeatAnswer(TypedDict):
    kind: Literal["bot", "human", "open", "reserved"]
    name: str
    level: str | None
    player: str | None


class SeatOf(TypedDict):
    seat: int
    player: str | None


class SeatRange(TypedDict):
    min: int
    max: int
    allowed: list[int]


class SeatResult(TypedDict):
    seat: int
    player: str | None
    kind: Literal["bot", "human", "open", "reserved"]
    level: str | None
    winner: bool
    rank: int | None
    score: int | None
    seconds: int | None
    resigned: bool
    timed_out: bool
    replaced: bool


class SeatToken(TypedDict):
    seat: int
    token: str
    url: str


ShowBeat = TypedDict(
    "ShowBeat",
    {
        "beat": 'Literal["show"]',
        "pieces": "NotRequired[list[str | BeatPiece]]",
        "by": "NotRequired[str | None]",
        "from": "NotRequired[str | None]",
        "weight": "NotRequired[Literal[0, 1, 2]]",
        "text": "NotRequired[str]",
    },
)


class StyleLine(TypedDict):
    level: str
    text: str


class TakebackAnswer(TypedDict):
    seat: int
    to_version: int
    waiting_for: list[int]


class TakebackNow(TypedDict):
    to_version: int | None
    must_agree: list[int]
    until: str | None
    refusal: Refusal | None


class TurnBeat(TypedDict):
    beat: Literal["turn"]
    title: str
    by: NotRequired[str | None]
    seat: NotRequired[int | None]
    round: NotRequired[int | None]
    weight: NotRequired[Literal[0, 1, 2]]
    text: NotRequired[str]


class Unavailable(TypedDict):
    label: str
    group: str
    targets: list[str]
    action: dict[str, Any]
    refusal: Refusal
    missed: bool


class Webhook(TypedDict):
    id: str
    url: str
    events: list[
        Literal["deadline_near", "over", "rematch", "seat_changed", "seat_claimed", "takeback_asked", "turn"]
        | Literal["deleted"]
    ]
    created_at: str
    disabled: str | None
    failures: int
    paused_until: str | None


class Webhooks(TypedDict):
    items: list[Webhook]


class Word(TypedDict):
    name: str
    icon: NotRequired[str | None]
    seat: NotRequired[bool]
