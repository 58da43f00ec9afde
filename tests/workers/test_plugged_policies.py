"""Policies of other packages: whatever they do, the game goes on with a legal command."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from random import Random
from threading import Event
from typing import Any

import msgspec
import pytest

from cli.arena.matches import Match, play
from domain.game import AnyGame, Policy, Question
from policies import choose
from tests.support.changed import changed
from tests.support.games import OURS, RULESET
from tests.workers.toy_games import Go, Place, View, toy

PLACES = {"start": Place(exits=("a", "b", "c"))} | {to: Place(shares=(0.5, 0.5)) for to in "abc"}
LEGAL = [Go(to) for to in "abc"]
LONG = 60.0


def game_with(think: Callable[..., Any], below: str = "greedy") -> AnyGame:
    """A toy in which `greedy` goes to b."""
    policy = Policy(level="theirs", choose=think, below=below)
    return changed(toy(PLACES, {"b": 1.0}), bots={"policies": {"theirs": policy}})


def goes(game: AnyGame, budget: float = LONG, iterations: int | None = None) -> str:
    answer: Go = choose("theirs", Question(game, View("start", None), 0, LEGAL), Random(1), budget, iterations)
    return answer.to


@pytest.mark.parametrize("iterations", [None, 5])
def test_a_policy_gets_the_question_and_its_answer_is_played(iterations: int | None) -> None:
    asked: list[tuple[Question, float | None]] = []

    def think(question: Question, chance: Any, seconds: float | None) -> Any:
        asked.append((question, seconds))
        return question.legal[2]

    game = game_with(think)
    assert goes(game, iterations=iterations) == "c"
    (question, seconds), *_ = asked
    assert question == Question(game, View("start", None), 0, LEGAL)
    assert seconds is None if iterations else seconds is not None and seconds == LONG


def raises(question: Question, chance: Any, seconds: float | None) -> Any:
    raise LookupError("nothing here")


def exits(question: Question, chance: Any, seconds: float | None) -> Any:
    raise SystemExit(3)


def leaves_the_board(question: Question, chance: Any, seconds: float | None) -> Any:
    return Go("nowhere")


@pytest.mark.parametrize("iterations", [None, 5])
@pytest.mark.parametrize(
    ("think", "problem"),
    [
        (raises, "raised LookupError"),
        (exits, "raised SystemExit"),
        (leaves_the_board, "chose Go(to='nowhere'), which"),
    ],
)
def test_the_level_below_plays_for_one_that_fails(
    think: Callable[..., Any], problem: str, iterations: int | None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "policies.plugged"):
        assert goes(game_with(think), iterations=iterations) == "b"
    assert f"theirs {problem}" in caplog.text
    assert "greedy plays it" in caplog.text


def test_a_policy_that_hangs_is_not_waited_for_and_not_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    free, calls = Event(), []

    def think(question: Question, chance: Any, seconds: float | None) -> Any:
        calls.append(question)
        free.wait(LONG)
        return question.legal[0]

    game = game_with(think)
    try:
        assert [goes(game, budget=0.3), goes(game, budget=0.3)] == ["b", "b"]
    finally:
        free.set()
    assert len(calls) == 1
    assert "theirs had no answer after 0.300 s" in caplog.text
    assert "theirs still thinks about an earlier move" in caplog.text


def test_the_level_below_is_the_one_that_the_policy_names() -> None:
    """`random` goes anywhere, `greedy` to b alone."""
    game = game_with(raises, below="random")
    question = Question(game, View("start", None), 0, LEGAL)
    assert {choose("theirs", question, Random(n), LONG, 1).to for n in range(20)} == set("abc")


def test_a_level_whose_package_is_gone_is_played_by_the_strongest() -> None:
    assert goes(changed(game_with(raises), bots={"policies": {}, "levels": ("random", "greedy")})) == "b"


def test_a_policy_that_always_fails_plays_a_whole_game_and_each_failure_counts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[Question] = []

    def fails(question: Question, chance: Any, seconds: float | None) -> Any:
        asked.append(question)
        return raises(question, chance, seconds) if len(asked) % 2 else "nonsense"

    policy = Policy(level="theirs", choose=fails)
    broken = changed(OURS[RULESET], bots={"policies": {"theirs": policy}})
    monkeypatch.setattr("cli.arena.matches.codec_of", lambda ruleset: type("Codec", (), {"game": broken}))
    ours = play(Match(RULESET, ("greedy", "random"), {}, 3, 1.0, 1, False), 0)
    theirs = play(Match(RULESET, ("theirs", "random"), {}, 3, 1.0, 1, False), 0)
    assert theirs.troubles == ({"failed": len(asked)}, {})
    (said,) = theirs.said
    assert re.fullmatch(r"theirs raised LookupError: nothing here \(test_plugged_policies\.py, line \d+\)", said)
    assert caplog.text == ""
    own = {name: getattr(theirs, name) for name in ("run", "name", "seconds", "troubles", "said")}
    assert theirs == msgspec.structs.replace(ours, **own)


def test_the_example_never_loses() -> None:
    pytest.importorskip("perfect_tic_tac_toe")
    from tradewinds.installed import installed

    assert "perfect" in installed().games["tic-tac-toe"].bots.policies
    match = Match("tic-tac-toe", ("perfect", "random"), {}, 1, 1.0, 1, False)
    shares = [play(match, number).shares for number in range(20)]
    assert min(mine for mine, _ in shares) >= 0.5
    assert sum(mine for mine, _ in shares) > 15
