"""Chapter 24: what holds after every command, whatever is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.state import State
from tests.support.machine import state_machine

from .invariants import check_all


def look(before: State | None, events: Sequence[Any], after: State) -> None:
    """Every position holds what it must; points on the track never fall, each true rumor or mission earns one."""
    check_all(after)
    earned = {"rumor": 0, "mission": 0}
    for event in events:
        match event:
            case e.GloryGained(reason="rumor" | "mission" as reason):
                earned[reason] += 1
            case e.RumorPlayed(success=True):
                earned["rumor"] -= 1
            case e.MissionCompleted():
                earned["mission"] -= 1
    # The point follows the card's effects, which may take further commands.
    assert earned["mission"] == 0
    assert earned["rumor"] <= 1
    if before is not None:
        assert all(old.points <= new.points for old, new in zip(before.seats, after.seats, strict=True))


OPTIONS = {"windows": st.sampled_from(["uniform", "holders_only"]), "open_gold": st.booleans()}
TestAnyGame = pytest.mark.rule(
    "MM-I01", "MM-I02", "MM-I05", "MM-I06", "MM-I07", "MM-I08", "MM-I09", "MM-I10", "MM-I12", "MM-I13", "MM-I16", "MM-I17",
    "MM-I18", "MM-I19", "MM-I21", "MM-I24", "MM-K02", "MM-K22",
)(state_machine(GAME, look, OPTIONS))  # fmt: skip
