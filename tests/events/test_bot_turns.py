"""Turns of bots are announced."""

from __future__ import annotations

from domain.session.lifecycle import SeatPlan
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, fake_store, handler_on


def test_a_bots_turn_is_announced_after_each_commit_that_leads_to_one() -> None:
    announced: list[tuple[int, int]] = []
    handler = handler_on(
        fake_store(), CODECS, on_bot_turn=lambda game_log, version, now, seat: announced.append((version, seat))
    )
    match = Match.create(handler, HUMAN, SeatPlan(kind="bot", level="greedy"))
    expected: list[tuple[int, int]] = []
    while len(expected) < 4:
        seat, legal = match.to_act()
        if seat == 1:
            expected.append((match.game_log.version, 1))
        match.act(legal[0], seat)
    assert announced[: len(expected)] == expected
