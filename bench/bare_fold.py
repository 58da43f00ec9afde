"""The bare fold that ours is measured against: one mutable object, changed in place by a function found in a dict.

It keeps no older state, so it can be neither looked back with, searched with nor shared. Everything else it does as the
game's own `evolve` does, and `as_state` proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain import session
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.content import (
    Card,
    EmptyHarbourBonus,
    ExpeditionJoker,
    ExpeditionSymbol,
    ExtraTake,
    FullHarbourBonus,
    HireDiscount,
    deck,
)
from domain.merchants_of_the_caribbean.state import (
    ActiveTake,
    BustWindow,
    Discover,
    OtherTake,
    Repel,
    Result,
    Seat,
    State,
)


class MutableSeat:
    """One seat's zones and what its cards add up to."""

    __slots__ = Seat.__struct_fields__

    def __init__(self) -> None:
        self.persons: list[str] = []
        self.completed_requests: list[str] = []
        self.coins: list[str] = []
        self.symbol_bearers: list[str] = []
        self.full_harbour_bonuses: list[tuple[int, int]] = []
        self.influence = self.strength = self.discount = self.extra_takes = self.empty_harbour_coins = 0

    def add(self, instance: str, card: Any) -> None:
        """One more Person."""
        self.persons.append(instance)
        self.influence += card.influence
        self.strength += card.strength
        skill = card.skill
        kind = type(skill)
        if kind is ExpeditionSymbol or kind is ExpeditionJoker:
            self.symbol_bearers.append(instance)
        elif kind is HireDiscount:
            self.discount += skill.coins
        elif kind is ExtraTake:
            self.extra_takes += skill.takes
        elif kind is EmptyHarbourBonus:
            self.empty_harbour_coins += skill.coins
        elif kind is FullHarbourBonus:
            self.full_harbour_bonuses.append((skill.min_harbour_cards, skill.coins))


class Position:
    """A game that is changed in place."""

    __slots__ = (*State.__struct_fields__, "cards")
    cards: dict[str, Card]

    def as_state(self) -> State:
        """The same as a frozen state, for comparison."""
        fields = {name: getattr(self, name) for name in State.__struct_fields__}
        fields["seats"] = tuple(
            Seat(**{name: _frozen(getattr(seat, name)) for name in Seat.__struct_fields__}) for seat in fields["seats"]
        )
        return State(**{name: _frozen(value) for name, value in fields.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def fold(events: Iterable[Any], position: Position | None = None) -> Position:
    """The position after these events."""
    position = position or Position()
    change = CHANGES
    for event in events:
        change[type(event)](position, event)
    return position


def _set_up(now: Any, event: Any) -> None:
    listed = deck(event.deck_id, event.revision, event.seats)
    now.cards = listed.cards
    now.deck_id, now.revision, now.options, now.starting_seat = (
        event.deck_id,
        event.revision,
        event.options,
        event.starting_seat,
    )
    now.seats = [MutableSeat() for _ in range(event.seats)]
    now.card_count, now.deck, now.drawn = len(listed.cards), event.deck_order, 0
    now.discard_pile, now.harbour, now.requests, now.known_coins = [], [], [], []
    now.revealed_slot = listed.posted[0] if listed.posted else None
    now.round = now.turn = now.active_seat = now.reveals = now.barren_turns = 0
    now.barren, now.final_round, now.decision, now.result = True, False, None, None


def _round_started(now: Any, event: Any) -> None:
    now.round = event.round


def _turn_started(now: Any, event: Any) -> None:
    now.turn += 1
    now.active_seat, now.reveals, now.barren = event.seat, 0, True
    now.decision = Discover(event.seat)


def _card_revealed(now: Any, event: Any) -> None:
    now.drawn += 1
    now.revealed_slot = event.card
    now.reveals += 1
    now.barren = False


def _harbour_card_placed(now: Any, event: Any) -> None:
    now.revealed_slot = None
    now.harbour.append(event.card)
    now.decision = Discover(event.seat)


def _repel_decision_opened(now: Any, event: Any) -> None:
    now.decision = Repel(event.seat, event.card, event.keeping_busts)


def _ship_repelled(now: Any, event: Any) -> None:
    now.revealed_slot = None
    now.discard_pile.append(event.card)
    now.decision = Discover(event.seat)


def _request_posted(now: Any, event: Any) -> None:
    now.revealed_slot = None
    now.requests.append(event.card)


def _tax_increase_finished(now: Any, event: Any) -> None:
    now.revealed_slot = None
    now.discard_pile.append(event.card)


def _harbour_cleared(now: Any, event: Any) -> None:
    now.revealed_slot = None
    now.harbour.clear()
    now.discard_pile.extend(event.cards)


def _bust_window_opened(now: Any, event: Any) -> None:
    now.decision = BustWindow(event.seat)


def _taking_started(now: Any, event: Any) -> None:
    take = ActiveTake if event.seat == now.active_seat else OtherTake
    now.decision = take(event.seat, event.takes, 0)


def _ship_looted(now: Any, event: Any) -> None:
    now.harbour.remove(event.card)
    now.discard_pile.append(event.card)
    take = now.decision
    now.decision = type(take)(take.seat, take.takes_left - 1, take.taken + 1)


def _person_hired(now: Any, event: Any) -> None:
    now.harbour.remove(event.card)
    seat = now.seats[event.seat]
    before = seat.extra_takes
    seat.add(event.card, now.cards[event.card])
    take = now.decision
    now.decision = type(take)(take.seat, take.takes_left - 1 + seat.extra_takes - before, take.taken + 1)


def _coins_gained(now: Any, event: Any) -> None:
    now.drawn += event.amount
    now.seats[event.seat].coins.extend(event.cards)
    now.barren = now.barren and not event.amount


def _coins_discarded(now: Any, event: Any) -> None:
    del now.seats[event.seat].coins[: len(event.cards)]
    now.discard_pile.extend(event.cards)
    if now.known_coins:
        now.known_coins = [card for card in now.known_coins if card not in event.cards]


def _fee_paid(now: Any, event: Any) -> None:
    del now.seats[event.from_seat].coins[: event.amount]
    now.seats[event.to_seat].coins.extend(event.cards)


def _decided(now: Any, event: Any) -> None:
    now.decision = None


def _expedition_completed(now: Any, event: Any) -> None:
    now.requests.remove(event.request)
    now.discard_pile.extend(event.discards)
    old = now.seats[event.seat]
    seat = now.seats[event.seat] = MutableSeat()
    seat.coins = old.coins
    seat.completed_requests = [*old.completed_requests, event.request]
    seat.influence = sum(now.cards[request].influence for request in seat.completed_requests)
    for instance in old.persons:
        if instance not in event.discards:
            seat.add(instance, now.cards[instance])
    now.barren = False


def _final_round_triggered(now: Any, event: Any) -> None:
    now.final_round = True


def _deck_reshuffled(now: Any, event: Any) -> None:
    rest = now.deck[now.drawn :]
    now.known_coins = sorted([*rest, *[card for seat in now.seats for card in seat.coins]])
    now.deck = rest + event.deck_order
    now.drawn = 0
    now.discard_pile.clear()


def _turn_ended(now: Any, event: Any) -> None:
    now.decision = None
    now.barren_turns = now.barren_turns + 1 if event.barren else 0


def _game_finished(now: Any, event: Any) -> None:
    now.decision = None
    now.result = Result(event.reason, event.winners, event.ranking)


def _nothing(now: Any, event: Any) -> None:
    pass


CHANGES: dict[type, Callable[[Any, Any], None]] = {
    **dict.fromkeys((*e.EVENTS, *session.EVENTS), _nothing),
    e.GameSetUp: _set_up,
    e.RoundStarted: _round_started,
    e.TurnStarted: _turn_started,
    e.CardRevealed: _card_revealed,
    e.HarbourCardPlaced: _harbour_card_placed,
    e.RepelDecisionOpened: _repel_decision_opened,
    e.ShipRepelled: _ship_repelled,
    e.RequestPosted: _request_posted,
    e.TaxLevied: _coins_discarded,
    e.TaxIncreaseFinished: _tax_increase_finished,
    e.BustOccurred: _decided,
    e.HarbourCleared: _harbour_cleared,
    e.BustWindowOpened: _bust_window_opened,
    e.DiscoveryStopped: _decided,
    e.TakingStarted: _taking_started,
    e.ShipLooted: _ship_looted,
    e.PersonHired: _person_hired,
    e.CoinsGained: _coins_gained,
    e.CoinsPaid: _coins_discarded,
    e.FeePaid: _fee_paid,
    e.TakingFinished: _decided,
    e.ExpeditionCompleted: _expedition_completed,
    e.FinalRoundTriggered: _final_round_triggered,
    e.DeckReshuffled: _deck_reshuffled,
    e.TurnEnded: _turn_ended,
    e.GameFinished: _game_finished,
}
