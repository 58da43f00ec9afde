"""The one place where effects of cards are carried out. data/README.md explains their vocabulary.

How each op is carried out is in `port` and `sea`; effects that last are looked up by `state.modifiers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.stack import nearest

from .. import commands as c
from .. import events as e
from ..content import Effect, Effects
from ..flow import begin, change, close, gain_glory
from ..frames import AcceptOffer, Choose, Resolve
from ..state import Recorder, State
from ..state.modifiers import effects_of
from . import port, sea

CarryOut: TypeAlias = Callable[[Recorder, Resolve, Effect, Rng], None]
Pick: TypeAlias = Callable[[Recorder, Resolve, Effect, tuple[str, ...], Rng], None]


def advance_resolve(recorder: Recorder, frame: Resolve, rng: Rng) -> None:
    """Carries out the next effect of the card; closes the card after the last one."""
    effects = effects_of(frame.source, frame.part)
    if frame.index == len(effects):
        close(recorder)
        _done(recorder, frame, rng)
        return
    effect = effects[frame.index]
    change(recorder, replace(frame, index=frame.index + 1, left=0))
    if effect.optional:
        begin(recorder, AcceptOffer(frame.seat, effect.op))
    else:
        CARRY_OUT[effect.op](recorder, frame, effect, rng)


def _done(recorder: Recorder, frame: Resolve, rng: Rng) -> None:
    """A completed mission and a true rumor earn their glory point after their effects (MM-134, MM-401)."""
    kind, _, card = frame.source.partition(":")
    if kind == "mission" and frame.part == "reward":
        recorder.emit(e.MissionCompleted(frame.seat, card))
        gain_glory(recorder, frame.seat, "mission", rng)
    elif kind == "rumor" and frame.part == "effects":
        gain_glory(recorder, frame.seat, "rumor", rng)


class Gold(NamedTuple):
    """The gold that the effects of a card bring."""

    at_once: int
    later: int
    """After effects about which somebody may be asked."""
    whole: bool
    """Whether there are no such effects, so that the card is done at once."""


def gold_brought(effects: Effects) -> Gold:
    """The gold from the bank, where all effects are carried out."""
    gains = [int(effect.n) if effect.op == "gain_gold" else None for effect in effects]
    first = gains.index(None) if None in gains else len(gains)
    return Gold(sum(gain or 0 for gain in gains[:first]), sum(gain or 0 for gain in gains[first:]), first == len(gains))


def current(state: State) -> tuple[Resolve, Effect]:
    """The card being resolved, and its effect about which a seat is asked."""
    frame = nearest(state, Resolve)
    return frame, effects_of(frame.source, frame.part)[frame.index - 1]


def choose(recorder: Recorder, frame: Choose, command: c.Choose, rng: Rng) -> None:
    close(recorder)
    resolving, effect = current(recorder.state)
    PICKED[effect.op](recorder, resolving, effect, (*frame.picked, command.option), rng)


def accept(recorder: Recorder, frame: AcceptOffer, command: c.Accept, rng: Rng) -> None:
    close(recorder)
    resolving, effect = current(recorder.state)
    CARRY_OUT[effect.op](recorder, resolving, effect, rng)


UNTIL: Mapping[str, Literal["port_action", "captain_turn", "round"]] = {
    "port_action": "port_action",
    "captain_turn": "captain_turn",
    "round": "round",
}


def _last(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Records an effect that lasts; `modifiers` looks it up where it matters."""
    if effect.duration in UNTIL:
        left = effect.gold if effect.op == "discount" else int(effect.n)
        recorder.emit(e.EffectBegan(frame.seat, frame.source, UNTIL[effect.duration], left))


def _auto_success(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Makes the Scout action just declared succeed, or a roll still to come (MM-409)."""
    if effect.duration:
        _last(recorder, frame, effect, rng)
    else:
        recorder.emit(e.ScoutingMadeSure(frame.seat))


CARRY_OUT: Mapping[str, CarryOut] = {
    "gain_gold": port.gain_gold,
    "draw_glory": port.draw_glory_cards,
    "draw_cargo": port.draw_cargo,
    "take_good": port.take_good,
    "sell_goods_at": port.sell_goods_at,
    "draw_count": port.draw_count,
    "recruit": port.recruit,
    "gain_special_weapons": port.gain_special_weapons,
    "hire_specialist": port.hire_specialist,
    "bounty": port.bounty,
    "repair": port.repair,
    "gain_modification": port.gain_modification,
    "set_demand": port.set_demand,
    "hit": sea.hit,
    "move_npc": sea.move_npc,
    "npc_scouts": sea.npc_scouts,
    "start_crew_combat": sea.start_crew_combat,
    "start_raid": sea.start_raid,
    "reroll": sea.reroll,
    "add_plunder": sea.raid_help("plunder"),
    "ignore_icon": sea.raid_help("escape"),
    "raid_extra_card": sea.raid_extra_card,
    "add_dice": sea.help_side("dice"),
    "add_hits": sea.help_side("hits"),
    "choose_locations": sea.help_side("locations"),
    "flee_succeeds": sea.help_side("flight"),
    "set_location_die": sea.set_location_die,
    "cancel_hits": sea.cancel_hits,
    "pay_for": sea.pay_for,
    "end_combat": sea.end_combat,
    "auto_success": _auto_success,
    "free_action": _last,
    "open_port": _last,
    "no_bounty": _last,
    "discount": _last,
    "allow_stash": _last,
    "ignore_event": _last,
}

PICKED: Mapping[str, Pick] = {
    "take_good": port.good_taken,
    "bounty": port.bounty_chosen,
    "repair": port.repair_chosen,
    "gain_modification": port.modification_chosen,
    "set_demand": port.demand_chosen,
    "hit": sea.hit_chosen,
    "move_npc": sea.npc_chosen,
}
