"""Samples a state that a seat cannot distinguish from the true one: all that it does not see is dealt again (RULES.md,
chapter 21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from domain.game import Hidden, Rng
from domain.kit.cards import shuffled
from domain.kit.updates import with_seat

from ..captains import START_GOLD
from ..content import (
    CAPTAINS,
    CARGO,
    DEMAND_TOKENS,
    EVENT_CARDS,
    MERCHANT_TOKENS,
    MISSIONS,
    MODIFICATION_TOKENS,
    RUMORS,
    STARTING_SHIPS,
)
from ..frames import BuyLot, EventInPlay, MerchantFound, Raid, SellLot, StartingShips
from ..state import Seat, Ship, State, full_values, port_here
from ..trade import good_of, lot_price
from ..values import Cards, Deck
from ..view import MaraudersView, Zone
from ..view.state_from_view import shown, state_from_view
from .guessed_hands import deal_hands

PROFIT = 4
"""A captain's profit in a round is guessed below this, in gold."""


def determinize(view: MaraudersView, seat: int | None, rng: Rng) -> State:
    """A state that gives this seat this view."""
    state = state_from_view(view)
    for deal in (_tokens, _captains, _cargo, _rumors, _gold, deal_hands):
        state = deal(state, view, rng)
    return state


class Pile:
    """All tokens or cards that the viewer does not see, in random order. `everything` may hold equal ones."""

    def __init__(self, everything: Iterable[str], seen: Iterable[str], rng: Rng) -> None:
        left = Counter(tuple(everything))
        left.subtract(seen)
        self.cards = list(shuffled(left.elements(), rng))

    def take(self, count: int, fits: Callable[[str], bool] = lambda card: True) -> Cards:
        taken = [card for card in self.cards if fits(card)][:count]
        assert len(taken) == count
        for card in taken:
            self.cards.remove(card)
        return tuple(taken)

    def deal(self, zone: Zone) -> Cards:
        """The zone with its hidden cards filled in."""
        return self.take(zone.count) if isinstance(zone, Hidden) else zone


def _with_seats(state: State, change: Callable[[int, Seat], Seat]) -> State:
    return replace(state, seats=tuple(change(number, own) for number, own in enumerate(state.seats)))


# Tokens and decks that no seat holds


def _tokens(state: State, view: MaraudersView, rng: Rng) -> State:
    events = [*view.event_discard, *(card for _, card in view.announced_npcs)]
    events += [card for npc in view.npcs.values() for card in npc.cards]
    events += [frame.card for frame in view.stack if isinstance(frame, EventInPlay)]
    missions = [*view.mission.discard, *view.missions, *(own.mission for own in view.seats if own.mission is not None)]
    state = replace(
        state,
        demand_pool=Pile(DEMAND_TOKENS, view.demand.values(), rng).deal(view.demand_pool),
        event_deck=Pile(EVENT_CARDS, events, rng).deal(view.event_deck),
        mission=Deck(Pile(MISSIONS, missions, rng).deal(view.mission.cards), view.mission.discard),
    )
    return _modifications(_merchants(state, view, rng), view, rng)


def _merchants(state: State, view: MaraudersView, rng: Rng) -> State:
    """The tokens in zones and on the track. A merchant just found is on the track already (MM-168)."""
    if isinstance(view.merchants, tuple) and isinstance(view.merchant_track, tuple):
        merchants = dict(zip(view.merchant_zones, view.merchants, strict=True))
        return replace(state, merchants=merchants, merchant_track=view.merchant_track)
    assert isinstance(view.merchant_track, Hidden)
    found = tuple(frame.nation for frame in view.stack if isinstance(frame, MerchantFound))
    pile = Pile(MERCHANT_TOKENS, found, rng)
    track = (*pile.take(view.merchant_track.count - len(found)), *found)
    merchants = dict(zip(view.merchant_zones, pile.deal(view.merchants), strict=True))
    return replace(state, merchants=merchants, merchant_track=track)


def _modifications(state: State, view: MaraudersView, rng: Rng) -> State:
    """Modifications. Tokens to be laid out were on one ship, so a seat's are of different types (MM-116)."""
    seen = [*view.modifications.values(), *shown(view.face_down)]
    for own in view.seats:
        seen += shown(own.returning)
        seen += own.ship.modifications if own.ship is not None else ()
    pile = Pile(MODIFICATION_TOKENS, seen, rng)
    seats = list(state.seats)
    for number, own in enumerate(view.seats):
        if isinstance(own.returning, Hidden):
            types = tuple(dict.fromkeys(pile.cards))[: own.returning.count]
            tokens = tuple(token for each in types for token in pile.take(1, each.__eq__))
            seats[number] = replace(seats[number], returning=tokens)
    ports = [port for port in view.modification_ports if port not in view.modifications]
    hidden = dict(zip(ports, pile.deal(view.face_down), strict=True))
    return replace(state, seats=tuple(seats), modifications={**view.modifications, **hidden})


def _captains(state: State, view: MaraudersView, rng: Rng) -> State:
    """Captain cards. The seats' own are hidden until all have chosen a ship (MM-024, MM-025)."""
    pile = Pile(CAPTAINS, [*view.captains_gone, *(card for own in view.seats for card in shown(own.captain))], rng)
    choosing = next((frame for frame in view.stack if isinstance(frame, StartingShips)), None)

    def arrive(number: int, own: Seat) -> Seat:
        captain = pile.deal(view.seats[number].captain)
        ship = own.ship
        if choosing is not None and ship is None and number not in choosing.waiting:
            kind = STARTING_SHIPS[rng.below(len(STARTING_SHIPS))]
            ship = Ship(kind, full_values(kind))
        return replace(own, captain=captain[0] if captain else None, ship=ship)

    state = _with_seats(state, arrive)
    return replace(state, captains=pile.deal(view.captains))


# What seats hold


def _cargo(state: State, view: MaraudersView, rng: Rng) -> State:
    seen = [*view.cargo.discard, *shown(view.cargo.cards)]
    for own in view.seats:
        seen += {*shown(own.cargo), *shown(own.offer), *shown(own.lot)}
    for frame in view.stack:
        seen += frame.table if isinstance(frame, Raid) else ()
    pile = Pile(CARGO, seen, rng)
    for frame in view.stack:
        if isinstance(frame, BuyLot):
            state = _purchase(state, view, frame, pile)
    selling = {frame.seat for frame in view.stack if isinstance(frame, SellLot)}

    def load(number: int, own: Seat) -> Seat:
        known = view.seats[number]
        cargo = pile.deal(known.cargo)
        if number in selling and isinstance(known.lot, Hidden):
            return replace(own, cargo=cargo, lot=cargo[: known.lot.count])
        return replace(own, cargo=cargo)

    state = _with_seats(state, load)
    return replace(state, cargo=Deck(pile.deal(view.cargo.cards), view.cargo.discard))


def _purchase(state: State, view: MaraudersView, frame: BuyLot, pile: Pile) -> State:
    """Whether an offer is possible: no good in demand (MM-094), and a lot that the seat's open gold can pay (MM-102)."""
    known = view.seats[frame.seat]
    if not isinstance(known.offer, Hidden) or not isinstance(known.lot, Hidden):
        return state
    wanted = state.demand.get(port_here(state.seats[frame.seat]) or "") if frame.kind == "goods" else None
    fitting = [card for card in pile.cards if good_of(card) != wanted]
    copies = Counter(good_of(card) for card in fitting)
    cheapest = sorted(fitting, key=lambda card: (-copies[good_of(card)], good_of(card)))
    size = known.lot.count + known.offer.count
    dealt = state
    for cards in (fitting[:size], cheapest[:size]):
        dealt = _with_purchase(state, frame, tuple(cards), known.lot.count)
        own = dealt.seats[frame.seat]
        if not isinstance(known.gold, int) or lot_price(dealt, frame, own.lot) <= known.gold:
            break
    own = dealt.seats[frame.seat]
    pile.take(size, {*own.offer, *own.lot}.__contains__)
    return dealt


def _with_purchase(state: State, frame: BuyLot, cards: Cards, lot: int) -> State:
    return with_seat(state, frame.seat, lot=cards[:lot], offer=cards[lot:])


def _rumors(state: State, view: MaraudersView, rng: Rng) -> State:
    seen = [*view.rumor.discard, *shown(view.rumor.cards)]
    for own in view.seats:
        seen += shown(own.rumors) if own.open_rumor is None else {*shown(own.rumors), own.open_rumor}
    pile = Pile(RUMORS, seen, rng)

    def hear(number: int, own: Seat) -> Seat:
        zone = view.seats[number].rumors
        if not isinstance(zone, Hidden):
            return own
        played = () if own.open_rumor is None else (own.open_rumor,)
        return replace(own, rumors=(*played, *pile.take(zone.count - len(played))))

    state = _with_seats(state, hear)
    return replace(state, rumor=Deck(pile.deal(view.rumor.cards), view.rumor.discard))


def _gold(state: State, view: MaraudersView, rng: Rng) -> State:
    """The starting gold and some profit, partly stashed; on board at least the price of a lot being bought."""
    if not view.round:
        return state
    buying = next((frame for frame in state.stack if isinstance(frame, BuyLot)), None)

    def earn(number: int, own: Seat) -> Seat:
        known = view.seats[number]
        fortune = START_GOLD + rng.below(PROFIT * view.round + 1)
        stash = known.stash if isinstance(known.stash, int) else rng.below(fortune + 1)
        if isinstance(known.gold, int):
            return replace(own, stash=stash)
        price = lot_price(state, buying, own.lot) if buying is not None and buying.seat == number else 0
        # A dead captain has only what can still be plundered, and a new one has not been paid yet.
        on_board = own.zone and (own.ship is not None or own.captain is None)
        return replace(own, gold=max(price, fortune - stash) if on_board else 0, stash=stash)

    return _with_seats(state, earn)
