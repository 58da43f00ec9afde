"""Ids and labels of offers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from conformance.playing import play
from domain.game import Malformed
from domain.offers import LONGEST_ID, command_of, labels, offer_id
from tests.support.games import GAMES


class Sail(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sail"):
    to: str
    cargo: tuple[str, ...] = ()
    haste: bool = False


class Shot(msgspec.Struct, frozen=True):
    mast: int


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="fire"):
    shots: tuple[Shot, ...]
    at: int | None = None


COMMANDS = (Sail, Fire)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Sail("nassau"), "sail:nassau"),
        (Sail("nassau", ("rum", "tobacco")), "sail:nassau|rum,tobacco"),
        (Sail("nassau", (), True), "sail:nassau||true"),
        (Sail("a|b,c%d{"), "sail:a%7Cb%2Cc%25d%7B"),
        (Sail(""), "sail:"),
        (Fire((Shot(1), Shot(2)), 3), 'fire:{"mast":1},{"mast":2}|3'),
        (Fire(()), "fire:"),
    ],
)
def test_an_id_stands_for_its_command(command: Any, expected: str) -> None:
    assert offer_id(command) == expected
    assert command_of(COMMANDS, expected) == command


@pytest.mark.parametrize(
    "offer", ["", "row:nassau", "sail:a|b|true|more", "sail:a|b|perhaps", "fire:{broken", 'fire:{"mast":"x"}', "sail"]
)
def test_an_id_that_stands_for_nothing_is_refused(offer: str) -> None:
    with pytest.raises(Malformed) as refused:
        command_of(COMMANDS, offer)
    assert refused.value.code == "invalid_offer"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_equal_labels_are_numbered(game: Any) -> None:
    step = next(play(game, game.rules.seats(game.types.options())[0], 1))
    view = game.gate.view(step.before, step.seat)
    once = labels(game, view, step.seat, step.legal[:1], ["Anne Bonny"] * 8)
    first, second = labels(game, view, step.seat, step.legal[:1] * 2, ["Anne Bonny"] * 8)
    assert first.endswith(" (1)")
    assert second.endswith(" (2)")
    assert once[0].startswith(first[: -len(" (1)")])
    assert len(first) <= 40


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_ids_are_short(game: Any) -> None:
    for step in play(game, game.rules.seats(game.types.options())[1], 3):
        assert max(len(offer_id(command)) for command in step.legal) <= LONGEST_ID
