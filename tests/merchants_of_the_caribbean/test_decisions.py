"""Chapter 14: decisions a seat can face."""

from __future__ import annotations

from itertools import permutations

import pytest

from domain.game import Rejected
from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME

from . import catalogue
from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import (
    FIVE_SHIPS,
    FLUTE,
    GALLEON,
    GOVERNORS,
    JACKS,
    JESTERS,
    MADEMOISELLES,
    PINACE,
    PRIESTS,
    PRIESTS_AND_SETTLER,
    SAILOR,
    SETTLERS,
    SKIFF,
    TAX,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Table,
    alike,
    given,
    new_game,
)

PRIEST_PAIR = PRIESTS[:2]
COMPLETE = c.CompleteExpedition(request=TWO_PRIESTS, discards=PRIEST_PAIR)


@pytest.mark.rule("MC-142", "MC-149")
def test_the_decision_discover() -> None:
    table = given(persons={0: PRIEST_PAIR}, requests=(TWO_PRIESTS,), next_cards=(PINACE,))
    assert table.decision == {"type": "discover", "seat": 0}
    assert table.legal(0) == [c.RevealCard(), COMPLETE]
    table.do(0, c.RevealCard())
    assert set(table.legal(0)) == {c.RevealCard(), c.StopDiscovering(), COMPLETE}
    table = given(persons={0: PRIESTS[:1]}, requests=(TWO_PRIESTS,), harbour=(PINACE,))
    assert set(table.legal(0)) == {c.RevealCard(), c.StopDiscovering()}


@pytest.mark.rule("MC-143")
@pytest.mark.parametrize(("second", "busts"), [("pinace-1-1:2", True), (FLUTE, False)])
def test_the_decision_repel(second: str, busts: bool) -> None:
    table = given(persons={0: (SAILOR, *PRIEST_PAIR)}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=(second,))
    opened = table.when(0, c.RevealCard()).happens(e.RepelDecisionOpened)
    assert opened == e.RepelDecisionOpened(seat=0, card=second, ship_strength=1, seat_strength=1, keeping_busts=busts)
    assert table.decision == {"type": "repel", "seat": 0, "card": second, "keeping_busts": busts}
    assert set(table.legal(0)) == {c.RepelShip(card=second), c.KeepShip(card=second)}


@pytest.mark.rule("MC-144")
def test_the_decision_active_take() -> None:
    table = given(
        persons={0: PRIEST_PAIR}, requests=(TWO_PRIESTS,), coins={0: 4}, harbour=(PINACE, FLUTE, SETTLERS[0], JESTERS[0])
    ).do(0, c.StopDiscovering())
    assert table.decision_kind == "active_take"
    assert set(table.legal(0)) == {
        c.LootShip(card=PINACE),
        c.LootShip(card=FLUTE),
        c.HirePerson(card=SETTLERS[0]),
        COMPLETE,
        c.FinishTaking(),
    }


@pytest.mark.rule("MC-145")
def test_the_decision_other_take() -> None:
    table = given(
        persons={1: PRIEST_PAIR}, requests=(TWO_PRIESTS,), coins={1: 5}, harbour=(PINACE, SETTLERS[0], JESTERS[0])
    ).do(0, c.StopDiscovering(), c.FinishTaking())
    assert table.decision_kind == "other_take"
    assert set(table.legal(1)) == {c.LootShip(card=PINACE), c.HirePerson(card=SETTLERS[0]), c.FinishTaking()}


@pytest.mark.rule("MC-146")
def test_the_decision_bust_window() -> None:
    table = given(persons={0: PRIEST_PAIR}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=("pinace-1-1:2",)).do(
        0, c.RevealCard()
    )
    assert table.decision == {"type": "bust_window", "seat": 0}
    assert set(table.legal(0)) == {COMPLETE, c.EndTurn()}


@pytest.mark.rule("MC-147")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_one_seat_has_a_decision(seats: int) -> None:
    table = new_game(seats=seats, seed=seats, options=GAME.types.options(round_limit=4))
    while not table.over:
        (awaited,) = GAME.rules.to_act(table.state)
        assert table.decision["seat"] == awaited
        assert [seat for seat in range(seats) if table.legal(seat)] == [awaited]
        table.play_at_random(commands=1, seed=len(table.events))
    assert GAME.rules.to_act(table.state) == ()
    assert table.view.decision is None
    assert not [seat for seat in range(seats) if table.legal(seat)]


@pytest.mark.rule("MC-148")
def test_what_leaves_no_choice_is_carried_out_by_the_game_and_marked() -> None:
    # The only card can be taken by nobody: it is too dear.
    table = given(seats=3, harbour=(JESTERS[0],))
    table.when(0, c.StopDiscovering()).then_only(
        e.DiscoveryStopped(seat=0, ship_types=0, base_takes=1, automatic=False),
        e.TakingStarted(seat=0, takes=1, harbour_size=1),
        e.TakingFinished(seat=0, taken=0, automatic=True),
        e.TakingStarted(seat=1, takes=1, harbour_size=1),
        e.TakingFinished(seat=1, taken=0, automatic=True),
        e.TakingStarted(seat=2, takes=1, harbour_size=1),
        e.TakingFinished(seat=2, taken=0, automatic=True),
        e.HarbourCleared(cards=(JESTERS[0],), reason="end_of_turn"),
        e.TurnEnded(seat=0, barren=False, automatic=True),
        e.TurnStarted(round=1, seat=1),
    )


@pytest.mark.rule("MC-148")
def test_a_command_given_by_a_seat_is_not_marked() -> None:
    table = given(harbour=(PINACE,))
    assert not table.when(0, c.StopDiscovering()).happens(e.DiscoveryStopped).automatic
    assert not table.when(0, c.FinishTaking()).happens(e.TakingFinished).automatic
    finished = table.when(1, c.FinishTaking())
    assert not finished.happens(e.TakingFinished).automatic
    assert not finished.happens(e.TurnEnded).automatic


@pytest.mark.rule("MC-148")
def test_no_other_command_is_carried_out_by_the_game() -> None:
    # Revealing is all that can be done at the start of a turn, and still the game waits for it.
    table = given(next_cards=(TAX,))
    assert table.legal(0) == [c.RevealCard()]
    table.when(0, c.RevealCard()).never(e.DiscoveryStopped)
    # A take is never made for a seat, not even the last one possible.
    table = given(persons={0: GOVERNORS[:1]}, harbour=(PINACE,)).do(0, c.StopDiscovering())
    assert set(table.legal(0)) == {c.LootShip(card=PINACE), c.FinishTaking()}


@pytest.mark.rule("MC-149")
def test_for_takes_the_list_states_price_fee_and_income() -> None:
    table = given(
        persons={0: (MADEMOISELLES[0], "trader-flute-3-1:1"), 1: MADEMOISELLES[1:]},
        coins={0: 9, 1: 9},
        options={"target_influence": 50},
        harbour=("flute-2-2:1", SETTLERS[0], "galleon-4-skull:1"),
    ).do(0, c.StopDiscovering())
    assert stated(table, 0) == {
        c.LootShip(card="flute-2-2:1"): (0, 0, 3),
        c.HirePerson(card=SETTLERS[0]): (3, 0, 0),
        c.LootShip(card="galleon-4-skull:1"): (0, 0, 4),
    }
    table.do(0, c.FinishTaking())
    assert stated(table, 1) == {
        c.LootShip(card="flute-2-2:1"): (0, 1, 2),
        c.HirePerson(card=SETTLERS[0]): (2, 1, 0),
        c.LootShip(card="galleon-4-skull:1"): (0, 1, 4),
    }


def stated(table: Table, seat: int) -> dict[c.Command, tuple[object, object, object]]:
    """Price, fee and income of each take."""
    takes = [command for command in table.legal(seat) if isinstance(command, c.LootShip | c.HirePerson)]
    previews = {command: GAME.words.preview(table.view, seat, command) for command in takes}
    return {command: (each["price"], each["fee"], each["income"]) for command, each in previews.items()}


@pytest.mark.rule("MC-149")
@pytest.mark.parametrize(
    ("persons", "request_card", "choices"),
    [
        ((*PRIESTS[:3],), TWO_PRIESTS, [("priest", "priest")]),
        ((*PRIEST_PAIR, JACKS[0]), TWO_PRIESTS, [("priest", "priest"), ("jack", "priest")]),
        (
            (*PRIEST_PAIR, *JACKS[:2]),
            TWO_PRIESTS,
            [("priest", "priest"), ("jack", "priest"), ("jack", "jack")],
        ),
        ((PRIESTS[0], SETTLERS[0]), TWO_PRIESTS, []),
        (
            (*PRIEST_PAIR, SETTLERS[0], *JACKS),
            PRIESTS_AND_SETTLER,
            [
                ("priest", "priest", "settler"),
                ("jack", "priest", "settler"),
                ("jack", "jack", "settler"),
                ("jack", "priest", "priest"),
                ("jack", "jack", "priest"),
                ("jack", "jack", "jack"),
            ],
        ),
    ],
)
def test_for_requests_the_list_has_every_distinct_choice_of_persons_by_type(
    persons: tuple[str, ...], request_card: str, choices: list[tuple[str, ...]]
) -> None:
    table = given(persons={0: persons}, requests=(request_card,))
    listed = [command for command in table.legal(0) if isinstance(command, c.CompleteExpedition)]
    assert {command.request for command in listed} <= {request_card}
    by_type = [tuple(sorted(each.partition("-")[0] for each in command.discards)) for command in listed]
    assert sorted(by_type) == sorted(choices)
    for command in listed:
        GAME.rules.check(table.state, 0, command)


def imaginable(table: Table) -> list[c.Command]:
    """Every command with every card, and for requests all choices of up to three Persons of any display."""
    seats = len(table.view.seats)
    cards = catalogue.instances(table.ledger.deck_id, seats)
    commands: list[c.Command] = [c.RevealCard(), c.StopDiscovering(), c.FinishTaking(), c.EndTurn()]
    for card in cards:
        commands += [kind(card=card) for kind in (c.RepelShip, c.KeepShip, c.LootShip, c.HirePerson)]
    persons = [person for seat in range(seats) for person in table.persons(seat)]
    useful = [person for person in persons if table.ledger.card(person)["skill"]["code"].startswith("expedition")]
    for request in [card for card in cards if card.startswith("expedition")]:
        for number in range(4):
            commands += [c.CompleteExpedition(request=request, discards=group) for group in permutations(useful[:6], number)]
    return commands


def accepted(table: Table, seat: int, command: c.Command) -> bool:
    try:
        GAME.rules.check(table.state, seat, command)
    except Rejected:
        return False
    return True


@pytest.mark.rule("MC-150", "MC-149")
@pytest.mark.parametrize(("deck", "seats"), [(MERCHANTS, 2), (MERCHANTS, 4), (PORT_ROYAL, 3), (PORT_ROYAL, 5)])
def test_a_command_is_accepted_if_and_only_if_it_is_listed(deck: str, seats: int) -> None:
    table = new_game(seats=seats, seed=seats, options=GAME.types.options(deck=deck))
    for step in range(12):
        table.play_at_random(commands=7, seed=step)
        for seat in range(-1, seats + 1):
            listed = {alike(command) for command in table.legal(seat)}
            assert {alike(command) for command in imaginable(table) if accepted(table, seat, command)} == listed


@pytest.mark.rule("MC-150", "MC-149")
@pytest.mark.parametrize("stop", [False, True])
def test_requests_are_accepted_if_and_only_if_they_are_listed(stop: bool) -> None:
    table = given(
        persons={0: (*PRIEST_PAIR, SETTLERS[0], *JACKS[:2]), 1: SETTLERS[1:2]},
        requests=(TWO_PRIESTS, TWO_SETTLERS, PRIESTS_AND_SETTLER),
        harbour=(PINACE, SKIFF, GALLEON),
    )
    if stop:
        table.do(0, c.StopDiscovering())
    for seat in (0, 1):
        listed = [alike(command) for command in table.legal(seat)]
        assert len(set(listed)) == len(listed), "each choice is listed once"
        assert {alike(command) for command in imaginable(table) if accepted(table, seat, command)} == set(listed)
    assert len(table.legal(0)) > 8


@pytest.mark.rule("MC-150")
def test_copies_of_a_card_count_as_alike() -> None:
    table = given(persons={0: PRIESTS[:3]}, requests=(TWO_PRIESTS,), harbour=(*FIVE_SHIPS, "sailor-3-1:1", "sailor-3-1:2"))
    for discards in permutations(PRIESTS[:3], 2):
        assert accepted(table, 0, c.CompleteExpedition(request=TWO_PRIESTS, discards=discards))
    table.do(0, c.StopDiscovering())
    for card in ("sailor-3-1:1", "sailor-3-1:2"):
        assert accepted(table, 0, c.HirePerson(card=card))


@pytest.mark.rule("MC-151")
def test_the_order_of_the_discards_has_no_meaning() -> None:
    results = []
    for discards in permutations((*PRIEST_PAIR, JACKS[0])):
        table = given(persons={0: (*PRIEST_PAIR, JACKS[0])}, requests=(PRIESTS_AND_SETTLER,))
        table.do(0, c.CompleteExpedition(request=PRIESTS_AND_SETTLER, discards=discards))
        results.append((table.persons(0), table.completed(0), table.all_coins(), sorted(table.view.discard_pile)))
    assert all(result == results[0] for result in results)
