"""Moving (RULES.md, chapter 4)."""

from __future__ import annotations

from domain.game import Rng

from . import commands as c
from . import events as e
from .battle.hits import endure
from .content import PORTS, ZONES
from .flow import begin, change_gold, check
from .frames import DiscardToLimit, TakeAction
from .npcs import look_for
from .state import Recorder, State, at_war, cargo_limit, home_port, nation_of, port_here, turn_of
from .state.modifiers import Facts, in_force, working

HARBOUR = ("move", "enter_or_leave_port")
SPENT_ON_MOVE = {"sail": ("move",), "enter_port": HARBOUR, "leave_port": HARBOUR}
"""The kinds of free action that can pay for each kind of Move."""


def free_by_event(state: State, seat: int, kind: str) -> bool:
    """Whether Trade Winds make this Move free: the first one from zone to zone (MM-049)."""
    if kind != "sail" or turn_of(state).wind_used:
        return False
    free = working(state, seat, "free_action", "", Facts(free_move=True))
    return any(effect.who == "each_captain" for effect in free)


def free_by_card(state: State, seat: int, kind: str) -> tuple[str, int] | None:
    """A card that makes this Move free: its source and the uses left."""
    cards = in_force(state, seat, "free_action")
    return next(((card.source, card.left) for card, effect in cards if effect.action in SPENT_ON_MOVE[kind]), None)


def can_pay(state: State, seat: int, kind: str) -> bool:
    """Whether an action is left for the Move, or something makes it free (MM-K08)."""
    return turn_of(state).actions > 0 or free_by_event(state, seat, kind) or free_by_card(state, seat, kind) is not None


def spend_move(recorder: Recorder, seat: int, kind: str) -> None:
    """Pays for a Move, with a free action if there is one (MM-K08)."""
    state = recorder.state
    left = turn_of(state).actions
    if free_by_event(state, seat, kind):
        recorder.emit(e.ActionSpent(seat, "move", True, left, by_wind=True))
        return
    card = free_by_card(state, seat, kind)
    if card is not None:
        recorder.emit(e.EffectUsed(seat, card[0], card[1] - 1))
        recorder.emit(e.ActionSpent(seat, "move", True, left))
        return
    recorder.emit(e.ActionSpent(seat, "move", False, left - 1))


# The three Moves


def sail(recorder: Recorder, frame: TakeAction, command: c.Sail, rng: Rng) -> None:
    """To an adjacent zone (MM-059), where hostile NPCs scout for the captain (MM-069)."""
    spend_move(recorder, frame.seat, "sail")
    recorder.emit(e.ShipMoved(frame.seat, recorder.state.seats[frame.seat].zone, command.zone))
    look_for(recorder, frame.seat, rng)


def leave_port(recorder: Recorder, frame: TakeAction, command: c.LeavePort, rng: Rng) -> None:
    """To the zone of the port. Cargo that does not fit at sea is discarded (MM-067)."""
    seat = frame.seat
    spend_move(recorder, seat, "leave_port")
    port = port_here(recorder.state.seats[seat])
    assert port is not None
    recorder.emit(e.PortLeft(seat, port))
    look_for(recorder, seat, rng)
    if len(recorder.state.seats[seat].cargo) > cargo_limit(recorder.state, seat):
        begin(recorder, DiscardToLimit(seat, "cargo"))


def closed_by(state: State, seat: int) -> str | None:
    """Why the port of this zone is closed: by a bounty (MM-061) or a war (MM-062). The home port never is (MM-063).

    Only a captain who enters is asked: one who is inside when it closes stays and may act there (MM-066).
    """
    own = state.seats[seat]
    port = port_here(own)
    if port is None or port == home_port(state, seat):
        return None
    if PORTS[port].nation in own.bounties:
        return "bounty"
    return "war" if at_war(state, PORTS[port].nation, nation_of(state, seat)) else None


def means_open(state: State, seat: int, means: str) -> bool:
    """Whether the captain can enter the closed port by this means (MM-064, MM-065, MM-397)."""
    own = state.seats[seat]
    reason = closed_by(state, seat)
    port = port_here(own)
    if reason is None or port is None:
        return False
    if means in ("gold", "influence"):
        if at_war(state, PORTS[port].nation, nation_of(state, seat)):
            return False
        return any(effect.any_of for effect in PORTS[port].port_rules)
    if means == "event":
        return any(effect.activities for effect in working(state, seat, "open_port"))
    return papers(state, seat) is not None


def papers(state: State, seat: int) -> str | None:
    return next((card.source for card, _ in in_force(state, seat, "open_port")), None)


ENTRY_PRICE = next(entry.pay for effect in PORTS["port_royal"].port_rules for entry in effect.any_of if entry.pay)


def enter_port(recorder: Recorder, frame: TakeAction, command: c.EnterPort, rng: Rng) -> None:
    """Into the port of the zone (MM-059), a closed one by some means (MM-064); a reef may hit the ship (MM-142)."""
    seat = frame.seat
    spend_move(recorder, seat, "enter_port")
    if command.means == "gold":
        change_gold(recorder, seat, -ENTRY_PRICE, "entry")
    elif command.means == "influence" and not check(recorder, seat, "influence", rng, reason="entry")[0]:
        return
    elif command.means == "papers":
        source = papers(recorder.state, seat)
        assert source is not None
        recorder.emit(e.EffectUsed(seat, source, 0))
    port = ZONES[recorder.state.seats[seat].zone].port
    assert port is not None
    recorder.emit(e.PortEntered(seat, port, command.means))
    for effect in working(recorder.state, seat, "check", "enter_port"):
        endure(recorder, seat, effect, rng, "reef")
