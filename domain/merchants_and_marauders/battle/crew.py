"""Crew combat (RULES.md, chapter 15), also against the guards and derelicts of cards."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.stack import nearest

from .. import events as e
from ..cards.windows import window
from ..flow import jump
from ..frames import Battle, BattleSide, Dice, Frame, Hits, Side
from ..state import Recorder, State, afloat
from ..state.conditions import Facts
from ..state.modifiers import dice_of, roll, skill_of, successes, working
from ..state.sides import crew_of, is_card, side_of, window_seats

ROUND_LIMIT = 50
"""Rounds of crew combat after which nobody wins (MM-421)."""


def hit_crew(recorder: Recorder, who: Side, hits: int) -> Frame | None:
    """The crew hits of one round are one volley (MM-430). They never pass to the Hull (MM-307)."""
    state = recorder.state
    if not hits:
        return None
    if is_card(state, who):
        recorder.emit(e.CardCrewHit(max(0, nearest(state, Battle).card_crew - hits)))
        return None
    hits = min(hits, afloat(state, who).crew)
    return Hits(who, ("crew",) * hits, "battle") if hits else None


def swivel_guns(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """Both sides roll before the first round (MM-330); the next steps deal the hits."""
    hits = [0, 0]
    for number, side in enumerate((fight.aggressor, fight.defender)):
        if isinstance(side.who, int) and working(recorder.state, side.who, "roll_dice", "crew_combat_start"):
            dice = roll(rng, 2)
            hits[number] = int(successes(dice) > 0)
            recorder.emit(e.CheckRolled(side.who, "swivel_guns", dice, 1, successes(dice) > 0, "swivel_guns"))
    if any(hits):
        recorder.emit(e.HitsCounted(*hits))
    return None


def crew_hit(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    """Deals the hits that the other side rolled."""
    return hit_crew(recorder, side_of(fight, side).who, side_of(fight, 1 - side).hits)


def _sunk(recorder: Recorder, fight: Battle) -> bool:
    """Whether a ship sank: a hit that was moved to the Hull can do that in crew combat too (MM-282)."""
    state = recorder.state
    one, two = fight.aggressor, fight.defender
    down = [side for side in (one, two) if not is_card(state, side.who) and not afloat(state, side.who).hull]
    if down:
        winner = (two if down[0] is one else one).who if len(down) == 1 else None
        recorder.emit(e.BattleEnded(winner, "sunk"))
    return bool(down)


def first_judgement(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """A side without Crew has lost before the first round (MM-308, MM-331)."""
    if _sunk(recorder, fight):
        return None
    sides = (fight.aggressor, fight.defender)
    left = [crew_of(recorder.state, side.who) for side in sides]
    if not any(left):
        recorder.emit(e.BattleEnded(None, "draw"))
    elif not all(left):
        recorder.emit(e.BattleEnded(sides[left.index(0) ^ 1].who, "crew"))
    return None


def before_roll(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    if fight.crew_round >= ROUND_LIMIT:
        recorder.emit(e.BattleEnded(None, "draw"))
        return None
    return window(recorder.state, "crew_before_roll", window_seats(fight))


def _leadership(state: State, fight: Battle, side: BattleSide) -> int:
    if is_card(state, side.who):
        return fight.card_leadership
    if not isinstance(side.who, int):
        return skill_of(state, side.who, "leadership")
    facts = Facts(crew_round=fight.crew_round + 1, battle=True)
    return dice_of(state, side.who, "leadership", ("crew_combat_round",), facts) + side.more_dice


def crew_round(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """Both sides roll Leadership; each success hits, at most as often as the side had Crew (MM-305, MM-306)."""
    state = recorder.state
    rolled: list[Dice] = []
    hits = []
    for side in (fight.aggressor, fight.defender):
        dice = roll(rng, _leadership(state, fight, side))
        rolled.append(dice)
        hits.append(min(successes(dice), crew_of(state, side.who)))
    who = (fight.aggressor.who, fight.defender.who)
    recorder.emit(e.CrewRoundRolled(fight.crew_round + 1, rolled[0], rolled[1], hits[0], hits[1], who))
    return None


def judgement(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """Who won, judged after all responses to hits (MM-431): by Crew left (MM-309), then by the roll (MM-310), or nobody
    (MM-311)."""
    if _sunk(recorder, fight):
        return None
    one, two = fight.aggressor, fight.defender
    left = [crew_of(recorder.state, side.who) for side in (one, two)]
    if all(left):
        return window(recorder.state, "crew_after_round", window_seats(fight))
    if any(left):
        recorder.emit(e.BattleEnded((one, two)[left.index(0) ^ 1].who, "crew"))
        return None
    scores = [(successes(side.dice), sum(side.dice)) for side in (one, two)]
    if scores[0] == scores[1]:
        recorder.emit(e.BattleEnded(None, "draw"))
    else:
        recorder.emit(e.BattleEnded((one if scores[0] > scores[1] else two).who, "crew"))
    return None


def next_crew_round(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    jump(recorder, "crew_roll_window")
    return None
