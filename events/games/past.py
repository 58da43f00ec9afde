"""The past of a game as takebacks look at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain import lifecycle, table
from domain.clocks import TimeOut
from domain.rights import Actor
from domain.table import Table
from domain.takebacks import Step
from events.envelope import Commit
from events.log.codec import Codec


def steps(codec: Codec, commits: Sequence[Commit], before: Table[Any] | None) -> Iterator[Step]:
    """Commits in order, each with the table before it; `before`: the one before the first. What the service did in the place
    of a player counts as an action of a bot of the seat."""
    for commit, events in zip(commits, codec.events(commits), strict=True):
        command, actor = codec.command(commit), Actor(commit.actor, commit.seat)
        if isinstance(command, TimeOut) and command.action is not None:
            actor, command = Actor("bot", command.seat), command.action
        yield Step(
            version=commit.version,
            actor=actor,
            action=command if lifecycle.right_to(command) is lifecycle.TO_PLAY else None,
            events=events,
            before=before,
            repeatable=commit.ruleset_version == codec.game.version,
        )
        before = table.fold(codec.game, before, events)
