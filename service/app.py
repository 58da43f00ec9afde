"""The app factory: here, and only here, the parts are put together."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

import redis
from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from flask_smorest import Api

from domain import session
from domain.session import Session
from events.bot_queue import BotQueue, Job, open_queue, patience_ms
from events.commands.handler import CommandHandler
from events.games.game_log import GameLog
from events.games.repository import GameRepository
from events.identity import GAME_ID, milliseconds, utc_now
from events.log.codec import Codecs
from events.removal.deleting import Deleter
from events.removal.forgetting import Forgetter
from events.settings import Settings
from events.store.event_store import EventStore, open_store
from service import error_answers, headers, server_sent, web
from service.http import Services
from service.lean import LeanFlask
from service.limits import Limited, RateLimits
from service.offload import computations, folder_reads, folds
from service.openapi.offered import offered, offered_here
from service.openapi.written import texts, written
from service.parsing import GameConverter, SeatConverter
from service.png import Rasterizer
from service.resources import (
    actions,
    admin,
    branches,
    bulk,
    documents,
    feed,
    games,
    greeting,
    history,
    jobs,
    keys,
    look_backs,
    notes,
    ops,
    pictures,
    proof,
    resigning,
    results,
    rules,
    rulesets,
    seats,
    showcases,
    takebacks,
    webhooks,
)
from service.rulebooks import rulebooks
from service.schemas.fields import MAX_SEATS
from service.showcases import showcases_of
from service.streaming import Hub
from service.up import parts
from telemetry import metrics
from telemetry.instrumentation import Instrumentation
from telemetry.traces import traces
from tradewinds.installed import Installed

log = logging.getLogger(__name__)


def create_app(
    settings: Settings | None = None,
    *,
    packages: Installed | None = None,
    store: EventStore | None = None,
    queue: BotQueue | None = None,
    clock: Callable[[], datetime] = utc_now,
    watch: Instrumentation | None = None,
    **handler_options: Any,
) -> Flask:
    """The WSGI app. By default the environment configures everything; tests pass their own parts."""
    settings = settings or Settings.from_env()
    if settings.reproducible == "on":
        log.warning("REPRODUCIBLE=on: callers may choose the secrets of their games. For development only")
    texts_of = texts if packages else written
    packages = offered(packages) if packages else offered_here()
    codecs = Codecs(packages.games)
    reads, of_sleepers, long_work = folder_reads(), folder_reads(), computations()
    store = store or open_store(settings, reads, of_sleepers)
    queue = open_queue(settings) if queue is None else queue  # An empty queue is false.
    watch = watch or Instrumentation(traces("web"))
    limits = RateLimits(settings, store.api_keys.recently_valid)
    games_read = GameRepository(store, codecs, observer=watch, cache_size=settings.cached_games, beside=folds())
    handler = CommandHandler(
        games_read,
        clock=clock,
        bot_patience_ms=patience_ms(settings.bot_budget),
        on_bot_turn=_enqueuer(queue, clock, watch),
        on_out_of_turn=limits.spend_out_of_turn,
        packages=packages.noted,
        **handler_options,
    )
    hub = Hub(store, games_read, server_sent.render, settings.max_followers, settings.max_followers_per_address)
    app = _bare_app()
    app.extensions["tradewinds"] = Services(
        settings=settings,
        store=store,
        codecs=codecs,
        games=games_read,
        handler=handler,
        new_games=handler.new_games,
        renewals=handler.renewals,
        now=clock,
        queue=queue,
        hub=hub,
        limits=limits,
        watch=watch,
        computations=long_work,
        rasterizer=Rasterizer(),
        deleter=Deleter(store, queue, clock),
        forgetter=Forgetter(store, clock),
        rulebooks=rulebooks(packages),
        showcases=showcases_of(packages),
    )
    app.extensions["tradewinds-readiness"] = ops.Readiness(
        store.redis.ping,
        [
            ops.Check("archive", reads.trouble),
            ops.Check("sleep", of_sleepers.trouble, needed=False),
            ops.Check("computations", long_work.trouble, needed=False),
            ops.Check("feed", hub.trouble),
            ops.Check("games", lambda: packages.trouble, needed=False),
            *(ops.Check(name, partial(parts.trouble, name), needed=False) for name in parts.names()),
        ],
    )
    # Its files are read and compressed now, not while the first visitor waits.
    app.extensions["tradewinds-site"] = web.site_of(packages.games)
    app.extensions["tradewinds-contract"] = documents.WrittenContract(partial(texts_of, app), long_work)
    _register(app)
    app.wsgi_app = Limited(app, limits)  # type: ignore[method-assign]
    headers.register(app, settings.cors_origins.split(), watch)
    return app


def _bare_app() -> Flask:
    """An app without addresses."""
    app = LeanFlask("tradewinds")
    app.config.update(
        API_TITLE="Tradewinds",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
    )
    # Addresses with extra slashes are unknown: a redirect would be a page of HTML.
    app.url_map.strict_slashes = app.url_map.merge_slashes = False
    app.url_map.converters.update(game=GameConverter, int=SeatConverter)
    app.session_interface = NoSessions()
    return app


def _register(app: Flask) -> None:
    """Give the app its addresses: those of the contract, and the pages beside it."""
    api = Api(app)
    app.extensions["tradewinds-api"] = api
    api.register_converter(GameConverter, lambda _: {"type": "string", "pattern": f"^{GAME_ID}$"})
    api.register_converter(SeatConverter, lambda _: {"type": "integer", "minimum": 0, "maximum": MAX_SEATS - 1})
    error_answers.register(app)  # After Api, to replace its error handler, which answers in another form.
    for resource in (
        rulesets, games, seats, actions, takebacks, resigning, pictures, history, proof, branches, jobs, look_backs, notes,
        feed, bulk, results, keys, admin, webhooks,
    ):  # fmt: skip
        api.register_blueprint(resource.blueprint)
    for pages in (ops, documents, rules, showcases, greeting, web):
        app.register_blueprint(pages.blueprint)
    app.register_blueprint(documents.reader())


class NoSessions(SessionInterface):
    """Requests share one empty session, because the service keeps nothing between requests."""

    _NONE = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._NONE


def _enqueuer(
    queue: BotQueue, clock: Callable[[], datetime], watch: Instrumentation
) -> Callable[[GameLog, int, Session[Any], int], None]:
    def enqueue(game_log: GameLog, version: int, after: Session[Any], seat: int) -> None:
        level = after.seats[seat].level or ""
        try:
            with watch.traces.span("enqueue", "producer"):
                queue.put(
                    game_log.id,
                    Job(
                        version=version, seat=seat, level=level, status="queued", attempts=1,
                        queued_ms=milliseconds(clock()), origin=watch.origin(),
                    ),
                    alone=session.bots_alone(after),
                )  # fmt: skip
        except redis.RedisError as error:
            metrics.REDIS_ERRORS.labels("queue").inc()
            # The action is accepted all the same; the sweeper will find the bot's turn.
            log.warning("the turn of seat %d in %s was not enqueued: %s", seat, game_log.id, error)

    return enqueue
