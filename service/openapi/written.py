"""The contract as texts, kept beside the bytecode of this package: only the first start after a change writes it."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec
from flask import Flask

from domain.game import AnyGame
from service.openapi.core import core_of
from service.openapi.document import document, dumped
from service.openapi.offered import offered_here
from service.version import VERSION

NAMES = ("openapi.yaml", "openapi.json", "openapi-core.json")
PACKAGES = ("domain", "events", "policies", "service", "tradewinds")
"""What the contract of our own games follows from."""
FOLDER = Path(__file__).parent / "__pycache__"
MOST_KEPT = 8
"""Contracts of several sets of games that are kept at once."""


def written(app: Flask) -> dict[str, bytes]:
    """The texts of the contract of an app with the games that are installed, by their names: kept or newly written ones."""
    kept = FOLDER / f"contract-{_digest()}"
    found = _read(kept)
    if found:
        return found
    try:
        with _alone():
            return _read(kept) or _keep(kept, texts(app))
    except OSError:  # Nobody may write here, as in an image: every process writes the contract for itself.
        return texts(app)


def texts(app: Flask) -> dict[str, bytes]:
    """The texts of an app's contract, newly written."""
    whole = document(app)
    made = (dumped(whole).encode(), msgspec.json.encode(whole), msgspec.json.encode(core_of(whole)))
    return dict(zip(NAMES, made, strict=True))


def _read(kept: Path) -> dict[str, bytes]:
    try:
        return {name: (kept / name).read_bytes() for name in NAMES}
    except OSError:
        return {}


def _keep(kept: Path, made: dict[str, bytes]) -> dict[str, bytes]:
    """Keep texts, whole or not at all, and forget the oldest. Raises OSError."""
    folder = Path(mkdtemp(prefix="contract.", dir=FOLDER))
    for name, text in made.items():
        (folder / name).write_bytes(text)
    folder.rename(kept)
    for old in sorted(FOLDER.glob("contract-*"), key=lambda each: each.stat().st_mtime)[:-MOST_KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return made


@contextmanager
def _alone() -> Iterator[None]:
    """While no other process writes. Raises OSError."""
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / "contract.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _digest() -> str:
    """Names all files that the contract follows from, by their sizes and times."""
    games = offered_here().games
    roots = {*PACKAGES, *(_package(game) for game in games.values())}
    files = sorted({file for root in roots for place in _places(root) for file in _files(place)})
    return sha256(repr((VERSION, sorted(games), files)).encode()).hexdigest()[:32]


def _package(game: AnyGame) -> str:
    """The package that a game comes from: that of its options."""
    options: Callable[..., Any] = game.types.options
    return options.__module__.partition(".")[0]


def _places(root: str) -> list[str]:
    """The folders of a package, or the file of a module."""
    module = import_module(root)
    return [*getattr(module, "__path__", [module.__file__])]


def _files(place: str) -> Iterator[tuple[str, int, int]]:
    found = [place] if not os.path.isdir(place) else []
    for folder, folders, names in os.walk(place):
        folders[:] = {*folders} - {FOLDER.name}  # Bytecode, and the texts that are kept.
        found += [os.path.join(folder, name) for name in names]
    for file in found:
        about = os.stat(file)
        yield file, about.st_mtime_ns, about.st_size
