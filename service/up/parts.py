"""What has become of the processes of `tradewinds up`: its manager writes it down, its web processes tell it at /readyz."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

PARTS_FILE = "TRADEWINDS_PARTS"
"""The variable that names the file, for the processes that `tradewinds up` has started."""


def write(file: Path, problems: Mapping[str, str]) -> None:
    """Write down what is wrong with each process, by its name; empty where nothing is. Raises OSError.

    A file that says so already stays as it is; one that somebody has cleared away is made anew, with its folder.
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
    """The processes of the `tradewinds up` that has started this one; none where it was started otherwise."""
    try:
        return [*_read()]
    except FileNotFoundError:  # Somebody has cleared the folder away. That must not keep a web process from starting.
        return []


def trouble(name: str) -> str | None:
    """What is wrong with a process; None if nothing is."""
    try:
        return _read()[name] or None
    except OSError as error:
        return f"what has become of it cannot be read: {error.strerror}"


def _read() -> dict[str, str]:
    named = os.environ.get(PARTS_FILE)
    return msgspec.json.decode(Path(named).read_bytes(), type=dict[str, str]) if named else {}
