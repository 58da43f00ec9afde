"""The pieces and areas that events change, from what each type of event changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

Touches: TypeAlias = Callable[[Any], Iterable[str]]
"""The ids of what an event changes, by its redacted fields; an empty id is left out."""


def touched_by(finders: Mapping[type[Any], Touches]) -> Callable[[Sequence[Any]], list[str]]:
    """`Drawing.touched` of a game; events of types without a finder touch nothing."""

    def touched(events: Sequence[Any]) -> list[str]:
        """Each id once, in the order in which they are first touched."""
        found: dict[str, None] = {}
        for event in events:
            if (finder := finders.get(type(event))) is not None:
                found |= dict.fromkeys(finder(event))
        return [each for each in found if each]

    return touched
