"""Chapter 1: components."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.merchants_of_the_caribbean import content
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import LootShip, RevealCard, StopDiscovering
from domain.merchants_of_the_caribbean.game import GAME
from tests.support.rule_tables import differences

from . import catalogue
from .catalogue import MERCHANTS
from .scenario import FLUTE, GALLEON, PINACE, SAILOR, SKIFF, TAX, TWO_PRIESTS, content_of, given, new_game


def in_play(kind: str) -> list[dict[str, Any]]:
    """The card of every instance of one kind that a game with four seats is set up with."""
    cards = {card["id"]: card for card in content_of(MERCHANTS)["cards"]}
    order = new_game(seats=4).ledger_at_setup().draw_deck
    all_cards = [cards[instance.rpartition(":")[0]] for instance in order]
    return [card for card in all_cards if card["kind"] == kind]


@pytest.mark.rule("MC-001")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_standard_deck_holds_110_cards(seats: int) -> None:
    assert len(set(new_game(seats=seats).ledger_at_setup().draw_deck)) == 110
    assert content_of(MERCHANTS)["total"] == 110


@pytest.mark.rule("MC-002", "MC-004")
def test_the_deck_is_made_of_four_kinds() -> None:
    numbers = {kind: len(in_play(kind)) for kind in ("ship", "person", "expedition_request", "tax_increase")}
    assert numbers == {"ship": 50, "person": 51, "expedition_request": 5, "tax_increase": 4}
    assert sum(numbers.values()) == 110


@pytest.mark.rule("MC-002")
@pytest.mark.parametrize(
    ("card", "kind"),
    [(PINACE, "ship"), (SAILOR, "person"), (TWO_PRIESTS, "expedition_request"), (TAX, "tax_increase")],
)
def test_a_revealed_card_shows_its_kind(card: str, kind: str) -> None:
    assert given(next_cards=(card,)).when(0, RevealCard()).happens(e.CardRevealed).kind == kind


@pytest.mark.rule("MC-003")
def test_any_card_whatever_its_front_is_one_coin() -> None:
    fronts = (FLUTE, SAILOR, TWO_PRIESTS, TAX)
    table = given(seats=2, harbour=("galleon-4-skull:1", PINACE), next_cards=fronts).do(0, StopDiscovering())
    assert table.coins(0) == 3
    table.when(0, LootShip(card="galleon-4-skull:1")).then_only(
        e.ShipLooted(seat=0, card="galleon-4-skull:1", coins=4, trader_bonus=0),
        e.CoinsGained(seat=0, amount=4, reason="loot", missing=0, cards=fronts),
        ...,
    )
    assert table.coins(0) == 7


@pytest.mark.rule("MC-005")
def test_the_game_records_the_deck_and_the_revision_it_is_played_with() -> None:
    set_up = new_game(seats=2).events[0]
    assert isinstance(set_up, e.GameSetUp)
    assert (set_up.deck_id, set_up.revision) == (MERCHANTS, catalogue.deck_file(MERCHANTS)["revision"])


@pytest.mark.rule("MC-005")
@pytest.mark.parametrize("deck", [MERCHANTS, catalogue.PORT_ROYAL])
def test_the_card_list_is_the_data_file(deck: str) -> None:
    shown, listed = content_of(deck), catalogue.deck_file(deck)
    assert {name: shown[name] for name in ("deck_id", "revision", "title", "total", "provenance")} == {
        name: listed[name] for name in ("deck_id", "revision", "title", "total", "provenance")
    }
    for card, facts in zip(shown["cards"], listed["cards"], strict=True):
        assert {name: card[name] for name in facts} == facts
        assert card["source_note"] == facts.get("source_note", "")


@pytest.mark.rule("MC-005")
def test_a_corrected_list_changes_no_game_that_was_set_up_before(monkeypatch: pytest.MonkeyPatch) -> None:
    old = given(seats=2, harbour=(PINACE,))
    first = content.NEWEST[MERCHANTS]
    stronger = [msgspec.structs.replace(card, strength=9) if card.id == "pinace-1-1" else card for card in first.cards]
    second = msgspec.structs.replace(first, revision=first.revision + 1, cards=tuple(stronger))
    monkeypatch.setitem(content.DECK_LISTS, (MERCHANTS, second.revision), second)
    monkeypatch.setitem(content.NEWEST, MERCHANTS, second)

    again, new = GAME.fold(old.events, None), new_game(seats=2).state

    assert (again, again.revision) == (old.state, first.revision)
    assert new.revision == second.revision
    shown = [content.deck(MERCHANTS, state.revision, 2).cards[PINACE] for state in (again, new)]
    assert [card.strength for card in shown if isinstance(card, content.Ship)] == [1, 9]


@pytest.mark.rule("MC-004", "MC-007", "MC-008", "MC-009", "MC-010", "MC-012", "MC-013", "MC-V03", "MC-V05", "MC-V09")
def test_every_figure_of_the_files_stands_in_the_tables_of_the_cards() -> None:
    folder = Path(str(files("domain.merchants_of_the_caribbean")))
    assert differences((folder / "CARDS.md").read_text("utf-8"), folder / "data") == []


@pytest.mark.rule("MC-006", "MC-008")
def test_five_ship_types_with_ten_ships_each() -> None:
    coins: dict[str, list[int]] = {}
    for ship in in_play("ship"):
        coins.setdefault(ship["type"], []).append(ship["coins"])
    ten = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4]
    assert {kind: sorted(paid) for kind, paid in coins.items()} == {
        "pinace": ten,
        "flute": ten,
        "skiff": ten,
        "frigate": ten,
        "galleon": ten,
    }


@pytest.mark.rule("MC-006")
def test_the_names_of_the_ship_types() -> None:
    names = {ship["type"]: ship["name"] for ship in in_play("ship")}
    assert names == {
        "pinace": "Pinace",
        "flute": "Flute",
        "skiff": "Skiff",
        "frigate": "Frigate",
        "galleon": "Galleon",
    }


@pytest.mark.rule("MC-007")
def test_a_ship_shows_type_coins_and_strength_or_skull() -> None:
    ships = in_play("ship")
    assert {ship["coins"] for ship in ships} == {1, 2, 3, 4}
    assert all(ship["strength"] is None or ship["strength"] >= 1 for ship in ships)
    skulls = {ship["id"] for ship in ships if ship["strength"] is None}
    assert skulls == {"frigate-3-skull", "frigate-4-skull", "galleon-3-skull", "galleon-4-skull"}


@pytest.mark.rule("MC-009")
def test_a_person_shows_cost_influence_skill_and_strength() -> None:
    for person in in_play("person"):
        assert person["cost"] > 0
        assert person["influence"] >= 0
        assert person["skill"]["code"] == SKILLS[person["type"]]
        assert person["strength"] == {"sailor": 1, "pirate": 2}.get(person["type"], 0)


SKILLS = {
    "trader": "loot_bonus",
    "settler": "expedition_symbol",
    "captain": "expedition_symbol",
    "priest": "expedition_symbol",
    "jack_of_all_trades": "expedition_joker",
    "sailor": "combat",
    "pirate": "combat",
    "mademoiselle": "hire_discount",
    "jester": "empty_harbour_bonus",
    "admiral": "full_harbour_bonus",
    "governor": "extra_take",
}


@pytest.mark.rule("MC-010")
def test_the_numbers_of_the_eleven_person_types() -> None:
    assert Counter(person["type"] for person in in_play("person")) == {
        "trader": 10,
        "settler": 4,
        "captain": 4,
        "priest": 4,
        "jack_of_all_trades": 3,
        "sailor": 8,
        "pirate": 3,
        "mademoiselle": 3,
        "jester": 4,
        "admiral": 5,
        "governor": 3,
    }
    traders = Counter(person["skill"]["ship_type"] for person in in_play("person") if person["type"] == "trader")
    assert traders == {"pinace": 2, "flute": 2, "skiff": 2, "frigate": 2, "galleon": 2}


@pytest.mark.rule("MC-011", "MC-012")
def test_the_five_requests_with_symbols_coins_and_points() -> None:
    shown = [
        (sorted(request["requires"].items()), request["reward"]["coins"], request["influence"])
        for request in in_play("expedition_request")
    ]
    assert sorted(shown) == sorted(
        [
            ([("settler", 2)], 3, 2),
            ([("priest", 2)], 3, 2),
            ([("captain", 2)], 3, 2),
            ([("priest", 2), ("settler", 1)], 3, 5),
            ([("captain", 2), ("settler", 1)], 3, 5),
        ]
    )


@pytest.mark.rule("MC-013")
def test_a_tax_increase_shows_threshold_and_bonus() -> None:
    increases = in_play("tax_increase")
    assert len(increases) == 4
    for increase in increases:
        assert increase["threshold"] == 12
        assert increase["bonus"] == {"criterion": "most_strength", "coins": 1}


@pytest.mark.rule("MC-014")
def test_copies_of_a_card_are_numbered_from_one() -> None:
    order = new_game(seats=2).ledger_at_setup().draw_deck
    copies: dict[str, list[int]] = {}
    for instance in order:
        card, _, number = instance.rpartition(":")
        copies.setdefault(card, []).append(int(number))
    assert sorted(copies["flute-2-2"]) == [1, 2]
    counts = {card["id"]: card["count"] for card in content_of(MERCHANTS)["cards"]}
    assert {card: sorted(numbers) for card, numbers in copies.items()} == {
        card: list(range(1, count + 1)) for card, count in counts.items()
    }


@pytest.mark.rule("MC-015")
def test_every_card_is_in_one_zone_throughout_a_turn() -> None:
    table = given(
        seats=2,
        persons={0: (SAILOR,)},
        completed={1: ("expedition-2-settler:1",)},
        requests=(TWO_PRIESTS,),
        harbour=(FLUTE,),
        next_cards=(SKIFF, GALLEON),
    )
    table.when(0, RevealCard()).happens(e.RepelDecisionOpened)
    assert table.view.revealed_slot == SKIFF
    assert SKIFF not in (*table.view.harbour, *table.view.discard_pile)
    named = [
        *table.view.harbour,
        *table.view.requests,
        *table.view.discard_pile,
        table.view.revealed_slot,
        *table.persons(0),
        *table.persons(1),
        *table.completed(1),
    ]
    assert len(named) == len(set(named))
    assert len(named) + table.draw_deck_size + table.coins(0) + table.coins(1) == 110
