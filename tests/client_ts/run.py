"""Proves the contract from a frontend's side: ``make client-ts``, where Node is present.

Generates types from openapi.yaml, compiles a client in strict mode, and lets it play every game against a service started
for it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.tradewinds import Tradewinds

HERE = Path(__file__).parent


def npm(*words: str) -> None:
    subprocess.run(["npm", "--silent", *words], cwd=HERE, check=True)


def install() -> None:
    """Install what the lock file names, and make the types of openapi.yaml."""
    if shutil.which("npm") is None:
        sys.exit("This needs Node 20 or newer with npm on PATH.")
    npm("ci", "--no-audit", "--no-fund")
    npm("run", "generate")


def main() -> None:
    """Exit with 0 if the client compiled and played its games to the end."""
    install()
    npm("run", "compile")
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        service = Tradewinds(Path(folder))
        try:
            service.wait_ready()
            npm("run", "play", "--", f"http://{service.settings.address}")
        finally:
            service.stop()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
