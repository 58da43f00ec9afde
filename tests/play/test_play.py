"""`Play`: a game as a value."""

from __future__ import annotations

import doctest
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import play.position
from domain.game import AnyGame, Malformed, Rejected
from tests.support.games import GAMES
from tests.support.play import MERCHANTS
from tradewinds import Play

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "tests" / "golden" / "logs"


def test_the_guide_prints_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(LOGS / "bots_only.ndjson", tmp_path / "game.ndjson")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "play.md"), module_relative=False, encoding="utf-8")
    assert not failed
    assert tried > 10


def test_the_docstrings_print_what_they_say() -> None:
    failed, tried = doctest.testmod(play.position)
    assert not failed
    assert tried


def test_authors_of_games_load_neither_redis_nor_bots() -> None:
    loaded = "import sys, tradewinds; print([name for name in ('redis', 'policies', 'events') if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", loaded], text=True).strip() == "[]"


def test_new_games_load_no_redis() -> None:
    loaded = "import sys; from tradewinds import Play; Play.new('tic-tac-toe'); print('redis' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", loaded], text=True).strip() == "False"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_played_to_its_end(game: AnyGame) -> None:
    now = Play.new(game.name, seed=5)
    while now.outcome is None:
        assert now.why_not(now.legal(now.to_act[0])[0], now.to_act[0]) is None
        now = now.after(now.bot("random", now.to_act[0]), now.to_act[0])
    assert not now.to_act
    assert not now.legal()
    folded = game.fold([event for each in reversed([*now.history()]) for event in each.events])
    assert folded == now.state


def test_a_position_stays_as_it_was() -> None:
    first = Play.new(MERCHANTS, seats=2, seed=1)
    before = msgspec.json.encode(first.state)
    assert first.after("reveal_card").state == first.after("reveal_card").state
    assert msgspec.json.encode(first.state) == before
    with pytest.raises(AttributeError):
        first.version = 3  # type: ignore[misc]


def test_the_seed_decides_all_chance() -> None:
    one, same, other = (Play.new(MERCHANTS, seats=2, seed=seed) for seed in (1, 1, 2))
    assert one.state == same.state != other.state
    assert Play.new(MERCHANTS, seats=2).state != Play.new(MERCHANTS, seats=2).state


def test_a_seat_is_shown_no_more_than_over_http() -> None:
    now = Play.new("pirates-of-maracaibo", seats=2, seed=4)
    assert now.view(0) == now.game.gate.view(now.state, 0)
    assert now.board(0) != str(now)


def test_a_loaded_game_goes_on_with_its_own_draws() -> None:
    over = Play.load(LOGS / "bots_only.ndjson")
    assert over.outcome is not None
    for later in over.history():
        earlier = later.before
        if earlier is None or earlier.outcome is not None:
            continue
        again = {earlier.after(command).state for command in earlier.legal()}
        assert later.state in again


def test_a_loaded_game_has_the_positions_of_its_versions_and_turns() -> None:
    over = Play.load(LOGS / "handed_around.ndjson")
    for version in range(over.at(version=over.version).version, 3, -1):
        assert over.at(version=version).version == version
    for turn in range(1, over.turn + 1):
        at = over.at(turn=turn)
        assert at.before is not None
        assert at.before.turn <= turn
        after = next((each for each in over.history() if each.before is at), None)
        assert after is None or at.turn > turn


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        ({"game": "chess"}, "unknown_ruleset", "merchants-of-the-caribbean"),
        ({"game": None}, "unknown_ruleset", "merchants-of-the-caribbean"),
        ({"game": MERCHANTS, "seats": 9}, "player_count_not_allowed", "2 to 4"),
        ({"game": MERCHANTS, "seats": 2.0}, "invalid_field", "`seats` is a whole number, not 2.0"),
        ({"game": MERCHANTS, "seats": "2"}, "invalid_field", "`seats` is a whole number, not '2'"),
        ({"game": MERCHANTS, "seats": True}, "invalid_field", "`seats` is a whole number, not True"),
        ({"game": MERCHANTS, "seed": "a"}, "invalid_field", "`seed` is a whole number, not 'a'"),
        ({"game": MERCHANTS, "options": {"colour": "red"}}, "invalid_option", "colour"),
        ({"game": MERCHANTS, "seats": 2, "names": ["A", "B", "C"]}, "invalid_field", "3 names for 2 seats"),
        ({"game": MERCHANTS, "seats": 2, "names": ["A\nB"]}, "invalid_field", "printable"),
    ],
)
def test_new_says_what_there_is(arguments: dict[str, object], code: str, named: str) -> None:
    with pytest.raises(Malformed) as refused:
        Play.new(**arguments)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert named in str(refused.value)


def test_an_illegal_command_is_refused_as_over_http() -> None:
    now = Play.new(MERCHANTS, seats=2, seed=1)
    with pytest.raises(Rejected) as refused:
        now.after("end_turn")
    reason = now.why_not("end_turn")
    assert reason is not None
    assert (refused.value.code, refused.value.message) == (reason.code, reason.message)


def test_seats_and_commands_that_do_not_exist_are_refused() -> None:
    now = Play.new(MERCHANTS, seats=2, seed=1)
    for wrong, code in (
        (lambda: now.legal(2), "unknown_seat"),
        (lambda: now.view("0"), "invalid_field"),  # type: ignore[arg-type]
        (lambda: now.after("reveal_card", 1.0), "invalid_field"),  # type: ignore[arg-type]
        (lambda: now.after("fly"), "invalid_offer"),
        (lambda: now.after(msgspec.structs.replace(now.options)), "invalid_field"),
        (lambda: now.bot("grandmaster"), "level_not_offered"),
    ):
        with pytest.raises(Malformed) as refused:
            wrong()
        assert refused.value.code == code


def test_a_bot_decides_nothing_for_a_seat_that_is_asked_nothing() -> None:
    now = Play.new(MERCHANTS, seats=2, seed=1)
    with pytest.raises(Rejected, match="Seat 1 is asked nothing") as refused:
        now.bot("greedy", seat=0)
    assert refused.value.code == "not_your_turn"


def test_a_version_or_turn_that_there_is_not_is_named() -> None:
    now = Play.new(MERCHANTS, seats=2, seed=1)
    with pytest.raises(LookupError, match="no version 7 here, only 1 to 1"):
        now.at(version=7)
    with pytest.raises(LookupError, match="no turn 3 here, only 1 to 1"):
        now.at(turn=3)
    with pytest.raises(TypeError):
        now.at()


def test_a_damaged_file_is_refused_with_the_reason(tmp_path: Path) -> None:
    lines = (LOGS / "bots_only.ndjson").read_bytes().splitlines(keepends=True)
    for name, content, reason in (
        ("cut", b"".join(lines[:-1]), "ends before its game does"),
        ("text", b"Anne wins\n", "commit 1"),
        ("empty", b"", "empty"),
        ("game", b"".join(lines).replace(b"merchants-of-the-caribbean", b"night-court"), "not installed"),
        ("event", b"".join([*lines[:4], lines[5], *lines[5:]]), "commit"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(ValueError, match=reason):
            Play.load(path)
    with pytest.raises(FileNotFoundError):
        Play.load(tmp_path / "none")
