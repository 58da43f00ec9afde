"""Completes the beats that a game tells: from the pictures before and after a commit come the figures that no event names,
and what the beats left over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.drawing import Counted, Picture, Piece
from domain.kit.memo import memo_by_identity
from domain.scenes import Beat, BeatPiece, Gain, Move, Pieces, Scene, Show, whole

Place: TypeAlias = tuple[str, str]
"""The id of an area or piece, and a fact there."""


class Completed(NamedTuple):
    """A scene in two parts."""

    told: Scene
    """The beats of the game, with `by` and `now` of gains filled in."""
    left_over: Scene
    """Silent beats with what they left over: after them each piece is in its area of the picture after, and each counted
    fact is as there."""


def completed(
    beats: Iterable[Beat],
    before: Picture,
    after: Picture,
    counted: Mapping[str, Counted],
    seats: int,
    *,
    faceless: bool = False,
) -> Completed:
    """`faceless`: whether open pieces without a face are shown coming and going, because no beat of the game does it."""
    tracked = _Tracked(before, after)
    told = [applied for beat in beats if (applied := tracked.applied(beat)) is not None]
    sums = _Sums(before, after, tracked, [beat for beat in told if isinstance(beat, Gain)])
    told = [sums.applied(beat) if isinstance(beat, Gain) else beat for beat in told]
    told = [beat for beat in told if not isinstance(beat, Gain) or beat.by != 0 or beat.text]
    return Completed(tuple(told), (*tracked.left_over(faceless=faceless), *sums.left_over(_places(counted, seats))))


@memo_by_identity(1 << 6)
def _places(counted: Mapping[str, Counted], seats: int) -> Mapping[str, Sequence[str]]:
    """The counted facts by the areas and pieces where they are."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in counted.values():
        for at in dict.fromkeys(each.at.format(seat=seat) for seat in range(seats)) if each.fact else ():
            if each.fact is not None and each.fact not in found[at]:
                found[at].append(each.fact)
    return dict(found)


class _Tracked:
    """Where the pieces are that the viewer can tell apart."""

    def __init__(self, before: Picture, after: Picture) -> None:
        self.before = {piece.id: piece for piece in before.pieces}
        self.after = {piece.id: piece for piece in after.pieces}
        known = self.before.get
        self.changed = {piece.id: piece for piece in after.pieces if known(piece.id) is not piece}
        """The pieces of the picture after that are not the same objects as before: most are."""
        self._places: dict[str, str | None] = {}
        """The last areas to which beats led."""
        self._left: dict[str, int] = {}
        """For how many pieces one now stands from which some were taken, or to which some came."""

    @cached_property
    def _gone(self) -> Sequence[Piece]:
        left = self.before.keys() - self.after.keys()
        return [piece for name, piece in self.before.items() if name in left] if left else ()

    def applied(self, beat: Beat) -> Beat | None:
        """The beat as this viewer follows it; None if it only moves what came and went within the commit."""
        if not isinstance(beat, Show | Move):
            return beat
        if beat.pieces:
            pieces = tuple([self._seen(piece, beat) for piece in beat.pieces if self._is_known(piece)])
        else:
            pieces = self._shown(beat) if isinstance(beat, Show) else self._moved(beat)
        for piece in pieces:
            if isinstance(piece, str):
                if isinstance(beat, Move):
                    self._places[piece] = beat.to
                continue
            if piece.id is not None:
                self._places[piece.id] = piece.inside
            if piece.was is not None:
                self._places[piece.was] = None
        if not pieces and not beat.text:
            return None
        return beat if pieces == beat.pieces else replace(beat, pieces=pieces)

    def _was_seen(self, name: str) -> bool:
        return name in self.before or name in self._places

    def _is_known(self, piece: str | BeatPiece) -> bool:
        return not isinstance(piece, str) or piece in self.after or self._was_seen(piece)

    def _named(self, names: Iterable[str]) -> Pieces:
        """Pieces of the picture after: whole ones where the viewer did not see them until now."""
        return tuple([name if self._was_seen(name) else whole(self.after[name]) for name in names])

    def _shown(self, beat: Show) -> Pieces:
        return self._named(_open_at(self.after.values(), beat.source))

    def _moved(self, beat: Move) -> Pieces:
        if beat.source is None:
            came = _open_at(self.changed.values(), beat.to)
            came += [name for name in self._places if name not in self.changed and self._ends_at(name, beat.to)]
            return self._named([name for name in came if self._place(name) != beat.to])
        lay = _open_at(self._gone if beat.to is None else self.before.values(), beat.source)
        names = [name for name in lay if name not in self._places]
        names += [name for name, place in self._places.items() if place == beat.source]
        return tuple(names if beat.to is not None else [name for name in names if name not in self.after])

    def _ends_at(self, name: str, area: str | None) -> bool:
        return (piece := self.after.get(name)) is not None and piece.inside == area and not piece.down

    def _place(self, name: str) -> str | None:
        old = self.before.get(name)
        return self._places.get(name, None if old is None else old.inside)

    def _seen(self, piece: str | BeatPiece, beat: Show | Move) -> str | BeatPiece:
        """The piece without an earlier id by which this viewer did not know it, whole if it comes into sight; a nameless one
        by the name of all that it joins or leaves, if it is the first or the last of them."""
        if isinstance(piece, str):
            if self._was_seen(piece):
                return piece
            found = whole(self.after[piece])
            return found if isinstance(beat, Show) else replace(found, inside=beat.to)
        if piece.id is None:
            return piece if piece.face is None or isinstance(beat, Show) else self._one_of(piece, piece.face, beat)
        if piece.was is None:
            return piece
        known = (piece.was in self.before or piece.was in self._places) and piece.id not in self.before
        return piece if known else replace(piece, was=None)

    def _one_of(self, piece: BeatPiece, face: str, move: Move) -> str | BeatPiece:
        left = _stack(self.before, move.source, face)
        if left is not None:
            remaining = self._left[left.id] = self._left.get(left.id, left.count) - piece.count
            if remaining > 0 or left.id in self.after:
                left = None
        joined = _stack(self.after, move.to, face)
        if joined is not None:
            known = self.before.get(joined.id)
            self._left[joined.id] = self._left.get(joined.id, 0 if known is None else known.count) + piece.count
            if known is not None or joined.id in self._places:
                joined = None
        if left is not None and move.to is None:
            return left.id
        if left is None and joined is None:
            return piece
        return replace(
            piece,
            id=None if joined is None else joined.id,
            inside=None if joined is None else joined.inside,
            was=None if left is None else left.id,
        )

    def left_over(self, *, faceless: bool) -> list[Beat]:
        """Moves and appearances that no beat told."""
        moved: dict[str | None, list[str]] = defaultdict(list)
        appeared: list[BeatPiece] = []
        for name, piece in {
            **self.changed,
            **{name: self.after[name] for name in self._places if name in self.after},
        }.items():
            if self._place(name) != piece.inside:
                if name in self.before or name in self._places:
                    moved[piece.inside].append(name)
                elif piece.face is not None or (faceless and not piece.down):
                    appeared.append(whole(piece))
        for old in self._gone:
            if old.id not in self._places and (old.face is not None or (faceless and not old.down)):
                moved[None].append(old.id)
        shown: list[Beat] = [Show(tuple(appeared), weight=0)] if appeared else []
        return [*shown, *(Move(tuple(names), to, weight=0) for to, names in moved.items())]


def _open_at(pieces: Iterable[Piece], area: str | None) -> list[str]:
    """The pieces that lie in an area and that the viewer can tell apart."""
    return [piece.id for piece in pieces if piece.inside == area and not piece.down]


def _stack(pieces: Mapping[str, Piece], area: str | None, face: str) -> Piece | None:
    """The piece that stands for all of this face in an area."""
    if area is None:
        return None
    return next((piece for piece in pieces.values() if piece.inside == area and piece.face == face), None)


class _Sums:
    """The figures of facts while beats are applied."""

    def __init__(self, before: Picture, after: Picture, tracked: _Tracked, gains: Sequence[Gain]) -> None:
        self._pictures = ((before, tracked.before), (after, tracked.after))
        self._changed = tracked.changed
        self._figures: dict[Place, tuple[int | None, int | None]] = {}
        """Each fact as the beats so far leave it, and as it is in the end."""
        self._named: dict[Place, int] = defaultdict(int)
        """The changes that beats still to be applied name."""
        for gain in gains:
            self._named[gain.at, gain.fact] += gain.by or 0

    def _of(self, place: Place) -> tuple[int | None, int | None]:
        if place not in self._figures:
            (before, pieces), (after, pieces_after) = self._pictures
            area = place[0] not in pieces and place[0] not in pieces_after
            self._figures[place] = _figure(place, before, pieces, area), _figure(place, after, pieces_after, area)
        return self._figures[place]

    def applied(self, gain: Gain) -> Gain:
        place = gain.at, gain.fact
        figure, end = self._of(place)
        self._named[place] -= gain.by or 0
        if figure is None or end is None:
            return gain
        by = end - figure - self._named[place] if gain.by is None else gain.by
        self._figures[place] = figure + by, end
        return replace(gain, by=by, now=figure + by)

    def left_over(self, places: Mapping[str, Sequence[str]]) -> list[Beat]:
        """What the counted facts changed and no beat told."""
        (before, _), (after, _) = self._pictures
        areas = (at for at, facts in after.facts.items() if before.facts.get(at) != facts)
        gone = (at for at in before.facts if at not in after.facts)
        found: list[Beat] = []
        for at in dict.fromkeys((*self._changed, *areas, *gone, *[at for at, _ in self._figures])):
            for fact in places.get(at, ()):
                figure, end = self._of((at, fact))
                if figure is not None and end is not None and figure != end:
                    found.append(Gain(at, fact, by=end - figure, now=end, weight=0))
        return found


def _figure(place: Place, picture: Picture, pieces: Mapping[str, Piece], area: bool) -> int | None:
    """0 for a fact that an area or piece lacks; None where it is hidden, or the piece is not there."""
    at, key = place
    if area:
        facts = picture.facts.get(at, ())
    elif at in pieces:
        facts = pieces[at].facts
    else:
        return None
    value = next((value for name, value in facts if name == key), 0)
    return value if isinstance(value, int) else None
