"""A scene as SVG: a strip with one panel a beat, in the order in which people at a table would see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from domain.board_svg import WIDTH, Cards
from domain.drawing import Area, Board, Picture, Piece
from domain.icons import Icon
from domain.scenes import Beat, BeatPiece, Gain, Moment, Move, Roll, Scene, Show, SideRoll, Turn
from domain.svg import GAP, Block, Theme, flow, image, with_icon, written

PANEL = (WIDTH - 5 * GAP) / 4
"""The width of a panel, in pixels."""

_Lines = Sequence[tuple[str, str]]


def scene_svg(
    board: Board,
    scene: Scene,
    before: Picture | None,
    after: Picture | None,
    theme: Theme = "light",
    width: int = WIDTH,
) -> str:
    """All beats of a commit between two pictures. Changes of figures that follow one another share a panel.

    `width` is that of the drawn image in pixels; its height follows.
    """
    room = 4 * (PANEL + GAP) - GAP
    strip = flow(list(_Strip(board, before, after, theme).panels(scene)), room)
    return image(strip._replace(width=max(strip.width, room)), width, theme)


class _Strip:
    def __init__(self, board: Board, before: Picture | None, after: Picture | None, theme: Theme) -> None:
        self._board, self._cards = board, Cards(board, theme)
        self._areas: dict[str, Area] = {area.id: area for area in board.areas}
        self._pieces: dict[str, Piece] = {
            piece.id: piece for picture in (before, after) if picture is not None for piece in picture.pieces
        }

    def panels(self, scene: Scene) -> Iterator[Block]:
        for figures, beats in groupby(scene, lambda beat: isinstance(beat, Gain) and not beat.text):
            if figures:
                yield _panel([(self._gain(beat), "fact") for beat in beats if isinstance(beat, Gain)], [])
            else:
                yield from map(self._beat, beats)

    def _beat(self, beat: Beat) -> Block:
        sentence = (beat.text, "fact")
        match beat:
            case Show():
                by = f" by {self._name(beat.by)}" if beat.by is not None else ""
                return _panel([(f"Shown{by}", "name"), sentence], self._drawn(beat.pieces))
            case Move():
                source = f"{self._name(beat.source)} " if beat.source is not None else ""
                goal = self._name(beat.to) if beat.to is not None else "off the table"
                return _panel([(f"{source}\u2192 {goal}", "name"), sentence], self._drawn(beat.pieces))
            case Roll():
                return _panel([(beat.what, "title"), self._verdict(beat), sentence], [*map(self._side, beat.rolls)])
            case Gain():
                return _panel([(self._gain(beat), "name"), sentence], [], self._board.words[beat.fact].icon)
            case Moment():
                kind = "title" if beat.tone == "neutral" else beat.tone
                about = ", ".join(map(self._name, beat.at))
                return _panel([(beat.title, kind), (about if beat.title else "", "small"), sentence], [])
            case Turn():
                return _panel([(beat.title, "title"), sentence], [])

    def _name(self, at: str) -> str:
        """What people call an area or a piece."""
        area = self._areas.get(at)
        return area.name if area is not None else self._cards.name(self._pieces[at]) if at in self._pieces else at

    def _drawn(self, pieces: Iterable[str | BeatPiece]) -> list[Block]:
        shown = [self._pieces.get(each) if isinstance(each, str) else each for each in pieces]
        return [
            self._cards.card(piece, PANEL - 2 * GAP, small=True)
            for piece in shown
            if piece and (piece.face or piece.name or piece.down)
        ]

    def _side(self, side: SideRoll) -> Block:
        dice = [
            written([(die.shows, "name")], PANEL)._replace(
                look=f'class="{"good" if die.counts else "card"}{" again" if die.again else ""}"'
            )
            for die in side.dice
        ]
        bonus = [written([(f"{side.bonus:+d}", "name")], PANEL)] if side.bonus else []
        total = [written([(f"= {side.total}", "title")], PANEL)] if side.total is not None else []
        return flow([written([(self._name(side.by), "small")], PANEL), *dice, *bonus, *total], PANEL - 2 * GAP)

    def _gain(self, beat: Gain) -> str:
        word = self._board.words[beat.fact].name
        change = " ?" if beat.by is None else f" {beat.by:+d}"
        now = "" if beat.now is None else f", now {beat.now}"
        return f"{self._name(beat.at)}: {word}{change}{now}"

    def _verdict(self, roll: Roll) -> tuple[str, str]:
        needed = f"{roll.needed} needed" if roll.needed is not None else ""
        if roll.winner is not None:
            return f"{self._name(roll.winner)} wins", "title"
        if roll.won is None:
            return needed, "small"
        return ", ".join(filter(None, ("Enough" if roll.won else "Not enough", needed))), "good" if roll.won else "bad"


def _panel(lines: _Lines, blocks: Sequence[Block], icon: Icon | None = None) -> Block:
    words, drawn = with_icon(icon, [line for line in lines if line[0]], PANEL), flow(blocks, PANEL - 2 * GAP)
    inner = f'{words.inner}<g transform="translate({GAP} {words.height:.0f})">{drawn.inner}</g>'
    return Block(max(PANEL, words.width, drawn.width + 2 * GAP), words.height + drawn.height, inner, 'class="panel"')
