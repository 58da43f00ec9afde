"""Signs for people: those that every table has, and of a game each icon of its board, with everything that it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from domain.drawing import Board
from domain.icons import Icon, shapes

MOST_NAMES = 4
"""The names of places or cards beside one sign; a deck may have fifty."""


def signs_of_tables() -> str:
    """What the table shows with every game, in the classes of its style sheet, and what it means, as HTML."""
    rows = (
        ("<span class=key>1</span>", "what you may do", "the number is its key"),
        (_chip("price", "tag", "4"), "a price", "what you pay"),
        (_chip("plus", "coins", "+3"), "what you get", ""),
        (_chip("minus", "triangle-alert", "17 %"), "how likely it goes wrong", ""),
        (_chip("", "dices", "56 %"), "how likely it works", ""),
        (f"<span class='offer off'>{_drawn('lock')}</span>", "not now", "the reason stands beside it"),
        (f"<span class='token lit'>{_drawn('anchor')}</span>", "moved last", "since you looked"),
        ("<span class='token back'><span class=lattice></span></span>", "hidden from you", "it lies face down"),
    )
    return "".join(
        f"<li><span class=shown>{shown}</span><span><b>{means}</b><small class=mute>{more}</small></span></li>"
        for shown, means, more in rows
    )


KEYS = (
    ("1 … 9", "choose an offer"),
    ("[ ]", "one step back, on"),
    ("{ }", "one turn back, on"),
    ("End", "back to now"),
    ("u", "take back"),
    ("y n", "agree to a takeback, decline it"),
    ("a", "ask a bot for advice, where the game allows it"),
    ("Space", "skip what is being shown"),
    ("Escape", "close, choose again"),
    ("?", "this list"),
)
"""What keys do at every table."""


def keys_of_tables() -> str:
    """Keys and what they do, as HTML."""
    return " ".join(f"<span><span class='key plain'>{escape(key)}</span> {what}</span>" for key, what in KEYS)


def telling_cards(board: Board) -> list[str]:
    """The ids of two faces whose signs are worth explaining: of the two kinds with most cards that have several figures and
    a text, the one with most figures."""
    kinds: dict[str, list[str]] = {}
    for id, face in board.faces.items():
        if face.text and len(face.facts) > 1:
            kinds.setdefault(face.kind, []).append(id)
    most = sorted(kinds.values(), key=len, reverse=True)[:2]
    return [max(ids, key=lambda id: len(board.faces[id].facts)) for ids in most]


def _chip(look: str, sign: str, said: str) -> str:
    return f"<span class='chip {look}'>{_drawn(sign)}{said}</span>"


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


def _drawn(icon: str) -> str:
    return f'<svg class=sign viewBox="0 0 24 24" aria-hidden=true>{shapes()[icon]}</svg>'


def _listed(names: list[str], most: int | None) -> str:
    if most is None or len(names) <= most + 1:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more"
