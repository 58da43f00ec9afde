"""Games are found by entry points. What is broken is refused by name, and the others run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from cli.main import main
from events.settings import Settings
from service.app import create_app
from tests.support.changed import changed
from tests.support.games import OURS, RULESET
from tests.versions.last_stick import GAME, Take
from tradewinds import IncompleteGame
from tradewinds.allowed import GAMES as GROUP
from tradewinds.installed import Installed, found, installed
from tradewinds.packages import Package


class InstalledPackage(Distribution):
    """An installed distribution."""

    def __init__(self, name: str) -> None:
        self._name = name

    def read_text(self, filename: str) -> str | None:
        return f"Metadata-Version: 2.1\nName: {self._name}\nVersion: 1.2\n" if filename == "METADATA" else None

    def locate_file(self, path: Any) -> Path:
        return Path(path)


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module that games can be put into."""
    made = ModuleType("somebodys_game")
    monkeypatch.setitem(sys.modules, "somebodys_game", made)
    return made


def point(name: str, distribution: str = "somebodys-games", value: str = "somebodys_game:GAME") -> EntryPoint:
    made = EntryPoint(name, value, GROUP)
    vars(made).update(dist=InstalledPackage(distribution))
    return made


def refused(module: ModuleType, game: Any, name: str = "last-stick") -> str:
    """What is said of a package with this game."""
    vars(module)["GAME"] = game
    here = found([point(name)])
    assert not here.games
    (told,) = here.refused
    assert (told.name, told.origin) == (name, Package("somebodys-games", "1.2"))
    assert here.trouble == f"{name} of somebodys-games 1.2: {told.problem}"
    return told.problem


def test_the_games_of_tradewinds_are_found() -> None:
    assert list(OURS) == ["merchants-and-marauders", "merchants-of-the-caribbean", "pirates-of-maracaibo"]
    assert {installed().origins[name].distribution for name in OURS} == {"tradewinds"}
    assert installed().trouble is None


def test_a_game_of_another_package_is_found_with_its_origin(module: ModuleType) -> None:
    vars(module)["GAME"] = GAME
    here = found([point("last-stick")])
    assert dict(here.games) == {"last-stick": GAME}
    assert str(here.origins["last-stick"]) == "somebodys-games 1.2"
    assert here.trouble is None


def test_a_name_that_is_taken_is_refused_and_tradewinds_own_game_stays(module: ModuleType) -> None:
    vars(module)["GAME"] = replace(GAME, name=RULESET)
    ours = point(RULESET, "tradewinds", "domain.merchants_of_the_caribbean.game:GAME")
    here = found([point(RULESET, "a-package"), ours])
    assert here.games[RULESET] is OURS[RULESET]
    assert [each.problem for each in here.refused] == [f"its name is taken by {RULESET} of tradewinds 1.2"]


def test_of_two_other_packages_the_first_in_the_alphabet_has_the_name(module: ModuleType) -> None:
    vars(module)["GAME"] = GAME
    here = found([point("last-stick", "b-games"), point("last-stick", "a-games")])
    assert here.origins["last-stick"].distribution == "a-games"
    assert [each.origin.distribution for each in here.refused] == ["b-games"]


def test_names_that_the_contract_cannot_tell_apart_are_the_same_name(module: ModuleType) -> None:
    vars(module)["GAME"] = GAME
    here = found([point("last-stick", "a-games"), point("laststick", "b-games")])
    assert [each.name for each in here.refused] == ["laststick"]


@pytest.mark.parametrize("value", ["no_such_module:GAME", "somebodys_game:NO_SUCH_NAME", "tests.tradewinds.ends:GAME"])
def test_a_package_that_cannot_be_imported_is_refused_and_the_others_run(module: ModuleType, value: str) -> None:
    vars(module)["GAME"] = GAME
    here = found([point("last-stick"), point("broken", value=value)])
    assert list(here.games) == ["last-stick"]
    (told,) = here.refused
    assert told.problem.startswith(f"`{value}` cannot be imported (")
    assert told.error is not None


def test_what_is_no_game_is_refused(module: ModuleType) -> None:
    assert refused(module, "a game") == "`somebodys_game:GAME` is no `tradewinds.Game`, but of type str"
    assert "is named 'last-stick'" in refused(module, GAME, "other-game")
    assert "not made of lower-case words" in refused(module, replace(GAME, name="Last Stick"), "Last Stick")
    assert refused(module, replace(GAME, version=2)) == "it is at version 2 and has no upcaster for version 1"
    assert refused(module, changed(GAME, types={"commands": ()})) == "it has no commands"
    assert "has no tag" in refused(module, changed(GAME, types={"events": (Untagged,)}))
    assert "has a name that every game has already" in refused(module, changed(GAME, types={"events": (GameStarted,)}))
    assert refused(module, changed(GAME, types={"commands": (Take, Take2)})) == "it cannot be used (TypeError)"
    assert refused(module, changed(GAME, rules={"refusals": None})) == "its refusals are no mapping from codes to sentences"
    assert "its refusals are no mapping" in refused(module, changed(GAME, rules={"refusals": {"no_move": None}}))
    assert refused(module, replace(GAME, title=None)) == "it has no title"
    assert refused(module, replace(GAME, content=lambda: sys.exit(3))) == "it cannot be used (SystemExit)"
    assert "is reserved" in refused(module, replace(GAME, name="new"), "new")
    given_no_more = changed(GAME, types={"commands": (), "retired_commands": (Take,)})
    assert refused(module, given_no_more) == "it has no commands"


class Untagged(msgspec.Struct, frozen=True):
    pass


class GameStarted(msgspec.Struct, frozen=True, tag="our_game_started"):
    pass


class Take2(msgspec.Struct, frozen=True, tag="take"):
    pass


def test_a_record_that_lacks_a_part_without_default_cannot_be_made() -> None:
    with pytest.raises(IncompleteGame, match=r"needs `bots\.win_shares`"):
        changed(GAME, bots={"win_shares": None})
    with pytest.raises(IncompleteGame, match="needs a `gate`"):
        changed(GAME, types={"view": Untagged})
    with pytest.raises(IncompleteGame, match=r"needs `bots\.determinize`"):
        changed(GAME, gate={"redact": lambda event, viewer: None})


def test_readyz_names_what_was_refused_and_the_service_is_ready(module: ModuleType) -> None:
    vars(module)["GAME"] = "a game"
    refused_one = found([point("last-stick")]).refused
    app = create_app(Settings(), packages=Installed(OURS, installed().origins, refused_one))
    check = next(each for each in app.extensions["tradewinds-readiness"]._checks if each.name == "games")
    part = check.look()
    assert (part.ok, part.needed) == (False, False)
    assert part.problem == str(refused_one[0])


def test_the_command_line_lists_the_games_with_version_and_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = CliRunner().invoke(main, ["games"])
    assert shown.exit_code == 0
    first = shown.stdout.splitlines()[0].split("  ")
    assert [cell.strip() for cell in first if cell.strip()] == [
        "merchants-and-marauders", "3", str(installed().origins["merchants-and-marauders"]), "Merchants & Marauders",
    ]  # fmt: skip
    broken = Installed(OURS, installed().origins, found([point("broken", value="no_such_module:GAME")]).refused)
    monkeypatch.setattr("cli.games.offered_here", lambda: broken)
    shown = CliRunner().invoke(main, ["games"])
    assert shown.exit_code == 1
    assert "REFUSED: broken of somebodys-games 1.2: `no_such_module:GAME` cannot be imported" in shown.stderr
    assert "No module named 'no_such_module'" in shown.stderr
