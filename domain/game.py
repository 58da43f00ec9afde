"""The record that every game fills in.

A game is a record of pure functions, in six groups: `types`, `rules`, `gate` (who may see what), `words` (sentences), `bots`
and `drawing`. A command takes the same way in each game::

    rules.check(state, seat, command)             raises Rejected
    rules.decide(state, seat, command, rng)       -> Recorder: the events, and the state after them
    rules.evolve(state, event)                    -> state; records only: no rule, no random, no clock
    rules.legal_commands(state, seat)             -> every command that answers what the seat is asked
    gate.view(state, seat), gate.redact(event, seat)  -> what the seat may see

States, events, commands and views are frozen ``msgspec.Struct``s; mappings and tuples in them are never changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from domain.about import About
from domain.drawing import Drawing
from domain.kit import indifference, open_information, plain_words
from domain.kit.seats import check_seats as check_seats
from domain.kit.seats import counts_said
from domain.lessons import Lesson
from domain.levels import ANYWHERE, LADDER, Level
from domain.recorder import Recorder
from domain.scenarios import Scenario
from domain.scenes import Tale, text_of
from domain.values import Criterion as Criterion
from domain.values import Hidden as Hidden
from domain.values import Json as Json
from domain.values import Malformed as Malformed
from domain.values import Opponent as Opponent
from domain.values import Outcome as Outcome
from domain.values import Rejected as Rejected
from domain.values import Rng as Rng
from domain.values import ScorePart as ScorePart
from domain.values import SeatCount as SeatCount
from domain.values import SeatNumber as SeatNumber
from domain.values import Secret as Secret

Options = TypeVar("Options", bound=msgspec.Struct)
State = TypeVar("State", bound=msgspec.Struct)
Command = TypeVar("Command", bound=msgspec.Struct)
Event = TypeVar("Event", bound=msgspec.Struct)
View = TypeVar("View", bound=msgspec.Struct)


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
    """An event."""
    command: Callable[[dict[str, Any]], dict[str, Any]] = as_it_is
    """A command."""
    state: Callable[[dict[str, Any]], dict[str, Any]] = as_it_is
    """A whole position: the one that a branch begins with (`position_restored`), or that was gone back to (`taken_back`)."""
    decides_alike: bool = False
    """The author's claim that the next version decides every command of this one as it was decided, once payloads are
    turned. Audits and imports then decide old games again. Golden games of this version must show it."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


_NO_OPTIONS: Any = NoOptions
_LEFT_OUT: Any = None
"""Of fields whose default follows from other fields."""


class IncompleteGame(TypeError):
    """A `Game` lacks a part for which there is no default."""


@dataclass(frozen=True, kw_only=True)
class Types(Generic[Options, State, Command, Event, View]):
    """The game's own data: frozen `msgspec.Struct`s; each command and event has a tag."""

    options: type[Options] = _NO_OPTIONS
    """Every field has a default, so an empty object means the standard game."""
    state: type[State]
    """A whole position, with nothing hidden."""
    commands: tuple[type[Command], ...]
    """What a seat may ask for."""
    events: tuple[type[Event], ...]
    """What can happen: the facts from which a position follows."""
    view: type[View] = _LEFT_OUT
    """The view of a seat or spectator. Left out: the state, for games that hide nothing."""
    preview: type[msgspec.Struct] | None = None
    """The fields of `words.preview`, each of which may be left out. Left out: any fields."""
    retired_commands: tuple[type[Command], ...] = ()
    """Commands of older versions that nobody can give now. They are read in logs, and shown in history by
    `redact_command`."""
    retired_events: tuple[type[Event], ...] = ()
    """Events of older versions that no longer happen. They are read in logs, folded, redacted and narrated."""

    def __post_init__(self) -> None:
        if self.view is None:
            object.__setattr__(self, "view", self.state)

    @property
    def recorded_commands(self) -> tuple[type[Command], ...]:
        """Every command that a log of this game may hold."""
        return (*self.commands, *self.retired_commands)

    @property
    def recorded_events(self) -> tuple[type[Event], ...]:
        """Every event that a log of this game may hold."""
        return (*self.events, *self.retired_events)


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[Options, State, Command, Event]):
    """The rules: which commands are legal, which events they lead to, and when the game is over."""

    refusals: Mapping[str, str]
    """Every code that `setup`, `check` and `decide` can raise, with the sentence that explains it. Names in braces stand for
    the figures and names that a refusal has in `params` (`Refusals` puts them in their places): `{price:coin}` for a figure
    with its noun, `{other:who}` for the number of a seat, which people read as `seat 2`."""
    seats: Callable[[Options], Sequence[int]]
    """The numbers of seats that can play with these options, ascending: `range(2, 5)` for 2 to 4, `(2, 4)` for 2 or 4."""
    resolve: Callable[[Options, int], Options] = _LEFT_OUT
    """The options with every value filled in for this number of seats. Raises Malformed for what cannot be played.
    Left out: the options unchanged; refuses numbers of seats that are not among `seats`."""
    setup: Callable[[Options, int, Rng], Recorder[State, Event]]
    """`setup(options, number_of_seats, rng)`: the events that lay out the game. The options are resolved."""
    check: Callable[[State, int, Command], None]
    """Raises Rejected if this seat may not give this command now; draws nothing, so it also serves dry runs."""
    decide: Callable[[State, int, Command, Rng], Recorder[State, Event]]
    """All events of an accepted command, automatic steps included. Raises what `check` raises."""
    evolve: Callable[[State | None, Event], State]
    """The state after an event (None: before the first). Records only: no rule, no chance."""
    legal_commands: Callable[[State, int], Sequence[Command]]
    """Every command that `decide` accepts now as an answer to what the seat is asked; none if it is asked nothing."""
    to_act: Callable[[State], tuple[int, ...]]
    """The seats that are asked something; empty if and only if the game is over."""
    turn: Callable[[State], int]
    """The number of the turn being played, from 1; never falls."""
    turn_seat: Callable[[State], int | None] = _LEFT_OUT
    """The seat whose turn is being played, even while another seat is asked; None before the first turn and in turns of no
    seat. Left out: the first seat that is asked something."""
    outcome: Callable[[State], Outcome | None]
    """How the game ended, None while it is played."""
    points: Callable[[State], Sequence[int]] | None = None
    """What each seat would score if the game ended in this state, and after them each opponent without a seat; at the end
    their scores. None: the game counts no points."""
    round: Callable[[State], int] | None = None
    """The number of the round being played, from 1, or 0 before the first; never falls. None: the game has no rounds."""
    criteria: Callable[[State], Sequence[Criterion]] | None = None
    """By what the winner of a game that is over is found, in the order in which it is looked at. Who is best by all of them
    has won. None: nobody is shown how a tie was broken."""

    def __post_init__(self) -> None:
        if self.resolve is None:
            object.__setattr__(self, "resolve", self._check_seats)
        if self.turn_seat is None:
            object.__setattr__(self, "turn_seat", self._first_asked)

    def _check_seats(self, options: Options, seats: int) -> Options:
        check_seats(seats, self.seats(options))
        return options

    def _first_asked(self, state: State) -> int | None:
        return next(iter(self.to_act(state)), None)


@dataclass(frozen=True, kw_only=True)
class Gate(Generic[State, Command, Event, View]):
    """All that leaves the game passes here and loses what its reader must not see. Left out: nothing is hidden."""

    view: Callable[[State, int | None], View] = open_information.view
    """What a seat (None: a spectator) may see, built by inclusion."""
    open_view: Callable[[State], View] = open_information.open_view
    """The same with nothing hidden; for games that are over."""
    redact: Callable[[Event, int | None], Event | None] = open_information.redact
    """The event as a seat (None: a spectator) may see it; None if not even its kind may be seen."""
    redact_command: Callable[[Command, int, int | None], Command | None] = open_information.redact_command
    """`redact_command(command, seat, viewer)`: what `seat` asked for as `viewer` (None: a spectator) may see it; None if not
    even its kind and seat may be seen."""
    decides_on: Callable[[View, SeatNumber], object] = open_information.decides_on
    """`decides_on(view, seat)`: what of its view a seat that is asked beside others decides on. While this, its legal
    commands and the turn stay as they were, what it decides still holds: nobody is told 412 because others have decided. A
    game whose seats decide at once leaves out what tells of others' decisions; the number of the round may be enough. Left
    out: the whole view."""
    reveals: Callable[[Event], bool] = open_information.reveals
    """Whether somebody may learn something hidden by an event (a card is drawn, shown or looked at). No action that led to
    such an event can be taken back. Use of chance is noticed without this function. Left out of a gate that hides something:
    every event counts."""

    def __post_init__(self) -> None:
        if self.view is not open_information.view and self.reveals is open_information.reveals:
            object.__setattr__(self, "reveals", lambda event: True)


class Tally(NamedTuple):
    """Something that is counted for each seat over a game."""

    id: str
    """The same in every game of the ruleset."""
    name: str
    """Its name for people."""
    by: Callable[[Any], tuple[int, int] | None]
    """The seat for which an event counts, and how much; None: it does not."""
    part: str | None = None
    """The part of the scores that it explains, by its id: together with the others of this part it adds up to it."""


@dataclass(frozen=True, kw_only=True)
class Words(Generic[Options, Command, Event, View]):
    """Sentences for people. Left out: plain ones, made from the types and fields of commands and events."""

    describe: Callable[[View, int, Command, Sequence[str]], str] = plain_words.describe
    """A legal command as a sentence, from the view of the seat that is offered it and the seats' names."""
    label: Callable[[View, int, Command, Sequence[str]], str] = plain_words.label
    """A legal command in at most 40 characters, for a button; the arguments are those of `describe`. If two offers have the
    same label, `domain.offers` numbers them."""
    preview: Callable[[View, int, Command], Mapping[str, Json]] = plain_words.preview
    """The costs and gains of a legal command, as far as the seat can know. Fields that `drawing.counted` names are changes
    by the command itself; `on_success` holds those that it makes besides if it works, `later` those that follow later.
    Left out: none are shown."""
    asked: Callable[[View, int, Sequence[str]], str] = plain_words.asked
    """`asked(view, seat, names)`: the question to this seat as a sentence for everybody, from the spectator's view."""
    asked_you: Callable[[View, int, Sequence[str]], str] = _LEFT_OUT
    """The same said to the seat, which it calls `You`, from the spectator's view too. Left out: what `asked` says."""
    narrate: Callable[[Sequence[Event], Sequence[str], Options], str] = plain_words.narrate
    """The events of a command or a whole turn as one line, from the redacted events, the seats' names and the options (a
    card may mean something else under an option)."""
    tell: Callable[[Sequence[Event], Sequence[str], Options], Tale] = _LEFT_OUT
    """The same events as beats with their sentences, which are those of `narrate`; that is made from them if it is left out.
    Left out: the differences of pictures are shown, and what `narrate` says."""
    figures: Sequence[Tally] = ()
    """What is counted for each seat over a game, to be told once it is over, in the order to tell it."""
    because: Callable[[Any, Sequence[str]], str] = _LEFT_OUT
    """`because(state, names)`: why a game is over and what decided it, in a sentence or a few, from its last state and the
    seats' names. Left out: what the outcome says."""
    silent: Mapping[type[Event], str] = field(default_factory=dict)
    """The types of events that need no beat, each with the reason; the others have one wherever they occur."""

    def __post_init__(self) -> None:
        if self.asked_you is None:
            plain = self.asked is plain_words.asked
            object.__setattr__(self, "asked_you", plain_words.asked_you if plain else self.asked)
        if self.tell is not None and self.narrate is plain_words.narrate:
            object.__setattr__(self, "narrate", self._narrated)

    def _narrated(self, events: Sequence[Event], names: Sequence[str], options: Options) -> str:
        return text_of(self.tell(events, names, options).beats)


class Question(NamedTuple):
    """A decision: which of these legal commands should the seat with this view give?"""

    game: AnyGame
    """The rules, and what the game knows for bots: `game.bots.evaluate` rates a command, `game.bots.determinize` makes a
    state behind the view."""
    view: Any
    """What the seat sees."""
    seat: int
    """The seat that decides."""
    legal: Sequence[Any]
    """The commands in the order of the game; at least two where a policy is asked."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """A way to choose, as a level of bots. A package offers it by an entry point of the group `tradewinds.policies`."""

    level: Level
    """Its name in requests and logs: lower-case letters, digits and `_`, not one of Tradewinds' own levels."""
    choose: Callable[[Question, Rng, float | None], Any]
    """One of the legal commands. All chance should come from the given generator. The number is the seconds until the
    answer counts as late; None: there is no clock, and the same question and generator should lead to the same answer."""
    below: Level = "greedy"
    """The level of the ladder that plays where this one raises, answers late, or names a command that is not legal."""
    rulesets: frozenset[str] | None = None
    """The games that it plays, by name. None: all that are installed."""


@dataclass(frozen=True, kw_only=True)
class Lookahead:
    """How the bots of the level `expert` look ahead in a game."""

    turns: int | None = None
    """The number of turns that it plays, including the current one. None: to the end of the game."""
    candidates: int = 12
    """How many of the commands it tries, those that `evaluate` values most."""
    playouts: int = 600
    """After this many playouts it stops, though time is left: more would hardly change its choice."""


@dataclass(frozen=True)
class Style(Generic[View, Command]):
    """A way to play a level: the same policy, by another evaluation."""

    text: str
    """What a person sees of it, in a sentence: `Buys and sells, and raids seldom.`"""
    evaluate: Callable[[View, int, Command], float]
    """In place of `Bots.evaluate`."""


@dataclass(frozen=True, kw_only=True)
class Bots(Generic[State, Command, View]):
    """Functions that bots need. Left out: bots search, but all commands look alike to them beforehand."""

    determinize: Callable[[View, int | None, Rng], State] = open_information.determinize
    """A random state in which this seat has this view: everything hidden from it is dealt again."""
    evaluate: Callable[[View, int, Command], float] = indifference.evaluate
    """How good a legal command looks to a sound, simple player; only the order of the numbers counts.
    Left out: all alike."""
    stand_in: Callable[[View, int, Sequence[Command]], Command] = indifference.stand_in
    """The safest of the legal commands, given for a seat whose player is gone. Turns played so come to an end.
    Left out: the first."""
    win_shares: Callable[[State], Sequence[float]] = _LEFT_OUT
    """For each seat an estimate between 0 and 1 of its share of the victory; exact when the game is over. The shares add up
    to 1, or to less where an automated opponent may win; in a draw they are equal.
    Left out: even while the game is played. Needed where the number of seats varies."""
    levels: tuple[Level, ...] = LADDER
    """The levels that it offers, the weakest first. A level belongs here if it wins clearly against the one below."""
    lookahead: Lookahead = field(default_factory=Lookahead)
    """How the bots of the level `expert` look ahead."""
    longest_list: int = 64
    """No position has more legal commands than this. Environments for learning have this many actions."""
    remarks: Callable[[State, int, Command, Sequence[Any], State], Iterable[tuple[SeatNumber, str]]] = indifference.remarks
    """Names for the arena's report to count, each with the seat: mistakes that a careful player would not make, and rare
    actions. They are found in a seat's command, the state before it, its events and the state after it. Left out: none."""
    styles: Mapping[Level, Style[View, Command]] = field(default_factory=dict)
    """Ways to play a level that are as strong as the level itself, by names such as `greedy:trader`."""
    policies: Mapping[Level, Policy] = field(default_factory=dict)
    """Levels of other packages, by name; filled in where a process is put together."""

    @property
    def offered(self) -> tuple[Level, ...]:
        """Every level that a seat may have: the ladder, styles, those of other packages, and those that every game has."""
        return (*self.levels, *self.styles, *self.policies, *ANYWHERE)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[Options, State, Command, Event, View]):
    """One game: its types as data, its rules as pure functions. A package offers it by an entry point of the group
    `tradewinds.games`."""

    name: str
    """Identifier in URLs, for example ``merchants-of-the-caribbean``: lower-case words and numbers joined by hyphens."""
    title: str
    """For people."""
    version: int
    """Of the rules and of all payloads: up by one when an old command would be decided otherwise, or a payload changes."""
    types: Types[Options, State, Command, Event, View]
    """Its data."""
    rules: Rules[Options, State, Command, Event]
    """Which commands are legal, and what they lead to."""
    gate: Gate[State, Command, Event, View] = field(default_factory=Gate)
    """Who may see what."""
    words: Words[Options, Command, Event, View] = field(default_factory=Words)
    """Its sentences for people."""
    bots: Bots[State, Command, View] = field(default_factory=Bots)
    """What bots need."""
    drawing: Drawing[Options, Command, Event, View] | None = None
    """How it is drawn. None: frontends show its view, its log in words, and its offers as a list."""
    about: About | None = None
    """What lists of games say of it. None: its title and its number of seats."""
    lessons: Mapping[str, Lesson] = field(default_factory=dict)
    """Lessons by their names, the first one for whoever knows nothing of the game."""
    content: Callable[[], Json] = dict
    """Cards and boards for drawing, with their provenance."""
    content_fields: Mapping[str, str] = field(default_factory=dict)
    """The meanings of the content's fields, by their names; by `<field above>.<name>` where a field means something else,
    and by `<field above>.*` for all fields inside."""
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    """Prepared positions by their names, for tests of frontends."""
    upcasters: Mapping[int, Upcaster] = field(default_factory=dict)
    """`upcasters[n]` turns payloads of version n into those of version n + 1; one for each version before this one."""

    def __post_init__(self) -> None:
        """Raises IncompleteGame where a default would be wrong."""
        if self.gate == Gate():
            if self.types.view is not self.types.state:
                raise IncompleteGame(f"{self.name} has a view of its own, so it needs a `gate`.")
        elif self.bots.determinize is open_information.determinize:
            raise IncompleteGame(f"{self.name} has a `gate`, so it needs `bots.determinize`.")
        if self.bots.win_shares is None:
            allowed = self.rules.seats(self.types.options())
            if len(allowed) != 1:
                raise IncompleteGame(f"{self.name} is for {counts_said(allowed)} seats, so it needs `bots.win_shares`.")
            shares = indifference.win_shares(self.rules.outcome, allowed[0])
            object.__setattr__(self, "bots", replace(self.bots, win_shares=shares))

    @property
    def decides_from(self) -> int:
        """The oldest version whose commands this version decides alike, by the claims of its upcasters."""
        oldest = self.version
        while oldest - 1 in self.upcasters and self.upcasters[oldest - 1].decides_alike:
            oldest -= 1
        return oldest

    def fold(self, events: Sequence[Event], state: State | None = None) -> State | None:
        """The state after these events."""
        evolve = self.rules.evolve
        for event in events:
            state = evolve(state, event)
        return state


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
