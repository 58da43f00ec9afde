"""Reads games from files."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from domain import session
from domain.game import AnyGame
from domain.session import Session
from domain.session.renaming import renamed, renamed_table
from domain.session.seals import name_of
from events.archive.content import unpacked
from events.errors import ArchiveDamaged, PartialHistory, UnknownRuleset, Unreadable
from events.games.audit import audit
from events.log.codec import Codecs
from events.log.exported import ReadLog, read_log
from events.log.names import kept_names, plain
from tradewinds.installed import installed

GZIP = b"\x1f\x8b"
"""The first bytes of a compressed file."""


class Loaded(NamedTuple):
    """A version of a game in a file."""

    game: AnyGame
    version: int
    session: Session[Any]
    events: tuple[Any, ...]


def read_file(content: bytes) -> ReadLog:
    """The log in an exported or archived file. Raises Unreadable, ArchiveDamaged."""
    if not content.startswith(GZIP):
        return read_log(BytesIO(content))
    archived = unpacked(BytesIO(content))
    return ReadLog(read_log(archived.lines()).commits, kept_names(archived.secrets))


def load(path: str | PathLike[str]) -> list[Loaded]:
    """The versions of the game in a file from its start on. Raises OSError, ValueError."""
    codecs = Codecs(installed().games)
    try:
        log = read_file(Path(path).read_bytes())
        codecs.of(log.commits[0].ruleset)
        result = audit(codecs, log.commits, names=log.names)
    except PartialHistory:
        raise _running(path) from None
    except (Unreadable, ArchiveDamaged, UnknownRuleset) as error:
        raise ValueError(f"{path} cannot be read: {error}") from error
    if result.first_bad is not None:
        raise ValueError(f"{path} is damaged: {result.problem}; first bad commit: {result.first_bad}")
    if result.truncated:
        raise _running(path)
    found = [*_versions(codecs, log)]
    if not found:
        raise ValueError(f"{path}: the game was abandoned before it began")
    return found


def _running(path: str | PathLike[str]) -> ValueError:
    return ValueError(
        f"{path} ends before its game does; a game's secret, and with it its cards and draws, is published when it is over"
    )


def _versions(codecs: Codecs, log: ReadLog) -> Iterator[Loaded]:
    codec, names = codecs.of(log.commits[0].ruleset), plain(log.names)

    def naming(written: str, seat: int) -> str:
        return name_of(written, seat, names)

    now: Session[Any] | None = None
    for commit, events in zip(log.commits, codec.events(log.commits), strict=True):
        now = session.fold(codec.game, now, events)
        if now.state is not None:
            happened = tuple(renamed(event, naming) for event in events)
            yield Loaded(codec.game, commit.version, renamed_table(now, naming), happened)
