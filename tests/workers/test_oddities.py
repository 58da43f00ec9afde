"""What bots do that a careful player would not is counted, and hardly ever happens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import main
from domain.merchants_and_marauders import events as marauders
from domain.merchants_and_marauders.bots.oddities import oddities as of_marauders
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_of_the_caribbean import commands as merchants
from domain.merchants_of_the_caribbean.bots.oddities import oddities as of_merchants
from domain.merchants_of_the_caribbean.events import BustOccurred
from policies.chance import Chance
from tests.merchants_of_the_caribbean.scenario import given
from tests.support.games import OURS


def marauders_state() -> Any:
    """A game in which seat 0 has just been given its Sloop."""
    game, chance = OURS["merchants-and-marauders"], Chance(Random(1))
    state = game.rules.setup(game.types.options(), 2, chance).state
    while any(seat.ship is None for seat in state.seats):
        seat = game.rules.to_act(state)[0]
        state = game.rules.decide(state, seat, game.rules.legal_commands(state, seat)[0], chance).state
    return state


def bought(ship: str) -> Any:
    return marauders.ShipBought(seat=0, ship=ship, price=0, crew=1)


@pytest.mark.parametrize(
    ("old", "new", "odd"), [("frigate", "sloop", 1), ("frigate", "galleon", 0), ("sloop", "frigate", 0)]
)
def test_a_ship_traded_for_a_cheaper_one_is_a_downgrade(old: str, new: str, odd: int) -> None:
    before = evolve(marauders_state(), bought(old))
    found = list(of_marauders(before, 0, Any, [bought(new)], evolve(before, bought(new))))
    assert found == [(0, "downgrade")] * odd


def test_only_withdrawals_after_declaring_are_odd() -> None:
    before = marauders_state()
    withdrawn = marauders.GoldWithdrawn(seat=0, amount=0)
    assert not list(of_marauders(before, 0, Any, [withdrawn], before))
    declared = evolve(before, marauders.VictoryDeclared(seat=0, track=6, stash=40))
    assert list(of_marauders(declared, 0, Any, [withdrawn], declared)) == [(0, "withdrawal after declaring")]


def test_a_bust_is_counted_for_the_seat_whose_turn_it_is() -> None:
    table = given(harbour=("skiff-1-1:1",), next_cards=("skiff-3-5:1",))
    events = table.when(0, merchants.RevealCard()).events
    assert any(isinstance(event, BustOccurred) for event in events)
    assert list(of_merchants(table.state, 0, merchants.RevealCard(), events, table.state)) == [(0, "bust")]


def test_greedy_gives_no_gold_and_no_ship_away() -> None:
    """In 20 games with the bots of before, ships were traded down 21 times, and gold withdrawn 13 times after declaring."""
    name = "merchants-and-marauders"
    report = CliRunner().invoke(
        main, ["arena", "--ruleset", name, "--seats", "greedy,greedy", "--games", "4", "--json"], catch_exceptions=False
    )
    assert report.exit_code == 0
    assert '"oddities": {}' in report.stdout


def test_the_arena_names_commands_that_nobody_gave() -> None:
    report = CliRunner().invoke(main, ["arena", "--seats", "greedy,greedy", "--games", "3"], catch_exceptions=False)
    assert "never used: end_turn" in report.stdout
    assert "odd, 1 greedy: bust" in report.stdout
