"""Events of a command or a whole turn as beats with their sentences.

It stands above `texts` and `drawing`: beats have the words of one and the ids and pieces of the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit import narration as kit
from domain.scenes import Moment, Tale, text_of

from .. import events as e
from ..content import effects_of
from ..frames import ResolveEffects
from ..options import Options
from ..texts.phrases import deeds
from .actions import ACTIONS
from .cards import CARDS
from .jordan import JORDAN
from .story import Narrate, Story
from .turns import TURNS

TELLINGS: Mapping[type[e.Event], Narrate] = {**TURNS, **CARDS, **ACTIONS, **JORDAN}

SILENT: Mapping[type[e.Event], str] = {
    e.FrameOpened: "the flow of the game shows in what happens",
    e.FrameChanged: "see FrameOpened",
    e.FrameClosed: "see FrameOpened",
    e.StepReached: "see FrameOpened",
    e.EffectsOpened: "the cause of the effects and what they bring are told",
    e.EffectsFinished: "what was left out is told",
    e.TreasureTypeChosen: "the Treasure gained is told",
    e.EffectStarted: "told only if nothing else happened",
    e.LocationActionsFinished: "see EffectStarted",
    e.ActionTaken: "told only if what it brings does not name the Location",
    e.GulfOptionTaken: "a Residence is told by its construction",
    e.EffectSkipped: "told only if it was declined",
    e.RaidStopped: "told only if power was left",
    e.BuryMarkerChosen: "told only if it is not buried at once",
    e.TileChosen: "told only if it is not placed at once",
    e.SailingEnded: "told only if a ship did not just sail there",
    e.RoundEnded: "the last one is told before its income",
    e.TurnEnded: "told only if power is lost or nothing follows",
    e.TierTwoTopChanged: "told only if the card is face up",
}
"""Events that need no beat, and why."""


def tell(events: Sequence[e.Event], names: Sequence[str], options: Options) -> Tale:
    """Redacted events as beats, with short sentences that have the names of the seats."""
    tale = kit.tell(Story(events, TELLINGS, names, options), TELLINGS)
    if events and not text_of(tale.beats):
        tale = Tale([*tale.beats, Moment(text=_small(events, names))], tale.untold)
    return tale


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
    return "Play goes on."
