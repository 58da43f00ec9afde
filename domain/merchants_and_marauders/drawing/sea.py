"""The sea with its tokens and ships, the glory track, the round, the decks and the supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain

from domain.drawing import Fact, Piece
from domain.game import Hidden
from domain.kit.memo import memo_by_identity

from .. import ids
from ..content import MISSIONS, NPCS, PORTS, SHIPS, WEAPONS, ZONES
from ..frames import Cards, EventInPlay
from ..moving import closes
from ..rounds import REFILL_AT
from ..state import GOAL, Npc
from ..texts import names as n
from ..view import DeckView, MaraudersView, Zone
from .pieces import KEPT, card, cards, covered, npc_at_sea, token

MISSION_ZONES: Mapping[str, str] = {card.id: PORTS[card.port].zone for card in MISSIONS.values()}
SEAS = 1 << 9
"""The most seas whose pieces are kept: they stay the same for many commands."""
ENDS = {
    "glory": "a captain declared victory",
    "event_deck_empty": "no event card is left",
    "captain_deck_empty": "no captain is left",
}


def pieces(view: MaraudersView, captains: Iterable[Piece], markers: Iterable[Piece]) -> Iterator[Iterable[Piece]]:
    """Piece by piece of the table. `captains`: their ships; `markers`: theirs on the glory track."""
    yield _sea(view, captains)
    yield markers
    yield _event(view)
    yield _wars(view.wars)
    yield _npc_captains(view.npcs, view.announced_npcs)
    yield _track(view.merchant_track)
    yield _decks(
        view.event,
        view.event_deck,
        view.event_discard,
        (view.glory, view.cargo, view.rumor, view.mission),
        (view.captains, view.captains_gone),
        view.demand_pool,
    )
    yield _stocks(*_taken(view))


# On the sea


def _sea(view: MaraudersView, captains: Iterable[Piece]) -> Iterator[Piece]:
    """Zone by zone: tokens, NPC ships, and the ships of captains."""
    scouted = () if view.current_turn is None else view.current_turn.scouted
    tokens = _tokens(
        view.demand,
        view.modification_ports,
        view.modifications,
        view.face_down,
        view.merchant_zones,
        view.merchants,
        scouted,
        view.missions,
    )
    found = {**_with_npcs(tokens, _npcs(view.npcs, view.wars, scouted))}
    for ship in captains:
        found[ship.inside] = (*found[ship.inside], ship)
    return chain.from_iterable(found.values())


@memo_by_identity(SEAS)
def _with_npcs(tokens: Mapping[str, Sequence[Piece]], npcs: Sequence[Piece]) -> Mapping[str, tuple[Piece, ...]]:
    return {zone: (*there, *[ship for ship in npcs if ship.inside == zone]) for zone, there in tokens.items()}


@memo_by_identity(SEAS)
def _tokens(
    demand: Mapping[str, str],
    ports: Cards,
    face_up: Mapping[str, str],
    face_down: Zone,
    merchant_zones: Cards,
    merchants: Zone,
    scouted: Cards,
    missions: Cards,
) -> Mapping[str, Sequence[Piece]]:
    """By zone: the demand, the modification, the merchant and the missions."""
    found: dict[str, list[Piece]] = {zone: [] for zone in ZONES}
    for port, good in sorted(demand.items()):
        found[PORTS[port].zone].append(token(ids.demand(port), PORTS[port].zone, good))
    known = _known(face_down, [port for port in ports if port not in face_up])
    for port in ports:
        found[PORTS[port].zone].append(_modification(port, face_up.get(port, ""), known.get(port, "")))
    nations = _known(merchants, merchant_zones)
    for zone in merchant_zones:
        marks = ("scouted",) if f"merchant:{zone}" in scouted else ()
        found[zone].append(_merchant(zone, nations.get(zone, ""), *marks))
    for mission in missions:
        zone = MISSION_ZONES[mission]
        found[zone].append(card(mission, zone))
    return found


def _known(tokens: Zone, places: Sequence[str]) -> Mapping[str, str]:
    """By place; nothing where the viewer does not see them."""
    return {} if isinstance(tokens, Hidden) else dict(zip(places, tokens, strict=True))


@cache
def _modification(port: str, face_up: str, seen_by_viewer: str) -> Piece:
    zone, piece = PORTS[port].zone, ids.modification(port)
    if face_up:
        return token(piece, zone, face_up)
    if seen_by_viewer:
        return token(piece, zone, seen_by_viewer, "face_down")
    return Piece(id=piece, inside=zone, name="Modification", icon="hammer", down=True)


@cache
def _merchant(zone: str, nation: str, *marks: str) -> Piece:
    piece = ids.merchant(zone)
    if nation:
        return token(piece, zone, f"merchant/{nation}", *marks, "face_down")
    return Piece(id=piece, inside=zone, name="Merchant", icon="sailboat", down=True, marks=marks)


@memo_by_identity(SEAS)
def _npcs(npcs: Mapping[str, Npc], wars: Sequence[tuple[str, str]], scouted: Cards) -> Sequence[Piece]:
    """The NPC ships at sea."""
    found = []
    fighting = {nation for war in wars for nation in war}
    for npc in NPCS:
        ship = npcs.get(npc)
        if ship is not None and ship.zone is not None:
            marks = (*(("at_war",) if npc in fighting else ()), *(("scouted",) if f"npc:{npc}" in scouted else ()))
            found.append(npc_at_sea(npc, ship, *marks))
    return found


# Around it


def _event(view: MaraudersView) -> Iterable[Piece]:
    playing = [frame.card for frame in view.stack if type(frame) is EventInPlay and frame.card != view.event]
    arriving = [npc_card for _, npc_card in view.announced_npcs]
    return [card(each, "event") for each in (view.event, *playing) if each is not None and each not in arriving]


@cache
def _wars(wars: tuple[tuple[str, str], ...]) -> tuple[Piece, ...]:
    return tuple(
        Piece(id=f"war/{one}/{other}", inside="wars", name=f"{n.nation(one)} against {n.nation(other)}", icon="swords")
        for one, other in wars
    )


@memo_by_identity(SEAS)
def _npc_captains(npcs: Mapping[str, Npc], announced: Sequence[tuple[str, str]]) -> tuple[Piece, ...]:
    found = []
    for npc in NPCS:
        ship = npcs.get(npc)
        for place, each in enumerate(() if ship is None else ship.cards):
            found.append(card(each, "npcs", "waiting" if place else "in_command"))
    return (*found, *[card(each, "npcs", "arriving") for _, each in announced])


def _track(tokens: Zone) -> Iterable[Piece]:
    if isinstance(tokens, Hidden):
        return [covered("merchant_track", tokens.count)] if tokens.count else []
    return [token(f"merchant_track/{place}", "merchant_track", f"merchant/{each}") for place, each in enumerate(tokens)]


@lru_cache(SEAS)
def _decks(
    event: str | None,
    events: Zone,
    events_over: Cards,
    decks: tuple[DeckView, ...],
    captains: tuple[Zone, Cards],
    demand_pool: Zone,
) -> tuple[Piece, ...]:
    """Discard piles are open (MM-388), the latest card last; a figure says how many there are. In decks nobody looks."""
    found = [*_pile("events", events, tuple([each for each in events_over if each != event]))]
    for name, deck in zip(("glory", "cargo", "rumor", "mission"), decks, strict=True):
        found += _pile(name, deck.cards, deck.discard)
    left, gone = captains
    found += _pile("captains", left)
    found += cards(gone, "captains/gone")
    found += _pile("demand", demand_pool)
    return tuple(found)


@lru_cache(SEAS)
def _pile(deck: str, left: Zone, discard: Cards = ()) -> Sequence[Piece]:
    number = n.size(left)
    found = [covered(deck, number)] if number else []
    return found + cards(discard, f"{deck}/discard")


def _taken(view: MaraudersView) -> tuple[Cards, Cards]:
    """The ships and the special weapons that captains have."""
    ships = tuple([own.ship.type for own in view.seats if own.ship is not None])
    return ships, tuple([weapon for own in view.seats for weapon in own.weapons])


@lru_cache(KEPT)
def _stocks(ships: Cards, weapons: Cards) -> tuple[Piece, ...]:
    left = {each: _left(each, ships, weapons) for each in (*SHIPS, *WEAPONS)}
    return tuple([_stock(each, count) for each, count in left.items() if count])


@cache
def _stock(face: str, count: int) -> Piece:
    return Piece(id=ids.supply(face), inside="supply", face=face, count=count)


def _left(token: str, ships: Cards, weapons: Cards) -> int:
    """Ships and weapons are limited by their cards and tokens (MM-I19, MM-I07)."""
    if token in SHIPS:
        return SHIPS[token].cards - ships.count(token)
    return WEAPONS[token].copies - weapons.count(token)


def in_supply(view: MaraudersView, token: str) -> int:
    """Cards of a ship, or tokens of a special weapon, that no captain has."""
    return _left(token, *_taken(view))


# Figures


def facts(view: MaraudersView) -> dict[str, tuple[Fact, ...]]:
    """The figures of the round and the decks."""
    size = n.size
    found: dict[str, tuple[Fact, ...]] = {
        "round": tuple(_round(view)),
        ids.TRACK: (("goal", GOAL),),
        "merchant_track": (("tokens", size(view.merchant_track)), ("refill_at", REFILL_AT)),
        "events/discard": (("cards", len(view.event_discard)),),
        "glory/discard": (("cards", len(view.glory.discard)),),
        "cargo/discard": (("cards", len(view.cargo.discard)),),
        "rumor/discard": (("cards", len(view.rumor.discard)),),
        "mission/discard": (("cards", len(view.mission.discard)),),
    }
    if view.drawn:
        found["event"] = (("drawn", n.listed([n.thing(each) for each in view.drawn])),)
    return found


CLOSED = {"bounty": "it has a bounty on you", "war": "its nation is at war with yours"}


def closed(view: MaraudersView, seat: int) -> Sequence[tuple[str, tuple[Fact, ...]]]:
    """The ports that this captain may not enter, by their zones, with the reason."""
    own = view.seats[seat]
    if not own.zone or not isinstance(own.captain, tuple) or not own.captain:
        return ()
    return _closed(own.captain[0], tuple(own.bounties), view.wars)


@lru_cache(256)
def _closed(
    captain: str, bounties: Sequence[str], wars: Sequence[tuple[str, str]]
) -> Sequence[tuple[str, tuple[Fact, ...]]]:
    reasons = {port.zone: closes(port.id, captain, bounties, wars) for port in PORTS.values()}
    return tuple([(zone, (("closed", CLOSED[reason]),)) for zone, reason in reasons.items() if reason is not None])


def _round(view: MaraudersView) -> Iterator[Fact]:
    yield "round", view.round
    yield "turn", view.turn
    if view.current_turn is not None:
        yield "actions", view.current_turn.actions
        yield "moves", view.current_turn.moves
        if view.current_turn.port_action_used:
            yield "port_used", "used in this turn"
    if view.game_over_after_round:
        yield "last_round", "after this round the game ends"
    if view.end_reason is not None:
        yield "ended", ENDS[view.end_reason]
