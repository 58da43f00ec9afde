"""Small steps that many chapters share: frames, decks, glory, gold, checks, death, the start of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.game import Rng
from domain.kit.cards import shuffled
from domain.kit.stack import Stack

from . import commands as c
from . import events as e
from .content import NATIONS
from .frames import Choice, Choose, Decision, Dice, Frame, PlaceModification, Side
from .state import BOUNTY_LIMIT, GOAL, Record, State, is_pirate, nation_of, stash_points, turn_of
from .state.modifiers import NO_FACTS, Facts, dice_of, in_force, roll, successes, working
from .state.sides import controller

_stack: Stack[Frame] = Stack(e.FrameOpened, e.FrameChanged, e.FrameClosed, e.StepReached)
begin, change, close, jump, run = _stack.begin, _stack.change, _stack.close, _stack.jump, _stack.run


def ask(record: Record, seat: int, what: Choice, options: Sequence[str], picked: tuple[str, ...] = ()) -> None:
    """Opens a choice of an effect (D-27), unless there is nothing to choose from."""
    if options:
        begin(record, Choose(seat, what, tuple(options), picked))


def leave(record: Record, frame: Decision, command: c.Command, rng: Rng) -> None:
    """Carries out the commands that only end their decision."""
    close(record)


# Decks


def replenish(record: Record, which: Literal["cargo", "glory", "rumor", "mission"], rng: Rng) -> bool:
    """Shuffle the discard pile into an empty deck (MM-084, MM-085). Returns whether there is a card to draw."""
    deck = getattr(record.state, which)
    if not deck.cards and deck.discard:
        record.emit(e.DeckReshuffled(which, shuffled(deck.discard, rng)))
    return bool(getattr(record.state, which).cards)


def draw_glory(record: Record, seat: int, rng: Rng) -> None:
    if replenish(record, "glory", rng):
        record.emit(e.GloryDrawn(seat, record.state.glory.cards[0]))


def draw_cargo(record: Record, count: int, rng: Rng) -> tuple[str, ...]:
    """The top cards of the cargo deck, at most `count`. The caller's event takes them off the deck."""
    replenish(record, "cargo", rng)
    return record.state.cargo.cards[:count]


# Glory, bounties, gold


def gain_glory(record: Record, seat: int, reason: str, rng: Rng) -> None:
    """One point on the track with its card (MM-204). The tenth point on the track declares victory by itself (MM-370)."""
    points = record.state.seats[seat].points + 1
    record.emit(e.GloryGained(seat, reason, points))
    draw_glory(record, seat, rng)
    if points >= GOAL:
        declare(record, seat)


def declare(record: Record, seat: int) -> None:
    """The seat declares 10 points, which shows its stash (MM-369, MM-372)."""
    own = record.state.seats[seat]
    if not own.declared:
        record.emit(e.VictoryDeclared(seat, own.points, own.stash))


def glory_points(state: State, seat: int) -> int:
    """Points on the track plus points for the stash."""
    return state.seats[seat].points + stash_points(state.seats[seat])


def change_bounty(record: Record, seat: int, nation: str, delta: int) -> None:
    """Changes a bounty within 0 and the limit (MM-197)."""
    assert nation in NATIONS
    before = record.state.seats[seat].bounties.get(nation, 0)
    after = min(BOUNTY_LIMIT, max(0, before + delta))
    if after != before:
        record.emit(e.BountyChanged(seat, nation, after - before, after))


def change_gold(record: Record, seat: int, amount: int, reason: str, *, covered: bool = False) -> None:
    if amount:
        record.emit(e.GoldChanged(seat, amount, reason, covered))


# Actions


def spend_action(record: Record, seat: int, action: str) -> None:
    """Uses up one of the actions of this captain turn; `action` says what for."""
    record.emit(e.ActionSpent(seat, action, False, turn_of(record.state).actions - 1))


# Checks


def check(
    record: Record,
    seat: int,
    skill: str,
    rng: Rng,
    *,
    reason: str,
    need: int = 1,
    moments: tuple[str, ...] = (),
    facts: Facts = NO_FACTS,
) -> tuple[bool, Dice]:
    """A check of a captain's skill (MM-010)."""
    dice = roll(rng, dice_of(record.state, seat, skill, moments, facts))
    passed = successes(dice) >= need
    record.emit(e.CheckRolled(seat, skill, dice, need, passed, reason))
    return passed, dice


def sure_by_card(record: Record, seat: int, target: str) -> bool:
    """Whether a card played in this Port action makes the roll succeed. It is used up by that (MM-409)."""
    for card, effect in in_force(record.state, seat, "auto_success"):
        if effect.target == target:
            record.emit(e.EffectUsed(seat, card.source, 0))
            return True
    return False


# Death


def die(record: Record, seat: int) -> None:
    """The captain dies (MM-354). Belongings stay until `bury`, so that a winner can plunder them first."""
    captain = record.state.seats[seat].captain
    assert captain is not None
    record.emit(e.CaptainDied(seat, captain))


def bury(record: Record, seat: int) -> Frame | None:
    """Discards what a dead or retired captain had (MM-355); the owner then lays the modifications out in ports (MM-333)."""
    record.emit(e.BelongingsLost(seat))
    return PlaceModification(seat) if record.state.seats[seat].returning else None


# Battles


def start_battle(record: Record, aggressor: Side, defender: Side) -> None:
    """An attack on a ship of a nation brings a bounty of that nation at once (MM-193, MM-194, MM-195)."""
    state = record.state
    player = aggressor if isinstance(aggressor, int) else defender
    assert isinstance(player, int)
    npc_fights = not (isinstance(aggressor, int) and isinstance(defender, int))
    if isinstance(aggressor, int):
        nation = ""
        if isinstance(defender, int):
            nation = "" if is_pirate(state.seats[defender]) else nation_of(state, defender)
        elif defender in NATIONS:
            nation = defender
        if nation and not working(state, aggressor, "no_bounty", "", Facts(nation=nation)):
            change_bounty(record, aggressor, nation, 1)
    record.emit(e.BattleStarted(aggressor, defender, controller(state, player) if npc_fights else None))


def start_card_fight(record: Record, seat: int, card: str, crew: int, leadership: int) -> None:
    """Starts crew combat against the guards or the derelict of a card (MM-312, MM-K30)."""
    record.emit(e.BattleStarted(seat, card, None, crew, leadership))
