"""Completes the beats that a game tells: from the pictures before and after a commit come the figures that no event names,
and what the beats left over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, compress, count
from operator import attrgetter, is_not, ne, not_
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.drawing import Counted, Fact, Picture, Piece, by_area
from domain.kit.memo import memo_by_identity
from domain.scenes import Beat, BeatPiece, Gain, Move, Pieces, Scene, Show, Weight, whole

ID = attrgetter("id")
Place: TypeAlias = tuple[str, str]
"""The id of an area or piece, and a fact there."""


class Completed(NamedTuple):
    """A scene in its parts."""

    told: Scene
    """The beats of the game, with `by` and `now` of gains filled in."""
    left_over: Scene
    """Beats without a text with what they left over: after them each piece that moved, came or went is in its area of the
    picture after, and each counted fact is as there."""
    signs: Scene
    """A silent beat of what comes and goes with the position and that games need not tell: pieces without a face, such as
    markers of what may be done and heaps of cards that nobody can tell apart."""

    @property
    def scene(self) -> Scene:
        return self.told + self.left_over + self.signs


def completed(
    beats: Iterable[Beat],
    before: Picture,
    after: Picture,
    counted: Mapping[str, Counted],
    seats: int,
    *,
    faceless: bool = False,
) -> Completed:
    """`faceless`: whether open pieces without a face are shown coming and going, because no beat of the game does it. What
    is left over is worth a look then."""
    tracked = _Tracked(before, after, faceless=faceless)
    told = tracked.turned_down([applied for beat in beats if (applied := tracked.applied(beat)) is not None])
    gains = [beat for beat in told if type(beat) is Gain]
    sums = _Sums(before, after, tracked, gains)
    if gains:
        told = [sums.applied(beat) if type(beat) is Gain else beat for beat in told]
        told = [beat for beat in told if type(beat) is not Gain or beat.text or _changes(beat, tracked)]
    left_over = (*tracked.left_over(), *sums.left_over(counted_facts(counted, seats)))
    return Completed(tuple(told), left_over, tracked.signs())


def _changes(gain: Gain, tracked: _Tracked) -> bool:
    """Whether a fact changed. Of a piece that came with its figures, or went with them, none is seen to change unless the
    game says by how much."""
    return gain.by is not None if tracked.one_sided(gain.at) else gain.by != 0


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

    def __init__(self, before: Picture, after: Picture, *, faceless: bool) -> None:
        self._faceless = faceless
        self._pictures = (before.pieces, after.pieces)
        old, new = _differing(before.pieces, after.pieces)
        self._old = {piece.id: piece for piece in old}
        """The pieces of the picture before that are not the same objects in the one after."""
        self.changed = {piece.id: piece for piece in new}
        """The pieces of the picture after that are not the same objects in the one before."""
        self._gone = [piece for name, piece in self._old.items() if name not in self.changed]
        self._came = [piece for name, piece in self.changed.items() if name not in self._old]
        self._places: dict[str, str | None] = {}
        """The last areas to which beats led."""
        self._led: dict[str, Piece] = {}
        """The pieces among them that the picture after has as the one before."""
        self._ended: list[str] = []
        """Those among them that the picture after does not have."""
        self._left: dict[str, int] = {}
        """For how many pieces one now stands from which some were taken, or to which some came."""

    @cached_property
    def _same(self) -> Mapping[str, Piece]:
        """Has the pieces that are the same objects in both pictures."""
        return dict(zip(map(ID, self._pictures[1]), self._pictures[1], strict=True))

    @cached_property
    def _open_changed(self) -> Mapping[str | None, Sequence[Piece]]:
        return by_area([piece for piece in self.changed.values() if not piece.down])

    @cached_property
    def _open_gone(self) -> Mapping[str | None, Sequence[Piece]]:
        return by_area([piece for piece in self._gone if not piece.down])

    def earlier(self, name: str) -> Piece | None:
        """The piece in the picture before."""
        found = self._old.get(name)
        return found if found is not None or name in self.changed else self._same.get(name)

    def later(self, name: str) -> Piece | None:
        """The piece in the picture after."""
        found = self.changed.get(name)
        return found if found is not None or name in self._old else self._same.get(name)

    def one_sided(self, name: str) -> bool:
        """Whether it is a piece of one of the pictures alone."""
        return (name in self._old) != (name in self.changed)

    def applied(self, beat: Beat) -> Beat | None:
        """The beat as this viewer follows it; None if it only moves what came and went within the commit."""
        if type(beat) is Move:
            pieces = self._followed(beat) if beat.pieces else self._moved(beat)
        elif type(beat) is Show:
            pieces = self._followed(beat) if beat.pieces else self._shown(beat)
        else:
            return beat
        if not pieces and not beat.text:
            return None
        for piece in pieces:
            if isinstance(piece, str):
                if type(beat) is Move:
                    self._lead(piece, beat.to)
                continue
            if piece.id is not None:
                self._lead(piece.id, piece.inside)
            if piece.was is not None:
                self._lead(piece.was, None)
        return beat if pieces == beat.pieces else replace(beat, pieces=pieces)

    def _followed(self, beat: Show | Move) -> Pieces:
        """The pieces that a game names, without those that came and went within the commit."""
        return tuple([seen for piece in beat.pieces if (seen := self._seen(piece, beat)) is not None])

    def _lead(self, name: str, area: str | None) -> None:
        if name not in self._places and name not in self.changed:
            later = self.later(name)
            if later is None:
                self._ended.append(name)
            else:
                self._led[name] = later
        self._places[name] = area

    def _was_seen(self, name: str) -> bool:
        return name in self._places or self.earlier(name) is not None

    def _named(self, pieces: Iterable[Piece]) -> Pieces:
        """Pieces of the picture after: whole ones where the viewer did not see them until now."""
        return tuple([piece.id if self._was_seen(piece.id) else whole(piece) for piece in pieces])

    def _shown(self, beat: Show) -> Pieces:
        return self._named(_open_at(self._pictures[1], beat.source))

    def _moved(self, beat: Move) -> Pieces:
        if beat.source is None:
            came = self._open_changed.get(beat.to, ())
            if self._led:
                came = [*came, *_open_at(self._led.values(), beat.to)]
            return self._named([piece for piece in came if self._place(piece.id) != beat.to]) if came else ()
        lay = self._open_gone.get(beat.source, ()) if beat.to is None else _open_at(self._pictures[0], beat.source)
        names = [piece.id for piece in lay if piece.id not in self._places]
        if beat.source in self._places.values():
            names += [name for name, place in self._places.items() if place == beat.source]
        return tuple(names if beat.to is not None else [name for name in names if self.later(name) is None])

    def _place(self, name: str) -> str | None:
        if name in self._places:
            return self._places[name]
        old = self._old.get(name)
        return None if old is None else old.inside

    def _seen(self, piece: str | BeatPiece, beat: Show | Move) -> str | BeatPiece | None:
        """The piece without an earlier id by which this viewer did not know it, whole if it comes into sight; a nameless one
        by the name of all that it joins or leaves, if it is the first or the last of them; None for one that nobody saw."""
        if isinstance(piece, str):
            if self._was_seen(piece):
                return piece
            later = self.later(piece)
            if later is None:
                return None
            found = whole(later)
            return found if isinstance(beat, Show) else replace(found, inside=beat.to)
        if piece.id is None:
            return piece if isinstance(beat, Show) else self._one_of(piece, beat)
        if piece.was is None:
            return piece
        known = self._was_seen(piece.was) and self.earlier(piece.id) is None
        return piece if known else replace(piece, was=None)

    def _one_of(self, piece: BeatPiece, move: Move) -> str | BeatPiece:
        left = _alike(self._gone, move.source, piece)
        if left is not None:
            remaining = self._left[left.id] = self._left.get(left.id, left.count) - piece.count
            if remaining > 0:
                left = None
        if left is not None and move.to is None:
            return left.id
        found = self._joined(piece, move.to)
        return found if left is None else replace(found, was=left.id)

    def _joined(self, piece: BeatPiece, area: str | None) -> BeatPiece:
        """A nameless piece by the name of all that lie there in the end, if it is the first of them."""
        joined = _alike(self._came, area, piece)
        if joined is None or joined.id in self._places:
            return piece
        return replace(whole(joined), count=piece.count, was=piece.was)

    def turned_down(self, told: list[Beat]) -> list[Beat]:
        """The beats. With its last move a piece loses its name, if this viewer cannot tell it from others in the end."""
        lost = {*self._lost()} if self._ended else ()
        last: dict[str, int | None] = {}
        for number, beat in enumerate(told) if lost else ():
            for piece in beat.pieces if isinstance(beat, Show | Move) else ():
                if (name := _name(piece)) is not None and name in lost:
                    known = name in last or self.earlier(name) is not None
                    last[name] = number if known and isinstance(beat, Move) else None
        moves: dict[int, dict[str | None, str | BeatPiece]] = {}
        for name, at in last.items():
            if at is not None:
                move = told[at]
                assert isinstance(move, Move)
                if at not in moves:
                    moves[at] = {_name(piece): piece for piece in move.pieces}
                moves[at][name] = self._nameless(name, moves[at][name], move.to)
        for at, nameless in moves.items():
            move = told[at]
            assert isinstance(move, Move)
            told[at] = replace(
                move, pieces=tuple([nameless[_name(piece)] if _name(piece) else piece for piece in move.pieces])
            )
        return told

    def _lost(self) -> Iterator[str]:
        """The pieces with a face or a back that have no name in the picture after, although they are still there."""
        for name in self._ended:
            old = self._old.get(name)
            if self._places[name] is not None and (old is None or old.face is not None or old.down):
                yield name

    def _nameless(self, name: str, piece: str | BeatPiece, area: str | None) -> BeatPiece:
        self._lead(name, None)
        was = name if isinstance(piece, str) or piece.was is None else piece.was
        joined = self._joined(BeatPiece(down=True, was=was), area)
        if joined.id is not None:
            self._lead(joined.id, area)
        return joined

    def left_over(self) -> list[Beat]:
        """Moves and appearances that no beat told."""
        moved: dict[str | None, list[str | BeatPiece]] = defaultdict(list)
        appeared: list[BeatPiece] = []
        for name, piece in chain(self.changed.items(), self._led.items()):
            if self._place(name) != piece.inside:
                if self._was_seen(name):
                    moved[piece.inside].append(name)
                elif not self._is_sign(piece):
                    appeared.append(whole(piece))
        for old in self._gone:
            if old.id not in self._places and not self._is_sign(old):
                moved[None].append(old.id)
        for name in self._lost():
            moved[self._places[name]].append(BeatPiece(down=True, was=name))
        weight: Weight = 1 if self._faceless else 0
        shown: list[Beat] = [Show(tuple(appeared), weight=weight)] if appeared else []
        return [*shown, *(Move(tuple(pieces), to, weight=weight) for to, pieces in moved.items())]

    def _is_sign(self, piece: Piece) -> bool:
        return piece.face is None and (piece.down or not self._faceless)

    def signs(self) -> Scene:
        """Whatever came and went without a face and without a beat."""
        came = [whole(piece) for piece in self._came if self._is_sign(piece) and piece.id not in self._places]
        gone = [
            BeatPiece(was=old.id)
            for old in self._gone
            if self._is_sign(old) and self._places.get(old.id, old.inside) is not None
        ]
        return (Show((*came, *gone), weight=0),) if came or gone else ()


NEAR = 6
"""Among how many pieces the next one is looked for that two pictures have alike."""
FEW = 6
"""How many pieces at most are compared by their places."""


def _differing(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """The pieces of each that are not the same objects in the other. Between a few that are not, both have long runs that
    are the same: those are passed over without a look at single pieces."""
    return _in_place(before, after) or _shifted(before, after)


def _in_place(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]] | None:
    """The same, if it is seen at once: each piece has kept its place among the others. Games with few
    cards that move have it in three of four commits."""
    if len(before) != len(after):
        return None
    places = [*compress(count(), map(is_not, before, after))]
    if len(places) > FEW:
        return None
    old, new = [before[place] for place in places], [after[place] for place in places]
    return (old, new) if [*map(ID, old)] == [*map(ID, new)] else None


def _shifted(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """The same, if pieces came, went or changed their places."""
    old: list[Piece] = []
    new: list[Piece] = []
    while True:
        same = next(compress(count(), map(is_not, before, after)), None)
        if same is None:
            break
        before, after = before[same:], after[same:]
        gone, came = _next_alike(before, after)
        old += before[:gone]
        new += after[:came]
        before, after = before[gone:], after[came:]
    shorter = min(len(before), len(after))
    old += before[shorter:]
    new += after[shorter:]
    return (old, new) if not old or not new else (_except(old, {*map(id, new)}), _except(new, {*map(id, old)}))


def _next_alike(before: Sequence[Piece], after: Sequence[Piece]) -> tuple[int, int]:
    """The places of the next piece that is the same object in both, after the first ones, which are not; the lengths of
    both, if none is near."""
    one, other = before[:NEAR], after[:NEAR]
    if len(one) > 1 < len(other) and one[1] is other[1]:  # As it is most often: a piece was changed.
        return 1, 1
    for place, piece in enumerate(one):
        for there, found in enumerate(other):
            if piece is found:
                return place, there
    return len(before), len(after)


def _except(pieces: Sequence[Piece], others: Container[int]) -> Sequence[Piece]:
    """The pieces that are none of the other objects, which are given by their ids."""
    return [*compress(pieces, map(not_, map(others.__contains__, map(id, pieces))))]


def _open_at(pieces: Iterable[Piece], area: str | None) -> list[Piece]:
    """The pieces that lie in an area and that the viewer can tell apart."""
    return [piece for piece in pieces if piece.inside == area and not piece.down]


def _alike(pieces: Iterable[Piece], area: str | None, one: BeatPiece) -> Piece | None:
    """The piece that stands for all like one in an area: those of its face, or those that lie face down."""
    if area is None:
        return None
    return next((each for each in pieces if each.inside == area and each.face == one.face and each.down == one.down), None)


def _name(piece: str | BeatPiece) -> str | None:
    return piece if isinstance(piece, str) else piece.id


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
        before, after = self._facts_of(at)
        return None if before is None else _figure(before, fact), None if after is None else _figure(after, fact)

    def _facts_of(self, at: str) -> tuple[Sequence[Fact] | None, Sequence[Fact] | None]:
        """The facts of an area or piece in both pictures; None where the piece is not there."""
        before, after = self._facts
        if at not in before and at not in after:
            one, other = self._tracked.earlier(at), self._tracked.later(at)
            if one is not None or other is not None:
                return None if one is None else one.facts, None if other is None else other.facts
        return before.get(at, ()), after.get(at, ())

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
        if [*before] == [*after]:  # As it is most often.
            areas = [*compress(after, map(ne, before.values(), after.values()))]
        else:
            areas = [at for at in {**after, **before} if before.get(at) != after.get(at)]
        found: list[Beat] = []
        for at in dict.fromkeys(chain(self._tracked.changed, areas, [at for at, _ in self._figures])):
            if at in places:
                found += self._remaining(at, places[at])
        return found

    def _remaining(self, at: str, facts: Sequence[str]) -> Iterator[Gain]:
        before, after = self._facts_of(at)
        known = None if before is None or after is None else (dict(before), dict(after))
        for fact in facts:
            ends: Sequence[int | str | None] | None = self._figures.get((at, fact))
            if ends is None and known is not None:
                ends = [each.get(fact, 0) for each in known]
            figure, end = ends or (None, None)
            if figure != end and isinstance(figure, int) and isinstance(end, int):
                yield Gain(at, fact, by=end - figure, now=end, weight=0)


def _figure(facts: Sequence[Fact], key: str) -> int | None:
    """0 for a fact that is missing; None where it is hidden."""
    for name, value in facts:
        if name == key:
            return value if isinstance(value, int) else None
    return 0
