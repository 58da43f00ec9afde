"""GAMES names what may be loaded. Whatever else is installed is not imported."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import main
from events.errors import ConfigError
from events.settings import Settings
from tests.tradewinds.test_installed import point
from tradewinds.allowed import NotInstalled, check, points_of, read
from tradewinds.sums import sum_of

HERE = [point("night-court", "night-court"), point("three-chests", "other-chests")]


@pytest.mark.parametrize("text", ["", "  "])
def test_without_games_everything_is_allowed(text: str) -> None:
    assert read(text) is None


def test_names_have_versions_or_not_and_spaces_do_not_matter() -> None:
    assert read("night-court==1.2.0, three-chests,perfect==0.1+mine") == {
        "night-court": "1.2.0", "three-chests": None, "perfect": "0.1+mine",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["night-court>=1", "a,,b", "night court", "Night==1", "a==", "a;b"])
def test_what_is_no_such_list_is_refused(text: str) -> None:
    with pytest.raises(NotInstalled, match=r"^GAMES has '.*'; it is a list such as night-court==1.2.0,three-chests"):
        read(text)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"nigt-court": None}, "GAMES names nigt-court, which is not installed."),
        ({"night-court": "1.2.0"}, "GAMES names night-court==1.2.0, but its package is installed in version 1.2."),
    ],
)
def test_what_is_not_here_is_named_with_what_is(wanted: dict[str, str | None], said: str) -> None:
    check({"night-court": "1.2", "three-chests": None}, HERE)
    with pytest.raises(NotInstalled) as refusal:
        check(wanted, HERE)
    assert str(refusal.value) == f"{said} Installed are: night-court==1.2, three-chests==1.2"


def test_what_is_not_named_is_not_even_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, list[EntryPoint]] = {"tradewinds.games": HERE, "tradewinds.policies": [point("perfect")]}
    monkeypatch.setattr("tradewinds.allowed.entry_points", lambda group: offered[group])
    monkeypatch.setenv("GAMES", "three-chests==1.2,perfect")
    assert points_of("tradewinds.games") == [HERE[1]]
    assert points_of("tradewinds.policies") == offered["tradewinds.policies"]
    monkeypatch.setenv("GAMES", "three-chests")
    assert not points_of("tradewinds.policies")
    monkeypatch.delenv("GAMES")
    assert points_of("tradewinds.games") == HERE


def test_settings_and_commands_end_with_the_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match=r"^GAMES names no-such-game, which is not installed"):
        Settings.from_env({"GAMES": "no-such-game"})
    monkeypatch.setenv("GAMES", "no-such-game")
    for command in ("up", "worker"):
        ended = CliRunner().invoke(main, [command])
        assert (ended.exit_code, ended.output[:45]) == (1, "Error: GAMES names no-such-game, which is not")


def test_a_process_imports_no_game_that_is_not_named() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import sys; from cli.main import main; sys.argv[1:] = ['games']\n"
         "try: main()\nfinally: print([each for each in sys.modules if each.endswith('.game') and each.count('.') == 2])"],
        env={**os.environ, "GAMES": "merchants-of-the-caribbean"}, capture_output=True, text=True, check=True, timeout=60,
    ).stdout.splitlines()  # fmt: skip
    assert [line.split()[0] for line in told[:-1]] == ["merchants-of-the-caribbean"]
    assert told[-1] == "['domain.merchants_of_the_caribbean.game']"


def test_a_command_that_needs_games_ends_with_the_sentence() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "cli.main", "games"],
        env={**os.environ, "GAMES": "merchants-of-the-caribbean==99"}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(
        "Error: GAMES names merchants-of-the-caribbean==99, but its package is installed in version "
    )


def test_the_sum_of_a_package_is_what_sha256sum_says_of_its_files(tmp_path: Path) -> None:
    for name in ("rules.py", "data/b.json", "data/a-c.json", "data.py", ".hidden", "__pycache__/rules.pyc", "data/.git/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    listed = "find . -type f ! -path '*/__pycache__/*' ! -path '*/.*' | LC_ALL=C sort | xargs sha256sum | sha256sum"
    said = subprocess.run(listed, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert sum_of(tmp_path) == said.split()[0]
    assert listed in Path("docs/running.md").read_text()
    before = sum_of(tmp_path)
    (tmp_path / ".hidden").write_text("something else")
    assert sum_of(tmp_path) == before
    (tmp_path / "rules.py").write_text("something else")
    assert sum_of(tmp_path) != before
