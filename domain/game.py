"""What every game provides, and the words that all games share.

A game is a record of pure functions. The way of a command is the same in each of them::

    check(state, seat, command)             raises Rejected
    decide(state, seat, command, rng)       -> Recorder: the events, and the state after them
    evolve(state, event)                    -> state; records only: no rule, no random, no clock
    legal_commands(state, seat)             -> every command that answers what the seat is asked
    view(state, seat), redact(event, seat)  -> the one gate for all that leaves

States, events, commands and views are frozen ``msgspec.Struct``s; mappings and tuples in them are never changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from domain.recorder import Recorder

SeatCount: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=8)]
"""How many seats a game is set up for. Bounded by its type: a log may be made up, and a fold makes as many seats."""

SeatNumber: TypeAlias = int
"""The seat that this is about, by its number from 0."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

Options = TypeVar("Options", bound=msgspec.Struct)
State = TypeVar("State", bound=msgspec.Struct)
Command = TypeVar("Command", bound=msgspec.Struct)
Event = TypeVar("Event", bound=msgspec.Struct)
View = TypeVar("View", bound=msgspec.Struct)


class Rejected(Exception):
    """A well-formed command that is not possible in this position.

    `code` is stable and listed by the game, `message` is a sentence for people, `params` are JSON values.
    All three depend only on what the refused seat can see.
    """

    def __init__(self, code: str, message: str, **params: Json) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.params = params


class Malformed(Rejected):
    """A command or option refused by its form alone, whatever the position."""


class Hidden(msgspec.Struct, frozen=True):
    """Stands where something is hidden; `count` says of how many things."""

    count: int
    """How many things are hidden."""
    hidden: Literal[True] = True
    """Always true: tells it from what is shown."""


class Secret(msgspec.Struct, frozen=True):
    """Stands where a single value is hidden, such as an amount, of which even the size tells nothing."""

    hidden: Literal[True] = True
    """Always true: tells it from what is shown."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `winners` may hold several seats (shared) or none; `scores` are in seat order."""

    winners: tuple[int, ...]
    """The numbers of the seats."""
    scores: tuple[int, ...]
    """By the numbers of the seats."""
    reason: str
    """Why it ended, in the game's own words."""


class Rng(Protocol):
    """The only source of chance in the domain."""

    def below(self, limit: int) -> int:
        """A uniformly distributed integer n with 0 <= n < limit."""
        ...


def as_it_is(payload: dict[str, Any]) -> dict[str, Any]:
    """For payloads that a version left alone."""
    return payload


@dataclass(frozen=True, kw_only=True)
class Upcaster:
    """Turns what one version of a game wrote into what the next one writes.

    Each function takes a JSON object and returns one, the same where nothing changed. It sees every payload of its kind,
    those of the table too, and nothing else. Where `evolve` used to decide something, the new version has a field for it,
    and `event` fills in what the old rules did.
    """

    event: Callable[[dict[str, Any]], dict[str, Any]] = as_it_is
    command: Callable[[dict[str, Any]], dict[str, Any]] = as_it_is
    state: Callable[[dict[str, Any]], dict[str, Any]] = as_it_is
    """The position that a branch begins with (`position_restored`)."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Options, State, Command, Event, View]):
    """One game: its types as data, its rules as pure functions. `registry.GAMES` holds all of them."""

    name: str
    """Identifier in URLs, for example ``merchants-of-the-caribbean``."""
    title: str
    version: int
    """Of the rules and of all payloads: up by one when an old command would be decided otherwise, or a payload changes."""

    options: type[Options]
    """Every field has a default, so an empty object means the standard game."""
    state: type[State]
    commands: tuple[type[Command], ...]
    events: tuple[type[Event], ...]
    retired_commands: tuple[type[Command], ...] = ()
    """Commands of older versions that are given no more. They are read in logs, and shown in history by `redact_command`."""
    retired_events: tuple[type[Event], ...] = ()
    """Events of older versions that happen no more. They are read in logs, folded, redacted and told."""
    view_type: type[View]
    refusals: Mapping[str, str]
    """Every code that `setup`, `check` and `decide` can raise, with a sentence on when."""

    seats: Callable[[Options], tuple[int, int]]
    """The fewest and the most seats with these options."""
    resolve: Callable[[Options, int], Options]
    """The options with every value filled in for so many seats. Raises Malformed for what cannot be played."""
    content: Callable[[], Json]
    """Cards and boards for drawing, with their provenance."""
    content_fields: Mapping[str, str] = field(default_factory=dict)
    """What the fields of the content mean, by their names; by `<field above>.<name>` where one means something else there,
    and by `<field above>.*` for all that stand there."""

    setup: Callable[[Options, int, Rng], Recorder[State, Event]]
    """`setup(options, number_of_seats, rng)`: the events that lay out the game. Raises what `resolve` raises."""
    check: Callable[[State, int, Command], None]
    """Raises Rejected if this seat may not give this command now; draws nothing, so it also serves dry runs."""
    decide: Callable[[State, int, Command, Rng], Recorder[State, Event]]
    """The rules: all events of an accepted command, automatic steps included. Raises what `check` raises."""
    evolve: Callable[[State | None, Event], State]
    legal_commands: Callable[[State, int], Sequence[Command]]
    """Every command that `decide` accepts now as an answer to what the seat is asked; none if it is asked nothing."""

    to_act: Callable[[State], tuple[int, ...]]
    """The seats that are asked something; empty if and only if the game is over."""
    turn: Callable[[State], int]
    """The number of the turn being played, from 1."""
    turn_seat: Callable[[State], int | None]
    """The seat whose turn is being played, whoever is asked in it; None before the first and in nobody's turn."""
    outcome: Callable[[State], Outcome | None]

    view: Callable[[State, int | None], View]
    """What a seat (None: a spectator) may see, built by inclusion."""
    open_view: Callable[[State], View]
    """The same with nothing hidden; for games that are over."""
    redact: Callable[[Event, int | None], Event | None]
    """The event as a seat (None: a spectator) may see it; None if not even its kind may be seen."""
    redact_command: Callable[[Command, int, int | None], Command | None]
    """`redact_command(command, seat, viewer)`: what `seat` asked for as `viewer` (None: a spectator) may see it; None if not
    even its kind and seat may be seen."""

    describe: Callable[[View, int, Command, Sequence[str]], str]
    """A legal command as a sentence for people, from the view of the seat that is offered it and the seats' names."""
    preview: Callable[[View, int, Command], Mapping[str, Json]]
    """What a legal command costs and brings, as far as the seat can know."""
    tell: Callable[[Sequence[Event], Sequence[str], Options], str]
    """What a command or a whole turn led to, as one line for people: from its redacted events, the seats' names and the
    options, with which a card may mean something else."""

    determinize: Callable[[View, int | None, Rng], State]
    """A state that gives this seat this view, everything hidden from it dealt anew."""
    appraise: Callable[[View, int, Command], float]
    """How good a legal command looks to a sound, simple player; only the order of the numbers counts."""
    stand_in: Callable[[View, int, Sequence[Command]], Command]
    """The safest of the legal commands, given for a seat whose player is gone. Turns played so come to an end."""
    standing: Callable[[State], Sequence[float]]
    """For each seat an estimate between 0 and 1 of its share of the victory; exact when the game is over. The shares add up
    to 1, or to less where an automated opponent may win."""

    upcasters: Mapping[int, Upcaster] = field(default_factory=dict)
    """`upcasters[n]` turns payloads of version n into those of version n + 1; one for each version before this one."""

    @property
    def recorded_commands(self) -> tuple[type[Command], ...]:
        """Every command that a log of this game may hold."""
        return (*self.commands, *self.retired_commands)

    @property
    def recorded_events(self) -> tuple[type[Event], ...]:
        """Every event that a log of this game may hold."""
        return (*self.events, *self.retired_events)

    def fold(self, events: Sequence[Event], state: State | None = None) -> State | None:
        """The state after these events."""
        evolve = self.evolve
        for event in events:
            state = evolve(state, event)
        return state
