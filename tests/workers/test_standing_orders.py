"""Answers ordered beforehand are given, whatever ends in between: by whoever acted, by the bots' jobs, or by the sweeper."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from domain import lobby, table
from domain.lobby import SeatPlan
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.game import GAME
from domain.rights import SERVICE
from events.audit import audit
from events.callers import Bearer, Trusted
from events.orders import StandingOrders
from events.store import OutcomeUnknown
from tests.support.play import HUMAN, Match
from tests.workers.conftest import Clock
from tests.workers.test_jobs import due, enqueues, run_queue
from workers import jobs
from workers.jobs import BotServices, play_turns, sweep

pytestmark = pytest.mark.rule("MM-392")


def begun(services: BotServices, *more: SeatPlan) -> Match:
    """Two people and perhaps bots; all ships are chosen."""
    handler = enqueues(services)
    match = Match(handler, handler.create(lobby.CreateGame(ruleset=GAME.name, seats=(HUMAN, HUMAN, *more))))
    for seat in (0, 1):
        match.act(c.ChooseShip("sloop"), seat, version=match.ledger.version)
    run_queue(services)
    return match


def state(match: Match) -> Any:
    return match.ledger.table.state


def on_to_window(match: Match, services: BotServices, seat: int) -> None:
    """Until the seat would be asked in a reaction window as soon as the seat that is asked now has answered."""
    for _ in range(60):
        now = state(match)
        (asked,) = GAME.to_act(now)
        if asked != seat:
            after = GAME.decide(now, asked, safest(now, asked), match.ledger.dealer.draws((), 1)).state
            if isinstance(after.stack[-1], f.React) and GAME.to_act(after) == (seat,):
                return
        match.act(safest(now, asked), asked, version=match.ledger.version)
        run_queue(services)
    raise AssertionError("no window")


def safest(now: Any, seat: int) -> Any:
    return GAME.stand_in(GAME.view(now, seat), seat, GAME.legal_commands(now, seat))


def act(match: Match) -> int:
    """What leads to the window; returns the version that it makes."""
    (asked,) = GAME.to_act(state(match))
    return match.act(safest(state(match), asked), asked, version=match.ledger.version).commit.version


def everything(match: Match, seat: int) -> None:
    match.act(c.SetStandingPass("all", True), seat, version=match.ledger.version)


def given_by(match: Match, version: int) -> list[tuple[str, int | None, Any]]:
    """Who gave the commits after a version."""
    return [(commit.actor, commit.seat, match.ledger.command(commit)) for commit in match.commits[version:]]


def test_who_acts_is_answered_at_once(services: BotServices) -> None:
    match = begun(services)
    on_to_window(match, services, 1)
    everything(match, 1)
    version = act(match)
    assert given_by(match, version)[0] == ("player", 1, c.Pass())
    assert table.standing_order(GAME, match.ledger.table) is None
    assert due(services, match) is None


def test_a_process_that_ends_in_between_leaves_the_answer_to_the_sweeper(
    services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(services)
    on_to_window(match, services, 1)
    everything(match, 1)
    with monkeypatch.context() as ended:
        ended.setattr(StandingOrders, "after", lambda self, accepted: accepted)
        version = act(match)
    assert match.ledger.version == version
    assert sweep(services) == 0, "not yet: it may only be slow"
    clock.pass_by(60.0)
    assert sweep(services) == 1
    assert given_by(match, version)[0] == ("player", 1, c.Pass())
    assert due(services, match) is None
    assert sweep(services) == 0


@pytest.mark.parametrize("trouble", [OutcomeUnknown("Redis broke off"), LookupError("whatever")], ids=["away", "broken"])
def test_an_action_counts_though_the_answer_to_it_cannot_be_given(
    services: BotServices, clock: Clock, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    match = begun(services)
    on_to_window(match, services, 1)
    everything(match, 1)

    def away(self: StandingOrders, ledger: Any) -> bool:
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr(StandingOrders, "carry_out", away)
        version = act(match)
    assert match.ledger.version == version
    clock.pass_by(60.0)
    assert sweep(services) == 1
    assert given_by(match, version)[0] == ("player", 1, c.Pass())


def beaten(match: Match, monkeypatch: pytest.MonkeyPatch, by: Callable[[], object]) -> list[tuple[str, int | None, Any]]:
    """Who gave the commits after the action that leads to the window, where somebody is quicker than the answer to it."""
    submit = match.handler.submit

    def late(*args: Any) -> Any:
        monkeypatch.setattr(match.handler, "submit", submit)
        by()
        return submit(*args)

    (asked,) = GAME.to_act(state(match))
    by_hand = Bearer(match.tokens[f"s{asked}"])
    accepted = submit(match.id, by_hand, safest(state(match), asked), match.ledger.version)
    monkeypatch.setattr(match.handler, "submit", late)
    match.handler.orders.after(accepted)
    return given_by(match, accepted.commit.version)


def test_who_gets_in_first_by_hand_is_not_answered_for_again(services: BotServices, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(services)
    on_to_window(match, services, 1)
    everything(match, 1)
    given = beaten(match, monkeypatch, lambda: match.act(c.Pass(), 1, version=match.ledger.version))
    passes = [each for each in given if each[1:] == (1, c.Pass())]
    assert passes[:1] == [("player", 1, c.Pass())]
    assert table.standing_order(GAME, match.ledger.table) is None


def test_what_others_do_beside_the_game_does_not_keep_an_answer_back(
    services: BotServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begun(services)
    on_to_window(match, services, 1)
    everything(match, 1)
    renew = lobby.RenewTokens(seats=(0,), host=False)
    given = beaten(match, monkeypatch, lambda: match.handler.submit(match.id, Trusted(SERVICE), renew, match.ledger.version))
    assert [actor for actor, *_ in given[:2]] == ["service", "player"]
    assert given[1][1:] == (1, c.Pass())


def test_a_bot_that_is_to_act_after_an_answer_gets_a_job_as_after_any_other(services: BotServices) -> None:
    match = begun(services, SeatPlan(kind="bot", level="stand_in"))
    first = match.ledger.version
    everything(match, 1)
    for _ in range(30):
        run_queue(services)
        assert table.standing_order(GAME, match.ledger.table) is None
        act(match)
    run_queue(services)
    commits = match.commits[first:]
    began = {job.version for job in services.queue.jobs(match.id) if job.version > first}
    assert began == {before.version for before, after in pairwise(commits) if after.actor == "bot" != before.actor}
    answered = {commit.version for commit in commits if commit.seat == 1 and match.ledger.command(commit) == c.Pass()}
    assert began & answered, "some came after a standing pass"
    match.manage("host", lobby.AbandonGame())
    assert audit(match.commits).ok


def test_what_was_ordered_stands_while_a_bot_plays_the_seat(services: BotServices, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(services)
    on_to_window(match, services, 1)
    everything(match, 1)
    match.manage("s1", lobby.HandToBot(seat=1, level="greedy"))
    version = act(match)
    assert match.ledger.version == version, "the bot's job gives it"
    choose = jobs.choose

    def asked(*args: Any) -> Any:
        """A bot for whatever is no window of a standing pass."""
        assert c.Pass() not in args[4]
        return choose(*args)

    monkeypatch.setattr(jobs, "choose", asked)
    play_turns(services, match.id, version, 1, 1)
    assert given_by(match, version)[0] == ("bot", 1, c.Pass())
