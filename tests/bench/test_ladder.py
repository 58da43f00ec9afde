"""The proof of the ladder: it tries every level, and its tables say what was played. The rest is the arena's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bench.ladder.runs import Run, run, runs
from bench.ladder.table import BEGIN, END, placed, written
from cli.arena.tally import Played
from tests.support.games import OURS, RULESET

RUN = run(RULESET, ("casual", "random"), {"round_limit": 3}, 4)


def game(of: Run, number: int, shares: tuple[float, ...], turns: int = 20, bust: int = 0, **used: int) -> Played:
    remarks: tuple[Mapping[str, int], ...] = ({"bust": bust}, {"bust": 9}) if bust else ({}, {})
    fields: dict[str, Any] = {"remarks": remarks, "troubles": ({}, {}), "decisions": (1, 1), "seconds": (1.0, 1.0)}
    return Played(run=of.match.key, number=number, name="g", shares=shares, turns=turns, used=used, **fields)


def test_every_level_is_tried_against_the_one_below_it() -> None:
    tried = {(each.match.ruleset, each.match.entrants[:2]) for each in runs() if len(each.match.entrants) == 2}
    assert tried == {
        (name, (level, below))
        for name, game in OURS.items()
        for below, level in zip(game.bots.levels, game.bots.levels[1:], strict=False)
    }


def test_the_tables_have_rates_and_ratings() -> None:
    first, above = run(RULESET, ("casual", "random"), {}, 4), run(RULESET, ("greedy", "casual"), {}, 4)
    results = {
        first.match.key: {each: game(first, each, (1.0, 0.0) if each else (0.0, 1.0)) for each in range(4)},
        above.match.key: {each: game(above, each, (0.5, 0.5)) for each in range(4)},
    }
    text = written([first, above], results)
    assert "| Merchants of the Caribbean | `casual` | `random` | 4 | 75.0% | 30.1% to 95.4% |" in text
    elos = [line.split(" | ")[1:3] for line in text.split("\n\n")[1].splitlines()[-2:]]
    assert elos == [["`casual`", "147"], ["`greedy`", "147"]]


def test_the_tables_have_what_a_level_did() -> None:
    results = {RUN.match.key: {each: game(RUN, each, (1.0, 0.0), 20 * each, 3, reveal_card=5) for each in (1, 2)}}
    row = written([RUN], results).splitlines()[-1]
    assert row.startswith("| Merchants of the Caribbean | `casual` | `random` | 2 | bust: 6, 0.20 a turn | `")
    assert "`hire_person`" in row
    assert "`reveal_card`" not in row


def test_the_tables_take_the_place_of_the_old_ones() -> None:
    document = f"above\n\n{BEGIN}\n\nold\n\n{END}\n\nbelow\n"
    assert placed(document, "new") == f"above\n\n{BEGIN}\n\nnew\n\n{END}\n\nbelow\n"
