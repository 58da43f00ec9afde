"""Ids and labels of offers."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.playing import play
from domain.game import Malformed
from domain.merchants_of_the_caribbean.commands import CompleteExpedition
from domain.merchants_of_the_caribbean.content import ExpeditionRequest, Person, deck
from domain.offers import LONGEST_ID, MOST_MISSED, command_of, labels, nearest_first, offer_id
from policies.chance import Chance
from tests.fuzz.batches import catalogue_of
from tests.support.games import GAMES, OURS


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
GAMES_EACH, COMMANDS_EACH = 6, 150


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (Sail("nassau"), "sail:nassau"),
        (Sail("nassau", ("rum", "tobacco")), "sail:nassau|rum,tobacco"),
        (Sail("nassau", (), True), "sail:nassau||true"),
        (Sail("a|b,c%d{~"), "sail:a%7Cb%2Cc%25d%7B%7E"),
        (Sail("n", ("x-1", "", "~x", "y")), "sail:n|x-1,,%7Ex,y"),
        (Sail("n", ("",)), "sail:n|%"),
        (Sail("n", ("a" * 93,)), f"sail:n|{'a' * 93}"),
        (Sail("n", ("long-john:1", "x" * 70, "long-john:2")), f"sail:n|long-john:1,{'x' * 4}~TE~TI~TQ~Tg~TG,~HK2"),
        (Sail(""), "sail:"),
        (Fire((Shot(1), Shot(2)), 3), 'fire:{"mast":1},{"mast":2}|3'),
        (Fire(()), "fire:"),
    ],
)
def test_an_id_stands_for_its_command(command: Any, expected: str) -> None:
    assert offer_id(command) == expected
    assert command_of(COMMANDS, expected) == command


@pytest.mark.parametrize(
    "offer",
    [
        "",
        "row:nassau",
        "sail:a|b|true|more",
        "sail:a|b|perhaps",
        "fire:{broken",
        "sail:a|~AH",
        "sail:a|~b",
        'fire:{"mast":"x"}',
        "sail",
    ],
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


@settings(deadline=None)  # On a busy machine a single example may take long.
@given(item=st.lists(st.text(alphabet="ab-:~,|%{", max_size=12), max_size=20))
def test_any_list_comes_back(item: list[str]) -> None:
    command = Sail("nassau", tuple(item))
    assert command_of(COMMANDS, offer_id(command)) == command


@pytest.mark.parametrize("name", OURS)
def test_ids_are_short_and_stand_for_their_commands_with_all_options(name: str) -> None:
    game, catalogue, chance = OURS[name], catalogue_of(name), random.Random(name)
    for _ in range(GAMES_EACH):
        options = msgspec.convert(catalogue.settings(chance), game.types.options)
        seats = chance.choice(game.rules.seats(options))
        state = game.rules.setup(options, seats, Chance(chance)).state
        for _ in range(COMMANDS_EACH):
            if not (awaited := game.rules.to_act(state)):
                break
            seat = chance.choice(awaited)
            legal = list(game.rules.legal_commands(state, seat))
            ids = [offer_id(command) for command in legal]
            assert [command_of(game.types.commands, each) for each in ids] == legal
            assert max(map(len, ids)) <= LONGEST_ID
            state = game.rules.decide(state, seat, chance.choice(legal), Chance(chance)).state


@pytest.mark.parametrize("deck_id", ["merchants-110", "port-royal-120"])
def test_even_the_longest_expedition_has_a_short_id(deck_id: str) -> None:
    cards = deck(deck_id, 1, 5).cards
    requests = [card for card, entry in cards.items() if isinstance(entry, ExpeditionRequest)]
    persons = sorted((card for card, entry in cards.items() if isinstance(entry, Person)), key=len)
    rare = tuple(next(card for card in persons if card.startswith(kind)) for kind in ("settler", "captain", "jack-of-all"))
    for discards in (tuple(persons[-3:]), rare):
        command = CompleteExpedition(max(requests, key=len), discards)
        assert len(offer_id(command)) <= LONGEST_ID
        assert command_of((CompleteExpedition,), offer_id(command)) == command


def test_what_is_missed_comes_first_and_the_rarest_reason_before_others() -> None:
    legal = [Sail("nassau")]
    refused = [
        *[(Sail(to), "too_far") for to in ("havana", "caracas")],
        (Sail("tortuga"), "closed"),
        *[(Fire((Shot(mast),)), "no_powder") for mast in range(3)],
        (Fire(()), "no_target"),
    ]
    order, missed = nearest_first(legal, refused)
    assert missed == 2, "one command for each reason, of types that are not offered"
    assert [refused[place] for place in order[:missed]] == [(Fire(()), "no_target"), (Fire((Shot(0),)), "no_powder")]
    assert [refused[place][1] for place in order[missed:]] == ["no_powder", "no_powder", "closed", "too_far", "too_far"]
    assert sorted(order) == list(range(len(refused)))
    assert nearest_first([], [(Fire(()), f"reason_{number}") for number in range(9)])[1] == MOST_MISSED
