"""Merchants found, and raids on them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.merchants_and_marauders import commands as c

from .scenario import SKULL, Attempt, Table, given

CALM = ("cocoa_1", "cocoa_4", "cocoa_5")
"""Escapes only, worth 1 + 3 + 3."""
NO_SUCCESS = (1, 1, 1)


def found(zone: str = "havana", token: str = "english", **position: object) -> Table:
    """A merchant has been found."""
    table = given(at_sea={0: zone}, merchants={zone: token}, **position)  # type: ignore[arg-type]
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    return table


def raided(cards: Sequence[str], *dice: int, **position: object) -> tuple[Table, Attempt]:
    """A raid on an English merchant off Havana, in which these cards are drawn."""
    table = found(next_cargo=cards, **position)
    return table, table.when(c.RaidAs("english"), *(dice or NO_SUCCESS))
