"""Which commands are possible now: `check` for one, `legal_commands` for all (RULES.md, chapters 14 and 15).

Both read public zones only, and of hidden ones the number of cards (MC-140).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.game import Malformed, Rejected
from domain.kit.seats import seat_name

from . import commands as c
from .content import Card, Person, Ship
from .expeditions import can_complete_any, check_expedition, choices
from .loot_and_hire import fee, price
from .state import (
    ActiveTake,
    BustWindow,
    Decision,
    Discover,
    OtherTake,
    Repel,
    State,
    cards_of,
    deck_of,
    has_card_to_reveal,
    request,
)

ABOUT_A_CARD = (c.LootShip, c.HirePerson, c.RepelShip, c.KeepShip)
REVEAL_CARD = c.RevealCard()
STOP_DISCOVERING = c.StopDiscovering()
FINISH_TAKING = c.FinishTaking()
END_TURN = c.EndTurn()


def check(state: State | None, seat: int, command: c.Command) -> None:
    """Raises the first refusal that applies, in the order of MC-C18 and MC-C01."""
    if state is None:
        raise Rejected("game_not_started", "The game has not started yet.")
    kind = type(command)
    if isinstance(command, ABOUT_A_CARD):
        _check_named(state, {"card": command.card})
    elif isinstance(command, c.CompleteExpedition):
        discards = {f"discards/{place}": card for place, card in enumerate(command.discards)}
        _check_named(state, {"request": command.request, **discards})
    decision = state.decision
    if state.result is not None:
        raise Rejected("game_over", "The game is over.")
    if decision is None:
        raise Rejected("game_not_started", "The game has not started yet.")
    if not 0 <= seat < len(state.seats):
        raise Rejected("unknown_seat", f"`seat` is a number from 0 to {len(state.seats) - 1} in this game.", seat=seat)
    if seat != decision.seat:
        raise Rejected("not_your_turn", f"It is for {seat_name(decision.seat)} to decide now.", awaited_seat=decision.seat)
    if type(decision) is Repel and kind is not c.RepelShip and kind is not c.KeepShip:
        raise Rejected("decision_pending", "Repel or keep the Ship just revealed first.", card=decision.card)
    phases, check_own = CHECKS[kind]
    if type(decision) not in phases:
        raise Rejected("wrong_phase", PHASE_HELP[type(decision)], decision=type(decision).__struct_config__.tag)
    check_own(state, decision, command)


def _check_named(state: State, named: Mapping[str, str]) -> None:
    """Every card named, by its field, must be one of this game (MC-C18)."""
    cards = cards_of(state)
    for field, card in named.items():
        if card not in cards:
            raise Malformed("invalid_field", f"There is no card {card!r} in this game.", field=field, card=card)


def _check_reveal(state: State, decision: Discover, command: c.RevealCard) -> None:
    """MC-C04."""
    if not has_card_to_reveal(state):
        raise Rejected("no_card_to_reveal", "Draw deck and discard pile are empty: there is no card to reveal.")
    if state.reveals >= state.card_count:
        raise Rejected(
            "reveal_limit_reached",
            "No more cards can be revealed in this turn: it has seen as many as the game has.",
            limit=state.card_count,
        )


def _check_repel(state: State, decision: Decision, command: c.RepelShip) -> None:
    """MC-C05; its codes stand in place of `wrong_phase`."""
    if type(decision) is Repel and decision.card == command.card:
        return
    if command.card in state.harbour and type(cards_of(state)[command.card]) is Ship:
        raise Rejected(
            "ship_cannot_be_repelled",
            "This Ship lies in the harbour: only a Ship just revealed can be repelled.",
            card=command.card,
        )
    raise Rejected("no_ship_to_repel", "This card is not a Ship waiting to be repelled.", card=command.card)


def _check_keep(state: State, decision: Decision, command: c.KeepShip) -> None:
    """MC-C06; its code stands in place of `wrong_phase`."""
    if type(decision) is not Repel or decision.card != command.card:
        raise Rejected("no_ship_to_keep", "This card is not a Ship waiting to be kept.", card=command.card)


def _check_stop(state: State, decision: Discover, command: c.StopDiscovering) -> None:
    """MC-C07, MC-030."""
    if not state.reveals and has_card_to_reveal(state):
        raise Rejected("must_reveal_first", "Reveal at least one card before you stop.")


def _check_take(state: State, decision: ActiveTake | OtherTake, card: str) -> Card:
    """What looting and hiring have in common."""
    if decision.takes_left <= 0:
        raise Rejected("no_takes_left", "You have taken as many cards as you may.", taken=decision.taken)
    if card not in state.harbour:
        raise Rejected("card_not_in_harbour", "This card does not lie in the harbour.", card=card)
    return cards_of(state)[card]


def _check_loot(state: State, decision: ActiveTake | OtherTake, command: c.LootShip) -> None:
    """MC-C08. Looting needs no coins: the fee can come out of the Ship's (MC-093)."""
    if type(_check_take(state, decision, command.card)) is not Ship:
        raise Rejected("not_a_ship", "Only Ships can be looted; a Person is hired.", card=command.card)


def _check_hire(state: State, decision: ActiveTake | OtherTake, command: c.HirePerson) -> None:
    """MC-C09, MC-094."""
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


def _check_complete(state: State, decision: Decision, command: c.CompleteExpedition) -> None:
    """MC-C10."""
    if command.request not in state.requests:
        raise Rejected("request_not_open", "This card is not an open Expedition Request.", request=command.request)
    cards = cards_of(state)
    own = state.seats[decision.seat].persons
    check_expedition(cards, own, request(cards, command.request), command.discards)


def _check_nothing(state: State, decision: Decision, command: c.Command) -> None:
    """For commands that are legal whenever their decision is open."""


ANY = (Discover, Repel, ActiveTake, OtherTake, BustWindow)
TAKES = (ActiveTake, OtherTake)

CHECKS: Mapping[type[c.Command], tuple[tuple[type[Decision], ...], Callable[[State, Any, Any], None]]] = {
    c.RevealCard: ((Discover,), _check_reveal),
    c.RepelShip: (ANY, _check_repel),
    c.KeepShip: (ANY, _check_keep),
    c.StopDiscovering: ((Discover,), _check_stop),
    c.LootShip: (TAKES, _check_loot),
    c.HirePerson: (TAKES, _check_hire),
    c.CompleteExpedition: ((Discover, ActiveTake, BustWindow), _check_complete),
    c.FinishTaking: (TAKES, _check_nothing),
    c.EndTurn: ((BustWindow,), _check_nothing),
}

PHASE_HELP: Mapping[type[Decision], str] = {
    Discover: "You are discovering: reveal a card, complete a request or stop.",
    ActiveTake: "You are taking cards: loot, hire, complete a request or finish.",
    OtherTake: "You may take from the harbour now: loot, hire or finish.",
    BustWindow: "After the bust you can only complete requests or end the turn.",
}


def legal_commands(state: State, seat: int) -> list[c.Command]:
    """Every command that `decide` accepts from this seat now (MC-149, MC-150).

    For a request each choice of Persons by type is listed once, with the first copies in the display.
    """
    decision = state.decision
    if decision is None or decision.seat != seat:
        return []
    commands: list[c.Command] = []
    kind = type(decision)
    if kind is Discover:
        can_reveal = has_card_to_reveal(state)
        if can_reveal and state.reveals < state.card_count:
            commands.append(REVEAL_CARD)
        if state.reveals or not can_reveal:
            commands.append(STOP_DISCOVERING)
        _add_completions(state, seat, commands)
    elif isinstance(decision, Repel):
        commands += (c.RepelShip(decision.card), c.KeepShip(decision.card))
    elif isinstance(decision, TAKES):
        _add_takes(state, decision, commands)
        if kind is ActiveTake:
            _add_completions(state, seat, commands)
        commands.append(FINISH_TAKING)
    else:
        _add_completions(state, seat, commands)
        commands.append(END_TURN)
    return commands


def _add_takes(state: State, decision: ActiveTake | OtherTake, commands: list[c.Command]) -> None:
    if decision.takes_left <= 0 or not state.harbour:
        return
    cards = cards_of(state)
    seat = state.seats[decision.seat]
    most = len(seat.coins) - fee(decision)
    for instance in state.harbour:
        card = cards[instance]
        if type(card) is Ship:
            commands.append(c.LootShip(instance))
        elif type(card) is Person and price(card, seat.discount) <= most:
            commands.append(c.HirePerson(instance))


def _add_completions(state: State, seat: int, commands: list[c.Command]) -> None:
    bearers = state.seats[seat].symbol_bearers
    if not state.requests or not bearers:
        return
    deck = deck_of(state)
    for instance in state.requests:
        commands += [c.CompleteExpedition(instance, persons) for persons in choices(deck, bearers, instance)]


def is_forced(state: State) -> bool:
    """Whether the open decision leaves nothing but `stop_discovering`, `finish_taking` or `end_turn` (MC-148)."""
    decision = state.decision
    if isinstance(decision, Discover):
        if has_card_to_reveal(state) and state.reveals < state.card_count:
            return False
    elif isinstance(decision, TAKES):
        takes: list[c.Command] = []
        _add_takes(state, decision, takes)
        if takes:
            return False
        if type(decision) is OtherTake:
            return True
    elif not isinstance(decision, BustWindow):
        return False
    return not can_complete_any(state, decision.seat)
