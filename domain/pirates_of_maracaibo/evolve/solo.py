"""State changes by the events of Jordan's turns."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.updates import nothing, shown_card, shown_cards, without

from .. import events as e
from ..state import State, jordan_of
from ..values import Die, Throw
from .updates import Change, more, with_jordan, with_markers


def _solo_card_revealed(state: State, event: e.SoloCardRevealed) -> State:
    jordan = jordan_of(state)
    seen = jordan.seen if event.card in jordan.seen else (*jordan.seen, event.card)
    return with_jordan(state, deck=without(jordan.deck, event.card), shown=(*jordan.shown, event.card), seen=seen)


def _solo_deck_shuffled(state: State, event: e.SoloDeckShuffled) -> State:
    return with_jordan(state, deck=shown_cards(event.deck), shown=())


def _jordan_die_rolled(state: State, event: e.JordanDieRolled) -> State:
    return replace(state, thrown=Throw(event.purpose, (Die("jordan", event.rolls[-1]),)))


def _jordan_treasure_gained(state: State, event: e.JordanTreasureGained) -> State:
    jordan = jordan_of(state)
    if event.from_ == "island":
        state = with_markers(state, event.treasure, -1)
    return with_jordan(state, treasures=more(jordan.treasures, event.treasure))


def _jordan_track_advanced(state: State, event: e.JordanTrackAdvanced) -> State:
    return with_jordan(state, position=event.position)


def _jordan_quest_taken(state: State, event: e.JordanQuestTaken) -> State:
    quest = shown_card(event.quest)
    if event.source == "deck":
        state = replace(state, quest_deck=state.quest_deck[1:])
    state = replace(state, quest_market=event.market)
    return with_jordan(state, quests=(*jordan_of(state).quests, quest))


CHANGES: Mapping[type[e.Event], Change] = {
    e.SoloCardRevealed: _solo_card_revealed,
    e.SoloActionChosenAnew: nothing,
    e.SoloDeckShuffled: _solo_deck_shuffled,
    e.JordanDieRolled: _jordan_die_rolled,
    e.JordanTreasureGained: _jordan_treasure_gained,
    e.JordanTrackAdvanced: _jordan_track_advanced,
    e.JordanQuestTaken: _jordan_quest_taken,
}
