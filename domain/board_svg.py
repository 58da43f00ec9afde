"""A position as SVG, from a board and a picture of any game: areas as boxes, maps to scale, pieces as cards with words.

Nothing in it can run or load anything: shapes, text and one style.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from domain.drawing import Area, Board, Face, Fact, Picture, Piece, by_area

Theme: TypeAlias = Literal["light", "dark"]
Thing: TypeAlias = Area | Piece

WIDTH = 1280
"""The width of a drawing, in pixels, where its areas need no more."""
GAP = 6
"""Between blocks, in pixels."""
CARD = 92
"""The width of the narrowest card, in pixels."""
SIZES: Mapping[str, tuple[int, float]] = {
    "title": (14, 9.8),
    "name": (12, 8.3),
    "fact": (11, 6.9),
    "small": (10, 6.2),
    "spot": (10, 6.8),
}
"""The height of each kind of letters and their mean width, in pixels."""
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
    },
}


def board_svg(board: Board, picture: Picture, theme: Theme = "light", width: int = WIDTH) -> str:
    """All areas with their figures and pieces. `width` is that of the drawn image in pixels; its height follows."""
    return _Drawing(board, picture, theme).whole(width)


class _Block(NamedTuple):
    """Something drawn, still without a place."""

    width: float
    height: float
    inner: str
    look: str = 'class="none"'
    """The attributes of its ground."""


class _Drawing:
    def __init__(self, board: Board, picture: Picture, theme: Theme) -> None:
        self._board, self._figures, self._theme = board, picture.facts, theme
        areas, pieces = by_area(board.areas), by_area(picture.pieces)
        self._inside: dict[str | None, Sequence[Thing]] = {
            around: (*areas.get(around, ()), *pieces.get(around, ())) for around in (areas | pieces)
        }

    def whole(self, width: int) -> str:
        shared: list[_Block] = []
        main: list[_Block] = []
        seats: list[_Block] = []
        for area in self._inside[None]:
            assert isinstance(area, Area)
            owned = area.seat is not None
            (main if area.main else seats if owned else shared).append(self._area(area, WIDTH / (1 + owned)))
        drawn = _flow([_flow(blocks, WIDTH + GAP) for blocks in (main, shared, seats) if blocks], 0)
        wide, high = drawn.width + 2 * GAP, drawn.height + GAP
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{width}" '
            f'height="{high * width / wide:.0f}"><style>{_style(self._theme)}</style>'
            f'<rect class="all" width="{wide:.0f}" height="{high:.0f}"/>'
        )
        return f"{head}\n{_placed(drawn, GAP, GAP)}</svg>\n"

    def _area(self, area: Area, room: float) -> _Block:
        within, least = self._inside.get(area.id, ()), room
        small = area.kind == "spot"
        facts = " · ".join(self._facts(self._figures.get(area.id, ())))
        head = _written([(area.name, "spot" if small else "title"), (facts, "fact")], room)
        room -= 2 * GAP
        if area.kind == "pile":
            within = within[-1:]  # The one on top.
        if area.box is not None:
            body = self._map(area, [each for each in within if isinstance(each, Area) and each.at is not None], room)
        else:
            body = _flow([self._block(each, room, small) for each in within], room)
        fills = area.main or (area.seat is not None and area.inside is None)
        width = max(least if fills else head.width, body.width + 2 * GAP)
        inner = f'{head.inner}<g transform="translate({GAP} {head.height:.0f})">{body.inner}</g>'
        return _Block(width, head.height + body.height, inner, self._look("main" if area.main else area.kind, area.colour))

    def _map(self, area: Area, spots: Sequence[Area], room: float) -> _Block:
        """A map, scaled so that each spot has room for all that is in it."""
        assert area.box is not None
        left, top, wide, high = area.box
        places = [spot.at for spot in spots if spot.at is not None]
        blocks = [self._area(spot, at[2] * room / wide) for spot, at in zip(spots, places, strict=True)]
        across = max([room / wide, *(block.width / at[2] for block, at in zip(blocks, places, strict=True))])
        down = max([0.4 * across, *(block.height / at[3] for block, at in zip(blocks, places, strict=True))])
        scaled = [((x - left) * across, (y - top) * down, w * across, h * down) for x, y, w, h in places]
        middles = {spot.id: f"{x + w / 2:.0f} {y + h / 2:.0f}" for spot, (x, y, w, h) in zip(spots, scaled, strict=True)}
        inner = "".join(f'<path class="link" d="M{middles[one]}L{middles[other]}"/>' for one, other in area.links)
        inner += "".join(_placed(block, *place) for block, place in zip(blocks, scaled, strict=True))
        return _Block(wide * across, high * down + GAP, inner)

    def _block(self, thing: Thing, room: float, small: bool) -> _Block:
        if isinstance(thing, Area):
            return self._area(thing, room)
        face = self._board.faces[thing.face] if thing.face is not None else None
        name = thing.name or (face.name if face else "face down")
        printed = self._facts(face.facts) if face else []
        now = [*self._facts(thing.facts), *(self._board.words[mark].name for mark in thing.marks)]
        title = f"{thing.count} \u00d7 {name}" if thing.count > 1 else name
        lines = [(title, "small"), (" · ".join(now), "small")] if small else [(title, "name")]
        lines += [] if small else [(each, "fact") for each in (*printed, *now)]
        written = _written(lines, min(room, 1.5 * CARD))
        inner = f"{written.inner}<title>{escape((face.text if face else '') or name)}</title>"
        look = self._look("down" if thing.down else "card", thing.colour or _colour(face))
        return _Block(max(0 if small else CARD, written.width), written.height, inner, look)

    def _facts(self, facts: Iterable[Fact]) -> list[str]:
        return [f"{self._board.words[key].name} {'?' if value is None else value}" for key, value in facts]

    def _look(self, kind: str, colour: str | None) -> str:
        if colour is None:
            return f'class="{kind}"'
        return f'class="{kind}" stroke="{getattr(self._board.colours[colour], self._theme)}" stroke-width="3"'


def _colour(face: Face | None) -> str | None:
    return None if face is None else face.colour


def _style(theme: Theme) -> str:
    ground = _GROUNDS[theme]
    letters = "".join(f".{kind}{{font-size:{height}px}}" for kind, (height, _) in SIZES.items())
    return (
        f"{letters}text{{font-family:Verdana,'DejaVu Sans',sans-serif;fill:{ground['ink']}}}"
        f".title,.name,text.spot{{font-weight:600}}rect:not([stroke]){{stroke:{ground['rule']}}}"
        f"rect.none{{fill:none;stroke:none}}.all{{fill:{ground['all']}}}.panel,.row,.pile{{fill:{ground['panel']}}}"
        f".main,.map{{fill:{ground['sea']}}}rect.spot{{fill:{ground['spot']}}}.card{{fill:{ground['card']}}}"
        f".down{{fill:{ground['down']}}}.down~text{{fill:#fff}}"
        f".link{{stroke:{ground['link']};stroke-width:1.5;stroke-dasharray:2 4}}"
    )


def _placed(block: _Block, x: float, y: float, width: float = 0, height: float = 0) -> str:
    size = f'width="{max(width, block.width):.0f}" height="{max(height, block.height):.0f}"'
    return f'<g transform="translate({x:.0f} {y:.0f})"><rect {size} rx="5" {block.look}/>{block.inner}</g>\n'


def _written(lines: Iterable[tuple[str, str]], room: float) -> _Block:
    """Lines of text, each with its kind of letters, wrapped to this room; a longer word widens it."""
    inner, y, widest = "", 2.0, 0.0
    for text, kind in lines:
        height, width = SIZES[kind]
        for row in textwrap.wrap(text, max(1, int((room - 3 * GAP) / width)), break_long_words=False):
            y, widest = y + height * 1.35, max(widest, len(row) * width + 3 * GAP)
            inner += f'<text class="{kind}" x="{1.5 * GAP}" y="{y:.0f}">{escape(row)}</text>'
    return _Block(widest, y + GAP, inner)


def _flow(blocks: Sequence[_Block], room: float) -> _Block:
    """Blocks from left to right, in lines in which all are equally high."""
    inner, y, widest = "", 0.0, 0.0
    for line in _lines(blocks, room):
        ends = [*accumulate(block.width + GAP for block in line)]
        height = max(block.height for block in line)
        inner += "".join(
            _placed(block, end - GAP - block.width, y, height=height) for block, end in zip(line, ends, strict=True)
        )
        y, widest = y + height + GAP, max(widest, ends[-1] - GAP)
    return _Block(widest, y, inner)


def _lines(blocks: Sequence[_Block], room: float) -> Iterator[Sequence[_Block]]:
    line: list[_Block] = []
    width = 0.0
    for block in blocks:
        if line and width + block.width > room:
            yield line
            line, width = [], 0.0
        line.append(block)
        width += block.width + GAP
    if line:
        yield line
