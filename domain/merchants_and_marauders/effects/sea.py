"""Effects of cards on hits, NPC ships, raids and battles: how each op is carried out, once (data/README.md)."""

from __future__ import annotations

from collections.abc import Callable

from domain.game import Rng
from domain.kit.stack import nearest

from .. import events as e
from ..battle.crew import hit_crew
from ..battle.hits import DIE, single
from ..cards.targets import harbour_mates, tipped_ships
from ..content import LOCATIONS, ZONES, Effect
from ..flow import ask, begin, change_gold, draw_cargo, start_card_fight
from ..frames import Battle, BattleSide, Raid, Resolve, Scouting, Volley
from ..npcs import look_for, nearer, tip_moves, zone_of
from ..state import Recorder, ship_of
from ..state.modifiers import roll
from ..state.sides import side_in_battle, side_of

# Hits


def hit(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """A hit on the enemy's Crew, on a ship in the same port, or on the own ship, whose owner chooses the location of an
    X."""
    if effect.target == "enemy":
        volley = hit_crew(recorder, _sides(recorder, frame.seat)[1].who, int(effect.n))
        if volley is not None:
            begin(recorder, volley)
    elif effect.target == "chosen_captain_in_same_port":
        ask(recorder, frame.seat, "captain", [str(seat) for seat in harbour_mates(recorder.state, frame.seat)])
    elif effect.location == "die":
        location = DIE[roll(rng, 1)[0]]
        if location == "x":
            ask(recorder, frame.seat, "x", LOCATIONS)
        else:
            begin(recorder, single(frame.seat, location, "card"))
    elif not (effect.spare_last and ship_of(recorder.state, frame.seat).now.crew <= 1):
        begin(recorder, single(frame.seat, effect.location, "card"))


def hit_chosen(recorder: Recorder, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    if effect.target == "self":
        begin(recorder, single(frame.seat, picked[0], "card"))
    elif len(picked) == 1:
        options = [place for place in LOCATIONS if place not in effect.forbidden]
        ask(recorder, frame.seat, "location", options, picked)
    else:
        begin(recorder, single(int(picked[0]), picked[1], "card"))


# NPC ships


def move_npc(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    state = recorder.state
    if effect.to == "any_zone":
        options = [npc for npc in effect.npcs if npc in state.npcs and state.npcs[npc].zone is not None]
    else:
        options = tipped_ships(state, effect)
    ask(recorder, frame.seat, "npc", options)


def npc_chosen(recorder: Recorder, frame: Resolve, effect: Effect, picked: tuple[str, ...], rng: Rng) -> None:
    """Picks the ship, then the captain, then zone after zone; it may stop after the first zone (MM-413)."""
    state = recorder.state
    npc = picked[0]
    here = zone_of(state, npc)
    if effect.to == "any_zone":
        if len(picked) == 1:
            ask(recorder, frame.seat, "zone", [zone for zone in ZONES if zone != here], picked)
        else:
            recorder.emit(e.NpcMoved(npc, here, picked[1], "card"))
        return
    if len(picked) == 1:
        ask(recorder, frame.seat, "captain", [str(seat) for seat in tip_moves(state, npc)], picked)
        return
    goal = state.seats[int(picked[1])].zone
    if len(picked) > 2:
        if picked[-1] == "stop":
            return
        recorder.emit(e.NpcMoved(npc, here, picked[-1], "card"))
        here = picked[-1]
    if len(picked) - 2 < effect.zones and here != goal:
        stop = ["stop"] if len(picked) > 2 else []
        ask(recorder, frame.seat, "zone", [*nearer(here, goal), *stop], picked)


def npc_scouts(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Every naval ship in the zone scouts, hostile or not (MM-408)."""
    look_for(recorder, frame.seat, rng, naval_only=True)


# Raids and scouting


def reroll(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Rolls all dice again (MM-011)."""
    if effect.roll == "scouting":
        dice = roll(rng, len(nearest(recorder.state, Scouting).dice))
        recorder.emit(e.DiceRerolled(frame.seat, "scouting:card", dice))
    else:
        dice = roll(rng, len(_sides(recorder, frame.seat)[0].dice))
        recorder.emit(e.ContestRerolled(frame.seat, "card", dice))


def start_raid(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """A raid without a token (MM-192)."""
    begin(recorder, Raid(frame.seat, effect.nation, extra=effect.extra_cards))


def raid_help(what: str) -> Callable[[Recorder, Resolve, Effect, Rng], None]:
    """An effect that changes what counts in this raid."""

    def carry_out(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
        recorder.emit(e.RaidHelped(what, int(effect.n)))

    return carry_out


def raid_extra_card(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """Cards drawn before the others, whose icons may be ignored."""
    for _ in range(int(effect.n)):
        cards = draw_cargo(recorder, 1, rng)
        if cards:
            recorder.emit(e.RaidCardDrawn(cards, blank=effect.ignore_icon))


# Battles


def _sides(recorder: Recorder, seat: int) -> tuple[BattleSide, BattleSide]:
    """The captain's own side of the battle under way, and the enemy."""
    fight = nearest(recorder.state, Battle)
    own = side_in_battle(recorder.state, seat)
    return side_of(fight, own), side_of(fight, 1 - own)


def start_crew_combat(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    start_card_fight(recorder, frame.seat, frame.source.partition(":")[2], effect.enemy_crew, effect.enemy_leadership)


def help_side(what: str) -> Callable[[Recorder, Resolve, Effect, Rng], None]:
    """An effect that changes what one side rolls or deals in this combat round."""

    def carry_out(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
        own, enemy = _sides(recorder, frame.seat)
        recorder.emit(e.SideHelped((enemy if effect.who == "enemy" else own).who, what, int(effect.n)))

    return carry_out


def set_location_die(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    recorder.emit(e.SideHelped(frame.seat, "locations", int(effect.n)))
    begin(recorder, Volley(frame.seat, side_in_battle(recorder.state, frame.seat), by_card=True))


def cancel_hits(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    recorder.emit(e.TimbersBraced(frame.seat, int(effect.n)))


def pay_for(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    """The gold goes to the enemy captain, or to the bank if the enemy is an NPC."""
    change_gold(recorder, frame.seat, -effect.gold, "card")
    enemy = _sides(recorder, frame.seat)[1].who
    if isinstance(enemy, int):
        change_gold(recorder, enemy, effect.gold, "card")
    begin(recorder, Resolve(frame.seat, frame.source, "then"))


def end_combat(recorder: Recorder, frame: Resolve, effect: Effect, rng: Rng) -> None:
    recorder.emit(e.BattleEnded(None, "card"))
