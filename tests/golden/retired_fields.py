"""Fields of older releases' views that later ones removed, so that golden games can be compared by the others."""

from __future__ import annotations

from typing import Any

GONE = {("merchants-and-marauders", 1): frozenset({"standing_passes"})}
"""Fields of the seats in the views of a version."""
WAS_EMPTY: dict[str, frozenset[str]] = {
    "merchants-and-marauders": frozenset({"zone", "offers"}),
    "pirates-of-maracaibo": frozenset({"id", "quest_market"}),
}
"""Fields of views in which an empty string stood for nothing; it is null now. Frames and events are as they were."""
CAME = {"merchants-and-marauders": {1: {"final_comparison": "track"}, 2: {"final_comparison": "track"}}}
"""Options that the views of a version lacked, as its games have them today."""
RENAMED = {"turn": "current_turn", "turns": "turn"}
"""Fields of the views of the two large games."""


def still_there(view: dict[str, Any], ruleset: str, version: int) -> dict[str, Any]:
    """A view that this version showed, as far as today's can show it."""
    shown: dict[str, Any] = _nulled(view, WAS_EMPTY.get(ruleset, frozenset()))
    if ruleset in WAS_EMPTY and "current_turn" not in shown:
        shown = {RENAMED.get(name, name): value for name, value in shown.items()}
    if (came := CAME.get(ruleset, {}).get(version)) is not None:
        shown["options"] = {**shown["options"], **came}
    gone = GONE.get((ruleset, version))
    if gone is None:
        return shown
    return {
        **shown, "seats": [{name: value for name, value in seat.items() if name not in gone} for seat in shown["seats"]]
    }  # fmt: skip


def _nulled(value: Any, fields: frozenset[str], inside: bool = False) -> Any:
    """The view with null for empty strings in these fields."""
    if isinstance(value, dict):
        return {
            name: each if name in ("stack", "decision") else _nulled(each, fields, name in fields)
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [_nulled(each, fields, inside) for each in value]
    return None if inside and value == "" else value
