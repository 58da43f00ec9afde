"""`tradewinds.testing`, by which authors test their games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tests.docs.generated import ROOT
from tests.support.changed import changed
from tests.versions.last_stick import GAME, Take
from tradewinds import Malformed, Rejected, fixtures
from tradewinds.testing import Chance, Chosen, assert_refused, golden, play, position


def test_a_position_is_brought_about_by_commands_and_offers_of_seats() -> None:
    begun = position(GAME, seats=3)
    seat = begun.to_act[0]
    after = position(GAME, Take(1), "take:2", seats=3)
    assert after.state.sticks == begun.state.sticks - 3
    assert after.to_act == ((seat + 2) % 3,)
    assert position(GAME, (seat, Take(1)), seats=3).state == position(GAME, Take(1), seats=3).state
    assert position(GAME, seats=3, names=["Anne", "Bo", "Cy"]).names == ("Anne", "Bo", "Cy")


def test_a_position_begins_with_a_state() -> None:
    state = msgspec.structs.replace(position(GAME).state, sticks=1)
    over = position(GAME, Take(1), state=state)
    assert over.outcome is not None
    assert over.outcome.winners == (state.seat,)


def test_a_state_tells_the_number_of_its_seats() -> None:
    state = position(GAME, seats=4).state
    assert len(position(GAME, state=state, names=["Anne", "Bo", "Cy"]).names) == 4
    fixed = changed(GAME, rules={"setup": lambda options, seats, rng: GAME.rules.setup(options, 2, rng)})
    assert len(position(fixed, state=state).names) == 2


def test_what_cannot_be_is_refused_where_it_is_asked_for() -> None:
    with pytest.raises(Malformed, match="Two to four"):
        position(GAME, seats=5)
    with pytest.raises(Rejected):
        position(GAME, (1 - position(GAME).to_act[0], Take(1)))


def test_commands_draw_the_numbers_that_a_test_chooses() -> None:
    drawn: list[tuple[int, int]] = []

    def decide(state: Any, seat: int, command: Any, rng: Any) -> Any:
        drawn.append((rng.below(2), rng.below(2)))
        return GAME.rules.decide(state, seat, command, rng)

    here = position(changed(GAME, rules={"decide": decide}), draws=[1, 0, 1, 1])
    after = here.after(Take(1))
    here.after(Take(2))  # Another way from the same position, which draws the same numbers.
    assert drawn == [(1, 0), (1, 0)]
    last = after.after(Take(1))
    assert drawn[-1] == (1, 1)
    with pytest.raises(AssertionError, match="has chosen no more of them"):
        last.after(Take(1))


@pytest.mark.parametrize(("limit", "said"), [(4, "chosen 4"), (2, "chosen 4")])
def test_a_number_that_cannot_be_drawn_is_told(limit: int, said: str) -> None:
    with pytest.raises(AssertionError, match=f"a number below {limit} is drawn, and the test has {said}"):
        Chosen([4]).below(limit)


def test_draws_that_a_test_has_not_chosen_are_told() -> None:
    chosen = Chosen([1, 0])
    assert [chosen.below(2), chosen.below(1)] == [1, 0]
    with pytest.raises(AssertionError, match="has chosen no more of them"):
        chosen.below(6)


def test_a_seed_makes_the_same_game_and_the_same_chance_again() -> None:
    assert [here.state for here in play(GAME, seed=3).history()] == [here.state for here in play(GAME, seed=3).history()]
    assert play(GAME, seed=3).outcome is not None
    assert play(GAME, seats=4, commands=2).version == 3
    one, other = Chance("a"), Chance("a")
    assert [one.below(9) for _ in range(20)] == [other.below(9) for _ in range(20)]


def test_a_refusal_is_held_to_its_code_and_its_parameters() -> None:
    here = position(GAME)
    other = 1 - here.to_act[0]
    assert_refused(here, Take(1), "not_your_turn", by=other)
    with pytest.raises(AssertionError, match="is accepted"):
        assert_refused(here, Take(1), "not_your_turn")
    with pytest.raises(AssertionError, match="is refused with 'not_your_turn', not 'game_over'"):
        assert_refused(here, Take(1), "game_over", by=other)
    with pytest.raises(AssertionError, match=r"is refused with \{'colour': None\}, not \{'colour': 'red'\}"):
        assert_refused(here, Take(1), "not_your_turn", by=other, colour="red")


def test_a_refusal_of_the_check_alone_is_found() -> None:
    def lenient(state: Any, seat: int, command: Any, rng: Any) -> Any:
        return GAME.rules.decide(state, state.seat, command, rng)

    careless = position(changed(GAME, rules={"decide": lenient}))
    with pytest.raises(AssertionError, match=r"`rules\.decide` with None"):
        assert_refused(careless, Take(1), "not_your_turn", by=1 - careless.to_act[0])


def test_golden_games_are_recorded_once_and_decided_again(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="write them with `record=True`"):
        golden(GAME, tmp_path)
    golden(GAME, tmp_path, record=True)
    golden(GAME, tmp_path)
    stingy = changed(GAME, rules={"setup": lambda options, seats, rng: GAME.rules.setup(options, seats, Chance(5))})
    with pytest.raises(AssertionError, match="golden game 1"):
        golden(stingy, tmp_path)


def test_golden_games_lie_beside_an_installed_game() -> None:
    golden("tic-tac-toe")


def test_fixtures_say_which_games_there_are() -> None:
    named: Any = SimpleNamespace(getini={"tradewinds_game": "chess"}.get)
    with pytest.raises(pytest.UsageError, match="`tradewinds_game` in the settings of pytest is 'chess', and installed are"):
        fixtures._game(named)


def test_a_game_runs_where_pytest_is_not_installed() -> None:
    code = "import sys; sys.modules['pytest'] = None; import tradewinds.testing"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)
