"""A hypothesis state machine that plays any game: legally, sensibly, and with illegal commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.game import AnyGame, Rejected
from tradewinds.testing import Chance

Look = Callable[[Any, Sequence[Any], Any], None]
"""`look(before, events, after)` fails if an invariant is broken; `before` is None for the set-up."""


def state_machine(game: AnyGame, look: Look, options: Mapping[str, st.SearchStrategy[Any]]) -> Any:
    """A test case: games with options drawn from these strategies, checked after every command."""

    class Playing(RuleBasedStateMachine):
        @initialize(
            given=st.fixed_dictionaries(dict(options)),
            more=st.integers(0, 3),
            seed=st.integers(0, 2**32),
            played=st.integers(0, 250),
        )
        def set_up(self, given: dict[str, Any], more: int, seed: int, played: int) -> None:
            """A new game, or one played at random for a while."""
            self.chance = Chance(seed)
            chosen = game.types.options(**given)
            low, *_, high = game.rules.seats(chosen)
            recorder = game.rules.setup(chosen, min(high, low + more), self.chance)
            self.tried: list[Any] = []
            self.see(None, recorder)
            for _ in range(played):
                if self.running():
                    self.play(self.chance.below(1000), self.chance.below(1000))

        def see(self, before: Any, recorder: Any) -> None:
            assert game.fold(recorder.events, before) == recorder.state
            look(before, recorder.events, recorder.state)
            self.state = recorder.state

        def running(self) -> bool:
            return bool(game.rules.to_act(self.state))

        def play(self, who: int, number: int) -> None:
            awaited = game.rules.to_act(self.state)
            seat = awaited[who % len(awaited)]
            legal = game.rules.legal_commands(self.state, seat)
            assert 0 < len(legal) < 200
            command = legal[number % len(legal)]
            self.tried.append(command)
            self.see(self.state, game.rules.decide(self.state, seat, command, self.chance))

        @precondition(running)
        @rule(who=st.integers(0, 1000), number=st.integers(0, 1000))
        def act(self, who: int, number: int) -> None:
            """One of the legal commands."""
            self.play(who, number)

        @precondition(running)
        @rule()
        def act_sensibly(self) -> None:
            """The command with the best evaluation."""
            seat = game.rules.to_act(self.state)[0]
            view = game.gate.view(self.state, seat)
            legal = list(game.rules.legal_commands(self.state, seat))
            best = max(range(len(legal)), key=lambda place: game.bots.evaluate(view, seat, legal[place]))
            self.play(0, best)

        @precondition(lambda self: self.running() and self.tried)
        @rule(number=st.integers(0, 1000), who=st.integers(0, 3))
        def try_again_what_was_legal(self, number: int, who: int) -> None:
            """A command is accepted if and only if it is listed for this seat; others are refused with a known code."""
            awaited = game.rules.to_act(self.state)
            seat = awaited[who % len(awaited)]
            command = self.tried[number % len(self.tried)]
            listed = command in game.rules.legal_commands(self.state, seat)
            if listed:
                game.rules.check(self.state, seat, command)
                return
            with pytest.raises(Rejected) as refusal:
                game.rules.check(self.state, seat, command)
            assert refusal.value.code in game.rules.refusals
            assert refusal.value.message

        @precondition(lambda self: not self.running())
        @rule(number=st.integers(0, 1000))
        def try_after_the_end(self, number: int) -> None:
            """No command is accepted any more."""
            assert game.rules.outcome(self.state) is not None
            with pytest.raises(Rejected) as refusal:
                game.rules.check(self.state, 0, self.tried[number % len(self.tried)])
            assert refusal.value.code in game.rules.refusals

        @invariant()
        def what_is_hidden_makes_no_difference(self) -> None:
            for seat in (None, *range(len(game.gate.view(self.state, None).seats))):
                view = game.gate.view(self.state, seat)
                other = game.bots.determinize(view, seat, self.chance)
                assert game.gate.view(other, seat) == view
                if seat is not None:
                    assert game.rules.legal_commands(other, seat) == game.rules.legal_commands(self.state, seat)

    case = Playing.TestCase
    case.settings = settings(
        max_examples=15, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    return case
