"""Games of a few moves whose right play is known, to try policies on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import msgspec

from domain.game import AnyGame, Bots, Game, Gate, Rng, Rules, Types
from domain.recorder import Recorder


class Go(msgspec.Struct, frozen=True, tag="go"):
    """Move to another place."""

    to: str


class Went(msgspec.Struct, frozen=True, tag="went"):
    """Where to, and which side of the hidden coin is up, if that is shown there."""

    to: str
    heads: bool | None


class Place(msgspec.Struct, frozen=True):
    """Where `seat` chooses among `exits`; without exits the game ends with `shares`, or those for heads and for tails."""

    seat: int = 0
    exits: tuple[str, ...] = ()
    shares: tuple[float, ...] | tuple[tuple[float, ...], tuple[float, ...]] = ()
    shows_coin: bool = False


class State(msgspec.Struct, frozen=True):
    place: str
    heads: bool


class View(msgspec.Struct, frozen=True):
    place: str
    heads: bool | None


def _never(*args: object) -> NoReturn:
    raise AssertionError("not needed to choose a command")


def toy(places: Mapping[str, Place], liked: Mapping[str, float]) -> AnyGame:
    """A game that starts at the first place with a coin that nobody sees; `liked` is what `evaluate` thinks of places."""

    def known(state: State) -> bool | None:
        return state.heads if places[state.place].shows_coin else None

    def legal(state: State, seat: int) -> list[Go]:
        here = places[state.place]
        return [Go(to) for to in here.exits] if seat == here.seat else []

    def evolve(state: State | None, event: Went) -> State:
        assert state is not None
        return State(event.to, state.heads)

    def decide(state: State, seat: int, command: Go, rng: Rng) -> Recorder[State, Went]:
        recorder = Recorder(evolve, state)
        recorder.emit(Went(command.to, known(State(command.to, state.heads))))
        return recorder

    def determinize(view: View, seat: int | None, rng: Rng) -> State:
        return State(view.place, rng.below(2) == 1 if view.heads is None else view.heads)

    def win_shares(state: State) -> Sequence[float]:
        shares: Any = places[state.place].shares
        return shares[0 if state.heads else 1] if shares and isinstance(shares[0], tuple) else shares or (0.5, 0.5)

    return Game(
        name="toy",
        title="Toy",
        version=1,
        types=Types(state=State, commands=(Go,), events=(Went,), view=View),
        rules=Rules(
            refusals={},
            seats=_never,
            setup=_never,
            check=_never,
            decide=decide,
            evolve=evolve,
            legal_commands=legal,
            to_act=lambda state: (places[state.place].seat,) if places[state.place].exits else (),
            turn=lambda state: 1,
            outcome=_never,
        ),
        gate=Gate(view=lambda state, seat: View(state.place, known(state)), redact=lambda event, seat: event),
        bots=Bots(
            determinize=determinize,
            evaluate=lambda view, seat, command: liked.get(command.to, 0.0),
            stand_in=_never,
            win_shares=win_shares,
        ),
    )
