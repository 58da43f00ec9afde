"""Rumors (RULES.md, chapter 6.5)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.cards import shuffled
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .content import RUMORS
from .flow import Check, begin, change_gold, check, check_of, close, jump, replenish, spend_action, sure_by, sure_by_card
from .frames import AcceptOffer, ChooseRumor, Frame, PortMenu, Resolve, RumorCheck, Stash, TakeAction
from .state import Recorder, State
from .state.conditions import Facts
from .state.modifiers import roll, successes, working
from .trade import use_activity

RUMOR_PRICE = 2


def rumor_price(state: State, seat: int) -> int:
    prices = [effect.gold for effect in working(state, seat, "set_price", "rumor_check") if effect.item == "rumor"]
    return min(prices, default=RUMOR_PRICE)


def seek_rumor(recorder: Recorder, frame: PortMenu, command: c.SeekRumor, rng: Rng) -> None:
    """Pay, then roll Influence (MM-122)."""
    price = rumor_price(recorder.state, frame.seat)
    use_activity(recorder, frame, "rumor")
    change_gold(recorder, frame.seat, -price, "rumor")
    begin(recorder, RumorCheck(frame.seat, price))


def rumor_check(state: State, seat: int) -> Check | None:
    """The check for a rumor; None if a card makes it succeed."""
    return None if sure_by(state, seat, "rumor") else check_of(state, seat, "influence", moments=("rumor_check",))


def roll_for_rumor(recorder: Recorder, frame: RumorCheck, rng: Rng) -> Frame | None:
    if sure_by_card(recorder, frame.seat, "rumor"):
        _draw(recorder, frame.seat, rng)
        jump(recorder, "done")
        return None
    passed, _ = check(recorder, frame.seat, "influence", rng, reason="rumor", moments=("rumor_check",))
    turn = recorder.state.turn
    again = working(recorder.state, frame.seat, "reroll", "rumor_check", Facts(failed=not passed))
    if again and turn is not None and "rumor_check" not in turn.used:
        return AcceptOffer(frame.seat, "reroll")
    return None


def reroll(recorder: Recorder, frame: AcceptOffer, rng: Rng) -> None:
    """Once in a captain turn; the new result replaces the old one (MM-011)."""
    recorder.emit(e.AbilityUsed(frame.seat, "rumor_check"))
    recorder.emit(e.DiceRerolled(frame.seat, "rumor:ability", roll(rng, len(nearest(recorder.state, RumorCheck).dice))))


def refunded(state: State, seat: int) -> bool:
    """Whether the captain gets the price back if the check fails."""
    return bool(working(state, seat, "refund", "rumor_check_failed"))


def refund(state: State, frame: RumorCheck) -> int:
    """The gold that the captain gets back with these dice."""
    return frame.price if not successes(frame.dice) and refunded(state, frame.seat) else 0


def outcome(recorder: Recorder, frame: RumorCheck, rng: Rng) -> Frame | None:
    if successes(frame.dice):
        return _draw(recorder, frame.seat, rng)
    if gold := refund(recorder.state, frame):
        change_gold(recorder, frame.seat, gold, "refund")
    return None


def done(recorder: Recorder, frame: RumorCheck, rng: Rng) -> Frame | None:
    return ChooseRumor(frame.seat) if len(recorder.state.seats[frame.seat].rumors) > 1 else None


def _draw(recorder: Recorder, seat: int, rng: Rng) -> Frame | None:
    if replenish(recorder, "rumor", rng):
        recorder.emit(e.RumorDrawn(seat, recorder.state.rumor.cards[0]))
    return None


def keep_rumor(recorder: Recorder, frame: ChooseRumor, command: c.KeepRumor, rng: Rng) -> None:
    """The other one is shuffled back (MM-123)."""
    own = recorder.state.seats[frame.seat]
    close(recorder)
    for card in own.rumors:
        if card != command.rumor:
            deck = shuffled((*recorder.state.rumor.cards, card), rng)
            recorder.emit(e.RumorReturned(frame.seat, card, deck, was_open=card == own.open_rumor))


def play_rumor(recorder: Recorder, frame: TakeAction | PortMenu, command: c.PlayRumor, rng: Rng) -> None:
    """At sea for one action, in port within the Port action (MM-124, MM-125, MM-126, MM-127)."""
    if isinstance(frame, TakeAction):
        spend_action(recorder, frame.seat, "rumor")
    card = recorder.state.seats[frame.seat].rumors[0]
    rumor = RUMORS[card]
    passed, _ = check(recorder, frame.seat, rumor.skill, rng, reason="rumor_played", need=rumor.need)
    recorder.emit(e.RumorPlayed(frame.seat, card, passed, passed and rumor.keep_after))
    begin(recorder, Resolve(frame.seat, f"rumor:{card}", "effects" if passed else "on_fail"))


def use_cove(recorder: Recorder, frame: TakeAction, command: c.UseCove, rng: Rng) -> None:
    spend_action(recorder, frame.seat, "cove")
    begin(recorder, Stash(frame.seat))


RUMOR_CHECK = (("roll", roll_for_rumor), ("outcome", outcome), ("done", done))
