"""Small steps that many chapters share: frames, decks, glory, gold, checks, death, the start of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from domain.game import Rng
from domain.kit.cards import shuffled
from domain.kit.stack import Stack

from . import commands as c
from . import events as e
from . import odds
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


def bounty_after(state: State, seat: int, nation: str, delta: int) -> int:
    """The captain's bounties of a nation after a change, within 0 and the limit (MM-197)."""
    return min(BOUNTY_LIMIT, max(0, state.seats[seat].bounties.get(nation, 0) + delta))


def spared_bounties(state: State, seat: int, nation: str) -> bool:
    """Whether a card spares the captain bounties of this nation for attacks and raids."""
    return bool(working(state, seat, "no_bounty", "", Facts(nation=nation)))


def change_bounty(recorder: Recorder, seat: int, nation: str, delta: int) -> None:
    assert nation in NATIONS
    before = recorder.state.seats[seat].bounties.get(nation, 0)
    after = bounty_after(recorder.state, seat, nation, delta)
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


class Check(NamedTuple):
    """A check of a captain's skill: its dice, and the successes needed."""

    skill: str
    dice: int
    need: int = 1

    @property
    def chance(self) -> float:
        return odds.check(self.dice, self.need)


def check_of(
    state: State, seat: int, skill: str, need: int = 1, moments: tuple[str, ...] = (), facts: Facts = NO_FACTS
) -> Check:
    """The check as it would be rolled now (MM-010)."""
    return Check(skill, dice_of(state, seat, skill, moments, facts), need)


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
    """Rolls a check. Returns whether it succeeds, and the dice."""
    dice = roll(rng, dice_of(recorder.state, seat, skill, moments, facts))
    passed = successes(dice) >= need
    recorder.emit(e.CheckRolled(seat, skill, dice, need, passed, reason))
    return passed, dice


def sure_by(state: State, seat: int, target: str) -> str | None:
    """The card played in this Port action that makes the next such roll succeed (MM-409); None if there is none."""
    return next((card.source for card, effect in in_force(state, seat, "auto_success") if effect.target == target), None)


def sure_by_card(recorder: Recorder, seat: int, target: str) -> bool:
    """Uses up the card that makes the roll succeed. Returns whether there is one."""
    source = sure_by(recorder.state, seat, target)
    if source is not None:
        recorder.emit(e.EffectUsed(seat, source, 0))
    return source is not None


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


def attack_bounty(state: State, seat: int, victim: Side) -> str | None:
    """The nation whose bounty an attack on a ship brings at once: its own, also that of the captain or an enemy (MM-193,
    MM-194, MM-195, MM-199, MM-260), unless a card says otherwise or the captain has the limit (MM-197)."""
    if isinstance(victim, int):
        nation = None if is_pirate(state.seats[victim]) else nation_of(state, victim)
    else:
        nation = victim if victim in NATIONS else None
    if nation is None or state.seats[seat].bounties.get(nation, 0) == BOUNTY_LIMIT or spared_bounties(state, seat, nation):
        return None
    return nation


def start_battle(recorder: Recorder, aggressor: Side, defender: Side) -> None:
    state = recorder.state
    player = aggressor if isinstance(aggressor, int) else defender
    assert isinstance(player, int)
    npc_fights = not (isinstance(aggressor, int) and isinstance(defender, int))
    if isinstance(aggressor, int) and (nation := attack_bounty(state, aggressor, defender)) is not None:
        change_bounty(recorder, aggressor, nation, 1)
    recorder.emit(e.BattleStarted(aggressor, defender, controller(player, len(state.seats)) if npc_fights else None))


def start_card_fight(recorder: Recorder, seat: int, card: str, crew: int, leadership: int) -> None:
    """Starts crew combat against the guards or the derelict of a card (MM-312, MM-K30)."""
    recorder.emit(e.BattleStarted(seat, card, None, crew, leadership))
