"""Chapter 8: bust."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import (
    CompleteExpedition,
    EndTurn,
    FinishTaking,
    KeepShip,
    RepelShip,
    RevealCard,
    StopDiscovering,
)

from .scenario import (
    FLUTE,
    GALLEON,
    JACKS,
    JESTERS,
    PINACE,
    PRIESTS,
    SAILOR,
    SKIFF,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Seeded,
    given,
)

PRIEST_PAIR = PRIESTS[:2]


@pytest.mark.rule("MC-070")
@pytest.mark.parametrize(
    ("lying", "second"),
    [
        ("pinace-1-1:1", "pinace-1-1:2"),
        ("flute-4-5:1", "flute-1-1:1"),
        ("skiff-1-1:1", "skiff-3-5:1"),
        ("frigate-1-1:1", "frigate-4-skull:1"),
        ("galleon-3-skull:1", "galleon-1-2:1"),
    ],
)
def test_a_second_ship_of_a_type_is_a_bust_whatever_its_strength_and_coins(lying: str, second: str) -> None:
    table = given(harbour=(lying,), next_cards=(second,))
    bust = table.when(0, RevealCard()).happens(e.BustOccurred)
    assert bust == e.BustOccurred(seat=0, card=second, ship_type=lying.partition("-")[0], could_repel=False)


@pytest.mark.rule("MC-070")
def test_ships_of_different_types_and_alike_persons_are_no_bust() -> None:
    table = given(harbour=(PINACE, SAILOR), next_cards=(FLUTE, "sailor-3-1:2", SKIFF, "frigate-1-1:1", GALLEON))
    for _ in range(5):
        table.when(0, RevealCard()).never(e.BustOccurred)
    assert len(table.view.harbour) == 7


@pytest.mark.rule("MC-071", "MC-143")
def test_a_second_ship_of_a_type_can_be_repelled_and_nothing_is_lost() -> None:
    table = given(persons={0: (SAILOR,)}, harbour=(PINACE, FLUTE), next_cards=("pinace-1-1:2",))
    opened = table.when(0, RevealCard()).never(e.BustOccurred).happens(e.RepelDecisionOpened)
    assert opened.keeping_busts
    table.when(0, RepelShip(card="pinace-1-1:2")).then_only(e.ShipRepelled(seat=0, card="pinace-1-1:2", seat_strength=1))
    assert table.view.harbour == (PINACE, FLUTE)
    assert (table.active_seat, table.decision_kind) == (0, "discover")


@pytest.mark.rule("MC-072", "MC-C06", "MC-C15")
def test_keeping_a_second_ship_of_a_type_is_a_bust() -> None:
    table = given(persons={0: (SAILOR,)}, harbour=(PINACE, FLUTE), next_cards=("pinace-1-1:2",)).do(0, RevealCard())
    table.when(0, KeepShip(card="pinace-1-1:2")).then_only(
        e.BustOccurred(seat=0, card="pinace-1-1:2", ship_type="pinace", could_repel=True),
        e.HarbourCleared(cards=(PINACE, FLUTE, "pinace-1-1:2"), reason="bust"),
        e.TurnEnded(seat=0, barren=False, automatic=True),
        e.TurnStarted(round=2, seat=1),
    )


@pytest.mark.rule("MC-073", "MC-C04", "MC-C06", "MC-C15")
def test_the_whole_harbour_and_the_ship_are_discarded_and_nobody_takes() -> None:
    table = given(seats=3, harbour=(PINACE, SAILOR, FLUTE), next_cards=("flute-2-2:1",))
    size, discarded = table.draw_deck_size, table.view.discard_pile
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card="flute-2-2:1", kind="ship", draw_deck_size=size - 1),
        e.BustOccurred(seat=0, card="flute-2-2:1", ship_type="flute", could_repel=False),
        e.HarbourCleared(cards=(PINACE, SAILOR, FLUTE, "flute-2-2:1"), reason="bust"),
        e.TurnEnded(seat=0, barren=False, automatic=True),
        e.TurnStarted(round=1, seat=1),
    )
    assert table.view.discard_pile == (*discarded, PINACE, SAILOR, FLUTE, "flute-2-2:1")
    assert table.view.harbour == ()
    assert table.view.revealed_slot is None


@pytest.mark.rule("MC-074")
def test_a_bust_costs_no_coins_persons_or_requests() -> None:
    table = given(
        persons={0: (SAILOR, "governor-8-0:1")},
        completed={0: (TWO_SETTLERS,)},
        coins={0: 15},
        requests=(TWO_PRIESTS,),
        harbour=(PINACE,),
        next_cards=("pinace-3-2:1",),
    )
    table.when(0, RevealCard()).happens(e.BustOccurred)
    assert table.coins(0) == 15
    assert table.persons(0) == (SAILOR, "governor-8-0:1")
    assert table.completed(0) == (TWO_SETTLERS,)
    assert table.view.requests == (TWO_PRIESTS,)


@pytest.mark.rule("MC-075", "MC-104", "MC-118", "MC-C06")
def test_every_seat_draws_for_its_jesters_clockwise_from_the_active_player() -> None:
    table = given(
        seats=4,
        active=2,
        persons={0: JESTERS[:1], 2: JESTERS[1:2], 3: JESTERS[2:4]},
        harbour=(PINACE,),
        next_cards=("pinace-3-2:1",),
    )
    table.when(2, RevealCard()).then_only(
        e.CardRevealed(seat=2, card="pinace-3-2:1", kind="ship", draw_deck_size=len(table.before.draw_deck) - 1),
        e.BustOccurred(seat=2, card="pinace-3-2:1", ship_type="pinace", could_repel=False),
        e.HarbourCleared(cards=(PINACE, "pinace-3-2:1"), reason="bust"),
        e.CoinsGained(seat=2, amount=1, reason="jester", missing=0, cards=table.drawn(1, skip=1)),
        e.CoinsGained(seat=3, amount=2, reason="jester", missing=0, cards=table.drawn(2, skip=2)),
        e.CoinsGained(seat=0, amount=1, reason="jester", missing=0, cards=table.drawn(1, skip=4)),
        e.TurnEnded(seat=2, barren=False, automatic=True),
        e.TurnStarted(round=2, seat=3),
    )


@pytest.mark.rule("MC-075")
def test_the_cleared_harbour_can_be_reshuffled_for_the_jesters() -> None:
    table = given(persons={0: JESTERS[:1]}, harbour=(PINACE,), draw_deck=("pinace-3-2:1",))
    table.rng = Seeded(1)
    reshuffled = table.when(0, RevealCard()).happens(e.DeckReshuffled)
    assert set(reshuffled.deck_order) == {PINACE, "pinace-3-2:1"}
    assert table.coins(0) == 4


@pytest.mark.rule("MC-076", "MC-C06", "MC-C12", "MC-146")
def test_the_closing_window_opens_when_a_request_can_be_completed() -> None:
    table = given(persons={0: PRIEST_PAIR}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=("pinace-1-1:2",))
    table.when(0, RevealCard()).then_only(
        e.CardRevealed(seat=0, card="pinace-1-1:2", kind="ship", draw_deck_size=len(table.before.draw_deck) - 1),
        e.BustOccurred(seat=0, card="pinace-1-1:2", ship_type="pinace", could_repel=False),
        e.HarbourCleared(cards=(PINACE, "pinace-1-1:2"), reason="bust"),
        e.BustWindowOpened(seat=0),
    )
    kinds = {type(command) for command in table.legal(0)}
    assert kinds == {CompleteExpedition, EndTurn}
    for command in (RevealCard(), StopDiscovering(), FinishTaking()):
        table.when(0, command).refused("wrong_decision")
    table.when(0, EndTurn()).then_only(e.TurnEnded(seat=0, barren=False, automatic=False), e.TurnStarted(round=2, seat=1))


@pytest.mark.rule("MC-076", "MC-148")
def test_the_window_closes_by_itself_when_nothing_is_left_to_complete() -> None:
    table = given(persons={0: PRIEST_PAIR}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=("pinace-1-1:2",))
    table.do(0, RevealCard())
    table.when(0, CompleteExpedition(request=TWO_PRIESTS, discards=PRIEST_PAIR)).then_only(
        e.ExpeditionCompleted(seat=0, request=TWO_PRIESTS, discards=PRIEST_PAIR, influence_after=2),
        e.CoinsGained(seat=0, amount=3, reason="expedition", missing=0, cards=table.drawn(3)),
        e.TurnEnded(seat=0, barren=False, automatic=True),
        e.TurnStarted(round=2, seat=1),
    )


@pytest.mark.rule("MC-076")
def test_the_window_stays_open_while_another_request_can_be_completed() -> None:
    table = given(
        persons={0: (*PRIEST_PAIR, *JACKS[:2])},
        requests=(TWO_PRIESTS, TWO_SETTLERS),
        harbour=(PINACE,),
        next_cards=("pinace-1-1:2",),
    ).do(0, RevealCard(), CompleteExpedition(request=TWO_PRIESTS, discards=PRIEST_PAIR))
    assert table.decision_kind == "bust_window"
    assert table.legal(0) == [CompleteExpedition(request=TWO_SETTLERS, discards=JACKS[:2]), EndTurn()]


@pytest.mark.rule("MC-076")
def test_no_window_for_requests_that_only_another_seat_could_complete() -> None:
    table = given(
        persons={0: (PRIESTS[2],), 1: PRIEST_PAIR}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=("pinace-1-1:2",)
    )
    table.when(0, RevealCard()).never(e.BustWindowOpened).happens(e.TurnEnded)
    assert table.active_seat == 1
