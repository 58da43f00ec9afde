"""What a seat's position is worth to it, estimated from what everyone can see.

The unit is the logarithm of the odds of winning: a seat that is ahead by 1 wins about e times as often. The weights were
fitted to the results of games between bots (maximum likelihood); docs/bots.md says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from .cards import (
    DECK_LISTS,
    Card,
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
    Ship,
    Skill,
    Symbol,
)
from .events import Cards
from .loot_and_hire import price
from .odds import Kinds

# Of influence, by the target's fraction; of a coin. Each at the start of a game, and what is added by the time the leader
# has reached the target.
INFLUENCE, INFLUENCE_LATER = 5.1, 0.7
COIN, COIN_LATER = 0.19, -0.05
ABLE_TO_WIN_LATER = 3.4
"""Of the first request, where one is required, by the time the leader has reached the target; nothing at the start."""
# The same once the end has been triggered.
FINAL_INFLUENCE = 10.7
FINAL_COIN = 0.11
FINAL_ABLE_TO_WIN = 4.7

UNTAXED_COINS = 11
RICH_COIN = 0.025
"""Of each coin that the next Tax Increase can halve."""

# Of skills, at the start of a game; nothing when the leader has reached the target.
TRADER_COIN = 0.13
SYMBOL = 0.27
JACK = 0.84
STRENGTH, USEFUL_STRENGTH = 0.38, 7
JESTER_COIN = 1.3
ADMIRAL_COIN = 0.41
DISCOUNT_COIN = 1.2
EXTRA_TAKE = 2.7

BEARER_IN_NEED, BEARERS_NEEDED = 0.36, 3
"""Of each Person for requests, to a seat that has to complete one yet."""
NEAR_IN_NEED_LATER = 2.3
"""Of being able to complete one, to such a seat, by the time the leader has reached the target."""
PROSPECT = 5.2
"""Of the influence that the best request in reach would add, by the target's fraction."""
VICTORY = 10.0
"""Of a hire that takes the lead in the final round or begins it in the lead."""
NEARNESS = (1.0, 0.5, 0.2)
"""How much of that counts, by how many Persons are still missing."""

TO_MOVE = 0.3
NEXT_TO_MOVE = 0.2
FINAL_TO_MOVE = 0.55
"""Of a turn still to come in the final round."""


CARDS: Mapping[str, Card] = {
    f"{card.id}:{copy}": card for listed in DECK_LISTS.values() for card in listed.cards for copy in range(1, card.count + 1)
}
"""The card of every instance: what it shows follows from its name, whatever the deck."""

REMEMBERED = 20_000
"""Estimates kept: positions come back often while a search looks ahead."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """What the estimate for a seat rests on."""

    persons: Cards
    influence: int
    coins: int
    able_to_win: bool
    requests: Cards
    target: int
    rival: int
    """The most influence that another seat has."""
    lead: int
    """The most influence that any seat had when the estimate was asked for."""
    final_round: bool


class Holdings(msgspec.Struct, frozen=True, gc=False):
    """What the Persons of a seat add up to."""

    skills: float
    strength: int
    discount: int
    traders: Mapping[str, int]
    symbols: Mapping[Symbol, int]
    jacks: int
    bearers: int
    """All who serve requests."""
    admirals: tuple[FullHarbourBonus, ...]


def skill_worth(skill: Skill) -> float:
    """What a skill is worth at the start, whatever else a seat has. Strength is looked at as a whole."""
    match skill:
        case LootBonus(coins=coins):
            return TRADER_COIN * coins
        case ExpeditionSymbol():
            return SYMBOL
        case ExpeditionJoker():
            return JACK
        case Combat():
            return 0.0
        case HireDiscount(coins=coins):
            return DISCOUNT_COIN * coins
        case EmptyHarbourBonus(coins=coins):
            return JESTER_COIN * coins
        case FullHarbourBonus(coins=coins):
            return ADMIRAL_COIN * coins
        case ExtraTake(takes=takes):
            return EXTRA_TAKE * takes


def strength_worth(strength: int) -> float:
    return STRENGTH * min(strength, USEFUL_STRENGTH)


@lru_cache(REMEMBERED)
def holdings(persons: Cards) -> Holdings:
    skills, strength, discount, jacks = 0.0, 0, 0, 0
    traders: dict[str, int] = {}
    symbols: dict[Symbol, int] = {}
    admirals: list[FullHarbourBonus] = []
    for instance in persons:
        card = CARDS[instance]
        assert type(card) is Person
        skill = card.skill
        skills += skill_worth(skill)
        strength += card.strength
        if type(skill) is LootBonus:
            traders[skill.ship_type] = traders.get(skill.ship_type, 0) + skill.coins
        elif type(skill) is ExpeditionSymbol:
            symbols[skill.symbol] = symbols.get(skill.symbol, 0) + 1
        elif type(skill) is ExpeditionJoker:
            jacks += 1
        elif type(skill) is HireDiscount:
            discount += skill.coins
        elif type(skill) is FullHarbourBonus:
            admirals.append(skill)
    bearers = sum(symbols.values()) + jacks
    return Holdings(skills, strength, discount, traders, symbols, jacks, bearers, tuple(admirals))


class Estimate:
    """The weights that hold in a position, and what follows from them."""

    def __init__(self, position: Position) -> None:
        late = min(1.0, position.lead / position.target)
        final = position.final_round
        self.position = position
        self.own = holdings(position.persons)
        self.time_left = 0.0 if final else 1 - late
        self.influence = (FINAL_INFLUENCE if final else INFLUENCE + INFLUENCE_LATER * late) / position.target
        self.coin = FINAL_COIN if final else COIN + COIN_LATER * late
        self.able_to_win = FINAL_ABLE_TO_WIN if final else ABLE_TO_WIN_LATER * late
        needed = not (position.able_to_win or final)
        self.bearer = BEARER_IN_NEED if needed else 0.0
        self.near = NEAR_IN_NEED_LATER * late if needed else 0.0
        self.prospect = 0.0 if final else PROSPECT / position.target
        self.have = self.coins(position.coins)
        self.serving = self._for_requests(None, 0)
        self._gains: dict[tuple[str, int], float] = {}
        self._tables: dict[Kinds, list[float]] = {}

    def coins(self, number: int) -> float:
        """What so many coins are worth."""
        if number <= UNTAXED_COINS:
            return self.coin * number
        return self.coin * UNTAXED_COINS + RICH_COIN * (number - UNTAXED_COINS)

    def more_coins(self, number: int) -> float:
        """What so many coins more are worth."""
        return self.coins(self.position.coins + number) - self.have

    def total(self) -> float:
        """The whole estimate, but for whose turn it is."""
        position = self.position
        return (
            self.influence * position.influence
            + self.have
            + self.time_left * (self.own.skills + strength_worth(self.own.strength))
            + self.serving
            + (self.able_to_win if position.able_to_win else 0.0)
        )

    def take(self, instance: str, fee: int) -> float:
        """What taking this card changes; a Person too dear changes nothing."""
        gain = self._gains.get((instance, fee))
        if gain is None:
            gain = self._gains[instance, fee] = self._take(CARDS[instance], fee)
        return gain

    def takes(self, kinds: Kinds) -> list[float]:
        """What the active seat's taking each kind of card changes."""
        gains = self._tables.get(kinds)
        if gains is None:
            gains = self._tables[kinds] = [self._take(card, 0) for card in kinds.cards]
        return gains

    def _take(self, card: Card, fee: int) -> float:
        match card:
            case Ship():
                return self.more_coins(card.coins + self.own.traders.get(card.type, 0) - fee)
            case Person():
                return self._hire(card, fee)
            case _:
                return 0.0

    def _hire(self, card: Person, fee: int) -> float:
        own, position, skill = self.own, self.position, card.skill
        cost = price(card, own.discount) + fee
        if cost > position.coins:
            return 0.0
        gain = self.influence * card.influence + self.more_coins(-cost) + self.time_left * skill_worth(skill)
        if type(skill) is Combat:
            gain += self.time_left * (strength_worth(own.strength + card.strength) - strength_worth(own.strength))
        elif type(skill) is ExpeditionSymbol:
            gain += self._for_requests(skill.symbol, 0) - self.serving
        elif type(skill) is ExpeditionJoker:
            gain += self._for_requests(None, 1) - self.serving
        influence = position.influence + card.influence
        if position.able_to_win and position.influence <= position.rival < influence:
            gain += VICTORY if position.final_round or influence >= position.target else 0.0
        return gain

    def _for_requests(self, symbol: Symbol | None, jacks: int) -> float:
        """What the Persons that serve requests are worth together, with one more of this symbol or so many more Jacks."""
        own = self.own
        bearers = own.bearers + jacks + (symbol is not None)
        worth = self.bearer * min(bearers, BEARERS_NEEDED)
        if bearers and self.position.requests and (self.near or self.prospect):
            nearest = prospect = 0.0
            for instance in self.position.requests:
                wanted = CARDS[instance]
                assert type(wanted) is ExpeditionRequest
                missing = -own.jacks - jacks
                for needed, number in wanted.requires.items():
                    missing += max(0, number - own.symbols.get(needed, 0) - (needed == symbol))
                if missing < len(NEARNESS):
                    nearness = NEARNESS[max(0, missing)]
                    nearest = max(nearest, nearness)
                    prospect = max(prospect, nearness * (wanted.influence - sum(wanted.requires.values())))
            worth += self.near * nearest + self.prospect * prospect
        return worth


@lru_cache(REMEMBERED)
def estimate(position: Position) -> Estimate:
    return Estimate(position)


def after_take(position: Position, instance: str, fee: int) -> tuple[Position, int]:
    """The position after this take, and how many takes it adds."""
    card = CARDS[instance]
    own = holdings(position.persons)
    if type(card) is Ship:
        return replace(position, coins=position.coins - fee + card.coins + own.traders.get(card.type, 0)), 0
    assert type(card) is Person
    after = replace(
        position,
        persons=(*position.persons, instance),
        influence=position.influence + card.influence,
        coins=position.coins - fee - price(card, own.discount),
    )
    return after, card.skill.takes if type(card.skill) is ExtraTake else 0


@lru_cache(REMEMBERED)
def plan(position: Position, harbour: Cards, number: int, fee: int) -> tuple[float, ...]:
    """What so many takes bring one after the other, each the best at its time; those that bring nothing are left out."""
    gains: list[float] = []
    left = list(harbour)
    while left and len(gains) < number:
        now = estimate(position)
        best, gain = "", 0.0
        for instance in left:
            value = now.take(instance, fee)
            if value > gain:
                best, gain = instance, value
        if not best:
            break
        gains.append(gain)
        left.remove(best)
        if (left and len(gains) < number) or type(CARDS[best]) is Person:
            position, extra = after_take(position, best, fee)
            number += extra
    return tuple(gains)
