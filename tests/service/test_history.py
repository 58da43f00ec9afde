"""History: pages, lines, long polls and live streams."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from typing import Any

import pytest

from service.resources import history
from tests.service.client import Api, Game, server_sent_events
from tests.service.conftest import each_long_game, every_ruleset
from tests.service.contract import EVENT_STREAM, NDJSON, Contract
from tests.service.server import SECONDS, Stream, request, serving
from tests.support.games import RULESET

# Pages and lines


@every_ruleset
@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_the_pages_join_to_the_whole_history(finished: Callable[[str], Game], ruleset: str, limit: int) -> None:
    game = finished(ruleset)
    if limit == 1:
        game = short(game.api, ruleset)
    whole, address, seen = game.lines(), f"{game.path}/events?limit={limit}", []
    while address:
        page = game.api.get(address)
        assert page.headers["ETag"] == f'"{game.version}"'
        seen += page.json["items"]
        link = page.headers.get("Link")
        assert (link is None) == (page.json["next"] is None)
        assert page.json["next"] in (None, seen[-1]["version"])
        address = "" if link is None else re.fullmatch(r'<([^>]+)>; rel="next"', link)[1]  # type: ignore[index]
    assert seen == whole
    assert [each["version"] for each in seen] == [*range(1, game.version + 1)]


def short(api: Api, ruleset: str) -> Game:
    game = api.create(ruleset)
    game.play(4)
    return game


@every_ruleset
def test_lines_are_commits_as_the_contract_has_them(
    finished: Callable[[str], Game], contract: Contract, ruleset: str
) -> None:
    game = finished(ruleset)
    for revealed in ("false", "true"):
        lines = game.lines(open=revealed)
        assert len(lines) == game.version
        for line in lines:
            contract.validate_commit(line, f"version {line['version']}")
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["at"])
            assert re.fullmatch(r"[0-9a-f]{64}", line["head"])
    assert len({line["head"] for line in lines}) == len(lines)


@every_ruleset
def test_open_pages_lead_to_open_pages(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    last = game.version - 1
    page = game.get(f"/events?open=true&limit=1&after={last - 1}")
    following = game.api.get(re.fullmatch(r"<([^>]+)>.*", page.headers["Link"])[1])  # type: ignore[index]
    assert "open=true" in page.headers["Link"]
    assert page.json["items"] + following.json["items"] == game.lines(open="true")[-2:]


def test_after_the_last_commit_there_is_nothing(api: Api) -> None:
    game = short(api, RULESET)
    for after in (5, 6, 2**53 - 1):
        assert game.get(f"/events?after={after}").json["items"] == []
        assert game.get(f"/events?after={after}").json["next"] is None
        assert game.get(f"/events?after={after}", headers={"Accept": NDJSON}).text == ""


def test_every_commit_tells_who_did_what(api: Api) -> None:
    game = api.create(RULESET, "human:Ann", "open", trusted_host=True)
    game.claim(1, name="Bo")
    game.play(1)
    game.put_seat(0, "host", kind="bot", level="random")
    game.put_seat(0, 0, kind="human")
    game.put_seat(1, "host", kind="human", name="Cy")
    game.abandon()
    items = game.lines()
    acting = items[2]["seat"]
    assert [(each["actor"], each["seat"]) for each in items] == [
        ("visitor", None),
        ("visitor", None),
        ("player", acting),
        ("host", None),
        ("player", 0),
        ("host", None),
        ("host", None),
    ]
    assert [each["command"]["type"] for each in items][1::2] == ["claim_seat", "hand_to_bot", "reassign_seat"]
    assert "Bo took seat 2." in items[1]["text"]
    assert "Cy" in items[5]["text"]
    assert all(each["text"] for each in items)


@every_ruleset
def test_what_was_told_stays_as_it_was_told(api: Api, ruleset: str) -> None:
    """A seat that goes to somebody else does not put him into the past."""
    game = api.create(ruleset, "human:Xanthe", "human:Bo", trusted_host=True)
    game.play(6)
    told = game.lines()
    turns = game.get("/turns").json["items"]
    assert any("Xanthe" in each["text"] for each in told)
    game.put_seat(0, "host", kind="human", name="Zoe")
    game.play(6)
    lines = game.lines()
    assert lines[: len(told)] == told
    assert game.get("/events?after=3&limit=2").json["items"] == told[3:5]
    assert game.get("/turns").json["items"][: len(turns) - 1] == turns[:-1]
    assert "Xanthe" not in "".join(each["text"] for each in lines[len(told) + 1 :])
    assert game.get(f"/diff?from=1&to={len(told)}").json["text"] == [each["text"] for each in told[1:] if each["text"]]


@pytest.mark.parametrize(
    ("accept", "mimetype"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("text/html, application/json;q=0.5", "application/json"),
        (f"application/json;q=0.5, {NDJSON}", NDJSON),
        (EVENT_STREAM, EVENT_STREAM),
        (f"{EVENT_STREAM}, */*;q=0.1", EVENT_STREAM),
    ],
)
def test_the_form_is_chosen_by_accept(finished: Callable[[str], Game], accept: str, mimetype: str) -> None:
    headers = {"Accept": accept} if accept else {}
    assert finished(RULESET).get("/events", headers=headers).mimetype == mimetype


def test_a_form_that_is_not_to_be_had_is_refused(api: Api) -> None:
    game = short(api, RULESET)
    assert game.get("/events", headers={"Accept": "application/json; charset=utf-8"}).mimetype == "application/json"
    problem = game.refused("GET", "/events", 406, "not_acceptable", headers={"Accept": "text/html"})
    assert NDJSON in problem["detail"]


# Long polls


@pytest.fixture
def live(make_api: Callable[..., Api]) -> Iterator[tuple[Api, int]]:
    """The service with the port of a server beside it, which shares its state only through Redis."""
    api, other = make_api(), make_api()
    with serving(other.app) as port:
        yield api, port


def in_thread(work: Callable[[], Any]) -> Callable[..., Any]:
    """Start some work; the function returned waits for its result."""
    return ThreadPoolExecutor(1).submit(work).result


def test_a_long_poll_wakes_at_a_commit(live: tuple[Api, int]) -> None:
    api, port = live
    game = short(api, RULESET)
    polls = [in_thread(lambda: (request(port, f"{game.path}/events?after=5&wait=15"), time.monotonic())) for _ in range(3)]
    time.sleep(0.3)
    began = time.monotonic()
    game.play(1, seed=2)
    for poll in polls:
        (status, page), woken = poll(SECONDS)
        assert status == 200
        assert [each["version"] for each in page["items"]] == [6]
        assert woken - began < 12, "woken by the commit, not by the end of the time"
    assert page["items"] == game.get("/events?after=5").json["items"]


def test_a_long_poll_that_hears_nothing_ends_in_time(live: tuple[Api, int]) -> None:
    api, port = live
    game = short(api, RULESET)
    began = time.monotonic()
    status, page = request(port, f"{game.path}/events?after=5&wait=1")
    assert 0.9 < time.monotonic() - began < 8
    assert (status, page["items"], page["next"]) == (200, [], None)


def test_a_long_poll_does_not_wait_for_what_is_there_or_cannot_come(live: tuple[Api, int]) -> None:
    api, port = live
    game = short(api, RULESET)
    began = time.monotonic()
    assert len(request(port, f"{game.path}/events?after=4&wait=30")[1]["items"]) == 1
    game.abandon()
    assert request(port, f"{game.path}/events?after=6&wait=30")[1]["items"] == []
    assert time.monotonic() - began < 8


def test_a_token_that_dies_during_a_long_poll_gets_nothing(live: tuple[Api, int]) -> None:
    api, port = live
    game = short(api, RULESET)
    old = {"Authorization": f"Bearer {game.tokens[0]}"}
    poll = in_thread(lambda: request(port, f"{game.path}/events?after=6&wait=15", old))
    time.sleep(0.3)
    game.put_seat(0, 0, kind="bot", level="random")
    game.put_seat(0, 0, kind="human")
    status, problem = poll(SECONDS)
    assert (status, problem["code"]) == (401, "unauthorized")


# Live streams


def play_beside(game: Game, seed: int, steps: int = 10_000) -> Callable[..., Any]:
    return in_thread(lambda: game.play(steps, seed))


@every_ruleset
def test_a_stream_resumes_without_gaps_or_repeats_and_ends_with_the_game(live: tuple[Api, int], ruleset: str) -> None:
    """A follower whose connection breaks at random, beside one that stays, while the game is played to its end."""
    api, port = live
    game, chance = api.create(ruleset), random.Random(4)
    steady = Stream(port, f"{game.path}/events", game.tokens[0])
    assert (steady.status, steady.headers["Cache-Control"]) == (200, "no-cache")
    done = play_beside(game, seed=7)
    last, broken = "0", []
    while True:
        stream = Stream(port, f"{game.path}/events", game.tokens[0], last_event_id=last)
        if stream.status == 409:
            stream.drop()
            break
        for _ in range(chance.randint(1, 40)):
            event = stream.next()
            assert event is not None
            if event["event"] == "over":
                break
            last = event["id"]
        broken += stream.commits()
        stream.drop()
    finished = done(SECONDS)
    assert steady.rest()[-1]["event"] == "over"
    assert [each["version"] for each in broken] == [*range(1, finished["version"] + 1)]
    assert broken == steady.commits() == game.lines(by=0)
    assert [event["id"] for event in steady.seen[:-1]] == [str(each["version"]) for each in broken]


def test_a_stream_can_start_after_a_version(finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    versions = [int(each["id"]) for each in game.follow(query_string={"after": game.version - 3}) if "id" in each]
    assert versions == [*range(game.version - 2, game.version + 1)]
    # Last-Event-ID counts more: a browser sends the first address again when it reconnects.
    headers = {"Last-Event-ID": str(game.version - 1)}
    versions = [int(each["id"]) for each in game.follow(query_string={"after": 0}, headers=headers) if "id" in each]
    assert versions == [game.version]


def test_a_browser_does_not_come_back_for_ever(finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    headers = {"Accept": EVENT_STREAM, "Last-Event-ID": str(game.version)}
    game.refused("GET", "/events", 409, "game_over", headers=headers)
    *_, last = game.follow(query_string={"after": game.version})
    assert last["event"] == "over"


def test_who_knows_more_than_the_log_has_begins_anew(api: Api) -> None:
    """The store came back without commits that a client has; which of those before are the same, nobody knows."""
    game = short(api, RULESET)
    (told,) = game.follow(headers={"Last-Event-ID": str(game.version + 1)})
    assert told == {"id": "0", "event": "rewound", "data": '{"version":0}'}


def test_who_knows_more_than_a_log_that_is_over_begins_anew_too(finished: Callable[[str], Game]) -> None:
    """It came back shorter, and was played to another end: not every commit of that has been sent."""
    game = finished(RULESET)
    (told,) = game.follow(headers={"Last-Event-ID": str(game.version + 1)})
    assert told == {"id": "0", "event": "rewound", "data": '{"version":0}'}


def test_an_answer_without_a_body_leaves_no_follower_behind(api: Api) -> None:
    game = short(api, RULESET)
    hub = api.app.extensions["tradewinds"].hub
    response = api.http.head(f"{game.path}/events", headers={"Accept": EVENT_STREAM})
    assert (response.status_code, response.mimetype) == (200, EVENT_STREAM)
    response.close()
    assert (hub.followers, hub.games) == (0, 0)


def test_a_stream_tells_browsers_when_to_come_back(finished: Callable[[str], Game]) -> None:
    first, *_ = finished(RULESET).follow()
    assert 0 < int(first["retry"]) <= 5000


def test_a_finished_game_can_be_followed_with_nothing_hidden(finished: Callable[[str], Game]) -> None:
    game = finished(RULESET)
    events = [each for each in game.follow(query_string={"open": "true"}) if each.get("event") == "commit"]
    assert '"hidden"' not in "".join(each["data"] for each in events)
    assert len(events) == game.version


@pytest.mark.parametrize("given", ["-1", "x", "1.5", "٣", "9" * 400, "9" * 5000, " "])
def test_a_stream_resumes_after_a_version_only(api: Api, given: str) -> None:
    game = short(api, RULESET)
    headers = {"Accept": EVENT_STREAM, "Last-Event-ID": given.encode().decode("latin-1")}
    game.refused("GET", "/events", 400, "invalid_header", headers=headers)


def test_a_slow_reader_gets_the_last_commits_too(api: Api) -> None:
    """The game ends while a follower has still to read what came before."""
    game = short(api, RULESET)
    response = api.http.get(f"{game.path}/events", headers={"Accept": EVENT_STREAM})
    events = server_sent_events(line for chunk in response.response for line in chunk.splitlines(keepends=True))  # type: ignore[union-attr]
    seen = [next(events), next(events)]
    assert seen[-1]["id"] == "1"
    game.play(2)
    game.abandon()
    seen += events
    assert [each.get("id") for each in seen] == [None, *map(str, range(1, 9)), None]
    assert seen[-1]["event"] == "over"


def test_a_stream_ends_when_its_token_dies(live: tuple[Api, int]) -> None:
    api, port = live
    game = short(api, RULESET)
    seat, other, nobody = (Stream(port, f"{game.path}/events", token) for token in (game.tokens[0], game.tokens[1], None))
    for stream in (seat, other, nobody):
        stream.until(5)
    game.put_seat(0, 0, kind="bot", level="random")
    game.put_seat(0, 0, kind="human")
    assert seat.rest()[-1]["event"] == "unauthorized"
    assert "7" not in [each.get("id") for each in seat.seen], "nothing after the token's end"
    game.abandon()
    for stream in (other, nobody):
        assert stream.rest()[-1]["event"] == "over"
        assert [each["version"] for each in stream.commits()] == [*range(1, 9)]


def test_a_stream_that_nobody_reads_any_more_is_let_go(make_api: Callable[..., Api]) -> None:
    api = make_api()
    hub = api.app.extensions["tradewinds"].hub
    game = short(api, RULESET)
    with serving(api.app) as port:
        stream = Stream(port, f"{game.path}/events")
        stream.until(5)
        assert (hub.followers, hub.games) == (1, 1)
        stream.drop()
        deadline = time.monotonic() + SECONDS
        for level in cycle(("greedy", "random")):
            if not hub.followers:
                break
            assert time.monotonic() < deadline
            game.put_seat(0, "host", kind="bot", level=level)  # Only in writing a server learns that nobody reads.
            time.sleep(0.05)
        assert hub.games == 0


# What was seen then


@each_long_game
def test_every_version_is_shown_later_as_a_follower_saw_it_then(api: Api, ruleset: str) -> None:
    """Follow a whole game as each seat, host and spectator, and compare all of it after the end."""
    game, chance = api.create(ruleset, "human:Ann", "open", trusted_host=True), random.Random(11)
    callers = [None, "host", 0, 1]
    then: dict[Any, dict[int, Any]] = {caller: {} for caller in callers}
    texts: dict[Any, list[Any]] = {caller: [] for caller in callers}

    def look() -> None:
        for caller in callers:
            if caller in game.callers():
                state = game.state(caller)
                then[caller][state["version"]] = state
                after = len(texts[caller])
                texts[caller] += game.get(f"/events?after={after}", caller).json["items"]

    look()
    game.claim(1, name="Bo", client_seed="salt")
    look()
    steps = 0
    while game.state()["to_act"] and steps < 60:
        game.step(chance)
        steps += 1
        if steps == 7:
            look()
            game.put_seat(0, 0, kind="bot", level="random")
            look()
            game.put_seat(0, 0, kind="human")
        if steps == 12:
            look()
            game.put_seat(1, "host", kind="human", name="Cy")
        look()
    if game.state()["status"] == "running":
        game.abandon()
        look()
    over = game.version
    assert len(then[None]) == over
    for caller in callers:
        for version, seen in then[caller].items():
            assert game.state(caller, version=version) == seen
        assert game.lines(by=caller) == texts[caller]


@each_long_game
def test_after_the_end_every_version_can_be_shown_open(finished: Callable[[str], Game], ruleset: str) -> None:
    game = finished(ruleset)
    for version in {1, 2, 3, 65, game.version // 2, game.version - 1, game.version} & set(range(1, game.version + 1)):
        shown = game.get(f"?version={version}&open=true")
        assert '"hidden"' not in shown.text
        plain = game.state(version=version)
        assert {**shown.json, "view": None} == {**plain, "view": None}
        assert shown.json["view"] != plain["view"]


@pytest.mark.threat("T-45")
def test_a_long_text_is_held_only_as_long_as_it_is_read_quickly_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(history, "monotonic", lambda: now[0])
    text = bytes(10 * history.CHUNK_BYTES)

    def read(seconds: float) -> int:
        """How much whoever takes so long for a piece gets of it, with a minute to spare."""
        got, now[0] = 0, 0.0
        for piece in history._while_read(text, 60.0):
            got, now[0] = got + len(piece), now[0] + seconds
        return got

    assert read(history.PIECE_SECONDS) == read(history.PIECE_SECONDS + 5) == len(text)
    with pytest.raises(TimeoutError):
        read(59.0)
