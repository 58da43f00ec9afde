"""Every effect printed on a card, a board or a tile: what it brings, and where it is worked off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from domain.pirates_of_maracaibo import commands as c
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.content import (
    BURIED,
    EDGES,
    FIGUREHEADS,
    FORFEITS,
    IMPROVEMENTS,
    LOCATIONS,
    POSEIDON,
    RAID_ACTIONS,
    RESIDENCES,
    RUBY_MARKET,
    SLOTS,
    STORAGE,
    TILES,
    TRACK,
    Effect,
    effects_of,
)
from domain.pirates_of_maracaibo.effects import OPS

from .scenario import Attempt, Table, given

HELD: dict[str, Any] = {
    "doubloons": 60,
    "improvements": ["I1", "I10", "I16"],
    "stored": ["gold:plain", "emerald:plain", "emerald:plain", "emerald:plain", "pearl:plain"],
    "buried": ["HGB1", "HEB3"],
    "rivers": [1, 2],
    "quests": ["Q1", "Q2"],
    "tiles": {"B5": "L1"},
}
"""A position in which every effect can do something, and what its counters count in it."""
COUNTED = {
    "crew_improvements": 1,
    "equipment_improvements": 2,
    "buried_treasures": 2,
    "rivers": 2,
    "quests_in_hand": 2,
    "gold_treasures": 2,
    "emerald_treasures": 4,
    "pearl_treasures": 1,
}
DICE = (4, 6, 3)
PIPS = {"yellow": 4, "green": 6, "white": 3}


# What each word brings: (table, what led there, the seat before, the effect)


def _vp(table: Table, was: Any, effect: Effect) -> int:
    return int(table.seat().vp - was.seat().vp)


def _doubloons(table: Table, was: Any, effect: Effect) -> int:
    return int(table.seat().doubloons - was.seat().doubloons)


def gains_vp(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    assert _vp(table, was, effect) == effect.amount > 0


def gains_doubloons(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    assert _doubloons(table, was, effect) == effect.amount > 0


def gains_vp_per(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    assert _vp(table, was, effect) == effect.amount * COUNTED[effect.counter] > 0


def gains_vp_income(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    assert _vp(table, was, effect) == 1


def gains_doubloon_income(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    assert _doubloons(table, was, effect) == 2 + 3 + 2


def gains_treasure(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    offered = {command.treasure for command in table.legal() if isinstance(command, c.ChooseTreasure)}
    gained = [event.treasure for event in led.events if isinstance(event, e.TreasureGained)]
    assert (offered or {*gained}) == set(effect.types)
    while table.decision in ("choose_treasure", "store_treasure"):
        top = table.top
        command = c.StoreTreasure(f"{top.treasure}:plain") if isinstance(top, f.StoreTreasure) else table.legal()[-1]
        gained += [event.treasure for event in table.when(command).events if isinstance(event, e.TreasureGained)]
    assert len(gained) == effect.count
    assert len({*gained}) == 1
    assert sum(table.seat().stored.values()) == sum(was.seat().stored.values()) + effect.count


def places_markers(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    island: Any = effect.island
    if island == "any":
        island = "emerald"
        assert {command.island for command in table.legal()} == {"gold", "emerald", "pearl"}  # type: ignore[union-attr]
        table.when(c.PlaceMarkersOn(island))
    assert table.state.islands == {**was.state.islands, island: was.state.islands[island] + effect.count}


def buries(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    for treasure in ("gold", "emerald")[: effect.count]:
        assert table.decision == "bury"
        table.all_of(c.ChooseBuryMarker(f"{treasure}:plain"), c.ChooseBurySpace(f"H{treasure[0].upper()}B4"))
    assert len(table.seat().covered) == 2 + effect.count
    assert table.decision != "bury"


def upgrades(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    for slot in ("U3", "U4")[: effect.count]:
        table.when(c.PlaceUpgrade(slot))
    assert len(table.seat().upgrades) == len(was.seat().upgrades) + effect.count
    assert table.decision != "upgrade"


def gains_quests(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    for _ in range(effect.count):
        table.when(c.TakeQuest("deck"))
    assert len(table.seat().quests) == 2 + effect.count
    assert table.decision != "gain_quest"


def discards_a_quest(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    table.when(c.DiscardQuest("Q2"))
    assert _doubloons(table, was, effect) == effect.doubloons > 0
    assert table.seat().quests == ("Q1",)


def explores(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    assert table.top == f.Explore(0, effect.movement)


def repeats_the_space(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    """The Explorer stands where there are 3 VP."""
    assert _vp(table, was, effect) == 3


def rolls(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    colours = [effect.colour] if effect.colour else list(PIPS)
    assert list(led.happens(e.DiceRolled).dice) == colours
    colour = colours[-1]
    own = sum(
        each.amount for card in table.seat().improvements for each in IMPROVEMENTS[card].ongoing if each.colour == colour
    )
    chosen = table.when(c.ChooseDie(str(colour))).happens(e.DieChosen)
    assert chosen.power == led.happens(e.DiceRolled).dice[colour] + effect.power_bonus + own


def raids_without_dice(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    led.then(e.FixedRaidStarted(0, 1, effect.power))


def places_a_tile(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    table.when(c.ChooseTile("B4"))
    space = next(space for space, card in table.state.sea.items() if card.id == "L8")
    table.when(c.PlaceTileAt(space)).then(
        e.BlackMarketTilePlaced(0, "B4", space, effect.cost), e.BlackMarketTileUsed(0, "B4")
    )
    assert _doubloons(table, was, effect) == -effect.cost


def uses_a_placed_tile(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    table.when(c.UseTile("B5")).then(e.BlackMarketTileUsed(0, "B5"), e.VpGained(0, 2, "tile:B5:front"))


def gains_a_figurehead(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    card = table.state.figurehead_market[0]
    table.when(c.TakeFigurehead(card))
    assert table.seat().figurehead == card
    assert _doubloons(table, was, effect) == -effect.cost < 0


def acquires(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    offered = [command.space for command in table.legal() if isinstance(command, c.AcquireFrom)]
    cards = {space: card.id for space, card in table.state.sea.items() if card.id in IMPROVEMENTS}
    assert offered == [space for space, card in cards.items() if IMPROVEMENTS[card].type == effect.type]
    cost = IMPROVEMENTS[cards[offered[0]]].cost
    bought = table.when(c.AcquireFrom(offered[0])).happens(e.ImprovementAcquired)
    assert bought.price == cost + effect.surcharge


def constructs(table: Table, led: Attempt, was: Table, effect: Effect) -> None:
    offered = [command.space for command in table.legal() if isinstance(command, c.ConstructAt)]
    assert [table.state.sea[space].id for space in offered] == ["R1", "R2", "R3", "R4"]
    built = table.when(c.ConstructAt(offered[1])).happens(e.ResidenceConstructed)
    assert (built.card, built.price) == ("R2", RESIDENCES["R2"].cost)


PROOFS: Mapping[str, Callable[[Table, Attempt, Table, Effect], None]] = {
    "gain_vp": gains_vp,
    "gain_doubloons": gains_doubloons,
    "gain_vp_per": gains_vp_per,
    "gain_vp_income": gains_vp_income,
    "gain_doubloon_income": gains_doubloon_income,
    "gain_treasure": gains_treasure,
    "place_markers": places_markers,
    "bury_treasure": buries,
    "upgrade_ship": upgrades,
    "gain_quest": gains_quests,
    "discard_quest": discards_a_quest,
    "explore": explores,
    "repeat_explorer_space": repeats_the_space,
    "raid_all_dice": rolls,
    "raid_one_die": rolls,
    "raid_fixed": raids_without_dice,
    "place_black_market_tile": places_a_tile,
    "activate_placed_tile": uses_a_placed_tile,
    "gain_figurehead": gains_a_figurehead,
    "acquire_improvement": acquires,
    "construct_residence": constructs,
}


def sources() -> Iterator[str]:
    """All lists of effects but those that a raid or an Explore leads to."""
    yield from (f"improvement:{card}" for card in IMPROVEMENTS)
    yield from (f"location:{card}" for card in LOCATIONS)
    yield from (f"space:{space}" for space in TRACK)
    yield from (f"tile:{tile}:{side}" for tile in TILES for side in ("front", "back"))
    yield from (f"storage:{space}" for space in STORAGE)
    yield from (f"buried:{space}" for space in (*BURIED, *POSEIDON))
    yield from (f"slot:{slot}" for slot in SLOTS if SLOTS[slot].kind == "one_time")
    yield from (f"figurehead:{card}" for card in FIGUREHEADS)
    yield from (f"ruby:{space}" for space in RUBY_MARKET)


def single(source: str) -> Iterator[tuple[str, Effect]]:
    """Each effect of a source, and each of a side, under its own name."""
    for index, effect in enumerate(effects_of(source)):
        for side, effects in enumerate(effect.sides):
            yield from ((f"{source}/{index}/{side}", each) for each in effects)
        if not effect.sides:
            yield f"{source}/{index}", effect


EACH = [pair for source in sources() for pair in single(source)]


def test_every_op_has_its_proof() -> None:
    assert PROOFS.keys() == OPS.keys()
    printed = {effect.op for _, effect in EACH}
    assert printed == set(OPS)


@pytest.mark.rule("PM-169", "PM-252", "PM-253", "PM-258", "PM-259", "PM-260", "PM-119", "PM-126", "PM-173")
@pytest.mark.parametrize(("source", "effect"), EACH, ids=[source for source, _ in EACH])
def test_an_effect_brings_what_is_printed(source: str, effect: Effect) -> None:
    table = given(**HELD, explorers={0: "B1l"})
    was = Table(table.state)
    led = table.effects(source, *([DICE[1]] if effect.colour == "green" else DICE), optional=False)
    PROOFS[effect.op](table, led, was, effect)


# Where each list is worked off


def opened(source: str, *, optional: bool) -> e.EffectsOpened:
    return e.EffectsOpened(0, source, tuple(effect.op for effect in effects_of(source)), optional)


def holds(led: Attempt, source: str, *, optional: bool) -> None:
    """The list is opened; if it is empty, no list is."""
    if effects_of(source):
        led.then(opened(source, optional=optional))
    else:
        assert led.count(e.EffectsOpened) == 0


@pytest.mark.rule("PM-092", "PM-093")
@pytest.mark.parametrize("location", LOCATIONS)
def test_the_actions_of_a_location(location: str) -> None:
    for index, action in enumerate(LOCATIONS[location].actions):
        for side, effects in enumerate(action.sides or ((action,),)):
            table = given(**{**HELD, "tiles": {}}, sea={"c1r1": location}, explorers={0: "B1l"})
            table.all_of(c.SailTo("c1r1"), c.Decline())
            was = Table(table.state)
            led = table.when(c.TakeAction(index, side if action.sides else None), *DICE)
            (effect,) = effects
            PROOFS[effect.op](table, led, was, effect)


@pytest.mark.rule("PM-135", "PM-405")
@pytest.mark.parametrize("space", [space for space in TRACK if space != "S"])
def test_the_icons_of_a_space_of_the_track(space: str) -> None:
    before = next(edge.from_ for edge in EDGES if edge.to == space)
    table = given(explorers={0: before})
    table.effects("location:L3/0")
    holds(table.when(c.MoveExplorer(space)), f"space:{space}", optional=True)


@pytest.mark.rule("PM-089", "PM-031", "PM-406")
@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("tile", TILES)
def test_a_tile_under_the_ship(tile: str, side: str) -> None:
    table = given(**{**HELD, "tiles": {tile: "L2"}}, tile_sides={tile: side}, sea={"c1r1": "L2"})
    table.when(c.SailTo("c1r1"))
    holds(table.when(c.UseTileHere()), f"tile:{tile}:{side}", optional=False)


@pytest.mark.rule("PM-122", "PM-406")
@pytest.mark.parametrize("space", STORAGE)
def test_a_storage_bonus(space: str) -> None:
    table = given()
    table.effects("space:D8", optional=False)
    table.when(c.ChooseTreasure(STORAGE[space][0]))
    holds(table.when(c.StoreTreasure(space)), f"storage:{space}", optional=False)


@pytest.mark.rule("PM-145", "PM-204", "PM-406")
@pytest.mark.parametrize("space", [*BURIED, *POSEIDON])
def test_a_buried_bonus(space: str) -> None:
    treasure = BURIED[space][0] if space in BURIED else "gold"
    table = given(stored=[f"{treasure}:plain"], figurehead="FG")
    table.effects("improvement:I6")
    table.when(c.ChooseBuryMarker(f"{treasure}:plain"))
    holds(table.when(c.ChooseBurySpace(space)), f"buried:{space}", optional=False)


@pytest.mark.rule("PM-179", "PM-424", "PM-015")
@pytest.mark.parametrize("slot", SLOTS)
def test_a_slot_of_the_ship_board(slot: str) -> None:
    others = [other for other in SLOTS if other != slot and SLOTS[other].section < max(2, SLOTS[slot].section)]
    needed = {1: 0, 2: 2, 3: 6, 4: 10}[SLOTS[slot].section]
    table = given(upgrades=others[:needed], stored=["gold:plain"])
    table.effects("space:D4")
    placed = table.when(c.PlaceUpgrade(slot))
    if SLOTS[slot].kind == "one_time":
        holds(placed, f"slot:{slot}", optional=False)
    else:
        assert placed.count(e.EffectsOpened) == 0


@pytest.mark.rule("PM-193", "PM-190")
@pytest.mark.parametrize("card", FIGUREHEADS)
def test_a_figurehead(card: str) -> None:
    table = given(figurehead_market=[card])
    table.effects("slot:U6", optional=False)
    holds(table.when(c.TakeFigurehead(card)), f"figurehead:{card}", optional=False)


@pytest.mark.rule("PM-368", "PM-406")
@pytest.mark.parametrize("space", RUBY_MARKET)
def test_a_space_of_the_ruby_market(space: str) -> None:
    table = given(modules=["rubies"], rubies={0: 1}, at={0: "c9r1"})
    table.when(c.SailTo("gulf"))
    holds(table.when(c.SellRuby(space)), f"ruby:{space}", optional=False)


def carried(name: str) -> dict[str, Any]:
    """A position in which seat 0 owns this card, slot or Figurehead."""
    if name in IMPROVEMENTS:
        return {"improvements": [*HELD["improvements"], name]}
    if name in FIGUREHEADS:
        return {"figurehead": name}
    return {"upgrades": ["U1", "U2", "U5", "U6", "U8", "U10", name]} if name in SLOTS else {}


@pytest.mark.rule("PM-105", "PM-107", "PM-108", "PM-109", "PM-110", "PM-195", "PM-206", "PM-210")
@pytest.mark.parametrize("key", RAID_ACTIONS)
def test_a_raid_action(key: str) -> None:
    """A raid with a 6, as an Emerald raid."""
    for number, effect in enumerate(RAID_ACTIONS[key].effects):
        table = given(**{**HELD, **carried(key)})
        table.effects("location:L1/0", *DICE, optional=False)
        table.when(c.ChooseDie("green"))
        was = Table(table.state)
        led = table.when(c.UseRaidAction(key))
        led.then(e.RaidActionUsed(0, 1, key, RAID_ACTIONS[key].cost, 6 - RAID_ACTIONS[key].cost))
        led.then(opened(f"raid:{key}", optional=False))
        if effect.op == "gain_treasure":
            assert effect.types == ("die_colour",)
            assert led.happens(e.TreasureGained).treasure == "emerald"
        else:
            PROOFS[effect.op](table, led, was, effects_of(f"raid:{key}")[number])


@pytest.mark.rule("PM-139", "PM-209", "PM-406")
@pytest.mark.parametrize("source", FORFEITS)
def test_a_forfeit(source: str) -> None:
    for effect in FORFEITS[source]:
        table = given(**{**HELD, **carried(source)})
        table.effects("location:L3/0")
        was = Table(table.state)
        led = table.when(c.UseForfeit(source))
        led.then(e.MovementForfeited(0, source), opened(f"forfeit:{source}", optional=False))
        PROOFS[effect.op](table, led, was, effect)
        assert table.top == f.Explore(0, 2, (source,))
