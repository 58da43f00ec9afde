"""What people see of a command: the beats of its scene, which lead every viewer from the picture before to the one after."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.scenes import Seen
from domain.merchants_of_the_caribbean.commands import (
    Command,
    FinishTaking,
    HirePerson,
    KeepShip,
    LootShip,
    RepelShip,
    RevealCard,
    StopDiscovering,
)
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.texts.narration import SILENT
from domain.scenes import Beat, BeatPiece, Gain, Moment, Move, Scene, Show, Turn, text_of
from tests.support.scenes import watched

from .scenario import (
    FLUTE,
    GALLEON,
    JESTERS,
    PINACE,
    PRIESTS,
    SAILOR,
    SKIFF,
    TAX,
    TWO_PRIESTS,
    Seeded,
    Table,
    given,
)

TWIN = "pinace-1-1:2"


def told(table: Table, seat: int, command: Command) -> Scene:
    """What a spectator is told of a command; all others see the same."""
    before = table.state
    events = [*table.when(seat, command).events]
    found = watched(GAME, before, events, table.state)
    assert len({repr(each.scene) for each in found.values()}) == 1, "everybody sees the same"
    seen: Seen = found[None]
    return seen.scene


def beats(scene: Scene, kind: type[Beat], **fields: object) -> list[Any]:
    return [
        beat
        for beat in scene
        if isinstance(beat, kind) and all(getattr(beat, name) == value for name, value in fields.items())
    ]


def seen_most(scene: Scene) -> list[str]:
    """The titles of what must be seen."""
    return [beat.title for beat in scene if isinstance(beat, Moment | Turn) and beat.weight == 2]


def places(scene: Scene) -> list[tuple[tuple[str | None, ...], str | None]]:
    """What moves where, in order."""
    return [
        (tuple(piece if isinstance(piece, str) else piece.id for piece in move.pieces), move.to)
        for move in beats(scene, Move)
    ]


@pytest.mark.rule("MC-070")
def test_a_bust_shows_the_fatal_card_then_says_so_then_sweeps_the_harbour() -> None:
    scene = told(given(harbour=(PINACE, SAILOR), next_cards=(TWIN,)), 0, RevealCard())
    shown, bust = scene[0], beats(scene, Moment, title="Bust!")[0]
    assert isinstance(shown, Show)
    assert (shown.pieces, shown.by, shown.source) == (
        (BeatPiece(id=TWIN, inside="revealed", face="pinace-1-1"),), "seat/0", "draw_deck"
    )  # fmt: skip
    assert (bust.tone, bust.seat, bust.weight, bust.at) == ("bad", 0, 2, (TWIN, PINACE))
    assert scene.index(shown) < scene.index(bust) < scene.index(beats(scene, Move, to="discard_pile")[0])
    assert ((PINACE, SAILOR, TWIN), "discard_pile") in places(scene)


@pytest.mark.rule("MC-075")
def test_jesters_pay_for_a_bust_with_coins_that_nobody_can_tell_apart() -> None:
    scene = told(given(persons={0: JESTERS[:1]}, harbour=(PINACE,), next_cards=(TWIN,)), 0, RevealCard())
    (coins,) = beats(scene, Move, to="seat/0/coins")
    assert (coins.source, coins.weight) == ("draw_deck", 0), "nobody waits for coins"
    assert all(piece.down and piece.face is None for piece in coins.pieces)
    (gain,) = beats(scene, Gain, at="seat/0", fact="coins")
    assert (gain.by, gain.now) == (1, 4)
    assert "from Jesters" in gain.text


def test_a_card_that_was_turned_up_joins_the_others_without_a_stop() -> None:
    scene = told(given(harbour=(FLUTE,), next_cards=(TWIN,)), 0, RevealCard())
    (move,) = beats(scene, Move)
    assert (move.pieces, move.to, move.weight) == ((TWIN,), "harbour", 0)


def test_a_ship_that_can_be_repelled_waits_and_is_kept_or_sent_off() -> None:
    for answer, place, text in (
        (RepelShip(card=TWIN), "discard_pile", "repels"),
        (KeepShip(card=TWIN), "harbour", "keeps"),
    ):
        table = given(persons={0: (SAILOR,)}, harbour=(FLUTE,), next_cards=(TWIN,))
        asked = told(table, 0, RevealCard())
        assert beats(asked, Moment, at=(TWIN,))[0].text == "Player A could repel it."
        scene = told(table, 0, answer)
        (move,) = [move for move in beats(scene, Move) if move.pieces == (TWIN,)]
        assert (move.to, move.weight) == (place, 1)
        assert text in move.text


def test_loot_and_hire_move_cards_and_count_coins_and_points() -> None:
    table = given(coins={0: 5}, harbour=(FLUTE, SAILOR, GALLEON, SKIFF))
    begun = told(table, 0, StopDiscovering())
    assert beats(begun, Moment)[0].text == "Player A stops with 3 types of Ship."
    looted = told(table, 0, LootShip(card=FLUTE))
    assert ((FLUTE,), "discard_pile") in places(looted)
    assert [(gain.fact, gain.by, gain.now) for gain in beats(looted, Gain)] == [("coins", 1, 6)]
    assert seen_most(looted) == []


def test_a_person_that_another_seat_hires_costs_a_fee_that_goes_to_whose_turn_it_is() -> None:
    table = given(coins={1: 8}, harbour=(FLUTE, SAILOR))
    table.do(0, StopDiscovering(), FinishTaking())
    scene = told(table, 1, HirePerson(card=SAILOR))
    assert ((SAILOR,), "seat/1/persons") in places(scene)
    (fee,) = beats(scene, Move, to="seat/0/coins")
    assert (fee.source, fee.pieces[0].down) == ("seat/1/coins", True)
    coins = {at: [gain.by for gain in beats(scene, Gain, at=at, fact="coins")] for at in ("seat/0", "seat/1")}
    assert (coins["seat/0"], sorted(coins["seat/1"])) == ([1], [-3, -1])
    assert beats(scene, Gain, at="seat/1", fact="influence")[0].by == 1
    assert all(piece.face for move in beats(scene, Move, to="discard_pile") for piece in move.pieces if move.source)


@pytest.mark.rule("MC-062", "MC-063")
def test_a_tax_increase_must_be_seen_before_what_it_costs() -> None:
    scene = told(given(coins={0: 12, 1: 3}, persons={1: (SAILOR,)}, next_cards=(TAX,)), 0, RevealCard())
    (tax,) = beats(scene, Moment, title="Tax Increase")
    assert (tax.weight, tax.at) == (2, (TAX,))
    taxed = beats(scene, Gain, at="seat/0", fact="coins")[0]
    assert scene.index(tax) < scene.index(taxed)
    assert (taxed.by, taxed.now) == (-6, 6)
    assert "Player A is taxed 6 of 12 coins." in text_of(scene)
    assert ((TAX,), "discard_pile") in places(scene)


def test_a_completed_expedition_must_be_seen_and_is_good_for_its_seat() -> None:
    table = given(persons={0: PRIESTS[:2]}, requests=(TWO_PRIESTS,))
    scene = told(table, 0, table.completion(TWO_PRIESTS, *PRIESTS[:2]))
    (done,) = beats(scene, Moment, title="Expedition completed")
    assert (done.tone, done.seat, done.weight, done.at) == ("good", 0, 2, (TWO_PRIESTS, *PRIESTS[:2]))
    assert ((TWO_PRIESTS,), "seat/0/requests") in places(scene)
    assert (PRIESTS[:2], "discard_pile") in places(scene)
    assert beats(scene, Gain, fact="coins")[0].text.endswith("for the expedition.")
    assert not [gain for gain in beats(scene, Gain, fact="influence") if gain.by == 0]


def test_the_next_turn_is_told_with_whose_it_is_and_its_round() -> None:
    table = given(harbour=(FLUTE,))
    table.do(0, StopDiscovering(), FinishTaking())
    scene = told(table, 1, FinishTaking())
    (turn,) = beats(scene, Turn)
    assert (turn.title, turn.by, turn.seat, turn.round) == ("Player B's turn", "seat/1", 1, 1)
    assert (("marker/turn",), "seat/1/markers") in places(scene)


def test_what_is_reshuffled_goes_from_the_discard_pile_to_the_deck() -> None:
    table = given(draw_deck=(FLUTE,), discard_pile=(PINACE, GALLEON, SKIFF))
    table.rng = Seeded(1)
    table.do(0, RevealCard())
    scene = told(table, 0, RevealCard())
    (gone,) = beats(scene, Move, to="draw_deck")
    assert gone.source == "discard_pile"
    assert "shuffled" in gone.text


@pytest.mark.rule("MC-131", "MC-132")
def test_the_end_must_be_seen_with_who_has_won() -> None:
    table = given(options={"round_limit": 2}, completed={0: (TWO_PRIESTS,)}, active=1)
    table.rng = Seeded(2)
    scene: Scene = ()
    while not table.over:
        scene = told(table, table.awaited_seat, table._least())
    assert seen_most(scene) == ["Last round is over", "The game is over"]
    (end,) = beats(scene, Moment, title="The game is over")
    assert end.at == ("seat/0",)
    assert "Player A wins" in end.text


def test_every_event_that_is_silent_has_a_reason() -> None:
    assert all(SILENT.values())
