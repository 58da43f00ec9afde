"""Chapter 11: coins and piles."""

from __future__ import annotations

import pytest

from domain.game import Hidden
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import (
    FinishTaking,
    HirePerson,
    LootShip,
    RevealCard,
    StopDiscovering,
)
from domain.merchants_of_the_caribbean.game import GAME

from .scenario import (
    FIVE_SHIPS,
    FLUTE,
    FRIGATE,
    GALLEON,
    JESTERS,
    PINACE,
    PRIESTS,
    SAILOR,
    SETTLERS,
    SKIFF,
    TAX,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Seeded,
    given,
)


@pytest.mark.rule("MC-111", "MC-134")
def test_gained_coins_come_unseen_from_the_top_of_the_draw_deck() -> None:
    table = given(harbour=("flute-3-2:1", PINACE), next_cards=(SAILOR, TAX, TWO_PRIESTS, GALLEON)).do(0, StopDiscovering())
    gained = table.when(0, LootShip(card="flute-3-2:1")).happens(e.CoinsGained)
    assert gained.cards == (SAILOR, TAX, TWO_PRIESTS)
    assert table.ledger.draw_deck[0] == GALLEON
    for seat in (None, 0, 1):
        assert GAME.gate.redact(gained, seat) == e.CoinsGained(
            seat=0, amount=3, reason="loot", missing=0, cards=Hidden(count=3)
        )


@pytest.mark.rule("MC-112", "MC-136")
def test_paid_coins_lie_face_up_in_the_discard_pile() -> None:
    table = given(coins={0: 4}, harbour=(*FIVE_SHIPS, SETTLERS[0])).do(0, StopDiscovering())
    paid = table.when(0, HirePerson(card=SETTLERS[0])).happens(e.CoinsPaid)
    assert GAME.gate.redact(paid, None) == paid
    assert table.view.discard_pile[-4:] == paid.cards == table.oldest(0, 4)


@pytest.mark.rule("MC-112", "MC-136")
def test_taxed_coins_lie_face_up_in_the_discard_pile() -> None:
    table = given(coins={1: 12}, next_cards=(TAX,))
    levied = table.when(0, RevealCard()).happens(e.TaxLevied)
    assert GAME.gate.redact(levied, None) == levied
    assert table.view.discard_pile[-7:] == (*table.oldest(1, 6), TAX)


@pytest.mark.rule("MC-113")
def test_the_coins_held_longest_leave_first_and_fees_count_as_newest() -> None:
    table = given(
        harbour=("flute-2-2:1", "skiff-2-1:1"),
        next_cards=("galleon-1-2:2", "galleon-1-2:3", "galleon-2-4:1", "galleon-2-4:2", "jester-5-1:1", PINACE),
    )
    first, second, third = table.ledger.coins[0]
    others_first = table.ledger.coins[1][0]
    table.do(0, StopDiscovering(), LootShip(card="flute-2-2:1"))
    table.do(1, LootShip(card="skiff-2-1:1"))
    assert table.ledger.coins[0] == [first, second, third, "galleon-1-2:2", "galleon-1-2:3", others_first]
    table.do(1, RevealCard(), RevealCard(), StopDiscovering(), FinishTaking())
    table.when(0, HirePerson(card="jester-5-1:1")).then_only(
        e.FeePaid(from_seat=0, to_seat=1, amount=1, cards=(first,)),
        e.CoinsPaid(seat=0, amount=5, reason="hire", cards=(second, third, "galleon-1-2:2", "galleon-1-2:3", others_first)),
        e.PersonHired(seat=0, card="jester-5-1:1", cost=5, price=5, influence_after=1),
        ...,
    )
    assert table.ledger.coins[1][-1] == first


@pytest.mark.rule("MC-114", "MC-115")
def test_an_empty_draw_deck_is_replenished_from_discards_when_needed() -> None:
    discard_pile = ("jester-5-1:1", SETTLERS[0], "pirate-7-2:1", SKIFF)
    table = given(
        persons={0: (PRIESTS[0],)},
        requests=(TWO_SETTLERS,),
        discard_pile=discard_pile,
        harbour=(PINACE,),
        draw_deck=(FLUTE,),
    )
    coins = [set(each) for each in table.ledger.coins]
    table.when(0, RevealCard()).never(e.DeckReshuffled)
    assert table.draw_deck_size == 0
    table.rng = Seeded(4)
    attempt = table.when(0, RevealCard())
    reshuffled = attempt.events[0]
    assert isinstance(reshuffled, e.DeckReshuffled)
    assert reshuffled.size == 4
    assert isinstance(reshuffled.deck_order, tuple)
    assert sorted(reshuffled.deck_order) == sorted(discard_pile)
    assert attempt.happens(e.CardRevealed) == e.CardRevealed(
        seat=0,
        card=reshuffled.deck_order[0],
        kind=table.ledger.card(reshuffled.deck_order[0])["kind"],
        draw_deck_size=3,
    )
    assert table.view.discard_pile == ()
    assert table.view.requests == (TWO_SETTLERS,)
    assert table.persons(0) == (PRIESTS[0],)
    assert [set(each) for each in table.ledger.coins] == coins


@pytest.mark.rule("MC-115")
def test_a_gain_of_the_last_cards_reshuffles_nothing() -> None:
    table = given(discard_pile=(SETTLERS[0],), harbour=("flute-2-2:1", PINACE), draw_deck=(SAILOR, "sailor-3-1:2")).do(
        0, StopDiscovering()
    )
    table.when(0, LootShip(card="flute-2-2:1")).never(e.DeckReshuffled)
    assert table.draw_deck_size == 0
    assert set(table.view.discard_pile) == {SETTLERS[0], "flute-2-2:1"}


@pytest.mark.rule("MC-116")
def test_a_gain_of_more_than_the_deck_holds_goes_on_with_the_reshuffled_discard_pile() -> None:
    table = given(
        discard_pile=(*SETTLERS, SKIFF), harbour=("galleon-4-skull:1", PINACE), draw_deck=(SAILOR, "sailor-3-1:2")
    ).do(0, StopDiscovering())
    table.rng = Seeded(6)
    attempt = table.when(0, LootShip(card="galleon-4-skull:1"))
    order = attempt.happens(e.DeckReshuffled).deck_order
    assert sorted(order) == sorted((*SETTLERS, SKIFF, "galleon-4-skull:1"))
    attempt.then_only(
        e.ShipLooted(seat=0, card="galleon-4-skull:1", coins=4, trader_bonus=0),
        e.DeckReshuffled(size=6, deck_order=order),
        e.CoinsGained(seat=0, amount=4, reason="loot", missing=0, cards=(SAILOR, "sailor-3-1:2", *order[:2])),
        ...,
    )
    assert table.ledger.draw_deck == list(order[2:])


@pytest.mark.rule("MC-117")
def test_coins_that_are_not_there_are_lost_and_not_owed() -> None:
    table = given(harbour=("galleon-4-skull:1", PINACE, FLUTE, SKIFF, SAILOR), draw_deck=()).do(0, StopDiscovering())
    table.rng = Seeded(1)
    before = table.coins(0)
    gained = table.when(0, LootShip(card="galleon-4-skull:1")).happens(e.CoinsGained)
    assert (gained.amount, gained.missing) == (1, 3)
    gained = table.when(0, LootShip(card=PINACE)).happens(e.CoinsGained)
    assert (gained.amount, gained.missing) == (1, 0)
    assert table.coins(0) == before + 2


@pytest.mark.rule("MC-118", "MC-117", "MC-075")
def test_scarce_coins_go_clockwise_from_the_active_player_each_seat_its_full_amount() -> None:
    table = given(
        seats=3,
        starting_seat=1,
        active=2,
        persons={0: JESTERS[0:2], 2: JESTERS[2:4]},
        harbour=(PINACE,),
        draw_deck=("pinace-3-2:1", SAILOR),
    )
    table.rng = Seeded(3)
    attempt = table.when(2, RevealCard())
    gained = [(event.seat, event.amount, event.missing) for event in attempt.events if isinstance(event, e.CoinsGained)]
    assert gained[:2] == [(2, 2, 0), (0, 1, 1)], "three cards for four coins"


@pytest.mark.rule("MC-119", "MC-030", "MC-C04", "MC-C07")
def test_with_both_piles_empty_nothing_can_be_revealed_and_stopping_is_allowed() -> None:
    table = given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,), draw_deck=())
    assert (table.draw_deck_size, table.view.discard_pile) == (0, ())
    assert RevealCard() not in table.legal(0)
    table.when(0, RevealCard()).refused("no_card_to_reveal")
    stopped = table.when(0, StopDiscovering()).happens(e.DiscoveryStopped)
    assert stopped == e.DiscoveryStopped(seat=0, ship_types=0, base_takes=1, automatic=False)


@pytest.mark.rule("MC-119")
def test_a_discard_pile_alone_is_enough_to_reveal() -> None:
    table = given(discard_pile=(SAILOR,), draw_deck=())
    assert table.legal(0) == [RevealCard()]
    table.rng = Seeded(1)
    table.when(0, RevealCard()).then_only(
        e.DeckReshuffled(size=1, deck_order=(SAILOR,)),
        e.CardRevealed(seat=0, card=SAILOR, kind="person", draw_deck_size=0),
        e.HarbourCardPlaced(seat=0, card=SAILOR),
        ...,
    )


@pytest.mark.rule("MC-091", "MC-112")
def test_a_fee_stays_face_down() -> None:
    table = given(harbour=(PINACE, FLUTE, FRIGATE)).do(0, StopDiscovering(), FinishTaking())
    fee = table.when(1, LootShip(card=PINACE)).happens(e.FeePaid)
    assert GAME.gate.redact(fee, 0) == e.FeePaid(from_seat=1, to_seat=0, amount=1, cards=Hidden(count=1))
    assert fee.cards[0] not in table.view.discard_pile
