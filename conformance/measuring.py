"""Maps as the table draws them at two widths of a window: which spots lie over one another, and which names do not fit.

Measured without a browser, from the geometry of the board. Letters are taken to be as wide as those of the table's serif on
average, so what is found is found by a margin, and a name that just fits or just does not may be missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from domain.drawing import Area, Board, Box

Point: TypeAlias = tuple[float, float]


class Window(NamedTuple):
    """A window, and the widest that it draws a map, in pixels, without borders."""

    width: int
    labelled: float
    plain: float
    """Where no spot has a label."""


WINDOWS = (Window(390, 708, 356), Window(1400, 780, 780))
"""A phone, on which a map with labels is 720 wide and scrolls, and a desk: service/web/static/table.css."""
TOLERATED = 0.02
"""In units of the map: what overlaps by less comes from rounding."""
LEAST_LETTERS, MOST_LETTERS, OF_SPOT = 9.0, 13.0, 0.13
"""The sizes of letters in a spot, in pixels, and that between as a share of the spot's width."""
WIDE = 0.5
"""The mean width of a letter, as a share of its size; capitals are wider, and i and l narrower."""
LINE = 1.2
"""The height of a line, as a share of the size of its letters."""
MARGINS = (8.0, 6.0)
"""Of a spot beside and above its name, in pixels, with its borders."""
TO_HIT = 24.0
"""The least height of a name, in pixels, since it can be clicked."""
OVER = 4.0
"""Pixels by which a name may run into the next spot until anybody sees it."""


def apart(one: Area, other: Area) -> bool:
    """Whether two spots of a map do not overlap, as they are drawn."""
    assert one.at is not None
    assert other.at is not None
    (a, b, c, d), (e, f, g, h) = one.at, other.at
    if min(a + c - e, e + g - a, b + d - f, f + h - b) <= TOLERATED:
        return True
    shapes = [_corners(each) for each in (one, other)]
    if any(_cross(*edge, *crossed) for edge in _edges(shapes[0]) for crossed in _edges(shapes[1])):
        return False
    return not any(_inside(_middle(inner), outer) for inner, outer in (shapes, shapes[::-1]))


def problems_of(board: Board) -> Iterator[str]:
    """What a player could not read on the maps of a board, one sentence each."""
    for area in board.areas:
        spots = [each for each in board.areas if each.inside == area.id and each.at is not None]
        for window in WINDOWS if area.box is not None else ():
            yield from _of_map(area, spots, window)


def _of_map(area: Area, spots: Sequence[Area], window: Window) -> Iterator[str]:
    assert area.box is not None
    scale = (window.labelled if any(spot.label for spot in spots) else window.plain) / area.box[2]
    at = f"in a window {window.width} pixels wide"
    advice = "shorten the name, enlarge the spot, or leave its name out with `label=False`"
    for spot in spots:
        if not spot.label:
            continue
        x, y, wide, high = _pixels(spot, scale)
        size = min(MOST_LETTERS, max(LEAST_LETTERS, OF_SPOT * wide))
        letters = (wide - MARGINS[0]) / (WIDE * size)
        longest = max(spot.name.split(), key=len)
        if len(longest) > 2 * letters:
            yield (
                f"{at} the name {spot.name!r} of {spot.id} is cut: {max(0, int(letters))} letters fit in a line, and "
                f"{longest!r} has {len(longest)}; {advice}"
            )
            continue
        needs = max(TO_HIT, _lines(spot.name, letters) * LINE * size) + MARGINS[1]
        grown = (x, y, wide, max(high, needs))
        for other in spots:
            over = 0.0 if other is spot else _over(grown, _pixels(other, scale))
            if needs > high and over > OVER:
                yield (
                    f"{at} the name {spot.name!r} of {spot.id} needs {needs:.0f} pixels in height and has {high:.0f}, so it "
                    f"lies over {other.name!r} of {other.id}; {advice}"
                )
                break


def _pixels(spot: Area, scale: float) -> Box:
    assert spot.at is not None
    x, y, wide, high = (scale * each for each in spot.at)
    return x, y, wide, high


def _over(one: Box, other: Box) -> float:
    """By how many pixels one box reaches down into another that is below its beginning; 0: it does not."""
    (a, b, c, d), (e, f, g, _) = one, other
    return b + d - f if a + c > e + 1 and e + g > a + 1 and f > b else 0.0


def _lines(name: str, letters: float) -> int:
    """The lines that a name takes; a word that is longer than a line is broken."""
    lines, here = 1, 0.0
    for word in name.split():
        if here and here + 1 + len(word) > letters:
            lines, here = lines + 1, 0.0
        here += len(word) + (1 if here else 0)
        while here > letters:
            lines, here = lines + 1, here - letters
    return lines


def _corners(spot: Area) -> Sequence[Point]:
    """The corners of a spot, a little within it; an oval has eight."""
    assert spot.at is not None
    x, y, wide, high = spot.at
    if spot.outline:
        corners: Sequence[Point] = spot.outline
    elif spot.shape == "circle":
        corners = [(x + wide * (1 + right) / 2, y + high * (1 + down) / 2) for right, down in _OCTAGON]
    else:
        corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    middle = _middle(corners)
    within = 1 - TOLERATED / max(wide, high)
    return [(middle[0] + within * (right - middle[0]), middle[1] + within * (down - middle[1])) for right, down in corners]


_HALF = 0.7071
_OCTAGON = ((1, 0), (_HALF, _HALF), (0, 1), (-_HALF, _HALF), (-1, 0), (-_HALF, -_HALF), (0, -1), (_HALF, -_HALF))


def _middle(corners: Sequence[Point]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _edges(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise((*corners, corners[0])))


def _turn(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross between their ends."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _inside(point: Point, corners: Sequence[Point]) -> bool:
    x, y = point
    crossed = [
        (a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])) > x for a, b in _edges(corners) if (a[1] > y) != (b[1] > y)
    ]
    return sum(crossed) % 2 == 1
