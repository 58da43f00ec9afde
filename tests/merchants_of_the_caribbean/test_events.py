"""Chapter 16: events."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec
import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME
from tests.support.rule_tables import tables

from .catalogue import PORT_ROYAL
from .scenario import PINACE, given, new_game, plain
from .twin import HIDDEN_FIELDS

Options = GAME.types.options


@cache
def listed() -> dict[str, tuple[list[str], list[str]]]:
    """The table of events in RULES.md: for each event its public and its hidden fields."""
    page = files("domain.merchants_of_the_caribbean").joinpath("RULES.md").read_text("utf-8")
    (table,) = [each for each in tables(page) if each.columns == ("event", "public fields", "hidden fields")]
    rows = [[re.sub(r" \([^)]*\)|`", "", cell) for cell in row] for row in table.rows]
    return {event: (public.split(", "), hidden.split(", ") if hidden else []) for event, public, hidden in rows}


@pytest.mark.rule("MC-C17")
def test_the_events_have_the_fields_of_the_table() -> None:
    fields = {kind.__struct_config__.tag: list(kind.__struct_fields__) for kind in GAME.types.events}
    assert {event: sorted(names) for event, names in fields.items()} == {
        event: sorted(public + hidden) for event, (public, hidden) in listed().items()
    }


@pytest.mark.rule("MC-C17", "MC-139")
def test_what_is_sent_lacks_the_hidden_fields_of_the_table_and_nothing_else() -> None:
    assert {event: hidden for event, (_, hidden) in listed().items() if hidden} == {
        str(kind.__struct_config__.tag): [field] for kind, field in HIDDEN_FIELDS.items()
    }
    table = new_game(seats=3).play_at_random(commands=500, seed=1)
    for event in table.events:
        stored = plain(event)
        for viewer in (None, 0, 1, 2):
            sent = plain(GAME.gate.redact(event, viewer))
            public, hidden = listed()[sent.pop("type")]
            assert {name: sent.pop(name) for name in public} == {name: stored[name] for name in public}
            assert sent == {name: {"hidden": True, "count": len(stored[name])} for name in hidden}
    assert {type(event) for event in table.events} >= set(HIDDEN_FIELDS)


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
    table.after(e.HarbourCleared(cards=(PINACE,), reason="end_of_turn"), e.TurnEnded(seat=0, barren=True, automatic=True))
    table.after(e.RoundStarted(round=8), e.TurnStarted(round=8, seat=1))
    assert (table.view.round, table.active_seat, table.view.barren_turns) == (8, 1, 1)


REASONS = {"start", "loot", "expedition", "admiral", "jester", "tax_bonus"}


@pytest.mark.rule("MC-C16")
def test_every_movement_of_a_coin_is_in_an_event_with_its_reason() -> None:
    reasons: set[str] = set()
    for seed in range(12):
        table = new_game(seats=3, seed=seed, options=Options(round_limit=30)).play_at_random(commands=2_000, seed=seed)
        state = None
        for event in table.events:
            before = [0, 0, 0] if state is None else [seat.coin_count for seat in GAME.gate.view(state, None).seats]
            state = GAME.rules.evolve(state, event)
            change = [seat.coin_count - had for seat, had in zip(GAME.gate.view(state, None).seats, before, strict=True)]
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
