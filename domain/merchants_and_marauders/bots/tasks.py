"""The value of rumors and missions (RULES.md, chapters 6.5 and 6.6), in gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .. import odds
from ..content import MISSIONS, PORTS, RUMORS, ZONES, Effects, Mission, Step
from ..content.map import distances
from ..missions import PORT_STEPS, claim_price, freight_of, met_without_roll, step_of
from ..rumors import rumor_price
from ..state.conditions import Facts
from . import heuristics
from .forecast import Forecast, means

REWARDS: Mapping[str, float] = {
    "gain_modification": heuristics.FITTING,
    "hire_specialist": heuristics.SPECIALIST,
    "gain_special_weapons": 8.0,
    "recruit": 3.0,
    "repair": 4.0,
    "discount": 6.0,
    "start_raid": 8.0,
    "start_crew_combat": 2.0,
    "sell_goods_at": 5.0,
    "take_good": 8.0,
    "allow_stash": 3.0,
    "move_npc": 1.0,
    "set_demand": 1.0,
}
"""The value of rewards other than gold, goods and cards."""
UNSURE: Mapping[str, float] = {"deliver": 0.5, "defeat": 0.3, "raid": 0.5, "any_of": 0.5}
"""The chance that a captain ever does such a step."""
STEP_LEFT = 0.55
"""Each step still to follow multiplies the value of the reward by this."""


def reward(effects: Effects) -> float:
    """The value of the effects of a rumor or mission."""
    gain = 0.0
    for effect in effects:
        match effect.op:
            case "gain_gold":
                gain += int(effect.n)
            case "draw_cargo":
                gain += int(effect.n) * max(0.0, heuristics.CARGO - effect.price_each)
            case "draw_glory":
                gain += int(effect.n) * heuristics.CARD
            case "bounty":
                gain -= effect.delta * heuristics.MORE_BOUNTY
            case op:
                gain += REWARDS.get(op, 0.0)
    return gain


# Rumors


def rumor_worth(own: Forecast, rumor: str) -> float:
    """The value of a rumor at the place where it is played."""
    card = RUMORS[rumor]
    return own.chance(card.skill, card.need) * (heuristics.GLORY + reward(card.effects)) - harm(card.on_fail)


def harm(effects: Effects) -> float:
    return 1.0 * len(effects)


def rumor_zone(rumor: str) -> tuple[str, bool]:
    """Where it is played, and whether in the port."""
    where = RUMORS[rumor].where
    return (PORTS[where.id].zone, True) if where.kind == "port" else (where.id, False)


def held_worth(own: Forecast, rumor: str) -> float:
    """The value of a rumor in hand, less the way to its place. One already played is worth a place to stash."""
    if rumor == own.own.open_rumor:
        return heuristics.CARD
    zone, in_port = rumor_zone(rumor)
    if in_port and means(own, ZONES[zone].port or "") is None:
        return 0.0
    return max(0.0, rumor_worth(own, rumor) - heuristics.ACTION * distances(own.own.zone)[zone])


def seek_worth(own: Forecast, port: str, gold: float) -> float:
    """The value of seeking a rumor (MM-122). It replaces a rumor already in hand (MM-123)."""
    price = rumor_price(own.at(PORTS[port].zone, in_port=True), own.seat)
    if own.rounds_left < 2 or gold < price:
        return 0.0
    held = max((held_worth(own, rumor) for rumor in own.own.rumors), default=0.0)
    return max(0.0, own.chance("influence", moment="rumor_check") * max(0.0, heuristics.TASK - held) - price)


# Missions


def step_now(own: Forecast) -> Step | None:
    """The current step; if it has options, the one that a Port action does."""
    step = step_of(own.state, own.seat)
    if step is not None and step.type == "any_of":
        return next((option for option in step.options if option.type in PORT_STEPS), step)
    return step


def defeats(own: Forecast, npc: str) -> bool:
    """Whether beating this NPC ship is a step of the mission."""
    step = step_of(own.state, own.seat)
    options = () if step is None else (step, *step.options)
    return any(option.type == "defeat" and npc in option.npcs for option in options)


def raids(own: Forecast, nation: str) -> bool:
    """Whether raiding this nation is a step of the mission."""
    step = step_of(own.state, own.seat)
    return step is not None and step.type == "raid" and step.nation == nation


def wanted_goods(own: Forecast) -> Counter[str]:
    """The goods to be delivered."""
    step = step_now(own)
    return Counter({step.good: step.n}) if step is not None and step.type == "deliver" else Counter()


def step_worth(own: Forecast) -> float:
    """The value of doing the current step: the reward, discounted for each step still to follow."""
    assert own.own.mission is not None
    card = MISSIONS[own.own.mission]
    step = card.steps[own.own.mission_step]
    left = len(card.steps) - own.own.mission_step - 1
    if step.type in ("visit", "raid"):
        left += max(len(step.ports), step.n) - len(own.own.mission_done) - 1
    return (heuristics.GLORY + reward(card.reward)) * STEP_LEFT**left


def step_chance(own: Forecast, step: Step) -> float:
    """The chance that a try of the step succeeds."""
    if step.type == "check":
        return own.chance(step.skill, step.need)
    if step.type == "crew_combat":
        return odds.crew_combat(own.now.crew, own.fighter.leadership, step.enemy_crew, step.enemy_leadership)
    return 1.0


def step_gain(own: Forecast, step: Step) -> float:
    """The value of trying the current step. A lost crew combat kills the captain (MM-313)."""
    chance = step_chance(own, step)
    gain = chance * step_worth(own) - (1 - chance) * harm(step.on_fail)
    return gain - (1 - chance) * own.at_stake if step.type == "crew_combat" else gain


def step_ready(own: Forecast, port: str) -> bool:
    """Whether the mission goes on by a Port action here."""
    step = step_now(own)
    if step is None:
        return False
    match step.type:
        case "visit":
            return port in step.ports and port not in own.own.mission_done
        case "carry":
            return port == step.port
        case "deliver":
            return port == step.port and own.goods[step.good] >= step.n
        case "pay":
            return port == step.port and own.own.gold >= step.gold
    return False


def actions_for(mission: Mission) -> int:
    """About how many actions a mission takes from its port on."""
    actions, here = 0, PORTS[mission.port].zone
    for step in mission.steps:
        zones = [PORTS[port].zone for port in (*step.ports, step.port) if port]
        zones += [step.zone] if step.zone in ZONES else []
        for zone in zones:
            actions += distances(here)[zone] + 3
            here = zone
    return actions or 6


def claim_worth(own: Forecast, mission: str) -> float:
    """The value of claiming a mission, less that of the mission it replaces (MM-130)."""
    card = MISSIONS[mission]
    if own.rounds_left < 3 or own.now.cargo < freight_of(card):
        return 0.0
    if not all(met_without_roll(own.state, own.seat, need) for need in card.requirements):
        return 0.0
    chance = 1.0
    for step in card.steps:
        chance *= UNSURE.get(step.type, step_chance(own, step))
    gain = chance * (heuristics.GLORY + reward(card.reward)) - 0.5 * heuristics.ACTION * actions_for(card)
    if own.own.mission is not None:
        gain -= 0.7 * step_worth(own)
    for need in card.requirements:
        if need.type == "check":
            gain *= own.chance(need.skill, moment="mission_check", facts=Facts(skill=need.skill))
    return gain - claim_price(card)


def in_port(own: Forecast, port: str, gold: float) -> float:
    """The value of all that a Port action here can do for rumors and missions."""
    gain = seek_worth(own, port, gold)
    laid_out = [mission for mission in own.state.missions if MISSIONS[mission].port == port]
    gain += max((claim_worth(own, mission) for mission in laid_out if claim_price(MISSIONS[mission]) <= gold), default=0.0)
    if step_ready(own, port):
        gain += step_worth(own)
    if own.rumor is not None and rumor_zone(own.rumor) == (PORTS[port].zone, True):
        gain += rumor_worth(own, own.rumor)
    return max(0.0, gain)
