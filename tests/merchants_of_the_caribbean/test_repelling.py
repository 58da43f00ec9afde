"""Chapter 5: repelling."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import KeepShip, RepelShip, RevealCard, StopDiscovering

from .scenario import FLUTE, GALLEON, JESTERS, PINACE, PIRATE, SAILOR, SKIFF, given

SAILORS = tuple(f"sailor-3-1:{copy}" for copy in range(1, 6))
ALL_FIGHTERS = (*SAILORS, "sailor-5-2:1", "sailor-5-2:2", "sailor-7-3:1", PIRATE, "pirate-7-2:1", "pirate-9-3:1")


@pytest.mark.rule("MC-038")
@pytest.mark.parametrize(
    ("persons", "strength"),
    [
        ((), 0),
        ((SAILOR,), 1),
        ((PIRATE,), 2),
        ((SAILOR, PIRATE), 3),
        (("sailor-7-3:1", "pirate-9-3:1"), 3),
        ((SAILOR, "governor-8-0:1", JESTERS[0], "jack-of-all-trades-6-1:1"), 1),
        (ALL_FIGHTERS, 14),
    ],
)
def test_strength_is_one_for_each_sailor_and_two_for_each_pirate(persons: tuple[str, ...], strength: int) -> None:
    table = given(persons={0: persons}, options={"target_influence": 50})
    assert table.strength(0) == strength


@pytest.mark.rule("MC-038")
def test_persons_in_the_harbour_and_of_other_seats_add_nothing() -> None:
    table = given(persons={1: (PIRATE,)}, harbour=(SAILOR,), next_cards=(FLUTE,))
    assert (table.strength(0), table.strength(1)) == (0, 2)
    table.when(0, RevealCard()).never(e.RepelDecisionOpened).happens(e.HarbourCardPlaced)


@pytest.mark.rule("MC-039", "MC-045", "MC-046", "MC-C04")
@pytest.mark.parametrize(
    ("ship", "persons", "opens"),
    [
        ("flute-1-1:1", (SAILOR,), True),
        ("flute-2-2:1", (SAILOR,), False),
        ("flute-2-2:1", (PIRATE,), True),
        ("skiff-2-3:1", (PIRATE,), False),
        ("skiff-2-3:1", (SAILOR, PIRATE), True),
        ("skiff-2-3:1", ALL_FIGHTERS, True),
        ("galleon-3-7:1", ALL_FIGHTERS, True),
        ("flute-1-1:1", (), False),
    ],
)
def test_a_ship_not_stronger_than_the_seat_can_be_repelled(ship: str, persons: tuple[str, ...], opens: bool) -> None:
    table = given(persons={0: persons}, next_cards=(ship,), options={"target_influence": 50})
    attempt = table.when(0, RevealCard())
    kinds = [type(event) for event in attempt.events]
    if opens:
        assert kinds == [e.CardRevealed, e.RepelDecisionOpened]
        assert table.legal(0) == [RepelShip(card=ship), KeepShip(card=ship)]
    else:
        assert kinds == [e.CardRevealed, e.HarbourCardPlaced]
        table.when(0, RepelShip(card=ship)).refused("ship_cannot_be_repelled")


@pytest.mark.rule("MC-040")
@pytest.mark.parametrize("ship", ["frigate-3-skull:1", "frigate-4-skull:1", "galleon-3-skull:1", "galleon-4-skull:1"])
def test_a_ship_with_the_skull_can_never_be_repelled(ship: str) -> None:
    table = given(persons={0: ALL_FIGHTERS}, next_cards=(ship,), options={"target_influence": 50})
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card=ship, kind="ship", draw_deck_size=table.draw_deck_size),
        e.HarbourCardPlaced(seat=0, card=ship),
    )


@pytest.mark.rule("MC-041", "MC-C05")
def test_a_repelled_ship_goes_to_the_discard_pile_and_pays_nothing() -> None:
    table = given(persons={0: (SAILOR, PIRATE)}, harbour=(PINACE,), next_cards=("flute-3-2:1",)).do(0, RevealCard())
    discarded, coins = table.view.discard_pile, table.coins(0)
    table.when(0, RepelShip(card="flute-3-2:1")).then_only(e.ShipRepelled(seat=0, card="flute-3-2:1", seat_strength=3))
    assert table.view.discard_pile == (*discarded, "flute-3-2:1")
    assert table.view.harbour == (PINACE,)
    assert table.view.revealed_slot is None
    assert table.coins(0) == coins


@pytest.mark.rule("MC-042")
def test_strength_is_not_used_up() -> None:
    ships = (FLUTE, "flute-1-1:2", PINACE, SKIFF)
    table = given(persons={0: (SAILOR,)}, next_cards=ships)
    for ship in ships:
        table.do(0, RevealCard())
        table.when(0, RepelShip(card=ship)).then_only(e.ShipRepelled(seat=0, card=ship, seat_strength=1))
    assert table.strength(0) == 1
    assert table.persons(0) == (SAILOR,)


@pytest.mark.rule("MC-043", "MC-C06")
def test_a_ship_that_could_be_repelled_may_be_kept() -> None:
    table = given(persons={0: (SAILOR,)}, next_cards=(FLUTE,)).do(0, RevealCard())
    table.when(0, KeepShip(card=FLUTE)).then_only(e.HarbourCardPlaced(seat=0, card=FLUTE))
    assert table.view.harbour == (FLUTE,)


@pytest.mark.rule("MC-044", "MC-C05")
def test_a_ship_in_the_harbour_can_no_longer_be_repelled() -> None:
    table = given(persons={0: (SAILOR,)}, harbour=(PINACE, "jester-5-1:1"), next_cards=(FLUTE,))
    table.when(0, RepelShip(card=PINACE)).refused("ship_cannot_be_repelled")
    table.do(0, RevealCard())
    table.when(0, RepelShip(card=PINACE)).refused("ship_cannot_be_repelled")
    table.when(0, RepelShip(card="jester-5-1:1")).refused("no_ship_to_repel")
    table.do(0, KeepShip(card=FLUTE))
    table.when(0, RepelShip(card=FLUTE)).refused("ship_cannot_be_repelled")
    table.do(0, StopDiscovering())
    table.when(0, RepelShip(card=FLUTE)).refused("ship_cannot_be_repelled")


@pytest.mark.rule("MC-045", "MC-143", "MC-C04")
def test_the_game_waits_for_the_decision_and_nothing_else_is_legal() -> None:
    table = given(persons={0: (SAILOR,)}, next_cards=(FLUTE,))
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card=FLUTE, kind="ship", draw_deck_size=table.draw_deck_size),
        e.RepelDecisionOpened(seat=0, card=FLUTE, ship_strength=1, seat_strength=1, keeping_busts=False),
    )
    assert table.legal(0) == [RepelShip(card=FLUTE), KeepShip(card=FLUTE)]
    table.when(0, RevealCard()).refused("wrong_decision")
    table.when(0, StopDiscovering()).refused("wrong_decision")


@pytest.mark.rule("MC-046")
def test_without_the_strength_the_ship_is_placed_at_once() -> None:
    table = given(persons={0: (SAILOR,)}, next_cards=(GALLEON,))
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card=GALLEON, kind="ship", draw_deck_size=table.draw_deck_size),
        e.HarbourCardPlaced(seat=0, card=GALLEON),
    )


@pytest.mark.rule("MC-046")
def test_without_the_strength_a_second_ship_of_its_type_busts_at_once() -> None:
    table = given(persons={0: (SAILOR,)}, harbour=(GALLEON,), next_cards=("galleon-1-2:2",))
    bust = table.when(0, RevealCard()).never(e.RepelDecisionOpened).happens(e.BustOccurred)
    assert not bust.could_repel


@pytest.mark.rule("MC-047")
def test_a_repelled_ship_leaves_no_trace() -> None:
    table = given(persons={0: (SAILOR,)}, next_cards=(FLUTE, "flute-3-5:1"))
    table.do(0, RevealCard(), RepelShip(card=FLUTE))
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card="flute-3-5:1", kind="ship", draw_deck_size=table.draw_deck_size),
        e.HarbourCardPlaced(seat=0, card="flute-3-5:1"),
    )
    assert table.view.harbour == ("flute-3-5:1",)
