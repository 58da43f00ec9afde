"""Other packages with the names of ours."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tradewinds.neighbours import PACKAGES

ROOT = Path(__file__).parent.parent.parent


def imported(beside: Path) -> str:
    """What an import of `tradewinds` says in a folder."""
    run = [sys.executable, "-c", "import tradewinds; print('imported')"]
    done = subprocess.run(run, cwd=beside, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout + done.stderr.strip().splitlines()[-1] if done.stderr else done.stdout


@pytest.mark.parametrize("name", ["events", "domain", "service", "workers"])
def test_an_import_names_a_package_that_stands_in_the_way(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("")
    said = imported(tmp_path)
    assert f"ImportError: Tradewinds has a package named '{name}'" in said
    assert str(tmp_path / name) in said


def test_what_has_another_name_stands_in_no_way(tmp_path: Path) -> None:
    (tmp_path / "eventful").mkdir()
    (tmp_path / "eventful" / "__init__.py").write_text("")
    assert imported(tmp_path) == "imported\n"


def test_all_packages_of_the_wheel_are_looked_at() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {each.rstrip("*") for each in found} == {*PACKAGES, "tradewinds"}
