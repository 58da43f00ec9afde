"""Which figures of cards and boards a fold reads: if one of them changes, the entry gets a new id beside the old one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import msgspec
import pytest

from conformance.golden.deciding import states
from domain.game import AnyGame
from tests.golden.recorded import golden_games
from tests.support.games import OURS


def modules(package: str) -> list[Any]:
    return [module for name, module in [*sys.modules.items()] if f"{name}.".startswith(f"{package}.")]


@contextmanager
def noted_reads(package: str) -> Iterator[set[str]]:
    """The fields of entries of the content that are read, as `<type>.<field>`."""
    read: set[str] = set()

    def noting(kind: type[Any]) -> Any:
        fields = frozenset(kind.__struct_fields__)

        def get(entry: Any, name: str) -> Any:
            if name in fields and name != "id":
                read.add(f"{type(entry).__name__}.{name}")
            return object.__getattribute__(entry, name)

        return get

    kinds = {
        value for module in modules(f"{package}.content") for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__.startswith(package)
    }  # fmt: skip
    # What was read before this test may be remembered.
    for module in modules(package):
        for value in vars(module).values():
            getattr(value, "cache_clear", lambda: None)()
    with pytest.MonkeyPatch.context() as patch:
        for kind in kinds:
            patch.setattr(kind, "__getattribute__", noting(kind), raising=False)
        yield read


@pytest.mark.parametrize("game", OURS.values(), ids=OURS)
def test_the_figures_that_folds_read_are_listed(game: AnyGame) -> None:
    package = f"domain.{game.name.replace('-', '_')}"
    with noted_reads(package) as read:
        for version, golden in golden_games(game):
            for _ in states(game, version, golden):
                pass
    assert read == import_module(f"{package}.content.fields").READ_BY_FOLDS
