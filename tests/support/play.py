"""Plays whole games through a handler, for tests that need logs as they come about."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from fakeredis import FakeRedis, FakeServer

from domain import lobby, table
from domain.lobby import SeatPlan
from events.accepted import Accepted
from events.codec import Codec
from events.envelope import Commit
from events.handler import Handler
from events.ledger import Ledger
from events.redis_store import RedisStore

MERCHANTS = "merchants-of-the-caribbean"
DECKS = ("merchants-110", "port-royal-120")
HUMAN, OPEN, BOT = SeatPlan(kind="human"), SeatPlan(kind="open"), SeatPlan(kind="bot", level="random")


def fake_store(partitions: int = 1) -> RedisStore:
    """A store in this process; nothing of it outlives the test."""
    return RedisStore(FakeRedis(server=FakeServer()), partitions)


class Match:
    """A game and the tokens that its creation and claims gave out."""

    def __init__(self, handler: Handler, created: Accepted) -> None:
        self.handler = handler
        self.id = created.ledger.id
        self.tokens = dict(created.tokens)

    @classmethod
    def create(cls, handler: Handler, *seats: SeatPlan, key: str | None = None, **fields: Any) -> Match:
        """A new game of `seats` (two humans if none are given)."""
        command = lobby.CreateGame(ruleset=MERCHANTS, seats=seats or (HUMAN, HUMAN), **fields)
        return cls(handler, handler.create(command, key))

    @property
    def ledger(self) -> Ledger:
        return self.handler.load(self.id)

    @property
    def commits(self) -> list[Commit]:
        return self.handler.store.read(self.id).commits

    def claim(self, seat: int, key: str | None = None, **fields: Any) -> Accepted:
        claimed = self.handler.claim(self.id, lobby.ClaimSeat(seat=seat, **fields), key)
        self.tokens.update(claimed.tokens)
        return claimed

    def manage(self, who: str, command: lobby.TableCommand) -> Accepted:
        """A command of the table, given with the token of `who` ("host", "s0", ...)."""
        managed = self.handler.manage(self.id, self.tokens[who], command)
        self.tokens.update(managed.tokens)
        return managed

    def to_act(self) -> tuple[int, list[Any]]:
        """The seat that is asked something now, and its legal commands."""
        ledger = self.ledger
        (seat,) = table.to_act(ledger.game, ledger.table)
        return seat, list(ledger.game.rules.legal_commands(ledger.table.state, seat))

    def act(self, command: Any, seat: int, **preconditions: Any) -> Accepted:
        """An action with the seat's own token, or as its bot."""
        ledger = self.ledger
        if ledger.table.seats[seat].kind == "bot":
            return self.handler.act_as_bot(self.id, seat, command, ledger.version)
        return self.handler.act(self.id, self.tokens[f"s{seat}"], body(command), **preconditions)

    def play(self, random: Random, actions: int | None = None) -> Match:
        """So many actions at random, or on to the end of the game."""
        while not self.ledger.table.over and actions != 0:
            seat, legal = self.to_act()
            self.act(random.choice(legal), seat)
            actions = None if actions is None else actions - 1
        return self


def body(command: Any) -> bytes:
    """A command as a request has it."""
    return msgspec.json.encode(command)


def refolded(commits: Sequence[Commit], codec: Codec) -> list[table.Table[Any]]:
    """The table at every version, folded one event after the other."""
    tables: list[table.Table[Any]] = []
    now: table.Table[Any] | None = None
    for commit in commits:
        for event in codec.events([commit])[0]:
            now = table.fold(codec.game, now, (event,))
        assert now is not None
        tables.append(now)
    return tables
