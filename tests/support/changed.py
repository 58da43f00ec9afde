"""Games with some functions replaced."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from domain.game import AnyGame

Functions = Mapping[str, Any]
"""The new values by the names of the fields."""


def changed(game: AnyGame, *, own: Functions = {}, **groups: Functions) -> AnyGame:  # noqa: B006 (never changed)
    """The game with changed fields in these groups (`types`, `rules`, `gate`, `words`, `bots`) and in the record (`own`)."""
    parts = {group: dataclasses.replace(getattr(game, group), **fields) for group, fields in groups.items()}
    return dataclasses.replace(game, **parts, **own)
