"""The types of what the store takes and returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from domain.levels import Level
from domain.session import AROUND, UNTAKEN, Ending, SeatClaimed, SeatKind, Status
from domain.session.clocks import SeatTimedOut
from domain.session.results import Outcome
from events.deadlines import Deadline
from events.envelope import Commit, published_secret
from events.identity import Moment, custody_field
from events.webhooks.hooks import Event


class SeatSummary(msgspec.Struct, frozen=True):
    """`level` is that of a bot."""

    kind: SeatKind
    """The kind of player; `open`: none yet."""
    name: str
    """The player's name; in answers a bot without one is called by what it is, such as `Greedy bot`."""
    level: Level | None
    """The level of a bot; otherwise null."""


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The entry of a game in the list of games. `created_ms` orders the list."""

    id: str
    """In every address of the game."""
    ruleset: str
    """Which game is played."""
    status: Status
    """`lobby` until the last seat is taken; `abandoned` is over too, without a result."""
    seats: tuple[SeatSummary, ...]
    """The seats by their numbers, from 0."""
    open_seats: int
    """How many can be claimed."""
    created_at: Moment
    """RFC 3339, UTC."""
    created_ms: int
    """Milliseconds since 1970-01-01, UTC."""


class OwnedGame(GameSummary, frozen=True, kw_only=True, omit_defaults=True):
    """The entry of a game in the list of its API key, without the notes of the key's holder."""

    version: int
    """The number of commits."""
    turn: int
    """The current turn, from 1; 0 in the lobby and during set-up."""
    to_act: tuple[int, ...]
    """The seats that must act now."""
    since: tuple[int, ...] = ()
    """The version of the last action of each of these seats; none in lines that earlier releases wrote."""
    acted_at: Moment
    """The time of the last commit, RFC 3339, UTC."""
    outcome: Outcome | None
    """The result; null until the game is over, and if it was abandoned."""
    ended: Ending | None = None
    """How it ended; null until then, and for games that ended under an earlier release."""
    deadlines: tuple[Deadline, ...] = ()
    """When the time of each of these seats is over; none in a game without a clock, while it is stopped, and for bots."""
    changed: Changed | None = None
    """What the last commit changed; null in lines that an earlier release wrote."""
    takeback_asked: int | None = None
    """The seat that asks the other players for a takeback."""
    rematch_of: str | None = None
    """The game that this one plays again."""

    @property
    def bots(self) -> tuple[int, ...]:
        """The seats that bots play."""
        return tuple([at for at, seat in enumerate(self.seats) if seat.kind == "bot"])

    @property
    def missing_seats(self) -> int:
        """How many seats nobody has taken yet."""
        return sum(seat.kind in UNTAKEN for seat in self.seats)


class Changed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a commit changed for the people at a game."""

    asked: tuple[int, ...] = ()
    """The seats of people that must act and had not to before."""
    claimed: tuple[int, ...] = ()
    """The seats that people have taken."""
    timed_out: tuple[int, ...] = ()
    """The seats whose time was over."""
    handed: tuple[int, ...] = ()
    """The seats that changed hands."""

    @classmethod
    def by(cls, events: Sequence[Any], asked: tuple[int, ...], handed: tuple[int, ...]) -> Changed:
        """By the events of a commit, after which these seats are newly asked and those changed hands."""
        if AROUND.isdisjoint(map(type, events)):  # As nearly all are: events of the rules alone.
            return cls(asked=asked, handed=handed)
        return cls(
            asked=asked,
            handed=handed,
            claimed=tuple([each.seat for each in events if type(each) is SeatClaimed]),
            timed_out=tuple([each.seat for each in events if type(each) is SeatTimedOut]),
        )


class FeedLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The entry of a commit in the feed of an API key. It has no names, because it may be kept longer than they are."""

    game: str
    ruleset: str
    version: int
    status: Status
    to_act: tuple[int, ...]
    since: tuple[int, ...] = ()
    acted_at: Moment
    deadlines: tuple[Deadline, ...] = ()
    outcome: Outcome | None
    ended: Ending | None = None
    bots: tuple[int, ...] = ()
    changed: Changed = Changed()
    missing_seats: int = 0
    takeback_asked: int | None = None
    rematch_of: str | None = None


def feed_line(line: OwnedGame) -> FeedLine:
    """The entry in the feed for the commit that led to this line."""
    return FeedLine(
        game=line.id,
        ruleset=line.ruleset,
        version=line.version,
        status=line.status,
        to_act=line.to_act,
        since=line.since,
        acted_at=line.acted_at,
        deadlines=line.deadlines,
        outcome=line.outcome,
        ended=line.ended,
        bots=line.bots,
        changed=line.changed or Changed(),
        missing_seats=line.missing_seats,
        takeback_asked=line.takeback_asked,
        rematch_of=line.rematch_of,
    )


class About(msgspec.Struct, frozen=True):
    """The notes of the holder of an API key on a game."""

    metadata: dict[str, str] = {}
    players: dict[str, str] = {}
    """The player of a seat, by the seat's number."""
    external: str = ""
    """The key's id and the external id of the game, with a space between them; empty if it has none."""
    creation: str = ""
    """The SHA-256 of what the holder noted at its creation, by which a repeat is known; empty without an external id, and
    once a player of the game was forgotten."""
    keep_result: bool = False
    """Whether the result outlives the deletion of the game."""
    tag: str = ""
    """The SHA-1 of the note as it is stored; empty where it was not read from the store."""

    @property
    def external_id(self) -> str | None:
        """The id under which the holder knows the game."""
        return self.external.partition(" ")[2] or None

    def player(self, seat: int) -> str | None:
        return self.players.get(str(seat))


class KeyGames(msgspec.Struct, frozen=True):
    """The games of an API key."""

    lobby: int
    """How many wait for players."""
    running: int
    """How many are being played."""
    finished: int
    """How many were played to their end; imports too."""
    abandoned: int
    """How many were abandoned."""
    acted_at: Moment | None
    """The time of the last commit in one of them, RFC 3339, UTC; null where there is none."""


GamePlace: TypeAlias = Literal["redis", "sleep", "archive"]
"""Where a game is: in Redis, in the folder of sleeping games, or in the archive."""


class StoredGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game, where it is, and what it takes there."""

    id: str
    """In every address of the game."""
    ruleset: str
    """Which game is played."""
    version: int
    """The number of commits."""
    over: bool
    """Whether it is finished or abandoned."""
    imported: bool
    """Whether it was imported."""
    place: GamePlace
    """Where its log is: `redis`, `sleep` (it goes on, and nobody has acted on it for long), or `archive` (it is over)."""
    bytes: int
    """About how much of Redis' memory its log takes, or the size of its file."""
    created_at: Moment
    """The time of the first commit, RFC 3339, UTC."""
    acted_at: Moment
    """The time of the last commit, RFC 3339, UTC."""
    key: str | None
    """The id of the API key that it belongs to; null: it belongs to none."""


def stored_game(
    game: str, first: Commit, last: Commit, owner: str | None, imported: bool, size: int, place: GamePlace
) -> StoredGame:
    """The entry of a game with these first and last commits."""
    return StoredGame(
        id=game,
        ruleset=first.ruleset,
        version=last.version,
        over=published_secret(last) is not None,
        imported=imported,
        place=place,
        bytes=size,
        created_at=first.at,
        acted_at=last.at,
        key=owner,
    )


METADATA_COUNT = 16
"""The most names that metadata of a game may have."""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of what is noted about a game."""

    metadata: Mapping[str, str | None] = {}
    """The strings of these names; None: none."""
    players: Mapping[str, str | None] = {}
    """The players of the seats with these numbers; None: nobody's."""
    external: str | None = None
    """As in `About`. Only a creation brings one."""
    creation: str | None = None
    """As in `About`; None: it stays."""
    keep_result: bool | None = None
    """As in `About`; None: it stays."""


class OwnersPart(msgspec.Struct, frozen=True, kw_only=True):
    """The additions of the holder of an API key to the command that begins one of the key's games, or that claims a seat in
    one."""

    owner: str
    """The key's id."""
    custody: bool = False
    """Whether the key may have custody of seats."""
    seats: tuple[int, ...] = ()
    """The seats of which it gets custody."""
    note: Note | None = None

    @property
    def beside(self) -> dict[str, str]:
        """The fields beside the log that say so."""
        custody = {"custody": "1"} if self.custody else {}
        return {"owner": self.owner, **custody, **{custody_field(seat): "1" for seat in self.seats}}


class OwnersChange(NamedTuple):
    """A change of a game's line in the list of its API key."""

    owner: str
    """The key's id."""
    before: Status | None
    """The status under which the game was listed; None: it was not."""
    line: OwnedGame
    acted_ms: int
    """The time of the commit, by which the list is ordered."""
    note: Note | None = None
    """The notes to store with the game."""
    events: tuple[Event, ...] = ()
    """The events of the commit for webhooks."""


class SummaryChange(NamedTuple):
    """A change of a game's entry in the list of games."""

    before: Status | None
    """The status under which the game was listed; None: it was not."""
    summary: GameSummary


class Slice(NamedTuple):
    """Commits of a game, and the fields that are stored beside its log: the secret and token hashes."""

    secrets: dict[str, str]
    commits: list[Commit]


class Conflict(NamedTuple):
    """The append found another version or token than expected: these are the commits that the caller did not know.

    `ours`: the first of them is this append itself; the reply to an earlier attempt was lost.
    """

    secrets: dict[str, str]
    commits: list[Commit]
    ours: bool


class KnownVersion(NamedTuple):
    """How far a process knows a log: a version and its head."""

    game: str
    version: int
    head: str


class Unchanged(NamedTuple):
    """A sleeping game has no other commits than those that are known."""


Cursor: TypeAlias = tuple[int, str]
"""A position in a list of games: the time in ms by which the list is ordered, and the game's id."""


Listed = TypeVar("Listed")


class Page(NamedTuple, Generic[Listed]):
    """Games of the list, and the cursor of the next page; None if there is none."""

    summaries: list[Listed]
    next: Cursor | None
    places: list[Cursor]
    """The cursor of each game: the page after it begins there."""


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """One commit and what changes with it in the same atomic step."""

    game: str
    commit: Commit
    text: bytes
    """The bytes that the commit's head covers."""
    previous_head: str = ""
    """The audit head that the append must find at the version before; empty for a first commit."""
    token: tuple[str, str] | None = None
    """Field and hash of the caller's token, which must be the stored one; None for callers without a token."""
    secrets: Mapping[str, str] = {}
    """Fields to set beside the log: hashes of new tokens; with the first commit also the secret."""
    bot_due: int | None = None
    """The time at which the turn of the next bot counts as lost, in ms; None: no bot must act."""
    bot_was_due: bool = False
    """Whether a bot had to act before this commit."""
    over_ms: int | None = None
    """When the game ended, in ms, if this commit ends it."""
    clock_ms: int | None = None
    """The time of this process, in ms, if the game has a clock: it must be within two seconds of Redis' own."""
    deadline_ms: int | msgspec.UnsetType | None = msgspec.UNSET
    attended: bool = True
    """Whether a person gave the command, or no time-out came before: such a game's next time-out comes before others."""
    """When, in ms, the first time of a seat is over; None: none runs now; UNSET: as before."""
    forgot: str | None = None
    """The expected value of the counter `forgot`, empty if there is none; the append fails if it differs. None: the append
    writes no names."""
    summary: SummaryChange | None = None
    """The change in the list of games."""
    owners: OwnersChange | None = None
    """The change in the list of the API key that the game belongs to; None: it belongs to none."""


class StoredLog(NamedTuple):
    """A log as it is stored: the fields beside it, and for each commit the bytes that its head covers and the head."""

    secrets: dict[str, str]
    entries: list[tuple[bytes, bytes]]

    def lines(self) -> list[bytes]:
        """Each commit as a line, which `events.log.exported.read_lines` takes too."""
        return [b'%b,"head":"%b"}\n' % (text[:-1], head) for text, head in self.entries]
