"""Deals hidden cards at random, so that bots can search without knowing them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.game import Hidden, Rng
from domain.kit.cards import shuffled
from domain.kit.updates import without

from ..content import LOCATIONS, QUESTS, SOLO_CARDS, TIER_ONE_IMPROVEMENTS, TIER_ONE_LOCATIONS, TIER_TWO, VALUE_TILES
from ..state import State
from ..values import OPEN_WATER, Cards, SeaCard, Treasure
from ..view import CardView, JordanView, MaracaiboView, Zone
from ..view.state_from_view import state_from_view


def determinize(view: MaracaiboView, seat: int | None, rng: Rng) -> State:
    """A random state that has this view. Nothing but the view determines it."""
    state = state_from_view(view)
    sea, tier_two = _cards(view, rng)
    quests = iter(shuffled(_unseen_quests(view), rng))

    def dealt(zone: Zone) -> Cards:
        return zone if isinstance(zone, tuple) else tuple(next(quests) for _ in range(zone.count))

    seats = tuple(
        replace(own, quests=dealt(shown.quests), dealt=dealt(shown.dealt))
        for own, shown in zip(state.seats, view.seats, strict=True)
    )
    jordan = state.jordan
    if jordan is not None and view.jordan is not None:
        jordan = replace(jordan, quests=dealt(view.jordan.quests), deck=_solo_deck(view, view.jordan, rng))
    return replace(
        state,
        seats=seats,
        jordan=jordan,
        sea=sea,
        tier_two=tier_two,
        value_tiles=_value_tiles(view, rng),
        quest_deck=dealt(view.quest_deck),
    )


def _unseen_quests(view: MaracaiboView) -> list[str]:
    """Quests that may be in the deck, in a hand, or with Jordan."""
    zones: list[Zone] = [*(own.quests for own in view.seats), *(own.dealt for own in view.seats)]
    if view.jordan is not None:
        zones.append(view.jordan.quests)
    seen = {*view.quest_market}
    seen |= {quest for zone in (*zones, view.quest_deck) if isinstance(zone, tuple) for quest in zone}
    return [quest for quest in QUESTS if quest not in seen]


# Cards


def _cards(view: MaracaiboView, rng: Rng) -> tuple[dict[str, SeaCard], tuple[SeaCard, ...]]:
    """The sea and the Tier II deck, face-down cards dealt at random."""
    seen = set(_seen_cards(view))
    unseen: dict[str, Iterator[str]] = {
        "tier_1_location": iter(shuffled([card for card in TIER_ONE_LOCATIONS if card not in seen], rng)),
        "tier_1_improvement": iter(shuffled([card for card in TIER_ONE_IMPROVEMENTS if card not in seen], rng)),
        "tier_2": iter(shuffled([card for card in TIER_TWO if card not in seen], rng)),
    }

    def dealt(card: CardView) -> SeaCard:
        name = next(unseen[card.back]) if isinstance(card.id, Hidden) else card.id
        return SeaCard(name, card.back, card.face_up, card.doubloons) if name else OPEN_WATER

    sea = {space: dealt(card) for space, card in view.sea.items()}
    return sea, _tier_two(view, unseen["tier_2"], rng)


def _seen_cards(view: MaracaiboView) -> Iterator[str]:
    for card in (*view.sea.values(), view.tier_two_top):
        if card is not None and isinstance(card.id, str):
            yield card.id
    for own in view.seats:
        yield from own.improvements
    if view.jordan is not None:
        yield from view.jordan.improvements
    if isinstance(view.tier_two, tuple):
        yield from view.tier_two


def _tier_two(view: MaracaiboView, unseen: Iterator[str], rng: Rng) -> tuple[SeaCard, ...]:
    """The visible top, and below it the known number of face-up cards at random places."""
    top = view.tier_two_top
    if top is None:
        return ()
    if isinstance(view.tier_two, Hidden):
        first = next(unseen) if isinstance(top.id, Hidden) else top.id
        names = (first, *(next(unseen) for _ in range(view.tier_two.count - 1)))
    else:
        names = view.tier_two
    # Without that module the deck lies face down, and every card enters the sea face up.
    sides = [True] * len(names)
    if view.options.fog_of_war_improvements:
        sides = [number < view.tier_two_face_up for number in range(len(names))]
        sides.remove(top.face_up)
        sides = [top.face_up, *shuffled(sides, rng)]
    return tuple(SeaCard(name or "", "tier_2", side) for name, side in zip(names, sides, strict=True))


def _value_tiles(view: MaracaiboView, rng: Rng) -> dict[str, Treasure]:
    """The visible tiles, and the others on face-down Locations with the symbol (PM-028, PM-333)."""
    tiles: dict[str, Treasure] = {}
    for card in view.sea.values():
        if isinstance(card.id, str) and card.value_tile is not None:
            tiles[card.id] = card.value_tile
    left = [tile.treasure for tile in VALUE_TILES]
    for treasure in tiles.values():
        left.remove(treasure)
    places = [card.id for card in LOCATIONS.values() if card.has_treasure_value_symbol and card.id not in tiles]
    return {**tiles, **dict(zip(places, shuffled(left, rng), strict=True))}


def _solo_deck(view: MaracaiboView, jordan: JordanView, rng: Rng) -> Cards:
    """Six cards, with the chosen number of B cards, and all cards revealed so far among them (PM-272)."""
    if isinstance(jordan.deck, tuple):
        return jordan.deck
    harder = view.options.b_cards or 0
    cards = jordan.seen
    for kind, number in (("A", len(SOLO_CARDS) // 2 - harder), ("B", harder)):
        here = sum(SOLO_CARDS[card].deck == kind for card in cards)
        others = [card.id for card in SOLO_CARDS.values() if card.deck == kind and card.id not in cards]
        cards = (*cards, *shuffled(others, rng)[: number - here])
    for card in jordan.shown:
        cards = without(cards, card)
    return shuffled(cards, rng)
