"""A service of the arena's own, for games with programs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

import click
import msgspec

from events.settings import Settings
from policies.plugged import log
from service.up.lifeline import die_with_parent


@contextmanager
def own_service(budget: float, jobs: int) -> Iterator[str]:
    """The address of a `tradewinds up` with a Redis of its own, of which nothing is left. Raises ClickException."""
    others = {name: value for name, value in os.environ.items() if name.lower() not in Settings.__struct_fields__}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with TemporaryDirectory(prefix="tradewinds-arena-") as folder, TemporaryFile() as said:
        chosen = {
            "DATA_DIR": folder, "PORT": port, "REPRODUCIBLE": "on", "RATE_LIMIT": "off", "LOG_LEVEL": "WARNING",
            "LOG_FORMAT": "json", "REDIS_APPENDFSYNC": "everysec", "BOT_BUDGET": budget, "BOT_WORKERS": jobs,
            "WEB_CONCURRENCY": 1, "WEBHOOK_WORKERS": 0,
        }  # fmt: skip
        process = subprocess.Popen(
            [sys.executable, "-m", "cli.main", "up"],
            env=others | {name: str(value) for name, value in chosen.items()},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said,
            start_new_session=True, preexec_fn=partial(die_with_parent, os.getpid()),
        )  # fmt: skip
        assert process.stdout is not None
        try:
            if not process.stdout.readline():
                said.seek(0)
                raise click.ClickException(f"No service could be started: {said.read().decode(errors='replace')}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.communicate()
            for failure, times in failures(Path(folder)).items():
                click.echo(f"{times} times in games with programs: {failure}", err=True)


def failures(folder: Path) -> Counter[str]:
    """How often policies of other packages failed on this service: its logs alone know."""
    lines = (line for file in folder.glob("logs/worker-*.log") for line in file.read_bytes().splitlines())
    records = (msgspec.json.decode(line) for line in lines if line.startswith(b"{"))
    return Counter(each["message"] for each in records if each["logger"] == log.name)
