"""How late a call is beside slow receivers that succeed: python -m bench.receivers --keys 7 --seconds 9.

Each key has ten webhooks, whose receivers answer 200 after some seconds, and many calls wait for each. Then another key's
webhook has something to tell.
"""

from __future__ import annotations

import argparse
import base64
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from bench.serving import redis_server
from events.encryption import Cipher
from events.redis_store.client import connect
from events.redis_store.webhooks import MOST_OF_A_KEY
from events.store.event_store import EventStore
from events.webhooks.hooks import KeptHook, new_hook_id, new_secret
from workers.webhooks.calling import Caller
from workers.webhooks.delivering import AT_ONCE, Deliverer

AT = "2026-01-02T03:04:05.000Z"
LOOK_SECONDS = 0.25
"""As the process looks."""


def main() -> None:
    """Print the figure."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--keys", type=int, default=7)
    asked.add_argument("--calls", type=int, default=8, help="calls that wait for each slow receiver")
    asked.add_argument("--seconds", type=float, default=9.0, help="how long a slow receiver takes")
    wanted = asked.parse_args()
    with redis_server() as url, connect(url) as client:
        late = lateness(EventStore(client), wanted.keys, wanted.calls, wanted.seconds)
    print(
        f"{wanted.keys * MOST_OF_A_KEY} receivers that answer after {wanted.seconds:g} s: another key's call is made",
        end=" ",
    )
    print(f"after {late:.2f} s")


def lateness(store: EventStore, keys: int, calls: int, seconds: float) -> float:
    """How long a call of another key takes to arrive, in s, once the slow receivers are being called."""
    cipher, over, slow, quick = Cipher(bytes(32)), Event(), Event(), Event()

    def be_slow() -> None:
        slow.set()
        over.wait(seconds)

    with _receiver(be_slow) as slow_url, _receiver(quick.set) as quick_url:
        for _ in range(keys):
            owner = store.api_keys.create("slow", AT)[0].id
            for _ in range(MOST_OF_A_KEY):
                _let_wait(store, _hook(store, cipher, owner, slow_url), calls)
        other = _hook(store, cipher, store.api_keys.create("quick", AT)[0].id, quick_url)
        caller = Caller(private=True)
        deliverer = Deliverer(store, cipher, caller)
        thread = Thread(target=_look, args=(deliverer, over))
        thread.start()
        try:
            slow.wait()
            sleep(min(1.0, seconds / 2))  # By now every place is taken that can be.
            _let_wait(store, other, 1)
            began = monotonic()
            quick.wait(seconds * (keys * MOST_OF_A_KEY * calls / AT_ONCE + 2))
            return monotonic() - began
        finally:
            over.set()
            thread.join()
            deliverer.close()
            caller.close()


def _hook(store: EventStore, cipher: Cipher, owner: str, url: str) -> str:
    hook, secret = new_hook_id(), new_secret()
    sealed = base64.b64encode(cipher.encrypted(secret.encode(), hook)).decode()
    store.webhooks.add(KeptHook(id=hook, url=url, events=("deleted",), created_at=AT, owner=owner, secret=sealed))
    return hook


def _let_wait(store: EventStore, hook: str, calls: int) -> None:
    now = store.webhooks.now()
    for number in range(calls):
        store.webhooks.wait(hook, f"game{number} deleted", 0, "", now)


def _look(deliverer: Deliverer, over: Event) -> None:
    while not over.is_set():
        deliverer.look()
        over.wait(LOOK_SECONDS)


@contextmanager
def _receiver(called: Any) -> Iterator[str]:
    """The URL of a receiver on loopback that does this and answers 200."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            called()
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 1_000

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/hook"
        finally:
            server.shutdown()
            thread.join()


if __name__ == "__main__":
    main()
