"""Chapter 4: Discover."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import RepelShip, RevealCard, StopDiscovering

from .scenario import (
    FLUTE,
    GALLEON,
    JACKS,
    PINACE,
    PRIESTS,
    SAILOR,
    SKIFF,
    TAX,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Seeded,
    Table,
    given,
)


@pytest.mark.rule("MC-029", "MC-C04", "MC-I05")
def test_a_reveal_turns_up_the_top_card() -> None:
    table = given(seats=2, next_cards=(FLUTE, PINACE))
    size = table.draw_deck_size
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card=FLUTE, kind="ship", draw_deck_size=size - 1),
        e.HarbourCardPlaced(seat=0, card=FLUTE),
    )
    assert table.draw_deck_size == size - 1
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card=PINACE, kind="ship", draw_deck_size=size - 2),
        e.HarbourCardPlaced(seat=0, card=PINACE),
    )
    assert table.view.harbour == (FLUTE, PINACE)
    assert table.view.revealed_slot is None


@pytest.mark.rule("MC-029")
def test_only_the_active_player_reveals() -> None:
    table = given(seats=3, next_cards=(FLUTE,))
    for seat in (1, 2):
        assert RevealCard() not in table.legal(seat)
        table.when(seat, RevealCard()).refused("not_your_turn")
    assert RevealCard() in table.legal(0)


@pytest.mark.rule("MC-030", "MC-C07")
def test_at_least_one_card_must_be_revealed_before_stopping() -> None:
    table = given(next_cards=(FLUTE,))
    assert table.legal(0) == [RevealCard()]
    table.when(0, StopDiscovering()).refused("must_reveal_first")
    table.do(0, RevealCard())
    table.when(0, StopDiscovering()).happens(e.DiscoveryStopped)


@pytest.mark.rule("MC-031")
@pytest.mark.parametrize("card", [FLUTE, SAILOR, TWO_PRIESTS, TAX])
def test_after_each_reveal_the_active_player_goes_on_or_stops(card: str) -> None:
    table = given(next_cards=(card,)).do(0, RevealCard())
    assert table.legal(0) == [RevealCard(), StopDiscovering()]
    assert table.decision_kind == "discover"


@pytest.mark.rule("MC-032", "MC-C04")
def test_a_person_goes_to_the_harbour() -> None:
    table = given(next_cards=(SAILOR, "sailor-3-1:2"))
    size = table.draw_deck_size
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card=SAILOR, kind="person", draw_deck_size=size - 1),
        e.HarbourCardPlaced(seat=0, card=SAILOR),
    )
    table.do(0, RevealCard())
    assert table.view.harbour == (SAILOR, "sailor-3-1:2"), "any number of alike Persons may lie there"


@pytest.mark.rule("MC-033")
def test_a_ship_goes_to_the_harbour() -> None:
    table = given(harbour=(PINACE, SAILOR), next_cards=(FLUTE,)).do(0, RevealCard())
    assert table.view.harbour == (PINACE, SAILOR, FLUTE)


@pytest.mark.rule("MC-034", "MC-C04")
def test_a_request_is_posted_beside_the_harbour() -> None:
    table = given(next_cards=(TWO_PRIESTS,))
    size = table.draw_deck_size
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card=TWO_PRIESTS, kind="expedition_request", draw_deck_size=size - 1),
        e.RequestPosted(card=TWO_PRIESTS),
    )
    assert table.view.requests == (TWO_PRIESTS,)
    assert table.view.harbour == ()


@pytest.mark.rule("MC-035")
def test_a_tax_increase_is_carried_out_at_once_and_never_enters_the_harbour() -> None:
    table = given(coins={0: 3, 1: 20}, next_cards=(TAX,))
    table.when(0, RevealCard()).never(e.HarbourCardPlaced).happens(e.TaxIncreaseFinished)
    assert table.view.harbour == ()
    assert table.coins(1) == 11, "20 less 10, and 1 for the shared highest strength of 0"


@pytest.mark.rule("MC-036")
@pytest.mark.parametrize("card", [TAX, TWO_PRIESTS])
def test_stopping_with_an_empty_harbour(card: str) -> None:
    table = given(next_cards=(card,)).do(0, RevealCard())
    table.when(0, StopDiscovering()).then_only(
        e.DiscoveryStopped(seat=0, ship_types=0, base_takes=1, automatic=False),
        e.TakingStarted(seat=0, takes=1, harbour_size=0),
        ...,
    )


@pytest.mark.rule("MC-036")
def test_stopping_after_every_ship_was_repelled() -> None:
    table = given(persons={0: (SAILOR,)}, next_cards=(FLUTE,))
    table.do(0, RevealCard(), RepelShip(card=FLUTE))
    stopped = table.when(0, StopDiscovering()).happens(e.DiscoveryStopped)
    assert (stopped.ship_types, stopped.base_takes) == (0, 1)


def revealed_and_repelled(times: int, persons: tuple[str, ...] = (SAILOR,), requests: tuple[str, ...] = ()) -> Table:
    """Two Ships are all that is in the piles; they have been turned up and driven off again and again."""
    table = given(persons={0: persons}, requests=requests, draw_deck=(PINACE, FLUTE))
    for reveal in range(times):
        card = (PINACE, FLUTE)[reveal % 2]
        if reveal and reveal % 2 == 0:
            table.after(e.DeckReshuffled(size=2, deck_order=(PINACE, FLUTE)))
        table.after(
            e.CardRevealed(seat=0, card=card, kind="ship", draw_deck_size=1 - reveal % 2),
            e.RepelDecisionOpened(seat=0, card=card, ship_strength=1, seat_strength=1, keeping_busts=False),
            e.ShipRepelled(seat=0, card=card, seat_strength=1),
        )
    return table


@pytest.mark.rule("MC-037", "MC-C04")
def test_no_more_reveals_in_a_turn_than_the_game_has_cards() -> None:
    table = revealed_and_repelled(110, persons=(SAILOR, *PRIESTS[:2]), requests=(TWO_PRIESTS,))
    assert RevealCard() not in table.legal(0)
    assert StopDiscovering() in table.legal(0)
    table.when(0, RevealCard()).refused("reveal_limit_reached")


@pytest.mark.rule("MC-037", "MC-148")
def test_at_the_limit_the_turn_goes_on_to_loot_and_hire_by_itself() -> None:
    table = revealed_and_repelled(109)
    assert table.legal(0) == [RevealCard(), StopDiscovering()]
    assert table.when(0, RevealCard()).happens(e.RepelDecisionOpened).card == FLUTE
    stopped = table.when(0, RepelShip(card=FLUTE)).happens(e.DiscoveryStopped)
    assert stopped == e.DiscoveryStopped(seat=0, ship_types=0, base_takes=1, automatic=True)


@pytest.mark.rule("MC-037")
def test_the_next_turn_may_reveal_again() -> None:
    table = revealed_and_repelled(109).do(0, RevealCard(), RepelShip(card=FLUTE))
    assert table.active_seat == 1
    table.rng = Seeded(1)
    table.when(1, RevealCard()).happens(e.CardRevealed)


@pytest.mark.rule("MC-031", "MC-051")
def test_a_request_can_be_completed_between_reveals_and_revealing_goes_on() -> None:
    table = given(persons={0: (PRIESTS[0], JACKS[0])}, requests=(TWO_PRIESTS, TWO_SETTLERS), next_cards=(FLUTE, GALLEON))
    table.do(0, RevealCard(), table.completion(TWO_PRIESTS, PRIESTS[0], JACKS[0]))
    assert RevealCard() in table.legal(0)
    assert StopDiscovering() in table.legal(0)
    assert table.draw_deck_size > 0
    assert SKIFF not in table.view.harbour
