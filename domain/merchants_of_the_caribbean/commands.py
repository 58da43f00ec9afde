"""The commands of the game (RULES.md, chapter 15)."""

from __future__ import annotations

from typing import TypeAlias, get_args

from domain.kit.commands import BaseCommand

from .ids import CardId, Cards, RequestId


class RevealCard(BaseCommand, frozen=True, tag="reveal_card"):
    """Turn up the top card of the draw deck (MC-C04)."""


class RepelShip(BaseCommand, frozen=True, tag="repel_ship"):
    """Drive off the Ship just revealed (MC-C05)."""

    card: CardId
    """The Ship."""


class KeepShip(BaseCommand, frozen=True, tag="keep_ship"):
    """Let the Ship just revealed into the harbour, which may be a bust (MC-C06)."""

    card: CardId
    """The Ship."""


class StopDiscovering(BaseCommand, frozen=True, tag="stop_discovering"):
    """End Discover and go on to Loot and Hire (MC-C07)."""


class LootShip(BaseCommand, frozen=True, tag="loot_ship"):
    """Take a Ship from the harbour and draw its coins (MC-C08)."""

    card: CardId
    """The Ship."""


class HirePerson(BaseCommand, frozen=True, tag="hire_person"):
    """Pay for a Person in the harbour and add it to your display (MC-C09)."""

    card: CardId
    """The Person."""


class CompleteExpedition(BaseCommand, frozen=True, tag="complete_expedition"):
    """Give up Persons of your display for an open Expedition Request (MC-C10)."""

    request: RequestId
    """The request."""
    discards: Cards
    """The Persons given up: exactly those that the request needs, each named once."""


class FinishTaking(BaseCommand, frozen=True, tag="finish_taking"):
    """End your part of Loot and Hire (MC-C11)."""


class EndTurn(BaseCommand, frozen=True, tag="end_turn"):
    """Close the window after a bust (MC-C12)."""


Command: TypeAlias = (
    RevealCard | RepelShip | KeepShip | StopDiscovering | LootShip | HirePerson | CompleteExpedition | FinishTaking | EndTurn
)

COMMANDS: tuple[type[Command], ...] = get_args(Command)
