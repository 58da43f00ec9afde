"""The table of threats is true: every test that it names exists."""

from __future__ import annotations

import ast
import re

from tests.docs.generated import ROOT

ROWS = [line for line in (ROOT / "SECURITY.md").read_text().splitlines() if line.startswith("| ")][2:]


def test_every_threat_has_a_test_and_every_test_exists() -> None:
    assert len(ROWS) > 20
    for row in ROWS:
        threat, _, tests = (cell.strip() for cell in row.strip("|").split("|"))
        named = re.findall(r"`(tests/[a-z_/]+\.py)::(test_[a-z0-9_]+)`", tests)
        assert named, threat
        for file, name in named:
            there = {node.name for node in ast.parse((ROOT / file).read_text()).body if isinstance(node, ast.FunctionDef)}
            assert name in there, f"{threat}: {file} has no {name}"


def test_every_file_of_these_tests_is_named() -> None:
    for file in (ROOT / "tests" / "security").glob("test_*.py"):
        assert file.name == "test_threat_model.py" or any(file.name in row for row in ROWS), file.name
