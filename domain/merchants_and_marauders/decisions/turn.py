"""Answers to `take_action` (D-05) and the decisions of arriving captains (D-01 to D-04, D-29)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.kit.decisions import Answer, always, plain

from .. import captains, missions, moving, port, rounds, rumors, scouting, shipyard, trade
from .. import commands as c
from ..cards.feasibility import why_not
from ..content import NPCS, PORTS, REPAIRABLE, RUMORS, STARTING_SHIPS, ZONES, glory_card
from ..flow import glory_points, leave
from ..frames import Carpenter, ChooseShip, HireByDeed, NewCaptain, PlaceModification, PortMenu, Spending, TakeAction
from ..missions import in_place, step_of
from ..refusals import refuse, require
from ..state import GOAL, State, full, in_home_port, port_here, ship_of, ship_supply, turn_of, waiting_for_captains
from ..state.modifiers import may_move, scouting_forbidden, working

WITHDRAWALS = (c.WithdrawGold(1), c.WithdrawGold(5), c.WithdrawGold(10), c.WithdrawGold("all"))


def _actions(state: State) -> None:
    require(turn_of(state).actions, "no_actions_left")


def check_ship_choice(state: State, frame: ChooseShip, command: c.ChooseShip) -> None:
    require(command.ship in STARTING_SHIPS, "not_a_starting_ship")
    require(ship_supply(state, c.named(command.ship)) > 0, "ship_not_in_supply")


def ship_choices(state: State, frame: ChooseShip) -> Iterable[c.ChooseShip]:
    return (c.ChooseShip(ship) for ship in STARTING_SHIPS)


def _redraw(state: State, frame: NewCaptain, command: c.RedrawCaptain) -> None:
    require(not frame.redrawn, "already_redrawn")
    require(state.captains, "captain_deck_empty")


def _place(state: State, frame: PlaceModification, command: c.PlaceModification) -> None:
    require(command.port not in state.modifications, "port_has_modification")


def _repair_free(state: State, frame: Carpenter, command: c.RepairFree) -> None:
    ship = ship_of(state, frame.seat)
    require(getattr(ship.now, command.location) < getattr(full(ship), command.location), "not_damaged")
    require(command.location != "crew", "crew_not_repairable")


# Moving


def _move_left(state: State, seat: int) -> None:
    require(may_move(state, seat), "move_limit_reached")


def _sail(state: State, frame: TakeAction, command: c.Sail) -> None:
    """From sea to sea only: a ship in port first leaves it (MM-060)."""
    own = state.seats[frame.seat]
    require(moving.can_pay(state, frame.seat, "sail"), "no_actions_left")
    require(not own.in_port, "in_port")
    require(command.zone in ZONES[own.zone].borders.values(), "not_adjacent")
    _move_left(state, frame.seat)


def _enter_port(state: State, frame: TakeAction, command: c.EnterPort) -> None:
    own = state.seats[frame.seat]
    require(moving.can_pay(state, frame.seat, "enter_port"), "no_actions_left")
    require(not own.in_port, "in_port")
    require(port_here(own), "no_port_here")
    _move_left(state, frame.seat)
    reason = moving.closed_by(state, frame.seat)
    if command.means == "open":
        if reason is not None:
            refuse("port_closed_bounty" if reason == "bounty" else "port_closed_war")
        return
    require(command.means != "gold" or own.gold >= moving.ENTRY_PRICE, "not_enough_gold")
    require(moving.means_open(state, frame.seat, command.means), "means_not_available")


def _leave_port(state: State, frame: TakeAction, command: c.LeavePort) -> None:
    require(moving.can_pay(state, frame.seat, "leave_port"), "no_actions_left")
    require(state.seats[frame.seat].in_port, "at_sea")
    _move_left(state, frame.seat)


# Scouting


def _may_scout(state: State, seat: int) -> None:
    """Nobody scouts from a port (MM-072) or under Gale (MM-046)."""
    _actions(state)
    require(not state.seats[seat].in_port, "in_port")
    require(not scouting_forbidden(state, "scout"), "scouting_forbidden")


def _scout_merchant(state: State, frame: TakeAction, command: c.ScoutMerchant) -> None:
    """A merchant token once in a captain turn (MM-073)."""
    _may_scout(state, frame.seat)
    zone = state.seats[frame.seat].zone
    require(zone in state.merchants, "no_merchant_here")
    require(f"merchant:{zone}" not in turn_of(state).scouted, "already_scouted")
    if command.way == "sure_spanish":
        require(working(state, frame.seat, "auto_success", "scout_merchant"), "way_not_available")


def _scout_npc(state: State, frame: TakeAction, command: c.ScoutNpc) -> None:
    """Each NPC ship in the zone once in a captain turn (MM-073, MM-074)."""
    _may_scout(state, frame.seat)
    npc = state.npcs.get(command.npc)
    require(npc is not None and npc.zone == state.seats[frame.seat].zone, "target_not_here")
    require(f"npc:{command.npc}" not in turn_of(state).scouted, "already_scouted")


def _scout_captain(state: State, frame: TakeAction, command: c.ScoutCaptain) -> None:
    """Each captain at sea in the zone (MM-072) once in a captain turn (MM-073, MM-074)."""
    _may_scout(state, frame.seat)
    other = state.seats[command.seat]
    here = command.seat != frame.seat and other.zone == state.seats[frame.seat].zone
    require(here, "target_not_here")
    require(not other.in_port, "target_in_port")
    require(f"captain:{command.seat}" not in turn_of(state).scouted, "already_scouted")


# Port action, rumors, missions


def _open_port_action(state: State, frame: TakeAction, command: c.OpenPortAction) -> None:
    """Once in a captain turn, in port (MM-039)."""
    _actions(state)
    require(state.seats[frame.seat].in_port, "at_sea")
    require(not turn_of(state).port_action_used, "port_action_used")


def check_rumor(state: State, frame: TakeAction | PortMenu, command: c.PlayRumor) -> None:
    """At the place that the rumor names (MM-124)."""
    own = state.seats[frame.seat]
    if isinstance(frame, TakeAction):
        _actions(state)
    require(own.rumors, "no_rumor")
    require(own.open_rumor is None, "rumor_already_played")
    where = RUMORS[own.rumors[0]].where
    kind = "zone" if isinstance(frame, TakeAction) else "port"
    require(where.kind == kind and where.id == (own.zone if kind == "zone" else port_here(own)), "wrong_place")
    if isinstance(frame, TakeAction):
        require(not own.in_port, "in_port")


def _work_mission(state: State, frame: TakeAction, command: c.WorkMission) -> None:
    """A step at sea, at its place (MM-132)."""
    own = state.seats[frame.seat]
    _actions(state)
    require(own.mission, "no_mission")
    step = step_of(state, frame.seat)
    assert step is not None
    require(in_place(state, frame.seat, step), "wrong_place")
    require(step.type in ("check", "crew_combat"), "wrong_step")
    require(not own.in_port, "in_port")


def _use_cove(state: State, frame: TakeAction, command: c.UseCove) -> None:
    own = state.seats[frame.seat]
    _actions(state)
    coves = [effect.at_zone for effect in working(state, frame.seat, "allow_stash") if effect.at_zone]
    require(coves, "no_rumor")
    require(own.zone in coves, "wrong_place")
    require(not own.in_port, "in_port")
    require(own.gold, "no_gold")


def check_glory(state: State, frame: TakeAction | PortMenu, command: c.PlayGlory) -> None:
    own = state.seats[frame.seat]
    require(command.card in own.glory, "not_in_hand")
    timing = glory_card(command.card).timing
    if isinstance(frame, TakeAction):
        fitting = timing == "own_turn" or (timing == "own_turn_at_sea" and not own.in_port)
    else:
        fitting = timing in ("port_action", "own_turn", "before_buy")
    require(fitting, "wrong_timing")
    code = why_not(state, frame.seat, command.card)
    if code is not None:
        refuse(code)


def glory_choices(state: State, frame: TakeAction | PortMenu) -> Iterable[c.PlayGlory]:
    return (c.PlayGlory(card) for card in state.seats[frame.seat].glory)


def check_withdrawal(state: State, frame: Spending, command: c.WithdrawGold) -> None:
    require(in_home_port(state, frame.seat), "not_home_port")
    stash = state.seats[frame.seat].stash
    require(stash >= c.amount_of(command.amount, everything=1), "stash_too_small")


def withdrawals(state: State, frame: Spending) -> Iterable[c.WithdrawGold]:
    return WITHDRAWALS


def _retire(state: State, frame: TakeAction, command: c.Retire) -> None:
    """At the start of a turn that began in port (MM-366), if a captain card is left (MM-368)."""
    turn = turn_of(state)
    require(turn.began_in_port, "not_started_in_port")
    require(not turn.acted, "action_taken")
    require(len(state.captains) > waiting_for_captains(state), "captain_deck_empty")


def check_declaration(state: State, frame: TakeAction | PortMenu, command: c.DeclareVictory) -> None:
    """Stash points count too, and declaring with them is free to the seat (MM-371)."""
    require(glory_points(state, frame.seat) >= GOAL, "not_enough_glory")
    require(not state.seats[frame.seat].declared, "already_declared")


def _deed(state: State, frame: HireByDeed, command: c.HireSpecialist) -> None:
    require(command.card in state.seats[frame.seat].glory, "not_in_hand")
    code = rounds.why_not_by_deed(state, frame.seat, command.card)
    if code is not None:
        refuse(code)


def hands(state: State, frame: HireByDeed | PortMenu) -> Iterable[c.HireSpecialist]:
    return (c.HireSpecialist(card) for card in state.seats[frame.seat].glory)


WITHDRAW = Answer(trade.withdraw_gold, withdrawals, check_withdrawal)
PLAY_GLORY = Answer(port.play_glory, glory_choices, check_glory)
PLAY_RUMOR = Answer(rumors.play_rumor, plain(c.PlayRumor()), check_rumor)
DECLARE = Answer(port.declare_victory, plain(c.DeclareVictory()), check_declaration)

TAKE_ACTION: Mapping[type[c.Command], Answer] = {
    c.Sail: Answer(moving.sail, lambda s, f: [c.Sail(z) for z in ZONES[s.seats[f.seat].zone].borders.values()], _sail),
    c.EnterPort: Answer(
        moving.enter_port,
        lambda s, f: [
            c.EnterPort("open"),
            c.EnterPort("gold"),
            c.EnterPort("influence"),
            c.EnterPort("papers"),
            c.EnterPort("event"),
        ],
        _enter_port,
    ),
    c.LeavePort: Answer(moving.leave_port, plain(c.LeavePort()), _leave_port),
    c.ScoutMerchant: Answer(
        scouting.scout_merchant, lambda s, f: [c.ScoutMerchant("roll"), c.ScoutMerchant("sure_spanish")], _scout_merchant
    ),
    c.ScoutNpc: Answer(scouting.scout_npc, lambda s, f: [c.ScoutNpc(npc) for npc in NPCS], _scout_npc),
    c.ScoutCaptain: Answer(
        scouting.scout_captain, lambda s, f: [c.ScoutCaptain(seat) for seat in range(len(s.seats))], _scout_captain
    ),
    c.OpenPortAction: Answer(port.open_port_action, plain(c.OpenPortAction()), _open_port_action),
    c.PlayRumor: PLAY_RUMOR,
    c.WorkMission: Answer(missions.work_mission, plain(c.WorkMission()), _work_mission),
    c.UseCove: Answer(rumors.use_cove, plain(c.UseCove()), _use_cove),
    c.PlayGlory: PLAY_GLORY,
    c.WithdrawGold: WITHDRAW,
    c.Retire: Answer(captains.retire, plain(c.Retire()), _retire),
    c.DeclareVictory: DECLARE,
    c.EndTurn: Answer(leave, plain(c.EndTurn()), always),
}

ARRIVALS: Mapping[type[object], Mapping[type[c.Command], Answer]] = {
    ChooseShip: {
        c.ChooseShip: Answer(
            lambda recorder, frame, command, rng: captains.choose_ship(recorder, frame, frame.seat, command, rng),
            ship_choices,
            check_ship_choice,
        )
    },
    NewCaptain: {
        c.KeepCaptain: Answer(captains.keep_captain, plain(c.KeepCaptain()), always),
        c.RedrawCaptain: Answer(captains.redraw_captain, plain(c.RedrawCaptain()), _redraw),
    },
    PlaceModification: {
        c.PlaceModification: Answer(
            shipyard.place_modification, lambda s, f: [c.PlaceModification(name) for name in PORTS], _place
        )
    },
    Carpenter: {
        c.RepairFree: Answer(rounds.repair_free, lambda s, f: [c.RepairFree(place) for place in REPAIRABLE], _repair_free),
        c.Pass: Answer(leave, plain(c.Pass()), always),
    },
    HireByDeed: {
        c.HireSpecialist: Answer(rounds.hire, hands, _deed),
        c.Pass: Answer(leave, plain(c.Pass()), always),
    },
    TakeAction: TAKE_ACTION,
}
