"""Answers to `take_action` (D-05) and the decisions of arriving captains (D-01 to D-04, D-29)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.kit.decisions import Answer, always, plain

from .. import captains, missions, moving, port, rounds, rumors, scouting, shipyard, trade
from .. import commands as c
from ..cards.feasibility import why_not
from ..content import PORTS, REPAIRABLE, RUMORS, STARTING_SHIPS, ZONES, glory_card
from ..flow import glory_points, leave
from ..frames import Carpenter, ChooseShip, HireByDeed, NewCaptain, PlaceModification, PortMenu, Spending, TakeAction
from ..missions import in_place, step_of
from ..state import (
    GOAL,
    State,
    full,
    in_home_port,
    npcs_in,
    port_here,
    ship_of,
    ship_supply,
    turn_of,
    waiting_for_captains,
)
from ..state.modifiers import may_move, scouting_forbidden, working
from . import figures

WITHDRAWALS = (c.WithdrawGold(1), c.WithdrawGold(5), c.WithdrawGold(10), c.WithdrawGold("all"))
SAILINGS: Mapping[str, tuple[c.Sail, ...]] = {
    name: tuple(map(c.Sail, zone.borders.values())) for name, zone in ZONES.items()
}
OPEN = (c.EnterPort("open"),)
WAYS_IN = (c.EnterPort("gold"), c.EnterPort("influence"), c.EnterPort("papers"), c.EnterPort("event"))
"""The ways into a closed port."""
BY_ROLL = (c.ScoutMerchant("roll"),)
MERCHANT_SCOUTINGS = (c.ScoutMerchant("roll"), c.ScoutMerchant("sure_spanish"))


def _actions(state: State) -> str | None:
    return None if turn_of(state).actions else "no_actions_left"


def check_ship_choice(state: State, frame: ChooseShip, command: c.ChooseShip) -> str | None:
    if command.ship not in STARTING_SHIPS:
        return "not_a_starting_ship"
    return "ship_not_in_supply" if ship_supply(state, c.named(command.ship)) <= 0 else None


def ship_choices(state: State, frame: ChooseShip) -> Iterable[c.ChooseShip]:
    return (c.ChooseShip(ship) for ship in STARTING_SHIPS)


def _redraw(state: State, frame: NewCaptain, command: c.RedrawCaptain) -> str | None:
    if frame.redrawn:
        return "already_redrawn"
    return None if state.captains else "captain_deck_empty"


def _place(state: State, frame: PlaceModification, command: c.PlaceModification) -> str | None:
    return "port_has_modification" if command.port in state.modifications else None


def _repair_free(state: State, frame: Carpenter, command: c.RepairFree) -> str | None:
    ship = ship_of(state, frame.seat)
    if getattr(ship.now, command.location) >= getattr(full(ship), command.location):
        return "not_damaged"
    return "crew_not_repairable" if command.location == "crew" else None


# Moving


def _sail(state: State, frame: TakeAction, command: c.Sail) -> str | None:
    """From sea to sea only: a ship in port first leaves it (MM-060)."""
    own = state.seats[frame.seat]
    if not moving.can_pay(state, frame.seat, "sail"):
        return "no_actions_left"
    if own.in_port:
        return "in_port"
    if command.zone not in ZONES[own.zone].borders.values():
        return "not_adjacent"
    return None if may_move(state, frame.seat) else "move_limit_reached"


def _enter_port(state: State, frame: TakeAction, command: c.EnterPort) -> str | None:
    own = state.seats[frame.seat]
    if not moving.can_pay(state, frame.seat, "enter_port"):
        return "no_actions_left"
    if own.in_port:
        return "in_port"
    if ZONES[own.zone].port is None:
        return "no_port_here"
    if not may_move(state, frame.seat):
        return "move_limit_reached"
    reason = moving.closed_by(state, frame.seat)
    if command.means == "open":
        if reason is not None:
            return "port_closed_bounty" if reason == "bounty" else "port_closed_war"
        return None
    if command.means == "gold" and own.gold < moving.ENTRY_PRICE:
        return "cannot_afford"
    return None if moving.means_open(state, frame.seat, command.means) else "means_not_available"


def _leave_port(state: State, frame: TakeAction, command: c.LeavePort) -> str | None:
    if not moving.can_pay(state, frame.seat, "leave_port"):
        return "no_actions_left"
    if not state.seats[frame.seat].in_port:
        return "at_sea"
    return None if may_move(state, frame.seat) else "move_limit_reached"


# In candidates, what cannot be is left out where that is quicker than to refuse it one by one.


def sailings(state: State, frame: TakeAction) -> Sequence[c.Sail]:
    return SAILINGS[state.seats[frame.seat].zone]


def entries(state: State, frame: TakeAction) -> Iterable[c.EnterPort]:
    if ZONES[state.seats[frame.seat].zone].port is None:
        return ()
    return OPEN if moving.closed_by(state, frame.seat) is None else WAYS_IN


# Scouting


def _why_not_scout(state: State, seat: int) -> str | None:
    """Nobody scouts from a port (MM-072) or under Gale (MM-046)."""
    if (code := _actions(state)) is not None:
        return code
    if state.seats[seat].in_port:
        return "in_port"
    return "scouting_forbidden" if scouting_forbidden(state, "scout") else None


def _scout_merchant(state: State, frame: TakeAction, command: c.ScoutMerchant) -> str | None:
    """A merchant token once in a captain turn (MM-073)."""
    if (code := _why_not_scout(state, frame.seat)) is not None:
        return code
    zone = state.seats[frame.seat].zone
    if zone not in state.merchants:
        return "no_merchant_here"
    if f"merchant:{zone}" in turn_of(state).scouted:
        return "already_scouted"
    if command.way == "sure_spanish" and not scouting.finds_spanish(state, frame.seat):
        return "way_not_available"
    return None


def _scout_npc(state: State, frame: TakeAction, command: c.ScoutNpc) -> str | None:
    """Each NPC ship in the zone once in a captain turn (MM-073, MM-074)."""
    if (code := _why_not_scout(state, frame.seat)) is not None:
        return code
    npc = state.npcs.get(command.npc)
    if npc is None or npc.zone != state.seats[frame.seat].zone:
        return "target_not_here"
    return "already_scouted" if f"npc:{command.npc}" in turn_of(state).scouted else None


def _scout_captain(state: State, frame: TakeAction, command: c.ScoutCaptain) -> str | None:
    """Each captain at sea in the zone (MM-072) once in a captain turn (MM-073, MM-074)."""
    if (code := _why_not_scout(state, frame.seat)) is not None:
        return code
    other = state.seats[command.seat]
    here = command.seat != frame.seat and other.zone == state.seats[frame.seat].zone
    if not here:
        return "target_not_here"
    if other.in_port:
        return "target_in_port"
    return "already_scouted" if f"captain:{command.seat}" in turn_of(state).scouted else None


def merchants(state: State, frame: TakeAction) -> Iterable[c.ScoutMerchant]:
    zone = state.seats[frame.seat].zone
    if zone not in state.merchants:
        return ()
    sure = ZONES[zone].zone_rules and scouting.finds_spanish(state, frame.seat)
    return MERCHANT_SCOUTINGS if sure else BY_ROLL


def ships(state: State, frame: TakeAction) -> Iterable[c.ScoutNpc]:
    return map(c.ScoutNpc, npcs_in(state, state.seats[frame.seat].zone))


def captains_here(state: State, frame: TakeAction) -> Iterable[c.ScoutCaptain]:
    zone = state.seats[frame.seat].zone
    return [
        c.ScoutCaptain(seat)
        for seat, other in enumerate(state.seats)
        if other.zone == zone and not other.in_port and seat != frame.seat
    ]


# Port action, rumors, missions


def _open_port_action(state: State, frame: TakeAction, command: c.OpenPortAction) -> str | None:
    """Once in a captain turn, in port (MM-039)."""
    if (code := _actions(state)) is not None:
        return code
    if not state.seats[frame.seat].in_port:
        return "at_sea"
    return "port_action_used" if turn_of(state).port_action_used else None


def check_rumor(state: State, frame: TakeAction | PortMenu, command: c.PlayRumor) -> str | None:
    """At the place that the rumor names (MM-124)."""
    own = state.seats[frame.seat]
    at_sea = isinstance(frame, TakeAction)
    if at_sea and (code := _actions(state)) is not None:
        return code
    if not own.rumors:
        return "no_rumor"
    if own.open_rumor is not None:
        return "rumor_already_played"
    where = RUMORS[own.rumors[0]].where
    kind = "zone" if at_sea else "port"
    if where.kind != kind or where.id != (own.zone if kind == "zone" else port_here(own)):
        return "wrong_place"
    return "in_port" if at_sea and own.in_port else None


def _work_mission(state: State, frame: TakeAction, command: c.WorkMission) -> str | None:
    """A step at sea, at its place (MM-132)."""
    own = state.seats[frame.seat]
    if (code := _actions(state)) is not None:
        return code
    if not own.mission:
        return "no_mission"
    step = step_of(state, frame.seat)
    assert step is not None
    if not in_place(state, frame.seat, step):
        return "wrong_place"
    if step.type not in ("check", "crew_combat"):
        return "wrong_step"
    return "in_port" if own.in_port else None


def _use_cove(state: State, frame: TakeAction, command: c.UseCove) -> str | None:
    own = state.seats[frame.seat]
    if (code := _actions(state)) is not None:
        return code
    coves = [effect.at_zone for effect in working(state, frame.seat, "allow_stash") if effect.at_zone]
    if not coves:
        return "no_rumor"
    if own.zone not in coves:
        return "wrong_place"
    if own.in_port:
        return "in_port"
    return None if own.gold else "no_gold"


TIMINGS_IN_A_PORT_ACTION = ("port_action", "own_turn", "before_buy")
TIMINGS_OF_ACTIONS = {False: ("own_turn", "own_turn_at_sea"), True: ("own_turn",)}
"""At sea, and in port."""


def check_glory(state: State, frame: TakeAction | PortMenu, command: c.PlayGlory) -> str | None:
    own = state.seats[frame.seat]
    if command.card not in own.glory:
        return "not_in_hand"
    timing = glory_card(command.card).timing
    if timing not in (TIMINGS_OF_ACTIONS[own.in_port] if isinstance(frame, TakeAction) else TIMINGS_IN_A_PORT_ACTION):
        return "wrong_timing"
    code = why_not(state, frame.seat, command.card)
    if code is not None:
        return code
    return None


def glory_choices(state: State, frame: TakeAction | PortMenu) -> Iterable[c.PlayGlory]:
    return [c.PlayGlory(card) for card in state.seats[frame.seat].glory]


def check_withdrawal(state: State, frame: Spending, command: c.WithdrawGold) -> str | None:
    if not in_home_port(state, frame.seat):
        return "not_home_port"
    stash = state.seats[frame.seat].stash
    return "stash_too_small" if stash < c.amount_of(command.amount, everything=1) else None


def withdrawals(state: State, frame: Spending) -> Iterable[c.WithdrawGold]:
    return WITHDRAWALS if state.seats[frame.seat].stash and in_home_port(state, frame.seat) else ()


def _retire(state: State, frame: TakeAction, command: c.Retire) -> str | None:
    """At the start of a turn that began in port (MM-366), if a captain card is left (MM-368)."""
    turn = turn_of(state)
    if not turn.began_in_port:
        return "not_started_in_port"
    if turn.acted:
        return "action_taken"
    left = len(state.captains)
    return "captain_deck_empty" if left < len(state.seats) and left <= waiting_for_captains(state) else None


def check_declaration(state: State, frame: TakeAction | PortMenu, command: c.DeclareVictory) -> str | None:
    """Stash points count too, and declaring with them is free to the seat (MM-371)."""
    if glory_points(state, frame.seat) < GOAL:
        return "not_enough_glory"
    return "already_declared" if state.seats[frame.seat].declared else None


def _deed(state: State, frame: HireByDeed, command: c.HireSpecialist) -> str | None:
    if command.card not in state.seats[frame.seat].glory:
        return "not_in_hand"
    code = rounds.why_not_by_deed(state, frame.seat, command.card)
    if code is not None:
        return code
    return None


def hands(state: State, frame: HireByDeed | PortMenu) -> Iterable[c.HireSpecialist]:
    return [c.HireSpecialist(card) for card in state.seats[frame.seat].glory if glory_card(card).hire is not None]


WITHDRAW = Answer(trade.withdraw_gold, withdrawals, check_withdrawal, figures=figures.STASHED)
PLAY_GLORY = Answer(port.play_glory, glory_choices, check_glory)
PLAY_RUMOR = Answer(rumors.play_rumor, plain(c.PlayRumor()), check_rumor)
DECLARE = Answer(port.declare_victory, plain(c.DeclareVictory()), check_declaration, figures=figures.POINTS)

TAKE_ACTION: Mapping[type[c.Command], Answer] = {
    c.Sail: Answer(moving.sail, sailings, _sail, alike=True, figures=figures.MOVES),
    c.EnterPort: Answer(moving.enter_port, entries, _enter_port, figures=figures.ENTRY),
    c.LeavePort: Answer(moving.leave_port, plain(c.LeavePort()), _leave_port, figures=figures.MOVES),
    c.ScoutMerchant: Answer(scouting.scout_merchant, merchants, _scout_merchant),
    c.ScoutNpc: Answer(scouting.scout_npc, ships, _scout_npc),
    c.ScoutCaptain: Answer(scouting.scout_captain, captains_here, _scout_captain),
    c.OpenPortAction: Answer(port.open_port_action, plain(c.OpenPortAction()), _open_port_action),
    c.PlayRumor: PLAY_RUMOR,
    c.WorkMission: Answer(missions.work_mission, plain(c.WorkMission()), _work_mission),
    c.UseCove: Answer(rumors.use_cove, plain(c.UseCove()), _use_cove, figures=figures.STASHING),
    c.PlayGlory: PLAY_GLORY,
    c.WithdrawGold: WITHDRAW,
    c.Retire: Answer(captains.retire, plain(c.Retire()), _retire, figures=figures.CAPTAINS),
    c.DeclareVictory: DECLARE,
    c.EndTurn: Answer(leave, plain(c.EndTurn()), always),
}

ARRIVALS: Mapping[type[object], Mapping[type[c.Command], Answer]] = {
    ChooseShip: {
        c.ChooseShip: Answer(
            lambda recorder, frame, command, rng: captains.choose_ship(recorder, frame, frame.seat, command, rng),
            ship_choices,
            check_ship_choice,
            figures=figures.SUPPLY,
        )
    },
    NewCaptain: {
        c.KeepCaptain: Answer(captains.keep_captain, plain(c.KeepCaptain()), always),
        c.RedrawCaptain: Answer(captains.redraw_captain, plain(c.RedrawCaptain()), _redraw, figures=figures.CAPTAINS),
    },
    PlaceModification: {
        c.PlaceModification: Answer(
            shipyard.place_modification, lambda s, f: [c.PlaceModification(name) for name in PORTS], _place
        )
    },
    Carpenter: {
        c.RepairFree: Answer(
            rounds.repair_free,
            lambda s, f: [c.RepairFree(place) for place in REPAIRABLE],
            _repair_free,
            figures=figures.DAMAGE,
        ),
        c.Pass: Answer(leave, plain(c.Pass()), always),
    },
    HireByDeed: {
        c.HireSpecialist: Answer(rounds.hire, hands, _deed),
        c.Pass: Answer(leave, plain(c.Pass()), always),
    },
    TakeAction: TAKE_ACTION,
}
