"""Chapter 11.1: NPC ships come, take new captains, are defeated and replaced."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import EVENT_CARDS, NATIONS, NPCS
from domain.merchants_and_marauders.evolve import evolve
from domain.merchants_and_marauders.state import full_values

from .scenario import SKULL, Attempt, Table, given

QUIET = ("npc_en_1", "npc_en_2", "npc_es_1", "npc_es_2")
"""Events that move nobody."""


def hunter(*next_events: str, zone: str = "tortuga", **position: object) -> Table:
    """Seat 0 lies with a Galleon beside the pirate Sloop of Red Annick."""
    return given(
        at_sea={0: zone},
        ships=("galleon", "sloop"),
        npcs={"pirate_sloop": ("npc_ps_1", "tortuga")},
        next_events=(*next_events, *QUIET),
        **position,  # type: ignore[arg-type]
    )


def sink(table: Table) -> Attempt:
    """Seat 0 finds the pirate Sloop and wins the first contest; three hits go through the Cannons into the Hull."""
    seamanship = EVENT_CARDS[table.state.npcs["pirate_sloop"].cards[0]].seamanship
    nimbler = seamanship + 1
    return table.when(c.ScoutNpc("pirate_sloop"), SKULL, 1, 1, SKULL, 1, 1, *(1,) * nimbler, 4, 4, 4, 1)


@pytest.mark.rule("MM-220")
def test_there_are_six_npc_ships() -> None:
    assert NPCS == ("english", "spanish", "french", "dutch", "pirate_sloop", "pirate_frigate")
    assert {card.npc for card in EVENT_CARDS.values() if card.kind == "npc"} == set(NPCS)
    assert NPCS[:4] == NATIONS


@pytest.mark.rule("MM-224", "MM-220", "MM-222", "MM-I14")
def test_a_new_captain_takes_over_on_top_and_the_ship_moves_to_his_zone() -> None:
    table = hunter("npc_ps_2", zone="havana")
    table.end_round().then(e.NpcAnnounced("pirate_sloop", "npc_ps_2"))
    # Until the end of the round nothing changes.
    assert (table.state.npcs["pirate_sloop"].zone, table.state.npcs["pirate_sloop"].cards) == ("tortuga", ("npc_ps_1",))
    table.end_round().then(e.NpcPlaced("pirate_sloop", "npc_ps_2", "nassau", "sloop"), e.RoundEnded(2))
    (name,) = table.state.npcs
    held = table.state.npcs[name]
    assert (name, held.zone, held.cards) == ("pirate_sloop", "nassau", ("npc_ps_2", "npc_ps_1"))
    # Silas Crake has a Scouting of 2, Red Annick one of 3.
    assert len(table.when(c.Sail("nassau")).happens(e.CheckRolled).dice) == 2


@pytest.mark.rule("MM-225", "MM-226", "MM-203")
def test_a_defeated_npc_without_successor_is_gone_until_a_new_card_brings_it_back() -> None:
    table = hunter("npc_fr_1", "npc_ps_2")
    sink(table).then(e.NpcDefeated("pirate_sloop", "npc_ps_1", 0), e.GoldChanged(0, 5, "reward"))
    assert table.state.event_discard == ("npc_ps_1",)
    assert table.state.npcs["pirate_sloop"].zone is None
    # Out of play it is no target.
    table.when(c.ScoutNpc("pirate_sloop")).refused("target_not_here")
    attempt = table.end_round()
    attempt.then(e.NpcRemoved("pirate_sloop"), e.RoundEnded(1))
    assert not attempt.count(e.CheckRolled)
    assert not table.state.npcs
    table.end_round().then(e.NpcPlaced("french", "npc_fr_1", "petite_goave", "frigate"))
    assert "pirate_sloop" not in table.state.npcs
    table.end_round().then(e.NpcPlaced("pirate_sloop", "npc_ps_2", "nassau", "sloop"))
    assert table.state.npcs["pirate_sloop"].cards == ("npc_ps_2",)


@pytest.mark.rule("MM-225", "MM-226")
def test_the_captain_below_takes_over_in_his_own_zone() -> None:
    table = hunter("npc_ps_2", zone="nassau")
    table.end_round()
    table.end_round()
    sink(table).then(e.NpcDefeated("pirate_sloop", "npc_ps_2", 0))
    assert table.state.npcs["pirate_sloop"].cards == ("npc_ps_1",)
    table.end_round().then(e.NpcPlaced("pirate_sloop", "npc_ps_1", "tortuga", "sloop"), e.RoundEnded(3))
    held = table.state.npcs["pirate_sloop"]
    assert (held.zone, held.cards, held.now) == ("tortuga", ("npc_ps_1",), full_values("sloop"))
    assert table.state.event_discard == ("npc_ps_2",)


@pytest.mark.rule("MM-225")
@pytest.mark.parametrize(("draw", "successor", "zone"), [(0, "npc_ps_2", "nassau"), (1, "npc_ps_1", "tortuga")])
def test_of_two_captains_below_the_successor_is_drawn(draw: int, successor: str, zone: str) -> None:
    table = hunter("npc_ps_2", "npc_ps_3", zone="san_juan")
    for _ in range(3):
        table.end_round()
    assert table.state.npcs["pirate_sloop"].cards == ("npc_ps_3", "npc_ps_2", "npc_ps_1")
    sink(table)
    table.end_round((draw,)).then(e.NpcPlaced("pirate_sloop", successor, zone, "sloop"))
    held = table.state.npcs["pirate_sloop"]
    assert (held.zone, held.cards[0], sorted(held.cards)) == (zone, successor, ["npc_ps_1", "npc_ps_2"])


@pytest.mark.rule("MM-044", "MM-224", "MM-225")
def test_the_dead_are_replaced_before_new_ships_are_placed_and_the_rounds_event_ends() -> None:
    """The Sloop is sunk in the round in which a card for it was drawn: the new captain is the one in command."""
    table = hunter("npc_ps_2", "npc_ps_3", zone="nassau")
    for _ in range(2):
        table.end_round()
    sink(table).then(e.NpcDefeated("pirate_sloop", "npc_ps_2", 0))
    table.end_round().then(
        e.NpcPlaced("pirate_sloop", "npc_ps_1", "tortuga", "sloop"),
        e.NpcPlaced("pirate_sloop", "npc_ps_3", "san_juan", "sloop"),
        e.RoundEnded(3),
    )
    assert table.state.npcs["pirate_sloop"].cards == ("npc_ps_3", "npc_ps_1")
    # What is announced now is the next round's card.
    assert table.state.announced_npcs == (("english", "npc_en_1"),)


@pytest.mark.rule("MM-226", "MM-237")
def test_a_ship_that_is_placed_beside_a_captain_looks_for_him_only_in_his_turn() -> None:
    """It comes at the end of the round and is there before the next one's first captain turn."""
    table = given(at_sea={1: "nassau"}, next_events=("npc_ps_2", "npc_en_1"))
    table.end_round()
    attempt = table.end_round()
    attempt.then(e.NpcPlaced("pirate_sloop", "npc_ps_2", "nassau", "sloop"))
    assert not attempt.count(e.CheckRolled)
    table.when(c.EndTurn()).then(e.CheckRolled("pirate_sloop", "scouting", (1, 1), 1, False, "npc_scouting"))


@pytest.mark.rule("MM-225", "MM-221", "MM-258")
def test_a_successor_in_war_commands_a_man_o_war() -> None:
    table = given(
        npcs={"english": ("npc_en_1", "havana")}, next_events=("npc_en_2", *QUIET[2:]), wars=[("english", "dutch")]
    )
    table.end_round()
    table.end_round()
    table.state = evolve(table.state, e.NpcDefeated("english", "npc_en_2", 0))
    table.end_round().then(e.NpcPlaced("english", "npc_en_1", "port_royal", "man_o_war"))
    assert table.state.npcs["english"].now == full_values("man_o_war")
