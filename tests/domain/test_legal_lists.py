"""Lists of legal commands that are remembered, and candidates that are checked once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domain.kit.decisions import Answer, LatestList, legal_answers

COMMANDS = ["sail", "stay"]


def lists(made: list[Any]) -> LatestList:
    """Notes each position and seat for which it makes a list."""

    def make(state: Any, seat: int) -> list[Any]:
        made.append((state, seat))
        return list(COMMANDS)

    return LatestList(make)


def test_the_list_of_a_position_is_made_once_for_the_rules_and_their_caller() -> None:
    made: list[Any] = []
    state, legal = object(), lists(made)
    assert legal.of(state, 0) == legal.give(state, 0) == legal.give(state, 0) == COMMANDS
    assert made == [(state, 0)]


def test_an_equal_position_and_another_seat_have_lists_of_their_own() -> None:
    made: list[Any] = []
    legal = lists(made)
    for state, seat in (([], 0), ([], 0), ((), 0), ((), 1)):
        legal.give(state, seat)
    assert made == [([], 0), ([], 0), ((), 0), ((), 1)]


def test_a_caller_that_changes_its_list_changes_no_other() -> None:
    state, legal = object(), lists([])
    legal.give(state, 0).clear()
    assert legal.give(state, 0) == COMMANDS


def test_only_the_very_commands_of_the_list_given_last_pass_unchecked() -> None:
    state, other = object(), object()
    legal = LatestList(lambda state, seat: [["sail"], ["stay"]])
    sail, _ = legal.give(state, 0)
    assert legal.holds(state, 0, sail)
    assert not legal.holds(state, 0, ["sail"]), "an equal command may come from a request"
    assert not legal.holds(state, 1, sail)
    assert not legal.holds(other, 0, sail)


def test_what_the_rules_list_meanwhile_takes_no_trust_from_the_list_given() -> None:
    state, after = object(), object()
    legal = LatestList(lambda state, seat: [["sail"], ["stay"]])
    _, stay = legal.give(state, 0)
    [unseen, _] = legal.of(after, 0)
    assert legal.holds(state, 0, stay)
    assert not legal.holds(after, 0, unseen), "a list that nobody was given"


def test_the_first_of_candidates_that_are_alike_is_checked_for_all() -> None:
    checked: list[str] = []

    def check(state: Any, frame: Any, command: str) -> str | None:
        checked.append(command)
        found: str | None = state.get(command)
        return found

    alike = Answer(lambda *_: None, lambda state, frame: COMMANDS, check, alike=True)
    assert legal_answers({str: alike}, {}, None) == COMMANDS
    assert legal_answers({str: alike}, dict.fromkeys(COMMANDS, "no_wind"), None) == []
    assert checked == ["sail", "sail"]
    apart = replace(alike, alike=False)
    assert legal_answers({str: apart}, {"sail": "no_wind"}, None) == ["stay"]
