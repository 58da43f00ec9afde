"""Games that look the same but differ in what is hidden (MC-I11)."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.state import State
from tradewinds.testing import Chance

from . import catalogue
from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import PINACE, PRIESTS, SAILOR, TWO_PRIESTS, TWO_SETTLERS, Table, given, new_game

Options = GAME.types.options


def deals(table: Table, number: int) -> list[State]:
    return [GAME.bots.determinize(table.view, None, Chance(seed)) for seed in range(number)]


def everywhere(state: State) -> list[str]:
    """The cards of all zones (MC-015)."""
    view = GAME.gate.open_view(state)
    zones = [view.draw_deck, view.discard_pile, view.harbour, view.requests, (view.revealed_slot,)]
    for seat in view.seats:
        zones += [seat.coins, seat.persons, seat.completed_requests]
    return [card for zone in zones if isinstance(zone, tuple) for card in zone if card is not None]


@pytest.mark.rule("MC-I01", "MC-I11")
@pytest.mark.parametrize(("deck", "seats"), [(MERCHANTS, 2), (MERCHANTS, 4), (PORT_ROYAL, 3), (PORT_ROYAL, 5)])
def test_a_deal_has_every_card_once_looks_alike_and_can_be_played_to_the_end(deck: str, seats: int) -> None:
    table = new_game(seats=seats, seed=seats, options=Options(deck=deck))
    for step in range(12):
        table.play_at_random(commands=60, seed=step)
        for dealt in deals(table, 2):
            assert sorted(everywhere(dealt)) == sorted(catalogue.instances(deck, seats))
            assert GAME.gate.view(dealt, None) == table.view
            for seat in range(seats):
                assert GAME.rules.legal_commands(dealt, seat) == table.legal(seat)
    state, chance = deals(table, 1)[0], Chance(1)
    while GAME.rules.outcome(state) is None:
        (seat,) = GAME.rules.to_act(state)
        legal = GAME.rules.legal_commands(state, seat)
        state = GAME.rules.decide(state, seat, legal[chance.below(len(legal))], chance).state
    assert sorted(everywhere(state)) == sorted(catalogue.instances(deck, seats))


@pytest.mark.rule("MC-015", "MC-I01")
def test_what_lies_open_is_not_dealt_again() -> None:
    table = given(
        persons={0: (SAILOR,), 1: PRIESTS[:2]}, completed={1: (TWO_SETTLERS,)}, requests=(TWO_PRIESTS,), harbour=(PINACE,)
    )
    for dealt in deals(table, 5):
        hidden = [*dealt.deck, *(card for seat in dealt.seats for card in seat.coins)]
        assert not {SAILOR, *PRIESTS[:2], TWO_SETTLERS, TWO_PRIESTS, PINACE, *table.view.discard_pile} & set(hidden)


@pytest.mark.rule("MC-133", "MC-134")
def test_every_hidden_card_comes_to_lie_everywhere() -> None:
    table = given(harbour=(PINACE,))
    on_top = Counter(dealt.deck[0] for dealt in deals(table, 2000))
    first_coin = Counter(dealt.seats[1].coins[0] for dealt in deals(table, 2000))
    for counted in (on_top, first_coin):
        assert len(counted) == 109
        assert max(counted.values()) < 45, "each about 18 times"


@pytest.mark.rule("MC-153")
def test_known_coins_are_dealt_as_coins() -> None:
    table = new_game(seats=3, seed=3).play_at_random(commands=300, seed=3)
    known = set(table.view.known_coins)
    assert known
    for dealt in deals(table, 20):
        assert known <= {card for seat in dealt.seats for card in seat.coins}
    assert len({seat.coins for dealt in deals(table, 20) for seat in dealt.seats}) > 20


def test_a_deal_follows_from_its_chance() -> None:
    table = given()
    assert deals(table, 3) == deals(table, 3)
    assert len({dealt.deck for dealt in deals(table, 3)}) == 3


def test_an_open_view_is_dealt_as_it_is() -> None:
    table = new_game(seats=3, seed=2).play_at_random(commands=200, seed=2)
    view = GAME.gate.open_view(table.state)
    assert GAME.gate.open_view(GAME.bots.determinize(view, None, Chance(1))) == view
