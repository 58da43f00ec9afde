"""Crew combat (RULES.md, chapter 15), also against the guards and derelicts of cards."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.stack import nearest

from .. import events as e
from ..cards.windows import window
from ..flow import jump
from ..frames import Battle, BattleSide, Dice, Frame, Hits, Side
from ..state import Record, State, afloat
from ..state.modifiers import Facts, dice_of, roll, skill_of, successes, working
from ..state.sides import crew_of, is_card, sides, window_seats

ROUND_LIMIT = 50
"""Rounds of crew combat after which nobody wins (MM-421)."""


def hit_crew(record: Record, who: Side, hits: int) -> Frame | None:
    """The crew hits of one round are one volley (MM-430). They never pass to the Hull (MM-307)."""
    state = record.state
    if not hits:
        return None
    if is_card(state, who):
        record.emit(e.CardCrewHit(max(0, nearest(state, Battle).card_crew - hits)))
        return None
    hits = min(hits, afloat(state, who).crew)
    return Hits(who, ("crew",) * hits, "battle") if hits else None


def swivel_guns(record: Record, rng: Rng) -> Frame | None:
    """Both sides roll before the first round (MM-330); the next steps deal the hits."""
    hits = [0, 0]
    for number, side in enumerate(sides(record.state)):
        if isinstance(side.who, int) and working(record.state, side.who, "roll_dice", "crew_combat_start"):
            dice = roll(rng, 2)
            hits[number] = int(successes(dice) > 0)
            record.emit(e.CheckRolled(side.who, "swivel_guns", dice, 1, successes(dice) > 0, "swivel_guns"))
    if any(hits):
        record.emit(e.HitsCounted(*hits))
    return None


def crew_hit(record: Record, side: int) -> Frame | None:
    """Deals the hits that the other side rolled."""
    own, other = sides(record.state)[side], sides(record.state)[1 - side]
    return hit_crew(record, own.who, other.hits)


def _sunk(record: Record) -> bool:
    """Whether a ship sank: a hit that was moved to the Hull can do that in crew combat too (MM-282)."""
    one, two = sides(record.state)
    down = [side for side in (one, two) if not is_card(record.state, side.who) and not afloat(record.state, side.who).hull]
    if down:
        winner = (two if down[0] is one else one).who if len(down) == 1 else None
        record.emit(e.BattleEnded(winner, "sunk"))
    return bool(down)


def first_judgement(record: Record, rng: Rng) -> Frame | None:
    """A side without Crew has lost before the first round (MM-308, MM-331)."""
    if _sunk(record):
        return None
    left = [crew_of(record.state, side.who) for side in sides(record.state)]
    if not any(left):
        record.emit(e.BattleEnded(None, "draw"))
    elif not all(left):
        record.emit(e.BattleEnded(sides(record.state)[left.index(0) ^ 1].who, "crew"))
    return None


def before_roll(record: Record, rng: Rng) -> Frame | None:
    if nearest(record.state, Battle).crew_round >= ROUND_LIMIT:
        record.emit(e.BattleEnded(None, "draw"))
        return None
    return window(record.state, "crew_before_roll", window_seats(record.state))


def _leadership(state: State, side: BattleSide) -> int:
    fight = nearest(state, Battle)
    if is_card(state, side.who):
        return fight.card_leadership
    if not isinstance(side.who, int):
        return skill_of(state, side.who, "leadership")
    facts = Facts(crew_round=fight.crew_round + 1, battle=True)
    return dice_of(state, side.who, "leadership", ("crew_combat_round",), facts) + side.more_dice


def crew_round(record: Record, rng: Rng) -> Frame | None:
    """Both sides roll Leadership; each success hits, at most as often as the side had Crew (MM-305, MM-306)."""
    state = record.state
    rolled: list[Dice] = []
    hits = []
    for side in sides(state):
        dice = roll(rng, _leadership(state, side))
        rolled.append(dice)
        hits.append(min(successes(dice), crew_of(state, side.who)))
    fight = nearest(state, Battle)
    who = (fight.aggressor.who, fight.defender.who)
    record.emit(e.CrewRoundRolled(fight.crew_round + 1, rolled[0], rolled[1], hits[0], hits[1], who))
    return None


def judgement(record: Record, rng: Rng) -> Frame | None:
    """Who won, judged after all responses to hits (MM-431): by Crew left (MM-309), then by the roll (MM-310), or nobody
    (MM-311)."""
    if _sunk(record):
        return None
    one, two = sides(record.state)
    left = [crew_of(record.state, side.who) for side in (one, two)]
    if all(left):
        return window(record.state, "crew_after_round", window_seats(record.state))
    if any(left):
        record.emit(e.BattleEnded((one, two)[left.index(0) ^ 1].who, "crew"))
        return None
    scores = [(successes(side.dice), sum(side.dice)) for side in (one, two)]
    if scores[0] == scores[1]:
        record.emit(e.BattleEnded(None, "draw"))
    else:
        record.emit(e.BattleEnded((one if scores[0] > scores[1] else two).who, "crew"))
    return None


def next_crew_round(record: Record, rng: Rng) -> Frame | None:
    jump(record, "crew_roll_window")
    return None
