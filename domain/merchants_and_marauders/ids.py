"""The ids of areas and pieces, which boards, pictures, targets and beats share."""

from __future__ import annotations

from .frames import Side

SEA = "sea"
TRACK = "glory_track"
TRACK_END = 10
"""The last place of the glory track, for this number of points and more."""


def seat(number: int) -> str:
    """The panel of a seat."""
    return f"seat/{number}"


def of_seat(number: int, what: str) -> str:
    """An area of a seat, such as its hand."""
    return f"seat/{number}/{what}"


def ship(side: Side) -> str:
    """The ship on the sea: a captain's by the seat, or an NPC's."""
    return f"ship/{side}" if isinstance(side, int) else f"npc/{side}"


def ship_card(number: int) -> str:
    """The card of a captain's ship."""
    return f"seat/{number}/ship/card"


def location(number: int, place: str) -> str:
    """A hit location of a captain's ship."""
    return f"seat/{number}/ship/{place}"


def bounty(number: int, nation: str) -> str:
    """The bounties of a nation on a captain."""
    return f"seat/{number}/bounty/{nation}"


def marker(number: int) -> str:
    """A seat's marker on the glory track."""
    return f"marker/{number}"


def step(points: int) -> str:
    """A place of the glory track."""
    return f"{TRACK}/{min(points, TRACK_END)}"


def demand(port: str) -> str:
    return f"demand/{port}"


def modification(port: str) -> str:
    """A modification that lies in a port."""
    return f"modification/{port}"


def fitted(number: int, token: str) -> str:
    """A modification on a captain's ship."""
    return f"seat/{number}/modification/{token}"


def returning(number: int, token: str) -> str:
    """A modification that waits to be laid out."""
    return f"seat/{number}/returning/{token}"


def weapon(number: int, token: str) -> str:
    """A special weapon on board."""
    return f"seat/{number}/weapon/{token}"


def merchant(zone: str) -> str:
    """The merchant token in a zone."""
    return f"merchant/{zone}"


def in_battle(side: int, what: str) -> str:
    """An area or piece of a side of the battle: 0 the aggressor, 1 the defender."""
    return f"battle/{side}/{what}"


def supply(token: str) -> str:
    """A pile of ships or special weapons of the supply."""
    return f"supply/{token}"


def activity(name: str) -> str:
    """An activity of the Port action."""
    return f"activity/{name}"
