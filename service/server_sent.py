"""A game as a stream of server-sent events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import randrange

from events.envelope import Commit
from events.errors import GameDeleted, GameUnreadable, StoreUnavailable
from events.games.game_log import GameLog
from events.games.repository import PastPosition
from service.channels import Follower
from service.http import encode
from service.representations.built import representations_of
from service.streaming import Hub
from service.viewer import Viewer
from telemetry import damaged_logs

EVENTS = (
    "A `commit` event for each commit; its `id` is the version. The last event says why the stream ends: `over`: the game "
    "is over; `unauthorized`: the token is no longer valid; `rewound`: the store lost commits that were sent. Its `id` and "
    "`version` are the last version that stayed: forget later ones, and read the game again; `log_damaged`: the stored game "
    "cannot be read; `deleted`: the operator has deleted the game. Resume a stream that ends without one of these."
)
KEEP_ALIVE_SECONDS = 15
RETRY_MS = 1_000
SPREAD_MS = 2_000
"""Clients that are disconnected together reconnect at random moments within this time."""

DELETED = b"event: deleted\ndata: {}\n\n"
DAMAGED = b"retry: 60000\n\nevent: log_damaged\ndata: {}\n\n"
"""Browsers reconnect for ever, but only a person can repair a log, so they are asked to wait a minute."""


def render(
    game_log: GameLog, commits: Sequence[Commit], viewer: Viewer, position_at: Callable[[int], PastPosition]
) -> Iterator[bytes]:
    """Commits as events."""
    for answer in representations_of(game_log).commits(game_log, commits, viewer, position_at):
        yield b"id: %d\nevent: commit\ndata: %b\n\n" % (answer.version, encode(answer))


def rewound(version: int) -> bytes:
    """Tells a follower that commits after `version` were lost; its client resumes there."""
    return b'id: %d\nevent: rewound\ndata: {"version":%d}\n\n' % (version, version)


def come_back() -> bytes:
    """The time for a client to reconnect, spread at random because many are disconnected together."""
    return b"retry: %d\n\n" % randrange(RETRY_MS // 4, SPREAD_MS)


def stream(
    hub: Hub, follower: Follower, still_valid: Callable[[GameLog], bool], viewer: Viewer, after: int
) -> Iterator[bytes]:
    """The events after a version as they come, until the stream ends. `still_valid`: whether its caller may go on."""
    yield b"retry: %d\n\n" % RETRY_MS
    channel = follower.channel
    while True:
        game_log = channel.game_log
        # Read the position first: then the token is compared with hashes that are at least as new.
        position = game_log.position
        stayed = follower.rewound()
        if channel.deleted is not None:
            yield DELETED
            return
        if not still_valid(game_log):
            yield b"event: unauthorized\ndata: {}\n\n"
            return
        if stayed is not None and stayed < after:
            yield rewound(stayed)
            return
        if channel.damaged:
            yield DAMAGED
            return
        if hub.closed or channel.ended:
            yield come_back()
            return
        if after < position.version:
            try:
                after, events = channel.chunk(after, position.version, viewer)
            except GameDeleted:
                yield DELETED
                return
            except StoreUnavailable:  # Also of one game: it is over soon.
                yield come_back()
                return
            except GameUnreadable as error:
                damaged_logs.leave_out(game_log.id, error)
                yield DAMAGED
                return
            yield events
            if after < position.version or position.session.over:
                continue
        elif position.session.over:
            yield b"event: over\ndata: {}\n\n"
            return
        # A commit since the position was read has already woken the follower.
        if not follower.wait(KEEP_ALIVE_SECONDS):
            yield b": keep-alive\n\n"
