"""What happened at a table, in sentences and as a scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from domain.drawing import Picture
from domain.game import AnyGame
from domain.kit.scenes import Completed, completed
from domain.kit.seats import seat_name
from domain.kit.words import capital
from domain.scenes import Beat, Moment, Scene
from domain.session import clocks
from domain.session import events as e
from domain.session.clocks import ClockEvent


def narrate(game: AnyGame, events: Sequence[msgspec.Struct], names: Sequence[str], options: Any) -> str:
    """The events of a command or a whole turn as one line for people. The events, of the table and of the rules, are
    redacted; `options` are the game's own."""
    if events and e.AROUND.isdisjoint(map(type, events)):
        return game.words.narrate(events, names, options)
    sentences = [
        _moment(run[0], names).text if of_the_table else game.words.narrate(run, names, options)
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
        text, begins = narrate(game, events, names, options), after is not None
        return (Moment("The game begins" if begins else "", weight=2 if begins else 1, text=text),) if text else ()
    told, left_over = staged(game, events, names, options, before, after)
    return told + left_over


def staged(
    game: AnyGame, events: Sequence[msgspec.Struct], names: Sequence[str], options: Any, before: Picture, after: Picture
) -> Completed:
    """The scene of a commit as what was told, and what that left over."""
    beats: list[Beat] = []
    for of_the_table, run in _runs(events):
        if of_the_table:
            beats.append(_moment(run[0], names))
        elif game.words.tell is not None:
            beats += game.words.tell(run, names, options).beats
        elif text := game.words.narrate(run, names, options):
            beats.append(Moment(text=text))
    counted = {} if game.drawing is None else game.drawing.counted
    return completed(beats, before, after, counted, len(names))


def _runs(events: Sequence[msgspec.Struct]) -> Iterator[tuple[bool, Sequence[msgspec.Struct]]]:
    """The events of the table one by one, those of the rules as long as no other comes between."""
    for of_the_table, run in groupby(events, lambda event: type(event) in e.AROUND):
        if of_the_table:
            yield from ((True, (event,)) for event in run)
        else:
            yield False, list(run)


TITLES: Mapping[type[msgspec.Struct], str] = {
    e.GameStarted: "The game begins",
    e.SeatHandedToBot: "A bot takes over",
    e.SeatTakenBack: "Back at the table",
    e.SeatReassigned: "Another player",
    e.TakebackAsked: "May it be taken back?",
    e.TakebackDeclined: "Takeback declined",
    e.TakenBack: "Taken back",
    e.GameAbandoned: "The game was abandoned",
    e.IdleGameAbandoned: "The game was abandoned",
    e.GameClosed: "The game was ended",
}
"""Those of the events of the table that everybody should notice."""
MUST_BE_SEEN = (e.GameStarted, e.TakenBack, e.GameAbandoned, e.IdleGameAbandoned, e.GameClosed)


def _moment(event: msgspec.Struct, names: Sequence[str]) -> Moment:
    seat = getattr(event, "seat", None)
    return Moment(
        TITLES.get(type(event), "Time is up" if isinstance(event, ClockEvent) and seat is not None else ""),
        seat=seat,
        weight=2 if isinstance(event, MUST_BE_SEEN) else 1,
        text=_sentence(event, names),
    )


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
            return f"A bot ({level}) plays for {names[seat]} from here."
        case e.SeatTakenBack(seat=seat):
            return f"{names[seat]} plays again."
        case e.SeatReassigned(seat=seat, name=name):
            number = seat_name(seat)
            return f"The host gave {number} to {name if name != capital(number) else 'somebody else'}."
        case e.TokensRenewed():
            return "Tokens were renewed."
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
        case e.TakebackAsked(seat=seat, to_version=version):
            return f"{names[seat]} asks to go back to version {version}."
        case e.TakebackAccepted(seat=seat):
            return f"{names[seat]} agreed to the takeback."
        case e.TakebackDeclined(seat=seat):
            return f"{names[seat]} declined the takeback."
        case e.TakebackExpired(seat=seat):
            return f"The takeback that {names[seat]} had asked for is off."
        case e.TakenBack(seat=seat, to_version=version):
            return f"{names[seat]} took back: the game goes on from the position of version {version}."
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
