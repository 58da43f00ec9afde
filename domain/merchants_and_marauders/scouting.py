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
from .state import Recorder, State, turn_of
from .state.conditions import Facts
from .state.modifiers import roll, successes, working


def scout_merchant(recorder: Recorder, frame: TakeAction, command: c.ScoutMerchant, rng: Rng) -> None:
    spend_action(recorder, frame.seat, "scout")
    sure = command.way == "sure_spanish"
    target = f"merchant:{recorder.state.seats[frame.seat].zone}"
    begin(recorder, Scouting(frame.seat, target, sure=sure, committed=sure))


def scout_npc(recorder: Recorder, frame: TakeAction, command: c.ScoutNpc, rng: Rng) -> None:
    spend_action(recorder, frame.seat, "scout")
    begin(recorder, Scouting(frame.seat, f"npc:{command.npc}"))


def scout_captain(recorder: Recorder, frame: TakeAction, command: c.ScoutCaptain, rng: Rng) -> None:
    spend_action(recorder, frame.seat, "scout")
    begin(recorder, Scouting(frame.seat, f"captain:{command.seat}"))


def before(recorder: Recorder, frame: Scouting, rng: Rng) -> Frame | None:
    return window(recorder.state, "scout_before_roll", [frame.seat])


def finds_spanish(state: State, seat: int) -> bool:
    """Whether the zone lets the captain find a Spanish merchant without a roll (MM-147)."""
    return bool(working(state, seat, "auto_success", "scout_merchant"))


def may_reroll(state: State, seat: int, kind: str) -> bool:
    """Whether an ability allows a second roll after failing to find a `merchant`, `npc` or `captain`."""
    return bool(working(state, seat, "reroll", "scout_after_roll", Facts(target=kind, failed=True)))


def roll_scouting(recorder: Recorder, frame: Scouting, rng: Rng) -> Frame | None:
    """A Scout action that is sure to succeed is not rolled (MM-077)."""
    if frame.sure:
        return None
    passed, _ = check(recorder, frame.seat, "scouting", rng, reason="scouting")
    if passed or "scouting" in turn_of(recorder.state).used:
        return None
    return (
        AcceptOffer(frame.seat, "reroll") if may_reroll(recorder.state, frame.seat, frame.target.partition(":")[0]) else None
    )


def reroll(recorder: Recorder, frame: AcceptOffer, rng: Rng) -> None:
    """Once in a captain turn."""
    recorder.emit(e.AbilityUsed(frame.seat, "scouting"))
    dice = roll(rng, len(nearest(recorder.state, Scouting).dice))
    recorder.emit(e.DiceRerolled(frame.seat, "scouting:ability", dice))


def after(recorder: Recorder, frame: Scouting, rng: Rng) -> Frame | None:
    return None if frame.sure else window(recorder.state, "scout_after_roll", [frame.seat])


def outcome(recorder: Recorder, frame: Scouting, rng: Rng) -> Frame | None:
    """Failure costs the action only (MM-075). A ship found is fought at once (MM-076), a merchant is revealed (MM-168)."""
    state = recorder.state
    found = frame.sure or successes(frame.dice) > 0
    recorder.emit(e.Scouted(frame.seat, frame.target, found))
    if not found:
        return None
    kind, _, name = frame.target.partition(":")
    if kind != "merchant":
        close(recorder)
        start_battle(recorder, frame.seat, name if kind == "npc" else int(name))
        return None
    zone = state.seats[frame.seat].zone
    nation = state.merchants[zone]
    recorder.emit(e.MerchantRevealed(zone, nation))
    choices = ("spanish",) if frame.committed else tuple(each for each in NATIONS if each in (nation, ZONES[zone].nation))
    return MerchantFound(frame.seat, nation, choices)


def let_go(recorder: Recorder, frame: MerchantFound, command: c.LetGo, rng: Rng) -> None:
    """The merchant is let go, without a bounty (MM-171)."""
    close(recorder)
    recorder.emit(e.MerchantLetGo(recorder.state.seats[frame.seat].zone))


def raid_as(recorder: Recorder, frame: MerchantFound, command: c.RaidAs, rng: Rng) -> None:
    close(recorder)
    begin(recorder, Raid(frame.seat, command.nation))


SCOUTING = (("before", before), ("roll", roll_scouting), ("after", after), ("outcome", outcome))
