"""The fold of a game with what is around its rules."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from domain import lobby, table
from domain.lobby import HOST, AbandonGame, Actor, ClaimSeat, CreateGame, Dealer, HandToBot, SeatPlan, TakeBack
from domain.registry import AnyGame
from tests.domain.test_conformance import every_game


def log(game: AnyGame) -> list[list[Any]]:
    """The events of each command of a short game in which seats change hands between the moves."""
    dealer = Dealer(bytes(32), "0gaaaaaaaaaaaaaaaaaaaa")
    seats = (SeatPlan(kind="open"), *[SeatPlan(kind="human")] * (max(2, game.seats(game.options())[0]) - 1))
    events = [lobby.create(game, CreateGame(ruleset=game.name, seats=seats), dealer).events]
    now = table.fold(game, None, events[0])

    def give(actor: Actor, command: Any) -> None:
        nonlocal now
        decided = lobby.decide(game, now, actor, command, dealer, len(events) + 1)
        events.append(decided.events)
        now = decided.state

    give(lobby.VISITOR, ClaimSeat(seat=0, client_seed="mine"))
    for command in (HandToBot(seat=1, level="random"), TakeBack(seat=1), AbandonGame()):
        for _ in range(3):
            seat = table.to_act(game, now)[0]
            give(Actor("bot" if now.seats[seat].kind == "bot" else "player", seat), game.legal_commands(now.state, seat)[0])
        give(Actor("player", 1) if isinstance(command, TakeBack) else HOST, command)
    return events


@every_game
def test_a_fold_comes_to_the_same_at_once_and_event_by_event(game: AnyGame) -> None:
    events = list(chain.from_iterable(log(game)))
    now = None
    for event in events:
        now = table.fold(game, now, (event,))
    assert now is not None
    assert now == table.fold(game, None, events)
    assert (now.status, now.seats[1].kind, now.seats[1].generation) == ("abandoned", "human", 2)


@every_game
def test_a_games_first_event_is_its_creation_and_no_other_is(game: AnyGame) -> None:
    created, *others = chain.from_iterable(log(game))
    for first in others:
        with pytest.raises(ValueError, match="must be game_created"):
            table.fold(game, None, (first, created))
    for after in ([], others):
        with pytest.raises(ValueError, match="may only be a game's first event"):
            table.fold(game, None, (created, *after, created))
    with pytest.raises(ValueError, match="must be game_created"):
        table.fold(game, None, ())
