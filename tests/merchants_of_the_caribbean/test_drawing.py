"""Boards and pictures: what a person at the table would see, in its place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from conformance.drawing import check_board, check_labels, check_picture, check_targets
from conformance.playing import Chance, refusal
from domain.drawing import MOST_CANDIDATES, Picture, Piece
from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean.content import DECK_LISTS, card_names
from domain.merchants_of_the_caribbean.drawing.board import board
from domain.merchants_of_the_caribbean.drawing.offers import candidates, targets
from domain.merchants_of_the_caribbean.drawing.picture import picture
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.options import Options
from domain.merchants_of_the_caribbean.setup import resolve
from domain.merchants_of_the_caribbean.texts.labels import label
from domain.merchants_of_the_caribbean.view import open_view, view
from domain.offers import labels
from tests.support.players import at_random, greedily

from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import (
    CAPTAINS,
    FLUTE,
    FRIGATE,
    GALLEON,
    JACKS,
    MADEMOISELLES,
    PINACE,
    PRIESTS,
    PRIESTS_AND_SETTLER,
    SAILOR,
    SETTLERS,
    TWO_PRIESTS,
    Seeded,
    Table,
    given,
)

NAMES = ("Anne", "Bart", "Cy", "Di", "Eve")
OTHER_PINACE = "pinace-1-1:2"


def seen(table: Table, seat: int | None = None) -> Picture:
    return picture(view(table.state, seat), seat)


def ids(table: Table, area: str) -> list[str]:
    return [piece.id for piece in seen(table).pieces if piece.inside == area]


def markers(table: Table, seat: int) -> list[str]:
    return ids(table, f"seat/{seat}/markers")


def asked(table: Table) -> str:
    (seat,) = GAME.rules.to_act(table.state)
    return GAME.words.asked(view(table.state, None), seat, NAMES)


# Cards in their places


def test_cards_lie_where_they_were_put_by_their_own_ids() -> None:
    table = given(
        persons={0: SETTLERS[:2], 1: (SAILOR,)},
        completed={1: (TWO_PRIESTS,)},
        requests=(PRIESTS_AND_SETTLER,),
        harbour=(PINACE, FLUTE),
    )
    assert ids(table, "harbour") == [PINACE, FLUTE]
    assert ids(table, "requests") == [PRIESTS_AND_SETTLER]
    assert ids(table, "seat/0/persons") == [*SETTLERS[:2]]
    assert ids(table, "seat/1/persons") == [SAILOR]
    assert ids(table, "seat/1/requests") == [TWO_PRIESTS]


def test_a_card_keeps_its_id_from_the_harbour_to_the_display() -> None:
    table = given(coins={0: 9}, harbour=(SAILOR,)).do(0, c.StopDiscovering(), c.HirePerson(SAILOR))
    assert ids(table, "seat/0/persons") == [SAILOR]
    assert SAILOR not in ids(table, "harbour")


@pytest.mark.rule("MC-138", "MC-140")
def test_coins_and_the_draw_deck_are_numbers_to_everybody() -> None:
    table = given(seats=3, coins={0: 5, 1: 2})
    coins = {piece.inside: piece for piece in seen(table, 0).pieces if piece.down}
    assert coins["seat/0/coins"] == Piece(id="seat/0/coins/top", inside="seat/0/coins", down=True, count=5)
    assert coins["seat/1/coins"].count == 2
    assert coins["draw_deck"].count == table.draw_deck_size
    assert seen(table, 0) == seen(table, 1) == seen(table, None)


@pytest.mark.rule("MC-043")
def test_the_ship_just_revealed_lies_apart_and_says_that_keeping_it_is_a_bust() -> None:
    table = given(persons={0: (SAILOR,)}, harbour=(PINACE,), next_cards=(OTHER_PINACE,)).do(0, c.RevealCard())
    (revealed,) = [piece for piece in seen(table).pieces if piece.inside == "revealed"]
    assert (revealed.id, revealed.face, revealed.marks) == (OTHER_PINACE, "pinace-1-1", ("busts",))
    assert asked(table) == "Anne repels the Pinace or keeps it, which is a bust."


@pytest.mark.rule("MC-138")
def test_how_many_coins_are_known_is_told_once_some_are() -> None:
    table = given(discard_pile=(PINACE, FLUTE), draw_deck=())
    assert "known_coins" not in dict(seen(table).facts["game"])
    table.rng = Seeded(1)
    table.do(0, c.RevealCard())  # The discard pile is shuffled anew: all coins lay face down by then.
    coins = sum(piece.count or 0 for piece in seen(table).pieces if piece.id.endswith("/coins/top"))
    assert dict(seen(table).facts["game"])["known_coins"] == coins > 0


@pytest.mark.rule("MC-136")
def test_the_discard_pile_shows_all_its_cards_and_its_size() -> None:
    table = given(discard_pile=(PINACE, FLUTE))
    pile = [piece.id for piece in seen(table).pieces if piece.inside == "discard_pile"]
    assert pile == list(table.state.discard_pile)
    assert seen(table).facts["discard_pile"] == (("cards", len(table.state.discard_pile)),)


# Seats


def test_markers_say_who_begins_and_whose_turn_it_is() -> None:
    table = given(seats=3, starting_seat=2, active=0)
    assert [markers(table, seat) for seat in range(3)] == [["marker/turn"], [], ["marker/start"]]


@pytest.mark.rule("MC-145")
def test_a_marker_says_who_takes_from_the_harbour_of_another() -> None:
    table = given(seats=3, harbour=(PINACE, FLUTE)).do(0, c.StopDiscovering(), c.LootShip(PINACE))
    assert markers(table, 1) == ["marker/takes"]
    assert ("takes_left", 1) in seen(table).facts["game"]
    assert asked(table) == "Bart may take a card from the harbour; it costs 1 coin to Anne."


def test_the_end_shows_places_and_winners() -> None:
    table = given(options={"round_limit": 2}, persons={1: (SAILOR,)}, completed={1: (TWO_PRIESTS,)}, active=1)
    while not table.over:
        table.pass_turn()
    assert "marker/winner/1" in markers(table, 1)
    assert ("place", 1) in seen(table).facts["seat/1"]
    assert ("place", 2) in seen(table).facts["seat/0"]


def test_facts_of_a_seat_are_what_its_cards_add_up_to() -> None:
    table = given(persons={0: (SAILOR, MADEMOISELLES[0])}, coins={0: 7})
    assert seen(table).facts["seat/0"] == (
        ("influence", table.influence(0)),
        ("coins", 7),
        ("strength", 1),
        ("requests", 0),
        ("discount", 1),
    )


# The board


@pytest.mark.parametrize("deck", [MERCHANTS, PORT_ROYAL])
def test_every_card_of_the_deck_has_a_face_with_a_text_and_a_source(deck: str) -> None:
    found = board(resolve(Options(deck=deck), 4), NAMES[:4])
    check_board(found, 4)
    cards = {card.id for (deck_id, _), listed in DECK_LISTS.items() if deck_id == deck for card in listed.cards}
    assert set(found.faces) == cards
    for face in found.faces.values():
        assert face.icon, face
        assert face.text, face
        assert face.source in ("sourced", "reconstructed"), face


def test_a_face_shows_the_figures_of_its_card() -> None:
    faces = board(resolve(Options(deck=PORT_ROYAL), 4), NAMES[:4]).faces
    assert faces["pinace-3-4"].facts == (("coins", 3), ("strength", 4))
    assert faces["galleon-4-skull"].facts == (("coins", 4), ("strength", "skull"))
    assert faces["sailor-3-1"].facts == (("cost", 3), ("influence", 1), ("strength", 1))
    assert faces["pinace-3-4"].colour == "yellow"


# Offers


@pytest.mark.rule("MC-055")
def test_labels_say_which_persons_are_given_up() -> None:
    persons = (PRIESTS[0], SETTLERS[0], *JACKS[:2])
    table = given(persons={0: persons}, requests=(TWO_PRIESTS, PRIESTS_AND_SETTLER))
    legal = [command for command in table.legal(0) if isinstance(command, c.CompleteExpedition)]
    found = [label(view(table.state, 0), 0, command, NAMES) for command in legal]
    assert found[:2] == ["Complete 2 Priests with Priest, Jack", "Complete 2 Priests with 2 Jacks"]
    assert "Complete with Priest, 2 Jacks" in found
    assert len(set(found)) == len(found)


@pytest.mark.rule("MC-055")
def test_a_request_points_at_itself_and_at_the_persons_that_are_given_up() -> None:
    table = given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,))
    (command,) = (each for each in table.legal(0) if isinstance(each, c.CompleteExpedition))
    found = targets(view(table.state, 0), 0, command)
    assert (found[0], sorted(found[1:])) == (TWO_PRIESTS, sorted(PRIESTS[:2]))


def test_labels_say_what_taking_a_card_costs_and_brings() -> None:
    persons, harbour = {0: MADEMOISELLES[:1]}, (SAILOR, GALLEON, FRIGATE)
    table = given(coins={0: 9}, persons=persons, harbour=harbour).do(0, c.StopDiscovering())
    found = labels(GAME, view(table.state, 0), 0, table.legal(0), NAMES)
    assert {"Hire Sailor for 2: 1 point", "Loot the Galleon: 1 coin, strength 2"} <= set(found)


def test_what_a_person_looks_for_and_cannot_do_is_refused_with_the_reason() -> None:
    table = given(
        coins={0: 1}, persons={0: (PRIESTS[0], CAPTAINS[0])}, requests=(PRIESTS_AND_SETTLER,), harbour=(SAILOR, PINACE)
    ).do(0, c.StopDiscovering())
    refused = {each: why[0] for each in candidates(view(table.state, 0), 0) if (why := refusal(GAME, table.state, 0, each))}
    assert refused == {
        c.HirePerson(SAILOR): "cannot_afford",
        c.CompleteExpedition(PRIESTS_AND_SETTLER, PRIESTS[:1]): "expedition_needs_unmet",
    }


def test_legal_commands_are_looked_for_or_complete_a_request_otherwise() -> None:
    table = given(persons={0: (*PRIESTS[:2], *JACKS[:2])}, requests=(TWO_PRIESTS,), harbour=(SAILOR, PINACE))
    missing = set(table.legal(0)) - set(candidates(view(table.state, 0), 0))
    assert {type(command) for command in missing} == {c.CompleteExpedition}


# Whole games


def _ids_in(value: Any) -> set[str]:
    """The card instances that JSON names."""
    match value:
        case str():
            return {value} if value.rpartition(":")[0] in card_names() else set()
        case dict():
            return set().union(*map(_ids_in, value.values()))
        case list() | tuple():
            return set().union(*map(_ids_in, value))
        case _:
            return set()


COUNTED = ("known_coins", "draw_deck")
"""Zones of the view of which a person sees a number: cards that lie face down."""


@pytest.mark.parametrize("player", [at_random, greedily], ids=["random", "bots"])
@pytest.mark.parametrize(
    ("deck", "seats", "options"),
    [
        (MERCHANTS, 4, {}),
        (PORT_ROYAL, 5, {"target_influence": 20, "jester_pays_active_on_empty_harbour": True}),
        (PORT_ROYAL, 2, {"expedition_required": True, "round_limit": 12, "starting_seat": 1}),
    ],
)
def test_every_card_that_a_view_names_is_in_the_picture(deck: str, seats: int, options: Any, player: Any) -> None:
    resolved = resolve(msgspec.convert({"deck": deck, **options}, Options), seats)
    drawn = board(resolved, NAMES[:seats])
    chance = Chance(5)
    state = GAME.rules.setup(resolved, seats, chance).state
    while asked := GAME.rules.to_act(state):
        (seat,) = asked
        here = view(state, seat)
        shown = picture(here, seat)
        check_picture(shown, drawn)
        named = msgspec.to_builtins(here)
        for zone in COUNTED:
            del named[zone]
        known = {piece.id for piece in shown.pieces}
        assert _ids_in(named) <= known
        looked_for = candidates(here, seat)
        assert len(looked_for) <= MOST_CANDIDATES
        check_labels(labels(GAME, here, seat, looked_for, NAMES))
        for command in looked_for:
            check_targets(targets(here, seat, command), known | {area.id for area in drawn.areas}, command)
            refusal(GAME, state, seat, command)
        state = GAME.rules.decide(state, seat, player(GAME, state, seat, chance), chance).state
    check_picture(picture(open_view(state), None), drawn)
