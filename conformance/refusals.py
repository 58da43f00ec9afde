"""What refusals say: their figures, in `params` and in the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.playing import Broken, Step, as_json, hold, play, refusal
from conformance.record import made_up
from domain.game import AnyGame
from domain.kit.refusals import figures_of, seats_of

SEATS = frozenset({"seat", "awaited_seat", "awaited_seats"})
"""Params that are always numbers of seats. Any other is one where its template says `{name:who}`. They count from 0 in
params, and from 1 in sentences."""


def refusals_say_how_much(game: AnyGame, seats: int, seed: int) -> None:
    """Every number in the `params` of a refusal stands in its sentence, and a code whose sentence in `rules.refusals` names
    figures has them all."""
    for step, command in commands_to_refuse(game, play(game, seats, seed)):
        for seat in {step.seat, (step.seat + 1) % seats}:
            refused = refusal(game, step.before, seat, command)
            if refused is not None:
                says_how_much(game, *refused)


SAYING = (refusals_say_how_much,)
"""The promise of random games, as in `conformance.games`."""


def commands_to_refuse(game: AnyGame, steps: Iterator[Step]) -> Iterator[tuple[Step, Any]]:
    """Commands of other positions, those that a person would look for, and made-up ones, each with a position for it."""
    earlier: dict[bytes, Any] = {}
    for number, step in enumerate(steps):
        for command in step.legal:
            earlier.setdefault(as_json(command), command)
        yield from ((step, command) for command in list(earlier.values())[number % 11 :: 11])
        if game.drawing is not None:
            view = game.gate.view(step.before, step.seat)
            yield from ((step, command) for command in game.drawing.candidates(view, step.seat))
        if number % 10 == 0:
            yield from ((step, command) for kind in game.types.commands for command in made_up(kind, {}))


def says_how_much(game: AnyGame, code: str, sentence: str, params: Any) -> None:
    """Raises Broken if the sentence lacks a number of the params, or the params lack a figure of the code."""
    try:
        declared, of_seats = figures_of(game.rules.refusals[code]), SEATS | seats_of(game.rules.refusals[code])
    except ValueError as error:
        raise Broken(f"the sentence of {code} in `rules.refusals` is no template: {error}") from error
    missing = sorted(declared - params.keys())
    hold(not missing, f"the refusal {code} lacks the figures {missing} of its sentence")
    said = set(re.findall(r"\d+", sentence))
    for name, number in _numbers("", params):
        wanted = number + 1 if name in of_seats else number
        hint = "" if name in of_seats or str(number + 1) not in said else f"; if it is a seat, write it as {{{name}:who}}"
        # `no coins` is 0 coins.
        hold(
            str(wanted) in said or (wanted == 0 and re.search(r"\bno\b", sentence)),
            f"the refusal {code} does not say the {name} {wanted}: {sentence}{hint}",
        )


def _numbers(name: str, value: Any) -> Iterator[tuple[str, int]]:
    """The numbers in params, each with the nearest name."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _numbers(key, each)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from _numbers(name, each)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield name, value
