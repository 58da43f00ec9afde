"""Draws any game at any version as SVG, from its board and picture alone: draw.py http://HOST/v1/games/ID [VERSION]"""

import json
import sys
import textwrap
import urllib.request
from html import escape
from typing import NamedTuple

WIDTH, GAP, CARD = 1280, 6, 92  # Pixels: the drawing, between blocks, the narrowest card.
# Of letters, height and width by class of text.
SIZES = {"title": (14, 9.8), "name": (12, 8.3), "fact": (11, 6.9), "small": (10, 6.2), "spot": (10, 6.8)}
STYLE = "".join(f".{kind}{{font-size:{size}px}}" for kind, (size, _) in SIZES.items()) + (
    "text{font-family:Verdana,'DejaVu Sans',sans-serif;fill:#1c2730}.title,.name,text.spot{font-weight:600}"
    "rect{stroke:#c5ba9c}.all{fill:#e6dfcd}.panel,.row,.pile{fill:#f6f1e2}.main,.map{fill:#d5e4e3}rect.spot{fill:#ecf3ee}"
    ".card{fill:#fffefa}.down{fill:#31618a}.down~text{fill:#fff}.link{stroke:#5d7476;stroke-width:1.5;stroke-dasharray:2 4}"
)


class Block(NamedTuple):
    width: float
    height: float
    inner: str
    look: str = ""  # Attributes of the background; "": there is none.

    def at(self, x: float, y: float, width: float = 0, height: float = 0) -> str:
        size = f'width="{max(width, self.width):.0f}" height="{max(height, self.height):.0f}"'
        ground = f'<rect {size} rx="5" {self.look}/>' if self.look else ""
        return f'<g transform="translate({x:.0f} {y:.0f})">{ground}{self.inner}</g>\n'


def written(lines: list[tuple[str, str]], room: float) -> Block:
    """Lines of text and class, wrapped to this room; a longer word widens it."""
    inner, y, widest = "", 2.0, 0.0
    for text, kind in lines:
        size, letter = SIZES[kind]
        for row in textwrap.wrap(text, max(1, int((room - 3 * GAP) / letter)), break_long_words=False):
            y, widest = y + size * 1.35, max(widest, len(row) * letter + 3 * GAP)
            inner += f'<text class="{kind}" x="{1.5 * GAP}" y="{y:.0f}">{escape(row)}</text>'
    return Block(widest, y + GAP, inner)


def flow(blocks: list[Block], room: float) -> Block:
    """Blocks from left to right, in lines in which all are equally high."""
    inner, x, y, widest, height = "", 0.0, 0.0, 0.0, 0.0
    for number, block in enumerate(blocks):
        if x and x + block.width > room:
            x, y, height = 0.0, y + height + GAP, 0.0
        if not x:  # The highest of those that will be in this line.
            ends = [sum(each.width + GAP for each in blocks[number:end]) - GAP for end in range(number, len(blocks) + 1)]
            height = max(
                each.height for each, end in zip(blocks[number:], ends[1:], strict=True) if end <= max(room, ends[1])
            )
        inner, x, widest = inner + block.at(x, y, height=height), x + block.width + GAP, max(widest, x + block.width)
    return Block(widest, y + height + GAP if blocks else 0, inner)


class Drawing:
    def __init__(self, board: dict, picture: dict) -> None:
        self.board, self.figures, self.inside = board, picture["facts"], {}
        for each in (*board["areas"], *picture["pieces"]):
            self.inside.setdefault(each.get("in"), []).append(each)

    def svg(self) -> str:
        parts = [[], [], []]
        for area in self.inside[None]:
            parts[0 if area.get("main") else 2 if "seat" in area else 1].append(area)
        drawn = [flow([self.area(area, WIDTH / (1 + (part is parts[2]))) for area in part], WIDTH + GAP) for part in parts]
        whole = flow(drawn, 0)
        size = f'width="{whole.width + 2 * GAP:.0f}" height="{whole.height + GAP:.0f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style><rect class="all" {size}/>'
        return f"{head}\n{whole.at(GAP, GAP)}</svg>\n"

    def area(self, area: dict, room: float) -> Block:
        held, spot = self.inside.get(area["id"], []), area["kind"] == "spot"
        facts = " · ".join(self.facts(self.figures.get(area["id"], ())))
        head, room = written([(area["name"], "spot" if spot else "title"), (facts, "fact")], room), room - 2 * GAP
        body = self.map(area, held, room) if "box" in area else flow([self.block(each, room, spot) for each in held], room)
        inner = f'{head.inner}<g transform="translate({GAP} {head.height:.0f})">{body.inner}</g>'
        width = max(
            head.width,
            body.width + 2 * GAP,
            room + 2 * GAP if area.get("main") or ("seat" in area and "in" not in area) else 0,
        )
        return Block(width, head.height + body.height, inner, self.look("main" if area.get("main") else area["kind"], area))

    def map(self, area: dict, spots: list[dict], room: float) -> Block:
        """A map, scaled so that each spot has room for all that is in it."""
        left, top, wide, high = area["box"]
        blocks = [(self.area(spot, spot["at"][2] * room / wide), *spot["at"]) for spot in spots]
        across = max(block.width / width for block, _, _, width, _ in blocks)
        across, down = max(across, room / wide), max(block.height / height for block, *_, height in blocks)
        place = {
            s["id"]: ((x - left) * across, (y - top) * down, w * across, h * down)
            for s, (_, x, y, w, h) in zip(spots, blocks, strict=True)
        }
        middle = {spot: f"{x + w / 2:.0f} {y + h / 2:.0f}" for spot, (x, y, w, h) in place.items()}
        inner = "".join(f'<path class="link" d="M{middle[a]}L{middle[b]}"/>' for a, b in area.get("links", ()))
        inner += "".join(block.at(*at) for (block, *_), at in zip(blocks, place.values(), strict=True))
        return Block(wide * across, high * down + GAP, inner)

    def block(self, thing: dict, room: float, spot: bool) -> Block:
        """A piece, or an area in another one."""
        if "kind" in thing:
            return self.area(thing, room)
        face, count = self.board["faces"].get(thing.get("face"), {}), thing.get("count", 1)
        name, now = thing.get("name") or face.get("name", "face down"), self.facts(thing.get("facts", ()))
        now += [self.board["words"][mark]["name"] for mark in thing.get("marks", ())]
        lines = [(" · ".join(now), "small")] if spot else [(f, "fact") for f in self.facts(face.get("facts", ())) + now]
        lines = [(f"{count} {name}" if count > 1 else name, "small" if spot else "name"), *lines]
        drawn, look = written(lines, min(room, 1.5 * CARD)), self.look("down" if thing.get("down") else "card", thing, face)
        inner = f"<title>{escape(' '.join([name, face.get('text', '')]))}</title>{drawn.inner}"
        return Block(max(0 if spot else CARD, drawn.width), drawn.height, inner, look)

    def facts(self, facts: list) -> list[str]:
        return [f"{self.board['words'][key]['name']} {'?' if value is None else value}" for key, value in facts]

    def look(self, kind: str, *things: dict) -> str:
        colours = [self.board["colours"][thing["colour"]]["light"] for thing in things if thing.get("colour")]
        return f'class="{kind}"' + "".join(f' style="stroke-width:3;stroke:{colour}"' for colour in colours[:1])


if __name__ == "__main__":
    game, version = sys.argv[1], "".join(f"?version={each}" for each in sys.argv[2:3])
    board, picture = (json.load(urllib.request.urlopen(f"{game}/{path}")) for path in ("board", f"picture{version}"))
    print(Drawing(board, picture).svg(), end="")
