"""The sides of a battle: who controls them, what they can do, what they roll and who wins the contest. Queries only."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from domain.kit.stack import nearest

from ..frames import Battle, BattleSide, Side
from . import State, afloat, battle_of
from .conditions import Facts
from .modifiers import dice_of, maneuverability, skill_of, successes, working


def side_of(fight: Battle, side: int) -> BattleSide:
    return fight.defender if side else fight.aggressor


def side_number(fight: Battle, seat: int) -> int | None:
    """Which side this seat's captain is on."""
    return next((side for side in (0, 1) if side_of(fight, side).who == seat), None)


def side_in_battle(state: State, seat: int) -> int:
    """Which side of the battle under way this seat's captain is on."""
    side = side_number(nearest(state, Battle), seat)
    assert side is not None
    return side


def is_card(state: State, who: Side) -> bool:
    """Whether this side is the guards or the derelict of a card (MM-312)."""
    return isinstance(who, str) and who not in state.npcs


def crew_of(state: State, who: Side) -> int:
    return nearest(state, Battle).card_crew if is_card(state, who) else afloat(state, who).crew


def controller(captain: int, seats: int) -> int:
    """The seat that plays an NPC against this captain: the next one clockwise (MM-248, MM-249)."""
    return (captain + 1) % seats


def controller_of(state: State, fight: Battle, side: int) -> int:
    """The seat that decides for a side (MM-248)."""
    who = side_of(fight, side).who
    if isinstance(who, int):
        return who
    player = side_of(fight, 1 - side).who
    assert isinstance(player, int)
    return controller(player, len(state.seats))


def window_seats(fight: Battle) -> list[int]:
    """The captains in the battle, the aggressor first. Nobody else has windows in it (MM-394), nor an NPC (MM-253)."""
    return [side.who for side in (fight.aggressor, fight.defender) if isinstance(side.who, int)]


def able(state: State, side: int) -> bool:
    """Whether a side can deal a cannon hit, board or flee (MM-286)."""
    fight = nearest(state, Battle)
    now = afloat(state, side_of(fight, side).who)
    return bool(now.cannons or (now.masts and (now.crew or may_flee(state, side))))


def may_flee(state: State, side: int) -> bool:
    """A captain always; an NPC only if it has fewer Cannons or Crew (MM-250)."""
    fight = nearest(state, Battle)
    own, other = side_of(fight, side).who, side_of(fight, 1 - side).who
    if isinstance(own, int):
        return True
    mine, theirs = afloat(state, own), afloat(state, other)
    return mine.cannons < theirs.cannons or mine.crew < theirs.crew


def contest_dice(state: State, side: int, more: int = 0) -> int:
    """Dice of a side in the contest: one more for the nimbler ship (MM-270), one alone without Masts (MM-271). `more` is
    what a card would add."""
    fight = nearest(state, Battle)
    own, other = side_of(fight, side), side_of(fight, 1 - side)
    if not afloat(state, own.who).masts:
        return 1
    if isinstance(own.who, int):
        dice = dice_of(state, own.who, "seamanship", ("contest",), Facts(declared=own.declared, battle=True))
    else:
        dice = skill_of(state, own.who, "seamanship")
    nimbler = maneuverability(state, own.who) - maneuverability(state, other.who) >= 2
    return max(1, dice + own.more_dice + nimbler + more)


def contest_as(state: State, side: int, action: str) -> tuple[int, int]:
    """The dice of the side if it declared this action, and those of the other side."""
    fight = nearest(state, Battle)
    name = "defender" if side else "aggressor"
    declared = replace(fight, **{name: replace(getattr(fight, name), declared=action)})
    so = replace(state, stack=tuple(declared if each is fight else each for each in state.stack))
    return contest_dice(so, side), contest_dice(so, 1 - side)


def contest_winner(fight: Battle) -> tuple[int | None, Literal["successes", "sum", "none"]]:
    """Which side won, and by what: more successes (MM-269), then the higher sum of the other dice (MM-272). Without a
    success nobody wins (MM-273)."""
    one, two = fight.aggressor.dice, fight.defender.dice
    if successes(one) != successes(two):
        return int(successes(two) > successes(one)), "successes"
    if successes(one) and sum(one) != sum(two):
        return int(sum(two) > sum(one)), "sum"
    return None, "none"


def gunner_reroll(state: State, fight: Battle, side: int) -> bool:
    """Whether a Gunner Captain may still re-roll a location die in this round."""
    own = side_of(fight, side)
    if not isinstance(own.who, int) or not own.locations or "gunner_captain" in own.rerolls:
        return False
    return bool(working(state, own.who, "reroll", "location_roll"))


def battle_facts(state: State, seat: int) -> Facts:
    """The circumstances of the battle under way that conditions of cards can ask about."""
    fight = battle_of(state)
    side = None if fight is None else side_number(fight, seat)
    if fight is None or side is None:
        return Facts()
    own = side_of(fight, side)
    won = contest_winner(fight)[0] == side if own.dice else None
    return Facts(declared=own.declared, contest_won=won, battle=True, attacked=side == 1, crew_round=fight.crew_round)
