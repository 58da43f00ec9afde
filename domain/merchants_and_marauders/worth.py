"""What things are worth to a captain, in gold on board. Plain guesses of a player."""

from __future__ import annotations

from collections.abc import Mapping

from .content import CAPTAINS, glory_card

GLORY = 14.0
"""A point on the track with its card."""
VICTORY = 300.0
"""What wins the game."""
CARD = 2.0
"""A glory card in hand."""
NEW_CAPTAIN = 8.0
"""What is lost with a captain besides all that he has on board: time, and gold of the stash."""
BOUNTY = 5.0
"""The first of a nation: its ports close and its navy hunts."""
MORE_BOUNTY = 1.5
"""A further one."""
CARGO = 3.0
"""A cargo card somewhere to be sold."""
RUMOR = 9.0
"""A rumor not yet found true, its point and reward far away."""
SPECIALIST = 5.0
DELAY = 0.9
"""What is left of a worth for each action until it is got."""

SHIPS: Mapping[str, float] = {"sloop": 6.0, "flute": 6.0, "frigate": 24.0, "galleon": 22.0, "man_o_war": 30.0}
LOCATIONS: Mapping[str, float] = {"hull": 5.0, "cargo": 2.5, "masts": 2.5, "crew": 3.5, "cannons": 3.5}
"""A point of a hit location; the last one before it is destroyed counts more."""
LAST_POINT = 4.0
WEAPONS: Mapping[str, float] = {"grappling_hooks": 3.2, "chain_shot": 3.2, "grapeshot": 3.2}
MODIFICATIONS: Mapping[str, float] = {
    "extra_hammocks": 3.5,
    "advanced_rigs": 5.0,
    "reinforced_hull": 6.0,
    "extended_cargo_hold": 5.0,
    "chasers": 2.5,
    "extra_cannon_port": 5.0,
    "swivel_guns": 4.0,
    "long_guns": 4.5,
}
SPECIALISTS: Mapping[str, float] = {
    "carpenter": 9.0,
    "gunner_captain": 4.0,
    "master_gunner": 5.0,
    "surgeon": 7.0,
    "lookout": 9.0,
    "master_at_arms": 6.0,
    "purser": 9.0,
    "sailing_master": 10.0,
}
SKILLS: Mapping[str, float] = {"seamanship": 3.0, "scouting": 2.5, "leadership": 2.0, "influence": 2.5}

GLORY_CARDS: Mapping[str, float] = {
    "g05": 3.0,
    "g08": 4.0,
    "g17": 4.0,
    "g22": 3.5,
    "g24": 3.5,
    "g25": 4.0,
    "g26": 3.5,
    "g27": 3.0,
    "g28": 4.0,
    "g31": 3.0,
    "g32": 3.5,
}
"""Action cards that are worth more than others."""


def captain(card: str) -> float:
    """By his skills."""
    found = CAPTAINS[card]
    return sum(worth * float(getattr(found, skill)) for skill, worth in SKILLS.items())


def glory(card: str) -> float:
    """A card in hand; a specialist less what he asks for."""
    found = glory_card(card)
    if found.hire is None:
        return GLORY_CARDS.get(found.id, CARD)
    return CARD + 0.5 * max(0.0, SPECIALISTS[found.specialist] - found.hire.pay)
