"""The value of the commands of raids and battles (D-15 to D-26).

In battles the seat may decide for an NPC ship, also while it has no captain (MM-K07).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.kit.stack import nearest

from ... import commands as c
from ...battle.aftermath import reward_for
from ...content import glory_card
from ...frames import AssignX, Battle, BattleSide, ClaimReward, ClaimShip, Declare, HitResponse, Raid, Reroll, Volley
from ...raids import plunder_of
from ...state import afloat, full_values, ship_of, ship_type
from ...state.sides import contest_winner, side_of
from ...values import Locations
from .. import duel, heuristics
from ..duel import Fighter, Stakes, hurt
from ..forecast import Forecast, fighter, nothing
from ..raid_odds import Table, best, drawing, kind_of, limits_of, raid_worth, result, table_of

BOLD = 0.6
"""An enemy with at least this chance in crew combat is expected to board."""
PLUNDER_TOO = 6.0
"""The value of boarding beyond sinking: plunder, perhaps the ship."""


# Raids


def raid_as(own: Forecast, command: c.RaidAs) -> float:
    return raid_worth(own, own.own.zone, command.nation)


def _raid(own: Forecast) -> Raid:
    return nearest(own.state, Raid)


def _table(own: Forecast, without: str = "") -> tuple[Table, float]:
    """The table of the raid and its plunder."""
    raid = _raid(own)
    left = replace(raid, table=tuple([card for card in raid.table if card != without]))
    table = table_of("blank" if card in raid.blank else kind_of(card) for card in left.table)
    return table, float(plunder_of(own.state, left))


def _limits(own: Forecast) -> tuple[int, ...]:
    *places, nimbleness = limits_of(own)
    return (*places, nimbleness + _raid(own).ignored)


def spend_weapon(own: Forecast, command: c.SpendWeapon) -> float:
    """The value of one more success, less the price of a new token."""
    table, plunder = _table(own)
    have = _raid(own).successes
    if have >= 2:
        return -1.0
    limits = _limits(own)
    more = best(limits, table, plunder, have + 1) - best(limits, table, plunder, have)
    return more - heuristics.WEAPONS[command.weapon]


def raid_stop(own: Forecast, command: c.RaidStop) -> float:
    table, plunder = _table(own)
    return result(_limits(own), table, plunder)


def raid_draw(own: Forecast, command: c.RaidDraw) -> float:
    table, plunder = _table(own)
    return drawing(_limits(own), table, plunder, _raid(own).successes - 1)


def raid_discard(own: Forecast, command: c.RaidDiscard) -> float:
    table, plunder = _table(own, command.card)
    return best(_limits(own), table, plunder, _raid(own).successes - 1)


def raid_exchange(own: Forecast, command: c.RaidExchange) -> float:
    table, plunder = _table(own, command.card)
    left = _raid(own).successes - (not command.free)
    return drawing(_limits(own), table, plunder, left)


# Battles


def _fighters(own: Forecast, side: int) -> tuple[Fighter, Fighter]:
    fight = nearest(own.state, Battle)
    return fighter(own.state, side_of(fight, side).who), fighter(own.state, side_of(fight, 1 - side).who)


def _sides(own: Forecast, side: int) -> tuple[BattleSide, BattleSide]:
    fight = nearest(own.state, Battle)
    return side_of(fight, side), side_of(fight, 1 - side)


def _round(own: Forecast, declared: str) -> float:
    """The value of a combat round to the side that makes this declaration."""
    frame = own.view.decision
    assert isinstance(frame, Declare)
    fight = nearest(own.state, Battle)
    mine, theirs = _fighters(own, frame.side)
    # The aggressor does not know yet what the other side will do (MM-266).
    reply = side_of(fight, 1 - frame.side).declared if frame.side else _reply(fight, mine, theirs)
    return duel.round_worth(mine, theirs, declared, reply, _stakes(own, side_of(fight, frame.side)))


def _reply(fight: Battle, mine: Fighter, theirs: Fighter) -> str:
    """Expects a captain with the stronger crew to board."""
    return "board" if fight.round > 1 and theirs.masts and duel.boarding(theirs, mine) > BOLD else "shoot"


def _stakes(own: Forecast, side: BattleSide) -> Stakes:
    """The stakes of the side that the seat plays. To an NPC, winning and losing count alike."""
    return own.stakes()._replace(plunder=PLUNDER_TOO) if side.who == own.seat else Stakes(heuristics.GLORY, heuristics.GLORY)


def shoot(own: Forecast, command: c.Shoot) -> float:
    return _round(own, "shoot")


def board(own: Forecast, command: c.Board) -> float:
    return _round(own, "board")


def flee(own: Forecast, command: c.Flee) -> float:
    return _round(own, "flee")


def _behind(own: Forecast, side: int) -> bool:
    """Whether the side has not won the contest with the present dice."""
    return contest_winner(nearest(own.state, Battle))[0] != side


def mark_die(own: Forecast, command: c.MarkDie) -> float:
    """Re-rolls failed dice of a contest not won, and location dice that show X or Cargo."""
    frame = own.view.decision
    assert isinstance(frame, Reroll)
    mine, _ = _sides(own, frame.side)
    if frame.roll == "location":
        return 2.0 if mine.locations[command.index] in ("cargo", "x") else -1.0
    return 2.0 if mine.dice[command.index] and _behind(own, frame.side) else -1.0


def reroll_marked(own: Forecast, command: c.RerollMarked) -> float:
    frame = own.view.decision
    assert isinstance(frame, Reroll)
    return 1.0 if frame.roll == "location" or _behind(own, frame.side) else -1.0


def assign_x(own: Forecast, command: c.AssignX) -> float:
    """Prefers the location that costs least, given the hits already known."""
    frame = own.view.decision
    assert isinstance(frame, AssignX)
    mine, theirs = _sides(own, frame.side)
    return -hurt(_after(afloat(own.state, mine.who), theirs.locations), command.location)


def _after(now: Locations, hits: tuple[str, ...]) -> Locations:
    """The ship's values after these hits; those on destroyed locations pass to the Hull."""
    left = {place: int(getattr(now, place)) for place in heuristics.LOCATIONS}
    for place in hits:
        if place in left:
            left[place if left[place] else "hull"] -= 1
    return Locations(**left)


def use_chain_shot(own: Forecast, command: c.UseChainShot) -> float:
    return _shot(own, "masts", "chain_shot")


def use_grapeshot(own: Forecast, command: c.UseGrapeshot) -> float:
    return _shot(own, "crew", "grapeshot")


def _shot(own: Forecast, place: str, weapon: str) -> float:
    """Uses special shot for an X that the target would put elsewhere."""
    frame = own.view.decision
    assert isinstance(frame, Volley)
    mine, theirs = _sides(own, frame.side)
    wild, left = mine.locations.count("x"), int(getattr(afloat(own.state, theirs.who), place))
    return wild * 2.0 + heuristics.LAST_POINT * (wild == left) - heuristics.WEAPONS[weapon] if wild <= left else -1.0


def set_location(own: Forecast, command: c.SetLocation) -> float:
    """Moves a hit to where it costs the target more."""
    frame = own.view.decision
    assert isinstance(frame, Volley)
    mine, theirs = _sides(own, frame.side)
    now = afloat(own.state, theirs.who)
    fallen = mine.locations[command.index]
    return hurt(now, command.location) - (hurt(now, fallen) if fallen != "x" else heuristics.LOCATIONS["cargo"])


def absorb(own: Forecast, command: c.Absorb) -> float:
    """The value of cancelling a hit. The Surgeon is free, the Reinforced Hull must be paid for to be used again."""
    frame = own.view.decision
    assert isinstance(frame, HitResponse)
    return hurt(own.now, frame.location) - (3.0 if command.source == "reinforced_hull" else 0.0)


def move_hit(own: Forecast, command: c.MoveHit) -> float:
    frame = own.view.decision
    assert isinstance(frame, HitResponse)
    return hurt(own.now, frame.location) - hurt(own.now, command.location) - 0.5


# What the winner gets


def claim_reward(own: Forecast, command: c.ClaimReward) -> float:
    frame = own.view.decision
    assert isinstance(frame, ClaimReward)
    return float(reward_for(own.state, frame.loser, command.nation))


def take_ship(own: Forecast, command: c.TakeShip) -> float:
    """Takes the ship of higher present value."""
    frame = own.view.decision
    assert isinstance(frame, ClaimShip)
    kind = ship_type(own.state, frame.loser)
    gain = _condition(own, kind, afloat(own.state, frame.loser))
    old = ship_of(own.state, own.seat)
    return gain - _condition(own, old.type, old.now) - heuristics.FITTING * len(old.modifications)


def _condition(own: Forecast, ship: str, now: Locations) -> float:
    """The value of a ship over the rounds ahead, less its repairs."""
    whole = full_values(ship)
    damage = sum(max(0, getattr(whole, place) - getattr(now, place)) for place in ("hull", "cargo", "masts", "cannons"))
    return heuristics.SHIPS[ship] * own.rounds_ahead - 2.0 * float(damage)


def take_weapon(own: Forecast, command: c.TakeWeapon) -> float:
    return heuristics.WEAPONS[command.weapon]


def take_glory(own: Forecast, command: c.TakeGlory) -> float:
    """The value of a card; a full hand gives up its worst one."""
    gain = heuristics.glory(c.named(command.card))
    if len(own.own.glory) < 4:
        return gain
    return gain - min(heuristics.glory(card) for card in own.own.glory) - 0.1


def take_rumor(own: Forecast, command: c.TakeRumor) -> float:
    return heuristics.TASK


def take_specialist(own: Forecast, command: c.TakeSpecialist) -> float:
    return heuristics.SPECIALISTS[glory_card(command.card).specialist]


def fire_chasers(own: Forecast, command: c.FireChasers) -> float:
    return 1.0


FIGHT_VALUES: Mapping[type[c.Command], Callable[[Forecast, Any], float]] = {
    c.RaidAs: raid_as,
    c.LetGo: nothing,
    c.SpendWeapon: spend_weapon,
    c.FinishWeapons: nothing,
    c.RaidDraw: raid_draw,
    c.RaidDiscard: raid_discard,
    c.RaidExchange: raid_exchange,
    c.RaidStop: raid_stop,
    c.Shoot: shoot,
    c.Board: board,
    c.Flee: flee,
    c.MarkDie: mark_die,
    c.RerollMarked: reroll_marked,
    c.KeepDice: nothing,
    c.UseChainShot: use_chain_shot,
    c.UseGrapeshot: use_grapeshot,
    c.SetLocation: set_location,
    c.FinishVolley: nothing,
    c.AssignX: assign_x,
    c.Absorb: absorb,
    c.MoveHit: move_hit,
    c.AcceptHit: nothing,
    c.FireChasers: fire_chasers,
    c.HoldChasers: nothing,
    c.ClaimReward: claim_reward,
    c.DeclineReward: nothing,
    c.TakeShip: take_ship,
    c.KeepOwnShip: nothing,
    c.TakeWeapon: take_weapon,
    c.TakeGlory: take_glory,
    c.TakeRumor: take_rumor,
    c.TakeSpecialist: take_specialist,
    c.FinishPlunder: nothing,
}
