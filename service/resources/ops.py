"""Health, metrics, the contract and its reader. Outside of /v1, and not part of the contract that clients are built on."""

from __future__ import annotations

import os
from functools import cache

from flask import Blueprint, Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from service.http import answer, services
from service.metrics import REGISTRY
from service.openapi import all_codes, render

blueprint = Blueprint("ops", __name__)


@blueprint.get("/livez")
def livez() -> Response:
    """The process answers."""
    return answer({"status": "ok"})


@blueprint.get("/readyz")
def readyz() -> Response:
    """The store answers too."""
    services().handler.store.ping()
    return answer({"status": "ok"})


@blueprint.get("/metrics")
def metrics() -> Response:
    """Prometheus metrics: of all processes where PROMETHEUS_MULTIPROC_DIR is set, else of this one."""
    registry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    gauges = CollectorRegistry()
    waiting = Gauge("tradewinds_bots_waiting", "Games in which a bot is to act", registry=gauges)
    waiting.set(services().handler.store.waiting_bots())
    followers = Gauge("tradewinds_followers", "Live streams of the process that answered", registry=gauges)
    followers.set(services().hub.followers)
    return Response(generate_latest(registry) + generate_latest(gauges), content_type=CONTENT_TYPE_LATEST)


@blueprint.get("/openapi.yaml")
def contract() -> Response:
    """The contract."""
    return Response(_contract(), content_type="application/yaml; charset=utf-8")


@cache
def _contract() -> str:
    return render(current_app)


@blueprint.get("/docs/problems")
def problems() -> Response:
    """What the problem codes mean; the `type` of every problem points here."""
    rows = "".join(
        f'<tr id="{code}"><td><code>{code}</code></td><td>{status}</td><td>{meaning}</td></tr>'
        for code, (status, meaning) in sorted(all_codes().items())
    )
    page = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Tradewinds: problems</title>"
        "<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "td{padding:.3rem .8rem;border-top:1px solid #ccc}tr:target{background:#ffd}</style>"
        f"<h1>Problems</h1><table>{rows}</table></html>"
    )
    return Response(page, content_type="text/html; charset=utf-8")
