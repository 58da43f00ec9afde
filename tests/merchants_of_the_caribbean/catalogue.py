"""The two decks as the data files give them, read a second time so that the tests need not trust the game."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

MERCHANTS = "merchants-110"
PORT_ROYAL = "port-royal-120"
FILES = {MERCHANTS: "deck-110.json", PORT_ROYAL: "deck-port-royal-120.json"}

Card = dict[str, Any]


@cache
def deck_file(deck: str) -> dict[str, Any]:
    """One deck's data file."""
    folder = files("domain.merchants_of_the_caribbean").joinpath("data")
    content: dict[str, Any] = json.loads(folder.joinpath(FILES[deck]).read_text(encoding="utf-8"))
    return content


@cache
def cards_by_id(deck: str) -> dict[str, Card]:
    return {card["id"]: card for card in deck_file(deck)["cards"]}


def card(deck: str, instance: str) -> Card:
    """The card that an instance `<card id>:<copy number>` is a copy of."""
    return cards_by_id(deck)[instance.rpartition(":")[0]]


@cache
def instances(deck: str, seats: int) -> tuple[str, ...]:
    """Every card instance of a game with this many seats (MC-014, MC-V05)."""
    return tuple(
        f"{card['id']}:{copy}"
        for card in deck_file(deck)["cards"]
        if card.get("min_players", 0) <= seats
        for copy in range(1, card["count"] + 1)
    )


@cache
def laid_out_at_setup(deck: str, seats: int) -> tuple[str, ...]:
    """Requests that begin open instead of in the deck: that of five-player games (MC-V05)."""
    return tuple(each for each in instances(deck, seats) if card(deck, each).get("min_players", 0) == seats == 5)


@cache
def deck_of(deck: str, seats: int) -> tuple[str, ...]:
    """What is shuffled into the draw deck, unshuffled."""
    laid_out = laid_out_at_setup(deck, seats)
    return tuple(each for each in instances(deck, seats) if each not in laid_out)
