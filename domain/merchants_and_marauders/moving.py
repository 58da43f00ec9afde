"""Moving (RULES.md, chapter 4)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from domain.game import Rng

from . import commands as c
from . import events as e
from .battle.hits import endure
from .content import CAPTAINS, PORTS, ZONES, Effect
from .flow import begin, change_gold, check
from .frames import DiscardToLimit, TakeAction
from .npcs import look_for
from .state import Recorder, State, at_war, cargo_limit, enemies, nation_of, port_here, turn_of
from .state.conditions import Facts
from .state.modifiers import event_has, in_force, working

HARBOUR = ("move", "enter_or_leave_port")
FREE_MOVE = Facts(free_move=True)
SPENT_ON_MOVE = {"sail": ("move",), "enter_port": HARBOUR, "leave_port": HARBOUR}
"""The kinds of free action that can pay for each kind of Move."""


def free_by_event(state: State, seat: int, kind: str) -> bool:
    """Whether Trade Winds make this Move free: the first one from zone to zone (MM-049)."""
    if kind != "sail" or not event_has(state, "free_action") or turn_of(state).wind_used:
        return False
    return bool([effect for effect in working(state, seat, "free_action", "", FREE_MOVE) if effect.who == "each_captain"])


def free_by_card(state: State, seat: int, kind: str) -> tuple[str, int] | None:
    """A card that makes this Move free: its source and the uses left."""
    if not state.lasting:
        return None
    for card, effect in in_force(state, seat, "free_action"):
        if effect.action in SPENT_ON_MOVE[kind]:
            return card.source, card.left
    return None


def can_pay(state: State, seat: int, kind: str) -> bool:
    """Whether an action is left for the Move, or something makes it free (MM-K08)."""
    return turn_of(state).actions > 0 or not price_of_move(state, seat, kind)


def price_of_move(state: State, seat: int, kind: str) -> int:
    """The actions that a Move costs: 1, or none if something makes it free (MM-K08)."""
    return int(not free_by_event(state, seat, kind) and free_by_card(state, seat, kind) is None)


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
    """Why the port of this zone is closed.

    Only a captain who enters is asked: one who is inside when it closes stays and may act there (MM-066).
    """
    own = state.seats[seat]
    if not own.bounties and not state.wars:  # No other reason closes a port.
        return None
    port = ZONES[own.zone].port
    if port is None:
        return None
    assert own.captain is not None
    return closes(port, own.captain, own.bounties, state.wars)


def closes(port: str, captain: str, bounties: Container[str], wars: Sequence[tuple[str, str]]) -> str | None:
    """Why a port is closed to a captain on whom these nations have bounties, in these wars: by a bounty (MM-061) or a war
    (MM-062). The home port never is (MM-063)."""
    nation, own = PORTS[port].nation, CAPTAINS[captain]
    if port == own.home_port:
        return None
    if nation in bounties:
        return "bounty"
    return "war" if wars and enemies(wars, nation, own.nation) else None


PAID_ENTRY = {port.id: any(effect.any_of for effect in port.port_rules) for port in PORTS.values()}
"""By port: whether a captain who is kept out by a bounty can pay or talk the way in."""


def means_open(state: State, seat: int, means: str) -> bool:
    """Whether the captain can enter the closed port by this means (MM-064, MM-065, MM-397)."""
    port = port_here(state.seats[seat])
    if port is None or closed_by(state, seat) is None:
        return False
    if means in ("gold", "influence"):
        return PAID_ENTRY[port] and not at_war(state, PORTS[port].nation, nation_of(state, seat))
    if means == "event":
        return bool([effect for effect in working(state, seat, "open_port") if effect.activities])
    return papers(state, seat) is not None


def papers(state: State, seat: int) -> str | None:
    cards = in_force(state, seat, "open_port")
    return cards[0][0].source if cards else None


ENTRY_PRICE = next(entry.pay for effect in PORTS["port_royal"].port_rules for entry in effect.any_of if entry.pay)


def reef_checks(state: State, seat: int) -> list[Effect]:
    """What a captain in the port of this zone has to roll for on the way in (MM-142)."""
    return working(state, seat, "check", "enter_port")


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
    for effect in reef_checks(recorder.state, seat):
        endure(recorder, seat, effect, rng, "reef")
