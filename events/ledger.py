"""All that a process knows of one game's log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from domain import fairness, table
from domain.lobby import HOST, Actor, Dealer, read_options
from domain.table import Table
from events.codec import codec_of
from events.envelope import Commit

CHECKPOINT_EVERY = 64
"""Versions between two states that are kept for looking back; states share most of their parts."""
NOT_TOKENS = frozenset({"secret", "imported"})
"""What stands beside a log besides token hashes."""


class Ledger:
    """The newest known state of a game with what is needed to append to it: a fold that can be carried on.

    Commits are taken in order and only once, so several readers of one log can feed the same ledger.
    """

    def __init__(self, game_id: str, secrets: Mapping[str, str], first: Commit) -> None:
        self.id = game_id
        self.codec = codec_of(first.ruleset)
        self.game = self.codec.game
        self.created_at = first.at
        self.version = 0
        self.head = fairness.GENESIS
        self.secret = bytes.fromhex(secrets["secret"])
        self.imported = "imported" in secrets
        self.commands: dict[str, int] = {}
        self.turn_starts: list[int] = []
        self.checkpoints: dict[int, Table[Any]] = {}
        self._table: Table[Any] | None = None
        self.know(secrets)
        self._dealer: Dealer | None = None

    @property
    def table(self) -> Table[Any]:
        if self._table is None:
            raise ValueError(f"nothing of {self.id} has been read yet")
        return self._table

    @property
    def dealer(self) -> Dealer:
        """The game's random source; an imported game draws under the id it was played with."""
        if self._dealer is None:
            self._dealer = Dealer(self.secret, self.table.id)
        return self._dealer

    @cached_property
    def options(self) -> Any:
        """The game's own options, which never change."""
        return read_options(self.game, self.table.options)

    def know(self, secrets: Mapping[str, str]) -> None:
        """Take in the token hashes that stand beside the log."""
        self.secrets = dict(secrets)
        self._callers = {secrets[name]: name for name in secrets if name not in NOT_TOKENS}

    def caller(self, token_hash: str) -> Actor | None:
        """Whom the token of this hash speaks for, None if for nobody (any more)."""
        name = self._callers.get(token_hash)
        if name is None:
            return None
        return HOST if name == "host" else Actor("player", int(name[1:]))

    def take(self, commits: Sequence[Commit], after: Table[Any] | None = None) -> None:
        """Carry the fold on by the commits not yet known; `after` is the table after the last of them, if it is at hand."""
        fresh = [commit for commit in commits if commit.version > self.version]
        if not fresh:
            return
        if fresh[0].version != self.version + 1:
            raise ValueError(f"{self.id}: version {fresh[0].version} cannot follow {self.version}")
        batches: Sequence[Sequence[Any] | None]
        batches = (None,) if after is not None and len(fresh) == 1 else self.codec.events(fresh)
        now = self._table
        for commit, events in zip(fresh, batches, strict=True):
            self._note_turn(now, commit.version)
            now = after if events is None else table.fold(self.game, now, events)
            if commit.command_id:
                self.commands[commit.command_id] = commit.version
            if commit.version % CHECKPOINT_EVERY == 0:
                self.checkpoints[commit.version] = now  # type: ignore[assignment]
        self._table = now
        self.version = fresh[-1].version
        self.head = bytes.fromhex(str(fresh[-1].head))

    def _note_turn(self, before: Table[Any] | None, version: int) -> None:
        turn = 0 if before is None else table.turn(self.game, before)
        while len(self.turn_starts) <= turn:
            self.turn_starts.append(version)

    def turn_of(self, version: int) -> int:
        """The turn in which the command that made this version was given."""
        return bisect_right(self.turn_starts, version) - 1
