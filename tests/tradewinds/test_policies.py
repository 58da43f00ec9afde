"""Levels of bots are found by entry points. What is broken is refused by name, and everything else runs."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from domain.game import AnyGame, Malformed, Policy
from domain.kit.indifference import stand_in
from domain.session.lifecycle import CreateGame, SeatPlan, check_levels
from tests.support.games import OURS, RULESET
from tests.tradewinds import plugins
from tradewinds.allowed import POLICIES as GROUP
from tradewinds.policies import with_policies

OTHER = next(name for name in OURS if name != RULESET)


def offering(**points: str) -> tuple[Mapping[str, AnyGame], list[str]]:
    """Our games where a package offers these; and what is said of those that are refused."""
    made = [EntryPoint(name, f"tests.tradewinds.plugins:{value}", GROUP) for name, value in points.items()]
    games, refused = with_policies(OURS, made)
    return games, [str(each) for each in refused]


def creation(ruleset: str, level: str) -> CreateGame:
    return CreateGame(ruleset=ruleset, seats=(SeatPlan(kind="bot", level=level), SeatPlan(kind="open")))


def test_a_game_that_rates_no_command_lets_the_first_one_stand_in() -> None:
    assert stand_in(None, 0, ["first", "second"]) == "first"


def test_a_policy_is_a_level_of_the_games_that_it_names() -> None:
    games, refused = offering(last="LAST")
    assert not refused
    assert games[RULESET].bots.offered == (*OURS[RULESET].bots.levels, "last", "stand_in")
    check_levels(games[RULESET], creation(RULESET, "last"))
    assert games[OTHER] is OURS[OTHER]
    with pytest.raises(Malformed, match="no bots of the level `last`"):
        check_levels(games[OTHER], creation(OTHER, "last"))


def test_a_policy_that_names_no_games_plays_all() -> None:
    games, _ = offering(anywhere="ANYWHERE")
    assert all("anywhere" in game.bots.policies for game in games.values())


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("absent", "ABSENT", "cannot be imported (AttributeError)"),
        ("function", "chooses_last", "is no `tradewinds.Policy`, but of type function"),
        ("first", "LAST", "the level of this entry point is named 'last'"),
        ("greedy", "GREEDY", "'greedy' cannot be the name of a level"),
        ("Shouting", "SHOUTING", "'Shouting' cannot be the name of a level"),
        ("endless", "ENDLESS", "`below` is 'endless'"),
        ("listed", "LISTED", "`rulesets` is not a frozenset"),
    ],
)
def test_what_is_no_policy_is_refused_by_name(name: str, value: str, why: str) -> None:
    games, (said,) = offering(**{name: value, "last": "LAST"})
    assert said.startswith(f"the policy {name} of unknown")
    assert why in said
    assert list(games[RULESET].bots.policies) == ["last"]


def test_one_level_is_offered_once() -> None:
    points = [EntryPoint("last", f"tests.tradewinds.plugins:{value}", GROUP) for value in ("LAST", "OTHER_LAST")]
    games, (said,) = with_policies(OURS, reversed(points))
    assert games[RULESET].bots.policies["last"] is plugins.LAST
    assert "another package has a policy of this name" in str(said)


def test_a_policy_is_part_of_what_packages_import() -> None:
    import tradewinds

    facade: Any = tradewinds
    assert facade.Policy is Policy
