"""Chapter 9: Loot and Hire."""

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

from .catalogue import PORT_ROYAL
from .scenario import (
    FIVE_SHIPS,
    FLUTE,
    FRIGATE,
    GALLEON,
    JESTERS,
    MADEMOISELLES,
    PINACE,
    PIRATE,
    SAILOR,
    SKIFF,
    TAX,
    Seeded,
    given,
)

SETTLER, CAPTAIN = "settler-4-1:1", "captain-4-1:1"


@pytest.mark.rule("MC-077", "MC-078", "MC-079", "MC-C07")
@pytest.mark.parametrize(("types", "takes"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3)])
def test_the_number_of_ship_types_gives_the_takes(types: int, takes: int) -> None:
    persons = (SAILOR, PIRATE, SETTLER, CAPTAIN)
    table = given(harbour=(*FIVE_SHIPS[:types], *persons))
    table.when(0, StopDiscovering()).then_only(
        e.DiscoveryStopped(seat=0, ship_types=types, base_takes=takes, automatic=False),
        e.TakingStarted(seat=0, takes=takes, harbour_size=types + len(persons)),
    )
    assert table.takes_left == takes


@pytest.mark.rule("MC-077")
def test_an_empty_harbour_gives_one_take_too() -> None:
    table = given(next_cards=(TAX,)).do(0, RevealCard())
    assert table.when(0, StopDiscovering()).happens(e.DiscoveryStopped).base_takes == 1


@pytest.mark.rule("MC-078", "MC-079", "MC-080", "MC-109")
@pytest.mark.parametrize(("types", "takes"), [(3, 1), (4, 2), (5, 3)])
def test_the_active_player_takes_that_many_and_looting_does_not_lower_it(types: int, takes: int) -> None:
    table = given(harbour=(*FIVE_SHIPS[:types], SAILOR)).do(0, StopDiscovering())
    for place, ship in enumerate(FIVE_SHIPS[:takes]):
        assert (table.awaited_seat, table.takes_left) == (0, takes - place)
        attempt = table.when(0, LootShip(card=ship))
    assert attempt.happens(e.TakingFinished) == e.TakingFinished(seat=0, taken=takes, automatic=True)
    assert table.awaited_seat == 1


@pytest.mark.rule("MC-081")
def test_coins_just_looted_pay_for_the_next_card() -> None:
    harbour = ("flute-3-2:1", PINACE, SKIFF, FRIGATE, SETTLER)
    table = given(harbour=harbour).do(0, StopDiscovering())
    table.when(0, HirePerson(card=SETTLER)).refused("cannot_afford", price=4, available=3)
    table.do(0, LootShip(card="flute-3-2:1"))
    assert table.coins(0) == 6
    table.when(0, HirePerson(card=SETTLER)).happens(e.PersonHired)
    assert table.coins(0) == 2


@pytest.mark.rule("MC-082", "MC-C11")
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_takes_may_be_left_over(taken: int) -> None:
    table = given(harbour=FIVE_SHIPS).do(0, StopDiscovering())
    for ship in FIVE_SHIPS[:taken]:
        table.do(0, LootShip(card=ship))
    table.when(0, FinishTaking()).then_only(
        e.TakingFinished(seat=0, taken=taken, automatic=False),
        e.TakingStarted(seat=1, takes=1, harbour_size=5 - taken),
    )


@pytest.mark.rule("MC-083", "MC-111", "MC-C08")
@pytest.mark.parametrize(("ship", "coins"), [(PINACE, 1), ("flute-2-2:1", 2), ("skiff-3-3:1", 3), ("galleon-4-skull:1", 4)])
def test_a_looted_ship_is_discarded_and_its_coins_are_drawn(ship: str, coins: int) -> None:
    others = [each for each in FIVE_SHIPS if each.partition("-")[0] != ship.partition("-")[0]]
    table = given(harbour=(ship, *others)).do(0, StopDiscovering())
    discarded = table.view.discard_pile
    table.when(0, LootShip(card=ship)).then_only(
        e.ShipLooted(seat=0, card=ship, coins=coins, trader_bonus=0),
        e.CoinsGained(seat=0, amount=coins, reason="loot", missing=0, cards=table.drawn(coins)),
    )
    assert table.view.discard_pile == (*discarded, ship)
    assert ship not in table.view.harbour
    assert table.coins(0) == 3 + coins


@pytest.mark.rule("MC-084", "MC-115")
def test_a_looted_ship_may_itself_be_drawn_so_looting_always_pays() -> None:
    table = given(harbour=("flute-3-2:1", SAILOR), draw_deck=()).do(0, StopDiscovering())
    table.rng = Seeded(1)
    table.when(0, LootShip(card="flute-3-2:1")).then_only(
        e.ShipLooted(seat=0, card="flute-3-2:1", coins=3, trader_bonus=0),
        e.DeckReshuffled(size=1, deck_order=("flute-3-2:1",)),
        e.CoinsGained(seat=0, amount=1, reason="loot", missing=2, cards=("flute-3-2:1",)),
        ...,
    )
    assert table.coins(0) == 4


@pytest.mark.rule("MC-085", "MC-112", "MC-C09", "MC-C16")
def test_a_hired_person_is_paid_for_and_joins_the_display() -> None:
    table = given(coins={0: 9}, harbour=(*FIVE_SHIPS, SETTLER)).do(0, StopDiscovering())
    discarded = table.view.discard_pile
    table.when(0, HirePerson(card=SETTLER)).then_only(
        e.CoinsPaid(seat=0, amount=4, reason="hire", cards=table.oldest(0, 4)),
        e.PersonHired(seat=0, card=SETTLER, cost=4, price=4, influence_after=1),
    )
    assert table.coins(0) == 5
    assert table.persons(0) == (SETTLER,)
    assert table.view.discard_pile == (*discarded, *table.oldest(0, 4))
    assert SETTLER not in table.view.harbour


@pytest.mark.rule("MC-086", "MC-101")
@pytest.mark.parametrize("mademoiselles", [0, 1, 2, 3])
def test_each_mademoiselle_takes_one_off_the_price(mademoiselles: int) -> None:
    table = given(persons={0: MADEMOISELLES[:mademoiselles]}, coins={0: 8}, harbour=(*FIVE_SHIPS, "pirate-7-2:1")).do(
        0, StopDiscovering()
    )
    price = 7 - mademoiselles
    influence = table.influence(0)
    table.when(0, HirePerson(card="pirate-7-2:1")).then_only(
        e.CoinsPaid(seat=0, amount=price, reason="hire", cards=table.oldest(0, price)),
        e.PersonHired(seat=0, card="pirate-7-2:1", cost=7, price=price, influence_after=influence + 2),
    )


@pytest.mark.rule("MC-086", "MC-C09")
@pytest.mark.parametrize(("mademoiselles", "cost"), [(3, 3), (4, 3)])
def test_the_price_is_never_below_zero_and_then_nothing_is_paid(mademoiselles: int, cost: int) -> None:
    persons = (*MADEMOISELLES, "mademoiselle-9-3:2")[:mademoiselles]
    table = given(
        deck=PORT_ROYAL, options={"target_influence": 50}, persons={0: persons}, coins={0: 0}, harbour=(*FIVE_SHIPS, SAILOR)
    ).do(0, StopDiscovering())
    influence = table.influence(0)
    table.when(0, HirePerson(card=SAILOR)).then_only(
        e.PersonHired(seat=0, card=SAILOR, cost=cost, price=0, influence_after=influence + 1)
    )
    assert table.coins(0) == 0


@pytest.mark.rule("MC-087", "MC-C11")
def test_the_other_seats_act_one_at_a_time_clockwise_from_the_left() -> None:
    table = given(seats=4, active=2, harbour=FIVE_SHIPS).do(2, StopDiscovering())
    order = []
    while table.active_seat == 2:
        order.append((table.awaited_seat, table.decision_kind))
        table.do(table.awaited_seat, FinishTaking())
    assert order == [(2, "active_take"), (3, "other_take"), (0, "other_take"), (1, "other_take")]


@pytest.mark.rule("MC-088", "MC-109")
@pytest.mark.parametrize("types", [2, 3, 4, 5])
def test_each_other_seat_takes_exactly_one_card(types: int) -> None:
    table = given(seats=3, harbour=(*FIVE_SHIPS[:types], SAILOR)).do(0, StopDiscovering(), FinishTaking())
    assert (table.awaited_seat, table.takes_left) == (1, 1)
    finished = table.when(1, LootShip(card=PINACE)).happens(e.TakingFinished)
    assert finished == e.TakingFinished(seat=1, taken=1, automatic=True)
    assert (table.awaited_seat, table.takes_left) == (2, 1)


@pytest.mark.rule("MC-089")
def test_the_other_seats_get_their_chance_when_the_active_player_took_nothing() -> None:
    table = given(harbour=(PINACE,)).do(0, StopDiscovering(), FinishTaking())
    table.when(1, LootShip(card=PINACE)).happens(e.ShipLooted)
    assert table.last(e.TakingFinished).taken == 1


@pytest.mark.rule("MC-090", "MC-091", "MC-092", "MC-C08", "MC-C16")
def test_another_seat_pays_the_active_player_before_it_loots() -> None:
    table = given(seats=3, active=1, coins={0: 5}, harbour=(PINACE, FLUTE, "skiff-2-3:1"))
    table.do(1, StopDiscovering(), LootShip(card=PINACE))
    discarded, active_coins = table.view.discard_pile, table.coins(1)
    table.do(2, FinishTaking())
    assert table.awaited_seat == 0
    table.when(0, LootShip(card="skiff-2-3:1")).then_only(
        e.FeePaid(from_seat=0, to_seat=1, amount=1, cards=table.oldest(0, 1)),
        e.ShipLooted(seat=0, card="skiff-2-3:1", coins=2, trader_bonus=0),
        e.CoinsGained(seat=0, amount=2, reason="loot", missing=0, cards=table.drawn(2)),
        e.TakingFinished(seat=0, taken=1, automatic=True),
        e.HarbourCleared(cards=(FLUTE,), reason="end_of_turn"),
        e.TurnEnded(seat=1, barren=False, automatic=True),
        e.TurnStarted(round=2, seat=2),
    )
    assert table.coins(1) == active_coins + 1
    assert table.coins(0) == 5 - 1 + 2
    assert table.view.discard_pile == (*discarded, "skiff-2-3:1", FLUTE), "the fee does not pass through the piles"


@pytest.mark.rule("MC-090")
def test_the_active_player_pays_no_fee() -> None:
    table = given(coins={0: 8}, harbour=(*FIVE_SHIPS, SETTLER)).do(0, StopDiscovering())
    table.when(0, LootShip(card=PINACE)).never(e.FeePaid)
    table.when(0, HirePerson(card=SETTLER)).never(e.FeePaid)
    assert table.coins(0) == 8 + 1 - 4


@pytest.mark.rule("MC-090", "MC-092", "MC-094", "MC-C09")
def test_another_seat_pays_fee_and_price_before_it_hires() -> None:
    table = given(coins={1: 5}, harbour=(PINACE, SETTLER)).do(0, StopDiscovering(), LootShip(card=PINACE))
    active_coins = table.coins(0)
    table.when(1, HirePerson(card=SETTLER)).then_only(
        e.FeePaid(from_seat=1, to_seat=0, amount=1, cards=table.oldest(1, 1)),
        e.CoinsPaid(seat=1, amount=4, reason="hire", cards=table.oldest(1, 4, skip=1)),
        e.PersonHired(seat=1, card=SETTLER, cost=4, price=4, influence_after=1),
        e.TakingFinished(seat=1, taken=1, automatic=True),
        e.TurnEnded(seat=0, barren=False, automatic=True),
        e.TurnStarted(round=2, seat=1),
    )
    assert (table.coins(0), table.coins(1)) == (active_coins + 1, 0)


@pytest.mark.rule("MC-093", "MC-C08")
def test_a_seat_without_coins_pays_the_fee_out_of_the_ship() -> None:
    table = given(coins={1: 0}, harbour=("flute-2-2:1", PINACE)).do(0, StopDiscovering(), LootShip(card=PINACE))
    active_coins = table.coins(0)
    table.when(1, LootShip(card="flute-2-2:1")).then_only(
        e.ShipLooted(seat=1, card="flute-2-2:1", coins=2, trader_bonus=0),
        e.CoinsGained(seat=1, amount=2, reason="loot", missing=0, cards=table.drawn(2)),
        e.FeePaid(from_seat=1, to_seat=0, amount=1, cards=table.drawn(1)),
        ...,
    )
    assert (table.coins(0), table.coins(1)) == (active_coins + 1, 1)


@pytest.mark.rule("MC-092", "MC-C08")
def test_a_seat_with_one_coin_pays_the_fee_before_it_loots() -> None:
    table = given(coins={1: 1}, harbour=("flute-2-2:1", PINACE)).do(0, StopDiscovering(), LootShip(card=PINACE))
    table.when(1, LootShip(card="flute-2-2:1")).then_only(
        e.FeePaid(from_seat=1, to_seat=0, amount=1, cards=table.oldest(1, 1)),
        e.ShipLooted(seat=1, card="flute-2-2:1", coins=2, trader_bonus=0),
        e.CoinsGained(seat=1, amount=2, reason="loot", missing=0, cards=table.drawn(2)),
        ...,
    )


@pytest.mark.rule("MC-093", "MC-084")
def test_a_seat_without_coins_can_loot_a_ship_even_with_empty_piles() -> None:
    table = given(seats=3, harbour=(PINACE, FLUTE), draw_deck=())
    # Seat 1 has spent its coins on fees, which leave the piles as they are.
    table.after(e.FeePaid(from_seat=1, to_seat=0, amount=3, cards=tuple(table.ledger.coins[1])))
    table.do(0, StopDiscovering(), FinishTaking())
    assert (table.coins(1), table.draw_deck_size, table.view.discard_pile) == (0, 0, ())
    table.rng = Seeded(1)
    table.when(1, LootShip(card=FLUTE)).then_only(
        e.ShipLooted(seat=1, card=FLUTE, coins=1, trader_bonus=0),
        e.DeckReshuffled(size=1, deck_order=(FLUTE,)),
        e.CoinsGained(seat=1, amount=1, reason="loot", missing=0, cards=(FLUTE,)),
        e.FeePaid(from_seat=1, to_seat=0, amount=1, cards=(FLUTE,)),
        ...,
    )


@pytest.mark.rule("MC-094", "MC-C09")
@pytest.mark.parametrize("coins", [3, 4])
def test_the_active_player_needs_the_price(coins: int) -> None:
    table = given(coins={0: coins}, harbour=(*FIVE_SHIPS, SETTLER)).do(0, StopDiscovering())
    attempt = table.when(0, HirePerson(card=SETTLER))
    if coins < 4:
        attempt.refused("cannot_afford", price=4, available=coins)
    else:
        attempt.happens(e.PersonHired)


@pytest.mark.rule("MC-094", "MC-C09")
@pytest.mark.parametrize("coins", [3, 4, 5])
def test_another_seat_needs_price_and_fee(coins: int) -> None:
    table = given(coins={1: coins}, harbour=(*FIVE_SHIPS, SETTLER)).do(0, StopDiscovering(), FinishTaking())
    attempt = table.when(1, HirePerson(card=SETTLER))
    if coins < 5:
        attempt.refused("cannot_afford", price=5, available=coins)
    else:
        attempt.happens(e.PersonHired)


@pytest.mark.rule("MC-095")
def test_mademoiselles_do_not_reduce_the_fee() -> None:
    table = given(persons={1: MADEMOISELLES}, coins={1: 1}, options={"target_influence": 50}, harbour=(PINACE, SAILOR)).do(
        0, StopDiscovering(), FinishTaking()
    )
    active_coins = table.coins(0)
    attempt = table.when(1, HirePerson(card=SAILOR)).never(e.CoinsPaid)
    assert attempt.happens(e.FeePaid).amount == 1
    assert attempt.happens(e.PersonHired).price == 0
    assert (table.coins(0), table.coins(1)) == (active_coins + 1, 0)


@pytest.mark.rule("MC-096", "MC-C11", "MC-C13")
def test_what_is_left_in_the_harbour_is_discarded_and_the_next_seat_is_active() -> None:
    table = given(seats=2, harbour=(PINACE, FLUTE, SETTLER)).do(0, StopDiscovering(), LootShip(card=FLUTE))
    discarded = table.view.discard_pile
    table.when(1, FinishTaking()).then_only(
        e.TakingFinished(seat=1, taken=0, automatic=False),
        e.HarbourCleared(cards=(PINACE, SETTLER), reason="end_of_turn"),
        e.TurnEnded(seat=0, barren=False, automatic=False),
        e.TurnStarted(round=1, seat=1),
    )
    assert table.view.harbour == ()
    assert table.view.discard_pile == (*discarded, PINACE, SETTLER)
    assert table.active_seat == 1


@pytest.mark.rule("MC-096", "MC-C11")
def test_an_empty_harbour_is_not_cleared() -> None:
    table = given(seats=2, harbour=(PINACE,)).do(0, StopDiscovering())
    table.when(0, LootShip(card=PINACE)).never(e.HarbourCleared).then_only(
        e.ShipLooted(seat=0, card=PINACE, coins=1, trader_bonus=0),
        e.CoinsGained(seat=0, amount=1, reason="loot", missing=0, cards=table.drawn(1)),
        e.TakingFinished(seat=0, taken=1, automatic=True),
        e.TakingStarted(seat=1, takes=1, harbour_size=0),
        e.TakingFinished(seat=1, taken=0, automatic=True),
        e.TurnEnded(seat=0, barren=False, automatic=True),
        e.TurnStarted(round=1, seat=1),
    )


@pytest.mark.rule("MC-097")
def test_an_empty_harbour_brings_a_seat_nothing_but_jester_coins() -> None:
    table = given(seats=3, persons={2: (JESTERS[0], "admiral-5-1:1")}, harbour=(PINACE,)).do(0, StopDiscovering())
    before = table.all_coins()
    gained = [event for event in table.when(0, LootShip(card=PINACE)).events if isinstance(event, e.CoinsGained | e.FeePaid)]
    assert [(event.seat, event.amount, event.reason) for event in gained if isinstance(event, e.CoinsGained)] == [
        (0, 1, "loot"),
        (2, 1, "jester"),
    ]
    assert table.all_coins() == [before[0] + 1, before[1], before[2] + 1]
    assert len(gained) == 2


@pytest.mark.rule("MC-088", "MC-C08")
def test_after_its_one_card_another_seat_is_done() -> None:
    table = given(seats=2, harbour=(PINACE, FLUTE, GALLEON, SKIFF)).do(0, StopDiscovering(), FinishTaking())
    table.do(1, LootShip(card=PINACE))
    table.when(1, LootShip(card=FLUTE)).refused("wrong_decision")
