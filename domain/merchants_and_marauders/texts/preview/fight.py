"""What raids, battles and cards cost and bring (D-15 to D-31)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kit.stack import nearest

from ... import commands as c
from ...battle.aftermath import reward_for
from ...cards.targets import escapes
from ...flow import Check, check_of
from ...frames import AcceptOffer, Battle, ClaimReward, Declare, HitResponse, Raid, Reroll, RumorCheck, Scouting
from ...raids import bounties_brought, cards_drawn, plunder_of
from ...rumors import refund
from ...state import afloat, ship_of
from ...state.modifiers import maneuverability
from ...state.sides import contest_as, side_of
from ..facts import Facts, Preview, card_price, nothing, rolled, rounded
from ..perspective import Perspective
from .contests import escaping, winning

# Raids


def _raid_as(perspective: Perspective, command: c.RaidAs) -> Facts:
    return {
        "bounties": bounties_brought(perspective.state, perspective.seat, command.nation),
        "cards": cards_drawn(perspective.state, perspective.seat, command.nation).kept,
        "dice": check_of(perspective.state, perspective.seat, "seamanship").dice,
    }


def _raid_step(perspective: Perspective, command: c.RaidDraw | c.RaidDiscard | c.RaidExchange) -> Facts:
    free = isinstance(command, c.RaidExchange) and command.free
    facts: Facts = {} if free else {"successes": -1}
    return facts if isinstance(command, c.RaidDiscard) else {**facts, "cards": 1}


def _raid_stop(perspective: Perspective, command: c.RaidStop) -> Facts:
    raid = nearest(perspective.state, Raid)
    agility = maneuverability(perspective.state, perspective.seat)
    figures: Facts = {"plunder": plunder_of(perspective.state, raid), "escapes": escapes(raid), "maneuverability": agility}
    return {"successes": -raid.successes, **figures}


# Battles


def _contest(perspective: Perspective, action: str) -> tuple[int, int]:
    return contest_as(perspective.state, nearest(perspective.state, Declare).side, action)


def _shoot(perspective: Perspective, command: c.Shoot) -> Facts:
    who = side_of(nearest(perspective.state, Battle), nearest(perspective.state, Declare).side).who
    mine, theirs = _contest(perspective, "shoot")
    return {"dice": mine, "chance": rounded(winning(mine, theirs)), "hits": afloat(perspective.state, who).cannons}


def _board(perspective: Perspective, command: c.Board) -> Facts:
    mine, theirs = _contest(perspective, "board")
    return {"dice": mine, "chance": rounded(winning(mine, theirs))}


def _flee(perspective: Perspective, command: c.Flee) -> Facts:
    mine, theirs = _contest(perspective, "flee")
    return {"dice": mine, "chance": rounded(escaping(mine, theirs))}


def _reroll(perspective: Perspective, command: c.RerollMarked) -> Facts:
    return {"dice": len(nearest(perspective.state, Reroll).marked)}


def _accept_hit(perspective: Perspective, command: c.AcceptHit) -> Facts:
    place = nearest(perspective.state, HitResponse).location
    return {"left": getattr(ship_of(perspective.state, perspective.seat).now, place) - 1}


def _reward(perspective: Perspective, command: c.ClaimReward) -> Facts:
    return {"gold": reward_for(perspective.state, nearest(perspective.state, ClaimReward).loser, command.nation)}


def _accept(perspective: Perspective, command: c.Accept) -> Facts:
    """The preview of a re-roll of the last check."""
    if nearest(perspective.state, AcceptOffer).what != "reroll":
        return {}
    below = perspective.state.stack[-2]
    assert isinstance(below, RumorCheck | Scouting)
    return rolled(Check("", len(below.dice)))


def _decline(perspective: Perspective, command: c.Decline) -> Facts:
    """Without the re-roll the last check stands."""
    below = perspective.state.stack[-2]
    return {"gold": refund(perspective.state, below)} if isinstance(below, RumorCheck) else {}


FIGHT_PREVIEWS: Mapping[type[c.Command], Preview] = {
    c.RaidAs: _raid_as,
    c.LetGo: nothing,
    c.SpendWeapon: lambda perspective, command: {"successes": 1},
    c.FinishWeapons: nothing,
    c.RaidDraw: _raid_step,
    c.RaidDiscard: _raid_step,
    c.RaidExchange: _raid_step,
    c.RaidStop: _raid_stop,
    c.Shoot: _shoot,
    c.Board: _board,
    c.Flee: _flee,
    c.MarkDie: nothing,
    c.RerollMarked: _reroll,
    c.KeepDice: nothing,
    c.UseChainShot: nothing,
    c.UseGrapeshot: nothing,
    c.SetLocation: nothing,
    c.FinishVolley: nothing,
    c.AssignX: nothing,
    c.Absorb: nothing,
    c.MoveHit: nothing,
    c.AcceptHit: _accept_hit,
    c.FireChasers: lambda perspective, command: {"hits": 1},
    c.HoldChasers: nothing,
    c.ClaimReward: _reward,
    c.DeclineReward: nothing,
    c.TakeShip: nothing,
    c.KeepOwnShip: nothing,
    c.TakeWeapon: nothing,
    c.TakeGlory: nothing,
    c.TakeRumor: nothing,
    c.TakeSpecialist: nothing,
    c.FinishPlunder: nothing,
    c.Choose: nothing,
    c.Accept: _accept,
    c.Decline: _decline,
    c.Announce: nothing,
    c.PlayAnnounced: lambda perspective, command: card_price(perspective.own.announced or ""),
    c.WithdrawCard: nothing,
}
