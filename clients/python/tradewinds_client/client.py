"""The two clients: what `calls` and `operations` say, sent and waited for, by blocking or by awaiting."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from functools import cached_property
from typing import Any, TypeVar

import httpx
from httpx_sse import EventSource

from tradewinds_client.calls import Attempts, Call, Event, Stream
from tradewinds_client.operations import Operations, Steps

T = TypeVar("T")


class _Client(Operations):
    def __init__(self, url: str, key: str | None = None, *, patience: float | None = 60.0) -> None:
        """`key`: an API key. `patience`: the seconds in which a call is sent again if that is safe; None: for ever."""
        self.url, self.key, self.patience = url.rstrip("/"), key, patience

    def _asked(self, call: Call[Any]) -> dict[str, Any]:
        key = {} if self.key is None else {"Authorization": f"Bearer {self.key}"}
        query = {"params": call.query} if call.query else {}  # An empty one would take away the query of the path.
        asked = {"method": call.method, "url": self.url + call.path, "json": call.body, "headers": {**key, **call.headers}}
        return asked | query | {"timeout": httpx.Timeout(30.0, read=30.0 + call.wait)}


class Tradewinds(_Client):
    """A client that blocks: `with Tradewinds(url, key) as service:`, which closes its connections at the end."""

    @cached_property
    def http(self) -> httpx.Client:
        return httpx.Client()

    def __enter__(self) -> Tradewinds:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def send(self, call: Call[T]) -> T:
        """The answer to a call. Raises a Problem, or Unreachable."""
        attempts = Attempts(call.safe, self.patience)
        while True:
            try:
                if attempts.done(answer := self.http.request(**self._asked(call))):
                    found: T = call.read(answer)
                    return found
            except httpx.TransportError as error:
                attempts.lost(error)
            time.sleep(attempts.pause)

    def walk(self, steps: Steps[T]) -> Iterator[T]:
        """What steps find on their way."""
        answer = None
        while (step := _next(steps, answer)) is not None:
            answer = self.send(step) if isinstance(step, Call) else None
            if not isinstance(step, Call):
                yield step

    def listen(self, stream: Stream) -> Iterator[Event]:
        """The events of a stream. Raises the Problem by which it ends, or Unreachable."""
        stream.patience = self.patience
        while not stream.over:
            try:
                with self.http.stream(**self._asked(stream.call())) as answer:
                    if not answer.is_success:
                        answer.read()
                    if stream.done(answer):
                        for sent in EventSource(answer).iter_sse():
                            yield from stream.heard(sent)
            except httpx.TransportError as error:
                stream.lost(error)
            time.sleep(0 if stream.over else stream.pause)


class AsyncTradewinds(_Client):
    """A client that awaits: `async with AsyncTradewinds(url, key) as service:`"""

    @cached_property
    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient()

    async def __aenter__(self) -> AsyncTradewinds:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def send(self, call: Call[T]) -> T:
        """The answer to a call. Raises a Problem, or Unreachable."""
        attempts = Attempts(call.safe, self.patience)
        while True:
            try:
                if attempts.done(answer := await self.http.request(**self._asked(call))):
                    found: T = call.read(answer)
                    return found
            except httpx.TransportError as error:
                attempts.lost(error)
            await asyncio.sleep(attempts.pause)

    async def walk(self, steps: Steps[T]) -> AsyncIterator[T]:
        """What steps find on their way."""
        answer = None
        while (step := _next(steps, answer)) is not None:
            answer = await self.send(step) if isinstance(step, Call) else None
            if not isinstance(step, Call):
                yield step

    async def listen(self, stream: Stream) -> AsyncIterator[Event]:
        """The events of a stream. Raises the Problem by which it ends, or Unreachable."""
        stream.patience = self.patience
        while not stream.over:
            try:
                async with self.http.stream(**self._asked(stream.call())) as answer:
                    if not answer.is_success:
                        await answer.aread()
                    if stream.done(answer):
                        async for sent in EventSource(answer).aiter_sse():
                            for event in stream.heard(sent):
                                yield event
            except httpx.TransportError as error:
                stream.lost(error)
            await asyncio.sleep(0 if stream.over else stream.pause)


def _next(steps: Steps[T], answer: Any) -> Call[Any] | T | None:
    """The next step after an answer; None after the last."""
    try:
        return steps.send(answer)
    except StopIteration:
        return None
