"""Loot and Hire (RULES.md, chapters 9 and 10)."""

from __future__ import annotations

from domain.game import Rng

from .coins import gain, pay, pay_fee
from .commands import FinishTaking, HirePerson, LootShip
from .content import Person
from .ending import end_turn, trigger_end
from .events import HarbourCleared, PersonHired, ShipLooted, TakingFinished, TakingStarted
from .state import ActiveTake, Decision, OtherTake, Record, State, cards_of, person, ship, trader_bonus

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


def loot_ship(record: Record, command: LootShip, rng: Rng) -> None:
    """The Ship is discarded and its coins drawn; a seat without a coin pays its fee out of them (MC-083, MC-092, MC-093)."""
    state = record.state
    cards = cards_of(state)
    decision = _take(state)
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


def hire_person(record: Record, command: HirePerson, rng: Rng) -> None:
    """Fee, price, then the Person joins the own display (MC-085, MC-092)."""
    state = record.state
    decision = _take(state)
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


def finish_taking(record: Record, command: FinishTaking | None, rng: Rng) -> None:
    """The next seat's part begins, or the turn ends (MC-087, MC-096). Without a command it is automatic (MC-148)."""
    decision = _take(record.state)
    automatic = command is None
    state = record.emit(TakingFinished(decision.seat, decision.taken, automatic))
    following = (decision.seat + 1) % len(state.seats)
    if following != state.active_seat:
        start_taking(record, following, OTHER_SEATS_TAKES, rng)
        return
    if state.harbour:
        record.emit(HarbourCleared(state.harbour, "end_of_turn"))
    end_turn(record, automatic=automatic)


def _take(state: State) -> ActiveTake | OtherTake:
    decision = state.decision
    assert isinstance(decision, (ActiveTake, OtherTake))
    return decision
