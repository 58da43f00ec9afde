"""What the fuzz must know of a game: everything to reach in it, and how to invent its commands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec


class Arranged(NamedTuple):
    """Why no random game reaches a refusal, and the rule test that reaches it in an arranged position."""

    why: str
    test: str


def top_of_stack(state: Any) -> str:
    """The open frame, for games with a stack of frames."""
    return str(type(state.stack[-1]).__struct_config__.tag) if state.stack else ""


def strings(value: Any) -> Iterator[str]:
    """All strings in JSON values, and names in them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)


def own_things(state: Any, seat: int) -> Sequence[str]:
    """All names of things that the seat has."""
    return list(strings(msgspec.to_builtins(state.seats[seat])))


def nothing_more(*states: Any) -> None:
    """For games without a list of invariants."""


def unwatched(note: Callable[[str], None]) -> None:
    """For games in which events show everything."""


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """One game. Labels are `<kind> <name>`, such as `mission m07`."""

    everything: frozenset[str] = frozenset()
    """All content to reach."""
    reached: Callable[[Iterable[Any]], Iterable[str]] = lambda happened: ()
    """The content that a command and its events brought into play."""
    restraints: frozenset[str] = frozenset()
    """Content that works only by refusing a command."""
    watch: Callable[[Callable[[str], None]], None] = unwatched
    """From now on, reports content that works without an event."""

    settings: Callable[[random.Random], dict[str, Any]] = lambda chooser: {}
    """Random options to play with."""
    bad_settings: Sequence[dict[str, Any]] = ()
    """Options that must be refused."""

    invariants: Callable[[Any], None] = nothing_more
    """Raises AssertionError for an impossible state."""
    changes: Callable[[Any, Any], None] = nothing_more
    """Raises AssertionError for a change that no command may make."""

    kinds: Callable[[Any], Sequence[type[Any]]] = lambda state: ()
    """The kinds of commands of the open decision, possible or not."""
    decision: Callable[[Any], str] = lambda state: ""
    """The name of the open decision."""
    names: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """By field of commands: the values that it can have."""
    drawn: Mapping[str, Callable[[Any, int, random.Random], Any]] = field(default_factory=dict)
    """By field of commands: how to draw a value, for fields that are not in `names`."""
    at_hand: Callable[[Any, int], Sequence[str]] = own_things
    """Things that a seat sees: commands that name them are more often almost legal."""
    strangers: Sequence[int] = ()
    """Seats that do not exist, if the game itself refuses them."""

    pull: Callable[[Any, int, frozenset[str]], float] = lambda state, seat, wanted: 0.0
    """How near a seat is to something missing; only the order of the numbers counts."""
    arranged: Mapping[str, Arranged] = field(default_factory=dict)
    """By code: refusals that no random game reaches."""
