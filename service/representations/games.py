"""Answers about games: a game as the caller may see it, created or seated, and the list of games.

Each game narrows `Any` to its own types (`service.representations.built`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from domain import session
from domain.levels import Level
from domain.session import Ending, Status
from domain.session.clocks import Clock
from domain.session.results import Outcome
from domain.session.seals import called
from events.deadlines import Deadline
from events.entries import Pending, SeatOf, first_of, pending_of, seats_of
from events.identity import Moment
from events.store_types import About, Changed, GameSummary, OwnedGame, SeatSummary
from service.representations.offers import Refusal
from service.representations.pictures import PictureAnswer


class SeatAnswer(SeatSummary, frozen=True):
    """The player of a seat."""

    player: str | None
    """The id under which the holder of the game's API key knows the player; null for all others, and if none is noted."""


class Fairness(msgspec.Struct, frozen=True):
    """The values from which the draws follow and can be checked."""

    algorithm: str
    """The algorithm that makes each draw from secret, client seeds and version."""
    commitment: str
    """SHA-256 of the secret, in hex; published before the first draw."""
    client_seeds: tuple[str, ...]
    """By seat, once all are taken: the seed of its claim, empty if none was sent, or `bot-<seat>`."""
    secret: str | None
    """The secret in hex; null until the game is over."""


class BranchOf(msgspec.Struct, frozen=True):
    """The position at which a branch began."""

    game: str
    """The id of the original game."""
    version: int
    """The version of the original game."""


class ClockAnswer(Clock, frozen=True, forbid_unknown_fields=False, kw_only=True):
    """The clock of a game: the time of a seat runs from when it is asked something until nothing more is asked of it."""

    running: bool
    """Whether it runs: the host can stop it."""


@lru_cache(1 << 10)
def clock_answer(clock: Clock, *, running: bool) -> ClockAnswer:
    """The answer's clock. Many games have the same one, and each answer has it."""
    return ClockAnswer(**msgspec.structs.asdict(clock), running=running)


class Asked(msgspec.Struct, frozen=True):
    """The question to a seat."""

    seat: int
    """The seat that must act."""
    text: str
    """A sentence for everybody, which reveals nothing that only some see."""
    to_you: str
    """The same said to the player of the seat (`You take up to 2 cards from the harbour.`); it reveals nothing more."""


class TakebackAnswer(msgspec.Struct, frozen=True):
    """A takeback that a seat asks the other players for. The next action ends the request."""

    seat: int
    """The seat that asks."""
    to_version: int
    """The position to go back to is the one after this version."""
    waiting_for: tuple[int, ...]
    """The seats that must still agree."""


class TakebackNow(msgspec.Struct, frozen=True):
    """What becomes of a takeback that the caller's seat asks for at this version."""

    to_version: int | None
    """The position to go back to is the one after this version; null if it is refused."""
    must_agree: tuple[int, ...]
    """The seats that are asked first; empty if the game goes back at once."""
    until: Moment | None
    """When it is too late to go back at once, RFC 3339, UTC; null if no clock says so."""
    refusal: Refusal | None
    """Why it is refused; null if it is not."""


class RematchAnswer(msgspec.Struct, frozen=True):
    """The game in which the players of another one play again."""

    game: str | None
    """Its id; null until a player asks for it."""


class GameAnswer(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    """The id of the game, part of its addresses."""
    ruleset_version: int
    """The version of the rules under which it is played."""
    status: Status
    """`lobby` until the last seat is taken; `abandoned` games are over without a result."""
    version: int
    """The number of commits; each accepted command adds one."""
    turn: int
    """The current turn, from 1; 0 in the lobby and during set-up."""
    seats: tuple[SeatAnswer, ...]
    """The seats by number, from 0."""
    to_act: tuple[int, ...]
    """The seats that must act now."""
    acted_at: Moment
    """The time of the last commit, RFC 3339, UTC."""
    clock: ClockAnswer | None
    """The clock; null for a game without one."""
    deadlines: tuple[Deadline, ...]
    """When the time of each of the seats in `to_act` is over; none without a clock, while it is stopped, and for bots."""
    asked: tuple[Asked, ...] | None
    """The question to each of these seats; null without `include=asked`."""
    picture: PictureAnswer | None
    """The position for drawing; null without `include=picture`, in the lobby, and if the game is not drawn."""
    offers: Any
    """Every legal action of the caller's seat, as `GET …/actions` lists them. Null without `include=offers`, for hosts and
    spectators, with `open`, for a position that `version` or `turn` asks for, and in a repeated answer if the game has gone
    on."""
    outcome: Outcome | None
    """The result; null until the game is over, and if it was abandoned."""
    ended: Ending | None
    """How the game ended; null until then. `played`: by its rules; `resigned` and `timed_out`: players gave up or ran out of
    time; `abandoned`, `idle` and `closed`: the host, the service (nobody played) or the operator ended it."""
    fairness: Fairness
    """The values by which its draws can be checked."""
    head: str
    """The audit head at this version. Version and head together are a receipt."""
    visibility: session.Visibility
    """`public`: in the list of games, unless imported; `unlisted`: found only by its id. Branches are unlisted."""
    trusted_host: bool
    """Whether the host may give a taken seat to another player."""
    substitute: Level
    """The level of the bot that plays on for a seat whose player resigned or lost on time, while two others are left."""
    lost: tuple[int, ...]
    """The seats that have lost so, the first of them first. They rank behind all others."""
    takeback: session.TakebackMode
    """Which actions players may take back. `never`: none; `own`: the seat's last one, if nobody else has acted since;
    `consent`: also past actions of others, if all other players agree."""
    takeback_asked: TakebackAnswer | None
    """The takeback that waits for the answers of other players; null if there is none."""
    takeback_now: TakebackNow | None
    """Whether the caller's seat can take back now, or why not. Null for hosts and spectators, where `takeback` is `never`,
    for a position that `version` or `turn` asks for, and in a repeated answer if the game has gone on."""
    advice: bool
    """Whether players may ask bots for advice: `advise` of the actions."""
    custody: bool
    """Whether it was created with `custody`: the API key it belongs to may act and see for the seats in `in_custody`."""
    in_custody: tuple[int, ...]
    """The seats in custody of the API key. A seat that was claimed without the key never is."""
    external_id: str | None
    """The id under which the holder of the game's API key knows it; null for all others, and if it has none."""
    metadata: dict[str, str] | None
    """What the holder of the game's API key has noted about it; null for all others."""
    imported: bool
    """Whether the game was loaded from a file; it can be read and branched, but not played."""
    reproducible: bool
    """Whether its creator chose the secret or the first position, for tests; then its draws prove nothing."""
    branch_of: BranchOf | None
    """The position at which a branch began; null for games that are no branch."""
    rematch_of: str | None
    """The game that its players play again; null for games that are no rematch."""
    rematch_by: session.RematchBy
    """Who may ask for a rematch of it: every player and the host, or the host alone."""
    rematch_host: session.RematchHost
    """Who is the host of its rematch: whoever asks first, or the host of this game."""
    created_at: Moment
    """The time of creation, RFC 3339, UTC."""
    options: Any
    """The game's options, each with its value."""
    view: Any
    """The position as the caller may see it; null in the lobby."""


class SeatToken(msgspec.Struct, frozen=True):
    """A seat's token, shown only here."""

    seat: int
    """The seat's number."""
    token: str
    """The right to play the seat."""
    url: str
    """The table for this seat: whoever opens the address has the seat. Relative unless the service has a `PUBLIC_URL`."""


class Invitation(msgspec.Struct, frozen=True):
    """The invitation to a reserved seat, shown only here."""

    seat: int
    """The seat's number."""
    invitation: str
    """The right to claim the seat."""
    url: str
    """The table with this invitation: whoever opens the address first can take the seat. Relative as in `seats`."""


class CreatedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A new game with the tokens of its host and its human seats, shown only here. A repeat after the end of the game has no
    tokens."""

    game: Any
    """The new game, as a spectator sees it."""
    url: str
    """The table, as a spectator sees it. Relative unless the service has a `PUBLIC_URL`."""
    host_token: str | None
    """The host's token; null in a repeat after the end of the game."""
    seats: list[SeatToken]
    """The tokens of the `human` seats."""
    invitations: list[Invitation]
    """The invitations to the `reserved` seats; none in a rematch, where the tokens of the seats before invite."""


class SeatedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A seat after a change, with its new token, shown only here."""

    game: Any
    """The game as the seat sees it, or as a spectator does if there is no new token."""
    seat: int
    """The seat's number."""
    token: str | None
    """The new right to play the seat; null if the change made none."""
    invitation: str | None
    """The right to claim the seat; null unless it was reserved."""
    url: str
    """The table, with the new token or invitation if there is one. Relative unless the service has a `PUBLIC_URL`."""


class ListedGame(GameSummary, frozen=True, kw_only=True):
    """A game in the list of games. Only the list of an API key's own games, with `mine`, has all fields."""

    seats: tuple[SeatAnswer, ...]
    """The seats by their numbers, from 0."""
    version: int | msgspec.UnsetType = msgspec.UNSET
    """The number of commits; only with `mine`."""
    turn: int | msgspec.UnsetType = msgspec.UNSET
    """The current turn, from 1; 0 in the lobby and during set-up. Only with `mine`."""
    to_act: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The seats that must act now; only with `mine`."""
    pending: tuple[Pending, ...] | msgspec.UnsetType = msgspec.UNSET
    """The same seats, each with its player, its time, and the last action of its player; only with `mine`."""
    asked: tuple[SeatOf, ...] | msgspec.UnsetType = msgspec.UNSET
    """Those of people that had not to act before the last commit; only with `mine`."""
    timed_out: tuple[SeatOf, ...] | msgspec.UnsetType = msgspec.UNSET
    """The seats whose time was over with the last commit; only with `mine`."""
    changed_hands: tuple[SeatOf, ...] | msgspec.UnsetType = msgspec.UNSET
    """The seats that went with the last commit to a bot, back to their player, to another player, or to nobody; only with
    `mine`."""
    missing_seats: int | msgspec.UnsetType = msgspec.UNSET
    """How many seats nobody has taken yet; only with `mine`."""
    takeback_asked: SeatOf | msgspec.UnsetType | None = msgspec.UNSET
    """The seat that asks the other players for a takeback; null if none does. Only with `mine`."""
    rematch_of: str | msgspec.UnsetType | None = msgspec.UNSET
    """The game that this one plays again; null if it is no rematch. Only with `mine`."""
    acted_at: Moment | msgspec.UnsetType = msgspec.UNSET
    """The time of the last commit, RFC 3339, UTC, by which the list with `mine` is ordered; only there."""
    deadline: Moment | msgspec.UnsetType | None = msgspec.UNSET
    """When the first time of a seat is over, RFC 3339, UTC; null: none runs. Only with `mine`."""
    outcome: Outcome | msgspec.UnsetType | None = msgspec.UNSET
    """The result; null until the game is over, and if it was abandoned. Only with `mine`."""
    ended: Ending | msgspec.UnsetType | None = msgspec.UNSET
    """How the game ended; null until then, and for games that ended under an earlier release. Only with `mine`."""
    metadata: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    """The metadata that the holder of the key has noted; only with `mine`."""
    external_id: str | msgspec.UnsetType | None = msgspec.UNSET
    """The id under which the holder of the key knows the game; null if it has none. Only with `mine`."""


class GamesAnswer(msgspec.Struct, frozen=True):
    """A page of games."""

    items: list[ListedGame]
    """The games, newest first; with `mine` the one that changed last first."""
    next: str | None
    """The value of `after` for the next page; null on the last page."""


def listed_game(line: GameSummary) -> ListedGame:
    """A public game, as everybody sees it."""
    return ListedGame(**{**msgspec.structs.asdict(line), "seats": _seats_of(line, About())})


def own_game(line: OwnedGame, about: About) -> ListedGame:
    """A game of an API key, as the key's holder sees it."""
    kept = msgspec.structs.asdict(line)
    deadlines, changed = kept.pop("deadlines"), kept.pop("changed") or Changed()
    asks_back = kept.pop("takeback_asked")
    del kept["seats"], kept["since"]
    return ListedGame(
        **kept,
        seats=_seats_of(line, about),
        pending=pending_of(line, about),
        asked=seats_of(changed.asked, about),
        timed_out=seats_of(changed.timed_out, about),
        changed_hands=seats_of(changed.handed, about),
        missing_seats=line.missing_seats,
        takeback_asked=None if asks_back is None else seats_of([asks_back], about)[0],
        deadline=first_of(deadlines),
        metadata=about.metadata,
        external_id=about.external_id,
    )


def _seats_of(line: GameSummary, about: About) -> tuple[SeatAnswer, ...]:
    names = called(line.seats)
    return tuple([SeatAnswer(each.kind, names[at], each.level, about.player(at)) for at, each in enumerate(line.seats)])


class NoteAnswer(msgspec.Struct, frozen=True):
    """The notes of the holder of the API key on a game. Nobody else sees them, and no log or export has them."""

    metadata: dict[str, str]
    """Strings of the holder."""
    players: dict[str, str]
    """The ids under which the holder knows the players, by the numbers of their seats."""
    external_id: str | None
    """The id under which the holder knows the game; null if it has none."""
    keep_result: bool
    """Whether the result of the game stays in `GET /v1/results` if the operator deletes the game."""
