"""Delivers webhooks: moves what has happened from the outboxes to the receivers, and calls those that are due.

Everything is in Redis until it has arrived, so a process may be killed at any point, and several may run. Each webhook is
called by one process at a time, one delivery after the other, and a place for calls is shared out anew after each of them:
receivers that are slow or dead delay no other key's.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from secrets import token_hex
from threading import Lock
from typing import Any

import msgspec

from events.encryption import Cipher, DecryptionFailed
from events.entries import entry_of
from events.errors import StoreUnavailable
from events.identity import milliseconds, moment_of, timestamp
from events.redis_store.webhooks import TOO_MANY, CallResult, game_and_event
from events.store.event_store import EventStore
from events.store_types import About, OwnedGame, feed_line
from events.webhooks.hooks import (
    BREAK_AFTER,
    PAUSES_MS,
    TRIES_MS,
    Delivery,
    KeptHook,
    Waiting,
    delivery_id,
    signature,
)
from events.webhooks.receivers import NotAllowed
from telemetry import metrics
from workers.webhooks.calling import CallFailed
from workers.webhooks.places import Places

log = logging.getLogger(__name__)

NEAR_MS = 6 * 3_600_000
"""The longest time before a deadline at which it is near."""
NEAR_EVERY_MS = 5_000
AT_ONCE = 64
"""Receivers that one process calls at the same time."""
MOST_DUE = 10_000
"""Webhooks that are due of which a process knows at a time."""
GONE = 410
"""The status by which a receiver says that it wants no more calls."""
NOTHING = About()

Call = Callable[[str, dict[str, str], bytes], int]


class Deliverer:
    """The deliveries of one process."""

    def __init__(
        self, store: EventStore, cipher: Cipher, call: Call, now: Callable[[], int] | None = None, threads: int = AT_ONCE
    ) -> None:
        """`call(url, headers, body)` returns the status of the answer. `now`: the time in ms; by default Redis' own."""
        self._store, self._hooks, self._cipher, self._call = store, store.webhooks, cipher, call
        self._now = now or store.webhooks.now
        self._holder = token_hex(8)
        self._threads = ThreadPoolExecutor(threads, "webhook")
        self._places = Places(threads)
        self._closing = False
        self._lock = Lock()
        self._near_at = 0

    def look(self) -> None:
        """Move what has happened to the webhooks, and have those called that are due. Raises StoreUnavailable."""
        now = self._now()
        self._move(now)
        if now >= self._near_at:
            self._near_at = now + NEAR_EVERY_MS
            self._tell_near(now)
        self._line_up(now)
        self._begin_calls()

    @property
    def is_idle(self) -> bool:
        """Whether it makes no calls, and knows of none to make."""
        return not len(self._places)

    def announce(self) -> None:
        """Have what happens in the games of all keys with webhooks noted, also in partitions that are new."""
        self._hooks.announce(sorted({hook.owner for hook in self._hooks.all()}))

    def _move(self, now: int) -> None:
        entries = self._hooks.outgoing()
        if not entries:
            return
        hooks = [hook for hook in self._hooks.all() if hook.disabled is None]
        for entry in entries:
            _, event = game_and_event(entry.what)
            for hook in hooks:
                if hook.owner == entry.key and event in hook.events:
                    self._wait(hook, entry.what, entry.version, entry.mark, now)
        self._hooks.moved(entries)

    def _wait(self, hook: KeptHook, what: str, version: int, mark: str, now: int) -> None:
        if not self._hooks.wait(hook.id, what, version, mark, now):
            metrics.WEBHOOK_CALLS.labels("disabled").inc()
            log.warning("the webhook %s is disabled: %s", hook.id, TOO_MANY)

    def _tell_near(self, now: int) -> None:
        """Add deliveries for deadlines that are near: when a quarter of the time since the last commit is left."""
        hooks = [hook for hook in self._hooks.all() if hook.disabled is None and "deadline_near" in hook.events]
        ending = self._hooks.ending(now, NEAR_MS) if hooks else []
        lines = self._store.owned.lines([game for game, _ in ending])
        for game, deadline in ending:
            line, _ = lines.get(game, (None, None))
            if (
                line is None
                or 4 * (deadline - now) > deadline - _ms(line.acted_at)
                or self._hooks.is_told_near(game, deadline)
            ):
                continue
            for hook in hooks:
                if self._store.owned.is_under_way(hook.owner, game):
                    self._wait(hook, f"{game} deadline_near", line.version, str(deadline), now)
            self._hooks.told_near(game, deadline, now)

    def _line_up(self, now: int) -> None:
        due = [hook for hook in self._hooks.due(now, MOST_DUE) if hook not in self._places]
        for hook, owner in self._hooks.owners(due):
            self._places.wait(owner, hook)

    def _begin_calls(self) -> None:
        """Have a call made in each place that is free."""
        with self._lock:
            while not self._closing and (hook := self._places.take()) is not None:
                self._threads.submit(self._serve, hook)

    def _serve(self, hook_id: str) -> None:
        """Make one call of a webhook, if one is due, and give its place to the one that is next."""
        again = False
        try:
            again = self._deliver_one(hook_id)
        except StoreUnavailable as error:
            log.warning("webhook %s: %s", hook_id, error)  # The lease ends by itself; the delivery still waits.
        except Exception:
            log.exception("webhook %s", hook_id)
        finally:
            self._places.give_back(hook_id, again=again)
            self._begin_calls()

    def _deliver_one(self, hook_id: str) -> bool:
        """Make the first delivery of a webhook if it is due; False if nothing is."""
        if not self._hooks.lease(hook_id, self._holder):
            return False
        hook, first, now = self._hooks.find(hook_id), self._hooks.first(hook_id), self._now()
        paused = 0 if hook is None else hook.paused_ms
        if hook is None or first is None or max(first[1].due, paused) > now:
            self._hooks.rest(hook_id, paused, self._holder)
            return False
        what, waiting = first
        self._hooks.record(self._made(hook, what, waiting), self._now(), self._holder)
        return True

    def _made(self, hook: KeptHook, what: str, waiting: Waiting) -> CallResult:
        """Make a delivery; what came of it."""
        if not self._store.api_keys.is_valid(hook.owner):
            return self._over(hook, what, waiting, "The API key was revoked.")
        body = self._body(what, waiting)
        if body is None:  # Answered meanwhile, or deleted: nothing is left to say.
            return CallResult(hook, what, waiting, None, None, wake=False)
        message = delivery_id(hook.id, what, waiting.version, waiting.mark)
        try:
            secret = self._cipher.decrypted(base64.b64decode(hook.secret), hook.id).decode()
        except DecryptionFailed:
            return self._over(hook, what, waiting, "The signing secret cannot be read: the service has another key now.")
        seconds = self._now() // 1000
        headers = {
            "content-type": "application/json",
            "user-agent": "Tradewinds",
            "webhook-id": message,
            "webhook-timestamp": str(seconds),
            "webhook-signature": signature(secret, message, seconds, body),
        }
        try:
            status = self._call(hook.url, headers, body)
        except (NotAllowed, CallFailed) as error:
            return self._failed(hook, what, waiting, str(error))
        if 200 <= status < 300:
            return self._arrived(hook, what, waiting, status)
        if status == GONE:
            return self._over(hook, what, waiting, "The receiver answered 410: it wants no more calls.")
        redirected = " Redirects are not followed: give the address that it leads to." if 300 <= status < 400 else ""
        return self._failed(hook, what, waiting, f"The receiver answered {status}.{redirected}")

    def _body(self, what: str, waiting: Waiting) -> bytes | None:
        """The body of a delivery for the present position; None if nothing is left to say."""
        game, event = game_and_event(what)
        data: Any = {}
        if event == "deleted":
            data = {"game": game}
        elif game is not None:
            line, about = self._store.owned.lines([game]).get(game, (None, NOTHING))
            if (
                line is None
                or (event == "turn" and not _people_to_act(line))
                or (event == "deadline_near" and not line.deadlines)
                or (event == "takeback_asked" and line.takeback_asked is None)
            ):
                return None
            data = entry_of(feed_line(line), about)
        return msgspec.json.encode({"type": event, "timestamp": _time(waiting.since), "data": data})

    def _arrived(self, hook: KeptHook, what: str, waiting: Waiting, status: int) -> CallResult:
        metrics.WEBHOOK_CALLS.labels("delivered").inc()
        wake, now = hook.failures >= BREAK_AFTER, self._now()
        after = msgspec.structs.replace(hook, failures=0, paused_ms=0, paused_until=None, succeeded_ms=now)
        past = self._past(hook, what, waiting, "delivered", f"The receiver answered {status}.")
        return CallResult(after, what, waiting, None, past, wake=wake)

    def _failed(self, hook: KeptHook, what: str, waiting: Waiting, why: str) -> CallResult:
        metrics.WEBHOOK_CALLS.labels("failed").inc()
        now, tries, failures = self._now(), waiting.tries + 1, hook.failures + 1
        if tries >= len(TRIES_MS) and hook.succeeded_ms <= waiting.since:
            return self._over(hook, what, waiting, f"{tries} tries of a delivery failed, the last one so: {why}")
        pause = failures - BREAK_AFTER
        until = now + PAUSES_MS[min(pause, len(PAUSES_MS) - 1)] if pause >= 0 else 0
        after = msgspec.structs.replace(
            hook, failures=failures, paused_ms=until, paused_until=_time(until) if until else None
        )
        if tries >= len(TRIES_MS):  # Others arrived meanwhile, so the receiver works.
            return CallResult(after, what, waiting, None, self._past(hook, what, waiting, "given_up", why), wake=False)
        again = msgspec.structs.replace(waiting, tries=tries, due=now + TRIES_MS[tries])
        return CallResult(after, what, waiting, again, self._past(hook, what, waiting, "failed", why), wake=False)

    def _over(self, hook: KeptHook, what: str, waiting: Waiting, why: str) -> CallResult:
        """The webhook is no longer called."""
        metrics.WEBHOOK_CALLS.labels("disabled").inc()
        log.warning("the webhook %s is disabled: %s", hook.id, why)
        after = msgspec.structs.replace(hook, disabled=f"{_time(self._now())}: {why}")
        return CallResult(after, what, waiting, None, self._past(hook, what, waiting, "given_up", why), wake=False)

    def _past(self, hook: KeptHook, what: str, waiting: Waiting, status: Any, detail: str) -> Delivery:
        game, event = game_and_event(what)
        return Delivery(
            id=delivery_id(hook.id, what, waiting.version, waiting.mark), event=event, game=game,
            version=waiting.version if game else 0, status=status, tries=waiting.tries + 1, at=_time(self._now()),
            detail=detail,
        )  # fmt: skip

    def close(self) -> None:
        """Begin no more calls, and wait for those that have begun."""
        with self._lock:
            self._closing = True
        self._threads.shutdown(wait=True, cancel_futures=True)


def _people_to_act(line: OwnedGame) -> bool:
    return any(line.seats[seat].kind == "human" for seat in line.to_act)


def _ms(text: str) -> int:
    return milliseconds(datetime.fromisoformat(text))


def _time(ms: int) -> str:
    return timestamp(moment_of(ms))
