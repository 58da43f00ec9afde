"""Sentences for the events of a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from domain import clocks
from domain.clocks import ClockEvent
from domain.game import AnyGame
from domain.kit.seats import seat_name
from domain.kit.words import capital
from domain.table import events as e


def narrate(game: AnyGame, events: Sequence[msgspec.Struct], names: Sequence[str], options: Any) -> str:
    """The events of a command or a whole turn as one line for people. The events, of the table and of the rules, are
    redacted; `options` are the game's own."""
    if events and e.AROUND.isdisjoint(map(type, events)):
        return game.words.narrate(events, names, options)
    sentences: list[str] = []
    for of_the_table, run in groupby(events, lambda event: type(event) in e.AROUND):
        happened = list(run)
        sentences += (
            [_sentence(event, names) for event in happened]
            if of_the_table
            else [game.words.narrate(happened, names, options)]
        )
    return " ".join(sentence for sentence in sentences if sentence)


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
