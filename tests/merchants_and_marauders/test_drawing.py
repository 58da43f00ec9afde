"""How the game is drawn: what a person would see at given positions, and what holds in whole games."""

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
from domain.drawing import MOST_CANDIDATES, Picture, Piece
from domain.game import Rejected
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import content
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import LOCATIONS, PORTS, ZONES
from domain.merchants_and_marauders.drawing import DRAWING
from domain.merchants_and_marauders.drawing.touched import TOUCHED
from domain.merchants_and_marauders.drawing.words import GROUP_OF
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.state import State
from domain.merchants_and_marauders.texts import ASKED, LABELS, asked, label
from domain.merchants_and_marauders.view import view
from domain.offers import labels

from .business import in_port_action
from .fights import SHIPS, against, at_havana, duel
from .raiding import raided
from .scenario import SKULL, Table, given
from .test_announced_cards import at_the_end_of_turn_one

PLAYERS = ["Anne", "Bartholomew", "Charlotte", "Dirk"]


class Drawn:
    """The picture of a position for one viewer."""

    def __init__(self, table: Table, seat: int | None = 0) -> None:
        self.picture: Picture = DRAWING.picture(view(table.state, seat), seat)
        self._pieces = {piece.id: piece for piece in self.picture.pieces}

    def __getitem__(self, piece: str) -> Piece:
        return self._pieces[piece]

    def __contains__(self, piece: str) -> bool:
        return piece in self._pieces

    def inside(self, area: str) -> list[str]:
        """The ids of the pieces in an area."""
        return [piece.id for piece in self.picture.pieces if piece.inside == area]

    def faces(self, area: str) -> list[str | None]:
        return [piece.face for piece in self.picture.pieces if piece.inside == area]

    def fact(self, area: str, key: str) -> int | str | None:
        return dict(self.picture.facts[area])[key]


def hits_left(piece: Piece) -> tuple[int | str | None, ...]:
    """What a hit location is worth now and at full."""
    return tuple(value for _, value in piece.facts)


def targets(table: Table, command: c.Command, seat: int = 0) -> tuple[str, ...]:
    return tuple(DRAWING.targets(view(table.state, seat), seat, command))


# The sea


@pytest.mark.rule("MM-007")
def test_the_sea_links_each_pair_of_zones_that_border_on_each_other_once() -> None:
    sea = next(area for area in DRAWING.board(Options(), PLAYERS).areas if area.main)
    borders = {frozenset((zone.id, other)) for zone in ZONES.values() for other in zone.borders.values()}
    assert {frozenset(link) for link in sea.links} == borders
    assert len(sea.links) == len(borders)


def test_a_zone_says_the_rules_of_its_port_and_of_its_waters() -> None:
    havana = next(area for area in DRAWING.board(Options(), PLAYERS).areas if area.id == "havana")
    assert havana.name == "Havana"
    assert PORTS["havana"].port_rule_text is not None
    assert PORTS["havana"].port_rule_text in havana.text
    assert ZONES["havana"].zone_rule_text is not None
    assert ZONES["havana"].zone_rule_text in havana.text


def test_a_zone_holds_its_tokens_and_ships() -> None:
    table = given(
        at_sea={0: "havana"},
        in_port={1: "havana"},
        demand={"havana": "rum"},
        npcs={"spanish": (SHIPS["spanish"], "havana")},
        wars=[("spanish", "dutch")],
        bounties={0: {"dutch": 1}},
        laid_out=["m02"],
    )
    drawn = Drawn(table)
    there = ["demand/havana", "modification/havana", "merchant/havana", "m02", "npc/spanish", "ship/0", "ship/1"]
    assert drawn.inside("havana") == there
    assert drawn["demand/havana"].face == "rum"
    assert drawn["modification/havana"].down
    assert drawn["merchant/havana"].down
    assert drawn["npc/spanish"].name == "Spanish naval Man-o-War"
    assert drawn["npc/spanish"].marks == ("at_war",)
    assert (drawn["ship/0"].seat, drawn["ship/0"].marks) == (0, ("at_sea", "on_turn", "pirate"))
    assert drawn["ship/0"].name == "Sloop of Francis Wright"
    assert (drawn["ship/1"].seat, drawn["ship/1"].marks) == (1, ("in_port",))
    assert drawn.inside("wars") == ["war/spanish/dutch"]
    assert drawn["npc_es_1"].inside == "npcs"


def test_what_was_scouted_in_this_turn_is_marked() -> None:
    table = at_havana(npc="spanish")
    table.when(c.ScoutMerchant("roll"), 1, 1, 1)
    table.when(c.Decline())
    table.when(c.ScoutNpc("spanish"), 1, 1, 1)
    drawn = Drawn(table)
    assert "scouted" in drawn["merchant/havana"].marks
    assert "scouted" in drawn["npc/spanish"].marks


def test_markers_stand_on_the_glory_track_and_its_end_holds_more_points() -> None:
    drawn = Drawn(given(seats=3, points={0: 4, 2: 12}))
    assert [drawn[f"marker/{seat}"].inside for seat in range(3)] == ["glory_track/4", "glory_track/0", "glory_track/10"]
    assert drawn.fact("seat/2", "points") == 12


# Seats


def test_a_ship_board_shows_each_location_as_it_is_now() -> None:
    table = given(ships=("flute", "sloop"), damage={0: ("hull", "crew")}, modifications={0: ("advanced_rigs",)})
    drawn = Drawn(table, 1)
    assert drawn.inside("seat/0/ship") == ["seat/0/ship/card", *(f"seat/0/ship/{place}" for place in LOCATIONS)]
    assert hits_left(drawn["seat/0/ship/hull"]) == (2, 3)
    assert drawn["seat/0/ship/hull"].marks == ("damaged",)
    assert hits_left(drawn["seat/0/ship/crew"]) == (0, 1)
    assert drawn["seat/0/ship/crew"].marks == ("destroyed",)
    assert drawn["seat/0/ship/masts"].marks == ()
    assert drawn.fact("seat/0/ship", "maneuverability") == 3
    assert drawn.inside("seat/0/modifications") == ["seat/0/modification/advanced_rigs"]


@pytest.mark.rule("MM-K23")
def test_cards_and_gold_of_others_are_counted_and_ones_own_lie_open() -> None:
    table = given(gold=7, stash=9, cargo=("rum_1", "wood_2"), glory={0: ("g01:1", "g01:2")}, rumor="r01", mission="m02")
    own, others = Drawn(table, 0), Drawn(table, 1)
    assert own.faces("seat/0/cargo") == ["rum_1", "wood_2"]
    assert own.faces("seat/0/glory") == ["g01", "g01"]
    assert own.inside("seat/0/rumors") == ["r01"]
    assert (own.fact("seat/0", "gold"), own.fact("seat/0", "stash")) == (7, 9)
    for area, count in (("cargo", 2), ("glory", 2), ("rumors", 1)):
        (piece,) = others.inside(f"seat/0/{area}")
        assert (others[piece].down, others[piece].count) == (True, count)
    assert (others.fact("seat/0", "gold"), others.fact("seat/0", "stash")) == (None, None)
    assert others.inside("seat/0/mission") == ["m02"]


@pytest.mark.rule("MM-386")
def test_open_gold_is_seen_by_all_and_the_stash_is_not() -> None:
    drawn = Drawn(given(gold=7, stash=9, open_gold=True), 1)
    assert (drawn.fact("seat/0", "gold"), drawn.fact("seat/0", "stash")) == (7, None)


@pytest.mark.rule("MM-025")
def test_first_captains_and_ships_are_covered_until_all_are_revealed() -> None:
    state = GAME.rules.setup(Options(), 2, Chance(1)).state
    state = GAME.rules.decide(state, 0, c.ChooseShip("sloop"), Chance(1)).state
    own, others = (DRAWING.picture(view(state, seat), seat) for seat in (0, 1))
    assert [piece.face for piece in own.pieces if piece.inside == "seat/0/captain"] == [state.seats[0].captain]
    assert [piece.down for piece in others.pieces if piece.inside == "seat/0/captain"] == [True]
    assert any(piece.inside == "seat/0/ship" for piece in own.pieces)
    assert not any(piece.inside == "seat/0/ship" for piece in others.pieces)


def test_cargo_put_up_for_sale_moves_to_the_lot() -> None:
    table = in_port_action(cargo=("rum_1", "wood_2"))
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    own, others = Drawn(table, 0), Drawn(table, 1)
    assert (own.inside("seat/0/cargo"), own.inside("seat/0/lot")) == (["wood_2"], ["rum_1"])
    assert own["rum_1"].marks == ("for_sale",)
    assert [others[piece].count for area in ("cargo", "lot") for piece in others.inside(f"seat/0/{area}")] == [1, 1]


def test_the_port_action_shows_which_activities_are_done() -> None:
    table = in_port_action(cargo=("rum_1",), gold=9)
    table.when(c.StartSelling())
    table.when(c.FinishSale())
    done = [piece for piece in Drawn(table, 1).inside("port_action") if Drawn(table, 1)[piece].marks]
    assert done == ["activity/sell_goods"]


def test_an_announced_card_is_out_of_the_hand_and_covered_for_others() -> None:
    table = at_the_end_of_turn_one(glory={0: ("g09:1",), 1: ("g09:2", "g01:1")}, bounties={2: {"french": 1, "dutch": 2}})
    table.when(c.Announce("g09:2"))
    own, others = Drawn(table, 1), Drawn(table, 0)
    assert (own.inside("seat/1/glory"), own.inside("seat/1/announced")) == (["g01:1"], ["g09:2"])
    assert [others[piece].count for area in ("glory", "announced") for piece in others.inside(f"seat/1/{area}")] == [1, 1]
    assert "g09:2" not in others
    table.when(c.Announce("g09:1"))
    table.when(c.WithdrawCard())
    assert Drawn(table, 2)["g09:2"].marks == ("withdrawn",)


def test_cards_that_work_for_a_while_lie_with_their_captain() -> None:
    table = given(glory={0: ("g02:1",)})
    table.when(c.PlayGlory("g02:1"))
    drawn = Drawn(table, 1)
    assert drawn.faces("seat/0/lasting") == ["g02"]
    assert drawn.inside("glory/discard") == ["g02:1"]


# Battles and raids


@pytest.mark.rule("MM-266", "MM-269")
def test_a_battle_shows_both_ships_their_dice_hits_and_what_they_declared() -> None:
    """Seat 0 rolls two skulls and hits once, with an X; seat 1 rolls none."""
    table = duel(SKULL, SKULL, 1, 1, 1, 1, SKULL)
    assert isinstance(table.top, f.AssignX)
    drawn = Drawn(table, None)
    assert drawn.fact("battle", "combat_round") == 1
    assert drawn.fact("battle", "contest") == "the aggressor"
    for side in (0, 1):
        assert drawn[f"battle/{side}/ship/card"].seat == side
        assert drawn.fact(f"battle/{side}", "declares") == "Shoot"
        assert drawn.inside(f"battle/{side}/ship")[1:] == [f"battle/{side}/ship/{place}" for place in LOCATIONS]
    assert drawn.faces("battle/0/dice") == ["die/0", "die/0", "die/1"]
    assert drawn.faces("battle/0/hits") == ["hit/x"]
    assert targets(table, c.AssignX("masts"), 1) == ("battle/1/ship/masts",)
    assert label(view(table.state, 1), 1, c.AssignX("masts"), PLAYERS) == "X hits Masts"


def test_a_naval_ship_in_battle_has_its_colour_and_its_seat_is_asked() -> None:
    table = against("english")
    drawn = Drawn(table, 0)
    assert (drawn["battle/1/ship/card"].name, drawn["battle/1/ship/card"].colour) == ("English naval Frigate", "english")
    assert isinstance(table.top, f.Declare)
    assert asked(view(table.state, None), table.top.seat, PLAYERS).startswith(PLAYERS[table.top.seat])


@pytest.mark.rule("MM-175", "MM-179")
def test_a_raid_shows_its_cards_dice_and_what_they_come_to() -> None:
    table, _ = raided(("cocoa_1", "cocoa_2", "cocoa_4"), SKULL, 1, 1)
    drawn = Drawn(table, None)
    assert drawn.inside("raid/table") == ["cocoa_1", "cocoa_2", "cocoa_4"]
    assert drawn.faces("raid/dice") == ["die/0", "die/1", "die/1"]
    facts = {key: drawn.fact("raid", key) for key in ("nation", "plunder_now", "escapes", "hit_icons", "successes")}
    assert facts == {"nation": "English", "plunder_now": 6, "escapes": 2, "hit_icons": 1, "successes": 1}
    assert targets(table, c.RaidDiscard("cocoa_2")) == ("cocoa_2",)


# Offers


def test_every_command_event_and_decision_has_its_words_and_ids() -> None:
    assert LABELS.keys() == GROUP_OF.keys() == set(c.COMMANDS)
    assert TOUCHED.keys() == set(GAME.types.recorded_events)
    assert ASKED.keys() == f.DECISIONS


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
    assert refused[c.BuyShip("frigate")] == "not_enough_gold"
    assert refused[c.Repair("hull")] == "not_damaged"


def test_a_seat_that_is_not_asked_has_no_candidates() -> None:
    assert not DRAWING.candidates(view(given().state, 1), 1)


# What events touch


def test_a_move_touches_the_ship_and_both_zones() -> None:
    attempt = given(at_sea={0: "havana"}).when(c.Sail("nassau"))
    touched = DRAWING.touched([event for event in attempt.events if isinstance(event, e.ShipMoved)])
    assert touched == ("ship/0", "havana", "nassau")


def test_bookkeeping_touches_nothing() -> None:
    bookkeeping = [e.FrameOpened(f.TakeAction(0)), e.StepReached("hire"), e.FrameClosed("take_action", 0)]
    assert {type(event) for event in bookkeeping} == set(DRAWING.bookkeeping)
    assert DRAWING.touched(bookkeeping) == ()


def test_what_is_hidden_from_a_viewer_is_not_touched_by_its_id() -> None:
    """The card that seat 1 draws is known to nobody else."""
    drawn = e.GloryDrawn(1, "g01:1")
    seen = GAME.gate.redact(drawn, 0)
    assert seen is not None
    assert DRAWING.touched([seen]) == DRAWING.touched([drawn]) == ("seat/1/glory", "glory")


# Whole games

NOT_DRAWN: Mapping[str, str] = {
    "discard": "of a discard pile the card on top is drawn",
    "event_discard": "of a discard pile the card on top is drawn",
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
