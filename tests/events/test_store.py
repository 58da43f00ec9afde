"""The contract of the store, run against a real Redis, a Redis Cluster and fakeredis."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis, RedisCluster

from events.envelope import Commit, canonical
from events.errors import (
    CommitsMissing,
    Diverged,
    LogDamaged,
    NotReplicated,
    StoreBusy,
    StoreUnavailable,
    UnknownGame,
)
from events.identity import milliseconds
from events.redis_store import connections, games_list
from events.redis_store import logs as redis_logs
from events.redis_store.client import connect
from events.redis_store.cluster import ClusterConnections, connect_cluster
from events.redis_store.connections import POOLED_CONNECTIONS, Command
from events.redis_store.feed import Feed, FeedItem
from events.store.event_store import EventStore
from events.store_types import Append, Conflict, GameSummary, KnownVersion, Page, SeatSummary, SummaryChange
from tests.support.connections import leaves_of

GAME = "1gaaaaaaaaaaaaaaaaaaaa"
PARTITIONS = 3


class Backend(NamedTuple):
    """A store, and a second client that looks at what it keeps."""

    store: EventStore
    redis: Redis | RedisCluster

    def everything(self) -> dict[bytes, tuple[bytes, bool]]:
        """Every key, byte for byte, and whether it goes away by itself."""
        return {key: (self.redis.dump(key), self.redis.ttl(key) >= 0) for key in self.redis.scan_iter()}

    def feed(self, partition: int = 1) -> list[tuple[str, int]]:
        entries: Any = self.redis.xrange(f"{{{partition}}}:feed")
        return [(fields[b"g"].decode(), int(fields[b"v"])) for _, fields in entries]

    def bots(self, partition: int = 1) -> dict[bytes, float]:
        return dict(self.redis.zrange(f"{{{partition}}}:bots", 0, -1, withscores=True))

    def listed(self, status: str, partition: int = 1) -> list[bytes]:
        games: list[bytes] = self.redis.zrange(f"{{{partition}}}:{status}", 0, -1)
        return games


@pytest.fixture(params=["redis", "cluster", "fakeredis"])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        with connect(url) as client, Redis.from_url(url) as second:
            yield Backend(EventStore(client, PARTITIONS), second)
    elif request.param == "cluster":
        url = request.getfixturevalue("cluster").url
        with connect_cluster(url, 64) as client, connect_cluster(url, 64) as second:
            yield Backend(EventStore(client, PARTITIONS), second)
    else:
        server = FakeServer()
        yield Backend(EventStore(FakeRedis(server=server), PARTITIONS), FakeRedis(server=server))


@pytest.fixture
def store(backend: Backend) -> EventStore:
    return backend.store


def commit(version: int, **fields: Any) -> Commit:
    given: dict[str, Any] = {
        "command_id": "",
        "actor": "player",
        "seat": 1,
        "at": "2026-01-02T03:04:05.678Z",
        "ruleset": "a-game",
        "ruleset_version": 3,
        "command": msgspec.Raw(b'{"type":"go"}'),
        "events": msgspec.Raw(b'[{"type":"went","where":"\xc3\x9cber"}]'),
        "head": head(version),
        **fields,
    }
    return Commit(version=version, **given)


def head(version: int) -> str:
    return f"{version:064x}" if version else ""


def request(version: int, game: str = GAME, **fields: Any) -> Append:
    made = {name: fields.pop(name) for name in tuple(fields) if name in Commit.__struct_fields__}
    if version == 1:
        fields.setdefault("secrets", {"secret": "5ec7e7", "host": "h0", "s1": "h1"})
    fields.setdefault("previous_head", head(version - 1))
    made_commit = commit(version, **made)
    return Append(game=game, commit=made_commit, text=canonical(made_commit), **fields)


def started(store: EventStore, versions: int = 1, game: str = GAME) -> None:
    for version in range(1, versions + 1):
        assert store.append(request(version, game)) is None


def summary(number: int = 0, game: str = GAME, status: str = "lobby", **fields: Any) -> GameSummary:
    return GameSummary(
        id=game, ruleset="a-game", status=status, seats=(SeatSummary("open", "Ann", None),), open_seats=1,
        created_at="t", created_ms=number, **fields,
    )  # fmt: skip


# Appending and reading


def test_a_commit_comes_back_as_it_went_in(store: EventStore) -> None:
    written = [
        commit(1, actor="visitor", seat=None, command_id="0f" * 16),
        commit(2, seat=0, events=msgspec.Raw(b"[]")),
        commit(3, actor="bot", seat=11, command=msgspec.Raw(b'{"text":"\\u0000\\n"}')),
    ]
    for each in written:
        secrets = {"secret": "00"} if each.version == 1 else {}
        previous = head(each.version - 1)
        each_request = Append(game=GAME, commit=each, text=canonical(each), previous_head=previous, secrets=secrets)
        assert store.append(each_request) is None
    assert store.read(GAME).commits == written
    assert store.commits(GAME, 2, 3) == written[1:]


def with_heads_in_hex(redis: Redis | RedisCluster, stream: str) -> None:
    """Store a log as the first version of the service did."""
    entries: Any = redis.xrange(stream)
    redis.delete(stream)
    for entry, fields in entries:
        redis.xadd(stream, {**fields, b"h": fields[b"h"].hex()}, id=entry)


def test_logs_that_have_their_heads_in_hex_are_read_and_carried_on(backend: Backend) -> None:
    started(backend.store, 3)
    with_heads_in_hex(backend.redis, f"{{1}}:g:{GAME}")
    assert [each.head for each in backend.store.commits(GAME, 1, 3)] == [head(1), head(2), head(3)]
    assert [each.version for each in backend.store.read(GAME, 2, head(2)).commits] == [3]
    with pytest.raises(Diverged):
        backend.store.read(GAME, 3, "e" * 64)
    with pytest.raises(Diverged):
        backend.store.append(request(4, previous_head="e" * 64))
    missed = backend.store.append(request(3))
    assert missed is not None
    assert missed.commits == [commit(3)]
    assert backend.store.append(request(4)) is None
    assert backend.store.append(request(5)) is None
    assert backend.store.read(GAME).commits == [commit(version) for version in range(1, 6)]


def test_entry_ids_are_the_versions_without_gaps(backend: Backend) -> None:
    started(backend.store, 12)
    entries = backend.redis.xrange(f"{{1}}:g:{GAME}")
    assert [entry for entry, _ in entries] == [b"%d-0" % version for version in range(1, 13)]


def test_reading_gives_what_follows_a_known_version(store: EventStore) -> None:
    started(store, 3)
    assert [each.version for each in store.read(GAME).commits] == [1, 2, 3]
    assert [each.version for each in store.read(GAME, 1, head(1)).commits] == [2, 3]
    assert [each.version for each in store.read(GAME, last=2).commits] == [1, 2]
    assert [each.version for each in store.read(GAME, 1, head(1), last=2).commits] == [2]
    assert store.read(GAME, 3, head(3)).commits == []
    assert store.read(GAME, 3, head(3)).secrets == {"secret": "5ec7e7", "host": "h0", "s1": "h1"}


@pytest.mark.parametrize("version", [2, 3, 4, 6, 99])
def test_at_another_version_nothing_is_written_and_exactly_the_missed_is_told(backend: Backend, version: int) -> None:
    started(backend.store, 4)
    before = backend.everything()
    stale = request(version, secrets={"s1": "new"}, bot_due=5, summary=SummaryChange("lobby", summary(status="running")))
    if version <= 4:
        missed = backend.store.append(stale)
        assert isinstance(missed, Conflict)
        assert [each.version for each in missed.commits] == list(range(version, 5))
        assert missed.secrets == {"secret": "5ec7e7", "host": "h0", "s1": "h1"}
        assert not missed.ours
    else:
        with pytest.raises(Diverged):
            backend.store.append(stale)
    assert backend.everything() == before


def test_a_first_commit_does_not_replace_another(backend: Backend) -> None:
    started(backend.store, 2)
    before = backend.everything()
    missed = backend.store.append(request(1, secrets={"secret": "other"}, head="f" * 64))
    assert missed is not None
    assert [each.head for each in missed.commits] == [head(1), head(2)]
    assert backend.everything() == before


def test_an_unknown_game_is_named_unknown_and_stays_so(backend: Backend) -> None:
    before = backend.everything()
    with pytest.raises(UnknownGame):
        backend.store.append(request(2))
    with pytest.raises(UnknownGame):
        backend.store.append(request(7, token=("host", "h0")))
    with pytest.raises(UnknownGame):
        backend.store.read(GAME)
    with pytest.raises(UnknownGame):
        backend.store.read(GAME, 4, head(4))
    with pytest.raises(CommitsMissing):
        backend.store.commits(GAME, 1, 1)
    assert backend.everything() == before == {}


def test_of_many_appends_at_one_version_one_is_taken(backend: Backend) -> None:
    started(backend.store)
    heads = [f"{number:x}" * 64 for number in range(8)]
    with ThreadPoolExecutor(len(heads)) as pool:
        answers = list(pool.map(lambda each: backend.store.append(request(2, head=each)), heads))
    (winner,) = (mine for mine, answer in zip(heads, answers, strict=True) if answer is None)
    assert [each.head for each in backend.store.commits(GAME, 1, 2)] == [head(1), winner]
    assert all([each.head for each in answer.commits] == [winner] for answer in answers if answer is not None)
    assert not any(answer.ours for answer in answers if answer is not None)


def test_a_twin_of_an_append_is_not_ours(store: EventStore) -> None:
    """Two processes may make the same commit in the same millisecond; only one of them wrote it."""
    started(store)
    assert store.append(request(2)) is None
    missed = store.append(request(2))
    assert missed is not None
    assert missed.commits == [commit(2)]
    assert not missed.ours


# A log that has lost its last commits


def test_commits_are_all_that_were_asked_for(backend: Backend) -> None:
    started(backend.store, 5)
    assert backend.store.commits(GAME, 2, 5) == [commit(version) for version in range(2, 6)]
    assert backend.store.commits(GAME, 6, 5) == []
    for first, last in ((1, 6), (5, 6), (6, 6)):
        with pytest.raises(CommitsMissing, match=f"versions {first} to {last}"):
            backend.store.commits(GAME, first, last)
    backend.redis.xdel(f"{{1}}:g:{GAME}", "3-0")
    with pytest.raises(LogDamaged):
        backend.store.commits(GAME, 1, 5)
    assert backend.store.commits(GAME, 4, 5) == [commit(4), commit(5)]


@pytest.mark.parametrize("grown_to", [2, 3, 4, 5])
def test_who_knows_lost_commits_neither_reads_nor_appends_behind_them(backend: Backend, grown_to: int) -> None:
    """The log went back to version 2 and was carried on by others; the caller still knows the old version 4."""
    started(backend.store, 2)
    for version in range(3, grown_to + 1):
        previous = "e" * 64 if version > 3 else head(2)
        assert backend.store.append(request(version, head="e" * 64, previous_head=previous)) is None
    before = backend.everything()
    with pytest.raises(Diverged):
        backend.store.read(GAME, 4, head(4))
    with pytest.raises(Diverged):
        backend.store.append(request(5, previous_head=head(4)))
    assert backend.everything() == before


# Tokens and secrets


@pytest.mark.parametrize("token", [("s1", "h2"), ("s1", ""), ("s0", "h0"), ("host", "h1")])
def test_a_token_that_is_not_the_stored_one_changes_nothing(backend: Backend, token: tuple[str, str]) -> None:
    started(backend.store, 2)
    before = backend.everything()
    missed = backend.store.append(request(3, token=token, secrets={"s1": "mine"}, bot_due=1))
    assert missed == Conflict({"secret": "5ec7e7", "host": "h0", "s1": "h1"}, [], False)
    assert backend.everything() == before


def test_secrets_change_in_the_same_step_as_the_log(backend: Backend) -> None:
    started(backend.store)
    assert backend.store.append(request(2, token=("s1", "h1"), secrets={"s1": "h2", "s2": "h3"})) is None
    assert backend.store.read(GAME).secrets == {"secret": "5ec7e7", "host": "h0", "s1": "h2", "s2": "h3"}
    stale = backend.store.append(request(3, token=("s1", "h1")))
    assert stale is not None
    assert stale.secrets["s1"] == "h2"
    assert backend.store.append(request(3, token=("s1", "h2"))) is None


# Indexes


def test_the_index_of_bots_follows_the_log(backend: Backend) -> None:
    store = backend.store
    assert store.append(request(1, bot_due=1_000)) is None
    assert backend.bots() == {GAME.encode(): 1_000}
    assert store.append(request(2, bot_due=2_000, bot_was_due=True)) is None
    assert backend.bots() == {GAME.encode(): 2_000}
    assert store.bots.due(1_999) == []
    assert store.bots.due(2_000) == [GAME]
    assert len(store.bots) == 1
    assert store.append(request(3, bot_was_due=True)) is None
    assert backend.bots() == {}
    assert store.append(request(4)) is None
    assert len(store.bots) == 0


def test_a_turn_is_postponed_only_while_a_bot_is_to_act(backend: Backend) -> None:
    assert backend.store.append(request(1, bot_due=1_000)) is None
    backend.store.bots.postpone(GAME, 9_000)
    assert backend.bots() == {GAME.encode(): 9_000}
    assert backend.store.append(request(2, bot_was_due=True)) is None
    backend.store.bots.postpone(GAME, 9_000)
    assert backend.bots() == {}


def test_due_bots_of_all_partitions_are_found_of_each_the_soonest(backend: Backend) -> None:
    for partition in range(PARTITIONS):
        for number in range(3):
            game = f"{partition}g{number}"
            assert backend.store.append(request(1, game, bot_due=10 * number + partition)) is None
    assert backend.store.bots.due(11, count=2) == ["0g0", "0g1", "1g0", "1g1", "2g0"]
    assert backend.store.bots.soonest(1) == ["0g0", "1g0", "2g0"]
    assert len(backend.store.bots) == 9


def test_the_longest_wait_for_a_bot_is_told_in_two_round_trips(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    store = backend.store
    here = {"a-game"}
    assert store.longest_wait(here) is None
    for number, minute in enumerate((3, 1, 2)):
        game = f"{number}gaaaaaaaaaaaaaaaaaaaa"
        first = request(1, game, bot_due=1_000 * number, at=f"2026-01-01T00:0{minute}:00.000Z")
        assert store.append(first) is None
    asked: list[Sequence[tuple[str, Command]]] = []
    each = store.redis.connections.each

    def noted(commands: Sequence[tuple[str, Command]]) -> list[Any]:
        asked.append(commands)
        return each(commands)

    monkeypatch.setattr(store.redis.connections, "each", noted)
    assert store.longest_wait(here) == milliseconds(datetime.fromisoformat("2026-01-01T00:01:00.000Z"))
    assert [len(commands) for commands in asked] == [PARTITIONS, 3]
    assert store.longest_wait({"another-game"}) is None


def test_a_game_that_is_over_is_noted_with_the_time_of_its_end(backend: Backend) -> None:
    started(backend.store, 2)
    assert backend.redis.exists("{1}:over") == 0
    assert backend.store.append(request(3, over_ms=5_000)) is None
    assert dict(backend.redis.zrange("{1}:over", 0, -1, withscores=True)) == {GAME.encode(): 5_000}


def test_games_that_have_been_over_for_long_are_counted_in_all_partitions(store: EventStore) -> None:
    assert store.ended.overdue(9_999) == (0, None)
    for partition, ended in ((0, 7_000), (1, 5_000), (2, 6_000)):
        game = f"{partition}gaaaaaaaaaaaaaaaaaaaa"
        assert store.append(request(1, game, over_ms=ended)) is None
    assert store.ended.overdue(4_999) == (0, None)
    assert store.ended.overdue(6_000) == (2, 5_000)
    assert store.ended.overdue(9_999) == (3, 5_000)


@pytest.fixture
def feed(backend: Backend) -> Iterator[Feed]:
    """A reader of the feed of partition 1, from its present end on."""
    made = Feed(backend.store.redis, 1)
    made.begin()
    yield made
    made.close()


def test_the_feed_tells_of_every_commit_of_its_partition(backend: Backend, feed: Feed) -> None:
    assert feed.wait(1) == []
    started(backend.store, 1)
    assert backend.store.append(request(2, head="e" * 64)) is None
    assert feed.wait(1) == [FeedItem(GAME, 1, bytes(4)), FeedItem(GAME, 2, b"\xee" * 4)]
    started(backend.store, 1, "1gbb")
    started(backend.store, 1, "2gcc")
    assert backend.feed() == [(GAME, 1), (GAME, 2), ("1gbb", 1)]
    assert feed.wait(1) == [FeedItem("1gbb", 1, bytes(4))]
    started(backend.store, 1, "1gdd")
    feed.begin()
    assert feed.wait(1) == []
    assert backend.feed(2) == [("2gcc", 1)]
    assert backend.feed(0) == []


def test_items_of_a_process_from_before_have_no_head(backend: Backend, feed: Feed) -> None:
    backend.redis.xadd("{1}:feed", {"g": GAME, "v": 7})
    assert feed.wait(1) == [FeedItem(GAME, 7)]


def test_waiting_at_the_feed_ends_with_the_first_item(backend: Backend, feed: Feed) -> None:
    soon = threading.Timer(0.1, lambda: started(backend.store))
    soon.start()
    assert feed.wait(5_000) == [FeedItem(GAME, 1, bytes(4))]
    soon.join()


def test_many_logs_are_read_at_once(backend: Backend) -> None:
    """Those that have what is known of them; None stands for the others."""
    games = [f"1g{letter}" for letter in "abcd"]
    for number, game in enumerate(games):
        started(backend.store, 2 + number, game)
    known = [KnownVersion(games[0], 2, head(2)), KnownVersion(games[1], 1, head(1)), KnownVersion(games[2], 2, head(7)),
             KnownVersion(games[3], 9, head(9)), KnownVersion("1gnone", 1, head(1))]  # fmt: skip
    found = backend.store.read_all(known)
    assert found[0] == backend.store.read(games[0], 2, head(2))
    assert found[1] is not None
    assert [each.version for each in found[1].commits] == [2, 3]
    assert found[2:] == [None, None, None]
    assert backend.store.read_all([]) == []


def test_the_feed_stays_short(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_logs, "FEED_LENGTH", 100)
    started(backend.store, 500)
    assert 100 <= backend.redis.xlen("{1}:feed") <= 250
    assert backend.feed()[-1] == (GAME, 500)


def test_a_game_stands_in_the_list_of_its_status_only(backend: Backend) -> None:
    store = backend.store
    assert store.append(request(1, summary=SummaryChange(None, summary(7)))) is None
    assert backend.listed("lobby") == [GAME.encode()]
    assert store.append(request(2, summary=SummaryChange("lobby", summary(7, status="running")))) is None
    assert (backend.listed("lobby"), backend.listed("running")) == ([], [GAME.encode()])
    same = summary(7, status="running")
    assert store.append(request(3, summary=SummaryChange("running", same))) is None
    assert backend.listed("running") == [GAME.encode()]
    assert store.games.page(("running",), None, 5, lambda each: True).summaries == [same]


# The list of games


def all_games(backend: Backend) -> list[GameSummary]:
    """40 games over all partitions and three statuses, several of a millisecond; newest first."""
    lines = []
    for number in range(40):
        partition, status = number % PARTITIONS, ("lobby", "running", "finished")[number % 5 % 3]
        each = summary(number // 4, f"{partition}g{number:02}", status)
        assert backend.store.append(request(1, each.id, summary=SummaryChange(None, each))) is None
        lines.append(each)
    return sorted(lines, key=lambda each: (each.created_ms, each.id), reverse=True)


STATUSES = ("lobby", "running", "finished", "abandoned")


@pytest.mark.parametrize("chunk", [1, 2, 3, 200])
@pytest.mark.parametrize("page", [1, 3, 40, 100])
def test_pages_show_every_game_once_newest_first(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, chunk: int, page: int
) -> None:
    monkeypatch.setattr(games_list, "_CHUNK", chunk)
    expected = all_games(backend)
    found: list[GameSummary] = []
    for shown in pages(backend.store, page, lambda each: True):
        assert len(shown.summaries) == page or shown.next is None
        found += shown.summaries
    assert found == expected


@pytest.mark.parametrize("looked_at", [1, 7, 1_000])
def test_a_page_ends_where_a_call_has_looked_at_enough(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, looked_at: int
) -> None:
    monkeypatch.setattr(games_list, "LOOKED_AT", looked_at)
    monkeypatch.setattr(games_list, "_CHUNK", 4)
    expected = [each for each in all_games(backend) if each.created_ms % 2 == 1]
    shown = list(pages(backend.store, 5, lambda each: each.created_ms % 2 == 1))
    assert [summary for page in shown for summary in page.summaries] == expected
    assert all(len(page.summaries) <= 5 for page in shown)
    nothing = list(pages(backend.store, 5, lambda each: False))
    assert [page.summaries for page in nothing] == [[]] * len(nothing)
    assert (len(nothing) == 1) == (looked_at == 1_000)


@pytest.mark.threat("T-47")
def test_a_short_page_of_a_filter_that_few_pass_takes_few_round_trips(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis, sent = backend.store.redis, list[int]()
    usual = redis.each

    def each(commands: Sequence[tuple[str, Command]]) -> list[Any]:
        sent.append(len(commands))
        return usual(commands)

    expected = [each for each in all_games(backend) if each.created_ms == 0]
    assert len(expected) == 4
    monkeypatch.setattr(redis, "each", each)
    page = backend.store.games.page(STATUSES, None, 1, lambda summary: summary.created_ms == 0)
    assert page.summaries == expected[:1]
    assert len(sent) <= 4, "one for the lists, one for the first lines, one for all others"


def test_games_spread_over_many_partitions_are_not_read_from_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    partitions, each_has, sent = 64, 15, list[int]()
    with FakeRedis() as client:
        for number in range(partitions * each_has):
            partition, game = number % partitions, f"{number % partitions}g{number:04}"
            client.zadd(f"{{{partition}}}:finished", {game: number})
            client.hset(f"{{{partition}}}:lines", game, msgspec.json.encode(summary(number, game, "finished")))
        store = EventStore(client, partitions)
        usual = store.redis.each

        def each(commands: Sequence[tuple[str, Command]]) -> list[Any]:
            sent.append(len(commands))
            return usual(commands)

        monkeypatch.setattr(store.redis, "each", each)
        page = store.games.page(STATUSES, None, 1, lambda summary: summary.created_ms == 0)
    assert [each.created_ms for each in page.summaries] == [0]
    assert len(sent) < partitions / 2


def pages(store: EventStore, count: int, wanted: Callable[[GameSummary], bool]) -> Iterator[Page]:
    """All pages, one after the other."""
    before = None
    while True:
        page = store.games.page(STATUSES, before, count, wanted)
        yield page
        if page.next is None:
            return
        assert before is None or page.next < before
        before = page.next


def test_a_list_holds_the_wanted_statuses_and_lines_only(backend: Backend) -> None:
    everything = all_games(backend)
    store = backend.store
    assert store.games.page(("running",), None, 100, lambda each: True).summaries == [
        x for x in everything if x.status == "running"
    ]
    assert store.games.page(("abandoned",), None, 100, lambda each: True).summaries == []
    odd = store.games.page(STATUSES, None, 5, lambda each: each.created_ms % 2 == 1).summaries
    assert odd == [each for each in everything if each.created_ms % 2 == 1][:5]
    assert store.games.page(STATUSES, (0, ""), 5, lambda each: True).summaries == []


# Idempotency-Keys of creations


def test_a_reserved_key_names_the_same_game_for_ten_minutes(backend: Backend) -> None:
    assert backend.store.reserve(1, "k", "1gfirst") == "1gfirst"
    assert backend.store.reserve(1, "k", "1gsecond") == "1gfirst"
    assert backend.store.reserve(2, "k", "2gother") == "2gother"
    assert 590 < backend.redis.ttl("{1}:key:k") <= 600
    backend.redis.delete("{1}:key:k")
    assert backend.store.reserve(1, "k", "1gthird") == "1gthird"


def test_a_key_that_expires_while_it_is_looked_up_is_reserved_anew(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend.store.reserve(1, "k", "1gfirst")
    get = backend.store.redis.client.get

    def too_late(key: str) -> Any:
        backend.redis.delete(key)
        monkeypatch.setattr(backend.store.redis.client, "get", get)
        return None

    monkeypatch.setattr(backend.store.redis.client, "get", too_late)
    assert backend.store.reserve(1, "k", "1gsecond") == "1gsecond"
    assert backend.store.reserve(1, "k", "1gthird") == "1gsecond"


def test_many_reserve_one_key_and_agree(backend: Backend) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(lambda number: backend.store.reserve(0, "k", f"0g{number}"), range(24)))
    assert len(answers) == 1


# Imports


def test_an_import_is_there_as_a_whole(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_logs, "_CHUNK", 3)
    commits = [commit(version) for version in range(1, 9)]
    backend.store.load_whole(GAME, commits, {"secret": "aa", "imported": "now"}, 77)
    assert backend.store.read(GAME) == ({"secret": "aa", "imported": "now"}, commits)
    assert all(not expires for _, expires in backend.everything().values())
    assert backend.feed() == []
    assert dict(backend.redis.zrange("{1}:over", 0, -1, withscores=True)) == {GAME.encode(): 77}
    assert backend.store.append(request(9)) is None


def test_an_import_that_dies_halfway_is_unknown_and_goes_away(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_logs, "_CHUNK", 3)

    class Dead(Exception):
        pass

    pipeline, calls = backend.store.redis.client.pipeline, []

    def dies_at_the_third(**options: Any) -> Any:
        calls.append(options)
        if len(calls) == 3:
            raise Dead
        return pipeline(**options)

    monkeypatch.setattr(backend.store.redis.client, "pipeline", dies_at_the_third)
    with pytest.raises(Dead):
        backend.store.load_whole(GAME, [commit(version) for version in range(1, 9)], {"secret": "aa"}, 77)
    with pytest.raises(UnknownGame):
        backend.store.read(GAME)
    assert [expires for _, expires in backend.everything().values()] == [True]


# A Redis that is away or cannot write


def test_a_redis_that_is_away_is_unavailable(tmp_path: Any) -> None:
    store = EventStore(connect(f"unix://{tmp_path}/nobody.sock"))
    for call in (
        store.redis.ping,
        lambda: store.append(request(1)),
        lambda: store.read(GAME),
        lambda: store.commits(GAME, 1, 2),
        lambda: store.reserve(0, "k", "0ga"),
        lambda: store.load_whole(GAME, [commit(1)], {"secret": "aa"}, 77),
        lambda: store.games.page(STATUSES, None, 1, lambda each: True),
        lambda: store.bots.due(0),
        lambda: store.bots.postpone(GAME, 0),
        lambda: store.read_all([KnownVersion(GAME, 1, head(1))]),
        Feed(store.redis, 0).begin,
        lambda: Feed(store.redis, 0).newest(),
        lambda: len(store.bots),
    ):
        with pytest.raises(StoreUnavailable):
            call()


@pytest.fixture
def real(redis_url: str) -> Iterator[Backend]:
    with connect(redis_url) as client, Redis.from_url(redis_url) as second:
        yield Backend(EventStore(client, PARTITIONS), second)


def test_a_feed_that_was_cut_off_says_so_though_redis_is_back_at_once(real: Backend) -> None:
    """Items may have been missed, or lost: whoever reads must not go on as if nothing had been."""
    feed = Feed(real.store.redis, 1)

    def cut_off() -> None:
        (reader,) = [each for each in real.redis.client_list() if each["name"] == "tradewinds-feed-1"]
        real.redis.client_kill_filter(_id=reader["id"])

    for waiting in (False, True):
        feed.begin()
        soon = threading.Timer(0.2 if waiting else 0, cut_off)
        soon.start()
        if not waiting:
            soon.join()
        with pytest.raises(StoreUnavailable):
            feed.wait(5_000)
        soon.join()
    feed.begin()
    started(real.store)
    assert feed.wait(5_000) == [FeedItem(GAME, 1, bytes(4))]
    feed.close()


def test_a_redis_without_memory_is_unavailable_and_changes_nothing(real: Backend) -> None:
    started(real.store, 2)
    before = real.everything()
    real.redis.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailable):
            real.store.append(request(3, bot_due=1, secrets={"s1": "new"}))
        with pytest.raises(StoreUnavailable):
            real.store.reserve(1, "k", "1ga")
        with pytest.raises(StoreUnavailable):
            real.store.load_whole("1gb", [commit(1)], {"secret": "aa"}, 77)
        assert [each.version for each in real.store.read(GAME).commits] == [1, 2]
    finally:
        real.redis.config_set("maxmemory", 0)
    assert real.everything() == before
    assert real.store.append(request(3)) is None


def test_a_replica_is_unavailable_for_writing(real: Backend) -> None:
    started(real.store, 2)
    before = real.everything()
    real.redis.replicaof("127.0.0.1", "1")
    try:
        with pytest.raises(StoreUnavailable):
            real.store.append(request(3))
    finally:
        real.redis.replicaof("NO", "ONE")
    assert real.everything() == before
    assert real.store.append(request(3)) is None


def test_the_script_is_sent_again_when_redis_has_forgotten_it(real: Backend) -> None:
    started(real.store)
    real.redis.script_flush()
    assert real.store.append(request(2)) is None
    assert real.store.append(request(3)) is None


def test_replicas_are_waited_for_once_also_after_redis_has_forgotten_the_script(real: Backend) -> None:
    """As after a restart or a failover. There is no replica here, so each wait takes all its time."""

    def calls() -> dict[str, int]:
        stats: Any = real.redis.info("commandstats")
        return {name: stats.get(f"cmdstat_{name}", {}).get("calls", 0) for name in ("wait", "evalsha", "eval")}

    store = EventStore(real.store.redis.client, PARTITIONS, wait_replicas=1, wait_ms=10)
    for version in (1, 2):
        real.redis.script_flush()
        for connection in real.redis.client_list(_type="normal"):
            if connection["id"] != str(real.redis.client_id()):
                real.redis.client_kill_filter(_id=connection["id"])
        before = calls()
        with pytest.raises(NotReplicated):
            store.append(request(version))
        assert {name: count - before[name] for name, count in calls().items()} == {"wait": 1, "evalsha": 1, "eval": 0}
    assert len(store.read(GAME).commits) == 2


def test_a_connection_found_broken_is_mended(real: Backend) -> None:
    started(real.store, 3)
    for connection in real.redis.client_list(_type="normal"):
        if connection["id"] != str(real.redis.client_id()):
            real.redis.client_kill_filter(_id=connection["id"])
    assert real.store.append(request(4)) is None
    assert real.store.read(GAME, 4, head(4)).commits == []


@pytest.mark.threat("T-40")
def test_that_all_connections_are_in_use_is_not_taken_for_a_redis_that_is_away(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = backend.store
    started(store, 3)
    store.redis.ping()
    before = backend.everything()
    monkeypatch.setattr(connections, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(ClusterConnections, "_refresh", lambda *_: pytest.fail("it looks for another node"))
    for leaves in leaves_of(store):
        for _ in range(POOLED_CONNECTIONS):
            leaves.get_nowait()
    for call in (
        lambda: store.append(request(4)),
        lambda: store.read(GAME),
        lambda: store.commits(GAME, 1, 3),
        lambda: store.games.page(STATUSES, None, 5, lambda each: True),
        lambda: store.logs.newest([GAME]),
        store.redis.ping,
    ):
        with pytest.raises(StoreBusy):
            call()
    assert backend.everything() == before
    for leaves in leaves_of(store):
        leaves.put(None)
    assert store.append(request(4)) is None


def test_more_appends_than_connections_wait_for_each_other(real: Backend) -> None:
    many = 2 * POOLED_CONNECTIONS
    real.redis.client_pause(300)
    with ThreadPoolExecutor(many) as pool:
        answers = list(pool.map(lambda number: real.store.append(request(1, f"1g{number}")), range(many)))
    assert answers == [None] * many
