"""Chapter 10: Persons and skills."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import (
    FinishTaking,
    HirePerson,
    LootShip,
    RevealCard,
    StopDiscovering,
)

from .scenario import (
    ADMIRALS,
    CAPTAINS,
    FIVE_SHIPS,
    FLUTE,
    FRIGATE,
    GALLEON,
    GOVERNORS,
    JACKS,
    JESTERS,
    MADEMOISELLES,
    PINACE,
    PRIESTS,
    SAILOR,
    SETTLERS,
    SKIFF,
    TAX,
    TWO_PRIESTS,
    Attempt,
    given,
)

FLUTE_TRADERS = ("trader-flute-3-1:1", "trader-flute-5-2:1")
FIVE_PERSONS = (*SETTLERS, CAPTAINS[0])
HIGH = {"target_influence": 50}


def gains(attempt: Attempt, reason: str) -> list[tuple[int, int]]:
    """Who drew how many coins for this reason."""
    return [
        (event.seat, event.amount) for event in attempt.events if isinstance(event, e.CoinsGained) and event.reason == reason
    ]


@pytest.mark.rule("MC-098")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_persons_of_one_type_add_up(number: int) -> None:
    table = given(persons={0: JESTERS[:number]}, next_cards=(TAX,), options=HIGH).do(0, RevealCard())
    assert gains(table.when(0, StopDiscovering()), "jester") == [(0, number)]
    table = given(persons={0: ADMIRALS[:number]}, harbour=FIVE_PERSONS, options=HIGH)
    assert gains(table.when(0, StopDiscovering()), "admiral") == [(0, 2 * number)]
    table = given(persons={0: GOVERNORS[:number]}, coins={0: 9}, harbour=FIVE_PERSONS, options=HIGH)
    assert table.when(0, StopDiscovering()).happens(e.TakingStarted).takes == 1 + number


@pytest.mark.rule("MC-099")
def test_skills_are_not_used_up() -> None:
    persons = (JESTERS[0], "pirate-5-1:1")
    table = given(persons={0: persons}, next_cards=(TAX, *SETTLERS[:2], "tax-increase-most-strength:2"))
    for active in (0, 1):
        bonus = table.when(active, RevealCard()).happens(e.CoinsGained)
        assert (bonus.seat, bonus.reason) == (0, "tax_bonus")
        assert gains(table.when(active, StopDiscovering()), "jester") == [(0, 1)]
    assert table.persons(0) == persons


@pytest.mark.rule("MC-100")
@pytest.mark.parametrize(
    ("traders", "ship", "bonus"),
    [
        ((), "flute-2-2:1", 0),
        (FLUTE_TRADERS[:1], "flute-2-2:1", 1),
        (FLUTE_TRADERS, "flute-2-2:1", 2),
        (("trader-pinace-3-1:1", "trader-skiff-3-1:1"), "flute-2-2:1", 0),
        (("trader-pinace-3-1:1", FLUTE_TRADERS[0]), PINACE, 1),
        (("trader-galleon-3-1:1", "trader-galleon-3-1:2"), GALLEON, 2),
        (("trader-frigate-3-1:1",), FRIGATE, 1),
        (("trader-skiff-3-1:2",), SKIFF, 1),
    ],
)
def test_a_trader_adds_a_coin_to_ships_of_its_type(traders: tuple[str, ...], ship: str, bonus: int) -> None:
    table = given(persons={0: traders}, harbour=(ship, SAILOR)).do(0, StopDiscovering())
    attempt = table.when(0, LootShip(card=ship))
    looted, gained = attempt.happens(e.ShipLooted), attempt.happens(e.CoinsGained)
    assert looted.trader_bonus == bonus
    assert gained.amount == looted.coins + bonus
    assert table.coins(0) == 3 + looted.coins + bonus


@pytest.mark.rule("MC-100", "MC-C08")
def test_a_trader_works_for_a_seat_that_is_not_active() -> None:
    table = given(persons={1: FLUTE_TRADERS}, harbour=("flute-2-2:1", PINACE)).do(0, StopDiscovering(), FinishTaking())
    table.when(1, LootShip(card="flute-2-2:1")).then_only(
        e.FeePaid(from_seat=1, to_seat=0, amount=1, cards=table.oldest(1, 1)),
        e.ShipLooted(seat=1, card="flute-2-2:1", coins=2, trader_bonus=2),
        e.CoinsGained(seat=1, amount=4, reason="loot", missing=0, cards=table.drawn(4)),
        ...,
    )


@pytest.mark.rule("MC-100")
def test_a_trader_just_hired_works_for_the_next_take() -> None:
    table = given(harbour=(*FIVE_SHIPS, FLUTE_TRADERS[0])).do(0, StopDiscovering(), HirePerson(card=FLUTE_TRADERS[0]))
    assert table.when(0, LootShip(card=FLUTE)).happens(e.CoinsGained).amount == 2


@pytest.mark.rule("MC-100")
def test_traders_of_other_seats_and_in_the_harbour_add_nothing() -> None:
    table = given(persons={1: FLUTE_TRADERS[:1]}, harbour=(FLUTE, FLUTE_TRADERS[1])).do(0, StopDiscovering())
    assert gains(table.when(0, LootShip(card=FLUTE)), "loot") == [(0, 1)]


@pytest.mark.rule("MC-101")
def test_a_mademoiselle_counts_from_the_next_hire_on() -> None:
    table = given(coins={0: 12}, harbour=(*FIVE_SHIPS, MADEMOISELLES[0], SETTLERS[0])).do(0, StopDiscovering())
    assert table.when(0, HirePerson(card=MADEMOISELLES[0])).happens(e.PersonHired).price == 7
    assert table.when(0, HirePerson(card=SETTLERS[0])).happens(e.PersonHired).price == 3
    assert table.coins(0) == 2


@pytest.mark.rule("MC-101")
def test_a_mademoiselle_does_not_make_looting_dearer_or_help_other_seats() -> None:
    table = given(persons={1: MADEMOISELLES[:2]}, coins={0: 9}, harbour=(*FIVE_SHIPS, SETTLERS[0]))
    table.do(0, StopDiscovering())
    assert table.when(0, HirePerson(card=SETTLERS[0])).happens(e.PersonHired).price == 4


@pytest.mark.rule("MC-102", "MC-C07")
@pytest.mark.parametrize(("cards", "coins"), [(1, 0), (4, 0), (5, 2), (6, 2)])
def test_an_admiral_draws_two_coins_with_five_cards_in_the_harbour(cards: int, coins: int) -> None:
    harbour = (PINACE, *SETTLERS, CAPTAINS[0])[:cards]
    table = given(persons={0: ADMIRALS[:1]}, harbour=harbour)
    attempt = table.when(0, StopDiscovering())
    assert gains(attempt, "admiral") == ([(0, coins)] if coins else [])
    if coins:
        attempt.then_only(
            e.DiscoveryStopped(seat=0, ship_types=1, base_takes=1, automatic=False),
            e.TakingStarted(seat=0, takes=1, harbour_size=cards),
            e.CoinsGained(seat=0, amount=2, reason="admiral", missing=0, cards=table.drawn(2)),
        )


@pytest.mark.rule("MC-102", "MC-103", "MC-C11")
def test_the_admirals_of_other_seats_are_tested_when_their_own_part_begins() -> None:
    table = given(seats=3, persons={1: ADMIRALS[:1], 2: ADMIRALS[1:3]}, harbour=(PINACE, FLUTE, *SETTLERS))
    assert gains(table.when(0, StopDiscovering()), "admiral") == []
    table.when(0, LootShip(card=PINACE)).then_only(
        e.ShipLooted(seat=0, card=PINACE, coins=1, trader_bonus=0),
        e.CoinsGained(seat=0, amount=1, reason="loot", missing=0, cards=table.drawn(1)),
        e.TakingFinished(seat=0, taken=1, automatic=True),
        e.TakingStarted(seat=1, takes=1, harbour_size=5),
        e.CoinsGained(seat=1, amount=2, reason="admiral", missing=0, cards=table.drawn(2, skip=1)),
    )
    attempt = table.when(1, LootShip(card=FLUTE))
    assert attempt.happens(e.TakingStarted) == e.TakingStarted(seat=2, takes=1, harbour_size=4)
    assert gains(attempt, "admiral") == []


@pytest.mark.rule("MC-103")
def test_an_admiral_hired_in_this_part_does_not_pay_in_this_turn() -> None:
    table = given(coins={0: 20}, harbour=(*FIVE_SHIPS, *SETTLERS, ADMIRALS[0])).do(0, StopDiscovering())
    table.when(0, HirePerson(card=ADMIRALS[0])).never(e.CoinsGained)
    assert len(table.view.harbour) >= 5
    assert gains(table.when(0, FinishTaking()), "admiral") == []


@pytest.mark.rule("MC-103")
def test_the_admiral_is_tested_once_and_before_the_takes() -> None:
    table = given(persons={0: ADMIRALS[:1]}, harbour=(*FIVE_SHIPS, *SETTLERS))
    assert gains(table.when(0, StopDiscovering()), "admiral") == [(0, 2)]
    for ship in FIVE_SHIPS[:3]:
        assert gains(table.when(0, LootShip(card=ship)), "admiral") == []


@pytest.mark.rule("MC-104", "MC-105", "MC-C07")
def test_a_jester_draws_a_coin_when_the_own_part_begins_with_an_empty_harbour() -> None:
    table = given(seats=3, persons={0: JESTERS[:1], 2: JESTERS[1:3]}, next_cards=(TAX,)).do(0, RevealCard())
    table.when(0, StopDiscovering()).then_only(
        e.DiscoveryStopped(seat=0, ship_types=0, base_takes=1, automatic=False),
        e.TakingStarted(seat=0, takes=1, harbour_size=0),
        e.CoinsGained(seat=0, amount=1, reason="jester", missing=0, cards=table.drawn(1)),
        e.TakingFinished(seat=0, taken=0, automatic=True),
        e.TakingStarted(seat=1, takes=1, harbour_size=0),
        e.TakingFinished(seat=1, taken=0, automatic=True),
        e.TakingStarted(seat=2, takes=1, harbour_size=0),
        e.CoinsGained(seat=2, amount=2, reason="jester", missing=0, cards=table.drawn(2, skip=1)),
        e.TakingFinished(seat=2, taken=0, automatic=True),
        e.TurnEnded(seat=0, barren=False, automatic=True),
        e.TurnStarted(round=2, seat=1),
    )


@pytest.mark.rule("MC-104")
def test_a_jester_draws_nothing_while_a_card_lies_in_the_harbour() -> None:
    table = given(seats=3, persons={0: JESTERS[:1], 1: JESTERS[1:2]}, harbour=(PINACE, FLUTE))
    assert gains(table.when(0, StopDiscovering()), "jester") == []
    assert gains(table.when(0, LootShip(card=PINACE)), "jester") == []


@pytest.mark.rule("MC-106")
def test_emptying_the_harbour_oneself_pays_nothing() -> None:
    table = given(seats=3, persons={0: JESTERS[:1], 1: JESTERS[1:2], 2: JESTERS[2:3]}, harbour=(PINACE, FLUTE))
    table.do(0, StopDiscovering(), LootShip(card=PINACE))
    attempt = table.when(1, LootShip(card=FLUTE))
    assert gains(attempt, "jester") == [(2, 1)], "only seat 2's part begins with an empty harbour"


@pytest.mark.rule("MC-107", "MC-109")
@pytest.mark.parametrize("governors", [0, 1, 2, 3])
def test_a_governor_gives_one_take_more(governors: int) -> None:
    table = given(persons={0: GOVERNORS[:governors]}, harbour=(PINACE, *SETTLERS, *CAPTAINS), coins={0: 20})
    assert table.when(0, StopDiscovering()).happens(e.TakingStarted).takes == 1 + governors
    for taken, person in enumerate(SETTLERS[: 1 + governors]):
        assert table.takes_left == 1 + governors - taken
        table.do(0, HirePerson(card=person))
    assert table.last(e.TakingStarted).seat == 1


@pytest.mark.rule("MC-090", "MC-107")
def test_another_seat_pays_the_fee_for_every_card() -> None:
    table = given(persons={1: GOVERNORS[:2]}, harbour=FIVE_SHIPS).do(0, StopDiscovering(), FinishTaking())
    coins = table.coins(0)
    assert table.takes_left == 3
    for ship in (PINACE, FLUTE, SKIFF):
        assert table.when(1, LootShip(card=ship)).happens(e.FeePaid).to_seat == 0
    assert table.coins(0) == coins + 3
    assert table.coins(1) == 3


@pytest.mark.rule("MC-108", "MC-109")
def test_a_governor_just_hired_gives_its_take_at_once() -> None:
    table = given(coins={1: 9}, harbour=(GOVERNORS[0], PINACE, FLUTE)).do(0, StopDiscovering(), FinishTaking())
    assert table.takes_left == 1
    table.when(1, HirePerson(card=GOVERNORS[0])).never(e.TakingFinished)
    assert (table.awaited_seat, table.takes_left) == (1, 1)
    table.when(1, LootShip(card=PINACE)).happens(e.TakingFinished)


@pytest.mark.rule("MC-109", "MC-144")
def test_a_seat_without_takes_left_is_refused_further_cards() -> None:
    table = given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,), coins={0: 9}, harbour=(PINACE, FLUTE, SAILOR))
    table.do(0, StopDiscovering(), LootShip(card=PINACE))
    assert (table.awaited_seat, table.takes_left) == (0, 0)
    table.when(0, LootShip(card=FLUTE)).refused("no_takes_left", taken=1)
    table.when(0, HirePerson(card=SAILOR)).refused("no_takes_left")


@pytest.mark.rule("MC-110")
def test_settlers_captains_priests_and_jacks_have_no_other_effect() -> None:
    plain_ones = (*SETTLERS[:2], *CAPTAINS[:2], *PRIESTS[:2], *JACKS[:2])
    table = given(persons={0: plain_ones}, coins={0: 9}, harbour=(*FIVE_SHIPS, SAILOR), options=HIGH)
    assert (table.strength(0), table.influence(0)) == (0, 8)
    table.when(0, StopDiscovering()).then_only(
        e.DiscoveryStopped(seat=0, ship_types=5, base_takes=3, automatic=False),
        e.TakingStarted(seat=0, takes=3, harbour_size=6),
    )
    assert table.when(0, HirePerson(card=SAILOR)).happens(e.PersonHired).price == 3
    assert table.when(0, LootShip(card=FLUTE)).happens(e.CoinsGained).amount == 1
    table = given(persons={0: plain_ones}, next_cards=(TAX,), options=HIGH).do(0, RevealCard())
    assert gains(table.when(0, StopDiscovering()), "jester") == []
