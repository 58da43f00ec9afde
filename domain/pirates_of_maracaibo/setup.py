"""Laying out the game (RULES.md, chapter 2, and the modules' own changes to it)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

import domain.recorder
from domain.game import Malformed, Rng, check_seats
from domain.kit import options as kit
from domain.kit.cards import shuffled
from domain.kit.seats import clockwise

from . import events as e
from .content import (
    FIGUREHEADS,
    IMPROVEMENTS,
    LAYOUTS,
    LOCATIONS,
    QUESTS,
    RESIDENCES,
    SOLO_CARDS,
    TIER_ONE_IMPROVEMENTS,
    TIER_ONE_LOCATIONS,
    TIER_TWO,
    TILES,
    VALUE_TILES,
)
from .evolve import evolve
from .flow import begin
from .frames import ReturnQuests
from .options import B_CARDS, FEWEST, MOST, Options
from .state import Recorder, State
from .values import Back, LaidCard, Who

START_DOUBLOONS = (10, 11, 12, 13)
IMPROVEMENTS_IN_SEA, RESIDENCES_IN_SEA = 15, 4
CLUSTER, MOST_SWAPS, MOST_DEALS = 4, 100, 10
FACE_UP_OF_TIER_TWO = 20
SOLO_FIGUREHEADS = 3


def seats_allowed(options: Options) -> Sequence[int]:
    """2, 3 or 4 seats, or 1 against Jordan (PM-001); the option `players` leaves one number."""
    return kit.seats_allowed(options.players, range(FEWEST, MOST + 1))


def resolve(options: Options, seats: int) -> Options:
    """The options with every value filled in (PM-017)."""
    check_seats(seats, seats_allowed(options))
    kit.check_types(options, "invalid_option")
    solo = seats == 1
    if options.b_cards is not None and not (solo and 0 <= options.b_cards <= B_CARDS):
        problem = f"`b_cards` is 0 to {B_CARDS}, in solo mode only." if solo else "`b_cards` is for solo mode only."
        raise Malformed("invalid_option", problem, option="b_cards")
    return replace(options, players=seats, b_cards=(options.b_cards or 0) if solo else None)


def setup(options: Options, seats: int, rng: Rng) -> Recorder:
    """Lays out the game, up to the choice of the first Quests."""
    chosen = resolve(options, seats)
    solo = seats == 1
    first = rng.below(seats)
    order = clockwise(first, seats)
    closing: Who = "jordan" if solo else order[-1]
    money = dict(zip(order, START_DOUBLOONS, strict=False))
    set_up = e.GameSetUp(
        seats=seats,
        options=chosen,
        first_seat=first,
        closing_seat=closing,
        doubloons=tuple(money[seat] for seat in range(seats)),
        sea=_sea(chosen, rng),
        tier_two=_tier_two(chosen, rng),
        # The six Treasure Value tiles lie at random on the Locations with their symbol (PM-028).
        value_tiles=tuple(
            zip(
                (card.id for card in LOCATIONS.values() if card.has_treasure_value_symbol),
                shuffled([tile.treasure for tile in VALUE_TILES], rng),
                strict=True,
            )
        ),
        quest_deck=shuffled(QUESTS, rng),
        figurehead_market=shuffled(FIGUREHEADS, rng)[: SOLO_FIGUREHEADS if solo else seats + 2],
        tile_sides={tile: "back" if rng.below(2) else "front" for tile in TILES},
        solo_deck=_solo_deck(chosen, rng) if solo else (),
    )
    recorder: Recorder = domain.recorder.Recorder.begun(evolve, set_up)
    for seat in range(seats):
        recorder.emit(e.QuestsDealt(seat, _top_quests(recorder.state, quests_dealt(chosen))))
    begin(recorder, ReturnQuests(tuple(range(seats))))
    return recorder


def quests_dealt(options: Options) -> int:
    """A seat is dealt one Quest more than it keeps: 2, with Quest Hunters 3 (PM-032, PM-358)."""
    return 3 if options.quest_hunters else 2


def market_size(options: Options) -> int:
    """Places of the Quest Market: 2, with Quest Hunters 3 (PM-034, PM-358)."""
    return 3 if options.quest_hunters else 2


def _top_quests(state: State, number: int) -> tuple[str, ...]:
    return state.quest_deck[:number]


def open_market(recorder: Recorder, rng: Rng) -> None:
    """Shuffles the returned Quests in, deals one to Jordan, opens the market (PM-032, PM-034, PM-274)."""
    state = recorder.state
    returned = (quest for seat in state.seats for quest in seat.dealt)
    recorder.emit(e.QuestDeckShuffled(shuffled((*state.quest_deck, *returned), rng)))
    if recorder.state.jordan is not None:
        recorder.emit(e.QuestsDealt("jordan", _top_quests(recorder.state, 1)))
    recorder.emit(e.QuestMarketRevealed(_top_quests(recorder.state, market_size(recorder.state.options))))


# The sea


def _sea(options: Options, rng: Rng) -> tuple[LaidCard, ...]:
    """The 27 cards in the order of the spaces (PM-019, PM-020, PM-021, PM-022, PM-023, PM-024, PM-401)."""
    cards = (
        *TIER_ONE_LOCATIONS,
        *shuffled(TIER_ONE_IMPROVEMENTS, rng)[:IMPROVEMENTS_IN_SEA],
        *shuffled(RESIDENCES, rng)[:RESIDENCES_IN_SEA],
    )
    for _ in range(MOST_DEALS):
        dealt = list(shuffled(cards, rng))
        if not options.break_location_clusters or _break_clusters(options.layout, dealt, rng):
            break
    return tuple(_lay(card, options) for card in dealt)


def _break_clusters(layout: str, dealt: list[str], rng: Rng) -> bool:
    """Whether swaps have left no group of four Locations or more (PM-023, PM-024)."""
    for _ in range(MOST_SWAPS):
        group = location_cluster(layout, dealt)
        if not group:
            return True
        improvements = [place for place, card in enumerate(dealt) if card in IMPROVEMENTS]
        one, other = group[rng.below(len(group))], improvements[rng.below(len(improvements))]
        dealt[one], dealt[other] = dealt[other], dealt[one]
    return not location_cluster(layout, dealt)


def location_cluster(layout: str, cards: Sequence[str]) -> list[int]:
    """The places of the first connected group of four Locations or more (PM-402); empty if there is none."""
    sea = LAYOUTS[layout]
    place = {space.id: number for number, space in enumerate(sea.spaces)}
    seen: set[str] = set()
    for space in place:
        group, edge = [], [space]
        while edge:
            here = edge.pop()
            if here in seen or cards[place[here]] not in LOCATIONS:
                continue
            seen.add(here)
            group.append(place[here])
            edge += sea.adjacency[here]
        if len(group) >= CLUSTER:
            return sorted(group)
    return []


def _lay(card: str, options: Options) -> LaidCard:
    """The card with the side that the Fog of War modules give it (PM-328, PM-339)."""
    back: Back = "tier_1_residence"
    hidden = False
    if card in LOCATIONS:
        back, hidden = "tier_1_location", options.fog_of_war_locations
    elif card in IMPROVEMENTS:
        back, hidden = "tier_1_improvement", options.fog_of_war_improvements
    return LaidCard(card, back, not hidden, int(hidden and back == "tier_1_location"))


def _tier_two(options: Options, rng: Rng) -> tuple[LaidCard, ...]:
    """Face down; with Fog of War: Improvements 20 of the 41 are turned up and shuffled in (PM-026, PM-340, PM-341)."""
    deck = shuffled(TIER_TWO, rng)
    if not options.fog_of_war_improvements:
        # Without that module every card enters the sea face up.
        return tuple(LaidCard(card, "tier_2", face_up=True) for card in deck)
    halves = [LaidCard(card, "tier_2", number < FACE_UP_OF_TIER_TWO) for number, card in enumerate(deck)]
    return shuffled(halves, rng)


def _solo_deck(options: Options, rng: Rng) -> tuple[str, ...]:
    """The six A cards, some of them replaced by B cards (PM-272)."""
    a_cards = shuffled([card.id for card in SOLO_CARDS.values() if card.deck == "A"], rng)
    b_cards = shuffled([card.id for card in SOLO_CARDS.values() if card.deck == "B"], rng)
    harder = options.b_cards or 0
    return shuffled((*a_cards[harder:], *b_cards[:harder]), rng)
