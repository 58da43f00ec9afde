"""What bots do that a careful player would not is counted, and hardly ever happens; so is what they should do at times."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from cli.arena.matches import Match, play
from cli.arena.report import Report
from cli.main import main
from domain.game import Policy, Question
from domain.merchants_and_marauders import events as marauders
from domain.merchants_and_marauders.bots.remarks import remarks as of_marauders
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_of_the_caribbean import commands as merchants
from domain.merchants_of_the_caribbean.bots.remarks import remarks as of_merchants
from domain.merchants_of_the_caribbean.events import BustOccurred
from domain.pirates_of_maracaibo import events as maracaibo
from tests.merchants_of_the_caribbean.scenario import given
from tests.support.changed import changed
from tests.support.games import OURS, RULESET
from tradewinds import Play


def marauders_state() -> Any:
    """A game in which seat 0 has just been given its Sloop."""
    play = Play.new("merchants-and-marauders", seats=2, seed=1)
    while any(seat.ship is None for seat in play.state.seats):
        seat = play.to_act[0]
        play = play.after(play.legal(seat)[0], seat)
    return play.state


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


@pytest.mark.parametrize(
    ("scout", "target", "counted"),
    [(0, "npc:spanish", 1), (0, "npc:pirate_sloop", 0), (0, "merchant:tortuga", 0), ("spanish", "captain:0", 0)],
)
def test_a_captain_who_looks_for_a_naval_ship_is_counted(scout: Any, target: str, counted: int) -> None:
    before = marauders_state()
    event = marauders.Scouted(side=scout, target=target, found=True)
    assert list(of_marauders(before, 0, Any, [event], before)) == [(0, "naval ship looked for")] * counted


def test_retirements_are_counted() -> None:
    before = marauders_state()
    gone = marauders.CaptainRetired(seat=1, captain=str(before.seats[1].captain))
    assert list(of_marauders(before, 1, Any, [gone], before)) == [(1, "retirement")]


def test_an_explorer_that_retires_is_counted() -> None:
    play = Play.new("pirates-of-maracaibo", seats=3, seed=1, options={"retirement": True})
    gone = maracaibo.ExplorerRetired(seat=2, from_="RDT", to="START")
    assert list(play.game.bots.remarks(play.state, 2, Any, [gone], play.state)) == [(2, "retirement")]


def test_who_ends_without_a_residence_is_counted() -> None:
    """By the events of a random game."""
    play, chance = Play.new("pirates-of-maracaibo", seats=4, seed=2), Random(2)
    counted: list[tuple[int, str]] = []
    builders: set[Any] = set()
    while play.to_act:
        seat = play.to_act[0]
        command, before = chance.choice(play.legal(seat)), play
        play = play.after(command, seat)
        counted += play.game.bots.remarks(before.state, seat, command, play.events, play.state)
        builders |= {event.who for event in play.events if isinstance(event, maracaibo.ResidenceConstructed)}
    assert 0 < len(builders) < 4
    assert [seat for seat, what in counted if what == "no Residence"] == [seat for seat in range(4) if seat not in builders]


def test_a_bust_is_counted_for_the_seat_whose_turn_it_is() -> None:
    table = given(harbour=("skiff-1-1:1",), next_cards=("skiff-3-5:1",))
    events = table.when(0, merchants.RevealCard()).events
    assert any(isinstance(event, BustOccurred) for event in events)
    assert list(of_merchants(table.state, 0, merchants.RevealCard(), events, table.state)) == [(0, "bust")]


def test_who_hardly_busts_hardly_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Busts are risks that pay: with 1 less for each reveal, `greedy` busts a tenth as often, and loses."""
    game = OURS[RULESET]

    def careful(question: Question, chance: Any, seconds: float | None) -> Any:
        def value(command: Any) -> float:
            return game.bots.evaluate(question.view, question.seat, command) - isinstance(command, merchants.RevealCard)

        return max(question.legal, key=value)

    both = changed(game, bots={"policies": {"careful": Policy(level="careful", choose=careful)}})
    monkeypatch.setattr("cli.arena.matches.codec_of", lambda ruleset: type("Codec", (), {"game": both}))
    games = [play(Match(RULESET, ("careful", "greedy"), {}, 1, 1.0, 1, False), number) for number in range(40)]
    busts = [sum(each.remarks[entrant].get("bust", 0) for each in games) for entrant in (0, 1)]
    assert 5 * busts[0] < busts[1]
    assert sum(each.shares[0] for each in games) < 40 / 3


def test_greedy_gives_no_gold_and_no_ship_away() -> None:
    """In 20 games with the bots of before, ships were traded down 21 times, and gold withdrawn 13 times after declaring."""
    name = "merchants-and-marauders"
    printed = CliRunner().invoke(
        main, ["arena", "--ruleset", name, "--seats", "greedy,greedy", "--games", "4", "--json"], catch_exceptions=False
    )
    result = msgspec.json.decode(printed.stdout, type=Report)
    assert not {"downgrade", "withdrawal after declaring"} & {what for each in result.entrants for what in each.remarks}


def test_the_arena_names_commands_that_nobody_gave() -> None:
    report = CliRunner().invoke(main, ["arena", "--seats", "greedy,greedy", "--games", "3"], catch_exceptions=False)
    assert "never used: end_turn" in report.stdout
    assert "counted, 1 greedy: bust" in report.stdout
