"""Events as sentences: single events and short runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.game import Hidden
from domain.pirates_of_maracaibo import events as e
from domain.pirates_of_maracaibo import frames as f
from domain.pirates_of_maracaibo.events import Event
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.options import Options
from domain.pirates_of_maracaibo.values import LaidCard, Share

NAMES = ("Anna", "Ben", "Cleo")
narrate = GAME.words.narrate
COVERED: Any = Hidden(1)
FACE_DOWN = LaidCard(COVERED, "tier_2", False)


def set_up(seats: int) -> Event:
    return e.GameSetUp(
        seats=seats,
        options=Options(),
        first_seat=0,
        closing_seat=seats - 1,
        doubloons=(),
        sea=(),
        tier_two=COVERED,
        value_tiles={},
        quest_deck=COVERED,
        figurehead_market=(),
        tile_sides={},
        solo_deck=COVERED,
    )


def opened(source: str) -> Event:
    return e.EffectsOpened(0, source, (), False)


TURNS: Mapping[str, tuple[Event, ...]] = {
    "2 captains set sail; Anna begins.": (set_up(2),),
    "Anna sets sail against Jordan.": (set_up(1),),
    "Every captain is dealt 2 Quests.": (e.QuestsDealt(0, Hidden(2)), e.QuestsDealt(1, Hidden(2))),
    "Every captain is dealt 2 Quests; Ben sees the Quest for 5 or 8 Treasures and the Quest for 3 or 5 buried Treasures.": (
        e.QuestsDealt(0, Hidden(2)),
        e.QuestsDealt(1, ("Q4", "Q6")),
    ),
    "Jordan is dealt a Quest.": (e.QuestsDealt("jordan", COVERED),),
    "Anna returns a Quest. Anna returns the Quest for 5 or 8 Treasures.": (
        e.QuestReturned(0, COVERED),
        e.QuestReturned(0, "Q4"),
    ),
    "The Quest deck is shuffled. The Quest Market opens with the Quest for 2 or 3 rivers crossed and the"
    " Quest for 2 Crew Improvements and 1 river crossed, or 3 of each.": (
        e.QuestDeckShuffled(COVERED),
        e.QuestMarketRevealed(("Q15", "Q21")),
    ),
    "It is Ben's turn. Ben sails 3 spaces to Open Water in the 3rd column.": (
        e.TurnStarted(1, 1),
        e.ShipSailed(1, "start", "c3r1", 3),
        e.SailingEnded(1, "c3r1", LaidCard("", "open_water", True)),
    ),
    "Ben sails 1 space to Tobago in the 3rd column.": (
        e.ShipSailed(1, "c2r1", "c3r1", 1),
        e.SailingEnded(1, "c3r1", LaidCard("L2", "tier_1_location", True)),
    ),
    "Ben sails 1 space to the Hacienda in the 3rd column.": (
        e.ShipSailed(1, "c2r1", "c3r1", 1),
        e.SailingEnded(1, "c3r1", LaidCard("R1", "tier_1_residence", True)),
    ),
    "Ben sails 1 space to Tobacco in the 3rd column. Ben acquires Tobacco for 8 doubloons.": (
        e.ShipSailed(1, "c2r1", "c3r1", 1),
        e.SailingEnded(1, "c3r1", LaidCard("I9", "tier_1_improvement", True)),
        e.ImprovementAcquired(1, "c3r1", "I9", 8),
    ),
    "Ben sails 2 spaces to the 2nd column. Turned up: Tobacco. Ben sails 1 space to the Hacienda in the 3rd column. Ben"
    " constructs the Hacienda for 16 doubloons as the first, for 2 VP.": (
        e.ShipSailed(1, "start", "c1r1", 1),
        e.ShipSailed(1, "c1r1", "c2r1", 1),
        e.CardFlipped("c2r1", "I9", None, False),
        e.ShipSailed(1, "c2r1", "c3r1", 1),
        e.SailingEnded(1, "c3r1", LaidCard("R1", "tier_1_residence", True)),
        e.ResidenceConstructed(1, "c3r1", "R1", 16, True),
    ),
    "Ben sails 1 space to the 3rd column. Ben ignores the card for 5 doubloons.": (
        e.ShipSailed(1, "start", "c3r1", 1),
        e.CardIgnored(1, "c3r1", 5),
    ),
    "Ben sails into the Gulf. Ben reaches Maracaibo for 6 VP.": (
        e.ShipSailed(1, "c9r1", "gulf", 1),
        e.SailingEnded(1, "gulf", None),
        e.ShipSailed(1, "gulf", "maracaibo", 1),
        e.SailingEnded(1, "maracaibo", None),
        e.VpGained(1, 6, "maracaibo"),
    ),
    "Ben stops at a face-down Location in the 3rd column. Turned up: Tobago with Rubies.": (
        e.SailingEnded(1, "c3r1", LaidCard(COVERED, "tier_1_location", False)),
        e.CardFlipped("c3r1", "L2", None, True),
    ),
    "Jordan sails 3 spaces to the 3rd column. Turned up: Tobacco in the 2nd column and Trinidad with the Gold Treasure"
    " Value tile.": (
        e.ShipSailed("jordan", "start", "c3r1", 3),
        e.CardFlipped("c2r1", "I9", None, False),
        e.CardFlipped("c3r1", "L1", "gold", False),
    ),
    "Ben pays 1 doubloon to Anna. Ben pays 1 doubloon, because Jordan is there. Anna receives 1 doubloon, because Jordan"
    " has come.": (e.OpponentPaid(1, 0, 1), e.OpponentPaid(1, None, 1), e.OpponentPaid(None, 0, 1)),
    "Combat in the 3rd column: Anna 4 and Ben 3 + 2 = 5. Ben wins 2 VP and takes 1 doubloon from Anna.": (
        e.CombatFought("c3r1", ((0, 4, 0), (1, 3, 2)), 1, 2, (0,)),
    ),
    "Combat in the 3rd column: Anna 4 and Jordan 3 + 2 = 5. Jordan wins 5 VP.": (
        e.CombatFought("c3r1", ((0, 4, 0), ("jordan", 3, 2)), "jordan", 5, ()),
    ),
    "Combat in the 3rd column: Anna 4 and Ben 4. It ends in a draw.": (
        e.CombatFought("c3r1", ((0, 4, 0), (1, 4, 0)), None, 0, ()),
    ),
    "1 doubloon is laid on each of 2 face-down Locations. Ben finds 2 doubloons.": (
        e.FogDoubloonsAdded("c1r1", 1),
        e.FogDoubloonsAdded("c2r1", 1),
        e.FogDoubloonsRemoved("c1r1", 2),
        e.DoubloonsChanged(1, 2, "fog"),
    ),
    "1 doubloon is laid on the face-down Location. The supply takes back 2 doubloons from the 1st column.": (
        e.FogDoubloonsAdded("c1r1", 1),
        e.FogDoubloonsRemoved("c1r1", 2),
    ),
    "2 Raiding Power of Ben is lost. It is Cleo's turn.": (e.TurnEnded(1, 2), e.TurnStarted(2, 1)),
    "Ben's turn is over.": (e.TurnEnded(1, 0),),
    "Round 1 is over; Ben reached Maracaibo first. Anna has no income. Ben has an income of 5 doubloons, 2 VP and 1 doubloon"
    " for the Whale. Anna begins round 2.": (
        e.IncomePaid(0, 0, 0, 0),
        e.IncomePaid(1, 5, 2, 1),
        e.RoundEnded(1, 1, 0),
    ),
    "Round 3 is over; Jordan reached Maracaibo first.": (e.RoundEnded(3, "jordan", None),),
    "The Quests of Anna score 7 VP for 10 doubloons of income, 3 VP for 5 Treasures and 0 VP without 2 rivers crossed.": (
        e.QuestsRevealed(0, ("Q1", "Q4", "Q15"), ("bottom", "top", "none"), (7, 3, 0)),
    ),
    "The Quests of Anna score -5 VP without 3 rivers crossed.": (e.QuestsRevealed(0, ("Q15",), ("none",), (-5,)),),
    "Ben has no Quests. Jordan reveals the Quest for 5 or 8 Treasures, which score 5 VP each.": (
        e.QuestsRevealed(1, (), (), ()),
        e.QuestsRevealed("jordan", ("Q4",), ("none",), (5,)),
    ),
    "Anna scores 30 VP: 14 before the end, 12 for rivers and 4 for lines of Improvements. Anna wins the game.": (
        e.GameScored(0, (Share("rivers", 12), Share("doubloons", 0), Share("lines", 4)), 30, 0),
        e.GameEnded((0,), False),
    ),
    "Ben wins the game with more buried Treasures.": (e.GameEnded((1,), True),),
    "Anna and Ben share the victory.": (e.GameEnded((0, 1), False),),
}

JORDAN: Mapping[str, tuple[Event, ...]] = {
    "The Solo deck is shuffled. Jordan draws 2 cards without a possible action. Jordan's card means a raid and before that"
    " exploring as a bonus.": (
        e.SoloDeckShuffled(COVERED),
        e.SoloCardRevealed("SA1", None, False),
        e.SoloCardRevealed("SA2", None, False),
        e.SoloCardRevealed("SB3", "solo_raid_location", False),
    ),
    "With no Location for raiding and no Crew Improvement in range, Jordan's card means an Equipment Improvement. Jordan"
    " takes Tobacco from the 3rd column. Its place is taken by Coffee.": (
        e.SoloCardRevealed("SA1", "solo_buy_improvement", False),
        e.ImprovementAcquired("jordan", "c3r1", "I9", 0),
        e.SpaceRefilled("c3r1", LaidCard("I48", "tier_2", True)),
    ),
    "Jordan draws 1 card without a possible action; its Explorer is on END. With its Explorer on END and no Location for"
    " Quests in range, Jordan's card means a Crew Improvement; there is no exploring as a bonus from END. Jordan takes Cabin"
    " Boy from the 3rd column.": (
        e.SoloCardRevealed("SA2", None, True),
        e.SoloCardRevealed("SB2", "solo_buy_improvement", True),
        e.ImprovementAcquired("jordan", "c3r1", "I1", 0),
    ),
    "With no Location for Quests in range, Jordan's card means exploring and before that exploring as a bonus. Jordan gains"
    " 3 VP for exploring. Jordan's Explorer moves 1 space to END. With its Explorer on END now and no Location for Quests"
    " and no Improvement to take in range, Jordan's card means a raid instead.": (
        e.SoloCardRevealed("SB2", "solo_explore_location", False),
        e.VpGained("jordan", 3, "explore"),
        e.ExplorerMoved("jordan", "D11", "END", 1, 0, ()),
        e.SoloActionChosenAnew("SB2", "solo_raid_location"),
    ),
    "With its Explorer on END now, nothing else on Jordan's card is possible.": (e.SoloActionChosenAnew("SB2", None),),
    "Jordan's card means exploring and before that an Upgrade as a bonus.": (
        e.SoloCardRevealed("SB1", "solo_explore_location", False),
    ),
    "Tortuga goes under the Tier II deck. Jordan takes Coffee from the deck.": (
        e.TierTwoCardReturned("L9"),
        e.ImprovementAcquired("jordan", "deck", "I48", 0),
    ),
    "Jordan gains 2 VP for raiding. Jordan rolls 5 for the Treasure. Jordan gains 2 Gold. 1 marker is placed on the Gold"
    " island because Jordan has more of it.": (
        e.VpGained("jordan", 2, "raid"),
        e.JordanDieRolled("treasure", (5,)),
        e.JordanTreasureGained("gold", "island"),
        e.JordanTreasureGained("gold", "supply"),
        e.MarkerPlaced("gold", 1, "jordan"),
    ),
    "Jordan gains 3 VP for exploring. Jordan's Explorer moves 3 spaces to the space for 2 VP, past 1 other Explorer,"
    " crossing rivers 1 and 2.": (
        e.VpGained("jordan", 3, "explore"),
        e.ExplorerMoved("jordan", "S", "A3l", 3, 1, (1, 2)),
    ),
    "Jordan places an Upgrade. Jordan advances to position 2 of its track.": (
        e.UpgradePlaced("jordan", "J3"),
        e.JordanTrackAdvanced(2),
    ),
    "Jordan rolls 3 for the Figurehead. Jordan fits the Figurehead Lion.": (
        e.JordanDieRolled("figurehead", (3,)),
        e.FigureheadGained("jordan", "FE"),
    ),
    "Jordan rolls 6 and then 2 for the Residence. Jordan constructs the Hacienda in the 3rd column as the first, for 2"
    " VP.": (
        e.JordanDieRolled("residence", (6, 2)),
        e.ResidenceConstructed("jordan", "c3r1", "R1", 0, True),
    ),
    "Jordan takes the Quest for 5 or 8 Treasures from the market. The Quest for 2 or 3 rivers crossed"
    " comes into the market. Jordan takes a Quest from the deck.": (
        e.JordanQuestTaken("market_2", "Q4", ("", "Q1")),
        e.QuestMarketRefilled(1, "Q15"),
        e.JordanQuestTaken("deck", COVERED, ("", "")),
    ),
    "Jordan takes a Ruby. Jordan rolls 2 for the Ruby. Jordan sells a Ruby. Jordan gains 6 VP for the Ruby.": (
        e.RubyGained("jordan"),
        e.JordanDieRolled("ruby", (2,)),
        e.RubySold("jordan", "RM2"),
        e.VpGained("jordan", 6, "ruby"),
    ),
    "Jordan gains 3 VP for the face-down Location.": (e.VpGained("jordan", 3, "fog"),),
}

CARDS: Mapping[str, tuple[Event, ...]] = {
    "Anna ignores the card in the 3rd column for 5 doubloons.": (e.CardIgnored(0, "c3r1", 5),),
    "Anna acquires Rum Barrels from the 3rd column free of charge. Its place is taken by a face-down Tier II card. The"
    " Tier II deck shows Coffee now.": (
        e.ImprovementAcquired(0, "c3r1", "I10", 0),
        e.SpaceRefilled("c3r1", FACE_DOWN),
        e.TierTwoTopChanged(LaidCard("I48", "tier_2", True)),
    ),
    "Its place is taken by Open Water. The Tier II deck is empty.": (
        e.SpaceRefilled("c3r1", LaidCard("", "open_water", True)),
        e.TierTwoTopChanged(None),
    ),
    "Anna gains 3 VP from Recruiter. Anna gains 4 doubloons from Curacao.": (
        e.TierTwoTopChanged(FACE_DOWN),
        e.VpGained(0, 3, "improvement:I34"),
        e.DoubloonsChanged(0, 4, "location:L5"),
    ),
    "Anna gains 3 VP from the exploration track. Anna gains 2 VP from the Black Market tile. Anna gains 1 VP from the space"
    " for 1 VP. Anna gains 2 VP from the buried space for 2 VP. Anna gains 3 VP from the Upgrade. Anna gains 6 VP from the"
    " Ruby Market. Anna gains 3 VP from the raid. Anna gains 2 VP for the movement given up. Anna gains 3 VP from the"
    " Figurehead Hawk.": (
        e.VpGained(0, 3, "space:D7"),
        e.VpGained(0, 2, "tile:B4:front"),
        e.VpGained(0, 1, "storage:HPS2"),
        e.VpGained(0, 2, "buried:HEB3"),
        e.VpGained(0, 3, "slot:U15"),
        e.VpGained(0, 6, "ruby:RM2"),
        e.VpGained(0, 3, "raid:U7"),
        e.VpGained(0, 2, "forfeit:I40"),
        e.VpGained(0, 3, "figurehead:FI"),
    ),
    "Anna constructs the Hacienda in the 3rd column for 16 doubloons.": (
        e.ResidenceConstructed(0, "c3r1", "R1", 16, False),
    ),
    "1 marker is placed on the Gold island for the Treasure Value tile. 2 markers are placed on the Pearl island.": (
        e.MarkerPlaced("gold", 1, "treasure_value"),
        e.MarkerPlaced("pearl", 2, "space:D2l"),
    ),
    "Anna chooses a Black Market tile to place.": (e.TileChosen(0, "B2"),),
    "Anna places a Black Market tile in the 3rd column for 2 doubloons and uses it to gain 1 VP for each Crew Improvement,"
    " at most 6: 3 VP.": (
        e.TileChosen(0, "B2"),
        e.BlackMarketTilePlaced(0, "B2", "c3r1", 2),
        e.BlackMarketTileUsed(0, "B2"),
        opened("tile:B2:back"),
        e.VpGained(0, 3, "tile:B2:back"),
    ),
    "Anna uses a Black Market tile to gain 1 VP for each Pearl, at most 6: nothing.": (
        e.BlackMarketTileUsed(0, "B4"),
        opened("tile:B4:back"),
    ),
    "Anna uses a Black Market tile to gain 2 VP and place 1 marker on any one island. 1 marker is placed on the Pearl"
    " island.": (
        e.BlackMarketTileUsed(0, "B5"),
        opened("tile:B5:front"),
        e.VpGained(0, 2, "tile:B5:front"),
        e.MarkerPlaced("pearl", 1, "tile:B5:front"),
    ),
    "Anna places an Upgrade: 1 more Raiding Power in every raid. Anna places an Upgrade to gain 3 doubloons.": (
        e.UpgradePlaced(0, "U3"),
        e.UpgradePlaced(0, "U1"),
        e.DoubloonsChanged(0, 3, "slot:U1"),
    ),
    "Anna fits the Figurehead Harpy for 3 doubloons.": (
        e.DoubloonsChanged(0, -3, "gain_figurehead"),
        e.FigureheadGained(0, "FC"),
    ),
    "Anna takes a Quest from the deck. Anna takes the Quest for 5 or 8 Treasures from the market.": (
        e.QuestGained(0, "deck", COVERED),
        e.QuestGained(0, "market_1", "Q4"),
    ),
    "Anna has the Quest Market replaced by the Quest for 5 or 8 Treasures.": (
        e.QuestMarketRefreshed(0, ("Q1", "Q2"), ("Q4", ""), COVERED),
    ),
    "Anna returns a Quest for 8 doubloons.": (e.QuestDiscarded(0, COVERED), e.DoubloonsChanged(0, 8, "discard_quest")),
    "Anna takes a Ruby. Anna sells a Ruby for 8 doubloons. Anna returns a Ruby for 2 VP.": (
        e.RubyGained(0),
        e.RubySold(0, "RM1"),
        e.DoubloonsChanged(0, 8, "ruby:RM1"),
        e.RubyReturned(0),
        e.VpGained(0, 2, "ruby"),
    ),
}

ACTIONS: Mapping[str, tuple[Event, ...]] = {
    "Anna uses Aruba to gain 1 Quest.": (
        e.ActionTaken(0, "c3r1", 0, None),
        e.FrameChanged(f.LocationActions(0, "L4", (0,))),
    ),
    "Anna uses Margarita to bury 1 Treasure.": (
        e.ActionTaken(0, "c3r1", 0, 1),
        e.FrameChanged(f.LocationActions(0, "L6", (0,), (1,))),
    ),
    "Anna gains 3 VP from Tortuga.": (e.ActionTaken(0, "c3r1", 1, None), e.VpGained(0, 3, "location:L9")),
    "Anna raids in the Gulf. Anna explores from the Gulf. Anna does nothing more in the Gulf.": (
        e.GulfOptionTaken(0, "raid"),
        e.GulfOptionTaken(0, "explore"),
        e.GulfOptionTaken(0, "residence"),
        e.GulfOptionTaken(0, "none"),
    ),
    "Anna does not explore and places no markers.": (
        e.EffectSkipped(0, "explore", "declined"),
        e.EffectSkipped(0, "bury_treasure", "nothing_to_do"),
        e.EffectSkipped(0, "place_markers", "declined"),
        e.EffectsFinished(0),
    ),
    "Anna does not raid. Ben does not raid. Cleo does not raid.": (
        e.EffectSkipped(0, "raid_all_dice", "declined"),
        e.EffectSkipped(1, "raid_one_die", "declined"),
        e.EffectSkipped(2, "raid_fixed", "declined"),
    ),
    "Anna rolls yellow 3, green 6 and white 1. Anna rolls green 2 instead.": (
        e.DiceRolled(0, {"yellow": 3, "green": 6, "white": 1}, 0),
        e.DiceRolled(0, {"green": 2}, 1),
    ),
    "Anna raids for Emeralds with the green 6: 8 Raiding Power. Anna spends 5 Raiding Power to gain an Emerald from its"
    " island (3 left). Anna stores the Emerald on the space for 2 VP. Anna stops the raid with 3 Raiding Power left.": (
        e.DieChosen(0, 1, "green", 6, 8, "emerald"),
        e.RaidActionUsed(0, 1, "std_treasure", 5, 3),
        e.TreasureGained(0, "emerald", "island"),
        e.TreasureStored(0, "emerald", "HES1"),
        e.VpGained(0, 2, "storage:HES1"),
        e.RaidStopped(0, 1, 3),
    ),
    "Anna raids without dice for Treasure of any type: 7 Raiding Power. Anna spends 5 Raiding Power to gain 1 Treasure of"
    " the raid's type (2 left).": (e.FixedRaidStarted(0, 1, 7), e.RaidActionUsed(0, 1, "std_treasure", 5, 2)),
    "Anna returns to a raid with 2 Raiding Power. Anna spends 2 Raiding Power to gain 3 doubloons (0 left).": (
        e.RaidResumed(0, 1, 2),
        e.RaidActionUsed(0, 1, "std_doubloons", 2, 0),
        e.DoubloonsChanged(0, 3, "raid:std_doubloons"),
        e.RaidStopped(0, 1, 0),
    ),
    "Anna gains a Gold from the supply, because its island is empty. Anna stores the Gold without a bonus.": (
        e.TreasureTypeChosen(0, "gold"),
        e.TreasureGained(0, "gold", "supply"),
        e.TreasureStored(0, "gold", "gold:plain"),
    ),
    "Anna takes an Emerald to bury.": (e.BuryMarkerChosen(0, "emerald", "HES1"),),
    "Anna buries an Emerald on the buried space for placing 1 marker on the Emerald island. Anna buries a Gold on Poseidon's"
    " space for 5 doubloons.": (
        e.BuryMarkerChosen(0, "emerald", "HES1"),
        e.TreasureBuried(0, "emerald", "HES1", "HEB1"),
        e.MarkerPlaced("emerald", 1, "buried:HEB1"),
        e.TreasureBuried(0, "gold", "gold:plain", "FGS1"),
        e.DoubloonsChanged(0, 5, "buried:FGS1"),
    ),
    "Anna gives up movement for 3 doubloons. Anna's Explorer moves 1 space to the space for 3 VP, crossing river 1.": (
        e.MovementForfeited(0, "U9"),
        e.DoubloonsChanged(0, 3, "forfeit:U9"),
        e.ExplorerMoved(0, "A4u", "B1l", 1, 0, (1,)),
        e.VpGained(0, 3, "space:B1l"),
    ),
    "Anna's Explorer moves 1 space to the space for 2 doubloons. Anna gains 2 doubloons from the exploration track.": (
        e.ExplorerMoved(0, "S", "A1", 1, 0, ()),
        e.DoubloonsChanged(0, 2, "space:A1"),
        e.DoubloonsChanged(0, 2, "space:A1"),
    ),
    "Anna's Explorer moves 2 spaces to the Retirement tile. Anna's Explorer retires and returns to START.": (
        e.ExplorerMoved(0, "D6", "RDT", 2, 0, ()),
        e.ExplorerRetired(0, "RDT", "S"),
    ),
    "Anna chooses to explore with 3 movement.": (
        e.FrameChanged(f.ResolveEffects(0, "improvement:I50", True, (0,), True)),
        e.EffectStarted(0, 0, None),
        e.FrameOpened(f.Explore(0, 3)),
    ),
    "Anna chooses to acquire any Equipment Improvement for 3 doubloons more.": (
        e.FrameChanged(f.ResolveEffects(0, "space:B4", True, (0,), True)),
        e.EffectStarted(0, 0, 1),
    ),
    "Anna is done at the Location.": (
        e.FrameClosed("location_actions", 0),
        e.LocationActionsFinished(0),
        e.StepReached("end"),
    ),
    "Play goes on.": (e.EffectSkipped(0, "explore", "nothing_to_do"),),
}

NARRATED = {**TURNS, **JORDAN, **CARDS, **ACTIONS}


@pytest.mark.parametrize("text", NARRATED)
def test_events_are_sentences(text: str) -> None:
    assert narrate(NARRATED[text], NAMES, Options()) == text


HUNTERS: Mapping[str, tuple[Event, ...]] = {
    "Every captain is dealt 3 Quests; Anna sees the Quest for 8 Treasures, the Quest for 3 Crew Improvements and 3 rivers"
    " crossed and the Quest for 4 buried Treasures and 4 VP of income. Anna returns the Quest for 8 Treasures.": (
        e.QuestsDealt(0, ("Q4", "Q21", "Q18")),
        e.QuestsDealt(1, Hidden(3)),
        e.QuestReturned(0, "Q4"),
    ),
    "The Quest Market opens with the Quest for 10 doubloons of income and the Quest for 3 rivers crossed.": (
        e.QuestMarketRevealed(("Q1", "Q15")),
    ),
    "Anna has the Quest Market replaced by the Quest for 8 Treasures. Anna takes the Quest for 8 Treasures from the market."
    " The Quest for 3 rivers crossed comes into the market. Anna returns the Quest for 10 doubloons of income.": (
        e.QuestMarketRefreshed(0, ("Q1", "Q2", "Q3"), ("Q4",), COVERED),
        e.QuestGained(0, "market_1", "Q4"),
        e.QuestMarketRefilled(1, "Q15"),
        e.QuestDiscarded(0, "Q1"),
    ),
    "Jordan takes the Quest for 8 Treasures from the market. Jordan reveals the Quest for 8 Treasures, which score 5 VP"
    " each.": (
        e.JordanQuestTaken("market_3", "Q4", ("", "Q1", "Q2")),
        e.QuestsRevealed("jordan", ("Q4",), ("none",), (5,)),
    ),
}


@pytest.mark.rule("PM-359")
@pytest.mark.parametrize("text", HUNTERS)
def test_with_quest_hunters_a_quest_is_named_by_its_harder_line(text: str) -> None:
    assert narrate(HUNTERS[text], NAMES, Options(quest_hunters=True)) == text
