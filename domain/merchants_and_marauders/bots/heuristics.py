"""The value of things to a captain, in gold on board. The figures are simple guesses of a player."""

from __future__ import annotations

from collections.abc import Mapping

from ..content import CAPTAINS, glory_card

VICTORY = 500.0
"""The value of winning the game."""
GLORY = 22.0
"""A point on the track with its card. Ten gold in the stash are a point too, but only five times."""
ACTION = 3.0
"""What an action brings on average, used as the price of time."""

NEW_CAPTAIN = 9.0
"""The time that losing a captain costs. What is on board is added, what the next captain starts with is subtracted."""
START = 10.0
PORT = 1.2
"""A port that a bounty closes."""
MORE_BOUNTY = 1.0
"""A further bounty of the same nation, whose naval ships then scout with more dice."""

CARGO = 2.5
"""A cargo card that can be sold somewhere."""
CARD = 2.0
"""A glory card in hand."""
TASK = 9.0
"""A rumor or a mission still to be played, far away."""
SPECIALIST = 6.0
FITTING = 3.0
"""A modification of a ship."""

SHIPS: Mapping[str, float] = {"sloop": 0.2, "flute": 0.0, "frigate": 3.5, "galleon": 1.5, "man_o_war": 3.0}
"""Value per round, relative to the worst ship."""
LESS_SHIP = 2.0
"""How much less a ship may be worth a round than the one that it replaces: a Galleon may replace a Frigate."""
FORESIGHT = 15
"""Rounds over which investments are counted: later the captain may be dead or the game over."""

LOCATIONS: Mapping[str, float] = {"hull": 4.5, "cargo": 2.8, "masts": 2.8, "crew": 3.5, "cannons": 3.2}
"""A point of a hit location."""
LAST_POINT = 3.0
"""Added for the last point of a location, without which the ship cannot raid."""
SINKING = 30.0
"""The last hit on the Hull."""
UNFIT = 10.0
"""Added for the first point of a destroyed location."""

WEAPONS: Mapping[str, float] = {"grappling_hooks": 3.5, "chain_shot": 3.4, "grapeshot": 3.4}
"""Special weapons; in raids they count as successes too."""
MODIFICATIONS: Mapping[str, float] = {
    "extra_hammocks": 4.0,
    "advanced_rigs": 7.0,
    "reinforced_hull": 8.0,
    "extended_cargo_hold": 6.0,
    "chasers": 2.5,
    "extra_cannon_port": 7.0,
    "swivel_guns": 5.0,
    "long_guns": 5.0,
}
SPECIALISTS: Mapping[str, float] = {
    "carpenter": 10.0,
    "gunner_captain": 4.0,
    "master_gunner": 5.0,
    "surgeon": 7.0,
    "lookout": 9.0,
    "master_at_arms": 6.0,
    "purser": 6.0,
    "sailing_master": 10.0,
}
SKILLS: Mapping[str, float] = {"seamanship": 3.0, "scouting": 3.0, "leadership": 2.0, "influence": 2.5}

GLORY_CARDS: Mapping[str, float] = {
    "g03": 2.5,
    "g04": 3.0,
    "g05": 3.0,
    "g08": 4.0,
    "g17": 4.0,
    "g22": 3.5,
    "g24": 3.0,
    "g25": 4.5,
    "g26": 3.5,
    "g28": 3.0,
    "g31": 3.0,
    "g32": 3.5,
}
"""Action cards that are worth more than others, kept for their moment."""


def captain(card: str) -> float:
    """The value of a captain's skills."""
    found = CAPTAINS[card]
    return sum(each * float(getattr(found, skill)) for skill, each in SKILLS.items())


def glory(card: str) -> float:
    """The value of a card in hand. A specialist counts with half of the gain over the price."""
    found = glory_card(card)
    if found.hire is None:
        return GLORY_CARDS.get(found.id, CARD)
    return CARD + 0.5 * max(0.0, SPECIALISTS[found.specialist] - found.hire.pay)
