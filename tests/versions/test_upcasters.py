"""What an older version of a game wrote: read, shown, carried on, audited and archived by the newer one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from fakeredis import FakeRedis, FakeServer

from domain.game import Malformed, Upcaster
from domain.session import lifecycle
from events.archive.archive import Archive
from events.envelope import Commit
from events.errors import KeyReused, UnknownRuleset
from events.games.audit import audit
from events.log.exported import read_lines
from events.store.event_store import EventStore
from service.openapi.games import game_schemas
from service.representations.built import representations_of
from service.viewer import Viewer
from tests.events.logs import as_json, exported, resealed
from tests.support.games import CODECS, GAMES, codec_of
from tests.support.play import Match, body, handler_on

from .games import NAME, NEW, OLD, Boast, Boasted, OldState, State, SticksTaken, TakeUpToTwo
from .installed import begun, installed, played_old


@pytest.fixture
def store(tmp_path: Path) -> EventStore:
    archive = Archive(tmp_path)
    return EventStore(FakeRedis(server=FakeServer()), archive=archive)


@pytest.fixture
def old(store: EventStore) -> Iterator[Match]:
    """A game that version 1 began, found by a process of version 2."""
    match = played_old(handler_on(store, CODECS), (3, 1, 3))
    match.handler = handler_on(store, CODECS)
    with installed(NEW):
        yield match


@pytest.fixture
def finished(store: EventStore) -> Iterator[Match]:
    """A game that version 1 played to its end, found by a process of version 2."""
    match = played_old(handler_on(store, CODECS), (3, 1, 3), sticks=7)
    match.handler = handler_on(store, CODECS)
    with installed(NEW):
        yield match


def test_an_older_log_folds_to_the_position_that_it_led_to(old: Match) -> None:
    seat = old.game_log.session.state.seat
    with installed(OLD):
        then = handler_on(old.handler.store, CODECS).repository.load(old.id).session.state
    assert then == OldState(13, 2, seat, turn=4, boasts=1)
    assert old.game_log.session.state == State(13, 2, seat, turn=4, boasts=1)
    assert old.handler.repository.session_at(old.game_log, 3).state == State(17, 2, seat, turn=2, boasts=1)


def history(match: Match, seat: int | None) -> list[Any]:
    """The commits of a game as a seat sees them."""
    game_log = match.game_log
    session_at = partial(match.handler.repository.session_at, game_log)
    return list(representations_of(game_log).commits(game_log, match.commits, Viewer(seat), session_at))


def test_history_shows_older_commands_and_events_in_their_form_of_today(old: Match) -> None:
    shown = history(old, 0)
    assert shown[1].command == Boast()
    assert shown[1].events == [Boasted(0)]
    assert shown[1].text == "Seat 0 boasts."
    assert shown[2].command == TakeUpToTwo(3)
    assert [type(event) for event in shown[2].events] == [SticksTaken]
    assert not shown[2].events[0].turned


def test_what_is_retired_stays_hidden_from_those_it_was_hidden_from(old: Match) -> None:
    for viewer in (1, None):
        hidden = history(old, viewer)[1]
        assert (hidden.command, hidden.seat, hidden.events, hidden.text) == (None, None, [], "")


def test_what_is_retired_is_neither_offered_nor_taken(old: Match) -> None:
    seat, legal = old.to_act()
    assert legal == [TakeUpToTwo(1), TakeUpToTwo(2)]
    offered = representations_of(old.game_log).actions(old.game_log, seat, unavailable=False)
    assert [each.action for each in offered.actions] == legal
    with pytest.raises(Malformed) as refusal:
        old.handler.act(old.id, old.tokens["s0"], body(Boast()))
    assert (refusal.value.code, refusal.value.params["types"]) == ("unknown_command", ["take"])


def test_the_contract_has_what_is_retired_in_history_only(old: Match) -> None:
    schemas = game_schemas(codec_of(NAME), {"properties": {}})

    def members(name: str) -> set[str]:
        schema = schemas[name]
        return {each["$ref"].rpartition("/")[2] for each in schema.get("anyOf", [schema])}

    assert "Boast" in str(members("LastStickRecordedCommand"))
    assert "Boasted" in str(members("LastStickEvent"))
    assert "Boast" not in str(schemas["LastStickCommand"])


def test_a_game_begun_under_an_older_version_goes_on_under_the_newer_one(old: Match) -> None:
    begun_with = len(old.commits)
    old.play(Random(3))
    commits = old.commits
    assert [each.ruleset_version for each in commits] == [1] * begun_with + [2] * (len(commits) - begun_with)
    again = handler_on(old.handler.store, CODECS).repository.load(old.id)
    assert again.session == old.game_log.session
    assert again.session.over
    assert audit(CODECS, commits).ok
    # What was decided under the rules of today is decided again, whatever came before.
    lines = as_json(commits)
    lines[begun_with]["events"][0]["turned"] ^= True
    assert audit(CODECS, resealed(lines)).first_bad == begun_with + 1


def test_a_repeat_is_known_though_an_older_version_took_the_first(old: Match) -> None:
    commits = old.commits
    seat = commits[2].seat
    token = old.tokens[f"s{seat}"]
    again = old.handler.act(old.id, token, body(TakeUpToTwo(3)), key=f"{0:032}")
    assert (again.replayed, again.commit.version) == (True, 3)
    assert again.events[0] == SticksTaken(seat, 3, turned=False)
    with pytest.raises(KeyReused):
        old.handler.act(old.id, token, body(TakeUpToTwo(2)), key=f"{0:032}")
    assert begun(old.handler).id == old.id
    with pytest.raises(KeyReused):
        begun(old.handler, sticks=30)
    assert [each.head for each in old.commits[: len(commits)]] == [each.head for each in commits]


def test_a_branch_that_an_older_version_began_goes_on(old: Match) -> None:
    with installed(OLD):
        handler = handler_on(old.handler.store, CODECS)
        made = handler.new_games.branch(handler.repository.load(old.id), lifecycle.BranchGame(parent=old.id, version=4), 0)
    branch = Match(handler_on(old.handler.store, CODECS), made)
    assert branch.game_log.session.state == State(
        16, 2, old.handler.repository.session_at(old.game_log, 4).state.seat, turn=3
    )
    branch.play(Random(1))
    assert audit(CODECS, branch.commits).ok


def test_a_position_of_an_older_game_can_be_branched(old: Match) -> None:
    made = old.handler.new_games.branch(old.game_log, lifecycle.BranchGame(parent=old.id, version=4), 0)
    assert made.commit.ruleset_version == 2
    assert Match(old.handler, made).play(Random(1)).game_log.session.over


def test_an_older_log_is_exported_and_archived_as_it_is(finished: Match) -> None:
    commits = finished.commits
    store: Any = finished.handler.store
    assert read_lines(exported(commits).splitlines(keepends=True)) == commits
    store.mover.check_archive()
    assert store.mover.move(finished.id) > 0
    assert store.redis.client.exists(f"{{0}}:g:{finished.id}") == 0
    assert [each.head for each in finished.commits] == [each.head for each in commits]
    assert finished.game_log.session.outcome.reason == "last_stick"
    assert audit(CODECS, finished.commits).ok


def test_a_changed_older_log_is_found_by_its_chain(finished: Match) -> None:
    commits = finished.commits
    changed = [*commits[:3], msgspec.structs.replace(commits[3], at="2026-01-01T00:00:00.000Z"), *commits[4:]]
    assert audit(CODECS, changed).first_bad == 4


@pytest.mark.parametrize("version", [3, 0, -1])
def test_a_version_that_this_installation_does_not_have_is_named(finished: Match, version: int) -> None:
    lines = as_json(finished.commits)
    for each in lines[3:] if version > 2 else lines:
        each["ruleset_version"] = version
    claimed = resealed(lines)
    result = audit(CODECS, claimed)
    assert result.first_bad == (4 if version > 2 else 1)
    assert ("newer" if version > 2 else f"no version {version}") in str(result.problem)
    for read in (lambda: codec_of(NAME).events(claimed), lambda: [codec_of(NAME).command(each) for each in claimed]):
        with pytest.raises((UnknownRuleset, ValueError), match=r"newer|no version"):
            read()


def test_every_older_version_of_every_game_has_its_upcaster() -> None:
    for game in GAMES.values():
        assert set(game.upcasters) == set(range(1, game.version))


def test_a_log_of_several_versions_is_upcast_by_each_step() -> None:
    """An event of version 1 goes through the upcaster to 2 and then through the one to 3."""

    def third(payload: dict[str, Any]) -> dict[str, Any]:
        return {**payload, "turned": not payload["turned"]} if payload["type"] == "sticks_taken" else payload

    newest = replace(NEW, version=3, upcasters={**NEW.upcasters, 2: Upcaster(event=third)})
    raw = msgspec.Raw(b'[{"type":"sticks_taken","seat":0,"sticks":1}]')
    other = msgspec.Raw(b'[{"type":"sticks_taken","seat":0,"sticks":1,"turned":false}]')
    fields: dict[str, Any] = {"version": 1, "command_id": "", "actor": "player", "seat": 0, "at": "", "ruleset": NAME}
    written = [(1, raw), (2, other), (3, other)]
    commits = [Commit(**fields, ruleset_version=version, command=raw, events=events) for version, events in written]
    with installed(newest):
        read = codec_of(NAME).events(commits)
    assert [events[0].turned for events in read] == [True, True, False]
