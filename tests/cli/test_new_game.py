"""`tradewinds new-game`: what it writes plays, is drawn, and passes the check and its own tests at once."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main
from cli.new_game.command import package_of
from tests.docs.generated import ROOT

VARIANTS = {"plain": (), "hidden": ("--hidden",), "map": ("--map",), "hidden-map": ("--hidden", "--map")}


def new_game(*args: object) -> Result:
    return CliRunner().invoke(main, ["new-game", *map(str, args)])


def installed(folder: Path) -> dict[str, str]:
    """The environment of a process in which the package of this folder is installed."""
    module = folder.name.replace("-", "_")
    info = folder / f"{module}-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {folder.name}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[tradewinds.games]\n{folder.name} = {module}:GAME\n")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}


def run(folder: Path, environment: dict[str, str], *args: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *args], cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "variant", [pytest.param(each, marks=() if each == "hidden-map" else pytest.mark.long) for each in VARIANTS]
)
def test_a_new_game_passes_the_check_and_its_own_tests(tmp_path: Path, variant: str) -> None:
    folder = tmp_path / f"{variant}-race"
    new_game(folder.name, *VARIANTS[variant], "--into", tmp_path)
    environment = installed(folder)
    assert run(folder, environment, "cli.main", "check", folder.name, "--seeds", "1").endswith("Everything holds.\n")
    assert "11 passed" in run(folder, environment, "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", "tests")


@pytest.mark.parametrize("below", [True, False])
def test_the_commands_that_come_next_work_from_where_they_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: bool
) -> None:
    monkeypatch.chdir(Path(sys.prefix).parent if below else tmp_path)
    commands = [
        shlex.split(line) for line in new_game("harbour-race", "--into", tmp_path / "my games").output.splitlines()[2:]
    ]
    assert [command[1:] for command in commands] == [
        ["-m", "pip", "install", "--no-deps", "--editable", str(tmp_path / "my games" / "harbour-race")],
        ["check", "harbour-race"],
        ["dev", "harbour-race"],
    ]
    assert [shutil.which(command[0]) is not None for command in commands] == [True] * 3
    assert commands[0][0].startswith(os.sep) != below


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_files_are_what_they_are_called_and_nothing_is_left_of_the_template(variant: str) -> None:
    hidden, with_map = "--hidden" in VARIANTS[variant], "--map" in VARIANTS[variant]
    files = package_of("harbour-race", hidden=hidden, with_map=with_map)
    for path, text in files.items():
        assert not any(mark in text for mark in ("{%", "{{")), path
        assert text.endswith("\n"), path
        assert "\n\n\n\n" not in text, path
        if path.suffix == ".py":
            compile(text, str(path), "exec")
    module = Path("harbour_race")
    assert (module / "hiding.py" in files) == hidden
    assert {module / "RULES.md", module / "HOWTO.md", module / "lessons.json", module / "cover.svg"} <= {*files}
    assert "Harbour race" in files[module / "RULES.md"]


@pytest.mark.parametrize("name", ["Harbour", "harbour_race", "1st", "a--b", "", "../race", "class", "tests", "a" * 41])
def test_a_name_that_is_none_is_refused_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    result = new_game(name, "--into", tmp_path)
    assert result.exit_code == 2
    assert "NAME" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "harbour-race").mkdir()
    result = new_game("harbour-race", "--into", tmp_path)
    assert result.exit_code == 1
    assert "is there already; nothing was written" in result.output
    assert list((tmp_path / "harbour-race").iterdir()) == []


def test_a_disk_that_fills_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text = Path.write_text

    def full(path: Path, text: str) -> int:
        if path.name == "pyproject.toml":
            raise OSError(28, "No space left on device")
        return write_text(path, text)

    monkeypatch.setattr(Path, "write_text", full)
    result = new_game("harbour-race", "--into", tmp_path)
    assert result.exit_code == 1
    assert "No space left on device" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = new_game("harbour-race", "--into", tmp_path / "file" / "games")
    assert result.exit_code == 1
    assert "cannot be written" in result.output
