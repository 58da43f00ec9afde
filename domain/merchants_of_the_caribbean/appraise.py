"""How good commands and positions look to a sound, simple player, who looks one reveal ahead."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from . import commands as c
from .cards import Card, FullHarbourBonus, Person, Ship
from .loot_and_hire import FEE, TAKES_BY_SHIP_TYPES, price
from .odds import busts, next_cards
from .scoring import target_influence
from .state import OtherTake, State, trader_bonus
from .view import MerchantsView
from .worth import VICTORY, Worth


def appraise(view: MerchantsView, seat: int, command: c.Command) -> float:
    """The gain that the command promises, in coins; finishing and stopping with nothing is 0."""
    player = Player(view, seat)
    match command:
        case c.CompleteExpedition(request=request, discards=discards):
            # Nothing is gained by waiting, while a rival may come first.
            return VICTORY + player.worth.completion(request, discards)
        case c.RevealCard():
            return player.reveal(player.harbour)
        case c.StopDiscovering():
            return player.stop(player.harbour)
        case c.KeepShip(card=card):
            return player.keep(player.worth.cards[card])
        case c.RepelShip():
            return player.discover(player.harbour)
        case c.LootShip(card=card) | c.HirePerson(card=card):
            return player.take(player.worth.cards[card], view.seats[seat].coin_count)
        case c.FinishTaking() | c.EndTurn():
            return 0.0


class Player:
    """A seat that looks at its position. A harbour is a list of cards here."""

    def __init__(self, view: MerchantsView, seat: int) -> None:
        self.view = view
        self.own = view.seats[seat]
        self.worth = Worth(view, seat)
        self.harbour = [self.worth.cards[instance] for instance in view.harbour]
        self.fee = FEE if type(view.decision) is OtherTake else 0

    def take(self, card: Card, coins: int) -> float:
        """What taking this card brings; less than 0 if it costs more than it is worth."""
        have = self.worth.coins(coins)
        if type(card) is Ship:
            income = card.coins + trader_bonus(self.worth.cards, self.own.persons, card.type)
            return self.worth.coins(coins + income - self.fee) - have
        assert type(card) is Person
        cost = price(card, self.own.discount) + self.fee
        if cost > coins:
            return 0.0
        return self.worth.person(card) + self.worth.coins(coins - cost) - have

    def stop(self, harbour: Sequence[Card]) -> float:
        """What the best takes bring, one after the other, if Discover ends with this harbour."""
        types = sum(type(card) is Ship for card in harbour)
        takes = TAKES_BY_SHIP_TYPES[types] + self.own.extra_takes
        coins = self.own.coin_count + self._bonus(len(harbour))
        gained = self.worth.coins(coins) - self.worth.coins(self.own.coin_count)
        left = list(harbour)
        for _ in range(min(takes, len(left))):
            values = [self.take(card, coins) for card in left]
            best = max(values)
            if best <= 0:
                break
            gained += best
            card = left.pop(values.index(best))
            if type(card) is Ship:
                coins += card.coins + trader_bonus(self.worth.cards, self.own.persons, card.type)
            elif type(card) is Person:
                coins -= price(card, self.own.discount)
        return gained

    def _bonus(self, harbour: int) -> int:
        """The coins of the own Jesters or Admirals."""
        if not harbour:
            return self.own.empty_harbour_coins if self.view.options.jester_pays_active_on_empty_harbour else 0
        skills = [card.skill for card in map(self.worth.cards.__getitem__, self.own.persons) if type(card) is Person]
        return sum(skill.coins for skill in skills if type(skill) is FullHarbourBonus and harbour >= skill.min_harbour_cards)

    def reveal(self, harbour: list[Card]) -> float:
        """What to expect of one more reveal and stopping then; a bust leaves the Jesters' coins."""
        types = {card.type for card in harbour if type(card) is Ship}
        strength = self.own.strength
        bust = self.worth.coins(self.own.coin_count + self.own.empty_harbour_coins) - self.worth.coins(self.own.coin_count)
        now = self.stop(harbour)
        expected = 0.0
        for card, chance in next_cards(self.view):
            if busts(card, types, strength):
                expected += chance * bust
            elif type(card) is Person or (type(card) is Ship and card.type not in types):
                grown = self.stop([*harbour, card])
                repelled = type(card) is Ship and card.strength is not None and card.strength <= strength
                expected += chance * (max(grown, now) if repelled else grown)
            else:
                expected += chance * now
        return expected

    def discover(self, harbour: list[Card]) -> float:
        """The better of going on and stopping."""
        return max(self.reveal(harbour), self.stop(harbour))

    def keep(self, card: Card) -> float:
        """What the harbour with this Ship promises; a second Ship of its type is a bust."""
        if type(card) is Ship and card.type in self.view.ship_types:
            return float(self.own.empty_harbour_coins)
        return self.discover([*self.harbour, card])


def standing(state: State) -> Sequence[float]:
    """Each seat's share of the victory, by how near it is to winning; exact when the game is over."""
    seats = range(len(state.seats))
    if state.result is not None:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    progress = [_progress(state, seat) for seat in seats]
    best = max(progress)
    # The nearer the end, the less a lead can be made up.
    sharpness = 3 + 9 * min(1.0, best) if not state.final_round else 20
    weights = [exp(sharpness * (each - best)) for each in progress]
    return [weight / sum(weights) for weight in weights]


def _progress(state: State, number: int) -> float:
    """About 1 for a seat that can win at once: influence, and what coins and Persons for requests will bring."""
    seat = state.seats[number]
    points = seat.influence + min(len(seat.coins), 11) * (0.05 if state.final_round else 0.3)
    points += 0.25 * min(4, seat.strength) + 0.4 * seat.discount
    if state.options.expedition_required and not seat.completed_requests:
        points -= 2.5 - 0.7 * min(2, len(seat.symbol_bearers))
    return points / target_influence(state)
