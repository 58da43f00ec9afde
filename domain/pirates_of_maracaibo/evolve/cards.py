"""What the events about cards and boards change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.kit.updates import nothing, shown_card, shown_cards, with_seat, without

from .. import events as e
from ..content import RESIDENCES, STORAGE
from ..state import State
from ..values import OPEN_WATER, Who
from .updates import Change, jordan_of, more, with_card, with_jordan


def _paid(state: State, seat: int, doubloons: int, **changes: Any) -> State:
    return with_seat(state, seat, doubloons=state.seats[seat].doubloons - doubloons, **changes)


def _card_ignored(state: State, event: e.CardIgnored) -> State:
    return _paid(state, event.seat, -event.doubloons)


def _improvement_acquired(state: State, event: e.ImprovementAcquired) -> State:
    if event.space == "deck":
        state = replace(state, tier_two=state.tier_two[1:])
    if event.who == "jordan":
        return with_jordan(state, improvements=(*jordan_of(state).improvements, event.card))
    own = state.seats[event.who]
    return _paid(state, event.who, event.price, improvements=(*own.improvements, event.card))


def _space_refilled(state: State, event: e.SpaceRefilled) -> State:
    """The top card as it lies; Open Water if there is none (PM-068, PM-071)."""
    top = state.tier_two[0] if state.tier_two else OPEN_WATER
    return replace(with_card(state, event.space, top), tier_two=state.tier_two[1:])


def _residence_constructed(state: State, event: e.ResidenceConstructed) -> State:
    tokens = (*state.residences[event.card], event.who)
    state = replace(state, residences={**state.residences, event.card: tokens})
    vp = RESIDENCES[event.card].first_builder_vp if event.first_builder else 0
    if event.who == "jordan":
        return with_jordan(state, vp=jordan_of(state).vp + vp)
    return _paid(state, event.who, event.price, vp=state.seats[event.who].vp + vp)


def _marker_placed(state: State, event: e.MarkerPlaced) -> State:
    return replace(state, islands={**state.islands, event.island: state.islands[event.island] + event.count})


def _black_market_tile_placed(state: State, event: e.BlackMarketTilePlaced) -> State:
    own, location = state.seats[event.seat], state.sea[event.space].id
    return _paid(state, event.seat, event.cost, tiles={**own.tiles, event.tile: location})


def _upgrade_placed(state: State, event: e.UpgradePlaced) -> State:
    if event.who == "jordan":
        return with_jordan(state, upgrades=jordan_of(state).upgrades + 1)
    return with_seat(state, event.who, upgrades=(*state.seats[event.who].upgrades, event.slot))


# Quests


def _quest_gained(state: State, event: e.QuestGained) -> State:
    quest = shown_card(event.quest)
    if event.source == "deck":
        state = replace(state, quest_deck=state.quest_deck[1:])
    else:
        place = int(event.source.removeprefix("market_")) - 1
        market = state.quest_market
        state = replace(state, quest_market=(*market[:place], "", *market[place + 1 :]))
    return with_seat(state, event.seat, quests=(*state.seats[event.seat].quests, quest))


def _quest_market_refreshed(state: State, event: e.QuestMarketRefreshed) -> State:
    return replace(state, quest_market=event.added, quest_deck=shown_cards(event.deck))


def _quest_market_refilled(state: State, event: e.QuestMarketRefilled) -> State:
    market, place = state.quest_market, event.position - 1
    return replace(state, quest_market=(*market[:place], event.quest, *market[place + 1 :]), quest_deck=state.quest_deck[1:])


def _quest_discarded(state: State, event: e.QuestDiscarded) -> State:
    quest = shown_card(event.quest)
    state = with_seat(state, event.seat, quests=without(state.seats[event.seat].quests, quest))
    return replace(state, quest_deck=(*state.quest_deck, quest))


# Figureheads, points, money, Rubies


def _figurehead_gained(state: State, event: e.FigureheadGained) -> State:
    state = replace(state, figurehead_market=without(state.figurehead_market, event.figurehead))
    if event.who == "jordan":
        return with_jordan(state, figurehead=event.figurehead)
    return with_seat(state, event.who, figurehead=event.figurehead)


def _vp_gained(state: State, event: e.VpGained) -> State:
    if event.who == "jordan":
        return with_jordan(state, vp=jordan_of(state).vp + event.amount)
    return with_seat(state, event.who, vp=state.seats[event.who].vp + event.amount)


def _doubloons_changed(state: State, event: e.DoubloonsChanged) -> State:
    return _paid(state, event.seat, -event.amount)


def _rubies(state: State, who: Who, by: int) -> State:
    if who == "jordan":
        return with_jordan(state, rubies=jordan_of(state).rubies + by)
    return with_seat(state, who, rubies=state.seats[who].rubies + by)


def _ruby_gained(state: State, event: e.RubyGained) -> State:
    return _rubies(state, event.who, 1)


def _ruby_sold(state: State, event: e.RubySold) -> State:
    state = replace(state, ruby_market={**state.ruby_market, event.market_space: event.who})
    return _rubies(state, event.who, -1)


def _ruby_returned(state: State, event: e.RubyReturned) -> State:
    return _rubies(state, event.seat, -1)


# Treasure


def _treasure_gained(state: State, event: e.TreasureGained) -> State:
    if event.from_ == "supply":
        return state
    return replace(state, islands={**state.islands, event.treasure: state.islands[event.treasure] - 1})


def _treasure_stored(state: State, event: e.TreasureStored) -> State:
    own = state.seats[event.seat]
    if event.place in STORAGE:
        return with_seat(state, event.seat, covered={**own.covered, event.place: event.treasure})
    return with_seat(state, event.seat, stored=more(own.stored, event.treasure))


def _treasure_buried(state: State, event: e.TreasureBuried) -> State:
    own = state.seats[event.seat]
    covered = {**own.covered, event.space: event.treasure}
    if event.from_ in STORAGE:
        del covered[event.from_]
        return with_seat(state, event.seat, covered=covered)
    return with_seat(state, event.seat, covered=covered, stored=more(own.stored, event.treasure, -1))


CARD_CHANGES: Mapping[type[e.Event], Change] = {
    e.CardIgnored: _card_ignored,
    e.ImprovementAcquired: _improvement_acquired,
    e.SpaceRefilled: _space_refilled,
    e.TierTwoTopChanged: nothing,
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
    e.TreasureGained: _treasure_gained,
    e.TreasureStored: _treasure_stored,
    e.TreasureBuried: _treasure_buried,
}
