"""Scout actions, and the merchants found (RULES.md, chapters 5 and 8)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .cards.windows import window
from .content import NATIONS, ZONES
from .flow import begin, check, close, spend_action, start_battle
from .frames import AcceptOffer, Frame, MerchantFound, Raid, Scouting, TakeAction
from .state import Record, turn_of
from .state.modifiers import Facts, roll, successes, working


def scout_merchant(record: Record, frame: TakeAction, command: c.ScoutMerchant, rng: Rng) -> None:
    spend_action(record, frame.seat, "scout")
    sure = command.way == "sure_spanish"
    target = f"merchant:{record.state.seats[frame.seat].zone}"
    begin(record, Scouting(frame.seat, target, sure=sure, committed=sure))


def scout_npc(record: Record, frame: TakeAction, command: c.ScoutNpc, rng: Rng) -> None:
    spend_action(record, frame.seat, "scout")
    begin(record, Scouting(frame.seat, f"npc:{command.npc}"))


def scout_captain(record: Record, frame: TakeAction, command: c.ScoutCaptain, rng: Rng) -> None:
    spend_action(record, frame.seat, "scout")
    begin(record, Scouting(frame.seat, f"captain:{command.seat}"))


def before(record: Record, rng: Rng) -> Frame | None:
    seat = nearest(record.state, Scouting).seat
    return window(record.state, "scout_before_roll", [seat])


def roll_scouting(record: Record, rng: Rng) -> Frame | None:
    """A Scout action that is sure to succeed is not rolled (MM-147, MM-077)."""
    frame = nearest(record.state, Scouting)
    if frame.sure:
        return None
    passed, _ = check(record, frame.seat, "scouting", rng, reason="scouting")
    facts = Facts(target=frame.target.partition(":")[0], failed=not passed)
    again = working(record.state, frame.seat, "reroll", "scout_after_roll", facts)
    return AcceptOffer(frame.seat, "reroll") if again and "scouting" not in turn_of(record.state).used else None


def reroll(record: Record, frame: AcceptOffer, rng: Rng) -> None:
    """Once in a captain turn."""
    record.emit(e.AbilityUsed(frame.seat, "scouting"))
    dice = roll(rng, len(nearest(record.state, Scouting).dice))
    record.emit(e.DiceRerolled(frame.seat, "scouting:ability", dice))


def after(record: Record, rng: Rng) -> Frame | None:
    frame = nearest(record.state, Scouting)
    return None if frame.sure else window(record.state, "scout_after_roll", [frame.seat])


def outcome(record: Record, rng: Rng) -> Frame | None:
    """Failure costs the action only (MM-075). A ship found is fought at once (MM-076), a merchant is revealed (MM-168)."""
    state = record.state
    frame = nearest(state, Scouting)
    found = frame.sure or successes(frame.dice) > 0
    record.emit(e.Scouted(frame.seat, frame.target, found))
    if not found:
        return None
    kind, _, name = frame.target.partition(":")
    if kind != "merchant":
        close(record)
        start_battle(record, frame.seat, name if kind == "npc" else int(name))
        return None
    zone = state.seats[frame.seat].zone
    nation = state.merchants[zone]
    record.emit(e.MerchantRevealed(zone, nation))
    choices = ("spanish",) if frame.committed else tuple(each for each in NATIONS if each in (nation, ZONES[zone].nation))
    return MerchantFound(frame.seat, nation, choices)


def let_go(record: Record, frame: MerchantFound, command: c.LetGo, rng: Rng) -> None:
    """The merchant is let go, without a bounty (MM-171)."""
    close(record)
    record.emit(e.MerchantLetGo(record.state.seats[frame.seat].zone))


def raid_as(record: Record, frame: MerchantFound, command: c.RaidAs, rng: Rng) -> None:
    close(record)
    begin(record, Raid(frame.seat, command.nation))


SCOUTING = (("before", before), ("roll", roll_scouting), ("after", after), ("outcome", outcome))
