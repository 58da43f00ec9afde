"""Chapter 2: setup."""

from __future__ import annotations

import pytest

from domain.game import Rejected
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import RevealCard
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.options import Options

from . import catalogue
from .catalogue import MERCHANTS
from .scenario import PINACE, Seeded, given, new_game


@pytest.mark.rule("MC-016")
def test_the_standard_game_is_for_two_to_four_seats() -> None:
    assert GAME.rules.seats(Options()) == range(2, 5)
    for seats in (2, 3, 4):
        assert len(new_game(seats=seats).view.seats) == seats


@pytest.mark.rule("MC-016", "MC-C03")
@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(Rejected) as refusal:
        GAME.rules.setup(Options(), seats, Seeded(1))
    assert refusal.value.code == "player_count_not_allowed"


@pytest.mark.rule("MC-017", "MC-023")
def test_after_the_highest_seat_comes_seat_0() -> None:
    table = new_game(seats=3, options=Options(starting_seat=1))
    assert table.active_seat == 1
    assert [table.pass_turn().active_seat for _ in range(4)] == [2, 0, 1, 2]


@pytest.mark.rule("MC-018")
def test_all_cards_are_shuffled_into_the_draw_deck() -> None:
    orders = [tuple(new_game(seats=2, seed=seed).ledger_at_setup().draw_deck) for seed in range(20)]
    for order in orders:
        assert sorted(order) == sorted(catalogue.instances(MERCHANTS, 2))
    assert len(set(orders)) == 20
    # Every card must be able to come first and last: with 20 shuffles a fixed end of the deck would show.
    assert len({order[0] for order in orders}) > 5
    assert len({order[-1] for order in orders}) > 5


@pytest.mark.rule("MC-019")
def test_the_same_seed_and_commands_give_the_same_events() -> None:
    first, second, other = (new_game(seats=3, seed=seed) for seed in (7, 7, 8))
    for table in (first, second, other):
        table.play_at_random(commands=120, seed=3)
    assert first.events == second.events
    assert first.events != other.events
    assert any(isinstance(event, e.CardRevealed) for event in first.events)


@pytest.mark.rule("MC-019")
def test_a_reshuffle_draws_from_the_game_s_generator() -> None:
    orders = set()
    for seed in (1, 1, 2, 3):
        table = given(
            discard_pile=("sailor-3-1:1", "sailor-3-1:2", "sailor-3-1:3", "pirate-5-1:1", "flute-1-1:2"), draw_deck=()
        )
        table.rng = Seeded(seed)
        reshuffled = table.when(0, RevealCard()).happens(e.DeckReshuffled)
        assert table.rng.draws > 0
        orders.add((seed, reshuffled.deck_order))
    assert len(orders) == 3, "the same seed gives the same order"
    assert len({order for _, order in orders}) > 1, "and another seed another"


@pytest.mark.rule("MC-020")
def test_the_starting_seat_is_random_by_default() -> None:
    assert {new_game(seats=3, seed=seed).active_seat for seed in range(30)} == {0, 1, 2}


@pytest.mark.rule("MC-020", "MC-023")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_starting_seat_can_be_fixed(seat: int) -> None:
    for seed in range(5):
        table = new_game(seats=3, seed=seed, options=Options(starting_seat=seat))
        assert table.active_seat == seat
        assert table.last(e.TurnStarted).seat == seat


@pytest.mark.rule("MC-021", "MC-C03", "MC-C16")
def test_three_coins_for_each_seat_dealt_clockwise_from_the_starting_seat() -> None:
    table = new_game(seats=4, options=Options(starting_seat=2))
    order = tuple(table.ledger_at_setup().draw_deck)
    set_up = table.events[0]
    assert table.events == (
        set_up,
        e.CoinsGained(seat=2, amount=3, reason="start", missing=0, cards=order[0:3]),
        e.CoinsGained(seat=3, amount=3, reason="start", missing=0, cards=order[3:6]),
        e.CoinsGained(seat=0, amount=3, reason="start", missing=0, cards=order[6:9]),
        e.CoinsGained(seat=1, amount=3, reason="start", missing=0, cards=order[9:12]),
        e.RoundStarted(round=1),
        e.TurnStarted(round=1, seat=2),
    )
    assert isinstance(set_up, e.GameSetUp)
    assert (set_up.seats, set_up.starting_seat) == (4, 2)
    assert [table.coins(seat) for seat in range(4)] == [3, 3, 3, 3]


@pytest.mark.rule("MC-022")
@pytest.mark.parametrize(("seats", "left"), [(2, 104), (3, 101), (4, 98)])
def test_everything_else_starts_empty(seats: int, left: int) -> None:
    table = new_game(seats=seats)
    assert table.draw_deck_size == left
    assert table.view.harbour == table.view.requests == table.view.discard_pile == ()
    for seat in range(seats):
        assert table.persons(seat) == table.completed(seat) == ()
        assert (table.influence(seat), table.strength(seat)) == (0, 0)


@pytest.mark.rule("MC-021", "MC-111")
def test_start_coins_leave_the_draw_deck_and_are_not_seen_again_as_cards_to_reveal() -> None:
    table = new_game(seats=2)
    coins = {card for seat in range(2) for card in table.ledger.coins[seat]}
    assert len(coins) == 6
    assert coins.isdisjoint(table.ledger.draw_deck)
    assert PINACE in {*coins, *table.ledger.draw_deck}
