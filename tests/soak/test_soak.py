"""A short `make soak`: every promise is kept under a few faults."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.soak.run import Plan, Soak


def test_promises_are_kept_while_everything_is_killed_stalled_and_cut() -> None:
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        soak = Soak(Plan(seconds=3, games=3, appendfsync="always", seed=5, instances=1), Path(folder))
        assert soak.run() == []
        assert soak.journal.counts["actions accepted"] > 0
