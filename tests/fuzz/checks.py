"""Checks of every game at the positions of a playout. Expensive checks are made at some positions only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from conformance.games import same_but_for_hidden
from conformance.playing import Broken, as_json, either, hold
from domain.game import AnyGame, Rejected, Rng
from domain.recorder import Recorder


def named(seats: int) -> list[str]:
    return [f"Player {number}" for number in range(seats)]


class Promises:
    """The checks of one game. All methods raise Broken."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._events = msgspec.json.Decoder(list[either(game.types.events)])  # type: ignore[misc]
        self._commands = msgspec.json.Decoder(list[either(game.types.commands)])  # type: ignore[misc]
        self._state = msgspec.json.Decoder(game.types.state)
        self._view = msgspec.json.Decoder(either((game.types.view,)))

    def list_of(self, state: Any, seat: int) -> list[Any]:
        """The legal commands of a seat that must act."""
        legal = list(self.game.rules.legal_commands(state, seat))
        hold(0 < len(legal) <= self.game.bots.longest_list, f"{len(legal)} legal commands")
        return legal

    def lists(self, state: Any, seat: int, legal: Sequence[Any]) -> None:
        """The list has each command once, each is accepted and has a text; other seats have no legal commands."""
        game, asked = self.game, self.game.rules.to_act(state)
        hold(len({as_json(command) for command in legal}) == len(legal), "a command is listed twice")
        hold(self._commands.decode(as_json(legal)) == legal, "the commands do not survive JSON")
        view, names = game.gate.view(state, seat), named(len(state.seats))
        for command in legal:
            game.rules.check(state, seat, command)
            hold(bool(game.words.describe(view, seat, command, names).strip()), f"{command} is not described")
            msgspec.json.encode(game.words.preview(view, seat, command))
            hold(isinstance(game.bots.evaluate(view, seat, command), float), f"{command} is not valued")
        hold(game.bots.stand_in(view, seat, legal) in legal, "the stand-in does what is not legal")
        hold(
            abs(sum(game.bots.win_shares(state)) - 1) < 1e-6 or len(state.seats) == 1,
            "the shares of the victory do not add up",
        )
        for other in range(len(state.seats)):
            if other not in asked:
                hold(not game.rules.legal_commands(state, other), f"seat {other} is not asked, and has legal commands")

    def hidden(self, state: Any, viewer: int | None, asked: int, illegal: Any, rng: Rng) -> None:
        """If everything hidden from a viewer is dealt again, the viewer sees, may do and is refused the same."""
        game = self.game
        view = game.gate.view(state, viewer)
        other = game.bots.determinize(view, viewer, rng)
        hold(as_json(game.gate.view(other, viewer)) == as_json(view), "dealing anew changes what the viewer sees")
        hold(game.rules.to_act(other) == game.rules.to_act(state), "dealing anew changes who is asked")
        hold(self._state.decode(as_json(state)) == state, "the state does not survive JSON")
        hold(self._view.decode(as_json(view)) == view, "the view does not survive JSON")
        same_but_for_hidden(msgspec.to_builtins(game.gate.open_view(state)), msgspec.to_builtins(view))
        if viewer != asked:
            return
        hold(
            game.rules.legal_commands(other, asked) == game.rules.legal_commands(state, asked),
            "dealing anew changes what is legal",
        )
        if illegal is not None:
            hold(
                self.refusal(other, asked, illegal) == self.refusal(state, asked, illegal),
                f"dealing anew changes how {illegal} is refused",
            )

    def refusal(self, state: Any, seat: int, command: Any) -> tuple[str, str, Any] | None:
        """Code, sentence and parameters; None if the command is accepted."""
        try:
            self.game.rules.check(state, seat, command)
        except Rejected as refusal:
            hold(refusal.code in self.game.rules.refusals, f"unknown refusal {refusal.code}")
            hold(bool(refusal.message), f"{refusal.code} without a sentence")
            return refusal.code, refusal.message, refusal.params
        return None

    def decided_the_same(self, before: Any, seat: int, command: Any, recorder: Recorder[Any, Any], rng: Rng) -> None:
        """As in an audit: the stored state and command lead to the stored events again."""
        state = self._state.decode(msgspec.json.encode(before, order="sorted"))
        stored = self._commands.decode(msgspec.json.encode([command], order="sorted"))[0]
        again = self.game.rules.decide(state, seat, stored, rng)
        hold(again.events == recorder.events, f"{command} leads to other events when it is decided again")

    def redacted(self, before: Any, seat: int, command: Any, events: Sequence[Any]) -> None:
        """Redacting events and command twice hides no more than once, and what is left has a text."""
        game, seats = self.game, len(before.seats)
        hold(game.gate.redact_command(command, seat, seat) == command, f"{command} is hidden from the seat that gave it")
        for viewer in (*range(seats), None):
            seen = [event for event in (game.gate.redact(event, viewer) for event in events) if event is not None]
            hold([game.gate.redact(event, viewer) for event in seen] == seen, f"what is redacted for {viewer} hides more")
            hold(self._events.decode(as_json(seen)) == seen, "redacted events do not survive JSON")
            hold(bool(game.words.narrate(seen, named(seats), before.options)) or not seen, "events are not told")
            known = game.gate.redact_command(command, seat, viewer)
            hold(known is None or game.gate.redact_command(known, seat, viewer) == known, f"{command} redacted hides more")

    def log(self, events: Sequence[Any], state: Any) -> None:
        """The fold of the stored events is the state."""
        stored = self._events.decode(msgspec.json.encode(events, order="sorted"))
        hold(self.game.fold(stored) == state, "the fold of the log is not the state")

    def end(self, state: Any, made_up: Callable[[type], Any]) -> str:
        """A game in which nobody must act is over, and stays so. Returns the reason for the end."""
        game, seats = self.game, len(state.seats)
        outcome = game.rules.outcome(state)
        if outcome is None:
            raise Broken("nobody is asked anything, but the game is not over")
        hold(len(outcome.scores) == seats, "the scores are not one for each seat")
        shares = game.bots.win_shares(state)
        hold([share > 0 for share in shares] == [seat in outcome.winners for seat in range(seats)], "the winners are others")
        hold(sum(shares) == pytest.approx(1 if outcome.winners else 0), "the shares of the victory do not add up")
        for kind in game.types.commands:
            command = made_up(kind)
            if command is not None:
                hold(self.refusal(state, 0, command) is not None, f"{command} is accepted after the end")
        return outcome.reason
