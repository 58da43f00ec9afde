"""The record of a version: games as their commands and events, and commands that were refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.fairness import Draws, game_key
from domain.game import AnyGame
from domain.session.lifecycle import CreateGame
from events.envelope import Commit

FOLDER = "golden"
"""The folder with the records, beside the module that the entry point of a game names."""
NO_COMMAND = msgspec.Raw(b"null")


class RefusedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command that the rules refused. Its sentence may change, its code and parameters may not."""

    seat: int
    command: msgspec.Raw
    code: str
    params: dict[str, Any] = {}


class RefusedSetup(msgspec.Struct, frozen=True, kw_only=True):
    """Options and a number of seats that the rules refused."""

    options: dict[str, Any]
    seats: int
    code: str
    params: dict[str, Any] = {}


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command, the events that it led to, and commands that were refused in the position after it."""

    seat: int | None = None
    """None: the set-up, which has no command."""
    command: msgspec.Raw = NO_COMMAND
    events: msgspec.Raw
    """JSON with sorted keys, as in a log."""
    refused: tuple[RefusedCommand, ...] = ()


class GoldenGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game from its set-up on. It may stop before its end, where nothing new happens."""

    id: str = ""
    """All chance follows from it and the secret, as in a game of the service."""
    seats: int
    options: dict[str, Any]
    secret: str
    """32 bytes in hex."""
    commits: tuple[Decision, ...]

    def draws(self, version: int) -> Draws:
        """The chance of a commit, counted from 1."""
        return Draws(game_key(bytes.fromhex(self.secret), self.id, ()), version)

    def logged(self, game: AnyGame, version: int) -> Iterator[Commit]:
        """The commits as a log of this version of the rules has them, as far as their payloads go."""
        for place, each in enumerate(self.commits, 1):
            yield logged(game, version, each.seat, each.command, each.events, place)


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """All golden games of one version of a game."""

    ruleset: str
    version: int
    games: tuple[GoldenGame, ...]
    refused_setups: tuple[RefusedSetup, ...] = ()


def logged(
    game: AnyGame, version: int, seat: int | None, command: msgspec.Raw, events: msgspec.Raw, place: int = 1
) -> Commit:
    """A commit as the codec reads it."""
    return Commit(
        version=place,
        command_id="",
        actor="player",
        seat=seat,
        at="",
        ruleset=game.name,
        ruleset_version=version,
        command=command,
        events=events,
    )


def options_of(game: AnyGame, golden: GoldenGame, version: int) -> Any:
    """The options of a game of this version, as today's version has them. Raises KeyError without an upcaster."""
    created: dict[str, Any] = {"type": CreateGame.__struct_config__.tag, "ruleset": game.name, "options": golden.options}
    for step in range(version, game.version):
        created = game.upcasters[step].command(created)
    return msgspec.convert(created["options"], game.types.options)


def file_of(game: AnyGame, version: int, folder: Path) -> Path:
    """Where the record of a version is."""
    return folder / f"{game.name}-{version}.json.xz"


def versions_in(game: AnyGame, folder: Path) -> Mapping[int, Path]:
    """The files with records of a game, by version."""
    name = re.compile(rf"{re.escape(game.name)}-([1-9][0-9]*)\.json\.xz")
    found = {name.fullmatch(file.name): file for file in folder.iterdir()} if folder.is_dir() else {}
    return dict(sorted((int(match[1]), file) for match, file in found.items() if match))


def read(file: Path) -> Record:
    """Raises msgspec.DecodeError, OSError."""
    import lzma  # Here, since a Python may be built without it, and everything else runs on that too.

    return msgspec.json.decode(lzma.decompress(file.read_bytes()), type=Record)


def write(record: Record, file: Path) -> None:
    """One commit a line, so that two records can be compared as text (`xz --decompress --stdout`)."""
    import lzma

    games = [_lines_of(each) for each in record.games]
    head = f'{{"ruleset":{_json(record.ruleset)},"version":{record.version},'
    text = f'{head}"refused_setups":{_listed(record.refused_setups)},"games":[\n' + ",\n".join(games) + "\n]}\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def _lines_of(golden: GoldenGame) -> str:
    head = _json(msgspec.structs.replace(golden, commits=())).removesuffix("[]}")
    return f"{head}{_listed(golden.commits)}}}"


def _listed(values: Sequence[object]) -> str:
    return "[" + "".join(f"\n{_json(value)}," for value in values).removesuffix(",") + "]"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
