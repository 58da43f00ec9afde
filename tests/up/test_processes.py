"""The process manager, with small programs in place of the real ones."""

from __future__ import annotations

import errno
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from service.up import processes
from service.up.processes import Manager, Process, ProcessFailedError, Program


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


def wait_until(true: Callable[[], bool], seconds: float = 10.0) -> bool:
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


def test_a_process_that_keeps_dying_stops_all_and_is_named_with_its_last_words(tmp_path: Path) -> None:
    pids: list[int] = []

    def noted(pid: int) -> bool:
        pids.append(pid)
        return True

    steady = python("steady", "import time; time.sleep(60)", ready=noted)
    dying = python("dying", "import sys; sys.exit('no wind')", ready=lambda _: False)
    with pytest.raises(ProcessFailedError, match=r"(?s)dying keeps dying \(5 times.*dying\.log:\n.*no wind"):
        Manager([[steady], [dying]], tmp_path).run(on_ready=stop)
    assert gone(pids[0])


def test_after_readiness_what_keeps_dying_is_tried_after_growing_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(processes, "TICK", 0.01)
    monkeypatch.setattr(processes, "FIRST_WAIT", 0.2)
    monkeypatch.setattr(processes, "LONGEST_WAIT", 0.8)
    births = tmp_path / "births"
    last = 1 + processes.DEATHS_ALLOWED + 3
    lives = "import pathlib, sys, time\nbirths = pathlib.Path(sys.argv[1])\n"
    lives += "with births.open('a') as note: note.write(f'{time.monotonic()} ')\n"
    lives += f"time.sleep(60 if len(births.read_text().split()) in (1, {last}) else 0)\nsys.exit('no wind')"
    pids: dict[str, set[int]] = {"steady": set(), "mortal": set()}

    def born() -> list[float]:
        return [float(each) for each in births.read_text().split()] if births.exists() else []

    def noted(name: str, ready: Callable[[], bool]) -> Callable[[int], bool]:
        return lambda pid: pids[name].add(pid) is None and ready()

    def tell(problems: dict[str, str]) -> None:
        told.append(problems)
        if len(born()) == last and not any(problems.values()):
            stop()

    told: list[dict[str, str]] = []
    steady = python("steady", "import time; time.sleep(60)", noted("steady", lambda: True))
    mortal = Program("mortal", [sys.executable, "-c", lives, str(births)], noted("mortal", lambda: len(born()) in (1, last)))
    Manager([[steady], [mortal]], tmp_path, tell).run(on_ready=lambda: os.kill(min(pids["mortal"]), signal.SIGKILL))

    waits = [later - earlier for earlier, later in pairwise(born()[1:])]
    assert waits[0] >= 0.2
    assert waits[1] >= 0.4
    assert all(wait >= 0.8 for wait in waits[2:])
    assert len(pids["steady"]) == 1
    assert told[0]["mortal"] == "it is starting"
    assert {"steady": "", "mortal": "it was killed by signal 9 (Killed)"} in told
    assert {"steady": "", "mortal": "it ended with exit code 1"} in told
    assert told[-1] == {"steady": "", "mortal": ""}
    news = [record.getMessage() for record in caplog.records]
    away = [line for line in news if line.startswith("mortal is away: it ended with exit code 1. ")]
    assert "Deaths in a row: 2. It is started again in 0.2 s. " in away[0]
    assert away[0].endswith(f"The end of its log, {tmp_path / 'mortal.log'}: no wind")
    assert f"Deaths in a row: {last - 1}. It is started again in 0.8 s. " in away[-1]
    assert news[-1] == "mortal is back"


def test_a_process_that_was_ready_for_a_while_is_started_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(processes, "STEADY", 0.0)
    births = tmp_path / "births"
    lives = processes.DEATHS_ALLOWED + 3
    code = (
        "import os, time\n"
        f"with open({str(births)!r}, 'a') as births: births.write('x')\n"
        f"time.sleep(60 if os.path.getsize({str(births)!r}) == {lives} else .2)"
    )
    at_last = python("last", "import time; time.sleep(60)", ready=lambda _: births.stat().st_size == lives)
    Manager([[python("short-lived", code, ready=lambda _: births.exists())], [at_last]], tmp_path).run(on_ready=stop)
    assert births.read_text() == "x" * lives


def test_a_process_that_has_died_for_weeks_or_cannot_be_started_is_still_tried(tmp_path: Path) -> None:
    process = Process(Program("none", [str(tmp_path / "none")], lambda _: True), tmp_path)
    process.deaths = 100_000
    assert f"It is started again in {processes.LONGEST_WAIT:g} s." in process.tend()
    assert process.problem.startswith("it cannot be started: [Errno 2] No such file")


def test_where_nothing_can_be_written_is_known() -> None:
    assert processes.disk_trouble(Path("/proc")) != ""
    assert processes.disk_trouble(Path("/tmp")) == ""


def test_it_goes_on_where_nobody_can_be_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asked: list[dict[str, str]] = []

    def tell(problems: dict[str, str]) -> None:
        asked.append(problems)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    slow = python("slow", "import time; time.sleep(60)", ready=lambda _: len(asked) > 3)
    Manager([[slow]], tmp_path, tell).run(on_ready=stop)
    assert caplog.text.count("No space left on device") == 1, "a full disk is no reason to fill the log"


def test_a_process_that_never_gets_ready_ends_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "START_TIMEOUT", 1.0)
    # A shell, which starts at once on a busy machine too.
    slow = Program("slow", ["sh", "-c", "echo thinking; exec sleep 60"], ready=lambda _: False)
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
