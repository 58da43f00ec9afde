"""What must hold in every position (RULES.md, 25.2)."""

from __future__ import annotations

from domain.pirates_of_maracaibo.content import (
    AREAS,
    BURIED,
    FIGUREHEADS,
    IMPROVEMENTS,
    LAYOUTS,
    LOCATIONS,
    POSEIDON,
    QUESTS,
    SECTIONS,
    SLOTS,
    STORAGE,
    TIER_TWO,
    TILES,
    TRACK,
)
from domain.pirates_of_maracaibo.effects.exploring import SHARED
from domain.pirates_of_maracaibo.state import Seat, State, buried, treasures
from domain.pirates_of_maracaibo.values import TREASURES


def check_sea(state: State) -> None:
    """The sea has 27 cards (PM-I01), none is in two places (PM-I04). Residences have at most one token of a seat (PM-I09),
    Locations one Black Market tile (PM-I10)."""
    assert list(state.sea) == [space.id for space in LAYOUTS[state.options.layout].spaces]
    assert len(state.sea) == 27
    in_sea = [card.id for card in state.sea.values() if card.id]
    owned = [card for seat in state.seats for card in seat.improvements]
    owned += state.jordan.improvements if state.jordan else ()
    everywhere = [*in_sea, *owned, *(card.id for card in state.tier_two)]
    assert len(set(everywhere)) == len(everywhere)
    assert sum(card in LOCATIONS and LOCATIONS[card].tier == 1 for card in in_sea) == 8
    assert set(state.residences) <= set(in_sea)
    assert len(state.residences) <= 4
    assert all(len(set(tokens)) == len(tokens) for tokens in state.residences.values())
    tiles = [location for seat in state.seats for location in seat.tiles.values()]
    assert len(set(tiles)) == len(tiles)
    assert set(tiles) <= set(in_sea) & set(LOCATIONS)
    assert all(set(seat.tiles) <= set(TILES) for seat in state.seats)


def check_cards(state: State) -> None:
    """Tier II cards (PM-I02), Quests (PM-I03) and Figureheads (PM-I08) are complete."""
    seats, jordan = state.seats, state.jordan
    tier_two = [card.id for card in (*state.tier_two, *state.sea.values()) if card.back == "tier_2"]
    tier_two += [card for seat in seats for card in seat.improvements if IMPROVEMENTS[card].tier == 2]
    quests = [*state.quest_deck, *filter(None, state.quest_market)]
    quests += [quest for seat in seats for quest in (*seat.quests, *seat.dealt)]
    figureheads = [*state.figurehead_market, *(seat.figurehead for seat in seats if seat.figurehead)]
    if jordan is not None:
        tier_two += [card for card in jordan.improvements if IMPROVEMENTS[card].tier == 2]
        quests += jordan.quests
        figureheads += [jordan.figurehead] if jordan.figurehead else []
    assert sorted(tier_two) == sorted(TIER_TWO)
    assert sorted(quests) == sorted(QUESTS)
    assert len(set(figureheads) & set(FIGUREHEADS)) == len(figureheads) == (3 if jordan is not None else len(seats) + 2)


def check_seat(seat: Seat) -> None:
    """A seat keeps its limits: Treasures (PM-I05, PM-I06), Upgrades (PM-I11), doubloons (PM-I12), rivers (PM-I16)."""
    assert seat.doubloons >= 0
    assert set(seat.rivers) <= {1, 2, 3, 4}
    assert len(set(seat.rivers)) == len(seat.rivers)
    for number, slot in enumerate(seat.upgrades):
        assert SECTIONS[SLOTS[slot].section].requires_upgrades <= number
    assert len(set(seat.upgrades)) == len(seat.upgrades)
    for place, kind in seat.covered.items():
        assert place in POSEIDON or {**STORAGE, **BURIED}[place][0] == kind
    for treasure in TREASURES:
        poseidon = sum(place in POSEIDON for place in seat.covered)
        assert buried(seat, treasure) <= len(AREAS[treasure].buried_spaces) + poseidon
        bonus = sum(place in STORAGE and kind == treasure for place, kind in seat.covered.items())
        assert treasures(seat, treasure) == seat.stored.get(treasure, 0) + bonus + buried(seat, treasure)
        assert seat.stored.get(treasure, 1) > 0
    assert not set(seat.covered) & set(POSEIDON) or seat.figurehead == "FG"


def check_explorers(state: State) -> None:
    """Explorers share no space but END, START and RDT (PM-I15)."""
    explorers = [seat.explorer for seat in state.seats] + ([state.jordan.explorer] if state.jordan else [])
    assert set(explorers) <= {*TRACK, *SHARED}
    alone = [space for space in explorers if space not in SHARED]
    assert len(set(alone)) == len(alone)


def check_all(state: State) -> None:
    check_sea(state)
    check_cards(state)
    check_explorers(state)
    for seat in state.seats:
        check_seat(seat)
    # PM-I07, PM-I17
    assert all(markers >= 0 for markers in state.islands.values())
    if state.turn is not None:
        assert len(set(state.turn.used)) == len(state.turn.used)
        assert all(pool.power >= 0 for pool in state.turn.pools)


def check_change(before: State, after: State) -> None:
    """No command takes cards out of the sea (PM-I04), lowers a score (PM-I13), moves an Explorer back but by Retirement
    (PM-I15), or uncrosses a river (PM-I16)."""
    for fixed in ("options", "first_seat", "closing_seat", "tile_sides", "value_tiles"):
        assert getattr(before, fixed) == getattr(after, fixed)
    for space, card in before.sea.items():
        assert after.sea[space].id == card.id or card.id in IMPROVEMENTS
        assert after.sea[space].face_up or after.sea[space].id != card.id or not card.face_up
    for residence, tokens in before.residences.items():
        assert after.residences[residence][: len(tokens)] == tokens
    assert before.ruby_market.items() <= after.ruby_market.items()
    for was, now in zip(before.seats, after.seats, strict=True):
        assert now.vp >= was.vp
        assert set(was.rivers) <= set(now.rivers)
        assert set(was.upgrades) <= set(now.upgrades)
        assert was.tiles.items() <= now.tiles.items()
        assert was.figurehead in (None, now.figurehead)
        assert set(was.improvements) <= set(now.improvements)
        assert {place: kind for place, kind in was.covered.items() if place not in STORAGE}.items() <= now.covered.items()
        assert now.retired or not was.retired
