"""What every game has around its rules: seats, options and the life from lobby to end, as state and events.

A game's log holds table events (this module) and the events of its rules. `fold` takes both. lifecycle.py has the commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

import msgspec

from domain import clocks
from domain.clocks import (
    Clock,
    ClockEvent,
    ClockResumed,
    ClockStopped,
    DeadlinesMoved,
    SeatReturned,
    SeatTimedOut,
    TimedOutGameAbandoned,
)
from domain.game import AnyGame, Hidden, Outcome
from domain.kit.seats import seat_name
from domain.kit.updates import with_seat
from domain.kit.words import capital
from domain.levels import Level

State = TypeVar("State")

Status: TypeAlias = Literal["lobby", "running", "finished", "abandoned"]
SeatKind: TypeAlias = Literal["open", "reserved", "human", "bot"]
UNTAKEN: tuple[SeatKind, ...] = ("open", "reserved")
"""The kinds of seats that nobody has taken yet."""
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
    """How many tokens it has had; 0: none."""


class TakebackRequest(msgspec.Struct, frozen=True):
    """A seat has asked the others to go back to an earlier position."""

    seat: int
    """The seat that asks."""
    to_version: int
    """The position to go back to is the one after this commit."""
    agreed: tuple[int, ...] = ()
    """The seats that have agreed so far."""


class Table(msgspec.Struct, Generic[State], frozen=True, kw_only=True):
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
    takeback_asked: TakebackRequest | None = None
    """The request that the other players have not all answered yet."""
    advice: bool = False
    """Whether players may ask bots for advice."""
    clock: Clock | None = None
    clock_stopped: bool = False
    timeouts: dict[int, int] = {}
    """By seat, how often its time was over since its player acted last."""
    host_generation: int = 1
    status: Status = "lobby"
    client_seeds: tuple[str, ...] = ()
    state: State | None = None
    outcome: Outcome | None = None
    secret: str | None = None

    @property
    def over(self) -> bool:
        return self.status in ("finished", "abandoned")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([seat.name for seat in self.seats])


class _Event(msgspec.Struct, frozen=True):
    pass


class GameCreated(_Event, frozen=True, tag="game_created", kw_only=True):
    """The first event of every game. `commitment` is the SHA-256 of the secret behind all draws."""

    id: str
    """In every address of the game. The draws depend on it: it is `reproducible` where the creator chose the secret."""
    ruleset: str
    """Which game is played."""
    ruleset_version: int
    """The version of the rules and of the payloads."""
    options: dict[str, OptionValue]
    """The game's own options, each with its value."""
    seats: tuple[Seat, ...]
    """The seats by their numbers, from 0."""
    visibility: Visibility
    """`public`: in the list of games; `unlisted`: found by its id alone."""
    trusted_host: bool
    """Whether the host may give a taken seat to somebody else."""
    commitment: str
    """In hex."""
    origin: Origin | None = None
    """Null where it begins from the start."""
    takeback: TakebackMode | msgspec.UnsetType = msgspec.UNSET
    """Which actions players may take back; `never` where it is missing."""
    advice: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether players may ask bots for advice; left out if they may not."""
    clock: Clock | msgspec.UnsetType = msgspec.UNSET
    """How long a seat may take; left out if the game has no clock."""


class SeatClaimed(_Event, frozen=True, tag="seat_claimed"):
    """An open seat got its player. The client seed is shown by `game_started`, not before."""

    seat: int
    """Its number."""
    name: str
    """The player's name."""
    client_seed: str | Hidden
    """The player's own chance in the draws; empty if there is none."""
    generation: int
    """How many tokens the seat has had, this one too."""


class SeatOpened(_Event, frozen=True, tag="seat_opened"):
    """The host made a seat free again before the game began; the tokens and invitations given out for it before are void."""

    seat: int
    """Its number."""
    kind: Literal["open", "reserved"]
    """`open`: anybody can claim it; `reserved`: whoever shows its invitation."""
    generation: int
    """How many tokens the seat has had; nobody has the last one."""


class SeatHandedToBot(_Event, frozen=True, tag="seat_handed_to_bot"):
    """A bot plays the seat from here on."""

    seat: int
    """Its number."""
    level: Level
    """The bot's."""


class SeatTakenBack(_Event, frozen=True, tag="seat_taken_back"):
    """The seat's owner plays again, under a new token."""

    seat: int
    """Its number."""
    generation: int
    """How many tokens the seat has had, this one too."""


class SeatReassigned(_Event, frozen=True, tag="seat_reassigned"):
    """A trusted host gave the seat to somebody else; the tokens given out for it before are void."""

    seat: int
    """Its number."""
    name: str
    """The new player's name."""
    generation: int
    """How many tokens the seat has had, the new one too."""


class TokensRenewed(_Event, frozen=True, tag="tokens_renewed"):
    """Fresh tokens: the new generation by number of the seat and, where `host_generation` is not null, of the host."""

    seats: dict[str, int]
    """The new generation, by the seat's number."""
    host_generation: int | None = None
    """The host's new one; null where the host got no new token."""


class GameStarted(_Event, frozen=True, tag="game_started"):
    """Every seat is taken; the client seeds are final."""

    client_seeds: tuple[str, ...]
    """The seeds by the seats' numbers; empty if none was sent, `bot-<seat>` if the seat was created for a bot."""


class GameStaged(_Event, frozen=True, tag="game_staged"):
    """The creator of the game chose how it begins, to test a frontend. The draws of such a game prove nothing."""

    scenario: str | None
    """The prepared position that it begins with; null where it begins like any game."""
    secret_chosen: bool
    """Whether the creator chose the secret, and can foretell every draw."""


class GameRematched(_Event, frozen=True, tag="game_rematched"):
    """The players of a game that is over play it again; each claims a seat with the token of the seat before."""

    of: str
    """That game's id."""


class PositionRestored(_Event, frozen=True, tag="position_restored"):
    """The game starts from this state: a branch from that of another game, in which what its creator could not see is dealt
    anew, a scenario from its prepared position. Leaves only as a `Hidden`."""

    state: msgspec.Raw
    """The position, in the game's own form."""


class TakebackAsked(_Event, frozen=True, tag="takeback_asked"):
    """A seat asked the other players to go back to an earlier position. The next action ends the request."""

    seat: int
    """The seat that asks."""
    to_version: int
    """The position to go back to is the one after this commit."""


class TakebackAccepted(_Event, frozen=True, tag="takeback_accepted"):
    """A player agreed to the takeback that another seat asks for."""

    seat: int
    """The seat that agreed."""


class TakebackDeclined(_Event, frozen=True, tag="takeback_declined"):
    """A player declined the takeback that another seat asks for, which ends the request."""

    seat: int
    """The seat that declined."""


class TakebackExpired(_Event, frozen=True, tag="takeback_expired"):
    """A request for a takeback ended unanswered: somebody acted, or a seat changed hands."""

    seat: int
    """The seat that had asked."""


class TakenBack(_Event, frozen=True, tag="taken_back"):
    """The game goes on from an earlier position. Only the state of the rules returns; seats and tokens stay as they are."""

    seat: int
    """The seat that took back, or had asked to."""
    to_version: int
    """The position is the one after this commit."""
    state: msgspec.Raw
    """The position, in the game's own form. Leaves only as a `Hidden`."""


class GameAbandoned(_Event, frozen=True, tag="game_abandoned"):
    """The host gave the game up; it has no winner."""


class IdleGameAbandoned(_Event, frozen=True, tag="idle_game_abandoned"):
    """The service gave up a game that nobody played any more; it has no winner."""

    idle_days: int
    """For how many days at least nobody had done anything."""


class GameClosed(_Event, frozen=True, tag="game_closed"):
    """The operator of the service ended the game; it has no winner."""


class SecretPublished(_Event, frozen=True, tag="secret_published"):
    """The last event of every game: with the secret (hex) anyone can repeat all draws and check the chain."""

    secret: str
    """32 bytes in hex."""


TableEvent: TypeAlias = (
    GameCreated
    | SeatClaimed
    | SeatOpened
    | SeatHandedToBot
    | SeatTakenBack
    | SeatReassigned
    | TokensRenewed
    | GameStarted
    | GameStaged
    | GameRematched
    | PositionRestored
    | TakebackAsked
    | TakebackAccepted
    | TakebackDeclined
    | TakebackExpired
    | TakenBack
    | GameAbandoned
    | IdleGameAbandoned
    | GameClosed
    | ClockEvent
    | SecretPublished
)
EVENTS: tuple[type[TableEvent], ...] = get_args(TableEvent)
AROUND = frozenset(EVENTS)
"""The types of the events around the rules."""
BOOKKEEPING: tuple[type[msgspec.Struct], ...] = (TokensRenewed,)
"""Those of them that change nothing a person sees."""

_replace = msgspec.structs.replace


def _created(event: msgspec.Struct | None) -> Table[Any]:
    if not isinstance(event, GameCreated):
        raise ValueError("a game's first event must be game_created")
    return Table(**{name: value for name, value in msgspec.structs.asdict(event).items() if value is not msgspec.UNSET})


def _created_again(game: AnyGame, table: Table[Any], event: GameCreated) -> Table[Any]:
    raise ValueError("game_created may only be a game's first event")


def _claimed(game: AnyGame, table: Table[Any], event: SeatClaimed) -> Table[Any]:
    return with_seat(
        table,
        event.seat,
        kind="human",
        name=event.name,
        client_seed=event.client_seed,
        generation=event.generation,
        level=None,
    )


def _opened(game: AnyGame, table: Table[Any], event: SeatOpened) -> Table[Any]:
    name = capital(seat_name(event.seat))
    return with_seat(table, event.seat, kind=event.kind, name=name, client_seed="", generation=event.generation, level=None)


def _handed(game: AnyGame, table: Table[Any], event: SeatHandedToBot) -> Table[Any]:
    return with_seat(_present(table, event.seat), event.seat, kind="bot", level=event.level)


def _taken_back(game: AnyGame, table: Table[Any], event: SeatTakenBack) -> Table[Any]:
    return with_seat(table, event.seat, kind="human", level=None, generation=event.generation)


def _reassigned(game: AnyGame, table: Table[Any], event: SeatReassigned) -> Table[Any]:
    table = _present(table, event.seat)
    return with_seat(table, event.seat, kind="human", level=None, name=event.name, generation=event.generation)


def _present(table: Table[Any], seat: int) -> Table[Any]:
    """The table without time-outs of a seat."""
    return _replace(table, timeouts=clocks.without(table.timeouts, seat)) if seat in table.timeouts else table


def _timed_out(game: AnyGame, table: Table[Any], event: SeatTimedOut) -> Table[Any]:
    return _replace(table, timeouts={**table.timeouts, event.seat: event.in_a_row})


def _returned(game: AnyGame, table: Table[Any], event: SeatReturned) -> Table[Any]:
    return _present(table, event.seat)


def _moved(game: AnyGame, table: Table[Any], event: DeadlinesMoved) -> Table[Any]:
    return table


def _stopped(game: AnyGame, table: Table[Any], event: ClockStopped) -> Table[Any]:
    return _replace(table, clock_stopped=True)


def _resumed(game: AnyGame, table: Table[Any], event: ClockResumed) -> Table[Any]:
    return _replace(table, clock_stopped=False)


def _renewed(game: AnyGame, table: Table[Any], event: TokensRenewed) -> Table[Any]:
    for seat, generation in event.seats.items():
        table = with_seat(table, int(seat), generation=generation)
    if event.host_generation is not None:
        table = _replace(table, host_generation=event.host_generation)
    return table


def _started(game: AnyGame, table: Table[Any], event: GameStarted) -> Table[Any]:
    return _replace(table, status="running", client_seeds=event.client_seeds)


def _staged(game: AnyGame, table: Table[Any], event: GameStaged) -> Table[Any]:
    return _replace(table, staged=True, scenario=event.scenario)


def _rematched(game: AnyGame, table: Table[Any], event: GameRematched) -> Table[Any]:
    return _replace(table, rematch_of=event.of)


def _restored(game: AnyGame, table: Table[Any], event: PositionRestored) -> Table[Any]:
    return _replace(table, state=msgspec.json.decode(event.state, type=game.types.state))


def _takeback_asked(game: AnyGame, table: Table[Any], event: TakebackAsked) -> Table[Any]:
    return _replace(table, takeback_asked=TakebackRequest(event.seat, event.to_version))


def _takeback_accepted(game: AnyGame, table: Table[Any], event: TakebackAccepted) -> Table[Any]:
    request = table.takeback_asked
    if request is None:
        raise ValueError("nobody has asked for a takeback")
    return _replace(table, takeback_asked=_replace(request, agreed=(*request.agreed, event.seat)))


def _takeback_ended(game: AnyGame, table: Table[Any], event: TakebackDeclined | TakebackExpired) -> Table[Any]:
    return _replace(table, takeback_asked=None)


def _went_back(game: AnyGame, table: Table[Any], event: TakenBack) -> Table[Any]:
    return _replace(table, state=msgspec.json.decode(event.state, type=game.types.state), takeback_asked=None)


Abandonment: TypeAlias = GameAbandoned | IdleGameAbandoned | GameClosed | TimedOutGameAbandoned


def _abandoned(game: AnyGame, table: Table[Any], event: Abandonment) -> Table[Any]:
    return _replace(table, status="abandoned")


def _published(game: AnyGame, table: Table[Any], event: SecretPublished) -> Table[Any]:
    return _replace(table, secret=event.secret)


_EVOLVE: dict[type, Callable[[AnyGame, Any, Any], Table[Any]]] = {
    GameCreated: _created_again,
    SeatClaimed: _claimed,
    SeatOpened: _opened,
    SeatHandedToBot: _handed,
    SeatTakenBack: _taken_back,
    SeatReassigned: _reassigned,
    TokensRenewed: _renewed,
    GameStarted: _started,
    GameStaged: _staged,
    GameRematched: _rematched,
    PositionRestored: _restored,
    TakebackAsked: _takeback_asked,
    TakebackAccepted: _takeback_accepted,
    TakebackDeclined: _takeback_ended,
    TakebackExpired: _takeback_ended,
    TakenBack: _went_back,
    GameAbandoned: _abandoned,
    IdleGameAbandoned: _abandoned,
    GameClosed: _abandoned,
    SeatTimedOut: _timed_out,
    SeatReturned: _returned,
    TimedOutGameAbandoned: _abandoned,
    DeadlinesMoved: _moved,
    ClockStopped: _stopped,
    ClockResumed: _resumed,
    SecretPublished: _published,
}


def fold(game: AnyGame, table: Table[Any] | None, events: Iterable[msgspec.Struct]) -> Table[Any]:
    """The table after these events, a game's first ones if there is no table yet. Raises ValueError if they cannot be.

    Events of the rules change only the state. A new Table is made only for an event of the table and at the end, so a long
    log does not cost one for each event.
    """
    coming = iter(events)
    if table is None:
        table = _created(next(coming, None))
    evolve = game.rules.evolve
    state = table.state
    for event in coming:
        change = _EVOLVE.get(type(event))
        if change is None:
            state = evolve(state, event)
        else:
            table = change(game, settled(game, table, state), event)
            state = table.state
    return settled(game, table, state)


def settled(game: AnyGame, table: Table[Any], state: Any) -> Table[Any]:
    """The table with this state of its game, finished if the state is."""
    if state is table.state:
        return table
    outcome = game.rules.outcome(state)
    if outcome is None:
        return _replace(table, state=state)
    return _replace(table, state=state, outcome=outcome, status="finished")


def position(state: Any) -> msgspec.Raw:
    """A state as events carry it."""
    return msgspec.Raw(msgspec.json.encode(state, order="sorted"))


def turn(game: AnyGame, table: Table[Any]) -> int:
    """The number of the turn being played; 0 is lobby and set-up."""
    return 0 if table.state is None else game.rules.turn(table.state)


def to_act(game: AnyGame, table: Table[Any]) -> tuple[int, ...]:
    """The seats that are asked something now."""
    return game.rules.to_act(table.state) if table.status == "running" and table.state is not None else ()


def bots_to_act(game: AnyGame, table: Table[Any]) -> tuple[int, ...]:
    """The seats played by bots that are asked something now."""
    bots = [number for number, seat in enumerate(table.seats) if seat.kind == "bot"]
    return tuple([seat for seat in to_act(game, table) if seat in bots]) if bots else ()


def bots_alone(table: Table[Any]) -> bool:
    """Do bots play by themselves, so that nobody waits for them?"""
    return all(seat.kind == "bot" for seat in table.seats)


def redact(event: msgspec.Struct) -> msgspec.Struct:
    """A table event as anyone may see it; seats see no more of it than spectators."""
    if isinstance(event, SeatClaimed) and isinstance(event.client_seed, str):
        return _replace(event, client_seed=Hidden(len(event.client_seed.encode())))
    if isinstance(event, PositionRestored | TakenBack):
        return _replace(event, state=msgspec.Raw(msgspec.json.encode(Hidden(1))))
    return event


def narrate(game: AnyGame, events: Sequence[msgspec.Struct], names: Sequence[str], options: Any) -> str:
    """What a command or a whole turn led to, as one line for people: from redacted events, the table's and the rules', and
    the game's own options."""
    if events and AROUND.isdisjoint(map(type, events)):
        return game.words.narrate(events, names, options)
    sentences: list[str] = []
    for of_the_table, run in groupby(events, lambda event: type(event) in AROUND):
        happened = list(run)
        sentences += (
            [_sentence(event, names) for event in happened]
            if of_the_table
            else [game.words.narrate(happened, names, options)]
        )
    return " ".join(sentence for sentence in sentences if sentence)


def _sentence(event: msgspec.Struct, names: Sequence[str]) -> str:
    match event:
        case GameCreated(seats=seats):
            return f"A game for {len(seats)} {'seat' if len(seats) == 1 else 'seats'} was set up."
        case SeatClaimed(seat=seat, name=name):
            number = seat_name(seat)
            return f"{name} took {number}." if name != capital(number) else f"{name} was taken."
        case SeatOpened(seat=seat, kind="open"):
            return f"{capital(seat_name(seat))} is open again."
        case SeatOpened(seat=seat):
            return f"{capital(seat_name(seat))} is reserved for somebody else."
        case SeatHandedToBot(seat=seat, level=level):
            return f"A bot ({level}) plays for {names[seat]} from here."
        case SeatTakenBack(seat=seat):
            return f"{names[seat]} plays again."
        case SeatReassigned(seat=seat, name=name):
            number = seat_name(seat)
            return f"The host gave {number} to {name if name != capital(number) else 'somebody else'}."
        case TokensRenewed():
            return "Tokens were renewed."
        case GameStarted():
            return "The game started."
        case GameStaged(scenario=None):
            return "Its creator chose the secret behind all draws."
        case GameStaged(scenario=scenario, secret_chosen=chosen):
            also = ", and its creator chose the secret behind all draws" if chosen else ""
            return f"It begins with the prepared position {scenario}{also}."
        case GameRematched():
            return "It is a rematch."
        case PositionRestored():
            return "Play goes on from a given position."
        case TakebackAsked(seat=seat, to_version=version):
            return f"{names[seat]} asks to go back to version {version}."
        case TakebackAccepted(seat=seat):
            return f"{names[seat]} agreed to the takeback."
        case TakebackDeclined(seat=seat):
            return f"{names[seat]} declined the takeback."
        case TakebackExpired(seat=seat):
            return f"The takeback that {names[seat]} had asked for is off."
        case TakenBack(seat=seat, to_version=version):
            return f"{names[seat]} took back: the game goes on from the position of version {version}."
        case GameAbandoned():
            return "The host abandoned the game."
        case IdleGameAbandoned(idle_days=days):
            return f"The game was abandoned: nobody had done anything for {days} {'day' if days == 1 else 'days'}."
        case GameClosed():
            return "The operator of the service ended the game."
        case SecretPublished():
            return "The secret behind all draws is published."
        case _:
            assert isinstance(event, ClockEvent)  # All others are above.
            return clocks.sentence(event, names)
