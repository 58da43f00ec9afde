"""Beats of frames that open and close: with them things come and go that no other event names."""

from __future__ import annotations

from collections.abc import Mapping

from domain.scenes import Show

from .... import events as e
from .... import ids
from ....frames import PlaceModification, Plunder, RumorCheck, Scouting
from ..story import ROLLED, Story
from .battle import FOUGHT
from .common import NOTHING, Telling, Told, kept, turned_down
from .voyage import RAIDED


def frame_opened(story: Story, event: e.FrameOpened) -> Told:
    match event.frame:
        case Scouting() | RumorCheck():
            story.settle(ROLLED)
        case Plunder(seat=winner, loser=loser):
            return (Show(source=ids.of_seat(loser, "glory"), by=ids.seat(winner), weight=0),)
        case PlaceModification(seat=seat):
            return (turned_down(seat),)
    return NOTHING


def frame_closed(story: Story, event: e.FrameClosed) -> Told:
    match event.frame:
        case "scouting" | "rumor_check":
            story.settle(ROLLED)
        case "merchant_found":
            story.settle("raid")
        case "raid":
            story.settle(*RAIDED)
        case "battle":
            story.settle(*FOUGHT)
        case "discard_to_limit" | "transfer_modifications" if event.seat is not None:
            return (turned_down(event.seat),)
        case "plunder":
            return [kept(ids.of_seat(seat, "glory")) for seat in range(len(story.names)) if seat != event.seat]
    return NOTHING


FLOW: Mapping[type[e.Event], Telling] = {e.FrameOpened: frame_opened, e.FrameClosed: frame_closed}
