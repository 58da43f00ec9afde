"""The release that answers, for clients that want to know what it can do."""

from __future__ import annotations

from importlib.metadata import version

import msgspec

VERSION = version("tradewinds")
"""After Semantic Versioning, as in CHANGELOG.md."""
HEADER = "Tradewinds-Version"
"""The header of every answer that has it."""


class VersionAnswer(msgspec.Struct, frozen=True):
    """What `/version` answers."""

    version: str
    """The release of the process that answers."""
    contracts: tuple[str, ...]
    """The contracts that it keeps, by the beginning of their addresses."""


ANSWER = VersionAnswer(VERSION, ("/v1",))
