"""NPC ships: whom they hunt, and how they move and scout (RULES.md, chapter 11)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.game import Rng

from . import events as e
from . import odds
from .content import DIRECTIONS, EVENT_CARDS, NATIONS, NPCS, PIRATES, ZONES
from .content.map import distances
from .flow import begin, change, close, start_battle
from .frames import NpcScouting
from .state import Npc, Recorder, State, alive, at_war, is_pirate, nation_of, npcs_in, wages_war
from .state.modifiers import roll, scouting_forbidden, skill_of, successes, working


def in_play(state: State, npc: str) -> bool:
    return npc in state.npcs and state.npcs[npc].zone is not None


def ship_type_of(state: State, npc: str) -> str:
    """A naval ship is a Man-o-War while its nation is at war (MM-221, MM-258)."""
    if npc in PIRATES:
        return "sloop" if npc == "pirate_sloop" else "frigate"
    return "man_o_war" if wages_war(state, npc) else "frigate"


# Hunting


def hunt_rank(state: State, npc: str, seat: int) -> tuple[int, ...]:
    """The captain's score in each hunt priority of the NPC, the first priority first (MM-228, MM-229, MM-230, MM-231)."""
    own = state.seats[seat]
    if npc in NATIONS:
        others = sum(count for nation, count in own.bounties.items() if nation != npc)
        return own.bounties.get(npc, 0), others, int(at_war(state, npc, nation_of(state, seat)))
    if is_pirate(own):
        return 0, 0, 0
    return own.gold, len(own.cargo), 1


def hostile(state: State, npc: str, seat: int) -> bool:
    """Whether the NPC hunts this captain at all (MM-227)."""
    return any(hunt_rank(state, npc, seat))


def invisible(state: State, npc: str, seat: int) -> bool:
    """Whether the zone hides the captain from this NPC (MM-167)."""
    if not ZONES[state.seats[seat].zone].zone_rules:
        return False
    return any(npc in effect.npcs for effect in working(state, seat, "invisible_to"))


def targets(state: State, npc: str) -> list[int]:
    """The captains whom the NPC goes for."""
    return [seat for seat in alive(state) if _is_target(state, npc, seat)]


def _is_target(state: State, npc: str, seat: int) -> bool:
    """Whether the captain is at sea and the NPC hunts and sees the ship (MM-232)."""
    return not state.seats[seat].in_port and hostile(state, npc, seat) and not invisible(state, npc, seat)


def best_target(state: State, npc: str, among: list[int], rng: Rng) -> int:
    """The captain with the highest hunt rank; ties are settled at random (MM-231)."""
    best = max(hunt_rank(state, npc, seat) for seat in among)
    tied = [seat for seat in among if hunt_rank(state, npc, seat) == best]
    return tied[rng.below(len(tied))] if len(tied) > 1 else tied[0]


# Moving


def follow_icon(recorder: Recorder, npc: str, direction: str, rng: Rng) -> None:
    """The NPC goes for its best target in reach (MM-233), else by the letter of its icon (MM-234) or the next one there
    is (MM-235)."""
    state = recorder.state
    if not in_play(state, npc):
        return
    zone = zone_of(state, npc)
    reach = (zone, *ZONES[zone].borders.values())
    near = [seat for seat in alive(state) if state.seats[seat].zone in reach and _is_target(state, npc, seat)]
    if near:
        _move(recorder, npc, state.seats[best_target(state, npc, near, rng)].zone, hunting=True)
        return
    borders = ZONES[zone].borders
    start = DIRECTIONS.index(direction)
    letter = next(each for each in (*DIRECTIONS[start:], *DIRECTIONS[:start]) if each in borders)
    recorder.emit(e.NpcMoved(npc, zone, borders[letter], "letter"))


def _move(recorder: Recorder, npc: str, zone: str, *, hunting: bool) -> None:
    origin = zone_of(recorder.state, npc)
    if zone != origin:
        recorder.emit(e.NpcMoved(npc, origin, zone, "hunt" if hunting else "card"))


def zone_of(state: State, npc: str) -> str:
    zone = state.npcs[npc].zone
    assert zone is not None
    return zone


def sweep(recorder: Recorder, npcs: tuple[str, ...], rng: Rng) -> None:
    """Naval Sweep: each of these ships moves one zone toward the nearest captain it hunts (MM-058)."""
    for npc in npcs:
        state = recorder.state
        if not in_play(state, npc):
            continue
        hunted = targets(state, npc)
        if not hunted:
            continue
        away = distances(zone_of(state, npc))
        least = min(away[state.seats[seat].zone] for seat in hunted)
        if not least:
            continue
        seat = best_target(state, npc, [seat for seat in hunted if away[state.seats[seat].zone] == least], rng)
        ways = nearer(zone_of(state, npc), state.seats[seat].zone)
        _move(recorder, npc, ways[rng.below(len(ways))] if len(ways) > 1 else ways[0], hunting=False)


def nearer(zone: str, goal: str) -> list[str]:
    """The neighbours of a zone that are one Move nearer to the goal."""
    away = distances(goal)
    return [other for other in ZONES[zone].borders.values() if away[other] < away[zone]]


def tip_moves(state: State, npc: str) -> list[int]:
    """The captains toward whom a naval ship can be sent (MM-413)."""
    if not in_play(state, npc):
        return []
    return [seat for seat in targets(state, npc) if state.seats[seat].zone != zone_of(state, npc)]


# Scouting


def look_for(recorder: Recorder, seat: int, rng: Rng, *, naval_only: bool = False) -> None:
    """Every hostile NPC in the zone scouts for the captain (MM-238, MM-244); those that succeed fight one by one
    (MM-245)."""
    scouting = hunters(recorder.state, seat, naval_only=naval_only)
    if scouting and (found := [npc for npc in scouting if _finds(recorder, npc, seat, rng)]):
        order = []
        while found:
            order.append(found.pop(rng.below(len(found)) if len(found) > 1 else 0))
        begin(recorder, NpcScouting(seat, tuple(order), "anyway" if naval_only else "fight"))


def hunters(state: State, seat: int, *, naval_only: bool = False) -> list[str]:
    """The NPC ships that scout for the captain in this zone: those that hunt and see the ship, or all naval ones."""
    own = state.seats[seat]
    if own.in_port or not (here := npcs_in(state, own.zone)) or scouting_forbidden(state, "npc_scout"):
        return []
    if naval_only:
        return [npc for npc in here if npc in NATIONS]
    return [
        npc for npc in here if may_scout(state, npc, here) and hostile(state, npc, seat) and not invisible(state, npc, seat)
    ]


def may_scout(state: State, npc: str, here: Sequence[str]) -> bool:
    """Pirates do not scout where a naval ship is, nor Men-o-War where there are two (MM-241, MM-242, MM-243)."""
    if npc in PIRATES:
        return not any(other in NATIONS for other in here)
    if state.npcs[npc].ship != "man_o_war":
        return True
    return sum(state.npcs[other].ship == "man_o_war" for other in here) < 2


def scouting_rolls(state: State, npc: str, seat: int) -> tuple[int, int, int]:
    """How an NPC scouts for the captain: dice, successes needed in each roll, number of rolls (MM-240, MM-154)."""
    skill = skill_of(state, npc, "scouting")
    if npc in NATIONS:
        skill = max(skill, state.seats[seat].bounties.get(npc, 0))
    need = max((int(effect.n) for effect in working(state, seat, "need_successes", "npc_scouts")), default=1)
    rolls = max(
        (int(effect.n) for effect in working(state, seat, "need_checks", "npc_scouts") if npc in effect.npcs), default=1
    )
    return skill, need, rolls


def chance_to_find(state: State, npc: str, seat: int) -> float:
    """The chance that an NPC which scouts for the captain finds the ship."""
    dice, need, rolls = scouting_rolls(state, npc, seat)
    return odds.check(dice, need) ** rolls


def _finds(recorder: Recorder, npc: str, seat: int, rng: Rng) -> bool:
    """All of its rolls must succeed."""
    skill, need, rolls = scouting_rolls(recorder.state, npc, seat)
    for _ in range(rolls):
        dice = roll(rng, skill)
        passed = successes(dice) >= need
        recorder.emit(e.CheckRolled(npc, "scouting", dice, need, passed, "npc_scouting"))
        if not passed:
            recorder.emit(e.Scouted(npc, f"captain:{seat}", False))
            return False
    recorder.emit(e.Scouted(npc, f"captain:{seat}", True))
    return True


def advance_npc_scouting(recorder: Recorder, frame: NpcScouting, rng: Rng) -> None:
    """The next NPC that found the captain attacks (MM-245), unless it is no longer hostile (MM-246)."""
    state = recorder.state
    if not frame.scouts:
        close(recorder)
        return
    npc, *rest = frame.scouts
    change(recorder, replace(frame, scouts=tuple(rest)))
    if in_play(state, npc) and (hostile(state, npc, frame.seat) or frame.step == "anyway"):
        start_battle(recorder, npc, frame.seat)


# Coming, going and war


def replace_defeated(recorder: Recorder, rng: Rng) -> None:
    """The card below takes over, of two a random one; without one the NPC leaves play (MM-225)."""
    for npc in NPCS:
        held: Npc | None = recorder.state.npcs.get(npc)
        if held is None or held.zone is not None:
            continue
        if not held.cards:
            recorder.emit(e.NpcRemoved(npc))
            continue
        card = held.cards[rng.below(len(held.cards))] if len(held.cards) > 1 else held.cards[0]
        recorder.emit(e.NpcPlaced(npc, card, EVENT_CARDS[card].start_zone, ship_type_of(recorder.state, npc)))


def place_announced(recorder: Recorder) -> None:
    """New NPC ships are placed (MM-223); a ship in play moves to the start zone of its new card (MM-224)."""
    for npc, card in recorder.state.announced_npcs:
        recorder.emit(e.NpcPlaced(npc, card, EVENT_CARDS[card].start_zone, ship_type_of(recorder.state, npc)))


def refit(recorder: Recorder) -> None:
    """Naval ships change with war and peace at once (MM-259)."""
    for npc in NATIONS:
        state = recorder.state
        if npc in state.npcs and state.npcs[npc].ship != ship_type_of(state, npc):
            recorder.emit(e.NpcShipChanged(npc, ship_type_of(state, npc)))
