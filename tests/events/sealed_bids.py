"""A game in which all seats bid at the same time, in secret: whoever bids most takes the prize of the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

import msgspec
from msgspec.structs import replace

import tradewinds as tw

ROUNDS = 2
REFUSALS = tw.Refusals({"not_your_turn": "You have bid."})


class State(msgspec.Struct, frozen=True):
    bids: tuple[int | None, ...]
    prizes: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """What a seat sees: its own bid, and whether others have bid."""

    bids: tuple[int | tw.Secret | None, ...]
    prizes: tuple[int, ...]


class Bid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="bid"):
    amount: Annotated[int, msgspec.Meta(ge=0, le=3)] | tw.Secret


class Began(msgspec.Struct, frozen=True, tag="began"):
    seats: int


class WasBid(msgspec.Struct, frozen=True, tag="was_bid"):
    seat: int
    amount: int | tw.Secret


class PrizeTaken(msgspec.Struct, frozen=True, tag="prize_taken"):
    seat: int


Event: TypeAlias = Began | WasBid | PrizeTaken


def setup(options: tw.NoOptions, seats: int, rng: tw.Rng) -> tw.Recorder[State, Event]:
    return tw.Recorder.begun(evolve, Began(seats))


def check(state: State, seat: int, command: Bid) -> None:
    REFUSALS.require(seat in to_act(state), "not_your_turn")


def decide(state: State, seat: int, command: Bid, rng: tw.Rng) -> tw.Recorder[State, Event]:
    check(state, seat, command)
    recorder: tw.Recorder[State, Event] = tw.Recorder(evolve, state)
    bids = recorder.emit(WasBid(seat, command.amount)).bids
    if None not in bids:
        recorder.emit(PrizeTaken(max(range(len(bids)), key=lambda each: bids[each] or 0)))
    return recorder


def evolve(state: State | None, event: Event) -> State:
    match event:
        case Began(seats):
            return State((None,) * seats, (0,) * seats)
        case WasBid(seat, amount) if state is not None:
            return replace(state, bids=tuple(amount if each == seat else bid for each, bid in enumerate(state.bids)))
        case PrizeTaken(taker) if state is not None:
            prizes = tuple(prize + (seat == taker) for seat, prize in enumerate(state.prizes))
            return State((None,) * len(prizes), prizes)
    raise AssertionError(event)


def to_act(state: State) -> tuple[int, ...]:
    return () if outcome(state) else tuple(seat for seat, bid in enumerate(state.bids) if bid is None)


def legal_commands(state: State, seat: int) -> list[Bid]:
    return [Bid(amount) for amount in range(4)] if seat in to_act(state) else []


def outcome(state: State) -> tw.Outcome | None:
    if sum(state.prizes) < ROUNDS:
        return None
    most = max(state.prizes)
    return tw.Outcome(tuple(seat for seat, prize in enumerate(state.prizes) if prize == most), state.prizes, "all_taken")


def shown(state: State, seats: Sequence[int]) -> View:
    hidden = (bid if bid is None or seat in seats else tw.Secret() for seat, bid in enumerate(state.bids))
    return View(tuple(hidden), state.prizes)


def redact(event: Event, viewer: int | None) -> Event:
    return replace(event, amount=tw.Secret()) if isinstance(event, WasBid) and event.seat != viewer else event


def determinize(view: View, seat: int | None, rng: tw.Rng) -> State:
    return State(tuple(rng.below(4) if isinstance(bid, tw.Secret) else bid for bid in view.bids), view.prizes)


GAME: tw.Game[tw.NoOptions, State, Bid, Event, View] = tw.Game(
    name="sealed-bids",
    title="Sealed Bids",
    version=1,
    types=tw.Types(state=State, commands=(Bid,), events=(Began, WasBid, PrizeTaken), view=View),
    rules=tw.Rules(
        refusals=REFUSALS.sentences,
        seats=lambda options: (3,),
        setup=setup,
        check=check,
        decide=decide,
        evolve=evolve,
        legal_commands=legal_commands,
        to_act=to_act,
        turn=lambda state: sum(state.prizes) + 1,
        turn_seat=lambda state: None,
        outcome=outcome,
    ),
    gate=tw.Gate(
        view=lambda state, viewer: shown(state, () if viewer is None else (viewer,)),
        open_view=lambda state: shown(state, range(len(state.bids))),
        decides_on=lambda view, seat: view.prizes,
        redact=redact,
        reveals=lambda event: isinstance(event, PrizeTaken),
        redact_command=lambda command, seat, viewer: command if seat == viewer else Bid(tw.Secret()),
    ),
    bots=tw.Bots(determinize=determinize),
)
