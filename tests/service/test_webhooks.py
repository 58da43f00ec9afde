"""Webhooks: who is called of what, after Standard Webhooks, and what becomes of receivers that do not answer."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import pytest
from redis import Redis

from events.backup import making, restoring
from events.encryption import make_key
from events.errors import TooManyWebhooks
from events.identity import utc_now
from events.webhooks.hooks import TRIES_MS, new_hook_id
from events.webhooks.keys import cipher_of
from tests.service.client import Api
from tests.service.test_api_keys import made, new_key
from tests.service.test_takebacks import answered, give
from tests.support.process import held_by
from tests.support.tradewinds import wait_until
from tests.workers.receiver import Receiver, receiving
from workers.webhooks.calling import Caller
from workers.webhooks.delivering import Deliverer

HOUR = 3_600_000


class Process:
    """A process that calls webhooks, by the clock of Redis and what is added to it."""

    def __init__(self, api: Api) -> None:
        services = api.app.extensions["tradewinds"]
        self.hooks, self.later = services.store.webhooks, 0
        self.caller = Caller(private=True, seconds=1.0)
        self.deliverer = Deliverer(
            services.store,
            cipher_of(services.settings.webhooks_key, made=True),
            self.caller,
            lambda: int(self.hooks.now()) + self.later,
        )

    def look(self, after: int = 0) -> None:
        """Deliver what is due after some time (ms)."""
        self.later += after
        self.deliverer.look()
        assert wait_until(lambda: self.deliverer.is_idle, 20)

    def close(self) -> None:
        self.deliverer.close()
        self.caller.close()


@pytest.fixture
def api(make_api: Callable[..., Api], tmp_path: Path) -> Api:
    make_key(tmp_path / "key")
    return make_api(webhooks_key_file=str(tmp_path / "key"), webhooks_private="on")


@pytest.fixture
def key(api: Api) -> str:
    return new_key(api)


@pytest.fixture
def process(api: Api) -> Iterator[Process]:
    made = Process(api)
    yield made
    made.close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def hooked(api: Api, key: str, url: str, *events: str) -> tuple[str, str]:
    """A new webhook: its address, and its secret."""
    answer = api.post("/v1/webhooks", {"url": url, "events": [*events] or ["turn", "over", "seat_claimed"]}, token=key).json
    return f"/v1/webhooks/{answer['webhook']['id']}", answer["secret"]


def deliveries(api: Api, key: str, hook: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(f"{hook}/deliveries", token=key).json["items"]
    return found


def state(api: Api, key: str) -> dict[str, Any]:
    (hook,) = api.get("/v1/webhooks", token=key).json["items"]
    return dict(hook)


def test_a_receiver_is_told_of_seats_takebacks_and_rematches(
    api: Api, key: str, process: Process, receiver: Receiver
) -> None:
    events = ["seat_changed", "takeback_asked", "rematch"]
    answer = api.post("/v1/webhooks", {"url": receiver.url, "events": events}, token=key).json
    game = made(api, key, "human:ann", "human:bob", takeback="consent", options={"starting_seat": 0})
    game.put_seat(1, "host", kind="bot", level="greedy")
    process.look()
    (told,) = receiver.told(answer["secret"])
    assert (told["type"], told["data"]["changed_hands"]) == ("seat_changed", [{"seat": 1, "player": "bob"}])
    game.put_seat(1, 1, kind="human")
    process.look()
    game.abandon()
    again = api.post(f"{game.path}/rematch", None, token=game.tokens[0]).json["game"]["id"]
    process.look()
    *_, told = receiver.told(answer["secret"])
    assert (told["type"], told["data"]["game"], told["data"]["rematch_of"]) == ("rematch", again, game.id)
    other = made(api, key, "human:ann", "human:bob", takeback="consent")
    first, _ = answered(other)
    give(other, first)
    process.look()
    *_, told = receiver.told(answer["secret"])
    player = ("ann", "bob")[first]
    assert (told["type"], told["data"]["takeback_asked"]) == ("takeback_asked", {"seat": first, "player": player})
    other.play(1)
    calls = len(receiver.told(answer["secret"]))
    process.look()
    assert len(receiver.told(answer["secret"])) == calls


def test_a_receiver_is_told_what_happens_and_can_check_it(api: Api, key: str, process: Process, receiver: Receiver) -> None:
    _, secret = hooked(api, key, receiver.url)
    game = made(api, key, "human:ann", "open", metadata={"channel": "42"})
    process.look()
    assert receiver.calls == [], "nobody is asked in a lobby"
    game.claim(1)
    process.look()
    told = {each["type"]: each["data"] for each in receiver.told(secret)}
    assert {*told} == {"seat_claimed", "turn"}
    state = game.state()
    players = {0: "ann", 1: None}
    assert told["turn"] == {
        "game": game.id,
        "ruleset": game.ruleset,
        "version": 2,
        "status": "running",
        "to_act": state["to_act"],
        "pending": game.pending(state, players),
        "asked": [{"seat": seat, "player": players[seat]} for seat in state["to_act"]],
        "claimed": [{"seat": 1, "player": None}],
        "timed_out": [],
        "changed_hands": [],
        "missing_seats": 0,
        "takeback_asked": None,
        "rematch_of": None,
        "deadline": None,
        "acted_at": game.get("/events?after=1").json["items"][0]["at"],
        "outcome": None,
        "ended": None,
        "metadata": {"channel": "42"},
    }
    game.abandon()
    process.look()
    assert receiver.told(secret)[-1]["type"] == "over"


def test_a_receiver_is_told_of_a_deletion_by_the_game_s_id_alone(
    api: Api, key: str, process: Process, receiver: Receiver
) -> None:
    _, secret = hooked(api, key, receiver.url, "over", "deleted")
    game = made(api, key, "human:ann", "human:bob", metadata={"channel": "42"})
    game.abandon()
    for _ in range(2):
        api.app.extensions["tradewinds"].deleter.delete(game.id)
    process.look()
    (told,) = receiver.told(secret)
    assert (told["type"], told["data"]) == ("deleted", {"game": game.id})


def test_a_player_who_goes_on_acting_is_not_told_again(api: Api, key: str, process: Process, receiver: Receiver) -> None:
    _, secret = hooked(api, key, receiver.url, "turn")
    game = made(api, key, "human:ann", "human:bob")
    process.look()
    asked = [game.state()["to_act"]]
    chance = random.Random(3)
    for _ in range(12):
        game.step(chance)
        process.look()
        asked.append(game.state()["to_act"])
    changes = [now for before, now in zip([[], *asked], asked, strict=False) if set(now) - set(before)]
    told = [one["data"]["to_act"] for one in receiver.told(secret)]
    assert told == changes
    assert len(told) < len(asked)


def test_others_hear_nothing(api: Api, key: str, process: Process, receiver: Receiver, redis: Redis) -> None:
    hooked(api, key, receiver.url, "over")
    for game in (made(api, new_key(api, "another"), "human", "human"), made(api, None, "human", "human")):
        game.abandon()
    made(api, key, "human", "human")
    process.look()
    assert receiver.calls == []
    assert not [*redis.scan_iter(match="*:outbox")]


def test_turns_that_wait_are_one_delivery_and_answered_ones_none(
    api: Api, key: str, process: Process, receiver: Receiver
) -> None:
    hook, secret = hooked(api, key, receiver.url, "turn")
    games = [made(api, key, "human:ann", "human:bob") for _ in range(2)]
    for game in games:
        game.play(12)
    games[1].put_seat(0, 0, kind="bot", level="random")
    games[1].put_seat(1, 1, kind="bot", level="random")
    process.look()
    told = receiver.told(secret)
    assert [(each["data"]["game"], each["data"]["version"]) for each in told] == [(games[0].id, games[0].version)]
    assert [each["status"] for each in deliveries(api, key, hook)] == ["delivered"]


def test_a_failed_call_is_tried_again_and_the_receiver_knows_it_by_its_id(
    api: Api, key: str, process: Process, receiver: Receiver
) -> None:
    hook, _ = hooked(api, key, receiver.url, "over")
    receiver.status = 500
    made(api, key, "human", "human").abandon()
    process.look()
    for number, wait in enumerate(TRIES_MS[1:], 2):
        process.look(after=wait - 1_500)
        assert len(receiver.calls) == number - 1, "too soon"
        waiting, last = deliveries(api, key, hook)[:2]
        assert (waiting["status"], waiting["tries"]) == ("waiting", number - 1)
        assert (last["status"], last["detail"]) == ("failed", "The receiver answered 500.")
        process.look(after=3_000)
        assert len(receiver.calls) == number
    assert len({*receiver.ids()}) == 1
    assert "7 tries of a delivery failed" in state(api, key)["disabled"]
    assert deliveries(api, key, hook)[0]["status"] == "given_up"
    made(api, key, "human", "human").abandon()
    process.look(after=20 * HOUR)
    assert len(receiver.calls) == 7
    api.refused("POST", f"{hook}/test", 409, "webhook_disabled", token=key)


def test_a_receiver_that_comes_back_after_an_hour_is_told_everything_at_once(
    api: Api, key: str, process: Process, receiver: Receiver
) -> None:
    _, secret = hooked(api, key, receiver.url, "over")
    receiver.status = 503
    games = [made(api, key, "human", "human") for _ in range(5)]
    for game in games:
        game.abandon()
    for _ in range(4):
        process.look(after=400_000)
    assert state(api, key)["paused_until"] is not None
    called = len(receiver.calls)
    process.look()
    assert len(receiver.calls) == called, "left alone for a while"
    receiver.status, receiver.calls = 204, []
    process.look(after=HOUR)
    told = receiver.told(secret, process.later)
    assert sorted(each["data"]["game"] for each in told) == sorted(game.id for game in games)
    assert (state(api, key)["failures"], state(api, key)["paused_until"]) == (0, None)


def test_a_delivery_that_one_receiver_never_takes_does_not_disable_it(
    api: Api, key: str, process: Process, receiver: Receiver
) -> None:
    hook, _ = hooked(api, key, receiver.url, "over")
    receiver.status = 500
    made(api, key, "human", "human").abandon()
    process.look()
    receiver.status = 200
    made(api, key, "human", "human").abandon()
    process.look()
    receiver.status = 500
    for wait in TRIES_MS[1:]:
        process.look(after=wait + 1_000)
    assert state(api, key)["disabled"] is None
    assert deliveries(api, key, hook)[0]["status"] == "given_up"


@pytest.mark.threat("T-37")
@pytest.mark.parametrize("kind", ["slow", "dripping", "redirecting", "gone", "dead"])
def test_a_bad_receiver_delays_no_other(api: Api, key: str, process: Process, receiver: Receiver, kind: str) -> None:
    with receiving() as bad:
        bad_hook, _ = hooked(api, key, bad.url, "over")
        _, secret = hooked(api, key, receiver.url, "over")
        if kind == "slow":
            bad.hold.clear()
        elif kind == "dripping":
            bad.drip = True
        elif kind == "redirecting":
            bad.status, bad.headers = 302, {"Location": receiver.url}
        elif kind == "gone":
            bad.status = 410
        else:
            bad.close()
        made(api, key, "human", "human").abandon()
        began = monotonic()
        process.deliverer.look()
        assert wait_until(lambda: len(receiver.calls) == 1, 20)
        assert wait_until(lambda: process.deliverer.is_idle, 20)
        assert monotonic() - began < 15, "a call has a second here"
        last = next(each for each in deliveries(api, key, bad_hook) if each["status"] != "waiting")
        reasons = {
            "slow": "within 1 s", "dripping": "within 1 s", "redirecting": "not followed", "gone": "410",
            "dead": "connection",
        }  # fmt: skip
        assert reasons[kind] in last["detail"]
        assert len(receiver.told(secret)) == 1, "a redirect was not followed"


def test_two_processes_make_a_delivery_once(api: Api, key: str, process: Process, receiver: Receiver) -> None:
    hooked(api, key, receiver.url, "over")
    other = Process(api)
    for _ in range(5):
        made(api, key, "human", "human").abandon()
    receiver.hold.clear()
    process.deliverer.look()
    other.deliverer.look()
    assert wait_until(lambda: len(receiver.calls) == 1, 20)
    receiver.hold.set()
    process.look()
    other.look()
    assert len(receiver.calls) == len({*receiver.ids()}) == 5
    other.close()


def test_what_happens_while_a_call_is_under_way_is_told_afterwards(
    api: Api, key: str, process: Process, receiver: Receiver
) -> None:
    _, secret = hooked(api, key, receiver.url, "turn")
    game = made(api, key, "human:ann", "human:bob")
    receiver.hold.clear()
    process.deliverer.look()
    assert wait_until(lambda: len(receiver.calls) == 1, 20)
    first = game.state()["to_act"]
    chance = random.Random(3)
    while game.state()["to_act"] == first:
        game.step(chance)
    process.deliverer.look()
    receiver.hold.set()
    process.look()
    assert receiver.told(secret)[-1]["data"]["version"] == game.version


def test_what_replaces_a_commit_that_was_lost_is_told_under_an_id_of_its_own(
    api: Api, key: str, process: Process, receiver: Receiver, redis: Redis, tmp_path: Path
) -> None:
    """After a restore versions count again; a receiver that drops repeats must not drop what is new."""
    store = api.app.extensions["tradewinds"].store
    _, secret = hooked(api, key, receiver.url, "over", "seat_claimed")
    game = made(api, key, "human", "open")
    early, late = (made(api, key, "human", "human") for _ in range(2))
    receiver.status = 500
    early.abandon()
    process.look()
    making.make(store, tmp_path / "backup", "2026-01-02T03:04:05.000Z")
    receiver.status = 200
    game.claim(1, name="Ann")
    late.abandon()
    process.look(after=6_000)
    redis.flushall()
    restoring.restore(store, tmp_path / "backup")
    game.claim(1, name="Zoë")
    process.look(after=6_000)
    heard = [
        (told["type"], told["data"]["game"], message)
        for told, message in zip(receiver.told(secret, process.later), receiver.ids(), strict=True)
    ]
    of_claims = [message for event, _, message in heard if event == "seat_claimed"]
    assert len(of_claims) == len({*of_claims}) == 2, "two claims, both of version 2"
    of_early = [message for _, of, message in heard if of == early.id]
    assert (len(of_early), len({*of_early})) == (3, 1), "failed, arrived, and told again: it waited when the backup was made"
    assert late.state()["status"] == "running", "its end is no more, and was told once"
    assert [of for _, of, _ in heard].count(late.id) == 1


def test_more_than_a_receiver_can_ever_be_told_disables_it(
    api: Api, key: str, process: Process, receiver: Receiver, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A league's receiver that is away while very many games change must not fill the store."""
    monkeypatch.setattr("events.redis_store.webhooks.MOST_WAITING", 3)
    hook, _ = hooked(api, key, receiver.url, "over", "turn")
    receiver.status = 500
    games = [made(api, key, "human", "human") for _ in range(3)]
    process.look()
    for game in games:
        game.play(12)
    process.look()
    assert state(api, key)["disabled"] is None, "later turns of the same games are no more deliveries"
    games[0].abandon()
    process.look()
    assert "Read the list of games" in state(api, key)["disabled"]
    assert not [name for name in redis.scan_iter() if name.endswith((b"outbox", b":order", b":due", hook[-10:].encode()))]
    called = len(receiver.calls)
    process.look(after=HOUR)
    assert len(receiver.calls) == called


def test_a_webhook_that_is_disabled_during_a_call_stays_disabled(
    api: Api, key: str, process: Process, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooked(api, key, receiver.url, "over")
    receiver.hold.clear()
    made(api, key, "human", "human").abandon()
    process.deliverer.look()
    assert wait_until(lambda: len(receiver.calls) == 1, 20)
    monkeypatch.setattr("events.redis_store.webhooks.MOST_WAITING", 1)
    made(api, key, "human", "human").abandon()
    process.deliverer.look()
    receiver.hold.set()
    process.look()
    assert "deliveries waited" in state(api, key)["disabled"]
    assert len(receiver.calls) == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://127.1", "http://127.1/hook", "https://127.1/hook", "http://[::ffff:10.0.0.1]", "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/", "https://[64:ff9b::10.0.0.1]/", "https://localhost/", "https://169.254.169.254/latest",
        "https://user:secret@example.com/", "https://example.com:8443/",
        "https://a..b/", "https://.../", f"https://{'a' * 300}/", "https://192.0.0.192/", "https://168.63.129.16/",
    ],
)  # fmt: skip
def test_a_receiver_within_the_service_s_network_is_refused_with_what_would_be_right(
    make_api: Callable[..., Api], tmp_path: Path, url: str
) -> None:
    make_key(tmp_path / "key")
    api = make_api(webhooks_key_file=str(tmp_path / "key"))
    key = new_key(api)
    body = {"url": url, "events": ["turn"]}
    problem = api.refused("POST", "/v1/webhooks", 422, "receiver_not_allowed", token=key, json=body)
    assert "https on port 443, at a name with public addresses only" in problem["detail"]
    assert api.get("/v1/webhooks", token=key).json["items"] == []


def test_many_receivers_that_fail_leave_nothing_open(api: Api, key: str, process: Process, receiver: Receiver) -> None:
    """Dripping, redirecting, failing and dead ones, again and again."""
    with ExitStack() as stack:
        bad = [stack.enter_context(receiving()) for _ in range(8)]
        for place, each in enumerate(bad):
            hooked(api, key, each.url, "over")
            each.drip, each.status = place == 0, (302, 500)[place % 2]
        bad[1].close()

        def fail(times: int) -> None:
            for _ in range(times):
                made(api, key, "human", "human").abandon()
                process.look(after=400_000)

        fail(1)
        before, called = held_by(os.getpid()), sum(len(each.calls) for each in bad)
        fail(5)
        assert sum(len(each.calls) for each in bad) - called > 3 * len(bad)
        bad[0].drip = False
        # Each receiver has a thread that calls it, one that resolves its name, and at most one connection to Redis.
        assert wait_until(lambda: held_by(os.getpid()).files <= before.files + len(bad), 20)
        assert wait_until(lambda: held_by(os.getpid()).threads <= before.threads + 2 * len(bad), 20)


def test_a_test_call_says_what_came_of_it(api: Api, key: str, process: Process, receiver: Receiver) -> None:
    hook, secret = hooked(api, key, receiver.url, "over")
    message = api.post(f"{hook}/test", token=key, expect=202).json["id"]
    about = {"id": message, "event": "test", "game": None, "version": 0}
    (waits,) = deliveries(api, key, hook)
    assert waits.items() >= {**about, "status": "waiting"}.items()
    process.look()
    assert [each["type"] for each in receiver.told(secret)] == ["test"]
    (delivery,) = deliveries(api, key, hook)
    assert delivery.items() >= {**about, "status": "delivered"}.items()


def test_a_deadline_that_is_near_is_told_once(make_api: Callable[..., Api], tmp_path: Path, receiver: Receiver) -> None:
    make_key(tmp_path / "key")
    api = make_api(webhooks_key_file=str(tmp_path / "key"), webhooks_private="on")
    api.app.extensions["tradewinds"].handler.clock = utc_now
    process, key = Process(api), new_key(api)
    _, secret = hooked(api, key, receiver.url, "deadline_near")
    made(api, key, "human:ann", "human:bob", clock={"seconds": 4_000, "on_timeout": "abandon"})
    process.look(after=2_900_000)
    assert receiver.calls == []
    process.look(after=200_000)
    process.look(after=200_000)
    (told,) = receiver.told(secret, process.later)
    assert told["data"]["deadline"] == min(each["deadline"] for each in told["data"]["pending"])
    process.close()


def test_a_revoked_key_calls_nobody(api: Api, key: str, process: Process, receiver: Receiver) -> None:
    hooked(api, key, receiver.url, "over")
    game = made(api, key, "human", "human")
    api.app.extensions["tradewinds"].store.api_keys.revoke(key.split("_")[1], "2026-01-02T03:04:05.000Z")
    game.abandon()
    process.look()
    assert receiver.calls == []


@pytest.mark.threat("T-38")
def test_webhooks_are_the_key_s_own(api: Api, key: str, process: Process, receiver: Receiver, redis: Redis) -> None:
    hook, secret = hooked(api, key, receiver.url, "over")
    other = new_key(api, "another")
    assert api.get("/v1/webhooks", token=other).json["items"] == []
    for method, path in (("DELETE", hook), ("GET", f"{hook}/deliveries"), ("POST", f"{hook}/test")):
        api.refused(method, path, 404, "unknown_webhook", token=other)
        api.refused(method, path, 401, "key_required")
    assert secret not in repr(redis.hgetall("{0}:hooks"))
    made(api, key, "human", "human").abandon()
    api.delete(hook, token=key)
    process.look()
    assert receiver.calls == []
    assert not [name for name in redis.scan_iter() if b"hook" in name or b"outbox" in name]


def test_a_key_has_ten_webhooks_and_no_more(api: Api, key: str, receiver: Receiver, redis: Redis) -> None:
    """Also where one was disabled because too much waited for it, or another field looks like the key's id."""
    hooks = api.app.extensions["tradewinds"].store.webhooks
    for number in range(10):
        hook, _ = hooked(api, key, f'{receiver.url}?"owner":"{key.split("_")[1]}"' if number == 0 else receiver.url)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("events.redis_store.webhooks.MOST_WAITING", 0)
        assert not hooks.wait(hook.split("/")[3], "- test", 1, "", 0)
    body = {"url": receiver.url, "events": ["turn"]}
    api.refused("POST", "/v1/webhooks", 409, "too_many_webhooks", token=key, json=body)
    hooked(api, new_key(api, "another"), receiver.url)
    api.delete(hook, token=key)
    hooked(api, key, receiver.url)
    api.refused("POST", "/v1/webhooks", 409, "too_many_webhooks", token=key, json=body)


def test_of_many_webhooks_made_at_once_a_key_gets_ten(api: Api, key: str, receiver: Receiver) -> None:
    store, (hook, _) = api.app.extensions["tradewinds"].store, hooked(api, key, receiver.url)
    kept = store.webhooks.find(hook.split("/")[3])

    def add(_: int) -> bool:
        try:
            store.webhooks.add(msgspec.structs.replace(kept, id=new_hook_id()))
        except TooManyWebhooks:
            return False
        return True

    with ThreadPoolExecutor(30) as threads:
        assert sum(threads.map(add, range(120))) == 9
    assert len(store.webhooks.of_key(kept.owner)) == 10


def test_a_service_without_a_key_for_secrets_has_no_webhooks(make_api: Callable[..., Api]) -> None:
    api = make_api()
    body = {"url": "https://example.com/", "events": ["turn"]}
    api.refused("POST", "/v1/webhooks", 404, "webhooks_off", token=new_key(api), json=body)
