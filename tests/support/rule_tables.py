"""Compares tables of a markdown page with the data files whose figures they show.

A table that shows data follows a paragraph that begins with the file and the place in it:

    In `improvements_tier_1.json`, `improvements`; each has `tier` 1, `cost` 2.

    | id | income.vp | immediate |
    |---|---|---|
    | I4 | 1 | explore movement 2 |

Row n shows entry n of the list at that place; a heading names a field of the entry, with dots inside nested objects. Equal
values of all entries may be in the sentence instead. With the headings `field` and `value` the table shows the object
at that place (the whole file where none is named), one field a row. `shown` says how a value is written in a cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

_SOURCE = re.compile(r"In `([\w-]+\.json)`(?:, `([\w.-]+)`)?")
_ALIKE = re.compile(r"`([\w.]+)` ([^,.;]+)")
_OBJECT = ("field", "value")
_HEADS = ("op", "cond", "type")


class Table(NamedTuple):
    """A table with the text before it, back to the heading or table above."""

    text: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(page: str) -> Iterator[Table]:
    """The tables of a markdown page, from the top."""
    text: list[str] = []
    block: list[tuple[str, ...]] = []
    for line in [*page.splitlines(), ""]:
        if line.startswith("|"):
            block.append(tuple(cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]))
        elif block:
            columns, _dashes, *rows = block
            assert all(len(row) == len(columns) for row in rows), f"a row of the table {columns} has too few or many cells"
            yield Table(" ".join(text).strip(), columns, tuple(rows))
            text, block = [], []
        else:
            text = [] if line.startswith("#") else [*text, line]


def shown(value: object, *, nested: bool = False) -> str:
    """How a cell shows a value of a data file.

    An effect is its op with its parameters; so are conditions (`cond`) and steps (`type`). null is `-`, an empty list
    nothing.
    """
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            head = next((name for name in _HEADS if name in value), "")
            fields = ", ".join(f"{name} {shown(part, nested=True)}" for name, part in value.items() if name != head)
            text = f"{value.get(head, '')} {fields}".strip()
        case list():
            text = _separator(value).join(shown(part, nested=isinstance(part, list)) for part in value)
        case _:
            return str(value)
    return f"({text})" if nested else text


def differences(page: str, folder: Path) -> list[str]:
    """The differences between the tables of the page and the data files of the folder, and the data that no table shows."""
    found: list[str] = []
    seen: dict[str, set[str]] = {file.name: set() for file in folder.glob("*.json")}
    files = {name: json.loads((folder / name).read_text("utf-8")) for name in seen}
    for table in tables(page):
        if source := _SOURCE.match(table.text):
            name, place = source[1], source[2] or ""
            for path, cell in _cells(table, files[name], place):
                seen[name].add(path)
                there = shown(_at(files[name], path))
                if cell != there:
                    found.append(f"{name}, {path}: {cell!r} in the table, {there!r} in the file")
    missing = (f"{name}, {path}: in no table" for name in seen for path in _leaves(files[name], seen[name]))
    return [*found, *missing]


def _cells(table: Table, file: object, place: str) -> Iterator[tuple[str, str]]:
    """(place in the file, the page's value for it)."""
    if table.columns == _OBJECT:
        yield from ((_join(place, field), cell) for field, cell in table.rows)
        return
    entries = _at(file, place)
    assert isinstance(entries, list), f"{place} is no list"
    for number in range(max(len(entries), len(table.rows))):
        entry = _join(place, str(number))
        row: Sequence[str] = table.rows[number] if number < len(table.rows) else ["no row"] * len(table.columns)
        yield from ((_join(entry, column), cell) for column, cell in zip(table.columns, row, strict=True))
        yield from ((_join(entry, field), cell) for field, cell in _ALIKE.findall(table.text.partition(";")[2]))


def _at(value: Any, place: str) -> Any:
    """The value at a dotted place; an empty list if there is none, which is shown as nothing."""
    for step in filter(None, place.split(".")):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return []
    return value


def _leaves(value: Any, seen: set[str], place: str = "") -> Iterator[str]:
    """The places of single values that are within none of those seen."""
    if place in seen:
        return
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in parts:
            yield from _leaves(part, seen, _join(place, str(name)))
    else:
        yield place


def _separator(parts: list[Any]) -> str:
    if any(isinstance(part, list) for part in parts):
        return " / "
    return "; " if any(isinstance(part, Mapping) for part in parts) else " "


def _join(place: str, step: str) -> str:
    return f"{place}.{step}" if place else step
