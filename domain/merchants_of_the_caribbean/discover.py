"""Discover: revealing, repelling, Tax Increases and the bust (RULES.md, chapters 4, 5, 7 and 8)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.decisions import Answer, plain
from domain.kit.seats import clockwise

from .coins import gain, replenish
from .commands import KeepShip, RepelShip, RevealCard, StopDiscovering
from .content import ExpeditionRequest, Person, Ship, TaxIncrease
from .ending import end_turn
from .events import (
    BustOccurred,
    BustWindowOpened,
    CardRevealed,
    DiscoveryStopped,
    HarbourCardPlaced,
    HarbourCleared,
    RepelDecisionOpened,
    RequestPosted,
    ShipRepelled,
    TaxIncreaseFinished,
    TaxIncreaseStarted,
    TaxLevied,
)
from .expeditions import completions
from .loot_and_hire import start_taking, takes_for
from .state import (
    BustWindow,
    Decision,
    Discover,
    Recorder,
    Repel,
    State,
    cards_of,
    draw_deck_size,
    has_card_to_reveal,
    ship,
    ship_types,
)


def check_reveal(state: State, decision: Discover, command: RevealCard) -> str | None:
    """There is a card to reveal, and fewer were revealed in this turn than the game has (MC-C04)."""
    if len(state.deck) == state.drawn and not state.discard_pile:
        return "no_card_to_reveal"
    return "reveal_limit_reached" if state.reveals >= state.card_count else None


def reveal_card(recorder: Recorder, decision: Discover, command: RevealCard, rng: Rng) -> None:
    """Turn up the top card and carry out what it asks for (MC-029, MC-030, MC-031, MC-032, MC-033, MC-034, MC-035)."""
    replenish(recorder, 1, rng)
    state = recorder.state
    seat = state.active_seat
    instance = state.deck[state.drawn]
    card = cards_of(state)[instance]
    match card:
        case Person():
            recorder.emit(CardRevealed(seat, instance, "person", draw_deck_size(state) - 1))
            recorder.emit(HarbourCardPlaced(seat, instance))
        case Ship():
            recorder.emit(CardRevealed(seat, instance, "ship", draw_deck_size(state) - 1))
            _meet_ship(recorder, instance, card, rng)
        case ExpeditionRequest():
            recorder.emit(CardRevealed(seat, instance, "expedition_request", draw_deck_size(state) - 1))
            recorder.emit(RequestPosted(instance))
        case TaxIncrease():
            recorder.emit(CardRevealed(seat, instance, "tax_increase", draw_deck_size(state) - 1))
            _raise_taxes(recorder, instance, card, rng)


def _meet_ship(recorder: Recorder, instance: str, card: Ship, rng: Rng) -> None:
    """A Ship that can be repelled opens a decision; another is placed or causes a bust at once (MC-039, MC-045, MC-046)."""
    state = recorder.state
    seat = state.active_seat
    strength = state.seats[seat].strength
    busts = card.type in ship_types(state)
    if card.strength is not None and strength >= card.strength:
        recorder.emit(RepelDecisionOpened(seat, instance, card.strength, strength, busts))
    elif busts:
        _bust(recorder, instance, could_repel=False, rng=rng)
    else:
        recorder.emit(HarbourCardPlaced(seat, instance))


def check_repel(state: State, decision: Decision, command: RepelShip) -> str | None:
    """The Ship is the one just revealed (MC-C05)."""
    if isinstance(decision, Repel) and decision.card == command.card:
        return None
    if command.card in state.harbour and type(cards_of(state)[command.card]) is Ship:
        return "ship_cannot_be_repelled"
    return "no_ship_to_repel"


def repel_ship(recorder: Recorder, decision: Repel, command: RepelShip, rng: Rng) -> None:
    """The Ship is discarded, and its seat may go on discovering (MC-041, MC-042)."""
    state = recorder.state
    recorder.emit(ShipRepelled(state.active_seat, command.card, state.seats[state.active_seat].strength))


def check_keep(state: State, decision: Decision, command: KeepShip) -> str | None:
    """The Ship is the one just revealed (MC-C06)."""
    return None if isinstance(decision, Repel) and decision.card == command.card else "no_ship_to_keep"


def keep_ship(recorder: Recorder, decision: Repel, command: KeepShip, rng: Rng) -> None:
    """The Ship goes to the harbour; a second one of its type is a bust (MC-043, MC-072)."""
    state = recorder.state
    if ship(cards_of(state), command.card).type in ship_types(state):
        _bust(recorder, command.card, could_repel=True, rng=rng)
    else:
        recorder.emit(HarbourCardPlaced(state.active_seat, command.card))


def _bust(recorder: Recorder, instance: str, *, could_repel: bool, rng: Rng) -> None:
    """Everything revealed is lost, the Jesters are paid, and the turn ends unless a request can be completed (chapter 8)."""
    state = recorder.state
    active = state.active_seat
    recorder.emit(BustOccurred(active, instance, ship(cards_of(state), instance).type, could_repel))
    recorder.emit(HarbourCleared((*state.harbour, instance), "bust"))
    for seat in clockwise(active, len(state.seats)):
        if coins := state.seats[seat].empty_harbour_coins:
            gain(recorder, seat, coins, "jester", rng)
    if completions(state, BustWindow(active)):
        recorder.emit(BustWindowOpened(active))
    else:
        end_turn(recorder, automatic=True)


def _raise_taxes(recorder: Recorder, instance: str, card: TaxIncrease, rng: Rng) -> None:
    """All losses first, then the bonus; the card itself is discarded last (MC-062, MC-063, MC-064, MC-065, MC-066, MC-067,
    MC-068)."""
    state = recorder.state
    recorder.emit(TaxIncreaseStarted(instance, card.bonus.criterion))
    order = clockwise(state.active_seat, len(state.seats))
    for seat in order:
        coins = state.seats[seat].coins
        if len(coins) >= card.threshold:
            loss = len(coins) // 2
            recorder.emit(TaxLevied(seat, len(coins), loss, coins[:loss]))
    bonus_seats = _bonus_seats(state, card, order)
    for seat in bonus_seats:
        gain(recorder, seat, card.bonus.coins, "tax_bonus", rng)
    recorder.emit(TaxIncreaseFinished(instance, bonus_seats))


def _bonus_seats(state: State, card: TaxIncrease, order: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with the highest strength, or with the fewest influence points (MC-065, MC-066, MC-V09)."""
    if card.bonus.criterion == "most_strength":
        best = max(seat.strength for seat in state.seats)
        return tuple(seat for seat in order if state.seats[seat].strength == best)
    fewest = min(seat.influence for seat in state.seats)
    return tuple(seat for seat in order if state.seats[seat].influence == fewest)


def stops(state: State, decision: Discover) -> tuple[StopDiscovering, ...]:
    """The command, unless a card must be revealed first."""
    # Refusing a candidate takes longer than not making one.
    return _STOPS if state.reveals or not has_card_to_reveal(state) else ()


_STOPS = (StopDiscovering(),)


def check_stop(state: State, decision: Discover, command: StopDiscovering) -> str | None:
    """At least one card was revealed in this turn, or there is none to reveal (MC-C07, MC-030)."""
    return "must_reveal_first" if not state.reveals and has_card_to_reveal(state) else None


def stop_discovering(recorder: Recorder, decision: Discover, command: StopDiscovering | None, rng: Rng) -> None:
    """Count the Ship types once and begin Loot and Hire (MC-080). Without a command the game does it itself (MC-148)."""
    state = recorder.state
    types = len(ship_types(state))
    takes = takes_for(types)
    recorder.emit(DiscoveryStopped(state.active_seat, types, takes, command is None))
    start_taking(recorder, state.active_seat, takes, rng)


REVEAL = Answer(
    reveal_card,
    plain(RevealCard()),
    check_reveal,
    figures={"reveal_limit_reached": lambda state, decision, command: {"limit": state.card_count}},
)
REPEL = Answer(repel_ship, lambda state, decision: (RepelShip(decision.card),), check_repel)
KEEP = Answer(keep_ship, lambda state, decision: (KeepShip(decision.card),), check_keep)
STOP = Answer(stop_discovering, stops, check_stop)
