"""Loot and Hire (RULES.md, chapters 9 and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from domain.game import Json, Rng
from domain.kit.decisions import Answer, Figures, always, listed_with_others, plain

from .coins import gain, pay, pay_fee
from .commands import FinishTaking, HirePerson, LootShip
from .content import Card, Person, Ship
from .ending import end_turn, trigger_end
from .events import HarbourCleared, PersonHired, ShipLooted, TakingFinished, TakingStarted
from .ids import Cards
from .state import ActiveTake, Decision, OtherTake, Recorder, Seat, State, cards_of, person, ship, trader_bonus

Take: TypeAlias = ActiveTake | OtherTake

FEE = 1
OTHER_SEATS_TAKES = 1
TAKES_BY_SHIP_TYPES = (1, 1, 1, 1, 2, 3)
"""How many cards the active player may take with 0, 1, ... 5 types of Ship in the harbour (MC-077, MC-078, MC-079)."""


def price(card: Person, discount: int) -> int:
    """The cost of hiring in coins, after the Mademoiselles' discount (MC-086)."""
    return card.cost - discount if card.cost > discount else 0


def fee(decision: Decision | None) -> int:
    """The coins that the deciding seat pays the active player for each card (MC-090)."""
    return FEE if type(decision) is OtherTake else 0


def takes_for(ship_types: int) -> int:
    """How many cards the active seat may take with this many types of Ship in the harbour, without Governors."""
    return TAKES_BY_SHIP_TYPES[ship_types]


def income(cards: Mapping[str, Card], persons: Cards, looted: Ship) -> int:
    """The coins that a Ship brings to a seat with these Persons (MC-083, MC-100)."""
    return looted.coins + trader_bonus(cards, persons, looted.type)


def start_taking(recorder: Recorder, seat: int, base_takes: int, rng: Rng) -> None:
    """A seat's own part begins, with its Admirals' or Jesters' coins (MC-102, MC-103, MC-104, MC-105, MC-106, MC-107)."""
    state = recorder.state
    harbour = len(state.harbour)
    own = state.seats[seat]
    recorder.emit(TakingStarted(seat, base_takes + own.extra_takes, harbour))
    admirals = sum([coins for needed, coins in own.full_harbour_bonuses if harbour >= needed])
    if admirals:
        gain(recorder, seat, admirals, "admiral", rng)
    if own.empty_harbour_coins and not harbour and _jesters_pay(state, seat):
        gain(recorder, seat, own.empty_harbour_coins, "jester", rng)


def _jesters_pay(state: State, seat: int) -> bool:
    """Whether an empty harbour pays this seat's Jesters (MC-104, MC-105, MC-V10)."""
    return seat != state.active_seat or state.options.jester_pays_active_on_empty_harbour is True


def to_spend(seat: Seat, decision: Take) -> int:
    """The coins that the seat can pay for a Person, after the fee (MC-094)."""
    return len(seat.coins) - fee(decision)


def takes(state: State, decision: Take) -> list[LootShip | HirePerson]:
    """The cards that can be taken, in the order in which they lie in the harbour."""
    # Refusing a candidate takes longer than not making one, so what cannot be taken is left out.
    if decision.takes_left <= 0 or not state.harbour:
        return []
    cards = cards_of(state)
    seat = state.seats[decision.seat]
    coins = to_spend(seat, decision)
    found: list[LootShip | HirePerson] = []
    for instance in state.harbour:
        card = cards[instance]
        if type(card) is Ship:
            found.append(LootShip(instance))
        elif type(card) is Person and card.cost - seat.discount <= coins:
            found.append(HirePerson(instance))
    return found


def check_take(state: State, decision: Take, command: LootShip | HirePerson) -> str | None:
    """The seat may take another card, the card is in the harbour, and Ships are looted, Persons hired (MC-C08, MC-C09).
    Hiring needs coins; looting needs none, since the fee can be paid from the Ship's (MC-093)."""
    if decision.takes_left <= 0:
        return "no_takes_left"
    if command.card not in state.harbour:
        return "card_not_in_harbour"
    card = cards_of(state)[command.card]
    if type(command) is LootShip:
        return None if type(card) is Ship else "not_a_ship"
    if type(card) is not Person:
        return "not_a_person"
    seat = state.seats[decision.seat]
    return "cannot_afford" if price(card, seat.discount) > to_spend(seat, decision) else None


def _price_and_coins(state: State, decision: Take, command: HirePerson) -> dict[str, Json]:
    seat, card = state.seats[decision.seat], person(cards_of(state), command.card)
    return {
        "what": card.name,
        "price": price(card, seat.discount) + fee(decision),
        "available": len(seat.coins),
    }


def loot_ship(recorder: Recorder, decision: Take, command: LootShip, rng: Rng) -> None:
    """The Ship is discarded and its coins drawn; a seat without a coin pays its fee out of them (MC-092, MC-093).
    The Ship is discarded first, so a reshuffle may include it and there is always a coin to draw (MC-084)."""
    state = recorder.state
    cards = cards_of(state)
    seat = decision.seat
    card = ship(cards, command.card)
    brings = income(cards, state.seats[seat].persons, card)
    due = fee(decision)
    pays_first = len(state.seats[seat].coins) >= due
    if due and pays_first:
        pay_fee(recorder, seat, due)
    recorder.emit(ShipLooted(seat, command.card, card.coins, brings - card.coins))
    gain(recorder, seat, brings, "loot", rng)
    if due and not pays_first:
        pay_fee(recorder, seat, due)


def hire_person(recorder: Recorder, decision: Take, command: HirePerson, rng: Rng) -> None:
    """Fee, price, then the Person joins the own display (MC-085, MC-092)."""
    state = recorder.state
    seat = decision.seat
    card = person(cards_of(state), command.card)
    own = state.seats[seat]
    cost = price(card, own.discount)
    due = fee(decision)
    if due:
        pay_fee(recorder, seat, due)
    pay(recorder, seat, cost)
    recorder.emit(PersonHired(seat, command.card, card.cost, cost, own.influence + card.influence))
    trigger_end(recorder, seat)


def finish_taking(recorder: Recorder, decision: Take, command: FinishTaking | None, rng: Rng) -> None:
    """The next seat's part begins, or the turn ends (MC-087, MC-096). Without a command the game does it itself (MC-148)."""
    automatic = command is None
    state = recorder.emit(TakingFinished(decision.seat, decision.taken, automatic))
    following = (decision.seat + 1) % len(state.seats)
    if following != state.active_seat:
        start_taking(recorder, following, OTHER_SEATS_TAKES, rng)
        return
    if state.harbour:
        recorder.emit(HarbourCleared(state.harbour, "end_of_turn"))
    end_turn(recorder, automatic=automatic)


OF_TAKING: Mapping[str, Figures] = {
    "no_takes_left": lambda state, decision, command: {"taken": decision.taken},
    "cannot_afford": _price_and_coins,
}
LOOT = Answer(loot_ship, takes, check_take, figures=OF_TAKING)
HIRE = Answer(hire_person, listed_with_others, check_take, figures=OF_TAKING)
FINISH = Answer(finish_taking, plain(FinishTaking()), always)
