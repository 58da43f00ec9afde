"""One version of Last Stick installed, and games that were played under version 1."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import pytest

from cli import offline
from domain.game import AnyGame
from domain.session import lifecycle
from events.commands.handler import CommandHandler
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match

from .games import NAME, OLD, Boast


@contextmanager
def installed(game: AnyGame) -> Iterator[None]:
    """A process in which this version is installed, and no other game. What was made in it stays as it is."""
    games = MappingProxyType({game.name: game})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CODECS, "games", games)
        patch.setattr(CODECS, "_made", {})
        patch.setattr(offline, "_codecs", lambda: CODECS)
        yield


def begun(handler: CommandHandler, *seats: lifecycle.SeatPlan, **options: Any) -> Match:
    """A game of two persons, under the version that is installed."""
    command = lifecycle.CreateGame(ruleset=NAME, seats=seats or (HUMAN, HUMAN), options={"sticks": 20, **options})
    return Match(handler, handler.new_games.create(command, "k" * 32))


def played_old(handler: CommandHandler, takes: tuple[int, ...], **options: Any) -> Match:
    """A game under version 1: one seat boasts, then so many sticks are taken in turn."""
    with installed(OLD):
        match = begun(handler, **options)
        match.act(Boast(), 0)
        for number, sticks in enumerate(takes):
            seat, _ = match.to_act()
            handler.act(match.id, match.tokens[f"s{seat}"], b'{"type":"take","sticks":%d}' % sticks, key=f"{number:032}")
        return match
