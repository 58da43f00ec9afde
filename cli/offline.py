"""Commands that work on exported files without a running service, and the export that makes one."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, BinaryIO, NoReturn

import click
import msgspec

from cli.bulk import verify_bulk
from domain import session
from domain.session import Session
from domain.session.lifecycle import read_options
from domain.session.renaming import renamed, renamed_table
from domain.session.seals import name_of
from events import envelope
from events.archive.bulk import is_bulk
from events.envelope import published_secret
from events.errors import (
    ArchiveDamaged,
    ConfigError,
    LogDamaged,
    RulesetNotInstalled,
    StoreUnavailable,
    UnknownGame,
    Unreadable,
)
from events.games.audit import Audit, audit, check_receipt
from events.log.codec import Codecs
from events.log.exported import exported_lines
from events.log.names import kept_names, plain
from events.settings import Settings
from events.store.event_store import open_store
from play.loading import read_file
from tradewinds.installed import installed

FILE = click.argument("file", type=click.File("rb"))
_RECEIPT = re.compile("[0-9]{1,15}:[0-9a-fA-F]{64}")


def _codecs() -> Codecs:
    return Codecs(installed().games)


def _require_rules(commits: list[envelope.Commit], doing: str) -> None:
    """Refuse a game that is not installed: nothing but its rules can say whether its log is sound."""
    try:
        _codecs().of(commits[0].ruleset)
    except RulesetNotInstalled as error:
        raise click.ClickException(f"the file cannot be {doing}: {error}; `tradewinds games` lists those that are") from None


class _Receipt(click.ParamType[tuple[int, str]]):
    """VERSION:HEAD"""

    name = "VERSION:HEAD"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        if not _RECEIPT.fullmatch(value):
            self.fail("a receipt is a version, a colon and the head's 64 hex digits", param, ctx)
        version, _, head = value.partition(":")
        return int(version), head.lower()


@click.command()
@FILE
@click.option("--head", "receipts", type=_Receipt(), multiple=True, help="A receipt that the file must match.")
def verify(file: BinaryIO, receipts: tuple[tuple[int, str], ...]) -> None:
    """Check an exported or archived game, or a file of many games: chain, fold, every decision and every draw.

    Needs only the file. Receipts (the version and head in the answers to accepted actions) also prove that the file is
    of that game. Of a file of many games (GET /v1/games/export) each line is checked. Exit status 1: a bad commit, which is
    named; 2: a truncated file; 3: a sound file with decisions under an older version of the rules, which cannot be checked
    here.
    """
    first_line = file.readline()
    if is_bulk(first_line):
        if receipts:
            raise click.UsageError("A receipt belongs to one game, but this file has many.")
        verify_bulk(_codecs(), chain([first_line], file))
        return
    try:
        commits, names = read_file(first_line + file.read())
    except ArchiveDamaged as error:
        _bad(f"the archive's file is damaged: {error}")
    except Unreadable as error:
        if error.cut:
            _check_rest(error)
        _bad(f"{error}; first bad commit: {error.version}")
    if published_secret(commits[-1]) is None:
        _check_installed(commits, f"the log ends after version {len(commits)}, before the game is over")
    _require_rules(commits, "checked")
    result = audit(_codecs(), commits, names=names)
    if _is_truncated(result):
        _truncated(str(result.problem))
    for version, head in receipts:
        problem = check_receipt(commits, version, head)
        if problem is not None:
            _bad(f"receipt {version}: {problem}")
    checks = ", ".join(f"{name} {verdict}" for name, verdict in msgspec.structs.asdict(result.checks).items())
    if result.decisions_unchecked:
        click.echo(f"UNCHECKED: {len(commits)} commits; {checks}; {result.problem}", err=True)
    else:
        click.echo(f"OK: {len(commits)} commits; {checks}")
    click.echo(f"head {result.head}")
    if result.package is not None:
        made = result.package
        click.echo(f"By its log it was created with {made.distribution} {made.version}, whose code has the sum {made.code}.")
    if result.secret_chosen:
        click.echo("The creator of this game chose its secret (REPRODUCIBLE=on), so its draws prove nothing.")
    if not receipts:
        click.echo(
            "No receipt was given (--head VERSION:HEAD), so this shows that the file is consistent, not which game it is."
        )
    if result.decisions_unchecked:
        sys.exit(3)


def _check_rest(cut: Unreadable) -> None:
    """Say of a file that ends in the middle of a commit that it is truncated, unless a commit before that one is bad."""
    if cut.before:
        _check_installed(cut.before, str(cut))
    if not cut.before or _is_truncated(audit(_codecs(), cut.before)):
        _truncated(str(cut))


def _check_installed(commits: Sequence[envelope.Commit], lacking: str) -> None:
    """Say of a truncated file of a game that is not installed what is known: it is truncated, and the rest is unchecked.

    Without the secret, which the end of the file has, not even its chain can be checked.
    """
    try:
        _codecs().of(commits[0].ruleset)
    except RulesetNotInstalled as error:
        _truncated(f"{lacking}; the commits before that cannot be checked (ruleset_not_installed): {error}")


def _is_truncated(result: Audit) -> bool:
    """Whether the log lacks its end. Ends the program if it has a bad commit: then the file is not only cut."""
    if result.first_bad is not None:
        _bad(f"{result.problem}; first bad commit: {result.first_bad}")
    return result.truncated


def _truncated(problem: str) -> NoReturn:
    click.echo(f"TRUNCATED: {problem}", err=True)
    sys.exit(2)


def _bad(problem: str) -> NoReturn:
    click.echo(f"BAD: {problem}", err=True)
    sys.exit(1)


@click.command()
@FILE
@click.option("--at", "version", type=click.IntRange(1), help="The version to show; the default is the last one.")
def replay(file: BinaryIO, version: int | None) -> None:
    """Show an exported or archived game as it was at a version, with nothing hidden, as JSON."""
    try:
        commits, names = read_file(file.read())
    except (ArchiveDamaged, Unreadable) as error:
        raise click.ClickException(f"the file cannot be replayed: {error}") from error
    _require_rules(commits, "replayed")
    last = version or len(commits)
    if last > len(commits):
        raise click.ClickException(f"the file has {len(commits)} versions")
    try:
        shown = _position(commits[:last], plain(names))
    except Exception as error:  # A changed file can break the fold in any way.
        raise click.ClickException(f"the file cannot be replayed, `tradewinds verify` says more: {error!r}") from error
    click.echo(msgspec.json.format(msgspec.json.encode(shown), indent=2).decode())


def _position(commits: list[envelope.Commit], names: Mapping[str, str]) -> dict[str, object]:
    codec = _codecs().of(commits[0].ruleset)
    now: Session[Any] | None = None
    last: list[Any] = []
    for last in codec.events(commits):
        now = session.fold(codec.game, now, last)
    if now is None:
        raise ValueError("it has no commits")

    def naming(name: str, seat: int) -> str:
        return name_of(name, seat, names)

    called = renamed_table(now, naming).names
    happened = [renamed(event, naming) for event in last]
    return {
        "version": len(commits),
        "turn": session.turn(codec.game, now),
        "status": now.status,
        "text": session.narrate(codec.game, happened, called, read_options(codec.game, now.options)),
        "seats": list(called),
        "view": None if now.state is None else codec.game.gate.open_view(now.state),
    }


@click.command()
@click.argument("game")
@click.option(
    "--output", type=click.File("wb", lazy=True), default="-", help="File to write; the default is standard output."
)
def export(game: str, output: BinaryIO) -> None:
    """Write a finished game from the store (REDIS_URL or the embedded one) or its archive as NDJSON."""
    try:
        settings = Settings.from_env()
        beside, commits = open_store(settings).read(game)
    except UnknownGame:
        raise click.ClickException(f"there is no game {game}") from None
    except ArchiveDamaged as error:
        raise click.ClickException(f"its file in the archive is damaged: {error}") from None
    except LogDamaged as error:
        raise click.ClickException(str(error)) from None
    except ConfigError as error:
        raise click.ClickException(str(error)) from error
    except StoreUnavailable as error:
        raise click.ClickException(f"the store cannot be reached: {error}") from error
    if not commits or not envelope.whole(commits, 1, len(commits)):
        raise click.ClickException(f"the log of {game} is damaged: commits are missing")
    if published_secret(commits[-1]) is None:
        raise click.ClickException("the game is not over: its log holds what is hidden from the players")
    output.write(b"".join([line + b"\n" for line in exported_lines(commits, kept_names(beside))]))
