"""What leaves a game (RULES.md, chapter 13). Everyone sees the same (MC-138), so nothing here depends on the viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from domain.game import Hidden

from .commands import Command
from .events import CardRevealed, CoinsGained, CoinsPaid, DeckReshuffled, Event, FeePaid, GameSetUp, TaxLevied
from .ids import CardId, Cards, DeckId, RequestId, ShipTypeId
from .options import Options
from .state import Decision, Result, State, draw_deck, draw_deck_size, ship_types

Zone: TypeAlias = Cards | Hidden


class SeatView(msgspec.Struct, frozen=True):
    """One seat's zones and what its cards add up to. Coins are cards that lie face down: nobody sees their fronts."""

    seat: int
    """The seat's number."""
    coins: Zone
    """The cards that are its coins, the longest held first; hidden until the game is over."""
    coin_count: int
    """How many coins it has."""
    persons: Cards
    """The seat's display: the Persons it hired, the latest last."""
    completed_requests: tuple[RequestId, ...]
    """The Expedition Requests it completed."""
    influence: int
    """Its influence points."""
    strength: int
    """Its fighting strength."""
    discount: int
    """Off the price of every hire."""
    extra_takes: int
    """How many more cards its Governors let it take in its part of Loot and Hire."""
    empty_harbour_coins: int
    """The coins that the seat's Jesters bring for an empty harbour or a bust."""


class MerchantsView(msgspec.Struct, frozen=True):
    """A game of Merchants of the Caribbean as seats and spectators see it."""

    deck_id: DeckId
    """The deck: the list of cards in play."""
    revision: int
    """The version of that list."""
    options: Options
    """Every option, with its value."""
    starting_seat: int
    """The seat that takes the first turn of every round."""
    seats: tuple[SeatView, ...]
    """The seats, by their numbers."""
    draw_deck: Zone
    """The draw deck, the top card first; hidden until the game is over."""
    draw_deck_size: int
    """How many cards the draw deck has."""
    discard_pile: Cards
    """The latest card last."""
    known_coins: Cards
    """Cards that everybody knows to be coins, by name: they lay face down when the deck was last shuffled and were not seen
    since. Whose coins they are is hidden. Empty before the first reshuffle."""
    revealed_slot: CardId | None
    """The card just turned up and not yet placed."""
    harbour: Cards
    """The Ships and Persons that can be taken, in the order in which they came."""
    ship_types: tuple[ShipTypeId, ...]
    """The types of the Ships in the harbour."""
    requests: tuple[RequestId, ...]
    """The open Expedition Requests."""
    round: int
    """The number of the round, from 1."""
    turn: int
    """The number of the turn, from 1, counted through all rounds."""
    active_seat: int
    """The seat whose turn it is."""
    reveals: int
    """How many cards were revealed in this turn."""
    barren: bool
    """Whether no card has changed its zone in this turn."""
    barren_turns: int
    """How many turns in a row were barren."""
    final_round: bool
    """Whether the end has been triggered: this round is the last."""
    decision: Decision | None
    """The open decision and the seat that takes it; null once the game is over."""
    result: Result | None
    """Null until the game is over."""


def view(state: State, seat: int | None) -> MerchantsView:
    """The game as this seat, any other and a spectator see it: the same whatever the hidden cards are (MC-I11)."""
    return _view(state, Hidden(draw_deck_size(state)), [Hidden(len(seat.coins)) for seat in state.seats])


def open_view(state: State) -> MerchantsView:
    """The game with nothing hidden."""
    return _view(state, draw_deck(state), [seat.coins for seat in state.seats])


def _view(state: State, deck: Zone, coins: Sequence[Zone]) -> MerchantsView:
    return MerchantsView(
        deck_id=state.deck_id,
        revision=state.revision,
        options=state.options,
        starting_seat=state.starting_seat,
        seats=tuple(
            SeatView(
                number,
                shown,
                len(seat.coins),
                seat.persons,
                seat.completed_requests,
                seat.influence,
                seat.strength,
                seat.discount,
                seat.extra_takes,
                seat.empty_harbour_coins,
            )
            for number, (seat, shown) in enumerate(zip(state.seats, coins, strict=True))
        ),
        draw_deck=deck,
        draw_deck_size=draw_deck_size(state),
        discard_pile=state.discard_pile,
        known_coins=state.known_coins,
        revealed_slot=state.revealed_slot,
        harbour=state.harbour,
        ship_types=tuple(ship_types(state)),
        requests=state.requests,
        round=state.round,
        turn=state.turn,
        active_seat=state.active_seat,
        reveals=state.reveals,
        barren=state.barren,
        barren_turns=state.barren_turns,
        final_round=state.final_round,
        decision=state.decision,
        result=state.result,
    )


def redact(event: Event, seat: int | None) -> Event:
    """The event without its hidden fields, which are hidden from every seat alike (MC-139, MC-C17)."""
    if isinstance(event, GameSetUp | DeckReshuffled):
        return replace(event, deck_order=_hidden(event.deck_order))
    if isinstance(event, CoinsGained | FeePaid):
        return replace(event, cards=_hidden(event.cards))
    return event


def reveals(event: Event) -> bool:
    """Whether an event draws or shows cards that were hidden."""
    return isinstance(event, GameSetUp | CardRevealed | TaxLevied | CoinsGained | CoinsPaid | DeckReshuffled)


def redact_command(command: Command, seat: int, viewer: int | None) -> Command:
    """Commands name open cards only."""
    return command


def _hidden(cards: Zone) -> Hidden:
    return cards if isinstance(cards, Hidden) else Hidden(len(cards))
