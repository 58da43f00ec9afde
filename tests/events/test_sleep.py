"""Games leave Redis for the folder of sleeping games and come back, and are at every moment as if they had not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from errno import ENOSPC
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest
from redis import Redis

from domain.game import Rejected
from domain.session import lifecycle
from events.archive.archive import Archive
from events.archive.content import packed
from events.backup.plain import make_plain
from events.commands.intents import OwnersPart
from events.errors import (
    ArchiveUnavailable,
    CommitsMissing,
    Diverged,
    KeyReused,
    LogDamaged,
    SleepUnavailable,
    Unauthorized,
    UnknownGame,
)
from events.games.audit import audit
from events.identity import hash_token, moment_of, new_token, timestamp, token_field
from events.redis_store import keys
from events.redis_store.asleep import STAYS_MS, Pointer
from events.redis_store.client import connect
from events.settings import Settings
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from events.store_types import KnownVersion, StoredLog, Unchanged
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, MERCHANTS, OPEN, Match, handler_on


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "sleep"
    made.mkdir()
    (tmp_path / "archive").mkdir()
    return made


@pytest.fixture
def make_store(connected: Callable[[], Redis], folder: Path) -> Callable[[], EventStore]:
    """Stores as several processes have them."""

    def make() -> EventStore:
        sleep = SleepFolder(folder, folder.parent / "keys" / "sleep.key")
        return EventStore(connected(), archive=Archive(folder.parent / "archive"), sleep=sleep)

    return make


@pytest.fixture
def store(make_store: Callable[[], EventStore]) -> EventStore:
    made = make_store()
    made.hibernation.check_folder()
    return made


@pytest.fixture
def match(store: EventStore) -> Match:
    """A game that goes on."""
    return Match.create(handler_on(store, CODECS), HUMAN, HUMAN).play(Random(1), 12)


def keys_of(redis: Redis, game: str) -> list[bytes]:
    return sorted(redis.scan_iter(f"*:g:{game}*"))


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*"))


def elsewhere(make_store: Callable[[], EventStore], match: Match) -> Match:
    """The same game and tokens in a process that does not know it yet."""
    other = Match.__new__(Match)
    other.handler, other.id, other.tokens = handler_on(make_store(), CODECS), match.id, match.tokens
    return other


# Asleep


def test_a_sleeping_game_is_the_game_it_was(store: EventStore, redis: Redis, match: Match, folder: Path) -> None:
    whole = store.read(match.id)
    last = len(whole.commits)
    assert store.hibernation.put(match.id) == sum(path.stat().st_size for path in files(folder))
    assert keys_of(redis, match.id) == []
    assert store.read(match.id) == whole
    for after in (1, 3, last - 1, last):
        head = str(whole.commits[after - 1].head)
        assert store.read(match.id, after, head) == (whole.secrets, whole.commits[after:])
        assert store.read(match.id, after, head, last=4).commits == whole.commits[after:4]
        with pytest.raises(Diverged):
            store.read(match.id, after, "f" * 64)
    assert store.read(match.id, last=3).commits == whole.commits[:3]
    assert store.commits(match.id, 3, last) == whole.commits[2:]
    for wrong in (last + 1, last - 1):
        with pytest.raises(CommitsMissing):
            store.commits(match.id, wrong, last + 9)
    assert store.read_all([KnownVersion(match.id, last, str(whole.commits[-1].head))]) == [Unchanged()]
    assert store.read_all([KnownVersion(match.id, 3, str(whole.commits[2].head))]) == [None]
    assert store.hibernation.put(match.id) == 0
    assert keys_of(redis, match.id) == []
    assert [(game, pointer.version) for game, pointer in store.asleep.every()] == [(match.id, last)]


@pytest.mark.threat("T-57")
def test_its_file_shows_nothing_to_whoever_has_not_the_key(store: EventStore, match: Match, folder: Path) -> None:
    secrets = store.read(match.id).secrets
    store.hibernation.put(match.id)
    (path,) = files(folder)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    content = path.read_bytes()
    assert not [value for value in secrets.values() if value.encode() in content or bytes.fromhex(value) in content]
    assert content[:2] != b"\x1f\x8b"
    assert not [path for path in folder.rglob("*") if path.name == "sleep.key"]


def test_little_of_it_stays_in_redis(store: EventStore, redis: Redis) -> None:
    """The most that a sleeping game may take: 400 bytes, 650 if it is listed."""

    def taken(**fields: Any) -> float:
        handler = handler_on(store, CODECS, cache_size=1)
        for _ in range(40):
            assert store.hibernation.put(Match.create(handler, *[HUMAN] * 4, **fields).id) > 0
        redis.delete("{0}:feed")  # It is as long with sleeping games as without.
        return sum(redis.memory_usage(key, samples=0) or 0 for key in redis.scan_iter("{0}:*")) / 40

    unlisted = taken(visibility="unlisted")
    assert unlisted <= 400
    assert taken() - unlisted <= 650


# Waking


def test_the_next_action_wakes_it_in_the_same_step(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match
) -> None:
    before = store.read(match.id)
    for player in (match, elsewhere(make_store, match)):
        store.hibernation.put(match.id)
        assert keys_of(redis, match.id) == []
        player.play(Random(2), 1)
        assert len(keys_of(redis, match.id)) == 2
        assert len(store.asleep) == 0
    after = store.read(match.id)
    assert after.commits[:-2] == before.commits
    assert after.secrets == before.secrets
    match.play(Random(3))
    assert audit(CODECS, match.commits).ok


def test_a_game_that_has_had_thousands_of_names_is_woken_whole(store: EventStore, redis: Redis, match: Match) -> None:
    """Lua unpacks at most some 8000 values at once, and Redis does not undo a script that fails midway."""
    names = (f"n:{number:064x}" for number in range(5_000))
    redis.hset(keys.secrets(keys.log(match.id)), mapping=dict.fromkeys(names, "x" * 33))
    before = store.read(match.id).secrets
    assert store.hibernation.put(match.id)
    match.play(Random(2), 1)
    assert store.read(match.id).secrets == before
    assert len(store.asleep) == 0


def test_what_is_refused_wakes_nothing(make_store: Callable[[], EventStore], store: EventStore, match: Match) -> None:
    store.hibernation.put(match.id)
    for player in (match, elsewhere(make_store, match)):
        seat, (command, *_) = player.to_act()
        with pytest.raises(Rejected):
            player.handler.act(match.id, match.tokens[f"s{1 - seat}"], b'{"type":"reveal_card"}')
        with pytest.raises(Unauthorized):
            player.handler.act(match.id, new_token(), b'{"type":"reveal_card"}')
        assert command is not None
    assert len(store.asleep) == 1


def test_a_process_that_missed_what_came_before_the_sleep_decides_anew(
    make_store: Callable[[], EventStore], store: EventStore, match: Match
) -> None:
    late = elsewhere(make_store, match)
    version = late.game_log.version
    match.play(Random(2), 3)
    store.hibernation.put(match.id)
    seat, _ = match.to_act()
    assert late.handler.repository.cached(match.id).version == version  # type: ignore[union-attr]
    result = late.act(match.to_act()[1][0], seat)
    assert result.commit.version == version + 4
    assert len(late.commits) == version + 4


def test_a_token_that_was_replaced_before_the_sleep_wakes_nothing(
    make_store: Callable[[], EventStore], store: EventStore, match: Match
) -> None:
    late = elsewhere(make_store, match)
    seat, (command, *_) = late.to_act()
    stolen = dict(late.tokens)
    new = new_token()
    log = match.game_log
    match.handler.renewals.offer(log, match.tokens[f"s{seat}"], seat, new)
    match.tokens[f"s{seat}"] = new
    match.act(command, seat)  # The first use of the new token ends the one before.
    store.hibernation.put(match.id)
    with pytest.raises(Unauthorized):
        late.handler.act(match.id, stolen[f"s{seat}"], b'{"type":"reveal_card"}')
    assert len(store.asleep) == 1


def test_a_seat_brings_a_new_token_while_the_game_sleeps(
    make_store: Callable[[], EventStore], store: EventStore, match: Match
) -> None:
    store.hibernation.put(match.id)
    player = elsewhere(make_store, match)
    seat, (command, *_) = player.to_act()
    new = new_token()
    player.handler.renewals.offer(player.game_log, match.tokens[f"s{seat}"], seat, new)
    assert store.hibernation.put(match.id) > 0  # The token that was brought sleeps too, in a file with the same commits.
    old, player.tokens = player.tokens[f"s{seat}"], {**match.tokens, f"s{seat}": new}
    elsewhere(make_store, player).act(command, seat)
    secrets = store.read(match.id).secrets
    assert secrets[token_field(seat)] == hash_token(new) != hash_token(old)


def test_a_token_brought_while_the_file_was_written_keeps_the_game_awake(
    store: EventStore, redis: Redis, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = store.hibernation._folder
    write, seat = folder.write, match.to_act()[0]

    def brought_behind(*arguments: Any) -> int:
        size = write(*arguments)
        match.handler.renewals.offer(match.game_log, match.tokens[f"s{seat}"], seat, new_token())
        return size

    monkeypatch.setattr(folder, "write", brought_behind)
    assert store.hibernation.put(match.id) == 0
    assert len(keys_of(redis, match.id)) == 2


def test_an_action_while_the_file_was_written_keeps_the_game_awake(
    store: EventStore, redis: Redis, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = store.hibernation._folder
    write = folder.write

    def acted_behind(*arguments: Any) -> int:
        size = write(*arguments)
        match.play(Random(1), 1)
        return size

    with monkeypatch.context() as patch:
        patch.setattr(folder, "write", acted_behind)
        assert store.hibernation.put(match.id) == 0
    whole = store.read(match.id)
    assert store.hibernation.put(match.id) > 0  # The file's log is a beginning of this one, and is replaced.
    assert store.read(match.id) == whole


def test_a_game_with_a_bot_to_act_stays_awake(store: EventStore, redis: Redis) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, BOT, options={"starting_seat": 1})
    assert len(store.bots) == 1
    assert store.hibernation.put(match.id) == 0
    assert len(keys_of(redis, match.id)) == 2
    match.play(Random(1), 1)


def test_of_many_that_act_at_once_one_wakes_it_and_each_action_counts_once(
    make_store: Callable[[], EventStore], store: EventStore, match: Match
) -> None:
    for round_ in range(3):
        store.hibernation.put(match.id)
        version = match.game_log.version
        players = [elsewhere(make_store, match) for _ in range(6)]
        seat, (command, *_) = match.to_act()

        def act(player: Match, command: Any = command, seat: int = seat, version: int = version) -> bool:
            try:
                player.act(command, seat, version=version)
            except Exception:
                return False
            return True

        with ThreadPoolExecutor(6) as pool:
            assert sum(pool.map(act, players)) == 1, round_
        assert match.game_log.version == version + 1
    assert len(store.asleep) == 0


def test_claims_and_creations_find_a_game_that_sleeps(
    make_store: Callable[[], EventStore], store: EventStore, match: Match
) -> None:
    handler = handler_on(store, CODECS)
    lobby = Match.create(handler, HUMAN, OPEN, key="k" * 32)
    store.hibernation.put(lobby.id)
    again = handler_on(make_store(), CODECS).new_games.create(
        lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN)), "k" * 32
    )
    assert (again.game_log.id, again.replayed) == (lobby.id, True)
    lobby.tokens = dict(again.tokens)
    store.hibernation.put(lobby.id)
    with pytest.raises(KeyReused):
        handler_on(make_store(), CODECS).new_games.create(
            lifecycle.CreateGame(ruleset=MERCHANTS, seats=(OPEN, HUMAN)), "k" * 32
        )
    assert lobby.claim(1).session.status == "running"


def test_a_lost_reply_to_the_waking_action_is_known_as_its_own(
    make_store: Callable[[], EventStore], store: EventStore, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the connection broke after the script ran, and the script was sent again."""
    store.hibernation.put(match.id)
    player = elsewhere(make_store, match)
    logs = player.handler.store.logs
    waking: Any = logs._wake_and_append

    def twice(*arguments: Any) -> Any:
        assert waking(*arguments)[0][0] == 1
        return waking(*arguments)

    monkeypatch.setattr(logs, "_wake_and_append", twice)
    version = player.game_log.version
    player.play(Random(1), 1)
    assert (player.game_log.version, len(player.commits)) == (version + 1, version + 1)


# At its end


def test_a_game_that_slept_leaves_no_file_for_long_when_it_goes_to_the_archive(store: EventStore, folder: Path) -> None:
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options={"round_limit": 2}).play(Random(1), 3)
    store.hibernation.put(match.id)
    match.play(Random(1))
    assert len(files(folder)) == 1
    whole = store.read(match.id)
    assert store.hibernation.put(match.id) == 0  # It is over.
    store.mover.check_archive()
    assert store.mover.move(match.id) > 0
    assert swept(store) == 1
    assert files(folder) == []
    assert store.read(match.id) == whole


# Files that nobody reads


def swept(store: EventStore, stays_ms: int = 0) -> int:
    """The number of files that a walk removes."""
    return sum(store.sweep.walk(stays_ms))


def test_each_sleep_has_a_file_of_its_own_which_outlasts_it_for_half_an_hour(
    store: EventStore, redis: Redis, match: Match, folder: Path
) -> None:
    for count in (1, 2, 3):
        store.hibernation.put(match.id)
        assert len(files(folder)) == count
        match.play(Random(count), 1)
    noted = redis.zrange("{0}:unnamed", 0, -1, withscores=True)
    assert swept(store, STAYS_MS) == 0
    assert {name.decode() for name, _ in noted} == {path.name.partition(".ndjson")[0] for path in files(folder)}
    redis.zadd("{0}:unnamed", {name: at - STAYS_MS for name, at in noted[:1]})
    assert swept(store, STAYS_MS) == 1
    assert len(files(folder)) == 2
    store.hibernation.put(match.id)
    assert swept(store) == 2
    (named,) = files(folder)
    assert named.name.split(".")[1] == f"{dict(store.asleep.every())[match.id].mark:016x}"
    assert redis.zcard("{0}:unnamed") == 0
    match.play(Random(9), 1)


def test_a_redis_that_lost_the_waking_finds_the_file(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match
) -> None:
    store.hibernation.put(match.id)
    whole, kept = store.read(match.id), {key: redis.dump(key) for key in redis.scan_iter()}
    match.play(Random(1), 2)
    swept(store, STAYS_MS)
    redis.flushall()
    for key, value in kept.items():
        redis.restore(key, 0, value or b"")
    assert make_store().read(match.id) == whole
    elsewhere(make_store, match).play(Random(1), 1)


@pytest.mark.threat("T-59")
def test_a_file_that_was_written_late_is_never_read_and_swept(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match, folder: Path
) -> None:
    """A disk that hangs while one process writes; the game is acted on, and put to sleep by others, meanwhile."""
    slow, link = make_store(), os.link

    def late(temporary: Path, path: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "link", link)
            match.play(Random(1), 3)
            assert store.hibernation.put(match.id)
        link(temporary, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "link", late)
        assert slow.hibernation.put(match.id) == 0
    assert len(files(folder)) == 2
    for reader in (store, make_store()):
        assert len(reader.read(match.id).commits) == match.game_log.version
    assert audit(CODECS, match.commits).ok
    assert swept(store) == 1
    assert len(store.read(match.id).commits) == match.game_log.version
    match.play(Random(2), 1)


@pytest.mark.parametrize("found", [True, False])
def test_whoever_writes_for_half_an_hour_does_not_put_to_sleep(
    store: EventStore, redis: Redis, match: Match, folder: Path, monkeypatch: pytest.MonkeyPatch, found: bool
) -> None:
    """The sweep has removed the file, or would soon."""
    write = store.sleep.write

    def slow(*arguments: Any) -> int:
        size = write(*arguments)
        if found:
            assert swept(store) == 1
            assert swept(store) == 0
        else:
            ((name, at),) = redis.zrange("{0}:unnamed", 0, -1, withscores=True)
            redis.zadd("{0}:unnamed", {name: at - STAYS_MS})
        return size

    monkeypatch.setattr(store.sleep, "write", slow)
    assert store.hibernation.put(match.id) == 0
    assert len(keys_of(redis, match.id)) == 2
    match.play(Random(1), 1)


def test_a_file_that_turns_up_after_it_was_given_up_is_named_by_nobody(
    store: EventStore, redis: Redis, match: Match, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second sweeper that hung before it removed the file may remove it at any time."""
    write = store.sleep.write

    def turned_up(*arguments: Any) -> int:
        size = write(*arguments)
        (path,) = files(folder)
        content = path.read_bytes()
        assert swept(store) == 1
        path.write_bytes(content)
        assert swept(store) == 0  # Noted, since when it is there.
        return size

    monkeypatch.setattr(store.sleep, "write", turned_up)
    assert store.hibernation.put(match.id) == 0
    assert len(keys_of(redis, match.id)) == 2


def test_while_the_named_file_is_missing_the_others_stay(store: EventStore, match: Match, folder: Path) -> None:
    store.hibernation.put(match.id)
    match.play(Random(1), 1)
    store.hibernation.put(match.id)
    pointer = dict(store.asleep.every())[match.id]
    (named,) = (path for path in files(folder) if f"{pointer.mark:016x}" in path.name)
    named.rename(folder / "away")
    for _ in range(2):
        assert swept(store) == 0
    assert len(files(folder)) == 1


def test_files_of_games_that_this_redis_never_had_stay(store: EventStore, redis: Redis, match: Match, folder: Path) -> None:
    """An empty Redis was started in place of the right one."""
    store.hibernation.put(match.id)
    sleeping = {key: redis.dump(key) for key in redis.scan_iter()}
    redis.flushall()
    for _ in range(3):
        assert swept(store) == 0
    for key, value in sleeping.items():
        redis.restore(key, 0, value or b"", replace=True)
    match.play(Random(1), 1)


def plain(store: EventStore, game: str, folder: Path) -> Path:
    """The sleeping game's file as earlier releases wrote it."""
    (path,) = folder.glob(f"*/{game}.*")
    log = store.sleep.at(game, store.sleep.more(path.name))
    assert log is not None
    path.unlink()
    made = path.with_name(f"{game}.ndjson.gz.sealed")
    made.write_bytes(store.sleep.form.pack(game, "", log))
    return made


def test_a_file_of_an_earlier_release_is_found_and_stays_until_the_game_is_woken(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match, folder: Path
) -> None:
    whole = store.read(match.id)
    store.hibernation.put(match.id)
    old = plain(store, match.id, folder)
    later = make_store()
    assert later.read(match.id) == whole
    for _ in range(2):
        assert swept(later) == 0
    elsewhere(make_store, match).play(Random(1), 1)
    later.hibernation.put(match.id)
    assert old.exists()
    assert [swept(later), swept(later)] == [0, 1]
    assert not old.exists()
    assert len(later.read(match.id).commits) == len(whole.commits) + 1


def test_two_processes_that_give_files_their_plain_names_lose_no_game(
    make_store: Callable[[], EventStore],
    store: EventStore,
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Given a process that has read the file of a game, before another one gave it its plain name
    whole = store.read(match.id)
    store.hibernation.put(match.id)
    late, pointer = make_store(), store.asleep.find(match.id)
    assert pointer is not None
    served = late.sleeping.serving(match.id, pointer)
    make_plain(store)
    # When the disk is full as the first one goes on
    with monkeypatch.context() as full:
        full.setattr("events.archive.files.written", _full)
        with pytest.raises(ArchiveUnavailable):
            late.sleep.make_plain(match.id, served.log)
    # Then the game is where it was
    assert make_store().read(match.id) == whole


def _full(*_: object) -> NoReturn:
    raise OSError(ENOSPC, "no space left")


# Kills


KILLED = """
import os, signal, sys
from pathlib import Path
from events.archive.files import Files
from events.redis_store.client import connect
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore

url, folder, game, step = sys.argv[1:]
folder = Path(folder)
store = EventStore(connect(url), sleep=SleepFolder(folder, folder.parent / "keys" / "sleep.key"))
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
if step == "half written": os.fsync = die
if step == "before the link": os.link = die
if step == "after the link": Files._sync_folders = die
if step == "before the removal": store.logs.put_to_sleep = die
if step == "before the waking":
    assert store.hibernation.put(game)
    store.logs.wake = die
    store.wake(game)
store.hibernation.put(game)
if step == "after the removal": die()
store.wake(game)
die()
"""


@pytest.mark.parametrize(
    ("step", "in_redis"),
    [
        ("half written", True),
        ("before the link", True),
        ("after the link", True),
        ("before the removal", True),
        ("after the removal", False),
        ("before the waking", False),
        ("after the waking", True),
    ],
)
def test_a_process_that_is_killed_loses_nothing_and_makes_nothing_twice(
    redis_url: str, store: EventStore, redis: Redis, match: Match, folder: Path, step: str, in_redis: bool
) -> None:
    whole = store.read(match.id)
    arguments = [redis_url, str(folder), match.id, step]
    killed = subprocess.run([sys.executable, "-c", KILLED, *arguments], cwd=Path(__file__).parents[2], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (bool(keys_of(redis, match.id)), len(store.asleep)) == (in_redis, not in_redis)
    assert store.read(match.id) == whole
    assert (store.hibernation.put(match.id) > 0) == in_redis
    assert store.read(match.id) == whole
    match.play(Random(1), 3)
    assert store.read(match.id).commits[: len(whole.commits)] == whole.commits
    assert len(match.commits) == len(whole.commits) + 3
    assert store.hibernation.put(match.id) > 0
    swept(store)
    assert [path.suffix for path in files(folder) if path.suffix != ".tmp"] == [".sealed"]


def test_several_that_put_one_game_to_sleep_at_once_do_no_harm(
    make_store: Callable[[], EventStore], store: EventStore, match: Match, folder: Path
) -> None:
    whole = store.read(match.id)
    with ThreadPoolExecutor(6) as pool:
        sizes = [*pool.map(lambda each: each.hibernation.put(match.id), [make_store() for _ in range(6)])]
    assert sum(size > 0 for size in sizes) == 1
    assert store.read(match.id) == whole
    assert {path.suffix for path in files(folder)} == {".sealed"}
    swept(store)
    assert len(files(folder)) == 1


# Files and folders that are not as they were


def changed(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def not_encrypted(path: Path) -> None:
    """As if anybody could put a log there who has no key."""
    path.write_bytes(packed(path.name.partition(".")[0], StoredLog({"secret": "00" * 32}, [])))


@pytest.mark.threat("T-58")
@pytest.mark.parametrize("damage", [changed, cut, emptied, not_encrypted, Path.unlink])
def test_a_file_that_was_changed_wakes_nothing_and_its_game_stays_as_it_is(
    make_store: Callable[[], EventStore],
    store: EventStore,
    match: Match,
    folder: Path,
    damage: Callable[[Path], None],
) -> None:
    whole = store.read(match.id)
    store.hibernation.put(match.id)
    (path,) = files(folder)
    good, pointers = path.read_bytes(), [*store.asleep.every()]
    damage(path)
    right = (
        f"the right one is that of version {len(whole.commits)}, whose head begins with {str(whole.commits[-1].head)[:32]}"
    )
    for player in (match, elsewhere(make_store, match)):
        with pytest.raises(LogDamaged, match=f"it sleeps, and its file .*; {right}"):
            player.handler.act(match.id, match.tokens["s0"], b'{"type":"reveal_card"}')
        with pytest.raises(LogDamaged):
            player.handler.store.read(match.id)
        with pytest.raises(LogDamaged):
            player.handler.store.wake(match.id)
    assert [*store.asleep.every()] == pointers
    path.write_bytes(good)  # From a backup.
    assert store.read(match.id) == whole
    match.play(Random(1), 1)


@pytest.mark.threat("T-58")
def test_the_file_of_another_game_or_of_an_earlier_sleep_is_none_of_it(
    store: EventStore, match: Match, folder: Path
) -> None:
    store.hibernation.put(match.id)
    (path,) = files(folder)
    early = path.read_bytes()
    match.play(Random(1), 1)
    store.hibernation.put(match.id)
    (path,) = {*files(folder)} - {path}
    late = path.read_bytes()
    path.write_bytes(early)
    with pytest.raises(LogDamaged, match="damaged"):
        store.read(match.id)
    other = Match.create(match.handler, HUMAN, HUMAN)
    store.hibernation.put(other.id)
    (of_other,) = folder.glob(f"*/{other.id}*")
    path.write_bytes(of_other.read_bytes())
    with pytest.raises(LogDamaged, match="damaged"):
        store.read(match.id)
    path.write_bytes(late)
    assert len(store.read(match.id).commits) == match.game_log.version


def test_a_plain_file_with_another_log_than_the_one_that_left_is_not_taken(
    store: EventStore, match: Match, folder: Path
) -> None:
    """As an earlier release may have left it."""
    store.hibernation.put(match.id)
    early = plain(store, match.id, folder)
    match.play(Random(1), 2)
    store.hibernation.put(match.id)
    for path in files(folder):
        if path != early:
            path.unlink()
    with pytest.raises(LogDamaged, match="another log"):
        store.read(match.id)


@pytest.mark.parametrize("gone", [True, False])
def test_a_redis_set_back_to_an_earlier_sleep_finds_its_file_or_a_later_one(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match, folder: Path, gone: bool
) -> None:
    store.hibernation.put(match.id)
    earlier, (file,) = store.read(match.id), files(folder)
    pointer = redis.hget("{0}:asleep", match.id)
    match.play(Random(1), 4)
    store.hibernation.put(match.id)
    later = store.read(match.id)
    redis.hset("{0}:asleep", match.id, pointer or b"")
    if gone:
        file.unlink()
    assert store.read(match.id) == (later if gone else earlier)
    elsewhere(make_store, match).play(Random(1), 1)
    assert store.read(match.id).commits[:-1] == (later if gone else earlier).commits


@pytest.mark.threat("T-58")
def test_a_sleep_that_ended_meanwhile_is_not_ended_again(
    make_store: Callable[[], EventStore], store: EventStore, match: Match
) -> None:
    """A process that stood still between its look at the file and its action."""
    store.hibernation.put(match.id)
    slow = make_store()
    before = slow.sleeping.find(match.id)
    assert before is not None
    store.wake(match.id)
    store.hibernation.put(match.id)
    slow.logs.wake(match.id, before)
    assert len(store.asleep) == 1
    match.play(Random(1), 1)
    slow.logs.wake(match.id, before)
    assert len(store.read(match.id).commits) == match.game_log.version


@pytest.mark.threat("T-60")
def test_while_the_folder_is_away_only_sleeping_games_are(
    make_store: Callable[[], EventStore], store: EventStore, match: Match, folder: Path
) -> None:
    awake = Match.create(match.handler, HUMAN, HUMAN)
    store.hibernation.put(match.id)
    folder.rename(folder.with_name("away"))
    other = make_store()
    for nothing_there in (False, True):
        if nothing_there:
            folder.mkdir()  # The mount point of a disk that is away.
        with pytest.raises(SleepUnavailable):
            other.read(match.id)
        with pytest.raises(SleepUnavailable):
            other.hibernation.check_folder()
        awake.play(Random(1), 1)
        with pytest.raises(UnknownGame):
            other.read("0gaaaaaaaaaaaaaaaaaaaa")
    folder.rmdir()
    folder.with_name("away").rename(folder)
    assert other.read(match.id).commits
    other.hibernation.check_folder()


def test_without_its_key_a_folder_is_away_and_gets_no_new_one(
    make_store: Callable[[], EventStore], store: EventStore, match: Match, folder: Path
) -> None:
    store.hibernation.put(match.id)
    key = folder.parent / "keys" / "sleep.key"
    kept = key.read_text()
    key.unlink()
    for wrong in (False, True):
        if wrong:
            key.write_text("ab" * 32)
        other = make_store()
        with pytest.raises(SleepUnavailable, match="key"):
            other.read(match.id)
        with pytest.raises(SleepUnavailable, match="key"):
            other.hibernation.check_folder()
    key.write_text(kept)
    assert make_store().read(match.id).commits


def test_a_process_without_the_folder_does_not_call_sleeping_games_unknown(
    redis_url: str, store: EventStore, match: Match
) -> None:
    store.hibernation.put(match.id)
    with connect(redis_url) as client, pytest.raises(SleepUnavailable):
        EventStore(client).read(match.id)


@pytest.mark.threat("T-60")
def test_a_full_disk_leaves_the_game_in_redis(
    store: EventStore, redis: Redis, match: Match, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SleepUnavailable, match="No space left"):
            store.hibernation.put(match.id)
    assert len(keys_of(redis, match.id)) == 2
    assert files(folder) == []
    assert store.hibernation.put(match.id) > 0


# Keys and settings


def test_a_game_of_an_api_key_stays_in_its_list(store: EventStore) -> None:
    handler = handler_on(store, CODECS)
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN))
    match = Match(handler, handler.new_games.create(command, added=OwnersPart(owner="k"))).play(Random(1), 5)

    def listed() -> list[Any]:
        return store.owned.page("k", ("running",), None, 10, lambda _: True).summaries

    before = listed()
    store.hibernation.put(match.id)
    assert listed() == before != []
    match.play(Random(1), 1)
    assert [line.version for line, _ in listed()] == [before[0][0].version + 1]


@pytest.mark.parametrize("owner", [None, "abcdefghij27"])
def test_a_pointer_reads_as_it_was_stored(match: Match, owner: str | None) -> None:
    first, *_, last = match.commits
    pointer = Pointer.to(first, last, owner, 9_000, 2**64 - 1)
    assert Pointer.read(pointer.stored()) == pointer
    assert len(pointer.stored()) <= 80 + (0 if owner is None else 13)
    head = str(last.head)
    assert pointer.fits(last.version, head)
    assert not pointer.fits(last.version + 1, head)
    another = f"{head[:30]}{int(head[30:32], 16) ^ 1:02x}{head[32:]}"  # Another in the last byte that is stored.
    assert not pointer.fits(last.version, another)
    assert (pointer.owner, pointer.size, pointer.ruleset) == (owner, 9_000, MERCHANTS)
    assert [timestamp(moment_of(ms)) for ms in (pointer.created_ms, pointer.acted_ms)] == [first.at, last.at]


def test_games_sleep_by_default_where_redis_is_embedded(tmp_path: Path, redis_url: str) -> None:
    embedded = Settings(data_dir=tmp_path)
    assert (embedded.sleep, embedded.sleep_key) == (tmp_path / "sleep", tmp_path / "keys" / "sleep.key")
    assert Settings(data_dir=tmp_path, sleep_dir="off").sleep is None
    assert Settings(redis_url=redis_url).sleep is None
    given = Settings(redis_url=redis_url, sleep_dir="/srv/sleep", sleep_key_file="/run/key")
    assert (given.sleep, given.sleep_key) == (Path("/srv/sleep"), Path("/run/key"))
