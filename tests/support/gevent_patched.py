"""Tests that run in an interpreter patched by gevent, like the web processes."""

from __future__ import annotations

import functools
import subprocess
import sys
from collections.abc import Callable

SECONDS = 120


def in_patched_process(test: Callable[..., None]) -> Callable[..., None]:
    """Runs the test in its own process. Its fixtures can only be texts."""

    @functools.wraps(test)
    def run(**fixtures: str) -> None:
        code = (
            "import gevent.monkey; gevent.monkey.patch_all()\n"
            f"from {test.__module__} import {test.__name__} as test; test.__wrapped__(**{fixtures!r})"
        )
        ran = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=SECONDS)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        assert not ran.stderr, ran.stderr  # gevent prints errors of its hub there.

    return run
