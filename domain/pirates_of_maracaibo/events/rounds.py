"""Setting up, sailing, turns, rounds and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from domain.game import Hidden, SeatCount, SeatNumber
from domain.kit.events import BaseEvent

from ..ids import CardSpaceId, FigureheadId, LocationId, QuestId, SeaCardId, SoloCardId, SpaceId, TileId
from ..options import Options
from ..values import LaidCard, Share, Treasure, Who


class GameSetUp(BaseEvent, frozen=True, tag="game_set_up", kw_only=True):
    """The game was set up; face-down cards and decks are hidden (PM-V01)."""

    seats: SeatCount
    """How many seats there are."""
    options: Options
    """Every option with its value."""
    first_seat: int
    """The seat that takes the first turn."""
    closing_seat: Who
    """The seat with the last turn of the game."""
    doubloons: tuple[int, ...]
    """The starting money of each seat."""
    sea: tuple[LaidCard, ...]
    """In the order of the layout's spaces."""
    tier_two: tuple[LaidCard, ...] | Hidden
    """The Tier II deck, the top card first."""
    value_tiles: tuple[tuple[LocationId, Treasure], ...] | Hidden
    """Pairs of a Location and the type of its tile."""
    quest_deck: tuple[QuestId, ...] | Hidden
    """The top card first."""
    figurehead_market: tuple[FigureheadId, ...]
    """The Figureheads that can be gained."""
    tile_sides: Mapping[TileId, Literal["front", "back"]]
    """The side up of each tile that has two."""
    solo_deck: tuple[SoloCardId, ...] | Hidden
    """Jordan's deck, the top card first; empty without Jordan."""


class QuestsDealt(BaseEvent, frozen=True, tag="quests_dealt"):
    """A seat or Jordan was dealt Quests from the top of the deck; Jordan keeps what it is dealt (PM-V02)."""

    who: Who
    quests: tuple[QuestId, ...] | Hidden
    """The Quests; hidden from others."""


class QuestReturned(BaseEvent, frozen=True, tag="quest_returned"):
    """A seat gave back one of the Quests dealt to it (PM-V03)."""

    seat: SeatNumber
    quest: QuestId | Hidden
    """The Quest; hidden from others."""


class QuestDeckShuffled(BaseEvent, frozen=True, tag="quest_deck_shuffled"):
    """The Quest deck was shuffled with the returned Quests in it (PM-032)."""

    deck: tuple[QuestId, ...] | Hidden
    """The top card first."""


class QuestMarketRevealed(BaseEvent, frozen=True, tag="quest_market_revealed"):
    """The Quest Market was laid out from the top of the deck (PM-V04)."""

    quests: tuple[QuestId, ...]
    """The Quests by their places, the one next to the deck first."""


class TurnStarted(BaseEvent, frozen=True, tag="turn_started"):
    """The turn of a seat or of Jordan began."""

    who: Who
    round: int
    """The round it belongs to, from 1."""


class ShipSailed(BaseEvent, frozen=True, tag="ship_sailed", rename={"from_": "from"}):
    """A ship sailed from one space to another (PM-V05)."""

    who: Who
    from_: SpaceId
    """The space where it was."""
    to: SpaceId
    """The space where it is now."""
    steps: int
    """The movement that it used; 1 where a ship sails space by space."""


class SailingEnded(BaseEvent, frozen=True, tag="sailing_ended"):
    """A ship ended its move on this space (PM-V44)."""

    who: Who
    space: SpaceId
    """The ship's space."""
    card: LaidCard | None
    """The card there as the ship arrives; null in the Gulf and in Maracaibo."""


class CardFlipped(BaseEvent, frozen=True, tag="card_flipped"):
    """A face-down card of the sea was turned up (PM-V06)."""

    space: CardSpaceId
    """The space of the card."""
    card: SeaCardId
    """The card."""
    value_tile: Treasure | None
    """The Treasure Value tile found on it."""
    ruby: bool
    """Whether a Ruby tile was found on it."""


class OpponentPaid(BaseEvent, frozen=True, tag="opponent_paid"):
    """Money was paid for sharing a card with a ship; a null `payer` or `receiver` is the supply (PM-V07)."""

    payer: int | None
    """The seat that paid."""
    receiver: int | None
    """The seat that was paid."""
    amount: int
    """In doubloons."""


class CombatFought(BaseEvent, frozen=True, tag="combat_fought"):
    """The ships on one card fought a combat (PM-V08)."""

    space: CardSpaceId
    """The space of the card."""
    results: tuple[tuple[Who, int, int], ...]
    """For each fighter: who, the die and the bonus."""
    winner: Who | None
    """A seat's number, or `jordan`; null where nobody won."""
    vp: int
    """The VP that the winner gained."""
    losers: tuple[int, ...]
    """The seats that each gave 1 doubloon to the winner."""


class FogDoubloonsAdded(BaseEvent, frozen=True, tag="fog_doubloons_added"):
    """Doubloons were put on a face-down Location (PM-V54)."""

    space: CardSpaceId
    """The space of the Location."""
    amount: int
    """How many."""


class FogDoubloonsRemoved(BaseEvent, frozen=True, tag="fog_doubloons_removed"):
    """The doubloons on a Location went to the seat that ended its move there, or to the supply (PM-V54)."""

    space: CardSpaceId
    """The space of the Location."""
    amount: int
    """How many."""


class TurnEnded(BaseEvent, frozen=True, tag="turn_ended"):
    """The turn of a seat or of Jordan ended (PM-V36)."""

    who: Who
    lost_power: int
    """Raiding Power that was left unspent in the pools of the turn."""


class RoundEnded(BaseEvent, frozen=True, tag="round_ended"):
    """A round ended; ships return to the starting zone if another one follows (PM-V37)."""

    round: int
    """Its number, from 1."""
    by: Who
    """The first to reach Maracaibo."""
    next: Who | None
    """The seat that begins the next round; null after the last one."""


class IncomePaid(BaseEvent, frozen=True, tag="income_paid"):
    """A seat got its income at the end of a round; `whale` are doubloons that are no doubloon income (PM-V38, PM-201)."""

    seat: SeatNumber
    doubloons: int
    """Its doubloon income."""
    vp: int
    """Its VP income."""
    whale: int
    """Doubloons of the Whale, which do not count as income for other cards."""


class QuestsRevealed(BaseEvent, frozen=True, tag="quests_revealed"):
    """A seat's or Jordan's Quests were revealed in the final scoring (PM-V41)."""

    who: Who
    quests: tuple[QuestId, ...]
    """All that they hold."""
    lines: tuple[Literal["top", "bottom", "none"], ...]
    """The line met of each Quest."""
    vp: tuple[int, ...]
    """The points of each Quest."""


class GameScored(BaseEvent, frozen=True, tag="game_scored"):
    """A seat's or Jordan's points were added up; the total includes what was scored during the game (PM-V42)."""

    who: Who
    parts: tuple[Share, ...]
    """The parts of the final scoring."""
    total: int
    """All points."""
    buried: int
    """Buried Treasures, which break ties."""


class GameEnded(BaseEvent, frozen=True, tag="game_ended"):
    """The game ended; several winners share the win (PM-V43)."""

    winners: tuple[Who, ...]
    """Seats, or `jordan`."""
    tie_break: bool
    """Whether buried Treasures decided."""


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
