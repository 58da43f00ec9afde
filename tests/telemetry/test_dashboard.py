"""The dashboard shows every metric of ours that can change, and asks for none that does not exist."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from telemetry.metrics import AT_SCRAPE, REGISTRY

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana-dashboard.json"
OURS = re.compile(r"\btradewinds_[a-z_]+\b")
SAMPLES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
NOT_SHOWN = {"tradewinds_bot_turns_passed_on", "tradewinds_cut_off", "tradewinds_oldest_game_to_archive_seconds"}
"""They have an alert, a line in the log, or a panel that shows the same."""


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(DASHBOARD.read_text())["panels"]
    return found


def asked_for() -> set[str]:
    """The names of samples in all expressions."""
    return {name for panel in panels() for target in panel.get("targets", ()) for name in OURS.findall(target["expr"])}


def exported() -> dict[str, str]:
    """The metric that each sample belongs to, by the sample's name."""
    counted = {family.name + end: family.name for family in REGISTRY.collect() for end in SAMPLES[family.type]}
    return counted | {name: name for name in AT_SCRAPE}


def test_every_metric_that_the_dashboard_asks_for_is_exported() -> None:
    assert asked_for() <= exported().keys()


def test_every_metric_is_shown() -> None:
    samples = exported()
    assert {samples[name] for name in asked_for()} == {*samples.values()} - NOT_SHOWN


def test_no_panel_covers_another() -> None:
    taken: dict[tuple[int, int], str] = {}
    assert len({panel["id"] for panel in panels()}) == len(panels())
    for panel in panels():
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                assert taken.setdefault((x, y), panel["title"]) == panel["title"]
