"""Games that differ only in what is hidden are one game to whoever may not see it (MM-I23, MM-K11, MM-K23, MM-429)."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec
import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import ACCEPTED_NAMES
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State
from tests.support.twin_pair import Pair, Twins, refusal
from tradewinds.testing import Chance

from .fights import at_havana
from .invariants import check_all
from .scenario import given
from .timings import WINDOW_TIMINGS
from .twin import Twin, pirates_about, revealing


def trial(chance: random.Random, seats: int) -> c.Command:
    """Any command, legal or not, with all fields named."""
    kind = chance.choice(c.COMMANDS)
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.name in ACCEPTED_NAMES:
            fields[field.name] = chance.choice(sorted(ACCEPTED_NAMES[field.name]))
        elif field.name in ("seat", "index"):
            fields[field.name] = chance.randrange(seats)
        elif field.type is bool:
            fields[field.name] = chance.random() < 0.5
        elif field.name in ("timing", "option"):
            fields[field.name] = chance.choice(WINDOW_TIMINGS)
        else:
            words = [word for part in (field.type, *get_args(field.type)) for word in get_args(part)]
            fields[field.name] = chance.choice([word for word in words if isinstance(word, int | str)])
    return kind(**fields)


def names_of_hands(state: State, chance: random.Random) -> list[c.Command]:
    """Commands that name cards of somebody's hand or hold, to see whether a refusal tells who has them."""
    seat = chance.choice(state.seats)
    kinds = [(kind, card) for card in seat.glory for kind in (c.PlayGlory, c.Announce, c.DiscardGlory, c.TakeGlory)]
    kinds += [(kind, card) for card in seat.cargo for kind in (c.AddToSale, c.TakeCard, c.DropCargo, c.DiscardCargo)]
    return [kind(card) for kind, card in chance.sample(kinds, min(4, len(kinds)))]


def trials(chance: random.Random, state: State) -> list[c.Command]:
    return [*(trial(chance, len(state.seats)) for _ in range(4)), *names_of_hands(state, chance)]


def checked(state: State) -> None:
    if state.round:
        check_all(state)


def parting(one: State, other: State) -> bool:
    """Pirates hunt the richest captain, so they may show that gold differs (MM-386)."""
    richer = any(own.gold != theirs.gold for own, theirs in zip(one.seats, other.seats, strict=True))
    return richer and pirates_about(one)


TWINS = Twins(GAME, Twin, trials, revealing, checked, parting, never=(c.Retire,))


@pytest.mark.rule("MM-I23", "MM-K11", "MM-K23", "MM-429", "MM-390", "MM-393", "MM-K25", "MM-K26")
@pytest.mark.parametrize("seed", range(6))
def test_twins_are_one_game_to_whoever_may_not_see_the_difference(seed: int) -> None:
    seats = 2 + seed % 3
    viewer = (0, 1, 2, None, 1, 3)[seed]
    pair = Pair(TWINS, setup(Options(windows="uniform"), seats, Chance(seed)).state, viewer, seed).play(500)
    assert pair.steps == 500
    assert pair.alike > 400


@pytest.mark.rule("MM-I23", "MM-K11", "MM-K23", "MM-429")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_twins_are_one_game_where_windows_are_for_holders_only(viewer: int | None) -> None:
    pair = Pair(TWINS, setup(Options(windows="holders_only"), 2, Chance(9)).state, viewer, 9).play(200)
    assert pair.alike > 150


HANDS = {0: ("g14:1", "g19:1", "g22:1"), 1: ("g14:2", "g18:1", "g20:1"), 2: ("g12:1", "g22:2")}


@pytest.mark.rule("MM-I23", "MM-K11", "MM-K23", "MM-K06", "MM-394", "MM-K13")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_twins_are_one_game_in_battles_and_plunder(viewer: int | None) -> None:
    for seed in range(6):
        table = at_havana(
            1, 2, seats=3, ships=("frigate",) * 3, glory=HANDS, windows="uniform", cargo=("rum_1", "wood_1"), rumor="r02"
        )
        table.after(e.RumorDrawn(1, "r03"), e.OfferDrawn(1, ("wood_2",), ()), e.CargoTaken(1, ("wood_2",), (), "cargo"))
        table.state = decide(table.state, 0, c.ScoutCaptain(1), Chance(seed)).state
        assert Pair(TWINS, table.state, viewer, seed).play(60).alike > 30


@pytest.mark.rule("MM-384", "MM-385", "MM-386", "MM-K11", "MM-K25")
@pytest.mark.parametrize("viewer", [None, 1])
def test_twins_are_one_game_in_port(viewer: int | None) -> None:
    for seed in range(8):
        table = given(windows="uniform", gold=30, stash=20, cargo=("rum_1", "wood_1"), rumor="r02", glory={0: ("g29:1",)})
        table.when(c.OpenPortAction())
        assert Pair(TWINS, table.state, viewer, seed).play(25).alike > 5


@pytest.mark.rule("MM-K11")
@pytest.mark.parametrize("card", ["rum_1", "rum_2", "rum_3"])
def test_a_refusal_does_not_tell_where_a_card_is(card: str) -> None:
    # rum_1 is on board of seat 1, rum_2 in the discard pile, rum_3 in the deck.
    table = given(cargo=("wood_1",))
    table.after(e.OfferDrawn(1, ("rum_1", "rum_2"), ()), e.CargoTaken(1, ("rum_1",), ("rum_2",), "cargo"))
    table.when(c.OpenPortAction())
    table.when(c.StartSelling())
    assert refusal(GAME, table.state, 0, c.AddToSale(card)) == refusal(GAME, table.state, 0, c.AddToSale("rum_4"))
