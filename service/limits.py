"""Limits on how often one caller may ask, so that a flood of one does not take the service from the others.

Counted in this process only: that costs no round trip, and a flood is a flood in every process.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import TYPE_CHECKING

from flask import Flask, request

from domain.table import SEARCHING
from events.settings import Settings
from service.problems import Refused, refuse

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MOST_CALLERS = 100_000
"""That one limit keeps in mind at once, some 10 MB."""
NOT_LIMITED = frozenset({"/livez", "/readyz"})
"""Asked by machines that restart the service when it does not answer."""
LOCAL = frozenset({"127.0.0.1", "::/64", ""})
"""The machine itself: its operator, or a reverse proxy that is not trusted to name its callers, behind which all are one.
Of its calls only those with one token are limited, the costly ones, and the histories that are read."""
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
UNKNOWN = "unknown"
"""One caller to the limits, whoever it is."""
IPV6_PREFIX = 64
"""The shortest prefix that one home or machine gets; within it a caller may choose any address."""
HARD_WORK = 10
"""What an audit, an import or a bot that searches counts for, others of the costly calls being 1."""

COMMITS_A_CALL = 100
"""Of a history, read as pages, lines or a stream, as turns or differences. A long game has some 1,500 commits."""


def cost_of_bots(levels: Iterable[str | None]) -> int:
    """What the bots of a game count for, by the levels of its seats: those that search keep workers busy."""
    return HARD_WORK * sum(level in SEARCHING for level in levels)


class Limit:
    """One rate for many callers. A window's worth of calls may come at once, and comes back evenly (GCRA).

    Of each caller it keeps the moment up to which the calls so far are paid for. Moments older than a window say nothing,
    so two generations are kept, and the older is dropped whole.
    """

    def __init__(self, rate: str, clock: Callable[[], float] = monotonic, most: int = MOST_CALLERS) -> None:
        """`rate` as in "120/minute"."""
        calls, _, window = rate.partition("/")
        self.rate = rate
        self._window = float(SECONDS[window])
        self._each = self._window / int(calls)
        self._clock = clock
        self._most = most // 2
        self._recent: dict[Hashable, float] = {}
        self._older: dict[Hashable, float] = {}
        self._next_generation = clock() + self._window

    def spend(self, caller: Hashable, calls: int = 1) -> float:
        """Count calls of this caller; if they are too many, count nothing and return the seconds to wait."""
        now = self._clock()
        if now >= self._next_generation or len(self._recent) >= self._most:
            # Of more callers than are kept in mind the first are forgiven early: the limit fails open.
            self._older, self._recent = self._recent, {}
            self._next_generation = now + self._window
        paid = self._recent.get(caller) or self._older.get(caller, 0.0)
        # A call that costs more than there can be saved is taken when nothing else was spent.
        after = max(paid, now) + min(self._each * calls, self._window)
        wait = after - now - self._window
        if wait > 1e-6:
            return wait
        self._recent[caller] = after
        return 0.0

    def __len__(self) -> int:
        """How many callers it keeps in mind."""
        return len(self._recent) + len(self._older)


class RateLimits:
    """All calls of one address, all of one token, the costly ones of one address, the histories that it reads, and what a
    seat does beside the game.

    RATE_LIMIT=off turns off all five: for tests, benchmarks, and where a proxy limits already.
    """

    def __init__(self, settings: Settings) -> None:
        def limit(rate: str) -> Limit | None:
            return None if "off" in (rate, settings.rate_limit) else Limit(rate)

        self._proxies = settings.trusted_proxies
        self._costly = limit(settings.rate_limit)
        self._history = limit(settings.rate_limit_history)
        self._address = limit(settings.rate_limit_address)
        self._token = limit(settings.rate_limit_token)
        self._seat = limit(settings.rate_limit_seat)

    def admit(self, environ: WSGIEnvironment) -> None:
        """Count a request; raises a 429 over a limit."""
        if environ["PATH_INFO"] in NOT_LIMITED:
            return
        if self._address is not None:
            address = caller_address(environ, self._proxies)
            if address not in LOCAL:
                _spend(self._address, address)
        if self._token is not None:
            token = environ.get("HTTP_AUTHORIZATION")
            if token is not None:
                _spend(self._token, hash(token))  # Not the token itself: none is kept anywhere.

    def spend(self, calls: int = 1) -> None:
        """Count a costly request of the caller's address; raises a 429 over the limit."""
        if self._costly is not None:
            _spend(self._costly, caller_address(request.environ, self._proxies), calls)

    def spend_reading(self, commits: int) -> None:
        """Count so many commits that the caller's address has read and told: each hundred as one, and so a few as none.

        Apart from the costly requests: many who open long games at once must not keep others from making games.
        """
        calls = (commits + COMMITS_A_CALL // 2) // COMMITS_A_CALL
        if self._history is not None and calls > 0:
            _spend(self._history, caller_address(request.environ, self._proxies), calls)

    def spend_aside(self, game: str, seat: int | None) -> None:
        """Count a commit that a seat (None: the host) can make whoever is asked to act; raises a 429 over the limit.

        Each such commit makes everybody else read the game again before they act. It is not counted by token, because who
        takes a seat back gets a new one.
        """
        if self._seat is not None:
            _spend(self._seat, (game, seat))


class Limited:
    """WSGI middleware that asks the limits before anything else is done for a request.

    A hook of Flask's takes more than the counting. What is refused goes through Flask all the same, to be answered and told
    of like every problem.
    """

    def __init__(self, app: Flask, limits: RateLimits) -> None:
        self._flask = app
        self._app = app.wsgi_app
        self._limits = limits

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            self._limits.admit(environ)
        except Refused as refusal:
            with self._flask.request_context(environ):
                return self._flask.process_response(refusal.response())(environ, start_response)
        return self._app(environ, start_response)


def _spend(limit: Limit, caller: Hashable, calls: int = 1) -> None:
    wait = limit.spend(caller, calls)
    if wait:
        raise too_many(limit.rate, wait)


def too_many(rate: str, wait: float) -> Refused:
    """The refusal of a request over a limit."""
    seconds = max(1, math.ceil(wait))
    return refuse("rate_limited", f"At most {rate}; try again in {seconds} s.", headers={"Retry-After": str(seconds)})


def caller_address(environ: WSGIEnvironment, proxies: int) -> str:
    """The address that counts as the caller: a whole IPv4 address, the first half of an IPv6 one.

    Each of the trusted proxies has added the address it was called from at the end of X-Forwarded-For. What stands before
    those the caller may have made up.
    """
    peer: str = environ.get("REMOTE_ADDR") or ""
    named = environ.get("HTTP_X_FORWARDED_FOR") if proxies else None
    if named is not None:
        hops = named.rsplit(",", proxies)
        # Fewer than there should be, or no address: not what a trusted proxy writes, so no better than anybody.
        return (_network(hops[-proxies].strip()) or UNKNOWN) if len(hops) >= proxies else UNKNOWN
    return _network(peer)


@lru_cache(maxsize=10_000)
def _network(text: str) -> str:
    """What of an address tells its holder from others; empty if it is none."""
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        prefix = int(address) >> IPV6_PREFIX << IPV6_PREFIX
        return f"{IPv6Address(prefix)}/{IPV6_PREFIX}"
    return str(address)
