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
from .state import BOUNTY_LIMIT, GOAL, Recorder, State, is_pirate, nation_of, stash_points, turn_of
from .state.conditions import NO_FACTS, Facts
from .state.modifiers import dice_of, in_force, roll, successes, working
from .state.sides import controller

_stack: Stack[Frame] = Stack(e.FrameOpened, e.FrameChanged, e.FrameClosed, e.StepReached)
begin, change, close, jump, run = _stack.begin, _stack.change, _stack.close, _stack.jump, _stack.run


def ask(recorder: Recorder, seat: int, what: Choice, options: Sequence[str], picked: tuple[str, ...] = ()) -> None:
    """Opens a choice of an effect (D-27), unless there is nothing to choose from."""
    if options:
        begin(recorder, Choose(seat, what, tuple(options), picked))


def leave(recorder: Recorder, frame: Decision, command: c.Command, rng: Rng) -> None:
    """Carries out the commands that only end their decision."""
    close(recorder)


# Decks


def replenish(recorder: Recorder, which: Literal["cargo", "glory", "rumor", "mission"], rng: Rng) -> bool:
    """Shuffle the discard pile into an empty deck (MM-084, MM-085). Returns whether there is a card to draw."""
    deck = getattr(recorder.state, which)
    if not deck.cards and deck.discard:
        recorder.emit(e.DeckReshuffled(which, shuffled(deck.discard, rng)))
    return bool(getattr(recorder.state, which).cards)


def draw_glory(recorder: Recorder, seat: int, rng: Rng) -> None:
    if replenish(recorder, "glory", rng):
        recorder.emit(e.GloryDrawn(seat, recorder.state.glory.cards[0]))


def draw_cargo(recorder: Recorder, count: int, rng: Rng) -> tuple[str, ...]:
    """The top cards of the cargo deck, at most `count`. The caller's event takes them off the deck."""
    replenish(recorder, "cargo", rng)
    return recorder.state.cargo.cards[:count]


# Glory, bounties, gold


def gain_glory(recorder: Recorder, seat: int, reason: str, rng: Rng) -> None:
    """One point on the track with its card (MM-204). The tenth point on the track declares victory by itself (MM-370)."""
    points = recorder.state.seats[seat].points + 1
    recorder.emit(e.GloryGained(seat, reason, points))
    draw_glory(recorder, seat, rng)
    if points >= GOAL:
        declare(recorder, seat)


def declare(recorder: Recorder, seat: int) -> None:
    """The seat declares 10 points, which shows its stash (MM-369, MM-372)."""
    own = recorder.state.seats[seat]
    if not own.declared:
        recorder.emit(e.VictoryDeclared(seat, own.points, own.stash))


def glory_points(state: State, seat: int) -> int:
    """Points on the track plus points for the stash."""
    return state.seats[seat].points + stash_points(state.seats[seat])


def change_bounty(recorder: Recorder, seat: int, nation: str, delta: int) -> None:
    """Changes a bounty within 0 and the limit (MM-197)."""
    assert nation in NATIONS
    before = recorder.state.seats[seat].bounties.get(nation, 0)
    after = min(BOUNTY_LIMIT, max(0, before + delta))
    if after != before:
        recorder.emit(e.BountyChanged(seat, nation, after - before, after))


def change_gold(recorder: Recorder, seat: int, amount: int, reason: str, *, covered: bool = False) -> None:
    if amount:
        recorder.emit(e.GoldChanged(seat, amount, reason, covered))


# Actions


def spend_action(recorder: Recorder, seat: int, action: str) -> None:
    """Uses up one of the actions of this captain turn; `action` says what for."""
    recorder.emit(e.ActionSpent(seat, action, False, turn_of(recorder.state).actions - 1))


# Checks


def check(
    recorder: Recorder,
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
    dice = roll(rng, dice_of(recorder.state, seat, skill, moments, facts))
    passed = successes(dice) >= need
    recorder.emit(e.CheckRolled(seat, skill, dice, need, passed, reason))
    return passed, dice


def sure_by_card(recorder: Recorder, seat: int, target: str) -> bool:
    """Whether a card played in this Port action makes the roll succeed. It is used up by that (MM-409)."""
    for card, effect in in_force(recorder.state, seat, "auto_success"):
        if effect.target == target:
            recorder.emit(e.EffectUsed(seat, card.source, 0))
            return True
    return False


# Death


def die(recorder: Recorder, seat: int) -> None:
    """The captain dies (MM-354). Belongings stay until `bury`, so that a winner can plunder them first."""
    captain = recorder.state.seats[seat].captain
    assert captain is not None
    recorder.emit(e.CaptainDied(seat, captain))


def bury(recorder: Recorder, seat: int) -> Frame | None:
    """Discards what a dead or retired captain had (MM-355); the owner then lays the modifications out in ports (MM-333)."""
    recorder.emit(e.BelongingsLost(seat))
    return PlaceModification(seat) if recorder.state.seats[seat].returning else None


# Battles


def start_battle(recorder: Recorder, aggressor: Side, defender: Side) -> None:
    """An attack on a ship of a nation, also of the captain's own or an enemy's, brings a bounty of that nation at once
    (MM-193, MM-194, MM-195, MM-199, MM-260), unless a card says otherwise."""
    state = recorder.state
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
            change_bounty(recorder, aggressor, nation, 1)
    recorder.emit(e.BattleStarted(aggressor, defender, controller(player, len(state.seats)) if npc_fights else None))


def start_card_fight(recorder: Recorder, seat: int, card: str, crew: int, leadership: int) -> None:
    """Starts crew combat against the guards or the derelict of a card (MM-312, MM-K30)."""
    recorder.emit(e.BattleStarted(seat, card, None, crew, leadership))
