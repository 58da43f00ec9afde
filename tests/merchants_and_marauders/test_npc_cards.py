"""Chapter 11.1: the 14 NPC event cards, each drawn, placed and fought."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.battle.aftermath import REWARDS
from domain.merchants_and_marauders.content import EVENT_CARDS, NATIONS
from domain.merchants_and_marauders.state import full_values

from .scenario import SKULL, Attempt, Table, given

FIGURES = {
    # NPC, start zone, Seamanship, Scouting, Leadership
    "npc_en_1": ("english", "port_royal", 2, 3, 3),
    "npc_en_2": ("english", "bridgetown", 3, 2, 2),
    "npc_es_1": ("spanish", "havana", 3, 2, 2),
    "npc_es_2": ("spanish", "cartagena", 2, 2, 3),
    "npc_fr_1": ("french", "petite_goave", 3, 3, 2),
    "npc_fr_2": ("french", "basse_terre", 2, 2, 3),
    "npc_nl_1": ("dutch", "curacao", 3, 2, 2),
    "npc_nl_2": ("dutch", "st_maarten", 2, 3, 2),
    "npc_ps_1": ("pirate_sloop", "tortuga", 3, 3, 2),
    "npc_ps_2": ("pirate_sloop", "nassau", 4, 2, 2),
    "npc_ps_3": ("pirate_sloop", "san_juan", 2, 3, 3),
    "npc_pf_1": ("pirate_frigate", "old_providence", 3, 3, 3),
    "npc_pf_2": ("pirate_frigate", "trinidad", 3, 2, 4),
    "npc_pf_3": ("pirate_frigate", "caribbean_sea", 4, 2, 3),
}
NPC_CARDS = set(FIGURES)


def test_these_are_the_npc_cards() -> None:
    assert {card.id for card in EVENT_CARDS.values() if card.kind == "npc"} == NPC_CARDS
    for card in NPC_CARDS:
        assert EVENT_CARDS[card].reward == REWARDS.get(EVENT_CARDS[card].npc)
        (placed,) = EVENT_CARDS[card].effects
        assert (placed.op, placed.on, placed.npc) == ("place_npc", "round_end", EVENT_CARDS[card].npc)
        assert placed.zone == EVENT_CARDS[card].start_zone
        assert EVENT_CARDS[card].bounty_scaled_skill == ("scouting" if EVENT_CARDS[card].npc in NATIONS else None)


@pytest.mark.rule("MM-037", "MM-221", "MM-222", "MM-223", "MM-226", "MM-238", "MM-247")
@pytest.mark.parametrize("card", sorted(NPC_CARDS))
def test_an_npc_card_brings_its_captain_with_his_skills(card: str) -> None:
    """The ship comes at the end of the round, finds the captain lying there when his turn begins, and is boarded."""
    npc, zone, seamanship, scouting, leadership = FIGURES[card]
    bounties = {0: {npc: 1}} if npc in NATIONS else {}
    table = given(next_events=(card, "doldrums"), at_sea={0: zone}, bounties=bounties)
    table.end_round().then(e.EventDrawn(card), e.NpcAnnounced(npc, card))
    assert not table.state.npcs
    kind = "sloop" if npc == "pirate_sloop" else "frigate"
    table.when(c.EndTurn())
    placed = table.when(c.EndTurn(), *(SKULL,) * scouting, *(1,) * (seamanship + 3))
    # Nobody looked for the captain when the ship came, only when his turn began.
    placed.then(
        e.NpcPlaced(npc, card, zone, kind),
        e.RoundEnded(2),
        e.CaptainTurnStarted(0, 5),
        e.CheckRolled(npc, "scouting", (SKULL,) * scouting, 1, True, "npc_scouting"),
        e.BattleStarted(npc, 0, 1),
        e.ContestRolled(1, (1,) * seamanship, (1, 1, 1), (npc, 0)),
    )
    assert placed.count(e.CheckRolled) == 1
    assert table.state.npcs[npc].now == full_values(kind)
    keep_dice(table, placed)
    table.when(c.Shoot(), seat=1)
    boarded = keep_dice(table, table.when(c.Board(), *(1,) * seamanship, SKULL, SKULL, SKULL))
    boarded.then(e.Boarded(0), e.CrewRoundRolled(1, (1,) * leadership, (1, 1, 1), 0, 0, (npc, 0)))


def keep_dice(table: Table, attempt: Attempt) -> Attempt:
    """Off Basse-Terre the French ship could roll again."""
    return table.when(c.KeepDice(), seat=1) if isinstance(table.top, f.Reroll) else attempt
