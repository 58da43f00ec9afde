"""Jordan's turns: the action chosen, why, and what it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.kit.words import counted, listed, plural, with_article
from domain.scenes import Move, Roll, Show

from .. import events as e
from ..content import IMPROVEMENTS, SOLO_CARDS, SoloAction
from ..texts import names as n
from ..texts.phrases import BONUSES
from ..values import Die
from .beats import Beats, dice_lie, die, face_up, gain, side, treasures_move
from .cards import quest_joins
from .story import Narrate, Story

MAIN_ACTIONS = {
    "solo_raid_location": "a raid",
    "solo_explore_location": "exploring",
    "solo_quest_location": "a Quest",
    "solo_crew_or_equipment_location": "the top Improvement of the deck",
}
MISSING = {
    "solo_raid_location": "Location for raiding",
    "solo_explore_location": "Location for exploring",
    "solo_quest_location": "Location for Quests",
    "solo_crew_or_equipment_location": "Location for Crew or Equipment",
    "solo_buy_improvement": "Improvement to take",
}
"""Phrases for what each main action needs in range."""


def solo_card_revealed(story: Story, event: e.SoloCardRevealed) -> Beats:
    """One sentence for all cards that are ignored."""
    shown = [event]
    if event.main_action is None:
        shown += story.take_all(e.SoloCardRevealed, lambda other: other.main_action is None)
        on_end = "; its Explorer is on END" if event.explorer_at_end else ""
        text = f"Jordan draws {plural(len(shown), 'card')} without a possible action{on_end}."
    else:
        why = because(story, event.card, event.main_action, "its Explorer on END" if event.explorer_at_end else "")
        text = f"{why}Jordan's card means {meant(story, event.main_action)}{bonus(event)}."
    yield Show(face_up("jordan/shown", *[each.card for each in shown]), by="jordan", source="jordan/deck", text=text)


def bonus(event: e.SoloCardRevealed) -> str:
    """The bonus action; a bonus explore does nothing on END (PM-310)."""
    found = SOLO_CARDS[event.card].bonus
    if found is None:
        return ""
    if found.op == "solo_bonus_explore" and event.explorer_at_end:
        return "; there is no exploring as a bonus from END"
    return f" and before that {BONUSES[found.op]} as a bonus"


def solo_action_chosen_anew(story: Story, event: e.SoloActionChosenAnew) -> str:
    if event.main_action is None:
        return "With its Explorer on END now, nothing else on Jordan's card is possible."
    why = because(story, event.card, event.main_action, "its Explorer on END now")
    return f"{why}Jordan's card means {meant(story, event.main_action)} instead."


def because(story: Story, card: str, main_action: str, on_end: str) -> str:
    """Why Jordan skips the actions above (PM-282): `With no Location for raiding in range, `, or nothing."""
    reasons, lacking = [], []
    for action in SOLO_CARDS[card].main:
        if action.op == main_action:
            lacking += [f"no {kind.capitalize()} Improvement" for kind in types_above(story, action)]
            break
        if action.op == "solo_explore_location" and on_end:
            reasons.append(on_end)
        else:
            lacking.append(f"no {MISSING[action.op]}")
    reasons += [f"{listed(lacking)} in range"] if lacking else []
    return f"With {listed(reasons)}, " if reasons else ""


def types_above(story: Story, action: SoloAction) -> tuple[str, ...]:
    """The types of Improvements that Jordan prefers to the one bought (PM-298)."""
    order = action.type_order
    return order[: order.index(bought(story))] if order else ()


def bought(story: Story) -> str:
    """The type of the Improvement that Jordan is about to buy."""
    acquired = next(event for event in story.after() if isinstance(event, e.ImprovementAcquired) and event.who == "jordan")
    return IMPROVEMENTS[acquired.card].type


def meant(story: Story, main_action: str) -> str:
    """A phrase for the main action; for a purchase, its type."""
    if main_action in MAIN_ACTIONS:
        return MAIN_ACTIONS[main_action]
    return with_article(f"{bought(story).capitalize()} Improvement")


def solo_deck_shuffled(story: Story, event: e.SoloDeckShuffled) -> Beats:
    yield Move((), "jordan/deck", source="jordan/shown", text="The Solo deck is shuffled.")


def jordan_die_rolled(story: Story, event: e.JordanDieRolled) -> Beats:
    """Of several rolls the last one counts."""
    *before, last = event.rolls
    rolls = listed([str(roll) for roll in event.rolls], last="and then")
    yield Roll(
        f"Jordan's {event.purpose.capitalize()}",
        (side("jordan", *[die(roll, again=True) for roll in before], die(last, counts=True)),),
        text=f"Jordan rolls {rolls} for the {event.purpose.capitalize()}.",
    )
    yield from dice_lie([Die("jordan", last)])


def jordan_treasure_gained(story: Story, event: e.JordanTreasureGained) -> Beats:
    gained = [event, *story.take_all(e.JordanTreasureGained)]
    text = f"Jordan gains {counted(n.treasure(each.treasure) for each in gained)}."
    for (kind, source), count in Counter((each.treasure, each.from_) for each in gained).items():
        yield from treasures_move(kind, source, "jordan/treasures", count, text)
        text = ""
    yield gain("jordan", "treasures", len(gained), weight=0)


def jordan_track_advanced(story: Story, event: e.JordanTrackAdvanced) -> Beats:
    text = f"Jordan advances to position {event.position} of its track."
    yield Move(("jordan/marker",), f"jordan/step/{event.position}", text=text)
    yield gain("jordan", "step", 1, weight=0)


def jordan_quest_taken(story: Story, event: e.JordanQuestTaken) -> Beats:
    text = f"Jordan takes {story.quest(event.quest)} from the {'deck' if event.source == 'deck' else 'market'}."
    yield quest_joins("jordan/quests", event.source, event.quest, text)


JORDAN: Mapping[type[e.Event], Narrate] = {
    e.SoloCardRevealed: solo_card_revealed,
    e.SoloActionChosenAnew: solo_action_chosen_anew,
    e.SoloDeckShuffled: solo_deck_shuffled,
    e.JordanDieRolled: jordan_die_rolled,
    e.JordanTreasureGained: jordan_treasure_gained,
    e.JordanTrackAdvanced: jordan_track_advanced,
    e.JordanQuestTaken: jordan_quest_taken,
}
