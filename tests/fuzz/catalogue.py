"""What of a game's content the playouts must have reached, beyond its commands, events and refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Catalogue(NamedTuple):
    """`everything` names all there is, `reached` what the events of a command show, and `watch` has whatever cannot be seen
    in events reported to a function as it works."""

    everything: frozenset[str]
    reached: Callable[[Iterable[Any]], Iterable[str]]
    watch: Callable[[Callable[[str], None]], None]
