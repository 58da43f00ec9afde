"""Chapter 16: events."""

from __future__ import annotations

import msgspec
import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME

from .catalogue import PORT_ROYAL
from .scenario import PINACE, given, new_game, plain
from .twin import HIDDEN_FIELDS

Options = GAME.options

EVENT_FIELDS = """
game_set_up deck_id revision options seats starting_seat deck_order
round_started round
turn_started round seat
card_revealed seat card kind draw_deck_size
harbour_card_placed seat card
repel_decision_opened seat card ship_strength seat_strength keeping_busts
ship_repelled seat card seat_strength
request_posted card
tax_increase_started card criterion
tax_levied seat coins_before amount cards
tax_increase_finished card bonus_seats
bust_occurred seat card ship_type could_repel
harbour_cleared cards reason
bust_window_opened seat
discovery_stopped seat ship_types base_takes automatic
taking_started seat takes harbour_size
ship_looted seat card coins trader_bonus
person_hired seat card cost price influence_after
coins_gained seat amount reason missing cards
coins_paid seat amount reason cards
fee_paid from_seat to_seat amount cards
taking_finished seat taken automatic
expedition_completed seat request discards influence_after
final_round_triggered seat influence round
deck_reshuffled size deck_order
turn_ended seat barren automatic
play_stalled barren_turns
round_limit_reached round
game_finished reason winners ranking
"""


@pytest.mark.rule("MC-C17")
def test_the_events_and_their_fields() -> None:
    listed = {name: set(fields) for name, *fields in map(str.split, EVENT_FIELDS.strip().splitlines())}
    assert {kind.__struct_config__.tag: set(kind.__struct_fields__) for kind in GAME.events} == listed


@pytest.mark.rule("MC-C17")
def test_the_hidden_fields_of_the_events() -> None:
    hidden = {kind.__struct_config__.tag: field for kind, field in HIDDEN_FIELDS.items()}
    assert hidden == {
        "game_set_up": "deck_order",
        "coins_gained": "cards",
        "fee_paid": "cards",
        "deck_reshuffled": "deck_order",
    }
    table = new_game(seats=3).play_at_random(commands=500, seed=1)
    found: dict[str, set[str]] = {}
    for event in table.events:
        sent = plain(GAME.redact(event, 1))
        found.setdefault(sent["type"], set()).update(
            name for name, value in sent.items() if isinstance(value, dict) and value.get("hidden")
        )
    assert {kind: names for kind, names in found.items() if names} == {kind: {field} for kind, field in hidden.items()}


@pytest.mark.rule("MC-C14")
@pytest.mark.parametrize(("deck", "seats"), [("merchants-110", 4), (PORT_ROYAL, 5)])
def test_stored_events_rebuild_the_state_exactly(deck: str, seats: int) -> None:
    table = new_game(seats=seats, seed=2, options=Options(deck=deck, round_limit=8))
    table.play_at_random(commands=10_000, seed=2)
    assert table.over
    stored = msgspec.json.encode(table.events)
    events = msgspec.json.decode(stored, type=tuple[e.Event, ...])
    assert events == table.events
    assert GAME.fold(events) == table.state


@pytest.mark.rule("MC-C14")
def test_no_rule_and_no_chance_is_needed_to_replay() -> None:
    # Events that no rule would lead to any more are recorded just the same.
    table = given(harbour=(PINACE,))
    table.tell(e.HarbourCleared(cards=(PINACE,), reason="end_of_turn"), e.TurnEnded(seat=0, barren=True, automatic=True))
    table.tell(e.RoundStarted(round=8), e.TurnStarted(round=8, seat=1))
    assert (table.view.round, table.active_seat, table.view.barren_turns) == (8, 1, 1)


REASONS = {"start", "loot", "expedition", "admiral", "jester", "tax_bonus"}


@pytest.mark.rule("MC-C16")
def test_every_movement_of_a_coin_is_in_an_event_with_its_reason() -> None:
    reasons: set[str] = set()
    for seed in range(12):
        table = new_game(seats=3, seed=seed, options=Options(round_limit=30)).play_at_random(commands=2_000, seed=seed)
        state = None
        for event in table.events:
            before = [0, 0, 0] if state is None else [seat.coin_count for seat in GAME.view(state, None).seats]
            state = GAME.evolve(state, event)
            change = [seat.coin_count - had for seat, had in zip(GAME.view(state, None).seats, before, strict=True)]
            expected = [0, 0, 0]
            match event:
                case e.CoinsGained():
                    expected[event.seat] = event.amount
                    reasons.add(event.reason)
                case e.CoinsPaid():
                    expected[event.seat] = -event.amount
                    assert event.reason == "hire"
                case e.TaxLevied():
                    expected[event.seat] = -event.amount
                case e.FeePaid():
                    expected[event.from_seat] -= event.amount
                    expected[event.to_seat] += event.amount
            assert change == expected
    assert reasons == REASONS
