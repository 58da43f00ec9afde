"""The names of steps are in logs, so they can never be changed, and clients read them."""

from __future__ import annotations

from itertools import chain

from domain.kit.closed import closed_fields
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.decide import STEPS

WITHOUT_LISTS = {"fight", "anyway", "window"}
"""Steps of processes that are no lists of steps."""


def test_the_contract_names_the_steps_of_every_process_and_no_others() -> None:
    listed = set(chain.from_iterable(steps.places for steps in STEPS.values()))
    assert dict(closed_fields(e.StepReached)) == {"step": listed | WITHOUT_LISTS}
