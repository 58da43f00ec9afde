"""Logs written by an older version of a game: read, carried on and audited by the newer one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from domain import fairness
from domain.registry import GAMES
from events import codec as codec_module
from events.audit import audit
from events.codec import Codec, UnknownRuleset, codec_of
from events.envelope import Commit, sealed
from events.handler import Handler
from events.store import Append
from tests.support.play import MERCHANTS, Match, fake_store, refolded

from .logs import Json, as_json, exported, log_of, resealed

GAME = GAMES[MERCHANTS]
NOW, OLD, OLDEST = GAME.version + 2, GAME.version + 1, GAME.version
"""The game as it is plays the newest of three versions. The one before called a field otherwise, the oldest an event."""


def from_oldest(payload: Json) -> Json:
    if payload["type"] == "card_turned_up":
        return {**payload, "type": "card_revealed"}
    return payload


def from_old(payload: Json) -> Json:
    if payload["type"] == "card_revealed":
        changed = dict(payload)
        changed["draw_deck_size"] = changed.pop("cards_left")
        return changed
    return payload


def written_by(version: int, commits: list[Commit] | tuple[Commit, ...], secret: bytes | None = None) -> list[Commit]:
    """A log as an older version would have written it."""
    lines = as_json(commits)
    for each in lines:
        each["ruleset_version"] = version
        for event in each["events"]:
            if event["type"] == "card_revealed" and version <= OLD:
                event["cards_left"] = event.pop("draw_deck_size")
            if event["type"] == "card_revealed" and version == OLDEST:
                event["type"] = "card_turned_up"
    return resealed(lines, secret)


@pytest.fixture
def newest(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game at the newest of the three versions, as everything here finds it."""
    log_of("bots")  # Played before, under the game's own version.
    game = replace(GAME, version=NOW, upcasters={OLDEST: from_oldest, OLD: from_old})
    monkeypatch.setattr(codec_module, "GAMES", MappingProxyType({MERCHANTS: game}))
    codec_of.cache_clear()
    yield
    codec_of.cache_clear()


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


@pytest.mark.usefixtures("newest")
@pytest.mark.parametrize("version", [OLDEST, OLD])
def test_an_older_log_folds_to_the_same_states(version: int) -> None:
    commits = log_of("bots")
    old = written_by(version, commits)
    codec = codec_of(MERCHANTS)
    assert b"draw_deck_size" not in exported(old)
    assert codec.events(old) == Codec(GAME).events(commits)
    assert refolded(old, codec) == refolded(commits, Codec(GAME))


@pytest.mark.usefixtures("newest")
@pytest.mark.parametrize("version", [OLDEST, OLD])
def test_of_an_older_log_all_is_checked_but_the_decisions(version: int) -> None:
    old = written_by(version, log_of("bots"))
    result = audit(old)
    assert (result.ok, result.first_bad, result.truncated) == (True, None, False)
    assert (result.checks.chain, result.checks.fold) == ("ok", "ok")
    assert (result.checks.decisions, result.checks.draws) == ("skipped", "skipped")
    changed = [*old[:30], msgspec.structs.replace(old[30], at="2026-01-01T00:00:00.000Z"), *old[31:]]
    assert audit(changed).first_bad == 31


@pytest.mark.usefixtures("newest")
def test_a_game_begun_under_an_older_version_goes_on_under_the_newer_one() -> None:
    store = fake_store()
    begun = log_of("bots")[:40]
    secret = bytes.fromhex(as_json(log_of("bots"))[-1]["events"][-1]["secret"])
    game = str(as_json(begun)[0]["events"][0]["id"])
    old = [*written_by(OLDEST, begun[:20], secret), *written_by(OLD, begun, secret)[20:]]
    head = b""
    for commit in old:
        again, text = sealed(msgspec.structs.replace(commit, head=msgspec.UNSET), head or fairness.GENESIS, secret)
        secrets = {"secret": secret.hex()}
        assert store.append(Append(game=game, commit=again, text=text, previous_head=head.hex(), secrets=secrets)) is None
        head = bytes.fromhex(str(again.head))
    handler = Handler(store)
    match = Match.__new__(Match)
    match.handler, match.id, match.tokens = handler, game, {}
    assert match.ledger.table == refolded(begun, Codec(GAME))[-1]
    match.play(Random(7))
    commits = match.commits
    assert [each.ruleset_version for each in commits] == [OLDEST] * 20 + [OLD] * 20 + [NOW] * (len(commits) - 40)
    ledger = match.ledger
    tables = refolded(commits, ledger.codec)
    assert [handler.table_at(ledger, version) for version in range(1, len(commits) + 1)] == tables
    result = audit(commits)
    assert result.ok
    assert result.checks.decisions == "skipped"
    # What was decided under the rules of today is decided again, whatever came before.
    lines = as_json(commits)
    reveals = [number for number, each in enumerate(lines) if number >= 40 and each["command"]["type"] == "reveal_card"]
    lines[reveals[3]]["events"][0]["card"] = "galleon-2-4:3"
    assert audit(resealed(lines)).first_bad == reveals[3] + 1


def test_a_newer_log_than_this_installation_is_named_so() -> None:
    lines = as_json(log_of("bots"))
    for each in lines[10:]:
        each["ruleset_version"] = GAME.version + 1
    newer = resealed(lines)
    result = audit(newer)
    assert result.first_bad == 11
    assert "newer" in str(result.problem)
    with pytest.raises(UnknownRuleset, match="newer"):
        codec_of(MERCHANTS).events(newer)


def test_every_older_version_of_every_game_has_its_upcaster() -> None:
    for game in GAMES.values():
        assert set(game.upcasters) == set(range(1, game.version))
