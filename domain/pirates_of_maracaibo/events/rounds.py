"""Setting up, sailing, turns, rounds and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domain.game import Hidden

from ..options import Options
from ..parts import Cards, LaidCard, Share, Treasure, Who
from .base import BaseEvent


class GameSetUp(BaseEvent, frozen=True, tag="game_set_up", kw_only=True):
    """PM-V01. `sea` is in the order of the layout's spaces; hidden are cards that lie face down, and decks."""

    seats: int
    options: Options
    first_seat: int
    closing_seat: Who
    doubloons: tuple[int, ...]
    sea: tuple[LaidCard, ...]
    tier_two: tuple[LaidCard, ...] | Hidden
    value_tiles: tuple[tuple[str, Treasure], ...] | Hidden
    """Each with the Location where it lies."""
    quest_deck: Cards | Hidden
    figurehead_market: Cards
    tile_sides: Mapping[str, Literal["front", "back"]]
    solo_deck: Cards | Hidden


class QuestsDealt(BaseEvent, frozen=True, tag="quests_dealt"):
    """PM-V02: from the top of the deck; Jordan keeps what it is dealt."""

    who: Who
    quests: Cards | Hidden


class QuestReturned(BaseEvent, frozen=True, tag="quest_returned"):
    """PM-V03."""

    seat: int
    quest: str | Hidden


class QuestDeckShuffled(BaseEvent, frozen=True, tag="quest_deck_shuffled"):
    """The deck with the returned Quests in it (PM-032)."""

    deck: Cards | Hidden


class QuestMarketRevealed(BaseEvent, frozen=True, tag="quest_market_revealed"):
    """PM-V04: the top of the deck."""

    quests: Cards


class TurnStarted(BaseEvent, frozen=True, tag="turn_started"):
    who: Who
    round: int


class ShipSailed(BaseEvent, frozen=True, tag="ship_sailed", rename={"from_": "from"}):
    """PM-V05."""

    who: Who
    from_: str
    to: str
    steps: int


class SailingEnded(BaseEvent, frozen=True, tag="sailing_ended"):
    """PM-V44."""

    who: Who
    space: str


class CardFlipped(BaseEvent, frozen=True, tag="card_flipped"):
    """PM-V06."""

    space: str
    card: str
    value_tile: Treasure | None
    ruby: bool


class OpponentPaid(BaseEvent, frozen=True, tag="opponent_paid"):
    """PM-V07; `receiver` None is the supply, `payer` None likewise."""

    payer: int | None
    receiver: int | None
    amount: int


class CombatFought(BaseEvent, frozen=True, tag="combat_fought"):
    """PM-V08: what each rolled and added, and 1 doubloon from each of `losers` to the winner."""

    space: str
    results: tuple[tuple[Who, int, int], ...]
    winner: Who | None
    vp: int
    losers: tuple[int, ...]


class FogDoubloonsAdded(BaseEvent, frozen=True, tag="fog_doubloons_added"):
    """PM-V54."""

    space: str
    amount: int


class FogDoubloonsRemoved(BaseEvent, frozen=True, tag="fog_doubloons_removed"):
    """PM-V54: to the seat that ended its move there, or to the supply."""

    space: str
    amount: int


class TurnEnded(BaseEvent, frozen=True, tag="turn_ended"):
    """PM-V36."""

    who: Who
    lost_power: int


class RoundEnded(BaseEvent, frozen=True, tag="round_ended"):
    """PM-V37; ships return to the starting zone if another round follows."""

    round: int
    by: Who
    next: Who | None


class IncomePaid(BaseEvent, frozen=True, tag="income_paid"):
    """PM-V38; `whale` are doubloons that are no doubloon income (PM-201)."""

    seat: int
    doubloons: int
    vp: int
    whale: int


class QuestsRevealed(BaseEvent, frozen=True, tag="quests_revealed"):
    """PM-V41: for each Quest the line that is met, `top`, `bottom` or none, and its VP."""

    who: Who
    quests: Cards
    lines: tuple[Literal["top", "bottom", "none"], ...]
    vp: tuple[int, ...]


class GameScored(BaseEvent, frozen=True, tag="game_scored"):
    """PM-V42; the total includes what was scored during the game."""

    who: Who
    parts: tuple[Share, ...]
    total: int
    buried: int


class GameEnded(BaseEvent, frozen=True, tag="game_ended"):
    """PM-V43."""

    winners: tuple[Who, ...]
    tie_break: bool


RoundEvent: TypeAlias = (
    GameSetUp
    | QuestsDealt
    | QuestReturned
    | QuestDeckShuffled
    | QuestMarketRevealed
    | TurnStarted
    | ShipSailed
    | SailingEnded
    | CardFlipped
    | OpponentPaid
    | CombatFought
    | FogDoubloonsAdded
    | FogDoubloonsRemoved
    | TurnEnded
    | RoundEnded
    | IncomePaid
    | QuestsRevealed
    | GameScored
    | GameEnded
)
