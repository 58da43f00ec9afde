"""State changes by the events about cards, boards and belongings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.kit.updates import nothing, shown_card, shown_cards, with_one, with_seat, without

from .. import events as e
from ..content import RESIDENCES
from ..state import State, jordan_of
from ..values import OPEN_WATER, SeaCard
from .updates import Change, with_card, with_jordan, with_markers, with_more, with_who


def _paid(state: State, seat: int, doubloons: int, **changes: Any) -> State:
    return with_seat(state, seat, doubloons=state.seats[seat].doubloons - doubloons, **changes)


def _card_ignored(state: State, event: e.CardIgnored) -> State:
    return with_more(state, event.seat, doubloons=event.doubloons)


def _improvement_acquired(state: State, event: e.ImprovementAcquired) -> State:
    if event.space == "deck":
        state = replace(state, tier_two=state.tier_two[1:])
    if event.who == "jordan":
        return with_jordan(state, improvements=(*jordan_of(state).improvements, event.card))
    own = state.seats[event.who]
    return _paid(state, event.who, event.price, improvements=(*own.improvements, event.card))


def _space_refilled(state: State, event: e.SpaceRefilled) -> State:
    """The top card with the side it has, or Open Water if there is none (PM-068, PM-071)."""
    top = state.tier_two[0] if state.tier_two else OPEN_WATER
    return replace(with_card(state, event.space, top), tier_two=state.tier_two[1:])


def _tier_two_card_returned(state: State, event: e.TierTwoCardReturned) -> State:
    top, *rest = state.tier_two
    return replace(state, tier_two=(*rest, SeaCard(event.card, top.back, top.face_up)))


def _residence_constructed(state: State, event: e.ResidenceConstructed) -> State:
    tokens = (*state.residences[event.card], event.who)
    state = replace(state, residences={**state.residences, event.card: tokens})
    if event.first_builder:
        state = with_more(state, event.who, vp=RESIDENCES[event.card].first_builder_vp)
    return state if event.who == "jordan" else _paid(state, event.who, event.price)


def _marker_placed(state: State, event: e.MarkerPlaced) -> State:
    return with_markers(state, event.island, event.count)


def _black_market_tile_placed(state: State, event: e.BlackMarketTilePlaced) -> State:
    own, location = state.seats[event.seat], state.sea[event.space].id
    return _paid(state, event.seat, event.cost, tiles={**own.tiles, event.tile: location})


def _upgrade_placed(state: State, event: e.UpgradePlaced) -> State:
    if event.who == "jordan":
        return with_more(state, "jordan", upgrades=1)
    return with_seat(state, event.who, upgrades=(*state.seats[event.who].upgrades, event.slot))


def _quest_gained(state: State, event: e.QuestGained) -> State:
    quest = shown_card(event.quest)
    if event.source == "deck":
        state = replace(state, quest_deck=state.quest_deck[1:])
    else:
        place = int(event.source.removeprefix("market_")) - 1
        state = replace(state, quest_market=with_one(state.quest_market, place, ""))
    return with_seat(state, event.seat, quests=(*state.seats[event.seat].quests, quest))


def _quest_market_refreshed(state: State, event: e.QuestMarketRefreshed) -> State:
    return replace(state, quest_market=event.added, quest_deck=shown_cards(event.deck))


def _quest_market_refilled(state: State, event: e.QuestMarketRefilled) -> State:
    market = with_one(state.quest_market, event.position - 1, event.quest)
    return replace(state, quest_market=market, quest_deck=state.quest_deck[1:])


def _quest_discarded(state: State, event: e.QuestDiscarded) -> State:
    quest = shown_card(event.quest)
    state = with_seat(state, event.seat, quests=without(state.seats[event.seat].quests, quest))
    return replace(state, quest_deck=(*state.quest_deck, quest))


def _figurehead_gained(state: State, event: e.FigureheadGained) -> State:
    state = replace(state, figurehead_market=without(state.figurehead_market, event.figurehead))
    return with_who(state, event.who, figurehead=event.figurehead)


def _vp_gained(state: State, event: e.VpGained) -> State:
    return with_more(state, event.who, vp=event.amount)


def _doubloons_changed(state: State, event: e.DoubloonsChanged) -> State:
    return with_more(state, event.seat, doubloons=event.amount)


def _ruby_gained(state: State, event: e.RubyGained) -> State:
    return with_more(state, event.who, rubies=1)


def _ruby_sold(state: State, event: e.RubySold) -> State:
    state = replace(state, ruby_market={**state.ruby_market, event.market_space: event.who})
    return with_more(state, event.who, rubies=-1)


def _ruby_returned(state: State, event: e.RubyReturned) -> State:
    return with_more(state, event.seat, rubies=-1)


CHANGES: Mapping[type[e.Event], Change] = {
    e.CardIgnored: _card_ignored,
    e.ImprovementAcquired: _improvement_acquired,
    e.SpaceRefilled: _space_refilled,
    e.TierTwoTopChanged: nothing,
    e.TierTwoCardReturned: _tier_two_card_returned,
    e.ResidenceConstructed: _residence_constructed,
    e.MarkerPlaced: _marker_placed,
    e.BlackMarketTilePlaced: _black_market_tile_placed,
    e.BlackMarketTileUsed: nothing,
    e.TileChosen: nothing,
    e.UpgradePlaced: _upgrade_placed,
    e.QuestGained: _quest_gained,
    e.QuestMarketRefreshed: _quest_market_refreshed,
    e.QuestMarketRefilled: _quest_market_refilled,
    e.QuestDiscarded: _quest_discarded,
    e.FigureheadGained: _figurehead_gained,
    e.VpGained: _vp_gained,
    e.DoubloonsChanged: _doubloons_changed,
    e.RubyGained: _ruby_gained,
    e.RubySold: _ruby_sold,
    e.RubyReturned: _ruby_returned,
}
