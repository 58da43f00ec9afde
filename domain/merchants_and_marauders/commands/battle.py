"""Battles and what they bring (D-18 to D-26)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.game import Hidden

from ..values import GloryCard, HitLocation, NationId, WeaponId
from .base import BaseCommand


class Shoot(BaseCommand, frozen=True, tag="shoot"):
    """Declare Shoot (MM-266)."""


class Board(BaseCommand, frozen=True, tag="board"):
    """Declare Board."""


class Flee(BaseCommand, frozen=True, tag="flee"):
    """Declare Flee."""


class MarkDie(BaseCommand, frozen=True, tag="mark_die"):
    """Mark a die for the re-roll."""

    index: int
    """Its place among the dice, from 0."""


class RerollMarked(BaseCommand, frozen=True, tag="reroll_marked"):
    """Roll the marked dice again."""


class KeepDice(BaseCommand, frozen=True, tag="keep_dice"):
    """Keep the dice as they are."""


class UseChainShot(BaseCommand, frozen=True, tag="use_chain_shot"):
    """Every X of the volley hits the Masts (MM-316)."""


class UseGrapeshot(BaseCommand, frozen=True, tag="use_grapeshot"):
    """Every X of the volley hits the Crew (MM-317)."""


class SetLocation(BaseCommand, frozen=True, tag="set_location"):
    """Fix the location of a hit by a card."""

    index: int
    """The hit's place in the volley, from 0."""
    location: HitLocation


class FinishVolley(BaseCommand, frozen=True, tag="finish_volley"):
    """Leave the volley as it is."""


class AssignX(BaseCommand, frozen=True, tag="assign_x"):
    """Choose where an X hits (MM-291)."""

    location: HitLocation


class Absorb(BaseCommand, frozen=True, tag="absorb"):
    """Cancel the hit (MM-324)."""

    source: Literal["reinforced_hull", "surgeon"]
    """The modification or specialist that absorbs the hit."""


class MoveHit(BaseCommand, frozen=True, tag="move_hit"):
    """Move the hit to another location, once in a battle."""

    location: HitLocation


class AcceptHit(BaseCommand, frozen=True, tag="accept_hit"):
    """Take the hit."""


class FireChasers(BaseCommand, frozen=True, tag="fire_chasers"):
    """Fire the Chasers (MM-328)."""


class HoldChasers(BaseCommand, frozen=True, tag="hold_chasers"):
    """Do not fire the Chasers."""


class ClaimReward(BaseCommand, frozen=True, tag="claim_reward"):
    """Claim this nation's reward for a pirate (MM-200)."""

    nation: NationId


class DeclineReward(BaseCommand, frozen=True, tag="decline_reward"):
    """Claim no reward."""


class TakeShip(BaseCommand, frozen=True, tag="take_ship"):
    """Sail on in the enemy's ship (MM-348)."""


class KeepOwnShip(BaseCommand, frozen=True, tag="keep_own_ship"):
    """Keep the own ship."""


class TakeWeapon(BaseCommand, frozen=True, tag="take_weapon"):
    """Take a special weapon of the loser."""

    weapon: WeaponId


class TakeGlory(BaseCommand, frozen=True, tag="take_glory"):
    """Take a glory card of the loser."""

    card: GloryCard | Hidden
    """The card, as `<card id>:<copy number>`; hidden from others."""


class TakeRumor(BaseCommand, frozen=True, tag="take_rumor"):
    """Take the loser's rumor."""


class TakeSpecialist(BaseCommand, frozen=True, tag="take_specialist"):
    """Let a specialist of the loser join."""

    card: GloryCard


class FinishPlunder(BaseCommand, frozen=True, tag="finish_plunder"):
    """Take nothing more."""


BattleCommand: TypeAlias = (
    Shoot
    | Board
    | Flee
    | MarkDie
    | RerollMarked
    | KeepDice
    | UseChainShot
    | UseGrapeshot
    | SetLocation
    | FinishVolley
    | AssignX
    | Absorb
    | MoveHit
    | AcceptHit
    | FireChasers
    | HoldChasers
    | ClaimReward
    | DeclineReward
    | TakeShip
    | KeepOwnShip
    | TakeWeapon
    | TakeGlory
    | TakeRumor
    | TakeSpecialist
    | FinishPlunder
)
