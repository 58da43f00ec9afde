"""Forgets the names of people: first in Redis in one step, then in files, and then in the games that began with these names.

Each game is noted as it is dealt with. If the process is killed after the first step, or while the archive is away, the next
look of a worker or another call finishes the rest. The logs stay as they are, since they have only seals.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from domain.game import Rejected
from domain.session import seals
from events.envelope import Commit
from events.errors import Contended, GameDeleted, GameUnreadable, LogDamaged, UnknownGame
from events.identity import milliseconds, utc_now
from events.redis_store import keys
from events.redis_store.forgettings import Forgotten
from events.store.event_store import EventStore
from events.store_types import Cursor, Note

log = logging.getLogger(__name__)

ATTEMPTS = 20
PAGE = 100
"""Games of an API key that are looked at in one round trip."""
_TELLING = tuple(
    f'"{event}"'.encode()
    for event in ("game_created", "game_rematched", "seat_claimed", "seat_reassigned", "seat_renamed", "seat_opened")
)


class Forgetting(NamedTuple):
    """The result of forgetting."""

    games: list[str]
    """The games of which names were forgotten."""
    names: int
    """The number of forgotten names; a name that several games share counts once."""
    finished: bool
    """Whether all files are without the names; otherwise a worker goes on."""
    unsealed: list[str]
    """The games whose logs have such a name itself and no seal, since they are older. There it stays."""


@dataclass
class Forgetter:
    """Forgets names in a store."""

    store: EventStore
    clock: Callable[[], datetime] = utc_now

    def seat(self, game: str, seat: int) -> Forgetting:
        """Forget all names that a seat of a game has had. Safe to repeat. Raises UnknownGame, Rejected, StoreUnavailable."""
        found = self._read(game)
        if not 0 <= seat < len(found.given):
            seats = len(found.given)
            raise Rejected("unknown_seat", f"`seat` is a number from 0 to {seats - 1} in this game.", seats=seats)
        given = {name for name in found.given[seat] if seals.is_seal(name)}
        unsealed = [game] if any(map(seals.is_personal, found.given[seat])) else []
        games, finished = self.everywhere(game, given)
        return Forgetting(games, len(given), finished, unsealed)

    def player(self, key: str, player: str) -> Forgetting:
        """Forget the names of a player in all games of an API key, and the player's id in the notes on them. Safe to repeat.
        Raises StoreUnavailable."""
        whole = Forgetting([], 0, True, [])
        for game, seats in self._games_of(key, player):
            each = []
            with suppress(GameDeleted):  # Only its result is kept, which has no names.
                each = [self.seat(game, seat) for seat in seats]
            change = Note(players=dict.fromkeys(map(str, seats)), creation="")
            with suppress(UnknownGame):  # It was deleted meanwhile.
                self.store.owned.note(game, change, forgotten_ms=milliseconds(self.clock()))
            whole = Forgetting(
                sorted({*whole.games, *(name for one in each for name in one.games)}),
                whole.names + sum(one.names for one in each),
                whole.finished and all(one.finished for one in each),
                sorted({*whole.unsealed, *(name for one in each for name in one.unsealed)}),
            )
        return whole

    def _games_of(self, key: str, player: str) -> list[tuple[str, list[int]]]:
        """The games of an API key in which its holder has noted the player, with the seats."""
        found, place = [], None
        while True:
            page = self._page(key, player, place)
            for line, about in page.summaries:
                found.append((line.id, [int(seat) for seat, name in about.players.items() if name == player]))
            place = page.next
            if place is None:
                return found

    def _page(self, key: str, player: str, place: Cursor | None) -> Any:
        statuses = (*keys.STATUSES, keys.GONE)
        return self.store.owned.page(key, statuses, place, PAGE, lambda own: player in own[1].players.values(), None)

    def everywhere(self, game: str, wanted: Collection[str]) -> tuple[list[str], bool]:
        """Forget the names of these seals in a game, and in all that share them with it: its parent, branches, rematches and
        imports. Returns the games, and whether it is finished."""
        waiting, seen, games, finished = [game], set(), [], True
        while waiting and wanted:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            try:
                found = self._read(each)
                theirs = {name for given in found.given for name in given} & {*wanted}
                if theirs:
                    games.append(each)
                    self._forget(each, theirs)
                    waiting += [*filter(self.store.kin.may_be_here, found.parents), *self.store.kin.of(each)]
            except UnknownGame:
                continue  # It was deleted, or is of another service.
            except GameUnreadable as error:
                log.warning("a worker will finish to forget names of %s: %s", each, error)
                self.store.forgettings.note([Forgotten(each, seal) for seal in wanted], milliseconds(self.clock()))
                finished = False
        return sorted(games), finished

    def finish(self, forgotten: Iterable[Forgotten]) -> bool:
        """Do again what may have been broken off; whether all of it is done."""
        finished = True
        for game, names in groupby(sorted(forgotten), lambda each: each.game):
            finished = self.everywhere(game, {each.seal for each in names})[1] and finished
        return finished

    def again(self, forgotten: Collection[Forgotten]) -> bool:
        """Forget what was forgotten before, in a store that was set back; whether it is finished."""
        self.store.forgettings.note(forgotten, milliseconds(self.clock()))
        return self.finish(forgotten)

    def _forget(self, game: str, names: Collection[str]) -> None:
        """Forget names in one game. Raises GameUnreadable, Contended, StoreUnavailable."""
        in_files = False
        for _ in range(ATTEMPTS):
            # The entries first: they change together with the log, so the log has the seals of these names, or they change.
            before = self.store.forgettings.lines(game)
            found = self._read(game)
            after = [_renamed(found, names, line) if line else line for line in before]
            if not self.store.forgettings.forget(game, names, milliseconds(self.clock()), before, after):
                continue
            self.store.check_folders()
            asleep = self.store.sleeping.forget_names(game, names)
            in_files |= asleep.any
            if asleep.done:
                break
        else:
            raise Contended(game)
        if self.store.archive.forget_names(game, names) or in_files:
            self.store.forgettings.announce(game)

    def _read(self, game: str) -> _Found:
        commits = self.store.read(game).commits
        try:
            return _found(game, commits)
        except (msgspec.DecodeError, LookupError, TypeError) as error:
            raise LogDamaged(game, f"its seats cannot be read: {type(error).__name__}") from error


class _Found(NamedTuple):
    """The names in a log, read without the rules of its game, which may not be installed."""

    given: list[list[str]]
    """For each seat the names or seals that it has had, the present one last."""
    parents: list[str]
    """The games whose seals it may have."""


def _found(game: str, commits: Sequence[Commit]) -> _Found:
    given: list[list[str]] = []
    parents: set[str] = set()
    for commit in commits:
        if not any(word in bytes(commit.events) for word in _TELLING):
            continue
        for event in msgspec.json.decode(commit.events, type=list[dict[str, Any]]):
            match event:
                case {"type": "game_created", "seats": seats, "id": played_as}:
                    given = [[seat["name"]] for seat in seats]
                    parents = {played_as, (event.get("origin") or {}).get("game", played_as)}
                case {"type": "game_rematched", "of": parent}:
                    parents.add(parent)
                case {"type": "seat_claimed" | "seat_reassigned" | "seat_renamed", "seat": seat, "name": name}:
                    given[seat].append(name)
                case {"type": "seat_opened", "seat": seat}:
                    given[seat].append(seals.default_name(seat))
    return _Found(given, sorted(parents - {game}))


def _renamed(found: _Found, names: Collection[str], line: bytes) -> bytes:
    """A game's entry in a list without the names of these seals."""
    fields = msgspec.json.decode(line)
    for number, (seat, given) in enumerate(zip(fields["seats"], found.given, strict=True)):
        if given[-1] in names:
            seat["name"] = seals.default_name(number)
    return msgspec.json.encode(fields)
