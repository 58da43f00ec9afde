"""A position as lines of text, for terminals and screen readers, from a board and a picture of any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap

from domain.drawing import Area, Board, Fact, Picture, Piece, by_area, owners

WIDTH = 100
"""The longest line, in characters. A single word may be longer."""


def board_text(board: Board, picture: Picture) -> str:
    """All areas with their figures now and their pieces, in the order of the board; areas inside others are indented.

    An area without pieces, figures and such areas inside is left out, unless the game takes place in it.
    """
    return "\n".join(_Reader(board, picture).below(None, 0))


class _Reader:
    """Reads a picture to somebody who does not see it."""

    def __init__(self, board: Board, picture: Picture) -> None:
        self._board = board
        self._figures = picture.facts
        self._areas = by_area(board.areas)
        self._pieces = by_area(picture.pieces)
        self._owners = owners(board)

    def below(self, around: str | None, depth: int) -> Iterable[str]:
        """The lines of all areas inside an area, None: of those at the top."""
        for area in self._areas.get(around, ()):
            figures = [self._fact(fact) for fact in self._figures.get(area.id, ())]
            pieces = self._counted(self._pieces.get(area.id, ()), area)
            inside = [*self.below(area.id, depth + 1)]
            if not (figures or pieces or inside or area.main):
                continue
            head = f"{area.name} ({', '.join(figures)})" if figures else area.name
            text = f"{head}: {'; '.join(pieces)}" if pieces else f"{head}:" if inside else head
            indent = "  " * depth
            yield from wrap(
                text,
                WIDTH,
                initial_indent=indent,
                subsequent_indent=f"{indent}    ",
                break_long_words=False,
                break_on_hyphens=False,
            )
            yield from inside

    def _counted(self, pieces: Sequence[Piece], area: Area) -> list[str]:
        """The pieces in words, like ones together, in the order in which they lie."""
        numbers = Counter[str]()
        for piece in pieces:
            numbers[self._piece(piece, area)] += piece.count
        return [words if number == 1 else f"{number} \u00d7 {words}" for words, number in numbers.items()]

    def _piece(self, piece: Piece, area: Area) -> str:
        face = None if piece.face is None else self._board.faces[piece.face]
        name = piece.name or ("" if face is None else face.name)
        details = [self._fact(fact) for fact in (*(face.facts if face else ()), *piece.facts)]
        details += [self._board.words[mark].name for mark in piece.marks]
        if piece.seat is not None and piece.seat != area.seat and self._owners.get(piece.seat, "") not in name:
            details.insert(0, f"of {self._owners[piece.seat]}")
        if piece.down:
            name = f"{name} face down" if name else "face down"
        return f"{name} ({', '.join(details)})" if details else name

    def _fact(self, fact: Fact) -> str:
        key, value = fact
        word = self._board.words[key]
        shown = self._owners.get(value, value) if word.seat and isinstance(value, int) else value
        return f"{word.name} {'hidden' if value is None else shown}".rstrip()
