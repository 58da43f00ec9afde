"""Run the benchmarks, print the table, and write the figures as JSON."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import msgspec

from bench import machine, peers
from bench.measure import Finding, Plan, markdown

ROWS = {
    1: "row1_actions",
    2: "row2_accepted",
    3: "row3_playouts",
    4: "row4_fold",
    5: "row5_history",
    6: "row6_bots",
    7: "row7_memory",
    8: "row8_idle",
    9: "row9_growth",
    10: "row10_followers",
    11: "row11_large_games",
    12: "row12_pictures",
    13: "row13_keys",
    16: "row16_scenes",
    17: "row17_refusals",
}
RESULTS = Path(__file__).with_name("results")


def main() -> None:
    """What ``make bench`` calls."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rows", default=",".join(map(str, ROWS)), help="rows of docs/benchmarks.md, with commas")
    parser.add_argument("--rounds", type=int, default=7, help="rounds that count (7)")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each side of a round runs (4)")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 1 second: only to see that it works")
    parser.add_argument("--json", type=Path, help="where to write the figures (bench/results/<time>.json)")
    given = parser.parse_args()
    plan = Plan(3, 1.0) if given.quick else Plan(given.rounds, given.seconds)
    peers.install()
    peers.admit()
    findings: list[Finding] = []
    for row in sorted(int(each) for each in given.rows.split(",")):
        findings += import_module(f"bench.{ROWS[row]}").measure(plan)
    print(markdown(findings))
    began = datetime.now(UTC)
    target = given.json or RESULTS / f"{began:%Y%m%dT%H%M%SZ}.json"
    target.parent.mkdir(exist_ok=True)
    found = {"at": began.isoformat(timespec="seconds"), "machine": machine.describe(), "plan": plan, "findings": findings}
    target.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    print(f"Written to {target}")


if __name__ == "__main__":
    main()
