"""Rumors being played."""

from __future__ import annotations

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders.content import RUMORS

from .business import in_port_action
from .scenario import SKULL, Attempt, Table, given

TRUE = (SKULL, SKULL, 1)
FALSE = (1, 1, 1)


def holding(card: str, **position: object) -> Table:
    """Where the rumor can be played."""
    where = RUMORS[card].where
    if where.kind == "zone":
        return given(at_sea={0: where.id}, rumor=card, **position)  # type: ignore[arg-type]
    return in_port_action(in_port={0: where.id}, rumor=card, **position)


def told(card: str, *dice: int, **position: object) -> tuple[Table, Attempt]:
    """The rumor is played; unless dice are given it is true."""
    table = holding(card, **position)
    return table, table.when(c.PlayRumor(), *(dice or TRUE))


def earned(table: Table) -> bool:
    """Whether the rumor's point and its card have come."""
    return (table.seat().points, len(table.seat().glory)) == (1, 1)
