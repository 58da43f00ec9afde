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


# In version 2 only points on the track counted where several seats reached 10 points (MM-374). A game that began then stays
# so: its options say it from its creation on.

_TRACK = {"final_comparison": "track"}


def _event_of_2(payload: Payload) -> Payload:
    return _by_the_track(payload) if payload["type"] in ("game_created", "game_set_up") else payload


def _command_of_2(payload: Payload) -> Payload:
    """A prepared position has options of its own, and its command names none."""
    creates = payload["type"] in ("create_game", "stage_game", "rematch_game")
    return _by_the_track(payload) if creates and payload.get("scenario") is None else payload


def _by_the_track(payload: Payload) -> Payload:
    """An event, a command or a position with the option that version 2 did not have."""
    return {**payload, "options": {**payload.get("options", {}), **_TRACK}}


UPCASTERS: Mapping[int, Upcaster] = {
    1: Upcaster(event=_event_of_1, state=_state_of_1),
    2: Upcaster(event=_event_of_2, command=_command_of_2, state=_by_the_track, decides_alike=True),
}
