"""Events of a command or a whole turn as one line of sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit import narration as kit
from domain.scenes import text_of

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

NOT_NARRATED: Mapping[type[e.Event], str] = {
    e.FrameOpened: "the flow of the game shows in what happens",
    e.FrameChanged: "see FrameOpened",
    e.FrameClosed: "see FrameOpened",
    e.StepReached: "see FrameOpened",
    e.EffectsOpened: "the cause of the effects and what they bring are narrated",
    e.EffectsFinished: "what was left out is narrated",
    e.TreasureTypeChosen: "the Treasure gained is narrated",
    e.EffectStarted: "narrated only if nothing else happened",
    e.LocationActionsFinished: "see EffectStarted",
}
"""Events without a sentence, and why they need none."""


def narrate(events: Sequence[e.Event], names: Sequence[str], options: Options) -> str:
    """Redacted events as short sentences with the seats' names; empty if there are no events."""
    story = Story(events, SENTENCES, names, options)
    return text_of(kit.tell(story, SENTENCES).beats) or _small(events, names)


def _small(events: Sequence[e.Event], names: Sequence[str]) -> str:
    """The sentence for commands that only lead to the next decision."""
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
