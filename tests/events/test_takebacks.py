"""Takebacks in the log: the audit finds false ones, and a process that reads the log goes on the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import msgspec
import pytest

from domain import lifecycle
from domain.game import Rejected
from events.games.audit import audit
from events.games.game_log import GameLog
from events.store.event_store import EventStore
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, fake_store, handler_on, refolded

from .logs import Json, as_json, from_json, log_of, match_of, resealed


def taken_back(lines: list[Json]) -> tuple[int, Json]:
    """The place of a takeback that undid more than one commit, and the event."""
    for place, line in enumerate(lines):
        for event in line["events"]:
            if event["type"] == "taken_back" and event["to_version"] > 3:
                return place, event
    raise AssertionError("nothing was taken back")


def another_turn(lines: list[Json], event: Json) -> None:
    event["state"]["turn"] += 1


def the_version_before(lines: list[Json], event: Json) -> None:
    event["to_version"] -= 1


def its_own_version(lines: list[Json], event: Json) -> None:
    event["to_version"] = len(lines)


def before_all(lines: list[Json], event: Json) -> None:
    event["to_version"] = 0


@pytest.mark.parametrize("change", [another_turn, the_version_before, its_own_version, before_all])
def test_another_position_than_the_one_gone_back_to_is_found(change: Callable[[list[Json], Json], None]) -> None:
    lines = as_json(log_of("takebacks"))
    place, event = taken_back(lines)
    change(lines, event)
    found = audit(CODECS, resealed(lines))
    assert (found.checks.fold, found.first_bad) == ("failed", place + 1)
    running = audit(CODECS, from_json(lines[: place + 1]))
    assert (running.checks.fold, running.first_bad) == ("failed", place + 1), "a running game is checked too"


def test_a_takeback_past_a_card_that_was_turned_up_is_found() -> None:
    """It restores the right position, but the service would not have allowed it."""
    lines = as_json(log_of("takebacks"))
    place, event = taken_back(lines)
    tables = refolded(log_of("takebacks"), CODECS.of("merchants-of-the-caribbean"))
    now = tables[event["to_version"] - 1].state
    earlier = next(version for version in range(event["to_version"] - 1, 1, -1) if tables[version - 1].state != now)
    event["to_version"] = earlier
    event["state"] = msgspec.to_builtins(tables[earlier - 1].state)
    found = audit(CODECS, resealed(lines))
    assert found.checks.decisions == "failed"
    assert found.first_bad == place + 1


def test_a_log_read_in_any_pieces_is_the_same_game() -> None:
    match = match_of("takebacks", "merchants-110")
    commits = match.commits
    stored = match.handler.store.read(match.id).secrets
    whole = GameLog(CODECS, match.id, stored, commits)
    for cut in range(1, len(commits), 7):
        pieces = GameLog(CODECS, match.id, stored, commits[:cut])
        for commit in commits[cut:]:
            pieces.take((commit,))
        assert pieces.table == whole.table
        assert pieces.turns(len(commits)) == whole.turns(len(commits))
        assert pieces.turn_seats == whole.turn_seats
    for version, expected in enumerate(refolded(commits, whole.codec), 1):
        assert match.handler.repository.table_at(match.game_log, version) == expected


def asked(store: EventStore) -> Match:
    """A game in which one player waits for the other's answer."""
    while True:  # In few games nobody can ever ask.
        match, random = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, takeback="consent"), Random(3)
        while not match.game_log.table.over:
            acted, _ = match.to_act()
            match.play(random, 1)
            with suppress(Rejected):
                match.manage(f"s{1 - acted}", lifecycle.AskTakeback(seat=1 - acted))
            if match.game_log.table.takeback_asked is not None:
                return match


def test_another_process_answers_a_request_after_the_first_was_killed() -> None:
    store = fake_store()
    match = asked(store)
    request = match.game_log.table.takeback_asked
    assert request is not None
    match.handler = handler_on(store, CODECS)
    match.manage(f"s{1 - request.seat}", lifecycle.AcceptTakeback(seat=1 - request.seat))
    now = match.game_log.table
    assert now.takeback_asked is None
    assert now.state == match.handler.repository.table_at(match.game_log, request.to_version).state
    assert audit(CODECS, match.commits, match.game_log.secret).ok
