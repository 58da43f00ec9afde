"""The schedule of an arena: fair to all, and never played or counted twice, however often it is stopped."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cli.arena.report import Report
from cli.arena.schedule import Kept, missing, opened, tables
from cli.arena.tally import Hosting, Match, Played
from cli.main import main
from tests.support.play import MERCHANTS
from tests.support.tradewinds import wait_until

NAMES = ("a", "b", "c", "d", "e")
SHORT = ("--options", '{"round_limit": 2}')
UNHURRIED = ("--budget", "60")
"""So that a bot that is held up plays as it does otherwise."""


def match(*entrants: str) -> Match:
    return Match(MERCHANTS, entrants, {}, 0, 0.3, None, False)


def game(number: int, run: str = "some games") -> Played:
    nothing = ({}, {})
    return Played(
        run=run, number=number, name="g", shares=(1.0, 0.0), remarks=nothing, troubles=nothing, used={"reveal_card": 2},
        decisions=(1, 1), seconds=(0.5, 0.25),
    )  # fmt: skip


entrants = st.integers(1, 5)


@given(entrants.flatmap(lambda most: st.tuples(st.just(most), st.integers(1, most))), st.integers(1, 4))
def test_every_entrant_plays_each_deal_at_each_table_from_every_seat(size: tuple[int, int], deals: int) -> None:
    most, places = size
    wanted = tables(match(*NAMES[:most]), places)
    assert [*wanted] == [*combinations(range(most), places)]
    sat = Counter(
        (table.entrants, table.deal(number), seat, table.entrants[entrant])
        for table, number in missing([(each, deals * places) for each in wanted.values()], {})
        for seat, entrant in enumerate(table.seated(number))
    )
    assert {*sat.values()} == {1}
    assert len(sat) == len(wanted) * deals * places * places


@given(st.integers(2, 5), st.integers(1, 40), st.data())
def test_a_stopped_schedule_has_as_many_deals_of_each_table_and_goes_on(most: int, stop: int, data: st.DataObject) -> None:
    wanted = [(each, 2 * 3) for each in tables(match(*NAMES[:most]), 2).values()]
    schedule = missing(wanted, {})
    begun = Counter(table.key for table, number in schedule[:stop] if number % 2 == 0)
    assert max(begun.values()) - min(begun[table.key] for table, _ in wanted) <= 1
    done = data.draw(st.sets(st.sampled_from(range(len(schedule)))))
    kept = Kept()
    for number in done:
        kept.add(game(schedule[number][1], schedule[number][0].key))
    assert missing(wanted, kept.done) == [each for number, each in enumerate(schedule) if number not in done]


def test_other_options_seeds_and_limits_are_other_games() -> None:
    one = match("a", "b")
    others = [one._replace(options={"rounds": 1}), one._replace(seed=1), one._replace(iterations=1), match("b", "a")]
    assert len({one.key, *(each.key for each in others)}) == 5


def test_a_run_that_was_killed_at_any_byte_counts_each_game_once(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with opened(file) as kept:
        for number in range(3):
            kept.add(game(number))
    content = file.read_bytes()
    before = content[: content[:-1].rfind(b"\n") + 1]
    for length in range(len(before), len(content) + 1):
        file.write_bytes(content[:length])
        with opened(file) as kept:
            done = [*kept.done["some games"]]
            assert done == ([0, 1, 2] if length == len(content) else [0, 1])
            for number in {0, 1, 2} - {*done}:
                kept.add(game(number))
        assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"# Notes", "line 1 is no game of an arena"),
        (b"\n", "line 1 is no game of an arena"),
        (b'{"run":"r","number":"one"}\n', "line 1 is no game of an arena"),
        (msgspec.json.encode(game(0)) + b"\nmore\n", "line 2 is no game of an arena"),
        (b"\xff\n", "line 1 is no game of an arena"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "results"
    file.write_bytes(content)
    result = CliRunner().invoke(main, ["arena", "--results", str(file)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert said in result.stderr
    assert file.read_bytes() == content


def test_two_runs_do_not_write_to_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with opened(file), pytest.raises(click.ClickException, match="another arena writes to this file"), opened(file):
        raise AssertionError


@pytest.mark.parametrize("times", [1, 2])
def test_games_that_were_played_without_a_folder_get_their_files_later(tmp_path: Path, times: int) -> None:
    file, folder = tmp_path / "results.ndjson", tmp_path / "games"
    command = ["arena", "--seats", "greedy,random", *SHORT, *UNHURRIED, "--results", str(file)]
    assert CliRunner().invoke(main, [*command, "--games", "2"]).exit_code == 0
    before = file.read_bytes()
    for _ in range(times):
        done = CliRunner().invoke(main, [*command, "--games", "4", "--games-dir", str(folder)])
        assert done.exit_code == 0, done.output
        assert "have no file" not in done.stderr
    assert file.read_bytes().startswith(before)
    assert file.read_bytes().count(b"\n") == 4
    at_once = tmp_path / "at-once"
    CliRunner().invoke(
        main, ["arena", "--seats", "greedy,random", *SHORT, *UNHURRIED, "--games", "4", "--games-dir", str(at_once)]
    )
    assert [(each.name, each.read_bytes()) for each in sorted(folder.iterdir())] == [
        (each.name, each.read_bytes()) for each in sorted(at_once.iterdir())
    ]


def test_a_game_that_goes_another_way_now_gets_no_file_and_that_is_told(tmp_path: Path) -> None:
    file, folder = tmp_path / "results.ndjson", tmp_path / "games"
    command = ["arena", "--seats", "greedy,random", *SHORT, *UNHURRIED, "--games", "2", "--results", str(file)]
    assert CliRunner().invoke(main, command).exit_code == 0
    first, second = file.read_bytes().splitlines(keepends=True)
    changed = msgspec.json.encode({**msgspec.json.decode(second), "moves": 1}) + b"\n"
    file.write_bytes(first + changed)
    done = CliRunner().invoke(main, [*command, "--games-dir", str(folder)])
    assert done.exit_code == 0, done.output
    assert f"1 games were played without --games-dir and have no file in {folder}." in done.stderr
    assert [each.name for each in folder.iterdir()] == [f"{MERCHANTS}-0-greedy-random-0.ndjson"]
    assert file.read_bytes() == first + changed


def test_only_games_that_follow_from_their_seed_are_played_again() -> None:
    timed, counted = match("greedy", "expert"), match("greedy", "expert")._replace(iterations=5)
    hosted = match("greedy", "mine")._replace(hosting=Hosting({"mine": "true"}, "", None, 1))
    quick = match("casual", "greedy:trader", "stand_in")
    assert [each.repeatable for each in (timed, counted, hosted, quick)] == [False, True, False, True]


def test_a_killed_run_gives_in_the_end_what_it_would_have_given_at_once(tmp_path: Path) -> None:
    file = tmp_path / "in" / "results.ndjson"
    command = ["arena", "--seats", "casual,greedy,random", "--table", "2", "--games", "8", *SHORT]
    running = subprocess.Popen([sys.executable, "-m", "cli.main", *command, "--results", str(file)], stderr=subprocess.PIPE)
    assert wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 1, 30, every=0.005)
    running.kill()
    running.communicate()
    content = file.read_bytes()
    file.write_bytes(content[: content[:-1].rfind(b"\n") + 20])
    reports = []
    for more in (["--results", str(file)], ["--results", str(file)], []):
        result = CliRunner().invoke(main, [*command, *more, "--json"])
        assert result.exit_code == 0, result.output
        reports.append(msgspec.json.decode(result.stdout, type=Report))
    lines = [(each["run"], each["number"]) for each in map(msgspec.json.decode, file.read_bytes().splitlines())]
    assert len(lines) == len({*lines}) == 3 * 8
    outcomes = [(each.beaten, each.met, each.commands, each.mean_turns) for each in reports]
    assert outcomes[0] == outcomes[1] == outcomes[2]
