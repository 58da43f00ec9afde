"""The proof of the ladder: it goes on where it was stopped, and its tables say what was played."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bench.ladder.runs import Result, Run, played, runs, stored
from bench.ladder.table import BEGIN, END, difference, placed, written
from tests.support.games import OURS, RULESET

RUN = Run(RULESET, ("casual", "random"), {"round_limit": 3}, 4)


def test_every_level_is_tried_against_the_one_below_it() -> None:
    tried = {(run.ruleset, run.levels[:2]) for run in runs() if len(run.levels) == 2}
    assert tried == {
        (name, (level, below))
        for name, game in OURS.items()
        for below, level in zip(game.bots.levels, game.bots.levels[1:], strict=False)
    }


def test_a_stopped_ladder_gives_what_it_would_have_given_at_once(tmp_path: Path) -> None:
    file = tmp_path / "results.ndjson"
    at_once = list(played([RUN], {}, jobs=1))
    assert [each.number for each in at_once] == [0, 1, 2, 3]
    file.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in at_once[:3]))
    assert list(played([RUN], stored(file), jobs=1)) == at_once[3:]


def test_the_tables_have_rates_and_sums_of_elo_differences() -> None:
    run = Run(RULESET, ("casual", "random"), {}, 4)
    above = Run(RULESET, ("greedy", "casual"), {}, 4)
    results = {
        run.key: {number: Result(run.key, number, (1.0, 0.0) if number else (0.0, 1.0)) for number in range(4)},
        above.key: {number: Result(above.key, number, (0.5, 0.5)) for number in range(4)},
    }
    text = written([run, above], results)
    assert "| Merchants of the Caribbean | `casual` | `random` | 4 | 75.0% | 30.1% to 95.4% |" in text
    elos = [line.split(" | ")[1:3] for line in text.split("\n\n")[1].splitlines()[-2:]]
    assert elos == [["`casual`", "147"], ["`greedy`", "147"]]


def test_the_tables_have_what_a_level_did_in_the_games_of_which_this_was_recorded() -> None:
    bust, used = ({"bust": 3}, {"bust": 9}), {"reveal_card": 5}
    results = {
        RUN.key: {
            0: Result(RUN.key, 0, (1.0, 0.0)),
            1: Result(RUN.key, 1, (1.0, 0.0), 20, bust, used),
            2: Result(RUN.key, 2, (0.0, 1.0), 40, bust, used),
        }
    }
    row = written([RUN], results).splitlines()[-1]
    assert row.startswith("| Merchants of the Caribbean | `casual` | `random` | 2 | bust: 6, 0.20 a turn | `")
    assert "`hire_person`" in row
    assert "`reveal_card`" not in row


def test_a_player_who_won_all_games_is_not_infinitely_strong() -> None:
    over, half = difference(400, 400)
    assert 1000 < over < 1300
    assert 100 < half < 500


def test_the_tables_take_the_place_of_the_old_ones() -> None:
    document = f"above\n\n{BEGIN}\n\nold\n\n{END}\n\nbelow\n"
    assert placed(document, "new") == f"above\n\n{BEGIN}\n\nnew\n\n{END}\n\nbelow\n"
