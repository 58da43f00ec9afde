"""The state of the processes of `tradewinds up`: the manager writes it to a file, and web processes show it at /readyz."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

PARTS_FILE = "TRADEWINDS_PARTS"
"""The environment variable that names the file, for the processes that `tradewinds up` starts."""


def write(file: Path, problems: Mapping[str, str]) -> None:
    """Write the problem of each process, by its name; empty if it has none. Raises OSError.

    A file with this content stays unchanged; a file that was removed is made again, with its folder.
    """
    content = msgspec.json.encode(problems)
    with contextlib.suppress(FileNotFoundError):
        if file.read_bytes() == content:
            return
    file.parent.mkdir(mode=0o700, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_bytes(content)
    fresh.replace(file)


def names() -> list[str]:
    """The processes of the `tradewinds up` that started this one; none if it was started differently."""
    try:
        return [*_read()]
    except FileNotFoundError:  # The folder was removed, which must not keep a web process from starting.
        return []


def trouble(name: str) -> str | None:
    """The problem of a process; None if it has none."""
    try:
        return _read()[name] or None
    except OSError as error:
        return f"its state cannot be read: {error.strerror}"


def _read() -> dict[str, str]:
    named = os.environ.get(PARTS_FILE)
    return msgspec.json.decode(Path(named).read_bytes(), type=dict[str, str]) if named else {}
