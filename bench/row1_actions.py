"""Row 1: accepted actions a second through the whole service, over a bare endpoint that appends the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from random import Random
from statistics import median

from msgspec import structs

from bench.games import OTHERS, RULESET, Recording, most_seats, record
from bench.load import Load, Run
from bench.measure import Finding, Plan, Rounds, Target, compared, repeat
from bench.serving import HOST, WebServer, redis_server, web_server
from events.envelope import exported_line
from events.redis_store.client import connect
from events.store.event_store import EventStore
from events.store_types import Append

CONNECTIONS = 32
WARM_UP = 0.7
"""Seconds at the start of each run that do not count."""
EARLY = 60
"""Commits up to which a game counts as short."""
WARM = "Tradewinds, the game in memory"
SHORT = "Tradewinds, a short game read anew"
COLD = "Tradewinds, a whole game read anew"
BARE = "bare Flask, one Lua append"
BARE_QUICK = "the same with our web worker"
FORGETFUL = {"CACHED_GAMES": "1"}
"""Settings of a process that never finds the game of a request in its memory, as two take turns on each connection."""


def measure(plan: Plan) -> list[Finding]:
    """All lines of the row."""
    with ExitStack() as stack:
        url = stack.enter_context(redis_server())
        server = stack.enter_context(web_server(url))
        forgetful = stack.enter_context(web_server(url, settings=FORGETFUL))
        bare = {
            side: stack.enter_context(web_server(url, "bench.bare_endpoint:create_app()", worker=worker))
            for side, worker in ((BARE, "gevent"), (BARE_QUICK, ""))
        }

        def sides(ours: Mapping[str, Service]) -> dict[str, Service | Bare]:
            return {**ours, **{side: Bare(url, each, ours[WARM].recordings) for side, each in bare.items()}}

        ours = {
            WARM: Service(url, server),
            SHORT: Service(url, forgetful, lanes=2, longest=EARLY),
            COLD: Service(url, forgetful, lanes=2),
        }
        rounds, runs = _under_load(sides(ours), plan)
        anew = "POST of an action, the game read anew,"
        findings = [
            *_in_memory(rounds, runs, "POST of an action, the game in memory"),
            _finding(rounds, runs, SHORT, BARE, f"{anew} first {EARLY} commits", Target(0.50, 0.65)),
            _finding(rounds, runs, COLD, BARE, f"{anew} whole random games", Target(0.50, 0.65)),
        ]
        for game in OTHERS:
            seats = most_seats(game)
            rounds, runs = _under_load(sides({WARM: Service(url, server, ruleset=game.name, seats=seats)}), plan)
            findings += _in_memory(rounds, runs, f"{game.title}, {seats} seats: POST of an action, the game in memory")
    return findings


def _in_memory(rounds: Rounds, runs: dict[str, list[Run]], what: str) -> list[Finding]:
    """The lines over both bare sides."""
    return [_finding(rounds, runs, WARM, BARE, what, Target(0.70, 0.85)), _finding(rounds, runs, WARM, BARE_QUICK, what)]


def _under_load(sides: Mapping[str, Service | Bare], plan: Plan) -> tuple[Rounds, dict[str, list[Run]]]:
    """What the sides reach in turns, and all their runs."""
    runs: dict[str, list[Run]] = {name: [] for name in sides}

    def run(name: str) -> float:
        side = sides[name]
        side.make_ready(plan.seconds + WARM_UP)
        runs[name].append(side.load.run(plan.seconds, WARM_UP))
        return runs[name][-1].rate

    rounds = repeat(lambda: {name: run(name) for name in sides}, plan.rounds)
    for side in sides.values():
        side.prove()
    return rounds, runs


def _finding(
    rounds: Rounds, runs: dict[str, list[Run]], side: str, over: str, what: str, target: Target | None = None
) -> Finding:
    ours, bare = (
        {field: median(getattr(run, field) for run in runs[name]) for field in Run.__struct_fields__}
        for name in (side, over)
    )
    noted = (
        f"web processes take {ours['cost']:.0f} µs a request (bare {bare['cost']:.0f}: {bare['cost'] / ours['cost']:.2f}); "
        f"p50 {ours['p50']:.0f} ms (bare {bare['p50']:.0f}), p99 {ours['p99']:.0f} ms (bare {bare['p99']:.0f}); "
        f"the load generator takes {ours['cpu_share']:.0%} (bare {bare['cpu_share']:.0%}) of one processor"
    )
    return compared(rounds, side, over, row=1, what=what, unit="requests/s", target=target, noted=noted)


class Service:
    """The service under load: random games from any age to their end, one on each of a connection's lanes."""

    def __init__(
        self,
        redis_url: str,
        server: WebServer,
        *,
        lanes: int = 1,
        longest: int = 100_000,
        ruleset: str = RULESET,
        seats: int = 2,
        keyed: bool = False,
        query: str = "",
    ) -> None:
        """`keyed`: games of an API key, with a clock."""
        self.load = Load(server, CONNECTIONS, lanes)
        self.recordings: list[Recording] = []
        self._store = EventStore(connect(redis_url))
        self._source = Random(server.port)
        self._at_once = lanes * CONNECTIONS
        self._longest = longest
        self._ruleset = ruleset
        self._seats = seats
        self._keyed = keyed
        self._query = query
        self._began_at: list[int] = []

    def make_ready(self, seconds: float) -> None:
        """Play games beforehand until there are enough requests to send for this time."""
        requests = self.load.enough(seconds)
        # Games that wait are begun at once where none is under way yet, and some of them end soon.
        while self.load.left < requests or self.load.waiting < 2 * self._at_once:
            recording = record(
                self._source,
                ruleset=self._ruleset,
                seats=self._seats,
                enough=lambda version: version == self._longest,
                keyed=self._keyed,
            )
            # The first games are at all ages, as those that follow will be once the load has run for a while.
            start = self._source.randrange(1, len(recording.appends)) if len(self.recordings) < self._at_once else 1
            for each in recording.appends[:start]:
                if self._store.append(structs.replace(each, clock_ms=None)) is not None:
                    raise AssertionError("the new game is in Redis already")
            self.load.add(action(recording, each, self._query) for each in recording.appends[start:])
            self.recordings.append(recording)
            self._began_at.append(start)

    def prove(self) -> None:
        """Every answered action is in its log, with the events known beforehand, and nothing else is."""
        accepted = 0
        for recording, start in zip(self.recordings, self._began_at, strict=True):
            commits = self._store.read(recording.game).commits
            wanted = recording.appends[: len(commits)]
            if [bytes(each.events) for each in commits] != [bytes(each.commit.events) for each in wanted]:
                raise AssertionError(f"the log of {recording.game} is not the game that was played")
            accepted += len(commits) - start
        if accepted != self.load.answered:
            raise AssertionError(f"{self.load.answered} actions were accepted, {accepted} are in the logs")


class Bare:
    """The bare endpoint under the same load: the commits of the same games, sent as bodies."""

    def __init__(self, redis_url: str, server: WebServer, recordings: list[Recording]) -> None:
        self.load = Load(server, CONNECTIONS)
        self._client = connect(redis_url)
        self._recordings = recordings
        self._streams: list[str] = []

    def make_ready(self, seconds: float) -> None:
        """Requests enough to send for so long, from the games that were played for the service."""
        requests = self.load.enough(seconds)
        while self.load.left < requests or self.load.waiting < 2 * CONNECTIONS:
            recording = self._recordings[len(self._streams) % len(self._recordings)]
            stream = f"bare-{self.load.server.port}-{len(self._streams)}-{recording.game}"
            self._streams.append(stream)
            self.load.add([_append(stream, place, each) for place, each in enumerate(recording.appends)])

    def prove(self) -> None:
        """Everything answered is in the streams."""
        stored = sum(int(self._client.xlen(stream)) for stream in self._streams)
        if stored != self.load.answered:
            raise AssertionError(f"{self.load.answered} appends were answered, {stored} are there")


def action(recording: Recording, append: Append, query: str = "") -> bytes:
    """The request for the action that led to an append."""
    commit = append.commit
    assert commit.seat is not None
    path = f"/v1/games/{recording.game}/actions{query}"
    return _request(path, recording.tokens[commit.seat], commit.version - 1, bytes(commit.command))


def _append(stream: str, place: int, append: Append) -> bytes:
    return _request(f"/append/{stream}/{place}", "tw_" + 32 * "x", place, exported_line(append.commit))


def _request(path: str, token: str, version: int, body: bytes) -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n"
        f'If-Match: "{version}"\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n'
    )
    return head.encode() + body
