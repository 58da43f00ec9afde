"""Completes the beats that a game tells: from the pictures before and after a commit come the figures that no event names,
and what the beats left over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import compress, count
from operator import is_not
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.drawing import Counted, Fact, Picture, Piece, by_area
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
    return Completed(tuple(told), (*tracked.left_over(faceless=faceless), *sums.left_over(counted_facts(counted, seats))))


@memo_by_identity(1 << 6)
def counted_facts(counted: Mapping[str, Counted], seats: int) -> Mapping[str, Sequence[str]]:
    """The counted facts by the areas and pieces where they are."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in counted.values():
        for at in dict.fromkeys(map(each.place, range(seats))) if each.fact else ():
            if each.fact is not None and each.fact not in found[at]:
                found[at].append(each.fact)
    return dict(found)


class _Tracked:
    """Where the pieces are that the viewer can tell apart. Most of them are the same objects in both pictures, so that they
    need not be looked at one by one."""

    def __init__(self, before: Picture, after: Picture) -> None:
        self._pictures = (before.pieces, after.pieces)
        old, new = _differing(before.pieces, after.pieces)
        self._old = {piece.id: piece for piece in old}
        """The pieces of the picture before that are not the same objects in the one after."""
        self.changed = {piece.id: piece for piece in new}
        """The pieces of the picture after that are not the same objects in the one before."""
        self._places: dict[str, str | None] = {}
        """The last areas to which beats led."""
        self._led: list[str] = []
        """The pieces among them that the picture after has as the one before, or not at all."""
        self._left: dict[str, int] = {}
        """For how many pieces one now stands from which some were taken, or to which some came."""

    @cached_property
    def _same(self) -> Mapping[str, Piece]:
        """Has the pieces that are the same objects in both pictures."""
        return {piece.id: piece for piece in self._pictures[1]}

    @cached_property
    def _open_changed(self) -> Mapping[str | None, Sequence[Piece]]:
        return by_area([piece for piece in self.changed.values() if not piece.down])

    @cached_property
    def _open_gone(self) -> Mapping[str | None, Sequence[Piece]]:
        return by_area([piece for piece in self._gone if not piece.down])

    @cached_property
    def _gone(self) -> Sequence[Piece]:
        return [piece for name, piece in self._old.items() if name not in self.changed]

    def earlier(self, name: str) -> Piece | None:
        """The piece in the picture before."""
        found = self._old.get(name)
        return found if found is not None or name in self.changed else self._same.get(name)

    def later(self, name: str) -> Piece | None:
        """The piece in the picture after."""
        found = self.changed.get(name)
        return found if found is not None or name in self._old else self._same.get(name)

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
                    self._lead(piece, beat.to)
                continue
            if piece.id is not None:
                self._lead(piece.id, piece.inside)
            if piece.was is not None:
                self._lead(piece.was, None)
        if not pieces and not beat.text:
            return None
        return beat if pieces == beat.pieces else replace(beat, pieces=pieces)

    def _lead(self, name: str, area: str | None) -> None:
        if name not in self._places and name not in self.changed:
            self._led.append(name)
        self._places[name] = area

    def _was_seen(self, name: str) -> bool:
        return name in self._places or self.earlier(name) is not None

    def _is_known(self, piece: str | BeatPiece) -> bool:
        return not isinstance(piece, str) or self._was_seen(piece) or self.later(piece) is not None

    def _named(self, pieces: Iterable[Piece]) -> Pieces:
        """Pieces of the picture after: whole ones where the viewer did not see them until now."""
        return tuple([piece.id if self._was_seen(piece.id) else whole(piece) for piece in pieces])

    def _shown(self, beat: Show) -> Pieces:
        return self._named(_open_at(self._pictures[1], beat.source))

    def _moved(self, beat: Move) -> Pieces:
        if beat.source is None:
            returned = [piece for name in self._led if (piece := self.later(name)) is not None]
            came = [*self._open_changed.get(beat.to, ()), *_open_at(returned, beat.to)]
            return self._named([piece for piece in came if self._place(piece.id) != beat.to])
        lay = self._open_gone.get(beat.source, ()) if beat.to is None else _open_at(self._pictures[0], beat.source)
        names = [piece.id for piece in lay if piece.id not in self._places]
        names += [name for name, place in self._places.items() if place == beat.source]
        return tuple(names if beat.to is not None else [name for name in names if self.later(name) is None])

    def _place(self, name: str) -> str | None:
        if name in self._places:
            return self._places[name]
        old = self.earlier(name)
        return None if old is None else old.inside

    def _seen(self, piece: str | BeatPiece, beat: Show | Move) -> str | BeatPiece:
        """The piece without an earlier id by which this viewer did not know it, whole if it comes into sight; a nameless one
        by the name of all that it joins or leaves, if it is the first or the last of them."""
        if isinstance(piece, str):
            if self._was_seen(piece):
                return piece
            later = self.later(piece)
            assert later is not None  # Others are left out.
            found = whole(later)
            return found if isinstance(beat, Show) else replace(found, inside=beat.to)
        if piece.id is None:
            return piece if piece.face is None or isinstance(beat, Show) else self._one_of(piece, piece.face, beat)
        if piece.was is None:
            return piece
        known = self._was_seen(piece.was) and self.earlier(piece.id) is None
        return piece if known else replace(piece, was=None)

    def _one_of(self, piece: BeatPiece, face: str, move: Move) -> str | BeatPiece:
        left = _stack(self._pictures[0], move.source, face)
        if left is not None:
            remaining = self._left[left.id] = self._left.get(left.id, left.count) - piece.count
            if remaining > 0 or self.later(left.id) is not None:
                left = None
        joined = _stack(self._pictures[1], move.to, face)
        if joined is not None:
            known = self.earlier(joined.id)
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
        led = {name: later for name in self._places if (later := self.later(name)) is not None}
        for name, piece in {**self.changed, **led}.items():
            if self._place(name) != piece.inside:
                if self._was_seen(name):
                    moved[piece.inside].append(name)
                elif piece.face is not None or (faceless and not piece.down):
                    appeared.append(whole(piece))
        for old in self._gone:
            if old.id not in self._places and (old.face is not None or (faceless and not old.down)):
                moved[None].append(old.id)
        shown: list[Beat] = [Show(tuple(appeared), weight=0)] if appeared else []
        return [*shown, *(Move(tuple(names), to, weight=0) for to, names in moved.items())]


def _differing(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """The pieces of each that are not the same objects in the other, without a look at what both begin and end with."""
    shorter = min(len(before), len(after))
    head = next(compress(count(), map(is_not, before, after)), shorter)
    tail = min(next(compress(count(), map(is_not, reversed(before), reversed(after))), shorter), shorter - head)
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    known, now = set(map(id, old)), set(map(id, new))
    return [piece for piece in old if id(piece) not in now], [piece for piece in new if id(piece) not in known]


def _open_at(pieces: Iterable[Piece], area: str | None) -> list[Piece]:
    """The pieces that lie in an area and that the viewer can tell apart."""
    return [piece for piece in pieces if piece.inside == area and not piece.down]


def _stack(pieces: Iterable[Piece], area: str | None, face: str) -> Piece | None:
    """The piece that stands for all of this face in an area."""
    if area is None:
        return None
    return next((piece for piece in pieces if piece.inside == area and piece.face == face), None)


class _Sums:
    """The figures of facts while beats are applied."""

    def __init__(self, before: Picture, after: Picture, tracked: _Tracked, gains: Sequence[Gain]) -> None:
        self._facts = (before.facts, after.facts)
        self._tracked = tracked
        self._figures: dict[Place, tuple[int | None, int | None]] = {}
        """Each fact as the beats so far leave it, and as it is in the end."""
        self._named: dict[Place, int] = defaultdict(int)
        """The changes that beats still to be applied name."""
        for gain in gains:
            self._named[gain.at, gain.fact] += gain.by or 0

    def _of(self, place: Place) -> tuple[int | None, int | None]:
        if (found := self._figures.get(place)) is None:
            found = self._figures[place] = self._ends(*place)
        return found

    def _ends(self, at: str, fact: str) -> tuple[int | None, int | None]:
        """The fact in both pictures; None where it is hidden, or the piece is not there."""
        before, after = self._facts
        if at not in before and at not in after:
            pieces = self._tracked.earlier(at), self._tracked.later(at)
            if pieces != (None, None):
                one, other = [None if piece is None else _figure(piece.facts, fact) for piece in pieces]
                return one, other
        return _figure(before.get(at, ()), fact), _figure(after.get(at, ()), fact)

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
        before, after = self._facts
        areas = (at for at, facts in after.items() if before.get(at) != facts)
        gone = (at for at in before if at not in after)
        found: list[Beat] = []
        for at in dict.fromkeys((*self._tracked.changed, *areas, *gone, *[at for at, _ in self._figures])):
            for fact in places.get(at, ()):
                figure, end = self._of((at, fact))
                if figure is not None and end is not None and figure != end:
                    found.append(Gain(at, fact, by=end - figure, now=end, weight=0))
        return found


def _figure(facts: Sequence[Fact], key: str) -> int | None:
    """0 for a fact that is missing; None where it is hidden."""
    value = next((value for name, value in facts if name == key), 0)
    return value if isinstance(value, int) else None
