"""How good commands and positions look to a sound, simple player, who looks one reveal ahead."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from msgspec.structs import replace

from . import commands as c
from .cards import Ship
from .events import Cards
from .loot_and_hire import FEE, TAKES_BY_SHIP_TYPES
from .odds import next_cards
from .state import ActiveTake, OtherTake, State
from .view import MerchantsView
from .worth import (
    CARDS,
    FINAL_TO_MOVE,
    NEXT_TO_MOVE,
    TO_MOVE,
    Position,
    after_completing,
    after_take,
    estimate,
    plan,
    within_reach,
)

COMPLETE = 100.0
"""Requests are completed as soon as possible: little is gained by waiting, while a rival may come first."""


def appraise(view: MerchantsView, seat: int, command: c.Command) -> float:
    """The gain that the command promises, as worth.py counts it; finishing is 0."""
    match command:
        case c.RevealCard():
            return Player(view, seat).reveal(view.harbour)
        case c.StopDiscovering():
            return Player(view, seat).stop(view.harbour)
        case c.LootShip(card=card) | c.HirePerson(card=card):
            return Player(view, seat).take(card)
        case c.KeepShip(card=card):
            return Player(view, seat).keep(card)
        case c.RepelShip():
            return Player(view, seat).discover(view.harbour)
        case c.CompleteExpedition(request=request, discards=discards):
            return COMPLETE + Player(view, seat).complete(request, discards)
        case c.FinishTaking() | c.EndTurn():
            return 0.0


class Player:
    """A seat that looks at its position."""

    def __init__(self, view: MerchantsView, seat: int) -> None:
        own = view.seats[seat]
        self.view = view
        self.own = own
        self.position = _position(view, seat, own.coin_count)

    def take(self, instance: str) -> float:
        """What this take and those that can follow it bring."""
        decision = self.view.decision
        assert isinstance(decision, ActiveTake | OtherTake)
        fee = FEE if type(decision) is OtherTake else 0
        gain = estimate(self.position).take(instance, fee)
        position, extra = after_take(self.position, instance, fee)
        left = tuple([card for card in self.view.harbour if card != instance])
        return gain + sum(plan(position, left, decision.takes_left - 1 + extra, fee))

    def complete(self, request: str, discards: Cards) -> float:
        """What giving up these Persons for the request changes."""
        return estimate(after_completing(self.position, request, discards)).total - estimate(self.position).total

    def discover(self, harbour: Cards) -> float:
        """The better of going on and stopping."""
        return max(self.reveal(harbour), self.stop(harbour))

    def keep(self, instance: str) -> float:
        """What the harbour with this Ship promises; a second Ship of its type is a bust."""
        if CARDS[instance].type in self.view.ship_types:
            return self._bust()
        return self.discover((*self.view.harbour, instance))

    def stop(self, harbour: Cards) -> float:
        """What Loot and Hire brings with this harbour."""
        position, number, bonus = self._stopped(harbour)
        return bonus + sum(plan(position, harbour, number, 0))

    def reveal(self, harbour: Cards) -> float:
        """What to expect of one more reveal and stopping then.

        A new card takes the place of the least of the takes planned without it, unless it adds a take or one is spare.
        """
        position, number, bonus = self._stopped(harbour)
        planned = plan(position, harbour, number, 0)
        base = sum(planned)
        least = min(planned) if len(planned) >= number else 0.0
        types = {card.type for card in map(CARDS.__getitem__, harbour) if type(card) is Ship}
        added = _takes(len(types) + 1) - _takes(len(types))
        more = sum(plan(position, harbour, number + added, 0)) - base if added else 0.0
        strength = self.own.strength
        kinds, numbers = next_cards(self.view)
        gained, busts = 0.0, 0
        for number, value, ship_type, needed in zip(
            numbers, estimate(position).takes(kinds), kinds.ship_types, kinds.strengths, strict=True
        ):
            if ship_type in types:
                if needed > strength:
                    busts += number
            elif ship_type and added:
                gained += number * max(value, more)
            elif value > least:
                gained += number * (value - least)
        now = bonus + base
        return now + (gained + busts * (self._bust() - now)) / max(1, sum(numbers))

    def _bust(self) -> float:
        """The own Jesters' coins."""
        return estimate(self.position).more_coins(self.own.empty_harbour_coins)

    def _stopped(self, harbour: Cards) -> tuple[Position, int, float]:
        """The position when Loot and Hire begins, the takes, and what the Admirals' or Jesters' coins are worth."""
        own, now = self.own, estimate(self.position)
        coins = 0
        if harbour:
            coins = sum([skill.coins for skill in now.own.admirals if len(harbour) >= skill.min_harbour_cards])
        elif self.view.options.jester_pays_active_on_empty_harbour:
            coins = own.empty_harbour_coins
        ships = sum([type(CARDS[instance]) is Ship for instance in harbour])
        number = _takes(ships) + own.extra_takes
        if not coins:
            return self.position, number, 0.0
        return replace(self.position, coins=self.position.coins + coins), number, now.more_coins(coins)


def _takes(ship_types: int) -> int:
    return TAKES_BY_SHIP_TYPES[min(ship_types, len(TAKES_BY_SHIP_TYPES) - 1)]


def standing(state: State) -> Sequence[float]:
    """Each seat's share of the victory; exact when the game is over."""
    seats = range(len(state.seats))
    if state.result is not None:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    weights = [exp(_estimate(state, seat)) for seat in seats]
    total = sum(weights)
    return [weight / total for weight in weights]


def _estimate(state: State, seat: int) -> float:
    """What a seat's position is worth, with whose turn it is."""
    return estimate(_position(state, seat, len(state.seats[seat].coins))).total + _to_move(state, seat)


def _to_move(state: State, seat: int) -> float:
    seats = len(state.seats)
    turns_until = (seat - state.active_seat) % seats
    if state.final_round:
        return FINAL_TO_MOVE if _has_turn_left(state, seat) else 0.0
    if turns_until == 0:
        return TO_MOVE
    return NEXT_TO_MOVE if turns_until == 1 and seats > 2 else 0.0


def _has_turn_left(table: State | MerchantsView, seat: int) -> bool:
    """Whether it is this seat's turn, or will be in this round."""
    seats = len(table.seats)
    turns_left = (table.starting_seat - table.active_seat) % seats or seats
    return (seat - table.active_seat) % seats < turns_left


def _position(table: State | MerchantsView, seat: int, coins: int) -> Position:
    """What the estimate for a seat rests on."""
    own = table.seats[seat]
    rival = max([other.influence for other in table.seats if other is not own])
    lead = max([within_reach(other.persons, other.influence, table.requests) for other in table.seats])
    return Position(
        own.persons,
        own.influence,
        coins,
        bool(own.completed_requests) or not table.options.expedition_required,
        table.requests if not table.final_round or _has_turn_left(table, seat) else (),
        table.options.target_influence or 1,
        rival,
        lead,
        table.final_round,
    )
