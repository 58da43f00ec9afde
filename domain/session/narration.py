"""What happened at a table, in sentences and as a scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.drawing import Picture
from domain.game import AnyGame
from domain.kit.scenes import Completed, completed
from domain.kit.seats import bot_name, seat_name
from domain.kit.words import capital
from domain.scenes import Beat, Moment, Scene, Weight
from domain.session import clocks
from domain.session import events as e
from domain.session.clocks import ClockEvent


def narrate(game: AnyGame, events: Sequence[msgspec.Struct], names: Sequence[str], options: Any) -> str:
    """The events of a command or a whole turn as one line for people. The events, of the table and of the rules, are
    redacted; `options` are the game's own."""
    if events and e.AROUND.isdisjoint(map(type, events)):
        return game.words.narrate(events, names, options)
    sentences = [
        _sentence(run[0], names) if of_the_table else game.words.narrate(run, names, options)
        for of_the_table, run in _runs(events)
    ]
    return " ".join(filter(None, sentences))


def scene(
    game: AnyGame,
    events: Sequence[msgspec.Struct],
    names: Sequence[str],
    options: Any,
    before: Picture | None,
    after: Picture | None,
) -> Scene:
    """What a viewer sees of a commit: from its redacted events, and its pictures before and after. Where there is no picture
    before, everything is told in one moment."""
    if before is None or after is None:
        return _at_once(events, names, narrate(game, events, names, options))
    return staged(game, events, names, options, before, after).scene


def _at_once(events: Sequence[msgspec.Struct], names: Sequence[str], text: str) -> Scene:
    """Everything in one moment, which is called after the weightiest one."""
    moments = [_moment(event, names) for event in events if type(event) in e.AROUND]
    if _ends_by_its_rules(events):
        moments.append(Moment(THE_END, weight=2))
    chief = max(reversed(moments), key=lambda moment: (moment.weight, bool(moment.title)), default=Moment())
    return (replace(chief, text=text),) if text else ()


def staged(
    game: AnyGame, events: Sequence[msgspec.Struct], names: Sequence[str], options: Any, before: Picture, after: Picture
) -> Completed:
    """The scene of a commit in its parts."""
    beats: list[Beat] = []
    the_end = Moment(THE_END, weight=2) if _ends_by_its_rules(events) else Moment()
    for of_the_table, run in _runs(events):
        if of_the_table:
            beats += [] if type(run[0]) in e.SILENT else [_moment(run[0], names)]
        elif game.words.tell is not None:
            beats += game.words.tell(run, names, options).beats
        elif text := game.words.narrate(run, names, options):
            beats.append(replace(the_end, text=text))
    counted = {} if game.drawing is None else game.drawing.counted
    return completed(beats, before, after, counted, len(names), faceless=game.words.tell is None)


def _runs(events: Sequence[msgspec.Struct]) -> Iterator[tuple[bool, Sequence[msgspec.Struct]]]:
    """The events of the table one by one, those of the rules as long as no other comes between."""
    if e.AROUND.isdisjoint(map(type, events)):  # As it is most often.
        yield False, events
        return
    for of_the_table, run in groupby(events, lambda event: type(event) in e.AROUND):
        if of_the_table:
            yield from ((True, (event,)) for event in run)
        else:
            yield False, list(run)


def _ends_by_its_rules(events: Sequence[msgspec.Struct]) -> bool:
    """Whether the game is over because its own rules ended it: the secret follows on an event of the rules."""
    return len(events) > 1 and isinstance(events[-1], e.SecretPublished) and type(events[-2]) not in e.AROUND


THE_END = "The game is over"
TITLES: Mapping[type[msgspec.Struct], str] = {
    e.SeatClaimed: "A seat is taken",
    e.SeatOpened: "A seat is empty",
    e.GameStarted: "The game begins",
    e.PositionRestored: "The game goes on",
    e.SeatHandedToBot: "A bot takes over",
    e.SeatTakenBack: "Back at the table",
    e.SeatReassigned: "Another player",
    e.SeatRenamed: "Another name",
    e.TakebackAsked: "May it be taken back?",
    e.TakebackDeclined: "Takeback declined",
    e.TakenBack: "Taken back",
    e.SeatResigned: "Resigned",
    e.SeatLostOnTime: "Lost on time",
    e.GameDecided: THE_END,
    e.GameAbandoned: "The game was abandoned",
    e.IdleGameAbandoned: "The game was abandoned",
    e.GameClosed: "The game was ended",
    clocks.SeatTimedOut: "Time is up",
    clocks.SeatReturned: "Back at the table",
    clocks.TimedOutGameAbandoned: "The game was abandoned",
    clocks.ClockStopped: "The clock is stopped",
    clocks.ClockResumed: "The clock runs again",
}
"""Those of the events of the table that everybody should notice."""
MUST_BE_SEEN = (
    e.GameStarted,
    e.PositionRestored,
    e.TakenBack,
    e.SeatResigned,
    e.SeatLostOnTime,
    e.GameDecided,
    e.GameAbandoned,
    e.IdleGameAbandoned,
    e.GameClosed,
    clocks.TimedOutGameAbandoned,
)
PASSES = (e.SecretPublished, e.GameCreated, e.TakebackExpired)
"""Those that nobody has to notice."""


def _moment(event: msgspec.Struct, names: Sequence[str]) -> Moment:
    weight: Weight = 2 if isinstance(event, MUST_BE_SEEN) else 0 if isinstance(event, PASSES) else 1
    title, seat = TITLES.get(type(event), ""), getattr(event, "seat", None)
    return Moment(title, seat=seat, weight=weight, text=_sentence(event, names))


def _sentence(event: msgspec.Struct, names: Sequence[str]) -> str:
    match event:
        case e.GameCreated(seats=seats):
            return f"A game for {len(seats)} {'seat' if len(seats) == 1 else 'seats'} was set up."
        case e.SeatClaimed(seat=seat, name=name):
            number = seat_name(seat)
            return f"{name} took {number}." if name != capital(number) else f"{name} was taken."
        case e.SeatOpened(seat=seat, kind="open"):
            return f"{capital(seat_name(seat))} is open again."
        case e.SeatOpened(seat=seat):
            return f"{capital(seat_name(seat))} is reserved for somebody else."
        case e.SeatHandedToBot(seat=seat, level=level):
            named = not names[seat].startswith(bot_name(level))
            return f"A bot ({level}) plays for {names[seat] if named else seat_name(seat)} from here."
        case e.SeatTakenBack(seat=seat):
            return f"{names[seat]} plays again."
        case e.SeatReassigned(seat=seat, name=name):
            number = seat_name(seat)
            return f"The host gave {number} to {name if name != capital(number) else 'somebody else'}."
        case e.SeatRenamed(seat=seat, name=name):
            return f"{capital(seat_name(seat))} is called {name} from here."
        case e.TokensRenewed():
            return ""
        case e.GameStarted():
            return "The game started."
        case e.GameStaged(scenario=None):
            return "Its creator chose the secret behind all draws."
        case e.GameStaged(scenario=scenario, secret_chosen=chosen):
            also = ", and its creator chose the secret behind all draws" if chosen else ""
            return f"It begins with the prepared position {scenario}{also}."
        case e.GameRematched():
            return "It is a rematch."
        case e.PositionRestored():
            return "Play goes on from a given position."
        case e.TakebackAsked(seat=seat):
            return f"{names[seat]} asks to take an action back."
        case e.TakebackAccepted(seat=seat):
            return f"{names[seat]} agreed to the takeback."
        case e.TakebackDeclined(seat=seat):
            return f"{names[seat]} declined the takeback."
        case e.TakebackExpired(seat=seat):
            return f"The takeback that {names[seat]} had asked for is off."
        case e.TakenBack(seat=seat):
            return f"{names[seat]} takes an action back. The game goes on from before it."
        case e.SeatResigned(seat=seat):
            return f"{names[seat]} resigned."
        case e.SeatLostOnTime(seat=seat):
            return f"{names[seat]} lost on time."
        case e.GameDecided(winners=winners):
            left = f"{names[winners[0]]} is left and wins" if winners else "nobody is left"
            return f"The game is over: {left}."
        case e.GameAbandoned():
            return "The host abandoned the game."
        case e.IdleGameAbandoned(idle_days=days):
            return f"The game was abandoned: nobody had done anything for {days} {'day' if days == 1 else 'days'}."
        case e.GameClosed():
            return "The operator of the service ended the game."
        case e.SecretPublished():
            return "The secret behind all draws is published."
        case _:
            assert isinstance(event, ClockEvent)  # All others are above.
            return clocks.sentence(event, names)
