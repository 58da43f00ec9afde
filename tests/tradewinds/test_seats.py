"""Games that some numbers of players can play and numbers between them cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from conformance.playing import Broken, all_seats_of
from conformance.record import wrong_numbers_of_seats_are_refused
from conformance.served import served
from domain.game import AnyGame, IncompleteGame, Malformed
from domain.kit.seats import counts_said, smallest_table
from tests.support.changed import changed
from tests.versions.last_stick import GAME
from tradewinds import About, Bots, Play, check_seats, seats_allowed
from tradewinds.installed import problems


def with_seats(*allowed: int, **own: Any) -> AnyGame:
    """Last Stick for these numbers of players."""
    return changed(GAME, own=own, rules={"seats": lambda options: allowed, "resolve": resolved_by(allowed)})


def resolved_by(allowed: Sequence[int]) -> Any:
    def resolve(options: Any, seats: int) -> Any:
        check_seats(seats, allowed)
        return options

    return resolve


TWO_OR_FOUR = with_seats(2, 4)


@pytest.mark.parametrize(
    ("allowed", "said"),
    [((2,), "2"), ((2, 3, 4), "2 to 4"), (range(2, 5), "2 to 4"), ((2, 4), "2 or 4"), ((1, 3, 5), "1, 3 or 5")],
)
def test_numbers_of_seats_are_said_as_people_say_them(allowed: Sequence[int], said: str) -> None:
    assert counts_said(allowed) == said


@pytest.mark.parametrize(("allowed", "fewest"), [(range(2, 5), 2), (range(1, 5), 2), ((1, 4), 4), ((1,), 1), ((3, 5), 3)])
def test_the_usual_table_is_the_smallest_with_somebody_to_play_with(allowed: Sequence[int], fewest: int) -> None:
    assert smallest_table(allowed) == fewest


def test_a_number_between_is_refused_with_those_that_are_allowed() -> None:
    assert len(Play.new(TWO_OR_FOUR).names) == 2
    assert len(Play.new(TWO_OR_FOUR, seats=4).names) == 4
    with pytest.raises(Malformed, match=r"^3 players are not allowed with these options, but 2 or 4 are\.$") as refused:
        Play.new(TWO_OR_FOUR, seats=3)
    assert refused.value.code == "player_count_not_allowed"
    assert refused.value.params == {"players": 3, "min_players": 2, "max_players": 4, "allowed_players": [2, 4]}


@pytest.mark.parametrize(
    ("seats", "allowed", "said"),
    [
        (1, (2, 3), "1 player is not allowed with these options, but 2 to 3 are."),
        (2, (1,), "2 players are not allowed with these options, but 1 is."),
        (5, (2, 3, 4), "5 players are not allowed with these options, but 2 to 4 are."),
    ],
)
def test_a_wrong_number_of_players_is_refused_in_a_sentence(seats: int, allowed: Sequence[int], said: str) -> None:
    with pytest.raises(Malformed) as refused:
        check_seats(seats, allowed)
    assert refused.value.message == said
    assert "allowed_players" not in refused.value.params


def test_an_option_leaves_one_of_the_numbers_that_are_allowed() -> None:
    assert seats_allowed(None, (2, 4)) == (2, 4)
    assert seats_allowed(4, (2, 4)) == (4,)
    with pytest.raises(Malformed, match="but 2 or 4 are"):
        seats_allowed(3, (2, 4))


def test_the_service_lists_the_numbers_and_refuses_others() -> None:
    with served(TWO_OR_FOUR) as service:
        shown = service.ask("GET", "/v1/rulesets/last-stick", 200).get_json()
        assert shown["seats"] == {"min": 2, "max": 4, "allowed": [2, 4]}
        assert "2 or 4 players" in service.ask("GET", "/", 200, headers={"Accept": "text/html"}).text
        body = service.ask("GET", "/openapi.json", 200).get_json()["components"]["schemas"]["LastStickNewGame"]
        assert body["properties"]["seats"]["anyOf"] == [{"minItems": 2, "maxItems": 2}, {"minItems": 4, "maxItems": 4}]
        for count, status in ((2, 201), (3, 422), (4, 201)):
            plan = {"ruleset": "last-stick", "seats": [{"kind": "human"}] * count}
            made = service.ask("POST", "/v1/games", status, json=plan)
            assert status == 201 or made.get_json()["params"]["allowed_players"] == [2, 4]


def test_the_check_plays_with_the_allowed_numbers_alone() -> None:
    assert all_seats_of(TWO_OR_FOUR) == (2, 4)
    wrong_numbers_of_seats_are_refused(TWO_OR_FOUR)
    careless = changed(
        TWO_OR_FOUR, rules={"resolve": lambda options, seats: options if seats == 3 else GAME.rules.resolve(options, seats)}
    )
    with pytest.raises(Broken, match="`resolve` takes 3 seats"):
        wrong_numbers_of_seats_are_refused(careless)


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (with_seats(4, 2), "not the numbers of seats that can play in ascending order"),
        (with_seats(2, 2), "not the numbers of seats that can play in ascending order"),
        (with_seats(), "not the numbers of seats that can play in ascending order"),
        (with_seats(2, 9), "it is for 2 or 9 seats; a table has 1 to 8"),
        (
            with_seats(2, 4, about=About(sentence="Take sticks.", minutes=(1, 2), weight="easy", best_seats=(3,))),
            "its `about.best_seats` are (3,); it is for 2 or 4 seats",
        ),
    ],
)
def test_impossible_seats_are_refused_where_the_game_is_found(game: AnyGame, problem: str) -> None:
    assert problem in " ".join(problems(game))


def test_a_game_for_several_numbers_of_seats_says_who_wins() -> None:
    with pytest.raises(IncompleteGame, match=r"is for 2 or 4 seats, so it needs `bots\.win_shares`"):
        changed(TWO_OR_FOUR, own={"bots": Bots()})
