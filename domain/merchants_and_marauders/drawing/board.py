"""The board: the sea, the decks, the battle, and a panel for each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from domain.drawing import Area, Board, Box
from domain.icons import Icon

from .. import ids
from ..content import LOCATIONS, PORTS, ZONES, Zone
from ..options import Options
from ..texts import names as n
from .faces import faces
from .words import COLOURS, GROUPS, WORDS

SPOT_WIDTH, SPOT_HEIGHT = 12, 9


def board(options: Options, names: Sequence[str]) -> Board:
    panels = [area for number, player in enumerate(names) for area in _seat(number, player)]
    return Board(
        areas=(*_shared(options.final_comparison), *panels), faces=_faces(), words=WORDS, colours=COLOURS, groups=GROUPS
    )


_faces = cache(faces)


@cache
def _shared(decisive: str) -> tuple[Area, ...]:
    """`decisive`: the option `final_comparison`."""
    return (*_sea(), *_track(decisive), *_tables(), *_decks(), *_fights())


def _sea() -> Iterator[Area]:
    yield Area(id=ids.SEA, kind="map", name="The Caribbean", box=(0, 0, 100, 68), main=True, links=_links(), icon="map")
    for zone in ZONES.values():
        yield Area(
            id=zone.id,
            kind="spot",
            name=zone.name,
            inside=ids.SEA,
            at=(zone.x - SPOT_WIDTH / 2, zone.y - SPOT_HEIGHT / 2, SPOT_WIDTH, SPOT_HEIGHT),
            colour=zone.nation,
            icon="sailboat" if zone.port is None else "anchor",
            text=_rules(zone),
        )


def _links() -> tuple[tuple[str, str], ...]:
    """Each pair of zones that border on each other, once."""
    return tuple((zone.id, other) for zone in ZONES.values() for other in zone.borders.values() if zone.id < other)


def _rules(zone: Zone) -> str:
    """What holds in the zone and in its port."""
    found = []
    if zone.port is not None:
        port = PORTS[zone.port]
        found.append(f"{zone.nation.capitalize() if zone.nation else ''} port.")
        found += [f"In port: {port.port_rule_text}"] if port.port_rule_text else []
    found += [f"At sea: {zone.zone_rule_text}"] if zone.zone_rule_text else []
    return " ".join(found)


def _track(decisive: str) -> Iterator[Area]:
    declaring = "With 10 points a captain may declare victory. Each 10 gold in the stash add one, up to 5."
    text = f"{declaring} {n.FINAL_COMPARISON[decisive]}"
    yield Area(id=ids.TRACK, kind="map", name="Glory", box=(0, 0, 100, 10), icon="crown", text=text)
    for points in range(ids.TRACK_END + 1):
        more = " and more" if points == ids.TRACK_END else ""
        place: Box = (points * 9 + 0.5, 0.5, 8.5, 9)
        yield Area(id=ids.step(points), kind="spot", name=f"{points}{more}", inside=ids.TRACK, at=place)


def _tables() -> Iterator[Area]:
    yield Area(id="round", kind="panel", name="The round", icon="rotate-cw")
    yield Area(id="event", kind="row", name="Event", icon="scroll-text", text="It works until the end of the round.")
    yield Area(id="wars", kind="row", name="Wars", icon="swords", text="Ports of a nation at war with yours are closed.")
    yield Area(id="npcs", kind="row", name="Captains of other ships", icon="medal")
    text = "Found merchants. From the start of a round with 8 tokens or more, they go back to the zones without one."
    yield Area(id="merchant_track", kind="row", name="Merchants found", icon="sailboat", text=text)


def _decks() -> Iterator[Area]:
    yield Area(id="events", kind="pile", name="Event cards", icon="scroll-text", home=True)
    yield Area(id="events/discard", kind="pile", name="Events that are over", icon="layers")
    yield Area(id="glory", kind="pile", name="Glory cards", icon="sparkles", home=True)
    yield Area(id="glory/discard", kind="pile", name="Glory cards discarded", icon="layers")
    yield Area(id="cargo", kind="pile", name="Cargo cards", icon="package", home=True)
    yield Area(id="cargo/discard", kind="pile", name="Cargo cards discarded", icon="layers")
    yield Area(id="rumor", kind="pile", name="Rumors", icon="book-open", home=True)
    yield Area(id="rumor/discard", kind="pile", name="Rumors discarded", icon="layers")
    yield Area(id="mission", kind="pile", name="Missions", icon="scroll-text", home=True)
    yield Area(id="mission/discard", kind="pile", name="Missions discarded", icon="layers")
    yield Area(id="captains", kind="pile", name="Captains", icon="user", home=True)
    yield Area(id="captains/gone", kind="row", name="Captains out of the game", icon="skull")
    yield Area(id="demand", kind="pile", name="Demand tokens", icon="scale", home=True)
    yield Area(id="supply", kind="row", name="Ships and weapons to buy", icon="store", home=True)


def _fights() -> Iterator[Area]:
    yield Area(id="port_action", kind="row", name="Port action", icon="anchor")
    yield Area(id="window", kind="row", name="Reactions", icon="bell", text="Glory cards are announced here, face down.")
    yield Area(id="effect", kind="row", name="Card being carried out", icon="hand")
    yield Area(id="roll", kind="row", name="Roll", icon="dices", text="A skull is a success.")
    yield Area(id="raid", kind="panel", name="Raid", icon="sailboat")
    yield Area(id="raid/table", kind="row", name="Cards of the raid", inside="raid", icon="package")
    yield Area(id="raid/dice", kind="row", name="Dice of the raid", inside="raid", icon="dices")
    yield Area(id="battle", kind="panel", name="Battle", icon="swords")
    for side, name in enumerate(("Aggressor", "Defender")):
        panel, whose = f"battle/{side}", name.lower()
        yield Area(id=panel, kind="panel", name=name, inside="battle")
        yield Area(id=ids.in_battle(side, "ship"), kind="row", name=f"Ship of the {whose}", inside=panel, icon="ship")
        yield Area(id=ids.in_battle(side, "dice"), kind="row", name=f"Dice of the {whose}", inside=panel, icon="dices")
        yield Area(id=ids.in_battle(side, "hits"), kind="row", name=f"Hits by the {whose}", inside=panel, icon="target")
    yield Area(id="hits", kind="panel", name="Hits still to fall", icon="target")


def _seat(number: int, player: str) -> Iterator[Area]:
    panel = ids.seat(number)

    def row(what: str, name: str, *, icon: Icon | None = None, private: bool = False, text: str = "") -> Area:
        area = ids.of_seat(number, what)
        return Area(id=area, kind="row", name=name, inside=panel, seat=number, icon=icon, private=private, text=text)

    yield Area(id=panel, kind="panel", name=player[:40], seat=number)
    yield row("captain", "Captain")
    yield row("ship", "Ship", text=f"{', '.join(LOCATIONS).capitalize()}: a ship whose Hull falls to 0 sinks.")
    yield row("modifications", "Modifications")
    yield row("weapons", "Special weapons")
    yield row("bounties", "Bounties", text="Ports of these nations are closed to the captain, and their naval ships hunt.")
    yield row("specialists", "Specialists", icon="user-plus")
    yield row("mission", "Mission", icon="scroll-text")
    yield row("rumors", "Rumors", icon="book-open", private=True)
    yield row("cargo", "Cargo", icon="package", private=True)
    yield row("offer", "Offer", icon="hand-coins", private=True)
    yield row("lot", "Lot", icon="boxes", private=True, text="Cargo cards that are to be sold, bought or taken.")
    yield row("glory", "Glory cards", icon="sparkles", private=True, text="At most four.")
    yield row("announced", "Announced", icon="bell", private=True)
    yield row("returning", "Modifications to be laid out", private=True)
    yield row("lasting", "In force for this captain", icon="hourglass")
