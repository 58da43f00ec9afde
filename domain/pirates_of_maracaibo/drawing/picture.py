"""The picture of a position, from the view alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain

from domain.drawing import Fact, Picture, Piece
from domain.game import Hidden
from domain.kit.memo import memo_by_identity

from ..content import (
    BURIED,
    FIGUREHEADS,
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
from ..options import Options
from ..scoring import met_line, quest_vp
from ..state import income_of
from ..values import TREASURES, Die, Pool, Treasure, Who
from ..view import CardView, JordanView, MaracaiboView, SeatView, Zone, score_tokens
from ..view.state_from_view import state_from_view
from . import pieces as p

POSEIDONS_CARD = next(
    card.id for card in FIGUREHEADS.values() if any(effect.op == "extra_bury_spaces" for effect in card.ongoing)
)
HIDEOUT = (*STORAGE, *BURIED)
SEATS, SEAS = 1 << 11, 1 << 9
"""The most parts of pictures that are kept: most pictures have the sea and the seats of the one before."""


def picture(view: MaracaiboView, seat: int | None) -> Picture:
    """The position as this seat (None: a spectator) sees it; who sees what is decided by the view.

    Pieces come in the order of content, because a state that was stored may have its mappings in another order.
    """
    return Picture(pieces=tuple(chain.from_iterable(_parts(view))), facts=_facts(view))


def _parts(view: MaracaiboView) -> Iterator[Iterable[Piece]]:
    yield _sea(view.sea, view.options, view.tile_sides, *[own.tiles for own in view.seats])
    yield _islands(view.islands)
    yield _ships(view)
    yield _explorers(view)
    yield _markets(view)
    turn = view.current_turn
    used, pools = ((), ()) if turn is None else (turn.used, turn.pools)
    yield _raid(() if view.thrown is None else view.thrown.dice, used, pools)
    ended = view if view.scores else None
    for own in view.seats:
        yield _seat(own, view.tile_sides, used if turn is not None and turn.seat == own.seat else (), ended)
    if view.jordan is not None:
        yield _jordan(view.jordan)


# The sea


@memo_by_identity(SEAS)
def _sea(
    sea: Mapping[str, CardView], options: Options, sides: Mapping[str, str], *tiles: Mapping[str, str]
) -> tuple[Piece, ...]:
    """The cards of the sea with what lies on them. `tiles`: the Black Market tiles that each seat has placed."""
    placed = {location: (seat, tile) for seat, own in enumerate(tiles) for tile, location in own.items()}
    found = []
    for space in _spaces(options.layout):
        card = sea[space]
        name = None if isinstance(card.id, Hidden) else card.id
        found.append(p.sea_card(space, name, card.back, card.doubloons))
        if card.value_tile is not None:
            found.append(p.value_tile(space, card.value_tile))
        if name in placed:
            seat, tile = placed[name]
            found.append(p.tile(seat, tile, sides[tile], space))
        if name:
            if options.rubies and name in LOCATIONS and LOCATIONS[name].ruby_supply:
                found.append(p.ruby_supply(space))
            for number, who in enumerate(card.tokens):
                found.append(p.token(name, space, who, first=not number))
    return tuple(found)


@cache
def _spaces(layout: str) -> tuple[str, ...]:
    return tuple([space.id for space in LAYOUTS[layout].spaces])


def _islands(islands: Mapping[Treasure, int]) -> list[Piece]:
    return [p.markers(kind, islands[kind]) for kind in TREASURES if islands[kind]]


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
    for own in view.seats if not isinstance(view.quest_deck, Hidden) else ():
        yield from _returned(own)
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


@memo_by_identity(SEATS)
def _raid(dice: Sequence[Die], used: Collection[str], pools: Sequence[Pool]) -> tuple[Piece, ...]:
    return (
        *[p.raid_action(action.key, used=action.key in used) for action in STANDARD_RAID_ACTIONS],
        *[p.die(die) for die in dice],
        *[p.pool(pool.number, pool.power, pool.treasure) for pool in pools],
    )


# Seats and Jordan


@memo_by_identity(SEATS)
def _seat(own: SeatView, sides: Mapping[str, str], used: Collection[str], ended: MaracaiboView | None) -> tuple[Piece, ...]:
    """What lies before a seat; `ended`: the position, if the game has ended."""
    rubies = [p.rubies(_area(own.seat), own.rubies)] if own.rubies else []
    return (*_boards(own, sides, used), *_quests(own, ended), *_dealt(own), *rubies)


def _boards(own: SeatView, sides: Mapping[str, str], used: Collection[str]) -> Iterator[Piece]:
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
            yield p.tile(own.seat, tile, sides[tile], f"{area}/tiles")


@cache
def _area(seat: int) -> str:
    return f"seat/{seat}"


def _quests(own: SeatView, ended: MaracaiboView | None) -> Iterator[Piece]:
    """The Quests of a seat; after the final scoring each with its VP."""
    area = f"seat/{own.seat}/quests"
    if ended is None or isinstance(own.quests, Hidden):
        yield from _zone(area, "Quest", own.quests)
        return
    state = state_from_view(ended)
    for card in own.quests:
        yield p.scored_quest(area, card, quest_vp(state, card, met_line(state, own.seat, card)))


def _dealt(own: SeatView) -> Iterator[Piece]:
    """Quests of which one goes back."""
    zone, area = own.dealt, _area(own.seat)
    if isinstance(zone, Hidden):
        if zone.count > 1:
            yield p.dealt(area, zone.count)
    elif len(zone) > 1:
        for card in zone:
            yield p.card_in(f"{area}/quests", card, ("dealt",))


def _returned(own: SeatView) -> Iterator[Piece]:
    """The Quest that went back to the deck, which is shuffled once all have chosen."""
    assert not isinstance(own.dealt, Hidden)
    if len(own.dealt) == 1:
        yield p.card_in("quest_deck", own.dealt[0])


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
    totals = {score.who: score.total for score in view.scores}
    for own in view.seats:
        found[_area(own.seat)] = _seat_facts(own, _order(own, view), totals.get(own.seat, own.vp))
    if view.jordan is not None:
        vp = totals.get("jordan", view.jordan.vp)
        found["jordan"] = (*_jordan_facts(view.jordan, vp), ("b_cards", view.options.b_cards))
    for score in view.scores:
        area = "jordan/score" if score.who == "jordan" else f"seat/{score.who}/score"
        before: Fact = ("before_end", score.total - sum([part.vp for part in score.parts]))
        found[area] = (before, *[(f"score_{part.what}", part.vp) for part in score.parts], ("total", score.total))
    return found


@cache
def _island_facts(markers: int) -> tuple[Fact, ...]:
    return (("markers", markers), ("value", value_of(markers)))


def _order(own: SeatView, view: MaracaiboView) -> str | None:
    """Who begins and who ends, where several captains play."""
    if len(view.seats) == 1:
        return None
    return "first" if own.seat == view.first_seat else "last" if own.seat == view.closing_seat else None


@memo_by_identity(SEATS)
def _seat_facts(own: SeatView, order: str | None, vp: int) -> tuple[Fact, ...]:
    """`vp`: the points, after the final scoring all of them."""
    income_doubloons, income_vp = income_of(own.improvements, own.figurehead)
    buried = sum([space not in STORAGE for space in own.covered])
    found: list[Fact] = [
        ("vp", vp),
        ("doubloons", own.doubloons),
        ("income_doubloons", income_doubloons),
        ("income_vp", income_vp),
        ("treasures", sum(own.stored.values()) + len(own.covered)),
        ("buried", buried),
        ("rivers", len(own.rivers)),
        ("upgrades", len(own.upgrades)),
    ]
    if tokens := score_tokens(vp):
        found.append(("score_tokens", tokens))
    if order is not None:
        found.append(("order", order))
    return tuple(found)


def _jordan_facts(jordan: JordanView, vp: int) -> tuple[Fact, ...]:
    return (
        ("vp", vp),
        ("step", jordan.position),
        ("rivers", len(jordan.rivers)),
        ("upgrades", jordan.upgrades),
        ("treasures", sum(jordan.treasures.values())),
    )
