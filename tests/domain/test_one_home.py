"""Every figure of a rule has one home: texts, pictures and bots ask the chapters of a game, and do not work it out again."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

import domain

LOOKS_ON = ("texts", "drawing", "bots")
LOOKED_UP = {"working", "in_force"}
"""How rules find the effects that work now."""
FIGURES = {
    "merchants_and_marauders": {
        *(
            "CARGO_IN_PORT",
            "ENTRY_PRICE",
            "CREW_PRICE",
            "REFRESH_PRICE",
            "BASE_PRICE",
            "DEMAND_PRICE",
            "OFFER",
            "START_GOLD",
            "SALE_GLORY_FROM",
        ),
        *("GOAL", "STASH_POINTS", "GOLD_OF_A_POINT", "REFILL_AT"),
    },
    "merchants_of_the_caribbean": set[str](),
    "pirates_of_maracaibo": {
        *("IGNORE_DOUBLOONS", "MARACAIBO_VP", "RETURNED_RUBY_VP", "SHARE_PAYMENT", "INCOMPLETE_QUEST_VP", "ROUNDS"),
        *("VP_PER_BURIED", "VP_PER_IMPROVEMENT", "VP_PER_QUEST", "VP_PER_RESIDENCE", "VP_PER_RIVER"),
    },
}
"""Numbers that are a whole answer as they stand, or that bots weigh. What has to be compared with something or added to
something is a query instead."""
PRINTED = {"plunder", "buy", "sell", "glory_on_buy", "keep_only_if_icon", "influence_points"}
"""Figures of cards that rules add up, compare or change: `CARGO[card].plunder`."""
CARD_TEXTS = {"drawing/faces.py", "texts/cards.py", "bots/remarks.py"}
"""What says what is printed on a card; remarks compare the printed prices of ships."""

every_game = pytest.mark.parametrize("game", FIGURES)


def looking_on(game: str) -> Iterator[tuple[str, Path]]:
    """The modules of a game that hold no rules, by their paths within the game."""
    root = Path(domain.__path__[0], game)
    for part in LOOKS_ON:
        for path in sorted(root.joinpath(part).rglob("*.py")):
            yield path.relative_to(root).as_posix(), path


def imported(game: str) -> Iterator[tuple[str, str, str]]:
    """What these modules import from the rest of the game: module, where from, name."""
    own = tuple(f"domain.{game}.{part}" for part in LOOKS_ON)
    for name, path in looking_on(game):
        package = ".".join(["domain", game, *Path(name).parent.parts])
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.level:
                source = resolve_name("." * node.level + (node.module or ""), package)
                if not source.startswith(own):
                    yield from ((name, source, each.name) for each in node.names)


@every_game
def test_only_the_chapters_look_effects_up(game: str) -> None:
    assert [(name, what) for name, _, what in imported(game) if what in LOOKED_UP] == []


@every_game
def test_a_number_that_a_rule_compares_or_adds_is_asked_for(game: str) -> None:
    numbers = {
        what
        for _, source, what in imported(game)
        if isinstance(getattr(importlib.import_module(source), what, None), int | float)
    }
    assert numbers == FIGURES[game]


@every_game
def test_figures_of_cards_are_added_up_by_the_chapters_alone(game: str) -> None:
    found = [
        (name, node.attr)
        for name, path in looking_on(game)
        if name not in CARD_TEXTS
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in PRINTED and isinstance(node.value, ast.Subscript)
    ]
    assert found == []
