"""Estimates the value of a seat's position from what everyone sees. The tree search scores positions with it.

The unit is the logarithm of the odds of winning: a seat that is ahead by 1 wins about e times as often. The weights were
fitted to the results of games between bots (maximum likelihood; see docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from ..content import (
    DECK_LISTS,
    Card,
    Combat,
    Deck,
    EmptyHarbourBonus,
    ExpeditionJoker,
    ExpeditionRequest,
    ExpeditionSymbol,
    ExtraTake,
    FullHarbourBonus,
    HireDiscount,
    LootBonus,
    Person,
    Skill,
    Symbol,
)
from ..expeditions import by_symbol
from ..ids import Cards
from ..state import request

# Weights before the final round: of influence (as a fraction of the target, up to the target) and of a coin. The first is
# the weight at the start of a game; `_LATER` is added in proportion to how near the leader is to the target.
INFLUENCE, INFLUENCE_LATER = 4.0, 3.5
COIN, COIN_LATER = 0.21, -0.07
ABLE_TO_WIN_LATER = 2.6
"""The weight of the first request where one is required: 0 at the start, this when the leader has reached the target."""
UNTAXED_COINS = 11
RICH_COIN = 0.03
"""The weight of each coin above those that a Tax Increase leaves alone."""

# Weights of skills at the start of a game; they fall to 0 as the leader nears the target.
TRADER_COIN = 0.12
SYMBOL = 0.18
JACK = 0.52
STRENGTH, USEFUL_STRENGTH = 0.58, 7
JESTER_COIN = 1.2
ADMIRAL_COIN = 0.4
DISCOUNT_COIN = 1.9
EXTRA_TAKE = 2.6

BEARER_IN_NEED, BEARERS_NEEDED = 0.34, 3
"""The weight of each Person for requests, up to this number, to a seat that must still complete one."""
NEAR_IN_NEED_LATER = 0.9
"""The weight of being near to completing a request, to such a seat, when the leader has reached the target."""
PROSPECT = 3.4
"""The weight of the influence that the best request in reach would add, as a fraction of the target."""
NEARNESS = {1: 1.0, 2: 0.4}
"""The fraction of these two weights that counts, by the number of Persons still missing."""
WAITING = -0.1
"""The weight of being able to complete a request, compared with having completed it."""
TO_MOVE = 0.34
NEXT_TO_MOVE = 0.23

# Weights in the final round.
FINAL_ABLE_TO_WIN = 1.4
FINAL_LEAD = 1.05
FINAL_POINT, WIDEST_GAP = 1.16, 6
"""The weight of a point of influence, and the gap to the leader beyond which points no longer count."""
FINAL_TURN, FINAL_COIN = 0.6, 0.22
"""The weight of a turn still to come, and of each coin to spend in it."""
FINAL_GAP_POINT, LAST_COIN = -0.3, 0.02
"""Without a turn to come: the weight of each point behind the leader, and of each coin."""
LOST = -20.0
"""The estimate for a seat that can no longer win."""

CARDS: Mapping[str, Card] = {
    f"{card.id}:{copy}": card for listed in DECK_LISTS.values() for card in listed.cards for copy in range(1, card.count + 1)
}
"""The card of every instance. Ships and Persons show the same in every deck; requests do not."""

REMEMBERED = 20_000
"""How many estimates are cached: positions repeat often while a search looks ahead."""


Rank: TypeAlias = tuple[bool, int, int]
"""The values by which seats are ranked at the end: able to win, influence, coins."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """The inputs of a seat's estimate. `rival` and `lead` count requests that a seat can complete in a turn still to come as
    completed."""

    deck: Deck
    persons: Cards
    influence: int
    coins: int
    able_to_win: bool
    requests: Cards
    """The requests that the seat may still complete."""
    target: int
    rival: Rank
    """The best rank of the other seats."""
    lead: int
    """The most influence of any seat when the estimate was asked for."""
    final_round: bool
    turn_left: bool
    """In the final round, whether the seat still has a turn."""


class Holdings(msgspec.Struct, frozen=True, gc=False):
    """The sums over the Persons of a seat."""

    skills: float
    strength: int
    symbols: Mapping[Symbol, int]
    jacks: int
    bearers: int
    """The number of Persons that serve requests."""


def skill_worth(skill: Skill) -> float:
    """The weight of a skill at the start of a game. Strength is weighed by `strength_worth`, for all Persons together."""
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
    skills, strength, jacks = 0.0, 0, 0
    symbols: dict[Symbol, int] = {}
    for instance in persons:
        card = CARDS[instance]
        assert type(card) is Person
        skill = card.skill
        skills += skill_worth(skill)
        strength += card.strength
        if type(skill) is ExpeditionSymbol:
            symbols[skill.symbol] = symbols.get(skill.symbol, 0) + 1
        elif type(skill) is ExpeditionJoker:
            jacks += 1
    bearers = sum(symbols.values()) + jacks
    return Holdings(skills, strength, symbols, jacks, bearers)


class Estimate:
    """The weights that apply in a position, and the value that follows from them."""

    def __init__(self, position: Position) -> None:
        late = min(1.0, position.lead / position.target)
        self.position = position
        self.own = holdings(position.persons)
        self.time_left = 1 - late
        self.influence = (INFLUENCE + INFLUENCE_LATER * late) / position.target
        self.coin = COIN + COIN_LATER * late
        self.able_to_win = ABLE_TO_WIN_LATER * late
        self.bearer = 0.0 if position.able_to_win else BEARER_IN_NEED
        self.near = 0.0 if position.able_to_win else NEAR_IN_NEED_LATER * late
        self.prospect = PROSPECT / position.target

    @cached_property
    def total(self) -> float:
        """The whole estimate, except for whose turn it is. A request that can be completed counts as completed."""
        after = completed(self.position)
        return self._without_completing if after is None else estimate(after)._without_completing + WAITING

    @cached_property
    def _without_completing(self) -> float:
        position, own = self.position, self.own
        if position.final_round:
            return final_total(position)
        worth = self.influence * min(position.influence, position.target) + self.coins(position.coins)
        if position.able_to_win:
            worth += self.able_to_win
        return worth + self._for_requests() + self.time_left * (own.skills + strength_worth(own.strength))

    def coins(self, number: int) -> float:
        """The value of this number of coins before the final round."""
        if number <= UNTAXED_COINS:
            return self.coin * number
        return self.coin * UNTAXED_COINS + RICH_COIN * (number - UNTAXED_COINS)

    def _for_requests(self) -> float:
        """The value of all Persons that serve requests, besides their skills."""
        own = self.own
        if not own.bearers:
            return 0.0
        nearest = prospect = 0.0
        for instance in self.position.requests:
            wanted = request(self.position.deck.cards, instance)
            missing = sum([max(0, number - own.symbols.get(needed, 0)) for needed, number in wanted.requires.items()])
            nearness = NEARNESS.get(missing - own.jacks, 0.0)
            nearest = max(nearest, nearness)
            prospect = max(prospect, nearness * _net_influence(wanted))
        return self.bearer * min(own.bearers, BEARERS_NEEDED) + self.near * nearest + self.prospect * prospect


@lru_cache(REMEMBERED)
def estimate(position: Position) -> Estimate:
    return Estimate(position)


def _net_influence(wanted: ExpeditionRequest) -> int:
    """The influence that completing it adds, since every Person that serves requests has 1 point."""
    return wanted.influence - sum(wanted.requires.values())


def final_total(position: Position) -> float:
    """The estimate in the final round."""
    able, influence, coins = own = position.able_to_win, position.influence, position.coins
    if not (able or position.turn_left):
        return LOST
    best = max(own, position.rival)[1]
    worth = FINAL_POINT * max(influence, best - WIDEST_GAP) + (FINAL_ABLE_TO_WIN if able else 0.0)
    if own >= position.rival:
        worth += FINAL_LEAD
    if position.turn_left:
        return worth + FINAL_TURN + FINAL_COIN * min(coins, UNTAXED_COINS)
    return worth + LAST_COIN * coins + FINAL_GAP_POINT * min(WIDEST_GAP, max(0, best - influence))


@lru_cache(REMEMBERED)
def foreseen(deck: Deck, persons: Cards, requests: Cards, rank: Rank) -> Rank:
    """A seat's rank after completing the best of these requests, if it can complete any."""
    shown = [request(deck.cards, instance) for instance in requests]
    found = [wanted for wanted in shown if _given_up(persons, wanted) is not None]
    if not found:
        return rank
    best = max(found, key=_net_influence)
    return True, rank[1] + _net_influence(best), rank[2] + best.reward.coins


def completed(position: Position) -> Position | None:
    """The position after completing the best of the requests, None if none can be completed."""
    if not holdings(position.persons).bearers:
        return None
    cards = position.deck.cards
    for instance in sorted(position.requests, key=lambda instance: -_net_influence(request(cards, instance))):
        discards = _given_up(position.persons, request(cards, instance))
        if discards is not None:
            return after_completing(position, instance, discards)
    return None


def _given_up(persons: Cards, wanted: ExpeditionRequest) -> Cards | None:
    """The Persons to give up for a request, as few Jacks as possible; None if they do not suffice."""
    own, jacks = by_symbol(CARDS, persons)
    chosen: list[str] = []
    for symbol, number in wanted.requires.items():
        chosen += own.get(symbol, [])[:number]
    jokers = sum(wanted.requires.values()) - len(chosen)
    return (*chosen, *jacks[:jokers]) if jokers <= len(jacks) else None


def after_completing(position: Position, instance: str, discards: Cards) -> Position:
    """The position after giving up these Persons for the request."""
    wanted = request(position.deck.cards, instance)
    persons = list(position.persons)
    lost = 0
    for given_up in discards:
        persons.remove(given_up)
        card = CARDS[given_up]
        assert type(card) is Person
        lost += card.influence
    return replace(
        position,
        persons=tuple(persons),
        influence=position.influence - lost + wanted.influence,
        coins=position.coins + wanted.reward.coins,
        able_to_win=True,
        requests=tuple([each for each in position.requests if each != instance]),
    )
