"""Games that nobody acts on leave Redis for the folder of sleeping games."""

from __future__ import annotations

import re
from secrets import token_hex

from events.archive.moving import whole_log
from events.archive.owned import OwnedFolder
from events.envelope import published_secret
from events.errors import ArchiveUnavailable, NotWhole, SleepUnavailable
from events.identity import LESSON
from events.redis_store.asleep import Pointer, SleepIndex
from events.redis_store.logs import RedisLogs
from events.sleep.form import SleepFolder

_HEAD = re.compile(rb"[0-9a-f]{64}")


class Hibernation:
    """Puts games to sleep. A log is in its file before it leaves Redis, so a reader always finds it in one of the two."""

    def __init__(self, logs: RedisLogs, index: SleepIndex, folder: SleepFolder, owned: OwnedFolder) -> None:
        self._logs = logs
        self._index = index
        self._folder = folder
        self._owned = owned

    def check_folder(self) -> None:
        """Raises SleepUnavailable unless the folder exists and is that of this Redis, and its key is here.

        A key is made only together with the folder's id: a new one in place of a lost one would encrypt files that nobody
        with the old key can read.
        """
        try:
            found = self._owned.claim(self._new_id)
            if found.split()[-1] != self._folder.form.cipher.key_id:
                raise SleepUnavailable(
                    f"the files in {self._folder.folder} are encrypted with another key than the one here"
                )
        except SleepUnavailable:
            raise
        except ArchiveUnavailable as error:
            raise SleepUnavailable(str(error)) from error

    def _new_id(self) -> str:
        if self._folder.id() is None:
            self._folder.form.make_key()
        return f"{token_hex(8)} {self._folder.form.cipher.key_id}"

    def put(self, game: str) -> int:
        """Write the log of a running game to a new file; then remove it from Redis, if it has not changed meanwhile.

        Returns the size of the file in bytes, 0 if the game stays awake: it has changed, is over, is a lesson, or a bot
        is to act, or writing took half an hour. Then the file is waste, and is swept, as if this process had been killed.
        Raises NotWhole, LogDamaged, ArchiveDamaged, SleepUnavailable; then it is still in Redis.
        """
        beside, entries = self._logs.entries(game)
        if not entries or LESSON in beside:
            return 0
        found = whole_log(game, beside, entries)
        last = found.commits[-1]
        if published_secret(last) is not None:
            return 0
        if not all(_HEAD.fullmatch(head) for _, head in found.stored.entries):
            raise NotWhole("a commit has no audit head")
        reserved = self._index.reserve(game)
        try:
            size = self._folder.write(game, reserved.mark, found.stored)
        except ArchiveUnavailable as error:
            raise SleepUnavailable(str(error)) from error
        pointer = Pointer.to(found.commits[0], last, beside.get("owner"), size, reserved.mark)
        return size if self._logs.put_to_sleep(game, entries[-1][1][3], beside, pointer, reserved) else 0
