"""Copies of files of games, in the folder of a backup or from there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from events.archive.archive import Archive
from events.archive.content import unpacked
from events.archive.files import game_of
from events.errors import ArchiveDamaged

Complain: TypeAlias = Callable[[str], None]
"""Is given a sentence on each game that is damaged."""


def copy_archived(files: Archive, game: str, found: Sequence[str], to: Path, complain: Complain) -> int:
    """Copy the files of one game, also those to which its log moves meanwhile."""
    copied, done = 0, set[str]()
    while left := [more for more in found if more not in done]:
        for more in left:
            done.add(more)
            file = files.path(game, more)
            if file is None:
                continue
            copy = to / file.parent.name / file.name
            try:
                copied += copy_file(file, copy, check_archived)
            except ArchiveDamaged as error:
                complain(f"the file of {game} in the archive is damaged, and was not copied: {error}")
            if copy.exists() and not copy.stat().st_size:
                found = files.names(game)
    return copied


def check_archived(file: Path) -> None:
    """Raises ArchiveDamaged if this is no file of the archive."""
    if file.stat().st_size:  # An empty one says that its log is in another.
        with file.open("rb") as opened:
            unpacked(opened, game_of(file.name))


def is_copied(file: Path, copy: Path) -> bool:
    """Whether a copy is there, and is as old and as large. Raises OSError."""
    with suppress(FileNotFoundError):
        now, then = file.stat(), copy.stat()
        return (then.st_size, then.st_mtime_ns) == (now.st_size, now.st_mtime_ns)
    return False


def copy_file(file: Path, copy: Path, check: Callable[[Path], None] = lambda half: None) -> bool:
    """Copy a file, unless its copy is there; whether it was copied. A file that has been deleted meanwhile is left out.

    `check` is given the copy before it replaces an earlier one, and may raise an error.
    """
    if is_copied(file, copy):
        return False
    half = copy.with_name(f"{copy.name}.tmp")
    try:
        copy.parent.mkdir(mode=0o700, exist_ok=True)
        shutil.copy2(file, half)
        check(half)
        with half.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(half, copy)
    except FileNotFoundError:
        return False
    finally:
        half.unlink(missing_ok=True)
    return True
