"""What a seat has, where pictures show it; previews foretell its changes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.drawing import Counted

COUNTED: Mapping[str, Counted] = {
    "coins": Counted("seat/{seat}", "coins"),
    "influence": Counted("seat/{seat}", "influence"),
}
