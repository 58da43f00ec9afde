"""Setting up, rounds, event cards, NPC ships and wars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from domain.game import Hidden

from ..frames import Cards
from ..options import Options
from .base import BaseEvent


class Arrival(msgspec.Struct, frozen=True):
    """A captain with his first ship in his home port."""

    seat: int
    captain: str
    ship: str
    port: str


class GameSetUp(BaseEvent, frozen=True, tag="game_set_up"):
    """Everything is shuffled and laid out: merchants and modifications in the order of zones and ports."""

    seats: int
    options: Options
    demand: Mapping[str, str]
    demand_pool: Cards | Hidden
    merchants: Cards | Hidden
    modifications: Cards | Hidden
    event_deck: Cards | Hidden
    glory_deck: Cards | Hidden
    captain_deck: Cards | Hidden
    cargo_deck: Cards | Hidden
    rumor_deck: Cards | Hidden
    mission_deck: Cards | Hidden


class CaptainDealt(BaseEvent, frozen=True, tag="captain_dealt"):
    """At the start; others see it with `captains_revealed`."""

    seat: int
    captain: str | Hidden


class ShipChosen(BaseEvent, frozen=True, tag="ship_chosen"):
    """At the start the choice is secret."""

    seat: int
    ship: str | Hidden
    secret: bool = False


class CaptainsRevealed(BaseEvent, frozen=True, tag="captains_revealed"):
    """All captains sail at once."""

    captains: tuple[Arrival, ...]


class TurnOrderDrawn(BaseEvent, frozen=True, tag="turn_order_drawn"):
    seats: tuple[int, ...]


class RoundStarted(BaseEvent, frozen=True, tag="round_started"):
    number: int


class MerchantsRefilled(BaseEvent, frozen=True, tag="merchants_refilled"):
    """MM-031."""

    zones: Cards
    tokens: Cards | Hidden


class EventDrawn(BaseEvent, frozen=True, tag="event_drawn"):
    card: str


class EventDiscarded(BaseEvent, frozen=True, tag="event_discarded"):
    """It is over, or goes on working until the end of the round from the discard pile (MM-035)."""

    card: str


class EventInForce(BaseEvent, frozen=True, tag="event_in_force"):
    """It works until the end of the round, with what was drawn at random for it."""

    card: str
    drawn: Cards


class RoundEnded(BaseEvent, frozen=True, tag="round_ended"):
    """Whatever lasted for the round is over."""

    number: int


class RandomDrawn(BaseEvent, frozen=True, tag="random_drawn"):
    what: str
    result: str


class NpcMoved(BaseEvent, frozen=True, tag="npc_moved"):
    npc: str
    from_zone: str
    to_zone: str
    reason: Literal["letter", "hunt", "card"]


class NpcAnnounced(BaseEvent, frozen=True, tag="npc_announced"):
    """Its ship comes at the end of the round (MM-037)."""

    npc: str
    card: str


class NpcPlaced(BaseEvent, frozen=True, tag="npc_placed"):
    """An undamaged ship with this captain in command."""

    npc: str
    card: str
    zone: str
    ship: str


class NpcDefeated(BaseEvent, frozen=True, tag="npc_defeated"):
    """Its captain is gone; the ship is out of play until the end of the round."""

    npc: str
    card: str
    by: int


class NpcRemoved(BaseEvent, frozen=True, tag="npc_removed"):
    """It leaves play for want of a successor."""

    npc: str


class NpcShipChanged(BaseEvent, frozen=True, tag="npc_ship_changed"):
    """Also for repairs: the ship is undamaged (MM-255, MM-259)."""

    npc: str
    ship: str


class WarStarted(BaseEvent, frozen=True, tag="war_started"):
    nations: tuple[str, str]


class WarEnded(BaseEvent, frozen=True, tag="war_ended"):
    nations: tuple[str, str]


class EffectBegan(BaseEvent, frozen=True, tag="effect_began"):
    """A card works for a while."""

    seat: int
    source: str
    until: Literal["port_action", "captain_turn", "round"]
    left: int = 0


class EffectUsed(BaseEvent, frozen=True, tag="effect_used"):
    """So much of it is left."""

    seat: int
    source: str
    left: int


class AbilityUsed(BaseEvent, frozen=True, tag="ability_used"):
    """An ability that can be used once in a captain turn."""

    seat: int
    ability: str


RoundEvent: TypeAlias = (
    GameSetUp
    | CaptainDealt
    | ShipChosen
    | CaptainsRevealed
    | TurnOrderDrawn
    | RoundStarted
    | MerchantsRefilled
    | EventDrawn
    | EventDiscarded
    | EventInForce
    | RoundEnded
    | RandomDrawn
    | NpcMoved
    | NpcAnnounced
    | NpcPlaced
    | NpcDefeated
    | NpcRemoved
    | NpcShipChanged
    | WarStarted
    | WarEnded
    | EffectBegan
    | EffectUsed
    | AbilityUsed
)
