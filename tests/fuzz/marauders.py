"""What there is to reach in Merchants & Marauders: every card, place, ship, token, and every effect at work.

Most of it shows in events. Effects that work for a while show in nothing but what they change, so the two places where
effects are looked up and carried out are watched.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.merchants_and_marauders import effects, modifiers
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import (
    CAPTAINS,
    CARGO,
    EVENT_CARDS,
    GLORY,
    MISSIONS,
    MODIFICATIONS,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
    Effect,
    Effects,
    glory_card,
)

from .catalogue import Catalogue

PACKAGE = "domain.merchants_and_marauders"


def _worked_at_lookup() -> Iterator[tuple[str, Effects]]:
    """What `modifiers.working` gives: abilities, specialists, modifications, places and events in force."""
    for captain in CAPTAINS.values():
        yield f"captain {captain.id}", captain.effects
    for card in GLORY.values():
        if card.kind == "specialist":
            yield f"specialist {card.specialist}", card.effects
    for token in MODIFICATIONS.values():
        yield f"modification {token.id}", tuple(each for each in token.effects if each.op != "stat")
    for zone in ZONES.values():
        yield f"zone {zone.id}", tuple(each for each in zone.zone_rules if each.who != "npc_naval")
    for port in PORTS.values():
        yield f"port {port.id}", port.port_rules


def _carried_out() -> Iterator[tuple[str, Effects]]:
    """What `effects` carries out."""
    for card in GLORY.values():
        if card.kind == "action":
            yield f"glory {card.id}", card.effects
    for rumor in RUMORS.values():
        at_once = tuple(each for each in rumor.effects if not (rumor.keep_after and each.op == "allow_stash"))
        yield f"rumor {rumor.id}", (*at_once, *rumor.on_fail, *(each for effect in rumor.effects for each in effect.on_win))
    for mission in MISSIONS.values():
        yield f"mission {mission.id}", mission.reward
        for step in mission.steps:
            yield f"mission {mission.id}", step.on_fail


def _named(lists: Iterable[tuple[str, Effects]]) -> dict[int, str]:
    """The label of each effect, by its identity: equal effects of different cards are different."""
    return {id(effect): f"{what}: {effect.op}" for what, effects_of_it in lists for effect in effects_of_it}


LOOKED_UP = _named(_worked_at_lookup())
CARRIED_OUT = _named(_carried_out())


def everything() -> frozenset[str]:
    """One label for each thing."""
    kinds: tuple[tuple[str, Iterable[str]], ...] = (
        ("event", EVENT_CARDS),
        ("captain", CAPTAINS),
        ("glory", GLORY),
        ("rumor", RUMORS),
        ("mission", MISSIONS),
        ("cargo", CARGO),
        ("port", PORTS),
        ("zone", ZONES),
        ("ship", SHIPS),
        ("modification", MODIFICATIONS),
        ("weapon", WEAPONS),
    )
    things = {f"{kind} {name}" for kind, names in kinds for name in names}
    return frozenset(things | set(LOOKED_UP.values()) | set(CARRIED_OUT.values()))


def reached(events: Iterable[Any]) -> Iterator[str]:
    """The things that were not only there but came into play."""
    for event in events:
        match event:
            case e.EventDrawn(card=card):
                yield f"event {card}"
            case e.CaptainDealt(captain=captain) | e.CaptainDrawn(captain=captain):
                yield f"captain {captain}"
            case e.GloryPlayed(card=card) | e.SpecialistHired(card=card):
                yield f"glory {glory_card(card).id}"
            case e.RumorPlayed(card=card, success=True):
                yield f"rumor {card}"
            case e.MissionCompleted(card=card):
                yield f"mission {card}"
            case e.GoodsSold(cards=cards) | e.RaidCardDrawn(cards=cards):
                yield from (f"cargo {card}" for card in cards)
            case e.PortEntered(port=port, means=means):
                yield f"port {port}"
                if means in ("gold", "influence"):
                    yield f"port {port}: open_port"
            case e.LocationsRolled(source="chasers"):
                yield "modification chasers: hit"
            case e.ShipMoved(to_zone=zone):
                yield f"zone {zone}"
            case e.ShipBought(ship=ship) | e.ShipClaimed(ship=ship):
                yield f"ship {ship}"
            case e.ModificationGained(modification=token) | e.ModificationBought(modification=token):
                yield f"modification {token}"
            case e.WeaponSpent(weapon=weapon):
                yield f"weapon {weapon}"


def watch(note: Callable[[str], None]) -> None:
    """Have every effect that is found working or carried out reported."""
    found = modifiers.working

    def working(*args: Any, **kwargs: Any) -> list[Effect]:
        at_work = found(*args, **kwargs)
        for effect in at_work:
            if id(effect) in LOOKED_UP:
                note(LOOKED_UP[id(effect)])
        return at_work

    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGE) and getattr(module, "working", None) is found:
            setattr(module, "working", working)  # noqa: B010 (the type checker knows it as a function)
    for op, carry_out in effects.CARRY_OUT.items():
        effects.CARRY_OUT[op] = _noting(carry_out, note)  # type: ignore[index]


def _noting(carry_out: effects.CarryOut, note: Callable[[str], None]) -> effects.CarryOut:
    def noted(record: Any, frame: Any, effect: Effect, rng: Any) -> None:
        if id(effect) in CARRIED_OUT:
            note(CARRIED_OUT[id(effect)])
        carry_out(record, frame, effect, rng)

    return noted


CATALOGUE = Catalogue(everything(), reached, watch)
