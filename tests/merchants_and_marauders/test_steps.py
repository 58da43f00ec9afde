"""The processes of a game and their steps, by which logs say how far play has come."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.merchants_and_marauders.decide import STEPS
from domain.merchants_and_marauders.frames.base import STEP_NAMES
from tests import golden

LOGS = sorted(Path(golden.__file__).parent.glob("merchants_and_marauders/*.json.gz"))

WITHOUT_LISTS = {"fight", "anyway", "window"}
"""Steps of processes that are no lists of steps."""


def steps_of(log: Path) -> set[str]:
    """The steps that the events of a golden game name."""
    commits: list[dict[str, Any]] = msgspec.json.decode(gzip.decompress(log.read_bytes()))["commits"]
    return {event["step"] for commit in commits for event in commit["events"] if event["type"] == "step_reached"}


@pytest.mark.rule("MM-K22")
def test_play_can_go_on_from_every_step_that_a_golden_game_names() -> None:
    """A game in which a step waits that has another name now could not be played on."""
    there = {name for steps in STEPS.values() for name, _ in steps}
    named = set().union(*map(steps_of, LOGS))
    assert len(named) > 40
    assert named <= there


def test_the_steps_of_a_process_have_different_names() -> None:
    for steps in STEPS.values():
        names = [name for name, _ in steps]
        assert len(set(names)) == len(names)


def test_the_contract_names_every_step_and_no_others() -> None:
    listed = {name for steps in STEPS.values() for name, _ in steps}
    assert set(STEP_NAMES) == listed | WITHOUT_LISTS
