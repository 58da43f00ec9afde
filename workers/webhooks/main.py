"""The command `tradewinds webhooks`."""

from __future__ import annotations

import logging
import signal
import time
from types import FrameType

import click

from events.encryption import KeyUnusable
from events.errors import ConfigError, StoreUnavailable
from events.settings import Settings
from events.store.event_store import open_store
from events.webhooks.keys import cipher_of
from telemetry import logs, metrics
from workers.webhooks.calling import Caller
from workers.webhooks.delivering import Deliverer

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.25
AWAY_SECONDS = 1.0
ANNOUNCE_SECONDS = 60.0
"""How often the keys with webhooks are written to all partitions, so that new partitions learn of them."""


class Stopped(BaseException):
    """The process must stop."""


def _stop(signum: int, frame: FrameType | None) -> None:
    raise Stopped


@click.command("webhooks")
def command() -> None:
    """Run one process that calls webhooks; it needs the same REDIS_URL and WEBHOOKS_KEY_FILE as the service."""
    try:
        settings = Settings.from_env()
        settings.require_redis()
        deliverer = make(settings)
    except (ConfigError, KeyUnusable) as error:
        raise click.ClickException(str(error)) from error
    signal.signal(signal.SIGTERM, _stop)
    try:
        run(settings, deliverer)
    except (Stopped, KeyboardInterrupt):
        deliverer.close()


def make(settings: Settings) -> Deliverer:
    """Raises KeyUnusable."""
    cipher = cipher_of(settings.webhooks_key, made=not settings.webhooks_key_file)
    return Deliverer(open_store(settings), cipher, Caller(private=settings.webhooks_private == "on"))


def run(settings: Settings, deliverer: Deliverer) -> None:
    """Deliver until stopped. Waits for Redis if it is away."""
    logs.configure(settings.log_format, settings.log_level)
    metrics.begin("webhooks")
    if settings.webhooks_private == "on":
        log.warning("WEBHOOKS_PRIVATE=on: webhooks may call any address, also of this network. For development only")
    announced = 0.0
    while True:
        try:
            if time.monotonic() > announced + ANNOUNCE_SECONDS:
                deliverer.announce()
                announced = time.monotonic()
            deliverer.look()
        except StoreUnavailable as error:
            metrics.REDIS_ERRORS.labels("games").inc()
            log.warning("webhooks: %s", error)
            time.sleep(AWAY_SECONDS)
        except Exception:
            log.exception("webhooks")
            time.sleep(AWAY_SECONDS)
        time.sleep(LOOK_SECONDS)
