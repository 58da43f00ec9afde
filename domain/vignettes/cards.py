"""Pieces and figures in vignettes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.drawing import Board, Face, Fact, Piece
from domain.icons import Icon
from domain.svg import Block

from .marks import Edge, box, icon, keyed, moved, number, ringed, sentences, text, title, var, wide
from .things import CARD_HEIGHT, CARD_WIDTH, DIE, Figure, Shown

LOW_CARD = 128
"""The height of a card without words or a ship, in pixels."""
FOOT = 29
LETTERS, MOST_LINES = 11, 5
"""Of what is written on a card."""
HIDDEN = "?"


class Cards:
    """Draws pieces. `silhouettes`: by their names, SVG in a box of 64 by 48; `lattice`, in one of 76 by 100."""

    def __init__(self, board: Board, silhouettes: Mapping[str, str]) -> None:
        self._board, self._silhouettes = board, silhouettes

    def shown(self, piece: Piece, thing: Shown) -> Block:
        """A piece with its ring and its key."""
        drawn = self._piece(piece, thing)
        inner = drawn.inner + ringed(drawn.width, drawn.height, thing.ring) + keyed(thing.key)
        if thing.tilt:
            turn = f"rotate({number(thing.tilt)} {number(drawn.width / 2)} {number(drawn.height / 2)})"
            inner = f'<g transform="{turn}">{inner}</g>'
        return drawn._replace(inner=inner)

    def _piece(self, piece: Piece, thing: Shown) -> Block:
        face = self.face(piece)
        if piece.down:
            return self._back()
        if face is not None and face.kind in ("die", "hit"):
            return self._die(piece, face, min(DIE, thing.width))
        if "full" in dict(piece.facts):
            return self._left(piece)
        art = thing.art or self._rig(self.name(piece))
        if not art and not piece.facts and not (face and (face.facts or face.text)):
            return self._chip(piece)
        return self._card(piece, face, thing, art)

    def _back(self) -> Block:
        place = f'x="3" y="3" width="{CARD_WIDTH - 6}" height="{CARD_HEIGHT - 6}" preserveAspectRatio="xMidYMid slice"'
        shape = self._silhouettes.get("lattice", "")
        lattice = f'<svg style="color:{var("past")}" {place} viewBox="0 0 76 100">{shape}</svg>'
        return Block(CARD_WIDTH, CARD_HEIGHT, box(CARD_WIDTH, CARD_HEIGHT, 8, "back") + lattice)

    def _card(self, piece: Piece, face: Face | None, thing: Shown, art: str) -> Block:
        """A band, the name, a ship or an icon, what is written on it, and its figures."""
        width, colour = thing.width, self.colour(piece)
        facts = [*(face.facts if face else ()), *piece.facts]
        facts = facts[:2] if thing.facts is None else [fact for key in thing.facts for fact in facts if fact[0] == key]
        words = (
            sentences(face.text, width - 14, LETTERS, MOST_LINES) if face and face.text and thing.text and not art else []
        )
        height = CARD_HEIGHT if words or art else LOW_CARD
        titles, size = title(self.name(piece), width - 14)
        top, foot = 16 + (size + 2) * len(titles), height - FOOT if facts else height
        bottom = foot - (len(words) * 13 + 6 if words else 0)
        coloured = face is not None and face.colour is not None
        inner = box(width, height, 8)
        if art:
            inner += _water(width, top + (foot - top) * 0.66, foot, rounded=not facts)
            across = min(width - 14, (foot - top) * 4 / 3)
            inner += self.ship(art, colour, (width - across) / 2, (top + bottom) / 2 - across * 0.375, across)
        inner += _band(width, 11, colour if coloured else var("brass-soft"))
        for line, said in enumerate(titles, 1):
            inner += text(said, 8, 12 + (size + 2) * line, size, "name")
        name = thing.icon or self.icon_of(piece)
        if not art and name is not None and bottom - top > 18:
            side = min(40.0, bottom - top - 4)
            look = colour if coloured else var("quiet")
            inner += icon(name, (width - side) / 2, (top + bottom - side) / 2, side, look, 1.6)
        for line, said in enumerate(words):
            inner += text(said, 8, bottom + 11 + 13 * line, LETTERS, "words", var("quiet"))
        if facts:
            inner += f'<path d="M0 {foot}h{number(width)}" stroke="{var("rule")}"/>'
            inner += self._foot(facts, width, foot + 5)
        return Block(width, height, inner)

    def _foot(self, facts: Sequence[Fact], width: float, y: float) -> str:
        """The first figure at the left, the others at the right."""
        first, *others = [self.fact(fact) for fact in facts]
        inner, right = moved(first.inner, 7, y), width - 8
        for block in reversed(others):
            right -= block.width
            inner += moved(block.inner, right, y)
            right -= 6
        return inner

    def _chip(self, piece: Piece) -> Block:
        """What has only a name, such as a token."""
        sign, colour, name = self.icon_of(piece), self.colour(piece), self.name(piece)
        left = 12 if sign is None else 38
        width = left + wide(name, 14) * 1.06 + 14
        inner = box(width, 40, 8, edge=Edge(colour)) + text(name, left, 25, 14, "bold")
        return Block(width, 40, inner if sign is None else inner + icon(sign, 11, 10, 20, colour))

    def _die(self, piece: Piece, face: Face, side: float) -> Block:
        """Its figure, or what its face shows; a face that counts has a text."""
        coloured = piece.colour or face.colour
        edge = Edge(
            self.colour(piece) if coloured else var("brass" if face.text else "edge"), 3 if coloured or face.text else 1.2
        )
        inner = box(side, side, side / 5, edge=edge)
        pips = next((value for _, value in piece.facts), None)
        if pips is None and face.icon is not None:
            return Block(side, side, inner + icon(face.icon, side * 0.19, side * 0.19, side * 0.62, var("ink")))
        said, colour = (face.name, var("quiet")) if pips is None else (f"{pips}", self.colour(piece))
        return Block(side, side, inner + text(said, side / 2, side * 0.68, side * 0.52, "bold", colour, middle=True))

    def _left(self, piece: Piece) -> Block:
        """So much of something is left."""
        facts, name, sign = dict(piece.facts), self.name(piece), self.icon_of(piece)
        now, full = int(facts["now"] or 0), int(facts["full"] or 0)
        start = 42 + wide(name, 14) * 1.06
        width = start + 14 * max(now, full) + 7
        inner = box(width, 34, 7) + text(name, 34, 22, 14, "words")
        inner += icon(sign, 8, 7, 20, var("bad" if now < full else "ink")) if sign else ""
        for place in range(max(now, full)):
            pip = box(11, 12, 2, "pip", Edge(var("ink"), 1), fill=var("ink") if place < now else "none")
            inner += moved(pip, start + 14 * place, 11)
        return Block(width, 34, inner)

    def figure(self, thing: Figure) -> Block:
        """A figure that stands alone."""
        word, colour = self._board.words[thing.word], var(thing.look)
        left = 12 if word.icon is None else 38
        width = left + (wide(thing.value, 20) * 1.08 + 12 if thing.value else 0)
        inner = box(width, 38, 19) + text(thing.value, left, 26, 20, "bold", colour)
        return Block(width, 38, inner if word.icon is None else inner + icon(word.icon, 12, 8, 22, colour))

    def fact(self, fact: Fact, size: float = 14) -> Block:
        """An icon and a figure, 20 pixels high; a price lies on a tag. `yes` needs no word, and a `skull` is an icon."""
        key, value = fact
        sign = self._board.words[key].icon
        said = HIDDEN if value is None else "" if value == "yes" else f"{value}".replace("-", "\u2212")
        price = sign == "tag"
        colour = var("brass" if price or sign == "coins" else "good" if said.startswith("+") else "ink")
        x, inner = (6.0 if price else 0.0), ""
        if sign is not None:
            inner += icon(sign, x, 9 - size / 2, size + 2, colour)
            x += size + 4
        if said == "skull":
            inner += icon("skull", x, 9 - size / 2, size + 2, var("bad"))
            x += size + 2
        elif said:
            inner += text(said, x, 10 + size * 0.36, size, "bold", colour)
            x += wide(said, size) * 1.06
        if price:
            tag = box(x + 6, 22, 5, "tag", Edge(var("brass"), 1), fill=var("brass-soft"))
            return Block(x + 6, 20, moved(tag, 0, -1) + inner)
        return Block(x, 20, inner)

    def cover(self, piece: Piece, width: float, height: float) -> str:
        """A card that fills its spot: its icon and its price, its name, and what it brings."""
        face = self.face(piece)
        if face is None:
            return box(width, height, 7, "back", Edge(var("past")))
        inner = box(width, height, 7) + f'<g opacity=".22">{_band(width, 24, self.colour(piece))}</g>'
        facts = [fact for fact in (*face.facts, *piece.facts) if self._board.words[fact[0]].icon is not None]
        if face.icon is not None:
            inner += icon(face.icon, 6, 4, 17, var("ink"))
        price = next((fact for fact in facts if self._is_price(fact)), None)
        if price is not None:
            tag = self.fact(price, 13)
            inner += moved(tag.inner, width - tag.width - 4, 3)
        titles, size = title(face.name, width - 10, 13)
        for line, said in enumerate(titles, 1):
            inner += text(said, 6, 25 + (size + 2) * line, size, "name")
        y = 31 + (size + 2) * len(titles)
        for fact in facts:
            block = self.fact(fact, 12)
            if fact is not price and block.width <= width - 8 and y + 19 <= height:
                inner += moved(block.inner, 6, y)
                y += 19
        return inner

    def _is_price(self, fact: Fact) -> bool:
        key, value = fact
        return self._board.words[key].icon == "tag" and isinstance(value, int) and value > 0

    def face(self, piece: Piece) -> Face | None:
        """What is printed on it, where it has a face."""
        return None if piece.face is None else self._board.faces[piece.face]

    def name(self, piece: Piece) -> str:
        """Its own name, else that of its face."""
        face = self.face(piece)
        return piece.name or (face.name if face else "")

    def icon_of(self, piece: Piece) -> Icon | None:
        """Its own icon, else that of its face."""
        face = self.face(piece)
        return piece.icon or (face.icon if face else None)

    def colour(self, piece: Piece) -> str:
        """Its own colour or that of its face, else that of the seat that owns it."""
        face = self.face(piece)
        own = piece.colour or (face.colour if face else None)
        if own is not None:
            return var(f"c-{own}")
        return var("ink" if piece.seat is None else f"seat-{piece.seat}")

    def _rig(self, name: str) -> str:
        """The silhouette of this name: `flute` of a "Flute" and of the "Flute of Anne", and none of a "Flute Trader"."""
        rig = name.lower().partition(" of ")[0].replace(" ", "-")
        return rig if rig in self._silhouettes else ""

    def ship(self, name: str, colour: str, x: float, y: float, width: float) -> str:
        """The silhouette of a ship."""
        place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(width * 0.75)}"'
        look = f'fill="none" stroke-linejoin="round" style="color:{colour}"'
        return f'<svg {place} viewBox="0 0 64 48" {look}>{self._silhouettes[name]}</svg>'


def _band(width: float, height: float, colour: str) -> str:
    """The upper edge of a card."""
    return f'<path d="M1 {number(height)}V8q0-7 7-7h{number(width - 16)}q7 0 7 7v{number(height - 8)}z" fill="{colour}"/>'


def _water(width: float, top: float, bottom: float, *, rounded: bool) -> str:
    """What a ship on a card lies on."""
    end = f"V{number(bottom - 8)}q0 7-7 7h-{number(width - 16)}q-7 0-7-7z" if rounded else f"V{number(bottom)}H1z"
    return f'<path d="M1 {number(top)}h{number(width - 2)}{end}" fill="{var("shoal")}"/>'
