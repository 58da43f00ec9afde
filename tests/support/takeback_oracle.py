"""Takebacks decided in the slow way: by walking back through all commits, and deciding each action again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.game import AnyGame, Json, Rejected
from domain.session import AROUND, Session, TakenBack, takebacks
from domain.session.rights import Actor
from domain.session.takebacks import Draw, Past


class Walked(NamedTuple):
    """A commit, with the table before it."""

    version: int
    actor: Actor
    action: Any
    """The command of the game's rules; None for a command of the table."""
    events: Sequence[Any]
    before: Session[Any] | None
    repeatable: bool = True
    """Whether today's rules decided it."""


def standing(steps: Sequence[Walked]) -> Iterator[Walked]:
    """The commits that led to the present position, the newest first: without takebacks and what they took back."""
    upto = None
    for step in reversed(steps):
        if upto is not None and step.version > upto:
            continue
        back = next((event for event in step.events if type(event) is TakenBack), None)
        if back is None:
            yield step
        else:
            upto = back.to_version


def destination(game: AnyGame, now: Session[Any], seat: int, draw: Draw, steps: Sequence[Walked]) -> tuple[str, Json]:
    """What becomes of a takeback: "back" or "asked" and the version to go back to, or a refusal's code and its version."""
    alone = True
    for step in standing(steps):
        if step.before is None or step.before.state is None:
            break
        if AROUND.issuperset(map(type, step.events)):
            continue
        if reveals(game, step, draw):
            return "takeback_past_reveal", step.version
        if step.actor == Actor("player", seat):
            others = [number for number, each in enumerate(now.seats) if each.kind == "human" and number != seat]
            return "back" if alone or not others else "asked", step.version - 1
        if now.takeback == "own":
            return "others_acted_since", step.version
        alone = False
    return "nothing_to_take_back", None


def decision(now: Session[Any], seat: int, past: Past) -> tuple[str, Json]:
    """What the rules of takebacks say, in the form of `destination`."""
    try:
        found = takebacks.destination(now, seat, past)
    except Rejected as refused:
        return refused.code, refused.params.get("version")
    return "asked" if found.must_agree else "back", found.version


def reveals(game: AnyGame, step: Walked, draw: Draw) -> bool:
    """Whether an action drew, showed or looked at something hidden."""
    shown = any(game.gate.reveals(event) for event in step.events if type(event) not in AROUND)
    if step.action is None or not step.repeatable or shown:
        return True
    assert step.before is not None
    assert step.actor.seat is not None
    draws = draw(step.before.client_seeds, step.version)
    game.rules.decide(step.before.state, step.actor.seat, step.action, draws)
    return draws.used
