"""What docs/changing-rules.md says about where things are is true."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "docs/changing-rules.md").read_text().partition("## Where to look\n")[2].partition("\n## ")[0]


def test_the_files_that_the_guide_names_are_there() -> None:
    files = re.findall(r"`((?:\w+/)+\w+\.\w+)`", SECTION)
    assert len(files) > 12
    assert [file for file in files if not (ROOT / file).exists()] == []


def test_a_search_for_a_rule_or_a_code_finds_it_where_the_guide_says() -> None:
    (rule,) = re.findall(r"grep -rn (M[CM]-\d+) ", SECTION)
    holding = {
        path.name for path in (ROOT / "domain").rglob("*") if path.suffix in (".py", ".md") and rule in path.read_text()
    }
    assert {"RULES.md", "raids.py"} <= holding
    assert any(f'"{rule}"' in path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    (code,) = re.findall(r"grep -rn '(\"\w+\")' domain", SECTION)
    assert all(code in path.read_text() for path in (ROOT / "domain").glob("[mp]*_*/refusals.py"))
    (query,) = re.findall(r"`(\w+)` in `domain/merchants_and_marauders/raids\.py`", SECTION)
    assert f"def {query}(" in (ROOT / "domain/merchants_and_marauders/raids.py").read_text()
