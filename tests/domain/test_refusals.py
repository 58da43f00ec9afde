"""Refusals say how much: their figures stand in `params` and in the sentence, and are made only when somebody asks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from domain.game import Rejected
from domain.kit.decisions import Answer, legal_answers, plain
from domain.kit.refusals import Refusals, figures_of, filled_in
from domain.merchants_and_marauders.decisions import ANSWERS as OF_MARAUDERS
from domain.merchants_of_the_caribbean.decisions import ANSWERS as OF_THE_CARIBBEAN
from domain.pirates_of_maracaibo.decisions import ANSWERS as OF_MARACAIBO
from tests.support.games import OURS

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
        ("It is for {asked:who} to decide.", {"asked": 0}, "It is for seat 1 to decide."),
        ("It is for {asked:who} to decide.", {"asked": [0, 2]}, "It is for seat 1 and seat 3 to decide."),
        ("Choose {types}.", {"types": ["gold", "pearl", "emerald"]}, "Choose gold, pearl and emerald."),
        ("Missing: {missing}.", {"missing": {"priest": 2, "settler": 1}}, "Missing: 2 priest, 1 settler."),
        ("It is over.", {"more": "than the sentence says"}, "It is over."),
    ],
)
def test_a_sentence_has_its_figures_in_their_places(sentence: str, params: Any, said: str) -> None:
    assert filled_in(sentence, params) == said


def test_a_sentence_without_one_of_its_figures_is_a_fault_of_the_game() -> None:
    with pytest.raises(KeyError, match="gold"):
        filled_in("It costs {price}, and you have {gold}.", {"price": 3})


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
