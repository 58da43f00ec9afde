"""Whether the conditions of effects are met. data/README.md explains the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from ..content import ZONES, Condition
from . import State, Turn, at_war, full, is_pirate, nation_of, ship_of


class Facts(msgspec.Struct, frozen=True, gc=False):
    """Circumstances that a condition can ask about and that are not in the state."""

    nation: str = ""
    """The nation of the merchant or the victim."""
    skill: str = ""
    declared: str = ""
    contest_won: bool | None = None
    good: str = ""
    cards: int = 0
    """Bought or sold."""
    crew_round: int = 0
    target: str = ""
    failed: bool = False
    location: str = ""
    attacked: bool = False
    battle: bool = False
    free_move: bool = False


NO_FACTS = Facts()


OfFacts: TypeAlias = Callable[[Facts, Condition], bool]
OfTurn: TypeAlias = Callable[[Turn, Condition], bool]
OfPosition: TypeAlias = Callable[[State, int, Condition], bool]


def holds(state: State, seat: int, condition: Condition, facts: Facts = NO_FACTS) -> bool:
    """Whether a condition of the vocabulary is met. Raises KeyError for those that are judged where an effect is carried
    out."""
    cond = condition.cond
    if (of_facts := OF_FACTS.get(cond)) is not None:
        return of_facts(facts, condition)
    if (of_turn := OF_TURN.get(cond)) is not None:
        return state.turn is not None and of_turn(state.turn, condition)
    if cond == "at_war_with_victim":
        return bool(facts.nation) and at_war(state, nation_of(state, seat), facts.nation)
    if cond in ("good_in_demand", "good_not_in_demand"):
        in_demand = state.demand[ZONES[state.seats[seat].zone].port or ""] == facts.good
        return in_demand == (cond == "good_in_demand")
    return OF_POSITION[cond](state, seat, condition)


OF_FACTS: Mapping[str, OfFacts] = {
    "cards_bought_at_least": lambda facts, wanted: facts.cards >= wanted.n,
    "cards_sold_at_least": lambda facts, wanted: facts.cards >= wanted.n,
    "check_skill": lambda facts, wanted: facts.skill == wanted.skill,
    "contest_not_won": lambda facts, wanted: facts.contest_won is False,
    "contest_won": lambda facts, wanted: facts.contest_won is True,
    "crew_round": lambda facts, wanted: facts.crew_round == wanted.n,
    "declared": lambda facts, wanted: facts.declared == wanted.action,
    "hit_location": lambda facts, wanted: facts.location == wanted.location,
    "in_battle": lambda facts, wanted: facts.battle,
    "merchant_nation": lambda facts, wanted: facts.nation == wanted.nation,
    "roll_failed": lambda facts, wanted: facts.failed,
    "scout_target": lambda facts, wanted: facts.target == wanted.target,
    "was_attacked": lambda facts, wanted: facts.attacked,
    "zone_to_zone_move": lambda facts, wanted: facts.free_move,
}
"""Conditions on the move, check, trade or battle in which the effect works."""
OF_TURN: Mapping[str, OfTurn] = {
    "cards_sold_this_turn_at_least": lambda turn, wanted: turn.sold >= wanted.n,
    "inflicted_hits_in_one_battle_this_turn": lambda turn, wanted: turn.most_hits >= wanted.n,
    "lost_crew_this_turn": lambda turn, wanted: turn.lost_crew,
    "moves_this_turn_at_least": lambda turn, wanted: turn.moves >= wanted.n,
    "scouted_something_this_turn": lambda turn, wanted: turn.found,
    "won_crew_combat_this_turn": lambda turn, wanted: turn.won_crew_combat,
}
"""Conditions on what has happened in the captain turn under way."""


def damaged_locations(state: State, seat: int) -> int:
    """The number of damaged locations of a captain's ship."""
    ship = ship_of(state, seat)
    whole = full(ship)
    return sum(getattr(ship.now, place) < getattr(whole, place) for place in ("hull", "cargo", "masts", "crew", "cannons"))


OF_POSITION: Mapping[str, OfPosition] = {
    "at_sea": lambda state, seat, wanted: not state.seats[seat].in_port,
    "at_zone": lambda state, seat, wanted: (
        state.seats[seat].zone == (state.drawn[0] if wanted.zone == "zone" else wanted.zone)
    ),
    "cannons_at_least": lambda state, seat, wanted: ship_of(state, seat).now.cannons >= wanted.n,
    "captain_nation": lambda state, seat, wanted: nation_of(state, seat) == wanted.nation,
    "damaged_locations_at_least": lambda state, seat, wanted: damaged_locations(state, seat) >= wanted.n,
    "has_bounty_of": lambda state, seat, wanted: wanted.nation in state.seats[seat].bounties,
    "no_bounty_of": lambda state, seat, wanted: wanted.nation not in state.seats[seat].bounties,
    "non_pirate": lambda state, seat, wanted: not is_pirate(state.seats[seat]),
    "pirate": lambda state, seat, wanted: is_pirate(state.seats[seat]),
    "ship_in": lambda state, seat, wanted: ship_of(state, seat).type in wanted.ships,
}
"""Conditions on a captain's place, ship, nation and bounties."""
