"""The games that are written down. Their secrets were chosen for much of a game to come up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.playthroughs.writer import Script
from tests.support.players import at_random, greedily, sensibly_at_times

MODULES = {
    "fog_of_war_locations": True,
    "fog_of_war_improvements": True,
    "pirate_skirmish": True,
    "quest_hunters": True,
    "rubies": True,
    "retirement": True,
}

SCRIPTS: Mapping[str, Sequence[Script]] = {
    "merchants-of-the-caribbean": (
        Script(
            name="two-seats",
            about="the standard game of two, played by simple bots",
            seats=2,
            player=greedily,
            secret=4,
            valued=True,
        ),
        Script(
            name="three-seats",
            about="the standard game of three, played well at times",
            seats=3,
            player=sensibly_at_times,
            secret=2,
            in_words=True,
        ),
        Script(
            name="port-royal",
            about="the second deck with five seats, played well at times",
            seats=5,
            player=sensibly_at_times,
            secret=8,
            options={"deck": "port-royal-120"},
            in_words=True,
        ),
    ),
    "merchants-and-marauders": (
        Script(
            name="holders-only",
            about="two seats, asked only when they can play a card, played by simple bots",
            seats=2,
            player=greedily,
            secret=2,
            options={"windows": "holders_only"},
            valued=True,
        ),
        Script(
            name="uniform",
            about="two seats, asked as soon as anybody could play a card: the first turns, played well at times",
            seats=2,
            player=sensibly_at_times,
            secret=2,
            options={"windows": "uniform"},
            in_words=True,
            turns=30,
        ),
        Script(
            name="four-seats",
            about="the first turns of four seats that play anything legal",
            seats=4,
            player=at_random,
            secret=2,
            options={"windows": "holders_only", "open_gold": True},
            in_words=True,
            turns=36,
        ),
    ),
    "pirates-of-maracaibo": (
        Script(
            name="solo",
            about="alone against Jordan, played by a simple bot",
            seats=1,
            player=greedily,
            secret=1,
            valued=True,
        ),
        Script(
            name="two-seats",
            about="the standard game of two, played well at times",
            seats=2,
            player=sensibly_at_times,
            secret=5,
            in_words=True,
        ),
        Script(
            name="all-modules",
            about="two seats and all six modules, played well at times",
            seats=2,
            player=sensibly_at_times,
            secret=9,
            options=MODULES,
            in_words=True,
        ),
        Script(
            name="solo-all-modules",
            about="alone against Jordan's harder cards, with all modules, playing anything legal",
            seats=1,
            player=at_random,
            secret=5,
            options={**MODULES, "b_cards": 6},
        ),
    ),
}
