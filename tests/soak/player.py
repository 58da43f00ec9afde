"""Clients that think, race each other, repeat requests, send nonsense, disconnect and come back."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from events.identity import command_id, hash_token
from tests.soak.http import PATIENCE_SECONDS, Broken, Client, GaveUp, Reply
from tests.soak.journal import Attempt, Change, Created, Journal, Receipt

GARBAGE = (
    b"",
    b"{",
    b"[]",
    b"null",
    b'{"type": 7}',
    b'{"type": "no_such_thing"}',
    b"\xff\xfe\x00",
    b'{"type": "end_turn", "x": 1}',
)
READS = ("", "/events?limit=50", "/turns", "/audit", "/export", "?turn=1", "?version=1", "/diff?from=1&to=2", "/jobs")
REFUSED = (409, 412)


def keys(chance: random.Random) -> Callable[[], str]:
    """Idempotency keys, the same for the same seed."""
    return lambda: UUID(int=chance.getrandbits(128)).hex


def create(
    client: Client, journal: Journal, key: str, ruleset: str, kinds: tuple[str, ...]
) -> tuple[Created, dict[int, str]] | None:
    """A new game, requested with one key until there is an answer; None if Redis has lost it since."""
    seats = [{"kind": kind} if kind in ("human", "open") else {"kind": "bot", "level": kind} for kind in kinds]
    answer = client.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": seats}, {"Idempotency-Key": key})
    if answer.status != 201:
        if not journal.lossy:
            journal.violation(f"creating {ruleset} {kinds}: {answer.status} {answer.body}")
        return None
    created = Created(answer.body["game"]["id"], ruleset, kinds)
    journal.created.append(created)
    return created, {seat["seat"]: seat["token"] for seat in answer.body["seats"]}


class Table(threading.Thread):
    """Plays the human seats of one game after the other, until stopped."""

    def __init__(self, ports: list[int], seed: int, journal: Journal, ruleset: str, kinds: tuple[str, ...]) -> None:
        super().__init__(name=f"table {seed}", daemon=True)
        self._chance = random.Random(seed)
        self._new_key = keys(random.Random(-seed))
        self._journal = journal
        self._client = Client(ports, self._chance, journal)
        self._rival = Client(ports, self._chance, journal)
        self._ruleset, self._kinds = ruleset, kinds
        self._over = threading.Event()
        self._tokens: dict[int, str] = {}
        self._with_bots: set[int] = set()
        self._mine: list[Receipt] = []
        self._seen: list[Any] = []

    def stop(self) -> None:
        self._over.set()

    def run(self) -> None:
        try:
            while not self._over.is_set():
                made = create(self._client, self._journal, self._new_key(), self._ruleset, self._kinds)
                if made is not None and self._claim(made[0], made[1]):
                    self._play(made[0].game, made[1])
        except GaveUp as error:
            self._journal.violation(f"nobody answered for {PATIENCE_SECONDS:.0f} s: {error}")
        except Exception as error:
            self._journal.violation(f"{self.name} broke: {error!r}")
            raise
        finally:
            self._client.close()
            self._rival.close()

    def _play(self, game: str, tokens: dict[int, str]) -> None:
        self._tokens, self._with_bots, self._mine = tokens, set(), []
        while not self._over.is_set():
            answer = self._client.ask("GET", f"/v1/games/{game}")
            if answer.status != 200:
                self._lost(game, answer)
                return
            if answer.body["status"] != "running":
                return
            awaited = [seat for seat in answer.body["to_act"] if seat in self._tokens and seat not in self._with_bots]
            if not self._move(game, answer.body["version"], awaited):
                return
            self._over.wait(self._chance.expovariate(5))

    def _claim(self, created: Created, tokens: dict[int, str]) -> bool:
        """Claim the open seats, each with one key until there is an answer; False if the game was lost meanwhile."""
        for seat in (number for number, kind in enumerate(created.kinds) if kind == "open"):
            key, began = self._new_key(), time.monotonic()
            path = f"/v1/games/{created.game}/seats/{seat}/claim"
            answer = self._client.ask("POST", path, {"name": f"Player {seat}"}, {"Idempotency-Key": key})
            if answer.status != 201:
                self._lost(created.game, answer)
                return False
            self._journal.count("seats claimed")
            self._journal.changes.append(
                Change(created.game, command_id("claim", key), done=True, began=began, at=time.monotonic())
            )
            tokens[seat] = answer.body["token"]
        return True

    def _lost(self, game: str, answer: Reply) -> None:
        """The game or a token is unknown now, which is allowed only if Redis has lost commits."""
        if self._journal.lossy and answer.status in (401, 404):
            self._journal.count("games or tokens lost")
        else:
            self._journal.violation(f"{game}: {answer.status} {answer.body}")

    def _move(self, game: str, version: int, awaited: list[int]) -> bool:
        """One thing that clients do; False if nothing more can be done in this game."""
        if self._with_bots and self._chance.random() < 0.3:
            return self._take_back(game)
        if not awaited:
            self._over.wait(0.3)  # A bot is to act.
            return True
        seat = self._chance.choice(awaited)
        choice = self._chance.random()
        if choice < 0.03:
            return self._hand_over(game, seat)
        if choice < 0.06:
            self._look_around(game, version)
        elif choice < 0.09:
            self._nonsense(game, seat)
        elif choice < 0.14 and self._mine:
            self._repeat(self._chance.choice(self._mine))
        else:
            return self._act(game, seat)
        return True

    # Playing

    def _act(self, game: str, seat: int) -> bool:
        answer = self._client.ask("GET", f"/v1/games/{game}/actions", headers=self._bearer(seat))
        if answer.status != 200:
            self._lost(game, answer)
            return False
        if not answer.body["actions"]:
            return True
        command = self._chance.choice(answer.body["actions"])["action"]
        self._seen.append(command)
        choice = self._chance.random()
        if choice < 0.08:
            self._race(game, seat, command, answer.body["version"])
            return True
        if choice < 0.12:  # An action that was legal once, in any of the games.
            command = self._chance.choice(self._seen[-50:])
        key = self._new_key() if self._chance.random() < 0.75 else None
        version = answer.body["version"] if key is None or self._chance.random() < 0.6 else None
        attempt = Attempt(game, seat, command, key, version, time.monotonic())
        return self._insist(attempt)

    def _insist(self, attempt: Attempt) -> bool:
        """Send an action until it is answered; without a key, only as long as it cannot have been accepted."""
        uncertain = False
        if self._chance.random() < 0.08:
            self._journal.count("broken off by the client")
            share = self._chance.choice((0.3, 0.9, 0.99, 1.0, 1.0))
            content = _encoded(attempt)
            self._client.break_off(_path(attempt), content, self._headers(attempt), share)
            uncertain = share == 1.0
            if uncertain and attempt.key is None:
                self._journal.unknown.append(attempt)
                return True
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            # Some clients are impatient.
            patience = 0.3 if self._chance.random() < 0.05 else 20.0
            try:
                answer = self._client.once("POST", _path(attempt), _encoded(attempt), self._headers(attempt), patience)
            except Broken:
                self._journal.count("no answer")
                uncertain = True
            else:
                if answer.status != 503:
                    return self._note(attempt, answer, uncertain)
                self._journal.count("answered 503" if answer.code != "outcome_unknown" else "answered outcome_unknown")
                uncertain = uncertain or answer.code == "outcome_unknown"
            if uncertain and (attempt.key is None or self._chance.random() < 0.03):
                self._journal.unknown.append(attempt)
                return True
            self._client.pause()
        raise GaveUp(_path(attempt))

    def _note(self, attempt: Attempt, answer: Reply, uncertain: bool) -> bool:
        """Note the answer; False if the token is unknown now."""
        if answer.status == 201:
            self._accepted(attempt, answer)
            replayed = answer.headers.get("Idempotency-Replayed") == "true"
            if replayed:
                self._journal.count("repeats answered as the first time")
                if not uncertain:
                    self._journal.violation(f"{attempt} was new and answered as a repeat")
        elif answer.status in REFUSED:
            self._journal.count(f"refused {answer.status}")
            if uncertain and (attempt.version is None or self._journal.lossy):
                # A first attempt may still be under way, and reach a position where it is legal.
                self._journal.unknown.append(attempt)
        elif answer.status in (401, 404):
            self._lost(attempt.game, answer)
            return False
        else:
            self._journal.violation(f"{attempt}: {answer.status} {answer.body}")
        return True

    def _accepted(self, attempt: Attempt, answer: Reply) -> None:
        body = answer.body
        receipt = Receipt(attempt, body["version"], body["head"], body["events"], time.monotonic())
        self._journal.receipts.append(receipt)
        self._journal.count("actions accepted")
        if attempt.version is not None and receipt.version != attempt.version + 1:
            self._journal.violation(f"{attempt} became version {receipt.version}")
        if attempt.key is not None:
            self._mine.append(receipt)

    def _race(self, game: str, seat: int, command: Any, version: int) -> None:
        """Two clients act for one seat at once: with one key they get one answer; otherwise at most one is accepted."""
        self._journal.count("races")
        first = Attempt(game, seat, command, self._new_key(), version, time.monotonic())
        same = self._chance.random() < 0.5
        second = first if same else replace(first, key=self._new_key())
        racers = ((self._client, first), (self._rival, second))
        begun = [self._begin(client, attempt) for client, attempt in racers]
        heads, open_ends = [], []
        for (client, attempt), sent in zip(racers, begun, strict=True):
            answer = self._end(client) if sent else None
            if answer is None or answer.code == "outcome_unknown":
                open_ends.append(attempt)
            elif answer.status == 201:
                self._accepted(attempt, answer)
                heads.append(answer.body["head"])
            elif answer.status not in (*REFUSED, 401, 404, 503):
                self._journal.violation(f"race, {attempt}: {answer.status} {answer.body}")
        if len(heads) == 2 and (not same or heads[0] != heads[1]):
            self._journal.violation(f"both of a race were accepted: {first}, {second}")
        if not (same and heads):
            # One key is one action, however often it is sent.
            self._journal.unknown += {attempt.key: attempt for attempt in open_ends}.values()

    def _begin(self, client: Client, attempt: Attempt) -> bool:
        try:
            client.begin("POST", _path(attempt), _encoded(attempt), self._headers(attempt))
        except Broken:
            return False
        return True

    def _end(self, client: Client) -> Reply | None:
        try:
            return client.end()
        except Broken:
            self._journal.count("no answer")
            return None

    def _repeat(self, old: Receipt) -> None:
        """Send an acknowledged action again: it must get the first answer."""
        attempt = old.attempt
        answer = self._client.ask("POST", _path(attempt), _encoded(attempt), self._headers(attempt))
        self._journal.count("old actions repeated")
        as_before = (
            answer.status == 201
            and answer.headers.get("Idempotency-Replayed") == "true"
            and (answer.body["version"], answer.body["head"], answer.body["events"]) == (old.version, old.head, old.events)
        )
        if as_before:
            return
        if not self._journal.lossy:
            self._journal.violation(f"the repeat of {old} was answered otherwise: {answer.status} {answer.body}")
        elif answer.status == 201:
            self._accepted(attempt, answer)  # It was lost, and has been stored again.

    # Everything else

    def _nonsense(self, game: str, seat: int) -> None:
        body = self._chance.choice(GARBAGE)
        headers = {**self._bearer(seat), "Idempotency-Key": self._new_key()}
        answer = self._client.ask("POST", f"/v1/games/{game}/actions", body, headers)
        self._journal.count("garbage refused")
        if answer.status not in (400, 401, 404, 409, 422):
            self._journal.violation(f"garbage {body!r}: {answer.status} {answer.body}")

    def _look_around(self, game: str, version: int) -> None:
        path = self._chance.choice(READS)
        answer = self._client.ask("GET", f"/v1/games/{game}{path}")
        self._journal.count("looks at history")
        if answer.status not in (200, 400, 404, 409):
            self._journal.violation(f"{path}: {answer.status} {answer.body}")
        if path == "/audit" and answer.status == 200 and not answer.body["ok"]:
            self._journal.violation(f"{game} failed its audit while it ran: {answer.body}")
        if self._chance.random() < 0.3:
            branch = self._client.ask("POST", f"/v1/games/{game}/branches", {"version": self._chance.randint(1, version)})
            self._journal.count("branches")
            if branch.status not in (201, 404, 409):
                self._journal.violation(f"branch: {branch.status} {branch.body}")

    def _hand_over(self, game: str, seat: int) -> bool:
        self._journal.count("seats handed over")
        answer = self._change(game, seat, {"kind": "bot", "level": "random"})
        if answer.status == 200:
            self._with_bots.add(seat)
        return self._fine(game, answer)

    def _take_back(self, game: str) -> bool:
        seat = self._chance.choice(sorted(self._with_bots))
        answer = self._change(game, seat, {"kind": "human"})
        if answer.status == 200 and answer.body["token"] is not None:
            self._tokens[seat] = self._journal.tokens[game, seat] = answer.body["token"]
            self._with_bots.discard(seat)
            self._journal.count("seats taken back")
        return self._fine(game, answer)

    def _change(self, game: str, seat: int, body: Any) -> Reply:
        key, token, began = self._new_key(), self._tokens[seat], time.monotonic()
        headers = {**self._bearer(seat), "Idempotency-Key": key}
        answer = self._client.ask("PUT", f"/v1/games/{game}/seats/{seat}", body, headers)
        # A take-back is identified by the token that it replaces.
        scope = f"player:{seat}" if body["kind"] == "bot" else f"take_back:{hash_token(token)}"
        change = Change(game, command_id(scope, key), answer.status == 200, began, time.monotonic())
        self._journal.changes.append(change)
        return answer

    def _fine(self, game: str, answer: Reply) -> bool:
        if answer.status in (200, 409):
            return True
        self._lost(game, answer)
        return False

    def _bearer(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._tokens[seat]}"}

    def _headers(self, attempt: Attempt) -> dict[str, str]:
        self._journal.tokens[attempt.game, attempt.seat] = self._tokens[attempt.seat]
        guards = {"If-Match": f'"{attempt.version}"'} if attempt.version is not None else {}
        return {**self._bearer(attempt.seat), **guards, **({"Idempotency-Key": attempt.key} if attempt.key else {})}


def _path(attempt: Attempt) -> str:
    return f"/v1/games/{attempt.game}/actions"


def _encoded(attempt: Attempt) -> bytes:
    return json.dumps(attempt.command).encode()
