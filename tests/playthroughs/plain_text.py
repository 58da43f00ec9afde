"""Values as plain text, and what changed from one to another. All take what JSON has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

WIDTH = 120


def short(value: Any) -> str:
    """A value on one line. Hidden things are `?`, with their number where it is known: `?3`."""
    match value:
        case {"hidden": True, **rest}:
            return f"?{rest.get('count', '')}"
        case dict():
            return "{" + ", ".join(f"{key}: {short(each)}" for key, each in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(short, value)) + "]"
        case bool() | None:
            return {True: "yes", False: "no", None: "-"}[value]
        case float():
            return f"{value:.4g}"
        case _:
            return str(value)


def laid_out(value: Any, indent: str) -> Iterator[str]:
    """The fields of a mapping, each on a line, or on several where one is too long."""
    for key, each in value.items():
        line = f"{indent}{key}: {short(each)}"
        if len(line) <= WIDTH or not isinstance(each, dict | list):
            yield line
        elif isinstance(each, dict):
            yield f"{indent}{key}:"
            yield from laid_out(each, indent + "  ")
        else:
            yield f"{indent}{key}:"
            yield from (f"{indent}  - {short(item)}" for item in each)


def changes(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """What is different, one line a place: `path: old -> new`, `path: gone x` or `path: new x`."""
    if before == after:
        return
    match before, after:
        case ({"hidden": True}, _) | (_, {"hidden": True}):
            yield f"{path}: {short(before)} -> {short(after)}"
        case dict(), dict():
            for key in before | after:
                place = f"{path}.{key}" if path else str(key)
                if key not in after:
                    yield f"{place}: gone {short(before[key])}"
                elif key not in before:
                    yield f"{place}: new {short(after[key])}"
                else:
                    yield from changes(before[key], after[key], place)
        case list(), list():
            yield from _changes_of_lists(before, after, path)
        case _:
            yield f"{path}: {short(before)} -> {short(after)}"


def _changes_of_lists(before: list[Any], after: list[Any], path: str) -> Iterator[str]:
    fewest = min(len(before), len(after))
    start = next((place for place in range(fewest) if before[place] != after[place]), fewest)
    alike = next((n for n in range(fewest - start) if before[-1 - n] != after[-1 - n]), fewest - start)
    gone, new = before[start : len(before) - alike], after[start : len(after) - alike]
    if len(gone) == len(new) and all(isinstance(each, dict | list) for each in gone + new):
        for place, (old, now) in enumerate(zip(gone, new, strict=True), start):
            yield from changes(old, now, f"{path}[{place}]")
        return
    told = [f"{word} {', '.join(map(short, values))}" for word, values in (("gone", gone), ("new", new)) if values]
    yield f"{path}[{start}]: {'; '.join(told)}"
