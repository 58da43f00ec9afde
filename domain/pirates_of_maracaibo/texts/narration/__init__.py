"""What a command or a whole turn led to, as one line for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit import narration as kit

from ... import events as e
from ...content import effects_of
from ...frames import ResolveEffects
from ...options import Options
from ..phrases import deeds
from .actions import ACTIONS
from .cards import CARDS
from .jordan import JORDAN
from .story import Narrate, Story
from .turns import TURNS

SENTENCES: Mapping[type[e.Event], Narrate] = {**TURNS, **CARDS, **ACTIONS, **JORDAN}

UNTOLD: Mapping[type[e.Event], str] = {
    e.FrameOpened: "the way through the game is told by what happens on it",
    e.FrameChanged: "the same",
    e.FrameClosed: "the same",
    e.StepReached: "the same",
    e.EffectsOpened: "told by what led to the effects, and by what they bring",
    e.EffectsFinished: "told by what was left out",
    e.TreasureTypeChosen: "told by the Treasure gained",
    e.EffectStarted: "told only if nothing else happened",
    e.LocationActionsFinished: "the same",
}
"""Events that are left to others, and why."""


def narrate(events: Sequence[e.Event], names: Sequence[str], options: Options) -> str:
    """In short sentences, from redacted events and the seats' names; empty if there are no events."""
    story = Story(events, SENTENCES, names, options)
    return kit.narrate(story, SENTENCES) or _small(events, names)


def _small(events: Sequence[e.Event], names: Sequence[str]) -> str:
    """For commands that only lead to the next decision."""
    frame: object = None
    for event in events:
        match event:
            case e.FrameChanged(frame=changed):
                frame = changed
            case e.EffectStarted(seat=seat, index=index, side=side) if isinstance(frame, ResolveEffects):
                effect = effects_of(frame.source)[index]
                return f"{names[seat]} chooses to {deeds((effect,) if side is None else effect.sides[side])}."
            case e.LocationActionsFinished(seat=seat):
                return f"{names[seat]} is done at the Location."
    return "Play goes on." if events else ""
