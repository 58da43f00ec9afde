"""Exported files: a commit a line, and at last the names of which the log has seals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from events.envelope import Commit, exported_line
from events.errors import PartialHistory, Unreadable
from events.log.names import NO_NAMES, KeptName, names_line, read_names


def exported_lines(commits: Iterable[Commit], names: Mapping[str, KeptName]) -> Iterator[bytes]:
    """The lines of a file, without line feeds."""
    yield from map(exported_line, commits)
    if names:
        yield names_line(names)


class ReadLog(NamedTuple):
    """A log that was read from a file."""

    commits: list[Commit]
    names: Mapping[str, KeptName] = NO_NAMES
    """The names that came with it, by their seals."""


def read_log(lines: Iterable[bytes]) -> ReadLog:
    """The log in an exported file, or in one line of a file of many games. White space and the order of keys do not matter.
    Raises Unreadable."""
    commits: list[Commit] = []
    rest: Iterator[bytes] = (line for line in lines if line.strip())
    for text in rest:
        number = len(commits) + 1
        try:
            fields = msgspec.json.decode(text, type=dict[str, Any])
            json.loads(text, object_pairs_hook=_each_once, parse_float=_no_fraction)
        except (ValueError, RecursionError) as error:
            cut = not text.endswith(b"\n") and next(rest, None) is None
            problem = "the file ends in the middle of it" if cut else str(error)
            raise Unreadable(number, f"commit {number}: {problem}", commits, cut=cut) from None
        if not commits and fields.keys() >= {"id", "commits"}:
            return _of_bulk(fields, rest)
        if commits and fields.keys() == {"names"}:
            if next(rest, None) is not None:
                raise Unreadable(number, "the file goes on after the names", commits)
            return ReadLog(commits, _names(number, fields["names"]))
        commits.append(_commit(number, fields))
    if not commits:
        raise Unreadable(1, "the file is empty", cut=True)
    return ReadLog(commits)


def read_lines(lines: Iterable[bytes]) -> list[Commit]:
    """The commits of such a file without the names. Raises Unreadable."""
    return read_log(lines).commits


def _names(number: int, value: Any) -> dict[str, KeptName]:
    try:
        return read_names(value)
    except ValueError as error:
        raise Unreadable(number, str(error)) from None


def _of_bulk(line: dict[str, Any], rest: Iterator[bytes]) -> ReadLog:
    """The log in a line of a file of many games (`events/archive/bulk.py`), which must be the only one."""
    if next(rest, None) is not None or not isinstance(line["commits"], list):
        raise Unreadable(1, "the file has several games; take a single line of it")
    each = [fields if isinstance(fields, dict) else {} for fields in line["commits"]]
    commits = [_commit(number, fields) for number, fields in enumerate(each, 1)]
    return ReadLog(commits, _names(len(commits) + 1, line.get("names", {})))


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Different readers would take different values of a repeated name, so it is refused."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name comes twice in one object")
    return found


def _no_fraction(number: str) -> float:
    """Refuse 1.0: some readers take it for 1, and their canonical forms differ."""
    raise ValueError(f"{number} is no integer")


def _commit(number: int, fields: dict[str, Any]) -> Commit:
    if fields.keys() >= {"text", "turn"}:
        raise PartialHistory(number, f"commit {number}: this is what one caller saw of a game that was not over")
    if set(fields) != set(Commit.__struct_fields__):
        raise Unreadable(number, f"commit {number}: its fields are not those of a commit")
    for part in ("command", "events"):
        fields[part] = msgspec.Raw(msgspec.json.encode(fields[part], order="sorted"))
    try:
        return msgspec.convert(fields, Commit)
    except msgspec.ValidationError as error:
        raise Unreadable(number, f"commit {number}: {error}") from None
