"""How the game is drawn: what a person sees at given positions."""

from __future__ import annotations

from math import atan2, degrees

import pytest

from conformance.playing import Chance
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import DIRECTIONS, GLORY, LOCATIONS, PORTS, ZONES
from domain.merchants_and_marauders.drawing import DRAWING
from domain.merchants_and_marauders.game import GAME
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.texts import asked, label
from domain.merchants_and_marauders.view import view

from .business import in_port_action
from .drawn import PLAYERS, Drawn, hits_left, targets
from .fights import SHIPS, against, at_havana, duel
from .raiding import found, raided
from .scenario import SKULL, given
from .test_announced_cards import at_the_end_of_turn_one

# The sea


@pytest.mark.rule("MM-007")
def test_the_sea_links_each_pair_of_zones_that_border_on_each_other_once() -> None:
    sea = next(area for area in DRAWING.board(Options(), PLAYERS).areas if area.main)
    borders = {frozenset((zone.id, other)) for zone in ZONES.values() for other in zone.borders.values()}
    assert {frozenset(link) for link in sea.links} == borders
    assert len(sea.links) == len(borders)


COMPASS = dict(zip(DIRECTIONS, range(0, 360, 45), strict=True))
"""Degrees clockwise from north."""


@pytest.mark.rule("MM-007")
def test_zones_lie_on_the_map_where_the_compass_says() -> None:
    """Within 50 degrees of the direction of their border."""
    for zone in ZONES.values():
        for direction, other in zone.borders.items():
            east, south = ZONES[other].x - zone.x, ZONES[other].y - zone.y
            off = (degrees(atan2(east, -south)) - COMPASS[direction] + 180) % 360 - 180
            assert abs(off) < 50, (zone.id, direction, other)


def test_no_link_runs_through_a_zone_that_it_does_not_end_at() -> None:
    areas = {area.id: area for area in DRAWING.board(Options(), PLAYERS).areas}
    for one, other in areas["sea"].links:
        for spot in (each for each in areas.values() if each.inside == "sea" and each.id not in (one, other)):
            for part in range(1, 100):
                x = ZONES[one].x + (ZONES[other].x - ZONES[one].x) * part / 100
                y = ZONES[one].y + (ZONES[other].y - ZONES[one].y) * part / 100
                left, top, width, height = spot.at or (0, 0, 0, 0)
                assert not (left < x < left + width and top < y < top + height), (one, other, spot.id)


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


def test_goods_in_the_lot_show_to_their_seller_what_they_bring() -> None:
    table = in_port_action(cargo=("rum_1", "wood_2"))
    table.when(c.StartSelling())
    assert Drawn(table)["rum_1"].facts == ()
    assert table.state.demand["port_royal"] == "rum"
    for card in ("rum_1", "wood_2"):
        table.when(c.AddToSale(card))
    assert [Drawn(table)[card].facts for card in ("rum_1", "wood_2")] == [(("sells_for", 6),), (("sells_for", 3),)]
    assert not any(piece.facts for piece in Drawn(table, 1).picture.pieces if piece.inside == "seat/0/lot")


@pytest.mark.rule("MM-061", "MM-062", "MM-063")
def test_ports_closed_to_a_captain_say_why_to_that_captain_alone() -> None:
    table = given(at_sea={0: "havana"}, bounties={0: {"english": 1}}, wars=[("english", "spanish")])
    facts = Drawn(table, 0).picture.facts
    assert facts["bridgetown"] == (("closed", "it has a bounty on you"),)
    assert facts["havana"] == (("closed", "its nation is at war with yours"),)
    assert "port_royal" not in facts, "the home port is always open"
    assert "closed" not in {key for found in Drawn(table, None).picture.facts.values() for key, _ in found}


def test_the_port_action_shows_which_activities_are_done() -> None:
    table = in_port_action(cargo=("rum_1",), gold=9)
    table.when(c.StartSelling())
    table.when(c.FinishSale())
    done = [piece for piece in Drawn(table, 1).inside("port_action") if Drawn(table, 1)[piece].marks]
    assert done == ["activity/sell_goods"]


def test_an_ability_that_is_used_up_for_this_turn_is_marked_on_its_captain() -> None:
    table = in_port_action(captains=("odette_lancelin", "joost_verhage"), gold=2)
    table.when(c.SeekRumor(), 1, 1, 1, 1)
    assert Drawn(table)["odette_lancelin"].marks == ()
    table.when(c.Accept(), 1, 1, 2, SKULL)
    assert Drawn(table)["odette_lancelin"].marks == ("ability_used",)
    assert Drawn(table)["joost_verhage"].marks == ()


def test_an_announced_card_is_out_of_the_hand_and_covered_for_others() -> None:
    table = at_the_end_of_turn_one(glory={0: ("g09:1",), 1: ("g09:2", "g01:1")}, bounties={2: {"french": 1, "dutch": 2}})
    table.when(c.Announce("g09:2"))
    own, others = Drawn(table, 1), Drawn(table, 0)
    assert (own.inside("seat/1/glory"), own.inside("seat/1/announced")) == (["g01:1"], ["g09:2"])
    assert [others[piece].count for area in ("glory", "announced") for piece in others.inside(f"seat/1/{area}")] == [1, 1]
    assert "g09:2" not in others
    table.when(c.Announce("g09:1"))
    table.when(c.WithdrawCard())
    assert Drawn(table, 1)["g09:2"].marks == ("withdrawn",)
    for viewer in (None, 0, 1, 2):
        assert ("withdrawn", GLORY["g09"].name) in Drawn(table, viewer).picture.facts["window"]


def test_cards_that_work_for_a_while_lie_with_their_captain() -> None:
    table = given(glory={0: ("g02:1",)})
    table.when(c.PlayGlory("g02:1"))
    drawn = Drawn(table, 1)
    assert drawn.faces("seat/0/lasting") == ["g02"]
    assert drawn.inside("glory/discard") == ["g02:1"]


@pytest.mark.rule("MM-388")
def test_discard_piles_show_all_their_cards_the_latest_last() -> None:
    table, _ = raided(("cocoa_1", "cocoa_2", "cocoa_4"), SKULL, SKULL, 1)
    for card in ("cocoa_4", "cocoa_1"):
        table.when(c.RaidDiscard(card))
    assert Drawn(table, None).inside("cargo/discard") == ["cocoa_4", "cocoa_1"]


# Rolls


@pytest.mark.rule("MM-010", "MM-011")
def test_the_dice_of_the_last_check_lie_there_as_rerolled_until_the_next() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english", "nassau": "dutch"})
    assert Drawn(table).inside("roll") == []
    table.when(c.ScoutMerchant("roll"), 1, 1, 1)
    assert Drawn(table, None).faces("roll") == ["die/1", "die/1", "die/1"]
    table.when(c.Accept(), SKULL, 1, 1)
    table.when(c.LetGo())
    for viewer in (0, 1, None):
        drawn = Drawn(table, viewer)
        assert drawn.faces("roll") == ["die/0", "die/1", "die/1"]
        assert {drawn[die].seat for die in drawn.inside("roll")} == {0}
        assert (drawn.fact("roll", "need"), drawn.fact("roll", "result")) == (1, "Success")
    table.when(c.Sail("nassau"))
    table.when(c.ScoutMerchant("roll"), 1, 2, 2)
    assert Drawn(table).faces("roll") == ["die/1", "die/2", "die/2"]
    assert Drawn(table).fact("roll", "result") == "Failure"


def test_the_dice_of_a_storm_lie_there_after_it() -> None:
    table = given(at_sea={0: "havana"}, event="storm_1")
    table.when(c.EndTurn(), 1, 1, 1, 2, 1, 1, 1, 2, SKULL)
    drawn = Drawn(table, 1)
    assert drawn.fact("roll", "thrown_for") == "Seamanship"
    assert drawn["roll/die/0"].seat == 0


def test_the_dice_of_a_raid_lie_in_it_until_it_ends() -> None:
    table, _ = raided(("cocoa_1", "cocoa_2", "cocoa_4"), SKULL, 1, 1)
    drawn = Drawn(table)
    assert (drawn.faces("raid/dice"), drawn.inside("roll")) == (["die/0", "die/1", "die/1"], [])
    table.when(c.RaidStop())
    table.when(c.FinishLot())
    after = Drawn(table)
    assert (after.inside("raid/dice"), after.faces("roll")) == ([], ["die/0", "die/1", "die/1"])


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
    assert label(view(table.state, 1), 1, c.AssignX("masts"), PLAYERS) == "Put the X on Masts"


def test_a_naval_ship_in_battle_has_its_colour_and_its_seat_is_asked() -> None:
    table = against("english")
    drawn = Drawn(table, 0)
    assert (drawn["battle/1/ship/card"].name, drawn["battle/1/ship/card"].colour) == ("English naval Frigate", "english")
    assert isinstance(table.top, f.Declare)
    assert asked(view(table.state, None), table.top.seat, PLAYERS).startswith(PLAYERS[table.top.seat])


@pytest.mark.rule("MM-248")
def test_the_side_of_an_npc_ship_names_the_seat_that_plays_it() -> None:
    drawn = Drawn(against("english"), None)
    assert drawn.fact("battle/1", "played_by") == "Seat 2"
    assert "played_by" not in dict(drawn.picture.facts["battle/0"])


@pytest.mark.rule("MM-175", "MM-179")
def test_a_raid_shows_its_cards_dice_and_what_they_come_to() -> None:
    table, _ = raided(("cocoa_1", "cocoa_2", "cocoa_4"), SKULL, 1, 1)
    drawn = Drawn(table, None)
    assert drawn.inside("raid/table") == ["cocoa_1", "cocoa_2", "cocoa_4"]
    assert drawn.faces("raid/dice") == ["die/0", "die/1", "die/1"]
    facts = {key: drawn.fact("raid", key) for key in ("nation", "plunder_now", "escapes", "hit_icons", "successes")}
    assert facts == {"nation": "English", "plunder_now": 6, "escapes": 2, "hit_icons": 1, "successes": 1}
    assert targets(table, c.RaidDiscard("cocoa_2")) == ("cocoa_2",)


@pytest.mark.rule("MM-158")
def test_the_plunder_of_a_raid_has_what_the_zone_adds() -> None:
    table = found("san_juan", "spanish", next_cargo=("cocoa_1", "cocoa_2", "cocoa_4"))
    table.when(c.RaidAs("spanish"), SKULL, 1, 1)
    assert Drawn(table, None).fact("raid", "plunder_now") == 6 + 3
