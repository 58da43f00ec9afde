"""What has become of the processes of `tradewinds up`: its manager writes it down, its web processes tell it at /readyz."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

PARTS_FILE = "TRADEWINDS_PARTS"
"""The variable that names the file, for the processes that `tradewinds up` has started."""


def write(file: Path, problems: Mapping[str, str]) -> None:
    """Write down what is wrong with each process, by its name; empty where nothing is. Raises OSError."""
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.encode(problems))
    fresh.replace(file)


def read() -> dict[str, str]:
    """What was written last, without any entry where no `tradewinds up` has started this process."""
    named = os.environ.get(PARTS_FILE)
    return msgspec.json.decode(Path(named).read_bytes(), type=dict[str, str]) if named else {}
