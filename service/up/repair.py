"""`tradewinds repair-log`: cuts off the unreadable end of the embedded Redis' log.

Redis' own tool finds on a copy where the unreadable part begins. The log is cut only after confirmation, and the part that
is cut off is kept.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import click

from events.errors import ConfigError
from events.settings import Settings
from service.up import UpError
from service.up.redis_server import CHECK_TOOL, find_server
from service.up.start import hold


class CannotRepairError(UpError):
    """There is no log, or cutting off its end does not repair it."""


@click.command("repair-log")
@click.option("--yes", is_flag=True, help="Do not ask before cutting.")
def command(yes: bool) -> None:
    """Cut off the damaged end of the embedded Redis' log, which keeps it from starting, and keep that part in a file."""
    try:
        repair(Settings.from_env(), yes)
    except (ConfigError, UpError) as error:
        raise click.ClickException(str(error)) from error


def repair(settings: Settings, yes: bool) -> None:
    """Repair the log in a data folder that no Tradewinds runs on. Raises UpError."""
    log_dir = settings.data_dir.absolute() / "redis"
    if not log_dir.is_dir():
        raise CannotRepairError(f"There is no embedded Redis in {settings.data_dir.absolute()}. Set DATA_DIR.")
    try:
        with hold(settings.data_dir):
            _repair(log_dir, yes)
    except OSError as error:
        raise CannotRepairError(f"The log is as it was: {error}. It needs as much room again for a copy.") from error


def _repair(log_dir: Path, yes: bool) -> None:
    server = find_server(log_dir)
    file = _last_file(log_dir)
    if _check(server, file):
        click.echo(f"The end of the log, {file}, is whole; nothing was changed.")
        return
    size = file.stat().st_size
    whole = _whole(server, file)
    click.echo(f"Of the {size} bytes in {file} the last {size - whole} cannot be read.")
    if not yes and not click.confirm("What was written there is lost to Tradewinds once they are off. Take them off?"):
        click.echo("Nothing was changed.")
        return
    kept = log_dir / f"cut-off-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{file.name}"
    _keep(file, whole, kept)
    os.truncate(file, whole)
    click.echo(f"They are in {kept} now, and the end of the log is whole.")


def _last_file(log_dir: Path) -> Path:
    """The file that the server appends to: the whole log, or its last part.

    The tool could read the list of parts itself, but Valkey 9.1's tool reports Valkey's own snapshots in it as damaged.
    """
    manifest = log_dir / "appendonlydir" / "appendonly.aof.manifest"
    if manifest.exists():
        parts = re.findall(r"^file (\S+) .*\btype [bi]$", manifest.read_text(), re.MULTILINE)
        return manifest.with_name(parts[-1])
    if (log_dir / "appendonly.aof").exists():
        return log_dir / "appendonly.aof"
    raise CannotRepairError(f"There is no log in {log_dir}.")


def _whole(server: Path, file: Path) -> int:
    """The number of readable bytes at the beginning, found on a copy."""
    with tempfile.TemporaryDirectory(prefix="repair-", dir=file.parent) as scratch:
        copy = Path(shutil.copy(file, scratch))
        _check(server, copy, "--fix")
        if not _check(server, copy) or copy.stat().st_size == 0:
            raise CannotRepairError(f"{file} cannot be read from its beginning on. Restore a backup.")
        return copy.stat().st_size


def _keep(file: Path, size: int, kept: Path) -> None:
    """Copy everything after the first `size` bytes to another file, and flush it to disk."""
    with file.open("rb") as log, kept.open("xb") as end:
        log.seek(size)
        shutil.copyfileobj(log, end)
        end.flush()
        os.fsync(end.fileno())


def _check(server: Path, file: Path, *how: str) -> bool:
    """Whether a file of the log can be read to its end. With `--fix` the tool cuts off the rest."""
    tool = [CHECK_TOOL, *how, str(file)]
    return subprocess.run(tool, executable=server, input=b"y\n", capture_output=True, check=False).returncode == 0
