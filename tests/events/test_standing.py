"""The estimate of who is ahead shows nothing that is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from conformance.playing import Chance, play
from domain.game import AnyGame
from events.games.standing import DEALS, as_seen, revealed
from tests.support.changed import changed
from tests.support.games import GAMES, fewest_seats

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def knowing_all(game: AnyGame) -> AnyGame:
    """The game with shares that depend on every part of the state, hidden ones too."""

    def shares(state: Any) -> Sequence[float]:
        drawn = sha256(msgspec.json.encode(state, order="sorted")).digest()
        seats = len(game.bots.win_shares(state))
        return [each / sum(drawn[:seats]) for each in drawn[:seats]]

    return changed(game, bots={"win_shares": shares})


@pytest.mark.threat("T-22")
@every_game
def test_the_standing_is_the_same_when_hidden_things_are_dealt_anew(game: AnyGame) -> None:
    knowing, differed = knowing_all(game), 0
    for number, step in enumerate(play(game, max(2, fewest_seats(game.name)), seed=4)):
        if number % 23:
            continue
        for viewer in (None, 0, 1):
            view = game.gate.view(step.before, viewer)
            other = game.bots.determinize(view, viewer, Chance(number))
            seen = as_seen(knowing, "0gaaaa", viewer)
            assert seen(step.before, number + 1) == seen(other, number + 1)
            differed += revealed(knowing)(step.before, 1) != revealed(knowing)(other, 1)
    assert differed or game.gate == type(game.gate)(), "there was something to be hidden"


@every_game
def test_the_standing_of_a_running_game_is_the_mean_over_different_deals(game: AnyGame) -> None:
    dealt = []

    def noted(view: Any, viewer: int | None, rng: Any) -> Any:
        dealt.append(game.bots.determinize(view, viewer, rng))
        return dealt[-1]

    state = next(play(game, max(2, fewest_seats(game.name)), seed=2)).before
    shares = as_seen(changed(knowing_all(game), bots={"determinize": noted}), "0gaaaa", None)(state, 7)
    each = [knowing_all(game).bots.win_shares(one) for one in dealt]
    assert len(dealt) == DEALS
    assert shares == pytest.approx([sum(of_seat) / DEALS for of_seat in zip(*each, strict=True)])
    hides = game.gate != type(game.gate)()
    assert (len({msgspec.json.encode(one, order="sorted") for one in dealt}) > 1) == hides
    for other, version in (("0gaaab", 7), ("0gaaaa", 8)):
        assert (as_seen(knowing_all(game), other, None)(state, version) != shares) == hides, (
            "other games are dealt otherwise"
        )
