"""What the commands of captain turns say to the seat that is offered them, and what is known of them beforehand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.decisions import legal_commands
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.texts import describe
from domain.merchants_and_marauders.view import view
from tests.support.sentences import NAMES, Sayings, after, assert_said

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


def with_papers() -> Table:
    table = given(at_sea={0: "caracas"}, bounties={0: {"spanish": 1}}, glory={0: ["g05:1"]})
    return after(table, c.PlayGlory("g05:1"))


def at_the_cove() -> Table:
    return after(given(at_sea={0: "old_providence"}, rumor="r06", gold=4), (c.PlayRumor(), SKULL))


def with_a_letter_of_marque() -> Table:
    """England, whose captain seat 0 sails for, is at war with Spain."""
    table = given(
        at_sea={0: "havana"},
        npcs={"spanish": ("npc_es_1", "havana"), "french": ("npc_fr_1", "havana")},
        merchants={"havana": "french"},
        wars=[("english", "spanish")],
        glory={0: ("g06:1",)},
    )
    return after(table, c.PlayGlory("g06:1"))


def at_the_end_of_a_turn(*commands: c.Command) -> Table:
    """Both seats hold a card that they can do nothing with then."""
    return after(given(windows="uniform", glory={0: ("g01:1",), 1: ("g01:2",)}), c.EndTurn(), *commands)


TURNS: Sequence[Sayings] = (
    (
        lambda: given(in_port={0: "port_royal"}, cargo=("rum_1", "wood_1", "food_1")),
        {
            c.LeavePort(): (
                "Leave the port of Port Royal for the open sea for 1 action. You must discard 1 cargo card, because your"
                " ship takes 2 cargo cards to sea."
            ),
        },
    ),
    (
        at_the_end_of_a_turn,
        {
            c.Pass(): (
                "Hire nobody at the end of this turn: none of yours can be hired for a deed, but whoever holds any is asked,"
                " so that others learn nothing."
            ),
        },
    ),
    (
        lambda: after(given(damage={0: ("masts", "cargo")}, glory={0: ("g37:1",)}), c.EndTurn()),
        {c.Pass(): "Hire nobody at the end of this turn."},
    ),
    (
        lambda: at_the_end_of_a_turn(c.Pass()),
        {
            c.Pass(): (
                "Play no glory card at the end of your turn: none of yours can be played now, but whoever holds any is"
                " asked, so that others learn nothing."
            ),
        },
    ),
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
                {"crew": -2, "gold": -10},
            ),
            c.DeclareVictory(): (
                "Declare your 10 glory points: your stash is shown, and the game ends with this round."
                " Of several who reach 10 points, most points win, those of the stash included, then the larger stash."
            ),
            c.EndTurn(): ("End your turn. 3 actions are lost.", {"unused": 3}),
        },
    ),
    (
        with_a_letter_of_marque,
        {
            c.ScoutNpc("spanish"): (
                "Scout for the Spanish naval ship by a Scouting check with 3 dice (70%) for 1 action; if you find it, a"
                " battle begins.",
                {"actions": -1, "dice": 3, "chance": 0.7037},
            ),
            c.ScoutNpc("french"): (
                "Scout for the French naval ship by a Scouting check with 3 dice (70%) for 1 action; if you find it, a"
                " battle begins, which brings you a French bounty.",
                {"actions": -1, "dice": 3, "chance": 0.7037, "on_success": {"bounties": 1}},
            ),
        },
    ),
    (
        lambda: after(with_a_letter_of_marque(), (c.ScoutMerchant("roll"), SKULL)),
        {
            c.RaidAs("spanish"): (
                "Raid the merchant as a Spanish one: draw 3 cargo cards and roll 3 Seamanship dice.",
                {"cards": 3, "dice": 3},
            ),
            c.RaidAs("french"): (
                "Raid the merchant as a French one: take 1 French bounty, draw 3 cargo cards and roll 3 Seamanship dice.",
                {"bounties": 1, "cards": 3, "dice": 3},
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
        with_papers,
        {c.EnterPort("papers"): "Enter the port of Caracas, which is closed to you, with Forged Papers for 1 action."},
    ),
    (
        lambda: given(specialists=("g36:1",), damage={0: ("hull",)}).after(e.FrameOpened(f.Carpenter(0))),
        {
            c.RepairFree("hull"): ("Let the Carpenter repair 1 point of Hull.", {"repair": 1}),
            c.Pass(): "Let the Carpenter repair nothing.",
        },
    ),
    (
        lambda: given(npcs={"pirate_sloop": ("npc_ps_1", "port_royal")}).after(e.FrameOpened(f.NewCaptain(0))),
        {
            c.KeepCaptain(): "Keep Francis Wright as your captain, although a pirate waits outside the home port.",
            c.RedrawCaptain(): "Reject Francis Wright and draw another captain, whom you must keep.",
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
                "Find the merchant here without a roll for 1 action; you must then treat it as Spanish, whatever it is, or"
                " let it go.",
                {"actions": -1, "chance": 1.0},
            ),
            c.ScoutNpc("english"): (
                "Scout for the English naval ship by a Scouting check with 3 dice (70%) for 1 action; if you find it, a"
                " battle begins, which brings you an English bounty.",
                {"actions": -1, "dice": 3, "chance": 0.7037, "on_success": {"bounties": 1}},
            ),
            c.ScoutCaptain(1): (
                "Scout for the ship of Ben by a Scouting check with 3 dice (70%) for 1 action; if"
                " you find it, a battle begins, which brings you a Spanish bounty."
            ),
            c.PlayRumor(): (
                "Find out whether the rumor River Gold is true by a Scouting check with 3 dice (70%) for 1 action."
                " Gold up the river: 14 gold; failure is 1 Cargo hit.",
                {"actions": -1, "dice": 3, "chance": 0.7037, "on_success": {"gold": 14, "glory": 1}},
            ),
            c.EndTurn(): (
                "End your turn. 3 actions are lost. At sea the storm means 3 Seamanship checks with 3 dice and 1 hit for"
                " each that fails.",
                {"unused": 3, "dice": 3, "checks": 3, "risk": 0.6515},
            ),
        },
    ),
    (
        lambda: given(at_sea={0: "santo_domingo"}, mission="m16"),
        {
            c.WorkMission(): (
                "Fight 3 guards of Leadership 2 for 1 action, to the death, for the mission Break Out the Crew. It brings"
                " 10 gold and a glory point.",
                {"actions": -1, "later": {"gold": 10, "glory": 1}},
            ),
        },
    ),
    (
        lambda: given(at_sea={0: "st_maarten"}, mission="m14"),
        {
            c.WorkMission(): (
                "Make a Seamanship check with 3 dice, 2 successes needed (26%) for 1 action for the mission Break the"
                " Blockade. It brings 18 gold and a glory point.",
                {"actions": -1, "dice": 3, "chance": 0.2593, "need": 2, "on_success": {"gold": 18, "glory": 1}},
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
)
"""Captain turns."""


@pytest.mark.parametrize("sayings", TURNS)
def test_a_command_tells_what_it_does_what_it_costs_and_what_it_brings(sayings: Sayings) -> None:
    assert_said(GAME, sayings)


def test_a_first_ship_is_told_by_its_values() -> None:
    state = setup(Options(), 2, Dice(())).state
    said = [describe(view(state, 1), 1, command, NAMES) for command in legal_commands(state, 1)]
    assert said == [
        "Begin with a Sloop: Hull 2, Cargo 2, Masts 2, Crew 2, Cannons 1, Maneuverability 4.",
        "Begin with a Flute: Hull 3, Cargo 4, Masts 3, Crew 1, Cannons 1, Maneuverability 2.",
    ]
