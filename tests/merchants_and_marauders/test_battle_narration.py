"""How events of battles and captains are told, and commands after which nothing happened to speak of."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.game import Hidden, Secret
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.events import Event
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.texts import SENTENCES
from domain.merchants_and_marauders.values import Locations, Ranked

from .test_narration import PORTS, TURNS
from .timings import WINDOW_TIMINGS

NAMES = ("Anna", "Ben", "Cleo")
COVERED = Hidden(1)
FRIGATE = Locations(3, 3, 3, 3, 3)

BATTLES: Mapping[str, tuple[Event, ...]] = {
    "Anna rolls 2 dice fewer in this round. Anna deals 1 hit more in this round.": (
        e.SideHelped(0, "dice", -2),
        e.SideHelped(0, "hits", 1),
    ),
    "Anna may choose the location of 2 hits. Anna can flee in spite of successes of the enemy.": (
        e.SideHelped(0, "locations", 2),
        e.SideHelped(0, "flight", 1),
    ),
    "Anna rolls 1, 2; the pirate Sloop rolls 3, 4: nobody wins the contest.": (
        e.ContestRolled(2, (1, 2), (3, 4), (0, "pirate_sloop")),
        e.ContestDecided(None, "none"),
    ),
    "The Dutch naval ship declares Shoot, Ben declares Board. The Dutch naval ship rolls skull, 4; Ben rolls skull, 3."
    " Ben rolls again and has skull, skull. Ben wins the contest.": (
        e.ActionDeclared("dutch", 2, "shoot"),
        e.ActionDeclared(1, 2, "board"),
        e.ContestRolled(2, (0, 4), (0, 3), ("dutch", 1)),
        e.ContestRerolled(1, "grappling_hooks", (0, 0)),
        e.ContestDecided(1, "successes"),
    ),
    "Anna's Long Guns hit (skull, 1). Anna's Long Guns deal 1 hit: X. Anna's Swivel Guns miss (1, 2).": (
        e.CheckRolled(0, "long_guns", (0, 1), 1, True, "long_guns"),
        e.LocationsRolled(0, (0,), ("x",), "long_guns"),
        e.CheckRolled(0, "swivel_guns", (1, 2), 1, False, "swivel_guns"),
    ),
    "Anna's Chasers deal 1 hit: Masts. Anna's Long Guns deal no hit.": (
        e.ModificationFlipped(0, "chasers", False),
        e.LocationsRolled(0, (2,), ("masts",), "chasers"),
        e.LocationsRolled(0, (), (), "long_guns"),
    ),
    "Anna deals 2 hits: Cargo and X. Anna chooses the location of hit 2: Crew.": (
        e.LocationsRolled(0, (1, 0), ("cargo", "x"), "guns"),
        e.LocationsRolled(1, (), (), "contest"),
        e.LocationSet(0, 1, "crew", "card"),
    ),
    "Anna rolls again for the location of hit 1: X. Anna uses Grapeshot.": (
        e.LocationSet(0, 0, "x", "gunner_captain"),
        e.ShotUsed(0, "grapeshot"),
    ),
    "Ben takes 2 X on Masts and Hull.": (e.XAssigned(1, "masts"), e.XAssigned(1, "hull")),
    "The Dutch naval ship takes 3 hits: Masts destroyed and Hull down to 2.": (
        e.XAssigned("dutch", "masts"),
        e.HitApplied("dutch", "masts", False, 1, "battle"),
        e.HitApplied("dutch", "masts", False, 0, "battle"),
        e.LocationDestroyed("dutch", "masts"),
        e.HitApplied("dutch", "hull", True, 2, "battle"),
    ),
    "Ben takes 2 hits: Cargo down to 1. Ben loses 1 Rum and 1 Wood overboard.": (
        e.HitApplied(1, "cargo", False, 2, "battle"),
        e.CargoDiscarded(1, ("rum_1",), "damage"),
        e.HitApplied(1, "cargo", False, 1, "battle"),
        e.CargoDiscarded(1, ("wood_1",), "damage"),
    ),
    "Ben takes 1 hit: Cargo down to 1. The dangerous freight deals a Hull hit more. Anna takes 1 hit: Crew down to 1.": (
        e.HitApplied(1, "cargo", False, 1, "battle"),
        e.HitAdded(1, "hull", "freight"),
        e.HitApplied(0, "crew", False, 1, "battle"),
    ),
    "Ben's Masts are destroyed. Ben's Hull is destroyed.": (
        e.LocationDestroyed(1, "masts"),
        e.LocationDestroyed(1, "hull"),
    ),
    "Ben is braced against 1 Hull hit. A Hull hit on Ben is cancelled.": (
        e.TimbersBraced(1, 1),
        e.HitCancelled(1, "hull", "card"),
    ),
    "Ben takes no harm from a hit on the destroyed Masts. Ben's Surgeon cancels a Crew hit.": (
        e.HitCancelled(1, "masts", "shot"),
        e.HitCancelled(1, "crew", "surgeon"),
    ),
    "Ben's Reinforced Hull cancels a Crew hit. Ben moves a hit from Crew to Masts.": (
        e.ModificationFlipped(1, "reinforced_hull", False),
        e.HitCancelled(1, "crew", "reinforced_hull"),
        e.HitMoved(1, "crew", "masts", "move_hit"),
    ),
    "Anna fights 3 crew of Leadership 2 (Ghost Ship). Crew combat, round 1: Anna rolls skull, 1 (1 hit);"
    " the enemy crew rolls 1, 1 (no hits). The enemy crew is down to 2. Crew combat, rounds 2 to 3: no hits.": (
        e.BattleStarted(0, "r22", None, 3, 2),
        e.CrewRoundRolled(1, (0, 1), (1, 1), 1, 0, (0, "r22")),
        e.CardCrewHit(2),
        e.CrewRoundRolled(2, (1, 1), (1, 1), 0, 0, (0, "r22")),
        e.CrewRoundRolled(3, (1, 1), (1, 1), 0, 0, (0, "r22")),
    ),
    "The pirate Sloop boards, and crew combat begins.": (e.Boarded("pirate_sloop"),),
    "Both ships sink.": (e.BattleEnded(None, "sunk"),),
    "The battle ends without a winner.": (e.CombatRoundStarted(51), e.BattleEnded(None, "draw")),
    "Ben wins the battle by sinking the enemy.": (e.BattleEnded(1, "sunk"),),
    "A ship escapes, and the battle is over.": (e.BattleEnded(None, "fled"),),
    "1 Rum was lost in the damaged hold. Anna sails on in the Dutch naval ship's Frigate.": (
        e.OfferDamaged(0, ("rum_1",)),
        e.ShipClaimed(0, "dutch", "frigate", FRIGATE),
    ),
    "Anna takes Ben's 7 gold. Anna takes Ben's Chain-shot. Anna takes Ben's Lookout.": (
        e.PlunderTaken(0, 1, "gold", amount=7),
        e.PlunderTaken(0, 1, "weapon", ("chain_shot",)),
        e.PlunderTaken(0, 1, "specialist", ("g44:1",)),
    ),
    "Anna takes Ben's glory card. Anna takes Ben's rumor. Anna takes Ben's cargo.": (
        e.PlunderTaken(0, 1, "glory", COVERED),
        e.PlunderTaken(0, 1, "rumor", COVERED),
        e.PlunderTaken(0, 1, "cargo", Hidden(2)),
    ),
    "Anna takes Ben's glory card Keen Eye. Anna takes Ben's rumor Secret Cove. Anna takes Ben's cargo: 2 Rum.": (
        e.PlunderTaken(0, 1, "glory", ("g03:1",)),
        e.PlunderTaken(0, 1, "rumor", ("r06",)),
        e.PlunderTaken(0, 1, "cargo", ("rum_1", "rum_2")),
    ),
    "Ben's captain Luc Garrigue is dead. Anna's captain Tobias Marsh retires.": (
        e.CaptainDied(1, "luc_garrigue"),
        e.CaptainRetired(0, "tobias_marsh"),
    ),
    "Ben's new captain is Luc Garrigue. Luc Garrigue sails for Ben from Basse-Terre with a Flute and 10 gold."
    " 7 gold of it comes from the stash.": (
        e.CaptainDrawn(1, "luc_garrigue", False),
        e.ShipChosen(1, "flute"),
        e.CaptainSetUp(1, "luc_garrigue", "flute", "basse_terre"),
        e.GoldMovedFromStash(1, 7),
        e.GoldChanged(1, 3, "new_captain", True),
    ),
    "Luc Garrigue sails for Ben from Basse-Terre with a Sloop and 10 gold.": (
        e.CaptainSetUp(1, "luc_garrigue", "sloop", "basse_terre"),
        e.GoldMovedFromStash(1, 0),
        e.GoldChanged(1, 10, "new_captain", True),
    ),
    "The stash gives what it holds of them, the bank the rest.": (
        e.GoldMovedFromStash(1, Secret()),
        e.GoldChanged(1, Secret(), "new_captain", True),
    ),
    "Luc Garrigue sails for Ben from Basse-Terre with a Sloop and 3 gold.": (
        e.CaptainSetUp(1, "luc_garrigue", "sloop", "basse_terre"),
        e.GoldChanged(1, 3, "new_captain", True),
    ),
    "Luc Garrigue sails for Ben from Basse-Terre with a Sloop.": (
        e.CaptainSetUp(1, "luc_garrigue", "sloop", "basse_terre"),
        e.GoldChanged(1, 0, "new_captain", True),
    ),
    "Luc Garrigue sails for Ben from Basse-Terre with a Sloop; the bank gives what the stash lacks.": (
        e.CaptainSetUp(1, "luc_garrigue", "sloop", "basse_terre"),
        e.GoldChanged(1, Secret(), "new_captain", True),
    ),
    "Anna declares 1 point on the track and 90 gold in the stash: this is the last round.": (e.VictoryDeclared(0, 1, 90),),
    "In the stashes lie: Anna 12 gold and Ben 0 gold.": (e.StashesShown((12, 0)),),
    "No event card is left, and the game is over: Ben and Anna share the victory (Ben 7 points, Anna 7 points and Cleo 1"
    " point).": (
        e.GameEnded(
            "event_deck_empty",
            (Ranked(1, 1, 7, 7, 0, False), Ranked(0, 1, 7, 7, 0, False), Ranked(2, 3, 1, 1, 0, False)),
        ),
    ),
    "The game is over: Anna wins (Anna 12 points, Ben 10 points and Cleo 1 point). Of several who reach 10 points, most"
    " points win, those of the stash included, then the larger stash.": (
        e.GameEnded("glory", (Ranked(0, 1, 12, 7, 50, True), Ranked(1, 2, 10, 8, 20, True), Ranked(2, 3, 1, 1, 0, False))),
    ),
    "The game is over: Ben wins (Ben 10 points, Anna 9 points and Cleo 1 point).": (
        e.GameEnded("glory", (Ranked(1, 1, 10, 10, 0, True), Ranked(0, 2, 9, 7, 29, False), Ranked(2, 3, 1, 1, 0, False))),
    ),
}

SMALL: Mapping[str, tuple[Event, ...]] = {
    "Ben leaves the shipyard.": (e.FrameClosed("shipyard", 1), e.StepReached("over")),
    "Ben keeps the dice.": (e.FrameClosed("reroll", 1), e.FrameOpened(f.Declare(0, 0))),
    "Ben marks a die.": (e.FrameChanged(f.Reroll(1, 0, "grappling_hooks", "contest", marked=(1,))),),
    "Ben picks Anna.": (e.FrameClosed("choose", 1), e.FrameOpened(f.Choose(1, "nation", ("dutch",), ("0",)))),
    "Ben picks the Dutch naval ship.": (
        e.FrameClosed("choose", 1),
        e.FrameOpened(f.Choose(1, "captain", ("0",), ("dutch",))),
    ),
    "Ben has chosen.": (e.FrameClosed("choose", 1),),
    "Ben goes to stash gold.": (e.ActionSpent(1, "cove", False, 2), e.FrameOpened(f.Stash(1))),
    "Ben and Anna pass after a storm event was drawn. Anna passes at the start or end of a captain turn.": (
        e.ReactionPassed(1, "event", COVERED),
        e.ReactionPassed(0, "event", COVERED),
        e.ReactionPassed(0, "any_turn", COVERED),
    ),
    "Ben and Anna pass at the end of Anna's turn. Ben passes at the start of Ben's turn. Anna passes against Gale.": (
        e.ReactionPassed(1, "any_turn", COVERED, "end", 0),
        e.ReactionPassed(0, "any_turn", COVERED, "end", 0),
        e.ReactionPassed(1, "any_turn", COVERED, "start", 1),
        e.ReactionPassed(0, "event", COVERED, "gale"),
    ),
    "Ben is asked again when hits are received.": (e.StandingPassSet(1, "hit_received", False),),
    "Ben always passes in every reaction window.": tuple(e.StandingPassSet(1, timing, True) for timing in WINDOW_TIMINGS),
    "Play goes on.": (e.StepReached("over"),),
    "": (),
}
"""Where nothing happened to speak of."""


@pytest.mark.parametrize("sentence", [*BATTLES, *SMALL])
def test_events_of_battles_and_small_ones_are_told(sentence: str) -> None:
    assert GAME.words.narrate({**BATTLES, **SMALL}[sentence], NAMES, Options()) == sentence


@pytest.mark.rule("MM-374")
def test_where_the_track_decides_the_end_gives_its_points_and_says_so() -> None:
    ended = e.GameEnded(
        "glory", (Ranked(1, 1, 10, 8, 20, True), Ranked(0, 2, 12, 7, 50, True), Ranked(2, 3, 1, 1, 0, False))
    )
    assert GAME.words.narrate([ended], NAMES, Options(final_comparison="track")) == (
        "The game is over: Ben wins (Ben 10 points, 8 on the track, Anna 12 points, 7 on the track and Cleo 1 point)."
        " Of several who reach 10 points, most on the track win, then the larger stash."
    )


def test_every_event_that_is_told_is_here() -> None:
    here = [*TURNS.values(), *PORTS.values(), *BATTLES.values()]
    assert {type(event) for events in here for event in events} >= set(SENTENCES)
