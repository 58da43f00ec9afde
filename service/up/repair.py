"""`tradewinds repair-log`: takes off the end of the embedded Redis' log from where it cannot be read.

How much that is, Redis' own tool finds out on a copy. The log is cut only when somebody has agreed to it, and what is cut
off is kept.
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

from events.settings import ConfigError, Settings
from service.up import UpError
from service.up.redis_server import CHECK_TOOL, find_server
from service.up.start import hold


class CannotRepairError(UpError):
    """There is no log, or taking off its end does not mend it."""


@click.command("repair-log")
@click.option("--yes", is_flag=True, help="Do not ask before the end is taken off.")
def command(yes: bool) -> None:
    """Take off the damaged end of the embedded Redis' log, because of which it does not start, and keep it in a file."""
    try:
        repair(Settings.from_env(), yes)
    except (ConfigError, UpError) as error:
        raise click.ClickException(str(error)) from error


def repair(settings: Settings, yes: bool) -> None:
    """Mend the log in the data folder, on which no Tradewinds may run. Raises UpError."""
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
    """The file at whose end the server writes: the whole log, or the last of its parts.

    The tool could read the list of parts itself, but that of Valkey 9.1 takes its own snapshots among them for damaged.
    """
    manifest = log_dir / "appendonlydir" / "appendonly.aof.manifest"
    if manifest.exists():
        parts = re.findall(r"^file (\S+) .*\btype [bi]$", manifest.read_text(), re.MULTILINE)
        return manifest.with_name(parts[-1])
    if (log_dir / "appendonly.aof").exists():
        return log_dir / "appendonly.aof"
    raise CannotRepairError(f"There is no log in {log_dir}.")


def _whole(server: Path, file: Path) -> int:
    """How many bytes at its beginning can be read, tried on a copy."""
    with tempfile.TemporaryDirectory(prefix="repair-", dir=file.parent) as scratch:
        copy = Path(shutil.copy(file, scratch))
        _check(server, copy, "--fix")
        if not _check(server, copy) or copy.stat().st_size == 0:
            raise CannotRepairError(f"{file} cannot be read from its beginning on. Restore a backup.")
        return copy.stat().st_size


def _keep(file: Path, size: int, kept: Path) -> None:
    """Put what comes after so many bytes into a file of its own, to stay."""
    with file.open("rb") as log, kept.open("xb") as end:
        log.seek(size)
        shutil.copyfileobj(log, end)
        end.flush()
        os.fsync(end.fileno())


def _check(server: Path, file: Path, *how: str) -> bool:
    """Can a file of the log be read to its end? With `--fix` the tool takes off what cannot."""
    tool = [CHECK_TOOL, *how, str(file)]
    return subprocess.run(tool, executable=server, input=b"y\n", capture_output=True, check=False).returncode == 0
