"""Rumors (RULES.md, chapter 6.5)."""

from __future__ import annotations

from domain.game import Rng
from domain.kit.cards import shuffled
from domain.kit.stack import nearest

from . import commands as c
from . import events as e
from .content import RUMORS
from .flow import begin, change_gold, check, close, jump, replenish, spend_action, sure_by_card
from .frames import AcceptOffer, ChooseRumor, Frame, PortMenu, Resolve, RumorCheck, Stash, TakeAction
from .state import Record, State
from .state.modifiers import Facts, roll, successes, working
from .trade import use_activity

RUMOR_PRICE = 2


def rumor_price(state: State, seat: int) -> int:
    prices = [effect.gold for effect in working(state, seat, "set_price", "rumor_check") if effect.item == "rumor"]
    return min(prices, default=RUMOR_PRICE)


def seek_rumor(record: Record, frame: PortMenu, command: c.SeekRumor, rng: Rng) -> None:
    """Pay, then roll Influence (MM-122)."""
    price = rumor_price(record.state, frame.seat)
    use_activity(record, frame, "rumor")
    change_gold(record, frame.seat, -price, "rumor")
    begin(record, RumorCheck(frame.seat, price))


def roll_for_rumor(record: Record, rng: Rng) -> Frame | None:
    frame = nearest(record.state, RumorCheck)
    if sure_by_card(record, frame.seat, "rumor"):
        _draw(record, frame.seat, rng)
        jump(record, "done")
        return None
    passed, _ = check(record, frame.seat, "influence", rng, reason="rumor", moments=("rumor_check",))
    turn = record.state.turn
    again = working(record.state, frame.seat, "reroll", "rumor_check", Facts(failed=not passed))
    if again and turn is not None and "rumor_check" not in turn.used:
        return AcceptOffer(frame.seat, "reroll")
    return None


def reroll(record: Record, frame: AcceptOffer, rng: Rng) -> None:
    """Once in a captain turn; the new result replaces the old one (MM-011)."""
    record.emit(e.AbilityUsed(frame.seat, "rumor_check"))
    record.emit(e.DiceRerolled(frame.seat, "rumor:ability", roll(rng, len(nearest(record.state, RumorCheck).dice))))


def outcome(record: Record, rng: Rng) -> Frame | None:
    frame = nearest(record.state, RumorCheck)
    if successes(frame.dice):
        return _draw(record, frame.seat, rng)
    if frame.price and working(record.state, frame.seat, "refund", "rumor_check_failed"):
        change_gold(record, frame.seat, frame.price, "refund")
    return None


def done(record: Record, rng: Rng) -> Frame | None:
    rumors = record.state.seats[nearest(record.state, RumorCheck).seat].rumors
    return ChooseRumor(nearest(record.state, RumorCheck).seat) if len(rumors) > 1 else None


def _draw(record: Record, seat: int, rng: Rng) -> Frame | None:
    if replenish(record, "rumor", rng):
        record.emit(e.RumorDrawn(seat, record.state.rumor.cards[0]))
    return None


def keep_rumor(record: Record, frame: ChooseRumor, command: c.KeepRumor, rng: Rng) -> None:
    """The other one is shuffled back (MM-123)."""
    own = record.state.seats[frame.seat]
    close(record)
    for card in own.rumors:
        if card != command.rumor:
            deck = shuffled((*record.state.rumor.cards, card), rng)
            record.emit(e.RumorReturned(frame.seat, card, deck, was_open=card == own.open_rumor))


def play_rumor(record: Record, frame: TakeAction | PortMenu, command: c.PlayRumor, rng: Rng) -> None:
    """At sea for one action, in port within the Port action (MM-124, MM-125, MM-126, MM-127)."""
    if isinstance(frame, TakeAction):
        spend_action(record, frame.seat, "rumor")
    card = record.state.seats[frame.seat].rumors[0]
    rumor = RUMORS[card]
    passed, _ = check(record, frame.seat, rumor.skill, rng, reason="rumor_played", need=rumor.need)
    record.emit(e.RumorPlayed(frame.seat, card, passed, passed and rumor.keep_after))
    begin(record, Resolve(frame.seat, f"rumor:{card}", "effects" if passed else "on_fail"))


def use_cove(record: Record, frame: TakeAction, command: c.UseCove, rng: Rng) -> None:
    spend_action(record, frame.seat, "cove")
    begin(record, Stash(frame.seat))


RUMOR_CHECK = (("roll", roll_for_rumor), ("outcome", outcome), ("done", done))
