"""A short hunt in each game finds nothing, and planted leaks are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from zlib import crc32

import msgspec
import pytest
from flask import Response

from domain.game import AnyGame, Rejected
from domain.merchants_and_marauders.events import ReactionPassed
from domain.merchants_and_marauders.game import GAME as MARAUDERS
from domain.recorder import Recorder
from tests.leaks.compare_http import Services, services
from tests.leaks.search import Counts, Playout, hunt
from tests.leaks.twin_games import Leak
from tests.service.twins import World, commits_of
from tests.support.changed import changed
from tests.support.games import OURS

every_game = pytest.mark.parametrize("name", OURS)
SHORT_HUNTS = {
    "merchants-of-the-caribbean": (range(1, 3), 0.2),
    "merchants-and-marauders": (range(4, 6), 0.12),
    "pirates-of-maracaibo": (range(1, 2), 0.12),
}
"""Seeds of games, and the share of pairs that are followed over HTTP."""
SEEDS = range(1, 8)
"""A planted leak must be found within so many games."""
RARE_SEEDS = range(7, 12)
"""The same for a leak that shows in one game of four; it is in the first of these games."""


@pytest.fixture
def both(redis_url: str) -> Iterator[Services]:
    with services(redis_url) as made:
        yield made


@every_game
def test_nobody_is_told_what_is_hidden(name: str, both: Services) -> None:
    counts = Counts()
    seeds, http = SHORT_HUNTS.get(name, (range(1, 2), 0.1))
    for seed in seeds:
        counts.add(hunt(name, seed, http, both))
    assert counts.positions >= 20
    assert counts.comparisons >= 300
    assert counts.requests >= 20


@pytest.mark.rule("MM-390", "MM-391")
def test_the_short_hunt_meets_both_settings_of_reaction_windows() -> None:
    seeds, _ = SHORT_HUNTS[MARAUDERS.name]
    assert {Playout(MARAUDERS, seed).options.windows for seed in seeds} == {"uniform", "holders_only"}


def test_a_hunt_can_be_repeated() -> None:
    name = "merchants-of-the-caribbean"
    assert hunt(name, 3) == hunt(name, 3) != hunt(name, 4)


# Planted leaks


def parity(game: AnyGame, state: Any) -> int:
    """A bit that depends on everything, hidden things included."""
    return crc32(msgspec.json.encode(game.gate.open_view(state), order="sorted")) % 2


def an_order(game: AnyGame) -> dict[str, Any]:
    def legal(state: Any, seat: int) -> Any:
        commands = list(game.rules.legal_commands(state, seat))
        return commands[::-1] if parity(game, state) else commands

    return {"rules": {"legal_commands": legal}}


def a_word_in_a_refusal(game: AnyGame) -> dict[str, Any]:
    def check(state: Any, seat: int, command: Any) -> None:
        try:
            game.rules.check(state, seat, command)
        except Rejected as refused:
            raise Rejected(refused.code, str(refused) + "!" * parity(game, state), **refused.params) from None

    return {"rules": {"check": check}}


def a_number(game: AnyGame) -> dict[str, Any]:
    return {"rules": {"turn": lambda state: game.rules.turn(state) + parity(game, state)}}


def one_event_more(game: AnyGame) -> dict[str, Any]:
    def decide(state: Any, seat: int, command: Any, rng: Any) -> Recorder[Any, Any]:
        recorder = game.rules.decide(state, seat, command, rng)
        recorder.events += recorder.events[-1:] * parity(game, state)
        return recorder

    return {"rules": {"decide": decide}}


def another_event(game: AnyGame) -> dict[str, Any]:
    """The first kind of event replaces the last event of the command."""

    def decide(state: Any, seat: int, command: Any, rng: Any) -> Recorder[Any, Any]:
        recorder = game.rules.decide(state, seat, command, rng)
        if parity(game, state):
            recorder.events[-1:] = recorder.events[:1]
        return recorder

    return {"rules": {"decide": decide}}


def a_hidden_name(game: AnyGame) -> dict[str, Any]:
    """Nothing is redacted."""
    return {"gate": {"redact": lambda event, viewer: event}}


LEAKS: tuple[Callable[[AnyGame], dict[str, Any]], ...] = (
    an_order, a_word_in_a_refusal, a_number, one_event_more, another_event, a_hidden_name,
)  # fmt: skip


SLOW = ("merchants-and-marauders", a_hidden_name), ("merchants-and-marauders", another_event)
"""Leaks that are found, but only after many long games."""


@pytest.mark.parametrize(("name", "leak"), [pair for pair in product(OURS, LEAKS) if pair not in SLOW])
def test_a_planted_leak_is_found(name: str, leak: Callable[[AnyGame], dict[str, Any]]) -> None:
    leaking = changed(OURS[name], **leak(OURS[name]))
    with pytest.raises(Leak):
        _hunt_on(leaking)


def _hunt_on(game: AnyGame, seeds: range = SEEDS) -> None:
    for seed in seeds:
        Playout(game, seed).play()


def whether_it_was_chosen(game: AnyGame) -> dict[str, Any]:
    return {
        "gate": {"redact": lambda event, viewer: event if type(event) is ReactionPassed else game.gate.redact(event, viewer)}
    }


@pytest.mark.rule("MM-393")
def test_a_planted_leak_of_forced_passes_is_found() -> None:
    with pytest.raises(Leak):
        _hunt_on(changed(MARAUDERS, **whether_it_was_chosen(MARAUDERS)), RARE_SEEDS)


def test_a_leak_in_the_headers_is_found(both: Services) -> None:
    """The leak is only in the size of the log."""
    for world in (both.one, both.other):
        for blueprint in world.app.blueprints:  # service/lean.py leaves out the hooks of the whole app.
            world.app.after_request_funcs.setdefault(blueprint, []).append(_telling(world))
    with pytest.raises(Leak, match="HTTP: GET"):
        hunt("pirates-of-maracaibo", 1, 1.0, both)


def _telling(world: World) -> Callable[[Response], Response]:
    def tell(response: Response) -> Response:
        for stream in world.redis.scan_iter("{0}:g:*", _type="stream"):
            game = stream.decode().rpartition(":")[2]
            response.headers["X-Log"] = str(sum(crc32(bytes(commit.events)) for commit in commits_of(world, game)))
        return response

    return tell
