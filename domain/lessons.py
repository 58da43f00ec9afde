"""Lessons: games that are played once to learn how, step by step, with the cards that their author chose.

A lesson is data of its game. Whoever shows it begins a game from its secret, which everybody can read, holds all seats of
it, and plays the others' part too: so a lesson needs neither a bot nor rules of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from domain.scenarios import Scenario


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat does in a lesson."""

    seat: int
    """The number of the seat, from 0."""
    action: Any
    """The action. It is legal then."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a lesson: something to know, or something to do."""

    text: str
    """What to know or to do, as sentences, in at most 240 characters."""
    at: tuple[str, ...] = ()
    """The ids of the areas and pieces that it speaks of."""
    action: Any = None
    """What the learner is to do; null: there is something to read."""
    until: str | None = None
    """The type of the event that leads on, whatever the learner did to bring it about; null: who has read leads on."""
    others: tuple[Turn, ...] = ()
    """What all seats do afterwards, until the next step."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson."""

    title: str
    """Its title for people, in at most 40 characters."""
    text: str
    """What is learnt in it, as a sentence of at most 120 characters."""
    minutes: int
    """How long it takes."""
    seats: tuple[str, ...]
    """The names of the players by their seats, from 0."""
    seat: int = 0
    """The seat of the learner."""
    options: Mapping[str, Any] = {}
    """The game's own options; those left out have their default. A prepared position has its own."""
    scenario: str | None = None
    """The prepared position that it begins with; null: it begins like any game."""
    secret: str
    """The secret behind all draws, 32 bytes in hex."""
    steps: tuple[Step, ...]
    """The steps in their order."""


LONGEST_TITLE, LONGEST_PURPOSE, LONGEST_STEP, MOST_STEPS = 40, 120, 240, 40
_SECRET = re.compile(r"[0-9a-f]{64}")


def read_lessons(content: bytes, commands: Sequence[type[Any]]) -> dict[str, Lesson]:
    """Lessons by their names, from a JSON object; `commands` are the types of the game's commands."""
    given: Any = reduce(or_, commands)

    def typed(step: Step) -> Step:
        return msgspec.structs.replace(
            step,
            action=None if step.action is None else msgspec.convert(step.action, given),
            others=tuple(Turn(seat=each.seat, action=msgspec.convert(each.action, given)) for each in step.others),
        )

    return {
        name: msgspec.structs.replace(lesson, steps=tuple(map(typed, lesson.steps)))
        for name, lesson in msgspec.json.decode(content, type=dict[str, Lesson]).items()
    }


def problem(lesson: Lesson, scenarios: Mapping[str, Scenario]) -> str | None:
    """What is wrong with what a lesson says of itself; None if nothing is."""
    if not 0 < len(lesson.title) <= LONGEST_TITLE:
        return f"its title has {len(lesson.title)} characters, not 1 to {LONGEST_TITLE}"
    if not lesson.text.endswith(".") or len(lesson.text) > LONGEST_PURPOSE:
        return f"its text is no sentence of at most {LONGEST_PURPOSE} characters"
    if lesson.minutes < 1:
        return f"it takes {lesson.minutes} minutes"
    if not _SECRET.fullmatch(lesson.secret):
        return "its secret is not 32 bytes in hex"
    if not 0 <= lesson.seat < len(lesson.seats):
        return f"the learner's seat is {lesson.seat}, and it has {len(lesson.seats)} seats"
    if lesson.scenario is not None and lesson.scenario not in scenarios:
        return f"there is no prepared position {lesson.scenario!r}"
    if lesson.scenario is not None and (lesson.options or len(lesson.seats) != scenarios[lesson.scenario].seats):
        return f"the prepared position {lesson.scenario!r} has options and a number of seats of its own"
    if not 1 <= len(lesson.steps) <= MOST_STEPS:
        return f"it has {len(lesson.steps)} steps, not 1 to {MOST_STEPS}"
    return _first(_problem_of(number, step) for number, step in enumerate(lesson.steps, 1))


def _problem_of(number: int, step: Step) -> str | None:
    if not step.text.endswith((".", "?", "!")) or len(step.text) > LONGEST_STEP:
        return f"the text of step {number} is no sentence of at most {LONGEST_STEP} characters"
    if (step.action is None) != (step.until is None):
        return f"step {number} needs both an action and the event that leads on, or neither"
    return None


def _first(found: Iterable[str | None]) -> str | None:
    return next((each for each in found if each is not None), None)
