"""A position as SVG, from a board and a picture of any game: areas as boxes, maps to scale, pieces as cards with words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias

from domain.board_shapes import Spaces
from domain.drawing import Area, Board, Fact, Picture, Piece, PieceShown, by_area, owners
from domain.svg import GAP, ICON, Block, Theme, flow, image, placed, with_icon

Thing: TypeAlias = Area | Piece

WIDTH = 1280
"""The width of a drawing, in pixels, where its areas need no more."""
PLAIN = 640
"""The width of a map whose spots have no labels, in pixels."""
CARD = 92
"""The width of the narrowest card, in pixels."""


def board_svg(board: Board, picture: Picture, theme: Theme = "light", width: int = WIDTH) -> str:
    """All areas with their figures and pieces. `width` is that of the drawn image in pixels; its height follows."""
    return _Drawing(board, picture, theme).whole(width)


class Cards:
    """Draws pieces as cards with their names, figures and marks."""

    def __init__(self, board: Board, theme: Theme) -> None:
        self._board, self._theme = board, theme

    def card(self, piece: PieceShown, room: float, small: bool = False) -> Block:
        """`small`: without what is printed on its face."""
        face = self._board.faces[piece.face] if piece.face is not None else None
        name = self.name(piece)
        printed = self.facts(face.facts) if face else []
        now = [*self.facts(piece.facts), *(self._board.words[mark].name for mark in piece.marks)]
        title = f"{piece.count} \u00d7 {name}" if piece.count > 1 else name
        lines = [(title, "small"), (" · ".join(now), "small")] if small else [(title, "name")]
        lines += [] if small else [(each, "fact") for each in (*printed, *now)]
        words = with_icon(piece.icon or (face.icon if face else None), lines, min(room, 1.5 * CARD + ICON))
        inner = f"{words.inner}<title>{escape((face.text if face else '') or name)}</title>"
        inner = f'<g class="back">{inner}</g>' if piece.down else inner
        look = self.look("down" if piece.down else "card", piece.colour or (None if face is None else face.colour))
        return Block(max(0 if small else CARD, words.width), words.height, inner, look)

    def name(self, piece: PieceShown) -> str:
        """Its own name, else that of its face."""
        return piece.name or ("face down" if piece.face is None else self._board.faces[piece.face].name)

    def facts(self, facts: Iterable[Fact]) -> list[str]:
        """Figures in words."""
        return [f"{self._board.words[key].name} {self._figure(key, value)}" for key, value in facts]

    def _figure(self, key: str, value: int | str | None) -> int | str:
        if isinstance(value, int) and self._board.words[key].seat:
            return owners(self._board).get(value, value)
        return "?" if value is None else value

    def look(self, kind: str, colour: str | None) -> str:
        """The attributes of a ground with a rim of this colour of the board."""
        if colour is None:
            return f'class="{kind}"'
        return f'class="{kind}" stroke="{getattr(self._board.colours[colour], self._theme)}" stroke-width="3"'


class _Drawing:
    def __init__(self, board: Board, picture: Picture, theme: Theme) -> None:
        self._figures, self._theme, self._cards = picture.facts, theme, Cards(board, theme)
        self._spaces = Spaces(board, theme)
        areas, pieces = by_area(board.areas), by_area(picture.pieces)
        self._inside: dict[str | None, Sequence[Thing]] = {
            around: (*areas.get(around, ()), *pieces.get(around, ())) for around in (areas | pieces)
        }

    def whole(self, width: int) -> str:
        shared: list[Block] = []
        main: list[Block] = []
        seats: list[Block] = []
        for area in self._inside[None]:
            assert isinstance(area, Area)
            owned = area.seat is not None
            (main if area.main else seats if owned else shared).append(self._area(area, WIDTH / (1 + owned)))
        drawn = flow([flow(blocks, WIDTH + GAP) for blocks in (main, shared, seats) if blocks], 0)
        return image(drawn, width, self._theme)

    def _area(self, area: Area, room: float) -> Block:
        within, least = self._inside.get(area.id, ()), room
        small = area.kind == "spot"
        facts = " · ".join(self._cards.facts(self._figures.get(area.id, ())))
        head = with_icon(None if small else area.icon, [(area.name, "spot" if small else "title"), (facts, "fact")], room)
        room -= 2 * GAP
        if area.kind == "pile":
            within = within[-1:]  # The one on top.
        if area.box is not None:
            body = self._map(area, [each for each in within if isinstance(each, Area) and each.at is not None], room)
        else:
            body = flow([self._thing(each, room, small) for each in within], room)
        fills = area.main or (area.seat is not None and area.inside is None)
        width = max(least if fills else head.width, body.width + 2 * GAP)
        inner = f'{head.inner}<g transform="translate({GAP} {head.height:.0f})">{body.inner}</g>'
        return Block(
            width, head.height + body.height, inner, self._cards.look("main" if area.main else area.kind, area.colour)
        )

    def _map(self, area: Area, spots: Sequence[Area], room: float) -> Block:
        """A map, scaled so that each spot has room for all that is in it, or to measure where no spot has words."""
        assert area.box is not None
        left, top, wide, high = area.box
        bare, spots = [spot for spot in spots if not spot.label], [spot for spot in spots if spot.label]
        room = room if spots or not bare else min(room, PLAIN)
        places = [spot.at for spot in spots if spot.at is not None]
        blocks = [self._area(spot, at[2] * room / wide) for spot, at in zip(spots, places, strict=True)]
        across = max([room / wide, *(block.width / at[2] for block, at in zip(blocks, places, strict=True))])
        down = max(
            [0.4 * across if spots else across, *(block.height / at[3] for block, at in zip(blocks, places, strict=True))]
        )
        scaled = [((x - left) * across, (y - top) * down, w * across, h * down) for x, y, w, h in places]
        middles = {
            spot.id: f"{(x - left + w / 2) * across:.0f} {(y - top + h / 2) * down:.0f}"
            for spot in (*spots, *bare)
            for x, y, w, h in (spot.at or area.box,)
        }
        inner = "".join(f'<path class="link" d="M{middles[one]}L{middles[other]}"/>' for one, other in area.links)
        inner += "".join(placed(block, *place) for block, place in zip(blocks, scaled, strict=True))
        for spot in bare:
            assert spot.at is not None
            x, y, w, h = spot.at
            lying = [each for each in self._inside.get(spot.id, ()) if isinstance(each, Piece)]
            inner += self._spaces.space(spot, lying, ((x - left) * across, (y - top) * down, w * across, h * down))
        return Block(wide * across, high * down + GAP, inner)

    def _thing(self, thing: Thing, room: float, small: bool) -> Block:
        return self._area(thing, room) if isinstance(thing, Area) else self._cards.card(thing, room, small)
