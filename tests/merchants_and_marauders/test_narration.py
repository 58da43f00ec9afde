"""How events of captain turns and port business are told, single ones and short runs."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.game import Hidden, Secret
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.events import Event
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.values import Locations

NAMES = ("Anna", "Ben", "Cleo")
COVERED = Hidden(1)
FRIGATE = Locations(3, 3, 3, 3, 3)
SET_UP = e.GameSetUp(3, Options(), {}, *(COVERED for _ in range(9)))

TURNS: Mapping[str, tuple[Event, ...]] = {
    "3 players sit down; cards are shuffled and tokens laid out.": (SET_UP,),
    "Every player is dealt a captain; Ben's is Luc Garrigue.": (
        e.CaptainDealt(0, COVERED),
        e.CaptainDealt(1, "luc_garrigue"),
    ),
    "Every player is dealt a captain.": (e.CaptainDealt(0, COVERED), e.CaptainDealt(1, COVERED)),
    "Ben chooses a Flute in secret.": (e.ShipChosen(1, "flute", secret=True),),
    "Ben chooses a ship in secret.": (e.ShipChosen(1, COVERED, secret=True),),
    "Ben sails as Luc Garrigue with a Flute from Basse-Terre.": (
        e.CaptainsRevealed((e.Arrival(1, "luc_garrigue", "flute", "basse_terre"),)),
    ),
    "Cleo begins, then come Anna and Ben.": (e.TurnOrderDrawn((2, 0, 1)),),
    "Round 2 begins. New merchants appear in Havana and the Caribbean Sea.": (
        e.RoundStarted(2),
        e.MerchantsRefilled(("havana", "caribbean_sea"), Hidden(2)),
    ),
    "Event: Doldrums. Each captain may take only one Move action this round.": (e.EventDrawn("doldrums"),),
    "Event: the pirate Frigate under Jean the Lame will appear in Old Providence at the end of the round.": (
        e.EventDrawn("npc_pf_1"),
        e.NpcAnnounced("pirate_frigate", "npc_pf_1"),
    ),
    "The good drawn is Rum.": (e.RandomDrawn("good", "rum"),),
    "The zone drawn is Havana.": (e.RandomDrawn("zone", "havana"),),
    "Drawn: English and Dutch, who are at war already.": (e.RandomDrawn("nation_pair", "english dutch"),),
    "War breaks out between the English and the Dutch. The English naval ship is a Man-o-War now.": (
        e.RandomDrawn("nation_pair", "english dutch"),
        e.WarStarted(("english", "dutch")),
        e.NpcShipChanged("english", "man_o_war"),
    ),
    "The war between the English and the Dutch is over. The Dutch naval ship is a Frigate now.": (
        e.WarEnded(("english", "dutch")),
        e.NpcShipChanged("dutch", "frigate"),
    ),
    "The Dutch naval ship is repaired.": (e.NpcShipChanged("dutch", "frigate"),),
    "The French naval ship moves from Havana to the Caribbean Sea, hunting.": (
        e.NpcMoved("french", "havana", "caribbean_sea", "hunt"),
    ),
    "The Dutch naval ship under Captain Cornelis Brandt appears in Curaçao as a Man-o-War.": (
        e.NpcPlaced("dutch", "npc_nl_1", "curacao", "man_o_war"),
    ),
    "Ben has beaten the pirate Sloop under Red Annick.": (e.NpcDefeated("pirate_sloop", "npc_ps_1", 1),),
    "The pirate Sloop is out of play for now.": (e.NpcRemoved("pirate_sloop"),),
    "It is Ben's turn. Ben leaves the port of Havana. Ben sails from Havana to Nassau and then Tortuga.": (
        e.CaptainTurnStarted(1, 4),
        e.ActionSpent(1, "move", False, 2),
        e.PortLeft(1, "havana"),
        e.ShipMoved(1, "havana", "nassau"),
        e.ActionSpent(1, "move", False, 0),
        e.ShipMoved(1, "nassau", "tortuga"),
    ),
    "Ben enters the port of Havana with forged papers.": (e.PortEntered(1, "havana", "papers"),),
    "Ben enters the port of Havana by night.": (e.PortEntered(1, "havana", "event"),),
    "Ben enters the port of Port Royal, paying 2 gold. Ben's turn is over.": (
        e.GoldChanged(1, -2, "entry"),
        e.PortEntered(1, "port_royal", "gold"),
        e.CaptainTurnEnded(1),
    ),
    "Ben's Influence check to be let into the port fails (1, 2).": (
        e.CheckRolled(1, "influence", (1, 2), 1, False, "entry"),
    ),
    "Ben scouts for the pirate Sloop. Ben is sure to find the merchant.": (
        e.FrameOpened(f.Scouting(1, "npc:pirate_sloop")),
        e.ScoutingMadeSure(1),
    ),
    "Ben finds the merchant without a roll, to treat it as Spanish. It is Dutch.": (
        e.FrameOpened(f.Scouting(1, "merchant:cartagena", sure=True, committed=True)),
        e.Scouted(1, "merchant:cartagena", True),
        e.MerchantRevealed("cartagena", "dutch"),
    ),
    "Ben rolls 1, 2 to scout. Ben rolls again: skull, 3. Ben finds Anna.": (
        e.CheckRolled(1, "scouting", (1, 2), 1, False, "scouting"),
        e.DiceRerolled(1, "scouting:ability", (0, 3)),
        e.Scouted(1, "captain:0", True),
    ),
    "The Dutch naval ship scouts for Ben (skull, 1 and 2, 3) in vain.": (
        e.CheckRolled("dutch", "scouting", (0, 1), 1, True, "npc_scouting"),
        e.CheckRolled("dutch", "scouting", (2, 3), 1, False, "npc_scouting"),
        e.Scouted("dutch", "captain:1", False),
    ),
    "The merchant in Havana is Dutch. The merchant in Havana is let go.": (
        e.MerchantRevealed("havana", "dutch"),
        e.MerchantLetGo("havana"),
    ),
    "Cargo drawn: Rum (1 gold, escape), whose icon does not count. A success is used to draw Cocoa (3 gold, Crew hit).": (
        e.RaidCardDrawn(("rum_1",), blank=True),
        e.RaidCardDrawn(("cocoa_3",), used=True),
    ),
    "Ben raids an English merchant. Ben gets 1 English bounty (1 now).": (
        e.RaidStarted(1, "english"),
        e.BountyChanged(1, "english", 1, 1),
    ),
    "Rum (1 gold, escape) shows no hit and is discarded.": (e.RaidCardDiscarded("rum_1", used=False),),
    "An ability is used to exchange Rum (1 gold, escape) for Cocoa (3 gold, Crew hit).": (
        e.RaidCardExchanged("rum_1", "cocoa_3", True),
    ),
    "The plunder rises by 3 gold. 1 escape icon does not count.": (e.RaidHelped("plunder", 3), e.RaidHelped("escape", 1)),
    "The merchant escapes from Ben with 4 escape icons.": (e.RaidEnded(1, "escaped", 4, 0, 0, ()),),
    "The raid fails, for a location of Ben's ship is destroyed.": (e.RaidEnded(1, "failed", 0, 2, 0, ()),),
    "Ben's ship sinks in the raid.": (e.RaidEnded(1, "sunk", 0, 2, 0, ()),),
}

PORTS: Mapping[str, tuple[Event, ...]] = {
    "Ben begins a Port action in Havana. Ben sells 1 Rum and 1 Wood for 9 gold. Havana goes on to demand Rum."
    " Ben ends the Port action in Havana.": (
        e.PortActionStarted(1, "havana"),
        e.ActivityStarted(1, "sell_goods"),
        e.CardSetAside(1, COVERED),
        e.CardSetAside(1, COVERED),
        e.GoodsSold(1, ("rum_1", "wood_1"), 9),
        e.DemandReplaced("havana", "rum", "rum"),
        e.PortActionEnded(1, "havana"),
    ),
    "Ben pays 1 gold and discards the offer (2 Rum).": (e.OfferRedrawn(1, ("rum_1", "rum_2"), 1),),
    "Ben is offered 5 cargo cards (1 Rum, in demand, discarded).": (
        e.OfferDrawn(1, Hidden(2), ("rum_1",)),
        e.OfferDrawn(1, Hidden(3), ()),
    ),
    "Ben finds 1 Rum and 1 Wood.": (
        e.OfferDrawn(1, ("rum_1",), (), open=True),
        e.OfferDrawn(1, ("wood_1",), (), open=True),
    ),
    "Ben buys nothing.": (e.GoodsBought(1, (), 0, ()),),
    "Ben takes 1 Rum on board.": (e.CardSetAside(1, "rum_1"), e.CargoTaken(1, ("rum_1",), (), "raid")),
    "Ben sets 2 cargo cards aside.": (e.CardSetAside(1, COVERED), e.CardSetAside(1, COVERED)),
    "Ben's Influence check to claim the mission fails (skull, 1).": (
        e.CheckRolled(1, "influence", (0, 1), 2, False, "mission"),
    ),
    "Ben loses 1 Rum overboard.": (e.CargoDiscarded(1, ("rum_1",), "damage"),),
    "Ben delivers 2 Rum. Ben discards 1 Wood to make room. Ben throws 1 Cocoa overboard.": (
        e.CargoDiscarded(1, ("rum_1", "rum_2"), "mission"),
        e.CargoDiscarded(1, ("wood_1",), "room"),
        e.CargoDiscarded(1, ("cocoa_1",), "limit"),
    ),
    "Ben buys a Sloop and gets 2 gold back. Ben moves Chasers to the new ship for 2 gold.": (
        e.ShipBought(1, "sloop", -2, 2),
        e.ModificationMoved(1, "chasers", 2),
    ),
    "Ben repairs Hull by 2 and Masts by 1, for 4 gold.": (
        e.DamageRepaired(1, "masts", 1, 2),
        e.DamageRepaired(1, "hull", 1, 2),
        e.DamageRepaired(1, "hull", 1, 0),
    ),
    "Ben buys Chain-shot for 3 gold. Ben sells Grapeshot for 1 gold.": (
        e.WeaponBought(1, "chain_shot", 3),
        e.WeaponSold(1, "grapeshot", 1),
    ),
    "Ben gets Chain-shot and Grapeshot.": (e.WeaponGained(1, "chain_shot"), e.WeaponGained(1, "grapeshot")),
    "Ben uses up Chain-shot to turn a failed die into a success.": (e.WeaponSpent(1, "chain_shot", "raid"),),
    "Chasers turns up in Havana. Ben has Chasers fitted for 3 gold.": (
        e.ModificationRevealed("havana", "chasers"),
        e.ModificationBought(1, "chasers", "havana", 3),
    ),
    "Ben gets Chasers from Havana.": (e.ModificationGained(1, "chasers", "havana"),),
    "Ben lays modifications of the old ship face down in Havana and Nassau.": (
        e.ModificationReturned(1, "havana", COVERED),
        e.ModificationReturned(1, "nassau", COVERED),
    ),
    "Ben's Reinforced Hull is ready again. Ben's Chasers are ready again.": (
        e.GoldChanged(1, -3, "refresh"),
        e.ModificationFlipped(1, "reinforced_hull", True),
        e.ModificationFlipped(1, "chasers", True),
    ),
    "Ben tries to recruit (1) in vain. Ben recruits 2 crew for 4 gold.": (
        e.ActivityStarted(1, "recruit"),
        e.CheckRolled(1, "leadership", (1,), 1, False, "recruiting"),
        e.CrewRecruited(1, 1, 2),
        e.CrewRecruited(1, 1, 2),
    ),
    "Ben recruits 2 crew free of charge.": (e.ActivityStarted(1, "recruit"), e.CrewRecruited(1, 2, 0)),
    "Ben draws a rumor. Ben puts the rumor Secret Cove back into the deck.": (
        e.RumorDrawn(1, COVERED),
        e.RumorReturned(1, "r06", Hidden(24), was_open=True),
    ),
    "Ben looks into the rumor Sunken Galleon (1, 2): it is false.": (
        e.CheckRolled(1, "scouting", (1, 2), 1, False, "rumor_played"),
        e.RumorPlayed(1, "r01", False, False),
    ),
    "Ben's rumor Sunken Galleon is true. Ben gets 12 gold.": (
        e.RumorPlayed(1, "r01", True, False),
        e.GoldChanged(1, 12, "rumor"),
    ),
    "Ben pays 3 gold for the mission. Ben claims the mission Rum for Tortuga.": (
        e.ActivityStarted(1, "mission"),
        e.GoldChanged(1, -3, "mission"),
        e.MissionClaimed(1, "m05", 0),
    ),
    "The mission Rum for Tortuga is to be had in Tortuga.": (e.MissionLaidOut("m05", "tortuga"),),
    "Ben gets further with the mission Letters for Spain. Ben completes the mission Letters for Spain.": (
        e.MissionAdvanced(1, "m08", 0, ("havana",)),
        e.MissionCompleted(1, "m08"),
    ),
    "Ben loses the mission Letters for Spain.": (e.MissionLost(1, "m08"),),
    "Ben stashes 6 gold. Ben takes some gold from the stash.": (
        e.ActivityStarted(1, "stash"),
        e.GoldStashed(1, 1),
        e.GoldStashed(1, 5),
        e.GoldWithdrawn(1, Secret()),
    ),
    "Ben pays 5 gold to stash here. Ben gets 2 gold back. Ben gets 5 gold as a reward.": (
        e.GoldChanged(1, -5, "stash_fee"),
        e.GoldChanged(1, 2, "refund"),
        e.GoldChanged(1, 5, "reward"),
    ),
    "Ben buys a pardon for 5 gold. Ben loses 1 Dutch bounty (2 now).": (
        e.PardonBought(1, "dutch", 5),
        e.BountyChanged(1, "dutch", -1, 2),
    ),
    "Ben gets 2 Dutch bounties (2 now). Anna claims the Dutch reward of 10 gold.": (
        e.BountyChanged(1, "dutch", 2, 2),
        e.RewardClaimed(0, "dutch", 10),
    ),
    "Ben earns a glory point for the rich plunder (3 now). Ben discards Keen Eye.": (
        e.GloryGained(1, "raid", 3),
        e.GloryDiscarded(1, "g03:1"),
    ),
    "Ben draws a glory card and takes 10 gold on board.": (e.GloryDrawn(1, COVERED), e.GoldChanged(1, 10, "start")),
    "Ben announces a glory card.": (e.GloryAnnounced(1, "any_turn", COVERED),),
    "Ben announces a glory card (Keen Eye).": (e.GloryAnnounced(1, "any_turn", "g03:1"),),
    "Ben plays Keen Eye.": (e.GloryAnnounced(1, "any_turn", "g03:1"), e.GloryPlayed(1, "g03:1")),
    "Ben shows Keen Eye and keeps it.": (e.GloryWithdrawn(1, "g03:1"),),
    "Ben hires a Carpenter for 6 gold.": (e.SpecialistHired(1, "g36:1", 6),),
    "Ben hires a Lookout. The glory deck is shuffled. The cargo deck is shuffled anew.": (
        e.SpecialistHired(1, "g44:1", 0, from_hand=False),
        e.GloryDeckShuffled(Hidden(60)),
        e.DeckReshuffled("cargo", Hidden(60)),
    ),
}


@pytest.mark.parametrize("sentence", [*TURNS, *PORTS])
def test_events_of_turns_and_ports_are_told(sentence: str) -> None:
    assert GAME.words.narrate({**TURNS, **PORTS}[sentence], NAMES, Options()) == sentence
