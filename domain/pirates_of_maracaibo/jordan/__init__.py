"""Jordan's turns: the automated opponent of the solo mode (RULES.md, chapter 22, and the solo parts of the modules).

Jordan takes no decisions: its whole turn is resolved when the human ends a turn (PM-279).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from domain.game import Rng
from domain.kit.cards import shuffled

from .. import events as e
from ..content import IMPROVEMENTS, LOCATIONS, SOLO_CARDS, Effect, SoloAction
from ..decisions.arriving import SHARE_PAYMENT, fight
from ..decisions.gulf import GULF_EXPLORE, MARACAIBO_VP
from ..flow import gain_vp, place_markers
from ..sea import flip_improvement, flip_location, is_tier_one_location, laid_at, refill, show_top
from ..state import Recorder, State, jordan_of
from ..values import GULF, MARACAIBO
from .actions import at_end, explore, raid, sell_ruby, take_quest, upgrade
from .course import in_range, path_to

FOG_VP = {1: 1, 2: 3, 3: 5}
"""For each face-down Location on the way, by round (PM-335)."""
SEARCHED: dict[str, tuple[str, ...]] = {
    "solo_raid_location": ("raid_all_dice",),
    "solo_explore_location": ("explore",),
    "solo_quest_location": ("gain_quest",),
    "solo_crew_or_equipment_location": ("acquire_improvement",),
}
"""The ops that a Location must offer for each main action (PM-289, PM-292, PM-293, PM-294, PM-295, PM-296)."""
IN_GULF = ("solo_raid_location", "solo_explore_location")
"""Main actions that the Gulf serves; Jordan goes there for them when it can (PM-288)."""

Choice: TypeAlias = tuple[SoloAction, str]
"""A main action that is possible, and the space for it."""


def jordans_turn(recorder: Recorder, rng: Rng) -> None:
    """Draws Solo cards until a main action is possible, and does it (PM-280, PM-281, PM-282, PM-283, PM-284, PM-285)."""
    if jordan_of(recorder.state).ship == GULF:
        _enter_maracaibo(recorder, rng)
        return
    ignored: set[str] = set()
    while len(ignored) < len(_all_cards(recorder.state)):
        card = _draw(recorder, rng)
        choice = _possible(recorder.state, card)
        recorder.emit(e.SoloCardRevealed(card, _name_of(choice), at_end(recorder.state)))
        if choice is not None:
            _bonus(recorder, card, rng)
            choice = _still_possible(recorder, card, choice)
        if choice is not None:
            _perform(recorder, *choice, rng)
            return
        ignored.add(card)
    _drift(recorder, rng)


def _all_cards(state: State) -> tuple[str, ...]:
    jordan = jordan_of(state)
    return (*jordan.deck, *jordan.shown)


def _draw(recorder: Recorder, rng: Rng) -> str:
    """The top Solo card; an empty deck is shuffled again first (PM-281, PM-426)."""
    jordan = jordan_of(recorder.state)
    if not jordan.deck:
        recorder.emit(e.SoloDeckShuffled(shuffled(jordan.shown, rng)))
    return jordan_of(recorder.state).deck[0]


def _enter_maracaibo(recorder: Recorder, rng: Rng) -> None:
    """From the Gulf no card is drawn: Jordan gains VP and an Upgrade (PM-280)."""
    recorder.emit(e.ShipSailed("jordan", GULF, MARACAIBO, 1))
    recorder.emit(e.SailingEnded("jordan", MARACAIBO, None))
    gain_vp(recorder, "jordan", MARACAIBO_VP, "maracaibo")
    upgrade(recorder, rng)


def _bonus(recorder: Recorder, card: str, rng: Rng) -> None:
    """The bonus of a B card comes before its main action (PM-285, PM-310, PM-323, PM-324)."""
    bonus = SOLO_CARDS[card].bonus
    if bonus is None:
        return
    match bonus.op:
        case "solo_bonus_upgrade":
            upgrade(recorder, rng)
        case "solo_bonus_raid":
            raid(recorder, rng)
        case _:
            if not at_end(recorder.state):
                explore(recorder, bonus.movement)


# Choosing


def _possible(state: State, card: str) -> Choice | None:
    """The first main action that can be done (PM-282)."""
    for main in SOLO_CARDS[card].main:
        goal = _goal(state, main)
        if goal is not None:
            return main, goal
    return None


def _still_possible(recorder: Recorder, card: str, choice: Choice) -> Choice | None:
    """The choice, or another one if it was to explore and the bonus has taken the Explorer to END (PM-310)."""
    if choice[0].op != "solo_explore_location" or not at_end(recorder.state):
        return choice
    other = _possible(recorder.state, card)
    recorder.emit(e.SoloActionChosenAnew(card, _name_of(other)))
    return other


def _name_of(choice: Choice | None) -> str | None:
    return None if choice is None else choice[0].op


def _goal(state: State, main: SoloAction) -> str | None:
    """The best space in range for this main action (PM-287, PM-288, PM-298, PM-310, PM-338, PM-347)."""
    if main.op == "solo_explore_location" and at_end(state):
        return None
    if main.op in SEARCHED:
        wanted = SEARCHED[main.op]
        for space in in_range(state):
            if space == GULF and main.op in IN_GULF:
                return space
            card = state.sea.get(space)
            if card is not None and card.face_up and any(effect.op in wanted for effect in _actions(card.id)):
                return space
        return None
    for kind in main.type_order:
        for space in in_range(state):
            card = state.sea.get(space)
            if card is not None and card.face_up and card.id in IMPROVEMENTS and IMPROVEMENTS[card.id].type == kind:
                return space
    return None


def _actions(card: str) -> Iterator[Effect]:
    """The actions of a Location, also those on one side of a slash (PM-289)."""
    for effect in LOCATIONS[card].actions if card in LOCATIONS else ():
        yield effect
        for side in effect.sides:
            yield from side


# Acting


def _perform(recorder: Recorder, main: SoloAction, goal: str, rng: Rng) -> None:
    """Sails, meets the human, takes Ruby, marker and Upgrade, then does the action (PM-427)."""
    _sail(recorder, goal, rng)
    if goal == GULF:
        sell_ruby(recorder, rng)
        upgrade(recorder, rng)
    elif recorder.state.sea[goal].id in LOCATIONS:
        _stop_at_location(recorder, goal, rng)
    match main.op:
        case "solo_raid_location":
            raid(recorder, rng)
        case "solo_explore_location":
            explore(recorder, GULF_EXPLORE.movement if goal == GULF else _printed_movement(recorder.state, goal))
        case "solo_quest_location":
            take_quest(recorder)
        case "solo_crew_or_equipment_location":
            _gain_top_card(recorder)
        case _:
            recorder.emit(e.ImprovementAcquired("jordan", goal, recorder.state.sea[goal].id, 0))
            refill(recorder, goal)


def _printed_movement(state: State, space: str) -> int:
    return next(effect.movement for effect in _actions(state.sea[space].id) if effect.op == "explore")


def _stop_at_location(recorder: Recorder, space: str, rng: Rng) -> None:
    """A Ruby, the marker of the Treasure Value tile, an Upgrade (PM-292, PM-373)."""
    location = recorder.state.sea[space].id
    if recorder.state.options.rubies and LOCATIONS[location].ruby_supply:
        recorder.emit(e.RubyGained("jordan"))
    island = recorder.state.value_tiles.get(location)
    if island is not None:
        place_markers(recorder, island, 1, "treasure_value")
    upgrade(recorder, rng)


def _gain_top_card(recorder: Recorder) -> None:
    """Takes the top Tier II Improvement; Locations above it go under the deck (PM-296, PM-297, PM-428, PM-451)."""
    if not any(card.id in IMPROVEMENTS for card in recorder.state.tier_two):
        return
    while (top := recorder.state.tier_two[0]).id not in IMPROVEMENTS:
        recorder.emit(e.TierTwoCardReturned(top.id))
    recorder.emit(e.ImprovementAcquired("jordan", "deck", top.id, 0))
    show_top(recorder)


def _drift(recorder: Recorder, rng: Rng) -> None:
    """No main action was possible: sails to the best space in range, for its marker and Upgrade only (PM-284).

    That space is never the Gulf: Jordan could raid there (PM-288), and every Solo card lists a raid.
    """
    goal = next(in_range(recorder.state))
    _sail(recorder, goal, rng)
    if recorder.state.sea[goal].id in LOCATIONS:
        _stop_at_location(recorder, goal, rng)


def _sail(recorder: Recorder, goal: str, rng: Rng) -> None:
    """Takes the best way and turns up the face-down cards on it (PM-335, PM-336, PM-337, PM-348)."""
    start = jordan_of(recorder.state).ship
    path = path_to(recorder.state, goal)
    recorder.emit(e.ShipSailed("jordan", start, goal, len(path)))
    recorder.emit(e.SailingEnded("jordan", goal, laid_at(recorder.state, goal)))
    for space in path:
        _lift_fog(recorder, space)
    if goal == GULF:
        return
    if recorder.state.options.pirate_skirmish:
        fight(recorder, goal, rng)
    elif recorder.state.seats[0].ship == goal:  # The human gains a doubloon from the supply (PM-278).
        recorder.emit(e.OpponentPaid(None, 0, SHARE_PAYMENT))


def _lift_fog(recorder: Recorder, space: str) -> None:
    card = recorder.state.sea.get(space)
    if card is None or card.face_up:
        return
    if not is_tier_one_location(card.id):
        flip_improvement(recorder, space)
        return
    if card.doubloons:
        recorder.emit(e.FogDoubloonsRemoved(space, card.doubloons))
    flip_location(recorder, space)
    gain_vp(recorder, "jordan", FOG_VP[recorder.state.round], "fog")
