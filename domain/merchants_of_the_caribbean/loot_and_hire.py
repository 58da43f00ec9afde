"""Loot and Hire (RULES.md, chapters 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from domain.game import Rejected, Rng
from domain.kit.decisions import Answer, always, listed_with_others, plain

from .coins import gain, pay, pay_fee
from .commands import FinishTaking, HirePerson, LootShip
from .content import Card, Person, Ship
from .ending import end_turn, trigger_end
from .events import HarbourCleared, PersonHired, ShipLooted, TakingFinished, TakingStarted
from .state import ActiveTake, Decision, OtherTake, Record, State, cards_of, person, ship, trader_bonus

Take: TypeAlias = ActiveTake | OtherTake

FEE = 1
OTHER_SEATS_TAKES = 1
TAKES_BY_SHIP_TYPES = (1, 1, 1, 1, 2, 3)
"""How many cards the active player may take with 0, 1, ... 5 types of Ship in the harbour (MC-077 to MC-079)."""


def price(card: Person, discount: int) -> int:
    """What hiring costs after the Mademoiselles' discount (MC-086)."""
    return max(0, card.cost - discount)


def fee(decision: Decision | None) -> int:
    """What the deciding seat pays the active player for each card (MC-090)."""
    return FEE if type(decision) is OtherTake else 0


def start_taking(record: Record, seat: int, base_takes: int, rng: Rng) -> None:
    """A seat's own part begins, with its Admirals' or Jesters' coins (MC-102 to MC-107)."""
    state = record.state
    harbour = len(state.harbour)
    own = state.seats[seat]
    record.emit(TakingStarted(seat, base_takes + own.extra_takes, harbour))
    admirals = sum(coins for needed, coins in own.full_harbour_bonuses if harbour >= needed)
    if admirals:
        gain(record, seat, admirals, "admiral", rng)
    if own.empty_harbour_coins and not harbour and _jesters_pay(state, seat):
        gain(record, seat, own.empty_harbour_coins, "jester", rng)


def _jesters_pay(state: State, seat: int) -> bool:
    """Whether an empty harbour pays this seat's Jesters (MC-104, MC-105, MC-V10)."""
    return seat != state.active_seat or state.options.jester_pays_active_on_empty_harbour is True


def takes(state: State, decision: Take) -> Iterator[LootShip | HirePerson]:
    """A command for each card in the harbour, in the order in which they lie there."""
    cards = cards_of(state)
    for instance in state.harbour:
        yield LootShip(instance) if type(cards[instance]) is Ship else HirePerson(instance)


def _check_take(state: State, decision: Take, card: str) -> Card:
    """The seat may take another card, and this one lies in the harbour (MC-C08, MC-C09)."""
    if decision.takes_left <= 0:
        raise Rejected("no_takes_left", "You have taken as many cards as you may.", taken=decision.taken)
    if card not in state.harbour:
        raise Rejected("card_not_in_harbour", "This card does not lie in the harbour.", card=card)
    return cards_of(state)[card]


def check_loot(state: State, decision: Take, command: LootShip) -> None:
    """The card is a Ship (MC-C08). Looting needs no coins: the fee can be paid from the Ship's (MC-093)."""
    if type(_check_take(state, decision, command.card)) is not Ship:
        raise Rejected("not_a_ship", "Only Ships can be looted; a Person is hired.", card=command.card)


def loot_ship(record: Record, decision: Take, command: LootShip, rng: Rng) -> None:
    """The Ship is discarded and its coins drawn; a seat without a coin pays its fee out of them (MC-083, MC-092, MC-093)."""
    state = record.state
    cards = cards_of(state)
    seat = decision.seat
    card = ship(cards, command.card)
    bonus = trader_bonus(cards, state.seats[seat].persons, card.type)
    due = fee(decision)
    pays_first = len(state.seats[seat].coins) >= due
    if due and pays_first:
        pay_fee(record, seat, due)
    record.emit(ShipLooted(seat, command.card, card.coins, bonus))
    gain(record, seat, card.coins + bonus, "loot", rng)
    if due and not pays_first:
        pay_fee(record, seat, due)


def check_hire(state: State, decision: Take, command: HirePerson) -> None:
    """The card is a Person that the seat can pay, with the fee (MC-C09, MC-094)."""
    card = _check_take(state, decision, command.card)
    if type(card) is not Person:
        raise Rejected("not_a_person", "Only Persons can be hired; a Ship is looted.", card=command.card)
    seat = state.seats[decision.seat]
    needed = price(card, seat.discount) + fee(decision)
    if len(seat.coins) < needed:
        raise Rejected(
            "not_enough_coins",
            f"This needs {needed} coins, price and fee together; you have {len(seat.coins)}.",
            needed=needed,
            available=len(seat.coins),
        )


def hire_person(record: Record, decision: Take, command: HirePerson, rng: Rng) -> None:
    """Fee, price, then the Person joins the own display (MC-085, MC-092)."""
    state = record.state
    seat = decision.seat
    card = person(cards_of(state), command.card)
    own = state.seats[seat]
    cost = price(card, own.discount)
    due = fee(decision)
    if due:
        pay_fee(record, seat, due)
    pay(record, seat, cost)
    record.emit(PersonHired(seat, command.card, card.cost, cost, own.influence + card.influence))
    trigger_end(record, seat)


def finish_taking(record: Record, decision: Take, command: FinishTaking | None, rng: Rng) -> None:
    """The next seat's part begins, or the turn ends (MC-087, MC-096). Without a command the game does it itself (MC-148)."""
    automatic = command is None
    state = record.emit(TakingFinished(decision.seat, decision.taken, automatic))
    following = (decision.seat + 1) % len(state.seats)
    if following != state.active_seat:
        start_taking(record, following, OTHER_SEATS_TAKES, rng)
        return
    if state.harbour:
        record.emit(HarbourCleared(state.harbour, "end_of_turn"))
    end_turn(record, automatic=automatic)


LOOT = Answer(loot_ship, takes, check_loot)
HIRE = Answer(hire_person, listed_with_others, check_hire)
FINISH = Answer(finish_taking, plain(FinishTaking()), always)
