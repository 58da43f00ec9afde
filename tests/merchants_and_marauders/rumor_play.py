"""Rumors being played."""

from __future__ import annotations

from domain.merchants_and_marauders import commands as c

from .business import in_port_action
from .scenario import SKULL, Attempt, Table, given

TRUE = (SKULL, SKULL, 1)
FALSE = (1, 1, 1)
ZONE_OF = {
    "r01": "caribbean_sea",
    "r02": "bridgetown",
    "r03": "tortuga",
    "r04": "trinidad",
    "r05": "nassau",
    "r06": "old_providence",
    "r19": "san_juan",
    "r21": "cartagena",
    "r22": "havana",
    "r24": "petite_goave",
    "r25": "curacao",
}
PORT_OF = {
    "r07": "havana",
    "r08": "port_royal",
    "r09": "cartagena",
    "r10": "tortuga",
    "r11": "st_john",
    "r12": "curacao",
    "r13": "bridgetown",
    "r14": "basse_terre",
    "r15": "santo_domingo",
    "r16": "caracas",
    "r17": "st_maarten",
    "r18": "san_juan",
    "r20": "petite_goave",
    "r23": "nassau",
}


def holding(card: str, **position: object) -> Table:
    """Where the rumor can be played."""
    if card in ZONE_OF:
        return given(at_sea={0: ZONE_OF[card]}, rumor=card, **position)  # type: ignore[arg-type]
    return in_port_action(in_port={0: PORT_OF[card]}, rumor=card, **position)


def played(card: str, *dice: int, **position: object) -> tuple[Table, Attempt]:
    """The rumor is played; unless dice are given it is true."""
    table = holding(card, **position)
    return table, table.when(c.PlayRumor(), *(dice or TRUE))


def earned(table: Table) -> bool:
    """Whether the rumor's point and its card have come."""
    return (table.seat().points, len(table.seat().glory)) == (1, 1)
