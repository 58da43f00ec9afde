"""Sentences for a game that has none of its own: from the types and fields of its commands and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kit.words import capital, listed

LONGEST_LABEL = 40
"""How many characters a label has at most, so that it fits a button."""


def describe(view: Any, seat: int, command: Any, names: Sequence[str]) -> str:
    """`Place mark: row 1, column 2.`"""
    return _sentence(command, names)


def label(view: Any, seat: int, command: Any, names: Sequence[str]) -> str:
    """The same, cut after 40 characters."""
    sentence = describe(view, seat, command, names).rstrip(".")
    return sentence if len(sentence) <= LONGEST_LABEL else f"{sentence[: LONGEST_LABEL - 1].rstrip()}…"


def preview(view: Any, seat: int, command: Any) -> Mapping[str, Any]:
    """Nothing is known of what the command costs or brings."""
    return {}


def asked(view: Any, seat: int, names: Sequence[str]) -> str:
    """`Ann must act.`"""
    return f"{names[seat]} must act."


def asked_you(view: Any, seat: int, names: Sequence[str]) -> str:
    """The same, said to the seat."""
    return "You must act."


def narrate(events: Sequence[Any], names: Sequence[str], options: Any) -> str:
    """A sentence for each event: `Mark placed: Ann, row 1, column 2.`"""
    return " ".join(_sentence(event, names) for event in events)


def _sentence(payload: Any, names: Sequence[str]) -> str:
    fields = msgspec.to_builtins(payload)
    kind = str(fields.pop("type"))
    details = ", ".join(_detail(name, value, names) for name, value in fields.items())
    return capital(f"{_spaced(kind)}{details and ': '}{details}.")


def _detail(name: str, value: Any, names: Sequence[str]) -> str:
    if name == "seat" and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    return f"{_spaced(name)} {_value(value)}"


def _value(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case {"hidden": True}:
            return "hidden"
        case dict():
            return listed([f"{_spaced(str(key))} {_value(each)}" for key, each in value.items()]) or "none"
        case list() | tuple():
            return listed([_value(each) for each in value]) or "none"
        case _:
            return str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
