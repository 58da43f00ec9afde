"""Sums of the code of games, so that two services can say whether they run the same."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path


def sum_of(place: Path) -> str:
    """The SHA-256, in hex, of a file, or of all files in a folder: of the lines that `sha256sum` prints for them, in
    the order of their paths as bytes. What Python caches and names that begin with a dot do not count. Raises OSError."""
    if place.is_file():
        return sha256(place.read_bytes()).hexdigest()
    files = sorted((f"./{file.relative_to(place).as_posix()}", file) for file in _files(place))
    lines = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {name}\n" for name, file in files)
    return sha256(lines.encode()).hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for each in folder.iterdir():
        if each.name.startswith(".") or each.name == "__pycache__":
            continue
        if each.is_dir():
            yield from _files(each)
        elif each.is_file():
            yield each
