"""`tradewinds verify`, `replay` and `export`: what they say, and with which exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from redis import Redis

from cli.main import main
from domain.session import lifecycle
from domain.session.seals import name_of
from events.archive.archive import Archive
from events.archive.content import packed
from events.commands.handler import CommandHandler
from events.envelope import Commit, canonical
from events.redis_store.client import connect
from events.store.event_store import EventStore
from events.store_types import StoredLog
from tests.events.logs import ALL, as_json, exported, log_of, match_of, resealed
from tests.support.damaged import DAMAGES
from tests.support.games import CODECS, GAMES
from tests.support.play import DECKS, HUMAN, MERCHANTS, OPEN, Match, handler_on

HUMANS = log_of("humans")
GAME = GAMES[MERCHANTS]
ARCHIVED = "0gaaaaaaaaaaaaaaaaaaaa"


@pytest.fixture
def written(tmp_path: Path) -> Callable[[bytes | Sequence[Commit]], str]:
    """Writes a file and returns its path."""

    def write(content: bytes | Sequence[Commit]) -> str:
        file = tmp_path / "game.ndjson"
        file.write_bytes(content if isinstance(content, bytes) else exported(content))
        return str(file)

    return write


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def program(*words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The same as a process of its own."""
    return subprocess.run([sys.executable, "-m", "cli.main", *words], input=data, capture_output=True, check=False)


# verify


@pytest.mark.parametrize(("kind", "deck"), ALL)
def test_verify_passes_every_game_that_is_over(written: Callable[..., str], kind: str, deck: str) -> None:
    commits = log_of(kind, deck)
    result = run("verify", written(commits))
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"OK: {len(commits)} commits; chain ok, fold ok, decisions ok, draws ok"
    assert lines[1] == f"head {commits[-1].head}"
    assert "receipt" in lines[2]


def test_verify_needs_nothing_but_the_file() -> None:
    done = program("verify", "-", data=exported(HUMANS))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"OK: ")
    lines = as_json(HUMANS)
    lines[11]["events"][0]["type"] = "round_started"
    done = program("verify", "-", data=b"".join(msgspec.json.encode(each) + b"\n" for each in lines))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"first bad commit: 12" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("number", [1, 2, 17, len(HUMANS) - 1, len(HUMANS)])
def test_verify_names_the_first_bad_commit(written: Callable[..., str], number: int) -> None:
    lines = as_json(HUMANS)
    for place in (number - 1, len(lines) - 1):
        lines[place]["at"] = "2001-01-01T00:00:00.000Z"
    result = run("verify", written(b"".join(msgspec.json.encode(each) + b"\n" for each in lines)))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("BAD: ")
    assert result.stderr.endswith(f"first bad commit: {number}\n")


def test_verify_names_the_first_bad_commit_under_a_chain_made_anew(written: Callable[..., str]) -> None:
    lines = as_json(HUMANS)
    lines[40]["events"][0]["type"] = "round_started"
    result = run("verify", written(resealed(lines)))
    assert result.exit_code == 1
    assert result.stderr.endswith("first bad commit: 41\n")


@pytest.mark.parametrize("left", [1, 2, 100, len(HUMANS) - 1])
def test_verify_names_a_cut_tail_truncated(written: Callable[..., str], left: int) -> None:
    whole = run("verify", written(HUMANS[:left]))
    assert (whole.exit_code, whole.stdout) == (2, "")
    assert whole.stderr.startswith("TRUNCATED: ")
    assert str(left) in whole.stderr
    half_a_line = run("verify", written(exported(HUMANS[:left]) + exported(HUMANS[left : left + 1])[:-20]))
    assert (half_a_line.exit_code, half_a_line.stdout) == (2, "")
    assert half_a_line.stderr.startswith("TRUNCATED: ")


def test_verify_names_an_empty_file_truncated(written: Callable[..., str]) -> None:
    assert run("verify", written(b"")).exit_code == 2


def test_verify_names_a_bad_commit_before_a_cut_tail(written: Callable[..., str]) -> None:
    lines = as_json(HUMANS[:50])
    lines[20]["version"] = 7
    data = b"".join(msgspec.json.encode(each) + b"\n" for each in lines)
    for cut in (data, data + b'{"version":51,"act'):
        result = run("verify", written(cut))
        assert result.exit_code == 1
        assert result.stderr.endswith("first bad commit: 21\n")


def test_verify_names_half_a_line_behind_the_end_bad(written: Callable[..., str]) -> None:
    result = run("verify", written(exported(HUMANS) + b'{"version":'))
    assert result.exit_code == 1
    assert result.stderr.endswith(f"first bad commit: {len(HUMANS) + 1}\n")


@pytest.mark.parametrize("data", [b"\x00\xff", b"[]\n", b"{}\n", b"[" * 50_000 + b"\n", b'{"version":NaN}\n', b"nonsense\n"])
def test_verify_refuses_what_is_no_export(written: Callable[..., str], data: bytes) -> None:
    for before in (b"", exported(HUMANS)):
        result = run("verify", written(before + data + b"\n"))
        assert result.exit_code == 1
        assert result.stderr.startswith("BAD: ")


def test_verify_refuses_the_history_of_a_running_game(written: Callable[..., str]) -> None:
    line = {**as_json(HUMANS)[0], "turn": 0, "text": "A game was set up."}
    result = run("verify", written(msgspec.json.encode(line) + b"\n"))
    assert result.exit_code == 1
    assert "not over" in result.stderr


def test_receipts_show_whose_game_it_is(written: Callable[..., str]) -> None:
    file = written(HUMANS)
    receipts = [f"{commit.version}:{commit.head}" for commit in (HUMANS[0], HUMANS[40], HUMANS[-1])]
    result = run("verify", file, *(word for each in receipts for word in ("--head", each)))
    assert result.exit_code == 0
    assert "No receipt" not in result.stdout
    for wrong in (f"41:{HUMANS[41].head}", f"9999:{HUMANS[-1].head}", f"0:{HUMANS[0].head}"):
        result = run("verify", file, "--head", receipts[0], "--head", wrong)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith(f"BAD: receipt {wrong.partition(':')[0]}: ")


@pytest.mark.parametrize("receipt", ["", "12", f"x:{'0' * 64}", f"²:{'0' * 64}", "1:00", f"1:{'g' * 64}", f"-1:{'0' * 64}"])
def test_a_receipt_has_a_form(written: Callable[..., str], receipt: str) -> None:
    result = run("verify", written(HUMANS), "--head", receipt)
    assert result.exit_code == 2
    assert "a receipt is a version, a colon and the head" in result.stderr


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    for command in ("verify", "replay"):
        result = run(command, str(tmp_path / "nothing"))
        assert result.exit_code != 0
        assert "No such file" in result.stderr


# replay


@pytest.mark.parametrize("kind", ["humans", "branch", "abandoned", "abandoned_lobby", "imported"])
def test_replay_shows_the_game_at_a_version_with_nothing_hidden(written: Callable[..., str], kind: str) -> None:
    match, commits = match_of(kind, DECKS[0]), log_of(kind)
    file = written(commits)
    for version in {1, 2, len(commits) // 2, len(commits) - 1, len(commits)} - {0}:
        result = run("replay", file, "--at", str(version))
        assert result.exit_code == 0, result.output
        shown = json.loads(result.stdout)
        now = match.handler.repository.session_at(match.game_log, version)
        names = [name_of(name, seat, {}) for seat, name in enumerate(now.names)]  # The file has no names.
        assert (shown["version"], shown["status"], shown["seats"]) == (version, now.status, names)
        assert shown["turn"] == (GAME.rules.turn(now.state) if now.state else 0)
        assert shown["view"] == (None if now.state is None else msgspec.json.decode(encoded(GAME.gate.open_view(now.state))))
        assert shown["text"]


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def test_replay_shows_the_end_if_not_told_otherwise(written: Callable[..., str]) -> None:
    file = written(HUMANS)
    assert run("replay", file).stdout == run("replay", file, "--at", str(len(HUMANS))).stdout
    assert json.loads(run("replay", file).stdout)["status"] == "finished"


@pytest.mark.parametrize(
    ("version", "said"), [(str(len(HUMANS) + 1), f"the file has {len(HUMANS)} versions"), ("0", "range"), ("x", "integer")]
)
def test_replay_refuses_a_version_that_is_not_there(written: Callable[..., str], version: str, said: str) -> None:
    result = run("replay", written(HUMANS), "--at", version)
    assert result.exit_code != 0
    assert said in result.stderr


def test_replay_says_so_when_it_cannot(written: Callable[..., str]) -> None:
    changed = []
    for path, value in ((("ruleset",), "another"), (("ruleset_version",), 99), (("events",), [])):
        lines = as_json(HUMANS[:3])
        lines[0][path[0]] = value
        changed.append(lines)
    lines = as_json(HUMANS[:30])
    lines[20]["events"] = [{"type": "seat_taken_back", "seat": 77, "generation": 0}]
    changed += [lines, as_json(HUMANS[1:4])]
    for lines in changed:
        result = run("replay", written(b"".join(encoded(each) + b"\n" for each in lines)))
        assert result.exit_code == 1
        assert result.stderr.startswith("Error: the file cannot be replayed")
    assert run("replay", written(b"nonsense\n")).stderr.startswith("Error: the file cannot be replayed: commit 1: ")


# export


@pytest.fixture
def handler(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("REDIS_URL", redis_url)
    with connect(redis_url) as client:
        yield handler_on(EventStore(client), CODECS)


def test_export_writes_a_file_that_verify_passes(handler: CommandHandler, tmp_path: Path) -> None:
    match = Match.create(handler).play(Random(1))
    shown = CliRunner().invoke(main, ["export", match.id])
    assert shown.exit_code == 0
    assert shown.stdout_bytes == exported(match.commits)
    file = tmp_path / "game.ndjson"
    kept = run("export", match.id, "--output", str(file))
    assert (kept.exit_code, kept.output) == (0, "")
    assert file.read_bytes() == shown.stdout_bytes
    receipt = f"{match.commits[5].version}:{match.commits[5].head}"
    assert run("verify", str(file), "--head", receipt).exit_code == 0
    assert not any(token.encode() in shown.stdout_bytes for token in match.tokens.values())


def test_what_was_exported_imported_and_exported_again_is_the_same_file(handler: CommandHandler) -> None:
    imported = handler.new_games.take_in(list(HUMANS))
    assert run("export", imported.id).stdout_bytes == exported(HUMANS)


def test_export_of_an_abandoned_game_is_whole(handler: CommandHandler) -> None:
    match = Match.create(handler).play(Random(1), 10)
    match.manage("host", lifecycle.AbandonGame())
    assert run("export", match.id).stdout_bytes == exported(match.commits)


def test_export_refuses_games_that_are_not_over(handler: CommandHandler, tmp_path: Path) -> None:
    running, waiting = Match.create(handler).play(Random(1), 10), Match.create(handler, HUMAN, OPEN)
    for match in (running, waiting):
        file = tmp_path / "game.ndjson"
        result = run("export", match.id, "--output", str(file))
        assert (result.exit_code, result.stdout) == (1, "")
        assert "not over" in result.stderr
        assert not file.exists()
        assert match.game_log.secret.hex() not in result.output


@pytest.mark.parametrize("damage", ["a hole", "no beginning", "no commits", "an entry that is no JSON", "no log"])
def test_export_writes_nothing_of_a_log_that_lacks_commits(
    handler: CommandHandler, tmp_path: Path, damage: str, redis_url: str
) -> None:
    match = Match.create(handler).play(Random(1), 10)
    match.manage("host", lifecycle.AbandonGame())
    with Redis.from_url(redis_url) as redis:
        DAMAGES[damage](redis, match.id)
    file = tmp_path / "game.ndjson"
    result = run("export", match.id, "--output", str(file))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: the log of {match.id} is damaged")
    assert not file.exists()


@pytest.mark.parametrize("game", ["0gaaaaaaaaaaaaaaaaaaaa", "nonsense", "", "../etc/passwd", "0g*"])
def test_export_says_that_a_game_is_unknown(handler: CommandHandler, game: str) -> None:
    result = run("export", game)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: there is no game {game}\n"


def test_export_says_that_the_store_or_the_folder_is_not_there(
    handler: CommandHandler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.create(handler).play(Random(1))
    result = run("export", match.id, "--output", str(tmp_path / "no" / "such" / "folder"))
    assert result.exit_code == 1
    assert "No such file" in result.stderr
    monkeypatch.setenv("REDIS_URL", f"unix://{tmp_path}/nobody.sock")
    result = run("export", match.id)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: the store cannot be reached: ")
    monkeypatch.setenv("PARTITIONS", "none")
    result = run("export", match.id)
    assert result.exit_code == 1
    assert "PARTITIONS" in result.stderr


# Files of the archive


def archived(commits: Sequence[Commit]) -> bytes:
    """The archive's file of a log."""
    return packed(ARCHIVED, StoredLog({"secret": "00"}, [(canonical(each), str(each.head).encode()) for each in commits]))


def test_a_file_of_the_archive_is_verified_and_replayed_like_an_export(written: Callable[..., str]) -> None:
    receipt = f"{HUMANS[5].version}:{HUMANS[5].head}"
    for words in (("verify",), ("verify", "--head", receipt), ("replay",), ("replay", "--at", "7")):
        exports, archives = run(*words, written(HUMANS)), run(*words, written(archived(HUMANS)))
        assert (archives.exit_code, archives.stderr) == (0, "")
        assert archives.stdout == exports.stdout


def test_a_damaged_file_of_the_archive_is_said_to_be_damaged(written: Callable[..., str]) -> None:
    for content in (archived(HUMANS)[:-20], b"\x1f\x8b", b"\x1f\x8bxyz", archived([])):
        for command in ("verify", "replay"):
            result = run(command, written(content))
            assert result.exit_code in (1, 2)
            assert result.stdout == ""
            assert len(result.stderr) > 20
    assert run("verify", written(archived(HUMANS)[:-20])).stderr == "BAD: the archive's file is damaged: it was cut off\n"
    lines = as_json(HUMANS)
    lines[40]["events"][0]["type"] = "round_started"
    assert run("verify", written(archived(resealed(lines)))).stderr.endswith("first bad commit: 41\n")


def test_export_finds_a_game_in_the_archive(
    redis_url: str, handler: CommandHandler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.create(handler).play(Random(1))
    expected = exported(match.commits)
    monkeypatch.setenv("ARCHIVE_DIR", str(tmp_path))
    with connect(redis_url) as client:
        store = EventStore(client, archive=Archive(tmp_path))
        store.mover.check_archive()
        store.mover.move(match.id)
    assert run("export", match.id).stdout_bytes == expected
    (file,) = tmp_path.glob("*/*.gz")
    assert run("verify", str(file)).exit_code == 0
    file.write_bytes(file.read_bytes()[:-9])
    result = run("export", match.id)
    assert (result.exit_code, result.stderr) == (1, "Error: its file in the archive is damaged: it was cut off\n")
    monkeypatch.delenv("ARCHIVE_DIR")
    assert run("export", match.id).exit_code == 1


def test_every_command_has_a_line_of_help() -> None:
    result = program("--help")
    assert result.returncode == 0
    for command in ("arena", "export", "replay", "up", "verify", "worker"):
        assert f"  {command}".encode() in result.stdout
