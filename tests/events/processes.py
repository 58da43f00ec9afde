"""Handlers that share a Redis as processes do, and what they ask of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from redis import Redis

from events.commands.handler import CommandHandler
from events.commands.intents import CommandResult
from events.identity import utc_now
from tests.support.play import Match

KEY = "k" * 32


REVEAL = b'{"type":"reveal_card"}'


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = utc_now().replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


def elsewhere(match: Match, handler: CommandHandler) -> Match:
    """The same game and tokens through another process."""
    other = Match.__new__(Match)
    other.handler, other.id, other.tokens = handler, match.id, match.tokens
    return other


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What the calls return or raise, made as much at the same time as threads can."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return call()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def accepted(answers: list[Any]) -> list[CommandResult]:
    return [each for each in answers if isinstance(each, CommandResult)]


GREETINGS = ("HELLO", "CLIENT SETINFO")


class Commands:
    """What one handler asks of Redis, as MONITOR tells it; greetings of new connections do not count."""

    def __init__(self, url: str) -> None:
        self.client = Redis.from_url(url)

    def of(self, call: Callable[[], Any]) -> list[str]:
        with self.client.monitor() as monitor:
            call()
            self.client.echo("that was all")
            told: list[str] = []
            for each in monitor.listen():
                if each["command"] == "ECHO that was all":
                    return told
                if each["client_type"] != "lua" and not each["command"].startswith(GREETINGS):
                    told.append(each["command"].split()[0])
        raise AssertionError("MONITOR ended")
