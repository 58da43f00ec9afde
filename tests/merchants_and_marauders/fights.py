"""Battles for the tests of chapters 13 to 17, and a look at what is left on the stack when they are over."""

from __future__ import annotations

from typing import Any

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .scenario import SKULL, Attempt, Table, given

DUELLISTS = ("francis_wright", "odette_lancelin", "joost_verhage", "hendrik_slot")
"""Seamanship 3, 3, 2 and 1, Leadership 3, 2, 2 and 3; no ability that works in battle."""
FOUND = (SKULL, 1, 1)
"""Three Scouting dice that find the target."""
SHIPS = {
    "english": "npc_en_1",
    "spanish": "npc_es_1",
    "french": "npc_fr_1",
    "dutch": "npc_nl_1",
    "pirate_sloop": "npc_ps_1",
    "pirate_frigate": "npc_pf_1",
}
"""Seamanship and Leadership: 2 and 3, 3 and 2, 3 and 2, 3 and 2, 3 and 2, 3 and 3."""
CALM = (c.EndTurn(), c.Pass(), c.Decline(), c.DeclineReward(), c.KeepOwnShip(), c.FinishPlunder(), c.FinishLot())
"""What is answered where nothing is wanted."""


def at_havana(*others: int, npc: str = "", **position: Any) -> Table:
    """Seat 0 is off Havana, with the captains of other seats or with an NPC ship."""
    return given(
        **{
            "captains": DUELLISTS,
            "at_sea": dict.fromkeys((0, *others), "havana"),
            "npcs": {npc: (SHIPS[npc], "havana")} if npc else {},
            **position,
        }
    )


def duel(*dice: int, **position: Any) -> Table:
    """Seat 0 has found the captain of seat 1; `dice` are those of the first round, else it passes without hits."""
    table = at_havana(1, **position)
    table.when(c.ScoutCaptain(1), *FOUND, *dice)
    return table


def against(npc: str, *dice: int, **position: Any) -> Table:
    """Seat 0 has found an NPC ship."""
    table = at_havana(npc=npc, **position)
    table.when(c.ScoutNpc(npc), *FOUND, *dice)
    return table


def story(attempt: Attempt) -> list[str]:
    """What happened, told by the tags of the events; a reaction window that was passed by its timing."""
    return [
        event.timing if isinstance(event, e.ReactionPassed) else str(event.__struct_config__.tag)
        for event in attempt.events
        if not isinstance(event, (e.FrameOpened, e.FrameChanged, e.FrameClosed, e.StepReached))
    ]


def hits(attempt: Attempt) -> list[tuple[int | str, str]]:
    """The hits that were applied: on whom and where."""
    return [(event.side, event.location) for event in attempt.events if isinstance(event, e.HitApplied)]


def play_on(table: Table) -> None:
    """The round is played to its end: nothing of the battle is left on the stack."""
    number = table.state.round
    while table.state.round == number:
        frames = [type(frame) for frame in table.state.stack]
        assert f.Battle not in frames
        assert f.Hits not in frames
        if isinstance(table.top, f.TakeAction):
            assert frames == [f.Round, f.CaptainTurn, f.TakeAction]
        legal = table.legal()
        table.when(next((command for command in CALM if command in legal), legal[0]))
