"""The session as state: what a game has around its rules, from the lobby to its end."""

from __future__ import annotations

from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from domain.levels import Level
from domain.recorder import Recorder
from domain.session.clocks import Clock
from domain.session.seals import called
from domain.values import Outcome

State = TypeVar("State")

Status: TypeAlias = Literal["lobby", "running", "finished", "abandoned"]
OVER: tuple[Status, ...] = ("finished", "abandoned")
"""The statuses of games that are over."""
SeatKind: TypeAlias = Literal["open", "reserved", "human", "bot"]
UNTAKEN: tuple[SeatKind, ...] = ("open", "reserved")
"""The kinds of seats that nobody has taken yet."""
RematchBy: TypeAlias = Literal["players", "host"]
"""Who may ask for a rematch: every player and the host, or the host alone."""
RematchHost: TypeAlias = Literal["asker", "same"]
"""Who is the host of a rematch: whoever asks first, or the host of the game before."""
Visibility: TypeAlias = Literal["public", "unlisted"]
OptionValue: TypeAlias = bool | int | str | tuple[str, ...] | None
TakebackMode: TypeAlias = Literal["never", "own", "consent"]
"""Which actions players may take back: none; their own, if nobody else has acted since; or, by consent, also past others."""


class Origin(msgspec.Struct, frozen=True):
    """The position a branch started from."""

    game: str
    """The id of the game it branched off."""
    version: int
    """The version at which it branched off."""


class GamePackage(msgspec.Struct, frozen=True, kw_only=True):
    """The package whose code began a game, as information: it decides nothing, and its version is not that of the rules."""

    distribution: str
    """The package's name, as pip knows it."""
    version: str
    """The package's version."""
    code: str
    """The SHA-256 of the game's files, in hex; empty where they could not be read."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """`generation` counts the tokens given out for the seat: 0 means that it never had one."""

    kind: SeatKind
    """The kind of player; `open`: none yet."""
    name: str
    """The player's name."""
    level: Level | None = None
    """The level of a bot; otherwise null."""
    client_seed: str = ""
    """The player's own chance in the draws; empty if there is none."""
    generation: int = 0
    """The number of tokens given out for it; 0: none."""


Loss: TypeAlias = Literal["resigned", "timed_out"]
"""Why a seat has lost before the game was over: its player resigned, or its time was over."""
Ending: TypeAlias = Literal["played", "resigned", "timed_out", "abandoned", "idle", "closed"]
"""How a game ended: by its rules; because players resigned or ran out of time; because its host, the service (nobody played
it) or the operator ended it."""


SUBSTITUTE: Level = "stand_in"
"""The level of the bot that plays on for a seat that has lost, where nothing else was said at creation."""


class LostSeat(NamedTuple):
    """A seat that has lost before the game was over. It ranks behind all others, and those that lost after it."""

    seat: int
    by: Loss


class TakebackRequest(msgspec.Struct, frozen=True):
    """A seat has asked the others to go back to an earlier position."""

    seat: int
    """The seat that asks."""
    to_version: int
    """The position to go back to is the one after this commit."""
    agreed: tuple[int, ...] = ()
    """The seats that have agreed so far."""


class Session(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
    """A game with all that is around its rules. `state` is None until it starts, `secret` until it is over."""

    id: str
    ruleset: str
    ruleset_version: int
    options: dict[str, OptionValue]
    seats: tuple[Seat, ...]
    visibility: Visibility
    trusted_host: bool
    commitment: str
    origin: Origin | None = None
    staged: bool = False
    """Whether its creator chose how it begins."""
    scenario: str | None = None
    rematch_of: str | None = None
    """The game that this one plays again."""
    takeback: TakebackMode = "never"
    rematch_by: RematchBy = "players"
    rematch_host: RematchHost | None = None
    """None: whoever asks first, but in a game of an API key the key alone."""
    takeback_asked: TakebackRequest | None = None
    """The request that the other players have not all answered yet."""
    advice: bool = False
    """Whether players may ask bots for advice."""
    clock: Clock | None = None
    clock_stopped: bool = False
    timeouts: dict[int, int] = {}
    """By seat, how often its time was over since its player acted last."""
    timed_out: tuple[int, ...] = ()
    """The seats whose time was over, in the order in which it was first."""
    substitute: Level = SUBSTITUTE
    """The level of the bot that plays on for a seat that has lost."""
    lost: tuple[LostSeat, ...] = ()
    """The seats that have lost before the game was over, in the order in which they did."""
    ending: Ending | None = None
    """How it ended; None until then."""
    host_generation: int = 1
    status: Status = "lobby"
    client_seeds: tuple[str, ...] = ()
    state: State | None = None
    outcome: Outcome | None = None
    secret: str | None = None

    @property
    def over(self) -> bool:
        return self.status in OVER

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, whose names must be plain."""
        return called(self.seats)


SessionRecorder: TypeAlias = Recorder[Session[Any], Any]
"""The events of a command in the making, those of the session and of the rules, and the session that they lead to."""
