"""The events of a command or a whole turn as one line for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kit import narration
from domain.scenes import text_of

from ... import events as e
from ...content import NPCS, ZONES
from ...frames import Reroll
from ...options import Options
from .. import names as n
from .battle import BATTLE
from .port import PORT
from .story import Narrate, Story
from .turns import OPENINGS, TURNS

SENTENCES: Mapping[type[e.Event], Narrate] = {**TURNS, **PORT, **BATTLE}

SILENT: Mapping[type[e.Event], str] = {
    e.FrameChanged: "the way through the game is narrated by what happens on it",
    e.FrameClosed: "the same",
    e.StepReached: "the same",
    e.EventDiscarded: "narrated when it was drawn",
    e.EventInForce: "narrated when it was drawn",
    e.RoundEnded: "narrated by the next round or the end",
    e.EffectBegan: "narrated by the card played",
    e.EffectUsed: "narrated by what it helped",
    e.AbilityUsed: "narrated by the new roll",
    e.ActionSpent: "narrated by what was done",
    e.RaidStopped: "narrated by how the raid ends",
    e.HitsCounted: "narrated by the hits",
    e.BigShipHonoured: "narrated by the glory point",
    e.BelongingsLost: "narrated by the captain's end",
    e.ReactionPassed: "narrated only if nothing else happened",
    e.StandingPassSet: "the same; only in version 1",
}
"""Events without a sentence, and what is said instead."""


def narrate(events: Sequence[e.Event], names: Sequence[str], options: Options) -> str:
    """Short sentences from redacted events and the players' names by seat; empty if there are no events."""
    story = Story([event for event in events if _is_narrated(event)], names, options)
    return text_of(narration.tell(story, SENTENCES).beats) or _small(events, names)


def _is_narrated(event: e.Event) -> bool:
    if isinstance(event, e.FrameOpened):
        return type(event.frame) in OPENINGS
    return type(event) in SENTENCES


CLOSINGS = {
    "take_action": "ends the turn",
    "carpenter": "leaves the ship as it is",
    "hire_by_deed": "hires nobody",
    "new_captain": "keeps the captain",
    "sell_lot": "sells nothing",
    "shipyard": "leaves the shipyard",
    "transfer_modifications": "moves no more modifications",
    "hire_crew": "hires no more crew",
    "stash": "stashes no more gold",
    "raid_weapons": "gives up no more weapons",
    "raid_spend": "uses no more successes",
    "reroll": "keeps the dice",
    "volley": "leaves the hits as they are",
    "chasers": "holds the Chasers back",
    "claim_reward": "claims no reward",
    "claim_ship": "does not take the beaten ship",
    "plunder": "takes nothing more",
    "accept_offer": "declines",
}
"""Decisions whose end is all that happened."""


def _choice(events: Sequence[e.Event], names: Sequence[str]) -> str:
    """What was picked: of several picks, the next choice shows the earlier ones."""
    picked = [
        option for event in events if isinstance(event, e.FrameOpened) for option in getattr(event.frame, "picked", ())
    ]
    if not picked:
        return "has chosen"
    option = picked[-1]
    if option.isdigit():
        return f"picks {names[int(option)]}"
    if option in NPCS:
        return f"picks {n.npc(option)}"
    return f"picks {n.place(option) if option in ZONES else n.location(option)}"


def _passes(passed: Sequence[e.ReactionPassed], names: Sequence[str]) -> str:
    """A sentence for each moment, with the seats that pass in it."""
    by_moment: dict[str, dict[str, None]] = {}
    for each in passed:
        by_moment.setdefault(_moment(each, names), {})[names[each.seat]] = None
    return " ".join(
        f"{n.listed([*who])} {'passes' if len(who) == 1 else 'pass'} {moment}." for moment, who in by_moment.items()
    )


def _moment(passed: e.ReactionPassed, names: Sequence[str]) -> str:
    """When the window was open. Version 1 did not record what caused it."""
    if passed.timing == "any_turn" and passed.turn is not None:
        return f"at the {passed.subject} of {names[passed.turn]}'s turn"
    if passed.timing == "event" and passed.subject:
        return f"against {n.event(passed.subject)}"
    return n.TIMINGS[passed.timing]


def _small(events: Sequence[e.Event], names: Sequence[str]) -> str:
    """A sentence for commands whose events have none: the first event that says anything."""
    for event in events:
        match event:
            case e.FrameClosed(frame="choose", seat=int(seat)):
                return f"{names[seat]} {_choice(events, names)}."
            case e.FrameClosed(frame=frame, seat=int(seat)) if frame in CLOSINGS:
                return f"{names[seat]} {CLOSINGS[frame]}."
            case e.ActionSpent(seat=seat, action="cove"):
                return f"{names[seat]} goes to stash gold."
            case e.FrameChanged(frame=Reroll(seat=seat)):
                return f"{names[seat]} marks a die."
            case e.ReactionPassed():
                return _passes([each for each in events if isinstance(each, e.ReactionPassed)], names)
            case e.StandingPassSet(seat=int(seat), timing=timing, on=on):
                when = n.TIMINGS[timing] if len(events) == 1 else "in every reaction window"
                return f"{names[seat]} {'always passes' if on else 'is asked again'} {when}."
    return "Play goes on." if events else ""
