"""docs/record.md is what the sources say, and leaves out nothing that authors fill in."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

import tradewinds
from domain.icons import ICONS
from tests.docs.record import CHAPTERS, calls, example, fields, files, page

KINDS = [kind for _, kinds in CHAPTERS.values() for kind in kinds]
NOT_FILLED_IN = {"Features", "Promise", "Recorder", "Refusals", "Story", "Subject", "NoOptions"}
"""What the facade has of types that are no part of the record: they are used by what is."""


def test_the_page_and_the_sheet_of_icons_are_what_the_sources_say() -> None:
    for path, text in files().items():
        assert path.read_text() == text, "run: make record"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_field_has_a_meaning(kind: type[Any]) -> None:
    assert [field.name for field in fields(kind) if not field.meaning] == []


def test_the_page_has_every_type_of_the_facade_that_has_fields() -> None:
    facade = {name: getattr(tradewinds, name) for name in tradewinds.__all__ if name != "Play"}
    with_fields = {
        name
        for name, each in facade.items()
        if isinstance(each, type)
        and (dataclasses.is_dataclass(each) or hasattr(each, "__struct_fields__") or hasattr(each, "_fields"))
    }
    assert with_fields - {kind.__name__ for kind in KINDS} <= NOT_FILLED_IN


def test_examples_are_values_of_games() -> None:
    assert example(tradewinds.Game, "name") == "'tic-tac-toe'"
    assert example(tradewinds.Area, "kind").startswith("'")
    assert len(re.findall("Example: ", page())) > 60
    assert calls()["Game"]


def test_every_icon_is_on_the_sheet() -> None:
    sheet = next(text for path, text in files().items() if path.suffix == ".svg")
    assert sorted(re.findall(r"<text [^>]*>([^<]*)</text>", sheet)) == sorted(ICONS)
