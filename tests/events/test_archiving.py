"""Games move from Redis to the archive at no moment of which they could be lost, and are found in either."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from domain.game import Rejected
from domain.session import lifecycle
from events.archive.archive import Archive
from events.errors import (
    ArchiveDamaged,
    ArchiveDiffers,
    ArchiveUnavailable,
    CommitsMissing,
    Diverged,
    KeyReused,
    NotWhole,
    StoreUnavailable,
    UnknownGame,
)
from events.games.audit import audit
from events.redis_store.keys import ARCHIVE
from events.redis_store.logs import KEY_SECONDS
from events.settings import Settings
from events.store.event_store import EventStore, open_store
from tests.events.test_store import with_heads_in_hex
from tests.support.games import CODECS
from tests.support.play import HUMAN, OPEN, Match, handler_on

SOON = {"round_limit": 2}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "archive"
    made.mkdir()
    return made


@pytest.fixture
def make_store(connected: Callable[[], Redis], folder: Path) -> Callable[[], EventStore]:
    """Stores as several processes have them."""
    return lambda: EventStore(connected(), archive=Archive(folder))


@pytest.fixture
def store(make_store: Callable[[], EventStore]) -> EventStore:
    made = make_store()
    made.mover.check_archive()
    return made


@pytest.fixture
def match(store: EventStore) -> Match:
    """A game that is over."""
    return Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options=SOON).play(Random(1))


def keys_of(redis: Redis, game: str) -> list[bytes]:
    return sorted(redis.scan_iter(f"*:g:{game}*"))


def test_a_moved_game_is_the_game_it_was(store: EventStore, redis: Redis, match: Match) -> None:
    whole = store.read(match.id)
    last = len(whole.commits)
    assert store.mover.move(match.id) == sum(path.stat().st_size for path in store.archive.folder.glob("*/*"))
    assert keys_of(redis, match.id) == []
    assert redis.zscore("{0}:over", match.id) is None
    assert store.read(match.id) == whole
    for after in (1, 3, last - 1, last):
        head = str(whole.commits[after - 1].head)
        assert store.read(match.id, after, head) == (whole.secrets, whole.commits[after:])
        assert store.read(match.id, after, head, last=4).commits == whole.commits[after:4]
        with pytest.raises(Diverged):
            store.read(match.id, after, "f" * 64)
    with pytest.raises(Diverged):
        store.read(match.id, last + 1, "f" * 64)
    assert store.read(match.id, last=3).commits == whole.commits[:3]
    assert store.commits(match.id, 1, last) == whole.commits
    assert store.commits(match.id, 3, 5) == whole.commits[2:5]
    assert store.commits(match.id, 5, 4) == []
    for wrong in (last + 1, last - 1):
        with pytest.raises(CommitsMissing):
            store.commits(match.id, wrong, last + 9)
    assert store.mover.move(match.id) == 0
    result = audit(CODECS, store.read(match.id).commits)
    assert result.ok
    assert not result.truncated


def test_a_log_with_heads_in_hex_moves_as_the_same_file(store: EventStore, redis: Redis, match: Match) -> None:
    whole, stream = store.read(match.id), f"{{0}}:g:{match.id}"
    redis.copy(stream, "before")
    with_heads_in_hex(redis, stream)
    assert redis.dump(stream) != redis.dump("before")
    assert store.mover.move(match.id) > 0
    assert keys_of(redis, match.id) == []
    assert store.read(match.id) == whole


def test_a_game_is_not_over_for_what_a_player_calls_it(store: EventStore, redis: Redis) -> None:
    """Given the end's own word as name and seed, then the game is neither noted as over nor moved."""
    match = Match.create(handler_on(store, CODECS), HUMAN, OPEN)
    match.claim(1, name="secret_published", client_seed="secret_published")
    assert store.mover.index_ended() == 0
    with pytest.raises(NotWhole, match="not over"):
        store.mover.move(match.id)
    assert keys_of(redis, match.id) != []


@pytest.mark.parametrize("kind", ["abandoned lobby", "abandoned", "imported", "branch"])
def test_every_game_that_is_over_can_be_moved(store: EventStore, redis: Redis, match: Match, kind: str) -> None:
    handler = match.handler
    if kind == "abandoned lobby":
        other = Match.create(handler, HUMAN, OPEN)
    elif kind == "imported":
        other = Match(
            handler, handler.new_games.create(lifecycle.CreateGame(ruleset=match.game_log.game.name, seats=(HUMAN, HUMAN)))
        )
        other.id = handler.new_games.take_in(match.commits).id
    elif kind == "branch":
        made = handler.new_games.branch(match.game_log, lifecycle.BranchGame(parent=match.id, version=4), None)
        other = Match(handler, made)
    else:
        other = Match.create(handler, HUMAN, HUMAN).play(Random(2), 3)
    if kind != "imported":
        assert redis.zscore("{0}:over", other.id) is None
        with pytest.raises(NotWhole, match="not over"):
            store.mover.move(other.id)
        other.manage("host", lifecycle.AbandonGame())
    whole = store.read(other.id)
    assert redis.zscore("{0}:over", other.id) is not None
    assert store.mover.move(other.id) > 0
    assert store.read(other.id) == whole
    assert handler_on(store, CODECS).repository.load(other.id).imported == (kind == "imported")


def test_games_are_due_by_the_time_of_their_end(store: EventStore, match: Match) -> None:
    (ended,) = store.redis.client.zrange("{0}:over", 0, -1, withscores=True)
    assert store.ended.due(int(ended[1]) - 1) == []
    assert store.ended.due(int(ended[1])) == [match.id]
    store.ended.postpone(match.id, int(ended[1]) + 5)
    assert store.ended.due(int(ended[1])) == []
    assert store.ended.due(int(ended[1]) + 5) == [match.id]
    store.mover.move(match.id)
    store.ended.postpone(match.id, 1)
    assert store.ended.due(10**15) == []


def test_its_line_stays_in_the_list(store: EventStore, match: Match) -> None:
    before = store.games.page(("finished",), None, 5, lambda each: True).summaries
    store.mover.move(match.id)
    assert [each.id for each in before] == [match.id]
    assert store.games.page(("finished",), None, 5, lambda each: True).summaries == before


# Who still knows the game as it was


@pytest.mark.parametrize("known", ["running", "over"])
def test_a_process_that_remembers_a_moved_game_goes_on(
    store: EventStore, make_store: Callable[[], EventStore], known: str
) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options=SOON).play(Random(1), 5)
    other = Match.__new__(Match)
    other.handler, other.id, other.tokens = handler_on(make_store(), CODECS), match.id, match.tokens
    seat, legal = other.to_act()
    if known == "running":
        match.play(Random(2))
    else:
        match.play(Random(2))
        other.handler.repository.load(match.id)
    store.mover.move(match.id)
    with pytest.raises(Rejected) as refusal:
        other.handler.act(match.id, match.tokens[f"s{seat}"], b'{"type":"reveal_card"}', key="a")
    assert refusal.value.code == "game_over"
    assert other.handler.repository.load(match.id).position == match.handler.repository.load(match.id).position
    assert other.commits == match.commits
    assert legal


def test_an_append_to_a_moved_game_tells_what_was_missed(store: EventStore, match: Match) -> None:
    from tests.events.test_store import request

    commits = match.commits
    store.mover.move(match.id)
    missed = store.append(request(4, match.id, previous_head=commits[2].head, token=("s0", "x")))
    assert missed is not None
    assert (missed.commits, missed.ours) == (commits[3:], False)
    with pytest.raises(Diverged):
        store.append(request(4, match.id, previous_head="f" * 64))
    with pytest.raises(UnknownGame):
        store.append(request(4, "0gaaaaaaaaaaaaaaaaaaaa"))


def test_an_accepted_command_is_answered_again_with_its_key(store: EventStore) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options=SOON)
    seat, (command, *_) = match.to_act()
    first = match.act(command, seat, key="again")
    match.play(Random(3))
    store.mover.move(match.id)
    for handler in (match.handler, handler_on(store, CODECS)):
        match.handler = handler
        again = match.act(command, seat, key="again")
        assert again.replayed
        assert (again.commit, again.events, again.session) == (first.commit, first.events, first.session)


def test_a_creation_cannot_be_repeated_any_more_when_its_game_is_moved() -> None:
    """Else the repeat would begin the log of that game once more."""
    from events.errors import ConfigError

    with pytest.raises(ConfigError, match="ARCHIVE_AFTER"):
        Settings.from_env({"ARCHIVE_AFTER": "899"})
    assert Settings.from_env({"ARCHIVE_AFTER": "900"}).archive_after >= KEY_SECONDS + 300


def test_a_creation_is_not_begun_anew_though_its_game_was_moved_too_early(store: EventStore, redis: Redis) -> None:
    """The clock of the worker that moves games may be ahead by more than the key of a creation lives shorter."""
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, key="again")
    match.manage("host", lifecycle.AbandonGame())
    store.mover.move(match.id)
    again = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, key="again")
    assert (again.id, again.tokens) == (match.id, {})
    assert keys_of(redis, match.id) == []
    with pytest.raises(KeyReused):
        Match.create(handler_on(store, CODECS), HUMAN, OPEN, key="again")


def test_a_game_that_leaves_while_it_is_read_is_found(
    store: EventStore, make_store: Callable[[], EventStore], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two commands of one read, and in the middle of many."""
    whole, reader = store.read(match.id), make_store()
    ask = reader.redis.connections.ask

    def with_a_gap(key: str, *commands: Any) -> list[Any]:
        first = ask(key, commands[0])
        store.mover.move(match.id)
        return [*first, *ask(key, *commands[1:])]

    with monkeypatch.context() as patch:
        patch.setattr(reader.redis.connections, "ask", with_a_gap)
        assert reader.read(match.id) == whole


def test_who_reads_all_the_time_sees_the_same_all_the_time(store: EventStore, make_store: Callable[[], EventStore]) -> None:
    matches = [Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options=SOON).play(Random(seed)) for seed in range(6)]
    expected = {match.id: store.read(match.id) for match in matches}
    moving = True

    def read() -> int:
        reader, handler, count = make_store(), handler_on(make_store(), CODECS), 0
        while moving:
            for game, whole in expected.items():
                assert reader.read(game) == whole
                assert reader.commits(game, 2, 5) == whole.commits[1:5]
                assert handler.repository.load(game).version == len(whole.commits)
                count += 1
        return count

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        for game in expected:
            store.mover.move(game)
        moving = False
        assert all(reader.result() > 0 for reader in readers)


# Crashes and other hands


KILLED = """
import os, signal, sys
from pathlib import Path
from events.archive.files import Files
from events.archive.archive import Archive
from events.redis_store.client import connect
from events.store.event_store import EventStore

url, folder, game, step = sys.argv[1:]
store = EventStore(connect(url), archive=Archive(Path(folder)))
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
if step == "half written": os.fsync = die
if step == "before the link": os.link = die
if step == "after the link": Files._sync_folders = die
if step == "before the removal": store.logs.remove = die
store.mover.move(game)
if step == "after the removal": die()
"""


@pytest.mark.parametrize(
    "step", ["half written", "before the link", "after the link", "before the removal", "after the removal"]
)
def test_a_move_that_is_killed_loses_nothing_and_is_completed(
    redis_url: str, store: EventStore, redis: Redis, match: Match, step: str
) -> None:
    whole = store.read(match.id)
    arguments = [redis_url, str(store.archive.folder), match.id, step]
    killed = subprocess.run([sys.executable, "-c", KILLED, *arguments], cwd=Path(__file__).parents[2], check=False)
    assert killed.returncode == -signal.SIGKILL
    in_redis = step != "after the removal"
    assert bool(keys_of(redis, match.id)) == in_redis
    assert store.read(match.id) == whole
    assert (store.ended.due(10**15) == [match.id]) == in_redis
    assert (store.mover.move(match.id) > 0) == in_redis
    assert keys_of(redis, match.id) == []
    assert store.read(match.id) == whole
    assert [path.name for path in store.archive.folder.glob("*/*.gz")] == [f"{match.id}.ndjson.gz"]


def test_several_that_move_one_game_at_once_do_no_harm(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match
) -> None:
    whole = store.read(match.id)
    stores = [make_store() for _ in range(6)]
    with ThreadPoolExecutor(len(stores)) as pool:
        sizes = [*pool.map(lambda each: each.mover.move(match.id), stores)]
    assert sum(size > 0 for size in sizes) == 1
    assert store.read(match.id) == whole
    assert [path.suffix for path in store.archive.folder.glob("*/*")] == [".gz"]


def test_a_log_that_was_changed_meanwhile_stays(
    store: EventStore, redis: Redis, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, last = store.archive.write, len(match.commits)

    def changed_behind(*arguments: Any) -> int:
        size = write(*arguments)
        redis.xadd(f"{{0}}:g:{match.id}", {"c": "{}", "h": "0" * 64}, id=f"{last + 1}-0")
        return size

    monkeypatch.setattr(store.archive, "write", changed_behind)
    with pytest.raises(NotWhole, match="has changed"):
        store.mover.move(match.id)
    assert redis.xlen(f"{{0}}:g:{match.id}") == last + 1


def test_another_log_in_the_archive_is_left_alone_and_so_is_redis(store: EventStore, redis: Redis, match: Match) -> None:
    """A Redis that was set back to an older copy, and a game that was played on from there."""
    store.mover.move(match.id)
    path = store.archive.path(match.id)
    assert path is not None
    other = Match.create(match.handler, HUMAN, HUMAN, options=SOON).play(Random(9))
    for part in ("", ":s"):
        redis.copy(f"{{0}}:g:{other.id}{part}", f"{{0}}:g:{match.id}{part}")
    before = path.read_bytes()
    with pytest.raises(ArchiveDiffers):
        store.mover.move(match.id)
    assert path.read_bytes() == before
    assert store.read(match.id) == store.read(other.id)


@pytest.mark.parametrize("tampering", ["gap", "nothing beside", "no end"])
def test_what_is_no_whole_log_stays(store: EventStore, redis: Redis, match: Match, tampering: str) -> None:
    stream, last = f"{{0}}:g:{match.id}", len(match.commits)
    if tampering == "gap":
        redis.xdel(stream, "3-0")
    elif tampering == "nothing beside":
        redis.delete(f"{stream}:s")
    else:
        redis.xdel(stream, f"{last}-0")
    with pytest.raises(NotWhole):
        store.mover.move(match.id)
    assert redis.exists(stream)


# An archive that is away, or another


def test_an_unknown_game_is_looked_for_once_and_stays_unknown(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    stat = os.stat
    monkeypatch.setattr(os, "stat", lambda path, **more: (looked.append(str(path)), stat(path, **more))[1])
    for game in ("0gaaaaaaaaaaaaaaaaaaaa", "0g/../../x", "nonsense"):
        with pytest.raises(UnknownGame):
            store.read(game)
        with pytest.raises(CommitsMissing):
            store.commits(game, 1, 9)
    assert [path for path in looked if path.endswith(".gz")] == [
        str(store.archive.path("0gaaaaaaaaaaaaaaaaaaaa")),
    ] * 2


def test_without_its_folder_the_archive_is_unavailable(store: EventStore, redis: Redis, match: Match) -> None:
    other = Match.create(match.handler, HUMAN, HUMAN, options=SOON).play(Random(4))
    store.mover.move(match.id)
    folder = store.archive.folder
    folder.rename(folder.with_name("away"))
    for empty in (False, True):
        if empty:
            folder.mkdir()  # The mount point of a disk that is not mounted.
        with pytest.raises(ArchiveUnavailable):
            store.read(match.id)
        with pytest.raises(StoreUnavailable):
            store.commits(match.id, 1, 2)
        with pytest.raises(StoreUnavailable):
            store.read("0gaaaaaaaaaaaaaaaaaaaa")
        with pytest.raises(ArchiveUnavailable):
            store.mover.check_archive()
        assert store.read(other.id).commits
    folder.rmdir()
    folder.with_name("away").rename(folder)
    store.mover.check_archive()
    assert store.read(match.id).commits


def test_in_an_exchanged_folder_no_game_is_unknown(store: EventStore, match: Match) -> None:
    """Given a folder in place of the archive's own, then what is not in it is unavailable until the own one is back."""
    store.mover.move(match.id)
    assert store.read(match.id).commits
    with pytest.raises(UnknownGame):
        store.read("0gaaaaaaaaaaaaaaaaaaaa")
    folder = store.archive.folder
    folder.rename(folder.with_name("own"))
    folder.mkdir()
    store.archive.give_id("exchanged")
    for game in (match.id, "0gaaaaaaaaaaaaaaaaaaaa"):
        with pytest.raises(ArchiveUnavailable, match="is not it"):
            store.read(game)
    folder.rename(folder.with_name("other"))
    folder.with_name("own").rename(folder)
    assert store.read(match.id).commits
    with pytest.raises(UnknownGame):
        store.read("0gaaaaaaaaaaaaaaaaaaaa")


def test_a_folder_of_another_redis_is_told_from_its_own(
    store: EventStore, make_store: Callable[[], EventStore], redis: Redis, tmp_path: Path
) -> None:
    store.mover.check_archive()
    assert redis.get(ARCHIVE) == (store.archive.id() or "").encode()
    make_store().mover.check_archive()
    (tmp_path / "other").mkdir()
    Archive(tmp_path / "other").give_id("other")
    with pytest.raises(ArchiveUnavailable, match="not the folder of this Redis"):
        EventStore(redis, archive=Archive(tmp_path / "other")).mover.check_archive()
    redis.delete(ARCHIVE)
    make_store().mover.check_archive()  # A new Redis takes an archive over.
    assert redis.get(ARCHIVE) == (store.archive.id() or "").encode()


def test_a_damaged_file_is_no_game(store: EventStore, match: Match) -> None:
    store.mover.move(match.id)
    path = store.archive.path(match.id)
    assert path is not None
    path.write_bytes(path.read_bytes()[:-30])
    for handler in (match.handler, handler_on(store, CODECS)):
        with pytest.raises(ArchiveDamaged):
            handler.repository.load(match.id)
    with pytest.raises(ArchiveDamaged):
        store.commits(match.id, 1, 2)


def test_the_settings_say_whether_there_is_an_archive(redis_url: str, tmp_path: Path) -> None:
    embedded = Settings(data_dir=tmp_path)
    assert embedded.archive == tmp_path / "archive"
    assert Settings(data_dir=tmp_path, archive_dir="off").archive is None
    assert Settings(redis_url=redis_url).archive is None
    assert Settings(redis_url=redis_url, archive_dir="/srv/games").archive == Path("/srv/games")


def test_a_process_without_an_archive_does_not_call_archived_games_unknown(
    store: EventStore, match: Match, redis_url: str
) -> None:
    without = open_store(Settings(redis_url=redis_url))
    assert without.read(match.id).commits
    with pytest.raises(ArchiveUnavailable):
        without.read("0gaaaaaaaaaaaaaaaaaaaa")
    store.mover.move(match.id)
    with pytest.raises(ArchiveUnavailable):
        without.read(match.id)
    store.redis.client.delete(ARCHIVE)
    with pytest.raises(UnknownGame):
        without.read("0gaaaaaaaaaaaaaaaaaaaa")
    without.redis.client.close()


def test_moving_games_makes_room_in_a_redis_that_is_full(store: EventStore, redis: Redis, match: Match) -> None:
    redis.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailable):
            Match.create(match.handler)
        assert store.ended.due(10**15) == [match.id]
        assert store.mover.move(match.id) > 0
    finally:
        redis.config_set("maxmemory", 0)
    assert keys_of(redis, match.id) == []
    assert store.read(match.id).commits
