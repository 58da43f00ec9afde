"""Random games of every ruleset in which seats run out of time: their logs fold and are sound, and show nobody more."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from domain import session
from domain.game import Question
from domain.session import lifecycle
from domain.session.clock_rules import timed
from domain.session.clocks import Clock, MoveDeadlines, SeatTimedOut, SetClock, TimeOut
from domain.session.lifecycle import CreateGame
from domain.session.rights import SERVICE
from events.commands.intents import Intent, Trusted
from events.games.audit import audit
from events.games.game_log import GameLog
from events.store.event_store import EventStore
from events.store_types import Append, Conflict
from policies import choose
from service.representations.built import representations_of
from service.viewer import Viewer
from tests.support.games import CODECS, GAMES, fewest_seats
from tests.support.play import HUMAN, Match, fake_store, handler_on, refolded

from .processes import Clock as MovedClock

ACTIONS = 60


class Timeless(EventStore):
    """A store that does not compare the clock of a process, which is moved here, with that of Redis."""

    def append(self, request: Append) -> Conflict | None:
        return super().append(msgspec.structs.replace(request, clock_ms=None))


def game_with_time_outs(ruleset: str, chance: Random) -> Match:
    """A game in which people act, or do not, and the host stops the clock now and then."""
    now, store = MovedClock(), Timeless(fake_store().redis.client)
    handler = handler_on(store, CODECS, clock=now)
    seconds = chance.choice((1, 60, 86_400))
    on_timeout = chance.choice(("stand_in", "stand_in", "bot", "abandon"))
    clock = Clock(
        seconds=seconds,
        on_timeout=on_timeout,
        level=None if on_timeout == "abandon" else "stand_in",
        patience=chance.randint(1, 3) if on_timeout == "stand_in" else None,
    )
    seats = (HUMAN,) * fewest_seats(ruleset)
    match = Match(handler, handler.new_games.create(CreateGame(ruleset=ruleset, seats=seats, clock=clock)))
    for _ in range(ACTIONS):
        game_log = match.game_log
        shown, game = game_log.session, game_log.game
        if shown.over or not session.to_act(game, shown):
            break
        now.pass_by(seconds=chance.choice((0, 0.001, seconds / 3)))
        seat = chance.choice(session.to_act(game, shown))
        running = timed(game, shown)
        match seat in running, chance.random():
            case True, dice if dice < 0.25:
                now.pass_by(seconds=seconds)
                time_out(match, seat)
            case True, dice if dice < 0.3:
                now.pass_by(seconds=seconds)
                match_service(match, MoveDeadlines(seats=running))
            case _, dice if dice < 0.35:
                match.manage("host", SetClock(running=shown.clock_stopped))
            case _:
                if shown.seats[seat].kind == "bot" and chance.random() < 0.3:
                    match.manage(f"s{seat}", lifecycle.TakeBack(seat=seat))
                else:
                    match.act(chance.choice(list(game.rules.legal_commands(shown.state, seat))), seat)
    if not match.game_log.session.over:
        match.manage("host", lifecycle.AbandonGame())
    return match


def match_service(match: Match, command: Any) -> None:
    match.handler.handle(Intent(match.id, Trusted(SERVICE), command, match.game_log.version))


def time_out(match: Match, seat: int) -> None:
    game_log = match.game_log
    game, shown, action = game_log.game, game_log.session, None
    assert shown.clock is not None
    if shown.clock.on_timeout == "stand_in":
        legal, view = game.rules.legal_commands(shown.state, seat), game.gate.view(shown.state, seat)
        action = choose("stand_in", Question(game, view, seat, legal), Random(1), budget=0.0)
    match_service(match, TimeOut(seat=seat, action=action))


@pytest.mark.parametrize("ruleset", sorted(GAMES))
@pytest.mark.parametrize("seed", range(4))
def test_a_game_with_time_outs_is_sound_and_shows_no_more_than_the_actions_in_it(ruleset: str, seed: int) -> None:
    match = game_with_time_outs(ruleset, Random(f"{ruleset} {seed}"))
    game_log, commits = match.game_log, match.commits
    codec = game_log.codec
    assert audit(CODECS, commits).ok
    stored = match.handler.store.read(match.id).secrets
    pieces = GameLog(CODECS, match.id, stored, commits[:1])
    for commit in commits[1:]:
        pieces.apply((commit,))
    assert pieces.position == GameLog(CODECS, match.id, stored, commits).position
    for version, expected in enumerate(refolded(commits, codec), 1):
        assert match.handler.repository.session_at(game_log, version) == expected
    gate = game_log.game.gate
    for commit, events in zip(commits, codec.events(commits), strict=True):
        command = codec.command(commit)
        if not isinstance(command, TimeOut):
            continue
        assert (commit.actor, type(events[0])) == ("service", SeatTimedOut)
        for viewer in (None, *range(fewest_seats(ruleset))):
            shown = representations_of(game_log).command(game_log, commit, Viewer(viewer))
            action = command.action and gate.redact_command(command.action, command.seat, viewer)
            assert (shown.seat, shown.action) == (command.seat, action)
            seen = representations_of(game_log).events(game_log, events, Viewer(viewer))
            of_rules = [event for event in events if type(event) not in session.AROUND]
            redacted = [each for each in (gate.redact(event, viewer) for event in of_rules) if each is not None]
            assert [each for each in seen if type(each) not in session.AROUND] == redacted
        position = match.handler.repository.session_at(game_log, commit.version)
        if position.outcome is None and not position.over:
            made = match.handler.new_games.branch(
                game_log, lifecycle.BranchGame(parent=match.id, version=commit.version), None
            )
            branch = made.game_log.session
            assert (branch.clock, branch.timeouts) == (None, {})
            assert session.to_act(game_log.game, branch)
