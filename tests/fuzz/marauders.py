"""Everything to reach in Merchants & Marauders: every card, place, ship, token and effect.

Events show most of it. Lasting effects show only in what they change, so the two functions that look effects up and carry
them out are watched.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import effects
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import (
    CAPTAINS,
    CARGO,
    EVENT_CARDS,
    GLORY,
    GOODS,
    LOCATIONS,
    MISSIONS,
    MODIFICATIONS,
    NATIONS,
    NPCS,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
    Effect,
    Effects,
    glory_card,
)
from domain.merchants_and_marauders.decisions import ACCEPTED_NAMES, ANSWERS
from domain.merchants_and_marauders.frames import SellLot
from domain.merchants_and_marauders.state import modifiers
from tests.fuzz.catalogue import Arranged, Catalogue, own_things, strings, top_of_stack
from tests.fuzz.marauders_goals import pull
from tests.merchants_and_marauders.invariants import check_all
from tests.merchants_and_marauders.timings import WINDOW_TIMINGS

PACKAGE = "domain.merchants_and_marauders"


def _worked_at_lookup() -> Iterator[tuple[str, Effects]]:
    """What `modifiers.working` gives: abilities, specialists, modifications, places and events in force."""
    for captain in CAPTAINS.values():
        yield f"captain {captain.id}", captain.effects
    for card in GLORY.values():
        if card.kind == "specialist":
            yield f"specialist {card.specialist}", card.effects
    for token in MODIFICATIONS.values():
        yield (f"modification {token.id}", tuple(each for each in token.effects if each.op != "stat"))
    for zone in ZONES.values():
        yield (f"zone {zone.id}", tuple(each for each in zone.zone_rules if each.who != "npc_naval"))
    for port in PORTS.values():
        yield f"port {port.id}", port.port_rules


def _carried_out() -> Iterator[tuple[str, Effects]]:
    """What `effects` carries out."""
    for card in GLORY.values():
        if card.kind == "action":
            yield f"glory {card.id}", card.effects
    for rumor in RUMORS.values():
        at_once = tuple(each for each in rumor.effects if not (rumor.keep_after and each.op == "allow_stash"))
        yield (
            f"rumor {rumor.id}",
            (*at_once, *rumor.on_fail, *(each for effect in rumor.effects for each in effect.on_win)),
        )
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
        ("event card", EVENT_CARDS),
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
    settings = {"seats 2", "seats 3", "seats 4", "option windows=uniform", "option windows=holders_only"}
    settings |= {"option open_gold=False", "option open_gold=True"}
    return frozenset(things | settings | set(LOOKED_UP.values()) | set(CARRIED_OUT.values()))


SHOWING = frozenset(
    (
        e.CaptainDealt,
        e.CaptainDrawn,
        e.EventDrawn,
        e.GloryPlayed,
        e.GoodsSold,
        e.LocationsRolled,
        e.MissionCompleted,
        e.ModificationBought,
        e.ModificationGained,
        e.PortEntered,
        e.RaidCardDrawn,
        e.RumorPlayed,
        e.ShipBought,
        e.ShipClaimed,
        e.ShipMoved,
        e.SpecialistHired,
        e.WeaponSpent,
    )
)
"""Events that bring something into play."""


def reached(events: Iterable[Any]) -> Iterator[str]:
    """The things that came into play."""
    for event in events:
        if type(event) not in SHOWING:
            continue
        match event:
            case e.EventDrawn(card=card):
                yield f"event card {card}"
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
    """Report every effect that is found working or is carried out."""
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


def settings(chooser: random.Random) -> dict[str, Any]:
    """All combinations are equally likely."""
    return {
        "windows": chooser.choice(("uniform", "holders_only")),
        "open_gold": chooser.random() < 0.5,
        "final_comparison": chooser.choice(("points", "track")),
    }


def kinds(state: Any) -> Sequence[type]:
    """The kinds of commands of the open decision."""
    top = state.stack[-1] if state.stack else None
    return tuple(ANSWERS.get(type(top), (c.ChooseShip,)))


def decision(state: Any) -> str:
    """A sale by rumor that has reached its limit counts as another decision: only then the limit can be exceeded."""
    match state.stack:
        case (*_, SellLot(limit=limit, seat=seat)) if 0 < limit <= len(state.seats[seat].lot):
            return f"{top_of_stack(state)}, full"
        case _:
            return top_of_stack(state)


def at_hand(state: Any, seat: int) -> Sequence[str]:
    """What the captain has, the missions laid out, and what is asked."""
    asked = strings(msgspec.to_builtins(state.stack[-1])) if state.stack else ()
    return [*own_things(state, seat), *state.missions, *asked]


PLACES = (*ZONES, *PORTS)
NAMES: Mapping[str, Sequence[Any]] = {
    **{field: sorted(known) for field, known in ACCEPTED_NAMES.items()},
    "seat": range(4),
    "index": range(7),
    "option": (*PLACES, *GOODS, *NATIONS, *LOCATIONS, *NPCS, "stop", "0", "1", "2", "3"),
    "amount": (1, 5, 10, "all"),
    "timing": (*WINDOW_TIMINGS, "no such timing"),
    "on": (True, False),
    "free": (True, False),
    "source": ("reinforced_hull", "surgeon"),
    "means": ("open", "gold", "influence", "papers", "event"),
    "way": ("roll", "sure_spanish"),
}

TESTS = "tests/merchants_and_marauders"
FORCED = "nothing else is possible then, so it is not asked, MM-K03"
ARRANGED = {
    "already_redrawn": Arranged(
        FORCED,
        f"{TESTS}/test_new_captains.py::test_the_last_captain_is_kept_unasked_and_refusals_come_in_order",
    ),
    "first_round_shoot_only": Arranged(
        FORCED, f"{TESTS}/test_declaring.py::test_in_the_first_round_there_is_nothing_to_declare_but_shoot"
    ),
    "masts_destroyed": Arranged(
        FORCED, f"{TESTS}/test_declaring.py::test_without_masts_a_ship_only_shoots_and_without_crew_it_does_not_board"
    ),
    "location_destroyed": Arranged(
        FORCED,
        f"{TESTS}/test_raid_decisions.py::test_a_captain_with_a_destroyed_location_scouts_but_must_let_the_merchant_go",
    ),
    "no_failed_die": Arranged(FORCED, f"{TESTS}/test_raid_decisions.py::test_a_weapon_is_given_up_only_for_a_failed_die"),
    "hand_over_limit": Arranged(
        "a fifth card is discarded before anything is asked, MM-I16",
        f"{TESTS}/test_windows.py::test_announcing_is_refused_in_the_order_of_the_table",
    ),
    "deck_empty": Arranged(
        "most cargo cards are always in the deck or on its pile",
        f"{TESTS}/test_merchant_raids.py::test_without_any_card_left_none_is_drawn",
    ),
    "weapon_not_in_supply": Arranged(
        "there are as many of each as captains at most, MM-113",
        f"{TESTS}/test_shipyard.py::test_the_refusals_of_special_weapons_come_in_their_order",
    ),
}

CATALOGUE = Catalogue(
    everything=everything(),
    reached=reached,
    watch=watch,
    settings=settings,
    bad_settings=({"players": 9}, {"windows": "none"}),
    invariants=check_all,
    restraints=frozenset(what for what in LOOKED_UP.values() if what.endswith((": forbid", ": limit_action"))),
    kinds=kinds,
    at_hand=at_hand,
    decision=decision,
    names=NAMES,
    pull=pull,
    arranged=ARRANGED,
)
