"""Faults that are planted in a small game, one at a time, are found, each with a sentence that leads to it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from conformance import playing
from conformance.command import promises
from conformance.disclosure.games import Watched
from conformance.disclosure.promises import write
from conformance.golden.deciding import golden_games_are_decided_alike
from conformance.golden.games import FOLDER
from conformance.golden.random_games import search_of
from conformance.golden.recording import record
from conformance.report import Report
from domain.game import AnyGame
from tradewinds.packages import Package

SOURCE = Path(__file__).with_name("lantern_market.py")
SEEDS = range(4)
COMMITS = 600
"""How many are looked at for the table of the sound game."""
SECONDS = 8
"""For each promise of a game in which something never comes back; the other faults are found long before."""
LONGEST_GAME = 2_000
"""Commands: the random games of this one take fewer than a hundred. That one never ends is found by counting, not by a time,
which would be over first where other programs use the processor too."""


class Change(msgspec.Struct, frozen=True):
    """What stands in place of a text of the game."""

    old: str
    new: str


class Fault(msgspec.Struct, frozen=True):
    """One fault, as faults.toml has it."""

    name: str
    says: str
    changes: tuple[Change, ...]
    quick: bool = False


class Faults(msgspec.Struct, frozen=True):
    """All of them."""

    fault: tuple[Fault, ...]


FAULTS = msgspec.toml.decode(SOURCE.with_name("faults.toml").read_bytes(), type=Faults).fault
SAMPLE = [fault for fault in FAULTS if fault.quick]


def loaded(file: Path) -> ModuleType:
    """The module of this file, which other processes find too."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the game without a fault, with its golden games and its disclosure table."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / SOURCE.name).write_text(SOURCE.read_text())
    game = loaded(folder / SOURCE.name).GAME
    record(search_of(game), folder / FOLDER)
    write(Watched(game, folder, COMMITS))
    return folder


@pytest.fixture(autouse=True)
def _long_games_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST_GAME", LONGEST_GAME)


@pytest.fixture
def module_name() -> Iterator[str]:
    yield SOURCE.stem
    sys.modules.pop(SOURCE.stem, None)


def planted(fault: Fault, sound: Path, folder: Path, name: str) -> AnyGame | str:
    """The game with a fault; or what its import raises."""
    text = SOURCE.read_text()
    for change in fault.changes:
        assert text.count(change.old) == 1, f"{change.old!r} is in the game {text.count(change.old)} times"
        text = text.replace(change.old, change.new)
    (folder / SOURCE.name).write_text(text)
    (folder / FOLDER).symlink_to(sound / FOLDER)
    for table in sound.glob("*.disclosure.txt"):
        (folder / table.name).symlink_to(table)
    try:
        game: AnyGame = loaded(folder / f"{name}.py").GAME
    except TypeError as error:
        return str(error)
    return game


def found(fault: Fault, game: AnyGame, folder: Path, name: str) -> bool:
    """Whether the check says what it has to; it stops there."""
    report = Report(game, SECONDS)
    asked = [*promises(report.game, SEEDS, Package("planted", "1", name))]
    asked.append(("Golden games", lambda: golden_games_are_decided_alike(game, folder / FOLDER)))
    for promise, call in asked:
        report.ask(promise, call)
        if any(fault.says in told for told in report.told):
            return True
    return False


def hold(fault: Fault, sound: Path, folder: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = planted(fault, sound, folder, name)
    if isinstance(game, str):
        assert fault.says in game
        return
    sys.path.insert(0, str(folder))
    try:
        assert found(fault, game, folder, name), capsys.readouterr().out
    finally:
        sys.path.remove(str(folder))


@pytest.mark.parametrize("fault", SAMPLE, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found(
    fault: Fault, sound: Path, tmp_path: Path, module_name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hold(fault, sound, tmp_path, module_name, capsys)


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_every_planted_fault_is_found(
    fault: Fault, sound: Path, tmp_path: Path, module_name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hold(fault, sound, tmp_path, module_name, capsys)
