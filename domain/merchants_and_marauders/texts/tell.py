"""What a command or a whole turn led to, as one line for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.game import Secret

from .. import events as e
from .story import Story, Tell
from .told_battle import BATTLE
from .told_port import PORT
from .told_turns import OPENINGS, TURNS

SENTENCES: Mapping[type[e.Event], Tell] = {**TURNS, **PORT, **BATTLE}

UNTOLD: Mapping[type[e.Event], str] = {
    e.FrameChanged: "the way through the game is told by what happens on it",
    e.FrameClosed: "the same",
    e.StepReached: "the same",
    e.EventDiscarded: "told when it was drawn",
    e.EventInForce: "told when it was drawn",
    e.RoundEnded: "told by the next round or the end",
    e.EffectBegan: "told by the card played",
    e.EffectUsed: "told by what it helped",
    e.AbilityUsed: "told by the new roll",
    e.ActionSpent: "told by what was done",
    e.RaidStopped: "told by how the raid ends",
    e.HitsCounted: "told by the hits",
    e.BigShipHonoured: "told by the glory point",
    e.BelongingsLost: "told by the captain's end",
    e.ReactionPassed: "told only if nothing else happened",
    e.StandingPassSet: "the same",
}
"""Events that are left to others, and why."""


def tell(events: Sequence[e.Event], names: Sequence[str]) -> str:
    """In short sentences, from redacted events and the seats' names; empty if there are no events."""
    story = Story([event for event in events if _is_told(event)], names)
    sentences = []
    while not story.over:
        event = story.read()
        sentences.append(SENTENCES[type(event)](story, event))
    told = " ".join(sentence for sentence in sentences if sentence)
    return told or _small(events, names)


def _is_told(event: e.Event) -> bool:
    if isinstance(event, e.FrameOpened):
        return type(event.frame) in OPENINGS
    return type(event) in SENTENCES


def _small(events: Sequence[e.Event], names: Sequence[str]) -> str:
    """Where nothing happened but that somebody passed, or that somebody else is asked."""
    passed = [event.seat for event in events if isinstance(event, e.ReactionPassed)]
    if passed:
        return " ".join(f"{names[seat]} passes." for seat in dict.fromkeys(passed))
    for event in events:
        if isinstance(event, e.StandingPassSet):
            who = "A player" if isinstance(event.seat, Secret) else names[event.seat]
            return f"{who} changes when to be asked for cards."
    asked = [event.frame for event in events if isinstance(event, e.FrameOpened)]
    for frame in reversed(asked):
        seat = getattr(frame, "seat", None)
        if isinstance(seat, int):
            return f"Now {names[seat]} decides."
    return "Play goes on." if events else ""
