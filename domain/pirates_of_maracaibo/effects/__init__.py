"""Resolves the effects of a source, and begins each op (PM-397, PM-405, PM-406, PM-407, PM-441).

The seat chooses the order and may skip effects (PM-072), but fixed gains come by themselves (PM-073). An effect inside
another one is finished first (PM-074).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from domain.game import Rng
from domain.kit.decisions import Answer, plain
from domain.kit.stack import name_of

from .. import commands as c
from .. import events as e
from ..content import Effect, effects_of
from ..flow import Advance, Answers, begin, cause, change, change_doubloons, close, gain_vp, skip
from ..frames import (
    AcquireRemote,
    Bury,
    ConstructRemote,
    DiscardQuest,
    Explore,
    Frame,
    GainQuest,
    PlaceTile,
    ResolveEffects,
    TakeFigurehead,
    Upgrade,
    UsePlacedTile,
)
from ..state import Recorder, State, total
from . import exploring, figureheads, markers, quests, raiding, tiles, treasure, upgrades
from .feasibility import any_can, can_do_something, counted_gain

Begin: TypeAlias = Callable[[Recorder, int, Effect, Rng], None]


def _gain_vp(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    gain_vp(recorder, seat, effect.amount, cause(recorder.state))


def _gain_doubloons(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    change_doubloons(recorder, seat, effect.amount, cause(recorder.state))


def _gain_counted_vp(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    gain_vp(recorder, seat, counted_gain(recorder.state, seat, effect), cause(recorder.state))


def _gain_doubloon_income(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    change_doubloons(recorder, seat, counted_gain(recorder.state, seat, effect), cause(recorder.state))


def _repeat_space(recorder: Recorder, seat: int, effect: Effect, rng: Rng) -> None:
    exploring.begin_space(recorder, seat)


FIXED: Mapping[str, Begin] = {"gain_vp": _gain_vp, "gain_doubloons": _gain_doubloons}
"""Gains of a printed amount, which come first and unasked (PM-073)."""
COUNTED: Mapping[str, Begin] = {
    "gain_vp_per": _gain_counted_vp,
    "gain_vp_income": _gain_counted_vp,
    "gain_doubloon_income": _gain_doubloon_income,
}
"""Gains that are counted when they come; the last effect of a list comes unasked (PM-442)."""
OTHERS: Mapping[str, Begin] = {
    "gain_treasure": treasure.begin_gain,
    "place_markers": markers.begin_markers,
    "raid_all_dice": raiding.raid_all_dice,
    "raid_one_die": raiding.raid_one_die,
    "raid_fixed": raiding.raid_fixed,
    "repeat_explorer_space": _repeat_space,
}
DECLINABLE: Mapping[str, Callable[[State, int, Effect], Frame]] = {
    "bury_treasure": lambda state, seat, effect: Bury(seat, effect.count),
    "upgrade_ship": lambda state, seat, effect: Upgrade(seat, effect.count),
    "gain_quest": lambda state, seat, effect: GainQuest(seat, effect.count),
    "discard_quest": lambda state, seat, effect: DiscardQuest(seat, effect.doubloons),
    "explore": lambda state, seat, effect: Explore(seat, effect.movement + total(state.seats[seat], "explore_bonus")),
    "place_black_market_tile": lambda state, seat, effect: PlaceTile(seat, effect.cost),
    "activate_placed_tile": lambda state, seat, effect: UsePlacedTile(seat),
    "gain_figurehead": lambda state, seat, effect: TakeFigurehead(seat, effect.cost),
    "acquire_improvement": lambda state, seat, effect: AcquireRemote(seat, effect.type, effect.surcharge),
    "construct_residence": lambda state, seat, effect: ConstructRemote(seat),
}
"""Effects that open a decision which the seat can decline, with its frame."""


def _opening(frame: Callable[[State, int, Effect], Frame]) -> Begin:
    return lambda recorder, seat, effect, rng: begin(recorder, frame(recorder.state, seat, effect))


OPS: Mapping[str, Begin] = {
    **FIXED,
    **COUNTED,
    **OTHERS,
    **{op: _opening(frame) for op, frame in DECLINABLE.items()},
}
"""Every immediate op but `choose_one`, of which a side is begun."""


# Automatic steps


def _advance(recorder: Recorder, frame: ResolveEffects, rng: Rng) -> bool:
    if not frame.opened:
        _open(recorder, frame, rng)
        return True
    effects, left = effects_of(frame.source), _left(recorder.state, frame)
    if not left:
        close(recorder)
        for index, effect in enumerate(effects):
            if index not in frame.done:
                skip(recorder, frame.seat, effect.op, "nothing_to_do")
        return True
    if len(left) == 1 and _goes_on(frame, effects[left[0]]):
        _start(recorder, frame, left[0], rng)
        return True
    return False


def _open(recorder: Recorder, frame: ResolveEffects, rng: Rng) -> None:
    """Applies the fixed gains of the list first (PM-073)."""
    effects = effects_of(frame.source)
    recorder.emit(e.EffectsOpened(frame.seat, frame.source, tuple(effect.op for effect in effects), frame.optional))
    fixed = tuple(index for index, effect in enumerate(effects) if effect.op in FIXED)
    change(recorder, ResolveEffects(frame.seat, frame.source, frame.optional, fixed, opened=True))
    for index in fixed:
        OPS[effects[index].op](recorder, frame.seat, effects[index], rng)


def _left(state: State, frame: ResolveEffects) -> list[int]:
    """Places of the effects that are not done and can do something now."""
    return [
        index
        for index, effect in enumerate(effects_of(frame.source))
        if index not in frame.done and can_do_something(state, frame.seat, effect)
    ]


def _goes_on(frame: ResolveEffects, last: Effect) -> bool:
    """Whether the only effect left begins unasked (PM-397, PM-442).

    One that can be declined nowhere is the only command of a list that is not optional, and so begins too (PM-396).
    """
    single = sum(effect.op not in FIXED for effect in effects_of(frame.source)) == 1
    return last.op in COUNTED or (single and last.op in DECLINABLE)


def _start(recorder: Recorder, frame: ResolveEffects, index: int, rng: Rng) -> None:
    effect = effects_of(frame.source)[index]
    _mark(recorder, frame, index, None)
    OPS[effect.op](recorder, frame.seat, effect, rng)


def _mark(recorder: Recorder, frame: ResolveEffects, index: int, side: int | None) -> None:
    change(recorder, ResolveEffects(frame.seat, frame.source, frame.optional, (*frame.done, index), opened=True))
    recorder.emit(e.EffectStarted(frame.seat, index, side))


# The seat's order


def _why_not_take(state: State, frame: ResolveEffects, command: c.TakeEffect) -> str | None:
    effects = effects_of(frame.source)
    if not (0 <= command.index < len(effects) and not effects[command.index].sides):
        return "unknown_effect"
    if command.index in frame.done:
        return "effect_done"
    return None if can_do_something(state, frame.seat, effects[command.index]) else "nothing_to_do"


def _take(recorder: Recorder, frame: ResolveEffects, command: c.TakeEffect, rng: Rng) -> None:
    _start(recorder, frame, command.index, rng)


def _why_not_choose(state: State, frame: ResolveEffects, command: c.ChooseSide) -> str | None:
    effects = effects_of(frame.source)
    if not (0 <= command.index < len(effects)):
        return "unknown_effect"
    sides = effects[command.index].sides
    if not (0 <= command.side < len(sides)):
        return "unknown_effect"
    if command.index in frame.done:
        return "effect_done"
    return None if any_can(state, frame.seat, sides[command.side]) else "nothing_to_do"


def _choose(recorder: Recorder, frame: ResolveEffects, command: c.ChooseSide, rng: Rng) -> None:
    """Only one side may be done, but all its effects, in any order (PM-093, PM-417)."""
    _mark(recorder, frame, command.index, command.side)
    begin(recorder, ResolveEffects(frame.seat, f"{frame.source}/{command.index}/{command.side}", frame.optional))


def _why_not_finish(state: State, frame: ResolveEffects, command: c.FinishEffects) -> str | None:
    effects = effects_of(frame.source)
    return (
        "wrong_decision"
        if not frame.optional and not all(effects[index].op in DECLINABLE for index in _left(state, frame))
        else None
    )


def _finish(recorder: Recorder, frame: ResolveEffects, command: c.FinishEffects, rng: Rng) -> None:
    left = _left(recorder.state, frame)
    close(recorder)
    for index, effect in enumerate(effects_of(frame.source)):
        if index not in frame.done:
            skip(recorder, frame.seat, effect.op, "declined" if index in left else "nothing_to_do")
    recorder.emit(e.EffectsFinished(frame.seat))


def _single(state: State, frame: ResolveEffects) -> Iterable[c.TakeEffect]:
    return [c.TakeEffect(index) for index in range(len(effects_of(frame.source)))]


def _sides(state: State, frame: ResolveEffects) -> Iterable[c.ChooseSide]:
    effects = effects_of(frame.source)
    return [c.ChooseSide(index, side) for index, effect in enumerate(effects) for side in range(len(effect.sides))]


ADVANCE: Advance = {ResolveEffects: _advance, **quests.ADVANCE, **treasure.ADVANCE, **upgrades.ADVANCE}
ANSWERS: Answers = {
    ResolveEffects: {
        c.TakeEffect: Answer(_take, _single, _why_not_take),
        c.ChooseSide: Answer(_choose, _sides, _why_not_choose),
        c.FinishEffects: Answer(
            _finish,
            plain(c.FinishEffects()),
            _why_not_finish,
            figures={"wrong_decision": lambda state, frame, command: {"decision": name_of(frame)}},
        ),
    },
    **exploring.ANSWERS,
    **figureheads.ANSWERS,
    **markers.ANSWERS,
    **quests.ANSWERS,
    **raiding.ANSWERS,
    **tiles.ANSWERS,
    **treasure.ANSWERS,
    **upgrades.ANSWERS,
}
