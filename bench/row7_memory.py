"""Row 7: what a game takes of Redis' memory, over its commits as plain JSON."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from redis import Redis

from bench.games import OTHERS, RULESET, Recording, most_seats, record
from bench.measure import Finding, Plan, Target, compared, repeat
from bench.serving import redis_server
from domain.game import AnyGame
from domain.session import OptionValue
from events.envelope import exported_line
from events.redis_store.client import connect
from events.store.event_store import EventStore
from harness.games import GAMES

SHORT, LONG = 60, 1_000
LONG_OPTIONS: dict[str, OptionValue] = {"target_influence": 50, "round_limit": 1_000}
"""The highest target that the rules allow, so that a random game has enough commits."""
STREAM = "the stream in Redis"
JSON = "its commits as plain JSON"


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row."""
    found = [
        *_payload(GAMES[RULESET], 2, SHORT, Target(1.4, higher=False), plan),
        *_payload(GAMES[RULESET], 2, LONG, Target(1.17, higher=False), plan),
    ]
    for game in OTHERS:
        found += _payload(game, most_seats(game), SHORT, None, plan)
    return found


def _payload(game: AnyGame, seats: int, commits: int, target: Target | None, plan: Plan) -> list[Finding]:
    """A game of this number of commits: its stream, as Redis itself counts its memory, over the lines of its export."""
    source = Random(commits)

    def one_round() -> dict[str, float]:
        recording = played(game, seats, commits, source)
        with redis_server() as url:
            stream = stored(url, [recording]).memory_usage(f"{{0}}:g:{recording.game}", samples=0)
        return {STREAM: float(stream or 0), JSON: float(_plain(recording))}

    rounds = repeat(one_round, plan.rounds)
    what = f"{game.title}, {seats} seats: memory of a game of {commits:,} commits"
    return [compared(rounds, STREAM, JSON, row=7, what=what, unit="bytes", target=target)]


def played(game: AnyGame, seats: int, commits: int, source: Random) -> Recording:
    """A random game of exactly this number of commits."""
    options = LONG_OPTIONS if commits == LONG else None
    while True:
        recording = record(
            source, ruleset=game.name, seats=seats, options=options, enough=lambda version: version == commits
        )
        if len(recording.appends) == commits:
            return recording


def stored(url: str, games: Iterable[Recording]) -> Redis:
    """Put games into Redis as the service does, and prove that they are there."""
    client = connect(url)
    store = EventStore(client)
    for recording in games:
        for each in recording.appends:
            if store.append(each) is not None:
                raise AssertionError("the new game is in Redis already")
        heads = [each.commit.head for each in recording.appends]
        if [commit.head for commit in store.read(recording.game).commits] != heads:
            raise AssertionError(f"the log of {recording.game} is not the game that was played")
    return client


def _plain(recording: Recording) -> int:
    """Bytes of the game's commits as JSON, one a line."""
    return sum(len(exported_line(each.commit)) + 1 for each in recording.appends)
