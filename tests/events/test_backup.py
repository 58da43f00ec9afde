"""A backup that is made while games are played has all that was acknowledged before, and is restored whole or not at all."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from redis import Redis

from cli.main import main
from domain.session import lifecycle
from domain.session.clocks import Clock
from events.archive.archive import Archive
from events.archive.content import unpacked
from events.backup import making, restoring
from events.bot_queue import BotQueue
from events.errors import ArchiveUnavailable, BackupRefused, BackupUnreadable, GameDeleted
from events.games.audit import audit
from events.games.game_log import GameLog
from events.identity import external_field
from events.redis_store.client import connect
from events.redis_store.webhooks import CallResult, outbox_score
from events.removal.deleting import Deleter
from events.removal.forgetting import Forgetter
from events.sleep.form import SleepFolder
from events.store.event_store import EventStore
from events.store_types import Note, OwnersPart
from events.webhooks.hooks import Delivery, KeptHook, Waiting
from tests.events.processes import elsewhere
from tests.support.games import CODECS
from tests.support.play import BOT, HUMAN, MERCHANTS, OPEN, Match, handler_on

AT = "2026-01-02T03:04:05.000Z"
CLOCK = Clock(seconds=86_400, on_timeout="abandon")
TRANSIENT = ("feed", "key", "sync", "partitions", "restored")
SOON = {"round_limit": 2}
HOOK = KeptHook(id="wh1", url="https://example.com/", events=("turn", "over"), created_at=AT, owner="a" * 12, secret="")
CREATED = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN))


@dataclass
class Place:
    """A Redis, and folders beside it."""

    url: str
    folder: Path
    clients: list[Redis]

    def store(self, partitions: int = 1) -> EventStore:
        """A store as a process has it. The key of sleeping games lies elsewhere, and is the same everywhere."""
        for name in ("archive", "sleep"):
            (self.folder / name).mkdir(exist_ok=True, parents=True)
        self.clients.append(connect(self.url))
        sleep = SleepFolder(self.folder / "sleep", self.folder.parent / "keys" / "sleep.key")
        return EventStore(self.clients[-1], partitions, archive=Archive(self.folder / "archive"), sleep=sleep)

    def content(self) -> dict[str, Any]:
        """Everything in Redis that must be kept."""
        with Redis.from_url(self.url) as redis:
            kinds: dict[bytes, Callable[[bytes], Any]] = {
                b"string": redis.get,
                b"hash": redis.hgetall,
                b"stream": redis.xrange,
                b"zset": lambda key: redis.zrange(key, 0, -1, withscores=True),
                b"set": redis.smembers,
                b"list": lambda key: redis.lrange(key, 0, -1),
            }
            found = {key.decode(): kinds[redis.type(key)](key) for key in redis.scan_iter("{*}:*")}
        return {key: each for key, each in found.items() if key.partition("}:")[2].partition(":")[0] not in TRANSIENT}


@pytest.fixture
def clients() -> Iterator[list[Redis]]:
    made: list[Redis] = []
    yield made
    for each in made:
        each.close()


@pytest.fixture
def here(redis_url: str, tmp_path: Path, clients: list[Redis]) -> Place:
    return Place(redis_url, tmp_path / "here", clients)


@pytest.fixture
def there(redis_url: str, tmp_path: Path, clients: list[Redis]) -> Place:
    """Another Redis, which is empty."""
    return Place(f"{redis_url}?db=1", tmp_path / "there", clients)


def some_of_everything(store: EventStore) -> dict[str, Match]:
    """Games in every place and state, of which one was deleted."""
    handler = handler_on(store, CODECS)
    owner = OwnersPart(
        owner=store.api_keys.create("a league", AT)[0].id,
        custody=True,
        seats=(1,),
        note=Note({"channel": "42"}, {"1": "ann"}),
    )
    own = handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(BOT, HUMAN)), None, None, owner)
    found = {
        "own": Match(handler, own),
        "lobby": Match.create(handler, HUMAN, OPEN, visibility="unlisted"),
        "running": Match.create(handler, HUMAN, HUMAN, clock=CLOCK).play(Random(1), 12),
        "over": Match.create(handler, HUMAN, HUMAN, options=SOON).play(Random(2)),
        "archived": Match.create(handler, HUMAN, HUMAN, options=SOON).play(Random(3)),
        "asleep": Match.create(handler, HUMAN, HUMAN).play(Random(4), 9),
        "deleted": Match.create(handler, HUMAN, HUMAN, options=SOON).play(Random(5)),
    }
    store.hibernation.check_folder()
    store.mover.check_archive()
    assert store.mover.move(found["archived"].id)
    assert store.hibernation.put(found["asleep"].id)
    return found


def hooked(store: EventStore, game: str) -> None:
    """A webhook that was called once, is being called, and has more to be told."""
    waiting = Waiting(version=3, mark="a", due=1_000, since=1_000)
    past = Delivery(id="msg", event="turn", game=game, version=2, status="delivered", tries=1, at=AT, detail="")
    store.webhooks.add(HOOK)
    store.webhooks.record(CallResult(HOOK, f"{game} turn", waiting, None, past, wake=False), 1_000, "a process")
    store.webhooks.wait(HOOK.id, f"{game} over", 4, "b", 2_000)
    assert store.webhooks.lease(HOOK.id, "a process")


def test_what_webhooks_are_to_be_told_is_in_a_backup_also_while_it_moves(
    here: Place, there: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the outbox, which was read already, to a webhook, which comes later."""
    store = here.store()
    store.webhooks.add(HOOK)
    owner = OwnersPart(owner=HOOK.owner)
    handler = handler_on(store, CODECS)
    handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN)), None, None, owner)
    read = making._webhooks

    def move(store: EventStore) -> Iterator[Any]:
        (entry,) = store.webhooks.outgoing()
        store.webhooks.wait(HOOK.id, entry.what, entry.version, entry.mark, 1_000)
        store.webhooks.moved([entry])
        return read(store)

    monkeypatch.setattr(making, "_webhooks", move)
    making.make(store, tmp_path / "backup", AT)
    other = there.store()
    restoring.restore(other, tmp_path / "backup")
    assert other.webhooks.waiting(HOOK.id) == store.webhooks.waiting(HOOK.id) != []
    assert [entry.what for entry in other.webhooks.outgoing()] == [what for what, _ in other.webhooks.waiting(HOOK.id)]
    assert other.webhooks.due(1_000, 10) == [HOOK.id]


def sound(store: EventStore, game: str) -> GameLog:
    """A game whose log passes the audit."""
    game_log = handler_on(store, CODECS).repository.load(game)
    result = audit(CODECS, store.read(game).commits, game_log.secret)
    assert result.ok, result.problem
    return game_log


def test_what_is_restored_is_what_was_there(here: Place, there: Place, tmp_path: Path) -> None:
    store, folder = here.store(), tmp_path / "backup"
    games = some_of_everything(store)
    making.make(store, folder, AT)
    with Redis.from_url(here.url) as redis:
        Deleter(store, BotQueue(redis)).delete(games["deleted"].id)
        hooked(store, games["own"].id)
        redis.zadd("{0}:outbox", {f"{HOOK.owner} {games['own'].id} turn": outbox_score(games["own"].commits[-1])})
    again = making.make(store, folder, AT)  # Into the same folder: what was deleted since is deleted there.
    assert again.files == 0
    other = there.store()
    assert restoring.restore(other, folder) == again.games
    expected = here.content()
    assert games["running"].id.encode() in dict(expected["{0}:clocks"])
    assert expected.pop("{0}:hooks:wh1:lease") == b"a process", "which must not last for ever"
    assert expected.pop("{0}:removed")[b"n"] == b"1", "which concerns the files of that Redis only"
    assert {f"{{0}}:hook{name}" for name in ("ed", "s", "s:due", "s:wh1", "s:wh1:order", "s:wh1:past")} < expected.keys()
    assert there.content() == expected
    for name, match in games.items():
        if name == "deleted":
            with pytest.raises(GameDeleted):
                other.read(match.id)
        else:
            assert other.read(match.id) == store.read(match.id), name
            assert sound(other, match.id).version == match.game_log.version
    # It is played on, with the tokens of before.
    for name in ("running", "asleep"):
        match = games[name]
        match.handler = handler_on(there.store(), CODECS)
        version = match.game_log.version
        match.play(Random(6), 3)
        assert match.game_log.version == version + 3
    assert (folder / making.STORE_FILE).stat().st_mode & 0o077 == 0


def test_games_are_found_by_their_external_ids_after_a_restore(here: Place, there: Place, tmp_path: Path) -> None:
    store = here.store()
    handler = handler_on(store, CODECS)

    def create(name: str) -> Match:
        note = Note(external=external_field(HOOK.owner, name), creation="x", keep_result=True)
        added = OwnersPart(owner=HOOK.owner, note=note)
        return Match(handler, handler.new_games.create(CREATED, None, None, added))

    found = {name: create(name) for name in ("running", "archived", "deleted")}
    for name in ("archived", "deleted"):
        found[name].manage("host", lifecycle.AbandonGame())
    store.mover.move(found["archived"].id)
    store.delete(found["deleted"].id, AT, 1)
    found["deleted"] = create("deleted")
    making.make(store, tmp_path / "backup", AT)
    other = there.store()
    restoring.restore(other, tmp_path / "backup")
    for place in (store, other):
        for name, match in found.items():
            assert place.owned.named(external_field(HOOK.owner, name)) == match.id, name
        (kept,) = place.owned.page(HOOK.owner, ("deleted",), None, 9, lambda own: True).summaries
        assert kept[1].external_id == "deleted"


def test_a_backup_under_load_has_all_that_was_acknowledged_before(here: Place, there: Place, tmp_path: Path) -> None:
    acknowledged: dict[str, tuple[int, str]] = {}
    stopped = threading.Event()

    def play(seed: int) -> None:
        handler, random = handler_on(here.store(), CODECS), Random(seed)
        while not stopped.is_set():
            match = Match.create(handler, HUMAN, HUMAN, options=SOON)
            while not match.game_log.session.over and not stopped.is_set():
                seat, legal = match.to_act()
                done = match.act(random.choice(legal), seat)
                acknowledged[match.id] = (done.commit.version, str(done.commit.head))
            with suppress(ArchiveUnavailable):
                if seed == 0 and match.game_log.session.over:
                    match.handler.store.mover.move(match.id)
                elif seed == 1 and not stopped.is_set():
                    slept = Match.create(handler, HUMAN, HUMAN).play(random, 6)
                    handler.store.hibernation.put(slept.id)
                    acknowledged[slept.id] = (slept.game_log.version, slept.game_log.head.hex())

    here.store().mover.check_archive()
    here.store().hibernation.check_folder()
    players = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for each in players:
        each.start()
    try:
        while len(acknowledged) < 12:
            stopped.wait(0.05)
        before = dict(acknowledged)
        making.make(here.store(), tmp_path / "backup", AT)
    finally:
        stopped.set()
        for each in players:
            each.join()
    assert acknowledged != before  # Games went on meanwhile.
    restoring.restore(there.store(), tmp_path / "backup")
    store = there.store()
    for game, (version, head) in before.items():
        game_log = sound(store, game)
        assert game_log.version >= version
        assert store.read(game).commits[version - 1].head == head
    # Lists lead only to games that are there, and every game that was under way goes on.
    handler = handler_on(store, CODECS)
    listed = store.games.page(("lobby", "running", "finished", "abandoned"), None, 1_000, lambda game: True)
    assert {game.id for game in listed.summaries} >= before.keys()
    for summary in listed.summaries:
        assert sound(store, summary.id).session.status == summary.status
    assert store.ended.overdue(2**53)[0] == sum(
        handler.repository.load(game.id).session.over and not _in_archive(store, game.id) for game in listed.summaries
    )


class Flips:
    """Lets a game fall asleep if it is awake, and wakes it by an action if it sleeps: before certain steps of a backup."""

    def __init__(self, match: Match, steps: Container[int], monkeypatch: pytest.MonkeyPatch) -> None:
        self.match, self.steps, self.taken = match, steps, 0
        for name in ("write", "_read", "copy_file", "_scan", "_copy_archive"):
            monkeypatch.setattr(making, name, self._before(getattr(making, name)))

    def _before(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def taken(*arguments: Any) -> Any:
            self.taken += 1
            if self.taken in self.steps:
                self.flip()
            return step(*arguments)

        return taken

    def flip(self) -> None:
        if not self.match.handler.store.hibernation.put(self.match.id):
            self.match.play(Random(self.taken), 1)


def test_a_game_that_falls_asleep_or_is_woken_meanwhile_is_in_the_backup_once(
    here: Place, there: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = here.store()
    store.hibernation.check_folder()
    handler = handler_on(store, CODECS)
    match = Match(handler, handler.new_games.create(CREATED, None, None, OwnersPart(owner="a" * 12))).play(Random(1), 5)
    seed = Random(1)
    every_step = range(1, 40)
    schedules: list[Container[int]] = [{first, first + apart} for first in range(1, 13) for apart in (0, 1, 3)]
    schedules += [every_step, {1, 2, *every_step[5::3]}]
    for schedule in schedules:
        with monkeypatch.context() as patch:
            before = match.game_log.version
            flips = Flips(match, schedule, patch)
            making.make(store, tmp_path / "backup", AT)
        assert flips.taken > 10
        with Redis.from_url(there.url) as redis:
            redis.flushdb()
        shutil.rmtree(there.folder, ignore_errors=True)
        other = there.store()
        assert restoring.restore(other, tmp_path / "backup") == 1, schedule
        restored = sound(other, match.id)
        assert before <= restored.version <= match.game_log.version, schedule
        assert bool(other.logs.entries(match.id)[1]) != (other.asleep.find(match.id) is not None), schedule
        listed = other.owned.page("a" * 12, ("lobby", "running", "finished"), None, 10, lambda _: True).summaries
        assert [(line.id, line.version) for line, _ in listed] == [(match.id, restored.version)], schedule
        # It goes on, and can sleep again, whatever its file had.
        played = elsewhere(match, handler_on(other, CODECS))
        played.play(Random(2), 2)
        assert other.hibernation.put(match.id) > 0, schedule
        if seed.random() < 0.5:
            flips.flip()


@pytest.mark.parametrize("slept", [True, False])
def test_a_game_that_is_archived_meanwhile_is_not_there_twice(
    here: Place, there: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slept: bool
) -> None:
    """It was running when its record was made, and its file in the archive has its end."""
    store = here.store()
    store.hibernation.check_folder()
    store.mover.check_archive()
    match = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, options=SOON).play(Random(1), 3)
    if slept:
        store.hibernation.put(match.id)
    copy = making._copy_archive

    def ended_before(*arguments: Any) -> int:
        match.play(Random(2))
        assert store.mover.move(match.id)
        return copy(*arguments)

    monkeypatch.setattr(making, "_copy_archive", ended_before)
    version = match.game_log.version
    making.make(store, tmp_path / "backup", AT)
    other = there.store()
    restoring.restore(other, tmp_path / "backup")
    assert sound(other, match.id).version == version
    (listed,) = other.games.page(("running", "finished"), None, 10, lambda _: True).summaries
    assert listed.status == "running"
    elsewhere(match, handler_on(other, CODECS)).play(Random(3))
    assert other.mover.move(match.id), "another end than that in the file"


def test_without_a_folder_that_games_are_in_no_backup_is_made(here: Place, tmp_path: Path, clients: list[Redis]) -> None:
    some_of_everything(here.store())
    clients.append(connect(here.url))
    with pytest.raises(ArchiveUnavailable, match="games of this Redis are in a folder"):
        making.make(EventStore(clients[-1]), tmp_path / "backup", AT)
    assert not (tmp_path / "backup").exists()


def test_copies_of_files_go_when_the_games_do(here: Place, tmp_path: Path) -> None:
    store = here.store()
    games = some_of_everything(store)
    making.make(store, tmp_path / "backup", AT)
    asleep = games["asleep"]
    assert len([*(tmp_path / "backup" / "sleep").glob("*/*")]) == 1
    asleep.manage("host", lifecycle.AbandonGame())
    assert store.mover.move(asleep.id)
    making.make(store, tmp_path / "backup", AT)
    assert [*(tmp_path / "backup" / "sleep").glob("*/*")] == []
    assert len([*(tmp_path / "backup" / "archive").glob("*/*")]) == 2


def _in_archive(store: EventStore, game: str) -> bool:
    return not store.logs.entries(game)[1]


def test_a_restore_that_was_broken_off_is_completed(
    here: Place, there: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some_of_everything(here.store())
    making.make(here.store(), tmp_path / "backup", AT)
    put, count = restoring._put_game, iter(range(100))

    def killed(store: EventStore, record: Any) -> None:
        if next(count) == 3:
            raise KeyboardInterrupt
        put(store, record)

    monkeypatch.setattr(restoring, "_put_game", killed)
    with pytest.raises(KeyboardInterrupt):
        restoring.restore(there.store(), tmp_path / "backup")
    assert restoring.restore(there.store(), tmp_path / "backup") == 6
    assert there.content() == here.content()
    with pytest.raises(BackupRefused, match="not empty"):  # It is restored, and from here on it is played.
        restoring.restore(there.store(), tmp_path / "backup")


def test_what_cannot_be_restored_is_refused_before_anything_is_written(
    here: Place, there: Place, tmp_path: Path, clients: list[Redis]
) -> None:
    folder = tmp_path / "backup"
    with pytest.raises(BackupUnreadable):
        restoring.restore(there.store(), folder)
    store = here.store(partitions=4)
    some_of_everything(store)
    making.make(store, folder, AT)
    with pytest.raises(BackupRefused, match="PARTITIONS"):
        restoring.restore(there.store(), folder)
    clients.append(connect(there.url))
    with pytest.raises(BackupRefused, match="ARCHIVE_DIR"):
        restoring.restore(EventStore(clients[-1], 4), folder)
    file = folder / making.STORE_FILE
    whole = file.read_bytes()
    for damaged in (whole[:-20], whole[: len(whole) // 2], b"", b"no backup", whole[:500] + b"x" + whole[501:]):
        file.write_bytes(damaged)
        with pytest.raises(BackupUnreadable):
            restoring.restore(there.store(4), folder)
    assert there.content() == {}
    assert [*there.folder.glob("*/*")] == []


def test_an_archive_that_is_away_leaves_the_backup_before_as_it_was(here: Place, tmp_path: Path) -> None:
    folder = tmp_path / "backup"
    some_of_everything(here.store())
    making.make(here.store(), folder, AT)
    before = (folder / making.STORE_FILE).read_bytes()
    store = here.store()
    (here.folder / "archive").rename(here.folder / "away")
    with pytest.raises(ArchiveUnavailable):
        making.make(store, folder, AT)
    assert (folder / making.STORE_FILE).read_bytes() == before


def test_both_are_commands(here: Place, there: Place, tmp_path: Path) -> None:
    games = some_of_everything(here.store())
    there.store()

    def run(command: str, place: Place) -> tuple[int, str]:
        env = {
            "REDIS_URL": place.url,
            "ARCHIVE_DIR": str(place.folder / "archive"),
            "SLEEP_DIR": str(place.folder / "sleep"),
            "SLEEP_KEY_FILE": str(tmp_path / "keys" / "sleep.key"),
        }
        found = CliRunner().invoke(main, [command, str(tmp_path / "backup")], env=env)
        return found.exit_code, found.output

    assert run("backup", here) == (0, "6 games in Redis or asleep, and 2 new files of archived and sleeping games\n")
    assert run("restore", there) == (0, "6 games restored\n")
    sound(there.store(), games["archived"].id)
    code, said = run("restore", there)
    assert (code, "not empty" in said) == (1, True)


def test_two_backups_into_one_folder_do_not_mix(here: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one would write over the first one's file, and remove copies that the first one names."""
    some_of_everything(here.store())
    copy = making._copy_archive

    def meanwhile(*arguments: Any) -> int:
        with pytest.raises(BackupRefused, match="another backup"):
            making.make(here.store(), tmp_path / "backup", AT)
        return copy(*arguments)

    monkeypatch.setattr(making, "_copy_archive", meanwhile)
    assert making.make(here.store(), tmp_path / "backup", AT).games == 6


# Damage


def spoiled(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("damage", [spoiled, Path.unlink])
@pytest.mark.parametrize("place", ["asleep", "archived"])
def test_damage_is_named_and_replaces_no_earlier_copy(
    here: Place, there: Place, tmp_path: Path, place: str, damage: Callable[[Path], None]
) -> None:
    store, complaints = here.store(), list[str]()
    game = some_of_everything(store)[place].id
    making.make(store, tmp_path / "early", AT)
    (path,) = here.folder.glob(f"*/*/{game}.*")
    whole = store.read(game)
    damage(path)
    making.make(here.store(), tmp_path / "late", AT, complaints.append)
    if place == "archived" and damage is Path.unlink:
        assert complaints == []  # Nothing in Redis says that it was there.
        return
    (complaint,) = complaints
    assert game in complaint
    assert [*(tmp_path / "late").glob(f"*/*/{game}.*")] == []
    making.make(here.store(), tmp_path / "early", AT, complaints.append)
    assert len(complaints) == 2
    other = there.store()
    restoring.restore(other, tmp_path / "early", complaints.append)
    assert len(complaints) == 2
    assert other.read(game) == whole


@pytest.mark.parametrize("damage", [spoiled, Path.unlink])
def test_a_damaged_copy_is_not_restored_without_a_word(
    here: Place, there: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    games = some_of_everything(here.store())
    making.make(here.store(), tmp_path / "backup", AT)
    for name in ("asleep", "archived") if damage is spoiled else ("asleep",):
        (path,) = (tmp_path / "backup").glob(f"*/*/{games[name].id}.*")
        damage(path)
    for name, value in (
        ("REDIS_URL", there.url),
        ("ARCHIVE_DIR", str(there.folder / "archive")),
        ("SLEEP_DIR", str(there.folder / "sleep")),
        ("SLEEP_KEY_FILE", str(tmp_path / "keys" / "sleep.key")),
        ("PARTITIONS", "1"),
    ):
        monkeypatch.setenv(name, value)
    there.store()
    done = CliRunner().invoke(main, ["restore", str(tmp_path / "backup")])
    assert done.exit_code == 1
    assert games["asleep"].id in done.output
    assert (games["archived"].id in done.output) == (damage is spoiled)
    assert games["running"].id not in done.output
    assert sound(there.store(), games["running"].id)


def test_without_the_key_of_sleeping_games_all_others_are_restored(here: Place, there: Place, tmp_path: Path) -> None:
    store = here.store()
    games = some_of_everything(store)
    made = making.make(store, tmp_path / "backup", AT)
    (tmp_path / "keys" / "sleep.key").rename(tmp_path / "lost")
    other, complaints = there.store(), list[str]()
    assert restoring.restore(other, tmp_path / "backup", complaints.append) == made.games
    (complaint,) = complaints
    assert "sleep.key" in complaint
    assert f"1 sleeping games, {games['asleep'].id}" in complaint
    for name in ("own", "running", "archived"):
        assert other.read(games[name].id).commits == games[name].commits
    (tmp_path / "lost").rename(tmp_path / "keys" / "sleep.key")
    assert there.store().read(games["asleep"].id).commits == games["asleep"].commits


def test_a_file_that_is_exchanged_meanwhile_is_copied_under_its_new_name(
    here: Place, there: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, complaints = here.store(), list[str]()
    match = some_of_everything(store)["asleep"]
    copy = making.copy_file

    def slept_anew(file: Path, *arguments: Any) -> bool:
        if file.name.startswith(match.id):
            monkeypatch.setattr(making, "copy_file", copy)
            match.play(Random(1), 1)
            store.hibernation.put(match.id)
        return copy(file, *arguments)

    monkeypatch.setattr(making, "copy_file", slept_anew)
    making.make(here.store(), tmp_path / "backup", AT, complaints.append)
    (copied,) = (tmp_path / "backup" / "sleep").glob("*/*")
    assert f"{dict(store.asleep.every())[match.id].mark:016x}" in copied.name
    restoring.restore(there.store(), tmp_path / "backup", complaints.append)
    assert complaints == []
    assert sound(there.store(), match.id).version == match.game_log.version


# Back to an earlier release


def test_plain_files_are_what_earlier_releases_look_for(
    here: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = here.store()
    store.hibernation.check_folder()
    store.mover.check_archive()
    handler, named = handler_on(store, CODECS), lifecycle.SeatPlan(kind="human", name="Calico Jack")
    asleep = Match.create(handler, named, HUMAN).play(Random(1), 5).id
    archived = Match.create(handler, named, HUMAN, options=SOON).play(Random(1)).id
    assert store.hibernation.put(asleep)
    assert store.mover.move(archived)
    for game in (asleep, archived):
        assert Forgetter(store).seat(game, 0).finished
    wholes = [store.read(game) for game in (asleep, archived)]
    for name, value in (
        ("REDIS_URL", here.url),
        ("ARCHIVE_DIR", str(here.folder / "archive")),
        ("SLEEP_DIR", str(here.folder / "sleep")),
        ("SLEEP_KEY_FILE", str(here.folder.parent / "keys" / "sleep.key")),
        ("PARTITIONS", "1"),
    ):
        monkeypatch.setenv(name, value)
    with Redis.from_url(here.url) as redis:
        redis.set("{0}:served", "")
        assert CliRunner().invoke(main, ["plain-files"]).exit_code == 1
        redis.delete("{0}:served")
    for sleeping, over in ((1, 1), (0, 0)):
        done = CliRunner().invoke(main, ["plain-files"])
        assert done.output == f"{sleeping} files of sleeping games and {over} of archived ones have plain names now\n"
    names = {path.name: path for path in here.folder.glob("*/??/*")}
    assert names.keys() == {f"{asleep}.ndjson.gz.sealed", f"{archived}.ndjson.gz"}
    with names[f"{asleep}.ndjson.gz.sealed"].open("rb") as file:
        content = store.sleep.form.cipher.decrypted(file.read(), asleep)
    assert unpacked(BytesIO(content), asleep).entries
    with names[f"{archived}.ndjson.gz"].open("rb") as file:
        assert unpacked(file, archived).entries
    assert [here.store().read(game) for game in (asleep, archived)] == wholes
