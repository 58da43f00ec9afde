"""The folder where the processes of one machine put their metrics together, so that a scrape of any shows them all.

prometheus_client writes a file a process and kind of metric, named by the process id, and adds them up when it is asked. It
never removes one, so what ended processes have counted is moved into one file for all of them here, and their gauges go.
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
    """The shared folder, None where a process keeps its metrics to itself.

    It is made where it is missing, for this user alone as is the folder it lies in: systemd, for one, clears away what an
    ordinary user has in memory when he logs out.
    """
    named = os.environ.get(METRICS_DIR)
    if not named:
        return None
    place = Path(named)
    # The mode that `mkdir` is given does not count for the parents that it makes.
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.mkdir(mode=0o700, exist_ok=True)
    return place


@contextmanager
def locked(place: Path) -> Iterator[None]:
    """Keep others from moving files while this process reads or moves them."""
    with (place / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def merge_ended(place: Path) -> None:
    """Move what ended processes have counted into the files of those gone, and forget their gauges."""
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
    """Add values up by key; histograms are kept bucket by bucket, so they too are sums."""
    totals: dict[str, float] = defaultdict(float)
    for file in (*files, into):
        if file.exists() and file.stat().st_size:  # One that ended at once has an empty file.
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
    except PermissionError:  # somebody else's
        return True
    return True
