"""What the commands of raids and battles are worth (D-15 to D-26)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import commands as c
from . import odds, worth
from .content import CARGO
from .frames import AssignX, Battle, Declare, HitResponse, Raid, Reroll, Volley
from .odds import Fighter
from .outlook import Outlook, fighter_of_npc, fighter_of_seat, outlook
from .raid_odds import best, drawing, kind_of, limits_of, raid_worth, result
from .state import full_values
from .view import MaraudersView

# Raids


def _raid(own: Outlook) -> Raid:
    return next(frame for frame in reversed(own.view.stack) if isinstance(frame, Raid))


def raid_as(own: Outlook, command: c.RaidAs) -> float:
    return raid_worth(own, own.own.zone, command.nation)


def _table(own: Outlook) -> tuple[tuple[str, ...], float]:
    raid = _raid(own)
    kinds = tuple("" if card in raid.blank else kind_of(card) for card in raid.table)
    return kinds, float(sum(CARGO[card].plunder for card in raid.table) + raid.plunder)


def _limits(own: Outlook) -> tuple[int, ...]:
    *places, nimbleness = limits_of(own)
    return (*places, nimbleness + _raid(own).ignored)


def spend_weapon(own: Outlook, command: c.SpendWeapon) -> float:
    """One success more against the price of a new token."""
    kinds, plunder = _table(own)
    have = min(2, _raid(own).successes)
    if have >= 2:
        return -1.0
    limits = _limits(own)
    more = best(limits, kinds, plunder, have + 1) - best(limits, kinds, plunder, have)
    return more - worth.WEAPONS[command.weapon]


def raid_stop(own: Outlook, command: c.RaidStop) -> float:
    kinds, plunder = _table(own)
    return result(_limits(own), kinds, plunder)


def raid_draw(own: Outlook, command: c.RaidDraw) -> float:
    kinds, plunder = _table(own)
    return drawing(_limits(own), kinds, plunder, min(2, _raid(own).successes))


def raid_discard(own: Outlook, command: c.RaidDiscard) -> float:
    kinds, plunder = _without(own, command.card)
    return best(_limits(own), kinds, plunder, min(1, _raid(own).successes - 1))


def raid_exchange(own: Outlook, command: c.RaidExchange) -> float:
    kinds, plunder = _without(own, command.card)
    left = _raid(own).successes - (not command.free)
    return drawing(_limits(own), kinds, plunder, min(1, left) + 1) + 0.01 * command.free


def _without(own: Outlook, card: str) -> tuple[tuple[str, ...], float]:
    kinds, plunder = _table(own)
    place = _raid(own).table.index(card)
    return kinds[:place] + kinds[place + 1 :], plunder - CARGO[card].plunder


# Battles: also those of an NPC ship that the seat plays, with or without a captain of its own


def _fight(view: MaraudersView) -> Battle:
    return next(frame for frame in reversed(view.stack) if isinstance(frame, Battle))


def _fighters(view: MaraudersView, side: int) -> tuple[Fighter, Fighter]:
    fight = _fight(view)
    both = [_fighter(view, fight, each.who) for each in (fight.aggressor, fight.defender)]
    return both[side], both[1 - side]


def _fighter(view: MaraudersView, fight: Battle, who: int | str) -> Fighter:
    found = fighter_of_seat(view, who) if isinstance(who, int) else fighter_of_npc(view, who)
    assert found is not None
    return found


def _stakes(view: MaraudersView, seat: int, side: int) -> tuple[float, float]:
    """What winning brings and losing costs; for an NPC both count alike."""
    own = outlook(view, seat)
    fight = _fight(view)
    who = fight.defender.who if side else fight.aggressor.who
    if who != seat or own is None:
        return 1.0, 1.0
    return worth.GLORY + 4.0, own.at_stake


def _hopes(view: MaraudersView, seat: int, shift: float) -> float:
    """What the battle is worth to the side that declares, its chance to win moved a little."""
    frame = view.decision
    assert isinstance(frame, Declare)
    gain, loss = _stakes(view, seat, frame.side)
    own, other = _fighters(view, frame.side)
    chance = min(1.0, max(0.0, odds.battle(own, other) + shift))
    return chance * gain - (1 - chance) * loss


def _contest(view: MaraudersView) -> tuple[Fighter, Fighter, float]:
    frame = view.decision
    assert isinstance(frame, Declare)
    own, other = _fighters(view, frame.side)
    return own, other, odds.contest(odds.contest_dice(own, other), odds.contest_dice(other, own))


def shoot(view: MaraudersView, seat: int, command: c.Shoot) -> float:
    return _hopes(view, seat, 0.03)


def board(view: MaraudersView, seat: int, command: c.Board) -> float:
    frame = view.decision
    assert isinstance(frame, Declare)
    own, other, won = _contest(view)
    gain, loss = _stakes(view, seat, frame.side)
    chance = odds.crew_combat(own.crew, own.leadership, other.crew, other.leadership)
    return won * (chance * (gain + 0.3 * gain) - (1 - chance) * loss) + (1 - won) * _hopes(view, seat, -0.08)


def flee(view: MaraudersView, seat: int, command: c.Flee) -> float:
    own, other, won = _contest(view)
    away = won * odds.exactly(0, odds.contest_dice(other, own))
    return (1 - away) * _hopes(view, seat, -0.08)


def mark_die(view: MaraudersView, seat: int, command: c.MarkDie) -> float:
    frame = view.decision
    assert isinstance(frame, Reroll)
    own, _ = _sides(view, frame.side)
    if frame.roll == "location":
        return 2.0 if own.locations[command.index] in ("cargo", "x") else -1.0
    return 2.0 if own.dice[command.index] and _behind(view, frame.side) else -1.0


def reroll_marked(view: MaraudersView, seat: int, command: c.RerollMarked) -> float:
    frame = view.decision
    assert isinstance(frame, Reroll)
    return 1.0 if frame.roll == "location" or _behind(view, frame.side) else -1.0


def _sides(view: MaraudersView, side: int) -> tuple[Any, Any]:
    fight = _fight(view)
    return (fight.defender, fight.aggressor) if side else (fight.aggressor, fight.defender)


def _behind(view: MaraudersView, side: int) -> bool:
    """Whether the contest is not won as the dice lie."""
    own, other = _sides(view, side)
    mine, theirs = own.dice.count(0), other.dice.count(0)
    return not mine or mine < theirs or (mine == theirs and sum(own.dice) <= sum(other.dice))


def assign_x(view: MaraudersView, seat: int, command: c.AssignX) -> float:
    """Where the hit hurts least."""
    frame = view.decision
    assert isinstance(frame, AssignX)
    own, _ = _fighters(view, frame.side)
    return -hurt(own, command.location)


def hurt(ship: Fighter, place: str) -> float:
    """What a hit there does to a ship in battle (MM-294)."""
    left = getattr(ship, place)
    if place == "hull" or not left:
        return worth.LOCATIONS["hull"] + 12.0 / ship.hull**2 if ship.hull else 0.0
    return worth.LOCATIONS[place] + (worth.LAST_POINT if left == 1 else 0.0)


def use_chain_shot(view: MaraudersView, seat: int, command: c.UseChainShot) -> float:
    return _shot(view, "masts")


def use_grapeshot(view: MaraudersView, seat: int, command: c.UseGrapeshot) -> float:
    return _shot(view, "crew") + 0.5


def _shot(view: MaraudersView, place: str) -> float:
    """Every X where the target would not put it."""
    frame = view.decision
    assert isinstance(frame, Volley)
    own, _ = _sides(view, frame.side)
    _, target = _fighters(view, frame.side)
    wild = own.locations.count("x")
    return wild * 2.0 - worth.WEAPONS["chain_shot"] if getattr(target, place) >= wild else -1.0


def set_location(view: MaraudersView, seat: int, command: c.SetLocation) -> float:
    """Where it hurts the target most."""
    frame = view.decision
    assert isinstance(frame, Volley)
    own, _ = _sides(view, frame.side)
    _, target = _fighters(view, frame.side)
    now = own.locations[command.index]
    before = hurt(target, now) if now != "x" else 2.0
    return hurt(target, command.location) - before


def absorb(own: Outlook, command: c.Absorb) -> float:
    frame = own.view.decision
    assert isinstance(frame, HitResponse)
    cost = 3.0 if command.source == "reinforced_hull" else 0.0
    return hurt(own.fighter, frame.location) - cost


def move_hit(own: Outlook, command: c.MoveHit) -> float:
    frame = own.view.decision
    assert isinstance(frame, HitResponse)
    return hurt(own.fighter, frame.location) - hurt(own.fighter, command.location) - 0.5


def _loser(own: Outlook) -> Any:
    return getattr(own.view.decision, "loser")  # noqa: B009


def claim_reward(own: Outlook, command: c.ClaimReward) -> float:
    loser: int = _loser(own)
    return 5.0 * own.view.seats[loser].bounties[command.nation]


def take_ship(own: Outlook, command: c.TakeShip) -> float:
    """The better ship, as it is."""
    loser = _loser(own)
    other = own.view.seats[loser].ship if isinstance(loser, int) else None
    kind, now = (other.type, other.now) if other is not None else (own.view.npcs[loser].ship, own.view.npcs[loser].now)
    whole = full_values(kind)
    damage = sum(getattr(whole, place) - getattr(now, place) for place in ("hull", "cargo", "masts", "cannons"))
    mine = worth.SHIPS[own.ship.type] + 3.0 * len(own.ship.modifications)
    old = sum(getattr(own.whole, place) - getattr(own.now, place) for place in ("hull", "cargo", "masts", "cannons"))
    return float(worth.SHIPS[kind] - 2.0 * max(0, damage) - (mine - 2.0 * old))


def take_weapon(own: Outlook, command: c.TakeWeapon) -> float:
    return worth.WEAPONS[command.weapon]


def take_glory(own: Outlook, command: c.TakeGlory) -> float:
    gain = worth.glory(c.named(command.card))
    if len(own.glory) < 4:
        return gain
    return gain - min(worth.glory(card) for card in own.glory) - 0.1


def take_rumor(own: Outlook, command: c.TakeRumor) -> float:
    return 1.0


def take_specialist(own: Outlook, command: c.TakeSpecialist) -> float:
    return worth.SPECIALIST


def nothing(own: Any, command: Any) -> float:
    return 0.0


BATTLE_VALUES: Mapping[type[c.Command], Callable[[MaraudersView, int, Any], float]] = {
    c.Shoot: shoot,
    c.Board: board,
    c.Flee: flee,
    c.MarkDie: mark_die,
    c.RerollMarked: reroll_marked,
    c.KeepDice: lambda view, seat, command: 0.0,
    c.UseChainShot: use_chain_shot,
    c.UseGrapeshot: use_grapeshot,
    c.SetLocation: set_location,
    c.FinishVolley: lambda view, seat, command: 0.0,
    c.AssignX: assign_x,
    c.FireChasers: lambda view, seat, command: 1.0,
    c.HoldChasers: lambda view, seat, command: 0.0,
}
"""Of battles, for whichever side the seat decides."""

FIGHT_VALUES: Mapping[type[c.Command], Callable[[Outlook, Any], float]] = {
    c.RaidAs: raid_as,
    c.LetGo: nothing,
    c.SpendWeapon: spend_weapon,
    c.FinishWeapons: nothing,
    c.RaidDraw: raid_draw,
    c.RaidDiscard: raid_discard,
    c.RaidExchange: raid_exchange,
    c.RaidStop: raid_stop,
    c.Absorb: absorb,
    c.MoveHit: move_hit,
    c.AcceptHit: nothing,
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
