"""The commands of a table, and who may give them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from domain.game import Malformed
from domain.levels import Level
from domain.session import (
    OptionValue,
    RematchBy,
    RematchHost,
    TakebackMode,
    Visibility,
)
from domain.session.clocks import Clock, MoveDeadlines, SetClock, TimeOut
from domain.session.rights import Right
from domain.session.seals import default_name, takes_default_of_another
from domain.values import Hidden

C = TypeVar("C")

NAME_LENGTH = 64
UNPRINTABLE = r"\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""The characters that names and seeds may not have, as a range of a regular expression: those that start lines, control
terminals, change the direction of the text around them, or are invisible. The joiners U+200C and U+200D may be there, as
whole scripts and many emoji need them. The list is our own, because Python versions differ in their Unicode and all must
judge a log alike."""
_UNPRINTABLE = re.compile(rf"[{UNPRINTABLE}\ud800-\udfff]")


def printable(text: str) -> bool:
    """Whether a text can safely be shown among others: it has no control characters and no halves of characters."""
    return _UNPRINTABLE.search(text) is None


def is_name(text: str) -> bool:
    """Whether a text can be a player's name."""
    return 0 < len(text) <= NAME_LENGTH and printable(text)


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The player of a seat of a new game."""

    kind: Literal["open", "reserved", "human", "bot"]
    """`open`: to be claimed; `reserved`: to be claimed with the invitation that comes with the answer; `human`: its token
    comes with the answer; `bot`: played by the service."""
    name: str | None = None
    """The player's name. In a log without it the seat is called `Seat <number>`, counted from 0."""
    level: Level | None = None
    """The level of a bot; other seats have none."""


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class CreateGame(_Command, frozen=True, tag="create_game"):
    """A new game."""

    ruleset: str
    """Which game is played."""
    seats: tuple[SeatPlan, ...]
    """The seats by their numbers, from 0."""
    options: dict[str, OptionValue] = msgspec.field(default_factory=dict)
    """The game's own options; those left out have their default."""
    visibility: Visibility = "public"
    """`public`: in the list of games; `unlisted`: found by its id alone."""
    trusted_host: bool = False
    """Whether the host may give a taken seat to somebody else."""
    takeback: TakebackMode | msgspec.UnsetType = msgspec.UNSET
    """Which actions players may take back; `never` where it is missing."""
    advice: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether players may ask bots for advice; left out if they may not."""
    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    """How long a seat may take; left out if the game has no clock."""
    substitute: Level | msgspec.UnsetType = msgspec.UNSET
    """The level of the bot that plays on for a seat that has lost; `stand_in` where it is missing."""
    rematch_by: RematchBy | msgspec.UnsetType = msgspec.UNSET
    """Who may ask for a rematch; `players` where it is missing."""
    rematch_host: RematchHost | msgspec.UnsetType = msgspec.UNSET
    """Who is its host; where it is missing whoever asks first, but in a game of an API key the key alone."""


class StageGame(CreateGame, frozen=True, tag="stage_game"):
    """A new game whose creator chooses how it begins, to test a frontend."""

    scenario: str | None = None
    """The prepared position that it begins with; null where it begins like any game."""
    commitment: str | None = None
    """The SHA-256 of the secret that the creator chose, in hex; null where the service drew it."""


class RematchGame(CreateGame, frozen=True, kw_only=True, tag="rematch_game"):
    """A new game of the players of one that is over."""

    of: str
    """That game's id."""
    asked_by: int | None
    """The seat of that game whose player asked first; null: its host did."""


class BranchGame(_Command, frozen=True, omit_defaults=True, tag="branch_game"):
    """A sandbox from a position of another game."""

    parent: str
    """That game's id."""
    version: int
    """The position is the one after this commit."""
    seat: int | None = None
    """A seat that a person plays on, whoever played it before; without it, bots stay bots."""


class ClaimSeat(_Command, frozen=True, tag="claim_seat"):
    """`client_seed` adds the player's own chance to the draws; it is hidden until the game starts."""

    seat: int
    """Its number."""
    name: str | None = None
    """The player's name. Without it a reserved seat keeps its own; any other is called `Seat <number>`, counted from 0."""
    client_seed: str | Hidden = ""
    """The player's own chance in the draws; empty if there is none."""


class OpenSeat(_Command, frozen=True, tag="open_seat"):
    """The host makes a seat free again, or invites somebody else to it, before the game begins."""

    seat: int
    """Its number."""
    kind: Literal["open", "reserved"]
    """`open`: anybody can claim it; `reserved`: only with its invitation."""


class HandToBot(_Command, frozen=True, tag="hand_to_bot"):
    """A bot plays the seat from here on."""

    seat: int
    """Its number."""
    level: Level
    """The bot's."""


class TakeBack(_Command, frozen=True, tag="take_back"):
    """The seat's owner plays it again."""

    seat: int
    """Its number."""


class Reassign(_Command, frozen=True, tag="reassign_seat"):
    """A trusted host gives the seat to somebody else."""

    seat: int
    """Its number."""
    name: str | None = None
    """The new player's name. In a log without it the seat is called `Seat <number>`, counted from 0."""


class RenameSeat(_Command, frozen=True, tag="rename_seat"):
    """The host gives the player of a seat another name."""

    seat: int
    """Its number."""
    name: str
    """The new name."""


class AskTakeback(_Command, frozen=True, tag="ask_takeback"):
    """A player wants to go back to before the seat's last own action."""

    seat: int
    """The seat that asks."""


class AcceptTakeback(_Command, frozen=True, tag="accept_takeback"):
    """A player agrees to the takeback that another one asks for."""

    seat: int
    """The seat that agrees."""


class DeclineTakeback(_Command, frozen=True, tag="decline_takeback"):
    """A player declines the takeback that another one asks for."""

    seat: int
    """The seat that declines."""


class Resign(_Command, frozen=True, tag="resign"):
    """A player gives up."""

    seat: int
    """The seat that loses."""


class RenewTokens(_Command, frozen=True, tag="renew_tokens"):
    """Given by the service when a creation or claim is repeated: the first tokens may never have arrived."""

    seats: tuple[int, ...]
    """The seats that get a new one."""
    host: bool
    """Whether the host gets a new one too."""


class AbandonGame(_Command, frozen=True, tag="abandon_game"):
    """The host abandons the game."""


class AbandonIdleGame(_Command, frozen=True, tag="abandon_idle_game"):
    """Given by the service in a game that nobody plays any longer."""

    idle_days: Annotated[int, msgspec.Meta(ge=1)]
    """The least number of days in which nobody has done anything."""


class CloseGame(_Command, frozen=True, tag="close_game"):
    """Given by the service when its operator ends a game."""


SessionCommand: TypeAlias = (
    CreateGame
    | StageGame
    | RematchGame
    | BranchGame
    | ClaimSeat
    | OpenSeat
    | HandToBot
    | TakeBack
    | Reassign
    | RenameSeat
    | AskTakeback
    | AcceptTakeback
    | DeclineTakeback
    | Resign
    | RenewTokens
    | AbandonGame
    | AbandonIdleGame
    | CloseGame
    | TimeOut[Any]
    | MoveDeadlines
    | SetClock
)
COMMANDS: tuple[type[SessionCommand], ...] = tuple(get_origin(each) or each for each in get_args(SessionCommand))
OUT_OF_TURN = (
    OpenSeat, HandToBot, TakeBack, Reassign, RenameSeat, AskTakeback, AcceptTakeback, DeclineTakeback, Resign, SetClock,
)  # fmt: skip
"""Commands that need no turn: a caller may give them at any time, and repeat them, so the service limits their rate."""
FIRST = (CreateGame, StageGame, RematchGame, BranchGame)
"""The commands that a game begins with; none of them comes later."""

RIGHTS: Mapping[type, Right] = {
    CreateGame: Right(("visitor",), "A game is created without a token.", keyed=("visitor",)),
    StageGame: Right(("visitor",), "A game is created without a token.", keyed=("visitor",)),
    RematchGame: Right(("visitor",), "A rematch is a game of its own, made without a token of it."),
    BranchGame: Right(("visitor",), "A branch is a game of its own, made without a token of it."),
    ClaimSeat: Right(("visitor", "invited"), "A seat is claimed without a token.", keyed=("visitor", "invited")),
    OpenSeat: Right(("host",), "Only the host can open a seat again.", keyed=("host",)),
    HandToBot: Right(
        ("host", "player"), "Only the host or the seat itself can hand a seat to a bot.", keyed=("host", "player")
    ),
    TakeBack: Right(("player",), "Only the seat's own token takes the seat back.", keyed=("player",)),
    Reassign: Right(("host",), "Only the host can give a seat to somebody else.", keyed=("host",)),
    RenameSeat: Right(("host",), "Only the host can rename a seat.", keyed=("host",)),
    AskTakeback: Right(("player",), "Only a seat can take back; send the token of a seat.", keyed=("player",)),
    AcceptTakeback: Right(("player",), "Only a seat can agree to a takeback; send the token of a seat.", keyed=("player",)),
    DeclineTakeback: Right(("player",), "Only a seat can decline a takeback; send the token of a seat.", keyed=("player",)),
    Resign: Right(("player",), "Only a seat can resign; send the token of a seat.", keyed=("player",)),
    RenewTokens: Right(("service",), "Only the service renews tokens."),
    AbandonGame: Right(("host",), "Only the host can abandon the game."),
    AbandonIdleGame: Right(("service",), "Only the service ends a game because nobody plays it."),
    CloseGame: Right(("service",), "Only the operator of the service ends a game of others."),
    TimeOut: Right(("service",), "Only the service says that a time is over."),
    MoveDeadlines: Right(("service",), "Only the service moves deadlines."),
    SetClock: Right(("host",), "Only the host can stop the clock and let it run again."),
}
"""The rights to commands of the table. A player may name only the player's own seat."""
TO_PLAY = Right(("player", "bot"), "Only a seat can act; send the token of the seat that is to act.", keyed=("player",))
"""Of every command of the rules."""


def right_to(command: Any) -> Right:
    """The right to give a command."""
    return RIGHTS.get(type(command), TO_PLAY)


def check_names(command: Any) -> None:
    """Raises Malformed if a command calls a player as another seat is called by default.

    `create` and `decide` do not ask: a log has seals in place of names, and stored games keep the names that they have.
    """
    given: list[tuple[int, str | None]] = []
    if isinstance(command, CreateGame):
        given = [(seat, plan.name) for seat, plan in enumerate(command.seats)]
    elif isinstance(command, (ClaimSeat, Reassign, RenameSeat)):
        given = [(command.seat, command.name)]
    for seat, name in given:
        if name is not None and takes_default_of_another(name, seat):
            detail = f"{name!r} would be taken for another seat, since seats without a name are called `Seat 1` and so on."
            raise Malformed("invalid_field", f"`name`: {detail} Choose another name.")


def redact_command(command: SessionCommand) -> SessionCommand:
    """A table command as it is shown: to seats as to spectators."""
    if isinstance(command, ClaimSeat) and isinstance(command.client_seed, str):
        return msgspec.structs.replace(command, client_seed=Hidden(len(command.client_seed.encode())))
    return command


def named(command: C) -> C:
    """The command with names for all players: `Seat 1` for seat 0 if it has none."""
    if isinstance(command, CreateGame):
        seats = tuple(
            msgspec.structs.replace(plan, name=plan.name or default_name(seat)) for seat, plan in enumerate(command.seats)
        )
        return msgspec.structs.replace(command, seats=seats)
    if isinstance(command, (ClaimSeat, Reassign)):
        return msgspec.structs.replace(command, name=command.name or default_name(command.seat))
    return command
