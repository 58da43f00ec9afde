"""An example of each operation's request and answer: from a game that was really played, see tests/docs/examples.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

FILE = Path(__file__).with_name("examples.json")
"""By operation: bodies of requests by media type, and of answers by status and media type."""


def add_examples(operation: dict[str, Any]) -> None:
    """Put the example into each body of an operation that has one."""
    found = examples().get(operation["operationId"], {})
    for kind, value in found.get("request", {}).items():
        operation["requestBody"]["content"][kind]["example"] = value
    for status, answers in found.get("answers", {}).items():
        for kind, value in answers.items():
            operation["responses"][status]["content"][kind]["example"] = value


def examples() -> dict[str, Any]:
    """All of them."""
    found: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return found
