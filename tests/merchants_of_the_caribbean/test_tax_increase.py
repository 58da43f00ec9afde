"""Chapter 7: Tax Increase."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import RevealCard, StopDiscovering

from .scenario import PINACE, PIRATE, SAILOR, TAX, Seeded, given


def levied(table_events: tuple[e.Event, ...]) -> dict[int, int]:
    return {event.seat: event.amount for event in table_events if isinstance(event, e.TaxLevied)}


@pytest.mark.rule("MC-062", "MC-063")
@pytest.mark.parametrize(("coins", "loss"), [(0, 0), (11, 0), (12, 6), (13, 6), (14, 7), (15, 7), (25, 12)])
@pytest.mark.parametrize("seat", [0, 1])
def test_twelve_coins_or_more_lose_half_rounded_down(seat: int, coins: int, loss: int) -> None:
    table = given(seats=2, coins={seat: coins}, persons={1 - seat: (SAILOR,)}, next_cards=(TAX,))
    attempt = table.when(0, RevealCard())
    assert levied(attempt.events) == ({seat: loss} if loss else {})
    assert table.coins(seat) == coins - loss, "the bonus goes to the other seat"


@pytest.mark.rule("MC-064", "MC-067", "MC-068", "MC-C04", "MC-C16")
def test_all_losses_come_before_the_bonus_both_clockwise_from_the_active_player() -> None:
    table = given(
        seats=4,
        starting_seat=0,
        active=2,
        coins={0: 12, 1: 3, 2: 13, 3: 14},
        persons={1: (PIRATE,), 2: (SAILOR,), 0: ("pirate-7-2:1",)},
        next_cards=(TAX,),
    )
    size, discarded = table.draw_deck_size, table.view.discard_pile
    table.when(2, RevealCard()).then_only(
        e.CardRevealed(seat=2, card=TAX, kind="tax_increase", draw_deck_size=size - 1),
        e.TaxIncreaseStarted(card=TAX, criterion="most_strength"),
        e.TaxLevied(seat=2, coins_before=13, amount=6, cards=table.oldest(2, 6)),
        e.TaxLevied(seat=3, coins_before=14, amount=7, cards=table.oldest(3, 7)),
        e.TaxLevied(seat=0, coins_before=12, amount=6, cards=table.oldest(0, 6)),
        e.CoinsGained(seat=0, amount=1, reason="tax_bonus", missing=0, cards=table.drawn(1, skip=1)),
        e.CoinsGained(seat=1, amount=1, reason="tax_bonus", missing=0, cards=table.drawn(1, skip=2)),
        e.TaxIncreaseFinished(card=TAX, bonus_seats=(0, 1)),
    )
    assert table.all_coins() == [7, 4, 7, 7]
    lost = (*table.oldest(2, 6), *table.oldest(3, 7), *table.oldest(0, 6))
    assert table.view.discard_pile == (*discarded, *lost, TAX)


@pytest.mark.rule("MC-065")
@pytest.mark.parametrize("strongest", [0, 1, 2])
def test_the_highest_strength_receives_one_coin(strongest: int) -> None:
    persons = {seat: (f"sailor-3-1:{seat + 1}",) for seat in range(3)}
    persons[strongest] = (PIRATE,)
    table = given(seats=3, persons=persons, next_cards=(TAX,))
    gained = table.when(0, RevealCard()).happens(e.CoinsGained)
    assert (gained.seat, gained.amount, gained.reason) == (strongest, 1, "tax_bonus")


@pytest.mark.rule("MC-066")
@pytest.mark.parametrize(
    ("persons", "bonus_seats"),
    [
        ({}, (0, 1, 2)),
        ({1: (SAILOR,), 2: ("sailor-3-1:2",)}, (1, 2)),
        ({0: (PIRATE,), 2: (SAILOR, "sailor-3-1:2")}, (0, 2)),
        ({0: (PIRATE,), 2: (SAILOR,)}, (0,)),
    ],
)
def test_ties_for_the_highest_strength_all_receive_one(
    persons: dict[int, tuple[str, ...]], bonus_seats: tuple[int, ...]
) -> None:
    table = given(seats=3, persons=persons, next_cards=(TAX,))
    before = table.all_coins()
    finished = table.when(0, RevealCard()).happens(e.TaxIncreaseFinished)
    assert finished.bonus_seats == bonus_seats
    assert table.all_coins() == [coins + (seat in bonus_seats) for seat, coins in enumerate(before)]


@pytest.mark.rule("MC-064", "MC-068", "MC-116")
def test_lost_coins_can_be_reshuffled_for_the_bonus_but_the_tax_increase_cannot() -> None:
    table = given(seats=2, persons={0: (SAILOR,)}, draw_deck=(TAX,))
    hoard = table.coins(1)
    table.rng = Seeded(2)
    attempt = table.when(0, RevealCard())
    reshuffled = attempt.happens(e.DeckReshuffled)
    lost = table.oldest(1, hoard // 2)
    assert sorted(reshuffled.deck_order) == sorted(lost)
    attempt.then_only(
        e.CardRevealed(seat=0, card=TAX, kind="tax_increase", draw_deck_size=0),
        e.TaxIncreaseStarted(card=TAX, criterion="most_strength"),
        e.TaxLevied(seat=1, coins_before=hoard, amount=hoard // 2, cards=lost),
        e.DeckReshuffled(size=hoard // 2, deck_order=reshuffled.deck_order),
        e.CoinsGained(seat=0, amount=1, reason="tax_bonus", missing=0, cards=reshuffled.deck_order[:1]),
        e.TaxIncreaseFinished(card=TAX, bonus_seats=(0,)),
    )
    assert table.view.discard_pile == (TAX,)


@pytest.mark.rule("MC-069")
def test_discover_goes_on_after_a_tax_increase() -> None:
    second = "tax-increase-most-strength:2"
    table = given(coins={1: 12}, persons={0: (SAILOR,)}, harbour=(PINACE,), next_cards=(TAX, PIRATE, second))
    table.do(0, RevealCard())
    assert table.view.harbour == (PINACE,)
    assert table.legal(0) == [RevealCard(), StopDiscovering()]
    table.when(0, RevealCard()).happens(e.TaxIncreaseFinished)
