"""Draws any game at any version as SVG, from its board and picture alone: draw.py http://HOST/v1/games/ID [VERSION]"""

import json
import sys
import urllib.request
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

WIDTH, GAP, CARD = 1280, 6, 92  # Pixels: the drawing, between blocks, the narrowest card.
SIZES = {"title": 14, "name": 12, "fact": 11, "mark": 10.9, "spot": 10}  # Heights of letters by class of text.
STYLE = "".join(f".{kind}{{font-size:{size}px}}" for kind, size in SIZES.items()) + (
    "text{font-family:Verdana,'DejaVu Sans',sans-serif;fill:#1c2730}.title,.name{font-weight:600}.mark{font-style:italic}"
    "rect{fill:#f4eedd;stroke:#b9ad8c}.map{fill:#d5e4e3}.in{fill:#e9f1ec}.card{fill:#fffefa}.down{fill:#31618a}"
    ".down~text{fill:#fff}.link{stroke:#5d7476;stroke-width:1.5;stroke-dasharray:2 4}.bar{stroke-width:4}"
)


class Block(NamedTuple):
    """A drawn rectangle: its size, what is in it, its class and edge's colour, and a text for who points at it."""

    width: float
    height: float
    inner: str
    kind: str = ""
    colour: str = ""
    text: str = ""

    def at(self, x: float, y: float, width: float = 0, height: float = 0) -> str:
        width, height = max(width, self.width), max(height, self.height)
        bar = f'<path class="bar" stroke="{self.colour}" d="M3 2V{height - 2:.0f}"/>' if self.colour else ""
        ground = f'<rect class="{self.kind}" width="{width:.0f}" height="{height:.0f}" rx="5"/>{bar}'
        return f'<g transform="translate({x:.0f} {y:.0f})"><title>{escape(self.text)}</title>{ground}{self.inner}</g>\n'


def width_of(words: str, kind: str) -> float:
    """How wide a text is in the widest of the usual fonts."""
    letters = sum(0.4 if each in " iljtfrI.,:;'|()" else 1 if each in "mwMW%" else 0.66 for each in words)
    return SIZES[kind] * letters * (1.1 if kind in ("title", "name") else 1)


def written(lines: Iterable[tuple[str, str]], room: float) -> Block:
    """Lines of text, each with its class, wrapped to this room; a longer word widens it."""
    inner, y, widest = "", 2.0, 0.0
    for text, kind in lines:
        rows: list[str] = []
        for word in text.split():
            fits = rows and width_of(f"{rows[-1]} {word}", kind) + 3 * GAP <= room
            rows[-1 if fits else len(rows) :] = [f"{rows[-1]} {word}" if fits else word]
        for row in rows:
            y, widest = y + SIZES[kind] * 1.35, max(widest, width_of(row, kind) + 3 * GAP)
            inner += f'<text class="{kind}" x="{1.5 * GAP}" y="{y:.0f}">{escape(row)}</text>'
    return Block(widest, y + GAP, inner)


def flow(blocks: Iterable[Block], room: float) -> Block:
    """Blocks from left to right, in lines in which all are equally high."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        full = lines[-1] and sum(each.width + GAP for each in lines[-1]) + block.width > room
        lines = [*lines, [block]] if full else [*lines[:-1], [*lines[-1], block]]
    inner, y, widest = "", 0.0, 0.0
    for line in filter(None, lines):
        x, height = 0.0, max(each.height for each in line)
        for each in line:
            inner, x = inner + each.at(x, y, height=height), x + each.width + GAP
        y, widest = y + height + GAP, max(widest, x - GAP)
    return Block(widest, y, inner)


class Drawing:
    def __init__(self, board: dict[str, Any], picture: dict[str, Any]) -> None:
        self.board, self.figures = board, picture["facts"]
        self.inside: dict[str | None, list[dict[str, Any]]] = {}
        for each in (*board["areas"], *picture["pieces"]):
            self.inside.setdefault(each.get("in"), []).append(each)

    def svg(self) -> str:
        tops = sorted(self.inside[None], key=lambda area: (not area.get("main"), area["kind"] == "panel"))
        drawn = flow([self.area(area, WIDTH if area["kind"] == "map" else WIDTH / 2) for area in tops], WIDTH + GAP)
        width, height = drawn.width + 2 * GAP, drawn.height + GAP
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"><style>{STYLE}</style>'
        return f"{head}{Block(width, height, drawn.at(GAP, GAP)).at(0, 0)}</svg>\n"

    def area(self, area: dict[str, Any], room: float) -> Block:
        held, spot = self.inside.get(area["id"], []), area["kind"] == "spot"
        facts = " · ".join(self.facts(self.figures.get(area["id"], ())))
        head = written([(area["name"], "name" if spot else "title"), (facts, "fact")], room)
        room -= 2 * GAP
        body = self.map(area, held, room) if "box" in area else flow((self.block(each, room, spot) for each in held), room)
        inner = f'{head.inner}<g transform="translate({GAP} {head.height:.0f})">{body.inner}</g>'
        width, kind = max(head.width, body.width + 2 * GAP), "in" if spot else area["kind"]
        return Block(width, head.height + body.height, inner, kind, self.colour(area), area.get("text", ""))

    def map(self, area: dict[str, Any], spots: Sequence[dict[str, Any]], room: float) -> Block:
        """A map, scaled so that each spot has room for all that is in it."""
        left, top, wide, high = area["box"]
        drawn = [self.area(spot, spot["at"][2] * room / wide) for spot in spots]
        across, down = room / wide, 5.0
        for spot, block in zip(spots, drawn, strict=True):
            across, down = max(across, block.width / spot["at"][2]), max(down, block.height / spot["at"][3])
        places = [
            [(x - left) * across, (y - top) * down, w * across, h * down] for x, y, w, h in (spot["at"] for spot in spots)
        ]
        middle = {spot["id"]: f"{x + w / 2:.0f} {y + h / 2:.0f}" for spot, (x, y, w, h) in zip(spots, places, strict=True)}
        inner = "".join(f'<path class="link" d="M{middle[a]}L{middle[b]}"/>' for a, b in area.get("links", ()))
        inner += "".join(block.at(*place) for block, place in zip(drawn, places, strict=True))
        return Block(wide * across, high * down + GAP, inner)

    def block(self, thing: dict[str, Any], room: float, spot: bool) -> Block:
        """A piece, or an area in another one."""
        if "kind" in thing:
            return self.area(thing, room)
        face, words, count = self.board["faces"].get(thing.get("face"), {}), self.board["words"], thing.get("count", 1)
        name = thing.get("name") or face.get("name", "face down" if count == 1 else "")
        lines = [(f"{count} x {name}" if count > 1 else name, "spot" if spot else "name")]
        printed, now = self.facts(face.get("facts", ())), self.facts(thing.get("facts", ()))
        lines += [(fact, "spot" if spot else "fact") for fact in ([] if spot else printed) + now]
        lines += [(words[mark]["name"], "mark") for mark in thing.get("marks", ())]
        text = " · ".join([name, *printed, face.get("text", "")])
        kind, colour = "down" if thing.get("down") else "card", self.colour(thing) or self.colour(face)
        drawn = written(lines, min(room, CARD * 1.3))
        return drawn._replace(width=drawn.width if spot else max(CARD, drawn.width), kind=kind, colour=colour, text=text)

    def facts(self, facts: Iterable[Sequence[Any]]) -> list[str]:
        return [f"{self.board['words'][key]['name']} {'?' if value is None else value}" for key, value in facts]

    def colour(self, thing: dict[str, Any]) -> str:
        return self.board["colours"][thing["colour"]]["light"] if thing.get("colour") else ""


if __name__ == "__main__":
    game, version = sys.argv[1], "".join(f"?version={each}" for each in sys.argv[2:3])
    board, picture = (json.load(urllib.request.urlopen(f"{game}/{path}")) for path in ("board", f"picture{version}"))
    print(Drawing(board, picture).svg(), end="")
