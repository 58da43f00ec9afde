"""Chapter 17: what holds after every event, in random games with both decks, all numbers of seats and all options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.game import Rejected
from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.options import Options
from domain.merchants_of_the_caribbean.state import State
from domain.merchants_of_the_caribbean.view import MerchantsView

from . import catalogue
from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import Seeded, alike

TABLES = [(MERCHANTS, 2), (MERCHANTS, 3), (MERCHANTS, 4), (PORT_ROYAL, 2), (PORT_ROYAL, 3), (PORT_ROYAL, 4), (PORT_ROYAL, 5)]


class Moment:
    """One event with the games around it, nothing hidden. `last` is the last event of its command."""

    def __init__(self, before: State | None, event: e.Event, after: State, *, last: bool) -> None:
        self.event, self.after, self.last = event, GAME.gate.open_view(after), last
        self.before = None if before is None else GAME.gate.open_view(before)


def moments(state: State | None, events: Sequence[e.Event]) -> Iterator[Moment]:
    """Every event of one command."""
    for number, event in enumerate(events, 1):
        after = GAME.rules.evolve(state, event)
        yield Moment(state, event, after, last=number == len(events))
        state = after


def random_game(deck: str, seats: int, seed: int, **options: Any) -> Iterator[Moment]:
    chance = Seeded(seed)
    recorder = GAME.rules.setup(Options(deck=deck, **options), seats, chance)
    yield from moments(None, recorder.events)
    state = recorder.state
    while awaited := GAME.rules.to_act(state):
        commands = GAME.rules.legal_commands(state, awaited[0])
        recorder = GAME.rules.decide(state, awaited[0], commands[chance.below(len(commands))], chance)
        yield from moments(state, recorder.events)
        state = recorder.state


def zone(cards: Any) -> tuple[str, ...]:
    assert isinstance(cards, tuple), "an open view hides nothing"
    return cards


def kinds(view: MerchantsView, cards: Sequence[str]) -> set[str]:
    return {catalogue.card(view.deck_id, each)["kind"] for each in cards}


def every_card_in_one_zone(moment: Moment) -> None:
    view = moment.after
    held = Counter(zone(view.draw_deck))
    for cards in (view.discard_pile, view.harbour, view.requests, (view.revealed_slot,) if view.revealed_slot else ()):
        held.update(cards)
    for seat in view.seats:
        for cards in (seat.persons, seat.completed_requests, zone(seat.coins)):
            held.update(cards)
    assert held == Counter(catalogue.instances(view.deck_id, len(view.seats)))


def no_two_ships_of_a_type(moment: Moment) -> None:
    cards = [catalogue.card(moment.after.deck_id, each) for each in moment.after.harbour]
    types = [card["type"] for card in cards if card["kind"] == "ship"]
    assert len(types) == len(set(types))
    assert sorted(types) == sorted(moment.after.ship_types)


def zones_hold_their_kinds(moment: Moment) -> None:
    view = moment.after
    assert kinds(view, view.harbour) <= {"ship", "person"}
    assert kinds(view, view.requests) <= {"expedition_request"}
    for seat in view.seats:
        assert kinds(view, seat.persons) <= {"person"}
        assert kinds(view, seat.completed_requests) <= {"expedition_request"}


def no_debts(moment: Moment) -> None:
    """Whoever pays has the coins, and what is gained is drawn."""
    event, before = moment.event, moment.before
    for seat in moment.after.seats:
        assert seat.coin_count == len(zone(seat.coins)) >= 0
    if isinstance(event, e.CoinsPaid | e.TaxLevied):
        assert before is not None
        assert before.seats[event.seat].coin_count - event.amount == moment.after.seats[event.seat].coin_count
    elif isinstance(event, e.FeePaid):
        assert before is not None
        assert before.seats[event.from_seat].coin_count - event.amount == moment.after.seats[event.from_seat].coin_count
    elif isinstance(event, e.CoinsGained):
        assert event.amount >= 0
        assert event.missing >= 0
        assert len(zone(event.cards)) == event.amount


def slot_empty_at_rest(moment: Moment) -> None:
    decision = moment.after.decision
    if moment.last:
        pending = getattr(decision, "card", None)
        assert moment.after.revealed_slot == pending


def takes_are_bounded(moment: Moment) -> None:
    event = moment.event
    if isinstance(event, e.TakingFinished):
        governors = moment.after.seats[event.seat].extra_takes
        named = [each for each in moment.after.seats[event.seat].persons if each.startswith("governor")]
        assert governors == len(named)
        assert event.taken <= (3 if event.seat == moment.after.active_seat else 1) + governors


def fees_stay_among_seats(moment: Moment) -> None:
    if isinstance(moment.event, e.FeePaid):
        assert moment.before is not None
        totals = [
            Counter(card for seat in view.seats for card in zone(seat.coins)) for view in (moment.before, moment.after)
        ]
        assert totals[0] == totals[1]
        assert moment.event.from_seat != moment.event.to_seat == moment.after.active_seat


def requests_and_persons_stay(moment: Moment) -> None:
    if moment.before is None:
        return
    for old, new in zip(moment.before.seats, moment.after.seats, strict=True):
        assert set(old.completed_requests) <= set(new.completed_requests)
        if not isinstance(moment.event, e.ExpeditionCompleted):
            assert set(old.persons) <= set(new.persons)


def winners_have_a_request(moment: Moment) -> None:
    if isinstance(moment.event, e.GameFinished) and moment.after.options.expedition_required:
        assert all(moment.after.seats[winner].completed_requests for winner in moment.event.winners)


INVARIANTS = [
    pytest.param(every_card_in_one_zone, marks=pytest.mark.rule("MC-I01", "MC-015"), id="MC-I01"),
    pytest.param(no_two_ships_of_a_type, marks=pytest.mark.rule("MC-I02"), id="MC-I02"),
    pytest.param(zones_hold_their_kinds, marks=pytest.mark.rule("MC-I03"), id="MC-I03"),
    pytest.param(no_debts, marks=pytest.mark.rule("MC-I04"), id="MC-I04"),
    pytest.param(slot_empty_at_rest, marks=pytest.mark.rule("MC-I05"), id="MC-I05"),
    pytest.param(takes_are_bounded, marks=pytest.mark.rule("MC-I06"), id="MC-I06"),
    pytest.param(fees_stay_among_seats, marks=pytest.mark.rule("MC-I07"), id="MC-I07"),
    pytest.param(requests_and_persons_stay, marks=pytest.mark.rule("MC-I08"), id="MC-I08"),
    pytest.param(winners_have_a_request, marks=pytest.mark.rule("MC-I09"), id="MC-I09"),
]


@pytest.mark.parametrize("holds", INVARIANTS)
def test_it_holds_after_every_event(holds: Any) -> None:
    for deck, seats in TABLES:
        for moment in random_game(deck, seats, seed=seats, expedition_required=True):
            holds(moment)


@pytest.mark.rule("MC-I09")
@pytest.mark.parametrize("required", [True, False])
def test_winners_need_a_request_where_one_is_required(required: bool) -> None:
    without = 0
    for seed in range(30):
        *_, last = random_game(PORT_ROYAL, 2, seed, expedition_required=required, round_limit=12)
        assert isinstance(last.event, e.GameFinished)
        without += any(not last.after.seats[winner].completed_requests for winner in last.event.winners)
    assert bool(without) is not required


@pytest.mark.rule("MC-I10")
@pytest.mark.parametrize(("deck", "seats"), TABLES)
@pytest.mark.parametrize("limit", [1, 1000])
def test_every_game_ends(deck: str, seats: int, limit: int) -> None:
    size = len(catalogue.instances(deck, seats))
    for seed in range(3):
        reveals = rounds = 0
        for moment in random_game(deck, seats, seed, round_limit=limit, target_influence=50):
            reveals = 0 if isinstance(moment.event, e.TurnStarted) else reveals
            reveals += isinstance(moment.event, e.CardRevealed)
            assert reveals == moment.after.reveals <= size
            rounds = moment.after.round
        assert rounds <= limit
        assert isinstance(moment.event, e.GameFinished)


def any_command(card: st.SearchStrategy[str]) -> st.SearchStrategy[c.Command]:
    """Commands of every shape, most of them not possible now."""
    plain: list[c.Command] = [c.RevealCard(), c.StopDiscovering(), c.FinishTaking(), c.EndTurn()]
    return st.one_of(
        st.sampled_from(plain),
        st.builds(c.LootShip, card),
        st.builds(c.HirePerson, card),
        st.builds(c.RepelShip, card),
        st.builds(c.KeepShip, card),
        st.builds(c.CompleteExpedition, card, st.lists(card, max_size=4).map(tuple)),
    )


class AnyGame(RuleBasedStateMachine):
    """A game at any point: legal commands lead on, all others change nothing."""

    state: State

    @initialize(
        table=st.sampled_from(TABLES),
        seed=st.integers(0, 2**32),
        played=st.integers(0, 300),
        points=st.none() | st.integers(1, 50),
        required=st.none() | st.booleans(),
        rounds=st.sampled_from([1, 3, 100]),
    )
    def set_up(
        self, table: tuple[str, int], seed: int, played: int, points: int | None, required: bool | None, rounds: int
    ) -> None:
        """A fresh game, or one that was played at random for a while."""
        deck, seats = table
        self.chance = Seeded(seed)
        options = Options(deck=deck, target_influence=points, expedition_required=required, round_limit=rounds)
        recorder = GAME.rules.setup(options, seats, self.chance)
        self.see(None, recorder.events, recorder.state)
        for _ in range(played):
            if not self.running():
                break
            self.act(self.chance.below(1000))

    def running(self) -> bool:
        return bool(GAME.rules.to_act(self.state))

    def see(self, before: State | None, events: Sequence[e.Event], after: State) -> None:
        """Check every event of a command and keep the state it leads to."""
        for moment in moments(before, events):
            for each in INVARIANTS:
                each.values[0](moment)  # type: ignore[operator]
        assert GAME.fold(events, before) == after
        self.state = after

    @precondition(running)
    @rule(number=st.integers(0, 1000))
    def act(self, number: int) -> None:
        """One of the legal commands."""
        (seat,) = GAME.rules.to_act(self.state)
        commands = GAME.rules.legal_commands(self.state, seat)
        recorder = GAME.rules.decide(self.state, seat, commands[number % len(commands)], self.chance)
        self.see(self.state, recorder.events, recorder.state)

    @rule(data=st.data(), seat=st.integers(-1, 5))
    def try_anything(self, data: st.DataObject, seat: int) -> None:
        """MC-150, MC-C01: accepted if and only if listed, copies and the order of discards apart."""
        view = GAME.gate.view(self.state, None)
        shown = [*view.harbour, *view.requests, *(each for own in view.seats for each in own.persons)]
        cards = st.sampled_from([*shown, *catalogue.instances(view.deck_id, len(view.seats))])
        command = data.draw(any_command(cards))
        listed = self.listed(seat, command)
        try:
            recorder = GAME.rules.decide(self.state, seat, command, self.chance)
        except Rejected as refusal:
            self.refused(refusal, listed)
        else:
            assert listed
            assert recorder.events

    def listed(self, seat: int, command: c.Command) -> bool:
        """Whether the command is in the list, with these Persons or other copies of them in the own display."""
        legal = GAME.rules.legal_commands(self.state, seat)
        if not isinstance(command, c.CompleteExpedition) or not legal:
            return command in legal
        named = set(command.discards)
        if len(named) < len(command.discards) or not named <= set(GAME.gate.view(self.state, None).seats[seat].persons):
            return False
        return alike(command) in {alike(each) for each in legal}

    def refused(self, refusal: Rejected, listed: bool) -> None:
        assert not listed
        assert refusal.code in GAME.rules.refusals
        assert refusal.message

    @invariant()
    def hidden_cards_make_no_difference(self) -> None:
        """States that differ only in hidden cards have the same view and the same legal commands (MC-I11)."""
        view = GAME.gate.view(self.state, None)
        other = GAME.bots.determinize(view, None, self.chance)
        assert GAME.gate.view(other, None) == view
        for seat in range(len(view.seats)):
            assert GAME.rules.legal_commands(other, seat) == GAME.rules.legal_commands(self.state, seat)


AnyGame.TestCase.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestAnyGame = pytest.mark.rule("MC-I11", "MC-150", "MC-151", "MC-C01")(AnyGame.TestCase)
