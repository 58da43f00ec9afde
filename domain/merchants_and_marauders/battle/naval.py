"""Naval combat (RULES.md, chapters 13 and 16). Crew combat is in `crew`."""

from __future__ import annotations

from msgspec.structs import replace

from domain.game import Rng
from domain.kit.stack import nearest

from .. import commands as c
from .. import events as e
from ..content import ZONES
from ..flow import change, close, jump
from ..frames import AssignX, Battle, Declare, FireChasers, Frame, Hits, Reroll, Volley
from ..state import Recorder, State, afloat, full, ship_of
from ..state.conditions import Facts
from ..state.modifiers import roll, successes, working
from ..state.sides import able, contest_dice, contest_winner, controller_of, gunner_reroll, side_of
from .hits import DIE

ROUND_LIMIT = 50
"""Rounds of naval combat after which nobody wins (MM-420)."""
QUIET_LIMIT = 3


def battle(recorder: Recorder) -> Battle:
    return nearest(recorder.state, Battle)


def long_guns(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """Both sides fire at the same time (MM-263, MM-332)."""
    for side in (fight.aggressor, fight.defender):
        who = side.who
        armed = isinstance(who, int) and working(recorder.state, who, "roll_dice", "before_first_round")
        cannons = afloat(recorder.state, who).cannons
        if armed and cannons:
            dice = roll(rng, cannons)
            recorder.emit(e.CheckRolled(who, "long_guns", dice, 1, successes(dice) > 0, "long_guns"))
            _locate(recorder, who, successes(dice), "long_guns", rng)
    return None


def _locate(recorder: Recorder, who: int | str, hits: int, source: str, rng: Rng) -> None:
    """Roll a location die for each hit that this side deals (MM-290)."""
    if hits:
        dice = roll(rng, hits)
        recorder.emit(e.LocationsRolled(who, dice, tuple(DIE[face] for face in dice), source))


def start_round(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """The next round (MM-285), unless neither side can do anything (MM-286), nothing happened for three rounds (MM-287),
    or the limit of rounds is reached (MM-420)."""
    state = recorder.state
    if fight.round >= ROUND_LIMIT or fight.quiet >= QUIET_LIMIT or not (able(state, 0) or able(state, 1)):
        recorder.emit(e.BattleEnded(None, "draw"))
    else:
        recorder.emit(e.CombatRoundStarted(fight.round + 1))
    return None


def declare(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    return Declare(controller_of(recorder.state, fight, side), side)


def _declared(recorder: Recorder, frame: Declare, action: str) -> None:
    close(recorder)
    fight = battle(recorder)
    recorder.emit(e.ActionDeclared(side_of(fight, frame.side).who, fight.round, action))


def shoot(recorder: Recorder, frame: Declare, command: c.Shoot, rng: Rng) -> None:
    _declared(recorder, frame, "shoot")


def board(recorder: Recorder, frame: Declare, command: c.Board, rng: Rng) -> None:
    _declared(recorder, frame, "board")


def flee(recorder: Recorder, frame: Declare, command: c.Flee, rng: Rng) -> None:
    _declared(recorder, frame, "flee")


def chasers(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    """Offers Chasers to their owner after either side has declared Flee (MM-328)."""
    who = side_of(fight, side).who
    if not isinstance(who, int) or "flee" not in (fight.aggressor.declared, fight.defender.declared):
        return None
    ship = ship_of(recorder.state, who)
    if "chasers" in ship.modifications and "chasers" not in ship.flipped:
        return FireChasers(who, side)
    return None


def fire_chasers(recorder: Recorder, frame: FireChasers, command: c.FireChasers, rng: Rng) -> None:
    """The hit falls where a location die says, before the contest (MM-329)."""
    close(recorder)
    recorder.emit(e.ModificationFlipped(frame.seat, "chasers", False))
    _locate(recorder, frame.seat, 1, "chasers", rng)


def contest(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """Both sides roll Seamanship (MM-269, MM-270, MM-271)."""
    dice = [roll(rng, contest_dice(recorder.state, side)) for side in (0, 1)]
    recorder.emit(e.ContestRolled(fight.round, dice[0], dice[1], (fight.aggressor.who, fight.defender.who)))
    return None


def rerolls(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    """A re-roll by grappling hooks (MM-314), or by a French naval ship at Basse-Terre (MM-141)."""
    state = recorder.state
    own = side_of(fight, side)
    if isinstance(own.who, int):
        if own.declared == "board" and "grappling_hooks" in state.seats[own.who].weapons:
            return Reroll(own.who, side, "grappling_hooks", "contest")
        return None
    zone = state.npcs[own.who].zone
    if any(effect.op == "reroll" and effect.npc == own.who for effect in ZONES[zone or ""].zone_rules):
        dice = tuple(range(len(own.dice)))
        return Reroll(controller_of(state, fight, side), side, "zone", "contest", whole=True, marked=dice)
    return None


def mark_die(recorder: Recorder, frame: Reroll, command: c.MarkDie, rng: Rng) -> None:
    change(recorder, replace(frame, marked=(*frame.marked, command.index)))


def reroll_marked(recorder: Recorder, frame: Reroll, command: c.RerollMarked, rng: Rng) -> None:
    """The new result replaces the old one (MM-011)."""
    close(recorder)
    own = side_of(battle(recorder), frame.side)
    if frame.roll == "location":
        index = frame.marked[0]
        recorder.emit(e.LocationSet(own.who, index, DIE[roll(rng, 1)[0]], frame.means))
        return
    if frame.means == "grappling_hooks":
        recorder.emit(e.WeaponSpent(frame.seat, "grappling_hooks", "contest"))
    dice = list(own.dice)
    for index in frame.marked:
        dice[index] = roll(rng, 1)[0]
    recorder.emit(e.ContestRerolled(own.who, frame.means, tuple(dice)))


def decide_contest(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """Who wins the contest (MM-272, MM-273), and how many hits each side deals, both counted before any is dealt
    (MM-277)."""
    winner, by = contest_winner(fight)
    recorder.emit(e.ContestDecided(None if winner is None else side_of(fight, winner).who, by))
    recorder.emit(e.HitsCounted(_hits(recorder.state, 0, winner), _hits(recorder.state, 1, winner)))
    return None


def _hits(state: State, side: int, winner: int | None) -> int:
    """Hits of a side that shot: all cannons for the winner (MM-274), else its successes (MM-275). Other declarations deal
    none (MM-276). Abilities and cards add to them."""
    own = side_of(nearest(state, Battle), side)
    if own.declared != "shoot":
        return 0
    cannons = afloat(state, own.who).cannons
    hits = cannons if winner == side else min(cannons, successes(own.dice))
    if isinstance(own.who, int):
        facts = Facts(declared="shoot", contest_won=winner == side, battle=True)
        for effect in working(state, own.who, "add_hits", "contest_result", facts):
            limit = cannons if effect.max == "cannons" else full(ship_of(state, own.who)).cannons
            hits = max(hits, min(limit, hits + int(effect.n)))
    return hits + own.more_hits


def locations(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    for side in (fight.aggressor, fight.defender):
        _locate(recorder, side.who, side.hits, "guns", rng)
    return None


def gunner(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    who = side_of(fight, side).who
    if isinstance(who, int) and gunner_reroll(recorder.state, fight, side):
        return Reroll(who, side, "gunner_captain", "location", most=1)
    return None


def volley(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    """Asks a side only if it can change its volley (MM-395)."""
    own = side_of(fight, side)
    if not isinstance(own.who, int) or not own.locations:
        return None
    weapons = recorder.state.seats[own.who].weapons
    return Volley(own.who, side) if own.picks or {"chain_shot", "grapeshot"} & set(weapons) else None


def use_chain_shot(recorder: Recorder, frame: Volley, command: c.UseChainShot, rng: Rng) -> None:
    _use_shot(recorder, frame, "chain_shot")


def use_grapeshot(recorder: Recorder, frame: Volley, command: c.UseGrapeshot, rng: Rng) -> None:
    _use_shot(recorder, frame, "grapeshot")


def _use_shot(recorder: Recorder, frame: Volley, shot: str) -> None:
    """The token is given up; every X hits the Masts (chain-shot, MM-316) or the Crew (grapeshot, MM-317). One kind a
    volley (MM-318)."""
    recorder.emit(e.WeaponSpent(frame.seat, shot, "volley"))
    recorder.emit(e.ShotUsed(frame.seat, shot))


def set_location(recorder: Recorder, frame: Volley, command: c.SetLocation, rng: Rng) -> None:
    recorder.emit(e.LocationSet(frame.seat, command.index, command.location, "card"))


def assign(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    """The target chooses the location of every X (MM-291, MM-419)."""
    if "x" in side_of(fight, 1 - side).locations:
        return AssignX(controller_of(recorder.state, fight, side), side)
    return None


def assign_x(recorder: Recorder, frame: AssignX, command: c.AssignX, rng: Rng) -> None:
    fight = battle(recorder)
    recorder.emit(e.XAssigned(side_of(fight, frame.side).who, command.location))
    if "x" not in side_of(battle(recorder), 1 - frame.side).locations:
        close(recorder)


def hit(recorder: Recorder, fight: Battle, side: int) -> Frame | None:
    dealer = side_of(fight, 1 - side)
    if not dealer.locations:
        return None
    shielded = {"chain_shot": ("masts",), "grapeshot": ("crew",)}.get(dealer.shot, ())
    return Hits(side_of(fight, side).who, dealer.locations, "battle", shielded)


def sinking(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """A side without Hull has lost (MM-282); if both sink nobody wins (MM-283). Long Guns and Chasers sink ships too
    (MM-418)."""
    down = [side for side in (0, 1) if not afloat(recorder.state, side_of(fight, side).who).hull]
    if down:
        winner = side_of(fight, 1 - down[0]).who if len(down) == 1 else None
        recorder.emit(e.BattleEnded(winner, "sunk"))
    return None


def board_or_escape(recorder: Recorder, fight: Battle, rng: Rng) -> Frame | None:
    """A winner with Board boards if Crew is left (MM-278, MM-279, MM-417); one with Flee escapes unless the other side
    had a success (MM-280), and stays in the zone (MM-281)."""
    if fight.contest is not None:
        own, other = side_of(fight, fight.contest), side_of(fight, 1 - fight.contest)
        if own.declared == "board" and afloat(recorder.state, own.who).crew:
            recorder.emit(e.Boarded(own.who))
            return None
        if own.declared == "flee" and (own.sure_flight or not successes(other.dice)):
            recorder.emit(e.BattleEnded(None, "fled"))
            return None
    jump(recorder, "round")
    return None
