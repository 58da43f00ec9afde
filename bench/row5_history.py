"""Row 5: the state at any version of a long game, from where the game is kept."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import UUID

import hiredis
import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate

from bench import bare_fold
from bench.games import OTHERS, RULESET, Recording, most_seats, record
from bench.measure import Finding, Plan, Rounds, Target, compared, repeat
from bench.serving import redis_server
from domain import session
from domain.game import AnyGame
from events.commands.handler import CommandHandler
from events.games.repository import GameRepository
from events.log.codec import either, list_of
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.games import CODECS, GAMES

COMMITS = 1_000
WHOLE_GAMES = 10
"""The number of random games of another game; the longest is measured."""
VERSIONS_A_SECOND = 25
COLD = "Tradewinds, from cold"
KEPT = "Tradewinds, the game in memory"
RAW = "raw XRANGE, joined decode, bare fold"
RAW_OWN_FOLD = "raw XRANGE, joined decode, the game's own fold"
EVENTSOURCING = "eventsourcing 9.5.6 on SQLite"

StateAt = Callable[[int], Any]


def _events_of(game: AnyGame) -> Any:
    """The type of a commit's events."""
    return list_of(either((*session.EVENTS, *game.types.events)))


EVENTS = _events_of(GAMES[RULESET])


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row."""
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        findings = _long_game(stack, url, plan)
        for game in OTHERS:
            findings += _whole_game(stack, url, game, plan)
    return findings


def _long_game(stack: ExitStack, url: str, plan: Plan) -> list[Finding]:
    """The game that is compared, over folds in place."""
    recording = _of_many_commits()
    sides = _ours(url, recording)
    sides[RAW] = stack.enter_context(_raw(url, recording, EVENTS, bare_fold.fold))
    sides[EVENTSOURCING] = stack.enter_context(_eventsourcing(recording))
    rounds = _in_turns(sides, COMMITS, plan)
    what = f"State at any version of a game of {COMMITS:,} commits"
    return [
        *_over_raw(rounds, RAW, what),
        compared(rounds, EVENTSOURCING, COLD, row=5, what=f"{what}, times faster", unit="ms", target=Target(10, 14)),
    ]


def _whole_game(stack: ExitStack, url: str, game: AnyGame, plan: Plan) -> list[Finding]:
    """The longest of some random games of another game, over its own fold, as there is no other."""
    seats = most_seats(game)
    played = [record(Random(seed), ruleset=game.name, seats=seats) for seed in range(WHOLE_GAMES)]
    recording = max(played, key=lambda each: len(each.appends))
    commits = len(recording.appends)

    def fold(events: Iterable[Any]) -> Any:
        return game.fold([event for event in events if type(event) not in session.AROUND])

    sides = _ours(url, recording)
    sides[RAW_OWN_FOLD] = stack.enter_context(_raw(url, recording, _events_of(game), fold))
    rounds = _in_turns(sides, commits, plan)
    what = f"{game.title}, {seats} seats: state at any version of a whole random game, {commits:,} commits"
    return _over_raw(rounds, RAW_OWN_FOLD, what)


def _over_raw(rounds: Rounds, raw: str, what: str) -> list[Finding]:
    """The two lines that every game has."""
    return [
        compared(rounds, COLD, raw, row=5, what=f"{what}, from cold", unit="ms", target=Target(2, 1.4, higher=False)),
        compared(rounds, KEPT, raw, row=5, what=f"{what}, in memory", unit="ms", target=Target(0.5, higher=False)),
    ]


def _in_turns(sides: Mapping[str, StateAt], commits: int, plan: Plan) -> Rounds:
    """The median times of all sides to states of a game with this number of commits, which are proved to be the same."""
    source = Random(5)
    _prove(sides, source.sample(range(1, commits + 1), 20))
    # The same versions in every round.
    versions = source.sample(range(1, commits + 1), min(commits, int(plan.seconds * VERSIONS_A_SECOND)))
    return repeat(lambda: _round(sides, versions), plan.rounds)


def _round(sides: Mapping[str, StateAt], versions: list[int]) -> dict[str, float]:
    """The median time of each side to a state, in ms; the sides take turns at every version."""
    times: dict[str, list[float]] = {name: [] for name in sides}
    for version in versions:
        for name, state_at in sides.items():
            began = perf_counter()
            state_at(version)
            times[name].append(perf_counter() - began)
    return {name: median(each) * 1000 for name, each in times.items()}


def _prove(sides: Mapping[str, StateAt], versions: list[int]) -> None:
    """Every side comes to the same states."""
    for version in versions:
        states = {name: state_at(version) for name, state_at in sides.items()}
        for name, state in states.items():
            if (state.as_state() if isinstance(state, bare_fold.Position) else state) != states[COLD]:
                raise AssertionError(f"{name} has another state at version {version}")


def _of_many_commits() -> Recording:
    """A random game that is not over after this number of commits; its target is the highest that the rules allow."""
    options = {"target_influence": 50, "round_limit": 1000}
    source = Random(1_000)
    while True:
        recording = record(source, options=options, enough=lambda version: version == COMMITS)
        if len(recording.appends) == COMMITS:
            return recording


def _ours(url: str, recording: Recording) -> dict[str, StateAt]:
    """The game in Redis, and as the service finds its states from cold and in memory."""
    store, game = EventStore(connect(url)), recording.game
    for each in recording.appends:
        if store.append(each) is not None:
            raise AssertionError("the new game is in Redis already")
    kept = CommandHandler(GameRepository(store, CODECS))
    return {
        COLD: lambda version: _at(CommandHandler(GameRepository(store, CODECS)), game, version),
        KEPT: lambda version: _at(kept, game, version),
    }


def _at(handler: CommandHandler, game: str, version: int) -> Any:
    """As for a request: first what is new up to the version, then the version."""
    return handler.repository.session_at(handler.repository.load(game, version), version).state


@contextmanager
def _raw(redis_url: str, recording: Recording, events: Any, fold: Callable[[Iterable[Any]], Any]) -> Iterator[StateAt]:
    """Nothing but a socket, the parser, one decoding of all events, and the fold."""
    key = f"{{0}}:g:{recording.game}"
    parser = hiredis.Reader()
    # A commit stands in its entry as JSON, under the first of the fields; all but its events is passed over.
    decode = msgspec.json.Decoder(list_of(msgspec.defstruct("Played", [("events", events)]))).decode
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(unquote(urlsplit(redis_url).path))

        def state_at(version: int) -> Any:
            connection.sendall(hiredis.pack_command(("XRANGE", key, "-", f"{version}-0")))  # type: ignore[arg-type]  # Typed as one word.
            while (entries := parser.gets()) is False:
                parser.feed(connection.recv(65536))
            commits = decode(b"[" + b",".join([fields[1] for _, fields in entries]) + b"]")
            return fold(chain.from_iterable([commit.events for commit in commits]))

        yield state_at


class Voyage(Aggregate):
    """The game as an aggregate of the eventsourcing library: one of its events holds the events of one commit."""

    def __init__(self) -> None:
        self.position = bare_fold.Position()

    class Committed(Aggregate.Event):
        """The events as plain JSON, which its transcoder takes as it is."""

        events: list[Any]

        def apply(self, aggregate: Voyage) -> None:
            bare_fold.fold(msgspec.convert(self.events, EVENTS), aggregate.position)


@contextmanager
def _eventsourcing(recording: Recording) -> Iterator[StateAt]:
    """The library's own application on a SQLite file, as it comes: no snapshots, no cache."""
    with TemporaryDirectory(prefix="tradewinds-bench-") as folder:
        environment = {
            "PERSISTENCE_MODULE": "eventsourcing.sqlite",
            "SQLITE_DBNAME": str(Path(folder) / "game.sqlite"),
        }
        app: Application[UUID] = Application(env=environment)
        voyage = Voyage()
        for each in recording.appends:
            voyage.trigger_event(Voyage.Committed, events=msgspec.json.decode(each.commit.events))
        app.save(voyage)

        def state_at(version: int) -> bare_fold.Position:
            # Its first event only creates the aggregate.
            found: Voyage = app.repository.get(voyage.id, version=version + 1)
            return found.position

        yield state_at
        app.close()
