"""Takebacks in the log: the audit finds false ones, and a process that reads the log goes on the same."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import repeat
from random import Random
from typing import Any

import msgspec
import pytest

from domain import session
from domain.game import Rejected
from domain.session import TakebackMode, lifecycle
from events.commands.handler import CommandHandler
from events.envelope import Commit
from events.games.audit import audit
from events.games.game_log import CHECKPOINT_EVERY, GameLog
from events.games.past import steps
from events.store.event_store import EventStore
from tests.support.games import CODECS, OURS
from tests.support.play import HUMAN, Match, fake_store, handler_on, refolded
from tests.support.takeback_oracle import Walked, decision, destination

from .logs import Json, as_json, from_json, log_of, match_of, resealed, take_back


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


@pytest.mark.threat("T-09")
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
            pieces.apply((commit,))
        assert pieces.session == whole.session
        assert pieces.turns(len(commits)) == whole.turns(len(commits))
        assert pieces.turn_seats == whole.turn_seats
    for version, expected in enumerate(refolded(commits, whole.codec), 1):
        assert match.handler.repository.session_at(match.game_log, version) == expected


def asked(store: EventStore) -> Match:
    """A game in which one player waits for the other's answer."""
    while True:  # In few games nobody can ever ask.
        match, random = Match.create(handler_on(store, CODECS), HUMAN, HUMAN, takeback="consent"), Random(3)
        while not match.game_log.session.over:
            acted, _ = match.to_act()
            match.play(random, 1)
            with suppress(Rejected):
                match.manage(f"s{1 - acted}", lifecycle.AskTakeback(seat=1 - acted))
            if match.game_log.session.takeback_asked is not None:
                return match


def test_another_process_answers_a_request_after_the_first_was_killed() -> None:
    store = fake_store()
    match = asked(store)
    request = match.game_log.session.takeback_asked
    assert request is not None
    match.handler = handler_on(store, CODECS)
    match.manage(f"s{1 - request.seat}", lifecycle.AcceptTakeback(seat=1 - request.seat))
    now = match.game_log.session
    assert now.takeback_asked is None
    assert now.state == match.handler.repository.session_at(match.game_log, request.to_version).state
    assert audit(CODECS, match.commits, match.game_log.secret).ok


def walked(match: Match, version: int) -> list[Walked]:
    """The log up to a version, as the slow way of deciding takebacks reads it."""
    commits, codec = match.commits[:version], match.game_log.codec
    today, found = codec.game.version, zip(steps(codec, commits, None), commits, codec.events(commits), strict=True)
    return [
        Walked(step.version, step.actor, step.action, events, step.before, commit.ruleset_version == today)
        for step, commit, events in found
    ]


def decisions(handler: CommandHandler, game_log: GameLog) -> list[tuple[str, Any]]:
    """What becomes of a takeback of each seat, as a process finds it."""
    position = game_log.position
    past = handler.repository.past(game_log, position)
    return [decision(position.session, seat, past) for seat in range(len(position.session.seats))]


def expected(match: Match) -> list[tuple[str, Any]]:
    game_log, log = match.game_log, walked(match, match.game_log.version)
    return [
        destination(game_log.game, game_log.session, seat, game_log.dealer.draws, log)
        for seat in range(len(game_log.session.seats))
    ]


@pytest.mark.parametrize("takeback", ["own", "consent"])
@pytest.mark.parametrize("ruleset", OURS)
def test_every_process_decides_takebacks_as_one_that_walks_through_the_log(ruleset: str, takeback: TakebackMode) -> None:
    """One that decides the actions, one that hears of each, one that hears of several, and one that reads the whole log."""
    store, random, found = fake_store(), Random(f"{ruleset} {takeback}"), set()
    command = lifecycle.CreateGame(ruleset=ruleset, seats=(HUMAN, HUMAN), takeback=takeback)
    match = Match(handler_on(store, CODECS), handler_on(store, CODECS).new_games.create(command))
    following, now_and_then = handler_on(store, CODECS), handler_on(store, CODECS)
    for _ in range(50):
        game_log = match.game_log
        if game_log.session.over:
            break
        seat = session.to_act(game_log.game, game_log.session)[0]
        match.act(random.choice(list(game_log.game.rules.legal_commands(game_log.session.state, seat))), seat)
        while not match.game_log.session.over and random.random() < 0.5:
            handlers = [
                match.handler,
                following,
                *([now_and_then, handler_on(store, CODECS)] if random.random() < 0.2 else []),
            ]
            right = expected(match)
            found |= {code for code, _ in right}
            for handler in handlers:
                assert decisions(handler, handler.repository.load(match.id)) == right
            asking = seat if random.random() < 0.6 else 1 - seat
            take_back(match, asking, repeat(lifecycle.AcceptTakeback))
    assert {"back", "takeback_past_reveal"} <= found
    if not match.game_log.session.over:
        match.manage("host", lifecycle.AbandonGame())
    assert audit(CODECS, match.commits).ok


class Reads:
    """Counts the commits that are read from a store for a look back."""

    def __init__(self, store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commits = 0
        read = store.commits

        def counted(game: str, first: int, last: int) -> list[Commit]:
            self.commits += last - first + 1
            return read(game, first, last)

        monkeypatch.setattr(store, "commits", counted)


def there_and_back(match: Match, pairs: int) -> tuple[int, Any]:
    """A seat of Merchants & Marauders does something harmless and takes it back, again and again; returns both."""
    random = Random(1)
    while True:
        game_log = match.game_log
        seat = session.to_act(game_log.game, game_log.session)[0]
        legal = list(game_log.game.rules.legal_commands(game_log.session.state, seat))
        command = random.choice(legal)
        match.act(command, seat)
        if decisions(match.handler, match.game_log)[seat][0] == "back":
            break
    for _ in range(pairs):
        match.manage(f"s{seat}", lifecycle.AskTakeback(seat=seat))
        match.act(command, seat)
    match.manage(f"s{seat}", lifecycle.AskTakeback(seat=seat))
    return seat, command


def test_what_was_taken_back_is_never_read_to_decide_a_takeback(monkeypatch: pytest.MonkeyPatch) -> None:
    store = fake_store()
    match = marauders(store, takeback="own")
    seat, command = there_and_back(match, 100)
    reads, refused = Reads(store, monkeypatch), set()
    for handler in (match.handler, handler_on(store, CODECS)):
        for asking in (seat, 1 - seat):
            for _ in range(3):
                with pytest.raises(Rejected) as each:
                    handler.manage(match.id, match.tokens[f"s{asking}"], lifecycle.AskTakeback(seat=asking))
                refused.add(each.value.code)
    assert (reads.commits, refused) == (0, {"takeback_past_reveal"}), "an event shows that something was revealed"
    game_log = match.game_log
    match.act(command, seat)
    handler = handler_on(store, CODECS)
    assert decisions(handler, handler.repository.load(match.id))[seat] == ("back", game_log.version - 1)
    assert 0 < reads.commits <= CHECKPOINT_EVERY, "whether an action used chance is found from the checkpoint before it"
    judged = reads.commits
    assert decisions(handler, handler.repository.load(match.id))[seat][0] == "back"
    assert reads.commits == judged, "it is judged once"


def marauders(store: EventStore, **fields: Any) -> Match:
    handler = handler_on(store, CODECS)
    command = lifecycle.CreateGame(ruleset="merchants-and-marauders", seats=(HUMAN, HUMAN), **fields)
    return Match(handler, handler.new_games.create(command))
