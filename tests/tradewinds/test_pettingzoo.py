"""Games as environments of PettingZoo: its own tests pass, what is hidden decides nothing, and no move is lost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from domain.game import AnyGame, Malformed
from tests.leaks.bot_traces import Position, positions
from tests.support.changed import changed
from tests.support.games import GAMES, OURS, RULESET
from tests.versions import last_stick
from tradewinds.installed import Installed
from tradewinds.packages import Package
from tradewinds.pettingzoo import TradewindsEnv, env
from tradewinds.pettingzoo.encoding import LIMIT, encoded

PATIENCE = 40
"""An observation that shows what is hidden must be found within so many positions."""

pytestmark = [
    # As every environment with a mask, PettingZoo's own too: observations are dictionaries, and nobody may act at the end.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
every_game = pytest.mark.parametrize("name", GAMES)


def seats_of(name: str) -> Sequence[int]:
    return GAMES[name].rules.seats(GAMES[name].types.options())


@pytest.fixture
def sticks(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Only Last Stick is installed."""
    return only(last_stick.GAME, monkeypatch)


def begun(game: AnyGame, **options: int) -> tuple[TradewindsEnv, str, str]:
    """A game of two seats, the agent that begins, and the other."""
    made = TradewindsEnv(game.name, 2, options)
    made.reset(seed=1)
    first = made.agent_selection
    return made, first, next(each for each in made.agents if each != first)


def only(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """Only this game is installed."""
    here = Installed({game.name: game}, {game.name: Package("somebodys-games", "1.2")})
    monkeypatch.setattr("tradewinds.pettingzoo.environment.installed", lambda: here)
    return game


# What PettingZoo asks for


@every_game
@pytest.mark.parametrize("of", [min, max])
def test_the_api_test_of_pettingzoo_passes(name: str, of: Any) -> None:
    api_test(env(name, seats=of(seats_of(name))), num_cycles=100)


@every_game
def test_the_seed_test_of_pettingzoo_passes(name: str) -> None:
    seed_test(partial(env, name, seats=max(seats_of(name))), num_cycles=40)


def test_the_render_test_of_pettingzoo_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, RULESET, seats=2))
    assert "seat_0" in capsys.readouterr().out


# Views only


def observed(position: Position, state: Any, made: TradewindsEnv) -> dict[str, Any]:
    """What the seat that is asked observes in this state."""
    made.reset(seed=1)
    made._go_on(state, ())
    return made.observe(f"seat_{position.seat}")


def of_position(name: str, position: Position, kind: type[TradewindsEnv] = TradewindsEnv) -> TradewindsEnv:
    """An environment with the seats and options of the position."""
    return kind(name, len(position.state.seats), msgspec.structs.asdict(position.state.options))


def alike(position: Position, made: TradewindsEnv) -> bool:
    """Whether the seat observes the same in both worlds."""
    here, there = (observed(position, state, made) for state in (position.state, position.twin))
    return all(np.array_equal(here[part], there[part]) for part in here)


class Peeking(TradewindsEnv):
    """Shows a seat the whole state."""

    def view(self, agent: str) -> Any:
        return self._state


@pytest.mark.parametrize("name", OURS)
def test_observations_are_the_same_however_what_is_hidden_is_dealt(name: str) -> None:
    for position in islice(positions(OURS[name], 5), 20):
        assert alike(position, of_position(name, position))


@pytest.mark.parametrize("name", OURS)
def test_an_observation_of_the_state_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = changed(OURS[name], words={"preview": lambda view, seat, command: {}})
    only(plain, monkeypatch)
    assert not all(alike(each, of_position(name, each, Peeking)) for each in islice(positions(plain, 5), PATIENCE))


# Actions


def test_an_action_gives_the_command_of_its_index(sticks: AnyGame) -> None:
    made, first, second = begun(sticks, sticks=12)
    assert made.legal(first) == [last_stick.Take(1), last_stick.Take(2), last_stick.Take(3)]
    made.step(2)
    assert (made.agent_selection, made.view(second).sticks) == (second, 9)


def test_only_the_seat_that_is_asked_has_offers(sticks: AnyGame) -> None:
    made, first, second = begun(sticks)
    asked, other = made.observe(first), made.observe(second)
    assert list(asked["action_mask"][:4]) == [1, 1, 1, 0]
    assert asked["action_mask"].sum() == 3
    assert [row.any() for row in asked["offers"][:4]] == [True, True, True, False]
    assert len({row.tobytes() for row in asked["offers"][:3]}) == 3
    assert not other["action_mask"].any()
    assert not other["offers"].any()
    assert not np.array_equal(asked["observation"], other["observation"]), "a seat knows its number"


@pytest.mark.parametrize("action", [3, -1, None])
def test_other_actions_are_refused(sticks: AnyGame, action: int | None) -> None:
    made, first, _ = begun(sticks)
    with pytest.raises(ValueError, match=f"is not one of the 3 commands that {first} may give"):
        made.step(action)


def test_in_the_usual_wrappers_an_action_beside_the_mask_loses(sticks: AnyGame) -> None:
    made = env(sticks.name, seats=2)
    made.reset(seed=1)
    first = made.agent_selection
    made.step(3)
    assert {agent: reward for agent, reward in made.rewards.items() if reward} == {first: -1.0}
    assert all(made.terminations.values())


def test_a_list_that_is_too_long_ends_the_game_and_drops_no_command(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # Given a game that declares shorter lists than it has.
    game = only(changed(OURS[RULESET], bots={"longest_list": 3}), monkeypatch)
    made = TradewindsEnv(game.name, 2)
    made.reset(seed=1)
    seen, chance = [], Random(1)

    # When it is played.
    while not any(made.truncations.values()):
        seen.append(len(made.legal(made.agent_selection)))
        made.step(chance.randrange(seen[-1]))

    # Then it goes on as long as all commands are offered, and ends for all where they are not; the reason is told.
    longest = len(game.rules.legal_commands(made._state, made._seats[made.agent_selection]))
    assert max(seen) <= 3 < longest
    assert all(made.truncations.values())
    assert not any(made.terminations.values())
    assert made.last()[4] == {"too_many_commands": longest}
    assert f"a position with {longest} legal commands" in caplog.text
    while made.agents:
        made.step(None)


# Ends


def test_the_reward_follows_from_the_share_of_the_victory(sticks: AnyGame) -> None:
    made, first, second = begun(sticks, sticks=4)
    made.step(0)
    assert made.rewards == {first: 0.0, second: 0.0}
    made.step(2)
    assert made.rewards == {first: -1.0, second: 1.0}
    assert made.infos == {first: {"score": 0}, second: {"score": 1}}
    assert all(made.terminations.values())


def test_options_and_seats_that_the_game_does_not_allow_are_refused() -> None:
    with pytest.raises(Malformed, match="unknown field `rounds`"):
        TradewindsEnv(RULESET, 2, {"rounds": 5})
    with pytest.raises(Malformed, match="6 players are not allowed"):
        TradewindsEnv(RULESET, 6)


def test_a_seed_repeats_a_game_and_without_one_others_follow() -> None:
    made = TradewindsEnv(RULESET, 2)

    def dealt(seed: int | None) -> Any:
        made.reset(seed=seed)
        return made._state

    first, second, again = dealt(7), dealt(None), dealt(7)
    assert first == again
    assert first != second


# Encoding


def test_the_encoding_is_the_same_in_every_process_and_release() -> None:
    """Models are trained for it. The amounts are log2(4) for three coins, and 1 for `/coins=3`, `/hand/0=a`, `/hand/=a`."""
    vector = encoded({"coins": 3, "hand": ["a"]}, 64)
    assert {int(place): float(vector[place]) for place in vector.nonzero()[0]} == {4: -2.0, 22: -1.0, 29: 1.0, 36: 1.0}


def test_a_hand_means_much_the_same_in_any_order() -> None:
    one, turned, other = (encoded({"hand": hand}, 512) for hand in (["a", "b"], ["b", "a"], ["c", "d"]))
    assert 0 < np.abs(one - turned).sum() < np.abs(one - other).sum()


def test_absent_zero_and_false_differ() -> None:
    vectors = [encoded({"cell": value}, 512).tobytes() for value in (None, 0, False, "", 1)]
    assert len(set(vectors)) == 5


def test_numbers_stay_within_their_bounds() -> None:
    vector = encoded({str(number): 10**300 for number in range(50)}, 2)
    assert np.abs(vector).max() <= LIMIT
    assert vector.dtype == np.float32
