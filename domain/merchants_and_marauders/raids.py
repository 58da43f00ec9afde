"""Merchant raids (RULES.md, chapter 8; the order is that of MM-414)."""

from __future__ import annotations

from typing import Literal

from domain.game import Rng
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .cards.targets import escapes
from .cards.windows import window
from .content import CARGO
from .flow import begin, bury, change_bounty, change_gold, check, close, die, draw_cargo, gain_glory, jump
from .frames import BuyLot, Frame, Hits, Raid, RaidSpend, RaidWeapons
from .missions import raided
from .state import Recorder, State, ship_of
from .state.conditions import Facts
from .state.modifiers import maneuverability, working

RICH = 12
"""Gold that earns a point (MM-188)."""


def _raid(recorder: Recorder) -> Raid:
    return nearest(recorder.state, Raid)


def facts_of(raid: Raid) -> Facts:
    return Facts(nation=raid.nation)


def bounty(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """A raid brings a bounty of the merchant's nation (MM-174), under Treasure Fleet one more (MM-053)."""
    recorder.emit(e.RaidStarted(raid.seat, raid.nation))
    if not working(recorder.state, raid.seat, "no_bounty", "", facts_of(raid)):
        change_bounty(recorder, raid.seat, raid.nation, 1)
        for effect in working(recorder.state, raid.seat, "bounty", "raid_start", facts_of(raid)):
            change_bounty(recorder, raid.seat, effect.nation, effect.delta)
    return window(recorder.state, "raid_before_draw", [raid.seat])


def draw(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """Three cards (MM-175) and those that zones and events add (MM-176, MM-151, MM-152), then the roll."""
    rules = working(recorder.state, raid.seat, "raid_extra_card", "raid_before_draw", facts_of(raid))
    plain = sum(int(effect.n) for effect in rules if not effect.keep_only_if_icon)
    for _ in range(3 + raid.extra + plain):
        _draw_one(recorder, rng)
    for effect in rules:
        if effect.keep_only_if_icon:
            card = _draw_one(recorder, rng)
            if card is not None and CARGO[card].icon != effect.keep_only_if_icon:
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


def hits(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """Each hit icon is a hit (MM-181), also if the merchant escapes (MM-182)."""
    found = [CARGO[card].location for card in raid.table if card not in raid.blank and CARGO[card].icon == "hit"]
    listed = tuple(place for place in ORDER for each in found if each == place)
    return Hits(raid.seat, listed, "raid") if listed else None


def outcome(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """Sunk (MM-184), failed by a destroyed location (MM-183), escaped (MM-182) or a success (MM-185)."""
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
    elif escapes(raid) >= maneuverability(state, raid.seat):
        _end(recorder, "escaped")
    else:
        return window(state, "raid_after_success", [raid.seat])
    jump(recorder, "over")
    return None


def _end(
    recorder: Recorder, how: Literal["success", "escaped", "failed", "sunk"], gold: int = 0, left: tuple[str, ...] = ()
) -> None:
    raid = _raid(recorder)
    shown = sum(CARGO[card].icon == "hit" for card in raid.table if card not in raid.blank)
    recorder.emit(e.RaidEnded(raid.seat, how, escapes(raid), shown, gold, left))


def plunder(recorder: Recorder, raid: Raid, rng: Rng) -> Frame | None:
    """Gold for cards and additions (MM-186, MM-189), such as 3 more for a Spanish merchant at San Juan (MM-158); a glory
    point for 12 or more (MM-188), and cards to keep (MM-187)."""
    more = sum(int(effect.n) for effect in working(recorder.state, raid.seat, "add_plunder", "raid_success", facts_of(raid)))
    gold = sum(CARGO[card].plunder for card in raid.table) + raid.plunder + more
    table = raid.table
    _end(recorder, "success", gold, table)
    change_gold(recorder, raid.seat, gold, "raid")
    if gold >= RICH:
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
