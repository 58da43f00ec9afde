"""The change of the state for each event. The rules that lead to an event are in the chapters' modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.kit.updates import nothing, shown_cards, with_one, without

from . import events as e
from .content import deck
from .ids import Cards
from .state import (
    ActiveTake,
    BustWindow,
    Discover,
    OtherTake,
    Repel,
    Result,
    Seat,
    State,
    cards_of,
    person,
    seat_with,
    with_person,
)

TAKES = (ActiveTake, OtherTake)


def evolve(state: State | None, event: e.Event) -> State:
    """The state after this event; None is the state before `game_set_up`."""
    return CHANGES[type(event)](state, event)


def _set_up(state: None, event: e.GameSetUp) -> State:
    # A request that lies open from the start waits in the revealed slot for the `request_posted` that follows.
    cards = deck(event.deck_id, event.revision, event.seats)
    return State(
        event.deck_id,
        event.revision,
        event.options,
        event.starting_seat,
        (Seat(),) * event.seats,
        len(cards.cards),
        shown_cards(event.deck_order),
        revealed_slot=cards.posted[0] if cards.posted else None,
    )


def _round_started(state: State, event: e.RoundStarted) -> State:
    return replace(state, round=event.round)


def _turn_started(state: State, event: e.TurnStarted) -> State:
    return replace(
        state,
        turn=state.turn + 1,
        active_seat=event.seat,
        reveals=0,
        barren=True,
        decision=Discover(event.seat),
    )


def _card_revealed(state: State, event: e.CardRevealed) -> State:
    return replace(state, drawn=state.drawn + 1, revealed_slot=event.card, reveals=state.reveals + 1, barren=False)


def _harbour_card_placed(state: State, event: e.HarbourCardPlaced) -> State:
    return replace(state, revealed_slot=None, harbour=(*state.harbour, event.card), decision=Discover(event.seat))


def _repel_decision_opened(state: State, event: e.RepelDecisionOpened) -> State:
    return replace(state, decision=Repel(event.seat, event.card, event.keeping_busts))


def _ship_repelled(state: State, event: e.ShipRepelled) -> State:
    return replace(state, revealed_slot=None, discard_pile=(*state.discard_pile, event.card), decision=Discover(event.seat))


def _request_posted(state: State, event: e.RequestPosted) -> State:
    return replace(state, revealed_slot=None, requests=(*state.requests, event.card))


def _tax_levied(state: State, event: e.TaxLevied) -> State:
    return _coins_discarded(state, event.seat, event.cards)


def _tax_increase_finished(state: State, event: e.TaxIncreaseFinished) -> State:
    return replace(state, revealed_slot=None, discard_pile=(*state.discard_pile, event.card))


def _harbour_cleared(state: State, event: e.HarbourCleared) -> State:
    # On a bust the Ship in the slot is one of the cards (MC-C15); otherwise the slot is empty anyway.
    return replace(state, revealed_slot=None, harbour=(), discard_pile=state.discard_pile + event.cards)


def _bust_window_opened(state: State, event: e.BustWindowOpened) -> State:
    return replace(state, decision=BustWindow(event.seat))


def _taking_started(state: State, event: e.TakingStarted) -> State:
    take = ActiveTake if event.seat == state.active_seat else OtherTake
    return replace(state, decision=take(event.seat, event.takes, 0))


def _ship_looted(state: State, event: e.ShipLooted) -> State:
    take = state.decision
    assert isinstance(take, TAKES)
    return replace(
        state,
        harbour=without(state.harbour, event.card),
        discard_pile=(*state.discard_pile, event.card),
        decision=type(take)(take.seat, take.takes_left - 1, take.taken + 1),
    )


def _person_hired(state: State, event: e.PersonHired) -> State:
    take = state.decision
    assert isinstance(take, TAKES)
    old = state.seats[event.seat]
    new = with_person(old, event.card, person(cards_of(state), event.card))
    return replace(
        state,
        harbour=without(state.harbour, event.card),
        seats=with_one(state.seats, event.seat, new),
        decision=type(take)(take.seat, take.takes_left - 1 + new.extra_takes - old.extra_takes, take.taken + 1),
    )


def _coins_gained(state: State, event: e.CoinsGained) -> State:
    seat = state.seats[event.seat]
    return replace(
        state,
        drawn=state.drawn + event.amount,
        seats=with_one(state.seats, event.seat, replace(seat, coins=seat.coins + shown_cards(event.cards))),
        barren=state.barren and not event.amount,
    )


def _coins_paid(state: State, event: e.CoinsPaid) -> State:
    return _coins_discarded(state, event.seat, event.cards)


def _coins_discarded(state: State, number: int, cards: Cards) -> State:
    seat = state.seats[number]
    return replace(
        state,
        seats=with_one(state.seats, number, replace(seat, coins=seat.coins[len(cards) :])),
        discard_pile=state.discard_pile + cards,
        known_coins=tuple([card for card in state.known_coins if card not in cards]) if state.known_coins else (),
    )


def _fee_paid(state: State, event: e.FeePaid) -> State:
    payer, payee = state.seats[event.from_seat], state.seats[event.to_seat]
    seats = list(state.seats)
    seats[event.from_seat] = replace(payer, coins=payer.coins[event.amount :])
    seats[event.to_seat] = replace(payee, coins=payee.coins + shown_cards(event.cards))
    return replace(state, seats=tuple(seats))


def _decided(state: State, event: e.BustOccurred | e.DiscoveryStopped | e.TakingFinished) -> State:
    return replace(state, decision=None)


def _expedition_completed(state: State, event: e.ExpeditionCompleted) -> State:
    seat = state.seats[event.seat]
    return replace(
        state,
        requests=without(state.requests, event.request),
        discard_pile=state.discard_pile + event.discards,
        seats=with_one(
            state.seats,
            event.seat,
            seat_with(
                cards_of(state),
                tuple(card for card in seat.persons if card not in event.discards),
                (*seat.completed_requests, event.request),
                seat.coins,
            ),
        ),
        barren=False,
    )


def _final_round_triggered(state: State, event: e.FinalRoundTriggered) -> State:
    return replace(state, final_round=True)


def _deck_reshuffled(state: State, event: e.DeckReshuffled) -> State:
    # What was left of the draw deck is drawn at once, by the gain that the cards are shuffled for (MC-116).
    rest = state.deck[state.drawn :]
    face_down = sorted([*rest, *[card for seat in state.seats for card in seat.coins]])
    return replace(state, deck=rest + shown_cards(event.deck_order), drawn=0, discard_pile=(), known_coins=tuple(face_down))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    return replace(state, decision=None, barren_turns=state.barren_turns + 1 if event.barren else 0)


def _game_finished(state: State, event: e.GameFinished) -> State:
    return replace(state, decision=None, result=Result(event.reason, event.winners, event.ranking))


CHANGES: dict[type[e.Event], Callable[[Any, Any], State]] = {
    e.GameSetUp: _set_up,
    e.RoundStarted: _round_started,
    e.TurnStarted: _turn_started,
    e.CardRevealed: _card_revealed,
    e.HarbourCardPlaced: _harbour_card_placed,
    e.RepelDecisionOpened: _repel_decision_opened,
    e.ShipRepelled: _ship_repelled,
    e.RequestPosted: _request_posted,
    e.TaxIncreaseStarted: nothing,
    e.TaxLevied: _tax_levied,
    e.TaxIncreaseFinished: _tax_increase_finished,
    e.BustOccurred: _decided,
    e.HarbourCleared: _harbour_cleared,
    e.BustWindowOpened: _bust_window_opened,
    e.DiscoveryStopped: _decided,
    e.TakingStarted: _taking_started,
    e.ShipLooted: _ship_looted,
    e.PersonHired: _person_hired,
    e.CoinsGained: _coins_gained,
    e.CoinsPaid: _coins_paid,
    e.FeePaid: _fee_paid,
    e.TakingFinished: _decided,
    e.ExpeditionCompleted: _expedition_completed,
    e.FinalRoundTriggered: _final_round_triggered,
    e.DeckReshuffled: _deck_reshuffled,
    e.TurnEnded: _turn_ended,
    e.PlayStalled: nothing,
    e.RoundLimitReached: nothing,
    e.GameFinished: _game_finished,
}
