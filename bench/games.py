"""Which games are measured, and random ones of them, played through the event layer and kept as the appends they led to."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from domain import session
from domain.game import AnyGame
from domain.session.clocks import Clock
from domain.session.lifecycle import CreateGame, SeatPlan
from events.commands.handler import CommandHandler
from events.commands.intents import CommandResult
from events.games.repository import GameRepository
from events.store_types import Append, Conflict, OwnersPart, Slice
from harness.games import CODECS, GAMES

RULESET = "merchants-of-the-caribbean"
"""The game that is compared with other software."""
OWNER = "a" * 12
"""The id of an API key."""
CLOCK = Clock(seconds=86_400, on_timeout="abandon")
OTHERS = tuple(game for game in GAMES.values() if game.name != RULESET)
"""They are measured with their most seats."""


def most_seats(game: AnyGame) -> int:
    """How many can play it without options."""
    return game.rules.seats(game.types.options())[-1]


class Appends:
    """A store that keeps appends; nothing else of a store is needed here."""

    partitions = 1

    def __init__(self) -> None:
        self.requests: list[Append] = []

    def append(self, request: Append) -> Conflict | None:
        self.requests.append(request)
        return None

    def read(self, game: str, after: int = 0, head: str = "", last: int | None = None) -> Slice:
        raise AssertionError("the handler of a single game has it in memory")


class Recording(msgspec.Struct, frozen=True):
    """A game: its id, the token of each seat, and every append from its creation on."""

    game: str
    tokens: tuple[str, ...]
    appends: list[Append]


def never(version: int) -> bool:
    """Of a game that is to be played to its end."""
    return False


def record(
    source: Random,
    *,
    ruleset: str = RULESET,
    seats: int = 2,
    options: dict[str, Any] | None = None,
    enough: Callable[[int], bool] = never,
    keyed: bool = False,
) -> Recording:
    """Play a game at random to its end, or until it has `enough` commits; `keyed`: one of an API key, with a clock."""
    store = Appends()
    handler = CommandHandler(GameRepository(store, CODECS), new_secret=lambda: source.randbytes(32))  # type: ignore[arg-type]
    plans = tuple(SeatPlan(kind="human") for _ in range(seats))
    plan = CreateGame(ruleset=ruleset, seats=plans, options=options or {}, clock=CLOCK if keyed else msgspec.UNSET)
    last: CommandResult = handler.new_games.create(plan, None, None, OwnersPart(owner=OWNER) if keyed else None)
    game, tokens = last.game_log.game, tuple(last.tokens[f"s{seat}"] for seat in range(seats))
    while (to_act := session.to_act(game, last.session)) and not enough(last.commit.version):
        command = source.choice(game.rules.legal_commands(last.session.state, to_act[0]))
        body = msgspec.json.encode(command)
        last = handler.act(last.game_log.id, tokens[to_act[0]], body, version=last.commit.version)
    return Recording(last.game_log.id, tokens, store.requests)
