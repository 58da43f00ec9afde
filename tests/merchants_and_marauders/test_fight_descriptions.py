"""What the commands of raids, battles and cards say to the seat that is offered them, and what is known of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.commands import COMMANDS

from .fights import duel
from .raiding import CALM, found, raided
from .sayings import Sayings, after, assert_said
from .scenario import SKULL, Table, given
from .test_descriptions import TURNS_AND_PORTS
from .test_plunder import at_plunder, laden


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


def chasing() -> Table:
    return after(duel(1, 1, 1, 1, 1, 1, modifications={0: ("chasers",)}), c.Shoot(), c.Flee())


def rewarded() -> Table:
    return given().told(e.BountyChanged(1, "dutch", 2, 2), e.FrameOpened(f.ClaimReward(0, 1)))


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
                {"plunder": 5, "escapes": 2, "maneuverability": 4},
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
                "Claim the Dutch reward of 10 gold for beating Felipe De Los Reyes (seat 1).",
                {"gold": 10},
            ),
            c.DeclineReward(): "Claim no reward.",
        },
    ),
    (
        lambda: given(ships=("sloop", "frigate")).told(e.FrameOpened(f.ClaimShip(0, 1))),
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
            c.Choose("2"): "Frame: pick Luc Garrigue (seat 2) to get a bounty.",
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


@pytest.mark.parametrize("sayings", FIGHTS_AND_CARDS)
def test_a_command_tells_what_it_does_what_it_costs_and_what_it_brings(sayings: Sayings) -> None:
    assert_said(sayings)


def test_every_command_is_here() -> None:
    shown = {type(command) for _, expected in (*TURNS_AND_PORTS, *FIGHTS_AND_CARDS) for command in expected}
    assert shown == set(COMMANDS) - {c.ChooseShip}
