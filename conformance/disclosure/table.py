"""The disclosure table: a file beside the game with what own seat, other seats and spectators ever see of each field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from conformance.disclosure.fields import fields_of
from conformance.disclosure.watching import READERS, Level, Row, Watch, kind_of
from conformance.playing import Broken
from domain.game import AnyGame

Levels: TypeAlias = tuple[Level, ...]
"""Of own seat, other seats and spectators."""
WORDS: Mapping[Level, str] = {Level.UNKNOWN: ".", Level.NEVER: "-", Level.AT_THE_END: "end", Level.SEES: "sees"}
LEVELS = {word: level for level, word in WORDS.items()}
OPEN = "open:"
WIDTH = 110


def file_of(game: AnyGame, folder: Path) -> Path:
    """Where the table of a game is."""
    return folder / f"{game.name}.disclosure.txt"


def beside(game: AnyGame, folder: Path | None) -> Mapping[Row, Levels]:
    """The table in this folder; empty if there is none. Raises Broken if it is none."""
    file = None if folder is None else file_of(game, folder)
    if file is None or not file.is_file():
        return {}
    try:
        return read(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Broken(f"{file}: {error}") from error


def open_fields(game: AnyGame, known: Mapping[Row, Levels]) -> frozenset[tuple[str, str]]:
    """Fields of events and commands that no type hides, and of which the author has read that whoever sees the whole sees
    them: each with its kind."""
    found = set()
    for what, kinds in (("event", game.types.events), ("command", game.types.commands)):
        for of in kinds:
            kind = kind_of(what, of)
            fields = fields_of(of)
            for name in of.__struct_encode_fields__:
                inner = [field for field in fields if field.path == name or field.path.startswith((f"{name}.", f"{name}["))]
                if all(not field.may_be_hidden and Row(kind, field.path) in known for field in inner):
                    found.add((kind, name))
    return frozenset(found)


def rows(watch: Watch) -> Mapping[Row, Levels]:
    """All fields with what readers see of them. What is hidden by no type and was hidden from nobody is seen by whoever sees
    the event or command that it is in."""
    found: dict[Row, Levels] = {}
    for kind, of in watch.kinds():
        head = Row(kind, "")
        found[head] = watch.levels(head)
        for field in fields_of(of):
            row = Row(kind, field.path)
            listed = field.may_be_hidden or watch.hidden[row]
            found[row] = watch.levels(row) if listed else found[head]
    return found


def text_of(game: AnyGame, watch: Watch) -> str:
    """The table as a file."""
    found = rows(watch)
    lines = [
        f"Who may see what in {game.title}, as `tradewinds check {game.name} --write-disclosure` found it.",
        "own: the seat that a field is of. seats: other seats, or all if it is of none. spectators: who has no seat.",
        "sees: at some time. end: only when the game is over. -: never. .: it never came up. open: whoever sees the whole.",
    ]
    for kind, of in watch.kinds():
        lines += ["", _line(kind, found[Row(kind, "")])]
        plain = []
        for field in fields_of(of):
            row = Row(kind, field.path)
            if field.may_be_hidden or watch.hidden[row]:
                lines.append(_line(f"  {field.path}", found[row]))
            else:
                plain.append(field.path)
        lines += _wrapped(plain)
    return "\n".join(lines) + "\n"


def read(text: str) -> Mapping[Row, Levels]:
    """The rows of a file. Raises ValueError where a line is none of a table."""
    found: dict[Row, Levels] = {}
    kind = ""
    for number, line in enumerate(text.splitlines(), 1):
        if number <= 3 or not line.strip():
            continue
        words = line.split()
        if words[0] == OPEN:
            found.update((Row(kind, path), found[Row(kind, "")]) for path in words[1:])
            continue
        *name, own, seats, spectators = words
        if not name or not {own, seats, spectators} <= LEVELS.keys():
            raise ValueError(f"line {number} is no line of a disclosure table: {line.strip()}")
        if not line.startswith(" "):
            kind = " ".join(name)
        path = name[0] if line.startswith(" ") else ""
        found[Row(kind, path)] = (LEVELS[own], LEVELS[seats], LEVELS[spectators])
    return found


def news(known: Mapping[Row, Levels], now: Mapping[Row, Levels]) -> Iterator[str]:
    """What somebody sees that the table does not say, a line for each field."""
    for row, levels in now.items():
        before = known.get(row)
        where = " ".join(part for part in row if part)
        if before is None:
            if any(levels):
                yield f"{where} is new: {_said(levels)}"
            continue
        for reader, then, level in zip(READERS, before, levels, strict=True):
            if level > max(then, Level.NEVER):
                yield f"{where}: {reader} {_words(then)} and now {_words(level)}"


def _said(levels: Levels) -> str:
    return ", ".join(f"{reader} {WORDS[level]}" for reader, level in zip(READERS, levels, strict=True))


def _words(level: Level) -> str:
    return {Level.SEES: "see it", Level.AT_THE_END: "see it at the end"}.get(level, "never saw it")


def _line(name: str, levels: Levels) -> str:
    own, seats, spectators = (WORDS[level] for level in levels)
    return f"{name:<56} {own:<5} {seats:<5} {spectators}".rstrip()


def _wrapped(names: list[str]) -> Iterator[str]:
    line = ""
    for name in names:
        if line and len(line) + len(name) > WIDTH:
            yield line
            line = ""
        line = f"{line} {name}" if line else f"  {OPEN} {name}"
    if line:
        yield line
