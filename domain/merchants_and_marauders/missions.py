"""Missions (RULES.md, chapter 6.6)."""

from __future__ import annotations

from domain.game import Rng

from . import commands as c
from . import events as e
from .content import CARGO, MISSIONS, NATION_SIGNS, NATIONS, PORTS, Mission, Requirement, Step
from .flow import (
    Check,
    begin,
    change_gold,
    check,
    check_of,
    replenish,
    spend_action,
    start_card_fight,
    sure_by,
    sure_by_card,
)
from .frames import Frame, PortMenu, Resolve, TakeAction
from .state import Recorder, State, nation_of, npcs_in
from .state.conditions import Facts
from .trade import use_activity


def step_of(state: State, seat: int) -> Step | None:
    """The current step of the seat's mission; None without a mission."""
    own = state.seats[seat]
    return None if own.mission is None else MISSIONS[own.mission].steps[own.mission_step]


def lay_out(recorder: Recorder, rng: Rng) -> None:
    """Draws a mission and lays it out at the port that it names (MM-022, MM-130)."""
    if replenish(recorder, "mission", rng):
        card = recorder.state.mission.cards[0]
        recorder.emit(e.MissionLaidOut(card, MISSIONS[card].port))


# Claiming


def met_without_roll(state: State, seat: int, need: Requirement) -> bool:
    """Whether a requirement that needs no roll is met; True for those that do (MM-129)."""
    bounties = state.seats[seat].bounties
    match need.type:
        case "min_bounties":
            return sum(bounties.values()) >= need.n
        case "bounty_of":
            return need.nation in bounties
        case "no_bounty_of":
            return need.nation not in bounties
        case "captain_not_nation":
            return nation_of(state, seat) != need.nation
    return True


def wanted_and_had(state: State, seat: int, need: Requirement) -> dict[str, str | int]:
    """A requirement that needs no roll in figures: of what, how many are wanted, and how many the seat has."""
    bounties = state.seats[seat].bounties
    match need.type:
        case "min_bounties":
            return {"requirement": "bounties", "wanted": need.n, "had": sum(bounties.values())}
        case "captain_not_nation":
            same = nation_of(state, seat) == need.nation
            return {"requirement": f"{NATION_SIGNS[need.nation].name} captains", "wanted": 0, "had": int(same)}
    wanted = 1 if need.type == "bounty_of" else 0
    requirement = f"{NATION_SIGNS[need.nation].name} bounties"
    return {"requirement": requirement, "wanted": wanted, "had": bounties.get(need.nation, 0)}


def claim_price(mission: Mission) -> int:
    return sum(need.gold for need in mission.requirements if need.type == "pay")


def freight_of(mission: Mission) -> int:
    return sum(step.spaces for step in mission.steps if step.type == "carry")


def claim_checks(state: State, seat: int, mission: Mission) -> list[Check]:
    """The checks that all must succeed to claim a mission (MM-128)."""
    spared = sure_by(state, seat, "mission") is not None
    return [
        check_of(state, seat, need.skill, moments=("mission_check",), facts=Facts(skill=need.skill))
        for need in mission.requirements
        if need.type == "check" and not (spared and need.skill == "influence")
    ]


def claim_mission(recorder: Recorder, frame: PortMenu, command: c.ClaimMission, rng: Rng) -> None:
    """Checks first, then payment (MM-128, MM-129); an old mission is discarded, a new one laid out (MM-130), freight
    loaded (MM-131)."""
    mission = MISSIONS[command.mission]
    seat = frame.seat
    use_activity(recorder, frame, "mission")
    for need in mission.requirements:
        if need.type != "check":
            continue
        if need.skill == "influence" and sure_by_card(recorder, seat, "mission"):
            continue
        facts = Facts(skill=need.skill)
        if not check(recorder, seat, need.skill, rng, reason="mission", moments=("mission_check",), facts=facts)[0]:
            return
    change_gold(recorder, seat, -claim_price(mission), "mission")
    own = recorder.state.seats[seat]
    if own.mission is not None:
        recorder.emit(e.MissionLost(seat, own.mission))
    recorder.emit(e.MissionClaimed(seat, mission.id, freight_of(mission)))
    lay_out(recorder, rng)


# Progress


def _step_done(recorder: Recorder, seat: int) -> Frame | None:
    """The next step, or the reward after the last one (MM-134)."""
    own = recorder.state.seats[seat]
    assert own.mission is not None
    if is_last_step(recorder.state, seat):
        return Resolve(seat, f"mission:{own.mission}", "reward")
    recorder.emit(e.MissionAdvanced(seat, own.mission, own.mission_step + 1, ()))
    return None


def _options(step: Step | None) -> tuple[Step, ...]:
    if step is None:
        return ()
    return step.options if step.type == "any_of" else (step,)


def visited(recorder: Recorder, seat: int, port: str) -> Frame | None:
    """Progress by opening a Port action in this port (MM-404)."""
    own = recorder.state.seats[seat]
    for step in _options(step_of(recorder.state, seat)):
        if step.type == "visit" and port in step.ports and port not in own.mission_done:
            assert own.mission is not None
            done = (*own.mission_done, port)
            if len(done) == len(step.ports):
                return _step_done(recorder, seat)
            recorder.emit(e.MissionAdvanced(seat, own.mission, own.mission_step, done))
    return None


def defeated(recorder: Recorder, seat: int, npc: str, rng: Rng) -> Frame | None:
    for step in _options(step_of(recorder.state, seat)):
        if step.type == "defeat" and npc in step.npcs:
            return _step_done(recorder, seat)
    return None


def raided(recorder: Recorder, seat: int, nation: str) -> Frame | None:
    """Progress by a successful raid on a merchant of this nation."""
    own = recorder.state.seats[seat]
    for step in _options(step_of(recorder.state, seat)):
        if step.type == "raid" and step.nation == nation:
            assert own.mission is not None
            done = (*own.mission_done, "raid")
            if len(done) == step.n:
                return _step_done(recorder, seat)
            recorder.emit(e.MissionAdvanced(seat, own.mission, own.mission_step, done))
    return None


def crew_combat_done(recorder: Recorder, seat: int, won: bool, rng: Rng) -> Frame | None:
    """A crew combat step without a winner has failed (MM-407)."""
    step = step_of(recorder.state, seat)
    assert step is not None
    return _step_done(recorder, seat) if won else _step_failed(recorder, seat, step)


def _step_failed(recorder: Recorder, seat: int, step: Step) -> Frame | None:
    own = recorder.state.seats[seat]
    assert own.mission is not None
    if not step.retry:
        recorder.emit(e.MissionLost(seat, own.mission))
        return None
    return Resolve(seat, f"mission:{own.mission}", f"on_fail:{own.mission_step}") if step.on_fail else None


# Working on a mission


def in_place(state: State, seat: int, step: Step) -> bool:
    """Whether the captain is in a zone of the step. Steps that name no place can be done anywhere."""
    zone = state.seats[seat].zone
    if step.zone == "any_with_naval_npc":
        return any(npc in NATIONS for npc in npcs_in(state, zone))
    places = {PORTS[port].zone for port in (*step.ports, step.port) if port} | {step.zone} - {""}
    return not places or zone in places


PORT_STEPS = ("deliver", "carry", "pay")


def port_step(state: State, seat: int) -> Step:
    """The part of the current step that a Port action can do; the step itself if there is none."""
    now = step_of(state, seat)
    assert now is not None
    return next((step for step in _options(now) if step.type in PORT_STEPS), now)


def step_here(state: State, seat: int) -> Step:
    """The step that can be worked on now: in the Port action, or at sea."""
    step = step_of(state, seat) if isinstance(state.stack[-1], TakeAction) else port_step(state, seat)
    assert step is not None
    return step


def is_last_step(state: State, seat: int) -> bool:
    """Whether the mission is completed by its current step."""
    own = state.seats[seat]
    return own.mission is not None and own.mission_step + 1 == len(MISSIONS[own.mission].steps)


def goods_for(state: State, seat: int, step: Step) -> tuple[str, ...]:
    """The cargo cards that a delivery takes, in the order of their ids (MM-406)."""
    held = sorted(card for card in state.seats[seat].cargo if CARGO[card].good == step.good)
    return tuple(held[: step.n])


def work_mission(recorder: Recorder, frame: TakeAction | PortMenu, command: c.WorkMission, rng: Rng) -> None:
    """Works on the mission: within the Port action, or at sea for one action (MM-132)."""
    if isinstance(frame, PortMenu):
        _work_in_port(recorder, frame)
    else:
        spend_action(recorder, frame.seat, "mission")
        _work_at_sea(recorder, frame, rng)


def _work_in_port(recorder: Recorder, frame: PortMenu) -> None:
    step = port_step(recorder.state, frame.seat)
    if step.type == "deliver":
        recorder.emit(e.CargoDiscarded(frame.seat, goods_for(recorder.state, frame.seat, step), "mission"))
    elif step.type == "pay":
        change_gold(recorder, frame.seat, -step.gold, "mission")
    opened = _step_done(recorder, frame.seat)
    if opened is not None:
        begin(recorder, opened)


def _work_at_sea(recorder: Recorder, frame: TakeAction, rng: Rng) -> None:
    seat = frame.seat
    step = step_of(recorder.state, seat)
    own = recorder.state.seats[seat]
    assert step is not None
    if step.type == "crew_combat":
        assert own.mission is not None
        start_card_fight(recorder, seat, own.mission, step.enemy_crew, step.enemy_leadership)
        return
    passed, _ = check(recorder, seat, step.skill, rng, reason="mission_step", need=step.need)
    opened = _step_done(recorder, seat) if passed else _step_failed(recorder, seat, step)
    if opened is not None:
        begin(recorder, opened)
