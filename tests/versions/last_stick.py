"""Last Stick: in turn, seats take one to three sticks; the last one wins. Nothing is hidden, so the view is the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NoReturn, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.game import Bots, Game, Json, Malformed, Outcome, Rejected, Rng, Rules, Types, Words
from domain.recorder import Recorder

MOST = 3
REFUSALS: Mapping[str, str] = {
    "player_count_not_allowed": "Two to four seats play.",
    "invalid_option": "There are 4 to 40 sticks.",
    "not_your_turn": "Another seat takes now.",
    "game_over": "The last stick is taken.",
    "too_many": "A seat takes one to three sticks, as far as there are any.",
}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sticks: int = 12


class State(msgspec.Struct, frozen=True):
    sticks: int
    seats: int
    seat: int
    turn: int = 1
    winner: int | None = None


class Take(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take"):
    sticks: int


class SticksLaid(msgspec.Struct, frozen=True, tag="sticks_laid"):
    sticks: int
    seats: int
    first: int


class SticksTaken(msgspec.Struct, frozen=True, tag="sticks_taken"):
    seat: int
    sticks: int


class StickGameWon(msgspec.Struct, frozen=True, tag="stick_game_won"):
    seat: int


Event: TypeAlias = SticksLaid | SticksTaken | StickGameWon


def refuse(code: Literal["not_your_turn", "game_over", "too_many"]) -> NoReturn:
    raise Rejected(code, REFUSALS[code])


def resolve(options: Options, seats: int) -> Options:
    if not 2 <= seats <= 4:
        raise Malformed("player_count_not_allowed", REFUSALS["player_count_not_allowed"])
    if not 4 <= options.sticks <= 40:
        raise Malformed("invalid_option", REFUSALS["invalid_option"])
    return options


def setup(options: Options, seats: int, rng: Rng) -> Recorder[State, Event]:
    laid = SticksLaid(resolve(options, seats).sticks, seats, rng.below(seats))
    recorder: Recorder[State, Event] = Recorder.begun(evolve, laid)
    return recorder


def evolve(state: State | None, event: Event) -> State:
    match event:
        case SticksLaid():
            return State(event.sticks, event.seats, event.first)
        case SticksTaken():
            assert state is not None
            following = (event.seat + 1) % state.seats
            return replace(state, sticks=state.sticks - event.sticks, seat=following, turn=state.turn + 1)
        case StickGameWon():
            assert state is not None
            return replace(state, winner=event.seat)


def check(state: State, seat: int, command: Take) -> None:
    if state.winner is not None:
        refuse("game_over")
    if seat != state.seat:
        refuse("not_your_turn")
    if not 1 <= command.sticks <= min(MOST, state.sticks):
        refuse("too_many")


def decide(state: State, seat: int, command: Take, rng: Rng) -> Recorder[State, Event]:
    check(state, seat, command)
    recorder: Recorder[State, Event] = Recorder(evolve, state)
    recorder.emit(SticksTaken(seat, command.sticks))
    if not recorder.state.sticks:
        recorder.emit(StickGameWon(seat))
    return recorder


def to_act(state: State) -> tuple[int, ...]:
    return (state.seat,) if state.winner is None else ()


def legal_commands(state: State, seat: int) -> list[Take]:
    return [Take(number + 1) for number in range(min(MOST, state.sticks))] if seat in to_act(state) else []


def outcome(state: State) -> Outcome | None:
    if state.winner is None:
        return None
    return Outcome((state.winner,), tuple(int(seat == state.winner) for seat in range(state.seats)), "last_stick")


def sticks(number: int) -> str:
    return "1 stick" if number == 1 else f"{number} sticks"


def narrate(events: Sequence[Event], names: Sequence[str], options: Options) -> str:
    told = {
        SticksLaid: lambda event: f"{sticks(event.sticks)} lie on the table; {names[event.first]} begins.",
        SticksTaken: lambda event: f"{names[event.seat]} takes {sticks(event.sticks)}.",
        StickGameWon: lambda event: f"{names[event.seat]} wins.",
    }
    return " ".join(told[type(event)](event) for event in events)


def evaluate(view: State, seat: int, command: Take) -> float:
    """Leave a multiple of four."""
    return float((view.sticks - command.sticks) % (MOST + 1) == 0)


def win_shares(state: State) -> list[float]:
    if state.winner is not None:
        return [float(seat == state.winner) for seat in range(state.seats)]
    return [1 / state.seats] * state.seats


def preview(view: State, seat: int, command: Take) -> dict[str, Json]:
    return {"sticks_left": view.sticks - command.sticks}


GAME: Game[Options, State, Take, Event, State] = Game(
    name="last-stick",
    title="Last Stick",
    version=1,
    types=Types(options=Options, state=State, commands=(Take,), events=(SticksLaid, SticksTaken, StickGameWon)),
    rules=Rules(
        refusals=REFUSALS,
        seats=lambda options: range(2, 5),
        resolve=resolve,
        setup=setup,
        check=check,
        decide=decide,
        evolve=evolve,
        legal_commands=legal_commands,
        to_act=to_act,
        turn=lambda state: state.turn,
        turn_seat=lambda state: state.seat,
        outcome=outcome,
    ),
    words=Words(
        describe=lambda view, seat, command, names: f"Take {sticks(command.sticks)}.", preview=preview, narrate=narrate
    ),
    bots=Bots(evaluate=evaluate, win_shares=win_shares),
    content=lambda: {"sticks": {"most_taken": MOST, "source": "ours"}},
)
