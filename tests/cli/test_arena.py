"""`tradewinds arena`: repeatable games, fair seats, honest intervals, logs that stand the audit."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from cli.arena.matches import play
from cli.arena.ratings import ratings
from cli.arena.report import Rating, Report, as_text, report, wilson
from cli.arena.schedule import missing, played
from cli.arena.tally import Match, Played
from cli.main import main
from domain import session
from events.games.audit import audit
from events.log.exported import read_lines
from tests.support.games import CODECS, codec_of
from tests.support.play import MERCHANTS
from tests.support.tradewinds import wait_until


def match(*levels: Any, **changes: Any) -> Match:
    fields = {"options": {"round_limit": 5}, "seed": 0, "budget": 60.0, "iterations": None, "recorded": True}
    return Match(MERCHANTS, levels or ("greedy", "random"), **(fields | changes))


def arena(*args: object) -> Result:
    return CliRunner().invoke(main, ["arena", *map(str, args)])


def timeless(game: Played) -> Played:
    """The game without the time that it took."""
    return msgspec.structs.replace(game, seconds=())


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
    assert timeless(play(same, 1)) == timeless(play(same, 1))
    assert play(same, 1).log != play(same, 2).log
    assert play(same, 1).log != play(same._replace(seed=7), 1).log


def test_a_game_is_the_same_whether_its_log_is_wanted_or_not() -> None:
    wanted, unwanted = play(match(), 3), play(match(recorded=False), 3)
    assert unwanted.log == b""
    assert timeless(wanted) == msgspec.structs.replace(timeless(unwanted), log=wanted.log)


def test_several_processes_play_the_same_games() -> None:
    games = missing([(match(iterations=1), 4)], {})
    in_two = sorted(map(timeless, played(games, jobs=2)), key=lambda game: game.number)
    assert in_two == [timeless(game) for game in played(games, jobs=1)]


def test_a_deal_is_played_from_every_seat_by_bots_with_other_random_numbers() -> None:
    def set_up(number: int) -> Any:
        created, *_ = read_lines(play(match("random", "random", "random"), number).log.splitlines(keepends=True))
        return next(each for each in msgspec.json.decode(created.events) if each["type"] == "game_set_up")

    assert set_up(0) == set_up(1) == set_up(2)
    assert set_up(2) != set_up(3)
    assert play(match("random", "random"), 0).used != play(match("random", "random"), 1).used


def test_results_are_those_of_the_entrants_wherever_they_sit() -> None:
    levels = ("greedy", "random", "random")
    codec = codec_of(MERCHANTS)
    for number in range(3):
        game = play(match(*levels, options={}), number)
        commits = read_lines(game.log.splitlines(keepends=True))
        after = session.fold(codec.game, None, [event for events in codec.events(commits) for event in events])
        seated = match(*levels).seated(number)
        assert [seat.level for seat in after.seats] == [levels[entrant] for entrant in seated]
        assert after.outcome is not None
        assert tuple(game.scores[entrant] for entrant in seated) == after.outcome.scores
        assert tuple(seat for seat in range(3) if game.shares[seated[seat]]) == after.outcome.winners
        assert sum(game.shares) == 1
        assert (game.moves, game.turns) == (len(commits) - 1, session.turn(codec.game, after))


def test_where_nobody_wins_nobody_has_a_share() -> None:
    assert play(match(options={"round_limit": 1}), 0).shares == (0, 0)


def test_logs_stand_the_audit() -> None:
    for game in played(missing([(match("random", "greedy", "random"), 3)], {}), jobs=1):
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


def a_game(shares: Any, scores: Any, turns: int = 20, moves: int = 100, remarks: Any = ({}, {}), **more: Any) -> Played:
    troubles, decisions = more.pop("troubles", ({}, {})), more.pop("decisions", (10, 20))
    fields = {"turns": turns, "moves": moves, "remarks": remarks, "troubles": troubles, "said": more.pop("said", ())}
    game: dict[str, Any] = {"run": "r", "number": 0, "name": "n", "shares": shares, "scores": scores, **fields}
    return Played(**game, used=more, decisions=decisions, seconds=(1.0, 0.5))


def test_a_report_sums_up_what_was_played() -> None:
    games = [
        a_game((1.0, 0.0), (12, 4), 20, 100, ({"bust": 2}, {}), reveal_card=3),
        a_game((0.5, 0.5), (9, 9), 30, 140, ({}, {}), loot_ship=1, hire_person=1, reveal_card=4),
        a_game((0.0, 1.0), (3, 14), 10, 60, ({"bust": 1}, {}), stop_discovering=1),
        a_game((1.0, 0.0), (), troubles=({}, {"crashed": 1, "refused": 2}), said=("it broke",), repel_ship=1),
    ]
    result = report(match(), 2, [((0, 1), game) for game in games], wanted=10, new=4, seconds=2.0)
    assert [(each.wins, each.win_rate, each.mean_score) for each in result.entrants] == [(2.5, 0.625, 8), (1.5, 0.375, 9)]
    assert [each.interval for each in result.entrants] == [wilson(2.5, 4), wilson(1.5, 4)]
    assert (result.games, result.wanted, result.mean_turns, result.mean_moves) == (4, 10, 20, 100)
    assert (result.games_per_second, result.moves_per_second) == (2, 200)
    assert (result.beaten, result.met) == (((0, 2.5), (1.5, 0)), ((0, 4), (4, 0)))
    text = as_text(result).splitlines()
    assert text[0] == f"{MERCHANTS}: 4 of 10 games, seed 0; an even share is 50.0%"
    assert text[3].split() == ["1", "greedy", "4", "62.5%", "21.9%", "to", "90.8%", "8.00", "100.0"]
    assert text[4].split() == ["2", "random", "4", "37.5%", "9.2%", "to", "78.1%", "9.00", "25.0"]
    assert [each.remarks for each in result.entrants] == [{"bust": 3}, {}]
    assert (result.commands["reveal_card"], result.commands["end_turn"]) == (7, 0)
    assert text[-6:] == [
        "length: 20.0 turns, 100.0 moves",
        "counted, 1 greedy: bust: 3, 0.07 a turn",
        "trouble, 2 random: crashed: 1; refused: 2",
        "it broke",
        "never used: complete_expedition, end_turn, finish_taking, keep_ship",
        "speed: 200 moves/s, 2.00 games/s",
    ]


def test_a_report_says_who_beat_whom() -> None:
    games = [
        ((0, 1), a_game((1.0, 0.0), (1, 0))),
        ((0, 2), a_game((0.5, 0.5), (1, 1))),
        ((0, 1), a_game((0.0, 1.0), (0, 1))),
    ]
    result = report(match("greedy", "casual", "random"), 2, games, wanted=9, new=3, seconds=1.0)
    assert [each.games for each in result.entrants] == [3, 2, 1]
    text = as_text(result).splitlines()
    assert [line.split() for line in text[9:12]] == [
        ["1", "-", "1", "of", "2", "0.5", "of", "1"],
        ["2", "1", "of", "2", "-", "-"],
        ["3", "0.5", "of", "1", "-", "-"],
    ]


@pytest.mark.parametrize("half_wins", [0.5, 20])
def test_ratings_are_those_of_a_hand_made_example(half_wins: float) -> None:
    # Chances of 2 : 1 and 4 : 1, of which half a win is taken on both sides.
    often = 60 * half_wins
    wins = [[0, often * 2 / 3, often * 4 / 5], [often / 3, 0, often * 2 / 3], [often / 5, often / 3, 0]]
    found = ratings([[max(0, each - 0.5) for each in row] for row in wins])
    assert found is not None
    assert [each for each, _, _ in found] == pytest.approx([0, -120.41, -240.82], abs=0.01)


def test_the_interval_of_two_is_that_of_the_logarithm_of_their_odds() -> None:
    found = ratings([[0, 29.5], [9.5, 0]])
    assert found is not None
    middle, half = 400 * math.log10(10 / 30), 1.959964 * math.sqrt(1 / 30 + 1 / 10) * 400 / math.log(10)
    assert found == [(0, 0, 0), pytest.approx((middle, middle - half, middle + half))]


def test_who_won_all_games_is_not_infinitely_strong_and_strangers_are_not_rated() -> None:
    found = ratings([[0, 0], [400, 0]])
    assert found is not None
    assert 1000 < found[1][0] < 1300
    assert 100 < found[1][2] - found[1][0] < 500
    assert ratings([[0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]]) is None


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
    assert [file.name for file in files] == [f"{MERCHANTS}-9-greedy-random-{number}.ndjson" for number in range(3)]
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
            "Merchants & Marauders has no bots of the level `expert`: there are random, casual, greedy, greedy:trader, "
            "greedy:raider, stand_in.",
        ),
        (("--seats", ""), "the levels are random, casual, greedy, expert, stand_in"),
        (("--seats", "random"), "1 player is not allowed with these options, but 2 to 4 are."),
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
        (("--table", 3), "a table of 3 needs as many entrants, but --seats names 2"),
        (("--seats", "greedy,random,random", "--table", 2), "name each entrant once where there are several tables"),
        (("--program", "mine"), "there is no command"),
        (("--program", "Mine=true"), "give a name of lower-case letters and a command"),
        (("--program", "mine='"), "No closing quotation"),
        (("--program", "mine=no-such-program"), "there is no program no-such-program"),
        (("--program", "greedy=true"), "greedy is a level"),
        (("--program", "mine=true"), "mine would never play: name it in --seats, too"),
        (("--program", "perfect=true", "--seats", "perfect,random", "--ruleset", "tic-tac-toe"), "perfect is a level"),
        (("--program", "mine=true", "--seats", "mine,random", "--iterations", 5), "--iterations is for games without"),
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
    def interrupted(game: Any) -> Played:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.arena.schedule._play", interrupted)
    result = arena("--games", 1)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Aborted!" in result.stderr


def test_ratings_are_printed_if_they_are_asked_for() -> None:
    options = ("--options", '{"round_limit": 9, "target_influence": 2, "expedition_required": false}')
    plain, rated = (printed("--games", 4, *options, *more) for more in ((), ("--ratings",)))
    assert [each.rating for each in plain.entrants] == [None, None]
    assert rated.entrants[0].rating == Rating(0, 0, 0)
    assert rated.entrants[1].rating is not None
    assert " Elo " in as_text(rated)
    assert " Elo " not in as_text(plain)


@pytest.mark.parametrize("missing_one", ["choix", "tradewinds_client"])
def test_without_the_extra_the_arena_says_what_to_install(monkeypatch: pytest.MonkeyPatch, missing_one: str) -> None:
    for module in ("cli.arena.ratings", "cli.arena.hosted"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, missing_one, None)
    asked = ("--ratings",) if missing_one == "choix" else ("--program", "mine=true", "--seats", "mine,random")
    result = arena("--games", 1, *asked)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"{missing_one} is missing: install the extra `arena` (docs/bots.md)." in result.stderr
    assert arena("--games", 1, "--options", '{"round_limit": 1}').exit_code == 0
