"""Requests as values, when one may be sent again, and where a stream goes on. Nothing here sends or waits."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import quote

import httpx
from httpx_sse import ServerSentEvent

from tradewinds_client.errors import Problem, Unreachable, problem

T = TypeVar("T")
NOT_TAKEN = {"store_unavailable", "busy", "newer_rules", "contended", "no_place_to_follow"}
"""Codes of a 503 by which nothing was accepted: any request may be sent again."""
ENDS = {"unauthorized": 401, "log_damaged": 500, "deleted": 410}
"""Why a stream ends for good, each as the status of a problem."""


@dataclass(frozen=True)
class Seat:
    """Who speaks in a game: a seat by its token, or in custody of the client's key by its number; or the host by a token."""

    game: str
    seat: int | None = None
    token: str | None = field(default=None, repr=False)

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Seat:
        """The seat that a claim has taken."""
        return cls(answer["game"]["id"], answer["seat"], answer["token"])

    @classmethod
    def all(cls, answer: Mapping[str, Any]) -> list[Seat]:
        """The seats whose tokens a creation or rematch has brought."""
        return [cls(answer["game"]["id"], each["seat"], each["token"]) for each in answer["seats"]]


At = str | Seat
"""A game: by its id, as a spectator or with the client's key; or a seat of it."""


def path_of(at: At) -> str:
    return f"/v1/games/{quote(at.game if isinstance(at, Seat) else at, safe='')}"


def rights_of(at: At) -> dict[str, str]:
    """The headers that say who speaks."""
    if isinstance(at, str) or (at.token is None and at.seat is None):
        return {}
    return {"Tradewinds-Seat": str(at.seat)} if at.token is None else {"Authorization": f"Bearer {at.token}"}


def query(**asked: Any) -> dict[str, str]:
    """Parameters as the service reads them: lists with commas, `metadata` by names, no None, no False, nothing empty."""
    found: dict[str, str] = {}
    for name, value in asked.items():
        if isinstance(value, Mapping):
            found |= {f"{name}[{key}]": str(each) for key, each in value.items()}
        elif isinstance(value, (list, tuple)):
            found |= {name: ",".join(map(str, value))} if value else {}
        elif value is not None and value is not False:
            found[name] = "true" if value is True else str(value)
    return found


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and what its answer means. `safe`: sent twice, it does the same as sent once."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    safe: bool = True
    read: Callable[[httpx.Response], Any] = lambda answer: answer.json() if answer.content else None
    wait: float = 0
    """Seconds for which the service may wait with its answer."""


class Attempts:
    """How long to wait (`pause`) before the next attempt at a request, until patience (seconds; None: for ever) is over."""

    def __init__(self, safe: bool, patience: float | None) -> None:
        self.safe, self.patience = safe, patience
        self.begin()

    def begin(self) -> None:
        self.started, self.number, self.pause = time.monotonic(), 0, 1.0

    def lost(self, error: httpx.TransportError) -> None:
        """No answer came. Raises Unreachable if the request may not be sent again, or no longer."""
        unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        self._again(Unreachable(f"No answer: {error or type(error).__name__}"), self.safe or unsent, None)

    def done(self, answer: httpx.Response) -> bool:
        """Whether the answer is one to use. Raises its Problem if it is the last word."""
        if answer.is_success:
            self.begin()
            return True
        try:
            error = problem(answer.status_code, answer.json())
        except ValueError:
            error = problem(answer.status_code)
        unavailable = error.status in (502, 503, 504) and error.code != "ruleset_not_installed"
        again = error.status == 429 or (unavailable and (self.safe or error.code in NOT_TAKEN))
        self._again(error, again, answer.headers.get("Retry-After"))
        return False

    def _again(self, error: Problem | Unreachable, allowed: bool, asked: str | None) -> None:
        self.number += 1
        backoff = float(asked) if asked and asked.isdecimal() else min(10.0, 0.1 * 2 ** min(self.number, 10))
        self.pause = backoff + random.uniform(0, 0.1)  # Those who were refused together come back one by one.
        if not allowed or (self.patience is not None and time.monotonic() - self.started + self.pause > self.patience):
            raise error


class Event(NamedTuple):
    """One event of a stream. `id` is where to resume after it: a version, or the cursor of a feed."""

    name: str
    data: Any
    id: str


class Stream(Attempts):
    """A stream that resumes after the last event that arrived whole, and passes each on once. `over`: there is no more."""

    def __init__(self, path: str, asked: Mapping[str, str], headers: Mapping[str, str], last: str | None) -> None:
        super().__init__(safe=True, patience=None)
        self.path, self.asked, self.headers = path, asked, headers
        self.last, self.over = last, False
        self.known = Known()

    def call(self) -> Call[Any]:
        """The request for what comes after the last event."""
        resume = {} if self.last is None else {"Last-Event-ID": self.last}
        return Call("GET", self.path, self.asked, headers={**self.headers, **resume, "Accept": "text/event-stream"}, wait=15)

    def heard(self, sent: ServerSentEvent) -> Iterator[Event]:
        """What there is to pass on. Raises the Problem by which the stream ends."""
        if sent.retry is not None:
            self.pause = sent.retry / 1000
        if sent.event in ENDS:
            raise problem(ENDS[sent.event], {"code": sent.event, "detail": f"The stream has ended: {sent.event}."})
        data: Any = sent.json() if sent.data else None
        version = data["version"] if sent.event == "commit" else None
        repeated = version is not None and self.last is not None and version <= int(self.last)
        moved = sent.id not in ("", self.last)
        self.over = sent.event == "over"
        if self.over or repeated or (sent.event == "entry" and self.known.has(data)):
            return
        self.last = sent.id or self.last
        if data is not None or moved:  # An id without data is no event, but a newer place to resume at.
            yield Event(sent.event if data is not None else "cursor", data, self.last or "")


class Known:
    """The newest entry of each game of a feed, by which repeats are dropped."""

    def __init__(self) -> None:
        self.newest: dict[str, tuple[int, str]] = {}

    def has(self, entry: Mapping[str, Any]) -> bool:
        """Whether an entry came before. Versions that count again, because the store lost some, have later times."""
        news, before = (entry["version"], entry["acted_at"]), self.newest.get(entry["game"])
        if before is not None and news[0] <= before[0] and news[1] <= before[1]:
            return True
        self.newest[entry["game"]] = news
        return False
