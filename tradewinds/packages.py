"""Packages that offer games and policies by their entry points."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any, NamedTuple


class Package(NamedTuple):
    """The distribution that a game or a policy comes from."""

    distribution: str
    version: str
    module: str = ""
    """The module that its entry point names; empty if it was not accepted."""

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"


class RefusedGame(NamedTuple):
    """An entry point that leads to no game or policy, and what is wrong with it."""

    name: str
    origin: Package
    problem: str
    """A text for `/readyz`, which anybody may read."""
    error: BaseException | None = None
    """What its code raised; for the operator."""

    def __str__(self) -> str:
        return f"{self.name} of {self.origin}: {self.problem}"


def origin_of(point: EntryPoint) -> Package:
    return Package("unknown", "") if point.dist is None else Package(point.dist.name, point.dist.version)


class Unusable(Exception):
    """An entry point leads to no game or policy that can be used; the message says why."""


def loaded(point: EntryPoint, kind: type[Any]) -> Any:
    """The game or policy that an entry point leads to. Raises Unusable."""
    try:
        found = point.load()
    except (Exception, SystemExit) as error:  # Whatever its code does wrong, all others run.
        raise Unusable(f"`{point.value}` cannot be imported ({type(error).__name__})") from error
    if not isinstance(found, kind):
        raise Unusable(f"`{point.value}` is no `tradewinds.{kind.__name__}`, but of type {type(found).__name__}")
    return found
