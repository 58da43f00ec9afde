"""No caller takes the service from the others: limits by address, by token and on what is costly."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from domain import session
from domain.levels import QUICK, Level
from domain.session import lifecycle
from events.errors import StaleVersion
from events.settings import Settings
from policies import LEVELS
from policies.turn_search import expert
from service import limits
from service.limits import UNKNOWN, Limit, caller_address
from tests.service.client import Api, Game
from tests.service.contract import EVENT_STREAM, NDJSON
from tests.service.requests_of import RULESET, SEATS
from tests.support.games import CODECS
from tests.support.play import HUMAN, Match, body, fake_store, handler_on

ELSEWHERE = "192.0.2.7"
MARAUDERS = "merchants-and-marauders"


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_windows_worth_of_calls_may_come_at_once_and_comes_back_evenly() -> None:
    time = Time()
    limit = Limit("60/minute", time)
    assert [limit.spend("a") for _ in range(60)] == [0.0] * 60
    assert limit.spend("a") == pytest.approx(1.0)
    assert limit.spend("b") == 0.0
    time.now += 1
    assert limit.spend("a") == 0.0
    assert limit.spend("a") == pytest.approx(1.0), "what was refused is not counted"
    time.now += 3600
    assert [bool(limit.spend("a")) for _ in range(61)] == [False] * 60 + [True]


def test_a_call_that_counts_for_several_is_never_refused_for_good() -> None:
    time = Time()
    limit = Limit("6/minute", time)
    assert limit.spend("a", 10) == 0.0
    assert limit.spend("a", 10) == pytest.approx(60.0)
    time.now += 60
    assert limit.spend("a", 10) == 0.0


def test_nothing_is_forgiven_when_the_older_callers_are_forgotten() -> None:
    time = Time()
    limit = Limit("60/minute", time)
    for _ in range(600):
        time.now += 0.5
        limit.spend("a")
    taken = sum(not limit.spend("a") for _ in range(100))
    assert taken <= 1


@pytest.mark.threat("T-63")
def test_of_a_hundred_thousand_addresses_only_so_many_are_kept_in_mind() -> None:
    limit = Limit("60/minute", Time(), most=1_000)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(100_000):
        limit.spend(number)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(limit) <= 1_000
    assert after - before < 1_000_000  # All of them would take ten times as much.


@pytest.mark.threat("T-62")
@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "found"),
    [
        (0, "192.0.2.1", "198.51.100.9", "192.0.2.1"),
        (0, "192.0.2.1", None, "192.0.2.1"),
        (1, "192.0.2.1", "198.51.100.9", "198.51.100.9"),
        (1, "192.0.2.1", "203.0.113.5, 198.51.100.9", "198.51.100.9"),
        (1, "192.0.2.1", "127.0.0.1,198.51.100.9", "198.51.100.9"),
        (1, "192.0.2.1", '"junk, 198.51.100.9', "198.51.100.9"),
        (2, "192.0.2.1", "203.0.113.5, 198.51.100.9, 192.0.2.2", "198.51.100.9"),
        (2, "127.0.0.1", "198.51.100.9", UNKNOWN),
        (1, "127.0.0.1", "nonsense", UNKNOWN),
        (1, "127.0.0.1", "", UNKNOWN),
        (1, "127.0.0.1", "," * 5000, UNKNOWN),
        (1, "192.0.2.1", None, "192.0.2.1"),
        (0, "2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::/64"),
        (1, "192.0.2.1", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        (0, "::ffff:198.51.100.9", None, "198.51.100.9"),
        (1, "192.0.2.1", "::ffff:198.51.100.9", "198.51.100.9"),
        (0, "::1", None, "::/64"),
        (0, "", None, ""),
    ],
)
def test_a_caller_cannot_choose_the_address_that_counts(proxies: int, peer: str, forwarded: str | None, found: str) -> None:
    environ = {"REMOTE_ADDR": peer, **({} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded})}
    assert caller_address(environ, proxies) == found


RATES = ("rate_limit", "rate_limit_history", "rate_limit_address", "rate_limit_token", "rate_limit_seat")


@pytest.fixture
def limited(make_api: Callable[..., Api]) -> Callable[..., Api]:
    """A service with all limits out of the way but those that are named."""
    wide = dict.fromkeys(RATES, "1000000/second")
    return lambda **rates: make_api(**{**wide, **rates})


def get(api: Api, path: str, address: str, **request: Any) -> Any:
    return api.call("GET", path, environ_overrides={"REMOTE_ADDR": address}, **request)


@pytest.mark.threat("T-48")
def test_all_calls_of_one_address_are_limited_together(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit_address="4/minute")
    for path in ("/v1/games", "/v1/nothing", "/metrics", "/docs/"):
        assert get(api, path, ELSEWHERE).status_code != 429
    for path in ("/v1/games", "/v1/nothing", "/openapi.yaml"):
        refused = get(api, path, ELSEWHERE, expect=429, code="rate_limited", headers={"Origin": "https://play.example"})
        assert 1 <= int(refused.headers["Retry-After"]) <= 15
        assert refused.headers["Access-Control-Allow-Origin"]
    told = get(api, "/metrics", "127.0.0.1").text
    assert 'tradewinds_requests_total{code="rate_limited",operation="games.list_games",status="429"}' in told
    assert get(api, "/livez", ELSEWHERE).status_code == get(api, "/readyz", ELSEWHERE).status_code == 200
    get(api, "/v1/games", "192.0.2.8", expect=200)
    for local in ("127.0.0.1", "::1"):
        for _ in range(6):
            get(api, "/v1/games", local, expect=200)


def test_one_home_has_one_limit_however_many_addresses_it_uses(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit_address="4/minute")
    answers = [get(api, "/v1/games", f"2001:db8:0:1::{number:x}").status_code for number in range(1, 7)]
    assert answers == [200] * 4 + [429] * 2
    get(api, "/v1/games", "2001:db8:0:2::1", expect=200)


@pytest.mark.threat("T-48")
def test_the_calls_with_one_token_are_limited_wherever_they_come_from(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit_token="4/minute")
    game = api.create(RULESET)
    for number in range(4):
        get(api, game.path, f"192.0.2.{number}", token=game.tokens[0], expect=200)
    get(api, game.path, "192.0.2.99", token=game.tokens[0], expect=429, code="rate_limited")
    get(api, game.path, "192.0.2.1", token=game.tokens[1], expect=200)
    get(api, game.path, "192.0.2.1", expect=200)


@pytest.mark.threat("T-48")
def test_calls_with_one_token_are_limited_from_the_machine_itself_too(limited: Callable[..., Api]) -> None:
    """As where a reverse proxy runs there that is not trusted to name its callers."""
    api = limited(rate_limit_token="4/minute", rate_limit_address="1/minute")
    game = api.create(RULESET)
    for local in ("127.0.0.1", "::1", "127.0.0.1", "::1"):
        get(api, game.path, local, token=game.tokens[0], expect=200)
    get(api, game.path, "127.0.0.1", token=game.tokens[0], expect=429, code="rate_limited")
    get(api, game.path, "127.0.0.1", token=game.tokens[1], expect=200)
    get(api, game.path, "127.0.0.1", expect=200)


def test_behind_a_proxy_the_address_it_was_called_from_counts(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit_address="2/minute", trusted_proxies=1)
    for number in range(2):
        get(api, "/v1/games", "127.0.0.1", headers={"X-Forwarded-For": f"10.0.0.{number}, {ELSEWHERE}"}, expect=200)
    get(api, "/v1/games", "127.0.0.1", headers={"X-Forwarded-For": f"127.0.0.1, {ELSEWHERE}"}, expect=429)
    get(api, "/v1/games", "127.0.0.1", headers={"X-Forwarded-For": "192.0.2.8"}, expect=200)


def test_without_a_trusted_proxy_a_forwarded_address_counts_for_nothing(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit_address="2/minute")
    answers = [
        get(api, "/v1/games", ELSEWHERE, headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code for number in range(4)
    ]
    assert answers == [200, 200, 429, 429]


@pytest.mark.threat("T-48")
def test_costly_calls_have_a_stricter_limit_and_the_hardest_count_tenfold(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit="12/minute")
    game = api.create(RULESET)
    game.get("/audit")
    api.create(RULESET)
    game.refused("GET", "/audit", 429, "rate_limited")
    api.call("POST", "/v1/games", json={"ruleset": RULESET, "seats": SEATS}, expect=429, code="rate_limited")
    refused = api.call(
        "POST", "/v1/games/import", data=b"{}", content_type="application/x-ndjson", expect=429, code="rate_limited"
    )
    assert 1 <= int(refused.headers["Retry-After"]) <= 60


@pytest.mark.threat("T-50")
def test_creations_count_by_the_bots_that_search(limited: Callable[..., Api]) -> None:
    """They keep workers busy for as long as the game goes on."""
    api = limited(rate_limit="60/minute")
    new = {"ruleset": RULESET, "seats": [{"kind": "bot", "level": "expert"}] * 2 + [{"kind": "bot", "level": "greedy"}]}
    for status in (201, 201, 429):
        api.call("POST", "/v1/games", json=new, expect=status)
    for _ in range(5):
        api.create(RULESET, "greedy", "random", "stand_in")


@pytest.mark.threat("T-50")
def test_a_branch_counts_by_the_bots_that_search_where_it_begins(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit="60/minute")
    game = api.create(RULESET, "expert", "expert", "human")
    for seat in (0, 1):
        hand_over(game, seat, "host", "greedy", expect=200)
    for status in (201, 429):
        game.call("POST", "/branches", json={"version": 1}, expect=status)
    game.call("POST", "/branches", json={"version": 3}, expect=201)


@pytest.mark.threat("T-50")
def test_handing_a_seat_to_a_bot_that_searches_counts_too(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit="12/minute")
    game = api.create(RULESET)
    hand_over(game, 0, 0, "expert", expect=200)
    hand_over(game, 1, 1, "expert", expect=429, code="rate_limited")
    hand_over(game, 1, 1, "greedy", expect=200)


def test_the_levels_that_count_are_those_that_search() -> None:
    assert {level for level, (first, *_) in LEVELS.items() if first is not expert} == QUICK
    assert limits.cost_of_bots(["greedy:trader", "greedy", None]) == 0 < limits.cost_of_bots(["expert:bold"])


def hand_over(game: Game, seat: int, by: Any, level: str, **request: Any) -> Any:
    return game.call("PUT", f"/seats/{seat}", by, json={"kind": "bot", "level": level}, **request)


@pytest.mark.threat("T-49")
def test_what_a_seat_does_beside_the_game_is_limited_for_each_seat_and_game(limited: Callable[..., Api]) -> None:
    """For it takes effect whoever is asked, and makes everybody else read the game again before they act."""
    api = limited(rate_limit_seat="4/minute")
    game, other = api.create(MARAUDERS), api.create(MARAUDERS)
    for level in ("random", "greedy", "random", "greedy"):
        hand_over(game, 0, 0, level)
    before = game.version
    refused = hand_over(game, 0, 0, "random", expect=429, code="rate_limited")
    assert 1 <= int(refused.headers["Retry-After"]) <= 15
    assert game.version == before, "what is refused is not stored"
    hand_over(game, 1, 1, "greedy")
    hand_over(other, 0, 0, "greedy")
    hand_over(game, 0, "host", "random")


@pytest.mark.threat("T-49")
def test_taking_a_seat_back_gives_a_new_token_and_no_new_allowance(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit_seat="4/minute")
    game = api.create(RULESET)
    for _ in range(2):
        game.put_seat(1, 1, kind="bot", level="stand_in")
        game.put_seat(1, 1, kind="human")
    hand_over(game, 1, 1, "stand_in", expect=429, code="rate_limited")
    for level in ("random", "greedy", "random", "greedy"):
        hand_over(game, 0, "host", level, expect=200)
    hand_over(game, 1, "host", "random", expect=429, code="rate_limited")


@pytest.mark.threat("T-49")
def test_giving_a_seat_to_somebody_else_counts_as_the_hosts(limited: Callable[..., Api]) -> None:
    game = limited(rate_limit_seat="2/minute").create(RULESET, trusted_host=True)
    for name in ("Bo", "Cy"):
        game.put_seat(1, "host", kind="human", name=name)
    game.refused("PUT", "/seats/1", 429, "rate_limited", "host", json={"kind": "human", "name": "Di"})


@pytest.mark.threat("T-49")
def test_repeats_that_renew_tokens_count_too(limited: Callable[..., Api]) -> None:
    api = limited(rate_limit_seat="2/minute")
    body = {"ruleset": RULESET, "seats": [{"kind": "human"}, {"kind": "open"}]}
    creation, claim = ({"headers": {"Idempotency-Key": letter * 32}} for letter in "ab")
    game = Game(api, api.post("/v1/games", body, **creation).get_json())
    api.post(f"{game.path}/seats/1/claim", {}, **claim)
    for _ in range(2):
        api.post("/v1/games", body, **creation)
        api.post(f"{game.path}/seats/1/claim", {}, **claim)
    before = game.version
    api.post("/v1/games", body, **creation, expect=429, code="rate_limited")
    api.post(f"{game.path}/seats/1/claim", {}, **claim, expect=429, code="rate_limited")
    assert game.version == before


REFUSED_BESIDE_THE_GAME = {
    "another's seat": ("PUT", "/seats/1", {"kind": "bot", "level": "greedy"}, 403, "token_lacks_right"),
    "a seat that no bot plays": ("PUT", "/seats/0", {"kind": "human"}, 409, "seat_not_played_by_bot"),
    "nothing to take back": ("POST", "/takeback", None, 409, "nothing_to_take_back"),
    "no takeback to agree to": ("POST", "/takeback/accept", None, 409, "no_takeback_asked"),
    "no takeback to decline": ("POST", "/takeback/decline", None, 409, "no_takeback_asked"),
    "another's token": ("PUT", "/seats/1/token", {"token": f"tw_{'n' * 40}"}, 403, "token_lacks_right"),
}


@pytest.mark.threat("T-49")
@pytest.mark.parametrize("kind", REFUSED_BESIDE_THE_GAME)
def test_what_is_refused_counts_as_what_is_accepted(limited: Callable[..., Api], kind: str) -> None:
    game = limited(rate_limit_seat="3/minute").create(MARAUDERS, takeback="own")
    method, path, sent, status, code = REFUSED_BESIDE_THE_GAME[kind]
    more = {"headers": {"Idempotency-Key": "k"}} if "takeback" in path else {}
    request = more | ({} if sent is None else {"json": sent})
    for _ in range(3):
        game.refused(method, path, status, code, 0, **request)
    game.refused(method, path, 429, "rate_limited", 0, **request)
    hand_over(game, 0, 0, "greedy", expect=429)
    hand_over(game, 1, 1, "greedy", expect=200)
    hand_over(game, 0, "host", "random", expect=200)


@pytest.mark.threat("T-49")
def test_what_changes_nothing_takes_nothing_of_the_allowance(limited: Callable[..., Api]) -> None:
    """Repeats, commands at another version, and dry runs."""
    game = limited(rate_limit_seat="2/minute").create(MARAUDERS, takeback="own")
    once, stale = {"Idempotency-Key": "k" * 32}, {"If-Match": '"99"'}
    hand_over(game, 0, 0, "greedy", headers=once, expect=200)
    bring = {"json": {"token": f"tw_{'n' * 40}"}}
    game.call("PUT", "/seats/1/token", 1, **bring, expect=204)
    for _ in range(4):
        hand_over(game, 0, 0, "greedy", headers=once, expect=200)
        hand_over(game, 0, 0, "random", headers=stale, expect=412)
        game.refused("POST", "/takeback", 412, "stale_version", 0, headers=stale)
        game.call("POST", "/actions/try", 1, json={"type": "finish_port_action"})
        game.call("PUT", "/seats/1/token", 1, **bring, expect=204)
    hand_over(game, 0, 0, "random", expect=200)
    hand_over(game, 0, 0, "greedy", expect=429)
    hand_over(game, 1, 1, "greedy", expect=200)
    hand_over(game, 1, 1, "random", expect=429)


@pytest.mark.threat("T-49")
def test_whoever_reads_waits_and_acts_gets_through_while_another_does_what_it_may() -> None:
    """As README says: read the game, choose, act on that version. Another seat tries ten times a second to be in between."""
    time = Time()
    limit = Limit(Settings().rate_limit_seat, time)

    def spend(game: str, seat: int | None) -> None:
        if limit.spend((game, seat)):
            raise PermissionError

    handler = handler_on(fake_store(), CODECS, on_out_of_turn=spend)
    match = Match(handler, handler.new_games.create(lifecycle.CreateGame(ruleset=MARAUDERS, seats=(HUMAN, HUMAN))))
    tried, accepted = 0, 0
    match.manage("s1", lifecycle.HandToBot(seat=1, level="greedy"))
    while tried < 20:
        now, version = match.game_log.session, match.game_log.version
        seat = session.to_act(match.game_log.game, now)[0]
        action = match.game_log.game.rules.legal_commands(now.state, seat)[0]
        if seat == 1:
            handler.act_as_bot(match.id, 1, action, version)
            continue
        tried += 1
        for _ in range(5):
            time.now += 0.1
            other: Level = "random" if match.game_log.session.seats[1].level == "greedy" else "greedy"
            with suppress(PermissionError):
                handler.manage(match.id, match.tokens["s1"], lifecycle.HandToBot(seat=1, level=other), key=str(time.now))
        with suppress(StaleVersion):
            handler.act(match.id, match.tokens["s0"], body(action), version)
            accepted += 1
    assert accepted > tried / 2


HISTORIES = {
    "turns": ("/turns", {}),
    "a page": ("/events?limit=1000", {}),
    "lines": ("/events", {"Accept": NDJSON}),
    "a stream": ("/events?after=0", {"Accept": EVENT_STREAM}),
    "differences": ("/diff?from=1&to=11", {}),
    "an export": ("/export", {}),
}


@pytest.mark.threat("T-41")
@pytest.mark.parametrize(("path", "headers"), HISTORIES.values(), ids=HISTORIES)
def test_a_history_counts_by_its_length_and_a_look_at_a_part_of_it_for_nothing(
    limited: Callable[..., Api], monkeypatch: pytest.MonkeyPatch, path: str, headers: dict[str, str]
) -> None:
    monkeypatch.setattr(limits, "COMMITS_A_CALL", 4)
    api = limited(rate_limit="2/minute", rate_limit_history="7/minute")
    game = api.create(RULESET)
    game.play(10)
    game.abandon()
    for _ in range(2):
        game.get(path, headers=headers).close()
    game.refused("GET", path, 429, "rate_limited", headers=headers)
    api.create(RULESET)  # As many as could be made anyhow.
    for step in range(1, 11):
        game.get(f"?version={step}")
        game.get(f"/diff?from={step}&to={step + 1}")
        game.get(f"/diff?from={step + 1}&to=1")
        game.get(f"/events?after={step}&limit=1")
    for _ in range(3):
        game.get("/events?after=11", headers={**headers, "Last-Event-ID": "11"})


@pytest.mark.threat("T-54")
@pytest.mark.parametrize("include", ["picture", "asked", "picture,asked"])
@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson", "text/event-stream"])
def test_a_commit_with_its_picture_counts_as_ten(limited: Callable[..., Api], accept: str, include: str) -> None:
    """Pages, lines and what a stream has to make up for; also the page of a long poll."""
    api, headers = limited(rate_limit_history="4/minute"), {"Accept": accept}
    game = api.create(RULESET)
    game.play(18)
    last = game.state()["version"]
    for _ in range(2):
        game.get(
            f"/events?include={include}&after={last - 18}&limit=1000&wait=1", headers=headers
        ).close()  # As 180: two calls.
    refused = game.refused("GET", f"/events?include={include}&after={last - 18}", 429, "rate_limited", headers=headers)
    assert "4/minute" in refused["detail"]
    game.get(f"/events?after={last - 18}", headers=headers).close()
    game.get(f"/events?include={include}&after={last - 4}", headers=headers).close()


@pytest.mark.threat("T-54")
@pytest.mark.parametrize(("include", "turns"), [("", 0), ("&include=picture", 18), ("&include=asked", 18)])
def test_others_have_a_turn_after_each_commit_with_its_picture(
    limited: Callable[..., Api], monkeypatch: pytest.MonkeyPatch, include: str, turns: int
) -> None:
    """A page of a thousand takes seconds."""
    given = list[float]()
    game = limited().create(RULESET)
    game.play(18)
    monkeypatch.setattr("service.points.time.sleep", given.append)
    game.get(f"/events?after={game.state()['version'] - 18}{include}")
    assert given == [0] * turns


@pytest.mark.parametrize("path", ["/turns", "/events?limit=1000", "/export"])
def test_what_a_caller_has_already_counts_for_nothing(
    limited: Callable[..., Api], monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(limits, "COMMITS_A_CALL", 4)
    api = limited(rate_limit_history="3/minute")
    game = api.create(RULESET)
    game.play(10)
    tag = {"If-None-Match": game.get(path).headers["ETag"]}
    for _ in range(5):
        game.get(path, headers=tag, expect=304)
    game.refused("GET", path, 429, "rate_limited")


def test_a_page_of_turns_counts_by_the_commits_in_it(limited: Callable[..., Api], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COMMITS_A_CALL", 2)
    api = limited(rate_limit_history="3/minute")
    game = api.create(RULESET)
    game.play(30)
    game.get("/turns?limit=1")  # Of one commit, the creation.
    game.refused("GET", "/turns", 429, "rate_limited")


@pytest.mark.threat("T-41")
def test_sixteen_people_behind_one_address_open_a_long_game_and_one_makes_another(
    make_api: Callable[..., Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its turns, its history and its export, all within a minute, as where a frontend has a server side on the machine."""
    monkeypatch.setattr(limits, "COMMITS_A_CALL", 1)  # As if it had 2,000 commits.
    rate = Settings().rate_limit
    api = make_api(rate_limit=rate)
    game = api.create(RULESET)
    game.play(19)
    for _ in range(16):
        for path, headers in (("", {}), ("/turns", {}), ("/events?limit=1000", {}), ("/events", {"Accept": NDJSON})):
            game.get(path, headers=headers)
    for _ in range(int(rate.partition("/")[0]) // 2):
        game.call("POST", "/branches", json={"version": 1}, expect=201)


@pytest.mark.threat("T-41")
def test_a_flood_of_histories_is_refused(make_api: Callable[..., Api], monkeypatch: pytest.MonkeyPatch) -> None:
    """From the machine itself too: behind a proxy that is not trusted to name them, all callers come from there."""
    monkeypatch.setattr(limits, "COMMITS_A_CALL", 1)
    api = make_api(rate_limit=Settings().rate_limit)
    game = api.create(RULESET)
    game.play(100)
    enough = int(Settings().rate_limit_history.partition("/")[0]) // game.version
    answers = [api.call("GET", f"{game.path}/events", headers={"Accept": NDJSON}).status_code for _ in range(3 * enough)]
    assert answers[:enough] == [200] * enough
    assert 429 in answers
    api.create(RULESET)


def test_off_means_no_limit_of_any_kind(make_api: Callable[..., Api]) -> None:
    api = make_api(**{**dict.fromkeys(RATES, "1/day"), "rate_limit": "off"})
    game = api.create(RULESET)
    for _ in range(5):
        get(api, game.path, ELSEWHERE, token=game.tokens[0], expect=200)
        game.get("/export")
        game.get("/audit")
        game.put_seat(1, 1, kind="bot", level="stand_in")
        game.put_seat(1, 1, kind="human")
