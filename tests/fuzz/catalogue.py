"""What the fuzz has to know of a game: what there is to reach in it, and how its commands are made up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec


class Arranged(NamedTuple):
    """Why no command reaches a refusal in the position of any game, and the rule test that reaches it in an arranged one."""

    why: str
    test: str


def top_of_stack(state: Any) -> str:
    """For games whose state is a stack of frames."""
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
    """Whatever the seat holds."""
    return list(strings(msgspec.to_builtins(state.seats[seat])))


def nothing_more(*states: Any) -> None:
    """For games without a list of what must always hold."""


def unwatched(note: Callable[[str], None]) -> None:
    """For games in which everything shows in events."""


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """One game. Labels are `<kind> <name>`, such as `mission m07`."""

    everything: frozenset[str] = frozenset()
    """All content that there is to reach."""
    reached: Callable[[Iterable[Any]], Iterable[str]] = lambda happened: ()
    """What of it a command and its events show to have come into play."""
    restraints: frozenset[str] = frozenset()
    """What is at work only where it has a command refused."""
    watch: Callable[[Callable[[str], None]], None] = unwatched
    """Has whatever cannot be seen in events reported as it works, from now on."""

    settings: Callable[[random.Random], dict[str, Any]] = lambda chooser: {}
    """Options to play with, drawn by chance."""
    bad_settings: Sequence[dict[str, Any]] = ()
    """Options that are refused."""

    invariants: Callable[[Any], None] = nothing_more
    """Raises AssertionError for a state that may not be."""
    changes: Callable[[Any, Any], None] = nothing_more
    """Raises AssertionError for what one command may not change."""

    kinds: Callable[[Any], Sequence[type[Any]]] = lambda state: ()
    """The kinds of commands that the open decision knows, possible or not."""
    decision: Callable[[Any], str] = lambda state: ""
    """The name of the open decision."""
    names: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """By field of commands: what can stand there."""
    drawn: Mapping[str, Callable[[Any, int, random.Random], Any]] = field(default_factory=dict)
    """By field of commands: what stands there, for the fields that are not in `names`."""
    at_hand: Callable[[Any, int], Sequence[str]] = own_things
    """What lies before a seat: what it names is more often almost right."""
    strangers: Sequence[int] = ()
    """Seats that there are not, where the game itself refuses them."""

    pull: Callable[[Any, int, frozenset[str]], float] = lambda state, seat, wanted: 0.0
    """How near a seat is to something that is wanted; only the order of the numbers counts."""
    arranged: Mapping[str, Arranged] = field(default_factory=dict)
    """By code: refusals that no game reaches."""
