"""One sign, one meaning: what the icons of figures and marks stand for on each board."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.game import AnyGame
from tests.support.games import GAMES

PRICE, VICTORY, TIME, CARDS = "what is paid", "who wins, and by what", "how long it lasts", "cards"
SHARED: Mapping[str, Mapping[str, str]] = {
    "merchants-and-marauders": {
        "anchor": "a port, and what is done there",
        "archive": "plunder",
        "ban": "does not count",
        "bell": "cards that are asked for or announced",
        "bomb": "guns, and what they shoot",
        "check": "done, so not to be done again",
        "clock": TIME,
        "crown": "Glory points",
        "dices": "a roll",
        "eye": "lies open",
        "eye-off": "face down",
        "footprints": "steps of a mission",
        "layers": CARDS,
        "life-buoy": "escaping from a battle",
        "map-pin": "a place",
        "moon": "the game comes to its end",
        "play": "whose turn it is",
        "plus": "more of what stands beside it",
        "sailboat": "sails: of a ship, and of one that is at sea",
        "shield": "the hull, and what protects it",
        "star": "successes of a roll",
        "swords": "rounds of a battle",
        "tag": PRICE,
        "target": "hits",
        "telescope": "scouting",
        "trophy": VICTORY,
        "user": "a player",
        "users": "crew",
    },
    "merchants-of-the-caribbean": {
        "bomb": "a bust",
        "hand": "cards to take",
        "rotate-cw": "rounds",
        "tag": PRICE,
    },
    "pirates-of-maracaibo": {
        "coins": "doubloons that one gets",
        "dices": "a roll",
        "footprints": "steps of the explorer",
        "gem": "treasures",
        "pickaxe": "burying",
        "rotate-cw": "rolling again",
        "ship-wheel": "upgrades",
        "star": "victory points",
        "tag": PRICE,
        "trophy": VICTORY,
        "wind": "rivers",
    },
    "three-chests": {"clock": "turns"},
}
"""What several words of a board have in common that share an icon, by game and icon."""


def words_by_icon(game: AnyGame) -> Mapping[str, list[str]]:
    """The keys of the words of a game's board, by their icons."""
    assert game.drawing is not None
    options = game.types.options()
    seats = game.rules.seats(options)[0]
    board = game.drawing.board(game.rules.resolve(options, seats), [f"Player {seat}" for seat in range(seats)])
    found: dict[str, list[str]] = {}
    for key, word in board.words.items():
        if word.icon is not None:
            found.setdefault(word.icon, []).append(key)
    return found


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.drawing is not None])
def test_words_of_a_board_share_an_icon_only_if_they_share_its_meaning(name: str) -> None:
    shared = {icon for icon, keys in words_by_icon(GAMES[name]).items() if len(keys) > 1}
    assert shared == set(SHARED.get(name, {}))


MONEY = {"gold", "coins", "doubloons", "income_doubloons", "bonus"}
PRICES = {"price", "usual_price", "paid", "cost", "discount", "for_sale"}


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.drawing is not None])
def test_a_price_is_a_tag_money_is_coins_and_a_padlock_is_closed(name: str) -> None:
    found = words_by_icon(GAMES[name])
    assert set(found.get("tag", [])) <= PRICES
    assert set(found.get("coins", [])) <= MONEY
    assert set(found.get("lock", [])) <= {"closed", "open_from"}
    assert set(found.get("archive", [])) <= {"plunder", "plunder_now"}
