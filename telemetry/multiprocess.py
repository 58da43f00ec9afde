"""The folder in which the processes of one machine share their metrics, so that a scrape of any process shows all.

prometheus_client writes one file for each process and kind of metric, named by the process id, and adds them up at a
scrape. It never removes a file. So this module merges the counts of ended processes into one file, and drops their gauges.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.mmap_dict import MmapedDict

from telemetry import METRICS_DIR

_FILE = re.compile(r"(?P<kind>[a-z]+)(?:_[a-z]+)?_(?P<pid>[0-9]+)\.db")


def folder() -> Path | None:
    """The shared folder; None if this process does not share its metrics.

    A missing folder is made, with its parent, for this user only: systemd, for example, removes a user's files in memory
    when the user logs out.
    """
    named = os.environ.get(METRICS_DIR)
    if not named:
        return None
    place = Path(named)
    # `mkdir` does not apply its mode to the parents that it makes.
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.mkdir(mode=0o700, exist_ok=True)
    return place


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Lock the folder, so that no other process moves files within the block."""
    with (place / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def merge_ended(place: Path) -> None:
    """Merge the counts of ended processes into one file for each kind of metric, and remove their gauges."""
    gone: dict[str, list[Path]] = defaultdict(list)
    for file in place.glob("*.db"):
        named = _FILE.fullmatch(file.name)
        if named is not None and not _lives(int(named["pid"])):
            gone[named["kind"]].append(file)
    for kind, files in gone.items():
        if kind != "gauge":
            _move(files, place / f"{kind}_gone.db")
        for file in files:
            file.unlink()


def _move(files: Iterable[Path], into: Path) -> None:
    """Add up values by key. Histograms are stored by bucket, so they are sums too."""
    totals: dict[str, float] = defaultdict(float)
    for file in (*files, into):
        if file.exists() and file.stat().st_size:  # A process that ended at once leaves an empty file.
            for key, value, _, _ in MmapedDict.read_all_values_from_file(file):
                totals[key] += value
    fresh = into.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    written = MmapedDict(fresh)
    for key, value in totals.items():
        written.write_value(key, value, 0.0)
    written.close()
    fresh.replace(into)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # It belongs to another user.
        return True
    return True
