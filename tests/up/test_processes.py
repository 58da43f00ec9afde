"""The process manager, with small programs in place of the real ones."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from service.up import processes
from service.up.processes import Manager, ProcessFailedError, Program


@pytest.fixture(autouse=True)
def _signal_handlers() -> Iterator[None]:
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


def python(name: str, code: str, ready: Callable[[int], bool] = lambda _: True, patience: float = 5.0) -> Program:
    return Program(name, [sys.executable, "-c", code], ready, patience)


def stop() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def gone(pid: int) -> bool:
    """Has the process ended? A zombie whose parent died before it has: it waits for init only."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until(true: Callable[[], bool], seconds: float = 2.0) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.02)
    return true()


def test_a_stage_starts_when_the_one_before_is_ready_and_stops_before_it(tmp_path: Path) -> None:
    story = tmp_path / "story"
    note = "import signal, sys, time\ndef note(what): open({story!r}, 'a').write({name!r} + what + ' ')\n"
    live = "signal.signal(signal.SIGTERM, lambda *_: (note(' ends'), sys.exit()))\ntime.sleep(.3); note(' runs')\n"
    wait = "time.sleep(60)"

    def told(name: str) -> Program:
        code = note.format(story=str(story), name=name) + live + wait
        return python(name, code, lambda _: story.exists() and f"{name} runs" in story.read_text())

    Manager([[told("first")], [told("second")]], tmp_path).run(on_ready=stop)
    assert story.read_text() == "first runs second runs second ends first ends "


def test_a_program_gets_the_environment_with_what_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COURSE", "east")
    monkeypatch.setenv("WIND", "none")
    code = "import os, time; print(os.environ['COURSE'], os.environ['WIND'], flush=True); time.sleep(60)"
    log = tmp_path / "ship.log"
    command = [sys.executable, "-c", code]
    ship = Program("ship", command, lambda _: log.read_text() != "", environment={"WIND": "fresh"})
    Manager([[ship]], tmp_path).run(on_ready=stop)
    assert log.read_text() == "east fresh\n"
    assert os.environ["WIND"] == "none"


def test_a_process_that_keeps_dying_stops_everything_and_is_named_with_its_last_words(tmp_path: Path) -> None:
    pids: list[int] = []

    def noted(pid: int) -> bool:
        pids.append(pid)
        return True

    steady = python("steady", "import time; time.sleep(60)", ready=noted)
    dying = python("dying", "import sys; sys.exit('no wind')", ready=lambda _: False)
    with pytest.raises(ProcessFailedError, match=r"(?s)dying keeps dying \(5 times.*dying\.log:\n.*no wind"):
        Manager([[steady], [dying]], tmp_path).run(on_ready=stop)
    assert gone(pids[0])


def test_a_process_that_dies_now_and_then_is_started_again_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "DEATHS_WINDOW", 0.0)
    births = tmp_path / "births"
    lives = processes.DEATHS_ALLOWED + 3
    code = (
        "import os, time\n"
        f"with open({str(births)!r}, 'a') as births: births.write('x')\n"
        f"time.sleep(60 if os.path.getsize({str(births)!r}) == {lives} else 0)"
    )
    last_life = python("mortal", code, ready=lambda _: births.exists() and births.stat().st_size == lives)
    Manager([[last_life]], tmp_path).run(on_ready=stop)
    assert births.read_text() == "x" * lives


def test_a_process_that_never_gets_ready_ends_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "START_TIMEOUT", 0.3)
    slow = python("slow", "print('thinking', flush=True); import time; time.sleep(60)", ready=lambda _: False)
    with pytest.raises(ProcessFailedError, match=r"(?s)slow is not ready.*thinking"):
        Manager([[slow]], tmp_path).run(on_ready=stop)


def test_a_process_deaf_to_a_polite_stop_is_killed_with_its_children(tmp_path: Path) -> None:
    family = tmp_path / "family"
    code = (
        "import os, signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = os.fork()\n"
        f"if child: open({str(family)!r}, 'w').write(f'{{os.getpid()}} {{child}} ')\n"
        "time.sleep(60)"
    )
    deaf = python("deaf", code, lambda _: family.exists() and family.read_text().endswith(" "), patience=0.3)
    began = time.monotonic()
    Manager([[deaf]], tmp_path).run(on_ready=stop)
    assert time.monotonic() - began < 5
    assert all(wait_until(partial(gone, int(pid))) for pid in family.read_text().split())


def test_a_log_that_has_grown_too_long_is_moved_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LOG_LIMIT", 100)
    monkeypatch.setattr(processes, "LOG_CHECK", 0.0)
    code = "import time\nwhile True: print('x' * 20, flush=True); time.sleep(.02)"
    aside = tmp_path / "chatty.log.1"
    Manager([[python("chatty", code, ready=lambda _: aside.exists())]], tmp_path).run(on_ready=stop)
    assert aside.stat().st_size > 100
    assert (tmp_path / "chatty.log").stat().st_size < 1000
