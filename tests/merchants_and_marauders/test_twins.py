"""Games that differ only in what is hidden are one game to whoever may not see it (MM-I23, MM-K11, MM-K23, MM-429)."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec
import pytest

from domain.game import Rejected
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import ACCEPTED_NAMES, check, legal_commands
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.view import view
from domain.merchants_and_marauders.view.redactions import redact, redact_command
from tests.support.fixed_chance import Chance

from .fights import at_havana
from .invariants import check_all
from .scenario import given
from .timings import WINDOW_TIMINGS
from .twin import Twin, pirates_about, reveals


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


def refusal(state: State, seat: int, command: c.Command) -> tuple[str, str, Any] | None:
    try:
        check(state, seat, command)
    except Rejected as refused:
        return refused.code, refused.message, refused.params
    return None


def names_of_hands(state: State, chance: random.Random) -> list[c.Command]:
    """Commands that name cards of somebody's hand or hold, to see whether a refusal tells who has them."""
    seat = chance.choice(state.seats)
    kinds = [(kind, card) for card in seat.glory for kind in (c.PlayGlory, c.Announce, c.DiscardGlory, c.TakeGlory)]
    kinds += [(kind, card) for card in seat.cargo for kind in (c.AddToSale, c.TakeCard, c.DropCargo, c.DiscardCargo)]
    return [kind(card) for kind, card in chance.sample(kinds, min(4, len(kinds)))]


def assert_same(one: State, two: State, viewer: int | None, chance: random.Random) -> None:
    """All that the viewer can learn of the position: the view, what he is offered, and why other things are refused."""
    assert view(one, viewer) == view(two, viewer)
    assert to_act(one) == to_act(two)
    if viewer is None:
        return
    assert legal_commands(one, viewer) == legal_commands(two, viewer)
    for command in (*(trial(chance, len(one.seats)) for _ in range(4)), *names_of_hands(one, chance)):
        assert refusal(one, viewer, command) == refusal(two, viewer, command)


class Pair:
    """A game and its twin, played side by side; where they must part, the twin is made anew."""

    def __init__(self, state: State, viewer: int | None, seed: int) -> None:
        self.state, self.viewer, self.seed = state, viewer, seed
        self.chance = random.Random(seed)
        self.steps = self.alike = 0
        self.twin = Twin(state, viewer, seed)
        self.other = self.twin.state

    def play(self, steps: int) -> Pair:
        while to_act(self.state) and self.steps < steps:
            self.steps += 1
            assert_same(self.state, self.other, self.viewer, self.chance)
            if not self.step() and to_act(self.state):
                self.twin = Twin(self.state, self.viewer, self.seed * 10_000 + self.steps)
                self.other = self.twin.state
                if self.state.round:
                    check_all(self.other)
        return self

    def step(self) -> bool:
        """The same command in both games, as far as the viewer can tell. Whether they go on side by side."""
        seat = self.chance.choice(to_act(self.state))
        legal = [each for each in legal_commands(self.state, seat) if not isinstance(each, c.Retire)]
        command = self.chance.choice(legal)
        answer = self.counterpart(seat, command)
        told = self.carry_out("state", seat, command)
        if answer is None:
            return False
        retold = self.carry_out("other", seat, answer)
        if reveals(told, self.twin.names) or reveals(retold, self.twin.names):
            return False
        assert told == retold, f"seat {seat} gives {command}"
        self.alike += 1
        richer = any(own.gold != other.gold for own, other in zip(self.state.seats, self.other.seats, strict=True))
        return not (richer and pirates_about(self.state))

    def counterpart(self, seat: int, command: c.Command) -> c.Command | None:
        """A legal command of the twin that looks the same to the viewer; None if what is open about it is not possible."""
        shown = redact_command(command, seat, self.viewer)
        legal = legal_commands(self.other, seat)
        for each in (self.twin.renamed(command), command, *legal):
            if each in legal and redact_command(each, seat, self.viewer) == shown:
                return each
        return None

    def carry_out(self, which: str, seat: int, command: c.Command) -> list[e.Event | None]:
        recorder = decide(getattr(self, which), seat, command, Chance(f"{self.seed}:{self.steps}"))
        setattr(self, which, recorder.state)
        return [redact(event, self.viewer) for event in recorder.events]


@pytest.mark.rule("MM-I23", "MM-K11", "MM-K23", "MM-429", "MM-390", "MM-393", "MM-K25", "MM-K26")
@pytest.mark.parametrize("seed", range(6))
def test_twins_are_one_game_to_whoever_may_not_see_the_difference(seed: int) -> None:
    seats = 2 + seed % 3
    viewer = (0, 1, 2, None, 1, 3)[seed]
    pair = Pair(setup(Options(windows="uniform"), seats, Chance(seed)).state, viewer, seed).play(500)
    assert pair.steps == 500
    assert pair.alike > 400


@pytest.mark.rule("MM-I23", "MM-K11", "MM-K23", "MM-429")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_twins_are_one_game_where_windows_are_for_holders_only(viewer: int | None) -> None:
    pair = Pair(setup(Options(windows="holders_only"), 2, Chance(9)).state, viewer, 9).play(200)
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
        assert Pair(table.state, viewer, seed).play(60).alike > 30


@pytest.mark.rule("MM-384", "MM-385", "MM-386", "MM-K11", "MM-K25")
@pytest.mark.parametrize("viewer", [None, 1])
def test_twins_are_one_game_in_port(viewer: int | None) -> None:
    for seed in range(8):
        table = given(windows="uniform", gold=30, stash=20, cargo=("rum_1", "wood_1"), rumor="r02", glory={0: ("g29:1",)})
        table.when(c.OpenPortAction())
        assert Pair(table.state, viewer, seed).play(25).alike > 5


@pytest.mark.rule("MM-K11")
@pytest.mark.parametrize("card", ["rum_1", "rum_2", "rum_3"])
def test_a_refusal_does_not_tell_where_a_card_is(card: str) -> None:
    # rum_1 is on board of seat 1, rum_2 in the discard pile, rum_3 in the deck.
    table = given(cargo=("wood_1",))
    table.after(e.OfferDrawn(1, ("rum_1", "rum_2"), ()), e.CargoTaken(1, ("rum_1",), ("rum_2",), "cargo"))
    table.when(c.OpenPortAction())
    table.when(c.StartSelling())
    assert refusal(table.state, 0, c.AddToSale(card)) == refusal(table.state, 0, c.AddToSale("rum_4"))
