"""`tradewinds check` decides the golden games beside a game again, and records them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from conformance.golden.games import file_of, read
from domain.game import AnyGame, Upcaster
from tests.support.changed import changed
from tests.versions import last_stick
from tests.versions.last_stick import GAME
from tradewinds.installed import Installed
from tradewinds.packages import Package


def checked(game: AnyGame, monkeypatch: pytest.MonkeyPatch, folder: Path | None, *words: str) -> Result:
    here = Installed({game.name: game}, {game.name: Package("somebodys-games", "1.2", last_stick.__name__)})
    monkeypatch.setattr("conformance.command.offered_here", lambda: here)
    monkeypatch.setattr("conformance.command.promises", lambda game, seeds, origin, **kinds: ())
    given = () if folder is None else ("--golden", str(folder))
    return CliRunner().invoke(main, ["check", "somebodys-games", *given, *words])


def test_without_golden_games_there_is_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(GAME, monkeypatch, None)
    assert found.exit_code == 0
    assert f"hint     There are no golden games in {Path(last_stick.__file__).parent / 'golden'}" in found.output


def test_recorded_games_hold_show_everything_and_are_not_recorded_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written = checked(GAME, monkeypatch, tmp_path, "--record")
    file = file_of(GAME, 1, tmp_path)
    assert f"Wrote {file}. Not in it: refusal invalid_option." in written.output
    assert sum(len(golden.commits) for golden in read(file).games) >= 200
    assert "holds    Golden games of this version" in checked(GAME, monkeypatch, tmp_path).output
    before = file.read_bytes()
    assert "show all that the search reaches" in checked(GAME, monkeypatch, tmp_path, "--record").output
    assert file.read_bytes() == before


def test_other_decisions_break_the_promise_and_replace_no_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    checked(GAME, monkeypatch, tmp_path, "--record")
    file = file_of(GAME, 1, tmp_path)
    before = file.read_bytes()
    monkeypatch.setattr(last_stick, "MOST", 2)
    found = checked(GAME, monkeypatch, tmp_path)
    assert found.exit_code == 1
    assert 'command 1, {"sticks":3,"type":"take"} of seat ' in found.output or "is refused now: too_many" in found.output
    assert "Raise `version` in game.py and write an upcaster, or undo the change." in found.output
    again = checked(GAME, monkeypatch, tmp_path, "--record")
    assert again.exit_code == 1
    assert "last-stick-1.json.xz stays as it is" in again.output
    assert file.read_bytes() == before
    second = replace(GAME, version=2, upcasters={1: Upcaster()})
    assert "none of version 2: `tradewinds check last-stick --record`" in checked(second, monkeypatch, tmp_path).output
    assert checked(second, monkeypatch, tmp_path, "--record").exit_code == 0
    assert checked(second, monkeypatch, tmp_path).exit_code == 0
    assert file.read_bytes() == before


def test_an_older_record_must_still_fold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    checked(GAME, monkeypatch, tmp_path, "--record")
    forgetful = changed(GAME, types={"events": (last_stick.SticksLaid, last_stick.SticksTaken)})
    second = replace(forgetful, version=2, upcasters={1: Upcaster()})
    checked(second, monkeypatch, tmp_path, "--record")
    found = checked(second, monkeypatch, tmp_path)
    assert "last-stick version 1, golden game 1, the events of command " in found.output
    assert "cannot be folded" in found.output
