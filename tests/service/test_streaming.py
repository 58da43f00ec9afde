"""What followers cost, and what they are told when the store, the feed or a game fails them."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.session import lifecycle
from events.envelope import Commit
from events.errors import ArchiveUnavailable, CommitsMissing, GameUnreadable, StoreUnavailable
from events.games.game_log import GameLog
from events.identity import hash_token
from events.redis_store.client import connect
from events.redis_store.feed import Feed, FeedItem
from events.store.event_store import EventStore
from events.store_types import KnownVersion, Slice
from service import streaming
from service.channels import TAIL, Follower
from service.problems import Refused
from service.server_sent import render, stream
from service.streaming import Hub
from service.viewer import SPECTATOR, Viewer
from tests.support.damaged import DAMAGES
from tests.support.games import CODECS
from tests.support.play import HUMAN, OPEN, Match, handler_on
from tests.support.tradewinds import wait_until

SECONDS = 20.0


class Process:
    """A process with its own handler and hub; the first is followed, others act."""

    def __init__(self, client: Redis) -> None:
        self.client = client
        self.store = EventStore(client)
        self.handler = handler_on(self.store, CODECS)
        self.rendered: Counter[tuple[Viewer, int]] = Counter()
        self.hub = Hub(self.store, self.handler.repository, self._render)

    def _render(self, game_log: GameLog, commits: Sequence[Commit], viewer: Viewer, position_at: Any) -> Iterator[bytes]:
        for commit, part in zip(commits, render(game_log, commits, viewer, position_at), strict=False):
            self.rendered[viewer, commit.version] += 1
            yield part

    def follow(self, match: Match, viewer: Viewer = SPECTATOR, after: int = 0, token: str | None = None) -> Reader:
        game_log = self.handler.repository.load(match.id)
        follower = self.hub.join(game_log, None)
        token_hash = None if token is None else hash_token(token)
        caller = None if token_hash is None else game_log.caller(token_hash)

        def is_valid(game_log: GameLog) -> bool:
            return token_hash is None or game_log.caller(token_hash) == caller

        return Reader(stream(self.hub, follower, is_valid, viewer, after), follower)


class Reader:
    """Takes the events of a stream as far as they are there."""

    def __init__(self, events: Iterator[bytes], follower: Follower) -> None:
        self._events = events
        self.follower = follower
        self.text = next(events)

    def read(self, until: bytes) -> bytes:
        """Read on until this was sent; all that was."""
        while until not in self.text:
            self.text += next(self._events)
        return self.text

    def versions(self) -> list[int]:
        return [int(part.partition(b"\n")[0]) for part in self.text.split(b"id: ")[1:] if b"event: commit" in part]


@pytest.fixture
def process(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Process]]:
    monkeypatch.setattr(streaming, "RETRY_SECONDS", 0.05)
    made: list[Process] = []

    def start() -> Process:
        made.append(Process(connect(redis_url)))
        return made[-1]

    yield start
    for each in made:
        each.hub.close()
        each.client.close()


def event(version: int) -> bytes:
    return b"id: %d\nevent: commit\n" % version


def calls(redis: Redis) -> dict[str, int]:
    stats: dict[str, Any] = redis.info("commandstats")
    return {name: stats.get(f"cmdstat_{name}", {}).get("calls", 0) for name in ("xrange", "hgetall")}


def test_a_commit_of_another_process_is_read_once_for_all(process: Callable[[], Process], redis_url: str) -> None:
    here, there = process(), process()
    match = Match.create(there.handler)
    viewers = [SPECTATOR, Viewer(0), Viewer(1)] * 5
    readers = [here.follow(match, viewer, 1) for viewer in viewers]
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
    seat, legal = match.to_act()
    game_log = match.game_log
    with Redis.from_url(redis_url) as redis:
        before = calls(redis)
        there.handler.act(match.id, match.tokens[f"s{seat}"], b'{"type":"reveal_card"}', game_log.version)
        for each in readers:
            each.read(event(2))
        after = calls(redis)
    assert {name: after[name] - before[name] for name in after} == {"xrange": 1, "hgetall": 1}
    assert here.rendered == {(viewer, 2): 1 for viewer in viewers[:3]}
    assert [each.versions() for each in readers] == [[2]] * len(readers)
    assert legal


def reads_the_feed(redis_url: str) -> bool:
    """Whether a reader waits for the feed."""
    with Redis.from_url(redis_url) as redis:
        return any(each["name"] == "tradewinds-feed-0" and each["cmd"] == "xread" for each in redis.client_list())


def break_feed(redis: Redis) -> None:
    """Break the connections of those who read the feed; a reader of the test before may still be there."""
    for each in redis.client_list():
        if each["name"] == "tradewinds-feed-0":
            redis.client_kill_filter(_id=each["id"])


def test_a_commit_of_this_process_is_not_read_at_all(process: Callable[[], Process], redis_url: str) -> None:
    here = process()
    match = Match.create(here.handler)
    readers = [here.follow(match, after=1) for _ in range(5)]
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
    here.hub.closed = True  # The reader hears of one more, and stops.
    seat, _ = match.to_act()
    here.handler.act(match.id, match.tokens[f"s{seat}"], b'{"type":"reveal_card"}', 1)
    assert wait_until(lambda: not reads_the_feed(redis_url), SECONDS)
    here.hub.closed = False
    with Redis.from_url(redis_url) as redis:
        before = calls(redis)
        here.handler.act(match.id, match.tokens[f"s{seat}"], b'{"type":"reveal_card"}', 2)
        for each in readers:
            each.read(event(3))
        here.hub._hear(0, [FeedItem(match.id, 2), FeedItem(match.id, 3)])
        assert calls(redis) == before
    assert here.rendered == {(SPECTATOR, 2): 1, (SPECTATOR, 3): 1}


def test_what_is_kept_of_a_game_is_bounded(process: Callable[[], Process]) -> None:
    here = process()
    match = Match.create(here.handler)
    readers = [here.follow(match, viewer, 1) for viewer in (SPECTATOR, Viewer(0), Viewer(1))]
    last = match.play(Random(1), 5 * TAIL).game_log.version
    for each in readers:
        assert each.read(event(last)).count(b"event: commit") == last - 1
        assert each.versions() == [*range(2, last + 1)]
    channel = readers[0].follower.channel
    assert len(channel._rendered) <= TAIL
    assert len(channel._tail) <= TAIL
    for each in readers:
        assert here.hub.leave(each.follower)
        assert not here.hub.leave(each.follower)
    assert (here.hub.followers, here.hub.games) == (0, 0)
    assert here.handler.repository.load(match.id).on_applied is None


def test_a_feed_that_may_have_been_trimmed_is_not_trusted(
    process: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was away for long is told of as many commits as a feed has, but not of those before."""
    here, there = process(), process()
    match = Match.create(there.handler)
    reader = here.follow(match, after=1)
    monkeypatch.setattr(streaming, "FEED_LENGTH", 5)
    here.hub.closed = True  # Its own reader hears nothing.
    match.play(Random(1), 1)
    here.hub.closed = False
    here.hub._hear(0, [FeedItem("0gother", version) for version in range(4)])
    assert reader.versions() == []
    here.hub._hear(0, [FeedItem("0gother", version) for version in range(5)])
    reader.read(event(2))
    assert reader.versions() == [2]


def lose(redis: Redis, kept: dict[bytes, bytes]) -> None:
    """Let Redis come back with what it had before."""
    redis.flushdb()
    for key, value in kept.items():
        redis.restore(key, 0, value)


@pytest.mark.parametrize("grown", [0, 2, 9])
def test_a_follower_ahead_of_a_log_that_lost_commits_is_told(
    process: Callable[[], Process], redis_url: str, grown: int
) -> None:
    """With `appendfsync everysec` Redis may come back without its last commits, and go on with others."""
    here, there = process(), process()
    match = Match.create(there.handler).play(Random(1), 4)
    reader, behind = here.follow(match), here.follow(match)
    reader.read(event(5))
    with Redis.from_url(redis_url) as redis:
        kept: dict[bytes, bytes] = {key: redis.dump(key) for key in redis.scan_iter()}  # type: ignore[misc]
        match.play(Random(2), 4)
        reader.read(event(9))
        assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
        lose(redis, kept)
        Match.play(_elsewhere(match, process()), Random(3), grown)
        for each in redis.client_list():
            if each["name"] == "tradewinds-feed-0":
                redis.client_kill_filter(_id=each["id"])
    assert reader.read(b"rewound").endswith(b'id: 5\nevent: rewound\ndata: {"version":5}\n\n')
    with pytest.raises(StopIteration):
        next(reader._events)
    # Who had not yet been sent any of it goes on with what is there.
    last = _elsewhere(match, process()).game_log.version
    behind.read(event(last))
    assert behind.versions() == [*range(1, last + 1)]


@pytest.mark.parametrize("grown", [1, 4, 5])
def test_lost_commits_are_noticed_by_the_first_that_takes_their_place(
    process: Callable[[], Process], redis_url: str, grown: int
) -> None:
    """Also where the log has not become longer again than what is known of it."""
    here, there = process(), process()
    match = Match.create(there.handler).play(Random(1), 4)
    reader = here.follow(match)
    with Redis.from_url(redis_url) as redis:
        kept: dict[bytes, bytes] = {key: redis.dump(key) for key in redis.scan_iter()}  # type: ignore[misc]
        match.play(Random(2), 4)
        reader.read(event(9))
        assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
        lose(redis, kept)
    Match.play(_elsewhere(match, process()), Random(3), grown)
    assert wait_until(lambda: reader.follower.channel.rewinds == [5], SECONDS)
    assert reader.read(b"rewound").endswith(b'id: 5\nevent: rewound\ndata: {"version":5}\n\n')


def test_two_that_find_commits_lost_at_once_tell_of_it_once(
    process: Callable[[], Process], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader, and a request that joins: the later one must not take what the earlier has adopted for lost too."""
    here, there = process(), process()
    match = Match.create(there.handler).play(Random(1), 4)
    channel = here.follow(match).follower.channel
    with Redis.from_url(redis_url) as redis:
        kept: dict[bytes, bytes] = {key: redis.dump(key) for key in redis.scan_iter()}  # type: ignore[misc]
        match.play(Random(2), 1)
        assert wait_until(lambda: channel.game_log.version == 6, SECONDS)
        monkeypatch.setattr(here.hub, "_hear", lambda *_: None)
        lose(redis, kept)
    Match.play(_elsewhere(match, process()), Random(3), 4)
    load, asked = here.handler.repository.load, list[str]()

    def load_late(game: str) -> GameLog:
        asked.append(game)
        if len(asked) == 1:
            here.hub._look_again(channel)
        return load(game)

    monkeypatch.setattr(here.handler.repository, "load", load_late)
    here.hub._look_again(channel)
    assert asked == [match.id] * 2
    assert channel.game_log.version == 9
    assert channel.rewinds == [5]


def _elsewhere(match: Match, process: Process) -> Match:
    """The same game, seen by another process."""
    other = Match.__new__(Match)
    other.handler, other.id, other.tokens = process.handler, match.id, dict(match.tokens)
    return other


def test_a_new_token_opens_a_game_that_has_not_yet_heard_of_it(
    process: Callable[[], Process], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the handler has let go of a followed game, a request reads it into another game log than the followers have."""
    here, there = process(), process()
    here.handler.repository.cache_size = 1
    match, other = Match.create(there.handler, HUMAN, OPEN), Match.create(there.handler)
    here.follow(match).read(event(1))
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
    monkeypatch.setattr(here.hub, "_hear", lambda *_: None)
    match.claim(1)
    here.handler.repository.load(other.id)
    reader = here.follow(match, Viewer(1), token=match.tokens["s1"])
    assert b"unauthorized" not in reader.read(event(2))


def test_nobody_is_sent_the_lost_end_of_a_game(process: Callable[[], Process], redis_url: str) -> None:
    """Whoever has not read to the end keeps it at hand, though the game may go on from before."""
    here, there = process(), process()
    here.handler.repository.cache_size = 1
    other, match = Match.create(there.handler), Match.create(there.handler).play(Random(1), 1)
    early = here.follow(match)
    with Redis.from_url(redis_url) as redis:
        kept: dict[bytes, bytes] = {key: redis.dump(key) for key in redis.scan_iter()}  # type: ignore[misc]
        match.manage("host", lifecycle.AbandonGame())
        early.read(event(3))
        lose(redis, kept)
    here.handler.repository.load(other.id)
    late = here.follow(match)
    _elsewhere(match, process()).play(Random(2), 1)
    assert b"game_abandoned" in early.text
    assert b"game_abandoned" not in late.read(event(3))


def test_followers_of_a_game_that_is_gone_are_told(process: Callable[[], Process], redis_url: str) -> None:
    here = process()
    match = Match.create(process().handler).play(Random(1), 2)
    reader = here.follow(match)
    reader.read(event(3))
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
    with Redis.from_url(redis_url) as redis:
        redis.flushdb()
        break_feed(redis)
    assert reader.read(b"rewound").endswith(b'id: 0\nevent: rewound\ndata: {"version":0}\n\n')


def test_a_game_that_cannot_be_read_ends_its_own_streams_only(
    process: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where another process, of a newer version, writes events that this one does not know."""
    here, there = process(), process()
    broken, sound = Match.create(there.handler), Match.create(there.handler)
    readers = [here.follow(each, after=1) for each in (broken, sound)]
    apply = here.handler.repository.apply

    def fails(game_log: GameLog, *more: Any) -> None:
        if game_log.id == broken.id:
            raise ValueError("an event that nobody knows")
        apply(game_log, *more)

    monkeypatch.setattr(here.handler.repository, "apply", fails)
    for match in (broken, sound):
        match.play(Random(1), 1)
    readers[1].read(event(2))
    *_, last = readers[0]._events
    assert last.startswith(b"retry: ")
    assert here.hub.games == 1


@pytest.mark.parametrize("damage", [*DAMAGES])
def test_followers_of_a_damaged_game_are_told_and_those_of_others_hear_on(
    process: Callable[[], Process], redis_url: str, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    here, there = process(), process()
    broken, sound = (Match.create(there.handler).play(Random(1), 1) for _ in range(2))
    readers = [here.follow(each, after=1) for each in (broken, sound)]
    for each in readers:
        each.read(event(2))
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
    with monkeypatch.context() as deaf:
        deaf.setattr(here.hub, "_hear", lambda *_: None)
        broken.play(Random(1), 2)
        with Redis.from_url(redis_url) as redis:
            DAMAGES[damage](redis, broken.id)
            break_feed(redis)
        if damage not in ("no beginning", "no secret"):  # Which nobody needs who has read the game before.
            assert readers[0].read(b"log_damaged").endswith(b"event: log_damaged\ndata: {}\n\n")
            with pytest.raises(StopIteration):
                next(readers[0]._events)
            assert here.hub.games == 1
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
    sound.play(Random(1), 1)
    readers[1].read(event(3))


@pytest.mark.parametrize(
    "error", [ArchiveUnavailable("the folder is away"), CommitsMissing("some are gone"), GameUnreadable("?")]
)
def test_a_game_that_is_away_by_itself_keeps_nobody_else_from_hearing(
    process: Callable[[], Process], redis_url: str, monkeypatch: pytest.MonkeyPatch, error: GameUnreadable
) -> None:
    """Redis has it no longer, and where else it may be cannot be looked."""
    here, there = process(), process()
    away, sound = Match.create(there.handler), Match.create(there.handler)
    readers = [here.follow(each, after=1) for each in (away, sound)]
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS)
    load = here.handler.repository.load

    def fails(game: str, *more: Any) -> GameLog:
        if game == away.id:
            raise error
        return load(game, *more)

    monkeypatch.setattr(here.handler.repository, "load", fails)
    with Redis.from_url(redis_url) as redis:
        redis.delete(*redis.scan_iter(f"*{away.id}*"))
        break_feed(redis)
    sound.play(Random(1), 1)
    readers[1].read(event(2))
    *_, last = readers[0]._events
    assert last.startswith(b"retry: ")
    assert here.hub.games == 1


def test_the_last_to_leave_a_channel_that_has_ended_takes_nothing_from_the_next(process: Callable[[], Process]) -> None:
    here = process()
    match = Match.create(here.handler)
    early = here.follow(match, after=1)
    with here.hub._lock:
        here.hub._forget(early.follower.channel)
    late = here.follow(match, after=1)
    assert here.hub.leave(early.follower)
    assert late.follower.channel.game_log.on_applied == late.follower.channel._take
    match.play(Random(1), 1)
    assert late.read(event(2)).count(b"event: commit") == 1


def test_a_reader_goes_on_after_an_error_that_nobody_thought_of(
    process: Callable[[], Process], redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = process(), process()
    match = Match.create(there.handler)
    reader = here.follow(match)
    reader.read(event(1))
    assert wait_until(lambda: reads_the_feed(redis_url), SECONDS), "its first look is over, or it tells the commit"
    failed: list[str] = []
    read_all = here.store.read_all

    def fails_once(known: Sequence[KnownVersion]) -> list[Slice | None]:
        if not failed:
            failed.append(known[0].game)
            raise ValueError("a reply that nobody expects")
        return read_all(known)

    monkeypatch.setattr(here.store, "read_all", fails_once)
    match.play(Random(1), 1)
    reader.read(event(2))
    assert failed == [match.id]


@pytest.mark.threat("T-39")
@pytest.mark.filterwarnings("ignore:Exception in thread")
def test_a_killed_reader_sends_followers_away_and_the_next_starts_another(
    process: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = process(), process()
    match = Match.create(there.handler)
    readers = [here.follow(match) for _ in range(3)]
    wait, ends = Feed.wait, list[threading.Thread]()

    def killed(feed: Feed, block_ms: int) -> list[FeedItem]:
        ends.append(threading.current_thread())
        monkeypatch.setattr(Feed, "wait", wait)
        feed.close()
        raise SystemExit

    monkeypatch.setattr(Feed, "wait", killed)
    match.play(Random(1), 1)
    for each in readers:
        assert b"".join(each._events).rpartition(b"retry: ")[1], "told to come back"
        here.hub.leave(each.follower)
    assert (here.hub.followers, here.hub.games, here.hub.trouble()) == (0, 0, None)
    ends[0].join(SECONDS)  # It tells of its error at its very end, which must lie within this test.
    again = here.follow(match)
    match.play(Random(1), 1)
    again.read(event(3))


@pytest.mark.threat("T-39")
def test_a_feed_that_cannot_be_read_for_long_is_told(
    process: Callable[[], Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = process(), process()
    match = Match.create(there.handler)
    assert here.hub.trouble() is None, "nobody follows"
    begin, now = Feed.begin, [100.0]
    monkeypatch.setattr(streaming, "monotonic", lambda: now[0])

    def refused(feed: Feed) -> None:
        raise StoreUnavailable("max number of clients reached")

    monkeypatch.setattr(Feed, "begin", refused)
    reader = here.follow(match)
    assert wait_until(lambda: bool(here.hub._deaf_since), SECONDS)
    assert here.hub.trouble() is None, "it may be Redis that starts anew"
    now[0] += streaming.DEAF_SECONDS + 1
    assert here.hub.trouble() is not None
    here.hub.leave(reader.follower)
    assert here.hub.trouble() is None, "nobody follows any more"
    reader = here.follow(match)
    assert here.hub.trouble() is not None
    monkeypatch.setattr(Feed, "begin", begin)
    assert wait_until(lambda: here.hub.trouble() is None, SECONDS)
    match.play(Random(1), 1)
    reader.read(event(2))


@pytest.mark.threat("T-35")
@pytest.mark.parametrize("error", [SystemExit(), MemoryError(), CommitsMissing("a commit")], ids=repr)
def test_who_gets_no_further_than_the_door_takes_no_place(
    process: Callable[[], Process], monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    here = process()
    match = Match.create(here.handler)

    def fails(_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        # Without a feed reader: its thread would fail too.
        patch.setattr(here.hub, "_start_reader", lambda _: None)
        patch.setattr(here.hub, "_refresh", fails)
        with pytest.raises(type(error)):
            here.hub.join(here.handler.repository.load(match.id), "1.1.1.1")
    assert (here.hub.followers, here.hub.games, here.hub._by_caller) == (0, 0, {})


def test_a_stream_of_a_closed_process_ends_with_a_time_to_come_back(process: Callable[[], Process]) -> None:
    here = process()
    match = Match.create(here.handler)
    readers = [here.follow(match) for _ in range(20)]
    for each in readers:
        each.read(event(1))
    here.hub.close()
    times = {int(b"".join(each._events).split()[1]) for each in readers}
    assert len(times) > 5, "not all at once"


def test_followers_are_limited(process: Callable[[], Process]) -> None:
    here = process()
    match = Match.create(here.handler)
    hub = Hub(here.store, here.handler.repository, render, most=3, most_of_one=2)

    def codes(addresses: Sequence[str | None]) -> list[str]:
        found = []
        for address in addresses:
            try:
                hub.join(match.game_log, address)
                found.append("")
            except Refused as refusal:
                found.append(f"{refusal.status} {refusal.code}, {refusal.headers['Retry-After']} s")
        return found

    taken = ["", "", "429 too_many_followers, 5 s", "", "503 no_place_to_follow, 5 s"]
    assert codes(["1.1.1.1", "1.1.1.1", "1.1.1.1", "2.2.2.2", "3.3.3.3"]) == taken
    hub.close()
    unlimited = Hub(here.store, here.handler.repository, render, most_of_one=1)
    assert [unlimited.join(match.game_log, None).address for _ in range(5)] == [None] * 5
    unlimited.close()
