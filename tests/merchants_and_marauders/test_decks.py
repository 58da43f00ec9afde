"""Decks of rumors, missions and glory cards that run out; of cargo cards see the tests of trade."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import GLORY_INSTANCES, MISSIONS, RUMORS
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.values import Deck

from .business import in_port_action
from .scenario import SKULL, Dice


@pytest.mark.rule("MM-085")
def test_an_empty_rumor_deck_is_made_anew_from_the_discard_pile() -> None:
    table = in_port_action(gold=2)
    for card in RUMORS:
        table.after(e.RumorDrawn(0, card), e.RumorPlayed(0, card, False, False))
    attempt = table.when(c.SeekRumor(), SKULL)
    assert sorted(attempt.happens(e.DeckReshuffled).deck) == sorted(RUMORS)
    assert table.seat().rumors == (attempt.happens(e.RumorDrawn).card,)
    assert table.state.rumor.discard == ()


@pytest.mark.rule("MM-085")
def test_an_empty_mission_deck_is_made_anew_from_the_discard_pile() -> None:
    table = in_port_action(laid_out=("m01",))
    there = table.state.missions
    for card in MISSIONS:
        if card not in there:
            table.after(e.MissionLaidOut(card, MISSIONS[card].port), e.MissionClaimed(0, card, 0), e.MissionLost(0, card))
    attempt = table.when(c.ClaimMission("m01"), SKULL)
    assert sorted(attempt.happens(e.DeckReshuffled).deck) == sorted(set(MISSIONS) - set(there))
    assert table.state.missions == (there[1], attempt.happens(e.MissionLaidOut).card)


@pytest.mark.rule("MM-085")
def test_an_empty_glory_deck_is_made_anew_from_the_discard_pile() -> None:
    table = in_port_action(in_port={0: "havana"}, rumor="r07")
    for card in GLORY_INSTANCES:
        table.after(e.GloryDrawn(0, card), e.GloryDiscarded(0, card))
    attempt = table.when(c.PlayRumor(), SKULL)
    assert sorted(attempt.happens(e.DeckReshuffled).deck) == sorted(GLORY_INSTANCES)
    attempt.happens(e.GloryDrawn)


@pytest.mark.rule("MM-085")
def test_nothing_is_drawn_from_a_deck_without_any_card() -> None:
    """No game comes so far: the seats cannot hold so many rumors, missions or glory cards."""
    table = in_port_action(in_port={0: "havana"}, gold=2, rumor="r07", laid_out=("m18",))
    bare = replace(table.state, rumor=Deck(()), mission=Deck(()), glory=Deck(()))
    sought = decide(bare, 0, c.SeekRumor(), Dice([SKULL]))
    assert not any(isinstance(event, e.RumorDrawn) for event in sought.events)
    assert sought.state.seats[0].rumors == ("r07",)
    claimed = decide(bare, 0, c.ClaimMission("m18"), Dice([SKULL]))
    assert claimed.state.seats[0].mission == "m18"
    assert len(claimed.state.missions) == 1
    told = decide(bare, 0, c.PlayRumor(), Dice([SKULL]))
    assert told.state.seats[0].points == 1
    assert told.state.seats[0].glory == ()
