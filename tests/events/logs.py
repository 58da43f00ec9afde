"""Logs of games that ended in every kind of way, and ways to tamper with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from itertools import count, cycle, product
from random import Random
from typing import Any

import msgspec
import pytest

from domain import fairness
from domain.game import Rejected
from domain.session import lifecycle
from domain.session.seals import SALT_BYTES
from events.commands import new_games
from events.envelope import Commit, canonical, exported_line
from events.log.exported import read_lines
from tests.support.games import CODECS
from tests.support.play import BOT, DECKS, HUMAN, OPEN, Match, fake_store, handler_on

Json = dict[str, Any]
"""A commit as it stands in a file."""


def _table(deck: str, *seats: lifecycle.SeatPlan, **fields: Any) -> Match:
    options = {"deck": deck, **fields.pop("options", {})}
    seconds = count()
    process = handler_on(
        fake_store(),
        CODECS,
        clock=lambda: datetime(2026, 1, 2, tzinfo=UTC) + timedelta(seconds=next(seconds)),
        new_secret=lambda: sha256(f"{deck} {next(seconds)}".encode()).digest(),
        new_salt=lambda: sha256(f"{deck} {next(seconds)}".encode()).digest()[:SALT_BYTES],
    )
    return Match.create(process, *seats, options=options, **fields)


def _humans(deck: str) -> Match:
    """Two humans, one with a client seed of his own, the other with none; seats change hands on the way."""
    match = _table(deck, HUMAN, OPEN, trusted_host=True)
    match.claim(1, key="k" * 32, name="Bo Ü. \N{SAILBOAT}", client_seed="seed of Bo")
    match.claim(1, key="k" * 32, name="Bo Ü. \N{SAILBOAT}", client_seed="seed of Bo")
    random = Random(1)
    match.play(random, 10)
    match.manage("host", lifecycle.HandToBot(seat=0, level="random"))
    match.play(random, 6)
    match.manage("s0", lifecycle.TakeBack(seat=0))
    match.manage("host", lifecycle.Reassign(seat=1, name="Cy"))
    return match.play(random)


def _bots(deck: str) -> Match:
    return _table(deck, BOT, BOT, BOT).play(Random(2))


def _branch(deck: str) -> Match:
    parent = _table(deck, HUMAN, BOT, HUMAN).play(Random(3), 30)
    made = parent.handler.new_games.branch(parent.game_log, lifecycle.BranchGame(parent=parent.id, version=25, seat=1), 0)
    return Match(parent.handler, made).play(Random(4))


def _abandoned_lobby(deck: str) -> Match:
    match = _table(deck, HUMAN, OPEN, OPEN)
    match.claim(2)
    match.manage("host", lifecycle.AbandonGame())
    return match


def _abandoned(deck: str) -> Match:
    match = _table(deck, HUMAN, HUMAN).play(Random(5), 20)
    match.manage("host", lifecycle.AbandonGame())
    return match


def _takebacks(deck: str) -> Match:
    """Two humans who take back what they can, now and then, and agree to it or not."""
    match, random = _table(deck, HUMAN, HUMAN, takeback="consent", options={"round_limit": 12}), Random(3)
    answers = cycle((lifecycle.AcceptTakeback, None, lifecycle.DeclineTakeback, lifecycle.AcceptTakeback))
    while not match.game_log.session.over:
        seat, _ = match.to_act()
        match.play(random, 1)
        if not match.game_log.session.over:
            take_back(match, seat if random.random() < 0.2 else 1 - seat, answers)
    return match


def take_back(match: Match, seat: int, answers: Iterator[Any]) -> None:
    """One of two players asks to take back, if that can be, and the other gives the next of the answers, if needed."""
    with suppress(Rejected):
        match.manage(f"s{seat}", lifecycle.AskTakeback(seat=seat))
    asked = match.game_log.session.takeback_asked
    if asked is not None and (answer := next(answers)) is not None:
        match.manage(f"s{1 - asked.seat}", answer(seat=1 - asked.seat))


def _imported(deck: str) -> Match:
    match = _table(deck, HUMAN, HUMAN, BOT, options={"round_limit": 3}).play(Random(6))
    match.id = match.handler.new_games.take_in(match.commits).id
    return match


KINDS: dict[str, Callable[[str], Match]] = {
    each.__name__.strip("_"): each for each in (_humans, _bots, _branch, _abandoned_lobby, _abandoned, _takebacks, _imported)
}
ALL = [(kind, deck) for kind in KINDS for deck in DECKS]


@cache
def match_of(kind: str, deck: str) -> Match:
    """A game that is over; the same one in every run."""
    ids = (f"0g{''.join(letters)}" for letters in product("abcdefgh", repeat=20))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(new_games, "new_game_id", lambda partition: next(ids))
        return KINDS[kind](deck)


@cache
def log_of(kind: str, deck: str = DECKS[0]) -> tuple[Commit, ...]:
    """The log of a game that is over."""
    return tuple(match_of(kind, deck).commits)


def exported(commits: Sequence[Commit]) -> bytes:
    """The file of a log."""
    return b"".join(exported_line(commit) + b"\n" for commit in commits)


def as_json(commits: Sequence[Commit]) -> list[Json]:
    """The lines of a log's file."""
    return [msgspec.json.decode(exported_line(commit)) for commit in commits]


def from_json(lines: Sequence[Json]) -> list[Commit]:
    """The commits that a reader of such a file gets. Raises Unreadable."""
    return read_lines([msgspec.json.encode(each) + b"\n" for each in lines])


def resealed(lines: Sequence[Json], secret: bytes | None = None) -> list[Commit]:
    """A log that was changed by someone who knows its published secret and has made the chain anew."""
    secret = secret or bytes.fromhex(lines[-1]["events"][-1]["secret"])
    head = fairness.GENESIS
    sealed = []
    for number, each in enumerate(lines, 1):
        text = canonical(from_json([{**each, "version": 1}])[0])
        commit = msgspec.structs.replace(read_lines([text[:-1] + b',"head":"00"}'])[0], version=number)
        head = fairness.next_head(head, secret, number, canonical(commit))
        sealed.append(msgspec.structs.replace(commit, head=head.hex()))
    return sealed


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in JSON that are not lists or objects with something in them."""
    if isinstance(value, dict) and value:
        for name, each in value.items():
            yield from leaves(each, (*path, name))
    elif isinstance(value, list) and value:
        for number, each in enumerate(value):
            yield from leaves(each, (*path, number))
    else:
        yield path


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    """Replace the value at a path."""
    at(value, path[:-1])[path[-1]] = new
