"""The packages of the clients have what they need, and nothing of the service."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import yaml

from harness import client_packages, client_types
from tests.docs.generated import ROOT

PACKAGE = ROOT / "clients" / "python" / "tradewinds_client"
NPM = shutil.which("npm")


def imported(module: Path) -> set[str]:
    nodes = [*ast.walk(ast.parse(module.read_text()))]
    named = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    named += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in named}


def test_the_python_client_stands_on_httpx_alone() -> None:
    used = set().union(*(imported(each) for each in PACKAGE.glob("*.py"))) - sys.stdlib_module_names
    assert used == {"httpx", "httpx_sse", "tradewinds_client"}


@pytest.mark.long  # It fetches what builds it; `.ci/run` builds both packages too.
def test_the_wheel_has_the_package_and_its_types(tmp_path: Path) -> None:
    client_packages.wheel(tmp_path)
    (wheel,) = tmp_path.glob("tradewinds_client-*.whl")
    found = {name.rpartition("/")[2] for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tradewinds_client/")}
    assert found == {each.name for each in PACKAGE.glob("*.py")} | {"py.typed"}


@pytest.mark.long  # It fetches the compiler.
@pytest.mark.skipif(NPM is None, reason="the JavaScript client is packed by npm")
def test_the_tarball_has_the_module_and_its_types(tmp_path: Path) -> None:
    client_packages.tarball(tmp_path)
    (packed,) = tmp_path.glob("tradewinds-client-*.tgz")
    with tarfile.open(packed) as files:
        names = {name.removeprefix("package/") for name in files.getnames()}
    assert names == {"tradewinds.js", "tradewinds.d.ts", "answers.d.ts", "package.json", "README.md"}


def test_the_folder_of_the_javascript_client_can_be_installed_as_it_is() -> None:
    folder = ROOT / "clients" / "javascript"
    package = json.loads((folder / "package.json").read_text())
    assert all((folder / name).is_file() for name in package["files"])
    exported = r"^export (?:declare )?(?:async )?(?:class|function|const) (\w+)"
    module, types = (
        set(re.findall(exported, (folder / name).read_text(), re.M)) for name in ("tradewinds.js", "tradewinds.d.ts")
    )
    assert len(module) > 15
    assert module == types, "run `make client-types`"


@pytest.mark.long  # It fetches the compiler.
@pytest.mark.skipif(NPM is None, reason="the compiler is installed by npm")
def test_the_types_of_the_module_are_those_that_the_compiler_makes_of_it(tmp_path: Path) -> None:
    client_packages.types(tmp_path)
    fresh = (tmp_path / "tradewinds.d.ts").read_text()
    assert fresh == (ROOT / "clients" / "javascript" / "tradewinds.d.ts").read_text(), "run `make client-types`"


def test_the_types_are_those_of_the_contract(tmp_path: Path) -> None:
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    fresh = tmp_path / "answers.py"
    fresh.write_text(client_types.in_python(contract))
    subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--quiet", "--config", str(ROOT / "pyproject.toml"), fresh], check=True
    )
    assert fresh.read_text() == (PACKAGE / "answers.py").read_text(), "run `make openapi`"
    javascript = ROOT / "clients" / "javascript"
    assert client_types.in_typescript(contract) == (javascript / "answers.d.ts").read_text(), "run `make openapi`"
    assert json.loads((javascript / "package.json").read_text())["types"] == "./tradewinds.d.ts"
