"""PNG images of drawings. Each is made in a process of its own, since the library holds the interpreter while it draws."""

from __future__ import annotations

import subprocess
import sys
import threading
from importlib.util import find_spec

from domain.svg import image, written
from service.problems import RETRY_SECONDS, Refused, refuse

LIBRARY = "resvg_py"
MOST_WAITING = 8
"""The most callers that wait for the one drawing that is made at a time."""
LONGEST = 20.0
"""Seconds; the largest drawing takes about four."""
DRAW = f"""
import sys, {LIBRARY}
sys.stdout.buffer.write(bytes({LIBRARY}.svg_to_bytes(svg_string=sys.stdin.buffer.read().decode())))
"""


class Rasterizer:
    """Turns SVG into PNG, one drawing at a time in this process, however many ask."""

    def __init__(self) -> None:
        self._places, self._waiting = threading.BoundedSemaphore(1), threading.BoundedSemaphore(1 + MOST_WAITING)
        self._available: bool | None = None

    @property
    def available(self) -> bool:
        """Whether the library is installed (the extra `png`), and a font with which it writes. It is tried
        once. Raises a 503 if that takes too long."""
        if self._available is not None:
            return self._available
        with self._places:
            if self._available is None:
                self._available = find_spec(LIBRARY) is not None and _drawn(_probe("M")) != _drawn(_probe("."))
            return self._available

    def __call__(self, svg: str) -> bytes:
        """The image. Raises a 503 if too many wait, or if the drawing takes longer than `LONGEST`."""
        if not self._waiting.acquire(blocking=False):
            raise _busy(f"{MOST_WAITING} wait already")
        try:
            with self._places:
                return _drawn(svg)
        finally:
            self._waiting.release()


def _probe(letter: str) -> str:
    return image(written([(letter, "title")], 100), 40, "light")


def _drawn(svg: str) -> bytes:
    """The image. Raises a 503 if it takes too long; then the process has ended."""
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", DRAW], input=svg.encode(), capture_output=True, timeout=LONGEST, check=True
        )
    except subprocess.TimeoutExpired as error:
        raise _busy(f"it took longer than {LONGEST:g} s") from error
    return done.stdout


def _busy(reason: str) -> Refused:
    detail = f"No PNG can be drawn now: {reason}. Try again, or ask for image/svg+xml."
    return refuse("busy", detail, headers={"Retry-After": str(RETRY_SECONDS)})
