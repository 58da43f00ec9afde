"""The alerts are rules that Prometheus takes, each raised when it should be. Needs promtool (Debian: `prometheus`)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

RULES = Path(__file__).parents[2] / "deploy" / "prometheus-alerts.yaml"
TRIED = Path(__file__).with_name("alerts.yaml")
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="promtool is not on PATH")


def promtool(*arguments: str) -> str:
    done = subprocess.run([str(PROMTOOL), *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_alert_is_tried_both_ways() -> None:
    rules = {rule["alert"] for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]}
    tried = [each for test in yaml.safe_load(TRIED.read_text())["tests"] for each in test["alert_rule_test"]]
    assert rules == {each["alertname"] for each in tried if each.get("exp_alerts")}
    assert rules == {each["alertname"] for each in tried if not each.get("exp_alerts")}


@needs_promtool
def test_the_alerts_are_rules_that_prometheus_takes() -> None:
    assert "SUCCESS" in promtool("check", "rules", str(RULES))


@needs_promtool
def test_alerts_are_raised_when_they_should_be_and_not_before() -> None:
    assert "SUCCESS" in promtool("test", "rules", str(TRIED))
