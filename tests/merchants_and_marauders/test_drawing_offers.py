"""Labels, targets and candidates of offers, what events touch, and what holds of the drawing in whole games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from conformance.drawing import check_aims, check_board, check_labels, check_picture
from conformance.games import names
from conformance.playing import Chance, Step, play
from domain.drawing import MOST_CANDIDATES
from domain.game import Rejected
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import content
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import PORTS, ZONES
from domain.merchants_and_marauders.drawing import DRAWING
from domain.merchants_and_marauders.drawing.words import GROUP_OF
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.state import State
from domain.merchants_and_marauders.texts import ASKED, LABELS, label
from domain.merchants_and_marauders.view import view
from domain.offers import labels

from .business import in_port_action
from .drawn import PLAYERS, targets
from .fights import SHIPS, at_havana
from .scenario import Table, given


def test_every_command_and_decision_has_its_words() -> None:
    assert LABELS.keys() == GROUP_OF.keys() == set(c.COMMANDS)
    assert ASKED.keys() == f.DECISIONS


@pytest.mark.rule("MM-208")
def test_each_location_that_a_card_repairs_is_one_of_the_own_ship() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g23:1",)}, damage={0: ("cargo", "masts", "cannons")})
    table.when(c.PlayGlory("g23:1"))
    assert targets(table, c.Choose("masts")) == ("seat/0/ship/masts",)
    table.when(c.Choose("cargo"))
    assert targets(table, c.Choose("masts")) == ("seat/0/ship/masts",)


def test_labels_of_all_sails_cards_and_payments_are_short() -> None:
    table = given(seats=4)
    longest = "An uncommonly long name of a player!"
    every: list[c.Command] = [c.Sail(zone) for zone in ZONES]
    every += [c.PlaceModification(port) for port in PORTS]
    every += [c.ClaimMission(mission) for mission in content.MISSIONS]
    every += [c.PlayGlory(card) for card in content.GLORY_INSTANCES]
    every += [c.HireSpecialist(card) for card in content.GLORY_INSTANCES]
    every += [c.RaidExchange(card, free) for card in content.CARGO for free in (False, True)]
    every += [c.WithdrawGold(amount) for amount in (1, 5, 10, "all")]  # type: ignore[arg-type]
    every += [c.ScoutCaptain(3)]
    for command in every:
        assert 0 < len(label(view(table.state, 0), 0, command, [longest] * 4)) <= 40, command


@pytest.mark.parametrize(
    ("what", "option", "text"),
    [
        ("captain", "1", "Choose Bartholomew"),
        ("npc", "dutch", "Choose the Dutch naval ship"),
        ("npc", "pirate_sloop", "Choose the pirate Sloop"),
        ("zone", "stop", "Leave the ship where it is"),
    ],
)
def test_a_choice_names_what_is_chosen(what: Any, option: str, text: str) -> None:
    table = given().after(e.FrameOpened(f.Choose(0, what, (option,))))
    assert label(view(table.state, 0), 0, c.Choose(option), PLAYERS) == text


def test_cards_of_one_good_are_told_apart_by_what_they_are_in_a_raid() -> None:
    table = in_port_action(cargo=("cocoa_1", "cocoa_2", "rum_1"))
    table.when(c.StartSelling())
    told = [label(view(table.state, 0), 0, c.AddToSale(card), PLAYERS) for card in ("cocoa_1", "cocoa_2", "rum_1")]
    assert told == ["Put up Cocoa (1, escape)", "Put up Cocoa (2, hits Masts)", "Put up Rum"]


def test_commands_point_at_what_they_are_about() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g01:1",)})
    assert targets(table, c.Sail("nassau")) == ("nassau",)
    assert targets(table, c.ScoutMerchant("roll")) == ("merchant/havana", "havana")
    assert targets(table, c.PlayGlory("g01:1")) == ("g01:1",)
    assert targets(in_port_action(gold=9), c.SeekRumor()) == ("activity/rumor",)


def refusals(table: Table, seat: int = 0) -> Mapping[c.Command, str]:
    """The candidates that are refused, with the codes."""
    found: dict[c.Command, str] = {}
    for command in DRAWING.candidates(view(table.state, seat), seat):
        try:
            GAME.rules.check(table.state, seat, command)
        except Rejected as refused:
            found[command] = refused.code
    return found


@pytest.mark.rule("MM-059", "MM-197")
def test_what_cannot_be_done_at_sea_has_a_reason() -> None:
    refused = refusals(at_havana(bounties={0: {"spanish": 1}}, npcs={"dutch": (SHIPS["dutch"], "curacao")}))
    assert refused[c.Sail("curacao")] == "not_adjacent"
    assert c.Sail("nassau") not in refused
    assert refused[c.EnterPort("open")] == "port_closed_bounty"
    assert refused[c.ScoutNpc("dutch")] == "target_not_here"
    assert refused[c.OpenPortAction()] == "at_sea"


def test_what_cannot_be_done_in_port_has_a_reason() -> None:
    table = in_port_action(gold=9)
    table.when(c.StartBuying())
    table.when(c.FinishLot())
    refused = refusals(table)
    assert refused[c.StartBuying()] == "activity_used"
    assert refused[c.StartSelling()] == "selling_not_first"
    table.when(c.VisitShipyard())
    refused = refusals(table)
    assert refused[c.BuyShip("frigate")] == "cannot_afford"
    assert refused[c.Repair("hull")] == "not_damaged"


@pytest.mark.rule("MM-216")
def test_only_cards_that_are_specialists_are_looked_for_to_be_hired() -> None:
    table = in_port_action(glory={0: ("g01:1", "g36:1")})
    looked_for = DRAWING.candidates(view(table.state, 0), 0)
    assert [each for each in looked_for if isinstance(each, c.HireSpecialist)] == [c.HireSpecialist("g36:1")]


@pytest.mark.rule("MM-201")
def test_a_reward_is_looked_for_only_where_the_loser_has_a_bounty() -> None:
    table = given(bounties={0: {"french": 1}, 1: {"french": 1, "spanish": 2}}).after(e.FrameOpened(f.ClaimReward(0, 1)))
    looked_for = DRAWING.candidates(view(table.state, 0), 0)
    assert looked_for == [c.ClaimReward("french"), c.ClaimReward("spanish"), c.DeclineReward()]
    assert refusals(table) == {c.ClaimReward("french"): "winner_wanted"}
    pieces = {piece.id for piece in DRAWING.picture(view(table.state, 0), 0).pieces}
    assert {targets(table, command)[0] for command in looked_for[:2]} <= pieces


@pytest.mark.rule("MM-425")
def test_moving_a_modification_points_at_its_token() -> None:
    table = given().after(e.FrameOpened(f.TransferModifications(0, sale=17)))
    assert targets(table, c.Transfer("chasers")) == ("seat/0/returning/chasers",)
    assert targets(table, c.FinishTransfer()) == ("seat/0/returning",)


def test_a_seat_that_is_not_asked_has_no_candidates() -> None:
    assert not DRAWING.candidates(view(given().state, 1), 1)


# Whole games

NOT_DRAWN: Mapping[str, str] = {
    "stack": "frames say what is under way; areas show what of it lies on a table",
    "decision": "the same",
    "turn": "the scouted ships and merchants are marked",
    "offers": "a figure of the seat",
    "drawn": "a figure of the event",
}
"""The fields of a view whose ids need not be pieces, each with the reason."""
CARDS = {
    *content.CAPTAINS,
    *content.CARGO,
    *content.EVENT_CARDS,
    *content.GLORY_INSTANCES,
    *content.MISSIONS,
    *content.RUMORS,
}


def cards_in(value: object, field: str = "") -> Iterator[str]:
    """Every id of a card in the JSON of a view, but those of fields that need not be drawn."""
    if field in NOT_DRAWN:
        return
    if isinstance(value, dict):
        for name, each in value.items():
            yield from cards_in(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from cards_in(each, field)
    elif isinstance(value, str) and value in CARDS:
        yield value


def played(options: Options, seats: int, seed: int, commands: int) -> Iterator[Step]:
    """The first commands of a game of bots that do something odd now and then."""
    chance, odd = Chance(seed), random.Random(seed)
    state: State = GAME.rules.setup(options, seats, chance).state
    for _ in range(commands):
        if not (awaited := GAME.rules.to_act(state)):
            return
        seat, before = awaited[0], state
        legal = list(GAME.rules.legal_commands(state, seat))
        seen = view(state, seat)

        def worth(command: Any, seen: Any = seen, seat: int = seat) -> float:
            return GAME.bots.evaluate(seen, seat, command)

        command = odd.choice(legal) if odd.random() < 0.2 else max(legal, key=worth)
        recorder = GAME.rules.decide(state, seat, command, chance)
        state = recorder.state
        yield Step(before, seat, legal, command, state, list(recorder.events))


@pytest.mark.parametrize(
    ("options", "seats", "seed"),
    [(Options(), 2, 5), (Options(windows="uniform", open_gold=True), 4, 6), (Options(windows="uniform"), 3, 7)],
    ids=["holders only, 2 seats", "uniform, open gold, 4 seats", "uniform, 3 seats"],
)
def test_games_with_all_options_are_drawn_completely(options: Options, seats: int, seed: int) -> None:
    board = DRAWING.board(GAME.rules.resolve(options, seats), names(seats))
    check_board(board, seats)
    order = {area.id: place for place, area in enumerate(board.areas)}
    for step in played(options, seats, seed, 250):
        for viewer in (None, step.seat):
            seen = view(step.after, viewer)
            picture = DRAWING.picture(seen, viewer)
            check_picture(picture, board)
            places = [order[piece.inside] for piece in picture.pieces]
            assert places == sorted(places)
            pieces = {piece.id for piece in picture.pieces}
            assert set(cards_in(msgspec.to_builtins(seen))) <= pieces
        seen = view(step.before, step.seat)
        check_aims(DRAWING, board, seen, step)
        check_labels(labels(GAME, seen, step.seat, step.legal, names(seats)))
        candidates = DRAWING.candidates(seen, step.seat)
        assert len(candidates) <= MOST_CANDIDATES
        for command in candidates:
            with suppress(Rejected):
                GAME.rules.check(step.before, step.seat, command)


def test_the_end_shows_places_points_and_why() -> None:
    *_, last = play(GAME, 2, 1)
    outcome = GAME.rules.outcome(last.after)
    assert outcome is not None
    picture = DRAWING.picture(GAME.gate.open_view(last.after), None)
    first = [seat for seat in (0, 1) if dict(picture.facts[f"seat/{seat}"])["final_place"] == 1]
    assert first == sorted(outcome.winners)
    assert "ended" in dict(picture.facts["round"])


def test_names_and_texts_of_faces_are_whole() -> None:
    for face_id, face in DRAWING.board(Options(), PLAYERS).faces.items():
        assert face.text == "" or re.search(r"[.!]$", face.text), face_id
        assert "  " not in face.text, face_id
