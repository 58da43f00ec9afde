"""The libraries that Tradewinds is compared with. They are installed beside the benchmark and never into the product."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

FOLDER = Path(__file__).with_name(".peers")
PYTHON = FOLDER / "python"
NODE = FOLDER / "node"

EVENTSOURCING = "eventsourcing==9.5.6"
SPY = "py-spy==0.4.3"
"""Looks at the stacks of running processes."""
NETWORKX = "networkx==3.5"
"""What catanatron needs for playouts."""
BOARDGAME = {
    "private": True,
    # Its storage in files wants node-persist, without saying so to npm.
    "dependencies": {"boardgame.io": "0.50.2", "node-persist": "3.1.3"},
    # A newer koa-compose breaks its lobby.
    "overrides": {"koa-compose": "4.1.0"},
}


def install() -> None:
    """Fetch what is not there yet. Without Node there is no boardgame.io, and its comparison is left out."""
    _fetch(EVENTSOURCING, PYTHON)
    wanted = json.dumps(BOARDGAME)
    stamp = NODE / "package.json"
    if has_node() and not (stamp.exists() and stamp.read_text() == wanted and (NODE / "node_modules").exists()):
        NODE.mkdir(parents=True, exist_ok=True)
        stamp.write_text(wanted)
        npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
        subprocess.run(npm, cwd=NODE, check=True)


def networkx() -> Path:
    """Where networkx is; it is fetched if it is not there yet."""
    _fetch(NETWORKX, FOLDER / "networkx")
    return FOLDER / "networkx"


def spy() -> Path:
    """Where py-spy is; it is fetched if it is not there yet."""
    _fetch(SPY, FOLDER / "spy")
    return FOLDER / "spy" / "bin" / "py-spy"


def catanatron() -> Path | None:
    """The checkout of catanatron that CATANATRON names; None if it names none. catanatron is not on the package index."""
    named = os.environ.get("CATANATRON")
    if not named:
        return None
    checkout = Path(named)
    if not (checkout / "catanatron" / "catanatron" / "game.py").exists():
        raise SystemExit(f"CATANATRON={named} is no checkout of catanatron")
    return checkout


def _fetch(package: str, folder: Path) -> None:
    """Install a package into a folder of its own."""
    stamp = folder / ".installed"
    if not stamp.exists() or stamp.read_text() != package:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        # pip's warning that the product's environment is another one does not matter.
        subprocess.run([*pip, "--upgrade", "--target", str(folder), package], check=True, stderr=subprocess.PIPE)
        stamp.write_text(package)


def has_node() -> bool:
    """Are Node and npm on PATH?"""
    return shutil.which("node") is not None and shutil.which("npm") is not None


class Peer(NamedTuple):
    """A script in its own process, with its input and output."""

    told: IO[str]
    says: IO[str]

    def play(self, seconds: float) -> dict[str, float]:
        """Let it play for so long; what it counted, and the `seconds` that it took."""
        print(seconds, file=self.told, flush=True)
        played: dict[str, float] = json.loads(self.says.readline())
        return played

    def rate(self, seconds: float) -> float:
        """Let it play for so long; moves a second."""
        played = self.play(seconds)
        return played["moves"] / played["seconds"]


@contextmanager
def node(script: str, *arguments: str, stderr: int | None = None) -> Iterator[Peer]:
    """Run a script of this folder by Node until the end of the block; `stderr` as subprocess takes it."""
    with _running(["node", str(FOLDER.with_name(script)), *arguments], {"NODE_ENV": "production"}, stderr) as peer:
        yield peer


@contextmanager
def python(script: str, *paths: Path) -> Iterator[Peer]:
    """Run a script of this folder by this Python until the end of the block; it can import what is in these folders."""
    # -P: the modules of this folder must not take the place of Python's own.
    with _running(
        [sys.executable, "-P", str(FOLDER.with_name(script))], {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    ) as peer:
        yield peer


@contextmanager
def _running(command: list[str], environment: Mapping[str, str], stderr: int | None = None) -> Iterator[Peer]:
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, **environment},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Peer(process.stdin, process.stdout)
        finally:
            process.kill()


def admit() -> None:
    """Let this process import the Python peers, behind everything of the product's own."""
    if str(PYTHON) not in sys.path:
        sys.path.append(str(PYTHON))
