"""The Python client, blocking and awaiting, against a running service, over connections that break."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

import pytest
from standardwebhooks import Webhook

from tests.clients.conftest import Host
from tests.clients.cutting_proxy import cutting
from tests.clients.scripted_service import scripted
from tests.docs.generated import ROOT
from tests.support.games import GAMES
from tests.support.tradewinds import wait_until
from tradewinds_client import AsyncTradewinds, Seat, Tradewinds, errors, verified

Connect = Callable[..., AbstractContextManager[Any]]
SHORT = {"target_influence": 3, "expedition_required": False}
AGAINST_A_BOT = [{"kind": "human"}, {"kind": "bot", "level": "random"}]
CUSTODY = [{"kind": "human", "player": "ann"}, {"kind": "human", "player": "bob"}]


class Awaited:
    """An awaiting client, called like the blocking one, so that one test tells the same of both."""

    def __init__(self, client: AsyncTradewinds, loop: asyncio.AbstractEventLoop) -> None:
        self.client, self.loop = client, loop

    def __getattr__(self, name: str) -> Any:
        def called(*given: Any, **named: Any) -> Any:
            found = getattr(self.client, name)(*given, **named)
            return self._each(found) if hasattr(found, "__anext__") else self.loop.run_until_complete(found)

        return called

    def _each(self, found: AsyncIterator[Any]) -> Iterator[Any]:
        async def following() -> Any:
            return await anext(found)  # Within the loop, which then knows what to close.

        with suppress(StopAsyncIteration):
            while True:
                yield self.loop.run_until_complete(following())


@contextmanager
def awaiting(url: str, key: str | None = None, **more: Any) -> Iterator[Awaited]:
    loop = asyncio.new_event_loop()
    client = AsyncTradewinds(url, key, **more)
    loop.run_until_complete(client.__aenter__())
    try:
        yield Awaited(client, loop)
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.run_until_complete(client.__aexit__())
        loop.close()


@pytest.fixture(params=["blocking", "awaiting"])
def connect(request: pytest.FixtureRequest) -> Connect:
    return Tradewinds if request.param == "blocking" else awaiting


def test_it_is_shorter_than_six_hundred_lines() -> None:
    package = ROOT / "clients" / "python" / "tradewinds_client"
    lines = [line for each in package.glob("*.py") if each.name != "answers.py" for line in each.read_text().splitlines()]
    assert len([line for line in lines if line.strip()]) < 600


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [("merchants-of-the-caribbean", AGAINST_A_BOT, SHORT), ("tic-tac-toe", AGAINST_A_BOT, {})],
)
def test_a_whole_game_is_played_by_offers(
    connect: Connect, host: Host, ruleset: str, seats: list[Any], options: dict[str, Any]
) -> None:
    with connect(host.url) as service:
        (seat,) = Seat.all(service.create_game(ruleset, seats, options=options))
        acted = 0
        for turn in service.turns(seat):
            assert turn.game["version"] == turn.version
            service.act(seat, turn.offers[0]["id"] if acted % 2 else turn.offers[-1], turn.version)
            acted += 1
        assert service.game(seat)["status"] == "finished"
        assert service.audit(seat)["ok"]
    assert len([each for each in host.commits(seat.game) if each["seat"] == 0 and each["actor"] == "player"]) == acted > 2


def test_an_answer_that_is_lost_makes_nothing_twice(connect: Connect, host: Host) -> None:
    with cutting(host.url) as connection, connect(connection.url, host.key) as service:
        connection.lose = [b"POST /v1/games "]
        made = service.create_game("tic-tac-toe", CUSTODY, custody=True, metadata={"channel": "1"})
        seat = Seat(made["game"]["id"], made["game"]["to_act"][0])
        assert [each["id"] for each in service.games()] == [seat.game]

        offers = service.offers(seat)
        connection.lose = [b"POST /v1/games/"]
        done = service.act(seat, offers["actions"][0], offers["version"])

        assert done["version"] == offers["version"] + 1 == service.game(seat)["version"]
        assert connection.lose == []
        assert len([each for each in connection.requests if b"/actions HTTP" in each and each.startswith(b"POST")]) == 2


def test_a_key_that_was_kept_brings_tokens_again_after_a_crash(connect: Connect, host: Host) -> None:
    with connect(host.url, host.key) as service:
        seats, key = [{"kind": "human"}, {"kind": "open"}], "k" * 32
        made, again = [service.create_game("tic-tac-toe", seats, idempotency_key=key) for _ in range(2)]
        game = made["game"]["id"]
        assert again["game"]["id"] == game
        seat = Seat.all(again)[0]
        assert service.game(seat)["version"] == 2  # It has fresh tokens, and the old one is void.
        with pytest.raises(errors.NotAllowed):
            service.game(Seat.all(made)[0])

        claimed = [service.claim(game, 1, name="Ann", idempotency_key=key) for _ in range(2)]
        assert claimed[0]["seat"] == claimed[1]["seat"] == 1
        assert service.game(Seat.of(claimed[1]))["seats"][1]["name"] == "Ann"


def test_a_client_needs_no_with(host: Host) -> None:
    service = Tradewinds(host.url, host.key)
    assert service.request("GET", "/version")["version"]
    service.http.close()


def test_what_would_happen_twice_is_not_sent_again(connect: Connect, host: Host) -> None:
    with cutting(host.url) as connection, connect(connection.url, host.key) as service:
        connection.lose = [b"POST /v1/webhooks "]
        with pytest.raises(errors.Unreachable):
            service.create_webhook("http://127.0.0.1:9/", ["turn"])
        assert len(service.request("GET", "/v1/webhooks")["items"]) == 1


def refusal(status: int, code: str, after: str = "0") -> tuple[int, dict[str, str], Any]:
    return status, {"Retry-After": after}, {"code": code, "detail": "Not now.", "params": {"limit": 3}}


def test_what_the_service_cannot_take_now_is_sent_again_with_the_same_key(connect: Connect) -> None:
    answers = (refusal(429, "rate_limited"), refusal(503, "outcome_unknown"), (201, {}, {"version": 2}))
    with scripted(*answers) as scripts, connect(scripts.url) as service:
        assert service.act(Seat("0g1", 0, "tw_1"), {"type": "pass"}, 1) == {"version": 2}
        assert len({headers["idempotency-key"] for headers, _ in scripts.asked}) == 1
        assert [body for _, body in scripts.asked] == [b'{"type":"pass"}'] * 3
        assert {headers["if-match"] for headers, _ in scripts.asked} == {'"1"'}


def test_without_a_key_only_what_was_surely_not_taken_is_sent_again(connect: Connect) -> None:
    answers = (refusal(503, "store_unavailable"), refusal(429, "rate_limited"), refusal(503, "outcome_unknown"))
    with scripted(*answers) as scripts, connect(scripts.url) as service:
        with pytest.raises(errors.Unavailable) as raised:
            service.create_webhook("https://club.example/", ["turn"])
        assert raised.value.code == "outcome_unknown"
        assert len(scripts.asked) == 3


def test_patience_ends(connect: Connect) -> None:
    with scripted(*[refusal(429, "rate_limited", "7")] * 2) as scripts, connect(scripts.url, patience=5) as service:
        with pytest.raises(errors.Unavailable) as raised:
            service.game("0g1")
        assert raised.value.params == {"limit": 3}
        assert len(scripts.asked) == 1
    with connect("http://127.0.0.1:9", patience=0.3) as service, pytest.raises(errors.Unreachable):
        service.game("0g1")


def test_a_stream_that_is_cut_goes_on_with_nothing_lost_and_nothing_twice(connect: Connect, host: Host) -> None:
    game = host.finished()
    with cutting(host.url) as connection, connect(connection.url) as service:
        connection.cut = [0, 100, 900, 1500, 2503]
        events = list(service.follow(game, include=["scene"]))
        assert len(connection.requests) == 6
    assert [each.data for each in events] == host.get(f"games/{game}/events?limit=1000&include=scene")["items"]
    assert [each.id for each in events] == [str(each.data["version"]) for each in events]


def test_a_feed_that_is_cut_goes_on_from_its_cursor(connect: Connect, host: Host) -> None:
    with connect(host.url, host.key) as service:
        cursor = service.request("GET", "/v1/feed")["next"]
    games = [host.finished() for _ in range(2)]
    wanted = {(game, each["version"]) for game in games for each in host.commits(game)}
    with cutting(host.url) as connection, connect(connection.url, host.key) as service:
        connection.cut = [700, 1900, 3333]
        heard: list[tuple[str, int]] = []
        for event in service.feed(cursor):
            heard += [(event.data["game"], event.data["version"])] if event.name == "entry" else []
            if len(heard) == len(wanted) // 2:
                cursor = event.id
                break
        for event in service.feed(cursor):
            heard += [(event.data["game"], event.data["version"])] if event.name == "entry" else []
            if {*heard} == wanted:
                break
    assert len(heard) - len(wanted) <= len(wanted) // 2, "only what comes before the cursor may come again"


def test_changes_begin_with_how_games_stand_and_go_on_from_the_cursor(connect: Connect, host: Host) -> None:
    old = host.finished()
    with connect(host.url, host.key) as service:
        changes = service.changes()
        listed = next(changes)
        assert (listed.game, listed.listed, listed.entry["status"]) == (old, True, "finished")
        made = service.create_game("tic-tac-toe", CUSTODY, custody=True, metadata={"channel": "1"})
        news = next(each for each in changes if each.game != old)
        assert (news.game, news.listed, news.entry["metadata"]) == (made["game"]["id"], False, {"channel": "1"})
        seat = Seat(news.game, news.entry["asked"][0]["seat"])
        service.act(seat, service.offers(seat)["actions"][0])
        again = next(each for each in service.changes(news.cursor) if each.entry["version"] == news.entry["version"] + 1)
        assert not again.listed


def test_errors_have_types_and_params(connect: Connect, host: Host) -> None:
    with connect(host.url, host.key) as service:
        made = service.create_game("merchants-of-the-caribbean", CUSTODY, custody=True, external_id="table 1")
        game, (acting,) = made["game"]["id"], made["game"]["to_act"]
        offer = service.offers(Seat(game, acting))["actions"][0]

        with pytest.raises(errors.NotYourTurn) as waits:
            service.act(Seat(game, 1 - acting), offer)
        assert waits.value.params["awaited_seat"] == acting
        with pytest.raises(errors.Stale) as stale:
            service.act(Seat(game, acting), offer, version=99)
        assert stale.value.current_version == made["game"]["version"]
        with pytest.raises(errors.ExternalIdTaken) as taken:
            service.create_game("tic-tac-toe", CUSTODY, external_id="table 1")
        assert taken.value.params["game"] == game
        with pytest.raises(errors.Invalid) as invalid:
            service.create_game("tic-tac-toe", CUSTODY, colour="red")
        assert [each["pointer"] for each in invalid.value.errors] == ["/colour"]
        with pytest.raises(errors.NotFound):
            service.game("0g" + "2" * 20)
        with pytest.raises(errors.NotAllowed):
            service.act(Seat(game, 0, "tw_" + "x" * 32), offer)
        etag = service.note(game)[1]
        service.change_note(game, {"metadata": {"told": "1"}}, etag)
        with pytest.raises(errors.Stale) as note:
            service.change_note(game, {"metadata": {"told": "2"}}, etag)
        assert note.value.code == "stale_note"


def test_pictures_and_scenes(connect: Connect, host: Host) -> None:
    game = host.finished()
    with connect(host.url) as service:
        areas = {each["id"] for each in service.board(game)["areas"]}
        assert {each["in"] for each in service.picture(game)["pieces"]} <= areas
        assert service.picture(game, version=1)["version"] == 1
        assert service.drawing(game, theme="dark").startswith("<svg")
        assert "Top left" in service.drawing(game, "text/plain") or service.drawing(game, "text/plain").startswith("Board")
        assert service.png(game, version=2, scene=True)[:8] == b"\x89PNG\r\n\x1a\n"
        second = service.events(game, after=1, limit=1, include=["scene", "picture"])["items"][0]
        assert {each["beat"] for each in second["scene"]} & {"move", "show"}
        assert second["picture"]["pieces"]


def test_filters_lists_and_results(connect: Connect, host: Host) -> None:
    game = host.finished()
    with connect(host.url, host.key) as service:
        service.change_note(game, {"metadata": {"season": "a & b"}, "players": {"0": "ann"}})
        assert [each["id"] for each in service.games(metadata={"season": "a & b"}, status=["running", "finished"])] == [game]
        (result,) = service.results(metadata={"season": "a & b"})
        assert (result["game"], result["seats"][0]["player"]) == (game, "ann")
        assert [each["game"] for each in service.results(limit=1)] == [game]


def test_calls_of_webhooks_are_believed_by_their_signature_alone(host: Host) -> None:
    with scripted() as receiver, Tradewinds(host.url, host.key) as service:
        secret = service.create_webhook(f"{receiver.url}/hook", ["turn"])["secret"]
        game = service.create_game("tic-tac-toe", CUSTODY, custody=True)["game"]["id"]
        assert wait_until(lambda: bool(receiver.asked), 20)
        headers, body = receiver.asked[0]
    assert verified(secret, {name.title(): value for name, value in headers.items()}, body)["data"]["game"] == game
    assert verified(secret, headers, body.decode())["data"]["game"] == game
    for wrong in (
        lambda: verified(secret, headers, body + b" "),
        lambda: verified("whsec_" + "A" * 32, headers, body),
        lambda: verified(secret, {}, body),
        lambda: verified(secret, headers, body, now=time.time() + 301),
    ):
        with pytest.raises(errors.BadSignature):
            wrong()
    assert Webhook(secret).verify(body, headers) == json.loads(body)


def test_every_ruleset_is_known_to_the_generic_types(connect: Connect, host: Host) -> None:
    with connect(host.url) as service:
        assert {each["ruleset"] for each in service.request("GET", "/v1/rulesets")["items"]} >= {*GAMES}
