"""`make test-fast` runs the files in tests/fast.txt: they exist, and every part with quick tests has some."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTED = [line for line in (ROOT / "tests" / "fast.txt").read_text().splitlines() if not line.startswith("#")]
LEFT_OUT = {
    "bench": "starts servers and loads them",
    "cli": "each test starts a process",
    "client_ts": "compiles TypeScript",
    "conformance": "plays whole games",
    "cluster": "starts a Redis Cluster",
    "docs": "plays on a whole Tradewinds",
    "examples": "plays on a whole Tradewinds",
    "faults": "kills processes while games are played",
    "fuzz": "plays whole games",
    "golden": "folds whole games",
    "clients": "starts a service of their own",
    "image": "builds the container image",
    "leaks": "plays whole games in two worlds",
    "mcp": "plays on a whole Tradewinds",
    "mutants": "runs tests of mutants",
    "packaging": "builds the wheel",
    "playthroughs": "plays whole games",
    "security": "sends slow and many requests",
    "soak": "kills processes while games are played",
    "versions": "starts processes of two versions",
}
"""Parts that `make test` alone tests, and why."""


def test_what_is_listed_exists_and_is_listed_once() -> None:
    assert [each for each in LISTED if not (ROOT / each).exists()] == []
    assert len(LISTED) == len(set(LISTED))


def test_every_part_is_listed_or_left_out_for_a_reason() -> None:
    parts = {path.parts[-2] for path in ROOT.glob("tests/*/test_*.py")}
    listed = {each.split("/")[1] for each in LISTED}
    assert parts - listed - LEFT_OUT.keys() == set(), "add a telling file to tests/fast.txt, or a reason here"
    assert listed & LEFT_OUT.keys() == set()
