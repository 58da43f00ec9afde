"""``python -m tests.soak``: a bounded run under faults; exit status 1 with the reasons if a promise is broken."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from tests.soak.run import Plan, Soak


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="how long faults are made")
    parser.add_argument("--games", type=int, default=36, help="games at a time, a third of them played by bots alone")
    parser.add_argument("--appendfsync", choices=("always", "everysec"), default="always")
    parser.add_argument("--seed", type=int, default=1, help="gives the order of faults and what clients choose")
    parser.add_argument("--instances", type=int, default=2, help="how many times Tradewinds runs on the one Redis")
    plan = Plan(**vars(parser.parse_args()))
    # Short, because the path of a socket may not be long.
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    print(f"{plan}; logs in {folder}", flush=True)
    soak = Soak(plan, folder)
    violations = soak.run()
    print("\n".join(soak.lines))
    if violations:
        print(f"\n{len(violations)} BROKEN PROMISES; all logs are kept in {folder}", file=sys.stderr)
        print("\n".join(f"- {each[:2000]}" for each in violations[:50]), file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    print("Every promise was kept.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
