"""The container runs as nobody in particular and writes to its volume and to /tmp alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from events.settings import Settings
from service.up.redis_server import find_server
from tests.docs.generated import ROOT
from tests.support.tradewinds import Tradewinds, free_port

DOCKERFILE = (ROOT / "Dockerfile").read_text()
UID = 10001
DAC_READ_SEARCH = 2
# The code read-only, an empty /tmp, the data folder; then without a single right that its user id does not give.
CONFINED = """
set -e
mount --make-rprivate /
mount --bind "$DATA" /mnt
for place in "$ROOT" "$PREFIX"; do mount --bind "$place" "$place"; mount -o remount,bind,ro "$place"; done
mount -t tmpfs -o mode=1777 tmpfs /tmp
cd /mnt
exec env -i PATH="$PATH" HOST=127.0.0.1 PORT="$PORT" DATA_DIR=/mnt PYTHONPATH="$ROOT" WEB_CONCURRENCY=1 \
    setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs $RIGHTS "$PYTHON" -m cli.main up
"""
NONE = "--inh-caps=-all --bounding-set=-all"
READING = "--inh-caps=-all,+dac_read_search --ambient-caps=-all,+dac_read_search --bounding-set=-all,+dac_read_search"
"""Where Python lies in a folder of root's alone, as in a home: to read it, but not to write."""


def test_the_image_runs_as_an_ordinary_user_known_by_number() -> None:
    last = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    (user,) = re.findall(r"^USER (.+)$", last, re.MULTILINE)
    assert user == f"{UID}:{UID}", "by number, so that an orchestrator can see that it is not root"
    after = last[last.index("\nUSER ") :]
    assert not re.search(r"^(RUN|COPY|ADD)\b", after, re.MULTILINE), "nothing but the data folder belongs to that user"
    assert "--chown" not in last
    assert re.findall(r"^VOLUME (.+)$", last, re.MULTILINE) == ["/data"]
    assert "DATA_DIR=/data" in last


def test_the_image_is_healthy_while_it_lives() -> None:
    """An orchestrator restarts what is not healthy; a process that is not ready, for a disk that hangs, must go on."""
    check = DOCKERFILE[DOCKERFILE.index("HEALTHCHECK") :]
    assert re.findall(r"/(livez|readyz)", check) == ["livez"]


def test_no_secret_goes_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert ignored[0] == "*"
    assert {each for each in ignored if each.startswith("!")} == {
        "!pyproject.toml", "!requirements.txt", "!requirements-otel.txt",
        "!README.md", "!LICENSE", "!domain", "!events", "!workers", "!service", "!telemetry", "!cli",
        "!tradewinds", "!conformance", "!policies", "!play",
    }  # fmt: skip
    assert not re.search(r"^(ARG|ENV) .*(PASSWORD|SECRET|TOKEN)", DOCKERFILE, re.MULTILINE)


@pytest.mark.threat("T-71")
def test_compose_starts_it_with_a_read_only_root_and_no_rights() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    for name in ("service", "worker", "webhooks"):
        service = services[name]
        assert service["read_only"] is True
        assert service["tmpfs"] == ["/tmp"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    for service in services.values():
        for port in service.get("ports", []):
            assert port.startswith("127.0.0.1:")
    assert "ports" not in services["redis"], "nobody but the service reaches Redis"


SETTLED = {
    "HOST", "PORT", "DATA_DIR", "REDIS_URL", "REDIS_REWRITE_AFTER", "QUEUE_URL", "REDIS_WAIT_REPLICAS", "REDIS_WAIT_MS",
    "PARTITIONS",
    "ARCHIVE_DIR", "SLEEP_DIR", "SLEEP_KEY_FILE", "WORKER_METRICS_PORT",
    "BOT_WORKERS", "WEBHOOK_WORKERS",
}  # fmt: skip
"""Settings that compose.yaml settles: by the image, the Redis beside it, its volumes, its ports, `--scale worker=`."""
FOR_DEVELOPMENT = {"REPRODUCIBLE", "WEBHOOKS_PRIVATE"}


def test_compose_passes_on_every_setting_that_is_left_to_whoever_runs_it() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    left = {name.upper() for name in Settings.__struct_fields__} - SETTLED
    for name in ("service", "worker", "webhooks"):
        environment = {each: str(value) for each, value in services[name]["environment"].items()}
        defaults = {each: re.fullmatch(rf"\$\{{{each}:-(.*)\}}", value) for each, value in environment.items()}
        passed = {each: found[1] for each, found in defaults.items() if found is not None}
        assert passed.keys() == left - {"REDIS_APPENDFSYNC"} - FOR_DEVELOPMENT
        assert environment.keys() - passed.keys() <= SETTLED
        port = 9464 if name == "worker" else 0
        expected = Settings(
            redis_url="redis://redis:6379/0",
            archive_dir="/archive",
            sleep_dir="/sleep",
            sleep_key_file="/keys/sleep.key",
            worker_metrics_port=port,
        )
        assert Settings.from_env({**environment, **passed}) == expected
        assert int(passed["WEB_CONCURRENCY"]), "gunicorn takes it from the environment too, and no empty one"
    assert "${REDIS_APPENDFSYNC:-always}" in services["redis"]["command"]


def confinable() -> bool:
    """Whether mounts of one's own can be made here."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "setpriv", "mount"))):
        return False
    able = subprocess.run(["unshare", "-m", "mount", "--make-rprivate", "/"], capture_output=True, check=False)
    return able.returncode == 0


def reached() -> bool:
    """Whether an ordinary user reaches this Python."""
    user = ["setpriv", "--reuid", str(UID), "--clear-groups", sys.executable, "-c", "import sys; print(sys.base_prefix)"]
    return subprocess.run(user, capture_output=True, text=True, check=False, cwd="/").stdout.strip() == sys.base_prefix


@pytest.mark.threat("T-71")
@pytest.mark.skipif(not confinable(), reason="needs root, setpriv and mount namespaces")
@pytest.mark.skipif(ROOT.is_relative_to("/tmp"), reason="an empty /tmp is laid over the code")
def test_it_runs_unprivileged_on_read_only_code_and_writes_to_its_data_and_tmp_alone(tmp_path: Path) -> None:
    find_server(tmp_path)  # Fetched now, if no test needed it so far: within, no place for it can be written to.
    data = tmp_path / "data"
    data.mkdir()
    os.chown(data, UID, UID)
    service = Tradewinds.__new__(Tradewinds)
    service.settings = Settings(data_dir=data)
    variables = {"DATA": data, "ROOT": ROOT, "PREFIX": sys.prefix, "PYTHON": sys.executable, "PORT": free_port()}
    variables["RIGHTS"] = NONE if reached() else READING
    service.process = subprocess.Popen(
        ["unshare", "-m", "sh", "-c", CONFINED],
        env={**os.environ, **{name: str(value) for name, value in variables.items()}},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        service.wait_ready()
        web = service.pid_of("web")
        assert web is not None
        status = Path(f"/proc/{web}/status").read_text()
        assert re.search(rf"^Uid:\t{UID}\t{UID}\t{UID}\t{UID}$", status, re.MULTILINE)
        effective = re.search(r"^CapEff:\t([0-9a-f]+)$", status, re.MULTILINE)
        assert effective is not None
        assert int(effective[1], 16) in (0, 1 << DAC_READ_SEARCH)
        assert re.search(r"^NoNewPrivs:\t1$", status, re.MULTILINE)
        assert {each.name for each in data.iterdir()} >= {"redis", "logs"}
        assert service.stop()[0] == 0
    finally:
        service.close()
