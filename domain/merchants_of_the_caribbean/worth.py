"""What a seat's position is worth to it, estimated from what everyone can see.

The unit is the logarithm of the odds of winning: a seat that is ahead by 1 wins about e times as often. The weights were
fitted to the results of games between bots (maximum likelihood); docs/bots.md says how.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

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
from .expeditions import by_symbol
from .loot_and_hire import price
from .odds import Kinds

# Of influence, by the target's fraction; of a coin. Each at the start of a game, and what is added by the time the leader
# has reached the target.
INFLUENCE, INFLUENCE_LATER = 5.1, 1.3
COIN, COIN_LATER = 0.22, -0.1
ABLE_TO_WIN_LATER = 2.6
"""Of the first request, where one is required, by the time the leader has reached the target; nothing at the start."""
# The same once the end has been triggered.
FINAL_INFLUENCE = 11.0
FINAL_COIN = 0.12
FINAL_ABLE_TO_WIN = 3.5

UNTAXED_COINS = 11
RICH_COIN = 0.03
"""Of each coin that the next Tax Increase can halve."""

# Of skills, at the start of a game; nothing when the leader has reached the target.
TRADER_COIN = 0.15
SYMBOL = 0.27
JACK = 0.6
STRENGTH, USEFUL_STRENGTH = 0.62, 7
JESTER_COIN = 1.25
ADMIRAL_COIN = 0.42
DISCOUNT_COIN = 1.95
EXTRA_TAKE = 2.6

BEARER_IN_NEED, BEARERS_NEEDED = 0.3, 3
"""Of each Person for requests, to a seat that has to complete one yet."""
NEAR_IN_NEED_LATER = 1.0
"""Of being able to complete one, to such a seat, by the time the leader has reached the target."""
PROSPECT = 3.1
"""Of the influence that the best request in reach would add, by the target's fraction."""
VICTORY = 10.0
"""Of a hire that takes the lead in the final round or begins it in the lead."""
NEARNESS = {1: 1.0, 2: 0.4}
"""How much of these two counts, by how many Persons are still missing."""
WAITING = -0.1
"""Of having what a request needs and not having completed it yet, compared with having done so."""

TO_MOVE = 0.34
NEXT_TO_MOVE = 0.23
FINAL_TO_MOVE = 0.8
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
    """The most influence that any seat had when the estimate was asked for, or could have had by completing a request."""
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

    @cached_property
    def total(self) -> float:
        """The whole estimate, but for whose turn it is. A request that can be completed counts as completed."""
        after = completed(self.position)
        return self._plain if after is None else estimate(after)._plain + WAITING

    @cached_property
    def _plain(self) -> float:
        position, own = self.position, self.own
        worth = self.influence * position.influence + self.have + self._for_requests()
        if position.able_to_win:
            worth += self.able_to_win
        return worth + self.time_left * (own.skills + strength_worth(own.strength))

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
        if isinstance(skill, ExpeditionSymbol | ExpeditionJoker):
            gain = estimate(hired(position, f"{card.id}:1", cost)).total - self.total
        else:
            gain = self.influence * card.influence + self.more_coins(-cost) + self.time_left * skill_worth(skill)
        if card.strength:
            gain += self.time_left * (strength_worth(own.strength + card.strength) - strength_worth(own.strength))
        influence = position.influence + card.influence
        if position.able_to_win and position.influence <= position.rival < influence:
            gain += VICTORY if position.final_round or influence >= position.target else 0.0
        return gain

    def _for_requests(self) -> float:
        """What the Persons that serve requests are worth together, besides their skills."""
        own = self.own
        if not own.bearers:
            return 0.0
        nearest = prospect = 0.0
        for instance in self.position.requests:
            wanted = _request(instance)
            missing = sum([max(0, number - own.symbols.get(needed, 0)) for needed, number in wanted.requires.items()])
            nearness = NEARNESS.get(missing - own.jacks, 0.0)
            nearest = max(nearest, nearness)
            prospect = max(prospect, nearness * _net_influence(wanted))
        return self.bearer * min(own.bearers, BEARERS_NEEDED) + self.near * nearest + self.prospect * prospect


@lru_cache(REMEMBERED)
def estimate(position: Position) -> Estimate:
    return Estimate(position)


def _request(instance: str) -> ExpeditionRequest:
    card = CARDS[instance]
    assert type(card) is ExpeditionRequest
    return card


def _net_influence(wanted: ExpeditionRequest) -> int:
    """What completing it adds, as all who serve requests have 1 point each."""
    return wanted.influence - sum(wanted.requires.values())


@lru_cache(REMEMBERED)
def within_reach(persons: Cards, influence: int, requests: Cards) -> int:
    """The influence that a seat has or, if it is more, has after completing a request."""
    gains = [_net_influence(wanted) for wanted in map(_request, requests) if _given_up(persons, wanted) is not None]
    return influence + max(gains, default=0)


def completed(position: Position) -> Position | None:
    """The position after completing the best of the requests, None if none can be completed."""
    if not holdings(position.persons).bearers:
        return None
    for request in sorted(position.requests, key=lambda instance: -_net_influence(_request(instance))):
        discards = _given_up(position.persons, _request(request))
        if discards is not None:
            return after_completing(position, request, discards)
    return None


def _given_up(persons: Cards, wanted: ExpeditionRequest) -> Cards | None:
    """The Persons to give up for a request, as few Jacks as possible; None if they do not suffice."""
    own, jacks = by_symbol(CARDS, persons)
    chosen: list[str] = []
    for symbol, number in wanted.requires.items():
        chosen += own.get(symbol, [])[:number]
    jokers = sum(wanted.requires.values()) - len(chosen)
    return (*chosen, *jacks[:jokers]) if jokers <= len(jacks) else None


def after_completing(position: Position, request: str, discards: Cards) -> Position:
    """The position after giving up these Persons for the request."""
    wanted = _request(request)
    persons = list(position.persons)
    lost = 0
    for instance in discards:
        persons.remove(instance)
        card = CARDS[instance]
        assert type(card) is Person
        lost += card.influence
    return replace(
        position,
        persons=tuple(persons),
        influence=position.influence - lost + wanted.influence,
        coins=position.coins + wanted.reward.coins,
        able_to_win=True,
        requests=tuple([each for each in position.requests if each != request]),
    )


def hired(position: Position, instance: str, cost: int) -> Position:
    """The position after hiring this Person at this cost, the fee included."""
    card = CARDS[instance]
    assert type(card) is Person
    return replace(
        position,
        persons=(*position.persons, instance),
        influence=position.influence + card.influence,
        coins=position.coins - cost,
    )


def after_take(position: Position, instance: str, fee: int) -> tuple[Position, int]:
    """The position after this take, and how many takes it adds."""
    card = CARDS[instance]
    own = holdings(position.persons)
    if type(card) is Ship:
        return replace(position, coins=position.coins - fee + card.coins + own.traders.get(card.type, 0)), 0
    assert type(card) is Person
    extra = card.skill.takes if type(card.skill) is ExtraTake else 0
    return hired(position, instance, price(card, own.discount) + fee), extra


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
