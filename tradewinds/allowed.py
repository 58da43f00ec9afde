"""The games that a service may load, by the variable GAMES: whatever else is installed is not imported.

It is read here, below the other settings (`events/settings.py`, which describes it), because games are found without them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points

from tradewinds.packages import origin_of

VARIABLE = "GAMES"
GAMES = "tradewinds.games"
POLICIES = "tradewinds.policies"
ENTRY = re.compile(r"([a-z][a-z0-9_-]*)(?:==([A-Za-z0-9][A-Za-z0-9.!+_-]*))?")


class NotInstalled(LookupError):
    """GAMES names what cannot be loaded; the message says what it is and what is installed."""


def points_of(group: str) -> list[EntryPoint]:
    """The entry points of a group, games or policies, that GAMES allows; all where it is not set. Raises NotInstalled."""
    allowed = refuse_unknown(os.environ.get(VARIABLE, ""))
    points = [*entry_points(group=group)]
    return points if allowed is None else [point for point in points if _may_load(point, allowed)]


def refuse_unknown(text: str) -> Mapping[str, str | None] | None:
    """What `read` says of a text. Raises NotInstalled if it names what is not installed."""
    allowed = read(text)
    if allowed is not None:
        check(allowed, [*entry_points(group=GAMES), *entry_points(group=POLICIES)])
    return allowed


def read(text: str) -> Mapping[str, str | None] | None:
    """The allowed names, each with its version (None: any); None if the text is empty. Raises NotInstalled."""
    if not text.strip():
        return None
    found: dict[str, str | None] = {}
    for each in text.split(","):
        entry = ENTRY.fullmatch(each.strip())
        if entry is None:
            raise NotInstalled(
                f"{VARIABLE} has {each.strip()!r}; it is a list such as night-court==1.2.0,three-chests: names of "
                "games, each with or without the version of its package, and commas between them"
            )
        if entry[1] in found:
            raise NotInstalled(f"{VARIABLE} names {entry[1]} twice")
        found[entry[1]] = entry[2]
    return found


def check(allowed: Mapping[str, str | None], points: Iterable[EntryPoint]) -> None:
    """Raises NotInstalled for the first name that no package here offers in its version."""
    here: dict[str, list[str]] = {}
    for point in points:
        here.setdefault(point.name, []).append(origin_of(point).version)
    there_are = ", ".join(sorted(f"{name}=={version}" for name, versions in here.items() for version in versions))
    for name, version in allowed.items():
        if name not in here:
            raise NotInstalled(f"{VARIABLE} names {name}, which is not installed. Installed are: {there_are}")
        if version is not None and version not in here[name]:
            problem = f"{name}=={version}, but its package is installed in version {' and '.join(here[name])}"
            raise NotInstalled(f"{VARIABLE} names {problem}. Installed are: {there_are}")


def _may_load(point: EntryPoint, allowed: Mapping[str, str | None]) -> bool:
    return point.name in allowed and allowed[point.name] in (None, origin_of(point).version)
