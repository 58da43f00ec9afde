"""After a name was forgotten nothing has it, every proof stays, and nothing that was under way brings it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from redis import Redis

from cli.main import main
from domain.game import Rejected
from domain.session import lifecycle
from domain.session.lifecycle import SeatPlan
from events.archive.archive import Archive
from events.archive.files import game_of
from events.backup import making, restoring
from events.errors import ArchiveUnavailable, NotWhole, UnknownGame
from events.games.audit import audit
from events.identity import FORGOT
from events.log.exported import exported_lines, read_log
from events.log.names import Sealing, kept_names, name_field
from events.redis_store import keys
from events.redis_store.forgettings import Forgotten
from events.redis_store.removals import Removals
from events.removal import forgetting
from events.removal.aftermath import Aftermath
from events.removal.forgetting import Forgetter
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from events.store_types import Note, OwnersPart
from tests.events.processes import Clock
from tests.support.games import CODECS
from tests.support.play import MERCHANTS, OPEN, Match, handler_on

ANNE, JACK, MARY = "Anne Bonny", "Calico Jack \N{SAILBOAT}", "Mary Read"
KEY = "a" * 12
PLAYER = "discord:1001"


@pytest.fixture
def make_store(connected: Callable[[], Redis], tmp_path: Path) -> Callable[[], EventStore]:
    """Stores as several processes have them."""
    for name in ("archive", "sleep"):
        (tmp_path / name).mkdir()
    sleep_key = tmp_path / "keys" / "sleep.key"
    return lambda: EventStore(
        connected(), archive=Archive(tmp_path / "archive"), sleep=SleepFolder(tmp_path / "sleep", sleep_key)
    )


@pytest.fixture
def store(make_store: Callable[[], EventStore]) -> EventStore:
    made = make_store()
    made.mover.check_archive()
    made.hibernation.check_folder()
    return made


@pytest.fixture
def match(store: EventStore) -> Match:
    """A running game of three, of whom two have a name; it belongs to an API key."""
    return begun(store)


def begun(store: EventStore) -> Match:
    handler = handler_on(store, CODECS)
    seats = (SeatPlan(kind="human", name=ANNE), OPEN, SeatPlan(kind="bot", level="random", name=MARY))
    owner = OwnersPart(owner=KEY, note=Note({}, {"0": PLAYER}))
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=seats, options={"starting_seat": 0}, trusted_host=True)
    made = Match(handler, handler.new_games.create(command, None, None, owner))
    made.claim(1, name=JACK, client_seed="seed")
    return made


def ended(match: Match) -> Match:
    match.manage("host", lifecycle.AbandonGame())
    return match


def names_in(store: EventStore, game: str) -> tuple[str, ...]:
    """The names that a process sees which does not know the game yet."""
    game_log = handler_on(store, CODECS).repository.load(game)
    return game_log.names_of(game_log.session)


def listed(store: EventStore, game: str) -> set[tuple[str, ...]]:
    """The names of a game in all lists."""
    statuses = ("lobby", "running", "finished", "abandoned")
    public = store.games.page(statuses, None, 100, lambda line: line.id == game).summaries
    own = [line for line, _ in store.owned.page(KEY, statuses, None, 100, lambda line: line[0].id == game).summaries]
    return {tuple(seat.name for seat in line.seats) for line in (*public, *own)}


def stored(store: EventStore, redis: Redis) -> str:
    """Everything that is kept, in Redis and in files."""
    kinds: dict[bytes, Callable[[bytes], Any]] = {
        b"string": redis.get,
        b"hash": redis.hgetall,
        b"stream": redis.xrange,
        b"set": redis.smembers,
        b"zset": lambda key: redis.zrange(key, 0, -1),
    }
    parts = [part for key in redis.scan_iter() for part in _leaves(kinds[redis.type(key)](key))]
    for files in (store.archive, store.sleep):
        for file in files.folder.glob("*/*"):
            if file.stat().st_size:
                log = files.at(game_of(file.name), files.more(file.name))
                assert log is not None
                parts += [*log.secrets.values(), *(text.decode() for text, _ in log.entries)]
    return "\n".join(parts)


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for pair in value.items() for each in pair for leaf in _leaves(each)]
    if isinstance(value, list | tuple | set):
        return [leaf for each in value for leaf in _leaves(each)]
    return [value.decode(errors="replace")] if isinstance(value, bytes) else [str(value)]


# Where a game may be


def _awake(store: EventStore, match: Match) -> None:
    pass


def _archived(store: EventStore, match: Match) -> None:
    assert store.mover.move(ended(match).id)


def _asleep(store: EventStore, match: Match) -> None:
    assert store.hibernation.put(match.id)


def _asleep_as_an_earlier_release_wrote(store: EventStore, match: Match) -> None:
    _asleep(store, match)
    asleep = store.sleeping.find(match.id)
    assert asleep is not None
    store.sleep.make_plain(match.id, asleep.log)


def _woken_from_an_earlier_release(store: EventStore, match: Match) -> None:
    _asleep_as_an_earlier_release_wrote(store, match)
    store.wake(match.id)


@pytest.mark.parametrize(
    "goes", [_awake, _archived, _asleep, _asleep_as_an_earlier_release_wrote, _woken_from_an_earlier_release]
)
def test_nothing_has_the_name_any_more_and_the_proof_stays(
    store: EventStore, redis: Redis, match: Match, goes: Callable[[EventStore, Match], None]
) -> None:
    goes(store, match)
    head, commits = match.game_log.head, match.commits
    assert JACK in stored(store, redis)
    found = Forgetter(store).seat(match.id, 1)
    assert found == forgetting.Forgetting([match.id], 1, True, [])
    assert JACK not in stored(store, redis)
    assert names_in(store, match.id) == (ANNE, "Seat 2", MARY)
    assert listed(store, match.id) == {(ANNE, "Seat 2", MARY)}
    fresh = handler_on(store, CODECS).repository.load(match.id)
    assert (fresh.head, store.read(match.id).commits) == (head, commits)
    assert audit(CODECS, commits, fresh.secret, kept_names(fresh.secrets)).ok
    assert Forgetter(store).seat(match.id, 1) == found
    assert names_in(store, match.id) == (ANNE, "Seat 2", MARY)


@pytest.mark.parametrize("goes", [_awake, _asleep])
def test_the_game_goes_on(store: EventStore, redis: Redis, match: Match, goes: Callable[[EventStore, Match], None]) -> None:
    goes(store, match)
    Forgetter(store).seat(match.id, 1)
    match.manage("host", lifecycle.Reassign(seat=1, name="Cy"))
    assert names_in(store, match.id) == (ANNE, "Cy", MARY)
    assert store.mover.move(ended(match).id)
    assert names_in(store, match.id) == (ANNE, "Cy", MARY)
    assert JACK not in stored(store, redis)


def test_all_names_that_the_seat_has_had_are_forgotten(store: EventStore, redis: Redis, match: Match) -> None:
    match.manage("host", lifecycle.Reassign(seat=1, name="Cy the Second"))
    assert Forgetter(store).seat(match.id, 1).names == 2
    kept = stored(store, redis)
    assert (JACK in kept, "Cy the Second" in kept, ANNE in kept) == (False, False, True)


def test_thousands_of_names_are_forgotten_at_once(store: EventStore, redis: Redis, match: Match) -> None:
    """Lua unpacks at most some 8000 values at once."""
    seals = [f"sha256:{number:064x}" for number in range(9_000)]
    before, lines = store.read(match.id).secrets, store.forgettings.lines(match.id)
    redis.hset(keys.secrets(keys.log(match.id)), mapping=dict.fromkeys(map(name_field, seals), "x" * 33))
    assert store.forgettings.forget(match.id, seals, 1, lines, lines)
    assert store.read(match.id).secrets == {**before, FORGOT: "1"}


def test_a_name_in_an_older_log_stays_and_the_answer_says_so(
    store: EventStore, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Sealing, "_sealed", lambda self, name, seat: name)
        old = begun(store)
    assert Forgetter(store).seat(old.id, 1) == forgetting.Forgetting([], 0, True, [old.id])
    assert names_in(store, old.id) == (ANNE, JACK, MARY)


def test_a_seat_or_game_that_there_is_not(store: EventStore, match: Match) -> None:
    with pytest.raises(Rejected) as refused:
        Forgetter(store).seat(match.id, 3)
    assert refused.value.code == "unknown_seat"
    with pytest.raises(UnknownGame):
        Forgetter(store).seat(f"0g{'a' * 20}", 0)


# Games that share names


def test_branches_rematches_and_imports_forget_with_their_parent_and_it_with_them(store: EventStore, redis: Redis) -> None:
    for at in range(4):
        match = ended(begun(store))
        handler, parent = match.handler, match.game_log
        branch = handler.new_games.branch(parent, lifecycle.BranchGame(parent=match.id, version=2), 0).game_log.id
        rematch = handler.new_games.rematch(parent, 0).game_log.id
        commits, names = read_log(exported_lines(match.commits, kept_names(parent.secrets)))
        imported = handler.new_games.take_in(commits, names=names).id
        family = [match.id, branch, rematch, imported]
        # The rematch has turned the order of the seats by one.
        found = Forgetter(store).seat(family[at], 0 if family[at] == rematch else 1)
        assert (found.games, found.names) == (sorted(family), 1)
        assert [names_in(store, game)[0 if game == rematch else 1] for game in family] == [
            "Seat 2", "Seat 2", "Seat 1", "Seat 2"
        ]  # fmt: skip
        assert JACK not in stored(store, redis)
        redis.flushall()
        store.mover.check_archive()


def test_a_copy_of_the_file_does_not_bring_the_name_back(store: EventStore, redis: Redis, match: Match) -> None:
    ended(match)
    commits, names = read_log(exported_lines(match.commits, kept_names(match.game_log.secrets)))
    Forgetter(store).seat(match.id, 1)
    imported = match.handler.new_games.take_in(commits, names=names)
    assert imported.names_of(imported.session) == (ANNE, "Seat 2", MARY)
    assert JACK not in stored(store, redis)


def test_a_player_is_forgotten_in_all_games_of_a_key(store: EventStore, redis: Redis) -> None:
    games = [begun(store).id for _ in range(3)]
    found = Forgetter(store).player(KEY, PLAYER)
    assert (found.games, found.names, found.finished) == (sorted(games), 3, True)
    kept = stored(store, redis)
    assert (ANNE in kept, PLAYER in kept, JACK in kept) == (False, False, True)
    assert Forgetter(store).player(KEY, PLAYER).games == []


# Processes, and what was under way


def test_the_append_only_file_must_be_written_anew_for_a_noted_player(store: EventStore, match: Match) -> None:
    Forgetter(store).seat(match.id, 0)
    removals = Removals(store.redis)
    before = removals.waiting()
    assert before is not None
    removals.rewritten(before, 0)
    assert removals.waiting() is None
    store.owned.note(match.id, Note({"table": "one"}))
    assert removals.waiting() is None, "nobody was forgotten"
    Forgetter(store).player(KEY, PLAYER)
    assert removals.waiting() is not None


def test_every_process_hears_of_it(make_store: Callable[[], EventStore], match: Match) -> None:
    other = handler_on(make_store(), CODECS)
    game_log = other.repository.load(match.id)
    Forgetter(make_store()).seat(match.id, 1)
    Aftermath(other.store, [other.repository]).look()
    assert game_log.names_of(game_log.session) == (ANNE, "Seat 2", MARY)
    assert game_log.names_at(2) == (ANNE, "Seat 2", MARY)


def test_a_process_that_has_not_heard_writes_no_name(
    make_store: Callable[[], EventStore], redis: Redis, match: Match
) -> None:
    unaware = Match.__new__(Match)
    unaware.handler, unaware.id, unaware.tokens = handler_on(make_store(), CODECS), match.id, match.tokens
    assert JACK in unaware.game_log.names_of(unaware.game_log.session)
    cached = unaware.handler.repository.cached(match.id)
    Forgetter(make_store()).seat(match.id, 1)
    assert cached is not None
    assert JACK in cached.names_of(cached.session)
    unaware.handler.manage(match.id, match.tokens["host"], lifecycle.AbandonGame())
    assert listed(unaware.handler.store, match.id) == {(ANNE, "Seat 2", MARY)}
    assert JACK not in stored(unaware.handler.store, redis)
    assert JACK not in cached.names_of(cached.session)


def test_a_move_to_the_archive_that_read_the_name_before_is_made_again(
    store: EventStore, redis: Redis, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended(match)
    write = store.archive.write

    def late(game: str, whole: Any) -> int:
        monkeypatch.setattr(store.archive, "write", write)
        Forgetter(store).seat(game, 1)
        return write(game, whole)

    monkeypatch.setattr(store.archive, "write", late)
    with pytest.raises(NotWhole):
        store.mover.move(match.id)
    assert store.mover.move(match.id)
    assert names_in(store, match.id) == (ANNE, "Seat 2", MARY)
    assert JACK not in stored(store, redis)


def test_a_game_that_falls_asleep_meanwhile_stays_awake_and_its_file_is_seen_to(
    store: EventStore, redis: Redis, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = store.sleep.write

    def late(game: str, mark: int, whole: Any) -> int:
        monkeypatch.setattr(store.sleep, "write", write)
        Forgetter(store).seat(game, 1)
        return write(game, mark, whole)

    monkeypatch.setattr(store.sleep, "write", late)
    assert store.hibernation.put(match.id) == 0
    Aftermath(store, [match.handler.repository], forgetter=Forgetter(store)).look()
    assert JACK not in stored(store, redis)
    assert store.hibernation.put(match.id)
    assert names_in(store, match.id) == (ANNE, "Seat 2", MARY)


def test_a_process_that_read_the_file_before_wakes_no_name(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match
) -> None:
    assert store.hibernation.put(match.id)
    late = make_store()
    asleep = late.sleeping.find(match.id)
    assert asleep is not None
    Forgetter(store).seat(match.id, 1)
    late.logs.wake(match.id, asleep)
    assert store.asleep.find(match.id) is not None
    late.wake(match.id)
    assert (store.asleep.find(match.id), names_in(late, match.id)) == (None, (ANNE, "Seat 2", MARY))
    assert JACK not in stored(store, redis)


def test_a_redis_that_lost_waking_and_forgetting_finds_a_file_and_forgets_again(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match
) -> None:
    assert store.hibernation.put(match.id)
    whole, kept = store.read(match.id).commits, {key: redis.dump(key) for key in redis.scan_iter()}
    store.wake(match.id)
    Forgetter(store).seat(match.id, 1)
    redis.flushall()
    for key, value in kept.items():
        redis.restore(key, 0, value or b"")
    late = make_store()
    assert late.read(match.id).commits == whole
    Forgetter(late).seat(match.id, 1)
    assert JACK not in stored(late, redis)


def test_a_game_that_is_woken_with_the_name_meanwhile_is_forgotten_once_more(
    make_store: Callable[[], EventStore], store: EventStore, redis: Redis, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a process that has read the file before, right after the name left Redis."""
    assert store.hibernation.put(match.id)
    late = make_store()
    asleep = late.sleeping.find(match.id)
    assert asleep is not None
    check = store.check_folders

    def woken() -> None:
        monkeypatch.setattr(store, "check_folders", check)
        late.logs.wake(match.id, asleep)
        check()

    monkeypatch.setattr(store, "check_folders", woken)
    assert Forgetter(store).seat(match.id, 1).finished
    assert JACK not in stored(store, redis)
    assert names_in(store, match.id) == (ANNE, "Seat 2", MARY)


# Killed between two steps


def test_killed_before_its_first_step_it_has_done_nothing(
    store: EventStore, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store.forgettings, "forget", _killed)
    with pytest.raises(KeyboardInterrupt):
        Forgetter(store).seat(match.id, 1)
    assert (names_in(store, match.id), store.forgettings.recent()) == ((ANNE, JACK, MARY), [])


def _killed(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("goes", [_archived, _asleep])
def test_killed_between_redis_and_the_files_it_is_finished_by_a_worker(
    store: EventStore,
    redis: Redis,
    match: Match,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    goes: Callable[[EventStore, Match], None],
) -> None:
    goes(store, match)
    with monkeypatch.context() as patch:
        patch.setattr(store, "check_folders", _killed)
        with pytest.raises(KeyboardInterrupt):
            Forgetter(store, clock).seat(match.id, 1)
    worker = Aftermath(store, [match.handler.repository], forgetter=Forgetter(store, clock), clock=clock)
    assert worker.look() == 1
    assert JACK not in stored(store, redis)
    clock.pass_by(minutes=61)
    worker.look()
    assert (store.forgettings.recent(), len(store.forgettings.all())) == ([], 1)


def test_while_the_archive_is_away_it_is_not_finished(
    store: EventStore, redis: Redis, match: Match, clock: Clock, tmp_path: Path
) -> None:
    _archived(store, match)
    other = (
        handler_on(store, CODECS)
        .new_games.branch(match.game_log, lifecycle.BranchGame(parent=match.id, version=2), 0)
        .game_log
    )
    (tmp_path / "archive").rename(tmp_path / "away")
    with pytest.raises(ArchiveUnavailable):
        Forgetter(store, clock).seat(match.id, 1)
    found = Forgetter(store, clock).seat(other.id, 1)
    assert (found.finished, names_in(store, other.id)) == (False, (ANNE, "Seat 2", MARY))
    worker = Aftermath(store, [match.handler.repository], forgetter=Forgetter(store, clock), clock=clock)
    clock.pass_by(minutes=61)
    worker.look()
    (tmp_path / "away").rename(tmp_path / "archive")
    worker.look()
    assert JACK not in stored(store, redis)
    clock.pass_by(minutes=61)
    worker.look()
    assert store.forgettings.recent() == []


# Backups


def test_an_older_backup_brings_no_name_back(
    store: EventStore,
    redis: Redis,
    redis_url: str,
    match: Match,
    tmp_path: Path,
    make_store: Callable[[], EventStore],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = ended(begun(store))
    assert store.mover.move(over.id)
    making.make(store, tmp_path / "backup", "2026-01-02T03:04:05.000Z")
    for game in (match.id, over.id):
        Forgetter(store).seat(game, 1)
    for name, value in (
        ("REDIS_URL", redis_url),
        ("ARCHIVE_DIR", str(tmp_path / "archive")),
        ("SLEEP_DIR", str(tmp_path / "sleep")),
        ("SLEEP_KEY_FILE", str(tmp_path / "keys" / "sleep.key")),
        ("PARTITIONS", "1"),
    ):
        monkeypatch.setenv(name, value)
    known = tmp_path / "forgotten"
    known.write_text(CliRunner().invoke(main, ["forgotten"]).output)
    assert len([Forgotten.read(line) for line in known.read_text().splitlines()]) == 2
    redis.flushall()
    for file in (tmp_path / "archive").rglob("*.gz"):
        file.unlink()
    assert restoring.restore(make_store(), tmp_path / "backup") == 1
    assert JACK in stored(store, redis)
    redis.flushall()
    done = CliRunner().invoke(main, ["restore", str(tmp_path / "backup"), "--forgotten", str(known)])
    assert (done.exit_code, done.output) == (0, "1 games restored\n")
    assert JACK not in stored(store, redis)
    assert {names_in(store, game) for game in (match.id, over.id)} == {(ANNE, "Seat 2", MARY)}
