"""The embedded Redis for a command that works on its data while nothing else runs."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from events.redis_store.client import answers
from events.settings import Settings
from service.up.lifeline import die_with_parent
from service.up.redis_server import find_server, server_command
from service.up.start import CannotStartError, hold, own_folder

START_SECONDS = 600.0
"""Redis reads its whole log before it answers."""


@contextmanager
def redis_alone(settings: Settings) -> Iterator[None]:
    """Run the embedded Redis, unless REDIS_URL names another. Raises UpError if a Tradewinds runs on the data folder."""
    if settings.redis_url:
        yield
        return
    log_dir = settings.data_dir.absolute() / "redis"
    if not log_dir.is_dir():
        raise CannotStartError(f"There is no embedded Redis in {settings.data_dir.absolute()}. Set DATA_DIR or REDIS_URL.")
    with hold(settings.data_dir) as lock, ExitStack() as made:
        for folder in {settings.redis_socket.parent} - {settings.data_dir.absolute()}:
            made.enter_context(own_folder(folder))
        command = server_command(find_server(log_dir), log_dir, settings.redis_socket, settings.redis_appendfsync)
        bound = partial(die_with_parent, os.getpid())
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, pass_fds=(lock,), preexec_fn=bound)
        try:
            deadline = time.monotonic() + START_SECONDS
            while not answers(settings.games_redis):
                if server.poll() is not None or time.monotonic() > deadline:
                    raise CannotStartError(f"The Redis of {log_dir} does not start.")
                time.sleep(0.1)
            yield
        finally:
            server.terminate()
            server.wait()
