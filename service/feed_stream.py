"""The feed of many games as server-sent events, or as lines of JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import sleep
from typing import Literal, NamedTuple, TypeAlias

from events.errors import StoreUnavailable
from service.feed_texts import Tell
from service.following import Batch, Source
from service.http import encode
from service.representations.feed import FeedNews
from service.server_sent import KEEP_ALIVE_SECONDS, RETRY_MS, come_back

AS_EVENTS = (
    "An `entry` event for each commit, with a `FeedEntry`; its `id` is the `next` of it. `rewound`: entries are missing; "
    "`left_out`: a game was deleted, or cannot be followed with its token (`LeftOut`). The last event says why the stream "
    "ends: `over`: no game of the hand goes on; `unauthorized`: the API key was revoked. Resume a stream that ends without "
    "one of these."
)
AS_LINES = (
    "A `FeedEntry` for each commit as it comes, one JSON object a line. A line without `game` is `FeedNews`: at least every "
    "15 seconds it brings a newer `next`."
)
AT_ONCE = 100
"""Entries in one piece."""
AWAY_SECONDS = 1.0
"""How long a stream waits before it asks a store again that is away."""

End: TypeAlias = Literal["over", "unauthorized"]


class Form(NamedTuple):
    """How a stream is written."""

    batch: Callable[[Batch], bytes]
    end: Callable[[End, str], bytes]
    """The last piece, with the reason, and the last cursor."""
    begin: bytes
    idle: bytes
    """The piece that is sent while nothing can be read."""
    come_back: Callable[[], bytes]
    """The last piece of a stream that the client shall resume."""


def pieces(source: Source, batch: Batch, form: Form, tell: Tell) -> Iterator[bytes]:
    """The first batch and all that follow, until the stream ends. `tell` completes the entries."""
    yield form.begin
    while True:
        yield from _parted(batch, form, tell)
        if source.over:
            yield form.end("over", batch.cursor)
            return
        if not source.behind:
            source.wait(KEEP_ALIVE_SECONDS)
        while True:
            if not source.is_valid:
                yield form.end("unauthorized", batch.cursor)
                return
            if source.ended:
                yield form.come_back()
                return
            try:
                batch = source.read()
                break
            except StoreUnavailable:
                yield form.idle
                sleep(AWAY_SECONDS)


def _parted(batch: Batch, form: Form, tell: Tell) -> Iterator[bytes]:
    """A batch in pieces of moderate size."""
    entries = batch.entries
    for start in range(0, len(entries) - AT_ONCE, AT_ONCE):
        some = [*tell(entries[start : start + AT_ONCE])]
        yield form.batch(Batch(some, some[-1].next))
    rest = entries[-(len(entries) % AT_ONCE or AT_ONCE) :]
    yield form.batch(batch._replace(entries=[*tell(rest)]))


def _events(batch: Batch) -> bytes:
    parts = [b"event: rewound\ndata: {}\n\n"] if batch.rewound else []
    parts += [b"id: %b\nevent: entry\ndata: %b\n\n" % (each.next.encode(), encode(each)) for each in batch.entries]
    # After the entries, of which some may be about a game that was deleted since.
    parts += [b"event: left_out\ndata: %b\n\n" % encode(each) for each in batch.left_out]
    # An id without data is no event, but moves the place to resume at.
    return b"".join([*parts, b"id: %b\n\n" % batch.cursor.encode()])


def _lines(batch: Batch) -> bytes:
    news = FeedNews(next=batch.cursor, rewound=batch.rewound, left_out=[*batch.left_out], end=None)
    return b"".join(encode(each) + b"\n" for each in (*batch.entries, news))


EVENTS = Form(
    batch=_events,
    end=lambda reason, _: b"event: %b\ndata: {}\n\n" % reason.encode(),
    begin=b"retry: %d\n\n" % RETRY_MS,
    idle=b": the store is away\n\n",
    come_back=come_back,
)
LINES = Form(
    batch=_lines,
    end=lambda reason, cursor: encode(FeedNews(next=cursor, rewound=False, left_out=[], end=reason)) + b"\n",
    begin=b"",
    idle=b"\n",
    come_back=lambda: b"",
)
