"""Imports as a side door: logs that somebody made up neither get in nor cost the service its memory or time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from domain.registry import GAMES
from tests.docs.generated import ROOT


@pytest.mark.parametrize("ruleset", GAMES)
def test_no_number_in_a_made_up_log_makes_a_fold_endless(ruleset: str) -> None:
    command = [sys.executable, "-m", "tests.security.fold_limits", ruleset]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
