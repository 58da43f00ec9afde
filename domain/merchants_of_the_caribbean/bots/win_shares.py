"""Estimates each seat's share of the victory."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from ..state import State, deck_of
from .heuristics import NEXT_TO_MOVE, TO_MOVE, Position, Rank, estimate, foreseen


def win_shares(state: State) -> Sequence[float]:
    """Each seat's share of the victory; exact when the game is over."""
    seats = range(len(state.seats))
    if state.result is not None:
        winners = state.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in seats]
    coins = [len(seat.coins) for seat in state.seats]
    ranks = _ranks(state, coins)
    weights = [
        exp(estimate(_position(state, seat, coins, ranks, _turn_left(state, seat))).total + _to_move(state, seat))
        for seat in seats
    ]
    total = sum(weights)
    return [weight / total for weight in weights]


def _to_move(state: State, seat: int) -> float:
    """The value of being the active seat, or the next one. In the final round the turns left count instead."""
    seats = len(state.seats)
    turns_until = (seat - state.active_seat) % seats
    if state.final_round or turns_until > 1:
        return 0.0
    if turns_until == 0:
        return TO_MOVE
    return NEXT_TO_MOVE if seats > 2 else 0.0


def _turn_left(state: State, seat: int) -> bool:
    """Whether it is or will be this seat's turn before the game ends, as far as is known."""
    if not state.final_round:
        return True
    seats = len(state.seats)
    turns_left = (state.starting_seat - state.active_seat) % seats or seats
    return (seat - state.active_seat) % seats < turns_left


def _ranks(state: State, coins: Sequence[int]) -> list[Rank]:
    """The seats' ranks, as if they had completed the requests that they can complete."""
    anyone = not state.options.expedition_required
    ranks: list[Rank] = []
    for number, seat in enumerate(state.seats):
        rank = (anyone or bool(seat.completed_requests), seat.influence, coins[number])
        ranks.append(foreseen(deck_of(state), seat.persons, state.requests, rank) if _turn_left(state, number) else rank)
    return ranks


def _position(state: State, seat: int, coins: Sequence[int], ranks: Sequence[Rank], turn_left: bool) -> Position:
    """The inputs of a seat's estimate."""
    own = state.seats[seat]
    return Position(
        deck_of(state),
        own.persons,
        own.influence,
        coins[seat],
        bool(own.completed_requests) or not state.options.expedition_required,
        state.requests if _turn_left(state, seat) else (),
        state.options.target_influence or 1,
        max([rank for number, rank in enumerate(ranks) if number != seat]),
        max([rank[1] for rank in ranks]),
        state.final_round,
        turn_left,
    )
