"""Merchant raids (D-15 to D-17)."""

from __future__ import annotations

from typing import TypeAlias

from ..values import CargoCard, NationId, WeaponId
from .base import BaseCommand


class RaidAs(BaseCommand, frozen=True, tag="raid_as"):
    """Raid the merchant as one of this nation (MM-169)."""

    nation: NationId


class LetGo(BaseCommand, frozen=True, tag="let_go"):
    """Let the merchant go (MM-171)."""


class SpendWeapon(BaseCommand, frozen=True, tag="spend_weapon"):
    """Give a special weapon up for one more success (MM-177)."""

    weapon: WeaponId


class FinishWeapons(BaseCommand, frozen=True, tag="finish_weapons"):
    """Give up no more weapons."""


class RaidDraw(BaseCommand, frozen=True, tag="raid_draw"):
    """Use a success to draw a card (MM-179)."""


class RaidDiscard(BaseCommand, frozen=True, tag="raid_discard"):
    """Use a success to discard a card."""

    card: CargoCard


class RaidExchange(BaseCommand, frozen=True, tag="raid_exchange"):
    """Exchange a card, using a success or an ability."""

    card: CargoCard
    free: bool = False
    """Whether by the ability, which uses no success."""


class RaidStop(BaseCommand, frozen=True, tag="raid_stop"):
    """Leave the other successes unused."""


RaidCommand: TypeAlias = RaidAs | LetGo | SpendWeapon | FinishWeapons | RaidDraw | RaidDiscard | RaidExchange | RaidStop
