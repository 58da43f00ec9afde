"""Creations and claims that are sent again with their key: the same game or seat, with fresh tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from redis import Redis

from domain.game import Malformed, Rejected
from domain.session import lifecycle
from events.commands.handler import CommandHandler
from events.errors import (
    KeyReused,
    UnknownGame,
)
from events.identity import hash_token
from tests.events.processes import KEY, Clock, elsewhere
from tests.support.play import HUMAN, MERCHANTS, OPEN, Match


def test_a_repeated_creation_answers_the_same_game_with_fresh_tokens(process: Callable[[], CommandHandler]) -> None:
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN, HUMAN))
    first = process().new_games.create(command, KEY)
    again = process().new_games.create(command, KEY)
    assert again.replayed
    assert (again.game_log.id, again.commit, again.session) == (first.game_log.id, first.commit, first.session)
    assert set(again.tokens) == set(first.tokens) == {"host", "s0", "s2"}
    game_log = process().repository.load(first.game_log.id)
    assert [game_log.caller(hash_token(token)) for token in first.tokens.values()] == [None] * 3
    assert {name: game_log.caller(hash_token(token)) for name, token in again.tokens.items()} == {
        "host": ("host", None),
        "s0": ("player", 0),
        "s2": ("player", 2),
    }


def test_a_creation_under_a_used_key_with_another_body_is_refused(process: Callable[[], CommandHandler]) -> None:
    first = process().new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN)), KEY)
    for other in (
        lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN)),
        lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN), visibility="unlisted"),
    ):
        with pytest.raises(KeyReused):
            process().new_games.create(other, KEY)
    assert process().repository.load(first.game_log.id).caller(hash_token(first.tokens["host"])) == ("host", None)


def test_a_record_without_names_can_be_repeated_by_a_release_that_fills_them_in(
    process: Callable[[], CommandHandler],
) -> None:
    create = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN), trusted_host=True)
    claim, reassign = lifecycle.ClaimSeat(seat=1), lifecycle.Reassign(seat=0)
    created = process().new_games.create(create, KEY)
    game, host = created.game_log.id, created.tokens["host"]
    process().claim(game, claim, KEY)
    process().manage(game, host, reassign, None, KEY)
    recorded = [msgspec.json.decode(each.command) for each in process().store.commits(game, 1, 3)]
    assert [each["name"] for each in (*recorded[0]["seats"], *recorded[1:])] == [None] * 4

    assert process().manage(game, host, lifecycle.named(reassign), None, KEY).replayed
    assert process().claim(game, lifecycle.named(claim), KEY).replayed
    assert process().new_games.create(lifecycle.named(create), KEY).game_log.id == game
    with pytest.raises(KeyReused):
        process().claim(game, msgspec.structs.replace(claim, name="Bo"), KEY)


def test_a_creation_that_crashed_after_reserving_its_id_is_made_up_for(
    process: Callable[[], CommandHandler], monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = process()
    reserved: list[str] = []
    reserve = dying.store.reserve

    def dies(*args: Any) -> str:
        reserved.append(reserve(*args))
        raise KeyboardInterrupt

    monkeypatch.setattr(dying.store, "reserve", dies)
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
    with pytest.raises(KeyboardInterrupt):
        dying.new_games.create(command, KEY)
    with pytest.raises(UnknownGame):
        process().repository.load(reserved[0])
    made = process().new_games.create(command, KEY)
    assert made.game_log.id == reserved[0]
    assert not made.replayed


def test_a_creation_that_was_refused_may_be_put_right_under_its_key(process: Callable[[], CommandHandler]) -> None:
    handler = process()
    with pytest.raises(Malformed):
        handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN,)), KEY)
    assert not handler.new_games.create(lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, HUMAN)), KEY).replayed


def test_a_creations_key_is_free_again_when_it_has_expired(process: Callable[[], CommandHandler], redis_url: str) -> None:
    command = lifecycle.CreateGame(ruleset=MERCHANTS, seats=(HUMAN, OPEN))
    first = process().new_games.create(command, KEY)
    with Redis.from_url(redis_url) as client:
        (key,) = client.scan_iter("*:key:*")
        assert 590 < client.ttl(key) <= 600
        client.delete(key)
    second = process().new_games.create(command, KEY)
    assert second.game_log.id != first.game_log.id
    assert not second.replayed


def test_a_repeated_creation_does_not_reach_into_a_seat_that_a_player_took_back(
    process: Callable[[], CommandHandler],
) -> None:
    """The creator had the seat's first token; the one it got when it was taken back is the player's own."""
    match = Match.create(process(), HUMAN, HUMAN, key=KEY)
    match.manage("s1", lifecycle.HandToBot(seat=1, level="random"))
    match.manage("s1", lifecycle.TakeBack(seat=1))
    again = Match.create(process(), HUMAN, HUMAN, key=KEY)
    assert again.id == match.id
    assert set(again.tokens) == {"host", "s0"}
    assert match.game_log.caller(hash_token(match.tokens["s1"])) == ("player", 1)


def test_a_repeated_claim_answers_the_same_seat_with_a_fresh_token(
    process: Callable[[], CommandHandler], clock: Clock
) -> None:
    match = Match.create(process(), HUMAN, OPEN)
    match.handler = process()
    first = match.claim(1, KEY, name="Bo", client_seed="seed")
    clock.pass_by(minutes=10)
    again = elsewhere(match, process()).claim(1, KEY, name="Bo", client_seed="seed")
    assert again.replayed
    assert (again.commit, again.events, again.session) == (first.commit, first.events, first.session)
    game_log = process().repository.load(match.id)
    assert game_log.caller(hash_token(first.tokens["s1"])) is None
    assert game_log.caller(hash_token(again.tokens["s1"])) == ("player", 1)
    assert game_log.names_of(game_log.session)[1] == "Bo"


def test_a_claim_under_a_used_key_with_another_body_is_refused(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, OPEN, OPEN)
    claimed = match.claim(1, KEY, name="Bo")
    for fields in ({"seat": 1, "name": "Cy"}, {"seat": 2, "name": "Bo"}, {"seat": 1, "name": "Bo", "client_seed": "x"}):
        with pytest.raises(KeyReused):
            process().claim(match.id, lifecycle.ClaimSeat(**fields), KEY)
    assert match.game_log.caller(hash_token(claimed.tokens["s1"])) == ("player", 1)


def test_a_claim_is_not_repeated_after_ten_minutes_or_under_another_key(
    process: Callable[[], CommandHandler], clock: Clock
) -> None:
    match = Match.create(process(), HUMAN, OPEN)
    claimed = match.claim(1, KEY)
    before = match.commits
    for key in ("o" * 32, None):
        with pytest.raises(Rejected, match="taken") as refused:
            process().claim(match.id, lifecycle.ClaimSeat(seat=1), key)
        assert refused.value.code == "seat_not_open"
    clock.pass_by(minutes=10, milliseconds=1)
    with pytest.raises(Rejected) as refused:
        process().claim(match.id, lifecycle.ClaimSeat(seat=1), KEY)
    assert refused.value.code == "seat_not_open"
    assert match.commits == before
    assert match.game_log.caller(hash_token(claimed.tokens["s1"])) == ("player", 1)


def test_a_claim_is_not_repeated_once_the_host_has_given_the_seat_away(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, OPEN, trusted_host=True)
    match.claim(1, KEY)
    given = match.manage("host", lifecycle.Reassign(seat=1, name="Cy"))
    before = match.commits
    with pytest.raises(Rejected) as refused:
        process().claim(match.id, lifecycle.ClaimSeat(seat=1), KEY)
    assert refused.value.code == "seat_not_open"
    assert match.commits == before
    assert match.game_log.caller(hash_token(given.tokens["s1"])) == ("player", 1)


def test_a_seat_given_away_while_its_claim_is_repeated_stays_given_away(process: Callable[[], CommandHandler]) -> None:
    match = Match.create(process(), HUMAN, OPEN, trusted_host=True)
    match.claim(1, KEY)
    late = process()
    commits, looked = late.store.commits, []

    def given_away_meanwhile(*args: Any) -> Any:
        found = commits(*args)
        looked.append(args)
        if len(looked) == 2:  # It has seen that nobody took the seat over, and is about to renew the token.
            match.manage("host", lifecycle.Reassign(seat=1, name="Cy"))
        return found

    late.store.commits = given_away_meanwhile  # type: ignore[method-assign]
    with pytest.raises(Rejected) as refused:
        late.claim(match.id, lifecycle.ClaimSeat(seat=1), KEY)
    assert refused.value.code == "seat_not_open"
    assert len(looked) > 2
    assert match.game_log.caller(hash_token(match.tokens["s1"])) == ("player", 1)
    assert match.game_log.names_at(match.game_log.version)[1] == "Cy"
