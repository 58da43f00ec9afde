"""What is under way: port business, reactions, choices, rolls, raids and battles, each in an area of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from domain.drawing import Fact, Piece
from domain.icons import Icon
from domain.kit.seats import seat_name

from .. import ids
from ..cards.targets import escapes
from ..content import NPCS, PIRATES
from ..frames import (
    Battle,
    BattleSide,
    Frame,
    Hits,
    MerchantFound,
    NpcScouting,
    PortMenu,
    Raid,
    Reroll,
    Resolve,
    RumorCheck,
    Scouting,
    Side,
    Storm,
    Window,
)
from ..raids import locations_hit, plunder_of
from ..state import Throw
from ..state.sides import controller
from ..texts import names as n
from ..texts.narration.turns import GUNS
from ..values import NationId
from ..view import MaraudersView, Zone
from ..view.state_from_view import shown, state_from_view
from .pieces import KEPT, SHIP_ICONS, card, die, hit, locations, npc_name, ship_name

Frames = Mapping[type[Frame], Any]
"""The frames of the stack by their types, of each the innermost."""
ACTIVITIES: Mapping[str, tuple[str, Icon]] = {
    "sell_goods": ("Sell goods", "hand-coins"),
    "buy_goods": ("Buy goods", "package"),
    "shipyard": ("Shipyard", "hammer"),
    "recruit": ("Recruit crew", "users"),
    "rumor": ("Hear a rumor", "book-open"),
    "mission": ("Claim a mission", "scroll-text"),
    "stash": ("Stash gold", "landmark"),
}
SIDES = ("the aggressor", "the defender")


def frames_of(view: MaraudersView) -> Frames:
    return {type(frame): frame for frame in view.stack}


def pieces(view: MaraudersView, frames: Frames) -> Iterator[Piece]:
    if (menu := frames.get(PortMenu)) is not None:
        yield from _activities(menu.used)
    yield from _roll(view, frames)
    if (merchant := frames.get(MerchantFound)) is not None:
        yield _merchant(merchant.nation)
    if (raid := frames.get(Raid)) is not None:
        yield from _raid(raid)
    if (fight := frames.get(Battle)) is not None:
        yield from _battle(view, fight, frames.get(Reroll))


def facts(view: MaraudersView, frames: Frames) -> Iterator[tuple[str, tuple[Fact, ...]]]:
    if (window := frames.get(Window)) is not None:
        yield "window", tuple(_window(window))
    if (resolve := frames.get(Resolve)) is not None:
        yield "effect", (("card", n.card_of(resolve.source)),)
    if rolled := tuple(_rolled(view, frames)):
        yield "roll", rolled
    if (raid := frames.get(Raid)) is not None:
        yield "raid", tuple(_raid_facts(view, raid))
    if (fight := frames.get(Battle)) is not None:
        yield "battle", tuple(_battle_facts(fight))
        for number, side in enumerate((fight.aggressor, fight.defender)):
            yield f"battle/{number}", (*_player(view, fight, number), *_side_facts(fight, side))
    if (hits := frames.get(Hits)) is not None:
        yield "hits", tuple(_falling(view, hits))


# Port action and windows


@cache
def _activities(used: tuple[str, ...]) -> tuple[Piece, ...]:
    return tuple([_activity(activity, *(("done",) if activity in used else ())) for activity in ACTIVITIES])


@cache
def _activity(activity: str, *marks: str) -> Piece:
    name, icon = ACTIVITIES[activity]
    return Piece(id=ids.activity(activity), inside="port_action", name=name, icon=icon, marks=marks)


def _window(window: Window) -> Iterator[Fact]:
    yield "open", n.TIMINGS[window.timing]
    yield "asked", f"{window.asked} of {len(window.seats)}"
    if window.withdrawn:
        yield "withdrawn", n.listed([n.glory(each) for each in window.withdrawn])


# Rolls


def _lying(view: MaraudersView, frames: Frames) -> Throw | None:
    """The dice of the last check, until the next one begins. Those of a raid under way lie in the raid."""
    begun = frames.get(Scouting) or frames.get(RumorCheck)
    if begun is not None and not begun.dice:
        return None
    return None if view.thrown is None or (view.thrown.reason == "raid" and Raid in frames) else view.thrown


def _roll(view: MaraudersView, frames: Frames) -> Iterator[Piece]:
    """Dice of a player have the seat; who else rolled is a figure of the roll."""
    if (thrown := _lying(view, frames)) is not None:
        seat = thrown.side if isinstance(thrown.side, int) else None
        for place, each in enumerate(thrown.dice):
            yield die(f"roll/die/{place}", "roll", each, seat=seat)


def _rolled(view: MaraudersView, frames: Frames) -> Iterator[Fact]:
    if (thrown := _lying(view, frames)) is not None:
        yield "thrown_for", GUNS.get(thrown.skill) or thrown.skill.capitalize()
        if not isinstance(thrown.side, int):
            yield "thrown_by", n.npc(thrown.side)
        yield "need", thrown.needed
        yield "result", "Success" if thrown.success else "Failure"
    if (scouting := frames.get(Scouting)) is not None:
        yield "check", "Scouting"
        yield "target", _target(view, scouting.target)
        if scouting.sure:
            yield "sure", "by a card"
    elif (rumor := frames.get(RumorCheck)) is not None:
        yield "check", "Influence"
        yield "paid", rumor.price
    elif (storm := frames.get(Storm)) is not None:
        yield "check", "Seamanship"
        yield "checks", storm.checks
    if (hunters := frames.get(NpcScouting)) is not None and hunters.scouts:
        yield "found_by", n.listed([n.npc(each) for each in hunters.scouts])


def _target(view: MaraudersView, name: str) -> str:
    """What is scouted for: `merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""
    kind, _, which = name.partition(":")
    match kind:
        case "merchant":
            return "the merchant"
        case "npc":
            return n.npc(which)
        case _:
            return _captain(view, int(which))


def _captain(view: MaraudersView, seat: int) -> str:
    """A captain by the card: the names of players are on the board."""
    return n.listed([n.captain(each) for each in shown(view.seats[seat].captain)])


# Raids


def _raid(raid: Raid) -> Iterator[Piece]:
    """The merchant is of the nation as whose it is raided (MM-148)."""
    yield _merchant(raid.nation)
    for each in raid.table:
        yield card(each, "raid/table", *(("icon_ignored",) if each in raid.blank else ()))
    for place, face in enumerate(raid.dice):
        yield die(f"raid/die/{place}", "raid/dice", face)


@cache
def _merchant(nation: NationId) -> Piece:
    return Piece(id="raid/merchant", inside="raid", face=f"merchant/{nation}")


def _raid_facts(view: MaraudersView, raid: Raid) -> Iterator[Fact]:
    yield "nation", n.nation(raid.nation)
    yield "plunder_now", plunder_of(state_from_view(view), raid)
    yield "escapes", escapes(raid)
    yield "hit_icons", len(locations_hit(raid))
    yield "successes", raid.successes
    if raid.ignored:
        yield "ignored", raid.ignored
    if raid.extra:
        yield "cards_more", raid.extra


# Battles


def _battle(view: MaraudersView, fight: Battle, reroll: Reroll | None) -> Iterator[Piece]:
    for number, side in enumerate((fight.aggressor, fight.defender)):
        marked = reroll if reroll is not None and reroll.side == number else None
        yield from _ship(view, number, side.who)
        yield from _dice(number, side, marked)
        yield from _volley(number, side, marked)


def _ship(view: MaraudersView, number: int, who: Side) -> Iterable[Piece]:
    """A ship with its hit locations; of the guards or the derelict of a card only the card."""
    area = ids.in_battle(number, "ship")
    if isinstance(who, int):
        ship = view.seats[who].ship
        if ship is None:
            return ()
        own = _captains_ship(area, who, ship.type, view.seats[who].captain)
        return (own, *locations(area, area, ship.type, ship.now, ship.modifications))
    npc = view.npcs.get(who)
    if npc is None:
        return (Piece(id=f"{area}/card", inside=area, face=who),)
    colour = "pirate" if who in PIRATES else who
    ship_card = Piece(id=f"{area}/card", inside=area, name=npc_name(who, npc.ship), icon="ship", colour=colour)
    return (ship_card, *locations(area, area, npc.ship, npc.now))


@lru_cache(KEPT)
def _captains_ship(area: str, seat: int, kind: str, captain: Zone) -> Piece:
    return Piece(id=f"{area}/card", inside=area, name=ship_name(kind, captain), icon=SHIP_ICONS[kind], seat=seat)


def _dice(number: int, side: BattleSide, reroll: Reroll | None) -> Iterator[Piece]:
    area = ids.in_battle(number, "dice")
    marked = reroll.marked if reroll is not None and reroll.roll == "contest" else ()
    for place, each in enumerate(side.dice):
        yield die(f"battle/{number}/die/{place}", area, each, *(("marked",) if place in marked else ()))


def _volley(number: int, side: BattleSide, reroll: Reroll | None) -> Iterator[Piece]:
    """The hits that a side deals, by their locations."""
    area = ids.in_battle(number, "hits")
    marked = reroll.marked if reroll is not None and reroll.roll == "location" else ()
    for place, each in enumerate(side.locations):
        yield hit(f"battle/{number}/hit/{place}", area, each, *(("marked",) if place in marked else ()))


def _battle_facts(fight: Battle) -> Iterator[Fact]:
    if fight.crew_round:
        yield "crew_round", fight.crew_round
    elif fight.round:
        yield "combat_round", fight.round
    if fight.contest is not None:
        yield "contest", SIDES[fight.contest]
    if fight.victor is not None:
        yield "victor", SIDES[fight.victor]


def _player(view: MaraudersView, fight: Battle, number: int) -> Iterator[Fact]:
    """The seat that plays an NPC ship or a card (MM-248); its captain may be dead."""
    who, enemy = (fight.defender.who, fight.aggressor.who) if number else (fight.aggressor.who, fight.defender.who)
    if isinstance(who, str) and isinstance(enemy, int):
        yield "played_by", n.capital(seat_name(controller(enemy, len(view.seats))))


def _side_facts(fight: Battle, side: BattleSide) -> Iterator[Fact]:
    if isinstance(side.who, str) and fight.card_crew and side.who not in NPCS:
        yield "card_crew", fight.card_crew
        yield "leadership", fight.card_leadership
    if side.declared:
        yield "declares", side.declared.capitalize()
    if side.dice:
        yield "hits", side.hits
    yield "dealt", side.dealt
    for key in ("more_dice", "more_hits", "picks"):
        if value := getattr(side, key):
            yield key, value
    if side.shot:
        yield "shot", n.weapon(side.shot)
    if side.sure_flight:
        yield "sure_flight", "succeeds by a card"


def _falling(view: MaraudersView, hits: Hits) -> Iterator[Fact]:
    """Hits of a volley that are not applied yet, the next one first."""
    yield "target", _captain(view, hits.side) if isinstance(hits.side, int) else n.npc(hits.side)
    yield "falling", ", ".join(n.location(each) for each in hits.hits)
    if hits.shielded:
        yield "never_passed", n.listed([n.location(each) for each in hits.shielded])
    if hits.braced:
        yield "braced", hits.braced
