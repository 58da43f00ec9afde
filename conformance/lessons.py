"""The promise of lessons: whoever does what they say comes to their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from conformance.playing import Broken, hold
from domain import session
from domain.game import AnyGame, Rejected
from domain.lessons import Lesson, problem
from domain.session import Session, lifecycle
from domain.session.rights import Actor
from tradewinds.installed import NAME


def lessons_lead_to_their_end(game: AnyGame) -> None:
    """Each lesson can be begun and played to its end: its actions are legal, bring the events that lead on, and what it
    points at is there."""
    for name, lesson in game.lessons.items():
        hold(NAME.fullmatch(name), f"{name!r} is no name of a lesson: lower-case words and numbers joined by hyphens")
        wrong = problem(lesson, game.scenarios)
        hold(wrong is None, f"the lesson {name!r}: {wrong}")
        for _ in played(game, name):
            pass


class Done(NamedTuple):
    """An action of a lesson."""

    step: int
    """The number of the step, from 1."""
    learners: bool
    """Whether the step asks the learner for it; else others follow on it."""
    before: Session[Any]
    events: Sequence[Any]
    after: Session[Any]


def played(game: AnyGame, name: str) -> Iterator[Done]:
    """All actions of a lesson, done one by one. Raises Broken where it does not go on."""
    lesson = game.lessons[name]
    plans = [lifecycle.SeatPlan(kind="human")] * len(lesson.seats)
    command, secret = lifecycle.lesson(game, name, plans)
    dealer = lifecycle.Dealer(secret, lifecycle.CHOSEN_SECRET_ID)
    try:
        shown = lifecycle.create(game, command, dealer).state
    except Rejected as refused:
        raise Broken(f"the lesson {name!r} cannot be begun: {refused}") from None
    version = 1
    for number, step in enumerate(lesson.steps, 1):
        where = f"step {number} of the lesson {name!r}"
        lacking = set(step.at) - _ids(game, shown, lesson)
        hold(not lacking, f"{where} points at {sorted(lacking)}, which are not there")
        if step.action is not None:
            version += 1
            before = shown
            shown, events = _done(game, shown, lesson.seat, step.action, dealer, version, where)
            tags = [event.__struct_config__.tag for event in events]
            hold(step.until in tags, f"{where} waits for {step.until!r}, and its action brings {tags}")
            yield Done(number, True, before, events, shown)
        for turn in step.others:
            version += 1
            before = shown
            shown, events = _done(game, shown, turn.seat, turn.action, dealer, version, where)
            yield Done(number, False, before, events, shown)


def _ids(game: AnyGame, shown: Session[Any], lesson: Lesson) -> set[str]:
    """What can be pointed at: the areas of the board and the pieces that the learner sees."""
    if game.drawing is None:
        return set()
    options = lifecycle.read_options(game, shown.options)
    board = game.drawing.board(options, lesson.seats)
    picture = game.drawing.picture(game.gate.view(shown.state, lesson.seat), lesson.seat)
    return {area.id for area in board.areas} | {piece.id for piece in picture.pieces}


def _done(
    game: AnyGame, shown: Session[Any], seat: int, action: Any, dealer: lifecycle.Dealer, version: int, where: str
) -> tuple[Session[Any], Sequence[Any]]:
    asked = session.to_act(game, shown)
    hold(seat in asked, f"{where}: seat {seat} is to act, and asked are {list(asked)}")
    try:
        done = lifecycle.decide(game, shown, Actor("player", seat), action, dealer, version)
    except Rejected as refused:
        raise Broken(f"{where}: seat {seat} cannot do {action}: {refused}") from None
    return done.state, done.events
