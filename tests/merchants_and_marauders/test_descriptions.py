"""What the commands of captain turns and port business say to the seat that is offered them, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.legal import legal_commands
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.texts import describe
from domain.merchants_and_marauders.view import view

from .business import in_port_action
from .sayings import Sayings, after, assert_said
from .scenario import SKULL, Dice, Table, given


def ashore() -> Table:
    return given(in_port={0: "port_royal"}, gold=10, stash=12, glory={0: ["g01:1"]}, points={0: 9})


def at_sea() -> Table:
    return given(
        at_sea={0: "cartagena", 1: "cartagena"},
        npcs={"dutch": ("npc_nl_1", "curacao"), "english": ("npc_en_1", "cartagena")},
        bounties={0: {"dutch": 2}},
        event="storm_1",
        rumor="r21",
    )


def before_a_closed_port() -> Table:
    captains = ("luc_garrigue", "felipe_de_los_reyes")
    return given(at_sea={0: "port_royal"}, captains=captains, gold=5, bounties={0: {"english": 1}})


def at_the_cove() -> Table:
    return after(given(at_sea={0: "old_providence"}, rumor="r06", gold=4), (c.PlayRumor(), SKULL))


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


def at_the_shipyard() -> Table:
    table = in_port_action(
        in_port={0: "port_royal"},
        gold=40,
        damage={0: ("hull", "crew")},
        weapons=("chain_shot",),
        modifications={0: ("reinforced_hull",)},
    )
    return after(table.told(e.ModificationFlipped(0, "reinforced_hull", False)), c.VisitShipyard())


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


TURNS_AND_PORTS: Sequence[Sayings] = (
    (
        ashore,
        {
            c.LeavePort(): ("Leave the port of Port Royal for the open sea for 1 action.", {"actions": -1}),
            c.OpenPortAction(): (
                "Begin your Port action in Port Royal for 1 action: trade, visit the shipyard, recruit and more.",
                {"actions": -1},
            ),
            c.PlayGlory("g01:1"): "Play Windfall Current: Take one extra Move action.",
            c.WithdrawGold(5): ("Take 5 gold from your stash on board.", {"gold": 5, "stash": -5}),
            c.WithdrawGold("all"): "Take your whole stash on board: 12 gold.",
            c.Retire(): (
                "Retire Francis Wright: ship, cargo, cards and 10 gold on board are lost, glory points and stash stay."
                " Your next turn begins with a new captain.",
                {"gold": -10},
            ),
            c.DeclareVictory(): "Declare your 10 glory points: your stash is shown, and the game ends with this round.",
            c.EndTurn(): ("End your turn. 3 actions are lost.", {"actions": -3}),
            c.SetStandingPass("event", True): "Pass without being asked after a storm event was drawn, until you change it.",
            c.SetStandingPass("event", False): "Be asked again for glory cards after a storm event was drawn.",
        },
    ),
    (
        at_sea,
        {
            c.Sail("petite_goave"): ("Sail to Petit-Goâve for 1 action.", {"actions": -1}),
            c.Sail("curacao"): (
                "Sail to Curaçao for 1 action. There the Dutch naval ship (56%) will try to find you.",
                {"actions": -1, "risk": 0.5556},
            ),
            c.EnterPort("open"): "Enter the port of Cartagena for 1 action.",
            c.ScoutMerchant("roll"): (
                "Scout for the merchant here by a Scouting check with 3 dice (70%) for 1 action.",
                {"actions": -1, "dice": 3, "chance": 0.7037},
            ),
            c.ScoutMerchant("sure_spanish"): (
                "Find the merchant here without a roll for 1 action; you must then treat it as Spanish.",
                {"actions": -1, "chance": 1.0},
            ),
            c.ScoutNpc("english"): (
                "Scout for the English naval ship by a Scouting check with 3 dice (70%) for 1 action; if you find it, a"
                " battle begins, which brings you an English bounty.",
                {"actions": -1, "dice": 3, "chance": 0.7037, "bounties": 1},
            ),
            c.ScoutCaptain(1): (
                "Scout for the ship of Felipe De Los Reyes (seat 1) by a Scouting check with 3 dice (70%) for 1 action; if"
                " you find it, a battle begins, which brings you a Spanish bounty."
            ),
            c.PlayRumor(): (
                "Find out whether the rumor River Gold is true by a Scouting check with 3 dice (70%) for 1 action."
                " Gold up the river: 14 gold; failure is 1 Cargo hit.",
                {"actions": -1, "dice": 3, "chance": 0.7037, "gold": 14, "glory": 1},
            ),
            c.EndTurn(): (
                "End your turn. 3 actions are lost. At sea the storm means 3 Seamanship checks with 3 dice and 1 hit for"
                " each that fails.",
                {"actions": -3, "dice": 3, "checks": 3, "risk": 0.6515},
            ),
        },
    ),
    (
        before_a_closed_port,
        {
            c.EnterPort("gold"): (
                "Pay 2 gold to enter the port of Port Royal, which is closed to you, for 1 action.",
                {"actions": -1, "gold": -2},
            ),
            c.EnterPort("influence"): (
                "Try to enter the port of Port Royal, which is closed to you, by an Influence check with 2 dice (56%)"
                " for 1 action; if it fails you stay at sea.",
                {"actions": -1, "dice": 2, "chance": 0.5556},
            ),
        },
    ),
    (
        lambda: given(at_sea={0: "bridgetown"}, ships=("frigate", "sloop")),
        {
            c.EnterPort("open"): (
                "Enter the port of Bridgetown for 1 action. The ship takes a Hull hit there unless a Seamanship check with"
                " 3 dice (70%) succeeds.",
                {"actions": -1, "risk": 0.2963},
            ),
        },
    ),
    (
        lambda: given(at_sea={0: "st_maarten"}, mission="m14"),
        {
            c.WorkMission(): (
                "Make a Seamanship check with 3 dice, 2 successes needed (26%) for 1 action for the mission Break the"
                " Blockade. It brings 18 gold and a glory point.",
                {"actions": -1, "dice": 3, "need": 2, "chance": 0.2593, "gold": 18, "glory": 1},
            ),
        },
    ),
    (at_the_cove, {c.UseCove(): "Stash gold here for 1 action, thanks to the rumor Secret Cove."}),
    (
        lambda: after(at_the_cove(), c.UseCove()),
        {
            c.DepositGold(1): ("Put 1 gold into your stash.", {"gold": -1, "stash": 1}),
            c.DepositGold("all"): "Put all you have on board into your stash: 4 gold.",
            c.FinishStashing(): "Stash no more gold.",
        },
    ),
    (
        in_business,
        {
            c.StartSelling(): "Sell goods, which is possible only before anything else here; Port Royal demands Rum.",
            c.StartBuying(): ("Buy goods: draw 6 cargo cards to choose from.", {"cards": 6}),
            c.VisitShipyard(): (
                "Visit the shipyard: it repairs and sells ships and special weapons, and Extended Cargo Hold lies here."
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
            c.AddToSale("food_1"): ("Put 1 Food up for sale, for 3 gold more.", {"gold": 3}),
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
            c.TakeCard("food_1"): ("Buy 1 Food for 2 gold.", {"gold": -2, "cargo": 1}),
            c.DropCargo("rum_1"): ("Discard 1 Rum of your own to make room.", {"cargo": -1}),
            c.FinishLot(): ("Buy nothing. The other cards are discarded.", {}),
        },
    ),
    (
        lambda: buying("food_1", "wood_1"),
        {
            c.TakeCard("sugar_1"): "Buy 1 Sugar for 3 gold more.",
            c.FinishLot(): ("Pay 5 gold for 1 Food and 1 Wood. The other cards are discarded.", {"gold": -5, "cargo": 2}),
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
            c.Transfer("chasers"): ("Move Chasers to your new ship for 2 gold.", {"gold": -2}),
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
        lambda: given(rumor="r01").told(e.RumorDrawn(0, "r02"), e.FrameOpened(f.ChooseRumor(0))),
        {
            c.KeepRumor("r02"): (
                "Keep the rumor Wreck off Barbados and put Sunken Galleon back into the deck. Search off Bridgetown: 10"
                " gold."
            ),
        },
    ),
    (with_five_cards, {c.DiscardGlory("g03:1"): "Discard Keen Eye: Re-roll a Scouting roll you just made."}),
    (with_too_much_cargo, {c.DiscardCargo("wood_1"): ("Throw 1 Wood overboard.", {"cargo": -1})}),
    (
        lambda: given(specialists=("g36:1",), damage={0: ("hull",)}).told(e.FrameOpened(f.Carpenter(0))),
        {
            c.RepairFree("hull"): ("Let the Carpenter repair 1 point of Hull.", {"repair": 1}),
            c.Pass(): "Let the Carpenter repair nothing.",
        },
    ),
    (
        lambda: given(npcs={"pirate_sloop": ("npc_ps_1", "port_royal")}).told(e.FrameOpened(f.NewCaptain(0))),
        {
            c.KeepCaptain(): "Keep Francis Wright as your captain, although a pirate waits outside the home port.",
            c.RedrawCaptain(): "Reject Francis Wright and draw another captain, whom you must keep.",
        },
    ),
)
"""Captain turns and port business."""


@pytest.mark.parametrize("sayings", TURNS_AND_PORTS)
def test_a_command_tells_what_it_does_what_it_costs_and_what_it_brings(sayings: Sayings) -> None:
    assert_said(sayings)


def test_a_first_ship_is_told_by_its_values() -> None:
    state = setup(Options(), 2, Dice(())).state
    said = [describe(view(state, 1), 1, command) for command in legal_commands(state, 1)]
    assert said == [
        "Begin with a Sloop: Hull 2, Cargo 2, Masts 2, Crew 2, Cannons 1, Maneuverability 4.",
        "Begin with a Flute: Hull 3, Cargo 4, Masts 3, Crew 1, Cannons 1, Maneuverability 2.",
    ]
