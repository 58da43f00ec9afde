"""The JavaScript client in Node, against a running service, over connections that break."""

from __future__ import annotations

import json
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import requests
from standardwebhooks import Webhook

from tests.clients.conftest import Host
from tests.clients.cutting_proxy import cutting
from tests.clients.scripted_service import scripted
from tests.clients.test_python import CUSTODY, SHORT, refusal
from tests.docs.generated import ROOT
from tests.examples.test_bots import NODE

CLIENT = ROOT / "clients" / "javascript" / "tradewinds.js"
needs_node = pytest.mark.skipif(NODE is None, reason="the JavaScript client is tested in Node 18 or newer")


def watched(case: str, url: str, key: str | None = None, **more: Any) -> Any:
    """What the client saw in this case of watched.mjs."""
    command = [
        NODE or "node",
        str(Path(__file__).parent / "watched.mjs"),
        case,
        json.dumps({"url": url, "key": key, **more}),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_is_one_module_of_less_than_six_hundred_lines_without_dependencies() -> None:
    source = CLIENT.read_text()
    assert len(source.splitlines()) < 600
    assert "\nimport " not in source
    assert "dependencies" not in json.loads((CLIENT.parent / "package.json").read_text())


@needs_node
@pytest.mark.parametrize(("ruleset", "options"), [("merchants-of-the-caribbean", SHORT), ("tic-tac-toe", {})])
def test_a_whole_game_is_played_by_offers(host: Host, ruleset: str, options: dict[str, Any]) -> None:
    seen = watched("game", host.url, ruleset=ruleset, options=options)
    assert host.get(f"games/{seen['game']}")["status"] == "finished"
    own = [each for each in host.commits(seen["game"]) if each["seat"] == 0 and each["actor"] == "player"]
    assert len(own) == seen["acted"] > 2


@needs_node
def test_an_answer_that_is_lost_makes_nothing_twice(host: Host) -> None:
    with cutting(host.url) as connection:
        connection.lose = [b"POST /v1/games ", b"POST /v1/games/", b"POST /v1/webhooks "]
        seen = watched("lost", connection.url, host.key, seats=CUSTODY)
        assert connection.lose == []
    assert seen["games"] == [seen["game"]]
    assert seen["after"] == seen["before"] + 1 == host.get(f"games/{seen['game']}")["version"]
    assert (seen["webhook"]["type"], seen["webhooks"]) == ("Unreachable", 1)


@needs_node
def test_what_the_service_cannot_take_now_is_sent_again_if_that_is_safe() -> None:
    answers = [refusal(429, "rate_limited"), refusal(503, "outcome_unknown"), (201, {}, {"version": 2})]
    answers += [refusal(503, "store_unavailable"), refusal(503, "outcome_unknown")]
    with scripted(*answers) as scripts:
        seen = watched("refusals", scripts.url)
        assert len({headers["idempotency-key"] for headers, _ in scripts.asked[:3]}) == 1
        assert [body for _, body in scripts.asked[:3]] == [b'{"type":"pass"}'] * 3
        assert len(scripts.asked) == 5
    assert seen["done"] == {"version": 2}
    assert (seen["end"]["type"], seen["end"]["code"]) == ("Unavailable", "outcome_unknown")


@needs_node
def test_a_stream_that_is_cut_goes_on_with_nothing_lost_and_nothing_twice(host: Host) -> None:
    game = host.finished()
    with cutting(host.url) as connection:
        connection.cut = [0, 100, 900, 1500, 2503]
        events = watched("follow", connection.url, game=game)
        assert len(connection.requests) == 6
    assert [each["data"] for each in events] == host.get(f"games/{game}/events?limit=1000&include=scene")["items"]


@needs_node
def test_a_feed_that_is_cut_goes_on_from_its_cursor(host: Host) -> None:
    cursor = host.get("feed")["next"]
    wanted = [f"{game} {each['version']}" for game in [host.finished()] for each in host.commits(game)]
    with cutting(host.url) as connection:
        connection.cut = [700, 1900]
        seen = watched("feed", connection.url, host.key, cursor=cursor, count=len(wanted))
    assert sorted(seen["heard"]) == sorted(wanted)
    assert seen["rest"] == len(wanted), "each is passed on once"


@needs_node
def test_changes_begin_with_how_games_stand_and_go_on_from_the_cursor(host: Host) -> None:
    old = host.finished()
    listed, news, again = watched("changes", host.url, host.key, seats=CUSTODY)
    assert (listed["game"], listed["listed"], news["listed"], again["listed"]) == (old, True, False, False)
    assert (again["game"], again["version"]) == (news["game"], news["version"] + 1)


@needs_node
def test_errors_have_types_and_params(host: Host) -> None:
    seen = watched("errors", host.url, host.key, seats=CUSTODY)
    assert [each["type"] for each in seen["thrown"]] == [
        "NotYourTurn", "Stale", "ExternalIdTaken", "Invalid", "NotFound", "NotAllowed", "Stale", "Unreachable",
    ]  # fmt: skip
    waits, stale, taken, *_, note, _ = seen["thrown"]
    assert "awaited_seat" in waits["params"]
    assert stale["current"] == host.get(f"games/{seen['game']}")["version"]
    assert (taken["params"]["game"], note["code"]) == (seen["game"], "stale_note")


@needs_node
def test_pictures_scenes_and_results(host: Host) -> None:
    game = host.finished()
    seen = watched("shown", host.url, host.key, game=game)
    assert {*seen["pieces"]} <= {*seen["areas"]}
    assert (seen["past"], seen["results"]) == (1, [game])
    assert seen["svg"].startswith("<svg")
    assert seen["png"] == "image/png"
    assert seen["text"].startswith("Board")
    assert {*seen["beats"]} & {"move", "show"}


@needs_node
def test_calls_of_webhooks_are_believed_by_their_signature_alone() -> None:
    secret, body, now = "whsec_" + "c2VjcmV0" * 4, '{"type": "turn", "data": {"game": "0g1"}}', int(time.time())
    signature = Webhook(secret).sign("msg_1", datetime.fromtimestamp(now, UTC), body)
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(now), "webhook-signature": f"v1,AAAA {signature}"}
    seen = watched("webhook", "", secret=secret, headers=headers, body=body, now=now)
    assert seen["call"] == json.loads(body)
    assert [each["type"] for each in seen["wrong"]] == ["BadSignature"] * 4


@needs_node
def test_a_page_of_another_origin_may_use_it(host: Host) -> None:
    asked = {"Origin": "https://club.example", "Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "authorization,content-type,idempotency-key,if-match,last-event-id"
    answer = requests.options(f"{host.url}/v1/games", headers=asked, timeout=10)
    allowed = {each.strip().lower() for each in answer.headers["Access-Control-Allow-Headers"].split(",")}
    assert {*asked["Access-Control-Request-Headers"].split(",")} <= allowed
