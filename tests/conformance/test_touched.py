"""After a change of texts or drawings alone, only the promises that look at them are asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from conformance.command import SHOWN, _promises
from conformance.served import SERVED
from conformance.touched import only_shown
from domain.drawing import Drawing
from domain.game import AnyGame, Words
from tests.cli.test_new_game import new_game
from tests.conformance.test_check import checked
from tests.events import sealed_bids
from tradewinds.packages import Package

NAME = "dusk_race"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A package that `tradewinds new-game` wrote, which is loaded."""
    into = tmp_path_factory.mktemp("games")
    new_game("dusk-race", "--hidden", "--into", into)
    sys.path.insert(0, str(into / "dusk-race"))
    import_module(NAME)
    yield into / "dusk-race" / NAME
    sys.path.remove(str(into / "dusk-race"))


ALONE = [("words.py",), ("drawing.py",), ("words.py", "drawing.py"), ("table.css",), ("table.js", "words.py")]
MORE = [
    ("rules.py",),
    ("data.py",),
    ("hiding.py",),
    ("__init__.py",),
    ("lessons.json",),
    ("new.py",),
    ("words.py", "rules.py"),
]


@pytest.mark.parametrize("files", [*ALONE, *MORE], ids=",".join)
def test_what_depends_on_a_file_follows_from_the_imports(folder: Path, files: tuple[str, ...]) -> None:
    game = sys.modules[NAME].GAME  # type: ignore[attr-defined]
    assert only_shown(game, NAME, [folder / file for file in files]) == (files in ALONE)


def _wordless() -> AnyGame:
    """A game whose texts and drawings fail wherever they are asked for."""

    def fail(*arguments: Any) -> Any:
        raise LookupError("asked for")

    words = {field.name: fail for field in fields(Words) if field.name not in ("tell", "silent")}
    drawing: Drawing[Any, Any, Any, Any] = Drawing(
        board=fail, picture=fail, group=fail, targets=fail, candidates=lambda *_: []
    )
    return replace(sealed_bids.GAME, words=Words(**words), drawing=drawing)  # type: ignore[arg-type]


def test_the_other_promises_look_at_no_text_and_no_drawing() -> None:
    origin = Package("somebodys-games", "1.2", sealed_bids.__name__)
    others = [(each, call) for each, call in _promises(_wordless(), range(2), origin) if each not in (*SHOWN, *SERVED)]
    assert len(others) > 20
    for _, call in others:
        call()


def test_the_check_says_that_it_looked_at_a_part(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    game = sys.modules[NAME].GAME  # type: ignore[attr-defined]
    part = checked(game, monkeypatch, "--seeds", "1", "--changed", str(folder / "words.py"), module=NAME)
    assert (part.exit_code, "only what is shown was looked at" in part.output) == (0, True)
    assert "Each offer has a sentence and a preview" in part.output
    assert "Folding the events gives the state" not in part.output
