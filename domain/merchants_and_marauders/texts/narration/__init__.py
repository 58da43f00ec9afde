"""The events of a command or a whole turn as beats with their sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from domain.scenes import Beat, Gain, Moment, Move, Show, Tale

from ... import events as e
from ...content import NPCS, ZONES
from ...frames import Reroll
from ...options import Options
from .. import names as n
from .battle import BATTLE
from .beats import BEATS
from .port import PORT
from .story import Narrate, Sentence, Story
from .turns import TURNS

SENTENCES: Mapping[type[e.Event], Narrate] = {**TURNS, **PORT, **BATTLE}

SILENT: Mapping[type[e.Event], str] = {
    e.FrameOpened: "told by what happens on the way through the game",
    e.FrameChanged: "the same",
    e.FrameClosed: "the same",
    e.StepReached: "the same",
    e.CaptainTurnEnded: "told by the next turn",
    e.XAssigned: "told by the hits",
    e.ActivityStarted: "told by what is done",
    e.RandomDrawn: "told by the war that breaks out",
    e.EventDiscarded: "told when it was drawn",
    e.EventInForce: "told when it was drawn",
    e.EffectBegan: "told by the card played",
    e.EffectUsed: "told by what it helped",
    e.AbilityUsed: "told by the new roll",
    e.ActionSpent: "told by what was done",
    e.HitsCounted: "told by the hits",
    e.BigShipHonoured: "told by the glory point",
    e.ReactionPassed: "told only if nothing else happened",
    e.StandingPassSet: "the same; only in version 1",
}
"""Events that need no beat, and why."""


def tell(events: Sequence[e.Event], names: Sequence[str], options: Options) -> Tale:
    """Redacted events as beats with short sentences, which have the players' names by seat.

    A sentence may be about several events. Each of these has its own beats, and the sentence goes to the weightiest of them.
    """
    story = Story(events, names, options)
    beats: list[Beat] = []
    untold: list[e.Event] = []
    for sentence in story.sentences(SENTENCES):
        told, silent = _told(story, events, sentence)
        beats += told
        untold += silent
    beats += story.settled()
    if not any(beat.text for beat in beats) and (text := _small(events, names)):
        beats.append(Moment(text=text, weight=0))
    return Tale(beats, untold)


def narrate(events: Sequence[e.Event], names: Sequence[str], options: Options) -> str:
    """The sentences of these beats alone, for histories without scenes."""
    sentences = Story(events, names, options).sentences(SENTENCES)
    return " ".join([sentence.text for sentence in sentences if sentence.text]) or _small(events, names)


def _told(story: Story, events: Sequence[e.Event], sentence: Sentence) -> tuple[list[Beat], list[e.Event]]:
    """The beats of the events of a sentence and of those that follow it, and the events without any."""
    own, run = sentence.own, [events[place] for place in sentence.own]
    told: list[Beat] = []
    untold: list[e.Event] = []
    carrier: int | None = None
    for place in sentence.places:
        event = events[place]
        telling = BEATS.get(type(event))
        if telling is None:
            if place not in own:
                untold.append(event)
            continue
        story.stand_at(place, run)
        first = len(told)
        told += telling(story, event)
        if place in own:
            for number in range(first, len(told)):
                if carrier is None or told[number].weight > told[carrier].weight:
                    carrier = number
        elif first == len(told):
            untold.append(event)
    if sentence.text:
        if carrier is None:
            told.insert(0, Moment(text=sentence.text))
        else:
            told[carrier] = replace(told[carrier], text=sentence.text)
    elif carrier is None:
        untold += run
    return (_joined(told) if len(own) > 1 else told), untold


def _joined(beats: Sequence[Beat]) -> list[Beat]:
    """Beats of which several of one sentence are alike, such as hits on one location, are one."""
    found: list[Beat] = []
    known: dict[object, int] = {}
    for beat in beats:
        if type(beat) is Gain:
            alike: object = (beat.at, beat.fact)
        elif type(beat) is Move and beat.pieces:
            alike = (beat.to, beat.source)
        elif type(beat) is Show and beat.pieces:
            alike = (beat.by, beat.source, Show)
        else:
            found.append(beat)
            continue
        if alike not in known:
            known[alike] = len(found)
            found.append(beat)
        else:
            found[known[alike]] = _sum(found[known[alike]], beat)
    return found


def _sum(one: Beat, other: Beat) -> Beat:
    """Two beats that are alike as one."""
    weight, text = max(one.weight, other.weight), one.text or other.text
    if isinstance(one, Gain) and isinstance(other, Gain):
        by = None if one.by is None or other.by is None else one.by + other.by
        return replace(one, by=by, weight=weight, text=text)
    assert isinstance(one, Move | Show)
    assert isinstance(other, Move | Show)
    return replace(one, pieces=one.pieces + other.pieces, weight=weight, text=text)


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
