"""`tradewinds arena`: repeatable games, fair seats, honest intervals, logs that stand the audit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from cli.arena.matches import Match, Played, play, played, seating
from cli.arena.report import Report, as_text, report, wilson
from cli.main import main
from domain import session
from events.games.audit import audit
from events.log.exported import read_lines
from tests.support.games import CODECS, codec_of
from tests.support.play import MERCHANTS
from tests.support.tradewinds import wait_until


def match(*levels: Any, **changes: Any) -> Match:
    fields = {"options": {"round_limit": 5}, "seed": 0, "budget": 0.05, "iterations": None, "recorded": True}
    return Match(MERCHANTS, levels or ("greedy", "random"), **(fields | changes))


def arena(*args: object) -> Result:
    return CliRunner().invoke(main, ["arena", *map(str, args)])


def printed(*args: object) -> Report:
    result = arena(*args, "--json")
    assert result.exit_code == 0, result.output
    return msgspec.json.decode(result.stdout, type=Report)


# The games


@pytest.mark.parametrize(
    "same",
    [
        match("greedy", "random", "random"),
        match("expert", "greedy", iterations=3, options={"round_limit": 1}),
    ],
)
def test_the_same_seed_gives_the_same_games_to_the_byte(same: Match) -> None:
    assert play(same, 1) == play(same, 1)
    assert play(same, 1).log != play(same, 2).log
    assert play(same, 1).log != play(same._replace(seed=7), 1).log


def test_a_game_is_the_same_whether_its_log_is_wanted_or_not() -> None:
    wanted, unwanted = play(match(), 3), play(match(recorded=False), 3)
    assert unwanted.log == b""
    assert wanted == unwanted._replace(log=wanted.log)


def test_several_processes_play_the_same_games_in_the_same_order() -> None:
    assert list(played(match(iterations=1), 4, jobs=2)) == list(played(match(iterations=1), 4, jobs=1))


@pytest.mark.parametrize("entrants", [1, 2, 3, 4, 5])
def test_every_entrant_sits_on_every_seat_equally_often(entrants: int) -> None:
    sat = Counter(pair for number in range(3 * entrants) for pair in enumerate(seating(entrants, number)))
    assert sat == {(seat, entrant): 3 for seat in range(entrants) for entrant in range(entrants)}


def test_results_are_those_of_the_entrants_wherever_they_sit() -> None:
    levels = ("greedy", "random", "random")
    codec = codec_of(MERCHANTS)
    for number in range(3):
        game = play(match(*levels, options={}), number)
        commits = read_lines(game.log.splitlines(keepends=True))
        after = session.fold(codec.game, None, [event for events in codec.events(commits) for event in events])
        seated = seating(3, number)
        assert [seat.level for seat in after.seats] == [levels[entrant] for entrant in seated]
        assert after.outcome is not None
        assert tuple(game.scores[entrant] for entrant in seated) == after.outcome.scores
        assert tuple(seat for seat in range(3) if game.shares[seated[seat]]) == after.outcome.winners
        assert sum(game.shares) == 1
        assert (game.moves, game.turns) == (len(commits) - 1, session.turn(codec.game, after))


def test_where_nobody_wins_nobody_has_a_share() -> None:
    assert play(match(options={"round_limit": 1}), 0).shares == (0, 0)


def test_logs_stand_the_audit() -> None:
    for game in played(match("random", "greedy", "random"), 3, jobs=1):
        result = audit(CODECS, read_lines(game.log.splitlines(keepends=True)))
        assert result.ok
        assert not result.truncated
        assert set(msgspec.structs.asdict(result.checks).values()) == {"ok"}


# Summing up


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # By hand for no win of ten: z²/(n + z²); the others as tables of the interval have them.
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (1, 1, 0.2065, 1.0),
        (50, 100, 0.4038, 0.5962),
        (15, 20, 0.5313, 0.8881),
    ],
)
def test_intervals_are_those_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def a_game(name: str, shares: Any, scores: Any, turns: int, moves: int, remarks: Any, **used: int) -> Played:
    return Played(name, shares, scores, turns, moves, remarks, used, log=b"")


def test_a_report_sums_up_what_was_played() -> None:
    games = [
        a_game("a", (1.0, 0.0), (12, 4), 20, 100, ({"bust": 2}, {}), reveal_card=3),
        a_game("b", (0.5, 0.5), (9, 9), 30, 140, ({}, {}), loot_ship=1, hire_person=1, reveal_card=4),
        a_game("c", (0.0, 1.0), (3, 14), 10, 60, ({"bust": 1}, {}), stop_discovering=1),
        a_game("d", (1.0, 0.0), (12, 1), 20, 100, ({}, {}), repel_ship=1),
    ]
    result = report(match(), games, wanted=10, seconds=2.0)
    assert [(each.wins, each.win_rate, each.mean_score) for each in result.entrants] == [(2.5, 0.625, 9), (1.5, 0.375, 7)]
    assert [each.interval for each in result.entrants] == [wilson(2.5, 4), wilson(1.5, 4)]
    assert (result.games, result.wanted, result.mean_turns, result.mean_moves) == (4, 10, 20, 100)
    assert (result.games_per_second, result.moves_per_second) == (2, 200)
    text = as_text(result).splitlines()
    assert text[0] == f"{MERCHANTS}: 4 of 10 games, seed 0; an even share is 50.0%"
    assert text[3].split() == ["1", "greedy", "4", "62.5%", "21.9%", "to", "90.8%", "9.00"]
    assert text[4].split() == ["2", "random", "4", "37.5%", "9.2%", "to", "78.1%", "7.00"]
    assert [each.remarks for each in result.entrants] == [{"bust": 3}, {}]
    assert (result.commands["reveal_card"], result.commands["end_turn"]) == (7, 0)
    assert text[-4:] == [
        "length: 20.0 turns, 100.0 moves",
        "counted, 1 greedy: bust: 3, 0.07 a turn",
        "never used: complete_expedition, end_turn, finish_taking, keep_ship",
        "speed: 200 moves/s, 2.00 games/s",
    ]


# The command


def test_a_table_is_printed() -> None:
    result = arena("--seats", "greedy,random,random", "--games", 3, "--seed", 5)
    assert result.exit_code == 0
    assert f"{MERCHANTS}: 3 games, seed 5; an even share is 33.3%" in result.stdout
    assert [line.split()[1:3] for line in result.stdout.splitlines()[3:6]] == [
        ["greedy", "3"],
        ["random", "3"],
        ["random", "3"],
    ]


def test_greedy_beats_random() -> None:
    greedy, *others = printed("--seats", "greedy,random,random", "--games", 24).entrants
    assert greedy.interval[0] > 1 / 3
    assert all(other.interval[1] < greedy.interval[0] for other in others)


def test_games_are_written_as_files_that_verify_accepts(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "games"
    result = printed("--games", 3, "--seed", 9, "--options", '{"round_limit": 4}', "--games-dir", folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{MERCHANTS}-9-{number}.ndjson" for number in range(3)]
    for file in files:
        verified = CliRunner().invoke(main, ["verify", str(file)])
        assert verified.exit_code == 0, verified.output
        assert "chain ok, fold ok, decisions ok, draws ok" in verified.stdout
    assert sum(len(file.read_bytes().splitlines()) - 1 for file in files) == result.mean_moves * 3
    replayed = CliRunner().invoke(main, ["replay", str(files[0])])
    assert msgspec.json.decode(replayed.stdout)["status"] == "finished"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ("--seats", "greedy,cunning"),
            "Merchants of the Caribbean has no bots of the level `cunning`: there are random, casual, greedy, expert",
        ),
        (
            ("--seats", "expert,greedy", "--ruleset", "merchants-and-marauders"),
            "Merchants & Marauders has no bots of the level `expert`: there are random, casual, greedy, stand_in.",
        ),
        (("--seats", ""), "the levels are random, casual, greedy, expert, stand_in"),
        (("--seats", "random"), "1 players are not allowed with these options, but 2 to 4 are."),
        (("--seats", ",".join(["random"] * 6)), "6 players are not allowed"),
        (("--options", "{"), 'give an object like {"round_limit": 50}'),
        (("--options", "[]"), "Expected `object`, got `array`"),
        (("--options", '{"rounds": 5}'), "unknown field `rounds`; there are: deck, players,"),
        (("--options", '{"round_limit": "5"}'), "Expected `int"),
        (("--options", '{"deck": "tarot"}'), "There is no deck 'tarot'"),
        (("--budget", 0), "not in the range x>0"),
        (("--budget", 1, "--iterations", 5), "give either --budget or --iterations"),
        (("--games", 0), "not in the range x>=1"),
        (("--ruleset", "chess"), MERCHANTS),
        (("--games-dir", f"{__file__}/games"), "--games-dir: "),
    ],
)
def test_bad_arguments_are_refused_helpfully(args: tuple[object, ...], said: str) -> None:
    result = arena(*args)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stdout == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_was_played(tmp_path: Path, jobs: str) -> None:
    command = ["arena", "--games", "100000", "--jobs", jobs, "--games-dir", str(tmp_path), "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # As a terminal starts it: in the background job of a script this process, and what it starts, ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert wait_until(lambda: len(list(tmp_path.iterdir())) > 2, 20)
        os.killpg(process.pid, signal.SIGINT)  # As a terminal does: every process of the group gets it.
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    result = msgspec.json.decode(out, type=Report)
    assert process.returncode == 130
    assert 2 <= result.games < result.wanted == 100_000
    assert b"Traceback" not in err


def test_an_interrupt_before_the_first_game_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(match: Match, number: int) -> Played:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.arena.matches.play", interrupted)
    result = arena("--games", 1)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Aborted!" in result.stderr
