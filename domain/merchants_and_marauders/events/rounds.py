"""Setting up, rounds, event cards, NPC ships and wars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from domain.game import Hidden, SeatCount, SeatNumber
from domain.kit.events import BaseEvent

from ..options import Options
from ..values import (
    AbilityUse,
    CaptainId,
    CargoCards,
    DrawnThing,
    EffectSource,
    EventCardId,
    GloryCards,
    GoodId,
    MissionId,
    ModificationId,
    NationId,
    NpcId,
    PortId,
    RandomKind,
    RumorId,
    ShipTypeId,
    ZoneId,
)


class Arrival(msgspec.Struct, frozen=True):
    """A captain with a first ship in the home port."""

    seat: int
    """Its number."""
    captain: CaptainId
    """The captain."""
    ship: ShipTypeId
    """The ship's kind."""
    port: PortId
    """The home port."""


class GameSetUp(BaseEvent, frozen=True, tag="game_set_up"):
    """The game was set up. Merchant tokens are in the order of zones, modifications in that of ports."""

    seats: SeatCount
    """How many seats there are."""
    options: Options
    """Every option with its value."""
    demand: Mapping[PortId, GoodId]
    """The good in demand at each port."""
    demand_pool: tuple[GoodId, ...] | Hidden
    """Demand tokens that are at no port."""
    merchants: tuple[NationId, ...] | Hidden
    """A token for each zone."""
    modifications: tuple[ModificationId, ...] | Hidden
    """A token for each port."""
    event_deck: tuple[EventCardId, ...] | Hidden
    """The top card first."""
    glory_deck: GloryCards | Hidden
    """The top card first."""
    captain_deck: tuple[CaptainId, ...] | Hidden
    """The top card first."""
    cargo_deck: CargoCards | Hidden
    """The top card first."""
    rumor_deck: tuple[RumorId, ...] | Hidden
    """The top card first."""
    mission_deck: tuple[MissionId, ...] | Hidden
    """The top card first."""


class CaptainDealt(BaseEvent, frozen=True, tag="captain_dealt"):
    """A seat was dealt its first captain; others see it with `captains_revealed`."""

    seat: SeatNumber
    captain: CaptainId | Hidden
    """The captain; hidden from others."""


class ShipChosen(BaseEvent, frozen=True, tag="ship_chosen"):
    """A seat chose its first ship, at the start in secret."""

    seat: SeatNumber
    ship: ShipTypeId | Hidden
    """The ship's kind; hidden from others while it is secret."""
    secret: bool = False
    """Whether it is to be revealed later, with all others."""


class CaptainsRevealed(BaseEvent, frozen=True, tag="captains_revealed"):
    """All first captains and their ships were revealed at once."""

    captains: tuple[Arrival, ...]
    """In the order of seats."""


class TurnOrderDrawn(BaseEvent, frozen=True, tag="turn_order_drawn"):
    """The turn order was drawn."""

    seats: tuple[int, ...]
    """The seats in the order of their turns."""


class RoundStarted(BaseEvent, frozen=True, tag="round_started"):
    """A round began."""

    number: int
    """The number of the round, from 1."""


class MerchantsRefilled(BaseEvent, frozen=True, tag="merchants_refilled"):
    """Zones without a merchant token got new ones (MM-031)."""

    zones: tuple[ZoneId, ...]
    """These zones."""
    tokens: tuple[NationId, ...] | Hidden
    """A token for each of them."""


class EventDrawn(BaseEvent, frozen=True, tag="event_drawn"):
    """An event card was drawn."""

    card: EventCardId
    """The event card."""


class EventDiscarded(BaseEvent, frozen=True, tag="event_discarded"):
    """An event card was discarded: it is over, or goes on working until the end of the round (MM-035)."""

    card: EventCardId
    """The event card."""


class EventInForce(BaseEvent, frozen=True, tag="event_in_force"):
    """An event works until the end of the round, with what was drawn at random for it."""

    card: EventCardId
    """The event card."""
    drawn: tuple[DrawnThing, ...]
    """Empty where nothing was."""


class RoundEnded(BaseEvent, frozen=True, tag="round_ended"):
    """A round ended, and with it all effects that lasted for the round."""

    number: int
    """The number of the round, from 1."""


class RandomDrawn(BaseEvent, frozen=True, tag="random_drawn"):
    """Something was drawn at random for an event."""

    what: RandomKind
    """The kind of thing."""
    result: DrawnThing
    """The thing that was drawn."""


class NpcMoved(BaseEvent, frozen=True, tag="npc_moved"):
    """An NPC ship moved to another zone."""

    npc: NpcId
    from_zone: ZoneId
    """The zone where it was."""
    to_zone: ZoneId
    """The zone where it is now."""
    reason: Literal["letter", "hunt", "card"]
    """The cause: an icon of an event card, the hunt for a captain, or a card."""


class NpcAnnounced(BaseEvent, frozen=True, tag="npc_announced"):
    """An NPC card was drawn, whose ship comes at the end of the round (MM-037)."""

    npc: NpcId
    card: EventCardId
    """The event card, which is an NPC card."""


class NpcPlaced(BaseEvent, frozen=True, tag="npc_placed"):
    """An NPC ship came into play, undamaged, with this captain in command."""

    npc: NpcId
    card: EventCardId
    """The captain in command."""
    zone: ZoneId
    """The zone where it came into play."""
    ship: ShipTypeId
    """The ship's kind."""


class NpcDefeated(BaseEvent, frozen=True, tag="npc_defeated"):
    """An NPC captain was beaten; the ship is out of play until the end of the round."""

    npc: NpcId
    card: EventCardId
    """The captain that was beaten."""
    by: int
    """The seat that won."""


class NpcRemoved(BaseEvent, frozen=True, tag="npc_removed"):
    """An NPC ship left play for want of a successor."""

    npc: NpcId


class NpcShipChanged(BaseEvent, frozen=True, tag="npc_ship_changed"):
    """An NPC got a new or repaired ship, which is undamaged (MM-255, MM-259)."""

    npc: NpcId
    ship: ShipTypeId
    """The ship's kind."""


class WarStarted(BaseEvent, frozen=True, tag="war_started"):
    """A war between two nations began."""

    nations: tuple[NationId, NationId]
    """The two of them."""


class WarEnded(BaseEvent, frozen=True, tag="war_ended"):
    """A war between two nations ended."""

    nations: tuple[NationId, NationId]
    """The two of them."""


class EffectBegan(BaseEvent, frozen=True, tag="effect_began"):
    """A card began to work for a while."""

    seat: SeatNumber
    source: EffectSource
    """The card, as `<kind>:<card id>`."""
    until: Literal["port_action", "captain_turn", "round"]
    """When it ends."""
    left: int = 0
    """The rest of a discount or of a number of uses."""


class EffectUsed(BaseEvent, frozen=True, tag="effect_used"):
    """A card that works for a while was used; `left` is what remains of it."""

    seat: SeatNumber
    source: EffectSource
    """The card, as `<kind>:<card id>`."""
    left: int
    """How much of a discount or how many uses."""


class AbilityUsed(BaseEvent, frozen=True, tag="ability_used"):
    """A captain used an ability that can be used once in a captain turn."""

    seat: SeatNumber
    ability: AbilityUse
    """The use that was made of it, such as `scouting`."""


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
