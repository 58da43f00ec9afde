"""Hits on ships: where they fall, what answers them, what they destroy (RULES.md, chapter 14)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.game import Rng
from domain.kit.stack import nearest

from .. import commands as c
from .. import events as e
from ..cards.windows import window
from ..content import MODIFICATIONS, Effect, glory_card
from ..flow import begin, bury, check, close, die, jump
from ..frames import Frame, HitResponse, Hits, Side
from ..state import Recorder, State, afloat, battle_of, cargo_limit, raid_of, ship_of
from ..state.conditions import Facts
from ..state.modifiers import roll, working

DIE = {1: "cargo", 2: "masts", 3: "crew", 4: "cannons", 0: "x"}
"""The hit location for each face of a location die; a skull is an X (MM-290)."""


def falls_on(state: State, frame: Hits) -> str | None:
    """Where the first hit falls. One on a destroyed location passes to the Hull, or is lost if special shot dealt it
    (MM-294)."""
    location = frame.hits[0]
    left: int = getattr(afloat(state, frame.side), location)
    if left or location == "hull":
        return location
    return None if location in frame.shielded else "hull"


def advance_hits(recorder: Recorder, frame: Hits, rng: Rng) -> None:
    """Opens the window of the volley (MM-K19), then deals hit by hit (MM-293)."""
    state = recorder.state
    if frame.step == "window":
        jump(recorder, "hits")
        if isinstance(frame.side, int):
            opened = window(state, "hit_received", [frame.side], frame.source)
            if opened is not None:
                begin(recorder, opened)
        return
    if not frame.hits or not afloat(state, frame.side).hull:
        _finish(recorder, frame)
        return
    location = falls_on(state, frame)
    if location is None:
        recorder.emit(e.HitCancelled(frame.side, frame.hits[0], "shot"))
    elif location == "hull" and frame.braced:
        recorder.emit(e.HitCancelled(frame.side, "hull", "card"))
    elif isinstance(frame.side, int) and answered(state, frame.side, location):
        begin(recorder, HitResponse(frame.side, location))
    else:
        apply(recorder, rng)


def _finish(recorder: Recorder, frame: Hits) -> None:
    """Closes the volley. Outside battles and raids a captain without Hull dies here (MM-303)."""
    close(recorder)
    if frame.source in ("battle", "raid") or not isinstance(frame.side, int):
        return
    if not afloat(recorder.state, frame.side).hull:
        die(recorder, frame.side)
        tokens = bury(recorder, frame.side)
        if tokens is not None:
            begin(recorder, tokens)


def shields(state: State, seat: int) -> Mapping[str, Effect]:
    """What can still cancel a hit: unflipped modifications, and specialists once in a battle or raid (MM-324)."""
    helping = working(state, seat, "cancel_hits", "hit_received")
    if not helping:
        return {}
    spent = spent_abilities(state, seat)
    sources = [(token, MODIFICATIONS[token].effects) for token in ship_of(state, seat).modifications]
    if spent is not None:
        experts = [glory_card(card) for card in state.seats[seat].specialists]
        sources += [(card.specialist, card.effects) for card in experts if card.specialist not in spent]
    return {name: effect for name, effects in sources for effect in effects if effect in helping}


def may_move_hit(state: State, seat: int) -> bool:
    """Whether an ability can still move a hit: once in a battle."""
    if not working(state, seat, "move_hit", "hit_received", facts_of(state)):
        return False
    spent = spent_abilities(state, seat)
    return spent is not None and "move_hit" not in spent


def answered(state: State, seat: int, location: str) -> bool:
    """Whether the captain can respond to a hit on this location (MM-395)."""
    helping = [effect for effect in shields(state, seat).values() if location in effect.locations]
    return bool(helping) or may_move_hit(state, seat)


def facts_of(state: State) -> Facts:
    return Facts(battle=battle_of(state) is not None)


def spent_abilities(state: State, seat: int) -> tuple[str, ...] | None:
    """What this captain has used in the battle or raid under way; None outside both."""
    battle = battle_of(state)
    if battle is not None:
        return next((side.spent for side in (battle.aggressor, battle.defender) if side.who == seat), None)
    raid = raid_of(state)
    return None if raid is None else raid.spent


def apply(recorder: Recorder, rng: Rng) -> None:
    """Deals the first hit of the volley (MM-293)."""
    state = recorder.state
    frame = nearest(state, Hits)
    location = falls_on(state, frame)
    assert location is not None
    value = getattr(afloat(state, frame.side), location) - 1
    passed = location != frame.hits[0]
    recorder.emit(e.HitApplied(frame.side, location, passed, value, frame.source))
    if not value:
        recorder.emit(e.LocationDestroyed(frame.side, location))
    if isinstance(frame.side, int):
        freight = recorder.state.seats[frame.side].freight
        if freight and working(recorder.state, frame.side, "hit", "hit_received", Facts(location=location)):
            recorder.emit(e.HitAdded(frame.side, "hull", "freight"))
        if location == "cargo":
            fit_cargo(recorder, frame.side, rng)


def fit_cargo(recorder: Recorder, seat: int, rng: Rng) -> None:
    """Freight that no longer fits is lost (MM-135); at sea, cards above the capacity are discarded at random (MM-296)."""
    drop_freight(recorder, seat)
    own = recorder.state.seats[seat]
    over = len(own.cargo) - cargo_limit(recorder.state, seat)
    lost: tuple[str, ...] = ()
    held = list(own.cargo)
    for _ in range(max(0, over)):
        lost += (held.pop(rng.below(len(held))),)
    if lost:
        recorder.emit(e.CargoDiscarded(seat, lost, "damage"))


def drop_freight(recorder: Recorder, seat: int) -> None:
    """A mission is lost if its freight no longer fits in the ship (MM-135)."""
    own = recorder.state.seats[seat]
    if own.mission is not None and own.freight > ship_of(recorder.state, seat).now.cargo:
        recorder.emit(e.MissionLost(seat, own.mission))


def absorb(recorder: Recorder, frame: HitResponse, command: c.Absorb, rng: Rng) -> None:
    """Cancels the hit. A modification is flipped for that (MM-324)."""
    close(recorder)
    if command.source in ship_of(recorder.state, frame.seat).modifications:
        recorder.emit(e.ModificationFlipped(frame.seat, command.source, False))
    recorder.emit(e.HitCancelled(frame.seat, frame.location, command.source))


def move_hit(recorder: Recorder, frame: HitResponse, command: c.MoveHit, rng: Rng) -> None:
    close(recorder)
    recorder.emit(e.HitMoved(frame.seat, frame.location, command.location, "move_hit"))


def accept_hit(recorder: Recorder, frame: HitResponse, command: c.AcceptHit, rng: Rng) -> None:
    close(recorder)
    apply(recorder, rng)


def single(side: Side, location: str, source: str) -> Frame:
    """A single hit outside battles and raids, which is a volley by itself (MM-412)."""
    return Hits(side, (location,), source)


def endure(recorder: Recorder, seat: int, effect: Effect, rng: Rng, reason: str) -> None:
    """A check asked by a storm (MM-045), Fever (MM-050) or a reef (MM-142); failure deals hits."""
    if check(recorder, seat, effect.skill, rng, reason=reason, need=effect.need)[0]:
        return
    for hit in effect.on_fail:
        location = DIE[roll(rng, 1)[0]] if hit.location == "die" else hit.location
        if location == "x":
            location = hit.x_means
        if not (hit.spare_last and getattr(afloat(recorder.state, seat), location) == 1):
            begin(recorder, Hits(seat, (location,) * int(hit.n), reason))
