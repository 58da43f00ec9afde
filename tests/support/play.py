"""Plays whole games through a handler, for tests that need real logs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from fakeredis import FakeRedis, FakeServer

from domain import session
from domain.session import lifecycle
from domain.session.lifecycle import SeatPlan
from events.commands.handler import CommandHandler
from events.commands.intents import CommandResult
from events.envelope import Commit
from events.games.game_log import GameLog
from events.games.observer import Observer
from events.games.repository import GameRepository
from events.log.codec import Codec, Codecs
from events.store.event_store import EventStore

MERCHANTS = "merchants-of-the-caribbean"
DECKS = ("merchants-110", "port-royal-120")
HUMAN, OPEN, RESERVED = SeatPlan(kind="human"), SeatPlan(kind="open"), SeatPlan(kind="reserved")
BOT = SeatPlan(kind="bot", level="random")


def handler_on(
    store: EventStore, codecs: Codecs, *, cache_size: int = 1_000, observer: Observer | None = None, **options: Any
) -> CommandHandler:
    """A handler on a store, like that of a process; it shares nothing else with other handlers."""
    repository = GameRepository(store, codecs, cache_size=cache_size, observer=observer)
    return CommandHandler(repository, **options)


def fake_store(partitions: int = 1) -> EventStore:
    """A store in this process; nothing of it outlives the test."""
    return EventStore(FakeRedis(server=FakeServer()), partitions)


class Match:
    """A game and the tokens that its creation and claims gave out."""

    def __init__(self, handler: CommandHandler, created: CommandResult) -> None:
        self.handler = handler
        self.id = created.game_log.id
        self.tokens = dict(created.tokens)

    @classmethod
    def create(cls, handler: CommandHandler, *seats: SeatPlan, key: str | None = None, **fields: Any) -> Match:
        """A new game of `seats` (two humans if none are given)."""
        command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=seats or (HUMAN, HUMAN), **fields)
        return cls(handler, handler.new_games.create(command, key))

    @property
    def game_log(self) -> GameLog:
        return self.handler.repository.load(self.id)

    @property
    def commits(self) -> list[Commit]:
        return self.handler.store.read(self.id).commits

    def claim(self, seat: int, key: str | None = None, invitation: str | None = None, **fields: Any) -> CommandResult:
        claimed = self.handler.claim(self.id, lifecycle.ClaimSeat(seat=seat, **fields), key, invitation=invitation)
        self.tokens.update(claimed.tokens)
        return claimed

    def manage(self, who: str, command: lifecycle.SessionCommand) -> CommandResult:
        """Give a command of the table with the token of `who` ("host", "s0", ...)."""
        managed = self.handler.manage(self.id, self.tokens[who], command)
        self.tokens.update(managed.tokens)
        return managed

    def to_act(self) -> tuple[int, list[Any]]:
        """The seat that must act, and its legal commands."""
        game_log = self.game_log
        (seat,) = session.to_act(game_log.game, game_log.session)
        return seat, list(game_log.game.rules.legal_commands(game_log.session.state, seat))

    def act(self, command: Any, seat: int, **preconditions: Any) -> CommandResult:
        """An action with the seat's own token, or as its bot."""
        game_log = self.game_log
        if game_log.session.seats[seat].kind == "bot":
            return self.handler.act_as_bot(self.id, seat, command, game_log.version)
        return self.handler.act(self.id, self.tokens[f"s{seat}"], body(command), **preconditions)

    def play(self, random: Random, actions: int | None = None) -> Match:
        """Take so many random actions, or all until the end of the game."""
        while not self.game_log.session.over and actions != 0:
            seat, legal = self.to_act()
            self.act(random.choice(legal), seat)
            actions = None if actions is None else actions - 1
        return self


def body(command: Any) -> bytes:
    """A command as the body of a request."""
    return msgspec.json.encode(command)


def refolded(commits: Sequence[Commit], codec: Codec) -> list[session.Session[Any]]:
    """The table at every version, folded one event after the other."""
    tables: list[session.Session[Any]] = []
    now: session.Session[Any] | None = None
    for commit in commits:
        for event in codec.events([commit])[0]:
            now = session.fold(codec.game, now, (event,))
        assert now is not None
        tables.append(now)
    return tables
