"""The past of a game as takebacks look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from domain import session
from domain.session import Session, lifecycle
from domain.session.clocks import TimeOut
from domain.session.rights import Actor
from domain.session.takebacks import Action, Step, draws_again
from events.envelope import Commit
from events.games.game_log import GameLog, Position
from events.games.log_errors import fold_errors
from events.log.codec import Codec


class LogPast:
    """The past of a game at a position of its log. What is not in memory is read from the checkpoint before it."""

    def __init__(
        self,
        game_log: GameLog,
        position: Position,
        steps_to: Callable[[int], Iterable[Step]],
        session_at: Callable[[int], Session[Any]],
    ) -> None:
        """`steps_to` reads the steps to a version, from the checkpoint before it."""
        self._game_log = game_log
        self._steps_to = steps_to
        self._table_at = session_at
        self._steps: dict[int, Step] = {}
        self.last = position.last

    def reveals(self, action: Action) -> bool:
        """The judgement of an action, made once and kept. Raises CommitsMissing, LogDamaged, StoreUnavailable."""
        found = action.reveals
        if found is None:
            version, game_log = action.version, self._game_log
            if version not in self._steps:
                self._steps = {step.version: step for step in self._steps_to(version)}
            with fold_errors(game_log.id, version, version):
                found = draws_again(game_log.game, self._steps[version], game_log.dealer.draws)
            action.reveals = found
        return found

    def state_at(self, version: int) -> Any:
        """The state of the rules at a version. Raises CommitsMissing, LogDamaged, StoreUnavailable."""
        return self._table_at(version).state


def steps(codec: Codec, commits: Sequence[Commit], before: Session[Any] | None) -> Iterator[Step]:
    """Commits in order, each with the session before it; `before`: the one before the first. What the service did in the
    place of a player counts as an action of a bot of the seat."""
    for commit, events in zip(commits, codec.events(commits), strict=True):
        command, actor = codec.command(commit), Actor(commit.actor, commit.seat)
        if isinstance(command, TimeOut) and command.action is not None:
            actor, command = Actor("bot", command.seat), command.action
        action = command if lifecycle.right_to(command) is lifecycle.TO_PLAY else None
        yield Step(commit.version, actor, action, before)
        before = session.fold(codec.game, before, events)
