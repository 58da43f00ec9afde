"""Draws are uniform, as far as chi-square tests can tell: numbers, shuffles, and the dice of whole games.

Seeds are fixed, so each test always gives the same. A fair source fails a test at `RARE` once in a hundred thousand seeds; a
modulo bias or a shuffle with a place forgotten exceeds it by far, which `test_an_unfair_source_is_found` shows.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import erfc, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.fairness import Draws, game_key
from domain.game import AnyGame
from domain.kit.cards import shuffled
from tests.support.games import GAMES

RARE = 1e-5
KEY = game_key(bytes(range(32)), "0gabcdefghijklmnopqrst", ("naïve seed", ""))


def p_value(counts: Iterable[int], degrees: int | None = None) -> float:
    """The chance that a uniform source strays at least so far (Wilson and Hilferty's approximation)."""
    found = list(counts)
    expected = sum(found) / len(found)
    assert expected >= 5, "too few for a chi-square test"
    return tail(sum((each - expected) ** 2 / expected for each in found), degrees or len(found) - 1)


def tail(chi_square: float, degrees: int) -> float:
    spread = 2 / (9 * degrees)
    deviation = ((chi_square / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(deviation / sqrt(2)) / 2


def versions(count: int) -> Iterator[Draws]:
    """The draws of so many versions of one game."""
    return (Draws(KEY, version) for version in range(1, count + 1))


def test_the_tail_is_that_of_the_tables() -> None:
    for chi_square, degrees, probability in ((7.815, 3, 0.05), (18.307, 10, 0.05), (135.807, 100, 0.01), (11.345, 3, 0.01)):
        assert tail(chi_square, degrees) == pytest.approx(probability, rel=0.03)


@pytest.mark.parametrize("limit", [2, 3, 6, 7, 52, 110])
def test_small_limits(limit: int) -> None:
    counts = Counter(draws.below(limit) for draws in versions(40 * limit) for _ in range(5))
    assert p_value(counts[number] for number in range(limit)) > RARE


@pytest.mark.parametrize("limit", [2**53 + 1, 3 * 2**62, 2**63 + 1, 2**64 - 1, 2**64])
def test_large_limits_in_equal_parts(limit: int) -> None:
    """3·2⁶² of 2⁶⁴ is where a plain remainder would draw the first third twice as often."""
    counts = Counter(draws.below(limit) * 16 // limit for draws in versions(400) for _ in range(4))
    assert p_value(counts[part] for part in range(16)) > RARE


def test_numbers_that_follow_each_other_in_a_version_and_from_version_to_version() -> None:
    within: Counter[tuple[int, int]] = Counter()
    between: Counter[tuple[int, int]] = Counter()
    before = 0
    for draws in versions(1_500):
        first, second = draws.below(6), draws.below(6)
        within[first, second] += 1
        between[before, first] += 1
        before = second
    for pairs in (within, between):
        assert p_value(pairs[one, other] for one in range(6) for other in range(6)) > RARE


def test_an_unfair_source_is_found() -> None:
    chance = Random(1)

    def biased(limit: int) -> int:
        return chance.getrandbits(64) % limit

    counts = Counter(biased(3 * 2**62) * 16 // (3 * 2**62) for _ in range(1_600))
    assert p_value(counts[part] for part in range(16)) < RARE
    off_by_one = [_sattolo(range(8), Draws(KEY, version)) for version in range(1, 800)]
    assert min(by_position(off_by_one)) < RARE


def _sattolo(cards: Sequence[int], draws: Draws) -> list[int]:
    """A well-known mistake: no card can stay where it is."""
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = draws.below(place)
        order[place], order[other] = order[other], order[place]
    return order


# Shuffles


def by_position(orders: Sequence[Sequence[int]]) -> Iterator[float]:
    """For each place, how uniform the cards are that come to lie there."""
    size = len(orders[0])
    for place in range(size):
        counts = Counter(order[place] for order in orders)
        yield p_value(counts[card] for card in range(size))


def test_every_card_comes_to_lie_in_every_place_alike() -> None:
    orders = [shuffled(range(12), draws) for draws in versions(1_200)]
    assert min(by_position(orders)) > RARE


def test_every_card_follows_every_other_alike() -> None:
    pairs = Counter(pair for draws in versions(1_200) for order in [shuffled(range(12), draws)] for pair in pairwise(order))
    assert p_value(pairs[one, other] for one in range(12) for other in range(12) if one != other) > RARE


def test_every_order_of_four_comes_alike() -> None:
    orders = Counter(shuffled("abcd", draws) for draws in versions(1_200))
    assert len(orders) == 24
    assert p_value(orders.values()) > RARE


def test_the_decks_of_games_are_dealt_alike() -> None:
    """The place of one card of a real deck, over many games."""
    game = GAMES["merchants-of-the-caribbean"]
    places: Counter[int] = Counter()
    for number in range(500):
        set_up = game.rules.setup(game.types.options(), 2, Draws(game_key(bytes(32), str(number), ()), 1)).events[0]
        order: Any = set_up.deck_order
        places.update(order.index(card) * 10 // len(order) for card in sorted(order)[:3])
    assert p_value(places[tenth] for tenth in range(10)) > RARE


# The dice of whole games


class Dice:
    """The draws of a game, which counts what is drawn by the limit."""

    def __init__(self, into: dict[int, Counter[int]]) -> None:
        self.into, self.key, self.version = into, KEY, 0
        self.draws = Draws(KEY, 0)

    def next_version(self) -> None:
        self.version += 1
        self.draws = Draws(self.key, self.version)

    def below(self, limit: int) -> int:
        number = self.draws.below(limit)
        self.into[limit][number] += 1
        return number


def played(
    game: AnyGame, seats: int, moves: int, see: Callable[[Any], None] = lambda event: None
) -> dict[int, Counter[int]]:
    """What random games of so many commands together draw, by limit; `see` gets every event."""
    drawn: dict[int, Counter[int]] = defaultdict(Counter)
    chance, dice = Random(7), Dice(drawn)
    state = None
    for _ in range(moves):
        dice.next_version()
        if state is None or not game.rules.to_act(state):
            recorder = game.rules.setup(game.types.options(), seats, dice)
        else:
            seat = game.rules.to_act(state)[0]
            recorder = game.rules.decide(state, seat, chance.choice(list(game.rules.legal_commands(state, seat))), dice)
        for event in recorder.events:
            see(event)
        state = recorder.state
    return drawn


@pytest.mark.parametrize("name", GAMES)
def test_what_whole_games_draw_is_uniform_for_every_limit(name: str) -> None:
    counts = GAMES[name].rules.seats(GAMES[name].types.options())
    drawn = played(GAMES[name], min(counts, key=lambda seats: abs(seats - 3)), 2_500)
    tested = {limit: counts for limit, counts in drawn.items() if limit > 1 and counts.total() >= 5 * limit}
    # Shuffles draw with every limit, though with each of them seldom.
    quarters = Counter(number * 4 // limit for limit in drawn if limit % 4 == 0 for number in drawn[limit].elements())
    assert not quarters or p_value(quarters[quarter] for quarter in range(4)) > RARE
    assert tested or not drawn  # A game may do without chance.
    for limit, counts in tested.items():
        assert p_value(counts[number] for number in range(limit)) > RARE / len(tested), limit


def test_the_dice_of_battles() -> None:
    """As the events tell them: one to four swords alike, and a skull as often as two of them (MM-008)."""
    faces: Counter[int] = Counter()

    def see(event: Any) -> None:
        if type(event).__name__ == "ContestRolled":
            faces.update((*event.aggressor, *event.defender))

    played(GAMES["merchants-and-marauders"], 3, 3_000, see)
    assert faces.keys() == {0, 1, 2, 3, 4}
    # Half of the skulls in each of two cells of a die with six faces.
    assert p_value([faces[0] // 2, faces[0] - faces[0] // 2, *(faces[face] for face in (1, 2, 3, 4))], 4) > RARE


def test_the_dice_of_raids_and_skirmishes() -> None:
    faces: Counter[int] = Counter()

    def see(event: Any) -> None:
        if type(event).__name__ == "DiceRolled":
            faces.update(event.dice.values())

    played(GAMES["pirates-of-maracaibo"], 3, 2_500, see)
    assert p_value(faces[face] for face in range(1, 7)) > RARE


def test_the_dice_of_recorded_games() -> None:
    """Of the games that are kept to be folded for ever, each with a secret of its own."""
    faces: Counter[int] = Counter()
    for file in sorted((Path(__file__).parents[1] / "golden" / "pirates_of_maracaibo").glob("*.json.gz")):
        for event in _events(json.loads(gzip.decompress(file.read_bytes()))):
            if event.get("type") == "dice_rolled":
                faces.update(event["dice"].values())
    assert p_value(faces[face] for face in range(1, 7)) > RARE


def _events(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "type" in value:
            yield value
        for each in value.values():
            yield from _events(each)
    elif isinstance(value, list):
        for each in value:
            yield from _events(each)
