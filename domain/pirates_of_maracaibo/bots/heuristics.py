"""Rules of thumb: the value of cards, spaces and effects to a seat, in victory points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import combinations

from domain.kit.memo import memo_of_latest

from ..content import (
    FIGUREHEADS,
    IMPROVEMENTS,
    QUESTS,
    RAID_ACTIONS,
    RESIDENCES,
    SLOTS,
    TRACK,
    Effect,
    Effects,
    Line,
    effects_of,
    ongoing_of,
    value_of,
)
from ..effects.counters import count
from ..effects.exploring import routes
from ..effects.feasibility import bury_spaces, can_bury_any, can_do_something, counted_gain, tile_source, unplaced_tiles
from ..effects.raiding import raid_actions
from ..jordan.score import VP_PER_RIVER
from ..scoring import INCOMPLETE_QUEST_VP, VP_PER_BURIED
from ..sea import acquirable, acquire_price, construct_price
from ..state import ROUNDS, Seat, State, residence_spaces, total, treasures
from ..values import TREASURES, Treasure
from ..view import MaracaiboView
from ..view.state_from_view import UNKNOWN, state_from_view

EARLY_MONEY, LATE_MONEY = 0.6, 0.2
"""Value of a doubloon: it buys cards until the last round, then five are a point."""
STEP = 1.0
"""Value of a step of the Explorer, without the icons of the space."""
UPGRADE, QUEST, TILE = 4.5, 2.5, 3.0
HALF_MET = 0.35
"""Share of a Quest's points that counts in proportion to how much of its needs is met."""
HUNTED = 0.5
"""The chance that a Quest whose harder line is nearly met in the first round is met at the end (Quest Hunters)."""
EXPECTED_DIE = 6.0
"""Average of the best of three dice, one reroll included."""
ONGOING: Mapping[str, float] = {
    "raid_power_bonus": 1.6,
    "die_power_bonus": 1.2,
    "raid_action": 1.8,
    "explore_bonus": 1.3,
    "explore_forfeit": 1.2,
    "discount": 1.6,
    "ship_range": 1.0,
    "refresh_quest_market": 1.0,
    "extra_reroll": 1.0,
    "extra_bury_spaces": 3.0,
    "income_doubloons_per": 1.0,
}
"""Value of an ongoing benefit in each round that is left, times its amount."""


class Worth:
    """The values of one position for one seat."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self.own: Seat = state.seats[seat]
        self.rounds_left = ROUNDS - state.round + 1

    @cached_property
    def money(self) -> float:
        return LATE_MONEY if self.state.round == ROUNDS else EARLY_MONEY

    # Effects

    def of_effects(self, effects: Effects) -> float:
        """The sum of the effects that can do something and are worth doing."""
        return sum(max(0.0, self.of_effect(effect)) for effect in effects)

    def of_source(self, source: str) -> float:
        return self.of_effects(effects_of(source))

    def of_effect(self, effect: Effect) -> float:
        """The value of the effect; 0 if it can do nothing now."""
        if not can_do_something(self.state, self.seat, effect):
            return 0.0
        return VALUES[effect.op](self, effect)

    # Cards

    def of_improvement(self, card: str, *, at_once: bool = True) -> float:
        """Its value without its price, and without its immediate effects unless `at_once`."""
        improvement = IMPROVEMENTS[card]
        income = improvement.income.vp + self.money * improvement.income.doubloons
        lines = sum(self._line(line) for line in improvement.endgame)
        kept = improvement.vp + income * self.rounds_left + lines
        kept += self.of_effects(improvement.immediate) if at_once else 0.0
        return kept + self.of_ongoing(card) + self._counted_by_residences(improvement.type)

    def of_ongoing(self, name: str) -> float:
        left = self.rounds_left
        return sum(ONGOING[effect.op] * left * max(1, effect.amount) for effect in ongoing_of(name))

    def _counted_by_residences(self, kind: str) -> float:
        own = [RESIDENCES[card].scoring for card, tokens in self.state.residences.items() if self.seat in tokens]
        return sum(float(line.amount) for line in own if line.counter == f"{kind}_improvements")

    def of_residence(self, card: str) -> float:
        """Its score now, some growth until the end, and the first builder's points."""
        line = RESIDENCES[card].scoring
        growth = 1.5 * (self.rounds_left - 0.5)
        first = RESIDENCES[card].first_builder_vp if not self.state.residences[card] else 0
        now = self._counted(line.counter)
        return first + min(line.max or 99, line.amount * (now + growth))

    def _counted(self, counter: str) -> float:
        return len(self.own.quests) * 0.6 if counter == "scoring_quests" else count(self.state, self.seat, counter)

    def _line(self, line: Effect) -> float:
        if line.op == "score_vp_per":
            return line.amount * (self._counted(line.counter) + self.rounds_left)
        if line.op == "score_vp_per_quest_group":
            return line.amount * (len(self.own.quests) + self.rounds_left) / line.group_size * 0.6
        return line.amount * (treasures(self.own) + self.rounds_left) / 3 * 0.6

    def best_improvement(self, kind: str, surcharge: int) -> float:
        """The best purchase. Immediate effects count nothing here: they might buy again, without end."""
        spaces = acquirable(self.state, self.seat, kind, surcharge)
        return max((self.bought(space, surcharge, at_once=False) for space in spaces), default=0.0)

    def bought(self, space: str, surcharge: int = 0, *, at_once: bool = True) -> float:
        """The value of buying the Improvement of a space, its price taken off."""
        card = self.state.sea[space].id
        return self.of_improvement(card, at_once=at_once) - self.money * acquire_price(
            self.state, self.seat, space, surcharge
        )

    def built(self, space: str, *, half: bool = False) -> float:
        """The value of building on a space, the price taken off; 0 if the seat has built there."""
        card = self.state.sea[space].id
        if self.seat in self.state.residences[card]:
            return 0.0
        return self.of_residence(card) - self.money * construct_price(self.state, self.seat, card, half=half)

    def best_residence(self) -> float:
        money = self.own.doubloons
        affordable = [
            space
            for space, card in residence_spaces(self.state).items()
            if construct_price(self.state, self.seat, card) <= money
        ]
        return max((self.built(space) for space in affordable), default=0.0)

    # Quests

    def of_quest(self, quest: str) -> float:
        """The value of its better line, by how much of it is met."""
        if quest in ("", UNKNOWN):
            return self.unseen_quest
        card = QUESTS[quest]
        if self.state.options.quest_hunters:
            return self._hunted(card.bottom)
        return max(self._line_met(line) for line in (card.top, card.bottom))

    @cached_property
    def unseen_quest(self) -> float:
        """The value of a Quest that nobody has seen yet."""
        if not self.state.options.quest_hunters:
            return QUEST
        return sum([self._hunted(card.bottom) for card in QUESTS.values()]) / len(QUESTS)

    def _line_met(self, line: Line) -> float:
        met = self._met(line)
        return float(line.vp) if met == 1 else line.vp * (0.15 + HALF_MET * met) * self.rounds_left / 2

    def _hunted(self, line: Line) -> float:
        """With Quest Hunters a met line scores twice, and one that is not met costs points (PM-360)."""
        met = self._met(line)
        chance = 1.0 if met == 1 else HUNTED * met * met * self.rounds_left / ROUNDS
        return chance * 2 * line.vp + (1 - chance) * INCOMPLETE_QUEST_VP

    def _met(self, line: Line) -> float:
        """The mean share of what the needs of a line ask for."""
        return sum([min(1.0, self._counted(need.counter) / need.at_least) for need in line.needs]) / len(line.needs)

    # Treasure

    def of_treasure(self, treasure: Treasure) -> float:
        """The value of one more Treasure; taking it may lower the value of its type."""
        return value_of(max(0, self.state.islands[treasure] - 1)) + 0.6

    def of_marker(self, island: Treasure) -> float:
        """The change in value for this seat, compared with the opponent who gains most."""
        now, then = value_of(self.state.islands[island]), value_of(self.state.islands[island] + 1)
        mine = treasures(self.own, island)
        others = max((treasures(other, island) for other in self._others()), default=0)
        return (then - now) * (mine - others) + 0.2 * (mine - others)

    def _others(self) -> list[Seat]:
        return [other for number, other in enumerate(self.state.seats) if number != self.seat]

    def of_bury_space(self, space: str) -> float:
        return VP_PER_BURIED + self.of_source(f"buried:{space}")

    def best_bury(self, treasure: Treasure) -> float:
        free = [space for space in bury_spaces(self.own, treasure) if space not in self.own.covered]
        return max((self.of_bury_space(space) for space in free), default=0.0)

    # Raids

    def of_raid(self, power: int) -> float:
        """The highest value that unused raid actions can get from this power."""
        return self.best_raid(power)[0]

    def best_raid(self, power: int) -> tuple[float, frozenset[str]]:
        """The value of the best set of raid actions, and the set."""
        best: tuple[float, frozenset[str]] = (0.0, frozenset())
        for cost, value, chosen in self._raids:
            if cost <= power and value > best[0]:
                best = (value, chosen)
        return best

    @cached_property
    def _raids(self) -> list[tuple[int, float, frozenset[str]]]:
        """The sets of up to four unused raid actions, each with its cost and its value."""
        used = self.state.turn.used if self.state.turn is not None else ()
        unused = [key for key in raid_actions(self.own) if key not in used]
        priced = [(RAID_ACTIONS[key].cost, self.of_raid_action(key), key) for key in unused]
        return [
            (
                sum([cost for cost, _, _ in each]),
                sum([value for _, value, _ in each]),
                frozenset([key for _, _, key in each]),
            )
            for size in range(1, min(len(priced), 4) + 1)
            for each in combinations(priced, size)
        ]

    def of_raid_action(self, key: str) -> float:
        return self.of_effects(RAID_ACTIONS[key].effects)

    def power(self, base: float, bonus: int) -> int:
        return int(base) + bonus + total(self.own, "raid_power_bonus")

    # Exploring

    def of_track_space(self, space: str, steps: int, rivers: int) -> float:
        gives = self.of_effects(TRACK[space].effects) if space in TRACK else 6.0
        return gives + STEP * steps + VP_PER_RIVER * rivers

    def best_explore(self, movement: int) -> float:
        reach = movement + total(self.own, "explore_bonus")
        found = routes(self.state, self.seat, reach)
        return max((STEP * route.steps + VP_PER_RIVER * len(route.rivers) + 1.0 for route in found.values()), default=0.0)

    # Upgrades

    def of_slot(self, slot: str) -> float:
        return self.of_source(f"slot:{slot}") if SLOTS[slot].kind == "one_time" else self.of_ongoing(slot)

    def of_figurehead(self, figurehead: str) -> float:
        card = FIGUREHEADS[figurehead]
        income = card.income.vp + self.money * card.income.doubloons
        return self.of_effects(card.immediate) + self.of_ongoing(figurehead) + income * self.rounds_left

    def of_tile(self, tile: str) -> float:
        return self.of_source(tile_source(self.state, tile))


Value = Callable[[Worth, Effect], float]


def _treasure(worth: Worth, effect: Effect) -> float:
    types = [kind for kind in TREASURES if kind in effect.types or "die_colour" in effect.types]
    return effect.count * max(worth.of_treasure(kind) for kind in types)


def _markers(worth: Worth, effect: Effect) -> float:
    types = [kind for kind in TREASURES if effect.island in (kind, "any")]
    return effect.count * max(worth.of_marker(kind) for kind in types)


def _bury(worth: Worth, effect: Effect) -> float:
    return (VP_PER_BURIED + 1.0) * effect.count if can_bury_any(worth.own) else 0.0


def _place_tile(worth: Worth, effect: Effect) -> float:
    best = max((worth.of_tile(tile) for tile in unplaced_tiles(worth.own)), default=0.0)
    return TILE + best - worth.money * effect.cost


def _figurehead(worth: Worth, effect: Effect) -> float:
    return max(map(worth.of_figurehead, worth.state.figurehead_market), default=0.0) - worth.money * effect.cost


def _choose(worth: Worth, effect: Effect) -> float:
    return max(worth.of_effects(side) for side in effect.sides)


VALUES: Mapping[str, Value] = {
    "gain_vp": lambda worth, effect: effect.amount,
    "gain_doubloons": lambda worth, effect: effect.amount * worth.money,
    "gain_treasure": _treasure,
    "place_markers": _markers,
    "bury_treasure": _bury,
    "upgrade_ship": lambda worth, effect: UPGRADE * effect.count,
    "gain_quest": lambda worth, effect: worth.unseen_quest * effect.count,
    "discard_quest": lambda worth, effect: effect.doubloons * worth.money - min(map(worth.of_quest, worth.own.quests)),
    "explore": lambda worth, effect: worth.best_explore(effect.movement),
    "repeat_explorer_space": lambda worth, effect: worth.of_effects(TRACK[worth.own.explorer].effects),
    "raid_all_dice": lambda worth, effect: worth.of_raid(worth.power(EXPECTED_DIE, effect.power_bonus)),
    "raid_one_die": lambda worth, effect: worth.of_raid(worth.power(4, effect.power_bonus)),
    "raid_fixed": lambda worth, effect: worth.of_raid(worth.power(effect.power, 0)),
    "place_black_market_tile": _place_tile,
    "activate_placed_tile": lambda worth, effect: max(map(worth.of_tile, worth.own.tiles)),
    "gain_figurehead": _figurehead,
    "construct_residence": lambda worth, effect: worth.best_residence(),
    "acquire_improvement": lambda worth, effect: worth.best_improvement(effect.type, effect.surcharge),
    "gain_vp_income": lambda worth, effect: counted_gain(worth.state, worth.seat, effect),
    "gain_doubloon_income": lambda worth, effect: worth.money * counted_gain(worth.state, worth.seat, effect),
    "gain_vp_per": lambda worth, effect: counted_gain(worth.state, worth.seat, effect),
    "choose_one": _choose,
}


@memo_of_latest
def worth_of(view: MaracaiboView, seat: int) -> Worth:
    """The values of a view, computed once for all commands of one decision."""
    return Worth(state_from_view(view), seat)
