"""Phrases for sentences."""

from __future__ import annotations

import pytest

from domain.kit.words import YOU, Subject, ordinal


@pytest.mark.parametrize(
    ("third", "second"),
    [
        ("is", "are"),
        ("has", "have"),
        ("does", "do"),
        ("goes", "go"),
        ("buries", "bury"),
        ("passes", "pass"),
        ("finishes", "finish"),
        ("looks", "look"),
        ("chooses", "choose"),
        ("uses", "use"),
        ("plays", "play"),
    ],
)
def test_a_verb_follows_its_subject(third: str, second: str) -> None:
    assert YOU.does(third) == second
    assert Subject("Anne").does(third) == third


def test_a_sentence_names_the_player_or_speaks_to_it() -> None:
    assert [f"{who} {who.does('keeps')} {who.own} ship." for who in (Subject("Anne"), YOU)] == [
        "Anne keeps the own ship.",
        "You keep your ship.",
    ]


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st"), (703, "703rd")],
)
def test_an_ordinal_ends_as_it_is_spoken(number: int, text: str) -> None:
    assert ordinal(number) == text
