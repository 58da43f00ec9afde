"""The files of the archive: written safely, read as a whole or not at all."""

from __future__ import annotations

import gzip
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest

from events.archive import content, files
from events.archive.archive import Archive
from events.archive.content import packed, unpacked
from events.envelope import canonical
from events.errors import ArchiveDamaged, ArchiveDiffers, ArchiveUnavailable
from events.games.audit import audit
from events.log.exported import read_lines
from events.store_types import StoredLog
from tests.events.logs import log_of
from tests.support.games import CODECS
from tests.support.play import DECKS

GAME = "12gabcdefghijklmnopqrst"


def log() -> StoredLog:
    commits = log_of("humans", DECKS[0])
    return StoredLog(
        {"secret": "5e", "host": "h0", "s0": "hash"}, [(canonical(each), str(each.head).encode()) for each in commits]
    )


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path)


def place(archive: Archive, game: str = GAME) -> Path:
    path = archive.path(game)
    assert path is not None
    return path


def test_a_log_comes_back_byte_for_byte(archive: Archive) -> None:
    size = archive.write(GAME, log())
    assert archive.read(GAME) == log()
    assert Archive(archive.folder).read(GAME) == log()
    assert place(archive) == archive.folder / "ab" / f"{GAME}.ndjson.gz"
    assert size == place(archive).stat().st_size < sum(len(text) for text, _ in log().entries) / 4


def test_the_same_log_gives_the_same_file(archive: Archive, tmp_path: Path) -> None:
    assert packed(GAME, log()) == packed(GAME, log())
    archive.write(GAME, log())
    written = place(archive).read_bytes()
    archive.write(GAME, log())
    assert place(archive).read_bytes() == written == packed(GAME, log())


def test_its_lines_can_be_checked_by_whoever_has_the_file(archive: Archive) -> None:
    archive.write(GAME, log())
    lines = gzip.decompress(place(archive).read_bytes()).splitlines(keepends=True)
    assert audit(CODECS, read_lines(lines[1:-1])).ok


def test_the_file_of_a_game_is_not_taken_for_another(archive: Archive) -> None:
    other = "12gabcdefghijklmnopqrsu"
    archive.write(GAME, log())
    place(archive).rename(place(archive, other))
    assert archive.read(GAME) is None
    with pytest.raises(ArchiveDamaged, match=f"file of {GAME}"):
        archive.read(other)


@pytest.mark.parametrize(
    "game",
    ["", "x", "0g", "..", "../0gabcdefghijklmnopqrst", "0gab/../../../../etc/pass", "0g../abcdefghijklmnop", f"{GAME}\n",
     "0gabcdefghijklmnopqrs\0", "0gABCDEFGHIJKLMNOPQRST", "0gabcdefghijklmnopqrst0", "99999gabcdefghijklmnopqrst"],
)  # fmt: skip
def test_what_is_no_id_leads_to_no_file(archive: Archive, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    assert archive.path(game) is None
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", lambda *_, **__: pytest.fail("a file was looked for"))
        assert archive.read(game) is None
    with pytest.raises(ValueError, match="no game's id"):
        archive.write(game, log())


# Damage


def test_no_damage_gives_another_log(archive: Archive) -> None:
    """Bytes that are changed, missing or too many: the log as it was, or none."""
    whole = StoredLog(log().secrets, log().entries[:12])
    file = packed(GAME, whole)

    def taken(damaged: bytes) -> bool:
        try:
            found = unpacked(BytesIO(damaged), GAME)
        except ArchiveDamaged:
            return False
        assert found == whole
        return True

    assert taken(file)
    assert not any(taken(file[:end]) for end in range(len(file)))
    changed = [place for place in range(len(file)) if taken(file[:place] + bytes([file[place] ^ 16]) + file[place + 1 :])]
    # What gzip's own header says of time and system does not matter, and a few bits may say the same in another way.
    assert len(set(changed) - set(range(10))) <= len(file) // 100
    assert not taken(file + b"x")
    assert not taken(file + file)


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines[:5], *lines[6:]],
        lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
        lambda lines: [*lines[:-1], *lines[-2:]],
        lambda lines: [*lines, lines[-1]],
        lambda lines: lines[:-1],
        lambda lines: lines[:1],
        lambda lines: [],
        lambda lines: [lines[0].replace(b'"s0":"hash"', b'"s0":"mine"'), *lines[1:]],
        lambda lines: [lines[0].replace(b'"archive":1', b'"archive":2'), *lines[1:]],
        lambda lines: [*lines[:3], lines[3].replace(b'"actor"', b'"actos"'), *lines[4:]],
        lambda lines: [*lines[:3], b"{}\n", *lines[4:]],
        lambda lines: [b"\xff\n", *lines[1:]],
        lambda lines: [b"0" * 200 + b"\n", *lines[1:]],
    ],
)
def test_a_file_packed_anew_with_other_lines_is_damaged(
    archive: Archive, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    lines = gzip.decompress(packed(GAME, log())).splitlines(keepends=True)
    place(archive).parent.mkdir()
    place(archive).write_bytes(gzip.compress(b"".join(change(lines))))
    with pytest.raises(ArchiveDamaged):
        archive.read(GAME)


def test_a_file_that_unpacks_without_end_is_damaged(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "LARGEST", 10_000)
    with pytest.raises(ArchiveDamaged, match="larger than any log"):
        unpacked(BytesIO(gzip.compress(b"0" * 10_000_000)))


def test_a_file_changed_after_it_was_read_is_read_again(archive: Archive) -> None:
    archive.write(GAME, log())
    assert archive.read(GAME) == log()
    place(archive).write_bytes(place(archive).read_bytes()[:-9])
    with pytest.raises(ArchiveDamaged):
        archive.read(GAME)
    place(archive).unlink()
    assert archive.read(GAME) is None


def test_only_so_much_is_held(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [f"0g{letter * 20}" for letter in "abc"]
    size = sum(len(text) + len(head) for text, head in log().entries)
    monkeypatch.setattr(files, "CACHED_BYTES", 2 * size)
    for game in games:
        archive.write(game, log())
        assert archive.read(game) == log()
    assert [*archive._cached] == games[1:]
    archive.read(games[1])
    archive.read(games[0])
    assert [*archive._cached] == [games[1], games[0]]
    monkeypatch.setattr(files, "CACHED_BYTES", size - 1)
    assert archive.read(games[2]) == log()
    assert ([*archive._cached], archive._size) == ([], 0)


# Writing


def test_another_log_is_never_written_over(archive: Archive) -> None:
    archive.write(GAME, log())
    shorter = StoredLog(log().secrets, log().entries[:-1])
    with pytest.raises(ArchiveDiffers):
        archive.write(GAME, shorter)
    with pytest.raises(ArchiveDiffers):
        archive.write(GAME, StoredLog({**log().secrets, "s0": "other"}, log().entries))
    assert archive.read(GAME) == log()


def test_a_damaged_file_is_written_anew(archive: Archive) -> None:
    archive.write(GAME, log())
    place(archive).write_bytes(place(archive).read_bytes()[:-9])
    archive.write(GAME, log())
    assert archive.read(GAME) == log()
    assert place(archive).stat().st_size == 0, "whoever holds it damaged cannot put it back"


# Names that are forgotten


ANNE, MARY = ("n:" + letter * 64 for letter in "ab")
NAMES = {ANNE: "00Anne", MARY: "00Mary"}


def seal(field: str) -> str:
    return f"sha256:{field.removeprefix('n:')}"


def with_names() -> StoredLog:
    return StoredLog({**log().secrets, **NAMES}, log().entries)


def names(archive: Archive) -> set[str]:
    found = archive.read(GAME)
    assert found is not None
    assert found.entries == log().entries
    return found.secrets.keys() & NAMES.keys()


def every_file(archive: Archive) -> str:
    return "".join(gzip.decompress(path.read_bytes()).decode() for path in place(archive).parent.iterdir())


def test_forgetting_leaves_no_file_with_the_name(archive: Archive) -> None:
    archive.write(GAME, with_names())
    assert archive.forget_names(GAME, [seal(ANNE)])
    assert names(archive) == names(Archive(archive.folder)) == {MARY}
    assert "Anne" not in every_file(archive)
    assert not archive.forget_names(GAME, [seal(ANNE)])
    assert archive.forget_names(GAME, [seal(ANNE), seal(MARY)])
    assert names(archive) == set()
    assert "Mary" not in every_file(archive)
    archive.remove(GAME)
    assert [*place(archive).parent.iterdir()] == []


@pytest.mark.threat("T-59")
@pytest.mark.parametrize("moves", [1, 2])
def test_a_writer_that_held_the_name_while_the_disk_hung_does_not_bring_it_back(archive: Archive, moves: int) -> None:
    link = os.link

    def late(temporary: Path, path: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "link", link)
            other = Archive(archive.folder)
            for _ in range(moves):
                other.write(GAME, with_names())
            other.forget_names(GAME, [seal(ANNE)])
        link(temporary, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "link", late)
        with pytest.raises(ArchiveDiffers):
            archive.write(GAME, with_names())
    assert names(archive) == {MARY}
    assert "Anne" not in every_file(archive)


def test_of_two_that_forget_at_once_neither_brings_back_what_the_other_forgot(archive: Archive) -> None:
    archive.write(GAME, with_names())
    link = os.link

    def late(temporary: Path, path: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "link", link)
            Archive(archive.folder).forget_names(GAME, [seal(ANNE)])
        link(temporary, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "link", late)
        archive.forget_names(GAME, [seal(MARY)])
    assert names(archive) == set()
    assert not {"Anne", "Mary"} & set(every_file(archive).split('"'))


@pytest.mark.parametrize("step", ["link", "replace"])
def test_a_forgetting_that_is_killed_between_two_files_is_completed(archive: Archive, step: str) -> None:
    archive.write(GAME, with_names())

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, step, killed)
        with pytest.raises(KeyboardInterrupt):
            archive.forget_names(GAME, [seal(ANNE)])
    assert names(archive) == {ANNE, MARY}
    archive.forget_names(GAME, [seal(ANNE)])
    assert names(archive) == {MARY}
    assert "Anne" not in every_file(archive)


def test_an_empty_file_without_a_later_one_is_damaged(archive: Archive) -> None:
    archive.write(GAME, with_names())
    archive.forget_names(GAME, [seal(ANNE)])
    archive.drop(GAME, ".1")
    with pytest.raises(ArchiveDamaged, match="no later file"):
        archive.read(GAME)


def test_what_cannot_be_read_back_was_not_written(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that keeps something else."""
    written = files.written
    monkeypatch.setattr(files, "written", lambda folder, content, prefix: written(folder, content[:-20], prefix))
    with pytest.raises(ArchiveDamaged, match="cut off"):
        archive.write(GAME, log())
    other = packed(GAME, StoredLog(log().secrets, log().entries[:-1]))
    monkeypatch.setattr(files, "written", lambda folder, content, prefix: written(folder, other, prefix))
    with pytest.raises(ArchiveDamaged, match="not what was written"):
        archive.write(GAME, log())
    assert [*place(archive).parent.iterdir()] == []


def test_a_log_that_is_not_made_of_lines_is_not_written_as_another(archive: Archive) -> None:
    """Whatever stands in Redis: it comes back as it was, or it stays there."""
    for text in (b'{"a":1\n}', b'{"a":1} ', b"", b"\n", b'{"a":1},"head":"' + b"0" * 64 + b'"}\n{}'):
        with pytest.raises(ArchiveDamaged):
            archive.write(GAME, StoredLog({}, [(text, b"0" * 64)]))
    assert not place(archive).exists()


@pytest.mark.parametrize("failing", ["link", "fsync"])
def test_a_write_that_fails_leaves_nothing(archive: Archive, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, failing, fails)
        with pytest.raises(ArchiveUnavailable, match="No space left"):
            archive.write(GAME, log())
    assert archive.read(GAME) is None
    assert [*place(archive).parent.iterdir()] == []


def test_the_file_and_its_folders_are_synced_also_where_it_was_there_already(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.write(GAME, log())
    synced: list[Path] = []
    monkeypatch.setattr(files, "sync", synced.append)
    monkeypatch.setattr("events.archive.archive.sync", synced.append)
    archive.write(GAME, log())
    assert synced == [place(archive), place(archive).parent, archive.folder]


def test_leftovers_of_crashes_go_in_time(archive: Archive) -> None:
    archive.write(GAME, log())
    old, new = (place(archive).parent / f"{name}.tmp" for name in ("old", "new"))
    for each in (old, new):
        each.write_bytes(b"half")
    os.utime(old, (0, time.time() - files.LEFTOVER_SECONDS - 1))
    for _ in range(2):
        archive.listing("ab")
        assert (old.exists(), new.exists()) == (False, True)
        os.utime(new, (0, time.time() - files.LEFTOVER_SECONDS + 60))


def test_a_writer_whose_temporary_file_was_swept_begins_anew(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(temporary: Path, path: Path) -> None:
        monkeypatch.undo()
        os.utime(temporary, (0, time.time() - files.LEFTOVER_SECONDS - 1))
        archive.listing(path.parent.name)
        os.link(temporary, path)

    monkeypatch.setattr(os, "link", late)
    archive.write(GAME, log())
    assert archive.read(GAME) == log()


def test_a_folder_that_is_away_is_unavailable_for_writing(tmp_path: Path) -> None:
    away = Archive(tmp_path / "away")
    with pytest.raises(ArchiveUnavailable):
        away.write(GAME, log())
    with pytest.raises(ArchiveUnavailable):
        away.give_id("x")
    assert away.id() is None
    assert away.read(GAME) is None
    for nothing in (Archive(None), Archive(Path(__file__))):
        assert nothing.id() is None
        assert nothing.read(GAME) is None
        with pytest.raises(ArchiveUnavailable):
            nothing.write(GAME, log())
        with pytest.raises(ArchiveUnavailable):
            nothing.give_id("x")


def test_what_cannot_be_read_is_unavailable_and_not_unknown(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    archive.write(GAME, log())
    archive.give_id("one")

    def fails(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    for owner, function in ((Path, "open"), (os, "stat")):
        with monkeypatch.context() as patch:
            patch.setattr(owner, function, fails)
            with pytest.raises(ArchiveUnavailable, match="Permission denied"):
                archive.read(GAME)
    monkeypatch.setattr(Path, "read_text", fails)
    with pytest.raises(ArchiveUnavailable, match="Permission denied"):
        archive.id()


def test_the_folder_keeps_its_first_id(archive: Archive) -> None:
    assert archive.id() is None
    archive.give_id("one")
    archive.give_id("two")
    assert archive.id() == "one"


def test_of_many_that_give_an_id_at_a_time_one_wins_and_nobody_reads_another(archive: Archive) -> None:
    for each in range(20):
        folder = archive.folder / str(each)
        folder.mkdir()
        together = threading.Barrier(6)

        def give(new: int, folder: Path = folder, together: threading.Barrier = together) -> str | None:
            together.wait()
            Archive(folder).give_id(str(new))
            return Archive(folder).id()

        with ThreadPoolExecutor(6) as pool:
            read = {*pool.map(give, range(6))}
        assert len(read) == 1
        assert read != {None}
        assert [path.name for path in folder.iterdir()] == ["archive.id"]


def test_who_is_killed_while_giving_an_id_leaves_none(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("fsync", "link"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, killed)
            with pytest.raises(KeyboardInterrupt):
                archive.give_id("one")
        assert archive.id() is None
    archive.give_id("two")
    assert archive.id() == "two"
