"""Builds a release into a folder: ``python -m harness.release dist/release``, as ``make release`` does. Publishes nothing.

First it looks whether what is built is what the tag says: version, date, contract and commit. `--rehearse` names what does
not agree and builds nonetheless; `--keep-contract` only keeps openapi.yaml as what later contracts are compared with.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from harness import client_packages
from harness.contract_breaks import keep, kept, structure

ROOT = Path(__file__).parent.parent
CONTRACTS = Path("docs", "releases")
SUMS = "SHA256SUMS"


def problems(root: Path) -> Iterator[str]:
    """What keeps the commit that is checked out from being the release of its version, each as a sentence."""
    version = version_of(root)
    for file, found in (
        ("clients/python/pyproject.toml", _toml(root / "clients/python")["version"]),
        ("clients/javascript/package.json", json.loads((root / "clients/javascript/package.json").read_text())["version"]),
    ):
        if found != version:
            yield f"pyproject.toml has the version {version}, {file} has {found}."
    heading = next((line for line in (root / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")), "")
    if not re.fullmatch(rf"## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d", heading):
        yield f"CHANGELOG.md begins with {heading!r}, not with '## [{version}] - ' and the date of the release."
    contract = root / CONTRACTS / contract_name(version)
    if not contract.exists() or kept(contract) != structure(_contract(root)):
        yield f"{CONTRACTS / contract.name} is not the contract of this release: run `make keep-contract`."
    if changed := _git(root, "status", "--porcelain"):
        yield f"{len(changed.splitlines())} files are not as they were committed."
    if f"v{version}" not in _git(root, "tag", "--points-at", "HEAD").split():
        yield f"The commit has no tag v{version}."


def version_of(root: Path) -> str:
    return str(_toml(root)["version"])


def contract_name(version: str) -> str:
    return f"openapi-{version}.json.gz"


def keep_contract(root: Path) -> Path:
    """Keep openapi.yaml as the contract of this version, in the place of the one before."""
    folder = root / CONTRACTS
    folder.mkdir(exist_ok=True)
    for older in folder.glob(contract_name("*")):
        older.unlink()
    file = folder / contract_name(version_of(root))
    keep(_contract(root), file)
    return file


def build(root: Path, into: Path, engine: str) -> None:
    """The wheel of the service, packages of both clients, the contract, the image if there is an engine, and sums."""
    version = version_of(root)
    with tempfile.TemporaryDirectory() as folder:
        sources = subprocess.run(["git", "-C", str(root), "archive", "HEAD"], check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "--extract", "--directory", folder], check=True, input=sources)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "wheel", "--no-deps"]
        subprocess.run([*pip, "--wheel-dir", str(into), folder], check=True)
    client_packages.wheel(into)
    client_packages.tarball(into)
    shutil.copy(root / "openapi.yaml", into / f"openapi-{version}.yaml")
    if engine:
        image(root, into / f"tradewinds-{version}-image.tar", f"tradewinds:{version}", engine)
    write_sums(into)


def image(root: Path, file: Path, name: str, engine: str) -> None:
    """Build the container image and save it in a form that each engine loads."""
    # In their own format Podman and Buildah would leave out the health check.
    environment = {**os.environ, "BUILDAH_FORMAT": "docker"}
    subprocess.run([engine, "build", "--tag", name, str(root)], check=True, env=environment)
    save = (
        ["push", name, f"docker-archive:{file}:{name}"]
        if Path(engine).name == "buildah"
        else ["save", "--output", str(file), name]
    )
    subprocess.run([engine, *save], check=True)


def write_sums(folder: Path) -> None:
    """Write the SHA-256 of all files beside them, as `sha256sum --check` reads it."""
    files = sorted(each for each in folder.iterdir() if each.name != SUMS)
    (folder / SUMS).write_text("".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files))


def _toml(folder: Path) -> Any:
    return tomllib.loads((folder / "pyproject.toml").read_text())["project"]


def _contract(root: Path) -> Any:
    return yaml.load((root / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m harness.release")
    parser.add_argument("into", nargs="?", type=Path, help="a folder that is not there yet")
    parser.add_argument("--engine", default="", help="docker, podman or buildah")
    parser.add_argument("--without-image", action="store_true", help="build no container image")
    parser.add_argument("--rehearse", action="store_true", help="build although it is not the commit of a release")
    parser.add_argument(
        "--keep-contract", action="store_true", help="only keep openapi.yaml as the contract of this version"
    )
    given = parser.parse_args()
    if given.keep_contract:
        print(keep_contract(ROOT).relative_to(ROOT))
        return
    if given.into is None or given.into.exists():
        parser.error("name a folder that is not there yet")
    lacking = (
        [*problems(ROOT)] if shutil.which("npm") else [*problems(ROOT), "The JavaScript client needs npm to be packed."]
    )
    if not given.engine and not given.without_image:
        lacking.append("Neither Docker (running), Podman nor Buildah is here; --without-image (IMAGE=no) builds none.")
    print(*lacking, sep="\n", file=sys.stderr)
    if lacking and not given.rehearse:
        sys.exit("Nothing was built.")
    given.into.mkdir(parents=True)
    build(ROOT, given.into, "" if given.without_image else given.engine)
    print((given.into / SUMS).read_text(), end="")


if __name__ == "__main__":
    main()
