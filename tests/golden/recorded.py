"""All golden games of our own games, of every version."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec

from conformance.golden.games import FOLDER, GoldenGame, read, versions_in
from domain.game import AnyGame
from tradewinds.installed import folder_of, installed

HERE = Path(__file__).parent


def folder(game: AnyGame) -> Path:
    """Where the golden games beside a game are."""
    beside = folder_of(installed().origins[game.name])
    assert beside is not None
    return beside / FOLDER


def whole_games(game: AnyGame) -> Iterator[tuple[int, GoldenGame]]:
    """Those of tests/golden with the versions that decided them."""
    for file in sorted((HERE / game.name.replace("-", "_")).glob("*.json.gz")):
        document = msgspec.json.decode(gzip.decompress(file.read_bytes()))
        stored = msgspec.json.encode({**document, "id": file.name.partition(".")[0]}, order="sorted")
        yield document["version"], msgspec.json.decode(stored, type=GoldenGame)


def golden_games(game: AnyGame) -> Iterator[tuple[int, GoldenGame]]:
    """All with the versions that decided them."""
    for version, file in versions_in(game, folder(game)).items():
        yield from ((version, golden) for golden in read(file).games)
    yield from whole_games(game)
