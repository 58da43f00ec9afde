"""What a seat may do now: the commands that answer each decision (RULES.md, chapters 14 and 15).

Checks and candidates read public zones only, and of hidden ones the number of cards (MC-140).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from domain.game import Malformed, Rejected
from domain.kit.decisions import Answer, Fixed, legal_answers

from . import commands as c
from .discover import KEEP, REPEL, REVEAL, STOP
from .ending import END_TURN
from .expeditions import COMPLETE
from .loot_and_hire import FINISH, HIRE, LOOT
from .refusals import check_answer, refuse
from .state import ActiveTake, BustWindow, Decision, Discover, OtherTake, Repel, State, cards_of

OF_ONE_CARD = (c.LootShip, c.HirePerson, c.RepelShip, c.KeepShip)

ANSWERS: Mapping[type[Decision], Mapping[type[c.Command], Answer]] = {
    Discover: {c.RevealCard: REVEAL, c.StopDiscovering: STOP, c.CompleteExpedition: COMPLETE},
    Repel: {c.RepelShip: REPEL, c.KeepShip: KEEP},
    ActiveTake: {c.LootShip: LOOT, c.HirePerson: HIRE, c.CompleteExpedition: COMPLETE, c.FinishTaking: FINISH},
    OtherTake: {c.LootShip: LOOT, c.HirePerson: HIRE, c.FinishTaking: FINISH},
    BustWindow: {c.CompleteExpedition: COMPLETE, c.EndTurn: END_TURN},
}

LEAVING: Mapping[Any, tuple[Answer, list[Answer]]] = {
    decision: (leaving, [answer for answer in ANSWERS[decision].values() if answer is not leaving])
    for decision, leaving in ((Discover, STOP), (ActiveTake, FINISH), (OtherTake, FINISH), (BustWindow, END_TURN))
}
"""The answer that leaves a decision, which the game gives itself if none of the others is legal, and those others."""

HELP: Mapping[type[Decision], str] = {
    Repel: "Repel or keep the Ship just revealed first.",
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
    return legal_answers(ANSWERS[type(decision)], state, decision)


def forced(state: State) -> Answer | None:
    """The answer that leaves the open decision, if no other command is legal (MC-148)."""
    decision = state.decision
    found = LEAVING.get(type(decision))
    if found is None:
        return None
    leaving, others = found
    for answer in others:
        candidates = answer.candidates
        commands: Any = candidates if type(candidates) is Fixed else candidates(state, decision)
        for command in commands:
            if answer.check(state, decision, command) is None:
                return None
    return leaving


def check(state: State | None, seat: int, command: c.Command) -> None:
    """Raises the refusal of a command that is illegal."""
    answer_to(state, seat, command)


def answer_to(state: State | None, seat: int, command: c.Command) -> Answer:
    """The answer that a legal command gives. Raises the first refusal that applies, in the order of MC-C18 and MC-C01:
    unknown cards, the state of the game, the seat, the decision, and last what the command itself requires."""
    if state is None:
        refuse("game_not_started")
    decision = state.decision
    try:
        if decision is None or seat != decision.seat:
            _refuse_seat(state, seat)
        answer = ANSWERS[type(decision)].get(type(command))
        if answer is None:
            _refuse_command(state, decision, command)
        check_answer(answer, state, decision, command)
        return answer
    except Rejected:
        # No accepted command names an unknown card, so cards are looked up for refused ones only.
        _check_cards(state, command)
        raise


def _refuse_seat(state: State, seat: int) -> NoReturn:
    """Refuses a seat that has no open decision."""
    decision = state.decision
    if state.result is not None:
        refuse("game_over")
    if decision is None:
        refuse("game_not_started")
    if not 0 <= seat < len(state.seats):
        refuse("unknown_seat", seats=len(state.seats))
    refuse("not_your_turn", awaited_seat=decision.seat)


def _check_cards(state: State, command: c.Command) -> None:
    """Every card that the command names must be one of this game (MC-C18)."""
    if isinstance(command, OF_ONE_CARD):
        _check_card(state, "card", command.card)
    elif isinstance(command, c.CompleteExpedition):
        _check_card(state, "request", command.request)
        for place, card in enumerate(command.discards):
            _check_card(state, f"discards/{place}", card)


def _check_card(state: State, field: str, card: str) -> None:
    if card not in cards_of(state):
        raise Malformed("invalid_field", f"There is no card {card!r} in this game.", field=field, card=card)


def _refuse_command(state: State, decision: Decision, command: c.Command) -> NoReturn:
    """Refuses a command that does not answer this decision; repelling and keeping by their own codes (MC-C05, MC-C06)."""
    if isinstance(command, c.RepelShip):
        check_answer(REPEL, state, decision, command)
    if isinstance(command, c.KeepShip):
        check_answer(KEEP, state, decision, command)
    refuse("wrong_decision", decision=type(decision).__struct_config__.tag, possible=HELP[type(decision)])
