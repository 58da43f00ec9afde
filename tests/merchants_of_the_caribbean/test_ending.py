"""Chapter 12: end of the game and scoring."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.game import Hidden
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import (
    FinishTaking,
    HirePerson,
    KeepShip,
    LootShip,
    RevealCard,
    StopDiscovering,
)
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.state import cards_of, request

from .catalogue import PORT_ROYAL
from .scenario import (
    ADMIRALS,
    FLUTE,
    GOVERNORS,
    JACKS,
    JESTERS,
    MADEMOISELLES,
    PINACE,
    PRIESTS,
    PRIESTS_AND_SETTLER,
    SAILOR,
    SETTLERS,
    SKIFF,
    TAX,
    TWO_CAPTAINS,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Seeded,
    Table,
    given,
    new_game,
)

THREE_POINTS = (MADEMOISELLES[2], JESTERS[3], ADMIRALS[3], ADMIRALS[4], "sailor-7-3:1", "pirate-9-3:1")
"""Persons of 3 influence points each."""


@pytest.mark.rule("MC-120")
@pytest.mark.parametrize(
    ("persons", "completed", "influence"),
    [
        ((), (), 0),
        (GOVERNORS[:1], (), 0),
        ((SAILOR, JESTERS[1], MADEMOISELLES[2]), (), 1 + 2 + 3),
        ((), (TWO_SETTLERS,), 2),
        ((SAILOR,), (TWO_SETTLERS, PRIESTS_AND_SETTLER), 1 + 2 + 5),
    ],
)
def test_influence_is_the_sum_of_persons_and_completed_requests(
    persons: tuple[str, ...], completed: tuple[str, ...], influence: int
) -> None:
    assert given(persons={0: persons}, completed={0: completed}).influence(0) == influence


def before_a_hire(seat: int, persons: tuple[str, ...], completed: tuple[str, ...]) -> Table:
    """The seat is about to hire a Settler of 1 point in seat 0's turn."""
    table = given(
        persons={seat: persons}, completed={seat: completed}, coins={seat: 9}, harbour=(SETTLERS[3], PINACE, FLUTE)
    )
    table.do(0, StopDiscovering())
    return table if seat == 0 else table.do(0, FinishTaking())


@pytest.mark.rule("MC-121", "MC-122", "MC-C09")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("persons", "completed", "triggers"),
    [
        (THREE_POINTS[:3], (), False),
        (THREE_POINTS[1:5], (), False),
        ((*THREE_POINTS[1:3], SAILOR), (TWO_SETTLERS,), True),
        (THREE_POINTS[1:4], (TWO_SETTLERS,), True),
        (THREE_POINTS[1:3], (TWO_SETTLERS,), False),
        ((SAILOR,), (TWO_SETTLERS,), False),
    ],
)
def test_ten_points_and_a_completed_request_at_one_moment_trigger_the_end(
    seat: int, persons: tuple[str, ...], completed: tuple[str, ...], triggers: bool
) -> None:
    table = before_a_hire(seat, persons, completed)
    attempt = table.when(seat, HirePerson(card=SETTLERS[3]))
    influence = table.influence(seat)
    if triggers:
        assert influence >= 10
        assert attempt.happens(e.FinalRoundTriggered) == e.FinalRoundTriggered(seat=seat, influence=influence, round=2)
        places = [type(event) for event in attempt.events]
        assert places.index(e.FinalRoundTriggered) == places.index(e.PersonHired) + 1
    else:
        assert influence < 10 or not completed
        attempt.never(e.FinalRoundTriggered)


@pytest.mark.rule("MC-121", "MC-122", "MC-C10")
def test_the_first_completed_request_can_trigger_the_end() -> None:
    table = given(persons={0: (*THREE_POINTS[1:4], *PRIESTS[:2])}, requests=(TWO_PRIESTS,))
    assert table.influence(0) == 11
    table.when(0, table.completion(TWO_PRIESTS, *PRIESTS[:2])).then_only(
        e.ExpeditionCompleted(seat=0, request=TWO_PRIESTS, discards=PRIESTS[:2], influence_after=11),
        e.CoinsGained(seat=0, amount=3, reason="expedition", missing=0, cards=table.drawn(3)),
        e.FinalRoundTriggered(seat=0, influence=11, round=2),
    )


@pytest.mark.rule("MC-122")
def test_points_without_a_hire_or_a_completed_request_are_not_looked_at() -> None:
    table = given(persons={0: (SAILOR,), 1: THREE_POINTS[1:4]}, completed={1: (TWO_SETTLERS,)}, harbour=(PINACE, FLUTE))
    assert table.influence(1) == 11
    table.do(0, StopDiscovering())
    table.when(0, LootShip(card=PINACE)).never(e.FinalRoundTriggered)


@pytest.mark.rule("MC-123")
def test_a_triggered_end_stays_triggered() -> None:
    table = given(seats=2, starting_seat=0, active=1, persons={0: (SAILOR,)})
    table.after(e.FinalRoundTriggered(seat=0, influence=10, round=2))
    assert table.influence(0) < 10
    assert table.view.final_round
    table.pass_turn()
    assert table.last(e.GameFinished).reason == "target_reached"


@pytest.mark.rule("MC-123", "MC-122")
def test_the_end_is_triggered_only_once() -> None:
    table = given(
        persons={0: (*THREE_POINTS[1:3], SAILOR, *PRIESTS[:2])},
        requests=(TWO_PRIESTS,),
        completed={0: (TWO_SETTLERS,)},
        coins={0: 9},
        harbour=(PINACE, SETTLERS[3], SKIFF),
    )
    table.do(0, StopDiscovering())
    table.when(0, HirePerson(card=SETTLERS[3])).happens(e.FinalRoundTriggered)
    table.when(0, table.completion(TWO_PRIESTS, *PRIESTS[:2])).never(e.FinalRoundTriggered)


def final_round(starting_seat: int, active: int, seats: int = 3) -> Table:
    """The active seat triggers the end in its turn by completing a request."""
    table = given(
        seats=seats,
        starting_seat=starting_seat,
        active=active,
        persons={active: (*THREE_POINTS[1:4], *PRIESTS[:2])},
        requests=(TWO_PRIESTS,),
    )
    table.do(active, table.completion(TWO_PRIESTS, *PRIESTS[:2]))
    assert table.view.final_round
    return table


@pytest.mark.rule("MC-124")
@pytest.mark.parametrize(("starting_seat", "active", "turns"), [(0, 0, 3), (0, 1, 2), (0, 2, 1), (1, 2, 2), (2, 0, 2)])
def test_the_round_is_played_to_its_end(starting_seat: int, active: int, turns: int) -> None:
    table = final_round(starting_seat, active)
    for left in range(turns, 0, -1):
        assert not table.over
        table.pass_turn()
        assert table.over == (left == 1)
    assert table.last(e.TurnEnded).seat == (starting_seat - 1) % 3, "the last turn is that of the starting player's right"
    assert table.last(e.GameFinished).reason == "target_reached"


@pytest.mark.rule("MC-124")
def test_the_other_seats_still_take_in_the_last_turn() -> None:
    table = given(
        seats=2,
        starting_seat=0,
        active=1,
        persons={1: (*THREE_POINTS[1:4], *PRIESTS[:2])},
        requests=(TWO_PRIESTS,),
        harbour=(PINACE, FLUTE),
    )
    table.do(1, table.completion(TWO_PRIESTS, *PRIESTS[:2]), StopDiscovering(), LootShip(card=PINACE))
    assert not table.over
    assert (table.awaited_seat, table.decision_kind) == (0, "other_take")
    table.when(0, LootShip(card=FLUTE)).then_only(
        e.FeePaid(from_seat=0, to_seat=1, amount=1, cards=table.oldest(0, 1)),
        e.ShipLooted(seat=0, card=FLUTE, coins=1, trader_bonus=0),
        e.CoinsGained(seat=0, amount=1, reason="loot", missing=0, cards=table.drawn(1)),
        e.TakingFinished(seat=0, taken=1, automatic=True),
        e.TurnEnded(seat=1, barren=False, automatic=True),
        table.last(e.GameFinished),
    )


@pytest.mark.rule("MC-124", "MC-122")
def test_another_seat_can_trigger_the_end_in_the_very_last_turn_of_a_round() -> None:
    table = given(
        seats=2,
        starting_seat=0,
        active=1,
        persons={0: THREE_POINTS[1:3]},
        completed={0: (TWO_SETTLERS, TWO_PRIESTS)},
        coins={0: 9},
        harbour=(SETTLERS[3], FLUTE),
    )
    assert table.influence(0) == 10
    table.do(1, StopDiscovering(), LootShip(card=FLUTE))
    attempt = table.when(0, HirePerson(card=SETTLERS[3]))
    assert attempt.happens(e.FinalRoundTriggered).seat == 0
    assert attempt.happens(e.GameFinished).winners == (0,)


def scored(
    persons: Mapping[int, tuple[str, ...]],
    completed: Mapping[int, tuple[str, ...]],
    coins: Mapping[int, int],
    *,
    options: Mapping[str, object] | None = None,
) -> e.GameFinished:
    finished = at_its_end(persons, completed, coins, options=options).last(e.GameFinished)
    assert isinstance(finished, e.GameFinished)
    return finished


def at_its_end(
    persons: Mapping[int, tuple[str, ...]],
    completed: Mapping[int, tuple[str, ...]],
    coins: Mapping[int, int],
    *,
    options: Mapping[str, object] | None = None,
) -> Table:
    """The last turn of the game passes over these seats without a coin moving."""
    table = given(
        seats=3,
        starting_seat=0,
        active=2,
        persons=persons,
        completed=completed,
        coins=coins,
        harbour=("governor-8-0:3",),
        options=options,
    )
    table.after(e.FinalRoundTriggered(seat=0, influence=10, round=2))
    table.do(2, StopDiscovering())
    while not table.over:
        table.do(table.awaited_seat, FinishTaking())
    finished = table.last(e.GameFinished)
    assert isinstance(finished, e.GameFinished)
    assert finished.reason == "target_reached"
    assert table.view.decision is None
    assert GAME.rules.to_act(table.state) == ()
    outcome = GAME.rules.outcome(table.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (finished.winners, "target_reached")
    assert outcome.scores == tuple(table.influence(seat) for seat in range(3))
    persons, expeditions = (part.scores for part in outcome.parts)
    assert tuple(map(sum, zip(persons, expeditions, strict=True))) == outcome.scores
    assert expeditions == tuple(
        sum(request(cards_of(table.state), card).influence for card in seat.completed_requests) for seat in table.state.seats
    )
    return table


@pytest.mark.rule("MC-125", "MC-C13")
def test_most_influence_wins() -> None:
    finished = scored(
        {0: (SAILOR,), 1: THREE_POINTS[:1], 2: ("sailor-3-1:2",)},
        {0: (TWO_SETTLERS,), 1: (TWO_PRIESTS,), 2: (TWO_CAPTAINS,)},
        {0: 9, 1: 3, 2: 7},
    )
    assert finished.winners == (1,)
    assert finished.ranking == (
        e.Place(seat=1, rank=1, influence=5, coins=3, completed_requests=1),
        e.Place(seat=0, rank=2, influence=3, coins=9, completed_requests=1),
        e.Place(seat=2, rank=3, influence=3, coins=7, completed_requests=1),
    )


@pytest.mark.rule("MC-126", "MC-129")
def test_nobody_wins_without_a_completed_request() -> None:
    finished = scored({0: THREE_POINTS[:4], 1: THREE_POINTS[4:5]}, {2: (TWO_SETTLERS,)}, {0: 9, 1: 8, 2: 3})
    assert finished.winners == (2,)
    assert finished.ranking == (
        e.Place(seat=2, rank=1, influence=2, coins=3, completed_requests=1),
        e.Place(seat=0, rank=2, influence=12, coins=9, completed_requests=0),
        e.Place(seat=1, rank=3, influence=3, coins=8, completed_requests=0),
    )


@pytest.mark.rule("MC-127")
def test_a_tie_is_won_by_the_seat_with_more_coins() -> None:
    finished = scored({0: (SAILOR,), 1: ("sailor-3-1:2",)}, {0: (TWO_SETTLERS,), 1: (TWO_PRIESTS,)}, {0: 6, 1: 7, 2: 30})
    assert finished.winners == (1,)
    assert [(place.seat, place.rank) for place in finished.ranking] == [(1, 1), (0, 2), (2, 3)]


@pytest.mark.rule("MC-121", "MC-126", "MC-127", "MC-128")
@pytest.mark.parametrize(
    ("persons", "completed", "coins", "said"),
    [
        (
            {0: THREE_POINTS[:3], 1: (SAILOR,)}, {0: (TWO_SETTLERS,), 1: (TWO_PRIESTS,)}, {},
            "Anne reached 10 points with an expedition done, and round 2 was played to its end.",
        ),
        (
            {0: (SAILOR,), 1: ("sailor-3-1:2",)}, {0: (TWO_SETTLERS,), 1: (TWO_PRIESTS,)}, {0: 6, 1: 7},
            "With 3 points each, coins decide: Bo has 7 and Anne has 6.",
        ),
        (
            {0: (SAILOR,), 1: ("sailor-3-1:2",)}, {0: (TWO_SETTLERS,), 1: (TWO_PRIESTS,)}, {0: 7, 1: 7},
            "Anne and Bo are equal in points and have 7 coins each.",
        ),
        ({0: THREE_POINTS[:4]}, {2: (TWO_SETTLERS,)}, {}, "Anne has 12 points, but no expedition."),
        ({0: THREE_POINTS[:4]}, {}, {}, "Nobody has done an expedition, so nobody wins."),
    ],
    ids=["reached", "coins", "shared", "no expedition", "nobody"],
)  # fmt: skip
def test_the_end_says_who_reached_it_and_what_decided(
    persons: Mapping[int, tuple[str, ...]], completed: Mapping[int, tuple[str, ...]], coins: Mapping[int, int], said: str
) -> None:
    table = at_its_end(persons, completed, coins)
    assert said in GAME.words.because(table.state, ("Anne", "Bo", "Cy"))


@pytest.mark.rule("MC-128", "MC-129", "MC-152")
def test_with_equal_coins_the_victory_is_shared_and_the_next_rank_is_skipped() -> None:
    finished = scored({0: (SAILOR,), 1: ("sailor-3-1:2",)}, {0: (TWO_SETTLERS,), 1: (TWO_PRIESTS,)}, {0: 7, 1: 7, 2: 30})
    assert finished.winners == (0, 1)
    assert {(place.seat, place.rank) for place in finished.ranking} == {(0, 1), (1, 1), (2, 3)}
    assert finished.ranking[2] == e.Place(seat=2, rank=3, influence=0, coins=30, completed_requests=0)


@pytest.mark.rule("MC-129", "MC-152")
def test_the_number_of_requests_does_not_matter_and_lower_places_are_shared_too() -> None:
    finished = scored(
        {0: (JESTERS[1],), 1: (), 2: THREE_POINTS[:2]}, {0: (TWO_SETTLERS,), 1: (TWO_PRIESTS, TWO_CAPTAINS)}, {0: 5, 1: 5}
    )
    assert {(place.seat, place.rank) for place in finished.ranking} == {(0, 1), (1, 1), (2, 3)}
    finished = scored({}, {0: (TWO_SETTLERS,)}, {0: 3, 1: 4, 2: 4})
    assert {(place.seat, place.rank) for place in finished.ranking} == {(0, 1), (1, 2), (2, 2)}


@pytest.mark.rule("MC-130", "MC-132", "MC-C13")
def test_as_many_barren_turns_in_a_row_as_seats_end_the_game() -> None:
    table = given(seats=2, harbour=(PINACE,), draw_deck=()).do(0, StopDiscovering())
    table.rng = Seeded(1)
    attempt = table.when(0, LootShip(card=PINACE))
    ends = [event for event in attempt.events if isinstance(event, e.TurnEnded)]
    assert [(event.seat, event.barren) for event in ends] == [(0, False), (1, True), (0, True)]
    attempt.then_only(*attempt.events[:-2], e.PlayStalled(barren_turns=2), table.last(e.GameFinished))
    finished = table.last(e.GameFinished)
    assert (finished.reason, finished.winners) == ("stalled", ())
    assert [place.seat for place in finished.ranking] == [1, 0], "seat 1 has more coins"


@pytest.mark.rule("MC-130")
def test_a_turn_in_which_only_a_tax_moves_cards_is_not_barren() -> None:
    table = given(next_cards=(TAX,)).do(0, RevealCard())
    assert not table.when(0, StopDiscovering()).happens(e.TurnEnded).barren


@pytest.mark.rule("MC-130")
def test_a_turn_is_barren_until_a_card_moves() -> None:
    def position() -> Table:
        return given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,), next_cards=(SAILOR,))

    assert position().view.barren
    for event in (
        e.CardRevealed(seat=0, card=SAILOR, kind="person", draw_deck_size=0),
        e.CoinsGained(seat=0, amount=1, reason="jester", missing=0, cards=(SAILOR,)),
        e.ExpeditionCompleted(seat=0, request=TWO_PRIESTS, discards=PRIESTS[:2], influence_after=2),
    ):
        assert not position().after(event).view.barren
    nothing = e.CoinsGained(seat=0, amount=0, reason="jester", missing=1, cards=())
    assert position().after(nothing).view.barren


@pytest.mark.rule("MC-130")
def test_a_completed_request_starts_the_count_of_barren_turns_again() -> None:
    # Both piles are empty; the Persons given up bring three coins, so cards move in a turn without a reveal.
    table = given(seats=2, persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,), draw_deck=())
    table.after(
        e.TurnEnded(seat=0, barren=True, automatic=False),
        e.TurnStarted(round=2, seat=1),
        e.TurnEnded(seat=1, barren=False, automatic=False),
        e.RoundStarted(round=3),
        e.TurnStarted(round=3, seat=0),
    )
    table.rng = Seeded(1)
    attempt = table.when(0, table.completion(TWO_PRIESTS, *PRIESTS[:2]))
    ends = [event.barren for event in attempt.events if isinstance(event, e.TurnEnded)]
    assert ends == [False, True, True]
    assert attempt.happens(e.PlayStalled).barren_turns == 2


@pytest.mark.rule("MC-130")
@pytest.mark.parametrize("seats", [3, 4])
def test_fewer_barren_turns_than_seats_are_not_enough(seats: int) -> None:
    table = given(seats=seats, persons={seats - 1: PRIESTS[:2]}, requests=(TWO_PRIESTS,), draw_deck=())
    # Seats 0 to n - 2 pass in turns that are barren; the last one could still complete a request.
    attempt = table.when(0, StopDiscovering())
    assert [event.barren for event in attempt.events if isinstance(event, e.TurnEnded)] == [True] * (seats - 1)
    attempt.never(e.PlayStalled)
    assert (table.active_seat, table.view.barren_turns) == (seats - 1, seats - 1)
    table.do(seats - 1, StopDiscovering())
    table.when(seats - 1, FinishTaking()).happens(e.PlayStalled)


@pytest.mark.rule("MC-130", "MC-124")
def test_a_final_round_cannot_stall() -> None:
    # Three seats, both piles empty: the seat that triggers the end moves cards, so two barren turns at most can follow.
    table = given(seats=3, persons={0: (*THREE_POINTS[1:4], *PRIESTS[:2])}, requests=(TWO_PRIESTS,), draw_deck=())
    table.rng = Seeded(1)
    attempt = table.when(0, table.completion(TWO_PRIESTS, *PRIESTS[:2]))
    attempt.never(e.PlayStalled).happens(e.FinalRoundTriggered)
    ends = [event.barren for event in attempt.events if isinstance(event, e.TurnEnded)]
    assert ends == [False, True, True], "the count of barren turns begins after the turn that triggered the end"
    assert table.last(e.GameFinished).reason == "target_reached"


@pytest.mark.rule("MC-130", "MC-131")
def test_a_turn_that_stalls_in_the_last_round_allowed_is_a_stall() -> None:
    table = given(seats=2, starting_seat=1, active=0, harbour=(PINACE,), draw_deck=(), options={"round_limit": 3})
    table.do(0, StopDiscovering())
    table.rng = Seeded(1)
    attempt = table.when(0, LootShip(card=PINACE)).never(e.RoundLimitReached)
    assert attempt.happens(e.PlayStalled) == e.PlayStalled(barren_turns=2)
    assert (attempt.happens(e.GameFinished).reason, table.view.round) == ("stalled", 3)


@pytest.mark.rule("MC-131", "MC-132", "MC-C13")
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_game_ends_with_the_round_of_the_limit(limit: int) -> None:
    table = given(seats=2, options={"round_limit": limit})
    for _ in range(2 * limit):
        assert not table.over
        table.pass_turn()
    finished = table.last(e.GameFinished)
    assert table.events[-3:] == (table.last(e.TurnEnded), e.RoundLimitReached(round=limit), finished)
    assert (finished.reason, finished.winners) == ("round_limit", ())
    assert len(finished.ranking) == 2


@pytest.mark.rule("MC-131")
def test_the_default_limit_is_100_rounds() -> None:
    options = new_game().view.options
    assert options.round_limit == 100


@pytest.mark.rule("MC-132")
def test_after_the_round_limit_the_usual_scoring_applies() -> None:
    table = given(
        seats=2, active=1, options={"round_limit": 2}, persons={0: THREE_POINTS[:2]}, completed={1: (TWO_SETTLERS,)}
    ).pass_turn()
    finished = table.last(e.GameFinished)
    assert (finished.reason, finished.winners) == ("round_limit", (1,))


@pytest.mark.rule("MC-131")
def test_a_target_reached_in_the_last_round_is_not_the_limit_s_doing() -> None:
    table = given(seats=2, active=1, options={"round_limit": 2})
    table.after(e.FinalRoundTriggered(seat=0, influence=10, round=2))
    table.pass_turn()
    assert table.last(e.GameFinished).reason == "target_reached"
    assert not [event for event in table.events if isinstance(event, e.RoundLimitReached)]


@pytest.mark.rule("MC-121", "MC-V08")
def test_the_target_of_the_options_counts() -> None:
    for target, triggers in ((3, True), (4, False)):
        table = given(
            deck=PORT_ROYAL,
            options={"target_influence": target},
            persons={0: JACKS[:2]},
            coins={0: 9},
            harbour=(SETTLERS[3], PINACE),
        ).do(0, StopDiscovering())
        attempt = table.when(0, HirePerson(card=SETTLERS[3]))
        kinds = [type(event) for event in attempt.events]
        assert (e.FinalRoundTriggered in kinds) == triggers


@pytest.mark.rule("MC-124")
def test_a_bust_in_the_last_turn_ends_the_game_too() -> None:
    table = given(
        seats=2, starting_seat=0, active=1, persons={1: (SAILOR,)}, harbour=(PINACE,), next_cards=("pinace-1-1:2",)
    )
    table.after(e.FinalRoundTriggered(seat=0, influence=10, round=2))
    table.do(1, RevealCard())
    attempt = table.when(1, KeepShip(card="pinace-1-1:2"))
    assert [type(event) for event in attempt.events[-2:]] == [e.TurnEnded, e.GameFinished]


@pytest.mark.rule("MC-126", "MC-127", "MC-129")
def test_the_criteria_are_an_expedition_then_points_then_coins() -> None:
    ended = at_its_end({0: THREE_POINTS[:4], 1: (SAILOR,)}, {1: (TWO_PRIESTS,)}, {0: 6, 1: 7})
    assert [(each.name, each.figures[:2], each.condition) for each in GAME.rules.criteria(ended.state)] == [
        ("an expedition done", (0, 1), True),
        ("most points", (12, 3), False),
        ("most coins", (6, 7), False),
    ]


def test_coins_from_ships_fees_and_busts_are_counted() -> None:
    events = (
        e.CoinsGained(1, 3, "loot", 0, Hidden(3)),
        e.CoinsGained(1, 1, "jester", 0, Hidden(1)),
        e.FeePaid(0, 1, 2, Hidden(2)),
        e.BustOccurred(0, PINACE, "pinace", could_repel=False),
    )
    counted = {figure.name: [found for each in events if (found := figure.by(each))] for figure in GAME.words.figures}
    assert counted == {"Coins from ships": [(1, 3)], "Fees from the others": [(1, 2)], "Busts": [(0, 1)]}
