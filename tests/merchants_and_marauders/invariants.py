"""What must hold in every position (RULES.md, chapter 24)."""

from __future__ import annotations

from collections import Counter

from domain.merchants_and_marauders.content import (
    CAPTAINS,
    CARGO,
    DEMAND_TOKENS,
    EVENT_CARDS,
    GLORY_INSTANCES,
    LOCATIONS,
    MERCHANT_TOKENS,
    MISSIONS,
    MODIFICATION_TOKENS,
    NATIONS,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
    glory_card,
)
from domain.merchants_and_marauders.frames import Battle, BuyLot, ChooseRumor, DiscardToLimit, EventInPlay, Hits, Raid, Round
from domain.merchants_and_marauders.npcs import ship_type_of
from domain.merchants_and_marauders.state import State, cargo_limit, full, full_values


def one_place(found: list[str], everything: object) -> None:
    assert sorted(found) == sorted(everything)  # type: ignore[call-overload]


def check_cards(state: State) -> None:
    """Each card is in exactly one place (MM-I01, MM-I02)."""
    cargo = [*state.cargo.cards, *state.cargo.discard]
    glory = [*state.glory.cards, *state.glory.discard]
    rumors = [*state.rumor.cards, *state.rumor.discard]
    missions = [*state.mission.cards, *state.mission.discard, *state.missions]
    for seat in state.seats:
        cargo += {*seat.cargo, *seat.offer, *seat.lot}
        glory += [*seat.glory, *seat.specialists]
        rumors += seat.rumors
        missions += [seat.mission] if seat.mission else []
    for frame in state.stack:
        if isinstance(frame, Raid):
            cargo += frame.table
    one_place(cargo, CARGO)
    one_place(glory, GLORY_INSTANCES)
    one_place(rumors, RUMORS)
    one_place(missions, MISSIONS)
    events = [*state.event_deck, *state.event_discard, *(card for _, card in state.announced_npcs)]
    events += [card for npc in state.npcs.values() for card in npc.cards]
    events += [frame.card for frame in state.stack if isinstance(frame, EventInPlay)]
    one_place(events, EVENT_CARDS)
    captains = [seat.captain for seat in state.seats if seat.captain] + list(state.captains)
    assert len(set(captains)) == len(captains)
    assert set(captains) <= set(CAPTAINS)


def check_tokens(state: State) -> None:
    """The pieces are complete: merchants (MM-I03, MM-I04), demand (MM-I05), modifications (MM-I06), weapons (MM-I07), ships
    (MM-I19) and open missions (MM-I22)."""
    assert Counter([*state.merchants.values(), *state.merchant_track]) == Counter(MERCHANT_TOKENS)
    assert set(state.merchants) <= set(ZONES)
    assert len(ZONES) - len(state.merchants) == len(state.merchant_track)
    assert set(state.demand) == set(PORTS)
    assert len(state.demand_pool) == 8
    assert Counter([*state.demand.values(), *state.demand_pool]) == Counter(DEMAND_TOKENS)
    modifications = list(state.modifications.values())
    for seat in state.seats:
        modifications += seat.returning
        if seat.ship is not None:
            modifications += seat.ship.modifications
            assert len(set(seat.ship.modifications)) == len(seat.ship.modifications)
            assert set(seat.ship.flipped) <= set(seat.ship.modifications)
    assert Counter(modifications) == Counter(MODIFICATION_TOKENS)
    assert set(state.face_up) <= set(state.modifications)
    for weapon, card in WEAPONS.items():
        assert sum(seat.weapons.count(weapon) for seat in state.seats) <= card.copies
    # MM-I22
    assert len(state.missions) == 2 or not (state.mission.cards or state.mission.discard)
    for ship, kind in SHIPS.items():
        assert sum(seat.ship is not None and seat.ship.type == ship for seat in state.seats) <= kind.cards


def check_seats(state: State) -> None:
    """A seat keeps its limits: cargo (MM-I08, MM-I09), ship values (MM-I10, MM-I11), bounties (MM-I12), gold (MM-I13), glory
    cards (MM-I16), rumors and missions (MM-I17), specialists (MM-I18)."""
    top = state.stack[-1] if state.stack else None
    discarding = isinstance(top, DiscardToLimit)
    for number, seat in enumerate(state.seats):
        assert seat.gold >= 0
        assert seat.stash >= 0
        assert all(nation in NATIONS and 1 <= count <= 5 for nation, count in seat.bounties.items())
        assert len(set(seat.weapons)) == len(seat.weapons)
        types = [glory_card(card).specialist for card in seat.specialists]
        assert len(set(types)) == len(types)
        assert len(seat.rumors) <= 1 or top == ChooseRumor(number)
        if seat.captain is None or seat.ship is None or not seat.zone:
            continue
        whole = full(seat.ship)
        assert all(0 <= getattr(seat.ship.now, place) <= getattr(whole, place) <= 5 for place in LOCATIONS)
        assert seat.ship.now.hull > 0 or number in sinking(state)
        if not discarding:
            assert len(seat.glory) <= 4
            assert len(seat.cargo) <= cargo_limit(state, number)


def sinking(state: State) -> list[int | str]:
    """The sides of a battle while the hits that they dealt each other are still being applied: who sinks may sink both."""
    if not any(isinstance(frame, Hits) for frame in state.stack):
        return []
    return [side.who for frame in state.stack if isinstance(frame, Battle) for side in (frame.aggressor, frame.defender)]


def check_npcs(state: State) -> None:
    """NPC ships: one of each kind, in one zone (MM-I14); Men-o-War sail exactly in war (MM-I15)."""
    for name, npc in state.npcs.items():
        assert npc.zone is None or npc.zone in ZONES
        if npc.zone is not None:
            assert npc.ship == ship_type_of(state, name)
        whole = full_values(npc.ship)
        assert all(0 <= getattr(npc.now, place) <= getattr(whole, place) for place in LOCATIONS)


def check_all(state: State) -> None:
    check_cards(state)
    check_tokens(state)
    check_seats(state)
    check_npcs(state)
    if state.turn is not None:
        assert 0 <= state.turn.actions <= 3
    assert state.round <= 35
    offering = {frame.seat for frame in state.stack if isinstance(frame, BuyLot | Raid)}
    assert {number for number, seat in enumerate(state.seats) if seat.offer_open} <= offering
    assert state.result is not None or isinstance(state.stack[0], Round) or not state.round
