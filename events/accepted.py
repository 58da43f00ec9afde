"""What came of an accepted command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from domain.table import Table
from events.envelope import Commit
from events.ledger import Ledger


@dataclass(kw_only=True, slots=True)
class Accepted:
    """An accepted command: its commit, the typed events, the table after it. `replayed`: it had been accepted before."""

    ledger: Ledger
    commit: Commit
    events: list[Any]
    table: Table[Any]
    turn: int
    tokens: dict[str, str]
    """New tokens by whom they speak for: "host", "s0", … Shown once."""
    replayed: bool = False
