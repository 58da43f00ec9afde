"""Builds the packages of the clients into a folder: ``python -m harness.client_packages dist``, as ``make clients`` does.

A wheel of the Python client, and, where there is npm, a tarball of the JavaScript one with types, which TypeScript makes of
the module; the compiler is that of tests/client_ts. With ``--types`` it writes these types beside the module instead, as
``make client-types`` does: whoever installs the folder has no compiler for them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON, JAVASCRIPT = ROOT / "clients" / "python", ROOT / "clients" / "javascript"
COMPILER = ROOT / "tests" / "client_ts"


def wheel(into: Path) -> None:
    """Build the wheel of the Python client, from a copy, so that nothing is left beside the sources."""
    sources = into / "sources"
    shutil.copytree(PYTHON, sources, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", str(into), str(sources)], check=True)
    shutil.rmtree(sources)


def types(into: Path) -> None:
    """Write the types of the JavaScript client; they are checked on the way."""
    if not (COMPILER / "node_modules" / ".bin" / "tsc").exists():
        subprocess.run(["npm", "--silent", "ci", "--no-audit", "--no-fund"], cwd=COMPILER, check=True)
    compiled = [str(COMPILER / "node_modules" / ".bin" / "tsc"), "--project", str(JAVASCRIPT), "--outDir", str(into)]
    subprocess.run(compiled, check=True)


def tarball(into: Path) -> None:
    """Build the npm tarball of the JavaScript client, from a copy."""
    sources = into / "sources"
    shutil.copytree(JAVASCRIPT, sources)
    types(sources)
    pack = ["npm", "--silent", "pack", "--pack-destination", str(into.resolve())]
    subprocess.run(pack, cwd=sources, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(sources)


def main(folder: str) -> None:
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    wheel(into)
    if shutil.which("npm") is None:
        print("The JavaScript client needs Node with npm to be packed.", file=sys.stderr)
    else:
        tarball(into)
    print(*sorted(each.name for each in into.iterdir()), sep="\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--types"]:
        types(JAVASCRIPT)
    else:
        main(*sys.argv[1:])
