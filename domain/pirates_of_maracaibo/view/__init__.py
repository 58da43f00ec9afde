"""What a seat or a spectator may see of a game (RULES.md, chapter 24). A view holds only what is put into it here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from domain.game import Hidden
from domain.kit.memo import memo_by_identity

from ..frames import Frame
from ..ids import (
    CardSpaceId,
    FigureheadId,
    HideoutSpaceId,
    ImprovementId,
    LocationId,
    MarketSpaceId,
    QuestId,
    SeaCardId,
    SlotId,
    SoloCardId,
    SpaceId,
    TileId,
    TrackSpaceId,
)
from ..options import Options
from ..state import Jordan, Score, Seat, State, Turn, to_act
from ..values import Back, Cards, SeaCard, Throw, Treasure, Who

Zone: TypeAlias = Cards | Hidden
FACE_DOWN = Hidden(1)
SCORE_TRACK = 50
SEATS, SEAS = 1 << 11, 1 << 9
"""The most views of seats and of seas that are kept: most positions have those of the one before."""


class CardView(msgspec.Struct, frozen=True):
    """A card of the sea or the top of the Tier II deck; face down only its back and the doubloons on it are known."""

    id: SeaCardId | Hidden | None
    """Which card it is; null is Open Water."""
    back: Back
    """Its back, which everyone knows while the card is face down."""
    face_up: bool
    """Whether its front can be seen."""
    doubloons: int
    """The doubloons on it."""
    value_tile: Treasure | None
    """The type of Treasure on its Treasure Value tile; null where none is seen."""
    tokens: tuple[Who, ...]
    """On a Residence, in the order of building."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One captain as seen by a seat or a spectator."""

    seat: int
    """Its number."""
    vp: int
    """Its victory points."""
    score_counter: int
    """On the score track, which shows 1 to 50."""
    score_tokens: int
    """The number of +50 tokens (PM-170)."""
    doubloons: int
    """Its doubloons."""
    ship: SpaceId
    """The space where the ship is."""
    improvements: tuple[ImprovementId, ...]
    """Those it acquired, the latest last."""
    upgrades: tuple[SlotId, ...]
    """The slots of its ship board that are covered."""
    figurehead: FigureheadId | None
    """Null where it has none."""
    explorer: TrackSpaceId
    """The space of the Explorer's track where it is."""
    rivers: tuple[int, ...]
    """The rivers that the Explorer has crossed."""
    stored: Mapping[Treasure, int]
    """Treasures stored plainly, by type."""
    covered: Mapping[HideoutSpaceId, Treasure]
    """Spaces of the hideout board and of Poseidon with a Treasure, and its type."""
    tiles: Mapping[TileId, LocationId]
    """Black Market tiles placed, and the Location under each."""
    quests: tuple[QuestId, ...] | Hidden
    """Those it holds; hidden from others until the final scoring."""
    dealt: tuple[QuestId, ...] | Hidden
    """Quests of which one is still to be returned; then the returned one, until all have chosen."""
    rubies: int
    """Its Rubies."""
    retired: bool
    """Whether the token on the Retirement tile was used (PM-381)."""


class JordanView(msgspec.Struct, frozen=True, kw_only=True):
    """Jordan as everybody sees it."""

    vp: int
    """Its victory points."""
    ship: SpaceId
    """The space where its ship is."""
    explorer: TrackSpaceId
    """The space of the Explorer's track where it is."""
    rivers: tuple[int, ...]
    """The rivers that its Explorer has crossed."""
    position: int
    """The step of its track."""
    upgrades: int
    """The number of slots covered, of J1 to J15."""
    improvements: tuple[ImprovementId, ...]
    """Those it acquired, the latest last."""
    figurehead: FigureheadId | None
    """Null where it has none."""
    treasures: Mapping[Treasure, int]
    """Its Treasures by type."""
    quests: tuple[QuestId, ...] | Hidden
    """Those it holds, hidden until the final scoring."""
    rubies: int
    """Its Rubies."""
    deck: tuple[SoloCardId, ...] | Hidden
    """Its face-down Solo cards, the top card first."""
    shown: tuple[SoloCardId, ...]
    """Solo cards turned up since the deck was last shuffled."""
    seen: tuple[SoloCardId, ...]
    """All Solo cards turned up in this game."""


class MaracaiboView(msgspec.Struct, frozen=True, kw_only=True):
    """A game of Pirates of Maracaibo as seen by a seat or a spectator."""

    options: Options
    """Every option with its value."""
    seats: tuple[SeatView, ...]
    """The seats, by their numbers."""
    jordan: JordanView | None
    """Null in a game without Jordan."""
    stack: tuple[Frame, ...]
    """The processes and decisions that are not finished, the innermost last."""
    decision: Frame | None
    """The innermost entry of the stack, which waits for an answer."""
    to_act: tuple[int, ...]
    """The seats whose answer is awaited."""
    first_seat: int
    """The seat that took the first turn."""
    closing_seat: Who
    """The seat with the last turn of the game."""
    round: int
    """The round, from 1 to 3."""
    ended_by: Who | None
    """The first to reach Maracaibo in this round."""
    turn: int
    """The number of the turn, from 1, counted through all seats and Jordan; choosing Quests belongs to the first."""
    current_turn: Turn | None
    """The turn of a seat; null if it is no seat's turn."""
    sea: Mapping[CardSpaceId, CardView]
    """The card on each space, by the space's id."""
    tier_two: tuple[SeaCardId, ...] | Hidden
    """The Tier II deck, the top card first."""
    tier_two_top: CardView | None
    """The visible top of the deck; null if the deck is empty."""
    tier_two_face_up: int
    """Face-up cards in the deck, which everyone can count (PM-341). 0 without Fog of War: Improvements."""
    islands: Mapping[Treasure, int]
    """Treasure markers on each island."""
    quest_deck: tuple[QuestId, ...] | Hidden
    """The top card first."""
    quest_market: tuple[QuestId | None, ...]
    """Place 1, next to the deck, first; null is an empty place (PM-423)."""
    figurehead_market: tuple[FigureheadId, ...]
    """The Figureheads that can be gained."""
    tile_sides: Mapping[TileId, Literal["front", "back"]]
    """The side up of each tile that has two."""
    ruby_market: Mapping[MarketSpaceId, Who]
    """Spaces with a Ruby, and whose it was."""
    thrown: Throw | None
    """The dice rolled last; null until there are any."""
    winners: tuple[Who, ...]
    """Seats, or `jordan`; none until the game is over."""
    tie_break: bool
    """Whether buried Treasures decided (PM-251)."""
    scores: tuple[Score, ...]
    """The final scoring; empty until the game is over."""


def view(state: State, seat: int | None) -> MaracaiboView:
    """The game as this seat or a spectator sees it."""
    return _view(state, seat, everything=False)


def open_view(state: State) -> MaracaiboView:
    """The game with nothing hidden."""
    return _view(state, None, everything=True)


def _view(state: State, viewer: int | None, *, everything: bool) -> MaracaiboView:
    # Quests are revealed in the final scoring (PM-248).
    over = everything or state.result is not None
    result = state.result
    return MaracaiboView(
        options=state.options,
        seats=tuple([_seat(own, number, over or number == viewer) for number, own in enumerate(state.seats)]),
        jordan=None if state.jordan is None else _jordan(state.jordan, everything=everything, over=over),
        stack=state.stack,
        decision=state.stack[-1] if state.stack else None,
        to_act=to_act(state),
        first_seat=state.first_seat,
        closing_seat=state.closing_seat,
        round=state.round,
        ended_by=state.ended_by,
        turn=state.turn_number,
        current_turn=state.turn,
        sea=_sea(state.sea, state.value_tiles, state.residences, everything),
        tier_two=tuple(card.id for card in state.tier_two) if everything else Hidden(len(state.tier_two)),
        tier_two_top=_top(state, everything=everything),
        tier_two_face_up=sum([card.face_up for card in state.tier_two]) if state.options.fog_of_war_improvements else 0,
        islands=state.islands,
        quest_deck=state.quest_deck if everything else Hidden(len(state.quest_deck)),
        quest_market=tuple([quest or None for quest in state.quest_market]),
        figurehead_market=state.figurehead_market,
        tile_sides=state.tile_sides,
        ruby_market=state.ruby_market,
        thrown=state.thrown,
        winners=() if result is None else result.winners,
        tie_break=result is not None and result.tie_break,
        scores=() if result is None else result.scores,
    )


@memo_by_identity(SEAS)
def _sea(
    sea: Mapping[str, SeaCard],
    value_tiles: Mapping[str, Treasure],
    residences: Mapping[str, tuple[Who, ...]],
    everything: bool,
) -> Mapping[str, CardView]:
    """Of a face-down card the name and the tiles are hidden (PM-392, PM-333)."""
    value_tile, tokens = value_tiles.get, residences.get
    return {
        space: CardView(card.id or None, card.back, card.face_up, card.doubloons, value_tile(card.id), tokens(card.id, ()))
        if card.face_up or everything
        else CardView(FACE_DOWN, card.back, False, card.doubloons, None, tokens(card.id, ()))
        for space, card in sea.items()
    }


def _top(state: State, *, everything: bool) -> CardView | None:
    """Visible when it is face up, which it is only with Fog of War: Improvements (PM-342)."""
    if not state.tier_two:
        return None
    top = state.tier_two[0]
    face_up = top.face_up and state.options.fog_of_war_improvements
    shown = everything or face_up
    return CardView(
        (top.id or None) if shown else FACE_DOWN,
        top.back,
        face_up,
        top.doubloons,
        state.value_tiles.get(top.id) if shown else None,
        state.residences.get(top.id, ()),
    )


@memo_by_identity(SEATS)
def _seat(own: Seat, number: int, shown: bool) -> SeatView:
    """Only the Quests are hidden, in hand and returned ones (PM-386, PM-390, PM-393)."""
    tokens = score_tokens(own.vp)
    return SeatView(
        seat=number,
        vp=own.vp,
        score_counter=own.vp - SCORE_TRACK * tokens,
        score_tokens=tokens,
        doubloons=own.doubloons,
        ship=own.ship,
        improvements=own.improvements,
        upgrades=own.upgrades,
        figurehead=own.figurehead,
        explorer=own.explorer,
        rivers=own.rivers,
        stored=own.stored,
        covered=own.covered,
        tiles=own.tiles,
        quests=own.quests if shown else Hidden(len(own.quests)),
        dealt=own.dealt if shown else Hidden(len(own.dealt)),
        rubies=own.rubies,
        retired=own.retired,
    )


def score_tokens(vp: int) -> int:
    """One for each time that the counter passed 50."""
    return max(0, vp - 1) // SCORE_TRACK


def _jordan(jordan: Jordan, *, everything: bool, over: bool) -> JordanView:
    """Jordan's Quests are hidden until the end, its deck always (PM-388, PM-391)."""
    return JordanView(
        vp=jordan.vp,
        ship=jordan.ship,
        explorer=jordan.explorer,
        rivers=jordan.rivers,
        position=jordan.position,
        upgrades=jordan.upgrades,
        improvements=jordan.improvements,
        figurehead=jordan.figurehead,
        treasures=jordan.treasures,
        quests=jordan.quests if over else Hidden(len(jordan.quests)),
        rubies=jordan.rubies,
        deck=jordan.deck if everything else Hidden(len(jordan.deck)),
        shown=jordan.shown,
        seen=jordan.seen,
    )
