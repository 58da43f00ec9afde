"""PNG images, drawn by processes of their own: how many at a time, and what becomes of those whose caller goes away."""

from __future__ import annotations

import subprocess
import threading
from typing import Any

import pytest

from service import png
from service.png import MOST_WAITING, Rasterizer
from service.problems import Refused

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'


def test_whether_there_is_a_font_is_tried_once_however_many_ask_first(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, tried, rasterizer = png._drawn, [], Rasterizer()
    monkeypatch.setattr(png, "_drawn", lambda svg: (tried.append(svg), drawn(svg))[1])
    answers: list[bool] = []
    askers = [threading.Thread(target=lambda: answers.append(rasterizer.available)) for _ in range(20)]
    for each in askers:
        each.start()
    for each in askers:
        each.join(60)
    assert answers == [True] * 20
    assert len(tried) == 2


def test_twice_the_callers_that_may_wait_are_answered_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a drawing that lasts, when twice as many ask as may wait, then the rest is refused and all others get theirs."""
    going, at_a_time, most, refused = threading.Event(), [0], [0], []
    drawn = png._drawn

    def slow(svg: str) -> bytes:
        at_a_time[0] += 1
        most[0] = max(most[0], at_a_time[0])
        going.wait(20)
        try:
            return drawn(svg)
        finally:
            at_a_time[0] -= 1

    monkeypatch.setattr(png, "_drawn", slow)
    rasterizer, images = Rasterizer(), []

    def ask() -> None:
        try:
            images.append(rasterizer(SVG))
        except Refused as error:
            refused.append(error)
            if len(refused) == MOST_WAITING + 1:
                going.set()

    askers = [threading.Thread(target=ask) for _ in range(2 * (MOST_WAITING + 1))]
    for each in askers:
        each.start()
    for each in askers:
        each.join(60)
    assert (len(images), len(refused), most[0]) == (MOST_WAITING + 1, MOST_WAITING + 1, 1)
    assert {error.code for error in refused} == {"busy"}
    monkeypatch.undo()
    assert rasterizer(SVG) == images[0]


def test_a_drawing_that_takes_too_long_is_ended_and_frees_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "LONGEST", 0.2)
    monkeypatch.setattr(png, "DRAW", "import time; time.sleep(60)")
    started: list[Any] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            started.append(self)

    monkeypatch.setattr(subprocess, "Popen", Watched)
    rasterizer = Rasterizer()
    for _ in range(MOST_WAITING + 2):
        with pytest.raises(Refused):
            rasterizer(SVG)
    assert all(each.returncode is not None for each in started)
