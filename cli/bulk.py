"""Checks files of many finished games, one line at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Literal

import click
import msgspec

from events.archive.bulk import Ending, Read, read_bulk
from events.errors import Unreadable
from events.games.audit import audit
from events.log.codec import Codecs
from events.log.exported import read_log

Verdict = Literal["OK", "BAD", "UNCHECKED"]


def verify_bulk(codecs: Codecs, file: Iterable[bytes]) -> None:
    """Check each game of a file and say what is wrong. Ends the program with 1 if a game is bad, with 2 if the file was cut
    off, with 3 if some games are sound but could not be checked entirely."""
    verdicts: list[Verdict] = []
    ending: Ending | None = None
    try:
        for each in read_bulk(file):
            if isinstance(each, Ending):
                ending = each
                continue
            verdict, said = _verdict(codecs, each)
            verdicts.append(verdict)
            click.echo(f"{verdict} {each.game.id}: {said}", err=verdict != "OK")
    except msgspec.DecodeError as error:
        click.echo(f"TRUNCATED: line {len(verdicts) + 1} is no game: {error}", err=True)
        ending = None
    click.echo(f"{len(verdicts)} games: {', '.join(f'{verdicts.count(each)} {each}' for each in dict.fromkeys(verdicts))}")
    if "BAD" in verdicts:
        sys.exit(1)
    if ending is None or ending.games != len(verdicts):
        click.echo("TRUNCATED: the last line, which says how many games there are, is missing or another number", err=True)
        sys.exit(2)
    if "UNCHECKED" in verdicts:
        sys.exit(3)


def _verdict(codecs: Codecs, line: Read) -> tuple[Verdict, str]:
    if isinstance(line.game.problem, str):
        return "UNCHECKED", f"the service had no sound log of it ({line.game.problem})"
    try:
        commits, names = read_log(line.lines)
    except Unreadable as error:
        return "BAD", f"{error}; first bad commit: {error.version}"
    if commits[0].ruleset not in codecs.games:
        return "UNCHECKED", f"the game {commits[0].ruleset!r} is not installed here"
    result = audit(codecs, commits, names=names)
    if result.first_bad is not None:
        return "BAD", f"{result.problem}; first bad commit: {result.first_bad}"
    if result.truncated:
        return "BAD", str(result.problem)
    checks = ", ".join(f"{name} {verdict}" for name, verdict in msgspec.structs.asdict(result.checks).items())
    if result.decisions_unchecked:
        return "UNCHECKED", f"{len(commits)} commits; {checks}; {result.problem}"
    return "OK", f"{len(commits)} commits; {checks}"
