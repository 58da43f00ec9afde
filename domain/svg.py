"""Boxes with lines of text as SVG, and how they flow: what drawings of boards and of scenes are made of.

Nothing in them can run or load anything: shapes, text and one style.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from domain.icons import Icon, shapes

Theme: TypeAlias = Literal["light", "dark"]
GAP = 6
"""Between blocks, in pixels."""
SIZES: Mapping[str, tuple[int, float]] = {
    "title": (14, 9.8),
    "name": (12, 8.3),
    "fact": (11, 6.9),
    "small": (10, 6.2),
    "spot": (10, 6.8),
    "good": (14, 9.8),
    "bad": (14, 9.8),
}
"""The height of each kind of letters and their mean width, in pixels."""
ICON = 16
"""The width of an icon, in pixels."""
_GROUNDS: Mapping[Theme, Mapping[str, str]] = {
    "light": {
        "ink": "#1c2730",
        "rule": "#c5ba9c",
        "all": "#e6dfcd",
        "panel": "#f6f1e2",
        "sea": "#d5e4e3",
        "spot": "#ecf3ee",
        "card": "#fffefa",
        "down": "#31618a",
        "link": "#5d7476",
        "good": "#1f6b3f",
        "bad": "#9c2f22",
    },
    "dark": {
        "ink": "#ece5d3",
        "rule": "#4a5c68",
        "all": "#0f1820",
        "panel": "#1a2732",
        "sea": "#16313c",
        "spot": "#21404a",
        "card": "#24333e",
        "down": "#31618a",
        "link": "#8fa9ab",
        "good": "#7fd6a0",
        "bad": "#f39a8b",
    },
}


class Block(NamedTuple):
    """Something drawn, still without a place."""

    width: float
    height: float
    inner: str
    look: str = 'class="none"'
    """The attributes of its ground."""


def image(drawn: Block, width: int, theme: Theme) -> str:
    """The whole drawing. `width` is that of the drawn image in pixels; its height follows."""
    wide, high = drawn.width + 2 * GAP, drawn.height + GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{width}" '
        f'height="{high * width / wide:.0f}"><style>{style(theme)}</style>'
        f'<rect class="all" width="{wide:.0f}" height="{high:.0f}"/>'
    )
    return f"{head}\n{placed(drawn, GAP, GAP)}</svg>\n"


def style(theme: Theme) -> str:
    """The sheet for all classes that are used in drawings."""
    ground = _GROUNDS[theme]
    letters = "".join(f".{kind}{{font-size:{height}px}}" for kind, (height, _) in SIZES.items())
    return (
        f"{letters}text{{font-family:Verdana,'DejaVu Sans',sans-serif;fill:{ground['ink']}}}"
        f".title,.name,.good,.bad,text.spot{{font-weight:600}}text.good{{fill:{ground['good']}}}text.bad{{fill:{ground['bad']}}}"
        f"rect:not([stroke]){{stroke:{ground['rule']}}}"
        f"rect.none{{fill:none;stroke:none}}.all{{fill:{ground['all']}}}.panel,.row,.pile{{fill:{ground['panel']}}}"
        f".main,.map{{fill:{ground['sea']}}}rect.spot{{fill:{ground['spot']}}}.card{{fill:{ground['card']}}}"
        f".down{{fill:{ground['down']}}}.back text{{fill:#fff}}"
        f"rect.good{{fill:{ground['card']};stroke:{ground['good']};stroke-width:3}}.again{{stroke-dasharray:3 2}}"
        f"g.icon *{{fill:none;stroke:{ground['ink']};stroke-width:2;stroke-linecap:round;stroke-linejoin:round}}"
        f".back g.icon *{{stroke:#fff}}"
        f".space{{fill:{ground['spot']}}}.space:not([stroke]){{stroke:{ground['rule']}}}"
        f".token *{{fill:currentColor;fill-opacity:.5;stroke:currentColor;stroke-width:2}}"
        f".link{{stroke:{ground['link']};stroke-width:1.5;stroke-dasharray:2 4}}"
    )


def placed(block: Block, x: float, y: float, width: float = 0, height: float = 0) -> str:
    """A block at its place, at least as wide and high as this."""
    size = f'width="{max(width, block.width):.0f}" height="{max(height, block.height):.0f}"'
    return f'<g transform="translate({x:.0f} {y:.0f})"><rect {size} rx="5" {block.look}/>{block.inner}</g>\n'


def written(lines: Iterable[tuple[str, str]], room: float) -> Block:
    """Lines of text, each with its kind of letters, wrapped to this room; a longer word widens it."""
    inner, y, widest = "", 2.0, 0.0
    for text, kind in lines:
        height, width = SIZES[kind]
        for row in textwrap.wrap(text, max(1, int((room - 3 * GAP) / width)), break_long_words=False):
            y, widest = y + height * 1.35, max(widest, len(row) * width + 3 * GAP)
            inner += f'<text class="{kind}" x="{1.5 * GAP}" y="{y:.0f}">{escape(row)}</text>'
    return Block(widest, y + GAP, inner)


def with_icon(icon: Icon | None, lines: Iterable[tuple[str, str]], room: float) -> Block:
    """Lines of text as `written` has them, with an icon before them."""
    if icon is None:
        return written(lines, room)
    words = written(lines, room - ICON)
    drawn = f'<g class="icon" transform="translate({GAP} {GAP}) scale({ICON / 24:.3f})">{shapes()[icon]}</g>'
    inner = f'{drawn}<g transform="translate({ICON} 0)">{words.inner}</g>'
    return Block(words.width + ICON, max(words.height, ICON + 2 * GAP), inner)


def flow(blocks: Sequence[Block], room: float) -> Block:
    """Blocks from left to right, in lines in which all are equally high."""
    inner, y, widest = "", 0.0, 0.0
    for line in _lines(blocks, room):
        ends = [*accumulate(block.width + GAP for block in line)]
        height = max(block.height for block in line)
        inner += "".join(
            placed(block, end - GAP - block.width, y, height=height) for block, end in zip(line, ends, strict=True)
        )
        y, widest = y + height + GAP, max(widest, ends[-1] - GAP)
    return Block(widest, y, inner)


def _lines(blocks: Sequence[Block], room: float) -> Iterator[Sequence[Block]]:
    line: list[Block] = []
    width = 0.0
    for block in blocks:
        if line and width + block.width > room:
            yield line
            line, width = [], 0.0
        line.append(block)
        width += block.width + GAP
    if line:
        yield line
