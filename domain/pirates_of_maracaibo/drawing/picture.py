"""The picture of a position, from the view alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from domain.drawing import Fact, Picture, Piece
from domain.game import Hidden

from ..content import (
    BURIED,
    FIGUREHEADS,
    IMPROVEMENTS,
    JORDAN_SLOTS,
    LAYOUTS,
    LOCATIONS,
    POSEIDON,
    RUBY_MARKET,
    STANDARD_RAID_ACTIONS,
    STORAGE,
    TILES,
    value_of,
)
from ..frames import Explore, RaidRolled
from ..scoring import met_line, quest_vp
from ..values import TREASURES, Who
from ..view import JordanView, MaracaiboView, SeatView, Zone
from ..view.state_from_view import state_from_view
from . import pieces as p

POSEIDONS_CARD = next(
    card.id for card in FIGUREHEADS.values() if any(effect.op == "extra_bury_spaces" for effect in card.ongoing)
)
HIDEOUT = (*STORAGE, *BURIED)


def picture(view: MaracaiboView, seat: int | None) -> Picture:
    """The position as this seat (None: a spectator) sees it; who sees what is decided by the view.

    Pieces come in the order of content, because a state that was stored may have its mappings in another order.
    """
    turn = view.current_turn
    found = [*_sea(view), *_islands(view), *_ships(view), *_explorers(view), *_markets(view), *_raid(view)]
    for own in view.seats:
        used = turn.used if turn is not None and turn.seat == own.seat else ()
        found += _seat(own, view, used)
    if view.jordan is not None:
        found += _jordan(view.jordan)
    return Picture(pieces=tuple(found), facts=_facts(view))


# The sea


def _sea(view: MaracaiboView) -> Iterator[Piece]:
    tiles = {location: (own.seat, tile) for own in view.seats for tile, location in own.tiles.items()}
    sea, sides, rubies = view.sea, view.tile_sides, view.options.rubies
    for space in _spaces(view.options.layout):
        card = sea[space]
        name = None if isinstance(card.id, Hidden) else card.id
        yield p.sea_card(space, name, card.back, card.doubloons)
        if card.value_tile is not None:
            yield p.value_tile(space, card.value_tile)
        if name in tiles:
            seat, tile = tiles[name]
            yield p.tile(seat, tile, sides[tile], space)
        if name:
            if rubies and name in LOCATIONS and LOCATIONS[name].ruby_supply:
                yield p.ruby_supply(space)
            for number, who in enumerate(card.tokens):
                yield p.token(name, space, who, first=not number)


@cache
def _spaces(layout: str) -> tuple[str, ...]:
    return tuple([space.id for space in LAYOUTS[layout].spaces])


def _islands(view: MaracaiboView) -> Iterator[Piece]:
    for kind in TREASURES:
        if view.islands[kind]:
            yield p.markers(kind, view.islands[kind])


def _ships(view: MaracaiboView) -> Iterator[Piece]:
    for own in view.seats:
        yield p.ship(own.seat, own.ship, _marks(view, own.seat))
    if view.jordan is not None:
        yield p.ship("jordan", view.jordan.ship, _marks(view, "jordan"))


def _marks(view: MaracaiboView, who: Who) -> tuple[str, ...]:
    """What holds for a player now, shown on the ship."""
    marks = ["on_turn"] if view.current_turn is not None and view.current_turn.seat == who else []
    marks += ["first_in_maracaibo"] if view.ended_by == who else []
    return (*marks, "winner") if who in view.winners else tuple(marks)


def _explorers(view: MaracaiboView) -> Iterator[Piece]:
    for own in view.seats:
        yield p.explorer(own.seat, own.explorer, retired=own.retired)
    if view.jordan is not None:
        yield p.explorer("jordan", view.jordan.explorer, retired=False)


# Markets and raids


def _markets(view: MaracaiboView) -> Iterator[Piece]:
    for quest in view.quest_market:
        if quest:
            yield p.card_in("quest_market", quest)
    yield from _zone("quest_deck", "Quest", view.quest_deck)
    for card in view.figurehead_market:
        yield p.card_in("figureheads", card)
    yield from _tier_two(view)
    for space in RUBY_MARKET if view.ruby_market else ():
        if space in view.ruby_market:
            yield p.ruby(view.ruby_market[space], space)


def _tier_two(view: MaracaiboView) -> Iterator[Piece]:
    """The top card where it can be seen, and the others; all cards where nothing is hidden."""
    top, deck = view.tier_two_top, view.tier_two
    if not isinstance(deck, Hidden):
        for card in deck:
            yield p.card_in("tier_two", card)
        return
    shown = 0
    if top is not None and isinstance(top.id, str):
        yield p.card_in("tier_two", top.id)
        shown = 1
    if deck.count > shown:
        yield p.pile("tier_two", "Tier II card", deck.count - shown)


def _zone(area: str, name: str, zone: Zone, marks: tuple[str, ...] = ()) -> Iterator[Piece]:
    """The cards of a zone where they can be seen, else their number."""
    if not isinstance(zone, Hidden):
        for card in zone:
            yield p.card_in(area, card, marks)
    elif zone.count:
        yield p.pile(area, name, zone.count)


def _raid(view: MaracaiboView) -> Iterator[Piece]:
    used = () if view.current_turn is None else view.current_turn.used
    for action in STANDARD_RAID_ACTIONS:
        yield p.raid_action(action.key, used=action.key in used)
    for die in () if view.thrown is None else view.thrown.dice:
        yield p.die(die)
    for pool in () if view.current_turn is None else view.current_turn.pools:
        yield p.pool(pool.number, pool.power, pool.treasure)


# Seats and Jordan


def _seat(own: SeatView, view: MaracaiboView, used: Collection[str]) -> Iterator[Piece]:
    area = _area(own.seat)
    for slot in own.upgrades:
        yield p.upgrade(own.seat, slot, used=slot in used)
    for kind in TREASURES:
        if own.stored.get(kind):
            yield p.treasure(f"{area}/{kind}:plain", kind, own.stored[kind])
    for space in HIDEOUT if own.covered else ():
        if space in own.covered:
            yield p.treasure(f"{area}/{space}", own.covered[space])
    for card in own.improvements:
        yield p.card_in(f"{area}/improvements", card, ("used",) if card in used else ())
    if own.figurehead is not None:
        yield p.card_in(f"{area}/figurehead", own.figurehead, ("used",) if own.figurehead in used else ())
        if own.figurehead == POSEIDONS_CARD:
            for space in POSEIDON:
                yield p.poseidon(own.seat, space, own.covered.get(space))
    for tile in TILES:
        if tile not in own.tiles:
            yield p.tile(own.seat, tile, view.tile_sides[tile], f"{area}/tiles")
    yield from _quests(own, view, area)
    yield from _dealt(own, area)
    if own.rubies:
        yield p.rubies(area, own.rubies)


@cache
def _area(seat: int) -> str:
    return f"seat/{seat}"


def _quests(own: SeatView, view: MaracaiboView, area: str) -> Iterator[Piece]:
    """The Quests of a seat; after the final scoring each with its VP."""
    if not view.scores or isinstance(own.quests, Hidden):
        yield from _zone(f"{area}/quests", "Quest", own.quests)
        return
    state = state_from_view(view)
    for card in own.quests:
        yield p.scored_quest(f"{area}/quests", card, quest_vp(state, card, met_line(state, own.seat, card)))


def _dealt(own: SeatView, area: str) -> Iterator[Piece]:
    """Quests of which one goes back, or the one that does."""
    zone = own.dealt
    if isinstance(zone, Hidden):
        if zone.count:
            yield p.dealt(area, zone.count)
        return
    for card in zone:
        yield p.card_in(f"{area}/quests", card, ("dealt",) if len(zone) > 1 else ("returned",))


def _jordan(jordan: JordanView) -> Iterator[Piece]:
    yield p.jordan_marker(jordan.position)
    for slot in JORDAN_SLOTS[: jordan.upgrades]:
        yield p.jordan_upgrade(slot.id)
    for card in jordan.improvements:
        yield p.card_in("jordan/improvements", card)
    if jordan.figurehead is not None:
        yield p.card_in("jordan/figurehead", jordan.figurehead)
    for kind in TREASURES:
        if jordan.treasures.get(kind):
            yield p.jordan_treasure(kind, jordan.treasures[kind])
    yield from _zone("jordan/quests", "Quest", jordan.quests)
    yield from _zone("jordan/deck", "Solo card", jordan.deck)
    for card in jordan.shown:
        yield p.card_in("jordan/shown", card)
    if jordan.rubies:
        yield p.rubies("jordan", jordan.rubies)


# Facts


def _facts(view: MaracaiboView) -> dict[str, tuple[Fact, ...]]:
    found: dict[str, tuple[Fact, ...]] = {"sea": (("round", view.round), ("turn", view.turn))}
    for kind in TREASURES:
        found[f"island/{kind}"] = _island_facts(view.islands[kind])
    if view.options.fog_of_war_improvements:
        found["tier_two"] = (("face_up", view.tier_two_face_up),)
    top = view.decision
    if isinstance(top, Explore):
        found["track"] = (("movement", top.movement),)
    elif isinstance(top, RaidRolled):
        found["raid"] = (("rerolls", top.rerolls),)
    if view.thrown is not None and view.thrown.purpose != "raid":
        found["dice"] = (("rolled_for", view.thrown.purpose.capitalize()),)
    for own in view.seats:
        found[_area(own.seat)] = _seat_facts(own, view)
    if view.jordan is not None:
        found["jordan"] = (*_jordan_facts(view.jordan), ("b_cards", view.options.b_cards))
    for score in view.scores:
        area = "jordan/score" if score.who == "jordan" else f"seat/{score.who}/score"
        before: Fact = ("before_end", score.total - sum([part.vp for part in score.parts]))
        found[area] = (before, *[(f"score_{part.what}", part.vp) for part in score.parts], ("total", score.total))
    return found


@cache
def _island_facts(markers: int) -> tuple[Fact, ...]:
    return (("markers", markers), ("value", value_of(markers)))


def _seat_facts(own: SeatView, view: MaracaiboView) -> tuple[Fact, ...]:
    doubloons, vp = _income(own)
    buried = sum([space not in STORAGE for space in own.covered])
    found: list[Fact] = [
        ("vp", own.vp),
        ("doubloons", own.doubloons),
        ("income_doubloons", doubloons),
        ("income_vp", vp),
        ("treasures", sum(own.stored.values()) + len(own.covered)),
        ("buried", buried),
        ("rivers", len(own.rivers)),
        ("upgrades", len(own.upgrades)),
    ]
    if own.score_tokens:
        found.append(("score_tokens", own.score_tokens))
    if len(view.seats) > 1:
        order = "first" if own.seat == view.first_seat else "last" if own.seat == view.closing_seat else None
        if order is not None:
            found.append(("order", order))
    return tuple(found)


INCOMES = {
    **{card.id: (card.income.doubloons, card.income.vp) for card in IMPROVEMENTS.values()},
    **{card.id: (card.income.doubloons, card.income.vp) for card in FIGUREHEADS.values()},
}


def _income(own: SeatView) -> tuple[int, int]:
    """Doubloons and VP at the end of a round, by icons (PM-233, PM-234)."""
    doubloons, vp = (0, 0) if own.figurehead is None else INCOMES[own.figurehead]
    for card in own.improvements:
        more, further = INCOMES[card]
        doubloons, vp = doubloons + more, vp + further
    return doubloons, vp


def _jordan_facts(jordan: JordanView) -> tuple[Fact, ...]:
    return (
        ("vp", jordan.vp),
        ("step", jordan.position),
        ("rivers", len(jordan.rivers)),
        ("upgrades", jordan.upgrades),
        ("treasures", sum(jordan.treasures.values())),
    )
