"""What a seat may see of a game (RULES.md, chapter 21): views built by inclusion. Events and commands: `redactions`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from domain.game import Hidden, Secret
from domain.kit.memo import memo_by_identity

from ..content import CAPTAINS, PORTS, ZONES
from ..frames import Decision, Frame, PlaceModification, Plunder, StartingShips, Window
from ..options import Options
from ..state import Lasting, Npc, Seat, Ship, State, Throw, Turn, decision
from ..values import (
    CaptainId,
    Cards,
    CargoCard,
    DeckCard,
    Deed,
    DrawnThing,
    EventCardId,
    GloryCard,
    GloryCards,
    GoodId,
    MissionId,
    ModificationId,
    NationId,
    NpcId,
    PortId,
    Ranked,
    RumorId,
    WeaponId,
    ZoneId,
)

Zone: TypeAlias = Cards | Hidden
Amount: TypeAlias = int | Secret
SECRET = Secret()
KEPT = 1 << 11
"""The most seats and tokens at sea whose views are kept: most positions have those of the one before."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as somebody sees it."""

    seat: int
    """Its number."""
    points: int
    """Glory points on the track."""
    stash: Amount
    """Gold in the stash."""
    declared: bool
    """Whether the seat declared victory (MM-369)."""
    captain: tuple[CaptainId, ...] | Hidden
    """One card, or none; hidden while the first captains are secret."""
    zone: ZoneId | None
    """The zone where its ship is, also in that zone's port; null before it has put to sea."""
    in_port: bool
    """Whether the ship is in the port of its zone."""
    by_event: bool
    """Whether the captain entered this port by Smugglers' Night (MM-398)."""
    ship: Ship | None
    """Null while it has none, and for others while first ships are secret."""
    gold: Amount
    """On board; hidden from others unless gold is open."""
    cargo: tuple[CargoCard, ...] | Hidden
    """Cargo cards on board; hidden from others."""
    glory: tuple[GloryCard, ...] | Hidden
    """Glory cards in the hand; hidden from others."""
    rumors: tuple[RumorId, ...] | Hidden
    """Its rumors; hidden from others, except one that is face up."""
    open_rumor: RumorId | None
    """The rumor that was played and is kept, face up (MM-400)."""
    mission: MissionId | None
    """The one it claimed; null where it has none."""
    mission_step: int
    """The place, in the list of the mission's steps, of the one to be done next."""
    mission_done: tuple[Deed, ...]
    """The parts of that step that are done: ports visited, raids."""
    freight: int
    """Cargo spaces that the mission's freight takes."""
    specialists: GloryCards
    """The specialists it hired."""
    weapons: tuple[WeaponId, ...]
    """Special weapons on board."""
    bounties: Mapping[NationId, int]
    """Bounties by nation; a captain with any is a pirate."""
    big_ship: bool
    """Whether this captain has earned the point for a Frigate or Galleon (MM-111)."""
    offers: tuple[PortId | None, ...]
    """The port of the captain's purchases in this captain turn, and the one in the turn before; null where there was none.
    Each makes the next offer there smaller (MM-096)."""
    offer: tuple[CargoCard, ...] | Hidden
    """Cargo cards from which the seat chooses."""
    offer_open: bool
    """Whether all see the offer: cards of a raid or of a naval ship (MM-383)."""
    lot: tuple[CargoCard, ...] | Hidden
    """Cargo cards chosen to be sold, bought or taken."""
    announced: tuple[GloryCard, ...] | Hidden
    """One glory card, or none, covered until it is resolved."""
    withdrawn: GloryCards
    """Cards of the hand that were shown in a window that is still open (MM-210)."""
    returning: tuple[ModificationId, ...] | Hidden
    """Modifications that wait to be laid out; once this has begun, which of them is already in a port is hidden from all."""

    @property
    def here(self) -> str:
        """The zone of a seat that has put to sea."""
        assert self.zone is not None
        return self.zone


class DeckView(msgspec.Struct, frozen=True):
    """A deck as somebody sees it, the top card first, and its discard pile, the latest card last."""

    cards: tuple[DeckCard, ...] | Hidden
    """Face down; hidden until the game is over."""
    discard: tuple[DeckCard, ...]
    """Face up."""


class MaraudersView(msgspec.Struct, frozen=True, kw_only=True):
    """A game of Merchants & Marauders as somebody sees it."""

    options: Options
    """Every option with its value."""
    seats: tuple[SeatView, ...]
    """The seats, by their numbers."""
    stack: tuple[Frame, ...]
    """The processes and decisions under way, the innermost last."""
    decision: Decision | None
    """The open decision and its seat; null once the game is over."""
    order: tuple[int, ...]
    """Turn order."""
    round: int
    """Its number, from 1."""
    turn: int
    """The number of the captain turn, from 1, counted through all seats; setting up belongs to the first."""
    current_turn: Turn | None
    """The captain turn under way; null between them."""
    event: EventCardId | None
    """The global event that works in this round."""
    drawn: tuple[DrawnThing, ...]
    """The things that the event drew at random."""
    pardons: tuple[int, ...]
    """The seats that bought pardons in this round, once for each (MM-055)."""
    lasting: tuple[Lasting, ...]
    """Cards that work for a while."""
    wars: tuple[tuple[NationId, NationId], ...]
    """Oldest first."""
    npcs: Mapping[NpcId, Npc]
    """The NPC ships, by their ids."""
    announced_npcs: tuple[tuple[NpcId, EventCardId], ...]
    """NPC cards drawn in this round: pairs of NPC and card (MM-037)."""
    demand: Mapping[PortId, GoodId]
    """The good in demand at each port."""
    demand_pool: tuple[GoodId, ...] | Hidden
    """Demand tokens that are at no port."""
    modification_ports: tuple[PortId, ...]
    """The ports that have a modification token."""
    modifications: Mapping[PortId, ModificationId]
    """The face-up tokens among these, by port."""
    face_down: tuple[ModificationId, ...] | Hidden
    """The modification tokens that are not turned up, in the order of ports."""
    merchant_zones: tuple[ZoneId, ...]
    """The zones that have a merchant token."""
    merchants: tuple[NationId, ...] | Hidden
    """These tokens, in the order of `merchant_zones`."""
    merchant_track: tuple[NationId, ...] | Hidden
    """The tokens of merchants that were found."""
    missions: tuple[MissionId, ...]
    """The missions at ports."""
    captains: tuple[CaptainId, ...] | Hidden
    """The deck of captains."""
    captains_gone: tuple[CaptainId, ...]
    """Out of the game: dead or retired (MM-357, MM-368)."""
    event_deck: tuple[EventCardId, ...] | Hidden
    """The top card first."""
    event_discard: tuple[EventCardId, ...]
    """The latest card last."""
    glory: DeckView
    """Glory cards."""
    cargo: DeckView
    """Cargo cards."""
    rumor: DeckView
    """Rumors."""
    mission: DeckView
    """Missions."""
    thrown: Throw | None
    """The dice rolled last for a check; null until there are any."""
    game_over_after_round: bool
    """Whether the end has been triggered: the round is played to its end."""
    end_reason: Literal["glory", "event_deck_empty", "captain_deck_empty"] | None
    """Null until the game is over."""
    ranking: tuple[Ranked, ...]
    """The best first; empty until the game is over."""


def view(state: State, seat: int | None) -> MaraudersView:
    """The game as this seat or a spectator sees it."""
    return _view(state, seat, everything=False)


def open_view(state: State) -> MaraudersView:
    """The game with nothing hidden."""
    return _view(state, None, everything=True)


def _view(state: State, viewer: int | None, *, everything: bool) -> MaraudersView:
    def cards(zone: Cards) -> Zone:
        return zone if everything else Hidden(len(zone))

    def deck(which: Any) -> DeckView:
        return DeckView(cards(which.cards), which.discard)

    ports, turned_up, face_down = _modifications(state.modifications, state.face_up, everything)
    merchant_zones, merchants = _merchants(state.merchants, everything)
    return MaraudersView(
        options=state.options,
        seats=_seats(state, viewer, everything=everything),
        stack=state.stack,
        decision=decision(state),
        order=state.order,
        round=state.round,
        turn=state.turn_number,
        current_turn=state.turn,
        event=state.event,
        drawn=state.drawn,
        pardons=state.pardons,
        lasting=state.lasting,
        wars=state.wars,
        npcs=state.npcs,
        announced_npcs=state.announced_npcs,
        demand=state.demand,
        demand_pool=cards(state.demand_pool),
        modification_ports=ports,
        modifications=turned_up,
        face_down=face_down,
        merchant_zones=merchant_zones,
        merchants=merchants,
        merchant_track=cards(state.merchant_track),
        missions=state.missions,
        captains=cards(state.captains),
        captains_gone=_captains_gone(state.captains, *[seat.captain for seat in state.seats]),
        event_deck=cards(state.event_deck),
        event_discard=state.event_discard,
        glory=deck(state.glory),
        cargo=deck(state.cargo),
        rumor=deck(state.rumor),
        mission=deck(state.mission),
        thrown=state.thrown,
        game_over_after_round=state.game_over_after_round,
        end_reason=state.result.reason if state.result is not None else None,
        ranking=state.result.ranking if state.result is not None else (),
    )


@memo_by_identity(KEPT)
def _modifications(tokens: Mapping[str, str], face_up: Cards, everything: bool) -> tuple[Cards, Mapping[str, str], Zone]:
    """The ports that have a token, the tokens that are face up by port, and the others in the order of ports."""
    ports = tuple([port for port in PORTS if port in tokens])
    face_down = tuple([tokens[port] for port in ports if port not in face_up])
    return (
        ports,
        {port: tokens[port] for port in PORTS if port in face_up},
        face_down if everything else Hidden(len(face_down)),
    )


@memo_by_identity(KEPT)
def _merchants(tokens: Mapping[str, str], everything: bool) -> tuple[Cards, Zone]:
    """The zones that have a token, and the tokens in the order of zones."""
    zones = tuple([zone for zone in ZONES if zone in tokens])
    return zones, tuple([tokens[zone] for zone in zones]) if everything else Hidden(len(zones))


@memo_by_identity(KEPT)
def _captains_gone(deck: Cards, *at_sea: str | None) -> Cards:
    there = {*deck, *at_sea}
    return tuple([card for card in CAPTAINS if card not in there])


class Shown(NamedTuple):
    """What a viewer is shown of a seat."""

    all: bool
    """Everything: the viewer owns the seat, or the view is open."""
    first_ship: bool
    """Captain and ship, which are secret while the first ones are dealt."""
    stash: bool
    gold: bool
    glory: bool
    """The hand of glory cards."""
    returning: bool
    """The modifications that wait to be laid out."""


_shown = cache(Shown)
"""Gives the same object for the same values, because the views of seats are memoized by identity."""


def _seats(state: State, viewer: int | None, *, everything: bool) -> tuple[SeatView, ...]:
    """All seats' views. Frames on the stack can show or hide more of a seat."""
    stack = state.stack
    top = stack[-1] if stack else None
    dealing = isinstance(top, StartingShips)
    # Some of the seat's tokens may already be face down in ports (MM-333).
    laying_out = top.seat if isinstance(top, PlaceModification) else None
    # The winner chooses among a beaten captain's glory cards (MM-338).
    plundered = [frame.loser for frame in stack if isinstance(frame, Plunder) and frame.seat == viewer]
    withdrawn = [card for frame in stack if isinstance(frame, Window) for card in frame.withdrawn]
    return tuple(
        [
            _seat(
                own,
                number,
                _shown(
                    all=everything or viewer == number,
                    first_ship=not dealing,
                    stash=own.declared or state.result is not None,
                    gold=state.options.open_gold,
                    glory=number in plundered,
                    returning=everything or laying_out != number,
                ),
                tuple([card for card in withdrawn if card in own.glory]) if withdrawn else (),
            )
            for number, own in enumerate(state.seats)
        ]
    )


@memo_by_identity(KEPT)
def _seat(own: Seat, number: int, shown: Shown, withdrawn: Cards) -> SeatView:
    """One seat's view. `withdrawn`: the cards of its hand that were shown in windows which are still open."""
    captain = () if own.captain is None else (own.captain,)
    announced = () if own.announced is None else (own.announced,)
    rumors_shown = own.open_rumor is not None and len(own.rumors) == 1
    offer_shown = shown.all or own.offer_open
    ship_shown = shown.all or shown.first_ship
    return SeatView(
        seat=number,
        points=own.points,
        stash=own.stash if shown.all or shown.stash else SECRET,
        declared=own.declared,
        captain=captain if ship_shown else Hidden(len(captain)),
        zone=own.zone or None,
        in_port=own.in_port,
        by_event=own.by_event,
        ship=own.ship if ship_shown else None,
        gold=own.gold if shown.all or shown.gold else SECRET,
        cargo=own.cargo if shown.all else Hidden(len(own.cargo)),
        glory=own.glory if shown.all or shown.glory else Hidden(len(own.glory)),
        rumors=own.rumors if shown.all or rumors_shown else Hidden(len(own.rumors)),
        open_rumor=own.open_rumor,
        mission=own.mission,
        mission_step=own.mission_step,
        mission_done=own.mission_done,
        freight=own.freight,
        specialists=own.specialists,
        weapons=own.weapons,
        bounties=own.bounties,
        big_ship=own.big_ship,
        offers=tuple([port or None for port in own.offers]),
        offer=own.offer if offer_shown else Hidden(len(own.offer)),
        offer_open=own.offer_open,
        lot=own.lot if offer_shown else Hidden(len(own.lot)),
        # An announced card stays covered until its owner resolves or withdraws it (MM-K13).
        announced=announced if shown.all else Hidden(len(announced)),
        withdrawn=withdrawn,
        returning=own.returning if shown.returning else Hidden(len(own.returning)),
    )
