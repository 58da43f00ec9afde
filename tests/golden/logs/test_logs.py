"""Exported games recorded once must stay readable, verifiable and the same for ever."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from events.games.audit import audit
from events.log.exported import exported_lines, read_lines, read_log
from events.log.names import kept_names
from tests.support.games import CODECS, GAMES
from tests.support.play import fake_store, handler_on

from ..retired_fields import still_there
from .record import GAMES as RECORDED
from .record import end_of

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.ndjson"))
every_log = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])


def test_every_recording_is_there() -> None:
    recorded = {game.__name__ for game in RECORDED}
    assert recorded <= {file.stem for file in FILES} == {file.stem for file in (HERE / "ends").iterdir()}


@every_log
def test_a_golden_log_passes_the_audit(file: Path) -> None:
    commits, names = read_log(file.read_bytes().splitlines(keepends=True))
    result = audit(CODECS, commits, names=names)
    assert (result.ok, result.first_bad, result.truncated) == (True, None, False)
    current = all(commit.ruleset_version >= GAMES[commit.ruleset].decides_from for commit in commits)
    expected = "ok" if current else "skipped"
    assert (result.checks.decisions, result.checks.draws) == (expected, expected)


@every_log
def test_a_golden_log_folds_to_its_end(file: Path) -> None:
    commits = read_lines(file.read_bytes().splitlines(keepends=True))
    end, recorded = end_of(commits), msgspec.json.decode((HERE / "ends" / f"{file.stem}.json").read_bytes())
    if recorded["outcome"] is not None:
        end["outcome"] = {field: end["outcome"][field] for field in recorded["outcome"]}
    if recorded["view"] is not None:  # Fields may have been added to it since.
        recorded["view"] = still_there(recorded["view"], commits[0].ruleset, commits[-1].ruleset_version)
        end["view"] = {field: end["view"][field] for field in recorded["view"]}
    assert end == recorded


@every_log
def test_a_golden_log_can_be_imported_and_looked_at(file: Path) -> None:
    commits, names = read_log(file.read_bytes().splitlines(keepends=True))
    handler = handler_on(fake_store(), CODECS)
    game_log = handler.new_games.take_in(commits, names=names)
    assert [handler.repository.position(game_log, commit.version)[1] for commit in commits] == [
        commit.head for commit in commits
    ]
    again = exported_lines(handler.store.read(game_log.id).commits, kept_names(game_log.secrets))
    assert [line + b"\n" for line in again] == file.read_bytes().splitlines(keepends=True)


def test_names_of_a_golden_log_are_those_that_it_seals() -> None:
    commits, names = read_log((HERE / "sealed_names.ndjson").read_bytes().splitlines(keepends=True))
    game_log = handler_on(fake_store(), CODECS).new_games.take_in(commits, names=names)
    assert game_log.names_at(1) == ("Seat 1", "Seat 1", "Ü")
    assert game_log.names_of(game_log.session) == ("Cy", "Bo \N{SAILBOAT}", "Ü")
