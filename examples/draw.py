"""Draws any game at any version as SVG, from its board and picture alone: draw.py http://HOST/v1/games/ID [VERSION]"""

import json
import sys
import textwrap
import urllib.request
from html import escape
from itertools import accumulate

WIDTH, GAP, CARD = 1280, 6, 92  # Pixels: the drawing, between blocks, the narrowest card.
SIZES = {"title": (14, 9.8), "name": (12, 8.3), "fact": (11, 6.9), "small": (10, 6.2), "spot": (10, 6.8)}  # Of letters.
STYLE = "".join(f".{kind}{{font-size:{height}px}}" for kind, (height, _) in SIZES.items()) + (
    "text{font-family:Verdana,'DejaVu Sans',sans-serif;fill:#1c2730}.title,.name,text.spot{font-weight:600}"
    "rect{stroke:#c5ba9c}.none{display:none}.all{fill:#e6dfcd}.panel,.row,.pile{fill:#f6f1e2}.main,.map{fill:#d5e4e3}rect.spot{fill:#ecf3ee}"
    ".card{fill:#fffefa}.down{fill:#31618a}.down~text{fill:#fff}.link{stroke:#5d7476;stroke-width:1.5;stroke-dasharray:2 4}"
)
NONE = 'class="none"'
Block = tuple[float, float, str, str]  # Width, height, what is in it, and the look of its ground.


def placed(block: Block, x: float, y: float, width: float = 0, height: float = 0) -> str:
    size = f'width="{max(width, block[0]):.0f}" height="{max(height, block[1]):.0f}"'
    return f'<g transform="translate({x:.0f} {y:.0f})"><rect {size} rx="5" {block[3]}/>{block[2]}</g>\n'


def written(lines: list[tuple[str, str]], room: float) -> Block:
    """Lines of text and class, wrapped to this room; a longer word widens it."""
    inner, y, widest = "", 2.0, 0.0
    for text, kind in lines:
        height, width = SIZES[kind]
        for row in textwrap.wrap(text, max(1, int((room - 3 * GAP) / width)), break_long_words=False):
            y, widest = y + height * 1.35, max(widest, len(row) * width + 3 * GAP)
            inner += f'<text class="{kind}" x="{1.5 * GAP}" y="{y:.0f}">{escape(row)}</text>'
    return widest, y + GAP, inner, NONE


def flow(blocks: list[Block], room: float) -> Block:
    """Blocks from left to right, in lines in which all are equally high."""
    inner, y, widest = "", 0.0, 0.0
    while blocks:
        ends = [end - GAP for end in accumulate(width + GAP for width, *_ in blocks)]
        number = max(1, sum(end <= room for end in ends))
        height = max(height for _, height, *_ in blocks[:number])
        inner += "".join(
            placed(block, end - block[0], y, height=height) for block, end in zip(blocks[:number], ends, strict=False)
        )
        y, widest, blocks = y + height + GAP, max(widest, ends[number - 1]), blocks[number:]
    return widest, y, inner, NONE


class Drawing:
    def __init__(self, board: dict, picture: dict) -> None:
        self.board, self.figures, self.inside = board, picture["facts"], {}
        for each in (*board["areas"], *picture["pieces"]):
            self.inside.setdefault(each.get("in"), []).append(each)

    def svg(self) -> str:
        parts = [[], [], []]
        for area in self.inside[None]:
            parts[(not area.get("main")) + ("seat" in area)].append(self.area(area, WIDTH / (1 + ("seat" in area))))
        whole = flow([flow(part, WIDTH + GAP) for part in parts if part], 0)
        size = f'width="{whole[0] + 2 * GAP:.0f}" height="{whole[1] + GAP:.0f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style><rect class="all" {size}/>'
        return f"{head}\n{placed(whole, GAP, GAP)}</svg>\n"

    def area(self, area: dict, room: float) -> Block:
        held, kind, main = self.inside.get(area["id"], []), area["kind"], area.get("main")
        facts, small, least = " · ".join(self.facts(self.figures.get(area["id"], ()))), kind == "spot", room
        _, high, inner, _ = head = written([(area["name"], "spot" if small else "title"), (facts, "fact")], room)
        room -= 2 * GAP
        held = held[-1:] if kind == "pile" else held  # The one on top.
        body = self.map(area, held, room) if "box" in area else flow([self.block(each, room, small) for each in held], room)
        wide = max(least if main or ("seat" in area and "in" not in area) else head[0], body[0] + 2 * GAP)
        inner += f'<g transform="translate({GAP} {high:.0f})">{body[2]}</g>'
        return wide, high + body[1], inner, self.look("main" if main else kind, area)

    def map(self, area: dict, spots: list[dict], room: float) -> Block:
        """A map, scaled so that each spot has room for all that is in it."""
        left, top, wide, high = area["box"]
        blocks = [self.area(spot, spot["at"][2] * room / wide) for spot in spots]
        across = max(room / wide, *(block[0] / spot["at"][2] for block, spot in zip(blocks, spots, strict=True)))
        down = max(0.4 * across, *(block[1] / spot["at"][3] for block, spot in zip(blocks, spots, strict=True)))
        at = [each["at"] for each in spots]
        scaled = [((x - left) * across, (y - top) * down, w * across, h * down) for x, y, w, h in at]
        middle = {each["id"]: f"{x + w / 2:.0f} {y + h / 2:.0f}" for each, (x, y, w, h) in zip(spots, scaled, strict=True)}
        inner = "".join(f'<path class="link" d="M{middle[a]}L{middle[b]}"/>' for a, b in area.get("links", ()))
        inner += "".join(placed(block, *place) for block, place in zip(blocks, scaled, strict=True))
        return wide * across, high * down + GAP, inner, NONE

    def block(self, thing: dict, room: float, small: bool) -> Block:
        if "kind" in thing:
            return self.area(thing, room)
        face, words = self.board["faces"].get(thing.get("face"), {}), self.board["words"]
        name, printed = thing.get("name") or face.get("name", "face down"), self.facts(face.get("facts", ()))
        now = self.facts(thing.get("facts", ())) + [words[mark]["name"] for mark in thing.get("marks", ())]
        lines = [(" · ".join(now), "small")] if small else [(each, "fact") for each in printed + now]
        lines.insert(0, (f"{thing['count']} \u00d7 {name}" if "count" in thing else name, "small" if small else "name"))
        width, height, inner, _ = written(lines, min(room, 1.5 * CARD))
        inner += f"<title>{escape(face.get('text', name))}</title>"
        look = self.look("down" if thing.get("down") else "card", thing, face)
        return max(0 if small else CARD, width), height, inner, look

    def facts(self, facts: list) -> list[str]:
        return [f"{self.board['words'][key]['name']} {'?' if value is None else value}" for key, value in facts]

    def look(self, kind: str, *things: dict) -> str:
        colours = [self.board["colours"][each["colour"]]["light"] for each in things if each.get("colour")]
        return f'class="{kind}"' + "".join(f' style="stroke-width:3;stroke:{colour}"' for colour in colours[:1])


if __name__ == "__main__":
    at = "".join(f"?version={version}" for version in sys.argv[2:])
    loaded = [json.load(urllib.request.urlopen(f"{sys.argv[1]}/{path}")) for path in ("board", f"picture{at}")]
    print(Drawing(*loaded).svg(), end="")
