"""The icons of all boards and pictures, by their names in Lucide (lucide.dev), which frontends can show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

# fmt: off
Icon: TypeAlias = Literal[
    "anchor", "archive", "arrow-right", "axe", "badge", "ban", "banknote", "beef", "bell", "bird", "bomb",
    "book-open", "boxes", "candy", "castle", "check", "church", "circle", "clock", "cloud-lightning", "coffee",
    "coins", "compass", "cross", "crosshair", "crown", "dices", "drama", "eye", "eye-off", "feather", "fish", "flag",
    "flame", "footprints", "gem", "gift", "graduation-cap", "grape", "hammer", "hand", "hand-coins", "handshake",
    "heart", "hexagon", "hourglass", "house", "key", "landmark", "layers", "leaf", "life-buoy", "lock", "map",
    "map-pin", "medal", "minus", "moon", "package", "party-popper", "pause", "pickaxe", "play", "plus", "puzzle",
    "rotate-cw", "sailboat", "scale", "scroll", "scroll-text", "shell", "shield", "shield-half", "ship", "ship-wheel",
    "shirt", "skull", "sparkles", "square", "star", "store", "sun", "sword", "swords", "tag", "target", "telescope",
    "tree-palm", "triangle", "trophy", "undo-2", "user", "user-plus", "users", "warehouse", "wheat", "wind", "wine",
    "x", "zap",
]
"""The name of an icon."""
# fmt: on

ICONS: frozenset[str] = frozenset(get_args(Icon))


@cache
def sprite() -> str:
    """All icons as one SVG, in which the symbol `i-NAME` has the shapes of each; also those that only the table uses."""
    return files(__package__).joinpath("icons.svg").read_text()


@cache
def shapes() -> Mapping[str, str]:
    """The shapes of each icon as SVG, in a square of 24 by 24, to be stroked and not filled."""
    return dict(re.findall(r'<symbol id="i-([a-z0-9-]+)" [^>]*>(.*?)</symbol>', sprite()))
