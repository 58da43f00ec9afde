"""Many finished games as one file: a line of JSON for each, with all commits, and a last line that says that it is the last.

::

    {"id":"0g…","ruleset":"…","status":"finished","next":"…","commits":[{…},{…}],"names":{…}}
    {"id":"0g…","ruleset":"…","status":"finished","next":"…","problem":"archive_damaged"}
    {"games":2,"next":null}

`next` is where to go on after this game. A commit has the same fields as a line of an exported game. `names` is what the
last line of such a file has; it is missing if no name is known. So a line can be verified and imported by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from events.envelope import Commit, exported_line, published_secret, whole
from events.errors import GameUnreadable, LogDamaged, StoreUnavailable, UnknownGame
from events.log.names import KeptName, encoded_names, kept_names
from events.store_types import Cursor, GameSummary, Page, Slice

PAGE = 50
"""Games that are found at once. Of their logs one is in memory at a time."""


class GameFound(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a line besides the commits."""

    id: str
    ruleset: str
    status: str
    next: str = ""
    """Where to go on after this game."""
    problem: str | msgspec.UnsetType = msgspec.UNSET
    """Why the commits are missing, as a code."""


class Ending(msgspec.Struct, frozen=True):
    """The last line."""

    games: int
    """How many games came before."""
    next: str | None
    """Where to go on; None: these were all."""


class Line(NamedTuple):
    """A line of the file, and the number of commits in it."""

    text: bytes
    commits: int


def cursor_text(place: Cursor) -> str:
    return f"{place[0]}-{place[1]}"


def lines(
    page: Callable[[Cursor | None, int], Page[GameSummary]],
    read: Callable[[str], Slice],
    after: Cursor | None,
    limit: int,
) -> Iterator[Line]:
    """The lines of up to `limit` games after a place.

    `page(after, count)` finds games, `read` the log of one, with a GameUnreadable if it cannot.
    Raises StoreUnavailable; then the lines so far are good, and the last line is missing.
    """
    count, place = 0, after
    while count < limit:
        found = page(place, min(PAGE, limit - count))
        for game, where in zip(found.summaries, found.places, strict=True):
            known = GameFound(id=game.id, ruleset=game.ruleset, status=game.status, next=cursor_text(where))
            try:
                line = _line(known, read(game.id))
            except UnknownGame:
                continue  # It was deleted since it was found.
            except StoreUnavailable:
                raise
            except GameUnreadable as error:
                yield Line(msgspec.json.encode(msgspec.structs.replace(known, problem=error.code)) + b"\n", 0)
            else:
                yield line
            count += 1
        place = found.next
        if place is None:
            break
    yield Line(msgspec.json.encode(Ending(count, None if place is None else cursor_text(place))) + b"\n", 0)


def _line(known: GameFound, log: Slice) -> Line:
    """The line of a whole log. Raises LogDamaged."""
    commits = _finished(known.id, log.commits)
    return Line(_with_commits(known, commits, kept_names(log.secrets)), len(commits))


def _finished(game: str, commits: list[Commit]) -> list[Commit]:
    """The commits, if they are the whole log of a game that is over. Raises LogDamaged: nothing else may leave."""
    if not commits or not whole(commits, 1, len(commits)) or published_secret(commits[-1]) is None:
        raise LogDamaged(game, "it is listed as over, and its log has no end, or gaps")
    return commits


def _with_commits(known: GameFound, commits: list[Commit], names: Mapping[str, KeptName]) -> bytes:
    last = b',"names":%b' % encoded_names(names) if names else b""
    return b'%b,"commits":[%b]%b}\n' % (msgspec.json.encode(known)[:-1], b",".join(map(exported_line, commits)), last)


class Read(NamedTuple):
    """A line of a file of many games: the game and its commits as a file of their own."""

    game: GameFound
    lines: list[bytes]


def is_bulk(first_line: bytes) -> bool:
    """Whether a file that begins with this line has many games."""
    try:
        found = msgspec.json.decode(first_line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return {"id", "status"} <= found.keys() or found.keys() == {"games", "next"}


class _Line(GameFound, frozen=True, kw_only=True):
    commits: list[msgspec.Raw] = []
    names: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def read_bulk(file: Iterable[bytes]) -> Iterator[Read | Ending]:
    """The games of a file, one at a time, and at last its ending, unless the file was cut. Raises msgspec.DecodeError."""
    for text in file:
        if text.startswith(b'{"games":'):
            yield msgspec.json.decode(text, type=Ending)
        else:
            line = msgspec.json.decode(text, type=_Line)
            names = [] if line.names is msgspec.UNSET else [b'{"names":%b}\n' % bytes(line.names)]
            yield Read(line, [bytes(commit) + b"\n" for commit in line.commits] + names)
