"""What the commands of raids, battles and cards say to the seat that is offered them, and what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.commands import COMMANDS
from domain.merchants_and_marauders.game import GAME
from tests.support.sentences import Sayings, after, assert_said

from .business import in_port_action
from .fights import duel
from .raiding import CALM, found, raided
from .scenario import SKULL, Table, given
from .test_descriptions import TURNS
from .test_plunder import at_plunder, laden
from .test_port_descriptions import PORTS


def raiding() -> Table:
    cards = ("cocoa_1", "rum_1", "cocoa_3", "wood_1")
    return raided(cards, SKULL, SKULL, 1, 1, captains=("tobias_marsh", "luc_garrigue"))[0]


def with_hooks() -> Table:
    table = duel(1, 1, 1, 1, 1, 1, weapons={0: ("grappling_hooks",)})
    return after(table, c.Board(), (c.Shoot(), SKULL, 1, 4, 1, 1, 1), c.MarkDie(1))


def with_shot() -> Table:
    return duel(SKULL, SKULL, SKULL, 1, 1, 1, SKULL, weapons={0: ("chain_shot", "grapeshot")})


def raking() -> Table:
    table = duel(SKULL, SKULL, SKULL, 1, 1, 1, SKULL, glory={0: ["g13:1"]})
    return after(table, c.Announce("g13:1"), (c.PlayAnnounced(), SKULL))


def hit() -> Table:
    return duel(
        *(SKULL, SKULL, SKULL, 1, 1, 1, 3),
        captains=("francis_wright", "felipe_de_los_reyes"),
        modifications={1: ("reinforced_hull",)},
        specialists={1: ("g42:1",)},
    )


def sinking() -> Table:
    dice = (SKULL, SKULL, SKULL, 1, 1, 1, SKULL)
    return after(duel(*dice, modifications={1: ("reinforced_hull",)}, damage={1: ("hull",)}), c.AssignX("hull"))


def chasing() -> Table:
    return after(duel(1, 1, 1, 1, 1, 1, modifications={0: ("chasers",)}), c.Shoot(), c.Flee())


def rewarded() -> Table:
    return given().after(e.BountyChanged(1, "dutch", 2, 2), e.FrameOpened(f.ClaimReward(0, 1)))


FIGHTS_AND_CARDS: Sequence[Sayings] = (
    (
        found,
        {
            c.RaidAs("spanish"): (
                "Raid the merchant as a Spanish one: take 1 Spanish bounty, draw 3 cargo cards and roll 3 Seamanship dice.",
                {"bounties": 1, "cards": 3, "dice": 3},
            ),
            c.LetGo(): "Let the English merchant go.",
        },
    ),
    (
        lambda: raided(CALM, SKULL, 1, 1, weapons=("chain_shot",))[0],
        {
            c.SpendWeapon("chain_shot"): ("Give up Chain-shot to turn a failed die into a success.", {"successes": 1}),
            c.FinishWeapons(): "Give up no more special weapons.",
        },
    ),
    (
        raiding,
        {
            c.RaidDraw(): ("Use one of your 2 successes to draw one more cargo card.", {"successes": -1, "cards": 1}),
            c.RaidDiscard("rum_1"): ("Use one of your 2 successes to discard Rum (1 gold, escape).", {"successes": -1}),
            c.RaidExchange("cocoa_3", free=True): (
                "Use your ability to exchange Cocoa (3 gold, Crew hit) for a new card.",
                {"cards": 1},
            ),
            c.RaidStop(): (
                "Stop with 1 hit (Crew) and 2 escape icons against your Maneuverability of 4: 5 gold of plunder if no"
                " location is destroyed.",
                {"successes": -2, "plunder": 5, "escapes": 2, "maneuverability": 4},
            ),
        },
    ),
    (
        lambda: duel(1, 1, 1, 1, 1, 1),
        {
            c.Shoot(): (
                "Shoot with 3 dice: 1 hit if the contest is won (43%), otherwise a hit for each success, 1 at most.",
                {"dice": 3, "chance": 0.4323, "hits": 1},
            ),
            c.Board(): "Board with 3 dice: crew combat begins if the contest is won (43%).",
            c.Flee(): (
                "Flee with 3 dice: it works if the contest is won and the enemy has no success (21%).",
                {"dice": 3, "chance": 0.2085},
            ),
        },
    ),
    (
        with_hooks,
        {
            c.MarkDie(0): "Mark die 1, which shows skull, to roll it again.",
            c.RerollMarked(): ("Roll the die that shows 1 again; this uses up your Grappling Hooks.", {"dice": 1}),
            c.KeepDice(): "Keep the dice as they are: skull, 1, 4.",
        },
    ),
    (
        with_shot,
        {
            c.UseChainShot(): (
                "Use up Chain-shot: 1 hit marked X falls on the Masts, and in this round no surplus hit on the Masts is"
                " passed to the Hull."
            ),
            c.UseGrapeshot(): (
                "Use up Grapeshot: 1 hit marked X falls on the Crew, and in this round no surplus hit on the Crew is passed"
                " to the Hull."
            ),
            c.FinishVolley(): "Leave the hits as they are: X.",
        },
    ),
    (raking, {c.SetLocation(0, "crew"): "Let hit 1, which shows X, fall on Crew."}),
    (
        lambda: duel(SKULL, SKULL, SKULL, 1, 1, 1, SKULL),
        {
            c.AssignX("masts"): "Let the hit marked X fall on your Masts (now at 2).",
        },
    ),
    (
        hit,
        {
            c.Absorb("reinforced_hull"): "Use your Reinforced Hull to cancel the hit to your Crew.",
            c.Absorb("surgeon"): "Let the Surgeon cancel the hit to your Crew.",
            c.MoveHit("masts"): "Move the hit from your Crew to your Masts, once in this battle.",
            c.AcceptHit(): ("Take the hit to your Crew, which falls to 1.", {"left": 1}),
        },
    ),
    (
        chasing,
        {
            c.FireChasers(): ("Fire the Chasers: 1 hit on the enemy, which is located by a die.", {"hits": 1}),
            c.HoldChasers(): "Do not fire the Chasers.",
        },
    ),
    (
        rewarded,
        {
            c.ClaimReward("dutch"): (
                "Claim the Dutch reward of 10 gold for beating Ben.",
                {"gold": 10},
            ),
            c.DeclineReward(): "Claim no reward.",
        },
    ),
    (
        lambda: given(ships=("sloop", "frigate")).after(e.FrameOpened(f.ClaimShip(0, 1))),
        {
            c.TakeShip(): (
                "Give up your Sloop and sail on in the beaten Frigate: Hull 3, Cargo 3, Masts 3, Crew 2, Cannons 3,"
                " Maneuverability 3."
            ),
            c.KeepOwnShip(): "Keep your Sloop.",
        },
    ),
    (
        lambda: at_plunder(laden()),
        {
            c.TakeWeapon("chain_shot"): "Take the beaten captain's Chain-shot.",
            c.TakeGlory("g28:1"): (
                "Take the beaten captain's glory card Cornered Market: Replace this port's Demand token with a good of your"
                " choice from the pool."
            ),
            c.TakeRumor(): "Take the beaten captain's rumor.",
            c.TakeSpecialist("g44:1"): "Take the beaten captain's Lookout into your service: +1 die on Scouting rolls.",
            c.FinishPlunder(): "Take nothing more of the beaten captain.",
        },
    ),
    (
        lambda: after(given(glory={0: ["g08:1"]}, seats=3), c.PlayGlory("g08:1")),
        {
            c.Choose("2"): "Frame: pick Cleo to get a bounty.",
        },
    ),
    (
        lambda: after(given(at_sea={0: "curacao"}, rumor="r25"), (c.PlayRumor(), SKULL)),
        {
            c.Accept(): "Rich Merchantman: raid a Dutch merchant at once.",
            c.Decline(): "Let the merchant go.",
        },
    ),
    (
        lambda: after(given(at_sea={0: "havana"}, rumor="r22"), (c.PlayRumor(), SKULL)),
        {c.Accept(): "Ghost Ship: fight 3 crew of Leadership 2, to the death.", c.Decline(): "Do not fight."},
    ),
    (
        lambda: duel(SKULL, SKULL, SKULL, 1, 1, 1, SKULL, specialists=("g38:1",)),
        {c.MarkDie(0): "Mark die 1, which shows X, to roll it again."},
    ),
    (
        sinking,
        {c.AcceptHit(): ("Take the hit to your Hull: your ship sinks.", {"left": 0})},
    ),
    (
        lambda: after(given(at_sea={0: "havana"}), (c.ScoutMerchant("roll"), 1, 1, 1)),
        {
            c.Accept(): ("Roll 3 dice again (70%); the new result stands.", {"dice": 3, "chance": 0.7037}),
            c.Decline(): "Do not roll again.",
        },
    ),
    (
        lambda: duel(glory={0: ["g18:1"]}),
        {
            c.Announce(
                "g18:1"
            ): "Announce, face down, Foul the Rudder: The enemy rolls 2 dice fewer this round (at least 1).",
            c.Pass(): "Play no glory card before the contest of a combat round.",
        },
    ),
    (
        lambda: after(duel(glory={0: ["g18:1"]}), c.Announce("g18:1")),
        {
            c.PlayAnnounced(): "Play Foul the Rudder: The enemy rolls 2 dice fewer this round (at least 1).",
            c.WithdrawCard(): "Show Foul the Rudder and keep it instead of playing it.",
        },
    ),
)
"""Raids, battles and cards."""


def hidden_fitting() -> Table:
    return after(in_port_action(in_port={0: "tortuga"}, rumor="r10"), (c.PlayRumor(), SKULL))


def bribed() -> Table:
    bounties = {0: {"dutch": 2, "french": 5}}
    return after(in_port_action(in_port={0: "port_royal"}, rumor="r08", bounties=bounties), (c.PlayRumor(), SKULL))


def sabotage(*picked: str) -> Table:
    table = given(in_port=dict.fromkeys(range(3), "havana"), seats=3, glory={0: ["g34:1"]})
    return after(table, c.PlayGlory("g34:1"), *(c.Choose(option) for option in picked))


def tip(*picked: str) -> Table:
    table = given(
        at_sea={0: "havana", 1: "tortuga"},
        npcs={"dutch": ("npc_nl_1", "curacao"), "french": ("npc_fr_1", "trinidad")},
        bounties={0: {"dutch": 2, "french": 1}, 1: {"dutch": 1}},
        glory={0: ["g33:1"]},
    )
    return after(table, c.PlayGlory("g33:1"), *(c.Choose(option) for option in picked))


CHOICES: Sequence[tuple[Callable[[], Table], str, str]] = (
    (hidden_fitting, "tortuga", "Unlucky Gambler: take Reinforced Hull from Tortuga, if it can be fitted."),
    (
        hidden_fitting,
        "havana",
        "Unlucky Gambler: turn up the modification in Havana and take it, if it can be fitted.",
    ),
    (bribed, "french", "Corrupt Official: lose 3 French bounties."),
    (bribed, "dutch", "Corrupt Official: lose 2 Dutch bounties."),
    (
        lambda: after(
            given(at_sea={0: "havana"}, glory={0: ["g23:1"]}, damage={0: ("masts", "cargo")}), c.PlayGlory("g23:1")
        ),
        "masts",
        "Jury Rig: repair 1 point of Masts, now at 1 of 2.",
    ),
    (sabotage, "2", "Sabotage: pick the ship of Cleo for the hit."),
    (lambda: sabotage("1"), "masts", "Sabotage: hit the Masts of the ship of Ben."),
    (
        lambda: after(in_port_action(in_port={0: "st_maarten"}, rumor="r17"), (c.PlayRumor(), SKULL)),
        "rum",
        "Goods for the Asking: take up to 3 Rum.",
    ),
    (
        lambda: after(in_port_action(in_port={0: "havana"}, glory={0: ["g28:1"]}), c.PlayGlory("g28:1")),
        "wood",
        "Cornered Market: let the port demand Wood.",
    ),
    (tip, "dutch", "Tip to the Navy: move the Dutch naval ship."),
    (lambda: tip("dutch"), "0", "Tip to the Navy: send the Dutch naval ship toward you."),
    (lambda: tip("dutch", "1"), "cartagena", "Tip to the Navy: move the Dutch naval ship to Cartagena."),
    (
        lambda: tip("dutch", "1", "caribbean_sea"),
        "stop",
        "Tip to the Navy: let the Dutch naval ship stay where it is.",
    ),
    (
        lambda: after(given(at_sea={0: "st_maarten"}, mission="m14"), (c.WorkMission(), 1, 1, 1, SKULL)),
        "crew",
        "Break the Blockade: take the hit on your Crew.",
    ),
)
"""What options of effects mean."""


@pytest.mark.parametrize(("position", "option", "sentence"), CHOICES)
def test_an_option_is_told_by_what_it_leads_to(position: Callable[[], Table], option: str, sentence: str) -> None:
    assert_said(GAME, (position, {c.Choose(option): sentence}))


@pytest.mark.parametrize("sayings", FIGHTS_AND_CARDS)
def test_a_command_tells_what_it_does_what_it_costs_and_what_it_brings(sayings: Sayings) -> None:
    assert_said(GAME, sayings)


def test_every_command_is_here() -> None:
    shown = {type(command) for _, expected in (*TURNS, *PORTS, *FIGHTS_AND_CARDS) for command in expected}
    assert shown == set(COMMANDS) - {c.ChooseShip}
