"""Games of version 1: they fold to the positions that they led to, are shown and audited, and go on under today's rules.

The log is one that version 1 wrote, with standing passes, offers of which nothing was bought, an NPC ship that attacked, and
a modification that moved at St. John.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain import table
from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.shipyard import transfer_price
from events.audit import audit, read_lines
from events.codec import codec_of
from events.envelope import Commit
from tests.golden import logs
from tests.support.chance import Chance

LOG = Path(logs.__file__).with_name("marauders_version_1.ndjson")
POSITIONS = "e1ff593d79d2840e7cae56c0e83e9425ca4ac7c88794f39ee16f294ad4a21694"
"""The SHA-256 of all that lay open at each version, as version 1 folded it, but for the standing passes."""
CODEC = codec_of(GAME.name)


@pytest.fixture(scope="module")
def commits() -> list[Commit]:
    return read_lines(LOG.read_bytes().splitlines(keepends=True))


@pytest.fixture(scope="module")
def events(commits: list[Commit]) -> list[Any]:
    return [event for happened in CODEC.events(commits) for event in happened]


def tables(commits: list[Commit]) -> Iterator[table.Table[Any]]:
    now: table.Table[Any] | None = None
    for happened in CODEC.events(commits):
        now = table.fold(GAME, now, happened)
        yield now


def test_every_position_is_the_one_that_version_1_had(commits: list[Commit]) -> None:
    found = hashlib.sha256()
    for now in tables(commits):
        if now.state is None:
            continue
        view = msgspec.json.decode(msgspec.json.encode(GAME.open_view(now.state)))
        for frame in (*view["stack"], *filter(None, [view["decision"]])):
            frame.pop("sale", None)
        found.update(msgspec.json.encode(view, order="sorted"))
    assert found.hexdigest() == POSITIONS


def test_the_log_has_all_that_version_2_changes(commits: list[Commit], events: list[Any]) -> None:
    kinds = Counter(type(event) for event in events)
    assert kinds[e.StandingPassSet] > 0
    assert {event.kind for event in events if isinstance(event, e.ReactionPassed)} >= {"standing", "forced"}
    assert any(isinstance(CODEC.command(commit), c.SetStandingPass) for commit in commits)
    assert any(event.counts for event in events if isinstance(event, e.OfferDrawn))
    assert any(
        event.counts and not isinstance(event.aggressor, int) for event in events if isinstance(event, e.BattleStarted)
    )
    (moving,) = (event.frame for event in events if isinstance(getattr(event, "frame", None), f.TransferModifications))
    assert moving.sale is None
    assert audit(commits).ok


def test_its_history_is_shown_to_each_as_before(commits: list[Commit]) -> None:
    """That a standing pass was set, and that a pass was one, is for its owner alone."""
    shown = Counter[type]()
    for event in (event for happened in CODEC.events(commits) for event in happened):
        for viewer in (None, 0, 1, 2):
            if isinstance(event, e.StandingPassSet):
                seen = GAME.redact(event, viewer)
                assert seen == (event if viewer == event.seat else None)
                shown[type(seen)] += 1
            elif isinstance(event, e.ReactionPassed):
                seen = GAME.redact(event, viewer)
                assert seen == (event if viewer == event.seat else replace(event, kind=Hidden(1)))
                shown[type(seen)] += 1
    assert set(shown) == {e.StandingPassSet, e.ReactionPassed, type(None)}
    everything = [CODEC.command(commit) for commit in commits]
    assert {GAME.redact_command(each, 1, 0) for each in everything if isinstance(each, c.SetStandingPass)} == {None}


def test_a_game_of_version_1_goes_on_under_the_rules_of_version_2(commits: list[Commit]) -> None:
    """From where it was abandoned. Nobody passes for a seat any more."""
    *_, before, _ = tables(commits)
    state, chance = before.state, Random(1)
    for _ in range(300):
        (seat,) = GAME.to_act(state)
        command = chance.choice(list(GAME.legal_commands(state, seat)))
        state = GAME.decide(state, seat, command, Chance(1)).state
    assert state.turns > before.state.turns


def test_a_frame_of_version_1_takes_two_gold_for_every_modification() -> None:
    """Also in the position that a branch begins with."""
    frame = {"type": "transfer_modifications", "seat": 0}
    upcaster = GAME.upcasters[1]
    for moved in (
        upcaster.event({"type": "frame_opened", "frame": frame})["frame"],
        upcaster.state({"stack": [{"type": "round"}, frame]})["stack"][1],
    ):
        assert transfer_price(msgspec.convert(moved, f.TransferModifications), "chasers") == 2


@pytest.mark.parametrize(("card_crew", "counted"), [(0, True), (3, False)])
def test_who_fought_the_captain_of_the_turn_counted_as_scouted_but_no_card_did(card_crew: int, counted: bool) -> None:
    started = {"type": "battle_started", "aggressor": 0, "defender": 1, "controller": None, "card_crew": card_crew}
    assert GAME.upcasters[1].event(started)["counts"] is counted
