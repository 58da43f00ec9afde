"""What holds after every command in games of any kind, played legally, sensibly and with commands that are not legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from domain.pirates_of_maracaibo.content import LAYOUTS
from domain.pirates_of_maracaibo.game import GAME
from domain.pirates_of_maracaibo.state import State
from tests.support.machine import state_machine

from .invariants import check_all, check_change


def look(before: State | None, events: Sequence[Any], after: State) -> None:
    assert events
    check_all(after)
    if before is not None:
        check_change(before, after)


MODULES = (
    "fog_of_war_locations",
    "fog_of_war_improvements",
    "pirate_skirmish",
    "quest_hunters",
    "rubies",
    "retirement",
)
OPTIONS = {
    "layout": st.sampled_from(sorted(LAYOUTS)),
    "break_location_clusters": st.booleans(),
    **{module: st.booleans() for module in MODULES},
}
TestAnyGame = pytest.mark.rule(
    "PM-I01", "PM-I02", "PM-I03", "PM-I04", "PM-I05", "PM-I06", "PM-I07", "PM-I08", "PM-I09", "PM-I10", "PM-I11", "PM-I12",
    "PM-I13", "PM-I15", "PM-I16", "PM-I17", "PM-I21", "PM-394", "PM-448", "PM-018",
)(state_machine(GAME, look, OPTIONS))  # fmt: skip
