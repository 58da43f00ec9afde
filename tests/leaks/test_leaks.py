"""A short hunt of each kind of game finds nothing, and leaks that are planted are found."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any
from zlib import crc32

import msgspec
import pytest
from flask import Response

from domain.game import Rejected, no_orders
from domain.merchants_and_marauders.events import ReactionPassed, StandingPassSet
from domain.merchants_and_marauders.game import GAME as MARAUDERS
from domain.recorder import Recorder
from domain.registry import GAMES, AnyGame
from tests.leaks.asked import Services, services
from tests.leaks.hunt import Counts, Playout, hunt
from tests.leaks.pair import Leak, ordered
from tests.service.twins import World, commits_of

every_game = pytest.mark.parametrize("name", GAMES)
SHORT_HUNTS = {
    "merchants-of-the-caribbean": (4, 0.2),
    "merchants-and-marauders": (1, 0.08),
    "pirates-of-maracaibo": (2, 0.12),
}
"""Games, and the share of pairs that are followed over HTTP."""
SEEDS = range(1, 8)
"""Games in which a planted leak has to be found."""


@pytest.fixture
def both(redis_url: str) -> Iterator[Services]:
    with services(redis_url) as made:
        yield made


@every_game
def test_nobody_is_told_what_is_hidden(name: str, both: Services) -> None:
    counts = Counts()
    games, http = SHORT_HUNTS.get(name, (1, 0.1))
    for seed in range(1, 1 + games):
        counts.add(hunt(name, seed, http, both))
    assert counts.positions >= 20
    assert counts.comparisons >= 300
    assert counts.requests >= 20


def test_a_hunt_can_be_repeated() -> None:
    name = next(iter(GAMES))
    assert hunt(name, 3) == hunt(name, 3) != hunt(name, 4)


# Planted leaks


def parity(game: AnyGame, state: Any) -> int:
    """A bit of all that there is, hidden things included."""
    return crc32(msgspec.json.encode(game.open_view(state), order="sorted")) % 2


def an_order(game: AnyGame) -> dict[str, Any]:
    def legal(state: Any, seat: int) -> Any:
        commands = list(game.legal_commands(state, seat))
        return commands[::-1] if parity(game, state) else commands

    return {"legal_commands": legal}


def a_word_in_a_refusal(game: AnyGame) -> dict[str, Any]:
    def check(state: Any, seat: int, command: Any) -> None:
        try:
            game.check(state, seat, command)
        except Rejected as refused:
            raise Rejected(refused.code, str(refused) + "!" * parity(game, state), **refused.params) from None

    return {"check": check}


def a_number(game: AnyGame) -> dict[str, Any]:
    return {"turn": lambda state: game.turn(state) + parity(game, state)}


def one_event_more(game: AnyGame) -> dict[str, Any]:
    def decide(state: Any, seat: int, command: Any, rng: Any) -> Recorder[Any, Any]:
        recorder = game.decide(state, seat, command, rng)
        recorder.events += recorder.events[-1:] * parity(game, state)
        return recorder

    return {"decide": decide}


def another_event(game: AnyGame) -> dict[str, Any]:
    """The first kind of event in the place of the last one of the command."""

    def decide(state: Any, seat: int, command: Any, rng: Any) -> Recorder[Any, Any]:
        recorder = game.decide(state, seat, command, rng)
        if parity(game, state):
            recorder.events[-1:] = recorder.events[:1]
        return recorder

    return {"decide": decide}


def a_hidden_name(game: AnyGame) -> dict[str, Any]:
    """Nothing is redacted."""
    return {"redact": lambda event, viewer: event}


def a_side_command(game: AnyGame) -> dict[str, Any]:
    return {"side_commands": lambda state, seat: list(game.legal_commands(state, seat))[: parity(game, state)]}


LEAKS: tuple[Callable[[AnyGame], dict[str, Any]], ...] = (
    an_order, a_word_in_a_refusal, a_number, one_event_more, another_event, a_hidden_name, a_side_command,
)  # fmt: skip


SLOW = ("merchants-and-marauders", a_hidden_name), ("merchants-and-marauders", another_event)
"""Found too, but only after many long games."""


@pytest.mark.parametrize(("name", "leak"), [pair for pair in product(GAMES, LEAKS) if pair not in SLOW])
def test_a_planted_leak_is_found(name: str, leak: Callable[[AnyGame], dict[str, Any]]) -> None:
    leaking = dataclasses.replace(GAMES[name], **leak(GAMES[name]))
    with pytest.raises(Leak):
        _hunt_on(leaking)


def _hunt_on(game: AnyGame) -> None:
    for seed in SEEDS:
        Playout(game, seed).play()


# Planted leaks of what a seat has ordered beforehand


def an_answer_within_the_command_of_another(game: AnyGame) -> dict[str, Any]:
    """It looks like any other, but no version is left for it."""

    def decide(state: Any, seat: int, command: Any, rng: Any) -> Recorder[Any, Any]:
        recorder = game.decide(state, seat, command, rng)
        while (order := ordered(game, recorder.state)) is not None:
            answered = game.decide(recorder.state, *order, rng)
            answered.events[:0] = recorder.events
            recorder = answered
        return recorder

    return {"decide": decide, "standing_order": no_orders}


def whose_order_it_is(game: AnyGame) -> dict[str, Any]:
    def redact(event: Any, viewer: int | None) -> Any:
        if type(event) is StandingPassSet:
            return msgspec.structs.replace(event, timing="any_turn", on=True)
        return game.redact(event, viewer)

    return {"redact": redact}


def whether_it_was_ordered(game: AnyGame) -> dict[str, Any]:
    return {"redact": lambda event, viewer: event if type(event) is ReactionPassed else game.redact(event, viewer)}


@pytest.mark.rule("MM-392", "MM-393", "MM-K31")
@pytest.mark.parametrize("leak", [an_answer_within_the_command_of_another, whose_order_it_is, whether_it_was_ordered])
def test_a_planted_leak_of_standing_passes_is_found(leak: Callable[[AnyGame], dict[str, Any]]) -> None:
    with pytest.raises(Leak):
        _hunt_on(dataclasses.replace(MARAUDERS, **leak(MARAUDERS)))


def test_a_leak_in_the_headers_is_found(both: Services) -> None:
    """And in nothing else: the size of the log."""
    for world in (both.one, both.other):
        world.app.after_request_funcs.setdefault(None, []).append(_telling(world))
    with pytest.raises(Leak, match="HTTP: GET"):
        hunt("pirates-of-maracaibo", 1, 1.0, both)


def _telling(world: World) -> Callable[[Response], Response]:
    def tell(response: Response) -> Response:
        for stream in world.redis.scan_iter("{0}:g:*", _type="stream"):
            game = stream.decode().rpartition(":")[2]
            response.headers["X-Log"] = str(sum(crc32(bytes(commit.events)) for commit in commits_of(world, game)))
        return response

    return tell
