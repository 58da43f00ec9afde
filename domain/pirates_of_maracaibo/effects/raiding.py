"""Raids: dice, Raiding Power in pools, and what it pays for (RULES.md, chapter 8)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.game import Json, Rng
from domain.kit.decisions import Answer

from .. import commands as c
from .. import events as e
from ..content import RAID_ACTIONS, STANDARD_RAID_ACTIONS, Effect
from ..flow import Answers, begin, change, close
from ..frames import EndTurn, LocationActions, RaidRolled, RaidSpending, ResolveEffects
from ..state import Recorder, Seat, State, ongoing, pool_of, total, turn_of
from ..values import DIE_COLOURS, TREASURE_OF, DieColour
from .feasibility import any_can

# Rolling


def raid_all_dice(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    """A normal raid rolls all three dice (PM-098)."""
    _roll(recorder, RaidRolled(seat, dict.fromkeys(DIE_COLOURS, 0), effect.power_bonus, _rerolls(recorder.state, seat)), rng)


def raid_one_die(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    """Rolls the named die alone; it too may be rolled again (PM-116, PM-117)."""
    assert effect.colour is not None
    _roll(recorder, RaidRolled(seat, {effect.colour: 0}, effect.power_bonus, _rerolls(recorder.state, seat)), rng)


def _roll(recorder: Recorder, frame: RaidRolled, rng: Rng) -> None:
    dice: dict[DieColour, int] = {colour: rng.below(6) + 1 for colour in DIE_COLOURS if colour in frame.dice}
    number = _rerolls(recorder.state, frame.seat) - frame.rerolls
    recorder.emit(e.DiceRolled(frame.seat, dice, number))
    begin(recorder, RaidRolled(frame.seat, dice, frame.bonus, frame.rerolls))


def _rerolls(state: State, seat: int) -> int:
    """How often a seat may roll again in each raid: once, with the Lion twice (PM-099, PM-202)."""
    return 1 + sum(effect.count for _, effect in ongoing(state.seats[seat], "extra_reroll"))


def _why_not_reroll(state: State, frame: RaidRolled, command: c.Reroll) -> str | None:
    return None if frame.rerolls else "no_rerolls_left"


def _reroll(recorder: Recorder, frame: RaidRolled, command: c.Reroll, rng: Rng) -> None:
    """All dice are rolled again; none can be kept (PM-100)."""
    close(recorder)
    _roll(recorder, RaidRolled(frame.seat, frame.dice, frame.bonus, frame.rerolls - 1), rng)


# Pools


def _why_not_choose(state: State, frame: RaidRolled, command: c.ChooseDie) -> str | None:
    return "die_not_rolled" if command.colour not in frame.dice else None


def _choose(recorder: Recorder, frame: RaidRolled, command: c.ChooseDie, rng: Rng) -> None:
    """Fixes the power of the pool, bonuses included, and the type of its Treasure (PM-101, PM-102, PM-103, PM-104,
    PM-418)."""
    state = recorder.state
    colour = next(each for each in DIE_COLOURS if each == command.colour)
    power = die_power(state.seats[frame.seat], frame, colour)
    number = len(turn_of(state).pools) + 1
    close(recorder)
    recorder.emit(e.DieChosen(frame.seat, number, colour, frame.dice[colour], power, TREASURE_OF[colour]))
    begin(recorder, RaidSpending(frame.seat, number))


def die_power(seat: Seat, frame: RaidRolled, colour: DieColour) -> int:
    """Its pips with all bonuses; those of a colour count for the die of that colour only (PM-103, PM-104)."""
    of_colour = sum(effect.amount for _, effect in ongoing(seat, "die_power_bonus") if effect.colour == colour)
    return frame.dice[colour] + frame.bonus + _general_bonus(seat) + of_colour


def _general_bonus(seat: Seat) -> int:
    """Power that is added to every raid of the seat (PM-103)."""
    return total(seat, "raid_power_bonus")


def raid_fixed(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    """No dice: the printed power and general bonuses, for Treasure of any type (PM-114, PM-115)."""
    state = recorder.state
    number = len(turn_of(state).pools) + 1
    recorder.emit(e.FixedRaidStarted(seat, number, effect.power + _general_bonus(state.seats[seat])))
    begin(recorder, RaidSpending(seat, number))


# Spending


def raid_actions(seat: Seat) -> list[str]:
    """The keys of the standard and the additional raid actions of a seat (PM-107, PM-108, PM-109, PM-110, PM-421)."""
    return [*(action.key for action in STANDARD_RAID_ACTIONS), *(name for name, _ in ongoing(seat, "raid_action"))]


def _why_not_use(state: State, frame: RaidSpending, command: c.UseRaidAction) -> str | None:
    if command.key not in raid_actions(state.seats[frame.seat]):
        return "unknown_raid_action"
    if command.key in turn_of(state).used:
        return "raid_action_used"
    action = RAID_ACTIONS[command.key]
    if action.cost > pool_of(state, frame.pool).power:
        return "not_enough_power"
    return None if any_can(state, frame.seat, action.effects) else "nothing_to_do"


def _cost_and_power(state: State, frame: RaidSpending, command: c.UseRaidAction) -> dict[str, Json]:
    return {"cost": RAID_ACTIONS[command.key].cost, "power": pool_of(state, frame.pool).power}


def _actions(state: State, frame: RaidSpending) -> Iterable[c.UseRaidAction]:
    return [c.UseRaidAction(key) for key in raid_actions(state.seats[frame.seat])]


def _use(recorder: Recorder, frame: RaidSpending, command: c.UseRaidAction, rng: Rng) -> None:
    cost = RAID_ACTIONS[command.key].cost
    if frame.resumed and not frame.used:
        change(recorder, RaidSpending(frame.seat, frame.pool, resumed=True, used=True))
    left = pool_of(recorder.state, frame.pool).power - cost
    recorder.emit(e.RaidActionUsed(frame.seat, frame.pool, command.key, cost, left))
    begin(recorder, ResolveEffects(frame.seat, f"raid:{command.key}", optional=False))


def _why_not_stop(state: State, frame: RaidSpending, command: c.StopRaid) -> str | None:
    return "nothing_used_yet" if not frame.used and frame.resumed else None


def _stop(recorder: Recorder, frame: RaidSpending, command: c.StopRaid, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.RaidStopped(frame.seat, frame.pool, pool_of(recorder.state, frame.pool).power))


# Coming back to a pool


def resumable(state: State, seat: int) -> list[int]:
    """The pools that can pay for a raid action (PM-111, PM-113)."""
    return [pool.number for pool in turn_of(state).pools if _can_pay(state, seat, pool.number)]


def _can_pay(state: State, seat: int, number: int) -> bool:
    frame = RaidSpending(seat, number)
    return any(_why_not_use(state, frame, command) is None for command in _actions(state, frame))


def _why_not_resume(state: State, frame: LocationActions | EndTurn, command: c.ResumeRaid) -> str | None:
    if command.pool not in [pool.number for pool in turn_of(state).pools]:
        return "unknown_pool"
    return None if _can_pay(state, frame.seat, command.pool) else "no_action_affordable"


def _resume(recorder: Recorder, frame: LocationActions | EndTurn, command: c.ResumeRaid, rng: Rng) -> None:
    recorder.emit(e.RaidResumed(frame.seat, command.pool, pool_of(recorder.state, command.pool).power))
    begin(recorder, RaidSpending(frame.seat, command.pool, resumed=True))


RESUME = Answer(
    _resume,
    lambda s, f: [c.ResumeRaid(pool.number) for pool in turn_of(s).pools],
    _why_not_resume,
    figures={"no_action_affordable": lambda state, frame, command: {"power": pool_of(state, command.pool).power}},
)
ANSWERS: Answers = {
    RaidRolled: {
        c.Reroll: Answer(
            _reroll,
            lambda s, f: [c.Reroll()],
            _why_not_reroll,
            figures={"no_rerolls_left": lambda state, frame, command: {"rerolls": _rerolls(state, frame.seat)}},
        ),
        c.ChooseDie: Answer(
            _choose, lambda s, f: [c.ChooseDie(colour) for colour in DIE_COLOURS if colour in f.dice], _why_not_choose
        ),
    },
    RaidSpending: {
        c.UseRaidAction: Answer(_use, _actions, _why_not_use, figures={"not_enough_power": _cost_and_power}),
        c.StopRaid: Answer(_stop, lambda s, f: [c.StopRaid()], _why_not_stop),
    },
}
