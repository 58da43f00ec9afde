"""Where places lie on their maps: the sea, the exploration track, and the boards of ships and hideouts.

Units are those of maps, which are 100 wide. The layouts' columns and half cards, and the track's distances, are content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from domain.drawing import Box

from ..content import RETIREMENT_TILE, raw

GAP = 0.6
MAP_WIDTH = 100
HALF_CARD = 7.0
TRACK_COLUMNS = 10
"""The track turns back after this many columns, where its branches have met again, so that its rewards can be read."""
BANDS = (0, 3, 5)
"""The first row of each band of the track. The last band has no upper branch."""
TRACK_ROWS: Mapping[str, int] = {"upper": 0, "common": 1, "lower": 2}
TRACK_HEIGHT = 6.0
BEND = 2.0
"""The gap between two bands."""


@cache
def _layout(layout: str) -> dict[str, Any]:
    return next(each for each in raw("layouts")["layouts"] if each["id"] == layout)


def sea(layout: str) -> dict[str, Box]:
    """The boxes of the spaces of cards, of `start`, `gulf` and `maracaibo`, and of the islands, as `island/<treasure>`."""
    found = _layout(layout)
    wide = MAP_WIDTH / (found["last_column"] + 2)
    islands = [{"id": f"island/{each['treasure']}", **each} for each in found["islands"]]
    return {
        each["id"]: (
            round(each["column"] * wide + GAP / 2, 2),
            each["top_half_rows"] * HALF_CARD + GAP / 2,
            round(wide - GAP, 2),
            each.get("half_rows", 2) * HALF_CARD - GAP,
        )
        for each in (*found["waters"], *found["spaces"], *islands)
    }


def sea_box(layout: str) -> Box:
    return (0, 0, MAP_WIDTH, HALF_CARD * (2 + max(each["top_half_rows"] for each in _layout(layout)["spaces"])))


def sea_links(layout: str) -> tuple[tuple[str, str], ...]:
    """The steps that a ship can make between cards, from the starting zone, and to the Gulf."""
    found = _layout(layout)
    pairs = [(space, near) for space, all_near in found["adjacency"].items() for near in all_near if space < near]
    return (*[("start", space) for space in found["start_to"]], *pairs, *[(space, "gulf") for space in found["gulf_from"]])


def _bent(distance: int, branch: str) -> Box:
    """A space of the track: to the right in the first band, back to the left in the next one, and so on."""
    band, column = divmod(distance, TRACK_COLUMNS)
    wide = MAP_WIDTH / TRACK_COLUMNS
    column = TRACK_COLUMNS - 1 - column if band % 2 else column
    top = (BANDS[band] + TRACK_ROWS[branch]) * TRACK_HEIGHT + band * BEND
    return (round(column * wide + GAP / 2, 2), round(top + GAP / 2, 2), round(wide - GAP, 2), TRACK_HEIGHT - GAP)


def track(*, retirement: bool) -> dict[str, Box]:
    """The boxes of the spaces of the exploration track."""
    data = raw("exploration_track")
    found = {each["id"]: _bent(each["distance"], each["branch"]) for each in data["spaces"]}
    if retirement:
        found[RETIREMENT_TILE] = _bent(data["retirement_spur"]["distance"], data["retirement_spur"]["branch"])
    return found


def track_box(*, retirement: bool) -> Box:
    """Only the Retirement tile is in the last row."""
    rows = BANDS[-1] + len(TRACK_ROWS) - (not retirement)
    return (0, 0, MAP_WIDTH, rows * TRACK_HEIGHT + (len(BANDS) - 1) * BEND)


def grid(rows: Sequence[Sequence[str]], high: float) -> Iterator[tuple[str, Box]]:
    """The boxes of places in rows, each place as wide as the longest row allows."""
    wide = MAP_WIDTH / max(map(len, rows))
    for line, places in enumerate(rows):
        for column, place in enumerate(places):
            yield place, (round(column * wide + GAP / 2, 2), line * high + GAP / 2, round(wide - GAP, 2), high - GAP)
