"""Games of version 2 end as they were begun: where several captains reach 10 points, only the track decides (MM-374).

Version 2 wrote the log: a sandbox in its last round, in which two actions are taken back, and 10 points win over 11.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import session
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.values import Ranked
from domain.recorder import Recorder
from domain.session import lifecycle
from events.envelope import Commit
from events.errors import KeyReused
from events.games.audit import audit
from events.log.exported import read_lines
from tests.golden import logs
from tests.support.games import CODECS, codec_of
from tests.support.play import HUMAN, OPEN, Match, fake_store, handler_on
from tests.versions.installed import installed

CODEC = codec_of(GAME.name)
UPCAST = GAME.upcasters[2]
TRACK = {"final_comparison": "track"}


@pytest.fixture(scope="module")
def commits() -> list[Commit]:
    return read_lines(Path(logs.__file__).with_name("marauders_version_2.ndjson").read_bytes().splitlines(keepends=True))


def folded(commits: Sequence[Commit]) -> Any:
    """The table after these commits."""
    now: session.Session[Any] | None = None
    for happened in CODEC.events(commits):
        now = session.fold(GAME, now, happened)
    return now


@pytest.mark.rule("MM-374")
def test_ten_points_won_over_eleven_and_still_do(commits: list[Commit]) -> None:
    over = folded(commits)
    assert over.state.result.ranking == (
        Ranked(seat=1, place=1, points=10, track=7, stash=38, compared=True),
        Ranked(seat=0, place=2, points=11, track=6, stash=55, compared=True),
    )
    assert over.outcome.winners == (1,)
    assert audit(CODECS, commits).ok


@pytest.mark.rule("MM-374")
def test_the_end_is_decided_the_same_when_it_is_decided_again(commits: list[Commit]) -> None:
    """The last action under the rules of today; every position of the log has the option `track`."""
    tables = [folded(commits[:count]) for count in range(1, len(commits) + 1)]
    assert {each.state.options.final_comparison for each in tables} == {each.options["final_comparison"] for each in tables}
    assert tables[-1].options == {"open_gold": True, "players": 2, "windows": "holders_only", **TRACK}
    before, last = tables[-2].state, commits[-1]
    assert last.seat is not None
    again: Recorder[Any, Any] = GAME.rules.decide(before, last.seat, CODEC.command(last), NoChance())
    assert again.state.result == tables[-1].state.result


class NoChance:
    def below(self, limit: int) -> int:
        raise AssertionError("the last action needs no chance")


def test_the_sandbox_has_what_an_upcaster_must_reach(commits: list[Commit]) -> None:
    """The option is missing in its creation, in the position that it begins with and in those that were gone back to."""
    written = [event for commit in commits for event in msgspec.json.decode(commit.events)]
    lacking = [
        event["type"] for event in written if "final_comparison" not in event.get("state", event).get("options", TRACK)
    ]
    assert lacking == ["game_created", "position_restored", "taken_back", "taken_back"]


def test_whoever_plays_it_again_plays_by_the_same_rule(commits: list[Commit]) -> None:
    again = lifecycle.rematch(folded(commits), "parent", 0)
    assert again.options["final_comparison"] == "track"


@pytest.mark.parametrize("kind", ["create_game", "stage_game", "rematch_game"])
def test_a_game_that_version_2_created_is_created_with_the_track(kind: str) -> None:
    written = {"type": kind, "ruleset": GAME.name, "seats": [], "options": {"open_gold": True}}
    assert UPCAST.command(written) == {**written, "options": {"open_gold": True, **TRACK}}


def test_a_prepared_position_keeps_its_own_options() -> None:
    """They are those that its games had under version 2."""
    staged = {"type": "stage_game", "ruleset": GAME.name, "seats": [], "options": {}, "scenario": "last-round"}
    assert UPCAST.command(staged) == staged
    assert {dict(scenario.options)["final_comparison"] for scenario in GAME.scenarios.values()} == {"track"}


def test_a_creation_that_version_2_took_can_be_repeated() -> None:
    store, key = fake_store(), "k" * 32
    plain = lifecycle.CreateGame(ruleset=GAME.name, seats=(HUMAN, OPEN))
    with installed(dataclasses.replace(GAME, version=2)):
        first = handler_on(store, CODECS).new_games.create(plain, key)
    creations = handler_on(store, CODECS).new_games
    again = creations.create(plain, key)
    assert (again.replayed, again.game_log.id) == (True, first.game_log.id)
    assert again.session.options["final_comparison"] == "track"
    with pytest.raises(KeyReused):
        creations.create(msgspec.structs.replace(plain, options={"open_gold": True}), key)


def test_a_lobby_that_version_2_opened_begins_with_the_track() -> None:
    store = fake_store()
    with installed(dataclasses.replace(GAME, version=2)):
        handler = handler_on(store, CODECS)
        match = Match(handler, handler.new_games.create(lifecycle.CreateGame(ruleset=GAME.name, seats=(HUMAN, OPEN))))
    match.handler = handler_on(store, CODECS)
    state: Any = match.claim(1).session.state
    assert state.options.final_comparison == "track"
    assert audit(CODECS, match.commits).ok


def test_a_setup_of_version_2_has_the_track_too() -> None:
    options = msgspec.to_builtins(Options())
    del options["final_comparison"]
    assert UPCAST.event({"type": "game_set_up", "options": options})["options"] == {**options, **TRACK}
    assert UPCAST.state({"options": options, "round": 3}) == {"options": {**options, **TRACK}, "round": 3}


def test_what_has_no_options_stays_as_it_is() -> None:
    for payload in ({"type": "branch_game", "parent": "p", "version": 3}, {"type": "end_turn"}):
        assert UPCAST.command(payload) == payload
    assert UPCAST.event({"type": "round_ended", "round": 3}) == {"type": "round_ended", "round": 3}
