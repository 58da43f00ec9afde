"""Chapter 12: wars between nations, the Men-o-War that they bring, and peace."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import NATIONS
from domain.merchants_and_marauders.state import full_values

from .event_cards import drawn
from .scenario import SKULL, given

FRENCH_AND_DUTCH = (0, 1, 0)
ENGLISH_AND_SPANISH = (3, 2, 1)
"""Draws that shuffle the nations so that these two come first."""


@pytest.mark.rule("MM-257", "MM-256")
def test_every_pair_of_different_nations_is_equally_likely() -> None:
    """All ways in which the three draws can come out."""
    pairs = Counter(
        drawn("war_1", draws)[1].happens(e.WarStarted).nations for draws in product(range(4), range(3), range(2))
    )
    assert len(pairs) == 6
    assert set(pairs.values()) == {4}
    assert all(one != other and {one, other} <= set(NATIONS) for one, other in pairs)


@pytest.mark.rule("MM-257", "MM-258")
def test_a_pair_already_at_war_changes_nothing() -> None:
    npcs = {"english": ("npc_en_1", "trinidad")}
    table, attempt = drawn("war_3", ENGLISH_AND_SPANISH, wars=[("english", "spanish")], npcs=npcs)
    attempt.then(e.RandomDrawn("nation_pair", "english spanish"))
    assert not attempt.count(e.WarStarted)
    assert not attempt.count(e.NpcShipChanged)
    assert table.state.wars == (("english", "spanish"),)


@pytest.mark.rule("MM-256")
def test_a_nation_may_be_in_several_wars() -> None:
    table, attempt = drawn("war_1", ENGLISH_AND_SPANISH, wars=[("english", "french")])
    attempt.then(e.WarStarted(("english", "spanish")))
    assert table.state.wars == (("english", "french"), ("english", "spanish"))


@pytest.mark.rule("MM-258", "MM-259", "MM-221", "MM-I15", "MM-034")
def test_war_turns_the_frigates_of_both_nations_into_undamaged_men_o_war_at_once() -> None:
    """After the movement icons of the card, and of no other nation's ship."""
    npcs = {
        "english": ("npc_en_1", "bridgetown"),
        "spanish": ("npc_es_2", "cartagena"),
        "dutch": ("npc_nl_2", "st_maarten"),
        "pirate_frigate": ("npc_pf_1", "trinidad"),
    }
    table, attempt = drawn("war_2", ENGLISH_AND_SPANISH, npcs=npcs, damage={"english": ("hull", "masts")})
    attempt.then(
        e.NpcMoved("spanish", "cartagena", "old_providence", "letter"),
        e.WarStarted(("english", "spanish")),
        e.NpcShipChanged("english", "man_o_war"),
        e.NpcShipChanged("spanish", "man_o_war"),
    )
    assert {npc: held.ship for npc, held in table.state.npcs.items()} == {
        "english": "man_o_war",
        "spanish": "man_o_war",
        "dutch": "frigate",
        "pirate_frigate": "frigate",
    }
    assert table.state.npcs["english"].now == full_values("man_o_war")
    assert attempt.count(e.NpcShipChanged) == 2


@pytest.mark.rule("MM-221", "MM-224", "MM-258")
def test_a_naval_ship_that_comes_while_its_nation_is_at_war_is_a_man_o_war() -> None:
    table = given(next_events=("npc_en_1", "npc_en_2"), wars=[("english", "dutch")])
    table.end_round()
    table.end_round().then(e.NpcPlaced("english", "npc_en_1", "port_royal", "man_o_war"))
    table.end_round().then(e.NpcPlaced("english", "npc_en_2", "bridgetown", "man_o_war"))
    assert table.state.npcs["english"].now == full_values("man_o_war")


@pytest.mark.rule("MM-261", "MM-259", "MM-I15")
def test_a_peace_treaty_ends_the_war_that_began_first() -> None:
    npcs = {nation: (card, "trinidad") for nation, card in (("english", "npc_en_1"), ("spanish", "npc_es_1"))}
    table, _ = drawn("war_1", FRENCH_AND_DUTCH, wars=[("english", "spanish")], npcs=npcs)
    assert table.state.wars == (("english", "spanish"), ("french", "dutch"))
    peace = given(
        next_events=("peace_1",),
        wars=[("spanish", "french"), ("english", "spanish")],
        npcs={**npcs, "french": ("npc_fr_1", "trinidad")},
        damage={"french": ("hull",)},
    )
    attempt = peace.end_round()
    # Spain is still at war with England.
    attempt.then(e.WarEnded(("spanish", "french")), e.NpcShipChanged("french", "frigate"))
    assert attempt.count(e.NpcShipChanged) == 1
    assert {npc: held.ship for npc, held in peace.state.npcs.items()} == {
        "english": "man_o_war",
        "spanish": "man_o_war",
        "french": "frigate",
    }
    assert peace.state.npcs["french"].now == full_values("frigate")


@pytest.mark.rule("MM-261")
def test_peace_of_nations_makes_all_frigates_again() -> None:
    npcs = {nation: (f"npc_{short}_1", "trinidad") for nation, short in zip(NATIONS, ("en", "es", "fr", "nl"), strict=True)}
    table, attempt = drawn("peace_2", wars=[("english", "spanish"), ("french", "dutch")], npcs=npcs)
    assert table.state.wars == ()
    assert [event for event in attempt.events if isinstance(event, e.NpcShipChanged)] == [
        e.NpcShipChanged(nation, "frigate") for nation in NATIONS
    ]


@pytest.mark.rule("MM-260")
def test_attacking_an_enemy_nations_ship_brings_its_bounty_all_the_same() -> None:
    war = [("english", "spanish")]
    npc = given(at_sea={0: "havana"}, npcs={"spanish": ("npc_es_1", "havana")}, wars=war)
    npc.when(c.ScoutNpc("spanish"), SKULL).then(e.BountyChanged(0, "spanish", 1, 1), e.BattleStarted(0, "spanish", 1))
    captain = given(at_sea={0: "havana", 1: "havana"}, wars=war)
    captain.when(c.ScoutCaptain(1), SKULL).then(e.BountyChanged(0, "spanish", 1, 1), e.BattleStarted(0, 1, None))


@pytest.mark.rule("MM-260", "MM-016")
def test_a_letter_of_marque_spares_the_bounty_of_an_enemy_nation_only() -> None:
    npcs = {"spanish": ("npc_es_1", "havana"), "dutch": ("npc_nl_1", "havana")}
    position = {"at_sea": {0: "havana"}, "npcs": npcs, "wars": [("english", "spanish")], "glory": {0: ("g06:1",)}}
    enemy = given(**position)  # type: ignore[arg-type]
    enemy.when(c.PlayGlory("g06:1"))
    assert not enemy.when(c.ScoutNpc("spanish"), SKULL).count(e.BountyChanged)
    neutral = given(**position)  # type: ignore[arg-type]
    neutral.when(c.PlayGlory("g06:1"))
    neutral.when(c.ScoutNpc("dutch"), SKULL).then(e.BountyChanged(0, "dutch", 1, 1))
