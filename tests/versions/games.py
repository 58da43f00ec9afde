"""Last Stick in two versions, and a second version that only gives other names.

In version 1 a seat may also boast, which only it sees, and play always goes clockwise. In version 2 nobody boasts, a seat
takes two sticks at most, and the order of play turns round when one stick is taken. It gives other names to what was there:
`take.sticks` is `count`, `State.sticks` is `pile`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
from msgspec.structs import replace as changed

from domain.game import AnyGame, Gate, Json, Rejected, Rng, Types, Upcaster, Words
from domain.recorder import Recorder
from tests.versions import last_stick
from tests.versions.last_stick import GAME, Options, StickGameWon, SticksLaid, Take

Payload = dict[str, Any]


class Boast(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="boast"):
    """A seat says to itself that it will win; it may do so whoever plays."""


class Boasted(msgspec.Struct, frozen=True, tag="boasted"):
    """A seat boasted."""

    seat: int


class OldState(last_stick.State, frozen=True, kw_only=True):
    """The position in version 1."""

    boasts: int = 0


def _old_evolve(state: Any, event: Any) -> Any:
    if isinstance(event, Boasted):
        return changed(state, boasts=state.boasts + 1)
    if isinstance(event, SticksLaid):
        return OldState(event.sticks, event.seats, event.first)
    return last_stick.evolve(state, event)


def _old_check(state: OldState, seat: int, command: Take | Boast) -> None:
    if isinstance(command, Take):
        last_stick.check(state, seat, command)
    elif state.winner is not None:
        raise Rejected("game_over", last_stick.REFUSALS["game_over"])


def _old_decide(state: OldState, seat: int, command: Take | Boast, rng: Rng) -> Recorder[Any, Any]:
    _old_check(state, seat, command)
    recorder: Recorder[Any, Any] = Recorder(_old_evolve, state)
    if isinstance(command, Boast):
        recorder.emit(Boasted(seat))
        return recorder
    recorder.emit(last_stick.SticksTaken(seat, command.sticks))
    if not recorder.state.sticks:
        recorder.emit(StickGameWon(seat))
    return recorder


def _old_setup(options: Options, seats: int, rng: Rng) -> Recorder[Any, Any]:
    laid = last_stick.setup(options, seats, rng).events[0]
    return Recorder.begun(_old_evolve, laid)


def _own(thing: Any, seat: int | None, viewer: int | None) -> Any:
    return None if isinstance(thing, Boast | Boasted) and seat != viewer else thing


def _narrate(events: Sequence[Any], names: Sequence[str], options: last_stick.Options) -> str:
    return " ".join(
        f"{names[event.seat]} boasts." if isinstance(event, Boasted) else last_stick.narrate([event], names, options)
        for event in events
    )


OLD: AnyGame = replace(
    GAME,
    types=Types(state=OldState, commands=(Take, Boast), events=(*GAME.types.events, Boasted), options=Options),
    rules=replace(GAME.rules, setup=_old_setup, check=_old_check, decide=_old_decide, evolve=_old_evolve),
    gate=Gate(
        view=lambda state, seat: changed(state, boasts=0),
        redact=lambda event, seat: _own(event, getattr(event, "seat", None), seat),
        redact_command=_own,
    ),
    words=replace(GAME.words, narrate=_narrate),
    bots=replace(GAME.bots, determinize=lambda view, seat, rng: view),
)
"""Version 1, as it was installed once."""


class TakeUpToTwo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take"):
    """Version 2's command."""

    count: int
    """How many sticks."""


class SticksTaken(msgspec.Struct, frozen=True, tag="sticks_taken"):
    """Version 2's event."""

    seat: int
    """Whose."""
    sticks: int
    """How many."""
    turned: bool
    """Whether the order of play turned round."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The position in version 2."""

    pile: int
    """How many sticks are left."""
    seats: int
    """How many play."""
    seat: int
    """Who is to take."""
    step: int = 1
    """1: clockwise, -1: the other way."""
    turn: int = 1
    """Counted from 1."""
    winner: int | None = None
    """Who took the last one."""
    boasts: int = 0
    """How often somebody boasted, in version 1."""


def _evolve(state: State | None, event: Any) -> State:
    if isinstance(event, SticksLaid):
        return State(event.sticks, event.seats, event.first)
    assert state is not None
    if isinstance(event, Boasted):
        return changed(state, boasts=state.boasts + 1)
    if isinstance(event, StickGameWon):
        return changed(state, winner=event.seat)
    step = -state.step if event.turned else state.step
    following = (event.seat + step) % state.seats
    return changed(state, pile=state.pile - event.sticks, seat=following, step=step, turn=state.turn + 1)


def _check(state: State, seat: int, command: TakeUpToTwo) -> None:
    if state.winner is not None:
        raise Rejected("game_over", last_stick.REFUSALS["game_over"])
    if seat != state.seat:
        raise Rejected("not_your_turn", last_stick.REFUSALS["not_your_turn"])
    if not 1 <= command.count <= min(2, state.pile):
        raise Rejected("too_many", last_stick.REFUSALS["too_many"])


def _decide(state: State, seat: int, command: TakeUpToTwo, rng: Rng) -> Recorder[Any, Any]:
    _check(state, seat, command)
    recorder: Recorder[Any, Any] = Recorder(_evolve, state)
    recorder.emit(SticksTaken(seat, command.count, command.count == 1))
    if not recorder.state.pile:
        recorder.emit(StickGameWon(seat))
    return recorder


def _preview(view: State, seat: int, command: TakeUpToTwo) -> dict[str, Json]:
    return {"sticks_left": view.pile - command.count}


def _event(payload: Payload) -> Payload:
    """In version 1 the order never turned."""
    return {**payload, "turned": False} if payload["type"] == "sticks_taken" else payload


def _command(payload: Payload) -> Payload:
    return {"type": "take", "count": payload["sticks"]} if payload["type"] == "take" else payload


def _state(payload: Payload) -> Payload:
    return {"pile" if name == "sticks" else name: value for name, value in payload.items()}


NEW: AnyGame = replace(
    OLD,
    version=2,
    upcasters={1: Upcaster(event=_event, command=_command, state=_state)},
    types=Types(
        options=Options,
        state=State,
        commands=(TakeUpToTwo,),
        events=(SticksLaid, SticksTaken, StickGameWon),
        retired_commands=(Boast,),
        retired_events=(Boasted,),
    ),
    rules=replace(
        GAME.rules,
        setup=lambda options, seats, rng: Recorder.begun(_evolve, last_stick.setup(options, seats, rng).events[0]),
        check=_check,
        decide=_decide,
        evolve=_evolve,
        legal_commands=lambda state, seat: (
            [TakeUpToTwo(count) for count in (1, 2) if count <= state.pile] if seat in last_stick.to_act(state) else []
        ),
    ),
    words=Words(
        describe=lambda view, seat, command, names: f"Take {last_stick.sticks(command.count)}.",
        preview=_preview,
        narrate=lambda events, names, options: _narrate(
            [
                last_stick.SticksTaken(event.seat, event.sticks) if isinstance(event, SticksTaken) else event
                for event in events
            ],
            names,
            options,
        ),
    ),
    bots=replace(OLD.bots, evaluate=lambda view, seat, command: float(command.count)),
)
"""Version 2, which reads what version 1 wrote."""


def _check_alike(state: State, seat: int, command: TakeUpToTwo | Boast) -> None:
    if state.winner is not None:
        raise Rejected("game_over", last_stick.REFUSALS["game_over"])
    if isinstance(command, Boast):
        return
    if seat != state.seat:
        raise Rejected("not_your_turn", last_stick.REFUSALS["not_your_turn"])
    if not 1 <= command.count <= min(last_stick.MOST, state.pile):
        raise Rejected("too_many", last_stick.REFUSALS["too_many"])


def _decide_alike(state: State, seat: int, command: TakeUpToTwo | Boast, rng: Rng) -> Recorder[Any, Any]:
    _check_alike(state, seat, command)
    recorder: Recorder[Any, Any] = Recorder(_evolve, state)
    if isinstance(command, Boast):
        recorder.emit(Boasted(seat))
        return recorder
    recorder.emit(SticksTaken(seat, command.count, turned=False))
    if not recorder.state.pile:
        recorder.emit(StickGameWon(seat))
    return recorder


ALIKE: AnyGame = replace(
    NEW,
    upcasters={1: replace(NEW.upcasters[1], decides_alike=True)},
    types=Types(
        options=Options,
        state=State,
        commands=(TakeUpToTwo, Boast),
        events=(SticksLaid, SticksTaken, StickGameWon, Boasted),
    ),
    rules=replace(
        NEW.rules,
        check=_check_alike,
        decide=_decide_alike,
        legal_commands=lambda state, seat: (
            [TakeUpToTwo(count) for count in (1, 2, 3) if count <= state.pile] if seat in last_stick.to_act(state) else []
        ),
    ),
)
"""Another version 2: payloads have the names of version 2, and everything is decided as in version 1."""

NAME = GAME.name
