"""The feed: everything that happens in the games of an API key, or of a hand of tokens, in one place."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from redis import Redis

from domain.session.clocks import SeatTimedOut
from events.backup import making, restoring
from events.store_types import Changed
from tests.service.client import Api, Game
from tests.service.conftest import Clock
from tests.service.test_api_keys import CARD_GAME, made, new_key

Entry = dict[str, Any]


@pytest.fixture
def key(api: Api) -> str:
    return new_key(api)


def deleted(api: Api, game: Game) -> None:
    assert api.app.extensions["tradewinds"].deleter.delete(game.id).finished


def polled(api: Api, key: str, cursor: str | None = None, **query: Any) -> dict[str, Any]:
    found: dict[str, Any] = api.get(
        "/v1/feed", token=key, query_string=query if cursor is None else {"after": cursor, **query}
    ).json
    return found


def hand(*games: Game) -> dict[str, Any]:
    return {"games": [{"game": game.id, "token": game.tokens[0]} for game in games]}


def held(api: Api, body: dict[str, Any], cursor: str | None = None, **query: Any) -> dict[str, Any]:
    if cursor is not None:
        query["after"] = cursor
    found: dict[str, Any] = api.post("/v1/feed", body, query_string=query, expect=200).json
    return found


def places(entries: list[Entry]) -> list[tuple[str, int]]:
    return [(entry["game"], entry["version"]) for entry in entries]


def test_entries_tell_what_a_spectator_reads_where_their_reader_wants_it(api: Api, key: str) -> None:
    begin = polled(api, key)["next"]
    games = [made(api, key, "human:ann", "human:bob"), made(api, key, "human:cat", "human:dan")]
    chance = random.Random(7)
    for game in (*games, games[0], games[0]):
        game.step(chance)
    said = {
        (game.id, each["version"]): each["text"] for game in games for each in game.get("/events").json["items"]
    }  # fmt: skip
    assert all(said.values())
    assert {entry["text"] for entry in polled(api, key, begin)["items"]} == {None}
    told = {(each["game"], each["version"]): each["text"] for each in polled(api, key, begin, include="text")["items"]}
    assert told == said
    by_hand = held(api, hand(games[0]), "1", include="text")["items"]
    assert [each["text"] for each in by_hand] == [text for (game, _), text in said.items() if game == games[0].id]
    deleted(api, games[1])
    left = {(each["game"], each["version"]): each["text"] for each in polled(api, key, begin, include="text")["items"]}
    assert left == {place: text if place[0] == games[0].id else None for place, text in said.items()}
    api.refused("GET", "/v1/feed?include=picture", 400, "invalid_query", token=key)


def test_each_commit_of_the_key_s_games_is_an_entry(api: Api, key: str, clock: Clock) -> None:
    begin = polled(api, key)
    assert (begin["items"], begin["rewound"], begin["left_out"]) == ([], False, [])
    mine = made(api, key, "human:ann", "human:bob", metadata={"channel": "42"})
    made(api, new_key(api, "another"), "human", "human")
    made(api, None, "human", "human")
    chance = random.Random(7)
    states = [mine.state()]
    for _ in range(5):
        clock.advance(seconds=3)
        mine.step(chance)
        states.append(mine.state())
    found = polled(api, key, begin["next"])["items"]
    assert places(found) == [(mine.id, version) for version in range(1, 7)]
    players = ["ann", "bob"]
    for entry, state in zip(found, states, strict=True):
        assert {name: entry[name] for name in ("ruleset", "status", "outcome")} == {
            name: state[name] for name in ("ruleset", "status", "outcome")
        }
        assert entry["pending"] == mine.pending(state, dict(enumerate(players)))
        assert entry["metadata"] == {"channel": "42"}
    assert found[-1]["acted_at"] == mine.get("/events?after=5").json["items"][0]["at"]
    mine.abandon()
    assert polled(api, key, found[-1]["next"])["items"][-1]["status"] == "abandoned"


def test_every_cursor_leads_to_all_that_followed(api: Api, key: str) -> None:
    """Also one from the middle of a page: what came after its entry comes again, or is known."""
    begin = polled(api, key)["next"]
    games = [made(api, key, "human:ann", "human:bob") for _ in range(3)]
    for game in games:
        game.play(2)
    found = polled(api, key, begin)["items"]
    assert len(found) == 9
    for place, entry in enumerate(found):
        again = polled(api, key, entry["next"])["items"]
        assert {*places(found[place + 1 :])} <= {*places(again)}


def test_a_page_that_is_longer_than_one_reading_has_everything(api: Api, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.redis_store.feed.LINES_AT_ONCE", 2)
    begin = polled(api, key)["next"]
    game = made(api, key, "human:ann", "human:bob")
    game.play(6)
    assert places(polled(api, key, begin)["items"]) == [(game.id, version) for version in range(1, 8)]


def test_a_short_page_leads_on(api: Api, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything happened within the time that a resumed reader looks back: pages must not go round in circles."""
    monkeypatch.setattr("events.redis_store.feed.LINES_AT_ONCE", 2)
    monkeypatch.setattr("service.resources.feed.PAGE_LINES", 2)
    cursor = polled(api, key)["next"]
    game = made(api, key, "human:ann", "human:bob")
    game.play(9)
    seen = set[tuple[str, int]]()
    for _ in range(10):
        page = polled(api, key, cursor)
        seen |= {*places(page["items"])}
        cursor = page["next"]
    assert seen == {(game.id, version) for version in range(1, 11)}


@pytest.mark.parametrize("cursor", ["zz", "-1", "1" * 12, "12345G"])
def test_what_is_no_cursor_is_refused(api: Api, key: str, cursor: str) -> None:
    api.refused("GET", f"/v1/feed?after={cursor}", 400, "invalid_query", token=key)
    api.refused("GET", "/v1/feed", 400, "invalid_header", token=key, headers={"Last-Event-ID": cursor})


def test_an_empty_place_is_now(api: Api, key: str) -> None:
    made(api, key, "human:ann", "human:bob").play(2)
    sleep(0.002)  # What was written in the same millisecond counts as written now.
    for asked in (api.get("/v1/feed?after=", token=key), api.get("/v1/feed", token=key, headers={"Last-Event-ID": ""})):
        assert (asked.json["items"], asked.json["rewound"]) == ([], False)


@pytest.mark.parametrize("cursor", ["1", "fffffffffff"], ids=["long ago", "to come"])
def test_who_was_away_too_long_is_told_so(api: Api, key: str, cursor: str) -> None:
    made(api, key, "human:ann", "human:bob")
    page = polled(api, key, cursor)
    assert (page["items"], page["rewound"]) == ([], True)
    game = made(api, key, "human:ann", "human:bob")
    page = polled(api, key, page["next"])
    assert (game.id, 1) in places(page["items"])
    assert not page["rewound"]


def test_a_feed_that_was_trimmed_says_so(api: Api, key: str, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = polled(api, key)["next"]
    game = made(api, key, "human:ann", "human:bob")
    game.play(4)
    (stream,) = redis.scan_iter(match=f"{{{game.id.partition('g')[0]}}}:feed:*")
    monkeypatch.setattr("events.redis_store.feed.KEY_FEED_LENGTH", 3)
    redis.xtrim(stream, maxlen=3, approximate=False)
    assert polled(api, key, begin)["rewound"]


def test_the_feed_announces_that_a_game_was_deleted(api: Api, key: str) -> None:
    """After what happened in it before, once, and to nobody else."""
    others, begin = new_key(api, "another"), polled(api, key)["next"]
    of_others = polled(api, others)["next"]
    game, stays = (made(api, key, "human:ann", "human:bob", metadata={"channel": "42"}) for _ in range(2))
    stream = Stream(api, "GET", EVENT, token=key, query_string={"after": begin})
    stream.read(f'"game":"{stays.id}"')
    for _ in range(2):
        deleted(api, game)
    page = polled(api, key, begin)
    assert sorted(places(page["items"])) == sorted([(game.id, 1), (stays.id, 1)])
    assert {entry["game"]: entry["metadata"] for entry in page["items"]} == {game.id: {}, stays.id: {"channel": "42"}}
    assert page["left_out"] == [{"game": game.id, "code": "game_deleted"}]
    stream.read(f'event: left_out\ndata: {{"game":"{game.id}","code":"game_deleted"}}')
    stays.play(1)
    assert stream.read('"version":2').count("left_out") == 1
    stream.close()
    assert polled(api, others, of_others)["left_out"] == []


def test_a_deletion_comes_after_all_else_of_its_game(api: Api, key: str) -> None:
    begin = polled(api, key)["next"]
    game = made(api, key, "human:ann", "human:bob")
    deleted(api, game)
    for accept in (EVENT, LINE):
        stream = Stream(api, "GET", accept, token=key, query_string={"after": begin})
        text = stream.read("game_deleted")
        assert text.index('"version":1') < text.index("game_deleted")
        stream.close()


def test_who_followed_before_a_restore_is_told_to_look_again(api: Api, key: str, redis: Redis, tmp_path: Path) -> None:
    """The store knows less than the follower, and counts versions again."""
    store, hub = api.app.extensions["tradewinds"].store, api.app.extensions["tradewinds"].hub
    game = made(api, key, "human:ann", "human:bob")
    making.make(store, tmp_path, "2026-01-02T03:04:05.000Z")
    stream = Stream(api, "GET", EVENT, token=key)
    game.play(3)
    stream.read('"version":4')
    cursor, by_hand = polled(api, key)["next"], held(api, hand(game))["next"]
    redis.flushall()
    restoring.restore(store, tmp_path)
    page, of_hand = polled(api, key, cursor), held(api, hand(game), by_hand)
    assert (page["items"], page["rewound"]) == ([], True)
    assert (places(of_hand["items"]), of_hand["rewound"]) == ([(game.id, 1)], True)
    (listed,) = api.get(f"/v1/games?mine=true&updated_since={game.state()['acted_at']}", token=key).json["items"]
    assert listed["version"] == 1
    game.play(1)
    hub._wake_keys(0)
    assert stream.read("event: rewound").count("rewound") == 1
    stream.close()


# Live


class Stream:
    """A live feed, read as far as it is there."""

    def __init__(self, api: Api, method: str, accept: str, **request: Any) -> None:
        token = request.pop("token", None)
        headers = {"Accept": accept, **request.pop("headers", {}), **({"Authorization": f"Bearer {token}"} if token else {})}
        self.response = api.http.open("/v1/feed", method=method, headers=headers, buffered=False, **request)
        assert self.response.status_code == 200, self.response.text
        self._pieces = self.response.iter_encoded()
        self._check = api.contract.check_feed
        self.text = ""

    def read(self, until: str) -> str:
        """All that was sent, up to a piece with this text."""
        while until not in self.text:
            self.text += next(self._pieces).decode()
        self._check(self.text, "a live feed")
        return self.text

    def entries(self) -> list[Entry]:
        lines = (line.removeprefix("data: ") for line in self.text.splitlines())
        return [entry for line in lines if line[:2] == '{"' and "version" in (entry := json.loads(line))]

    def close(self) -> None:
        self.response.close()


EVENT, LINE = "text/event-stream", "application/x-ndjson"


@pytest.mark.parametrize("accept", [EVENT, LINE])
def test_a_live_feed_tells_of_every_commit_in_every_game(api: Api, key: str, accept: str) -> None:
    stream = Stream(api, "GET", accept, token=key)
    games = [made(api, key, "human:ann", "human:bob") for _ in range(2)]
    for game in games:
        game.play(2)
    for game in games:
        stream.read(f'"game":"{game.id}","ruleset":"{CARD_GAME}","version":3')
    assert {*places(stream.entries())} == {(game.id, version) for game in games for version in (1, 2, 3)}
    assert api.app.extensions["tradewinds"].hub.followers == 1
    stream.close()
    assert api.app.extensions["tradewinds"].hub.followers == 0


@pytest.mark.parametrize("accept", [EVENT, LINE])
def test_a_live_feed_ends_when_its_key_is_revoked(api: Api, key: str, accept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.feed_stream.KEEP_ALIVE_SECONDS", 0.05)
    stream = Stream(api, "GET", accept, token=key)
    stream.read("id: " if accept == EVENT else "next")
    keys = api.app.extensions["tradewinds"].store.api_keys
    keys.revoke(key.split("_")[1], "2026-01-02T03:04:05.000Z")
    last = stream.read("unauthorized").rstrip("\n").splitlines()[-2:]
    assert last == ["event: unauthorized", "data: {}"] or json.loads(last[-1])["end"] == "unauthorized"
    assert next(stream._pieces, None) is None
    problem = api.refused("GET", "/v1/feed", 401, "invalid_key", token=key)
    assert "tradewinds keys create" in problem["detail"]


def test_a_feed_needs_a_key(api: Api) -> None:
    game = made(api, None, "human", "human")
    for token in (None, game.tokens[0], game.tokens["host"]):
        api.refused("GET", "/v1/feed", 401, "key_required", token=token)


def test_a_live_feed_says_that_it_has_lost_commits(
    api: Api, key: str, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when Redis comes back without its last second. The feed then goes on from now."""
    monkeypatch.setattr("service.feed_stream.KEEP_ALIVE_SECONDS", 0.05)
    monkeypatch.setattr("service.following.WHOLE_SECONDS", 0.0)
    game = made(api, key, "human:ann", "human:bob")
    stream = Stream(api, "GET", EVENT, token=key)
    game.play(1)
    stream.read('"version":2')
    (feed,) = redis.scan_iter(match=f"{{{game.id.partition('g')[0]}}}:feed:*")
    redis.xdel(feed, redis.xrevrange(feed, "+", "-", 1)[0][0])
    stream.read("event: rewound")
    game.play(1)
    stream.read('"version":3')
    assert stream.text.count("rewound") == 1
    stream.close()


def test_followers_of_one_key_are_limited(api: Api, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.streaming.MOST_OF_A_KEY", 2)
    streams = [Stream(api, "GET", EVENT, token=key) for _ in range(2)]
    assert "one API key" in api.refused("GET", "/v1/feed", 429, "too_many_followers", token=key)["detail"]
    polled(api, new_key(api, "another"))
    streams[0].close()
    polled(api, key)
    streams[1].close()


def test_a_poll_waits_for_news_and_no_longer(api: Api, key: str) -> None:
    cursor = polled(api, key)["next"]
    began = monotonic()
    assert polled(api, key, cursor, wait=1)["items"] == []
    assert monotonic() - began >= 1
    threading.Timer(0.2, lambda: made(api, key, "human:ann", "human:bob")).start()
    assert len(polled(api, key, cursor, wait=30)["items"]) == 1
    assert monotonic() - began < 20


# By tokens


def test_a_hand_follows_its_games_and_no_others(api: Api, clock: Clock) -> None:
    games = [made(api, None, "human", "human") for _ in range(3)]
    body = hand(*games[:2])
    clock.advance(minutes=1)
    page = held(api, body)
    assert sorted(places(page["items"])) == sorted((game.id, 1) for game in games[:2])
    for game in games:
        clock.advance(seconds=10)
        game.play(2)
    found = held(api, body, page["next"])["items"]
    assert places(found) == [(game.id, version) for game in games[:2] for version in (2, 3)]
    assert found[-1]["pending"] == games[1].pending(games[1].state(), {})
    assert found[-1]["metadata"] == {}
    games[0].abandon()
    ended = held(api, body, found[-1]["next"])["items"][-1]
    assert (ended["game"], ended["status"], ended["to_act"]) == (games[0].id, "abandoned", [])


def test_a_hand_is_told_which_seats_are_taken(api: Api) -> None:
    game = made(api, None, "human", "open")
    begin = held(api, hand(game))
    game.claim(1)
    entry = held(api, hand(game), begin["next"])["items"][-1]
    assert (entry["claimed"], entry["timed_out"], entry["changed_hands"]) == ([{"seat": 1, "player": None}], [], [])
    game.put_seat(1, 1, kind="bot", level="random")
    entry = held(api, hand(game))["items"][-1]
    assert [each["seat"] for each in entry["changed_hands"]] == [1]


def test_a_line_of_the_feed_names_the_seats_whose_time_was_over() -> None:
    assert Changed.by([SeatTimedOut(1, 1)], (0,), (1,)) == Changed(asked=(0,), timed_out=(1,), handed=(1,))


def test_a_hand_goes_on_without_the_games_that_it_cannot_follow(api: Api, redis: Redis) -> None:
    good, other, damaged = (made(api, None, "human", "human") for _ in range(3))
    redis.xtrim(f"{{{damaged.id.partition('g')[0]}}}:g:{damaged.id}", maxlen=0, approximate=False)
    body = hand(good, other, damaged)
    body["games"][1]["token"] = good.tokens[0]
    unknown = {"game": f"{good.id[:-1]}{'a' if good.id[-1] != 'a' else 'b'}", "token": good.tokens[0]}
    page = held(api, {"games": [*body["games"], unknown]})
    assert places(page["items"]) == [(good.id, 1)]
    codes = {each["game"]: each["code"] for each in page["left_out"]}
    assert codes == {other.id: "unauthorized", damaged.id: "log_damaged", unknown["game"]: "unknown_game"}


@pytest.mark.parametrize("accept", [EVENT, LINE])
def test_a_live_hand_ends_with_its_last_game(api: Api, accept: str) -> None:
    games = [made(api, None, "human", "human") for _ in range(2)]
    stream = Stream(api, "POST", accept, json=hand(*games))
    assert live_streams(api) == 1
    for game in games:
        game.abandon()
    stream.read('"over"' if accept == LINE else "event: over")
    assert sorted(places(stream.entries())) == sorted((game.id, version) for game in games for version in (1, 2))
    assert api.app.extensions["tradewinds"].hub.followers == 0
    stream.close()
    assert live_streams(api) == 0


def live_streams(api: Api) -> float:
    """What the metrics say."""
    (line,) = [line for line in api.get("/metrics").text.splitlines() if line.startswith("tradewinds_streams ")]
    return float(line.split()[1])


def test_a_replaced_token_ends_its_own_game_only(api: Api) -> None:
    games = [made(api, None, "human", "human", trusted_host=True) for _ in range(2)]
    stream = Stream(api, "POST", EVENT, json=hand(*games))
    games[0].put_seat(0, 0, kind="bot", level="random")
    games[0].put_seat(0, "host", kind="human")
    stream.read('"code":"unauthorized"')
    games[1].play(1)
    stream.read(f'"game":"{games[1].id}","ruleset":"{CARD_GAME}","version":2')
    assert (games[0].id, 3) not in places(stream.entries())
    stream.close()


def test_each_game_of_a_hand_takes_a_place(make_api: Callable[..., Api]) -> None:
    api = make_api(max_followers=2, rate_limit="600/minute")
    games = [made(api, None, "human", "human") for _ in range(3)]
    api.refused("POST", "/v1/feed", 503, "no_place_to_follow", json=hand(*games))
    stream = Stream(api, "POST", EVENT, json=hand(*games[:2]))
    api.refused("POST", "/v1/feed", 503, "no_place_to_follow", json=hand(games[2]))
    stream.close()
    held(api, hand(games[2]))


def test_a_game_that_went_too_far_comes_with_its_last_commit_only(
    api: Api, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.following.KEY_FEED_LENGTH", 3)
    monkeypatch.setattr("service.following.AT_ONCE", 2)
    far, near = (made(api, None, "human", "human") for _ in range(2))
    body = hand(far, near)
    clock.advance(minutes=1)
    cursor = held(api, body)["next"]
    clock.advance(minutes=1)
    far.play(6)
    near.play(1)
    page = held(api, body, cursor)
    assert page["rewound"]
    assert sorted(places(page["items"])) == sorted([(far.id, 7), (near.id, 2)])
    monkeypatch.setattr("service.following.KEY_FEED_LENGTH", 10)
    assert len(held(api, body, cursor)["items"]) == 7


@pytest.mark.parametrize(
    "body", [{}, {"games": []}, {"games": [{"game": "0g", "token": "x"}]}, {"games": [{"game": f"0g{'a' * 20}"}]}]
)
def test_a_hand_that_is_none_is_refused(api: Api, body: dict[str, Any]) -> None:
    api.refused("POST", "/v1/feed", 422, "invalid_body", json=body)


# Other processes, and callers that leave


def test_commits_of_other_processes_are_told_even_those_while_redis_breaks_off(
    make_api: Callable[..., Api], redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.streaming.RETRY_SECONDS", 0.05)
    here, there = make_api(), make_api()
    key = new_key(there)
    stream = Stream(here, "GET", EVENT, token=key)
    game = made(there, key, "human:ann", "human:bob")
    stream.read('"version":1')
    chance = random.Random(1)
    for _ in range(8):
        for each in redis.client_list():
            if each["name"].startswith("tradewinds-feed"):
                redis.client_kill_filter(each["id"])
        game.step(chance)
    stream.read('"version":9')
    assert [version for _, version in places(stream.entries())] == [*range(1, 10)]
    stream.close()
