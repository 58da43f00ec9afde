"""Commands whose reply is lost with the connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
import redis
from redis import Redis
from redis.connection import UnixDomainSocketConnection

from events.commands.handler import CommandHandler
from events.errors import (
    StoreUnavailable,
)
from events.identity import hash_token
from events.store.event_store import EventStore
from tests.events.processes import KEY, Clock, elsewhere
from tests.support.games import CODECS
from tests.support.play import HUMAN, OPEN, Match, handler_on


def runs_a_script(command: Any) -> bool:
    return b"\r\nEVAL" in (command if isinstance(command, bytes) else b"".join(command))


class Flaky(UnixDomainSocketConnection):
    """Breaks after a script was carried out, before its answer is read, as often as `breaks` says."""

    breaks = 0

    def send_packed_command(self, command: Any, *args: Any, **kwargs: Any) -> None:
        super().send_packed_command(command, *args, **kwargs)  # Greets first, if it has to connect.
        self._script = runs_a_script(command)

    def read_response(self, *args: Any, **kwargs: Any) -> Any:
        reply = super().read_response(*args, **kwargs)
        if getattr(self, "_script", False) and Flaky.breaks:
            Flaky.breaks -= 1
            self.disconnect()
            raise redis.ConnectionError("the connection broke")
        return reply


@pytest.fixture
def flaky(redis_url: str, clock: Clock) -> Iterator[CommandHandler]:
    path = redis_url.removeprefix("unix://")
    pool = redis.ConnectionPool(connection_class=Flaky, path=path)
    Flaky.breaks = 0
    handler = handler_on(EventStore(Redis(connection_pool=pool)), CODECS, clock=clock)
    Match.create(handler)  # The script is known, so EVALSHA is what breaks.
    yield handler
    Flaky.breaks = 0
    pool.disconnect()


def test_an_action_whose_answer_was_lost_is_known_as_ones_own(flaky: CommandHandler) -> None:
    match = Match.create(flaky)
    seat, legal = match.to_act()
    Flaky.breaks = 1
    done = match.act(legal[0], seat, version=1)
    assert Flaky.breaks == 0
    assert not done.replayed
    assert match.commits[1:] == [done.commit]
    assert match.game_log.session == done.session
    assert match.play(Random(1), 5).game_log.version == 7


def test_a_claim_whose_answer_was_lost_gives_the_token_that_was_stored(flaky: CommandHandler) -> None:
    match = Match.create(flaky, HUMAN, OPEN)
    Flaky.breaks = 1
    claimed = match.claim(1)
    assert Flaky.breaks == 0
    assert match.game_log.caller(hash_token(claimed.tokens["s1"])) == ("player", 1)
    assert match.game_log.version == 2


def test_a_creation_whose_answer_was_lost_gives_the_tokens_that_were_stored(flaky: CommandHandler) -> None:
    for key in (None, KEY):
        Flaky.breaks = 1
        match = Match.create(flaky, HUMAN, OPEN, key=key)
        assert Flaky.breaks == 0
        assert match.game_log.caller(hash_token(match.tokens["host"])) == ("host", None)
        assert match.game_log.caller(hash_token(match.tokens["s0"])) == ("player", 0)
        assert match.game_log.version == 1


def test_ones_own_commit_is_known_though_others_followed(
    flaky: CommandHandler, process: Callable[[], CommandHandler]
) -> None:
    match = Match.create(flaky)
    other = elsewhere(match, process())
    seat, legal = match.to_act()
    append, tries = flaky.store.append, []

    def others_get_in(request: Any) -> Any:
        tries.append(request)
        return append(request)

    flaky.store.append = others_get_in  # type: ignore[method-assign]
    send, sent = Flaky.send_packed_command, []

    def play_on_before_the_second_try(self: Flaky, command: Any, *args: Any, **kwargs: Any) -> None:
        if runs_a_script(command):
            sent.append(command)
            if len(sent) == 2:
                other.play(Random(1), 3)
        send(self, command, *args, **kwargs)

    Flaky.breaks = 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flaky, "send_packed_command", play_on_before_the_second_try)
        done = match.act(legal[0], seat, version=1)
    assert len(tries) == 1
    assert (done.commit.version, match.game_log.version) == (2, 5)
    assert done.commit == match.commits[1]
    assert done.session == flaky.repository.session_at(match.game_log, 2)


def test_an_action_nobody_knows_the_fate_of_is_repeated_by_its_key(flaky: CommandHandler) -> None:
    match = Match.create(flaky)
    seat, legal = match.to_act()
    Flaky.breaks = 2
    with pytest.raises(StoreUnavailable):
        match.act(legal[0], seat, key=KEY)
    assert Flaky.breaks == 0
    again = match.act(legal[0], seat, key=KEY)
    assert again.replayed
    assert match.commits[1:] == [again.commit]
