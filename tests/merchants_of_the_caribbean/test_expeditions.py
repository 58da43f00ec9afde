"""Chapter 6: Expedition Requests."""

from __future__ import annotations

import pytest

from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.commands import (
    CompleteExpedition,
    FinishTaking,
    HirePerson,
    LootShip,
    RevealCard,
    StopDiscovering,
)

from .scenario import (
    ADMIRALS,
    CAPTAINS,
    CAPTAINS_AND_SETTLER,
    FLUTE,
    FRIGATE,
    GALLEON,
    JACKS,
    JESTERS,
    PINACE,
    PRIESTS,
    PRIESTS_AND_SETTLER,
    SAILOR,
    SETTLERS,
    SKIFF,
    TWO_CAPTAINS,
    TWO_PRIESTS,
    TWO_SETTLERS,
    Seeded,
    given,
)

PRIEST, OTHER_PRIEST = PRIESTS[:2]
JACK = JACKS[0]


@pytest.mark.rule("MC-048")
def test_open_requests_survive_a_bust_and_the_end_of_a_turn() -> None:
    table = given(seats=2, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=(TWO_SETTLERS, "pinace-1-1:2"))
    table.do(0, RevealCard())
    table.when(0, RevealCard()).happens(e.BustOccurred)
    assert table.view.requests == (TWO_PRIESTS, TWO_SETTLERS)
    table.pass_turn().pass_turn()
    assert set(table.view.requests) >= {TWO_PRIESTS, TWO_SETTLERS}


@pytest.mark.rule("MC-048")
def test_any_number_of_requests_may_lie_open() -> None:
    requests = (TWO_PRIESTS, TWO_SETTLERS, TWO_CAPTAINS, PRIESTS_AND_SETTLER, CAPTAINS_AND_SETTLER)
    table = given(next_cards=requests).do(0, *[RevealCard()] * 5)
    assert table.view.requests == requests


@pytest.mark.rule("MC-049")
def test_requests_are_never_taken_as_a_card() -> None:
    table = given(persons={0: (PRIEST,)}, requests=(TWO_PRIESTS,), harbour=(PINACE, FLUTE), coins={0: 12})
    table.do(0, StopDiscovering())
    table.when(0, HirePerson(card=TWO_PRIESTS)).refused("card_not_in_harbour")
    table.when(0, LootShip(card=TWO_PRIESTS)).refused("card_not_in_harbour")
    assert table.legal(0) == [LootShip(card=PINACE), LootShip(card=FLUTE), FinishTaking()]


@pytest.mark.rule("MC-049")
def test_requests_are_no_harbour_cards_for_the_admiral_and_no_ship_types() -> None:
    table = given(
        persons={0: (ADMIRALS[0],)},
        requests=(TWO_PRIESTS,),
        harbour=(PINACE, FLUTE, SKIFF, FRIGATE),
        next_cards=(TWO_SETTLERS,),
    ).do(0, RevealCard())
    assert len(table.view.requests) + len(table.view.harbour) == 6
    table.when(0, StopDiscovering()).then_only(
        e.DiscoveryStopped(seat=0, ship_types=4, base_takes=2, automatic=False),
        e.TakingStarted(seat=0, takes=2, harbour_size=4),
    )


@pytest.mark.rule("MC-049")
def test_requests_do_not_fill_the_harbour_for_the_jester() -> None:
    table = given(persons={0: (JESTERS[0],)}, next_cards=(TWO_PRIESTS,)).do(0, RevealCard())
    gained = table.when(0, StopDiscovering()).happens(e.CoinsGained)
    assert (gained.seat, gained.amount, gained.reason) == (0, 1, "jester")


@pytest.mark.rule("MC-050", "MC-052", "MC-C02")
def test_only_the_active_player_completes_requests() -> None:
    table = given(
        seats=3,
        persons={0: PRIESTS[2:4], 1: (PRIEST, OTHER_PRIEST)},
        requests=(TWO_PRIESTS,),
        harbour=(PINACE, FLUTE, SKIFF),
    )
    command = table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)
    table.when(1, command).refused("not_your_turn")
    table.do(0, StopDiscovering())
    table.when(1, command).refused("not_your_turn")
    table.do(0, FinishTaking())
    assert table.decision_kind == "other_take"
    table.when(1, command).refused("wrong_decision")
    assert not [each for each in table.legal(1) if isinstance(each, CompleteExpedition)]


@pytest.mark.rule("MC-051")
def test_before_the_first_reveal_and_between_reveals() -> None:
    table = given(
        persons={0: (PRIEST, OTHER_PRIEST, *SETTLERS[:2])},
        requests=(TWO_PRIESTS, TWO_SETTLERS),
        next_cards=(*CAPTAINS[:3], PINACE),
    )
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)).happens(e.ExpeditionCompleted)
    table.do(0, RevealCard())
    assert RevealCard() in table.legal(0)
    table.when(0, table.completion(TWO_SETTLERS, *SETTLERS[:2])).happens(e.ExpeditionCompleted)
    table.when(0, RevealCard()).happens(e.CardRevealed)


@pytest.mark.rule("MC-051")
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_before_between_and_after_the_own_takes(taken: int) -> None:
    harbour = (PINACE, FLUTE, SKIFF, FRIGATE)
    table = given(persons={0: (PRIEST, OTHER_PRIEST)}, requests=(TWO_PRIESTS,), harbour=harbour)
    table.do(0, StopDiscovering())
    assert table.takes_left == 2
    for card in harbour[:taken]:
        table.do(0, LootShip(card=card))
    assert (table.decision_kind, table.takes_left) == ("active_take", 2 - taken)
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)).happens(e.ExpeditionCompleted)
    assert table.completed(0) == (TWO_PRIESTS,)


@pytest.mark.rule("MC-051", "MC-076", "MC-146")
def test_in_the_closing_window_after_a_bust() -> None:
    table = given(
        persons={0: (PRIEST, OTHER_PRIEST)}, requests=(TWO_PRIESTS,), harbour=(PINACE,), next_cards=("pinace-1-1:2",)
    ).do(0, RevealCard())
    assert table.decision_kind == "bust_window"
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)).happens(e.ExpeditionCompleted)
    assert table.completed(0) == (TWO_PRIESTS,)


@pytest.mark.rule("MC-052")
def test_not_while_a_repel_decision_is_open() -> None:
    table = given(persons={0: (PRIEST, OTHER_PRIEST, SAILOR)}, requests=(TWO_PRIESTS,), next_cards=(FLUTE,))
    table.do(0, RevealCard())
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)).refused("wrong_decision")


@pytest.mark.rule("MC-052")
def test_not_once_the_other_seats_take() -> None:
    table = given(seats=2, persons={0: (PRIEST, OTHER_PRIEST)}, requests=(TWO_PRIESTS,), harbour=(PINACE, FLUTE))
    table.do(0, StopDiscovering(), FinishTaking())
    assert table.awaited_seat == 1
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)).refused("not_your_turn")


@pytest.mark.rule("MC-053", "MC-054", "MC-058", "MC-059", "MC-C10")
def test_the_persons_are_given_up_then_the_request_and_its_reward_are_received() -> None:
    table = given(persons={0: (PRIEST, OTHER_PRIEST, SAILOR)}, requests=(TWO_PRIESTS,))
    discarded, coins = table.view.discard_pile, table.coins(0)
    assert table.influence(0) == 3
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)).then_only(
        e.ExpeditionCompleted(seat=0, request=TWO_PRIESTS, discards=(PRIEST, OTHER_PRIEST), influence_after=3),
        e.CoinsGained(seat=0, amount=3, reason="expedition", missing=0, cards=table.drawn(3)),
    )
    assert table.view.discard_pile == (*discarded, PRIEST, OTHER_PRIEST)
    assert table.persons(0) == (SAILOR,)
    assert table.completed(0) == (TWO_PRIESTS,)
    assert table.view.requests == ()
    assert table.coins(0) == coins + 3
    assert table.influence(0) == 1 + 2


@pytest.mark.rule("MC-054", "MC-C10")
@pytest.mark.parametrize(
    ("request_card", "discards", "missing"),
    [
        (TWO_PRIESTS, (PRIEST, SETTLERS[0]), {"priest": 1}),
        (TWO_PRIESTS, (PRIEST, CAPTAINS[0]), {"priest": 1}),
        (TWO_PRIESTS, (PRIEST, SAILOR), {"priest": 1}),
        (TWO_PRIESTS, SETTLERS[:2], {"priest": 2}),
        (TWO_SETTLERS, (SETTLERS[0],), {"settler": 1}),
        (TWO_CAPTAINS, (), {"captain": 2}),
        (PRIESTS_AND_SETTLER, (PRIEST, OTHER_PRIEST), {"settler": 1}),
        (PRIESTS_AND_SETTLER, (PRIEST, *SETTLERS[:2]), {"priest": 1}),
        (CAPTAINS_AND_SETTLER, (JACK, SETTLERS[0]), {"captain": 1}),
    ],
)
def test_every_symbol_must_be_served(request_card: str, discards: tuple[str, ...], missing: dict[str, int]) -> None:
    persons = (PRIEST, OTHER_PRIEST, CAPTAINS[0], *SETTLERS[:2], SAILOR, JACK)
    table = given(persons={0: persons}, requests=(request_card,), options={"target_influence": 50})
    table.when(0, table.completion(request_card, *discards)).refused("expedition_needs_unmet", missing=missing)


@pytest.mark.rule("MC-055", "MC-110")
@pytest.mark.parametrize(
    ("request_card", "discards"),
    [
        (TWO_PRIESTS, (PRIEST, JACKS[0])),
        (TWO_SETTLERS, (SETTLERS[0], JACKS[0])),
        (TWO_CAPTAINS, (CAPTAINS[0], JACKS[0])),
        (TWO_CAPTAINS, JACKS[:2]),
        (PRIESTS_AND_SETTLER, (PRIEST, *JACKS[:2])),
        (PRIESTS_AND_SETTLER, (PRIEST, OTHER_PRIEST, JACKS[0])),
        (PRIESTS_AND_SETTLER, (SETTLERS[0], *JACKS[:2])),
        (CAPTAINS_AND_SETTLER, JACKS),
    ],
)
def test_a_jack_of_all_trades_serves_any_one_symbol(request_card: str, discards: tuple[str, ...]) -> None:
    table = given(persons={0: discards}, requests=(request_card,))
    done = table.when(0, table.completion(request_card, *discards)).happens(e.ExpeditionCompleted)
    assert done.discards == discards
    assert table.persons(0) == ()


@pytest.mark.rule("MC-056", "MC-C10")
@pytest.mark.parametrize(
    ("request_card", "discards"),
    [
        (TWO_PRIESTS, PRIESTS[:3]),
        (TWO_PRIESTS, (PRIEST, OTHER_PRIEST, SAILOR)),
        (TWO_PRIESTS, (PRIEST, OTHER_PRIEST, JACK)),
        (TWO_PRIESTS, (PRIEST, OTHER_PRIEST, SETTLERS[0])),
        (PRIESTS_AND_SETTLER, (PRIEST, OTHER_PRIEST, SETTLERS[0], SAILOR)),
    ],
)
def test_no_surplus_persons(request_card: str, discards: tuple[str, ...]) -> None:
    table = given(persons={0: discards}, requests=(request_card,))
    table.when(0, table.completion(request_card, *discards)).refused("expedition_discards_not_exact")


@pytest.mark.rule("MC-057", "MC-C10")
def test_only_persons_of_the_own_display_count() -> None:
    table = given(persons={0: (PRIEST,), 1: (OTHER_PRIEST,)}, requests=(TWO_PRIESTS,), harbour=(PRIESTS[2], PINACE))
    for other in (OTHER_PRIEST, PRIESTS[2], PRIESTS[3], PINACE):
        table.when(0, table.completion(TWO_PRIESTS, PRIEST, other)).refused("person_not_owned")


@pytest.mark.rule("MC-C10")
def test_each_person_is_named_once() -> None:
    table = given(persons={0: (PRIEST,)}, requests=(TWO_PRIESTS,))
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, PRIEST)).refused("person_not_owned")


@pytest.mark.rule("MC-057")
def test_a_person_hired_in_the_same_turn_counts() -> None:
    table = given(
        persons={0: (PRIEST,)}, coins={0: 4}, requests=(TWO_PRIESTS,), harbour=(OTHER_PRIEST, PINACE, FLUTE, SKIFF, FRIGATE)
    )
    table.do(0, StopDiscovering(), HirePerson(card=OTHER_PRIEST))
    table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST)).happens(e.ExpeditionCompleted)


@pytest.mark.rule("MC-058", "MC-099")
def test_points_and_skills_of_the_given_up_persons_are_lost() -> None:
    table = given(persons={0: (*JACKS[:2], SAILOR)}, requests=(TWO_PRIESTS, TWO_SETTLERS))
    table.do(0, table.completion(TWO_PRIESTS, *JACKS[:2]))
    assert table.influence(0) == 1 + 2
    table.when(0, table.completion(TWO_SETTLERS, *JACKS[:2])).refused("person_not_owned")


@pytest.mark.rule("MC-059", "MC-115")
def test_the_given_up_persons_can_come_back_as_the_reward() -> None:
    table = given(persons={0: (PRIEST, OTHER_PRIEST)}, requests=(TWO_PRIESTS,), draw_deck=(PINACE,))
    table.rng = Seeded(1)
    attempt = table.when(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST))
    reshuffled = attempt.happens(e.DeckReshuffled)
    assert set(reshuffled.deck_order) == {PRIEST, OTHER_PRIEST}
    attempt.then_only(
        e.ExpeditionCompleted(seat=0, request=TWO_PRIESTS, discards=(PRIEST, OTHER_PRIEST), influence_after=2),
        e.DeckReshuffled(size=2, deck_order=reshuffled.deck_order),
        e.CoinsGained(seat=0, amount=3, reason="expedition", missing=0, cards=(PINACE, *reshuffled.deck_order)),
        ...,
    )


@pytest.mark.rule("MC-060")
def test_a_completed_request_keeps_its_points_and_never_comes_back() -> None:
    table = given(persons={0: (PRIEST, OTHER_PRIEST)}, requests=(TWO_PRIESTS,))
    table.do(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST))
    table.play_at_random(commands=400, seed=5)
    assert any(isinstance(event, e.DeckReshuffled) for event in table.events)
    assert TWO_PRIESTS in table.completed(0)
    assert TWO_PRIESTS not in (*table.ledger.draw_deck, *table.ledger.discard_pile)
    assert table.influence(0) >= 2


@pytest.mark.rule("MC-061")
def test_several_requests_in_one_turn_and_no_obligation() -> None:
    table = given(
        persons={0: (PRIEST, OTHER_PRIEST, *SETTLERS[:2])}, requests=(TWO_PRIESTS, TWO_SETTLERS), next_cards=(GALLEON,)
    )
    assert RevealCard() in table.legal(0)
    table.do(0, table.completion(TWO_PRIESTS, PRIEST, OTHER_PRIEST), table.completion(TWO_SETTLERS, *SETTLERS[:2]))
    assert table.completed(0) == (TWO_PRIESTS, TWO_SETTLERS)


@pytest.mark.rule("MC-061")
def test_a_turn_may_pass_without_completing() -> None:
    table = given(persons={0: (PRIEST, OTHER_PRIEST)}, requests=(TWO_PRIESTS,), next_cards=(GALLEON,)).pass_turn()
    assert table.active_seat == 1
    assert table.view.requests == (TWO_PRIESTS,)
    assert table.persons(0) == (PRIEST, OTHER_PRIEST)


@pytest.mark.rule("MC-C10")
def test_a_request_that_is_not_open_is_refused() -> None:
    table = given(persons={0: (PRIEST, OTHER_PRIEST)}, completed={1: (TWO_CAPTAINS,)}, requests=(TWO_SETTLERS,))
    for card in (TWO_PRIESTS, TWO_CAPTAINS, PRIEST):
        table.when(0, table.completion(card, PRIEST, OTHER_PRIEST)).refused("request_not_open")
