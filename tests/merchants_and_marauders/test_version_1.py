"""Games of version 1: they fold to the positions that they led to, are shown and audited, and go on under today's rules.

Version 1 wrote both logs. One has standing passes, offers of which nothing was bought, an NPC ship that attacked, and a
modification that moved at St. John. In the other one, seat 0 buys nothing in three turns and retires between the last two,
with 5 gold in its stash.
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

from domain import session
from domain.game import Hidden, Secret
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.shipyard import transfer_price
from events.envelope import Commit
from events.games.audit import audit
from events.log.exported import read_lines
from tests.golden import logs
from tests.support.games import CODECS, codec_of
from tradewinds.testing import Chance

from .scenario import Table

POSITIONS = {
    "marauders_version_1": "e1ff593d79d2840e7cae56c0e83e9425ca4ac7c88794f39ee16f294ad4a21694",
    "marauders_version_1_new_captain": "a217374fda66125e1da726139e0423b66bd04c83d30f23ce59aff28d2d29a4dd",
}
"""By log, the SHA-256 of all that lay open at each version, as version 1 folded it, but for the standing passes."""
CODEC = codec_of(GAME.name)


def read(log: str) -> list[Commit]:
    return read_lines(Path(logs.__file__).with_name(f"{log}.ndjson").read_bytes().splitlines(keepends=True))


@pytest.fixture(scope="module")
def commits() -> list[Commit]:
    return read("marauders_version_1")


@pytest.fixture(scope="module")
def with_new_captain() -> list[Commit]:
    return read("marauders_version_1_new_captain")


@pytest.fixture(scope="module")
def events(commits: list[Commit]) -> list[Any]:
    return [event for happened in CODEC.events(commits) for event in happened]


def tables(commits: list[Commit]) -> Iterator[session.Session[Any]]:
    now: session.Session[Any] | None = None
    for happened in CODEC.events(commits):
        now = session.fold(GAME, now, happened)
        yield now


@pytest.mark.parametrize("log", POSITIONS)
def test_every_position_is_the_one_that_version_1_had(log: str) -> None:
    found = hashlib.sha256()
    for now in tables(read(log)):
        if now.state is None:
            continue
        view = msgspec.json.decode(msgspec.json.encode(GAME.gate.open_view(now.state)))
        view.pop("thrown")  # The dice rolled last are no part of what version 1 knew.
        view |= {"turn": view.pop("current_turn"), "turns": now.state.turns}  # As the fields were called.
        assert view["options"].pop("final_comparison") == "track"  # Version 2 knew nothing else.
        for frame in (*view["stack"], *filter(None, [view["decision"]])):
            frame.pop("sale", None)
        for seat in view["seats"]:  # Null stood for nothing only later.
            seat["zone"] = seat["zone"] or ""
            seat["offers"] = [port or "" for port in seat["offers"]]
        found.update(msgspec.json.encode(view, order="sorted"))
    assert found.hexdigest() == POSITIONS[log]


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
    assert audit(CODECS, commits).ok


def test_its_history_is_shown_to_each_as_before(commits: list[Commit]) -> None:
    """That a standing pass was set, and that a pass was one, is for its owner alone."""
    shown = Counter[type]()
    for event in (event for happened in CODEC.events(commits) for event in happened):
        for viewer in (None, 0, 1, 2):
            if isinstance(event, e.StandingPassSet):
                seen = GAME.gate.redact(event, viewer)
                assert seen == (event if viewer == event.seat else None)
                shown[type(seen)] += 1
            elif isinstance(event, e.ReactionPassed):
                seen = GAME.gate.redact(event, viewer)
                assert seen == (event if viewer == event.seat else replace(event, kind=Hidden(1)))
                shown[type(seen)] += 1
    assert set(shown) == {e.StandingPassSet, e.ReactionPassed, type(None)}
    everything = [CODEC.command(commit) for commit in commits]
    assert {GAME.gate.redact_command(each, 1, 0) for each in everything if isinstance(each, c.SetStandingPass)} == {None}


def test_the_first_gold_of_a_new_captain_of_version_1_was_taken_from_the_stash(with_new_captain: list[Commit]) -> None:
    """Version 1 emptied the stash up to 10 gold; only its owner sees how much that was."""
    place, happened = next(
        (place, happened)
        for place, happened in enumerate(CODEC.events(with_new_captain))
        if any(isinstance(event, e.GoldMovedFromStash) for event in happened)
    )
    moved, given = (event for event in happened if isinstance(event, e.GoldMovedFromStash | e.GoldChanged))
    assert (moved, given) == (e.GoldMovedFromStash(0, 5), e.GoldChanged(0, 5, "new_captain", covered=True))
    assert [GAME.gate.redact(event, 1) for event in (moved, given)] == [
        replace(moved, amount=Secret()), replace(given, amount=Secret())
    ]  # fmt: skip
    before, after = (now.state.seats[0] for now in [*tables(with_new_captain)][place - 1 : place + 1])
    assert ((before.gold, before.stash), (after.gold, after.stash)) == ((0, 5), (10, 0))


def test_any_legal_command_is_understood_where_a_game_of_version_1_was_left(commits: list[Commit]) -> None:
    *_, before, _ = tables(commits)
    state, chance = before.state, Random(1)
    for _ in range(300):
        (seat,) = GAME.rules.to_act(state)
        command = chance.choice(list(GAME.rules.legal_commands(state, seat)))
        state = GAME.rules.decide(state, seat, command, Chance(1)).state
    assert state.turns > before.state.turns


@pytest.fixture
def left(with_new_captain: list[Commit]) -> Table:
    """Where the game with the new captain was left: he is to act at Curaçao, with 4 gold on board and 6 in the stash."""
    *_, before, _ = tables(with_new_captain)
    table = Table(before.state).passing(0, 1)
    assert (table.seat().gold, table.seat().stash) == (4, 6)
    return table


@pytest.mark.rule("MM-096")
def test_an_offer_of_which_version_1_sold_nothing_counts_but_none_of_version_2_does(left: Table) -> None:
    offered = []
    for _ in range(3):
        left.when(c.OpenPortAction())
        left.when(c.StartBuying())
        offered.append(len(left.seat().offer))
        left.when(c.FinishLot())
        left.when(c.EndPortAction())
        left.end_round()
    assert offered == [3, 6, 6], "the last turn under version 1 was at this port too"


@pytest.mark.rule("MM-362")
def test_the_next_captain_of_a_game_of_version_1_leaves_the_stash_alone(left: Table) -> None:
    left.when(c.Retire())
    left.end_round()
    begun = left.when(c.ChooseShip("sloop"))
    assert [event for event in begun.events if isinstance(event, e.GoldMovedFromStash | e.GoldChanged)] == [
        e.GoldChanged(0, 4, "new_captain", covered=True)
    ]
    assert (left.seat().gold, left.seat().stash) == (4, 6)


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
