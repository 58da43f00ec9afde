"""The type of a span, and spans that do nothing, for processes without traces."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Literal, Protocol

Kind = Literal["internal", "server", "producer", "consumer"]
Attributes = Mapping[str, str | int]
NONE: Attributes = MappingProxyType({})


class Span(Protocol):
    """A traced step."""

    def note(self, attributes: Attributes) -> None:
        """Add attributes; never hidden information or tokens."""
        ...

    def name(self, name: str) -> None:
        """Rename the span."""
        ...


class Traces(Protocol):
    """Makes spans; a span made within another is its child."""

    def span(
        self, name: str, kind: Kind = "internal", origin: Mapping[str, str] | None = None, attributes: Attributes = NONE
    ) -> AbstractContextManager[Span]:
        """A span around a block, continuing the trace of `origin`: the result of `carried`, or the headers of a request."""
        ...

    def carried(self) -> dict[str, str]:
        """The W3C header `traceparent`, with which another process continues the trace; empty without a trace."""
        ...


class _NoSpan:
    def note(self, attributes: Attributes) -> None:
        return None

    def name(self, name: str) -> None:
        return None

    def __enter__(self) -> _NoSpan:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class NoTraces:
    """Traces nothing."""

    _SPAN = _NoSpan()

    def span(
        self, name: str, kind: Kind = "internal", origin: Mapping[str, str] | None = None, attributes: Attributes = NONE
    ) -> AbstractContextManager[Span]:
        return self._SPAN

    def carried(self) -> dict[str, str]:
        return {}
