"""The audit of the dependencies fails on what is known to be vulnerable, and does not pass off what it could not look up."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from types import ModuleType
from typing import Any

import pytest

from tests.docs.generated import ROOT

SOUND = {"name": "flask", "version": "3", "vulns": []}
BAD = {"name": "jinja", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
UNKNOWN = {"name": "rq", "skip_reason": "not found"}


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit_deps", ROOT / ".ci" / "audit_deps.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.threat("T-70")
@pytest.mark.parametrize(
    ("packages", "code", "said"),
    [
        ([SOUND], 0, "1 of 1 packages audited, 0 with"),
        ([SOUND, UNKNOWN], 0, "could not be audited: rq"),
        ([SOUND, BAD], 1, "VULNERABLE: jinja 1: PYSEC-1; mended in 2"),
        ([BAD, UNKNOWN], 1, "VULNERABLE"),
        ([UNKNOWN, UNKNOWN], 0, "WERE NOT AUDITED: not one"),
    ],
)
def test_it_fails_on_known_vulnerabilities_and_tells_what_it_could_not_look_up(
    audit: ModuleType, capsys: pytest.CaptureFixture[str], packages: list[dict[str, Any]], code: int, said: str
) -> None:
    assert audit.report(packages) == code
    told = capsys.readouterr()
    assert said in told.out + told.err


@pytest.mark.parametrize(
    "ends",
    [
        subprocess.CompletedProcess([], 1, "", "ConnectionError: no service"),
        subprocess.CompletedProcess([], 0, json.dumps({"dependencies": [UNKNOWN]}), ""),
        subprocess.TimeoutExpired([], 1),
    ],
    ids=["away", "knows nothing", "slow"],
)
def test_a_service_that_is_away_fails_no_build_but_is_told(
    audit: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ends: Any
) -> None:
    def run(*_: Any, **__: Any) -> Any:
        if isinstance(ends, Exception):
            raise ends
        return ends

    monkeypatch.setattr(audit.subprocess, "run", run)
    assert audit.main() == 0
    assert "THE DEPENDENCIES WERE NOT AUDITED" in capsys.readouterr().err


def test_ci_runs_it() -> None:
    assert "make audit-deps" in (ROOT / ".ci" / "run").read_text()
    assert ".ci/audit_deps.py" in (ROOT / "Makefile").read_text()
