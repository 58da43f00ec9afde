"""What the commands of port business say to the seat that is offered them, and what is known of them beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.game import GAME
from tests.support.sentences import Sayings, after, assert_said

from .business import in_port_action
from .scenario import SKULL, Table, given


def in_business() -> Table:
    return in_port_action(
        in_port={0: "port_royal"},
        gold=12,
        cargo=("rum_1",),
        damage={0: ("crew",)},
        demand={"port_royal": "rum"},
        glory={0: ["g36:1"]},
        laid_out=("m01",),
        event="pardon",
        bounties={0: {"dutch": 2}},
    )


def selling() -> Table:
    cargo = ("rum_1", "rum_2", "rum_3", "food_1")
    table = in_port_action(in_port={0: "havana"}, cargo=cargo, demand={"havana": "rum"})
    return after(table, c.StartSelling(), *(c.AddToSale(card) for card in cargo[:3]))


def buying(*taken: str) -> Table:
    offer = ("food_1", "food_2", "wood_1", "sugar_1", "spices_1", "tobacco_1")
    demand = {"santo_domingo": "cocoa"}
    table = in_port_action(in_port={0: "santo_domingo"}, gold=9, cargo=("rum_1",), next_cargo=offer, demand=demand)
    return after(table, c.StartBuying(), *(c.TakeCard(card) for card in taken))


def ring(*cargo: str) -> Table:
    """A rumor has found a buyer who pays 6 gold whatever is demanded."""
    table = in_port_action(in_port={0: "san_juan"}, rumor="r18", cargo=("rum_1", "wood_1"))
    return after(table, (c.PlayRumor(), SKULL), *(c.AddToSale(card) for card in cargo))


def at_cartagena(*taken: str) -> Table:
    """Where the dearest of three cards is free."""
    offer = ("food_1", "food_2", "food_3", "wood_1", "rum_1", "sugar_1")
    place = {"in_port": {0: "cartagena"}, "demand": {"cartagena": "cocoa"}, "ships": ("flute", "sloop")}
    table = in_port_action(gold=9, next_cargo=offer, **place)
    return after(table, c.StartBuying(), *(c.TakeCard(card) for card in taken))


def at_the_shipyard() -> Table:
    table = in_port_action(
        in_port={0: "port_royal"},
        gold=40,
        damage={0: ("hull", "crew")},
        weapons=("chain_shot",),
        modifications={0: ("reinforced_hull",)},
    )
    return after(table.after(e.ModificationFlipped(0, "reinforced_hull", False)), c.VisitShipyard())


def refitting() -> Table:
    captains = ("tobias_marsh", "luc_garrigue")
    table = in_port_action(in_port={0: "st_john"}, captains=captains, gold=40, modifications={0: ("chasers", "long_guns")})
    return after(table, c.VisitShipyard(), c.BuyShip("frigate"))


def recruiting() -> Table:
    table = in_port_action(in_port={0: "port_royal"}, gold=5, damage={0: ("crew",)})
    return after(table, (c.StartRecruiting(), 1, 1, 1))


def with_five_cards() -> Table:
    hand = ["g01:1", "g02:1", "g03:1", "g04:1"]
    table = given(at_sea={0: "nassau"}, rumor="r05", glory={0: hand}, next_glory=["g11:1"])
    after(table, (c.PlayRumor(), SKULL))
    return after(table, c.FinishLot())


def with_too_much_cargo() -> Table:
    return after(given(in_port={0: "port_royal"}, cargo=("rum_1", "wood_1", "food_1")), c.LeavePort())


PORTS: Sequence[Sayings] = (
    (
        lambda: in_port_action(in_port={0: "havana"}, mission="m18", cargo=("tobacco_1", "tobacco_2")),
        {
            c.WorkMission(): (
                "Deliver 2 Tobacco for the mission Tobacco Monopoly. It brings 14 gold and a glory point.",
                {"cargo": -2, "gold": 14, "later": {"glory": 1}},
            ),
        },
    ),
    (
        lambda: in_port_action(in_port={0: "cartagena"}, mission="m02"),
        {c.WorkMission(): "Deliver the silver for the mission Silver for the Crown. It brings 18 gold and a glory point."},
    ),
    (
        lambda: in_port_action(in_port={0: "port_royal"}, mission="m22", gold=15),
        {
            c.WorkMission(): (
                "Pay 15 gold for the mission Clear My Name. It brings 5 gold and a glory point.",
                {"gold": -15, "later": {"gold": 5, "glory": 1}},
            ),
        },
    ),
    (
        lambda: after(in_port_action(in_port={0: "port_royal"}, gold=2, glory={0: ["g31:1"]}), c.PlayGlory("g31:1")),
        {c.SeekRumor(): ("Draw a rumor for 2 gold, without a check.", {"gold": -2, "chance": 1.0})},
    ),
    (
        lambda: in_port_action(in_port={0: "port_royal"}, event="fever"),
        {
            c.EndPortAction(): (
                "End the Port action. The fever takes 1 Crew unless a Leadership check with 3 dice (70%) succeeds.",
                {"dice": 3, "risk": 0.2963},
            ),
        },
    ),
    (
        in_business,
        {
            c.StartSelling(): "Sell goods, which is possible only before anything else here; Port Royal demands Rum.",
            c.StartBuying(): (
                "Buy goods: draw 6 cargo cards to choose from; your ship takes 2 cargo cards to sea, and you have 1.",
                {"cards": 6},
            ),
            c.VisitShipyard(): (
                "Visit the shipyard: it repairs and sells ships and special weapons, and the modification here is"
                " Extended Cargo Hold."
            ),
            c.StartRecruiting(): ("Recruit 1 crew free of charge.", {"crew": 1, "chance": 1.0}),
            c.SeekRumor(): (
                "Pay 2 gold and make an Influence check with 1 die (33%) to draw a rumor.",
                {"gold": -2, "dice": 1, "chance": 0.3333},
            ),
            c.ClaimMission("m01"): (
                "Claim the mission Governor's Dispatch by an Influence check with 1 die (33%). Take letters from Port Royal"
                " to Bridgetown. It brings 12 gold and a glory point.",
                {"dice": 1, "chance": 0.3333},
            ),
            c.StartStashing(): "Stash gold: every full 10 gold in the stash count as a glory point, up to 5.",
            c.HireSpecialist("g36:1"): (
                "Hire the Carpenter for 6 gold: Repair 1 damage (not Crew) at the start of each of your turns.",
                {"gold": -6},
            ),
            c.BuyPardon("dutch"): ("Pay 5 gold to lose one of your 2 Dutch bounties.", {"gold": -5, "bounties": -1}),
            c.EndPortAction(): "End the Port action.",
        },
    ),
    (
        selling,
        {
            c.AddToSale("food_1"): ("Put 1 Food up for sale, for 3 gold more.", {"later": {"gold": 3, "cargo": -1}}),
            c.FinishSale(): (
                "Sell 3 Rum for 21 gold. It earns a glory point. The demand here is then replaced.",
                {"gold": 21, "cargo": -3, "glory": 1},
            ),
        },
    ),
    (
        buying,
        {
            c.RedrawOffer(): ("Pay 1 gold to discard the whole offer and draw 6 new cards.", {"gold": -1, "cards": 6}),
            c.TakeCard("food_1"): ("Buy 1 Food for 2 gold.", {"later": {"gold": -2, "cargo": 1}}),
            c.DropCargo("rum_1"): ("Discard 1 Rum of your own to make room.", {"cargo": -1}),
            c.FinishLot(): ("Buy nothing. The other cards are discarded.", {}),
        },
    ),
    (
        lambda: buying("food_1", "wood_1"),
        {
            c.TakeCard(
                "sugar_1"
            ): "Buy 1 Sugar for 3 gold more. You would have 4, but your ship takes 2 cargo cards to sea.",
            c.FinishLot(): ("Pay 5 gold for 1 Food and 1 Wood. The other cards are discarded.", {"gold": -5, "cargo": 2}),
        },
    ),
    (
        lambda: ring("rum_1"),
        {
            c.AddToSale("wood_1"): ("Put 1 Wood up for sale, for 6 gold more.", {"later": {"gold": 6, "cargo": -1}}),
            c.FinishSale(): ("Sell 1 Rum for 6 gold.", {"gold": 6, "cargo": -1}),
        },
    ),
    (
        lambda: at_cartagena("wood_1", "rum_1"),
        {
            c.TakeCard("food_1"): (
                "Buy 1 Food, which makes the purchase 2 gold cheaper, because the dearest card is free here.",
                {"later": {"gold": 2, "cargo": 1}},
            ),
            c.TakeCard("sugar_1"): (
                "Buy 1 Sugar, which adds nothing to the price, because the dearest card is free here.",
                {"later": {"cargo": 1}},
            ),
        },
    ),
    (
        at_the_shipyard,
        {
            c.BuyShip("frigate"): (
                "Give your Sloop in payment and buy a Frigate for 30 gold: Hull 3, Cargo 3, Masts 3, Crew 1, Cannons 3,"
                " Maneuverability 3. It earns a glory point.",
                {"gold": -30, "glory": 1},
            ),
            c.Repair("hull"): ("Repair 1 point of Hull for 2 gold (it is at 1 of 2).", {"gold": -2, "repair": 1}),
            c.BuyWeapon("grappling_hooks"): (
                "Buy Grappling Hooks for 3 gold. After a contest in which you declared Board: discard, re-roll any number"
                " of your dice.",
                {"gold": -3},
            ),
            c.SellWeapon("chain_shot"): ("Sell your Chain-shot for 1 gold.", {"gold": 1}),
            c.BuyModification(): ("Have Extended Cargo Hold fitted for 3 gold. Cargo +1, up to 5.", {"gold": -3}),
            c.RefreshHull(): ("Pay 3 gold to make your Reinforced Hull ready again.", {"gold": -3}),
            c.LeaveShipyard(): "Leave the shipyard.",
        },
    ),
    (
        refitting,
        {
            c.Transfer("chasers"): (
                "Move Chasers to your new ship for 2 gold: 1, and 1 that the old ship then brings less.",
                {"gold": -2},
            ),
            c.FinishTransfer(): "Move no more modifications to your new ship.",
        },
    ),
    (
        lambda: after(refitting(), c.FinishTransfer()),
        {
            c.PlaceModification("petite_goave"): "Lay one of the 2 modifications of your old ship face down in Petit-Goâve.",
        },
    ),
    (
        recruiting,
        {
            c.HireOne(): ("Hire 1 crew for 2 gold (you have 1 of 2).", {"gold": -2, "crew": 1}),
            c.FinishRecruiting(): "Hire no more crew.",
        },
    ),
    (
        lambda: given(rumor="r01").after(e.RumorDrawn(0, "r02"), e.FrameOpened(f.ChooseRumor(0))),
        {
            c.KeepRumor("r02"): (
                "Keep the rumor Wreck off Barbados and put Sunken Galleon back into the deck. Search off Bridgetown: 10"
                " gold."
            ),
        },
    ),
    (with_five_cards, {c.DiscardGlory("g03:1"): "Discard Keen Eye: Re-roll a Scouting roll you just made."}),
    (with_too_much_cargo, {c.DiscardCargo("wood_1"): ("Throw 1 Wood overboard.", {"cargo": -1})}),
)
"""Port business, and cards and gold that are put away."""


@pytest.mark.parametrize("sayings", PORTS)
def test_a_command_tells_what_it_does_what_it_costs_and_what_it_brings(sayings: Sayings) -> None:
    assert_said(GAME, sayings)
