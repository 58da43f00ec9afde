"""Who is near to winning: the fitted estimate of each seat's chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.pirates_of_maracaibo.bots.features import EXPLORED, FEATURES
from domain.pirates_of_maracaibo.bots.win_shares import win_shares
from tests.support.games import OURS
from tradewinds import Play

GAME = OURS["pirates-of-maracaibo"]


def played(seats: int, commands: int, seed: int = 1) -> Any:
    """The state after this many random commands."""
    chance, play = Random(seed), Play.new(GAME, seats, seed)
    for _ in range(commands):
        seat = play.to_act[0]
        play = play.after(chance.choice(play.legal(seat)), seat)
    return play.state


def richer(state: Any, seat: int, **more: Any) -> Any:
    """The state with changed figures of one seat, to compare two that differ in nothing else."""
    own = replace(state.seats[seat], **{name: getattr(state.seats[seat], name) + by for name, by in more.items()})
    return replace(state, seats=tuple(own if number == seat else other for number, other in enumerate(state.seats)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chances_add_up_to_one(seats: int) -> None:
    shares = win_shares(played(seats, 60))
    assert len(shares) == seats
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("commands", [20, 90, 150])
def test_points_raise_the_chance(commands: int) -> None:
    state = played(2, commands)
    assert win_shares(richer(state, 0, vp=10))[0] > win_shares(state)[0]


def test_alone_the_rest_is_the_chance_of_jordan() -> None:
    state = played(1, 40)
    assert 0 < win_shares(state)[0] < 1
    assert win_shares(richer(state, 0, vp=100))[0] > win_shares(state)[0]


def test_every_space_of_the_track_has_its_distance_and_every_feature_its_name() -> None:
    assert EXPLORED["S"] == 0
    assert EXPLORED["END"] == max(EXPLORED.values())
    assert len(FEATURES.of(played(2, 30), 0)) == len(FEATURES.names) == len({*FEATURES.names})
