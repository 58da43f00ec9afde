"""Examples of each operation's request and answers, from a real game that tests/docs/examples.py plays."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FILE = Path(__file__).with_name("examples.json")
"""By operation: request bodies by media type, and answers by status and media type."""


def add_examples(operation: dict[str, Any]) -> None:
    """Add the examples of an operation to its bodies."""
    found = examples().get(operation["operationId"], {})
    for kind, value in found.get("request", {}).items():
        operation["requestBody"]["content"][kind]["example"] = value
    for status, answers in found.get("answers", {}).items():
        for kind, value in answers.items():
            operation["responses"][status]["content"][kind]["example"] = value


@cache
def examples() -> dict[str, Any]:
    """All examples."""
    found: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return found
