"""The verdict of a soak: compares what clients know with what is in Redis and the archive."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from events.envelope import Commit
from events.errors import UnknownGame
from events.games.audit import audit
from events.identity import command_id
from events.log.codec import Codec
from events.log.exported import read_lines
from events.store.event_store import EventStore
from tests.faults.power_cut import Cut
from tests.soak.follower import Follower
from tests.soak.http import Client
from tests.soak.journal import Attempt, Journal, Json, Receipt
from tests.support.games import CODECS, codec_of

T = TypeVar("T")

PLAYER = "player"
NOTICED_SECONDS = 20.0
"""Seconds after a power failure in which all connected followers must hear of it."""


class Judge:
    """Checks every game of a soak after its end; broken promises go into the journal."""

    def __init__(self, journal: Journal, store: EventStore, client: Client, cuts: list[Cut]) -> None:
        self._journal = journal
        self._store = store
        self._client = client
        self._cuts = cuts
        self._changes = _grouped(journal.changes, lambda change: change.game)
        self.lost: list[Receipt] = []
        self.late = 0
        """Actions with an unknown outcome that are in the logs."""
        self.commits = 0

    def look(self, followers: list[Follower]) -> None:
        """Check every game that was created."""
        receipts = _grouped(self._journal.receipts, lambda receipt: receipt.attempt.game)
        unknown = _grouped(self._journal.unknown, lambda attempt: attempt.game)
        followed = _grouped(followers, lambda follower: follower.game)
        games = Counter(created.game for created in self._journal.created)
        for game, times in games.items():
            if times > 1:
                self._wrong(game, f"was created {times} times")
        for created in {created.game: created for created in self._journal.created}.values():
            game = created.game
            mine = receipts.get(game, [])
            try:
                commits = self._store.read(game).commits
            except UnknownGame:
                self._missing(game, mine)
                continue
            self.commits += len(commits)
            codec = codec_of(created.ruleset)
            self._gapless(game, commits)
            self._each_once(game, codec, commits, mine, unknown.get(game, []))
            self._changed(game, commits)
            self._events(game, commits, mine)
            self._sound(game, finished=created.all_bots)
            for follower in followed.get(game, []):
                self._followed(follower, commits)
        self._no_other_games(set(games))

    def _wrong(self, game: str, what: str) -> None:
        self._journal.violation(f"{game} {what}")

    def _missing(self, game: str, receipts: list[Receipt]) -> None:
        if not self._journal.lossy:
            self._wrong(game, "was created and is not there")
        for receipt in receipts:
            self._lose(receipt)

    def _lose(self, receipt: Receipt) -> None:
        """An acknowledged action that is not in the log."""
        self.lost.append(receipt)
        self._excused(receipt.attempt.game, receipt.attempt.began, receipt.at, receipt)

    def _excused(self, game: str, began: float, at: float, what: object) -> None:
        """Only a power failure may lose acknowledged actions, and only those that were not yet on the disk."""
        if not any(cut.kept <= at and began <= cut.moment for cut in self._cuts):
            self._wrong(game, f"has lost {what}")

    def _gapless(self, game: str, commits: list[Commit]) -> None:
        if [commit.version for commit in commits] != list(range(1, len(commits) + 1)):
            self._wrong(game, "has gaps")
        for identity, times in Counter(commit.command_id for commit in commits if commit.command_id).items():
            if times > 1:
                self._wrong(game, f"has the command {identity} {times} times")

    def _each_once(
        self, game: str, codec: Codec, commits: list[Commit], receipts: list[Receipt], unknown: list[Attempt]
    ) -> None:
        """Each action of a player was acknowledged at that version and with that head, or its outcome is unknown."""
        by_head = {receipt.head: receipt for receipt in receipts}
        changes = {change.identity for change in self._changes.get(game, [])}
        unaccounted = []
        for commit in commits:
            if commit.actor != PLAYER or commit.command_id in changes:
                continue
            receipt = by_head.pop(str(commit.head), None)
            if receipt is None:
                unaccounted.append(commit)
            elif receipt.version != commit.version or not _is(codec, commit, receipt.attempt):
                self._wrong(game, f"has at {commit.version} not what was acknowledged: {receipt}")
        for receipt in by_head.values():
            self._lose(receipt)
        left = list(unknown)
        for commit in unaccounted:
            match = next((attempt for attempt in left if _is(codec, commit, attempt)), None)
            if match is None:
                self._wrong(game, f"has at {commit.version} what nobody was told of: {bytes(commit.command)!r}")
            else:
                left.remove(match)
                self.late += 1

    def _changed(self, game: str, commits: list[Commit]) -> None:
        """Each hand-over and take-back of a seat is in the log."""
        there = {commit.command_id for commit in commits}
        for change in self._changes.get(game, []):
            if change.done and change.identity not in there:
                self._excused(game, change.began, change.at, change)

    def _events(self, game: str, commits: list[Commit], receipts: list[Receipt]) -> None:
        """Each seat's history has exactly the events that were acknowledged."""
        there = {str(commit.head) for commit in commits}
        for seat in {receipt.attempt.seat for receipt in receipts}:
            token = self._journal.tokens[game, seat]
            shown: dict[int, Json] = {}
            after: int | None = 0
            while after is not None:
                path = f"/v1/games/{game}/events?limit=1000&after={after}"
                answer = self._client.ask("GET", path, headers={"Authorization": f"Bearer {token}"})
                if answer.status != 200:
                    if not self._journal.lossy:  # Otherwise the token may be a lost one.
                        self._wrong(game, f"does not show its history to seat {seat}: {answer.status} {answer.body}")
                    return
                shown |= {item["version"]: item["events"] for item in answer.body["items"]}
                after = answer.body["next"]
            for receipt in receipts:
                if receipt.attempt.seat == seat and receipt.head in there and shown[receipt.version] != receipt.events:
                    self._wrong(game, f"shows other events at {receipt.version} than were acknowledged")

    def _sound(self, game: str, *, finished: bool) -> None:
        """The service's audit is good and, once the game is over, so is the audit of its exported file."""
        answer = self._client.ask("GET", f"/v1/games/{game}/audit")
        if answer.status != 200 or not answer.body["ok"]:
            self._wrong(game, f"fails its audit: {answer.status} {answer.body}")
        status = self._client.ask("GET", f"/v1/games/{game}").body["status"]
        self._journal.count(f"games {status}")
        if finished and status != "finished":
            self._wrong(game, f"is played by bots alone and {status}")
        if status == "finished":
            file = self._client.ask("GET", f"/v1/games/{game}/export").body
            result = audit(CODECS, read_lines(file.splitlines(keepends=True)))
            if not result.ok or result.truncated:
                self._wrong(game, f"was exported as what cannot be verified: {result.problem}")

    def _followed(self, follower: Follower, commits: list[Commit]) -> None:
        heads = [str(commit.head) for commit in commits]
        if follower.heads == heads:
            return
        # A follower that was disconnected meanwhile, and resumes after the new end of the log, cannot learn of the loss.
        away = any(
            began <= cut.moment + NOTICED_SECONDS and cut.moment <= ended
            for cut in self._cuts
            for began, ended in follower.away
        )
        # Nor can one that had left, because the lost commits include the end of the game.
        left = follower.left_at
        gone = left is not None and any(left < cut.moment + NOTICED_SECONDS for cut in self._cuts)
        if gone or (away and len(follower.heads) <= len(heads)):
            self._journal.count("followers who were away when commits were lost")
        else:
            common = next((n for n, (a, b) in enumerate(zip(follower.heads, heads, strict=False)) if a != b), None)
            self._wrong(follower.game, f"was followed to {len(follower.heads)} of {len(heads)}; they differ from {common}")

    def _no_other_games(self, known: set[str]) -> None:
        """A repeated creation has made only one game."""
        path: str | None = "/v1/games?limit=100"
        while path is not None:
            body = self._client.ask("GET", path).body
            for item in body["items"]:
                if item["id"] not in known:
                    self._wrong(item["id"], "was created, but nobody was told")
            path = f"/v1/games?limit=100&after={body['next']}" if body["next"] else None


def _grouped(all_of_them: Iterable[T], game: Callable[[T], str]) -> dict[str, list[T]]:
    """By game."""
    found: dict[str, list[T]] = {}
    for each in all_of_them:
        found.setdefault(game(each), []).append(each)
    return found


def _is(codec: Codec, commit: Commit, attempt: Attempt) -> bool:
    """Whether a commit could be this action."""
    if attempt.key is not None and commit.command_id != command_id(f"{PLAYER}:{attempt.seat}", attempt.key):
        return False
    if attempt.key is None and commit.command_id:
        return False
    if attempt.version is not None and commit.version != attempt.version + 1:
        return False
    return commit.seat == attempt.seat and codec.action(json.dumps(attempt.command).encode()) == codec.command(commit)
