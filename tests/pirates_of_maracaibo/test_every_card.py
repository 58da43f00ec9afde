"""Every Improvement, Residence, Figurehead, slot and Quest: prices, points, income and what lasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import (
    BURIED,
    FIGUREHEADS,
    IMPROVEMENTS,
    POSEIDON,
    QUESTS,
    RESIDENCES,
    SLOTS,
    TREASURES,
    Effect,
    Line,
    ongoing_of,
)
from domain.pirates_of_maracaibo.effects.counters import count

from .scenario import Table, ended, given


def owning(name: str) -> dict[str, Any]:
    """A position in which seat 0 has this card, Figurehead or slot, and nothing else that lasts but slots' lines."""
    if name in IMPROVEMENTS:
        return {"improvements": [name]}
    if name in FIGUREHEADS:
        return {"figurehead": name}
    before = {1: 0, 2: 2, 3: 6, 4: 10}[SLOTS[name].section]
    fillers = ["U1", "U2", "U5", "U6", "U8", "U10", "U11", "U13", "U15", "U9"]
    return {"upgrades": [*fillers[:before], name]}


def part(table: Table, what: str) -> int:
    assert table.state.result is not None
    (vp,) = (each.vp for each in table.state.result.scores[0].parts if each.what == what)
    return vp


# Prices, points and income


@pytest.mark.rule("PM-064", "PM-067", "PM-072", "PM-C08")
@pytest.mark.parametrize("card", IMPROVEMENTS)
def test_an_improvement_is_bought_for_its_price_and_its_effects_follow(card: str) -> None:
    cost = IMPROVEMENTS[card].cost
    for doubloons in (cost - 1, cost):
        table = given(sea={"c1r1": card}, doubloons=doubloons, stored=["gold:plain"])
        table.when(c.SailTo("c1r1"))
        bought = table.when(c.AcquireImprovement())
        if doubloons < cost:
            bought.refused("cannot_afford")
            continue
        bought.then(e.ImprovementAcquired(0, "c1r1", card, cost))
        assert table.seat().improvements == (card,)
        ops = tuple(effect.op for effect in IMPROVEMENTS[card].immediate)
        opened = [event for event in bought.events if isinstance(event, e.EffectsOpened)]
        assert opened[:1] == ([e.EffectsOpened(0, f"improvement:{card}", ops, True)] if ops else [])


@pytest.mark.rule("PM-233", "PM-234", "PM-199", "PM-201")
@pytest.mark.parametrize("name", [*IMPROVEMENTS, *FIGUREHEADS])
def test_income_is_what_the_icons_say(name: str) -> None:
    """Only the Whale pays besides: 1 doubloon for each of the two Quests."""
    icons = IMPROVEMENTS[name].income if name in IMPROVEMENTS else FIGUREHEADS[name].income
    table = given(at={0: "gulf"}, quests=["Q1", "Q2"], **owning(name))
    paid = table.quiet_turn("maracaibo")
    paid.then(e.IncomePaid(0, icons.doubloons, icons.vp, 2 if name == "FD" else 0))
    assert table.seat().doubloons == 10 + icons.doubloons + (2 if name == "FD" else 0)
    assert table.seat().vp == 6 + icons.vp


HOARD = {
    "stored": ["gold:plain"] * 3 + ["emerald:plain"] * 2 + ["pearl:plain"] * 4,
    "buried": ["HGB1", "HPB1", "HPB2"],
    "quests": ["Q15", "Q6", "Q5", "Q4"],
    "rivers": [1, 2, 3],
}
"""4 Gold, 2 Emeralds, 6 Pearls, 3 of them buried; all four Quests score."""


@pytest.mark.rule("PM-243", "PM-244", "PM-261", "PM-263", "PM-264")
@pytest.mark.parametrize("card", IMPROVEMENTS)
def test_an_improvement_scores_its_points_and_lines(card: str) -> None:
    table = ended(**HOARD, **owning(card))
    assert part(table, "improvements") == IMPROVEMENTS[card].vp
    expected = 0
    for line in IMPROVEMENTS[card].endgame:
        if line.op == "score_vp_per_treasure_set":
            owned = {"gold": 4, "emerald": 2, "pearl": 6}
            expected += line.amount * min(owned[kind] // number for kind, number in Counter(line.types).items())
        elif line.op == "score_vp_per_quest_group":
            expected += line.amount * (4 // line.group_size)
        else:
            assert (line.op, line.counter) == ("score_vp_per", "buried_treasures")
            expected += line.amount * 3
    assert part(table, "lines") == expected
    assert bool(expected) == bool(IMPROVEMENTS[card].endgame)


@pytest.mark.rule("PM-078", "PM-080", "PM-084", "PM-245", "PM-265", "PM-C10")
@pytest.mark.parametrize("card", RESIDENCES)
def test_a_residence_is_built_for_its_price_and_scores_its_condition(card: str) -> None:
    cost, scoring = RESIDENCES[card].cost, RESIDENCES[card].scoring
    for doubloons in (cost - 1, cost):
        table = given(sea={"c1r1": card}, doubloons=doubloons)
        table.when(c.SailTo("c1r1"))
        if doubloons < cost:
            table.when(c.ConstructResidence()).refused("cannot_afford")
        else:
            table.when(c.ConstructResidence()).then(e.ResidenceConstructed(0, "c1r1", card, cost, True))
    held = ["I1", "I2", "I9", "I10", "I16", "I17", "I18", "I23"]
    few = ended(**HOARD, improvements=held, sea={"c1r1": card}, built={card: [0]})
    counted = {
        "doubloon_income": 2 + 3 + 4 + 3 + 2,
        "vp_income": 1 + 2,
        "ship_improvements": 2,
        "equipment_improvements": 3,
        "crew_improvements": 3,
        "buried_treasures": 3,
        "scoring_quests": 4,
        "emerald_treasures": 2,
        "gold_treasures": 4,
        "pearl_treasures": 6,
        "treasure_sets": 2,
        "rivers": 3,
    }
    assert part(few, "residences") == min(scoring.max or 0, scoring.amount * counted[scoring.counter]) > 0
    assert part(ended(sea={"c1r1": card}, built={card: [1]}, **HOARD), "residences") == 0


# What lasts: (the name of what carries it, its effect)


def _general(name: str) -> int:
    return sum(effect.amount for effect in ongoing_of(name) if effect.op == "raid_power_bonus")


def adds_power(name: str, effect: Effect) -> None:
    given(**owning(name)).effects("space:C5", optional=False).then(e.FixedRaidStarted(0, 1, 5 + effect.amount))


def adds_power_to_a_die(name: str, effect: Effect) -> None:
    for colour in ("yellow", "green", "white"):
        table = given(**owning(name))
        table.effects("location:L1/0", 3, 3, 3, optional=False)
        power = table.when(c.ChooseDie(colour)).happens(e.DieChosen).power
        assert power == 3 + _general(name) + (effect.amount if colour == effect.colour else 0)


def adds_a_raid_action(name: str, effect: Effect) -> None:
    table = given(stored=["gold:plain"], **owning(name))
    table.effects("space:C5", optional=False)
    table.when(c.UseRaidAction(name)).then(e.RaidActionUsed(0, 1, name, effect.cost, 5 - effect.cost))
    other = given(stored=["gold:plain"])
    other.effects("space:C5", optional=False)
    other.when(c.UseRaidAction(name)).refused("unknown_raid_action")


def adds_movement(name: str, effect: Effect) -> None:
    table = given(**owning(name))
    table.effects("location:L3/0")
    assert table.top == f.Explore(0, 3 + effect.amount)


def adds_a_forfeit(name: str, effect: Effect) -> None:
    table = given(**owning(name))
    table.effects("location:L3/0")
    table.when(c.UseForfeit(name)).then(e.MovementForfeited(0, name))
    assert isinstance(table.state.stack[2], f.Explore)
    assert table.state.stack[2].movement == 3 - effect.cost


def lowers_prices(name: str, effect: Effect) -> None:
    """Tobacco (8) and Hacienda (16)."""
    table = given(sea={"c1r1": "I9", "c1r2": "R1"}, doubloons=30, **owning(name))
    other = Table(table.state)
    table.when(c.SailTo("c1r1"))
    table.when(c.AcquireImprovement()).then(e.ImprovementAcquired(0, "c1r1", "I9", 8 - effect.amount))
    other.when(c.SailTo("c1r2"))
    other.when(c.ConstructResidence()).then(e.ResidenceConstructed(0, "c1r2", "R1", 16 - effect.amount, True))


def lengthens_the_move(name: str, effect: Effect) -> None:
    assert effect.spaces == 4
    given(**owning(name)).when(c.SailTo("c4r1")).then(e.ShipSailed(0, "start", "c4r1", 4))
    given().when(c.SailTo("c4r1")).refused("out_of_range")


def replaces_the_market(name: str, effect: Effect) -> None:
    table = given(market=["Q1", "Q2"], next_quests=["Q3", "Q4"], **owning(name))
    table.effects("space:A3u")
    table.when(c.RefreshMarket())
    assert table.state.quest_market == ("Q3", "Q4")


def pays_for_each_quest(name: str, effect: Effect) -> None:
    table = given(at={0: "gulf"}, quests=["Q1", "Q2", "Q3"], **owning(name))
    table.quiet_turn("maracaibo").then(e.IncomePaid(0, 0, 0, 3 * effect.amount))


def adds_rerolls(name: str, effect: Effect) -> None:
    table = given(**owning(name))
    table.effects("location:L1/0", optional=False)
    for _ in range(1 + effect.count):
        table.when(c.Reroll())
    table.when(c.Reroll()).refused("no_rerolls_left")


def adds_bury_spaces(name: str, effect: Effect) -> None:
    table = given(stored=["pearl:plain"], **owning(name))
    table.effects("improvement:I6")
    table.when(c.ChooseBuryMarker("pearl:plain"))
    of_pearls = [space for space in BURIED if BURIED[space][0] == "pearl"]
    assert {command.space for command in table.legal()} == {*of_pearls, *POSEIDON}  # type: ignore[union-attr]


LASTING: Mapping[str, Callable[[str, Effect], None]] = {
    "raid_power_bonus": adds_power,
    "die_power_bonus": adds_power_to_a_die,
    "raid_action": adds_a_raid_action,
    "explore_bonus": adds_movement,
    "explore_forfeit": adds_a_forfeit,
    "discount": lowers_prices,
    "ship_range": lengthens_the_move,
    "refresh_quest_market": replaces_the_market,
    "income_doubloons_per": pays_for_each_quest,
    "extra_reroll": adds_rerolls,
    "extra_bury_spaces": adds_bury_spaces,
}
CARRIED = [(name, effect) for name in (*IMPROVEMENTS, *FIGUREHEADS, *SLOTS) for effect in ongoing_of(name)]


def test_every_lasting_op_has_its_proof() -> None:
    assert LASTING.keys() == {effect.op for _, effect in CARRIED}


def test_every_card_does_something() -> None:
    for name, improvement in IMPROVEMENTS.items():
        income = improvement.income.doubloons + improvement.income.vp
        assert improvement.vp > 0
        assert improvement.immediate or improvement.ongoing or improvement.endgame or income, name
    for figurehead in FIGUREHEADS.values():
        assert figurehead.immediate or figurehead.ongoing or figurehead.income.doubloons
    assert all(slot.effects for slot in SLOTS.values())


@pytest.mark.rule("PM-075", "PM-179", "PM-103", "PM-104", "PM-110", "PM-129", "PM-139", "PM-065", "PM-193")
@pytest.mark.parametrize(("name", "effect"), CARRIED, ids=[f"{name}-{effect.op}" for name, effect in CARRIED])
def test_what_lasts_works_as_printed(name: str, effect: Effect) -> None:
    LASTING[effect.op](name, effect)


# Quests


def _adding_up(number: int, worth: Mapping[str, int]) -> list[str]:
    """Cards that are worth just as much together."""
    chosen = []
    for card in sorted(worth, key=lambda card: -worth[card]):
        if worth[card] <= number:
            chosen.append(card)
            number -= worth[card]
    assert number == 0
    return chosen


DOUBLOONS = {card: each.income.doubloons for card, each in IMPROVEMENTS.items() if each.income.doubloons}
POINTS = {card: each.income.vp for card, each in IMPROVEMENTS.items() if each.income.vp}
MEETING: Mapping[str, Callable[[int], tuple[str, Iterable[Any]]]] = {
    "doubloon_income": lambda number: ("improvements", _adding_up(number, DOUBLOONS)),
    "vp_income": lambda number: ("improvements", _adding_up(number, POINTS)),
    "treasures": lambda number: ("stored", [f"{TREASURES[place % 3]}:plain" for place in range(number)]),
    "buried_treasures": lambda number: ("buried", [*BURIED][:number]),
    "crew_improvements": lambda number: ("improvements", [f"I{each}" for each in range(1, 9)][:number]),
    "equipment_improvements": lambda number: ("improvements", [f"I{each}" for each in range(9, 17)][:number]),
    "ship_improvements": lambda number: ("improvements", [f"I{each}" for each in range(17, 23)][:number]),
    "improvements_and_residences": lambda number: ("improvements", [f"I{each}" for each in range(9, 23)][:number]),
    "lightning_improvements": lambda number: ("improvements", ["I4", "I13", "I18", "I27", "I58"][:number]),
    "residences": lambda number: ("built", [f"R{each}" for each in range(1, 5)][:number]),
    "upgrades": lambda number: ("upgrades", [*SLOTS][:number]),
    "rivers": lambda number: ("rivers", [1, 2, 3, 4][:number]),
}
"""For each counter a position in which it has exactly this count, and the Quest's other counters have none."""


def scored(quest: str, needs: Mapping[str, int]) -> int:
    """What the Quest scores for a seat that has just this."""
    position: dict[str, Any] = {}
    for counter, number in needs.items():
        field, things = MEETING[counter](number)
        position[field] = [*position.get(field, []), *things]
    position["built"] = {residence: [0] for residence in position.get("built", [])}
    table = ended(quests=[quest], **position)
    assert {counter: count(table.state, 0, counter) for counter in needs} == dict(needs)
    return part(table, "quests")


def needed(line: Line) -> dict[str, int]:
    return {need.counter: need.at_least for need in line.needs}


@pytest.mark.rule("PM-162", "PM-163", "PM-164", "PM-248")
@pytest.mark.parametrize("quest", QUESTS)
def test_a_quest_scores_its_lines_with_just_what_they_ask_for(quest: str) -> None:
    top, bottom = QUESTS[quest].top, QUESTS[quest].bottom
    assert scored(quest, needed(top)) == top.vp
    assert scored(quest, needed(bottom)) == bottom.vp
    for counter in needed(top):
        assert scored(quest, {**needed(top), counter: needed(top)[counter] - 1}) == 0
        assert scored(quest, {**needed(bottom), counter: needed(bottom)[counter] - 1}) == top.vp
