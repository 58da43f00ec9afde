"""A game as a stream of server-sent events."""

from __future__ import annotations

from collections.abc import Iterator
from random import randrange

from domain.rights import Actor
from events.envelope import Commit
from events.ledger import Ledger
from events.store import LogDamaged, StoreUnavailable
from service.http import encode
from service.representations import representations_of
from service.streaming import Follower, Hub, Viewer
from telemetry import damaged_logs

EVENTS = (
    "A `commit` event for each commit, its `id:` being the version. The last event tells why the stream ends: `over` with "
    "the game; `unauthorized` when the token is no longer valid; `rewound` when the store came back without commits that "
    "were sent, its `id:` and `version` being the last version that stayed: forget what came after it, and read the game "
    "anew; `log_damaged` when what is stored of the game cannot be read. A stream that ends without one of these is to be "
    "resumed."
)
KEEP_ALIVE_SECONDS = 15
RETRY_MS = 1_000
SPREAD_MS = 2_000
"""Clients who are all sent away at once come back one after the other within this time."""

DAMAGED = b"retry: 60000\n\nevent: log_damaged\ndata: {}\n\n"
"""Browsers come back for ever, but it takes a person to mend a log."""


def render(ledger: Ledger, commit: Commit, viewer: Viewer) -> bytes:
    """A commit as an event."""
    (answer,) = representations_of(ledger).commits(ledger, [commit], viewer.seat, viewer.revealed)
    return b"id: %d\nevent: commit\ndata: %b\n\n" % (commit.version, encode(answer))


def rewound(version: int) -> bytes:
    """What a follower is told who knows commits after a version that are no more; its client resumes there."""
    return b'id: %d\nevent: rewound\ndata: {"version":%d}\n\n' % (version, version)


def come_back() -> bytes:
    """When a client is to come back that is sent away with many others."""
    return b"retry: %d\n\n" % randrange(RETRY_MS // 4, SPREAD_MS)


def stream(
    hub: Hub, follower: Follower, caller: Actor | None, token_hash: str | None, viewer: Viewer, after: int
) -> Iterator[bytes]:
    """The events after a version as they come, until there is a reason to end."""
    yield b"retry: %d\n\n" % RETRY_MS
    channel = follower.channel
    while True:
        ledger = channel.ledger
        # First the position: the token is compared with hashes that are at least as new.
        now = ledger.now
        stayed = follower.rewound()
        if token_hash is not None and ledger.caller(token_hash) != caller:
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
        if after < now.version:
            try:
                after, events = channel.chunk(after, now.version, viewer)
            except StoreUnavailable:
                yield come_back()
                return
            except LogDamaged as error:
                damaged_logs.report(error)
                yield DAMAGED
                return
            yield events
            if after < now.version or now.table.over:
                continue
        elif now.table.over:
            yield b"event: over\ndata: {}\n\n"
            return
        # What has happened since the position was looked at has woken the follower already.
        if not follower.wait(KEEP_ALIVE_SECONDS):
            yield b": keep-alive\n\n"
