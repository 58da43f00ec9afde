"""Refusals say how much: their figures stand in `params` and in the sentence, and are made only when somebody asks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from conformance.playing import Chance, Step, options_of, play, refusal, seats_of
from conformance.refusals import commands_to_refuse, says_how_much
from domain.game import AnyGame, Rejected
from domain.kit.decisions import Answer, legal_answers, plain
from domain.kit.refusals import Refusals, figures_of, filled_in, left_open
from domain.merchants_and_marauders.decisions import ANSWERS as OF_MARAUDERS
from domain.merchants_of_the_caribbean.decisions import ANSWERS as OF_THE_CARIBBEAN
from domain.pirates_of_maracaibo.decisions import ANSWERS as OF_MARACAIBO
from tests.support.games import OURS
from tests.support.players import sensibly_at_times

GAMES_ANSWERS: Mapping[str, Mapping[Any, Mapping[Any, Answer]]] = {
    "merchants-and-marauders": OF_MARAUDERS,
    "merchants-of-the-caribbean": OF_THE_CARIBBEAN,
    "pirates-of-maracaibo": OF_MARACAIBO,
}
"""The answers of each game, by decision and type of command."""
ONLY_WHETHER = {"_can_pay"}
"""Functions that ask only whether a check refuses: its codes are not returned."""


@pytest.mark.parametrize(
    ("sentence", "params", "said"),
    [
        ("It costs {price} gold.", {"price": 35}, "It costs 35 gold."),
        ("You have {coins:coin}.", {"coins": 3}, "You have 3 coins."),
        ("You have {coins:coin}.", {"coins": 1}, "You have 1 coin."),
        ("You have {coins:coin}.", {"coins": 0}, "You have no coins."),
        ("You may take {coins:coin}.", {"coins": "all"}, "You may take all."),
        ("It is for {asked:who} to decide.", {"asked": 0}, "It is for seat 1 to decide."),
        ("It is for {asked:who} to decide.", {"asked": [0, 2]}, "It is for seat 1 and seat 3 to decide."),
        ("Choose {types}.", {"types": ["gold", "pearl", "emerald"]}, "Choose gold, pearl and emerald."),
        ("Missing: {missing}.", {"missing": {"priest": 2, "settler": 1}}, "Missing: 2 Priests and 1 Settler."),
        ("In the {column:th} column.", {"column": 2}, "In the 2nd column."),
        ("In the {column:th} column.", {"column": 11}, "In the 11th column."),
        ("First: {decision:words}.", {"decision": "take_action"}, "First: take action."),
        ("It is over.", {"more": "than the sentence says"}, "It is over."),
    ],
)
def test_a_sentence_has_its_figures_in_their_places(sentence: str, params: Any, said: str) -> None:
    assert filled_in(sentence, params) == said


def test_a_sentence_without_one_of_its_figures_is_a_fault_of_the_game() -> None:
    with pytest.raises(KeyError, match="gold"):
        filled_in("It costs {price}, and you have {gold}.", {"price": 3})


@pytest.mark.parametrize(
    ("sentence", "listed"),
    [
        ("It costs {price} gold.", "It costs … gold."),
        ("You have marked {marked:die}.", "You have marked … dice."),
        ("It is for {asked:who} to decide.", "It is for … to decide."),
        ("It is over.", "It is over."),
    ],
)
def test_a_sentence_in_a_list_of_codes_leaves_the_places_of_its_figures_open(sentence: str, listed: str) -> None:
    assert left_open(sentence) == listed


class Counted:
    """A decision whose only command is refused, and how often its figures were made."""

    def __init__(self) -> None:
        self.made = 0
        self.refusals = Refusals({"too_dear": "It costs {price}."})
        self.answer = Answer(
            lambda *_: None, plain("buy"), lambda *_: "too_dear", figures={"too_dear": lambda *_: self.price()}
        )

    def price(self) -> dict[str, Any]:
        self.made += 1
        return {"price": 5}


def test_a_list_of_legal_commands_makes_no_figures() -> None:
    counted = Counted()
    assert legal_answers({str: counted.answer}, "state", "frame") == []
    assert counted.made == 0


def test_the_refusal_of_a_check_has_code_figures_and_sentence() -> None:
    counted = Counted()
    with pytest.raises(Rejected) as refusal:
        counted.refusals.check(counted.answer, "state", "frame", "buy")
    assert (refusal.value.code, refusal.value.message, refusal.value.params) == ("too_dear", "It costs 5.", {"price": 5})


# Of every game


@pytest.mark.parametrize("name", GAMES_ANSWERS)
def test_every_code_of_a_check_whose_sentence_has_figures_makes_them(name: str) -> None:
    """A code that is met for the first time years from now must not lack its figures. What a check can return is read from
    its code: the names of codes in it and in the functions of the game that it calls."""
    sentences, missing = OURS[name].rules.refusals, set()
    for decision, answers in GAMES_ANSWERS[name].items():
        for command, answer in answers.items():
            for code in _codes(answer.check, sentences):
                if figures_of(sentences[code]) and code not in answer.figures:
                    missing.add((decision.__name__, command.__name__, code))
    assert not missing


@pytest.mark.parametrize("name", GAMES_ANSWERS)
def test_no_figures_are_made_for_a_code_that_the_check_does_not_know(name: str) -> None:
    sentences, needless = OURS[name].rules.refusals, set()
    for decision, answers in GAMES_ANSWERS[name].items():
        for command, answer in answers.items():
            needless |= {(decision.__name__, command.__name__, code) for code in answer.figures}.difference(
                (decision.__name__, command.__name__, code) for code in _codes(answer.check, sentences)
            )
    assert not needless


@pytest.mark.parametrize("name", GAMES_ANSWERS)
def test_a_price_that_cannot_be_paid_is_told_alike_in_every_game(name: str) -> None:
    assert figures_of(OURS[name].rules.refusals["cannot_afford"]) == {"what", "price", "available"}


def _codes(check: Callable[..., Any], sentences: Mapping[str, str]) -> set[str]:
    return {constant for function in _called(check) for constant in _constants(function.__code__) if constant in sentences}


def _called(check: Callable[..., Any]) -> Iterator[Any]:
    """The functions of the game that a check can call, itself included."""
    waiting: list[Any] = [check]
    known: set[int] = set()
    while waiting:
        function = inspect.unwrap(waiting.pop())
        if id(function) in known or not inspect.isfunction(function) or function.__name__ in ONLY_WHETHER:
            continue
        known.add(id(function))
        yield function
        package = function.__module__.split(".")[1]
        for name in _names(function.__code__):
            found = function.__globals__.get(name)
            members = [found, *(getattr(found, each, None) for each in _names(function.__code__))]
            waiting += [
                each
                for each in (members if inspect.ismodule(found) else [found])
                if callable(each) and getattr(each, "__module__", "").startswith(f"domain.{package}.")
            ]


def _names(code: Any) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from _names(constant)


def _constants(code: Any) -> Iterator[str]:
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from _constants(constant)
        elif isinstance(constant, str):
            yield constant


COMPARING: Mapping[str, set[str]] = {
    "merchants-and-marauders": {
        "captain_deck_empty",
        "crew_full",
        "die_limit_reached",
        "goods_missing",
        "hand_over_limit",
        "move_limit_reached",
        "no_cargo_space",
        "no_gold",
        "not_damaged",
        "not_enough_glory",
        "cannot_afford",
        "not_over_limit",
        "npc_may_not_flee",
        "pardon_limit",
        "requirement_not_met",
        "sale_limit_reached",
        "stash_too_small",
    },
    "merchants-of-the-caribbean": {
        "expedition_discards_not_exact",
        "expedition_needs_unmet",
        "no_takes_left",
        "cannot_afford",
        "reveal_limit_reached",
        "unknown_seat",
    },
    "pirates-of-maracaibo": {
        "cannot_afford",
        "dead_end_step",
        "line_not_reached",
        "movement_too_low",
        "no_action_affordable",
        "no_movement_left",
        "no_rerolls_left",
        "unknown_seat",
        "not_enough_power",
        "not_rightward",
        "out_of_range",
    },
}
"""The codes of refusals that compare numbers."""
SELDOM: Mapping[str, set[str]] = {
    "merchants-and-marauders": {"die_limit_reached", "hand_over_limit", "pardon_limit", "sale_limit_reached"},
    "merchants-of-the-caribbean": {"expedition_discards_not_exact", "reveal_limit_reached", "unknown_seat"},
    "pirates-of-maracaibo": {"movement_too_low", "unknown_seat"},
}
"""Those of them that few games meet or none; the tests of their rules arrange them."""
GAMES_PLAYED = 9


@pytest.mark.parametrize("name", COMPARING)
def test_refusals_that_compare_say_their_numbers_in_random_and_bots_games(name: str) -> None:
    game, met = OURS[name], set[str]()
    for seed in range(GAMES_PLAYED):
        seats = seats_of(game)[seed % len(seats_of(game))]
        steps = _bots_game(game, seats, seed) if seed % 3 == 0 else play(game, seats, seed, options_of(game, seats, seed))
        for step, command in commands_to_refuse(game, steps):
            refused = refusal(game, step.before, step.seat, command)
            if refused is not None:
                says_how_much(game, *refused)
                if refused[0] in COMPARING[name]:
                    assert any(_is_number(value) for value in refused[2].values()), refused
                    met.add(refused[0])
    assert COMPARING[name] - met <= SELDOM[name]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | dict) and not isinstance(value, bool)


def _bots_game(game: AnyGame, seats: int, seed: int) -> Iterator[Step]:
    chance = Chance(seed)
    state = game.rules.setup(options_of(game, seats, 1), seats, chance).state
    while awaited := game.rules.to_act(state):
        seat = awaited[0]
        command = sensibly_at_times(game, state, seat, chance)
        recorder = game.rules.decide(state, seat, command, chance)
        yield Step(state, seat, list(game.rules.legal_commands(state, seat)), command, recorder.state, recorder.events)
        state = recorder.state
