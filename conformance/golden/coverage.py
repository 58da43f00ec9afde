"""What golden games of any game should show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import msgspec.inspect

from conformance.playing import values_of
from domain.game import AnyGame, Json


def label(kind: str, value: Any) -> str:
    """The label of a type of command or event."""
    return f"{kind} {type(value).__struct_config__.tag}"


def everything(game: AnyGame) -> frozenset[str]:
    """A label for each type of command and event and each value of an option that is one of few."""
    options = msgspec.structs.fields(game.types.options)
    return frozenset(
        (
            *(f"command {kind.__struct_config__.tag}" for kind in game.types.commands),
            *(f"event {kind.__struct_config__.tag}" for kind in game.types.events),
            *(f"option {each.name}={value}" for each in options for value in named_values(each.type)),
        )
    )


def named_values(kind: Any) -> Sequence[Any]:
    """The values of an option that is one of few names, or on or off."""
    return [value for value in values_of(msgspec.inspect.type_info(kind)) if isinstance(value, str | bool)]


def entries(game: AnyGame) -> frozenset[str]:
    """A label for each entry of the content that has a name as its `id`."""
    return frozenset(f"content {each}" for each in _ids(game.content()))


def occurring(game: AnyGame) -> Callable[[Any, Sequence[Any]], set[str]]:
    """`occurring(command, events)`: the types, and the entries of the content that commands and events name. The part of a
    name before a colon counts too: `skiff:2` is the second `skiff`."""
    ids = frozenset(_ids(game.content()))

    def of(command: Any, events: Sequence[Any]) -> set[str]:
        labels = {label("event", event) for event in events}
        if command is not None:
            labels.add(label("command", command))
        names = {
            part for name in _strings(msgspec.to_builtins([command, *events])) for part in (name, name.partition(":")[0])
        }
        return labels.union(f"content {name}" for name in names & ids)

    return of


def _ids(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("id"), str):
            yield str(value["id"])
        for each in value.values():
            yield from _ids(each)
    elif isinstance(value, list):
        for each in value:
            yield from _ids(each)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield str(name)
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)
