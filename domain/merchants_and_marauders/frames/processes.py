"""What runs by itself as soon as it is on top, and knows its next step."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .base import BaseFrame, Cards, Dice, Side


class Round(BaseFrame, frozen=True, tag="round"):
    """One event card and a captain turn of every seat (MM-030); `turns` counts the captain turns begun."""

    number: int
    step: str = "refill"
    turns: int = 0


class EventInPlay(BaseFrame, frozen=True, tag="event_in_play"):
    """A global event being carried out: its icons, then its window, then its text (MM-034)."""

    card: str
    step: str = "icons"


class CaptainTurn(BaseFrame, frozen=True, tag="captain_turn"):
    """A captain's turn: what comes at its beginning, his actions, and what comes at its end (MM-041, MM-043)."""

    seat: int
    step: str = "arrival"
    """The part of the turn that comes next."""


class Storm(BaseFrame, frozen=True, tag="storm"):
    """Checks still to make against a storm (MM-045)."""

    seat: int
    checks: int
    """How many are left."""


class Window(BaseFrame, frozen=True, tag="window"):
    """A reaction window: `asked` of the entitled `seats` have answered; then the announced cards are resolved (MM-209)."""

    timing: str
    seats: tuple[int, ...]
    """In the order in which they are asked."""
    subject: str = ""
    """What caused it."""
    asked: int = 0
    announced: tuple[int, ...] = ()
    """The seats that announced a card."""
    withdrawn: Cards = ()
    """Cards that were shown and kept."""


class Scouting(BaseFrame, frozen=True, tag="scouting"):
    """A Scout action (MM-075). `target` is `merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""

    seat: int
    target: str
    step: str = "before"
    sure: bool = False
    """Whether a card makes it a success without a roll."""
    committed: bool = False
    """Whether the merchant must be treated as Spanish (MM-148)."""
    dice: Dice = ()


class NpcScouting(BaseFrame, frozen=True, tag="npc_scouting"):
    """NPC ships that look for a captain and fight him (MM-244, MM-245)."""

    seat: int
    scouts: Cards = ()
    """Those that have found him and not yet fought."""
    step: str = "fight"


class RumorCheck(BaseFrame, frozen=True, tag="rumor_check"):
    """The Influence roll for a rumor, and what it cost (MM-122)."""

    seat: int
    price: int
    step: str = "roll"
    dice: Dice = ()


class Raid(BaseFrame, frozen=True, tag="raid"):
    """A merchant raid (MM-414). `table` are the cards drawn; `blank` are those whose icon is ignored."""

    seat: int
    nation: str
    step: str = "bounty"
    extra: int = 0
    table: Cards = ()
    blank: Cards = ()
    dice: Dice = ()
    successes: int = 0
    plunder: int = 0
    """Added to what the cards show."""
    ignored: int = 0
    """Escape icons that do not count."""
    exchanged: bool = False
    """Whether the free exchange was used."""
    spent: Cards = ()
    """Abilities used in this raid."""


class BattleSide(msgspec.Struct, frozen=True, gc=False):
    """One of the two sides, and what it did in this combat round."""

    who: Side
    declared: str = ""
    dice: Dice = ()
    rerolls: Cards = ()
    """Means to re-roll that were used in this round."""
    hits: int = 0
    locations: Cards = ()
    """Of the hits that this side deals; `x` until it is decided."""
    shot: str = ""
    more_dice: int = 0
    more_hits: int = 0
    picks: int = 0
    """Hits of which a card lets this side choose the location."""
    sure_flight: bool = False
    dealt: int = 0
    """In this battle."""
    spent: Cards = ()
    """Abilities used in this battle."""


class Battle(BaseFrame, frozen=True, tag="battle"):
    """Naval combat (MM-264), and crew combat once a side boards (MM-304).

    `contest` is the side, 0 or 1, that won the contest of the round; `victor` the one that won the battle.
    """

    aggressor: BattleSide
    defender: BattleSide
    step: str = "before"
    round: int = 0
    quiet: int = 0
    """Rounds running in which nothing could happen (MM-287)."""
    contest: int | None = None
    crew_round: int = 0
    card_crew: int = 0
    """Crew of the card's side, where a card fights (MM-312)."""
    card_leadership: int = 0
    victor: int | None = None
    how: str = ""


class Hits(BaseFrame, frozen=True, tag="hits"):
    """Hits being applied to one ship, one after the other: one volley (MM-292)."""

    side: Side
    hits: Cards
    source: str
    shielded: Cards = ()
    """Locations whose hits are never passed to the Hull."""
    braced: int = 0
    """Hull hits that a card cancels."""
    step: str = "window"


class Aftermath(BaseFrame, frozen=True, tag="aftermath"):
    """What a battle brings its winner, and the end of its loser (MM-289)."""

    winner: Side
    loser: Side
    how: Literal["sunk", "crew"]
    step: str = "bounty"


class Resolve(BaseFrame, frozen=True, tag="resolve"):
    """Effects of a card being carried out: `source` is `<kind>:<card id>`, `part` the list, `index` the next effect."""

    seat: int
    source: str
    part: str
    index: int = 0
    left: int = 0
    """Of an effect that is carried out one by one."""


Process: TypeAlias = (
    Round
    | EventInPlay
    | CaptainTurn
    | Storm
    | Window
    | Scouting
    | NpcScouting
    | RumorCheck
    | Raid
    | Battle
    | Hits
    | Aftermath
    | Resolve
)
