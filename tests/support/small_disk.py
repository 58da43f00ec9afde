"""A disk of a few megabytes that a test can fill: a tmpfs in its own mount namespace, which needs no root."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PIECES = (2**20, 4096, 1)
"""Bytes written at a time, while there is room."""


class SmallDisk:
    """A disk mounted at `place` for processes that were started `within`; the test sees it at `root`."""

    def __init__(self, place: Path, keeper: int) -> None:
        self.place = place
        self.within = ("nsenter", "--target", str(keeper), "--user", "--preserve-credentials", "--mount")
        self._filler = Path(f"/proc/{keeper}/root") / place.relative_to("/") / "filler"

    def fill(self) -> None:
        """Fill the disk to the last byte."""
        with self._filler.open("ab", buffering=0) as filler:
            for piece in PIECES:
                with suppress(OSError):
                    while True:
                        filler.write(bytes(piece))
        assert os.statvfs(self._filler).f_bavail == 0

    def make_room(self) -> None:
        self._filler.unlink()


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Mount it; skips the test if that is not allowed."""
    mount = f"mount -t tmpfs -o size={megabytes}m tmpfs '{place}' && echo mounted && exec cat"
    try:
        keeper = subprocess.Popen(
            ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    except FileNotFoundError:
        pytest.skip("needs unshare and nsenter (util-linux) for a disk that may be filled")
    with keeper:
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        said = keeper.stdout.readline().strip()
        if said != "mounted":
            pytest.skip(f"a small disk cannot be mounted here: {said}")
        try:
            yield SmallDisk(place, keeper.pid)
        finally:
            keeper.stdin.close()
