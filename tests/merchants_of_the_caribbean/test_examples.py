"""Chapter 19: the worked examples, with their numbers."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e

from .scenario import (
    ADMIRALS,
    CAPTAINS,
    FLUTE,
    FRIGATE,
    GALLEON,
    GOVERNORS,
    JACKS,
    JESTERS,
    MADEMOISELLES,
    PINACE,
    PIRATE,
    PRIESTS,
    SAILOR,
    SETTLERS,
    SKIFF,
    TAX,
    TWO_CAPTAINS,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Attempt,
    Seeded,
    Table,
    given,
)

ALL_FIGHTERS = (
    *(f"sailor-3-1:{copy}" for copy in range(1, 6)),
    "sailor-5-2:1",
    "sailor-5-2:2",
    "sailor-7-3:1",
    PIRATE,
    "pirate-7-2:1",
    "pirate-9-3:1",
)
FLUTE_OF_2 = "flute-2-2:1"
"""Pays 2 coins, strength 2."""


def gains(attempt: Attempt) -> list[tuple[int, int, str]]:
    return [(event.seat, event.amount, event.reason) for event in attempt.events if isinstance(event, e.CoinsGained)]


@pytest.mark.rule("MC-E01")
def test_e01_alex_repels_a_flute() -> None:
    alex = 0
    table = given(persons={alex: (SAILOR, PIRATE)}, harbour=(PINACE,), next_cards=(FLUTE_OF_2,))
    table.when(alex, c.RevealCard()).then_only(
        e.CardRevealed(seat=alex, card=FLUTE_OF_2, kind="ship", draw_deck_size=table.draw_deck_size),
        e.RepelDecisionOpened(seat=alex, card=FLUTE_OF_2, ship_strength=2, seat_strength=3, keeping_busts=False),
    )
    table.when(alex, c.RepelShip(card=FLUTE_OF_2)).then_only(e.ShipRepelled(seat=alex, card=FLUTE_OF_2, seat_strength=3))
    assert table.view.discard_pile[-1] == FLUTE_OF_2
    assert table.view.harbour == (PINACE,)
    assert table.strength(alex) == 3


@pytest.mark.rule("MC-E02")
def test_e02_dagmar_completes_the_request_for_two_priests() -> None:
    dagmar = 0
    persons = (PRIESTS[0], JACKS[0])
    table = given(persons={dagmar: persons}, coins={dagmar: 1}, requests=(TWO_PRIESTS,))
    assert (table.coins(dagmar), table.influence(dagmar)) == (1, 2)
    table.when(dagmar, table.completion(TWO_PRIESTS, *persons)).then_only(
        e.ExpeditionCompleted(seat=dagmar, request=TWO_PRIESTS, discards=persons, influence_after=2),
        e.CoinsGained(seat=dagmar, amount=3, reason="expedition", missing=0, cards=table.drawn(3)),
    )
    assert table.view.discard_pile[-2:] == persons
    assert table.completed(dagmar) == (TWO_PRIESTS,)
    assert table.coins(dagmar) == 4
    assert table.persons(dagmar) == ()
    assert table.influence(dagmar) == 2


FOUR_PURSES = {0: 12, 1: 13, 2: 11, 3: 14}


@pytest.mark.rule("MC-E03")
def test_e03_a_tax_increase_with_12_13_11_and_14_coins() -> None:
    table = given(seats=4, coins=FOUR_PURSES, next_cards=(TAX,))
    levied = [event for event in table.when(0, c.RevealCard()).events if isinstance(event, e.TaxLevied)]
    losses = {event.seat: event.amount for event in levied}
    assert losses == {0: 6, 1: 6, 3: 7}
    assert [coins - losses.get(seat, 0) for seat, coins in FOUR_PURSES.items()] == [6, 7, 11, 7]


@pytest.mark.rule("MC-E04")
@pytest.mark.parametrize(
    ("persons", "after"),
    [
        ({}, [7, 8, 12, 8]),
        ({0: (SAILOR, PIRATE), 1: ("sailor-3-1:2",), 2: ("pirate-7-2:1", "sailor-3-1:3")}, [7, 7, 12, 7]),
    ],
)
def test_e04_the_bonus_for_the_highest_strength(persons: dict[int, tuple[str, ...]], after: list[int]) -> None:
    table = given(seats=4, coins=FOUR_PURSES, persons=persons, next_cards=(TAX,))
    table.do(0, c.RevealCard())
    assert table.all_coins() == after


@pytest.mark.rule("MC-E05")
def test_e05_klemens_loots_a_flute() -> None:
    klemens = 0
    table = given(harbour=(FLUTE_OF_2, PINACE)).do(klemens, c.StopDiscovering())
    table.when(klemens, c.LootShip(card=FLUTE_OF_2)).then_only(
        e.ShipLooted(seat=klemens, card=FLUTE_OF_2, coins=2, trader_bonus=0),
        e.CoinsGained(seat=klemens, amount=2, reason="loot", missing=0, cards=table.drawn(2)),
        ...,
    )
    assert FLUTE_OF_2 in table.view.discard_pile
    assert table.coins(klemens) == 3 + 2


@pytest.mark.rule("MC-E06")
def test_e06_andrea_hires_a_sailor() -> None:
    andrea = 0
    table = given(harbour=(SAILOR, PINACE)).do(andrea, c.StopDiscovering())
    discarded = table.view.discard_pile
    table.when(andrea, c.HirePerson(card=SAILOR)).then_only(
        e.CoinsPaid(seat=andrea, amount=3, reason="hire", cards=table.oldest(andrea, 3)),
        e.PersonHired(seat=andrea, card=SAILOR, cost=3, price=3, influence_after=1),
        ...,
    )
    assert table.coins(andrea) == 0
    assert table.view.discard_pile == (*discarded, *table.oldest(andrea, 3))
    assert table.persons(andrea) == (SAILOR,)


@pytest.mark.rule("MC-E07")
def test_e07_a_whole_turn_of_andrea_and_alex() -> None:
    andrea, alex = 0, 1
    cards = (PINACE, FLUTE_OF_2, SKIFF, FRIGATE, SAILOR)
    table = given(coins={andrea: 1, alex: 2}, next_cards=cards)
    table.do(andrea, *[c.RevealCard()] * 5)
    assert table.view.harbour == cards
    stopped = table.when(andrea, c.StopDiscovering()).happens(e.DiscoveryStopped)
    assert (stopped.ship_types, stopped.base_takes) == (4, 2)
    table.do(andrea, c.LootShip(card=FLUTE_OF_2))
    assert table.coins(andrea) == 3
    table.do(andrea, c.HirePerson(card=SAILOR))
    assert (table.coins(andrea), table.persons(andrea)) == (0, (SAILOR,))
    attempt = table.when(alex, c.LootShip(card=FRIGATE))
    assert attempt.happens(e.FeePaid).amount == 1
    assert gains(attempt) == [(alex, 1, "loot")]
    assert (table.coins(andrea), table.coins(alex)) == (1, 2)
    assert attempt.happens(e.HarbourCleared).cards == (PINACE, SKIFF)
    assert table.view.discard_pile[-2:] == (PINACE, SKIFF)
    assert table.active_seat == alex


@pytest.mark.rule("MC-E08")
def test_e08_two_mademoiselles_and_a_person_of_cost_7() -> None:
    seven = "pirate-7-2:1"
    table = given(persons={0: MADEMOISELLES[:2]}, coins={0: 5}, harbour=(seven, PINACE)).do(0, c.StopDiscovering())
    assert table.when(0, c.HirePerson(card=seven)).happens(e.PersonHired).price == 5
    assert table.coins(0) == 0
    for coins in (5, 6):
        table = given(persons={1: MADEMOISELLES[:2]}, coins={1: coins}, harbour=(seven, PINACE, FLUTE))
        table.do(0, c.StopDiscovering(), c.FinishTaking())
        attempt = table.when(1, c.HirePerson(card=seven))
        if coins == 5:
            attempt.refused("cannot_afford", price=6, available=5)
        else:
            assert attempt.happens(e.CoinsPaid).amount == 5
            assert (table.coins(0), table.coins(1)) == (4, 0)


SKIFF_OF_3 = "skiff-2-3:1"


@pytest.mark.rule("MC-E09")
def test_e09_a_bust_with_jesters() -> None:
    table = given(
        seats=3,
        persons={0: (SAILOR, "sailor-3-1:2", JESTERS[0]), 2: JESTERS[1:3]},
        harbour=(GALLEON, SKIFF, PRIESTS[0]),
        next_cards=(SKIFF_OF_3,),
    )
    assert table.strength(0) == 2
    attempt = table.when(0, c.RevealCard()).never(e.TakingStarted)
    assert attempt.happens(e.HarbourCleared).cards == (GALLEON, SKIFF, PRIESTS[0], SKIFF_OF_3)
    assert gains(attempt) == [(0, 1, "jester"), (2, 2, "jester")]
    assert table.all_coins() == [4, 3, 5]


def e10() -> Table:
    table = given(
        seats=3,
        persons={0: (SAILOR, PIRATE, JESTERS[0]), 2: JESTERS[1:3]},
        harbour=(GALLEON, SKIFF, PRIESTS[0]),
        next_cards=(SKIFF_OF_3,),
    )
    assert table.strength(0) == 3
    assert table.when(0, c.RevealCard()).happens(e.RepelDecisionOpened).keeping_busts
    return table


@pytest.mark.rule("MC-E10")
def test_e10_repelling_instead_of_a_bust() -> None:
    table = e10()
    discarded = len(table.view.discard_pile)
    table.when(0, c.RepelShip(card=SKIFF_OF_3)).then_only(e.ShipRepelled(seat=0, card=SKIFF_OF_3, seat_strength=3))
    assert len(table.view.discard_pile) == discarded + 1
    assert table.view.harbour == (GALLEON, SKIFF, PRIESTS[0])
    assert (table.active_seat, table.decision_kind) == (0, "discover")


@pytest.mark.rule("MC-E10")
def test_e10_keeping_is_a_bust() -> None:
    bust = e10().when(0, c.KeepShip(card=SKIFF_OF_3)).happens(e.BustOccurred)
    assert bust == e.BustOccurred(seat=0, card=SKIFF_OF_3, ship_type="skiff", could_repel=True)


@pytest.mark.rule("MC-E11")
def test_e11_the_skull_against_strength_14() -> None:
    skull = "galleon-3-skull:1"
    table = given(persons={0: ALL_FIGHTERS}, options={"target_influence": 50}, next_cards=(skull, "galleon-4-skull:1"))
    assert table.strength(0) == 14
    table.when(0, c.RevealCard()).never(e.RepelDecisionOpened).happens(e.HarbourCardPlaced)
    table.when(0, c.RepelShip(card=skull)).refused("ship_cannot_be_repelled")
    bust = table.when(0, c.RevealCard()).never(e.RepelDecisionOpened).happens(e.BustOccurred)
    assert not bust.could_repel


@pytest.mark.rule("MC-E12")
def test_e12_a_seat_without_coins_loots_a_ship_paying_1() -> None:
    table = given(coins={1: 0}, harbour=(PINACE, FLUTE)).do(0, c.StopDiscovering(), c.FinishTaking())
    table.when(1, c.LootShip(card=PINACE)).then_only(
        e.ShipLooted(seat=1, card=PINACE, coins=1, trader_bonus=0),
        e.CoinsGained(seat=1, amount=1, reason="loot", missing=0, cards=table.drawn(1)),
        e.FeePaid(from_seat=1, to_seat=0, amount=1, cards=table.drawn(1)),
        ...,
    )
    assert table.all_coins() == [4, 0]


@pytest.mark.rule("MC-E12")
def test_e12_and_cannot_hire_even_at_price_0() -> None:
    table = given(persons={1: MADEMOISELLES}, coins={1: 0}, options={"target_influence": 50}, harbour=(PINACE, SAILOR)).do(
        0, c.StopDiscovering(), c.FinishTaking()
    )
    table.when(1, c.HirePerson(card=SAILOR)).refused("cannot_afford", price=1, available=0)


@pytest.mark.rule("MC-E13")
def test_e13_a_governor_pays_off_at_once() -> None:
    table = given(coins={0: 8}, harbour=(PINACE, FLUTE, GOVERNORS[0]))
    assert table.when(0, c.StopDiscovering()).happens(e.TakingStarted).takes == 1
    table.do(0, c.HirePerson(card=GOVERNORS[0]))
    assert (table.awaited_seat, table.takes_left, table.coins(0)) == (0, 1, 0)
    table.when(0, c.LootShip(card=PINACE)).happens(e.ShipLooted)


@pytest.mark.rule("MC-E14")
@pytest.mark.parametrize("takes", [True, False])
def test_e14_admirals_one_after_the_other(takes: bool) -> None:
    table = given(persons={0: ADMIRALS[:1], 1: ADMIRALS[1:3]}, harbour=(PINACE, FLUTE, *CAPTAINS[:3]))
    assert gains(table.when(0, c.StopDiscovering())) == [(0, 2, "admiral")]
    if takes:
        attempt = table.when(0, c.LootShip(card=PINACE))
        assert attempt.happens(e.TakingStarted).harbour_size == 4
        assert gains(attempt) == [(0, 1, "loot")]
    else:
        assert gains(table.when(0, c.FinishTaking())) == [(1, 4, "admiral")]


@pytest.mark.rule("MC-E15")
@pytest.mark.parametrize("pays", [True, False])
def test_e15_only_a_request_was_revealed(pays: bool) -> None:
    table = given(
        seats=3,
        options={"jester_pays_active_on_empty_harbour": pays},
        persons={0: JESTERS[:1], 1: JESTERS[1:2], 2: JESTERS[2:4]},
        next_cards=(TWO_PRIESTS,),
    ).do(0, c.RevealCard())
    others = [(1, 1, "jester"), (2, 2, "jester")]
    assert gains(table.when(0, c.StopDiscovering())) == ([(0, 1, "jester"), *others] if pays else others)


@pytest.mark.rule("MC-E16")
def test_e16_the_last_round_of_four() -> None:
    table = given(
        seats=4,
        starting_seat=1,
        active=2,
        persons={0: (JESTERS[3], ADMIRALS[3], SAILOR)},
        completed={0: (TWO_SETTLERS,)},
        coins={0: 9},
        harbour=(CAPTAINS[0], PINACE, FLUTE),
    ).do(
        2,
        c.StopDiscovering(),
        c.FinishTaking(),
    )
    table.do(3, c.FinishTaking())
    triggered = table.when(0, c.HirePerson(card=CAPTAINS[0])).happens(e.FinalRoundTriggered)
    assert (triggered.seat, triggered.influence) == (0, 10)
    turns = []
    while not table.over:
        turns.append(table.active_seat)
        table.pass_turn()
    assert turns == [2, 3, 0]
    finished = table.last(e.GameFinished)
    assert (finished.reason, finished.winners) == ("target_reached", (0,))


@pytest.mark.rule("MC-E17")
@pytest.mark.parametrize(
    ("coins_of_b", "winners", "ranks"), [(4, (2,), {2: 1, 1: 2, 0: 3}), (6, (1, 2), {1: 1, 2: 1, 0: 3})]
)
def test_e17_the_final_ranking(coins_of_b: int, winners: tuple[int, ...], ranks: dict[int, int]) -> None:
    a, b, last = 0, 1, 2
    table = given(
        seats=3,
        active=last,
        persons={
            a: (JESTERS[3], ADMIRALS[3], ADMIRALS[4], MADEMOISELLES[2], SAILOR),
            b: ("sailor-7-3:1", "pirate-9-3:1", JESTERS[1], "sailor-3-1:2"),
            last: (MADEMOISELLES[0], MADEMOISELLES[1], JESTERS[2], "sailor-3-1:3"),
        },
        completed={b: (TWO_SETTLERS,), last: (TWO_PRIESTS, TWO_CAPTAINS)},
        coins={a: 7, b: coins_of_b, last: 6},
        harbour=(GOVERNORS[0],),
    )
    assert [table.influence(seat) for seat in (a, b, last)] == [13, 11, 11]
    table.after(e.FinalRoundTriggered(seat=b, influence=11, round=2))
    table.do(last, c.StopDiscovering())
    while not table.over:
        table.do(table.awaited_seat, c.FinishTaking())
    finished = table.last(e.GameFinished)
    assert finished.winners == winners
    assert {place.seat: place.rank for place in finished.ranking} == ranks


@pytest.mark.rule("MC-E18")
def test_e18_looting_with_a_single_card_in_the_draw_deck() -> None:
    frigate = "frigate-3-6:1"
    table = given(harbour=(frigate, SAILOR), draw_deck=(PINACE,)).do(0, c.StopDiscovering())
    table.rng = Seeded(1)
    table.when(0, c.LootShip(card=frigate)).then_only(
        e.ShipLooted(seat=0, card=frigate, coins=3, trader_bonus=0),
        e.DeckReshuffled(size=1, deck_order=(frigate,)),
        e.CoinsGained(seat=0, amount=2, reason="loot", missing=1, cards=(PINACE, frigate)),
        ...,
    )
    assert table.coins(0) == 5


@pytest.mark.rule("MC-E19")
def test_e19_two_barren_turns_end_the_game() -> None:
    # The last card of both piles goes into seat 0's coins, and the turn is not barren yet.
    table = given(harbour=(PINACE,), draw_deck=()).do(0, c.StopDiscovering())
    table.rng = Seeded(1)
    attempt = table.when(0, c.LootShip(card=PINACE))
    place = next(place for place, event in enumerate(attempt.events) if isinstance(event, e.TurnStarted))
    first, second = [
        (
            e.TurnStarted(round=2 if active == 1 else 3, seat=active),
            e.DiscoveryStopped(seat=active, ship_types=0, base_takes=1, automatic=True),
            e.TakingStarted(seat=active, takes=1, harbour_size=0),
            e.TakingFinished(seat=active, taken=0, automatic=True),
            e.TakingStarted(seat=1 - active, takes=1, harbour_size=0),
            e.TakingFinished(seat=1 - active, taken=0, automatic=True),
            e.TurnEnded(seat=active, barren=True, automatic=True),
        )
        for active in (1, 0)
    ]
    assert attempt.events[place:-2] == (*first, e.RoundStarted(round=3), *second)
    assert attempt.events[-2] == e.PlayStalled(barren_turns=2)
    assert attempt.happens(e.GameFinished).reason == "stalled"
    assert SETTLERS[0] in table.ledger.coins[1]
