"""The command for a seat whose player has left (MM-K15, MM-K27): it spends and risks as little as possible."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kit.stand_in import first_of

from .. import commands as c
from ..frames import AssignX, Battle, Choose, Declare, Side
from ..state.sides import side_of
from ..values import Locations
from ..view import MaraudersView

X_ORDER = ("cargo", "masts", "crew", "cannons")


def _beginning(word: str) -> tuple[type[c.Command], ...]:
    return tuple(kind for kind in c.COMMANDS if str(kind.__struct_config__.tag).startswith(word))


ORDER: tuple[type[c.Command], ...] = (
    c.Pass,
    c.HoldChasers,
    c.WithdrawCard,
    c.Decline,
    c.DeclineReward,
    *_beginning("finish_"),
    *_beginning("keep_"),
    c.RaidStop,
    c.LetGo,
    c.AcceptHit,
    c.LeaveShipyard,
    c.EndPortAction,
    c.Shoot,
    c.EndTurn,
)
"""The order in which legal commands are preferred (MM-K15, MM-K27); if none of these is legal, the first one is given."""


def stand_in(view: MaraudersView, seat: int, legal: Sequence[c.Command]) -> c.Command:
    """The safest legal command. NPC ships board if they have more crew, and an X hits the strongest location (MM-254)."""
    asked = view.decision
    if isinstance(asked, Declare) and c.Board() in legal and _npc_should_board(view, asked.side):
        return c.Board()
    if isinstance(asked, AssignX):
        return c.AssignX(_strongest(_ship(view, side_of(_fight(view), asked.side).who)))
    if isinstance(asked, Choose) and asked.what == "x":
        return c.Choose(_strongest(_ship(view, seat)))
    return first_of(ORDER, legal)


def _npc_should_board(view: MaraudersView, side: int) -> bool:
    fight = _fight(view)
    own, other = side_of(fight, side).who, side_of(fight, 1 - side).who
    return isinstance(own, str) and _ship(view, own).crew > _ship(view, other).crew


def _strongest(ship: Locations) -> str:
    """The location other than the Hull with the highest current value; `max` takes the first of equals."""
    return max(X_ORDER, key=lambda place: int(getattr(ship, place)))


def _fight(view: MaraudersView) -> Battle:
    return next(frame for frame in reversed(view.stack) if isinstance(frame, Battle))


def _ship(view: MaraudersView, who: Side) -> Locations:
    if isinstance(who, str):
        return view.npcs[who].now
    ship = view.seats[who].ship
    assert ship is not None
    return ship.now
