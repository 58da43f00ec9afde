"""`tradewinds keys`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.keys import command
from events.errors import InvalidKey
from events.settings import Settings
from events.store.event_store import open_store


def run(redis_url: str, *args: str) -> Result:
    return CliRunner().invoke(command, args, env={"REDIS_URL": redis_url})


def test_a_key_is_shown_once_listed_and_revoked(redis_url: str) -> None:
    key = run(redis_url, "create", "a league").stdout.strip()
    keys = open_store(Settings(redis_url=redis_url)).api_keys
    key_id = keys.verify(key)
    listed = run(redis_url, "list").stdout
    assert key_id in listed
    assert "a league" in listed
    assert key not in listed
    assert run(redis_url, "revoke", key_id).exit_code == 0
    with pytest.raises(InvalidKey):
        open_store(Settings(redis_url=redis_url)).api_keys.verify(key)


def test_what_is_wrong_is_said(redis_url: str, tmp_path: Path) -> None:
    assert "tradewinds keys list" in run(redis_url, "revoke", "nosuchkey").stderr
    assert "printable" in run(redis_url, "create", "two\nlines").stderr
    lost = CliRunner().invoke(command, ["list"], env={"REDIS_URL": "", "DATA_DIR": str(tmp_path)})
    assert lost.exit_code == 1
    assert "REDIS_URL" in lost.stderr
