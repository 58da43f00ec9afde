"""`tradewinds dev`: the service of an author, started anew when the files of the game change."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest

from cli.dev.command import QUICKLY, _Checks, _listening
from cli.dev.watching import Watch, places_of
from events.settings import Settings
from service.up import UpError
from tests.cli.test_new_game import installed, new_game
from tests.support.tradewinds import below, free_port, is_running, wait_until

NAME = "harbour-race"
PATIENCE = 60.0
"""Seconds; a busy machine takes several times as long as a quiet one, on which a new start takes one."""


class Dev:
    """One run of the command on a package that `tradewinds new-game` wrote."""

    def __init__(self, folder: Path, *options: str, **started: Any) -> None:
        new_game(NAME, "--into", folder)
        self.package = folder / NAME / "harbour_race"
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli.main", "dev", NAME, "--port", str(self.port), *options],
            env=installed(folder / NAME), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **started,
        )  # fmt: skip
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)  # What is left over may hold the pipe open.
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip())

    def says(self, words: str) -> str:
        """Wait for a line with these words. Raises Empty."""
        while True:
            line = self._lines.get(timeout=PATIENCE)
            if words in line:
                return line

    def change(self, file: str, old: str, new: str) -> None:
        text = (self.package / file).read_text()
        assert old in text
        (self.package / file).write_text(text.replace(old, new))

    def line(self, file: str, text: str) -> int:
        return (self.package / file).read_text().splitlines().index(text) + 1

    def ask(self, path: str, form: dict[str, str] | None = None, token: str = "") -> tuple[int, dict[str, str], str]:
        """The status, headers and body of an answer. By a plain socket: the tests hold all other clients to the contract,
        which has neither this game nor the pages for authors."""
        body = urlencode(form or {})
        head = [
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.0", f"Content-Length: {len(body)}",
            "Content-Type: application/x-www-form-urlencoded", f"Authorization: Bearer {token}" if token else "X-None: 1",
        ]  # fmt: skip
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall("\r\n".join([*head, "", body]).encode())
            answer = b"".join(iter(lambda: connection.recv(1 << 16), b"")).decode()
        first, _, text = answer.partition("\r\n\r\n")
        status, *headers = first.split("\r\n")
        return int(status.split()[1]), dict(each.split(": ", 1) for each in headers), text

    def get(self, path: str, token: str = "") -> str:
        status, _, text = self.ask(path, token=token)
        assert status == 200, text
        return text

    def title(self) -> str:
        title: str = json.loads(self.get(f"/v1/rulesets/{NAME}"))["title"]
        return title

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send it a signal; returns its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture(scope="module")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dev]:
    """One for all tests here: its first start takes seconds."""
    running = Dev(tmp_path_factory.mktemp("games"), "--no-check")
    try:
        running.says("Its positions, with all seats in one page:")
        yield running
    finally:
        running.end()


def test_only_the_game_is_there_and_it_is_marked(dev: Dev) -> None:
    assert [each["title"] for each in json.loads(dev.get("/v1/rulesets"))["items"]] == ["Harbour race (dev)"]


def test_a_change_is_served_after_one_new_start_and_no_call_is_refused_meanwhile(dev: Dev) -> None:
    dev.change("__init__.py", 'title="Harbour race"', 'title="Harbour dash"')
    assert wait_until(lambda: dev.title() == "Harbour dash (dev)", PATIENCE)
    dev.says("__init__.py: ready after ")
    dev.change("__init__.py", 'title="Harbour dash"', 'title="Harbour race"')
    dev.says("__init__.py: ready after ")


def test_a_fault_is_told_with_its_line_and_the_service_before_goes_on(dev: Dev) -> None:
    first = "from __future__ import annotations\n"
    dev.change("rules.py", first, f"{first}\ndef broken(:\n")
    dev.says("rules.py: the game cannot be loaded, so nothing was started")
    dev.says(f'rules.py", line {dev.line("rules.py", "def broken(:")}')
    dev.says("SyntaxError: ")
    assert dev.title() == "Harbour race (dev)"
    dev.change("rules.py", "\ndef broken(:\n", "\n1 / 0\n")
    dev.says("rules.py: the game cannot be loaded")
    dev.says(f'rules.py", line {dev.line("rules.py", "1 / 0")}')
    dev.says("ZeroDivisionError")
    dev.change("rules.py", "\n1 / 0\n", "")
    dev.says("rules.py: ready after ")
    assert dev.title() == "Harbour race (dev)"


def test_a_position_is_opened_with_all_seats_in_one_page(dev: Dev) -> None:
    assert "One round was played" in dev.get("/dev")
    body = {"ruleset": NAME, "seats": [{"kind": "human"}] * 2, "scenario": "midway", "secret": "de" * 32}
    status, headers, _ = dev.ask("/dev/games", {"game": json.dumps(body)})
    path, _, held = headers["Location"].partition("#")
    tokens = parse_qs(held)["token"]
    assert (status, len(tokens), "uncovered" in parse_qs(held)) == (303, 2, True)
    for token in tokens:
        assert '"places":[3,3]' in dev.get(f"/v1{path}", token)
    audit = json.loads(dev.get(f"/v1{path}/audit"))
    assert (audit["ok"], audit["package"]["version"]) == (True, "0.1.0+dev")


def test_a_refused_beginning_is_told_on_the_page(dev: Dev) -> None:
    _, _, text = dev.ask("/dev/games", {"game": '{"ruleset": "no-such-game"}'})
    assert "<main>" in text
    assert "</button>" not in text


def test_pages_load_scripts_and_styles_again_without_a_new_start(dev: Dev) -> None:
    release = dev.get("/dev/state")
    assert f'import("/dev/reload.js?{release}")' in dev.get(f"/assets/{release}/main.js")
    assert "location.reload()" in dev.get("/dev/reload.js")
    (dev.package / "table.css").write_text("/* of my own */")
    dev.says("table.css: pages load it again")
    assert dev.title() == "Harbour race (dev)"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_its_children_in_the_background_too(tmp_path: Path, number: int) -> None:
    dev = Dev(tmp_path, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))  # As a shell does for `&`.
    try:
        dev.says("Its positions, with all seats in one page:")
        assert wait_until(lambda: len(below(dev.process.pid)) >= 4, PATIENCE)  # Redis, web, worker, check
        children = below(dev.process.pid)
        assert dev.end(number) == 0
        assert wait_until(lambda: not any(map(is_running, children)), PATIENCE)
        with socket.create_server(("127.0.0.1", dev.port)):
            pass
    finally:
        dev.process.kill()


def test_when_it_is_killed_nothing_lives_on(tmp_path: Path) -> None:
    dev = Dev(tmp_path)
    try:
        dev.says("Its positions, with all seats in one page:")
        assert wait_until(lambda: len(below(dev.process.pid)) >= 4, PATIENCE)
        children = below(dev.process.pid)
    finally:
        dev.end(signal.SIGKILL)
    assert wait_until(lambda: not any(map(is_running, children)), PATIENCE)


def test_where_a_port_is_taken_it_takes_the_next_one_unless_one_was_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings(host="127.0.0.1", port=port)
        with _listening(settings, or_above=True) as found:
            assert found.getsockname()[1] > port
        assert f"Port {port} is taken" in capsys.readouterr().out
        said = rf"^Cannot listen on 127.0.0.1:{port}: Address already in use. Choose another port.$"
        with pytest.raises(UpError, match=said), _listening(settings, or_above=False):
            pass


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="IPv6 is switched off here")
def test_all_addresses_of_ipv6_are_those_of_ipv4_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with _listening(Settings(host="::", port=port), or_above=False):
        socket.create_connection(("127.0.0.1", port)).close()


def test_two_that_bind_to_a_port_at_once_listen_on_different_ones() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))  # It does not listen yet, so another socket can still bind to the port.
        port = other.getsockname()[1]
        listen, first = socket.socket.listen, iter([other])

        def beaten(self: socket.socket, *given: int) -> None:
            for each in first:
                listen(each)
            listen(self, *given)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(socket.socket, "listen", beaten)
            with _listening(Settings(host="127.0.0.1", port=port), or_above=True) as found:
                assert found.getsockname()[1] > port


def test_a_name_that_is_no_game_is_told() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "cli.main", "dev", "no-such-game"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: no game and no package of games is named 'no-such-game'")


def test_a_check_looks_at_all_that_changed_since_one_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    running: list[subprocess.Popen[str]] = []
    ends = iter((0, 1, 0, 0))
    real = subprocess.Popen

    def begin(command: list[str], **options: Any) -> subprocess.Popen[str]:
        asked.append(command[command.index("check") :])
        running.append(real([sys.executable, "-c", f"raise SystemExit({next(ends)})"], **options))
        return running[-1]

    monkeypatch.setattr("cli.dev.command.subprocess.Popen", begin)
    with _Checks("somebodys-games") as checks:
        for changed in ([], ["a.py"], ["b.py"], ["c.py"]):
            checks.await_look_at(map(Path, changed))
            checks.begin()
            running[-1].wait(PATIENCE)
            checks.tell()
    known = ["check", "somebodys-games", *QUICKLY]
    found = [[word for word in command[len(known) :] if word != "--changed"] for command in asked]
    assert found == [[], ["a.py"], ["a.py", "b.py"], ["c.py"]]


def test_what_was_written_made_and_removed_is_seen_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "b.py").write_text("1")
    watch = Watch([tmp_path])
    assert watch.changed() == []
    (tmp_path / "a.py").write_text("12")
    (tmp_path / "b.py").unlink()
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "c.json").write_text("1")
    (tmp_path / ".hidden").write_text("1")
    assert watch.changed() == [tmp_path / "a.py", tmp_path / "b.py", tmp_path / "data" / "c.json"]
    assert watch.changed() == []


def test_the_places_of_modules_are_their_packages_or_their_own_files() -> None:
    places = places_of(["tic_tac_toe", "domain.merchants_of_the_caribbean.game"])
    assert [place.name for place in places] == ["domain", "tic_tac_toe.py"]
