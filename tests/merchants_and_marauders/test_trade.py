"""Chapters 6.1 and 6.2: selling and buying goods (D-07, D-08)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import CARGO
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.values import Deck
from domain.merchants_and_marauders.view.redactions import redact

from .business import in_port_action
from .scenario import Dice, Table, given

RUMS = ("rum_1", "rum_2", "rum_3")
OFFER = ("cocoa_1", "food_1", "food_2", "rum_1", "rum_2", "rum_3")
"""One, two and three copies."""


def sell(table: Table, *cards: str) -> e.GoodsSold:
    """These cards are sold as one lot."""
    table.when(c.StartSelling())
    for card in cards:
        table.when(c.AddToSale(card))
    sold: e.GoodsSold = table.when(c.FinishSale()).happens(e.GoodsSold)
    return sold


def without_the_others(left: Sequence[str]) -> e.OfferDrawn:
    """An event after which the cargo deck holds these cards, and all others lie on the discard pile."""
    return e.OfferDrawn(0, (), tuple(card for card in CARGO if card not in left))


# Selling


@pytest.mark.rule("MM-086")
def test_a_lot_is_put_together_of_own_cards_and_then_paid_at_once() -> None:
    table = in_port_action(cargo=("rum_1", "food_1"), demand={"port_royal": "wood"})
    table.when(c.StartSelling())
    table.when(c.AddToSale("wood_1")).refused("not_your_card")
    table.when(c.AddToSale("rum_1")).then(e.CardSetAside(0, "rum_1"))
    table.when(c.AddToSale("rum_1")).refused("already_in_lot")
    assert (table.seat().gold, table.seat().cargo) == (0, ("rum_1", "food_1"))
    table.when(c.FinishSale()).then(e.GoodsSold(0, ("rum_1",), 3))
    assert (table.seat().gold, table.seat().cargo) == (3, ("food_1",))


@pytest.mark.rule("MM-086", "MM-078")
def test_an_empty_lot_sells_nothing_and_uses_the_activity() -> None:
    table = in_port_action(cargo=("rum_1",))
    table.when(c.StartSelling())
    assert not table.when(c.FinishSale()).count(e.GoodsSold)
    assert table.seat().cargo == ("rum_1",)
    table.when(c.StartSelling()).refused("activity_used")


@pytest.mark.rule("MM-087")
def test_goods_bring_three_gold_and_demanded_ones_six() -> None:
    table = in_port_action(cargo=("rum_1", "rum_2", "food_1", "food_8"), demand={"port_royal": "rum"})
    assert sell(table, "rum_1", "rum_2", "food_1", "food_8") == e.GoodsSold(
        0, ("rum_1", "rum_2", "food_1", "food_8"), 2 * 6 + 2 * 3
    )
    assert table.state.cargo.discard == ("rum_1", "rum_2", "food_1", "food_8")
    assert table.state.turn is not None
    assert table.state.turn.sold == 4


@pytest.mark.rule("MM-088")
def test_the_demand_is_replaced_after_payment_if_a_demanded_card_was_sold() -> None:
    table = in_port_action(cargo=("rum_1", "food_1"), demand={"port_royal": "rum"})
    pool = table.state.demand_pool
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    table.when(c.FinishSale(), draws=(2,)).then(
        e.GoodsSold(0, ("rum_1",), 6), e.DemandReplaced("port_royal", "rum", pool[2])
    )
    assert table.state.demand["port_royal"] == pool[2]
    assert sorted(table.state.demand_pool) == sorted((*pool[:2], *pool[3:], "rum"))
    plain = in_port_action(cargo=("rum_1", "food_1"), demand={"port_royal": "rum"})
    sell(plain, "food_1")
    assert plain.state.demand["port_royal"] == "rum"


@pytest.mark.rule("MM-089")
def test_the_new_demand_may_be_the_old_good() -> None:
    table = in_port_action(cargo=("wood_1",), demand={"port_royal": "wood"})
    place = table.state.demand_pool.index("wood")
    table.when(c.StartSelling())
    table.when(c.AddToSale("wood_1"))
    table.when(c.FinishSale(), draws=(place,)).then(e.DemandReplaced("port_royal", "wood", "wood"))


@pytest.mark.rule("MM-090")
def test_after_the_demand_was_replaced_nothing_more_is_sold_in_this_turn() -> None:
    table = in_port_action(cargo=("rum_1", "rum_2"), demand={"port_royal": "rum"})
    sell(table, "rum_1")
    table.when(c.StartSelling()).refused("activity_used")
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.EnterPort("open"))
    table.when(c.OpenPortAction()).refused("no_actions_left")
    assert c.OpenPortAction() not in table.legal()


@pytest.mark.rule("MM-091")
@pytest.mark.parametrize(("cards", "points"), [(RUMS, 1), ((*RUMS[:2], "food_1"), 0), ((*RUMS, "rum_4"), 1)])
def test_three_demanded_cards_in_a_sale_earn_one_point_and_its_card(cards: Sequence[str], points: int) -> None:
    table = in_port_action(cargo=cards, demand={"port_royal": "rum"}, next_glory=("g01:1",))
    sell(table, *cards)
    assert table.seat().points == points
    assert table.seat().glory == ("g01:1",) * points


@pytest.mark.rule("MM-092", "MM-153")
def test_the_last_of_port_captain_and_event_sets_the_price() -> None:
    """Hendrik Slot sells other goods for 4 gold in a sale of three cards, Nassau for 2, a glut for 2."""
    position = {"captains": ("hendrik_slot", "francis_wright"), "in_port": {0: "nassau"}, "demand": {"nassau": "wood"}}
    cards = ("rum_1", "food_1", "sugar_1")
    assert sell(in_port_action(**position, cargo=cards), *cards).gold == 3 * 4
    assert sell(in_port_action(**position, cargo=cards[:2]), *cards[:2]).gold == 2 * 2
    glut = in_port_action(**position, cargo=cards, event="glut", drawn=("rum",))
    assert sell(glut, *cards).gold == 2 + 4 + 4


@pytest.mark.rule("MM-051", "MM-092")
def test_a_glutted_good_sells_for_two_unless_demanded() -> None:
    table = in_port_action(cargo=("rum_1", "food_1"), demand={"port_royal": "food"}, event="glut", drawn=("rum",))
    assert sell(table, "rum_1", "food_1").gold == 2 + 6
    wanted = in_port_action(cargo=("rum_1",), demand={"port_royal": "rum"}, event="glut", drawn=("rum",))
    assert sell(wanted, "rum_1").gold == 6


@pytest.mark.rule("MM-093")
def test_a_purser_adds_one_gold_to_each_demanded_card() -> None:
    table = in_port_action(cargo=("rum_1", "rum_2", "food_1"), demand={"port_royal": "rum"}, specialists=("g48:1",))
    assert sell(table, "rum_1", "rum_2", "food_1").gold == 7 + 7 + 3


# Buying


@pytest.mark.rule("MM-094")
def test_demanded_goods_are_discarded_from_the_offer_and_replaced() -> None:
    drawn = ("wood_1", *OFFER[:3], "wood_2", "wood_3", *OFFER[3:])
    table = in_port_action(demand={"port_royal": "wood"}, next_cargo=drawn)
    offer = e.OfferDrawn(0, OFFER, ("wood_1", "wood_2", "wood_3"), in_port="port_royal")
    table.when(c.StartBuying()).then(offer)
    assert table.seat().offer == OFFER
    assert table.state.cargo.discard == ("wood_1", "wood_2", "wood_3")
    hidden = redact(offer, 1)
    assert isinstance(hidden, e.OfferDrawn)
    assert hidden.cards == Hidden(6)
    assert redact(offer, 0) == offer


@pytest.mark.rule("MM-095")
def test_an_offer_stays_smaller_if_no_other_good_is_left() -> None:
    """No game comes so far, since most of the cargo cards are always in the deck or on the discard pile."""
    table = in_port_action(demand={"port_royal": "wood"})
    short = replace(table.state, cargo=Deck(("wood_1", "rum_1", "wood_2"), ("wood_3", "food_1")))
    recorder = decide(short, 0, c.StartBuying(), Dice(()))
    assert sorted(recorder.state.seats[0].offer) == ["food_1", "rum_1"]
    assert recorder.state.stack[-1] == f.BuyLot(0, "goods")
    nothing = decide(replace(table.state, cargo=Deck(())), 0, c.StartBuying(), Dice(()))
    assert nothing.state.seats[0].offer == ()


@pytest.mark.rule("MM-084")
def test_an_empty_cargo_deck_is_made_anew_at_once() -> None:
    table = in_port_action(demand={"port_royal": "wood"}).after(without_the_others(OFFER))
    lying = table.state.cargo.discard
    attempt = table.when(c.StartBuying())
    attempt.then(e.OfferDrawn(0, OFFER, (), in_port="port_royal"))
    assert sorted(attempt.happens(e.DeckReshuffled).deck) == sorted(lying)
    assert table.state.cargo.discard == ()
    table.when(c.FinishLot())
    assert set(table.state.cargo.discard) == set(OFFER)


@pytest.mark.rule("MM-084", "MM-094")
def test_a_deck_that_runs_out_during_an_offer_is_made_anew_and_the_offer_filled_up() -> None:
    table = in_port_action(demand={"port_royal": "wood"}).after(without_the_others(("wood_1", *OFFER[:2])))
    attempt = table.when(c.StartBuying())
    attempt.then(e.OfferDrawn(0, OFFER[:2], ("wood_1",), in_port="port_royal"))
    assert "wood_1" in attempt.happens(e.DeckReshuffled).deck
    assert len(table.seat().offer) == 6
    assert not any(CARGO[card].good == "wood" for card in table.seat().offer)


@pytest.mark.rule("MM-096", "MM-097")
@pytest.mark.parametrize(
    ("bought", "sizes"),
    [
        ((1, 1, None, 1), [8, 3, 8]),
        # An offer of which nothing was bought does not count, nor does it carry an earlier purchase on.
        ((0, 0, 1, 1), [8, 8, 8, 3]),
        ((1, 0, 1, 0), [8, 3, 8, 3]),
    ],
)
def test_after_a_purchase_there_in_the_turn_before_the_offer_is_only_three(
    bought: tuple[int | None, ...], sizes: list[int]
) -> None:
    """Caracas offers 8 cards otherwise. None: the captain does not look at the goods in that turn."""
    table = given(gold=9, in_port={0: "caracas"}, next_events=("npc_en_1", "npc_nl_1", "npc_fr_1", "npc_en_2"))
    offered = []
    for count in bought:
        if count is not None:
            table.when(c.OpenPortAction())
            table.when(c.StartBuying())
            offered.append(len(table.seat().offer))
            if count:
                table.when(table.legal()[0])
            table.when(c.FinishLot())
            table.when(c.EndPortAction())
        table.end_round()
    assert offered == sizes


@pytest.mark.rule("MM-096")
def test_a_purchase_in_another_port_does_not_count() -> None:
    table = in_port_action(gold=3, in_port={0: "santo_domingo"}, next_events=("npc_en_1",))
    table.when(c.StartBuying())
    table.when(next(each for each in table.legal() if isinstance(each, c.TakeCard)))
    assert table.when(c.FinishLot()).happens(e.GoodsBought).in_port == "santo_domingo"
    table.when(c.EndPortAction())
    table.when(c.LeavePort())
    table.when(c.Sail("san_juan"))
    table.end_round()
    table.when(c.EnterPort("open"))
    table.when(c.OpenPortAction())
    table.when(c.StartBuying())
    assert len(table.seat().offer) == 6


@pytest.mark.rule("MM-097")
def test_a_card_that_sets_the_size_goes_before_the_reduction() -> None:
    table = in_port_action(gold=3, glory={0: ("g27:1",)}, next_events=("npc_en_1",))
    table.when(c.StartBuying())
    table.when(table.legal()[0])
    table.when(c.FinishLot())
    table.when(c.EndPortAction())
    table.end_round()
    table.when(c.OpenPortAction())
    table.when(c.PlayGlory("g27:1"))
    assert len(table.seat().offer) == 8
    table.when(c.FinishLot())
    table.when(c.StartBuying()).refused("activity_used")


@pytest.mark.rule("MM-098", "MM-099", "MM-100")
@pytest.mark.parametrize(
    ("port", "event", "prices"),
    [
        ("port_royal", "", (3, 2, 1)),
        ("nassau", "", (2, 1, 1)),
        ("port_royal", "glut", (1, 2, 1)),
        ("nassau", "glut", (1, 1, 1)),
    ],
)
def test_prices_follow_the_copies_drawn_and_the_lowest_rule(port: str, event: str, prices: tuple[int, ...]) -> None:
    """The glutted good is cocoa, of which one card was drawn."""
    position = {"in_port": {0: port}, "demand": {port: "wood"}, "event": event, "drawn": ("cocoa",) if event else ()}
    for card, price in zip(("cocoa_1", "food_1", "rum_1"), prices, strict=True):
        table = in_port_action(**position, gold=9, next_cargo=OFFER)
        table.when(c.StartBuying())
        table.when(c.TakeCard(card))
        assert table.when(c.FinishLot()).happens(e.GoodsBought).price == price
        assert table.seat().gold == 9 - price


@pytest.mark.rule("MM-101", "MM-102")
def test_a_purchase_is_paid_when_it_is_finished_and_the_rest_lies_open() -> None:
    table = in_port_action(gold=9, cargo=("sugar_1",), demand={"port_royal": "wood"}, next_cargo=OFFER)
    table.when(c.StartBuying())
    table.when(c.TakeCard("cocoa_1"))
    table.when(c.TakeCard("rum_1"))
    assert table.seat().gold == 9
    bought = e.GoodsBought(0, ("cocoa_1", "rum_1"), 4, ("food_1", "food_2", "rum_2", "rum_3"), in_port="port_royal")
    table.when(c.FinishLot()).then(bought)
    assert (table.seat().gold, table.seat().cargo) == (5, ("sugar_1", "cocoa_1", "rum_1"))
    assert table.state.cargo.discard == ("food_1", "food_2", "rum_2", "rum_3")
    hidden = redact(bought, 1)
    assert isinstance(hidden, e.GoodsBought)
    assert hidden.cards == Hidden(2)
    assert hidden.discarded == bought.discarded


@pytest.mark.rule("MM-101")
def test_a_purchase_of_nothing_leaves_the_whole_offer_open() -> None:
    table = in_port_action(demand={"port_royal": "wood"}, next_cargo=OFFER)
    table.when(c.StartBuying())
    table.when(c.FinishLot()).then(e.GoodsBought(0, (), 0, OFFER))
    assert (table.seat().cargo, table.state.cargo.discard) == ((), OFFER)


@pytest.mark.rule("MM-102", "MM-145", "MM-146")
def test_the_free_card_is_taken_off_before_payment() -> None:
    """At Cartagena cards of 1, 2, 1 and 3 gold are had for 4 gold."""
    table = in_port_action(in_port={0: "cartagena"}, gold=4, demand={"cartagena": "wood"}, next_cargo=OFFER)
    table.when(c.StartBuying())
    table.when(c.TakeCard("rum_1"))
    table.when(c.TakeCard("food_1"))
    table.when(c.TakeCard("rum_2"))
    table.when(c.TakeCard("cocoa_1"))
    assert table.when(c.FinishLot()).happens(e.GoodsBought).price == 1 + 2 + 1
