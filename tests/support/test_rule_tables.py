"""The tables of CARDS.md notice every figure that differs from the data files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.rule_tables import differences, shown, tables

CARDS = {
    "rounds": 3,
    "cards": [
        {"id": "I1", "tier": 1, "income": {"vp": 0}, "immediate": [{"op": "explore", "movement": 2}]},
        {"id": "I2", "tier": 1, "income": {"vp": 1}, "immediate": []},
    ],
}
PAGE = """# Cards

In `cards.json`.

| field | value |
|---|---|
| rounds | 3 |

In `cards.json`, `cards`; each has `tier` 1.

| id | income.vp | immediate |
|---|---|---|
| I1 | 0 | explore movement 2 |
| I2 | 1 |  |
"""


def compared(folder: Path, page: str) -> list[str]:
    (folder / "cards.json").write_text(json.dumps(CARDS), "utf-8")
    return differences(page, folder)


def test_equal_tables_and_files_have_no_differences(tmp_path: Path) -> None:
    assert compared(tmp_path, PAGE) == []


@pytest.mark.parametrize(
    ("there", "here", "named"),
    [
        ("| rounds | 3 |", "| rounds | 4 |", "rounds: '4' in the table, '3' in the file"),
        ("| I2 | 1 |", "| I2 | 2 |", "cards.1.income.vp: '2' in the table, '1' in the file"),
        (
            "movement 2",
            "movement 3",
            "cards.0.immediate: 'explore movement 3' in the table, 'explore movement 2' in the file",
        ),
        ("`tier` 1", "`tier` 2", "cards.0.tier: '2' in the table, '1' in the file"),
        ("; each has `tier` 1", "", "cards.0.tier: in no table"),
        ("| I2 | 1 |  |\n", "", "cards.1.id: 'no row' in the table, 'I2' in the file"),
        ("| I2 | 1 |  |\n", "| I2 | 1 |  |\n| I3 | 1 |  |\n", "cards.2.id: 'I3' in the table, '' in the file"),
        ("| rounds | 3 |", "| rounds | 3 |\n| seats | 4 |", "seats: '4' in the table, '' in the file"),
    ],
)
def test_a_difference_is_named_with_its_place(tmp_path: Path, there: str, here: str, named: str) -> None:
    assert there in PAGE
    assert f"cards.json, {named}" in compared(tmp_path, PAGE.replace(there, here))


def test_tables_without_a_source_are_only_read() -> None:
    table, *more = tables("# Words\n\nIn short:\n\n| op | meaning |\n|---|---|\n| `a` | this \\| that |\n")
    assert (table.text, table.columns, table.rows, more) == ("In short:", ("op", "meaning"), (("`a`", "this | that"),), [])


def test_how_values_are_shown() -> None:
    assert [shown(value) for value in (None, True, False, 0, [], ["a", "b"])] == ["-", "yes", "no", "0", "", "a b"]
    sides = {
        "op": "choose_one",
        "sides": [[{"op": "raid", "power": 0}], [{"op": "bury", "count": 1}, {"op": "vp", "max": None}]],
    }
    assert shown([sides]) == "choose_one sides ((raid power 0) / (bury count 1; vp max -))"
