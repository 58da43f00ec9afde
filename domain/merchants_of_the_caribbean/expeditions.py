"""Completing Expedition Requests (RULES.md, chapter 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, product

from domain.game import Json, Rng
from domain.kit.decisions import Answer

from .coins import gain
from .commands import CompleteExpedition
from .content import Card, Deck, ExpeditionJoker, ExpeditionSymbol, Symbol
from .ending import trigger_end
from .events import ExpeditionCompleted
from .ids import Cards
from .state import Decision, Recorder, State, cards_of, deck_of, person, request


def by_symbol(cards: Mapping[str, Card], persons: Sequence[str]) -> tuple[dict[Symbol, list[str]], list[str]]:
    """The Persons that serve each symbol (MC-054), and the Jacks of all Trades (MC-055)."""
    own: dict[Symbol, list[str]] = {}
    jacks: list[str] = []
    for instance in persons:
        skill = person(cards, instance).skill
        if type(skill) is ExpeditionSymbol:
            own.setdefault(skill.symbol, []).append(instance)
        elif type(skill) is ExpeditionJoker:
            jacks.append(instance)
    return own, jacks


@lru_cache(maxsize=4096)
def choices(deck: Deck, persons: Cards, instance: str) -> tuple[Cards, ...]:
    """Every choice of Persons by type that completes the request, those with the fewest Jacks first (MC-149)."""
    wanted = request(deck.cards, instance)
    own, jacks = by_symbol(deck.cards, persons)
    found: list[Cards] = []
    persons_needed = needed(deck, instance)
    most = [min(len(own.get(symbol, ())), number) for symbol, number in wanted.requires.items()]
    for numbers in product(*(range(number, -1, -1) for number in most)):
        jokers = persons_needed - sum(numbers)
        if jokers <= len(jacks):
            matching = (own.get(symbol, [])[:number] for symbol, number in zip(wanted.requires, numbers, strict=True))
            found.append((*chain.from_iterable(matching), *jacks[:jokers]))
    return tuple(found)


def completions(state: State, decision: Decision) -> list[CompleteExpedition]:
    """Every way to complete an open request with the Persons of the seat that decides."""
    bearers = state.seats[decision.seat].symbol_bearers
    if not bearers or not state.requests:
        return []
    deck = deck_of(state)
    return [
        CompleteExpedition(request, persons) for request in state.requests for persons in choices(deck, bearers, request)
    ]


def check_completion(state: State, decision: Decision, command: CompleteExpedition) -> str | None:
    """The request is open, and the Persons are exactly what it asks for (MC-C10, MC-056)."""
    if command.request not in state.requests:
        return "request_not_open"
    return why_not_these(deck_of(state), state.seats[decision.seat].persons, command.request, command.discards)


@lru_cache(maxsize=4096)
def why_not_these(deck: Deck, own: Cards, instance: str, discards: Cards) -> str | None:
    """None if these Persons, all of the own display, serve each required symbol and none is left over."""
    if not_owned(own, discards) is not None:
        return "person_not_owned"
    if unserved(deck, instance, discards):
        return "expedition_needs_unmet"
    return "expedition_discards_not_exact" if len(discards) > needed(deck, instance) else None


def not_owned(own: Cards, discards: Cards) -> str | None:
    """The first of these Persons that is not in the own display, or is named again."""
    return next((each for place, each in enumerate(discards) if each not in own or each in discards[:place]), None)


def unserved(deck: Deck, instance: str, discards: Cards) -> dict[str, int]:
    """How many Persons with each symbol the request needs besides these (MC-054, MC-055)."""
    serving, jacks = by_symbol(deck.cards, discards)
    jokers = len(jacks)
    missing: dict[str, int] = {}
    for symbol, number in request(deck.cards, instance).requires.items():
        short = number - len(serving.get(symbol, ()))
        if short > 0:
            helped = min(short, jokers)
            jokers -= helped
            if short > helped:
                missing[symbol] = short - helped
    return missing


def needed(deck: Deck, instance: str) -> int:
    """How many Persons the request takes."""
    return sum(request(deck.cards, instance).requires.values())


def _not_owned(state: State, decision: Decision, command: CompleteExpedition) -> dict[str, Json]:
    return {"card": not_owned(state.seats[decision.seat].persons, command.discards)}


def _missing(state: State, decision: Decision, command: CompleteExpedition) -> dict[str, Json]:
    return {"missing": {**unserved(deck_of(state), command.request, command.discards)}}


def _surplus(state: State, decision: Decision, command: CompleteExpedition) -> dict[str, Json]:
    number = needed(deck_of(state), command.request)
    return {"needed": number, "surplus": len(command.discards) - number}


def influence_gained(cards: Mapping[str, Card], instance: str, discards: Sequence[str]) -> int:
    """The influence of the request, less that of the Persons given up."""
    return request(cards, instance).influence - sum(person(cards, discard).influence for discard in discards)


def complete_expedition(recorder: Recorder, decision: Decision, command: CompleteExpedition, rng: Rng) -> None:
    """The Persons reach the discard pile, the request its owner, then the reward is drawn (MC-053, MC-059)."""
    state = recorder.state
    seat = state.active_seat
    cards = cards_of(state)
    wanted = request(cards, command.request)
    influence = state.seats[seat].influence + influence_gained(cards, command.request, command.discards)
    recorder.emit(ExpeditionCompleted(seat, command.request, command.discards, influence))
    gain(recorder, seat, wanted.reward.coins, "expedition", rng)
    trigger_end(recorder, seat)


COMPLETE = Answer(
    complete_expedition,
    completions,
    check_completion,
    figures={
        "person_not_owned": _not_owned,
        "expedition_needs_unmet": _missing,
        "expedition_discards_not_exact": _surplus,
    },
)
