"""A log says of every commit who gave it. What the service would not have written is found under a chain made anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import count, product
from random import Random
from typing import Any, get_args

import pytest

from domain.session import lifecycle
from domain.session.clocks import Clock, MoveDeadlines, SetClock, TimeOut
from domain.session.rights import HOST, SERVICE, Forbidden, Role
from events.commands.intents import Intent, Trusted
from events.envelope import Commit
from events.games.audit import audit
from tests.support.games import CODECS, GAMES, RULESET, codec_of, fewest_seats
from tests.support.play import BOT, HUMAN, OPEN, RESERVED, Match, fake_store, handler_on

from .logs import Json, as_json, resealed, take_back

KEY = "k" * 32
SEATS = (None, -1, 0, 1, 2, 3, 99)
Author = tuple[str, int | None]


@cache
def everything() -> tuple[Commit, ...]:
    """A game with every command of a table but those that make another game. Seats: a person, one to be claimed, a bot."""
    numbers = count()
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, OPEN, BOT, trusted_host=True, key=KEY)
    again = match.handler.new_games.create(_creation(match), KEY)
    match.tokens.update(again.tokens)
    match.claim(1, key=KEY, name="Bo", client_seed="mine")
    match.play(Random(1), 6)
    for who, command in (
        ("s0", lifecycle.HandToBot(seat=0, level="random")),
        ("s0", lifecycle.HandToBot(seat=0, level="greedy")),
        ("host", lifecycle.HandToBot(seat=1, level="random")),
        ("s0", lifecycle.TakeBack(seat=0)),
        ("host", lifecycle.Reassign(seat=1, name="Cy")),
        ("host", lifecycle.RenameSeat(seat=1, name="Di")),
    ):
        given = match.handler.manage(match.id, match.tokens[who], command, key=f"{next(numbers):032}")
        match.tokens.update(given.tokens)
    match.play(Random(2), 9)
    match.manage("s0", lifecycle.Resign(seat=0))
    match.manage("host", lifecycle.AbandonGame())
    return tuple(match.commits)


def _creation(match: Match) -> lifecycle.CreateGame:
    command: lifecycle.CreateGame = codec_of(match.game_log.game.name).command(match.commits[0])
    return command


@cache
def given_up() -> tuple[Commit, ...]:
    """A game that the service ended because nobody played it."""
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN)
    match.handler.handle(Intent(match.id, Trusted(SERVICE), lifecycle.AbandonIdleGame(idle_days=3), None))
    return tuple(match.commits)


@cache
def closed() -> tuple[Commit, ...]:
    """A game that the operator ends."""
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN)
    match.handler.handle(Intent(match.id, Trusted(SERVICE), lifecycle.CloseGame()))
    return tuple(match.commits)


@cache
def branched() -> tuple[Commit, ...]:
    parent = Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN).play(Random(1), 8)
    made = Match(
        parent.handler,
        parent.handler.new_games.branch(parent.game_log, lifecycle.BranchGame(parent=parent.id, version=5), 0),
    )
    made.manage("host", lifecycle.AbandonGame())
    return tuple(made.commits)


@cache
def staged() -> tuple[Commit, ...]:
    """A game that begins with a prepared position."""
    handler = handler_on(fake_store(), CODECS)
    match = Match(
        handler, handler.new_games.create(lifecycle.StageGame(ruleset=RULESET, seats=(HUMAN,) * 3, scenario="repel"))
    )
    match.manage("host", lifecycle.AbandonGame())
    return tuple(match.commits)


@cache
def invited() -> tuple[Commit, ...]:
    """A lobby with reserved seats, one of which the host opens again."""
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, RESERVED, RESERVED)
    match.claim(1, key=KEY, invitation=match.tokens["i1"])
    match.manage("host", lifecycle.OpenSeat(seat=2, kind="open"))
    match.claim(2)
    match.manage("host", lifecycle.AbandonGame())
    return tuple(match.commits)


@cache
def rematched() -> tuple[Commit, ...]:
    """A rematch that one of its players has joined."""
    over = Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN)
    over.manage("host", lifecycle.AbandonGame())
    match = Match(over.handler, over.handler.new_games.rematch(over.game_log, 0))
    match.claim(0, invitation=over.tokens["s1"])
    match.manage("host", lifecycle.AbandonGame())
    return tuple(match.commits)


@cache
def taken_back() -> tuple[Commit, ...]:
    """A game in which players asked to take back what they did; one agreed, and one declined."""
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN, takeback="consent")
    answers = iter([lifecycle.AcceptTakeback, lifecycle.DeclineTakeback])
    with suppress(StopIteration):
        while True:
            seat, legal = match.to_act()
            match.act(legal[-1], seat)  # Turns end soon: the log is short, and tests change each of its commits many times.
            take_back(match, 1 - seat, answers)
    match.manage("host", lifecycle.AbandonGame())
    return tuple(match.commits)


@cache
def timed() -> tuple[Commit, ...]:
    """A game with a clock: its deadlines were moved, it was stopped for a while, and a seat took too long."""
    clock = Clock(seconds=60, on_timeout="stand_in", level="stand_in", patience=2)
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN, clock=clock).play(Random(1), 3)
    for running in (False, True):
        match.manage("host", SetClock(running=running))
    seat, legal = match.to_act()
    for command in (MoveDeadlines(seats=(seat,)), TimeOut(seat=seat, action=legal[0])):
        match.handler.handle(Intent(match.id, Trusted(SERVICE), command))
    match.manage("host", lifecycle.AbandonGame())
    return tuple(match.commits)


LOGS = (everything, given_up, closed, branched, staged, invited, rematched, taken_back, timed)
OTHERS: dict[tuple[str, Author], Sequence[Author]] = {
    ("hand_to_bot", ("player", 0)): [("host", None)],
    ("hand_to_bot", ("host", None)): [("player", 1)],
}
"""Who else might have given these commands: another story, but a possible one."""
in_every_log = pytest.mark.parametrize("log", LOGS, ids=lambda log: log.__name__)


def test_the_logs_have_every_command_of_a_table() -> None:
    there = {each["command"]["type"] for log in LOGS for each in as_json(log())}
    assert {kind.__struct_config__.tag for kind in lifecycle.COMMANDS} <= there
    assert {each["actor"] for log in LOGS for each in as_json(log())} == set(get_args(Role))


@in_every_log
def test_nobody_else_can_have_given_a_command(log: Callable[[], tuple[Commit, ...]]) -> None:
    for (place, true), actor, seat in product(enumerate(as_json(log())), get_args(Role), SEATS):
        author, kind = (true["actor"], true["seat"]), true["command"]["type"]
        if (actor, seat) == author or (actor, seat) in OTHERS.get((kind, author), ()):
            continue
        lines = as_json(log())
        lines[place] |= {"actor": actor, "seat": seat}
        found = audit(CODECS, resealed(lines))
        assert (found.first_bad, found.checks.chain) == (place + 1, "ok"), (kind, author, actor, seat, found)


def _ids(line: Json) -> list[str]:
    by = (line["actor"], line["command"]["type"])
    keyed = by[0] in ("player", "host", "visitor", "invited") and by[1] not in (
        "abandon_game",
        "branch_game",
        "rematch_game",
    )
    return [] if keyed else ["0" * 32]


@in_every_log
def test_a_command_id_has_the_form_that_the_service_gives_it(log: Callable[[], tuple[Commit, ...]]) -> None:
    wrong = ["x" * 50, "x" * 32, "0" * 31, "0" * 33, "A" * 32, " ", "0" * 31 + "\n", "٣" * 32]
    for place, true in enumerate(as_json(log())):
        for identity in (*wrong, *_ids(true)):
            lines = as_json(log())
            lines[place]["command_id"] = identity
            assert audit(CODECS, resealed(lines)).first_bad == place + 1, (true, identity)


def test_another_command_id_of_the_right_form_is_another_story() -> None:
    """Nobody but whoever sent the key can tell."""
    lines = as_json(everything())
    place = next(place for place, each in enumerate(lines) if each["command"]["type"] == "claim_seat")
    for identity in ("", "0" * 32):
        lines[place]["command_id"] = identity
        assert audit(CODECS, resealed(lines)).first_bad is None


def test_a_command_id_comes_once() -> None:
    lines = as_json(everything())
    keyed = [place for place, each in enumerate(lines) if each["command_id"]]
    lines[keyed[2]]["command_id"] = lines[keyed[0]]["command_id"]
    assert audit(CODECS, resealed(lines)).first_bad == keyed[2] + 1


def test_a_seat_that_never_had_a_token_is_handed_over_by_nobody() -> None:
    """Seat 2 was a bot's from the start: its bot may be exchanged by the host alone."""
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, HUMAN, BOT)
    match.manage("host", lifecycle.HandToBot(seat=2, level="greedy"))
    match.manage("host", lifecycle.AbandonGame())
    lines = as_json(match.commits)
    assert audit(CODECS, resealed(lines)).first_bad is None
    lines[1] |= {"actor": "player", "seat": 2}
    assert audit(CODECS, resealed(lines)).first_bad == 2


@pytest.mark.parametrize("seats", [(1,), (2,)])
def test_a_seat_that_never_had_a_token_gets_no_new_one(seats: tuple[int, ...]) -> None:
    lines = as_json(everything())
    renewed = next(place for place, each in enumerate(lines) if each["command"]["type"] == "renew_tokens")
    lines[renewed]["command"]["seats"] = [*seats]
    lines[renewed]["events"][0]["seats"] = {str(seat): 1 for seat in seats}
    assert audit(CODECS, resealed(lines)).first_bad == renewed + 1


@pytest.mark.parametrize("days", [0, -5])
def test_a_game_is_given_up_after_days(days: int) -> None:
    lines = as_json(given_up())
    lines[1]["command"]["idle_days"] = lines[1]["events"][0]["idle_days"] = days
    assert audit(CODECS, resealed(lines)).first_bad == 2


def test_a_log_hides_no_seed() -> None:
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, OPEN, OPEN)
    match.claim(1, client_seed="mine")
    match.manage("host", lifecycle.AbandonGame())
    lines = as_json(match.commits)
    hidden = {"count": 4, "hidden": True}
    lines[1]["command"]["client_seed"] = lines[1]["events"][0]["client_seed"] = hidden
    assert audit(CODECS, resealed(lines)).first_bad == 2


@pytest.mark.parametrize("ruleset", [*GAMES])
def test_in_every_game_a_seat_acts_as_what_it_is(ruleset: str) -> None:
    handler = handler_on(fake_store(), CODECS)
    match = Match(
        handler,
        handler.new_games.create(lifecycle.CreateGame(ruleset=ruleset, seats=(HUMAN, *[BOT] * (fewest_seats(ruleset) - 1)))),
    )
    for _ in range(4):
        game_log = match.game_log
        seat = game_log.game.rules.to_act(game_log.session.state)[0]
        match.act(game_log.game.rules.legal_commands(game_log.session.state, seat)[0], seat)
    match.manage("host", lifecycle.AbandonGame())
    lines = as_json(match.commits)
    assert audit(CODECS, match.commits).first_bad is None
    for place in range(1, len(lines) - 1):
        for actor in set(get_args(Role)) - {lines[place]["actor"]}:
            changed = as_json(match.commits)
            changed[place]["actor"] = actor
            assert audit(CODECS, resealed(changed)).first_bad == place + 1


def test_a_running_game_is_checked_for_it_too() -> None:
    """The service knows the secret of a game that is not over."""
    secret = bytes.fromhex(as_json(everything())[-1]["events"][-1]["secret"])
    lines = as_json(everything()[:-1])
    place = next(place for place, each in enumerate(lines) if each["actor"] == "player")
    lines[place]["actor"] = "bot"
    found = audit(CODECS, resealed(lines, secret), secret)
    assert (found.first_bad, found.checks.fold, found.checks.chain) == (place + 1, "failed", "ok")


@pytest.mark.parametrize(
    ("actor", "command"),
    [
        (HOST, lifecycle.RenewTokens(seats=(0,), host=False)),
        (HOST, lifecycle.ClaimSeat(seat=1)),
        (SERVICE, lifecycle.AbandonGame()),
        (SERVICE, lifecycle.ClaimSeat(seat=1)),
        (SERVICE, lifecycle.HandToBot(seat=0, level="random")),
    ],
)
def test_the_service_itself_is_held_to_the_same_rights(actor: Any, command: Any) -> None:
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, OPEN)
    with pytest.raises(Forbidden):
        match.handler.handle(Intent(match.id, Trusted(actor), command, None))
    assert len(match.commits) == 1


def test_the_service_itself_writes_a_command_id_only_for_those_who_send_keys() -> None:
    match = Match.create(handler_on(fake_store(), CODECS), HUMAN, OPEN)
    with pytest.raises(Forbidden):
        match.handler.handle(Intent(match.id, Trusted(SERVICE), lifecycle.RenewTokens(seats=(0,), host=False), None, KEY))
    with pytest.raises(Forbidden):
        match.handler.manage(match.id, match.tokens["host"], lifecycle.AbandonGame(), key=KEY)
    assert len(match.commits) == 1
