"""Parts of maps in vignettes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from domain.drawing import Area, Board, Box, Picture, Piece
from domain.svg import Block

from .cards import Cards
from .marks import Edge, box, flag, head, icon, keyed, moved, number, text, title, var
from .things import Part

SMALL = 52
"""The height of a spot below which it shows only what it gives, in pixels."""
DEEP = 10
"""How far arrows reach into the spots that they lead from and to, in pixels."""


class Maps:
    """Draws parts of the maps of a board, with what lies there in a picture."""

    def __init__(self, board: Board, picture: Picture, cards: Cards) -> None:
        self._areas: Mapping[str, Area] = {area.id: area for area in board.areas}
        self._words, self._cards, self._picture = board.words, cards, picture

    def part(self, thing: Part) -> Block:
        """The spots of the part, lines between them, what lies there, and arrows."""
        left, top, across, down = thing.box
        scale, area = thing.width / across, self._areas[thing.area]
        height = down * scale
        places = {
            spot.id: ((x - left) * scale, (y - top) * scale, w * scale, h * scale)
            for spot in self._areas.values()
            if spot.inside == area.id and spot.at is not None and not spot.id.startswith(thing.without)
            for x, y, w, h in (spot.at,)
        }
        seen = {id: place for id, place in places.items() if _overlaps(place, thing.width, height)}
        dotted = f'stroke="{var("edge")}" stroke-width="1.6" stroke-dasharray="2 5"'
        inner = "".join(
            f'<path d="M{_middle(places[one])}L{_middle(places[other])}" {dotted}/>'
            for one, other in area.links
            if one in seen and other in seen
        )
        inner += "".join(self._spot(self._areas[id], place, thing) for id, place in seen.items())
        inner += "".join(self._lying(id, _in_sight(place, height), thing) for id, place in seen.items())
        inner += _route([_in_sight(places[id], height) for id in thing.route])
        inner += "".join(moved(keyed(key), *places[id][:2]) for id, key in thing.keys.items())
        size = f"{number(thing.width)} {number(height)}"
        frame = f'<svg width="{number(thing.width)}" height="{number(height)}" viewBox="0 0 {size}">'
        return Block(thing.width, height, f"{frame}{inner}</svg>")

    def _here(self, spot: str, thing: Part) -> list[Piece]:
        return [each for each in self._picture.pieces if each.inside == spot and not each.id.startswith(thing.without)]

    def _spot(self, spot: Area, place: Box, thing: Part) -> str:
        x, y, width, height = place
        pieces = self._here(spot.id, thing)
        if thing.covered and pieces and pieces[0].id not in thing.ships:
            return moved(self._cards.cover(pieces[0], width, height), x, y)
        edge = Edge(var(f"c-{spot.colour}" if spot.colour else "edge"))
        inner = box(width, height, min(8, height / 2), edge=edge)
        if height < SMALL:
            return moved(inner + self._small(spot, pieces, width, height), x, y)
        titles, size = title(spot.name, width - 14)
        for line, said in enumerate(titles, 1):
            inner += text(said, width / 2, 6 + (size + 2) * line, size, "name", middle=True)
        lying = [each for each in pieces if each.seat is None and not each.down and each.id not in thing.ships]
        return moved(inner + self._signs(spot, lying, width, 12 + (size + 2) * len(titles), height), x, y)

    def _signs(self, spot: Area, lying: Sequence[Piece], width: float, y: float, height: float) -> str:
        """What lies in a spot, at most three; else its figures; else its icon."""
        facts = [*spot.facts, *self._picture.facts.get(spot.id, ())][:3]
        signs = [sign for sign in map(self._cards.icon_of, lying) if sign is not None][:3]
        signs = signs or ([spot.icon] if spot.icon is not None and not facts else [])
        side = min(34.0, height - y - 6)
        left = (width - len(signs) * (side + 5) + 5) / 2
        inner = "".join(
            icon(sign, left + place * (side + 5), y, side, var("quiet"), 1.8) for place, sign in enumerate(signs)
        )
        for line, block in enumerate(self._cards.fact(fact, 13) for fact in facts):
            inner += moved(block.inner, (width - block.width) / 2, y + 21 * line)
        return inner

    def _small(self, spot: Area, pieces: Sequence[Piece], width: float, height: float) -> str:
        """What lies in a small spot; of an empty one what it gives, as one icon with a short figure."""
        for piece in pieces:
            sign = self._cards.icon_of(piece)
            if piece.seat is None and sign is not None:
                ground = moved(box(width - 6, height - 6, height / 2 - 4, "lies", fill=self._cards.colour(piece)), 3, 3)
                return ground + icon(sign, (width - 22) / 2, (height - 22) / 2, 22, var("raised"), 2.2)
        for key, value in spot.facts:
            sign = self._words[key].icon
            if sign is not None:
                alone = len(f"{value}") > 3 or (value == 1 and sign not in ("star", "coins"))
                block = self._cards.fact((key, "yes" if alone else value), 15)
                return moved(block.inner, (width - block.width) / 2, height / 2 - 10)
        return icon(spot.icon, (width - 20) / 2, (height - 20) / 2, 20, var("quiet")) if spot.icon else ""

    def _lying(self, spot: str, place: Box, thing: Part) -> str:
        """Ships at the lower edge of a spot, each a little further, and flags of seats above it."""
        x, y, width, height = place
        pieces = self._here(spot, thing)
        ships = [each for each in pieces if each.id in thing.ships]
        long, inner = min(52.0, max(40.0, width * 0.6)), ""
        for count, piece in enumerate(ships):
            at = x + width - long * 0.8 * (count + 1)
            inner += self._cards.ship(thing.ships[piece.id], self._cards.colour(piece), at, y + height - long * 0.5, long)
            if piece.seat is not None:
                inner += moved(flag(piece.seat, 0.62).inner, at + long * 0.45, y + height - long * 0.5 - 9)
        flags = [each.seat for each in pieces if each.seat is not None and each not in ships]
        return inner + "".join(moved(flag(seat, 0.8).inner, x - 5, y - 13 - 16 * count) for count, seat in enumerate(flags))


def _route(places: Sequence[Box]) -> str:
    """An arrow from each place to the next."""
    lines = "".join(
        _bow(here, there) if max(here[3], there[3]) < SMALL else _step(here, there) for here, there in pairwise(places)
    )
    return "".join(
        f'<path class="line" d="{lines}" style="color:{var(colour)};stroke-width:{width}"/>'
        for colour, width in (("raised", 8), ("past", 4))
        if lines
    )


def _bow(here: Box, there: Box) -> str:
    """Above two small places."""
    (ax, ay), (bx, by) = ((x + wide / 2, y - 1) for x, y, wide, _ in (here, there))
    ax, bx, top = ax + 5, bx - 5, min(ay, by) - 15
    middle = (ax + bx) / 2
    curve = f"M{number(ax)} {number(ay)}Q{number(middle)} {number(top)} {number(bx)} {number(by)}"
    return curve + head(middle, top, bx, by, 8)


def _step(here: Box, there: Box) -> str:
    """Across the borders between two places."""
    (ax, ay), (bx, by) = ((x + wide / 2, y + high / 2) for x, y, wide, high in (here, there))
    right, down = bx - ax, by - ay
    deep = DEEP / (right**2 + down**2) ** 0.5
    start, end = _leaves(here, right, down) - deep, 1 - _leaves(there, right, down) + deep
    (ax, ay), (bx, by) = ((ax + right * part, ay + down * part) for part in (start, end))
    return f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}{head(ax, ay, bx, by, 10)}"


def _leaves(place: Box, right: float, down: float) -> float:
    """The part of a way from the middle of a place after which it leaves the place."""
    _, _, wide, high = place
    return min(_parts(wide / 2, right, down, high / 2))


def _parts(half_wide: float, right: float, down: float, half_high: float) -> Iterator[float]:
    if right:
        yield abs(half_wide / right)
    if down:
        yield abs(half_high / down)


def _in_sight(place: Box, height: float) -> Box:
    """The part of a place above the lower edge, a little short of it."""
    x, y, wide, high = place
    return x, y, wide, min(high, height - 16 - y)


def _overlaps(place: Box, width: float, height: float) -> bool:
    x, y, wide, high = place
    return x < width and y < height and x + wide > 0 and y + high > 0


def _middle(place: Box) -> str:
    x, y, wide, high = place
    return f"{number(x + wide / 2)} {number(y + high / 2)}"
