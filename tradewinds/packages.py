"""Packages that offer games and policies by their entry points."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import NamedTuple


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
