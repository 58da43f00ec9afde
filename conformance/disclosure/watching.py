"""Watches whole games: which fields of views, events and commands own seat, other seats and spectators ever see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
import msgspec.inspect

from conformance.disclosure.fields import (
    HIDING,
    Paths,
    fields_of,
    inside,
    is_empty,
    named_fields,
    paths_of,
    tag_of,
    tells,
)
from conformance.playing import values_of
from domain.game import AnyGame

Reader: TypeAlias = Literal["own", "seats", "spectators"]
READERS: tuple[Reader, ...] = ("own", "seats", "spectators")
"""The seat whose it is; other seats, or all where it is nobody's; those without a seat."""
OWNERS = ("seat", "who", "by")
"""Fields with the number of the seat that an event, or a part of one, is of."""
VIEW = "view"
BY_FIELD = ""
OFTEN = 20
"""Of a field that was seen more seldom nobody can say that it is never hidden."""


class Level(IntEnum):
    """How much a reader ever sees of a field."""

    UNKNOWN = 0
    """It never came up."""
    NEVER = 1
    AT_THE_END = 2
    """Only once the game is over, and in the commit that ends it."""
    SEES = 3


class Row(NamedTuple):
    """A field of the view, of an event or of a command; with an empty path the event or command itself."""

    kind: str
    path: str


class Commit(NamedTuple):
    """One commit of a game."""

    seats: int
    seat: int | None
    """The seat that gave the command; None: the set-up."""
    command: Any
    events: Sequence[Any]
    after: Any


class _At(NamedTuple):
    """A place in a view, event or command that somebody reads."""

    kind: str
    paths: Paths
    seats: int
    path: str
    source: str
    """The list whose places are the seats that own what is in it; BY_FIELD: a field says so, or nobody does."""
    owner: int | None
    exact: tuple[Any, ...]
    """The reader, and the path with the places in lists."""

    def item(self, place: Any, owner: int | None = None) -> _At:
        """An item of the list or mapping here."""
        owner = self.owner if owner is None else owner
        return self._replace(path=f"{self.path}[]", owner=owner, exact=(*self.exact, place))


class Watch:
    """What was seen in the commits that it was shown."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._seen: dict[tuple[Row, str], dict[Reader, Level]] = {}
        """By field and by the list whose places are seats (BY_FIELD: another way) the level of each reader."""
        self._uneven = set[tuple[str, str]]()
        """Lists, each with its kind, that do not have an item for each seat."""
        self._last: dict[tuple[Any, ...], tuple[Any, Any]] = {}
        """By reader and field of the view what was there and what was shown the last time."""
        self._samples: dict[str, tuple[Any, int | None, int]] = {}
        """Of each kind an event or command, with the seat that gave the command and the number of seats."""
        self.sightings = Counter[Row]()
        self.hidden = Counter[Row]()
        """How often a field had something, and how often it was hidden from somebody."""
        self.more_to_spectators: dict[str, str] = {}
        """By kind the first field that a spectator saw and a seat did not, as a sentence."""
        self.told = Counter[str]()
        """How often each kind of event and command came up."""

    def look(self, commit: Commit) -> None:
        """Notes what everybody sees of a commit."""
        game, level = self.game, Level.SEES
        if game.rules.outcome(commit.after) is not None:
            level = Level.AT_THE_END
        viewers = (None, *range(commit.seats))
        whole = game.gate.open_view(commit.after)
        self._compare(VIEW, whole, {viewer: game.gate.view(commit.after, viewer) for viewer in viewers}, None, level)
        for event in commit.events:
            shown = {viewer: game.gate.redact(event, viewer) for viewer in viewers}
            self._compare(kind_of("event", type(event)), event, shown, None, level)
            self._samples.setdefault(kind_of("event", type(event)), (event, None, commit.seats))
        if commit.seat is not None:
            given = {viewer: game.gate.redact_command(commit.command, commit.seat, viewer) for viewer in viewers}
            kind = kind_of("command", type(commit.command))
            self._compare(kind, commit.command, given, commit.seat, level)
            self._samples.setdefault(kind, (commit.command, commit.seat, commit.seats))

    def _compare(self, kind: str, whole: Any, shown: Mapping[int | None, Any], owner: int | None, level: Level) -> None:
        self.told[kind] += 1
        seats = len(shown) - 1
        for seat in range(seats):
            more = more_than(shown[None], shown[seat], "")
            if more is not None:
                what = f"`{more}` of {kind}" if more else kind
                self.more_to_spectators.setdefault(kind, f"spectators see {what}, and seat {seat} does not: {whole}")
        owned = _owner(whole, owner)
        for viewer, each in shown.items():
            self._note(Row(kind, ""), BY_FIELD, owned, viewer, Level.NEVER if each is None else level)
            if each is None:
                self.hidden[Row(kind, "")] += 1
                continue
            at = _At(kind, paths_of(type(whole)), seats, "", BY_FIELD, owned, (viewer, seats, level))
            for row, source, owner_of, masked in self._fields(at, whole, each):
                self._note(row, source, owner_of, viewer, Level.NEVER if masked else level)
                self.sightings[row] += 1
                self.hidden[row] += masked

    def _walk(self, at: _At, whole: Any, shown: Any) -> Iterator[tuple[Row, str, int | None, bool]]:
        """The fields that have something and may be hidden, or are, each with its owner and whether it is hidden."""
        path = at.path
        if path not in at.paths.ways and path not in at.paths.hiding and (shown is whole or shown == whole):
            return
        if isinstance(whole, HIDING) or is_empty(whole) or self._is_as_before(at, whole, shown):
            return
        masked = not tells(shown)
        if masked or path in at.paths.hiding:
            yield Row(at.kind, path), at.source, at.owner, masked
        if masked:
            return
        if isinstance(whole, msgspec.Struct):
            yield from self._fields(at, whole, shown)
        elif isinstance(whole, Mapping):
            for key, part in whole.items():
                yield from self._walk(at.item(key), part, shown.get(key))
        elif isinstance(whole, Sequence) and not isinstance(whole, str) and len(whole) == len(shown):
            by_seat = at.owner is None and len(whole) == at.seats
            if at.owner is None and not by_seat:
                self._uneven.add((at.kind, path))
            owned = at._replace(source=path) if by_seat else at
            for place, (part, other) in enumerate(zip(whole, shown, strict=True)):
                yield from self._walk(owned.item(place, place if by_seat else at.owner), part, other)

    def _fields(self, at: _At, whole: msgspec.Struct, shown: Any) -> Iterator[tuple[Row, str, int | None, bool]]:
        here, owner = at.path, None
        if here:
            here, owner = f"{here}{tag_of(type(whole))}", _owner(whole, None)
        if owner is not None:
            at = at._replace(source=BY_FIELD, owner=owner)
        for name, written in named_fields(whole):
            inner = at._replace(path=inside(here, written), exact=(*at.exact, name))
            yield from self._walk(inner, getattr(whole, name), getattr(shown, name, None))

    def _is_as_before(self, at: _At, whole: Any, shown: Any) -> bool:
        """Whether the same reader saw the same in this place the last time; most of a view stays as it is."""
        if at.kind != VIEW or not at.path:
            return False
        key = (at.exact, at.owner)
        known = self._last.get(key)
        if known is not None and known[0] == whole and known[1] == shown:
            return True
        self._last[key] = (whole, shown)
        return False

    def _note(self, row: Row, source: str, owner: int | None, viewer: int | None, level: Level) -> None:
        reader: Reader = "spectators" if viewer is None else "own" if viewer == owner else "seats"
        levels = self._seen.setdefault((row, source), {})
        levels[reader] = max(level, levels.get(reader, Level.UNKNOWN))

    def levels(self, row: Row) -> tuple[Level, Level, Level]:
        """What own seat, other seats and spectators see of a field."""
        found = dict.fromkeys(READERS, Level.UNKNOWN)
        for (seen, source), levels in self._seen.items():
            if seen == row:
                for reader, level in levels.items():
                    of: Reader = "seats" if reader == "own" and (row.kind, source) in self._uneven else reader
                    found[of] = max(found[of], level)
        return found["own"], found["seats"], found["spectators"]

    def kinds(self) -> Iterator[tuple[str, type[Any]]]:
        """The view, all events and all commands."""
        types = self.game.types
        yield VIEW, types.view
        yield from ((kind_of("event", each), each) for each in types.events)
        yield from ((kind_of("command", each), each) for each in types.commands)

    def never_hidden(self) -> Iterator[tuple[Row, str]]:
        """Fields that may be hidden by their type, have something often, and are hidden from nobody at any time; nor would
        they be if another field had one of its other values."""
        for kind, of in self.kinds():
            for field in fields_of(of):
                row = Row(kind, field.path)
                seen = field.may_be_hidden and self.sightings[row] >= OFTEN
                if seen and not self.hidden[row] and not self.hidden[Row(kind, "")] and not self._seldom_hidden(row):
                    yield row, f"{of.__name__}.{field.path}"

    def _seldom_hidden(self, row: Row) -> bool:
        """Whether an event or command like one that was seen would be hidden: a card that was taken from another place."""
        if row.kind not in self._samples:
            return False
        sample, seat, seats = self._samples[row.kind]
        for other in _variants(sample):
            for viewer in (None, *range(seats)):
                gate = self.game.gate
                shown = gate.redact(other, viewer) if seat is None else gate.redact_command(other, seat, viewer)
                if isinstance(getattr(shown, row.path, None), HIDING):
                    return True
        return False


def _variants(value: msgspec.Struct) -> Iterator[Any]:
    """The value with another one of the few values that a field may have."""
    for field in msgspec.structs.fields(value):
        info = msgspec.inspect.type_info(field.type)
        listed = (info.extra_json_schema or {}).get("enum", ()) if isinstance(info, msgspec.inspect.Metadata) else ()
        for other in (*values_of(info), *listed):
            yield msgspec.structs.replace(value, **{field.name: other})


def kind_of(what: str, kind: type[Any]) -> str:
    return f"{what} {kind.__struct_config__.tag}"


def _owner(whole: Any, owner: int | None) -> int | None:
    """The seat that a Struct names as its own."""
    if owner is not None:
        return owner
    named = (getattr(whole, name, None) for name in OWNERS)
    return next((seat for seat in named if isinstance(seat, int)), None)


def more_than(one: Any, other: Any, path: str) -> str | None:
    """The path of something that the first shows and the second does not; None if there is nothing."""
    if not tells(one) or one == other:
        return None
    if not tells(other):
        return path
    if isinstance(one, msgspec.Struct):
        for name, written in named_fields(one):
            more = more_than(getattr(one, name), getattr(other, name, None), inside(path, written))
            if more is not None:
                return more
    elif isinstance(one, Mapping):
        for key, part in one.items():
            more = more_than(part, other.get(key), f"{path}[]")
            if more is not None:
                return more
    elif isinstance(one, tuple | list) and len(one) == len(other):
        for part, less in zip(one, other, strict=True):
            more = more_than(part, less, f"{path}[]")
            if more is not None:
                return more
    return None
