"""The state after an event. Records only: no rule, no random, no clock (PM-448)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.kit.stack import frame_changed, frame_closed, frame_opened, step_reached
from domain.kit.updates import nothing, shown_card, shown_cards, with_seat, with_turn, without

from .. import events as e
from ..content import ISLANDS, LAYOUTS, TRACK_START
from ..state import Jordan, Result, Score, Seat, State, Turn, column_of, turn_of
from ..values import START, Pool, SeaCard
from .cards import CARD_CHANGES
from .updates import Change, jordan_of, sea_card, shown_laid, shown_tiles, with_card, with_jordan, with_who


def evolve(state: State | None, event: e.Event) -> State:
    """The state after this event."""
    if state is None:
        assert isinstance(event, e.GameSetUp)
        return _started(event)
    return CHANGES[type(event)](state, event)


def _started(event: e.GameSetUp) -> State:
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


# Setting up


def _quests_dealt(state: State, event: e.QuestsDealt) -> State:
    quests = shown_cards(event.quests)
    state = replace(state, quest_deck=state.quest_deck[len(quests) :])
    if event.who == "jordan":
        return with_jordan(state, quests=quests)
    return with_seat(state, event.who, dealt=quests)


def _quest_returned(state: State, event: e.QuestReturned) -> State:
    """What is kept is the seat's; the returned one waits until the deck is shuffled."""
    quest, dealt = shown_card(event.quest), state.seats[event.seat].dealt
    return with_seat(state, event.seat, dealt=(quest,), quests=without(dealt, quest))


def _quest_deck_shuffled(state: State, event: e.QuestDeckShuffled) -> State:
    for seat in range(len(state.seats)):
        state = with_seat(state, seat, dealt=())
    return replace(state, quest_deck=shown_cards(event.deck))


def _quest_market_revealed(state: State, event: e.QuestMarketRevealed) -> State:
    return replace(state, quest_market=event.quests, quest_deck=state.quest_deck[len(event.quests) :])


# Turns and sailing


def _turn_started(state: State, event: e.TurnStarted) -> State:
    number = state.turns + 1
    if event.who == "jordan":
        return replace(state, turns=number, turn=None)
    column = column_of(state, state.seats[event.who].ship)
    return replace(state, turns=number, turn=Turn(event.who, number, column))


def _ship_sailed(state: State, event: e.ShipSailed) -> State:
    return with_who(state, event.who, ship=event.to)


def _card_flipped(state: State, event: e.CardFlipped) -> State:
    return with_card(state, event.space, replace(state.sea[event.space], id=event.card, face_up=True))


def _opponent_paid(state: State, event: e.OpponentPaid) -> State:
    for seat, amount in ((event.payer, -event.amount), (event.receiver, event.amount)):
        if seat is not None:
            state = with_seat(state, seat, doubloons=state.seats[seat].doubloons + amount)
    return state


def _combat_fought(state: State, event: e.CombatFought) -> State:
    if event.winner is None:
        return state
    for seat in event.losers:
        state = with_seat(state, seat, doubloons=state.seats[seat].doubloons - 1)
    if event.winner == "jordan":
        return with_jordan(state, vp=jordan_of(state).vp + event.vp)
    own = state.seats[event.winner]
    return with_seat(state, event.winner, vp=own.vp + event.vp, doubloons=own.doubloons + len(event.losers))


def _fog_doubloons(state: State, event: e.FogDoubloonsAdded | e.FogDoubloonsRemoved) -> State:
    card = state.sea[event.space]
    more = event.amount if isinstance(event, e.FogDoubloonsAdded) else -event.amount
    return with_card(state, event.space, replace(card, doubloons=card.doubloons + more))


def _sailing_ended(state: State, event: e.SailingEnded) -> State:
    if event.space == "maracaibo" and state.ended_by is None:
        return replace(state, ended_by=event.who)
    return state


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
    own = state.seats[event.seat]
    return with_seat(state, event.seat, vp=own.vp + event.vp, doubloons=own.doubloons + event.doubloons + event.whale)


def _game_scored(state: State, event: e.GameScored) -> State:
    scores = state.result.scores if state.result is not None else ()
    return replace(state, result=Result((), False, (*scores, Score(event.who, event.total, event.buried, event.parts))))


def _game_ended(state: State, event: e.GameEnded) -> State:
    assert state.result is not None
    return replace(
        state, stack=(), turn=None, result=replace(state.result, winners=event.winners, tie_break=event.tie_break)
    )


# Raids


def _pool_opened(state: State, number: int, power: int, treasure: object) -> State:
    return with_turn(state, pools=(*turn_of(state).pools, Pool(number, power, treasure)))  # type: ignore[arg-type]


def _die_chosen(state: State, event: e.DieChosen) -> State:
    return _pool_opened(state, event.pool, event.power, event.treasure_type)


def _fixed_raid_started(state: State, event: e.FixedRaidStarted) -> State:
    return _pool_opened(state, event.pool, event.power, None)


def _raid_action_used(state: State, event: e.RaidActionUsed) -> State:
    turn = turn_of(state)
    pools = tuple(replace(pool, power=event.power_left) if pool.number == event.pool else pool for pool in turn.pools)
    return with_turn(state, pools=pools, used=(*turn.used, event.key))


# Exploring


def _explorer_moved(state: State, event: e.ExplorerMoved) -> State:
    rivers = jordan_of(state).rivers if event.who == "jordan" else state.seats[event.who].rivers
    crossed = tuple(sorted({*rivers, *event.rivers_crossed}))
    return with_who(state, event.who, explorer=event.to, rivers=crossed)


def _explorer_retired(state: State, event: e.ExplorerRetired) -> State:
    return with_seat(state, event.seat, explorer=event.to, retired=True)


# Jordan


def _solo_card_revealed(state: State, event: e.SoloCardRevealed) -> State:
    jordan = jordan_of(state)
    seen = jordan.seen if event.card in jordan.seen else (*jordan.seen, event.card)
    return with_jordan(state, deck=without(jordan.deck, event.card), shown=(*jordan.shown, event.card), seen=seen)


def _solo_deck_shuffled(state: State, event: e.SoloDeckShuffled) -> State:
    return with_jordan(state, deck=shown_cards(event.deck), shown=())


def _jordan_treasure_gained(state: State, event: e.JordanTreasureGained) -> State:
    jordan = jordan_of(state)
    if event.from_ == "island":
        state = replace(state, islands={**state.islands, event.treasure: state.islands[event.treasure] - 1})
    return with_jordan(state, treasures={**jordan.treasures, event.treasure: jordan.treasures.get(event.treasure, 0) + 1})


def _jordan_track_advanced(state: State, event: e.JordanTrackAdvanced) -> State:
    return with_jordan(state, position=event.position)


def _jordan_quest_taken(state: State, event: e.JordanQuestTaken) -> State:
    quest = shown_card(event.quest)
    if event.source == "deck":
        state = replace(state, quest_deck=state.quest_deck[1:])
    state = replace(state, quest_market=event.market)
    return with_jordan(state, quests=(*jordan_of(state).quests, quest))


def _tier_two_card_returned(state: State, event: e.TierTwoCardReturned) -> State:
    top, *rest = state.tier_two
    return replace(state, tier_two=(*rest, SeaCard(event.card, top.back, top.face_up)))


CHANGES: Mapping[type[e.Event], Change] = {
    e.FrameOpened: frame_opened,
    e.FrameChanged: frame_changed,
    e.StepReached: step_reached,
    e.FrameClosed: frame_closed,
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
    e.ActionTaken: nothing,
    e.LocationActionsFinished: nothing,
    e.GulfOptionTaken: nothing,
    e.EffectsOpened: nothing,
    e.EffectStarted: nothing,
    e.EffectSkipped: nothing,
    e.EffectsFinished: nothing,
    e.DiceRolled: nothing,
    e.DieChosen: _die_chosen,
    e.FixedRaidStarted: _fixed_raid_started,
    e.RaidActionUsed: _raid_action_used,
    e.RaidStopped: nothing,
    e.RaidResumed: nothing,
    e.TreasureTypeChosen: nothing,
    e.BuryMarkerChosen: nothing,
    e.ExplorerMoved: _explorer_moved,
    e.MovementForfeited: nothing,
    e.ExplorerRetired: _explorer_retired,
    e.SoloCardRevealed: _solo_card_revealed,
    e.SoloDeckShuffled: _solo_deck_shuffled,
    e.SoloActionChosenAnew: nothing,
    e.JordanDieRolled: nothing,
    e.JordanTreasureGained: _jordan_treasure_gained,
    e.JordanTrackAdvanced: _jordan_track_advanced,
    e.JordanQuestTaken: _jordan_quest_taken,
    e.TierTwoCardReturned: _tier_two_card_returned,
    **CARD_CHANGES,
}
