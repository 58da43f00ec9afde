"""Traces: from the request through the handler to the job and the bot's policy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from redis import Redis
from rq.job import Job as RqJob
from rq.serializers import JSONSerializer

from events.bot_queue import BotQueue
from events.settings import Settings
from service.app import create_app
from telemetry.instrumentation import Instrumentation
from telemetry.otel import OtelTraces
from telemetry.spans import NoTraces
from telemetry.traces import traces
from tests.service.client import Api
from tests.service.conftest import close
from tests.service.contract import Contract
from tests.support.games import CODECS, RULESET
from tests.support.play import handler_on
from workers import jobs
from workers.main import BotWorker

PARENT = "4bf92f3577b34da6a3ce929d0e0e4736"


@pytest.fixture
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def watch(exporter: InMemorySpanExporter) -> Instrumentation:
    return Instrumentation(OtelTraces("test", SimpleSpanProcessor(exporter)))


@pytest.fixture
def traced(redis_url: str, watch: Instrumentation, contract: Contract) -> Iterator[Api]:
    app = create_app(Settings(redis_url=redis_url, rate_limit="off"), watch=watch)
    yield Api(app, contract)
    close(app)


def tree(spans: tuple[ReadableSpan, ...]) -> dict[str, str | None]:
    """Each span's name with that of its parent, None where the parent is not among them."""
    names = {span.context.span_id: span.name for span in spans if span.context is not None}
    return {span.name: None if span.parent is None else names.get(span.parent.span_id) for span in spans}


def work_off(queue: BotQueue) -> None:
    worker = BotWorker(queue.connection)
    while len(queue):
        waiting = next(each for each in queue.queues if each.count)
        worker.perform_job(RqJob.fetch(waiting.pop_job_id(), queue.connection, JSONSerializer), waiting)


def test_a_trace_goes_from_the_request_to_the_bots_move(
    traced: Api, watch: Instrumentation, exporter: InMemorySpanExporter, redis: Redis
) -> None:
    body = {
        "ruleset": RULESET,
        "seats": [{"kind": "bot", "level": "greedy"}, {"kind": "open"}],
        "options": {"starting_seat": 0},
    }
    created = traced.post("/v1/games", body)
    game = created.json["game"]["id"]
    exporter.clear()
    headers = {"traceparent": f"00-{PARENT}-00f067aa0ba902b7-01", "X-Request-Id": "mine", "baggage": "stranger=1"}
    traced.call("POST", f"/v1/games/{game}/seats/1/claim", json={}, headers=headers, expect=201)
    services = traced.app.extensions["tradewinds"]
    job = RqJob.fetch(services.queue.queues[0].job_ids[0], services.queue.connection, JSONSerializer)
    assert job.meta["request_id"] == "mine"
    assert set(job.meta) == {"request_id", "traceparent"}
    jobs.use(
        jobs.BotServices(
            handler_on(services.store, CODECS, observer=watch), services.store, services.queue, 0.02, watch=watch
        )
    )
    work_off(services.queue)
    spans = exporter.get_finished_spans()
    assert {f"{span.context.trace_id:032x}" for span in spans if span.context is not None} == {PARENT}
    found = tree(spans)
    request = "POST seats.claim_seat"
    assert found[request] is None
    assert found["enqueue"] == request
    assert found["play"] == "enqueue"
    assert found["policy"] == "play"
    assert {span.name for span in spans} == {request, "enqueue", "play", "policy", "fold", "decide", "append"}
    about: dict[str, Any] = next(dict(span.attributes or {}) for span in spans if span.name == request)
    assert about["tradewinds.request_id"] == "mine"
    assert about["http.response.status_code"] == 201
    assert about["tradewinds.game"] == game
    assert "{" not in about["http.route"]


def test_a_refusal_is_told_by_its_code_and_nothing_of_its_sentence(traced: Api, exporter: InMemorySpanExporter) -> None:
    game = traced.create(RULESET)
    seat = game.state()["to_act"][0]
    exporter.clear()
    other = 1 - seat
    headers = {"If-Match": '"1"', "traceparent": "no such thing"}
    action = game.legal(seat)["actions"][0]["action"]
    refused = game.call("POST", "/actions", other, json=action, headers=headers, expect=409)
    spans = {span.name: span for span in exporter.get_finished_spans()}
    decide = spans["decide"]
    assert dict(decide.attributes or {})["tradewinds.outcome"] == refused.json["code"]
    assert decide.status.is_unset
    for span in spans.values():
        assert not span.events
        assert refused.json["detail"] not in str(span.attributes)


def test_without_an_endpoint_nothing_is_traced_or_imported_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    assert isinstance(traces("web"), NoTraces)
    # The client of Redis looks for OpenTelemetry by itself.
    program = (
        "import sys; from events.settings import Settings; import service.app, workers.main;"
        "service.app.create_app(Settings()); print({*sys.modules} & {'telemetry.otel', 'opentelemetry.exporter'})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_without_the_extra_the_service_says_so_and_runs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    for name in [each for each in sys.modules if each.startswith("telemetry.otel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("telemetry.otel", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    assert isinstance(traces("web"), NoTraces)
    assert "tradewinds[otel]" in caplog.text
