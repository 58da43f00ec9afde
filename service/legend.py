"""The signs of a game for people: each icon of its board, with everything that it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from domain.drawing import Board
from domain.icons import Icon, shapes

MOST_NAMES = 4
"""The names of places or cards beside one sign; a deck may have fifty."""


def legend_of(boards: Sequence[Board]) -> str:
    """All icons as HTML, by what they stand for: figures, places, cards and pieces. Empty for boards without icons."""
    words = [(word.icon, word.name) for board in boards for word in board.words.values()]
    # The areas of a seat are named like those of any other.
    places = [(area.icon, area.name) for board in boards for area in board.areas if not area.seat]
    faces = [(face.icon, face.name) for board in boards for face in board.faces.values()]
    return "".join(
        (
            _section("Figures", words),
            _section("Places", places, MOST_NAMES),
            _section("Cards and pieces", faces, MOST_NAMES),
        )
    )


def _section(title: str, signs: Iterable[tuple[Icon | None, str]], most: int | None = None) -> str:
    named: dict[Icon, dict[str, None]] = {}
    for icon, name in signs:
        if icon is not None:
            named.setdefault(icon, {})[name] = None
    items = "".join(f"<li>{_drawn(icon)} {escape(_listed([*names], most))}</li>" for icon, names in named.items())
    return f"<h3>{title}</h3><ul class=signs>{items}</ul>" if items else ""


def _drawn(icon: Icon) -> str:
    return f'<svg class=sign viewBox="0 0 24 24" aria-hidden=true>{shapes()[icon]}</svg>'


def _listed(names: list[str], most: int | None) -> str:
    if most is None or len(names) <= most + 1:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more"
