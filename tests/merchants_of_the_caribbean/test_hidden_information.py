"""Chapter 13: hidden information."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.game import Hidden, Rejected
from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME

from . import catalogue
from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import (
    FLUTE,
    GALLEON,
    JACKS,
    PINACE,
    PRIESTS,
    SAILOR,
    SKIFF,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Seeded,
    Table,
    given,
    new_game,
    plain,
)
from .twin import HIDDEN_FIELDS, shown, twin

Options = GAME.types.options

NAMES = ("Anna", "Ben", "Cleo", "Dirk", "Eve")


def played(seed: int, commands: int, deck: str = MERCHANTS, seats: int = 3) -> Table:
    """A game some way on, with reshuffles if it is far."""
    return new_game(seats=seats, seed=seed, options=Options(deck=deck)).play_at_random(commands, seed=seed)


def viewers(table: Table) -> list[int | None]:
    return [None, *range(len(table.view.seats))]


@pytest.mark.rule("MC-133", "MC-134", "MC-137")
@pytest.mark.parametrize("commands", [0, 40, 300])
def test_no_view_names_a_card_of_the_draw_deck_or_a_coin(commands: int) -> None:
    table = played(3, commands)
    hidden = {*table.ledger.draw_deck, *(card for coins in table.ledger.coins for card in coins)}
    assert hidden
    for viewer in viewers(table):
        view = GAME.gate.view(table.state, viewer)
        text = msgspec.json.encode(msgspec.structs.replace(view, known_coins=())).decode()
        assert not [card for card in hidden if f'"{card}"' in text]
        assert view.draw_deck == Hidden(count=len(table.ledger.draw_deck))
        for seat, own in enumerate(view.seats):
            assert own.coins == Hidden(count=len(table.ledger.coins[seat])), "the owner's own view included"


@pytest.mark.rule("MC-153", "MC-133", "MC-134")
def test_known_coins_name_no_card_of_the_draw_deck_and_no_owner() -> None:
    table, met = new_game(seats=3, seed=3), set[tuple[str, ...]]()
    for step in range(400):
        table.play_at_random(commands=1, seed=step)
        known = table.view.known_coins
        assert set(known) <= {card for coins in table.ledger.coins for card in coins}
        assert list(known) == sorted(known), "their order tells nothing"
        met.add(known)
    assert len(met) > 10


@pytest.mark.rule("MC-135")
def test_the_rest_is_public() -> None:
    table = given(
        seats=3,
        persons={0: (SAILOR, "governor-8-0:1"), 1: ("pirate-9-3:1",)},
        completed={1: (TWO_SETTLERS,)},
        coins={0: 5, 1: 8, 2: 13},
        requests=(TWO_PRIESTS,),
        harbour=(PINACE, FLUTE, JACKS[0]),
    ).do(0, c.StopDiscovering())
    for viewer in viewers(table):
        view = GAME.gate.view(table.state, viewer)
        assert [seat.coin_count for seat in view.seats] == [5, 8, 13]
        assert view.draw_deck_size == len(table.ledger.draw_deck)
        assert len(view.discard_pile) == len(table.ledger.discard_pile)
        assert view.harbour == (PINACE, FLUTE, JACKS[0])
        assert view.ship_types == ("pinace", "flute")
        assert view.requests == (TWO_PRIESTS,)
        assert [seat.persons for seat in view.seats] == [(SAILOR, "governor-8-0:1"), ("pirate-9-3:1",), ()]
        assert [seat.completed_requests for seat in view.seats] == [(), (TWO_SETTLERS,), ()]
        assert [seat.influence for seat in view.seats] == [1, 5, 0]
        assert [seat.strength for seat in view.seats] == [1, 2, 0]
        assert plain(view.decision)["takes_left"] == 2


@pytest.mark.rule("MC-136")
def test_the_discard_pile_can_be_read() -> None:
    table = given(persons={0: (SAILOR,)}, discard_pile=(SKIFF, GALLEON), harbour=(PINACE,), next_cards=("pinace-1-1:2",)).do(
        0, c.RevealCard(), c.RepelShip(card="pinace-1-1:2")
    )
    for viewer in viewers(table):
        assert {SKIFF, GALLEON, "pinace-1-1:2"} <= set(GAME.gate.view(table.state, viewer).discard_pile)


@pytest.mark.rule("MC-137", "MC-139", "MC-C17")
def test_the_shuffled_orders_are_stored_but_not_sent() -> None:
    table = played(4, 400)
    shuffles = [event for event in table.events if isinstance(event, e.GameSetUp | e.DeckReshuffled)]
    assert len(shuffles) > 1
    for event in shuffles:
        assert isinstance(event.deck_order, tuple)
        for viewer in viewers(table):
            redacted = GAME.gate.redact(event, viewer)
            assert isinstance(redacted, e.GameSetUp | e.DeckReshuffled)
            assert redacted.deck_order == Hidden(count=len(event.deck_order))


@pytest.mark.rule("MC-137")
def test_nothing_in_a_view_depends_on_the_seed() -> None:
    # Two set-ups with different seeds and the same starting seat look alike to the last byte.
    first, second = (new_game(seats=3, seed=seed, options=Options(starting_seat=0)) for seed in (1, 2))
    assert first.events[0] != second.events[0]
    assert msgspec.json.encode(first.view) == msgspec.json.encode(second.view)


@pytest.mark.rule("MC-138")
@pytest.mark.parametrize("commands", [0, 7, 55, 300])
def test_all_seats_and_spectators_see_the_same(commands: int) -> None:
    table = played(5, commands)
    assert len({msgspec.json.encode(GAME.gate.view(table.state, viewer)) for viewer in viewers(table)}) == 1
    for event in table.events:
        assert len({msgspec.json.encode(GAME.gate.redact(event, viewer)) for viewer in viewers(table)}) == 1


@pytest.mark.rule("MC-139", "MC-C17")
def test_exactly_the_hidden_fields_are_removed_from_what_is_sent() -> None:
    table = played(6, 600)
    kinds = {type(event) for event in table.events}
    assert kinds >= set(HIDDEN_FIELDS)
    for event in table.events:
        fields, sent = plain(event), plain(GAME.gate.redact(event, 0))
        hidden = HIDDEN_FIELDS.get(type(event))
        if hidden is not None:
            cards = fields.pop(hidden)
            assert sent.pop(hidden) == {"hidden": True, "count": len(cards)}
        assert sent == fields


@pytest.mark.rule("MC-C17")
def test_once_the_game_is_over_everything_may_be_opened() -> None:
    table = given(options={"round_limit": 1}).pass_turn().pass_turn()
    assert table.over
    view = GAME.gate.open_view(table.state)
    assert view.draw_deck == tuple(table.ledger.draw_deck)
    assert [seat.coins for seat in view.seats] == [tuple(coins) for coins in table.ledger.coins]


def everything_offered(table: Table) -> bytes:
    """All that seats and spectators can learn of the position: views, commands with texts and previews, refusals."""
    state = table.state
    parts: list[object] = []
    for viewer in viewers(table):
        view = GAME.gate.view(state, viewer)
        parts.append(view)
        if viewer is None:
            continue
        for command in GAME.rules.legal_commands(state, viewer):
            parts += [command, GAME.words.describe(view, viewer, command, NAMES), GAME.words.preview(view, viewer, command)]
        for command in trial_commands(table):
            try:
                GAME.rules.check(state, viewer, command)
            except Rejected as refusal:
                parts += [refusal.code, refusal.message, refusal.params]
    parts += [GAME.rules.to_act(state), GAME.rules.turn(state), GAME.bots.win_shares(state)]
    return msgspec.json.encode(parts)


def trial_commands(table: Table) -> list[c.Command]:
    """A command of each kind, with cards from everywhere in it."""
    cards = random.Random(1).sample(catalogue.instances(table.ledger.deck_id, len(table.view.seats)), 12)
    commands: list[c.Command] = [c.RevealCard(), c.StopDiscovering(), c.FinishTaking(), c.EndTurn()]
    for card in cards:
        commands += [kind(card=card) for kind in (c.RepelShip, c.KeepShip, c.LootShip, c.HirePerson)]
        commands.append(c.CompleteExpedition(request=card, discards=(cards[0],)))
    return commands


@pytest.mark.rule("MC-133", "MC-134", "MC-140", "MC-I11")
@pytest.mark.parametrize("deck", [MERCHANTS, PORT_ROYAL])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_makes_no_difference_to_anyone(seed: int, deck: str) -> None:
    table = played(seed, 60 * seed, deck=deck)
    for deal in range(3):
        other = Table(twin(table.events, deal))
        assert other.events != table.events, "the hidden cards are dealt differently"
        assert other.ledger.draw_deck != table.ledger.draw_deck
        assert [GAME.gate.redact(event, 0) for event in other.events] == [
            GAME.gate.redact(event, 0) for event in table.events
        ]
        assert everything_offered(other) == everything_offered(table)


@pytest.mark.rule("MC-140")
def test_previews_do_not_know_the_next_card() -> None:
    bust, safe = (given(harbour=(PINACE,), next_cards=(card,)) for card in ("pinace-1-1:2", FLUTE))
    view = bust.view
    assert GAME.words.preview(view, 0, c.RevealCard()) == GAME.words.preview(safe.view, 0, c.RevealCard())
    assert GAME.words.describe(view, 0, c.RevealCard(), NAMES) == GAME.words.describe(safe.view, 0, c.RevealCard(), NAMES)
    assert everything_offered(bust) == everything_offered(safe)


@pytest.mark.rule("MC-141")
def test_no_command_takes_another_back() -> None:
    assert {kind.__struct_config__.tag for kind in GAME.types.commands} == {
        "reveal_card",
        "repel_ship",
        "keep_ship",
        "stop_discovering",
        "loot_ship",
        "hire_person",
        "complete_expedition",
        "finish_taking",
        "end_turn",
    }
    # Whatever is done next, a card once revealed in this turn, drawn or shuffled never lies hidden again as it did before.
    table = given(persons={0: (SAILOR,)}, harbour=(PINACE, FLUTE), next_cards=(SKIFF, GALLEON))
    size = table.draw_deck_size
    table.do(0, c.RevealCard())
    for command in table.legal(0):
        after = GAME.rules.decide(table.state, 0, command, Seeded(1)).state
        assert GAME.gate.view(after, None).draw_deck_size == size - 1
        assert GAME.gate.view(after, None).turn == table.view.turn


@pytest.mark.rule("MC-139")
def test_public_fields_name_no_hidden_card_before_its_time() -> None:
    table = played(8, 500)
    seen: set[str] = set()
    ledger = table.ledger_at_setup()
    for event in table.events[1:]:
        ledger.record([event])
        named = {card for card in shown(event) if ":" in card}
        hidden = {*ledger.draw_deck, *(card for coins in ledger.coins for card in coins)}
        assert not named & hidden
        seen |= named
    assert seen


@pytest.mark.rule("MC-134")
def test_a_person_given_up_and_drawn_again_as_a_coin_is_hidden() -> None:
    table = given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,), draw_deck=(PINACE,), harbour=(FLUTE,))
    table.rng = Seeded(1)
    table.do(0, table.completion(TWO_PRIESTS, *PRIESTS[:2]))
    assert set(PRIESTS[:2]) <= {*table.ledger.coins[0], *table.ledger.draw_deck}
    assert not [card for card in PRIESTS[:2] if card in msgspec.json.encode(table.view).decode()]
