"""Given / when / then.

`given(...)` arranges a position on a `Table`; `table.when(seat, command)` tries a command, and `.then_only(...)` or
`.refused(...)` says what must follow. Around every command the table also checks what holds for all of them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from domain.game import Rejected
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import (
    Command,
    CompleteExpedition,
    EndTurn,
    FinishTaking,
    KeepShip,
    RevealCard,
    StopDiscovering,
)
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.options import Options
from domain.merchants_of_the_caribbean.view import MerchantsView
from tests.support.scenario import Attempt

from . import catalogue
from .history import START_COINS, History
from .ledger import Ledger

PINACE, FLUTE, SKIFF = "pinace-1-1:1", "flute-1-1:1", "skiff-1-1:1"
FRIGATE, GALLEON = "frigate-1-1:1", "galleon-1-2:1"
"""One Ship of each type, all paying 1 coin; their strength is 1, the Galleon's 2."""
FIVE_SHIPS = (PINACE, FLUTE, SKIFF, FRIGATE, GALLEON)

SAILOR, PIRATE = "sailor-3-1:1", "pirate-5-1:1"
SETTLERS = tuple(f"settler-4-1:{copy}" for copy in range(1, 5))
CAPTAINS = tuple(f"captain-4-1:{copy}" for copy in range(1, 5))
PRIESTS = tuple(f"priest-4-1:{copy}" for copy in range(1, 5))
JACKS = tuple(f"jack-of-all-trades-6-1:{copy}" for copy in range(1, 4))
GOVERNORS = tuple(f"governor-8-0:{copy}" for copy in range(1, 4))
MADEMOISELLES = ("mademoiselle-7-2:1", "mademoiselle-7-2:2", "mademoiselle-9-3:1")
JESTERS = ("jester-5-1:1", "jester-7-2:1", "jester-7-2:2", "jester-9-3:1")
ADMIRALS = ("admiral-5-1:1", "admiral-7-2:1", "admiral-7-2:2", "admiral-9-3:1", "admiral-9-3:2")

TWO_SETTLERS, TWO_PRIESTS, TWO_CAPTAINS = "expedition-2-settler:1", "expedition-2-priest:1", "expedition-2-captain:1"
PRIESTS_AND_SETTLER, CAPTAINS_AND_SETTLER = "expedition-2-priest-1-settler:1", "expedition-2-captain-1-settler:1"
TAX = "tax-increase-most-strength:1"


class NoChance:
    """Fails when anything is drawn by lot."""

    def below(self, limit: int) -> int:
        raise AssertionError(f"a number below {limit} was drawn where there is nothing to draw")


class Seeded:
    """Repeatable chance; counts its draws."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.draws = 0

    def below(self, limit: int) -> int:
        self.draws += 1
        return self._random.randrange(limit)


def plain(value: object) -> Any:
    """A struct as JSON values."""
    return msgspec.to_builtins(value)


def alike(command: Command) -> str:
    """A command with copies of one card and the order of discards forgotten (MC-150, MC-151)."""
    fields = plain(command)
    for name in ("card", "request"):
        if name in fields:
            fields[name] = fields[name].rpartition(":")[0]
    if "discards" in fields:
        fields["discards"] = sorted(each.rpartition(":")[0] for each in fields["discards"])
    return msgspec.json.encode(fields, order="sorted").decode()


class Table:
    """A game in progress: its events, the state they lead to, and where each card is."""

    def __init__(self, events: Sequence[e.Event]) -> None:
        self.events: tuple[e.Event, ...] = ()
        self.state: Any = None
        self.ledger = Ledger()
        self.before = self.ledger
        self.rng: Any = NoChance()
        self._last = Attempt(())
        self.after(*events)

    def after(self, *events: e.Event) -> Table:
        """More history."""
        self.events += events
        self.state = GAME.fold(events, self.state)
        self.ledger.record(events)
        return self

    def when(self, seat: int, command: Command) -> Attempt:
        """Try a command."""
        assert self._last.expected, "the command before was refused, and the test did not expect it"
        self.before = self.ledger.copy()
        snapshot = msgspec.json.encode(self.state)
        legal = GAME.rules.legal_commands(self.state, seat)
        try:
            recorder = GAME.rules.decide(self.state, seat, command, self.rng)
        except Rejected as refusal:
            assert msgspec.json.encode(self.state) == snapshot, "a refused command changes nothing"
            self._refused_by_check_too(seat, command, refusal)
            assert command not in legal, "a command in the list of legal commands is refused"
            self._last = Attempt((), refusal)
            return self._last
        GAME.rules.check(self.state, seat, command)
        assert alike(command) in map(alike, legal), "an accepted command is not in the list of legal commands"
        assert msgspec.json.encode(self.state) == snapshot, "states are not changed in place"
        events = tuple(recorder.events)
        self.after(*events)
        assert self.state == recorder.state, "the events alone lead to the state"
        self.agree()
        return Attempt(events)

    def do(self, seat: int, *commands: Command) -> Table:
        """Commands that lead on and are not what the test is about."""
        for command in commands:
            self.when(seat, command).never()
        return self

    def _refused_by_check_too(self, seat: int, command: Command, refusal: Rejected) -> None:
        assert refusal.code in GAME.rules.refusals
        assert str(refusal)
        msgspec.json.encode(refusal.params)
        with pytest.raises(Rejected) as checked:
            GAME.rules.check(self.state, seat, command)
        assert (checked.value.code, checked.value.params) == (refusal.code, refusal.params)

    def drawn(self, number: int, skip: int = 0) -> tuple[str, ...]:
        """The cards that lay on top of the draw deck before the last command, below `skip` others."""
        cards = tuple(self.before.draw_deck[skip : skip + number])
        assert len(cards) == number
        return cards

    def oldest(self, seat: int, number: int, skip: int = 0) -> tuple[str, ...]:
        """The coins that the seat had held longest before the last command (MC-113)."""
        cards = tuple(self.before.coins[seat][skip : skip + number])
        assert len(cards) == number
        return cards

    def last(self, kind: type[e.Event]) -> Any:
        """The latest event of this kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def ledger_at_setup(self) -> Ledger:
        """Where the cards were after the shuffle, before any coins."""
        ledger = Ledger()
        ledger.record(self.events[:1])
        return ledger

    # What everyone sees

    @property
    def view(self) -> MerchantsView:
        return GAME.gate.view(self.state, None)

    def coins(self, seat: int) -> int:
        return self.view.seats[seat].coin_count

    def all_coins(self) -> list[int]:
        return [seat.coin_count for seat in self.view.seats]

    def persons(self, seat: int) -> tuple[str, ...]:
        return self.view.seats[seat].persons

    def completed(self, seat: int) -> tuple[str, ...]:
        return self.view.seats[seat].completed_requests

    def influence(self, seat: int) -> int:
        return self.view.seats[seat].influence

    def strength(self, seat: int) -> int:
        return self.view.seats[seat].strength

    @property
    def draw_deck_size(self) -> int:
        return self.view.draw_deck_size

    @property
    def active_seat(self) -> int:
        return self.view.active_seat

    @property
    def decision(self) -> dict[str, Any]:
        """The open decision as JSON: `type`, `seat` and what belongs to it."""
        decision: dict[str, Any] = plain(self.view.decision)
        return decision

    @property
    def decision_kind(self) -> str:
        kind: str = self.decision["type"]
        return kind

    @property
    def awaited_seat(self) -> int:
        (seat,) = GAME.rules.to_act(self.state)
        return seat

    @property
    def takes_left(self) -> int:
        takes: int = self.decision["takes_left"]
        return takes

    @property
    def over(self) -> bool:
        return GAME.rules.outcome(self.state) is not None

    def legal(self, seat: int) -> list[Command]:
        return list(GAME.rules.legal_commands(self.state, seat))

    def agree(self) -> None:
        """The game's zones are those of the ledger."""
        view, ledger = self.view, self.ledger
        assert view.draw_deck_size == len(ledger.draw_deck)
        assert sorted(view.discard_pile) == sorted(ledger.discard_pile)
        assert list(view.known_coins) == ledger.known_coins
        assert [each for each in (view.revealed_slot,) if each] == ledger.revealed_slot
        assert list(view.harbour) == ledger.harbour
        assert list(view.requests) == ledger.requests
        for seat, own in enumerate(view.seats):
            assert own.coin_count == len(ledger.coins[seat])
            assert list(own.persons) == ledger.persons[seat]
            assert list(own.completed_requests) == ledger.completed[seat]
            assert (own.influence, own.strength) == (ledger.influence(seat), ledger.strength(seat))

    # Ways on

    def completion(self, request: str, *discards: str) -> CompleteExpedition:
        return CompleteExpedition(request=request, discards=discards)

    def pass_turn(self) -> Table:
        """Play the turn to its end with nobody taking anything: reveal once, keep what comes, stop."""
        turn = GAME.rules.turn(self.state)
        self.rng = Seeded(turn)
        while not self.over and GAME.rules.turn(self.state) == turn:
            self.do(self.awaited_seat, self._least())
        return self

    def _least(self) -> Command:
        decision = self.decision
        match decision["type"]:
            case "discover":
                return StopDiscovering() if StopDiscovering() in self.legal(self.awaited_seat) else RevealCard()
            case "repel":
                return KeepShip(card=decision["card"])
            case "bust_window":
                return EndTurn()
            case _:
                return FinishTaking()

    def play_at_random(self, commands: int, seed: int) -> Table:
        """That many legal commands, or until the game is over."""
        choice = random.Random(seed)
        if isinstance(self.rng, NoChance):
            self.rng = Seeded(seed)
        for _ in range(commands):
            if self.over:
                break
            self.do(self.awaited_seat, choice.choice(self.legal(self.awaited_seat)))
        return self


def new_game(*, seats: int = 2, seed: int = 0, options: Options | None = None) -> Table:
    """A game set up by the game itself."""
    rng = Seeded(seed)
    recorder = GAME.rules.setup(options or Options(), seats, rng)
    table = Table(recorder.events)
    assert table.state == recorder.state
    table.rng = rng
    return table


def given(
    *,
    seats: int = 2,
    deck: str = catalogue.MERCHANTS,
    options: Mapping[str, object] | None = None,
    starting_seat: int = 0,
    active: int | None = None,
    persons: Mapping[int, Sequence[str]] | None = None,
    completed: Mapping[int, Sequence[str]] | None = None,
    coins: Mapping[int, int] | None = None,
    requests: Sequence[str] = (),
    discard_pile: Sequence[str] = (),
    harbour: Sequence[str] = (),
    next_cards: Sequence[str] = (),
    draw_deck: Sequence[str] | None = None,
) -> Table:
    """A position at the active seat's Discover, its harbour revealed in this turn.

    Seats have 3 coins where `coins` does not say otherwise. `next_cards` lie on top of the draw deck. With `draw_deck` the
    piles hold exactly `draw_deck` and `discard_pile`, and the seat before the starting seat has all other cards as coins.
    """
    persons, completed, coins = persons or {}, completed or {}, coins or {}
    active = starting_seat if active is None else active
    owned = [card for group in (*persons.values(), *completed.values()) for card in group]
    named = (*owned, *requests, *discard_pile, *harbour, *next_cards, *(draw_deck or ()))
    story = History(seats=seats, deck=deck, starting_seat=starting_seat, options=options or {}, named=named)
    story.set_up()
    exact = draw_deck is not None
    turn_round = 1
    if exact or owned or coins or requests or discard_pile:
        turn_round = 2
        *others, last = story.clockwise()
        for seat in (*others, last):
            story.start_turn(1, seat)
            for card in (*requests, *discard_pile) if seat == starting_seat else ():
                story.reveal(seat, card)
            purse = coins.get(seat, START_COINS)
            if exact and seat == last:
                rewards = sum(story.ledger.card(request)["reward"]["coins"] for request in completed.get(seat, ()))
                purse = START_COINS + rewards + len(story.fillers)
            story.arrange_seat(seat, persons.get(seat, ()), completed.get(seat, ()), purse)
            story.end_turn(seat, taken=len(persons.get(seat, ())))
        story.after(e.RoundStarted(round=2))
    for seat in story.clockwise():
        if seat == active:
            break
        story.quiet_turn(seat, turn_round, reveals=not exact)
    story.start_turn(turn_round, active)
    for card in harbour:
        story.reveal(active, card)
    if exact:
        assert sorted(story.ledger.discard_pile) == sorted(discard_pile), "these piles cannot be arranged exactly"
        assert not story.fillers
    return Table(story.finished(draw_deck if draw_deck is not None else next_cards))


def content_of(deck: str) -> dict[str, Any]:
    """What the game shows of a deck for drawing."""
    content: Any = GAME.content()
    (shown,) = [each for each in content["decks"] if each["deck_id"] == deck]
    return dict(shown)
