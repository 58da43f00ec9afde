"""Turns payloads of older versions into those of today. New fields say what the old rules did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from domain.game import Upcaster

Payload: TypeAlias = dict[str, Any]

# In version 1 an offer made the next one smaller even if nothing was bought (MM-096), every opponent of the active captain
# counted as scouted (MM-077), and moving a modification always cost 2 gold (MM-425).


def _event_of_1(payload: Payload) -> Payload:
    match payload["type"]:
        case "offer_drawn":
            return {**payload, "counts": payload["in_port"] != ""}
        case "battle_started":
            return {**payload, "counts": payload["card_crew"] == 0}
        case "frame_opened" | "frame_changed":
            return {**payload, "frame": _frame_of_1(payload["frame"])}
    return payload


def _state_of_1(payload: Payload) -> Payload:
    return {**payload, "stack": [_frame_of_1(frame) for frame in payload["stack"]]}


def _frame_of_1(frame: Payload) -> Payload:
    return {**frame, "sale": None} if frame["type"] == "transfer_modifications" else frame


UPCASTERS: Mapping[int, Upcaster] = {1: Upcaster(event=_event_of_1, state=_state_of_1)}
