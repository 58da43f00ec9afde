"""Places for calls of webhooks: each key has its turn, and slow receivers of some keys leave places for the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from threading import Thread

import pytest

from bench.receivers import lateness
from events.redis_store.client import connect
from events.store.event_store import EventStore
from tests.support import over_http
from workers.webhooks.delivering import AT_ONCE
from workers.webhooks.places import Places

OF_A_KEY = 10


def taken(places: Places) -> list[str]:
    return list(iter(places.take, None))


def with_keys(places: Places, keys: int) -> Places:
    """Ten webhooks of each key wait; `k3 h0` is a webhook of the key `k3`."""
    for hook in range(OF_A_KEY):
        for key in range(keys):
            places.wait(f"k{key}", f"k{key} h{hook}")
    return places


def test_a_key_alone_has_places_for_all_its_webhooks() -> None:
    assert len(taken(with_keys(Places(AT_ONCE), 1))) == OF_A_KEY


@pytest.mark.threat("T-37")
@pytest.mark.parametrize("keys", [1, 2, 7, 20, 59])
def test_whatever_some_keys_take_another_key_finds_a_place(keys: int) -> None:
    places = with_keys(Places(AT_ONCE), keys)
    of_keys = Counter(hook.split()[0] for hook in taken(places))
    assert len(of_keys) == keys, "each has one"
    assert max(of_keys.values()) - min(of_keys.values()) <= 1, "and none many more than another"
    places.wait("fresh", "fresh h0")
    assert places.take() == "fresh h0"


def test_keys_take_turns_and_so_do_the_webhooks_of_a_key() -> None:
    places = Places(2)
    for hook in ("a1", "a2", "a3", "b1", "b2", "c1"):
        places.wait(hook[0], hook)
    order = []
    while (called := places.take()) is not None:
        order.append(called)
        # The first webhook has always something more to tell.
        places.give_back(called, again=called == "a1" and order.count("a1") < 3)
    assert order == ["a1", "b1", "c1", "a2", "b2", "a3", "a1", "a1"]
    assert not len(places)


def test_a_webhook_waits_or_has_a_place_only_once() -> None:
    places = Places(10)
    places.wait("a", "a1")
    places.wait("a", "a1")
    assert taken(places) == ["a1"]
    places.wait("a", "a1")
    assert "a1" in places
    assert taken(places) == [], "it would be called twice at a time"
    places.give_back("a1", again=False)
    assert "a1" not in places
    places.wait("a", "a1")
    assert taken(places) == ["a1"]


def test_threads_never_take_more_places_than_there_are() -> None:
    places, most = with_keys(Places(8), 20), list[int]()

    def serve() -> None:
        while (hook := places.take()) is not None:
            most.append(sum(places._taken.values()))
            places.give_back(hook, again=False)

    threads = [Thread(target=serve) for _ in range(30)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(most) == 20 * OF_A_KEY
    assert max(most) <= 8
    assert places._free == 8


@pytest.fixture
def store(redis_url: str) -> Iterator[EventStore]:
    with connect(redis_url) as client:
        yield EventStore(client)


@pytest.mark.threat("T-37")
def test_seventy_slow_receivers_that_succeed_delay_no_other_key(store: EventStore) -> None:
    """Of seven keys; each has calls for eight times as long as one takes, which is more than there are places for."""
    over_http.contract()  # It checks the answers; at the first of them it would keep all threads from calling.
    assert lateness(store, keys=7, calls=8, seconds=3.0) < 2.0
