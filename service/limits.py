"""Rate limits, so that a flood from one caller does not keep the service from the others.

Each process counts for itself: that costs no round trip, and a flood reaches every process.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import TYPE_CHECKING

from flask import Flask, request

from domain.levels import QUICK, without_style
from events.identity import KEY_PREFIX
from events.settings import Settings
from service.problems import Refused, refuse

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MOST_CALLERS = 100_000
"""The most callers that one limit remembers at once, about 10 MB."""
NOT_LIMITED = frozenset({"/livez", "/readyz"})
"""Probes that restart the service when they are not answered."""
LOCAL = frozenset({"127.0.0.1", "::/64", ""})
"""The machine itself: its operator, or an untrusted reverse proxy, which hides all callers behind one address. Its calls
are exempt from the limit by address; the limits by token, for costly calls and for histories apply."""
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
UNKNOWN = "unknown"
"""All callers without a known address count as one."""
IPV6_PREFIX = 64
"""The longest prefix that providers give to one home or machine, which may use any address within it."""
HARD_WORK = 10
"""The cost of an audit, an import, a standing or a searching bot; other costly calls cost 1."""

DRAWING = 3
"""The cost of a PNG, which takes a third of the time of an audit."""

FAILURES = "10/minute"
"""The most wrong operator's keys of one address. The right key is taken all the same."""
WITH_POSITIONS = 10
"""As how many commits one counts that is shown with its picture, or with what was asked after it: it takes up to ten times
as long."""
COMMITS_A_CALL = 100
"""Commits of a history that count as one call, however they are read. A long game has about 1,500."""


def cost_of_bots(levels: Iterable[str | None]) -> int:
    """The cost of a game's bots by the levels of its seats: bots that think for long keep workers busy."""
    return HARD_WORK * sum(level is not None and without_style(level) not in QUICK for level in levels)


class Limit:
    """One rate for many callers, by GCRA: a window's worth of calls may come at once; the allowance then refills evenly.

    For each caller it keeps the moment up to which the calls so far are paid for. Moments older than a window are
    irrelevant, so callers are kept in two generations, and the older one is dropped as a whole.
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
        """Count calls of this caller. Over the limit: count nothing and return the seconds to wait."""
        now = self._clock()
        if now >= self._next_generation or len(self._recent) >= self._most:
            # If there are too many callers, the oldest are forgotten early: the limit fails open.
            self._older, self._recent = self._recent, {}
            self._next_generation = now + self._window
        paid = self._recent.get(caller) or self._older.get(caller, 0.0)
        # A call that costs more than a whole window is accepted if the caller has spent nothing else.
        after = max(paid, now) + min(self._each * calls, self._window)
        wait = after - now - self._window
        if wait > 1e-6:
            return wait
        self._recent[caller] = after
        return 0.0

    def __len__(self) -> int:
        """How many callers it remembers."""
        return len(self._recent) + len(self._older)


class RateLimits:
    """Six limits: all calls of an address, with a token, and with an API key; the costly calls and the histories of an
    address or API key; and the out-of-turn commands of a seat.

    RATE_LIMIT=off turns off all six, for tests, benchmarks, and behind proxies with limits of their own.
    """

    def __init__(self, settings: Settings, key_of: Callable[[str], str | None] = lambda token: None) -> None:
        """`key_of`: the id of an API key that was valid when it was last sent here; None for anything else."""

        def limit(rate: str) -> Limit | None:
            return None if "off" in (rate, settings.rate_limit) else Limit(rate)

        self._proxies = settings.trusted_proxies
        self._key_of = key_of
        self._key = limit(settings.rate_limit_key)
        self._costly = limit(settings.rate_limit)
        self._history = limit(settings.rate_limit_history)
        self._address = limit(settings.rate_limit_address)
        self._token = limit(settings.rate_limit_token)
        self._seat = limit(settings.rate_limit_seat)
        self._failures = Limit(FAILURES)  # Never off: nobody needs more attempts.

    def admit(self, environ: WSGIEnvironment) -> None:
        """Count a request; raises a 429 over a limit."""
        if environ["PATH_INFO"] in NOT_LIMITED:
            return
        token = environ.get("HTTP_AUTHORIZATION")
        key = None if token is None else self._sent_key(token)
        if key is not None:
            # A site calls for all its players from a single address.
            if self._key is not None:
                _spend(self._key, key)
            return
        if self._address is not None:
            address = caller_address(environ, self._proxies)
            if address not in LOCAL:
                _spend(self._address, address)
        if self._token is not None and token is not None:
            _spend(self._token, hash(token))  # The hash, because no token is kept anywhere.

    def spend(self, calls: int = 1) -> None:
        """Count a costly request of the caller's API key or address; raises a 429 over the limit."""
        if self._costly is not None:
            _spend(self._costly, self._caller(), calls)

    def spend_reading(self, commits: int) -> None:
        """Count commits that the caller's API key or address reads: a hundred as one call, fewer than fifty as none.

        They are counted apart from the costly calls: people who open long games must not keep others from creating games.
        """
        calls = (commits + COMMITS_A_CALL // 2) // COMMITS_A_CALL
        if self._history is not None and calls > 0:
            _spend(self._history, self._caller(), calls)

    def pace_of(self) -> Callable[[int], float]:
        """Counts commits that a long answer to this request reads, like `spend_reading`, and returns the seconds to wait
        before the next ones: such an answer is not broken off, but slowed down."""
        caller, limit = self._caller(), self._history

        def wait(commits: int) -> float:
            return 0.0 if limit is None else limit.spend(caller, math.ceil(commits / COMMITS_A_CALL))

        return wait

    def _caller(self) -> Hashable:
        """For whom a request counts: an API key or an address."""
        token = request.environ.get("HTTP_AUTHORIZATION")
        key = None if token is None else self._sent_key(token)
        return caller_address(request.environ, self._proxies) if key is None else ("key", key)

    def _sent_key(self, authorization: str) -> str | None:
        scheme, _, token = authorization.partition(" ")
        return self._key_of(token) if token.startswith(KEY_PREFIX) and scheme.lower() == "bearer" else None

    def spend_failure(self) -> None:
        """Count a wrong operator's key of the caller's address; raises a 429 after many."""
        _spend(self._failures, caller_address(request.environ, self._proxies))

    def spend_out_of_turn(self, game: str, seat: int | None) -> None:
        """Count an out-of-turn command of a seat (None: the host), accepted or refused; raises a 429 over the limit.

        Each such commit makes all other players read the game again before they act. It is counted by seat and not by
        token, because taking a seat back gives a new token.
        """
        if self._seat is not None:
            _spend(self._seat, (game, seat))


class Limited:
    """WSGI middleware that applies the limits before any other work is done for a request.

    A hook of Flask's would cost more than the counting. Flask still answers the refused requests, so that they are logged
    and counted like every problem.
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


def follower_address(environ: WSGIEnvironment, proxies: int) -> str | None:
    """The caller's address. None: the machine itself, or a reverse proxy on it."""
    address = caller_address(environ, proxies)
    return None if address in LOCAL else address


def caller_address(environ: WSGIEnvironment, proxies: int) -> str:
    """The caller's address: a whole IPv4 address, or the first half of an IPv6 address.

    Each trusted proxy has appended the address of its own caller to X-Forwarded-For. The caller may have made up anything
    before these.
    """
    peer: str = environ.get("REMOTE_ADDR") or ""
    named = environ.get("HTTP_X_FORWARDED_FOR") if proxies else None
    if named is not None:
        hops = named.rsplit(",", proxies)
        # Too few entries, or no address: no trusted proxy wrote this.
        return (_network(hops[-proxies].strip()) or UNKNOWN) if len(hops) >= proxies else UNKNOWN
    return _network(peer)


@lru_cache(maxsize=10_000)
def _network(text: str) -> str:
    """The part of an address that identifies its holder; empty if the text is no address."""
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
