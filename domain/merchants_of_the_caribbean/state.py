"""The state of a game: every zone of MC-015, whose turn it is, and the open decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

import domain.recorder

from .content import (
    Card,
    Combat,
    Deck,
    EmptyHarbourBonus,
    ExpeditionJoker,
    ExpeditionRequest,
    ExpeditionSymbol,
    ExtraTake,
    FullHarbourBonus,
    HireDiscount,
    LootBonus,
    Person,
    Ship,
    deck,
)
from .events import Event, Place
from .ids import CardId, Cards
from .options import Options

# States hold no reference cycles, so the garbage collector need not track them.


class _Decision(msgspec.Struct, frozen=True, gc=False):
    seat: int
    """The seat that decides."""


class Discover(_Decision, frozen=True, tag="discover"):
    """The active seat reveals on or stops (MC-142)."""


class Repel(_Decision, frozen=True, tag="repel"):
    """The active seat drives off the Ship in the revealed slot, or keeps it (MC-143)."""

    card: CardId
    """The Ship just revealed."""
    keeping_busts: bool
    """Whether keeping the Ship is a bust, because one of its type lies in the harbour."""


class ActiveTake(_Decision, frozen=True, tag="active_take"):
    """The active seat takes from the harbour (MC-144)."""

    takes_left: int
    """How many more cards it may take."""
    taken: int
    """How many it has taken in this part."""


class OtherTake(_Decision, frozen=True, tag="other_take"):
    """Another seat takes from the harbour, for a fee (MC-145)."""

    takes_left: int
    """How many more cards it may take."""
    taken: int
    """How many it has taken in this part."""


class BustWindow(_Decision, frozen=True, tag="bust_window"):
    """The active seat may still complete requests after a bust (MC-146)."""


Decision: TypeAlias = Discover | Repel | ActiveTake | OtherTake | BustWindow


class Seat(msgspec.Struct, frozen=True, gc=False):
    """The zones of one seat and what its cards add up to. The coin held longest comes first (MC-113)."""

    persons: Cards = ()
    completed_requests: Cards = ()
    coins: Cards = ()
    influence: int = 0
    strength: int = 0
    discount: int = 0
    """Off the price of every hire."""
    extra_takes: int = 0
    empty_harbour_coins: int = 0
    full_harbour_bonuses: tuple[tuple[int, int], ...] = ()
    """For each Admiral: how many cards the harbour must hold, and the coins."""
    symbol_bearers: Cards = ()
    """The Persons with a symbol, and the Jacks of all Trades."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How the game ended (MC-129)."""

    reason: Literal["target_reached", "stalled", "round_limit"]
    """The reason for the end."""
    winners: tuple[int, ...]
    """The seats that share the victory; none if nobody may win."""
    ranking: tuple[Place, ...]
    """All seats, the best first."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment. The draw deck is `deck` without its first `drawn` cards."""

    deck_id: str
    revision: int
    options: Options
    starting_seat: int
    seats: tuple[Seat, ...]
    card_count: int
    """The number of cards in the game."""
    deck: Cards
    drawn: int = 0
    discard_pile: Cards = ()
    known_coins: Cards = ()
    """The cards that lay face down at the last reshuffle and were not seen since, by name (MC-153). Empty before the first
    reshuffle, and in positions of version 1."""
    revealed_slot: str | None = None
    harbour: Cards = ()
    requests: Cards = ()
    round: int = 0
    turn: int = 0
    active_seat: int = 0
    reveals: int = 0
    """How many cards were revealed in this turn."""
    barren: bool = True
    """Whether no card has moved in this turn (MC-130)."""
    barren_turns: int = 0
    """The number of barren turns in a row, up to the last one."""
    final_round: bool = False
    """Whether the end has been triggered (MC-121)."""
    decision: Decision | None = None
    """The open decision; None while a game is being set up and once it is over."""
    result: Result | None = None


Recorder: TypeAlias = domain.recorder.Recorder[State, Event]


def deck_of(state: State) -> Deck:
    return deck(state.deck_id, state.revision, len(state.seats))


def cards_of(state: State) -> Mapping[str, Card]:
    """The card of every instance in this game."""
    return deck(state.deck_id, state.revision, len(state.seats)).cards


def draw_deck(state: State) -> Cards:
    """The draw deck, the top card first."""
    return state.deck[state.drawn :]


def draw_deck_size(state: State) -> int:
    return len(state.deck) - state.drawn


def has_card_to_reveal(state: State) -> bool:
    """Draw deck and discard pile are not both empty (MC-119)."""
    return len(state.deck) > state.drawn or bool(state.discard_pile)


def person(cards: Mapping[str, Card], instance: str) -> Person:
    card = cards[instance]
    assert type(card) is Person
    return card


def ship(cards: Mapping[str, Card], instance: str) -> Ship:
    card = cards[instance]
    assert type(card) is Ship
    return card


def request(cards: Mapping[str, Card], instance: str) -> ExpeditionRequest:
    card = cards[instance]
    assert type(card) is ExpeditionRequest
    return card


def with_person(seat: Seat, instance: str, card: Person) -> Seat:
    """The seat with one more Person; equal skills add up (MC-098)."""
    joined = replace(
        seat,
        persons=(*seat.persons, instance),
        influence=seat.influence + card.influence,
        strength=seat.strength + card.strength,
    )
    match card.skill:
        case Combat() | LootBonus():
            return joined
        case ExpeditionSymbol() | ExpeditionJoker():
            return replace(joined, symbol_bearers=(*seat.symbol_bearers, instance))
        case HireDiscount(coins=coins):
            return replace(joined, discount=seat.discount + coins)
        case ExtraTake(takes=takes):
            return replace(joined, extra_takes=seat.extra_takes + takes)
        case EmptyHarbourBonus(coins=coins):
            return replace(joined, empty_harbour_coins=seat.empty_harbour_coins + coins)
        case FullHarbourBonus(coins=coins, min_harbour_cards=needed):
            return replace(joined, full_harbour_bonuses=(*seat.full_harbour_bonuses, (needed, coins)))


def seat_with(cards: Mapping[str, Card], persons: Cards, completed_requests: Cards, coins: Cards) -> Seat:
    """A seat with these cards, and what they add up to (MC-038, MC-120)."""
    influence = sum(request(cards, instance).influence for instance in completed_requests)
    seat = Seat(completed_requests=completed_requests, coins=coins, influence=influence)
    for instance in persons:
        seat = with_person(seat, instance, person(cards, instance))
    return seat


def trader_bonus(cards: Mapping[str, Card], persons: Cards, ship_type: str) -> int:
    """The coins that Traders among these Persons add when a Ship of this type is looted (MC-100)."""
    bonus = 0
    for instance in persons:
        skill = person(cards, instance).skill
        if type(skill) is LootBonus and skill.ship_type == ship_type:
            bonus += skill.coins
    return bonus


def ship_types(state: State) -> list[str]:
    """The types of the Ships in the harbour, each once (MC-I02)."""
    cards = cards_of(state)
    return [card.type for instance in state.harbour if type(card := cards[instance]) is Ship]
