"""Settings come from the environment, and the table of docs/configuration.md from the settings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from events.errors import ConfigError
from events.settings import SOCKET_PATH_LIMIT, Settings
from tests.docs.generated import settings_table
from tests.support.tradewinds import free_port


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.from_env({})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.data_dir) == ("127.0.0.1", 8000, Path("data"))


def test_variables_override_defaults_and_empty_ones_do_not_count() -> None:
    settings = Settings.from_env({"PORT": "9000", "DATA_DIR": "/srv/tw", "HOST": "", "UNRELATED": "x"})
    assert settings == Settings(port=9000, data_dir=Path("/srv/tw"))


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "http"), ("PORT", "0"), ("PORT", "65536"), ("BOT_WORKERS", "-1"), ("REDIS_APPENDFSYNC", "no"),
        ("BOT_BUDGET", "0"), ("BOT_BUDGET", "60.1"), ("BOT_BUDGET", "inf"), ("BOT_BUDGET", "nan"), ("BOT_BUDGET", "1e400"),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_is_named(variable: str, value: str) -> None:
    with pytest.raises(ConfigError, match=f"^{variable}={value}: "):
        Settings.from_env({variable: value})


@pytest.mark.parametrize("connections", [2, 5_000])
def test_followers_alone_cannot_take_all_connections(connections: int) -> None:
    with pytest.raises(ConfigError, match=r"^MAX_FOLLOWERS=5000 could take all WORKER_CONNECTIONS") as refusal:
        Settings.from_env({"WORKER_CONNECTIONS": str(connections)})
    advised = re.findall(r"(MAX_FOLLOWERS|WORKER_CONNECTIONS) to (\d+)", str(refusal.value))
    assert [name for name, _ in advised] == ["MAX_FOLLOWERS", "WORKER_CONNECTIONS"]
    for name, value in advised:
        taken = Settings.from_env({"WORKER_CONNECTIONS": str(connections), name: value})
        assert taken.max_followers < taken.worker_connections


@pytest.mark.parametrize("variable", ["REDIS_URL", "QUEUE_URL"])
@pytest.mark.parametrize("url", ["nonsense", "http://h", "redis://:hush/x@h:6379", "redis://h:hush", "rediss://:hush@[::1"])
def test_what_is_no_url_of_a_redis_is_refused_without_quoting_it(variable: str, url: str) -> None:
    with pytest.raises(ConfigError, match=f"^{variable} is not a URL of a Redis, as redis://") as refusal:
        Settings.from_env({variable: url})
    assert "hush" not in str(refusal.value)


@pytest.mark.threat("T-30")
@pytest.mark.parametrize(
    "token", ["hush-pässwort", "hush hush", "hush\n", "hush" * 50 + "h"], ids=["umlaut", "words", "line", "long"]
)
def test_a_metrics_token_that_no_request_can_bear_is_refused_without_quoting_it(token: str) -> None:
    with pytest.raises(ConfigError, match=r"^METRICS_TOKEN must have 1 to 200 ") as refusal:
        Settings.from_env({"METRICS_TOKEN": token})
    assert "hush" not in str(refusal.value)
    assert Settings.from_env({"METRICS_TOKEN": "hush" * 50}).metrics_token == "hush" * 50


@pytest.mark.threat("T-13")
@pytest.mark.parametrize("key", ["hush" * 7, "hush" * 51, "hush " * 8, "hüsh" * 8], ids=["short", "long", "words", "umlaut"])
def test_an_operators_key_that_can_be_guessed_is_refused_without_quoting_it(key: str) -> None:
    with pytest.raises(ConfigError, match=r"^ADMIN_KEY must have 32 to 200 ") as refusal:
        Settings.from_env({"ADMIN_KEY": key})
    assert "sh" not in str(refusal.value).replace("openssl", "")
    assert Settings.from_env({"ADMIN_KEY": "hush" * 8}).admin_key == "hush" * 8


@pytest.mark.parametrize("program", [["gunicorn", "-c", "python:service.up.gunicorn_conf"], ["cli.main", "worker"]])
def test_neither_service_nor_worker_starts_without_a_redis(tmp_path: Path, program: list[str]) -> None:
    places = {"REDIS_URL": "", "QUEUE_URL": "", "DATA_DIR": str(tmp_path), "PORT": str(free_port())}
    command = [sys.executable, "-m", *program]
    ended = subprocess.run(command, env={**os.environ, **places}, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0
    assert f"REDIS_URL is not set, and no `tradewinds up` runs a Redis on DATA_DIR={tmp_path}" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_queue_shares_the_redis_of_the_games_unless_told_otherwise() -> None:
    assert Settings(data_dir=Path("/srv/t w")).queue_redis == "unix:///srv/t%20w/redis.sock"
    assert Settings(redis_url="redis://a").queue_redis == "redis://a"
    assert Settings(redis_url="redis://a", queue_url="redis://b").queue_redis == "redis://b"


def test_the_socket_of_a_deep_data_folder_lies_elsewhere_and_is_its_own() -> None:
    deep = Path("/srv") / ("d" * SOCKET_PATH_LIMIT)
    sockets = {Settings(data_dir=deep / name).redis_socket for name in ("one", "two")}
    assert len(sockets) == 2
    assert {socket.parents[1] for socket in sockets} == {Path(tempfile.gettempdir())}
    assert all(len(str(socket)) <= SOCKET_PATH_LIMIT and not socket.is_relative_to(deep) for socket in sockets)


def test_ipv6_addresses_stand_in_brackets() -> None:
    assert Settings(host="::1").address == "[::1]:8000"


def test_the_table_has_a_described_row_for_every_setting() -> None:
    rows = settings_table().splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == [name.upper() for name in Settings.__struct_fields__]
    assert all(len(row.split("|")[3].strip()) > 10 for row in rows)
