"""The fold of a game with what is around its rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest

from domain import session
from domain.game import AnyGame, Rejected
from domain.session import lifecycle
from domain.session.lifecycle import AbandonGame, ClaimSeat, CreateGame, Dealer, HandToBot, SeatPlan, TakeBack
from domain.session.rights import HOST, VISITOR, Actor
from tests.domain.test_conformance import every_game


def log(game: AnyGame) -> list[list[Any]]:
    """The events of each command of a short game in which seats change hands between the moves."""
    dealer = Dealer(bytes(32), "0gaaaaaaaaaaaaaaaaaaaa")
    seats = (SeatPlan(kind="open"), *[SeatPlan(kind="human")] * (max(2, game.rules.seats(game.types.options())[0]) - 1))
    events = [lifecycle.create(game, CreateGame(ruleset=game.name, seats=seats), dealer).events]
    now = session.fold(game, None, events[0])

    def give(actor: Actor, command: Any) -> None:
        nonlocal now
        decided = lifecycle.decide(game, now, actor, command, dealer, len(events) + 1)
        events.append(decided.events)
        now = decided.state

    give(VISITOR, ClaimSeat(seat=0, client_seed="mine"))
    for command in (HandToBot(seat=1, level="random"), TakeBack(seat=1), AbandonGame()):
        for _ in range(2):
            seat = session.to_act(game, now)[0]
            give(
                Actor("bot" if now.seats[seat].kind == "bot" else "player", seat),
                game.rules.legal_commands(now.state, seat)[0],
            )
        give(Actor("player", 1) if isinstance(command, TakeBack) else HOST, command)
    return events


@every_game
def test_a_fold_comes_to_the_same_at_once_and_event_by_event(game: AnyGame) -> None:
    events = list(chain.from_iterable(log(game)))
    now = None
    for event in events:
        now = session.fold(game, now, (event,))
    assert now is not None
    assert now == session.fold(game, None, events)
    assert (now.status, now.seats[1].kind, now.seats[1].generation) == ("abandoned", "human", 2)


@every_game
def test_a_games_first_event_is_its_creation_and_no_other_is(game: AnyGame) -> None:
    created, *others = chain.from_iterable(log(game))
    for first in others:
        with pytest.raises(ValueError, match="must be game_created"):
            session.fold(game, None, (first, created))
    for after in ([], others):
        with pytest.raises(ValueError, match="may only be a game's first event"):
            session.fold(game, None, (created, *after, created))
    with pytest.raises(ValueError, match="must be game_created"):
        session.fold(game, None, ())


def narrated(game: AnyGame, names: Sequence[str], *events: Any) -> str:
    return session.narrate(game, events, names, game.types.options())


@every_game
def test_people_read_seats_counted_from_1(game: AnyGame) -> None:
    names = ("Ann", "Bo")
    assert narrated(game, names, session.SeatClaimed(1, "Bo", "", 1)) == "Bo took seat 2."
    assert narrated(game, ("Ann", "Seat 2"), session.SeatClaimed(1, "Seat 2", "", 1)) == "Seat 2 was taken."
    assert narrated(game, names, session.SeatReassigned(0, "Cy", 2)) == "The host gave seat 1 to Cy."
    assert narrated(game, names, session.SeatReassigned(0, "Seat 1", 2)) == "The host gave seat 1 to somebody else."
    assert narrated(game, names, session.SeatHandedToBot(1, "greedy")) == "A bot (greedy) plays for Bo from here."
    unnamed = narrated(game, ("Ann", "Greedy bot"), session.SeatHandedToBot(1, "greedy"))
    assert unnamed == "A bot (greedy) plays for seat 2 from here."
    assert narrated(game, names, session.SeatTakenBack(1, 2)) == "Bo plays again."


@every_game
def test_refusals_count_seats_from_1_for_players_and_name_values_for_programmers(game: AnyGame) -> None:
    seats = (SeatPlan(kind="human"), *[SeatPlan(kind="open")] * (max(2, game.rules.seats(game.types.options())[0]) - 1))
    dealer = Dealer(bytes(32), "0gaaaaaaaaaaaaaaaaaaaa")
    now = lifecycle.create(game, CreateGame(ruleset=game.name, seats=seats, trusted_host=True), dealer).state

    def refused(actor: Actor, command: Any) -> str:
        with pytest.raises(Rejected) as refusal:
            lifecycle.decide(game, now, actor, command, dealer, 2)
        return refusal.value.message

    assert refused(VISITOR, ClaimSeat(seat=0)) == "Seat 1 is taken."
    assert refused(HOST, lifecycle.Reassign(seat=1)) == "Seat 2 is open; it can simply be claimed."
    assert refused(Actor("player", 0), TakeBack(seat=0)) == "No bot plays seat 1."
    assert refused(VISITOR, ClaimSeat(seat=9)) == f"`seat` is a number from 0 to {len(seats) - 1} in this game."


@every_game
def test_a_log_that_leaves_a_name_out_is_decided_as_it_was(game: AnyGame) -> None:
    """The service names every seat; before it did, a seat without a name was called by its number from 0."""
    _, claimed, *_ = log(game)
    assert [event.name for event in claimed if isinstance(event, session.SeatClaimed)] == ["Seat 0"]
