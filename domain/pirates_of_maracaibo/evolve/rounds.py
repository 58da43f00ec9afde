"""State changes by the events of set-up, turns, rounds and scoring."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.updates import nothing, shown_card, shown_cards, with_seat, without

from .. import events as e
from ..content import ISLANDS, LAYOUTS, TRACK_START
from ..state import Jordan, Result, Score, Seat, State, Turn, column_of
from ..values import START, Die, Throw
from .updates import Change, sea_card, shown_laid, shown_tiles, with_card, with_jordan, with_more, with_who


def set_up(event: e.GameSetUp) -> State:
    spaces = [space.id for space in LAYOUTS[event.options.layout].spaces]
    sea = {space: sea_card(card) for space, card in zip(spaces, event.sea, strict=True)}
    solo = event.seats == 1
    return State(
        options=event.options,
        seats=tuple(Seat(doubloons=money, explorer=TRACK_START) for money in event.doubloons),
        jordan=Jordan(explorer=TRACK_START, deck=shown_cards(event.solo_deck)) if solo else None,
        first_seat=event.first_seat,
        closing_seat=event.closing_seat,
        round=1,
        sea=sea,
        tier_two=tuple(sea_card(card) for card in shown_laid(event.tier_two)),
        value_tiles=shown_tiles(event.value_tiles),
        residences={card.id: () for card in sea.values() if card.back == "tier_1_residence"},
        islands={island.treasure: island.start_markers for island in ISLANDS},
        quest_deck=shown_cards(event.quest_deck),
        figurehead_market=event.figurehead_market,
        tile_sides=event.tile_sides,
    )


def _quests_dealt(state: State, event: e.QuestsDealt) -> State:
    quests = shown_cards(event.quests)
    state = replace(state, quest_deck=state.quest_deck[len(quests) :])
    if event.who == "jordan":
        return with_jordan(state, quests=quests)
    return with_seat(state, event.who, dealt=quests)


def _quest_returned(state: State, event: e.QuestReturned) -> State:
    """The seat keeps the others; the returned Quest waits until the deck is shuffled."""
    quest, dealt = shown_card(event.quest), state.seats[event.seat].dealt
    return with_seat(state, event.seat, dealt=(quest,), quests=without(dealt, quest))


def _quest_deck_shuffled(state: State, event: e.QuestDeckShuffled) -> State:
    for seat in range(len(state.seats)):
        state = with_seat(state, seat, dealt=())
    return replace(state, quest_deck=shown_cards(event.deck))


def _quest_market_revealed(state: State, event: e.QuestMarketRevealed) -> State:
    return replace(state, quest_market=event.quests, quest_deck=state.quest_deck[len(event.quests) :])


def _turn_started(state: State, event: e.TurnStarted) -> State:
    number = state.turns + 1
    if event.who == "jordan":
        return replace(state, turns=number, turn=None)
    column = column_of(state, state.seats[event.who].ship)
    return replace(state, turns=number, turn=Turn(event.who, number, column))


def _ship_sailed(state: State, event: e.ShipSailed) -> State:
    return with_who(state, event.who, ship=event.to)


def _sailing_ended(state: State, event: e.SailingEnded) -> State:
    if event.space == "maracaibo" and state.ended_by is None:
        return replace(state, ended_by=event.who)
    return state


def _card_flipped(state: State, event: e.CardFlipped) -> State:
    return with_card(state, event.space, replace(state.sea[event.space], id=event.card, face_up=True))


def _opponent_paid(state: State, event: e.OpponentPaid) -> State:
    for seat, amount in ((event.payer, -event.amount), (event.receiver, event.amount)):
        if seat is not None:
            state = with_more(state, seat, doubloons=amount)
    return state


def _combat_fought(state: State, event: e.CombatFought) -> State:
    state = replace(state, thrown=Throw("combat", tuple(Die(who, pips) for who, pips, _ in event.results)))
    if event.winner is None:
        return state
    for seat in event.losers:
        state = with_more(state, seat, doubloons=-1)
    if event.winner != "jordan":
        state = with_more(state, event.winner, doubloons=len(event.losers))
    return with_more(state, event.winner, vp=event.vp)


def _fog_doubloons(state: State, event: e.FogDoubloonsAdded | e.FogDoubloonsRemoved) -> State:
    card = state.sea[event.space]
    more = event.amount if isinstance(event, e.FogDoubloonsAdded) else -event.amount
    return with_card(state, event.space, replace(card, doubloons=card.doubloons + more))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, turn=None)


def _round_ended(state: State, event: e.RoundEnded) -> State:
    if event.next is None:
        return state
    state = replace(state, round=event.round + 1, ended_by=None)
    for seat in range(len(state.seats)):
        state = with_seat(state, seat, ship=START)
    return state if state.jordan is None else with_jordan(state, ship=START)


def _income_paid(state: State, event: e.IncomePaid) -> State:
    return with_more(state, event.seat, vp=event.vp, doubloons=event.doubloons + event.whale)


def _game_scored(state: State, event: e.GameScored) -> State:
    scores = state.result.scores if state.result is not None else ()
    return replace(state, result=Result((), False, (*scores, Score(event.who, event.total, event.buried, event.parts))))


def _game_ended(state: State, event: e.GameEnded) -> State:
    assert state.result is not None
    return replace(
        state, stack=(), turn=None, result=replace(state.result, winners=event.winners, tie_break=event.tie_break)
    )


CHANGES: Mapping[type[e.Event], Change] = {
    e.QuestsDealt: _quests_dealt,
    e.QuestReturned: _quest_returned,
    e.QuestDeckShuffled: _quest_deck_shuffled,
    e.QuestMarketRevealed: _quest_market_revealed,
    e.TurnStarted: _turn_started,
    e.ShipSailed: _ship_sailed,
    e.SailingEnded: _sailing_ended,
    e.CardFlipped: _card_flipped,
    e.OpponentPaid: _opponent_paid,
    e.CombatFought: _combat_fought,
    e.FogDoubloonsAdded: _fog_doubloons,
    e.FogDoubloonsRemoved: _fog_doubloons,
    e.TurnEnded: _turn_ended,
    e.RoundEnded: _round_ended,
    e.IncomePaid: _income_paid,
    e.QuestsRevealed: nothing,
    e.GameScored: _game_scored,
    e.GameEnded: _game_ended,
}
