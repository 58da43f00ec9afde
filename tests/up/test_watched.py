"""A whole Tradewinds as its operators see it: metrics of all its processes, logs and traces from the request to the bot."""

from __future__ import annotations

import http.server
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from prometheus_client.parser import text_string_to_metric_families

from telemetry.metrics import AT_SCRAPE, REGISTRY
from tests.docs.generated import ROOT
from tests.service.server import Stream
from tests.support.games import RULESET
from tests.support.tradewinds import Tradewinds, free_port, tradewinds, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

TOKEN = "for-prometheus"
REQUEST_ID = "walk-1"
METRIC = re.compile(r"\b(?:tradewinds|process)_[a-z_]+\b")


class Collector(http.server.ThreadingHTTPServer):
    """A receiver of traces by OTLP over HTTP, as far as this needs one."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Receives)
        self.daemon_threads = True
        self.spans: list[Span] = []
        self.paths: set[str] = set()


class _Receives(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        sent = ExportTraceServiceRequest.FromString(body)
        assert isinstance(self.server, Collector)
        self.server.paths.add(self.path)
        self.server.spans += [span for each in sent.resource_spans for scope in each.scope_spans for span in scope.spans]
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    with Collector() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, collector: Collector) -> Iterator[Tradewinds]:
    """Two web processes and a worker, in whose games somebody has acted and a bot has answered."""
    with tradewinds(
        tmp_path_factory.mktemp("watched"),
        WEB_CONCURRENCY="2",
        METRICS_TOKEN=TOKEN,
        OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{collector.server_port}",
        OTEL_BSP_SCHEDULE_DELAY="100",
        NO_PROXY="127.0.0.1",
    ) as running:
        yield running


@pytest.fixture(scope="module")
def game(watched: Tradewinds) -> str:
    """A game whose second seat a bot plays since the request REQUEST_ID."""
    seats = [{"kind": "bot", "level": "greedy"}, {"kind": "open"}]
    created = call(watched, "POST", "/v1/games", {"ruleset": RULESET, "seats": seats, "options": {"starting_seat": 0}})
    found: str = created["game"]["id"]
    call(watched, "POST", f"/v1/games/{found}/seats/1/claim", {}, {"X-Request-Id": REQUEST_ID})
    assert wait_until(lambda: call(watched, "GET", f"/v1/games/{found}")["version"] > 2, 20)
    assert wait_until(lambda: values(watched).get("tradewinds_bots_waiting") == 0, 20)
    return found


def call(running: Tradewinds, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(
        f"http://{running.settings.address}{path}",
        data,
        {"Content-Type": "application/json", **(headers or {})},
        method=method,
    )
    with urllib.request.urlopen(sent, timeout=20) as answer:
        return json.load(answer)


def scraped(running: Tradewinds) -> str:
    sent = urllib.request.Request(f"http://{running.settings.address}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(sent, timeout=20) as answer:
        text: str = answer.read().decode()
        return text


def values(running: Tradewinds) -> dict[str, float]:
    """Every sample, added up over its labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(scraped(running)):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def asked_for(text: str) -> set[str]:
    return set(METRIC.findall(text))


def test_metrics_need_their_token(watched: Tradewinds) -> None:
    assert watched.get("/metrics") == 401


def test_every_scrape_shows_all_processes(watched: Tradewinds, game: str) -> None:
    for _ in range(100):  # Both of the web processes get some.
        watched.get("/v1/rulesets")

    def counted() -> float:
        found = re.search(r'tradewinds_requests_total\{.*operation="rulesets\.\w+".*\} (\S+)', scraped(watched))
        return 0 if found is None else float(found[1])

    assert wait_until(lambda: counted() == 100, 5)
    text = scraped(watched)
    assert f'tradewinds_commands_total{{outcome="accepted",ruleset="{RULESET}"}}' in text
    assert 'tradewinds_bot_think_seconds_count{level="greedy"}' in text  # from the worker
    for role, count in (("web", 2), ("worker", 1)):
        assert len(re.findall(rf'process_resident_memory_bytes\{{.*role="{role}".*\}}', text)) == count
    assert game not in text


def test_a_killed_web_process_takes_its_streams_along_but_not_its_counts(watched: Tradewinds, game: str) -> None:
    streams = [Stream(watched.settings.port, f"/v1/games/{game}/events") for _ in range(6)]
    for stream in streams:
        stream.until(1)
    assert values(watched)["tradewinds_streams"] == 6
    before = values(watched)["tradewinds_requests_total"]
    master = watched.pid_of("web")
    web = [pid for pid, line in watched.below().items() if "gunicorn" in line and pid != master]
    assert len(web) == 2
    for pid in web:
        os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: watched.get("/readyz") == 200, 30)
    after = values(watched)
    assert after["tradewinds_streams"] == 0
    assert after["tradewinds_requests_total"] > before
    for stream in streams:
        stream.drop()
    # Those who came instead, and nobody else.
    assert wait_until(lambda: len(re.findall(r'started_timestamp_seconds\{.*role="web"', scraped(watched))) == 2, 30)


def test_one_finds_the_way_from_a_request_to_the_bots_move_in_the_logs(watched: Tradewinds, game: str) -> None:
    logs = watched.settings.data_dir / "logs"
    assert TOKEN not in "".join(path.read_text() for path in logs.glob("*.log"))
    web, worker = ([json.loads(line) for line in read(logs / f"{name}.log")] for name in ("web", "worker-1"))
    (access,) = [line for line in web if line.get("request_id") == REQUEST_ID]
    assert (access["operation"], access["status"], access["game"], access["version"]) == ("seats.claim_seat", 201, game, 2)
    moves = [line for line in worker if line.get("request_id") == REQUEST_ID and line["message"] == "a bot has acted"]
    assert [line["version"] for line in moves][:1] == [3]
    assert {"think_ms", "wait_ms", "seat"} <= set(moves[0])
    assert (moves[0]["level"], moves[0]["bot"]) == ("info", "greedy")
    assert {line["logger"] for line in web} >= {"gunicorn.error", "tradewinds.access"}


def read(log: Path) -> list[str]:
    return log.read_text().splitlines()


def test_one_trace_goes_from_the_request_to_the_bots_move(watched: Tradewinds, game: str, collector: Collector) -> None:
    def whole() -> set[str]:
        requests = [span for span in list(collector.spans) if span.name == "POST seats.claim_seat"]
        return {span.name for span in list(collector.spans) for asked in requests if span.trace_id == asked.trace_id}

    wanted = {"POST seats.claim_seat", "enqueue", "play", "policy", "decide", "append"}
    assert wait_until(lambda: wanted <= whole(), 10), whole()
    assert collector.paths == {"/v1/traces"}


def test_a_worker_that_runs_by_itself_serves_its_own(redis_url: str) -> None:
    port = free_port()
    environ = {**os.environ, "REDIS_URL": redis_url, "WORKER_METRICS_PORT": str(port), "HOST": "127.0.0.1"}
    worker = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "worker"], env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:

        def text() -> str:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                    return str(answer.read().decode())
            except OSError:
                return ""

        assert wait_until(lambda: 'role="worker"' in text(), 30)
        assert "tradewinds_bot_turns_lost_total 0.0" in text()
        assert "tradewinds_build_info" in text()
    finally:
        worker.terminate()
        worker.communicate()


def test_dashboard_and_alerts_ask_for_metrics_that_exist(watched: Tradewinds, game: str) -> None:
    there = {family.name for family in text_string_to_metric_families(scraped(watched))}
    there |= set(values(watched))
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    assert len(expressions) > 20
    for expression in expressions:
        names = asked_for(expression)
        assert names, expression
        # What has not happened yet may have no sample, but its name is declared.
        assert names <= there | declared(there), expression
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    alerts = yaml.safe_load((ROOT / "deploy" / "prometheus-alerts.yaml").read_text())
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    for rule in rules:
        assert asked_for(rule["expr"]) <= there | declared(there), rule["alert"]
        assert rule["annotations"]["summary"].endswith(".") or rule["annotations"]["summary"].endswith("?")


def declared(there: set[str]) -> set[str]:
    """The samples of metrics without one so far; they must be among those the code has."""
    suffixes = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
    return {family.name + suffix for family in REGISTRY.collect() for suffix in suffixes[family.type]} | set(AT_SCRAPE)
