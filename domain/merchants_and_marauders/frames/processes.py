"""What runs by itself as soon as it is on top, and knows its next step."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.game import SeatNumber

from ..values import (
    BattleEnd,
    CargoCards,
    DeclarationOrNone,
    EffectSource,
    EventCardId,
    GloryCards,
    HitLocation,
    HitOrX,
    HitSource,
    NationId,
    NpcId,
    RaidAbility,
    RerollMeans,
    ScoutTarget,
    Timing,
    WeaponOrNone,
    WindowSubject,
)
from .base import BaseFrame, Dice, Side, Step


class Round(BaseFrame, frozen=True, tag="round"):
    """One event card and a captain turn of every seat (MM-030); `turns` counts the captain turns begun."""

    number: int
    """The number of the round, from 1."""
    step: Step = "refill"
    turns: int = 0
    """How many captain turns of the round have begun."""


class EventInPlay(BaseFrame, frozen=True, tag="event_in_play"):
    """A global event being carried out: its icons, then its window, then its text (MM-034)."""

    card: EventCardId
    """The event card."""
    step: Step = "icons"


class CaptainTurn(BaseFrame, frozen=True, tag="captain_turn"):
    """A captain turn: its beginning, the actions, its end (MM-041, MM-043)."""

    seat: SeatNumber
    step: Step = "arrival"
    """The part of the turn that comes next."""


class Storm(BaseFrame, frozen=True, tag="storm"):
    """Checks still to make against a storm (MM-045)."""

    seat: SeatNumber
    checks: int
    """How many are left."""


class Window(BaseFrame, frozen=True, tag="window"):
    """A reaction window: `asked` of the entitled `seats` have been asked; then the announced cards are resolved (MM-209)."""

    timing: Timing
    seats: tuple[int, ...]
    """In the order in which they are asked."""
    subject: WindowSubject = ""
    """The cause of the window."""
    asked: int = 0
    """How many of the seats have been asked, the one that is asked now too."""
    announced: tuple[int, ...] = ()
    """The seats that announced a card."""
    withdrawn: GloryCards = ()
    """Cards that were shown and kept."""


class Scouting(BaseFrame, frozen=True, tag="scouting"):
    """A Scout action (MM-075). `target` is `merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""

    seat: SeatNumber
    target: ScoutTarget
    """`merchant:<zone>`, `npc:<id>` or `captain:<seat>`."""
    step: Step = "before"
    sure: bool = False
    """Whether a card makes it a success without a roll."""
    committed: bool = False
    """Whether the merchant must be treated as Spanish (MM-148)."""
    dice: Dice = ()


class NpcScouting(BaseFrame, frozen=True, tag="npc_scouting"):
    """NPC ships that scout for a captain and attack (MM-244, MM-245)."""

    seat: SeatNumber
    scouts: tuple[NpcId, ...] = ()
    """Those that have found the captain and not yet attacked."""
    step: Step = "fight"


class RumorCheck(BaseFrame, frozen=True, tag="rumor_check"):
    """The Influence roll for a rumor, and what it cost (MM-122)."""

    seat: SeatNumber
    price: int
    """In gold."""
    step: Step = "roll"
    dice: Dice = ()


class Raid(BaseFrame, frozen=True, tag="raid"):
    """A merchant raid (MM-414). `table` are the cards drawn; `blank` are those whose icon is ignored."""

    seat: SeatNumber
    nation: NationId
    step: Step = "bounty"
    extra: int = 0
    """Cards drawn on top of the usual ones."""
    table: CargoCards = ()
    """The cargo cards drawn."""
    blank: CargoCards = ()
    """Cards of the table whose icon is ignored."""
    dice: Dice = ()
    successes: int = 0
    """Successes that are not used yet."""
    plunder: int = 0
    """Added to what the cards show."""
    ignored: int = 0
    """Escape icons that do not count."""
    exchanged: bool = False
    """Whether the free exchange was used."""
    spent: tuple[RaidAbility, ...] = ()
    """Abilities used in this raid."""


class BattleSide(msgspec.Struct, frozen=True, gc=False):
    """One of the two sides, and what it did in this combat round."""

    who: Side
    declared: DeclarationOrNone = ""
    """`shoot`, `board` or `flee`; empty until it is declared."""
    dice: Dice = ()
    rerolls: tuple[RerollMeans, ...] = ()
    """Means to re-roll that were used in this round."""
    hits: int = 0
    """Hits that it deals in this round."""
    locations: tuple[HitOrX, ...] = ()
    """The locations of the hits that this side deals; `x` until it is decided."""
    shot: WeaponOrNone = ""
    """The special shot it used, a special weapon; empty where it used none."""
    more_dice: int = 0
    """The dice that cards add."""
    more_hits: int = 0
    """The hits that cards add."""
    picks: int = 0
    """Hits of which a card lets this side choose the location."""
    sure_flight: bool = False
    """Whether a card makes its Flee succeed."""
    dealt: int = 0
    """In this battle."""
    spent: tuple[RaidAbility, ...] = ()
    """Abilities used in this battle."""


class Battle(BaseFrame, frozen=True, tag="battle"):
    """Naval combat (MM-264), and crew combat once a side boards (MM-304).

    `contest` is the side, 0 or 1, that won the contest of the round; `victor` the one that won the battle.
    """

    aggressor: BattleSide
    """The attacking side."""
    defender: BattleSide
    """The attacked side."""
    step: Step = "before"
    round: int = 0
    """The number of the combat round; 0 before the first."""
    quiet: int = 0
    """Rounds running in which nothing could happen (MM-287)."""
    contest: int | None = None
    """The side that won the contest of the round: 0 the aggressor, 1 the defender; null for a draw, and before."""
    crew_round: int = 0
    """The number of the round of crew combat; 0 before the first."""
    card_crew: int = 0
    """Crew of the card's side, where a card fights (MM-312)."""
    card_leadership: int = 0
    """Leadership of the card's side."""
    victor: int | None = None
    """The side that won the battle: 0 the aggressor, 1 the defender; null where nobody has."""
    how: BattleEnd = ""
    """How it ended, as in `battle_ended`; empty until then."""


class Hits(BaseFrame, frozen=True, tag="hits"):
    """Hits being applied to one ship, one after the other: one volley (MM-292)."""

    side: Side
    hits: tuple[HitLocation, ...]
    """The locations of the hits still to be applied, in this order."""
    source: HitSource
    """The source of the hits."""
    shielded: tuple[HitLocation, ...] = ()
    """Locations whose hits are never passed to the Hull."""
    braced: int = 0
    """Hull hits that a card cancels."""
    step: Step = "window"


class Aftermath(BaseFrame, frozen=True, tag="aftermath"):
    """What a battle brings its winner, and the end of its loser (MM-289)."""

    winner: Side
    loser: Side
    how: Literal["sunk", "crew"]
    """Whether by crew combat or by sinking."""
    step: Step = "bounty"


class Resolve(BaseFrame, frozen=True, tag="resolve"):
    """Effects of a card being carried out: `source` is `<kind>:<card id>`, `part` the list, `index` the next effect."""

    seat: SeatNumber
    source: EffectSource
    """`<kind>:<card id>`."""
    part: str
    """The name of the list of effects."""
    index: int = 0
    """The place of the next effect in the list, from 0."""
    left: int = 0
    """The steps left of an effect that is carried out one by one."""


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
