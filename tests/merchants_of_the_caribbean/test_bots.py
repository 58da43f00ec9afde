"""What bots play by: `evaluate` values the actions of a simple, sound player, `win_shares` says who is near to winning."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.bots.heuristics import NEXT_TO_MOVE, TO_MOVE, Position, completed, estimate, foreseen
from domain.merchants_of_the_caribbean.content import deck
from domain.merchants_of_the_caribbean.game import GAME

from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import (
    CAPTAINS,
    FLUTE,
    FRIGATE,
    GALLEON,
    JACKS,
    PINACE,
    PIRATE,
    PRIESTS,
    SAILOR,
    SETTLERS,
    SKIFF,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Table,
    given,
    new_game,
)

Options = GAME.types.options
OTHER_PINACE = "pinace-1-1:2"


def choice(table: Table) -> c.Command:
    """What `greedy` does: the command with the highest value."""
    seat = table.awaited_seat
    return max(table.legal(seat), key=lambda command: GAME.bots.evaluate(table.view, seat, command))


def worth(table: Table, command: c.Command) -> float:
    assert command in table.legal(table.awaited_seat)
    return GAME.bots.evaluate(table.view, table.awaited_seat, command)


# Choices


def test_a_request_is_completed_at_once() -> None:
    assert isinstance(choice(given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,))), c.CompleteExpedition)


def test_a_ship_that_would_ruin_is_driven_off() -> None:
    table = given(persons={0: (SAILOR,)}, harbour=(PINACE, SETTLERS[0]), next_cards=(OTHER_PINACE,)).do(0, c.RevealCard())
    assert choice(table) == c.RepelShip(card=OTHER_PINACE)
    assert worth(table, c.KeepShip(card=OTHER_PINACE)) < 0


def test_a_ship_that_does_not_ruin_is_kept_to_choose_from() -> None:
    table = given(persons={0: (SAILOR,)}, next_cards=(PINACE,)).do(0, c.RevealCard())
    assert choice(table) == c.KeepShip(card=PINACE)


def test_a_full_harbour_of_ships_too_strong_is_not_risked_for_one_card_more() -> None:
    table = given(coins={0: 9}, harbour=(PINACE, FLUTE, SKIFF, FRIGATE, GALLEON, "sailor-7-3:1", PRIESTS[0], SETTLERS[0]))
    assert choice(table) == c.StopDiscovering()


def test_an_empty_harbour_is_filled() -> None:
    table = given(next_cards=(TWO_PRIESTS,)).do(0, c.RevealCard())
    assert choice(table) == c.RevealCard()


@pytest.mark.rule("MC-090")
def test_a_card_is_worth_a_coin_less_where_the_fee_is_due() -> None:
    own = given(coins={0: 5, 1: 5}, harbour=("flute-2-2:1", SETTLERS[0])).do(0, c.StopDiscovering())
    other = given(coins={0: 5, 1: 5}, harbour=("flute-2-2:1", SETTLERS[0])).do(0, c.StopDiscovering(), c.FinishTaking())
    for command in (c.LootShip(card="flute-2-2:1"), c.HirePerson(card=SETTLERS[0])):
        assert worth(own, command) - worth(other, command) == pytest.approx(1)


@pytest.mark.rule("MC-090")
def test_a_ship_that_pays_no_more_than_the_fee_is_left() -> None:
    def offered(ship: str) -> Table:
        return given(harbour=(ship,)).do(0, c.StopDiscovering(), c.FinishTaking())

    assert choice(offered(PINACE)) == c.FinishTaking()
    assert choice(offered("pinace-2-1:1")) == c.LootShip(card="pinace-2-1:1")


def test_the_person_with_more_points_for_its_price_is_hired() -> None:
    table = given(coins={0: 9}, harbour=(PINACE, SAILOR, "sailor-7-3:1")).do(0, c.StopDiscovering())
    assert choice(table) == c.HirePerson(card="sailor-7-3:1")


def test_a_person_too_dear_does_not_make_the_harbour_worth_more() -> None:
    def stopping(person: str, coins: int) -> float:
        return worth(given(coins={0: coins}, harbour=(PINACE, person)), c.StopDiscovering())

    assert stopping("sailor-7-3:1", 6) == worth(given(coins={0: 6}, harbour=(PINACE,)), c.StopDiscovering())
    assert stopping("sailor-7-3:1", 7) > stopping("sailor-7-3:1", 6)


@pytest.mark.parametrize("person", [SETTLERS[0], CAPTAINS[0], PRIESTS[0], JACKS[0]])
def test_persons_for_requests_are_worth_more_until_one_is_completed(person: str) -> None:
    def hiring(**position: object) -> float:
        table = given(coins={0: 6}, harbour=(PINACE, person), **position).do(0, c.StopDiscovering())  # type: ignore[arg-type]
        return worth(table, c.HirePerson(card=person))

    needed = hiring()
    assert hiring(completed={0: (TWO_PRIESTS,)}) < needed
    assert hiring(deck=PORT_ROYAL) < needed, "there nobody needs one"


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_beats_chance(seats: int) -> None:
    wins = 0.0
    for seed in range(12):
        table, chance = new_game(seats=seats, seed=seed), random.Random(seed)
        while not table.over:
            seat = table.awaited_seat
            command = choice(table) if seat == seed % seats else chance.choice(table.legal(seat))
            table.do(seat, command)
        wins += GAME.bots.win_shares(table.state)[seed % seats]
    assert wins >= 11


# Shares of the victory


@pytest.mark.parametrize("deck", [MERCHANTS, PORT_ROYAL])
def test_standing_shares_the_victory_among_the_seats(deck: str) -> None:
    table = new_game(seats=3, seed=4, options=Options(deck=deck, round_limit=12))
    while not table.over:
        shares = GAME.bots.win_shares(table.state)
        assert sum(shares) == pytest.approx(1)
        assert all(0 < share < 1 for share in shares)
        table.play_at_random(commands=9, seed=table.view.turn)


@pytest.mark.rule("MC-128")
@pytest.mark.parametrize(("winners", "shares"), [((1,), [0.0, 1.0, 0.0]), ((0, 2), [0.5, 0.0, 0.5]), ((), [0.0, 0.0, 0.0])])
def test_standing_is_exact_at_the_end(winners: tuple[int, ...], shares: list[float]) -> None:
    table = given(seats=3)
    assert GAME.bots.win_shares(table.after(e.GameFinished("round_limit", winners, ())).state) == shares


def test_standing_prefers_points_to_coins_and_coins_to_nothing() -> None:
    nothing, coins, points = (
        GAME.bots.win_shares(given(seats=3, coins={0: coins}, persons={0: persons}).state)[0]
        for coins, persons in ((3, ()), (6, ()), (3, (PIRATE, SAILOR)))
    )
    assert nothing < coins < points


def test_each_further_coin_makes_a_seat_more_likely_to_win() -> None:
    """Also beyond the number from which the next Tax Increase can halve them."""
    shares = [GAME.bots.win_shares(given(seats=3, coins={0: coins}).state)[0] for coins in (10, 11, 12, 13, 20)]
    assert shares == sorted(set(shares))


def test_standing_values_a_completable_request_a_little_below_a_completed_one() -> None:
    ready = given(seats=3, deck=PORT_ROYAL, persons={0: SETTLERS[:2]}, requests=(TWO_SETTLERS,))
    waiting = GAME.bots.win_shares(ready.state)[0]
    done = GAME.bots.win_shares(ready.do(0, ready.completion(TWO_SETTLERS, *SETTLERS[:2])).state)[0]
    assert done - 0.05 < waiting < done


def test_standing_gives_the_seat_to_move_its_due() -> None:
    active, following, last = GAME.bots.win_shares(given(seats=3).state)
    assert active > following > last
    last, active, following = GAME.bots.win_shares(given(seats=3, active=1).state)
    assert active > following > last
    assert TO_MOVE > NEXT_TO_MOVE > 0


def test_in_the_final_round_a_seat_that_cannot_win_any_more_has_lost() -> None:
    table = given(seats=3, active=2, persons={0: (PIRATE,), 1: (SAILOR,)}, completed={1: (TWO_SETTLERS,)})
    table.after(e.FinalRoundTriggered(seat=1, influence=10, round=2))
    hopeless, leader, _ = GAME.bots.win_shares(table.state)
    assert hopeless < 1e-6, "without a request and with its last turn gone"
    assert leader > 0.5


def test_in_the_final_round_a_seat_without_a_turn_loses_by_each_point_behind() -> None:
    """Compared with the seat to move, which can still catch up, however far the leader is ahead."""

    def against(person_of_the_leader: str) -> float:
        table = given(
            seats=3,
            active=2,
            persons={1: (person_of_the_leader,)},
            completed={0: (TWO_PRIESTS,), 1: (TWO_SETTLERS,)},
        )
        table.after(e.FinalRoundTriggered(seat=1, influence=10, round=2))
        shares = GAME.bots.win_shares(table.state)
        return shares[0] / shares[2]

    one_behind, two_behind = against(SAILOR), against("sailor-5-2:1")
    assert two_behind < one_behind


POSITION = Position(
    deck=deck(PORT_ROYAL, 1, 3),
    persons=(*SETTLERS[:2], SAILOR),
    influence=3,
    coins=5,
    able_to_win=False,
    requests=(TWO_SETTLERS, TWO_PRIESTS),
    target=12,
    rival=(True, 12, 3),
    lead=12,
    final_round=False,
    turn_left=True,
)


def test_the_game_is_at_its_latest_when_the_leader_has_reached_the_target() -> None:
    assert estimate(replace(POSITION, lead=15)).total == estimate(POSITION).total
    assert estimate(replace(POSITION, lead=11)).total != estimate(POSITION).total


@pytest.mark.parametrize(("deck_id", "points", "coins"), [(MERCHANTS, 2, 3), (PORT_ROYAL, 4, 2)])
def test_a_completed_request_brings_what_its_deck_says_for_its_persons_and_is_gone(
    deck_id: str, points: int, coins: int
) -> None:
    """Each of the two Persons has a point."""
    position = replace(POSITION, deck=deck(deck_id, 1, 3))
    assert completed(position) == replace(
        position,
        persons=(SAILOR,),
        influence=3 - 2 + points,
        coins=5 + coins,
        able_to_win=True,
        requests=(TWO_PRIESTS,),
    )


@pytest.mark.parametrize(("deck_id", "points", "coins"), [(MERCHANTS, 0, 3), (PORT_ROYAL, 2, 2)])
def test_a_rank_counts_what_a_request_brings_in_its_deck(deck_id: str, points: int, coins: int) -> None:
    rank = foreseen(deck(deck_id, 1, 3), SETTLERS[:2], (TWO_SETTLERS,), (False, 3, 5))
    assert rank == (True, 3 + points, 5 + coins)
