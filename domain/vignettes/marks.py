"""The colours, letters and small marks of vignettes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import NamedTuple

from domain.drawing import Board
from domain.icons import Icon, shapes
from domain.svg import Block

from .things import Ring

_COLOURS: Mapping[str, tuple[str, str]] = {
    "sea": ("#d5e4e3", "#0f2430"),
    "shoal": ("#e3eeec", "#15303d"),
    "raised": ("#fffdf6", "#1e2c37"),
    "paper": ("#faf6ea", "#16212a"),
    "ink": ("#1c2730", "#ece5d3"),
    "quiet": ("#4b565e", "#b3bcbf"),
    "rule": ("#cfc3a3", "#344550"),
    "edge": ("#85795a", "#74858f"),
    "brass": ("#7a5608", "#e3bd62"),
    "brass-soft": ("#f3e3b4", "#3b321a"),
    "may": ("#a3125a", "#ff8cc3"),
    "on-may": ("#ffffff", "#2a0a1a"),
    "past": ("#2e5f86", "#8fc4ee"),
    "bad": ("#a32014", "#ff9c8c"),
    "good": ("#22663a", "#8ed6a2"),
    "sail": ("#fffaf0", "#efe8d6"),
    "on-seat": ("#ffffff", "#0b1218"),
    "seat-0": ("#0b6a70", "#3fb7b7"),
    "seat-1": ("#9a4412", "#ef9a5c"),
    "seat-2": ("#5b45ab", "#a994f5"),
    "seat-3": ("#52701a", "#a5cb5a"),
    "seat-4": ("#50606e", "#a9bccb"),
}
"""On light ground and on dark: those of the table in the browser."""
_SERIF = "'Iowan Old Style',Palatino,P052,Georgia,serif"
_LOOKS = (
    "svg{color:var(--ink)}"
    "text{font-family:'Segoe UI',-apple-system,Roboto,'Liberation Sans',Arial,sans-serif;fill:var(--ink)}"
    f".name{{font-family:{_SERIF};font-weight:600}}.say{{font-family:{_SERIF};font-weight:600;font-style:italic}}"
    ".bold{font-weight:700}.line{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}"
    ".card{fill:var(--raised);stroke:var(--edge)}.back{fill:var(--paper);stroke:var(--edge)}"
)


def style(board: Board) -> str:
    """The sheet of a vignette, with the colours of the board as `--c-KEY`."""
    colours = {**_COLOURS, **{f"c-{key}": (each.light, each.dark) for key, each in board.colours.items()}}
    light, dark = ("".join(f"--{key}:{pair[theme]};" for key, pair in colours.items()) for theme in (0, 1))
    return f"svg{{{light}}}@media(prefers-color-scheme:dark){{svg{{{dark}}}}}{_LOOKS}"


def var(colour: str) -> str:
    """A colour of the sheet, as attributes have it."""
    return f"var(--{colour})"


def number(value: float) -> str:
    """With at most two places behind the point."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def moved(inner: str, x: float, y: float) -> str:
    """A drawing at a place."""
    return f'<g transform="translate({number(x)} {number(y)})">{inner}</g>' if inner else ""


class Edge(NamedTuple):
    """The line around a box, if its class has no other one."""

    colour: str
    """As a sheet has it."""
    width: float = 1.6


def box(width: float, height: float, round: float, look: str = "card", edge: Edge | None = None, fill: str = "") -> str:
    """A box with round corners, from the origin."""
    more = f"fill:{fill};" if fill else ""
    more += f"stroke:{edge.colour};stroke-width:{number(edge.width)}" if edge else ""
    own = f' style="{more}"' if more else ""
    return f'<rect class="{look}" width="{number(width)}" height="{number(height)}" rx="{number(round)}"{own}/>'


def icon(name: Icon, x: float, y: float, side: float, colour: str, stroke: float = 2) -> str:
    """An icon at a place; the width of its lines is that of an icon of 24 pixels."""
    place = f"translate({number(x)} {number(y)}) scale({number(side / 24)})"
    return f'<g class="line" style="color:{colour};stroke-width:{stroke}" transform="{place}">{shapes()[name]}</g>'


def text(said: str, x: float, y: float, size: float, look: str, colour: str = "", *, middle: bool = False) -> str:
    """A line of text; `y` is where its letters stand."""
    own = (' text-anchor="middle"' if middle else "") + (f' style="fill:{colour}"' if colour else "")
    return f'<text class="{look}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{own}>{escape(said)}</text>'


def wide(said: str, size: float) -> float:
    """About how wide letters of this height are, in pixels."""
    return size * sum(
        0.86 if each in "mwMW@%" else 0.3 if each in "ijltfrI.,:;'!| ()-" else 0.68 if each.isupper() else 0.55
        for each in said
    )


def wrapped(said: str, room: float, size: float) -> list[str]:
    """The lines of a text; a longer word has a line of its own."""
    lines: list[str] = []
    for word in said.split():
        if lines and wide(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def sentences(said: str, room: float, size: float, most: int) -> list[str]:
    """The lines of as many whole sentences as that many lines hold, at least of the first one."""
    lines: list[str] = []
    for each in re.split(r"(?<=[.!?]) ", said):
        more = wrapped(" ".join([*lines, each]), room, size)
        if lines and len(more) > most:
            break
        lines = more
    return lines


def title(name: str, room: float, size: float = 15) -> tuple[list[str], float]:
    """A name in at most two lines, and the height of its letters."""
    while size > 10:
        lines = wrapped(name, room, size)
        if len(lines) <= 2 and max(wide(line, size) for line in lines) * 1.08 <= room:
            break
        size -= 1
    return wrapped(name, room, size), size


def say(said: str) -> Block:
    """Words between things, or an arrow."""
    if not said:
        return Block(30, 24, icon("arrow-right", 0, -3, 30, var("past")))
    return Block(wide(said, 16), 20, text(said, 0, 15, 16, "say", var("quiet")))


def seal(said: str) -> Block:
    """Letters in a circle of red."""
    circle = f'<circle cx="24" cy="24" r="23" fill="{var("bad")}" stroke="{var("raised")}" stroke-width="3"/>'
    return Block(48, 48, circle + text(said, 24, 31, 20, "name", var("on-seat"), middle=True))


def flag(seat: int, scale: float) -> Block:
    """The flag of a seat with its number."""
    cloth = f'<path d="M0 0h38l-7 11 7 11H0z" fill="{var(f"seat-{seat}")}" stroke="{var("raised")}"/>'
    inner = cloth + text(f"{seat + 1}", 9, 17, 16, "bold", var("on-seat"))
    return Block(38 * scale, 22 * scale, f'<g transform="scale({number(scale)})">{inner}</g>')


def ringed(width: float, height: float, ring: Ring) -> str:
    """A ring around a thing."""
    if not ring:
        return ""
    return moved(box(width + 8, height + 8, 11, "line", Edge(var(ring), 3)), -4, -4)


def keyed(key: str) -> str:
    """What stands in the upper left corner of a thing."""
    if not key:
        return ""
    width = max(24.0, wide(key, 15) * 1.1 + 12)
    return moved(
        box(width, 24, 4, "key", fill=var("may")) + text(key, width / 2, 17, 15, "bold", var("on-may"), middle=True),
        -10,
        -10,
    )


def head(ax: float, ay: float, bx: float, by: float, size: float) -> str:
    """The head of an arrow that comes from a and ends in b."""
    far = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ux, uy = size * (bx - ax) / far, size * (by - ay) / far
    left, right = (bx - ux - 0.7 * uy, by - uy + 0.7 * ux), (bx - ux + 0.7 * uy, by - uy - 0.7 * ux)
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in (left, (bx, by), right))
