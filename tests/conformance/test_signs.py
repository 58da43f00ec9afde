"""One sign, one meaning: what the icons of figures, marks, places and cards stand for on each board."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from domain.drawing import Board
from domain.game import AnyGame
from tests.support.games import GAMES

PRICE, VICTORY, TIME, CARDS = "what is paid", "who wins, and by what", "how long it lasts", "cards"
SHARED: Mapping[str, Mapping[str, str]] = {
    "merchants-and-marauders": {
        "anchor": "a port, what is done there, and what holds a ship",
        "archive": "plunder",
        "axe": "wood",
        "badge": "bounties",
        "ban": "does not count",
        "beef": "food",
        "bell": "cards that are asked for or announced",
        "bomb": "guns, and what they shoot",
        "book-open": "rumors",
        "boxes": "freight, and goods put together for sale",
        "candy": "sugar",
        "check": "done, so not to be done again",
        "clock": TIME,
        "coffee": "cocoa",
        "crosshair": "chasing what flees, as in a raid",
        "crown": "Glory points",
        "dices": "a roll",
        "eye": "lies open",
        "eye-off": "face down",
        "flame": "spices",
        "footprints": "steps of a mission",
        "hand": "what is chosen",
        "hand-coins": "goods for gold",
        "hourglass": "what a turn has left",
        "layers": CARDS,
        "leaf": "tobacco",
        "life-buoy": "escaping from a battle",
        "map": "the chart, and whose waters it shows",
        "map-pin": "a place",
        "medal": "naval officers",
        "moon": "the game comes to its end",
        "package": "cargo",
        "play": "whose turn it is",
        "plus": "more of what stands beside it",
        "rotate-cw": "rounds",
        "sailboat": "sails: of a ship, and of one that is at sea",
        "scroll-text": "what a card orders",
        "shield": "the hull, and what protects it",
        "ship": "a large ship, and what it holds",
        "shirt": "textiles",
        "skull": "skulls of dice, of pirates and of the dead",
        "sparkles": "glory cards",
        "star": "successes of a roll",
        "swords": "wars, battles and their rounds",
        "tag": PRICE,
        "target": "hits",
        "telescope": "scouting",
        "trophy": VICTORY,
        "user": "a captain, or the player",
        "user-plus": "specialists",
        "users": "crew",
        "wind": "how a ship turns",
        "wine": "rum",
        "x": "destroyed",
    },
    "merchants-of-the-caribbean": {
        "bomb": "a bust",
        "coins": "coins",
        "eye": "turned up",
        "flag": "requests, and what marks a player",
        "hand": "cards to take",
        "landmark": "a tax, and from how many coins it is paid",
        "layers": CARDS,
        "party-popper": "the Jester, and what he brings",
        "rotate-cw": "rounds",
        "ship": "ships",
        "tag": PRICE,
        "trophy": VICTORY,
    },
    "pirates-of-maracaibo": {
        "arrow-right": "steps of a track",
        "castle": "Maracaibo",
        "coins": "doubloons that one gets",
        "dices": "a roll",
        "flag": "tokens of the players, and where they begin and end",
        "footprints": "steps of the explorer",
        "gem": "treasures",
        "hammer": "equipment",
        "house": "a Residence to be built",
        "landmark": "Residences",
        "layers": CARDS,
        "medal": "figureheads",
        "pickaxe": "burying",
        "rotate-cw": "rolling again",
        "sailboat": "ships among the Improvements",
        "scroll-text": "Quests",
        "ship": "the own ship",
        "ship-wheel": "upgrades",
        "star": "victory points",
        "store": "Black Market tiles",
        "sword": "Raiding Power",
        "swords": "raids",
        "tag": PRICE,
        "tree-palm": "islands and their markers",
        "trophy": VICTORY,
        "users": "crew",
        "wind": "rivers and open water",
    },
    "three-chests": {"clock": "turns"},
}
"""What several words, areas and faces of a board have in common that share an icon, by game and icon."""


def board_of(game: AnyGame) -> Board:
    assert game.drawing is not None
    options = game.types.options()
    seats = game.rules.seats(options)[0]
    return game.drawing.board(game.rules.resolve(options, seats), [f"Player {seat}" for seat in range(seats)])


def words_by_icon(game: AnyGame) -> Mapping[str, list[str]]:
    """The keys of the words of a game's board, by their icons."""
    found: dict[str, list[str]] = {}
    for key, word in board_of(game).words.items():
        if word.icon is not None:
            found.setdefault(word.icon, []).append(key)
    return found


def things_by_icon(game: AnyGame) -> Mapping[str, set[str]]:
    """The words, areas and kinds of faces by their icons; spots of a map are one, and so are the areas of all seats."""
    board = board_of(game)
    found: dict[str, set[str]] = {icon: set(keys) for icon, keys in words_by_icon(game).items()}
    for area in board.areas:
        if area.icon is not None:
            name = "spot" if area.kind == "spot" else re.sub(r"\d", "N", area.id)
            found.setdefault(area.icon, set()).add(f"area {name}")
    for face in board.faces.values():
        if face.icon is not None:
            found.setdefault(face.icon, set()).add(f"face {face.kind}")
    return found


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.drawing is not None])
def test_words_areas_and_faces_share_an_icon_only_if_they_share_its_meaning(name: str) -> None:
    shared = {icon for icon, things in things_by_icon(GAMES[name]).items() if len(things) > 1}
    assert shared == set(SHARED.get(name, {}))


OWN: Mapping[str, set[str]] = {
    "archive": {"plunder", "plunder_now"},
    "star": {"need", "successes"},
    "telescope": {"found_by", "scouted", "scouting"},
    "rotate-cw": {"area round", "round"},
    "zap": {"damaged"},
}
"""All that has these icons in Merchants & Marauders."""


def test_plunder_successes_scouting_rounds_and_damage_have_signs_of_their_own() -> None:
    found = things_by_icon(GAMES["merchants-and-marauders"])
    assert {icon: found[icon] for icon in OWN} == OWN
    assert found["flame"] == {"face cargo", "face demand"}


MONEY = {"gold", "coins", "doubloons", "income_doubloons", "bonus"}
PRICES = {"price", "usual_price", "paid", "cost", "discount", "for_sale"}


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.drawing is not None])
def test_a_price_is_a_tag_money_is_coins_and_a_padlock_is_closed(name: str) -> None:
    found = words_by_icon(GAMES[name])
    assert set(found.get("tag", [])) <= PRICES
    assert set(found.get("coins", [])) <= MONEY
    assert set(found.get("lock", [])) <= {"closed", "open_from"}
    assert set(found.get("archive", [])) <= {"plunder", "plunder_now"}
