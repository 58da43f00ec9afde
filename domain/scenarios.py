"""Prepared positions, for whoever tests a frontend: a battle, a bust, a last round.

A scenario is a seed and a list of commands. The position is reached by the rules alone, so it can really come about, and
everybody who has the same rules reaches the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A prepared position and the way to it."""

    title: str
    """Its title for people, at most 40 characters."""
    text: str
    """Its content as a sentence."""
    seats: int
    """The number of seats."""
    options: Mapping[str, Any] = {}
    """The game's own options; those left out have their default."""
    seed: int
    """The seed of all draws on the way to the position."""
    commands: tuple[tuple[int, Any], ...]
    """Each seat with the command that it gives, in order. They are legal under the current rules."""


def read_scenarios(content: bytes, commands: Sequence[type[Any]]) -> dict[str, Scenario]:
    """Scenarios by their names, from a JSON object; `commands` are the types of the game's commands."""
    given: Any = tuple[tuple[int, reduce(or_, commands)], ...]  # type: ignore[misc]  # A type that only the game knows.
    return {
        name: msgspec.structs.replace(scenario, commands=msgspec.convert(scenario.commands, given))
        for name, scenario in msgspec.json.decode(content, type=dict[str, Scenario]).items()
    }
