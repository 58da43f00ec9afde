"""Merchant raids (RULES.md, chapter 8; the order is that of MM-414)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.game import Rng
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .cards.targets import escapes
from .cards.windows import window
from .content import CARGO
from .flow import (
    begin,
    bounty_after,
    bury,
    change_bounty,
    change_gold,
    check,
    close,
    die,
    draw_cargo,
    gain_glory,
    jump,
    spared_bounties,
)
from .frames import BuyLot, Frame, Hits, Raid, RaidSpend, RaidWeapons
from .missions import raided
from .state import Recorder, State, ship_of
from .state.conditions import Facts
from .state.modifiers import maneuverability, working

CARDS = 3
"""Cards drawn for every raid (MM-175)."""
RAID_GLORY_FROM = 12
"""The plunder from which a raid earns a glory point."""


def _raid(recorder: Recorder) -> Raid:
    return nearest(recorder.state, Raid)


def _bounties(state: State, seat: int, nation: str) -> list[tuple[str, int]]:
    """A raid brings a bounty of the merchant's nation (MM-174), under Treasure Fleet one more (MM-053)."""
    if spared_bounties(state, seat, nation):
        return []
    more = working(state, seat, "bounty", "raid_start", Facts(nation=nation))
    return [(nation, 1), *((effect.nation, effect.delta) for effect in more)]


def bounties_brought(state: State, seat: int, nation: str) -> int:
    """The number of bounties by which a raid on a merchant of this nation raises the captain's."""
    brought = sum(delta for _, delta in _bounties(state, seat, nation))
    return bounty_after(state, seat, nation, brought) - state.seats[seat].bounties.get(nation, 0)


def bounty(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    recorder.emit(e.RaidStarted(raid.seat, raid.nation))
    for nation, delta in _bounties(recorder.state, raid.seat, raid.nation):
        change_bounty(recorder, raid.seat, nation, delta)
    return window(recorder.state, "raid_before_draw", [raid.seat])


class CardsDrawn(NamedTuple):
    """The cards drawn at the start of a raid."""

    kept: int
    for_icon: tuple[str, ...]
    """One more card for each of these icons, kept only if it shows the icon."""


def cards_drawn(state: State, seat: int, nation: str) -> CardsDrawn:
    """Three cards (MM-175) and those that zones and events add (MM-176, MM-151, MM-152)."""
    more = working(state, seat, "raid_extra_card", "raid_before_draw", Facts(nation=nation))
    kept = sum(int(effect.n) for effect in more if not effect.keep_only_if_icon)
    return CardsDrawn(CARDS + kept, tuple(effect.keep_only_if_icon for effect in more if effect.keep_only_if_icon))


def draw(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """The cards, those of a rumor too, then the roll."""
    cards = cards_drawn(recorder.state, raid.seat, raid.nation)
    for _ in range(cards.kept + raid.extra):
        _draw_one(recorder, rng)
    for icon in cards.for_icon:
        card = _draw_one(recorder, rng)
        if card is not None and CARGO[card].icon != icon:
            recorder.emit(e.RaidCardDiscarded(card, used=False))
    check(recorder, raid.seat, "seamanship", rng, reason="raid")
    return window(recorder.state, "raid_after_roll", [raid.seat])


def _draw_one(recorder: Recorder, rng: Rng, *, used: bool = False) -> str | None:
    cards = draw_cargo(recorder, 1, rng)
    if not cards:
        return None
    recorder.emit(e.RaidCardDrawn(cards, used=used))
    return cards[0]


def weapons(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """Special weapons can be given up, each to turn a failed die into a success (MM-177)."""
    return RaidWeapons(raid.seat) if recorder.state.seats[raid.seat].weapons and failed_dice(raid) else None


def failed_dice(raid: Raid) -> int:
    """Failed dice that no weapon has turned into a success (MM-178)."""
    return max(0, len(raid.dice) - raid.successes)


def spend_weapon(recorder: Recorder, frame: RaidWeapons, command: c.SpendWeapon, rng: Rng) -> None:
    recorder.emit(e.WeaponSpent(frame.seat, command.weapon, "raid"))


def spend(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """Each success draws, discards or exchanges a card (MM-179)."""
    return RaidSpend(raid.seat) if raid.successes or free_exchange(recorder.state) else None


def free_exchange(state: State) -> bool:
    """Whether an ability still allows a free exchange in this raid."""
    raid = nearest(state, Raid)
    return not raid.exchanged and bool(raid.table) and bool(working(state, raid.seat, "raid_exchange", "raid_spend"))


def raid_draw(recorder: Recorder, frame: RaidSpend, command: c.RaidDraw, rng: Rng) -> None:
    _draw_one(recorder, rng, used=True)
    _go_on(recorder)


def raid_discard(recorder: Recorder, frame: RaidSpend, command: c.RaidDiscard, rng: Rng) -> None:
    recorder.emit(e.RaidCardDiscarded(command.card))
    _go_on(recorder)


def raid_exchange(recorder: Recorder, frame: RaidSpend, command: c.RaidExchange, rng: Rng) -> None:
    """The new card is drawn before the old one reaches the discard pile."""
    new = draw_cargo(recorder, 1, rng)
    recorder.emit(e.RaidCardExchanged(command.card, new[0] if new else None, command.free))
    _go_on(recorder)


def raid_stop(recorder: Recorder, frame: RaidSpend, command: c.RaidStop, rng: Rng) -> None:
    recorder.emit(e.RaidStopped())
    _go_on(recorder)


def _go_on(recorder: Recorder) -> None:
    if not _raid(recorder).successes and not free_exchange(recorder.state):
        close(recorder)


ORDER = ("cargo", "masts", "crew", "cannons", "hull")
"""The order in which hits of a raid are dealt (MM-191)."""


def locations_hit(raid: Raid) -> list[str]:
    """Each hit icon is a hit (MM-181); the locations in the order of the cards."""
    return [CARGO[card].location or "" for card in raid.table if card not in raid.blank and CARGO[card].icon == "hit"]


def hits(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """The hits are dealt also if the merchant escapes (MM-182)."""
    found = locations_hit(raid)
    listed = tuple(place for place in ORDER for each in found if each == place)
    return Hits(raid.seat, listed, "raid") if listed else None


def evaded(state: State, raid: Raid) -> bool:
    """Whether the merchant escapes (MM-182)."""
    return escapes(raid) >= maneuverability(state, raid.seat)


def outcome(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """Sunk (MM-184), failed by a destroyed location (MM-183), escaped or a success (MM-185)."""
    state = recorder.state
    now = ship_of(state, raid.seat).now
    if not now.hull:
        _end(recorder, "sunk")
        die(recorder, raid.seat)
        tokens = bury(recorder, raid.seat)
        jump(recorder, "over")
        if tokens is not None:
            begin(recorder, tokens)
        return None
    if not all((now.cargo, now.masts, now.crew, now.cannons)):
        _end(recorder, "failed")
    elif evaded(state, raid):
        _end(recorder, "escaped")
    else:
        return window(state, "raid_after_success", [raid.seat])
    jump(recorder, "over")
    return None


def _end(
    recorder: Recorder, how: Literal["success", "escaped", "failed", "sunk"], gold: int = 0, left: tuple[str, ...] = ()
) -> None:
    raid = _raid(recorder)
    recorder.emit(e.RaidEnded(raid.seat, how, escapes(raid), len(locations_hit(raid)), gold, left))


def raid_honours(gold: float) -> bool:
    """Whether a raid with this plunder earns a glory point (MM-188)."""
    return gold >= RAID_GLORY_FROM


def added_plunder(state: State, seat: int, nation: str) -> int:
    """Gold that abilities, zones and events add to a successful raid (MM-189), such as 3 for a Spanish merchant at San Juan
    (MM-158)."""
    return sum([int(effect.n) for effect in working(state, seat, "add_plunder", "raid_success", Facts(nation=nation))])


def plunder_of(state: State, raid: Raid) -> int:
    """The gold that the raid brings with the cards now on the table, if it succeeds (MM-186)."""
    return sum([CARGO[card].plunder for card in raid.table]) + raid.plunder + added_plunder(state, raid.seat, raid.nation)


def plunder(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """The gold, a glory point for much of it, and cards to keep (MM-187)."""
    gold = plunder_of(recorder.state, raid)
    table = raid.table
    _end(recorder, "success", gold, table)
    change_gold(recorder, raid.seat, gold, "raid")
    if raid_honours(gold):
        gain_glory(recorder, raid.seat, "raid", rng)
    return BuyLot(raid.seat, "raid", 0) if table else None


def mission(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    return raided(recorder, raid.seat, raid.nation)


def over(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    return None


RAID = (
    ("bounty", bounty),
    ("draw", draw),
    ("weapons", weapons),
    ("spend", spend),
    ("hits", hits),
    ("outcome", outcome),
    ("plunder", plunder),
    ("mission", mission),
    ("over", over),
)
