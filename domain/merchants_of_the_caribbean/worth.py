"""What coins, Persons and requests are worth to a seat, in coins, by simple estimates from what everyone can see."""

from __future__ import annotations

from collections.abc import Mapping

from .cards import (
    Combat,
    EmptyHarbourBonus,
    ExpeditionJoker,
    ExpeditionRequest,
    ExpeditionSymbol,
    ExtraTake,
    FullHarbourBonus,
    HireDiscount,
    LootBonus,
    Person,
    deck,
)
from .expeditions import by_symbol
from .state import person, request
from .view import MerchantsView

COIN_STEPS = ((6, 1.0), (9, 0.8), (11, 0.5), (200, 0.1))
"""Up to how many coins one more is worth how much: from 12 on they are taxed."""

INFLUENCE = 2.6
FIRST_REQUEST = 8.0
"""What the request that makes a seat able to win is worth on top, where one is required."""
VICTORY = 30.0

SKILLS: Mapping[type, float] = {
    LootBonus: 1.2,
    ExpeditionSymbol: 1.0,
    ExpeditionJoker: 1.5,
    HireDiscount: 4.0,
    EmptyHarbourBonus: 1.5,
    FullHarbourBonus: 2.0,
    ExtraTake: 3.0,
}
"""At the start of a game; they are worth less the nearer the end is."""
STRENGTH_POINT = 1.8
USEFUL_STRENGTH = 6


class Worth:
    """The estimates for one seat in one position."""

    def __init__(self, view: MerchantsView, seat: int) -> None:
        self.cards = deck(view.deck_id, view.revision, len(view.seats)).cards
        self.own = own = view.seats[seat]
        self.needs_request = bool(view.options.expedition_required) and not own.completed_requests
        target = view.options.target_influence or 1
        self.target = target
        self.ahead = max((other.influence for other in view.seats if other.seat != seat), default=0)
        most = max(self.ahead, own.influence)
        self.time_left = 0.0 if view.final_round else max(0.15, 1 - most / target)
        self.influence = INFLUENCE * (2 if view.final_round else 1)
        self.coin = 0.15 if view.final_round else 1.0
        self.requests = [request(self.cards, instance) for instance in view.requests]
        self.bearers = by_symbol(self.cards, own.persons)

    def coins(self, number: int) -> float:
        """What this many coins are worth."""
        worth, below = 0.0, 0
        for upto, each in COIN_STEPS:
            worth += each * (min(number, upto) - below)
            if number <= upto:
                break
            below = upto
        return worth * self.coin

    def person(self, card: Person) -> float:
        """What having this Person is worth, whatever it costs."""
        own = self.own
        worth = card.influence * self.influence + self.skill(card)
        if own.influence + card.influence >= max(self.target, self.ahead + 1) and not self.needs_request:
            worth += VICTORY
        return worth

    def skill(self, card: Person) -> float:
        """What the skill is worth for the rest of the game."""
        skill = card.skill
        if type(skill) is Combat:
            useful = min(card.strength, max(0, USEFUL_STRENGTH - self.own.strength))
            return STRENGTH_POINT * useful * self.time_left
        worth = SKILLS[type(skill)] * self.time_left
        if isinstance(skill, ExpeditionSymbol | ExpeditionJoker):
            worth += self._help(skill)
        return worth

    def _help(self, skill: ExpeditionSymbol | ExpeditionJoker) -> float:
        """How much nearer this brings the best open request."""
        own, jacks = self.bearers
        best = 0.0
        for wanted in self.requests:
            lacking = {symbol: number - len(own.get(symbol, ())) for symbol, number in wanted.requires.items()}
            missing = sum(max(0, number) for number in lacking.values()) - len(jacks)
            serves = isinstance(skill, ExpeditionJoker) or lacking.get(skill.symbol, 0) > 0
            if missing > 0 and serves:
                best = max(best, self.request(wanted) * 0.7 / missing)
        return best

    def request(self, wanted: ExpeditionRequest) -> float:
        """What completing this request is worth beyond the Persons given up for it."""
        given_up = sum(wanted.requires.values())
        worth = (wanted.influence - given_up) * self.influence + wanted.reward.coins * self.coin
        return worth + (FIRST_REQUEST if self.needs_request else 0.0)

    def completion(self, instance: str, discards: tuple[str, ...]) -> float:
        """What completing this request with these Persons is worth: Jacks are the better kept."""
        jokers = sum(type(person(self.cards, discard).skill) is ExpeditionJoker for discard in discards)
        return self.request(request(self.cards, instance)) - 0.5 * jokers
