"""Chapter 3: the course of a round and of a captain turn."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import EVENT_CARDS, ZONES
from domain.merchants_and_marauders.evolve import evolve

from .scenario import SKULL, Attempt, Table, given


def after(table: Table, *events: e.Event) -> Table:
    for event in events:
        table.state = evolve(table.state, event)
    return table


def with_track(count: int, *next_events: str) -> Table:
    """The merchants of the first zones were found."""
    table = given(next_events=next_events)
    return after(table, *(e.MerchantRevealed(zone, table.state.merchants[zone]) for zone in [*ZONES][:count]))


def of_kinds(attempt: Attempt, *kinds: type[e.Event]) -> list[type[e.Event]]:
    return [type(event) for event in attempt.events if isinstance(event, kinds)]


# The round


@pytest.mark.rule("MM-002", "MM-030", "MM-044", "MM-031")
def test_a_round_runs_from_the_refill_over_the_event_and_all_turns_to_its_end() -> None:
    table = with_track(8, "npc_en_1", "npc_en_2")
    kinds = (
        *(e.RoundStarted, e.MerchantsRefilled, e.EventDrawn, e.CaptainTurnStarted, e.CaptainTurnEnded),
        *(e.NpcPlaced, e.RoundEnded),
    )
    attempts = [table.when(c.EndTurn()) for _ in range(4)]
    assert [of_kinds(attempt, *kinds) for attempt in attempts] == [
        [e.CaptainTurnEnded, e.CaptainTurnStarted],
        [
            *(e.CaptainTurnEnded, e.RoundEnded),
            *(e.RoundStarted, e.MerchantsRefilled, e.EventDrawn, e.CaptainTurnStarted),
        ],
        [e.CaptainTurnEnded, e.CaptainTurnStarted],
        [
            *(e.CaptainTurnEnded, e.NpcPlaced, e.RoundEnded),
            *(e.RoundStarted, e.EventDrawn, e.CaptainTurnStarted),
        ],
    ]
    attempts[1].then(e.RoundEnded(1), e.RoundStarted(2), e.EventDrawn("npc_en_1"), e.CaptainTurnStarted(0, 3))
    attempts[2].then(e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 4))


@pytest.mark.rule("MM-031", "MM-032", "MM-I03", "MM-I04")
@pytest.mark.parametrize("count", [8, 9, 17])
def test_eight_or_more_tokens_on_the_track_fill_all_empty_zones(count: int) -> None:
    table = with_track(count)
    track, left = table.state.merchant_track, dict(table.state.merchants)
    refilled = table.end_round().happens(e.MerchantsRefilled)
    assert refilled.zones == tuple([*ZONES][:count])
    assert Counter(refilled.tokens) == Counter(track)
    assert table.state.merchant_track == ()
    assert table.state.merchants.keys() == ZONES.keys()
    assert left.items() <= table.state.merchants.items()


@pytest.mark.rule("MM-031", "MM-032")
def test_fewer_than_eight_tokens_wait() -> None:
    table = with_track(7)
    assert not table.end_round().count(e.MerchantsRefilled)
    assert len(table.state.merchant_track) == 7
    # Two more found in a round stay on the track until the next one begins.
    late = [*ZONES][7:9]
    after(table, *(e.MerchantRevealed(zone, table.state.merchants[zone]) for zone in late))
    assert not table.when(c.EndTurn()).count(e.MerchantsRefilled)
    assert len(table.when(c.EndTurn()).happens(e.MerchantsRefilled).zones) == 9


@pytest.mark.rule("MM-031", "MM-017")
def test_the_tokens_of_the_track_are_shuffled_before_they_are_laid_out() -> None:
    ways = {with_track(8).end_round((draw,)).happens(e.MerchantsRefilled).tokens for draw in range(8)}
    assert len(ways) > 1


@pytest.mark.rule("MM-033", "MM-035")
def test_the_game_ends_at_once_when_no_event_card_is_left() -> None:
    """The discard pile is not shuffled into a new deck."""
    table = given(points={0: 3})
    table.state = replace(table.state, event_deck=(), event_discard=tuple(EVENT_CARDS))
    table.when(c.EndTurn())
    attempt = table.when(c.EndTurn())
    attempt.then(e.RoundStarted(2), attempt.happens(e.GameEnded))
    assert attempt.happens(e.GameEnded).reason == "event_deck_empty"
    # The next round's captain turns do not come.
    assert not attempt.count(e.CaptainTurnStarted)
    assert not attempt.count(e.EventDrawn)


@pytest.mark.rule("MM-035")
def test_a_global_card_is_discarded_and_an_npc_card_stays() -> None:
    table = given(next_events=("fever", "npc_en_1", "war_1"))
    for discarded in (("fever",), ("fever",), ("fever", "war_1")):
        table.end_round()
        assert table.state.event_discard == discarded
    assert table.state.npcs["english"].cards == ("npc_en_1",)


@pytest.mark.rule("MM-035")
def test_a_card_is_discarded_after_its_text_was_carried_out() -> None:
    attempt = given(next_events=("war_1",)).end_round()
    attempt.then(e.EventDrawn("war_1"), attempt.happens(e.WarStarted), e.EventDiscarded("war_1"))


@pytest.mark.rule("MM-036")
def test_what_works_for_the_round_ends_with_it_and_wars_do_not() -> None:
    table = given(next_events=("glut", "war_1", "npc_en_1"))
    table.end_round()
    assert table.state.event == "glut"
    table.when(c.EndTurn())
    assert table.state.event == "glut"
    table.when(c.EndTurn())
    assert (table.state.event, table.state.drawn) == (None, ())
    assert len(table.state.wars) == 1
    table.end_round()
    assert len(table.state.wars) == 1


@pytest.mark.rule("MM-037")
def test_an_npc_card_is_announced_to_all_and_its_ship_comes_at_the_end_of_the_round() -> None:
    table = given(next_events=("npc_en_1",))
    table.end_round().then(e.EventDrawn("npc_en_1"), e.NpcAnnounced("english", "npc_en_1"))
    assert table.state.announced_npcs == (("english", "npc_en_1"),)
    for _ in range(2):
        assert not table.state.npcs
        table.when(c.EndTurn())
    assert table.state.npcs["english"].zone == "port_royal"


# The captain turn


@pytest.mark.rule("MM-038", "MM-I20")
def test_three_actions_are_chosen_freely() -> None:
    npcs = {"dutch": ("npc_nl_1", "havana")}
    moves = given(at_sea={0: "havana"})
    for zone in ("nassau", "havana", "nassau"):
        moves.when(c.Sail(zone))
    moves.when(c.Sail("havana")).refused("no_actions_left")
    scouts = given(at_sea={0: "havana", 1: "havana"}, npcs={**npcs, "english": ("npc_en_1", "havana")})
    for scout in (c.ScoutNpc("dutch"), c.ScoutNpc("english"), c.ScoutCaptain(1)):
        scouts.when(scout, 1, 1, 1)
    scouts.when(c.ScoutMerchant("roll")).refused("no_actions_left")
    mixed = given(in_port={0: "havana"}, npcs=npcs, rumor="r22")
    mixed.when(c.OpenPortAction()).then(e.ActionSpent(0, "port", False, 2))
    mixed.when(c.EndPortAction())
    mixed.when(c.LeavePort()).then(e.ActionSpent(0, "move", False, 1))
    mixed.when(c.PlayRumor(), 1, 1, 1).then(e.ActionSpent(0, "rumor", False, 0))
    mission = given(at_sea={0: "st_maarten"}, mission="m14")
    mission.when(c.WorkMission(), SKULL, SKULL, 1).then(e.ActionSpent(0, "mission", False, 2))


@pytest.mark.rule("MM-039", "MM-I20")
def test_one_port_action_is_taken_in_a_turn_and_one_again_in_the_next() -> None:
    table = given(next_events=("npc_en_1",))
    table.when(c.OpenPortAction())
    table.when(c.EndPortAction())
    table.when(c.OpenPortAction()).refused("port_action_used")
    # Nor in another visit.
    table.when(c.LeavePort())
    table.when(c.EnterPort("open"))
    table.when(c.OpenPortAction()).refused("no_actions_left")
    table.end_round()
    table.when(c.OpenPortAction()).then(e.PortActionStarted(0, "port_royal"))
    sea = given(at_sea={0: "port_royal"})
    sea.when(c.OpenPortAction()).refused("at_sea")


@pytest.mark.rule("MM-039")
def test_a_second_port_action_is_not_to_be_had_in_another_port_either() -> None:
    table = given(event="trade_winds", glory={0: ("g02:1",)})
    table.when(c.OpenPortAction())
    table.when(c.EndPortAction())
    table.when(c.PlayGlory("g02:1"))
    table.when(c.LeavePort())
    table.when(c.Sail("havana"))
    table.when(c.EnterPort("open"))
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    table.when(c.OpenPortAction()).refused("port_action_used")


@pytest.mark.rule("MM-041", "MM-214", "MM-238")
def test_a_turn_begins_with_the_window_then_the_carpenter_then_the_npcs() -> None:
    table = given(
        at_sea={0: "havana"},
        glory={0: ("g09:1",)},
        bounties={0: {"dutch": 1}, 1: {"dutch": 1}},
        specialists=("g36:1",),
        damage={0: ("hull",)},
        npcs={"dutch": ("npc_nl_1", "havana")},
        next_events=("npc_en_1",),
    )
    table.when(c.EndTurn())
    table.when(c.Pass(), seat=0)
    # Seat 1 begins and ends its turn with a window of seat 0 each.
    table.when(c.Pass(), seat=0)
    table.when(c.EndTurn(), seat=1)
    attempt = table.when(c.Pass(), seat=0)
    attempt.then(e.CaptainTurnStarted(0, 3))
    assert table.top == f.React(0, "any_turn")
    assert not attempt.count(e.CheckRolled)
    attempt = table.when(c.Pass())
    assert table.top == f.Carpenter(0)
    assert not attempt.count(e.CheckRolled)
    table.when(c.RepairFree("hull")).then(
        e.DamageRepaired(0, "hull", 1, 0), e.CheckRolled("dutch", "scouting", (1, 1), 1, False, "npc_scouting")
    )
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-041")
def test_a_new_captain_comes_before_the_window() -> None:
    table = given(seats=3, bounties={1: {"dutch": 1}}, next_glory=("g09:1",), next_events=("npc_en_1",))
    table.when(c.Retire())
    table.end_round()
    assert table.top == f.ChooseShip(0)
    table.when(c.ChooseShip("sloop")).then(e.GloryDrawn(0, "g09:1"))
    assert table.top == f.React(0, "any_turn")


@pytest.mark.rule("MM-043", "MM-217", "MM-045")
def test_a_turn_ends_with_hiring_then_the_storm_then_the_window() -> None:
    table = given(
        at_sea={0: "bridgetown"},
        event="gale",
        glory={0: ("g37:1", "g09:1")},
        bounties={1: {"dutch": 1}},
        damage={0: ("cargo", "crew")},
    )
    attempt = table.when(c.EndTurn())
    assert table.top == f.HireByDeed(0)
    assert not attempt.count(e.CheckRolled)
    attempt = table.when(c.HireSpecialist("g37:1"), SKULL)
    attempt.then(e.SpecialistHired(0, "g37:1", 0))
    assert attempt.happens(e.CheckRolled).reason == "storm"
    assert table.top == f.React(0, "any_turn")
    table.when(c.Pass()).then(e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 2))


@pytest.mark.rule("MM-042", "MM-396", "MM-214")
def test_a_turn_ends_with_death_but_for_its_closing_window() -> None:
    """Three actions are left, a storm rages and a specialist could be hired; the reef of Bridgetown sinks the Frigate."""
    table = given(
        seats=3,
        ships=("frigate", "sloop", "sloop"),
        at_sea={0: "bridgetown"},
        event="storm_1",
        glory={0: ("g37:1",), 1: ("g09:1",)},
        bounties={2: {"dutch": 1}},
        damage={0: ("hull", "hull", "cargo")},
    )
    attempt = table.when(c.EnterPort("open"), 1, 1, 1)
    attempt.then(e.CaptainDied(0, "francis_wright"))
    assert [event.reason for event in attempt.events if isinstance(event, e.CheckRolled)] == ["reef"]
    assert table.top == f.React(1, "any_turn")
    # Then the next seat's turn begins, with a window of its own.
    table.when(c.Pass()).then(e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 2))


@pytest.mark.rule("MM-396", "MM-367")
def test_retiring_ends_the_turn_but_for_its_closing_window() -> None:
    table = given(
        seats=3,
        event="storm_1",
        glory={0: ("g37:1",), 1: ("g09:1",)},
        bounties={2: {"dutch": 1}},
        damage={0: ("hull", "cargo")},
    )
    attempt = table.when(c.Retire())
    attempt.then(e.CaptainRetired(0, "francis_wright"))
    assert not attempt.count(e.CheckRolled)
    assert table.top == f.React(1, "any_turn")
    table.when(c.Pass()).then(e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 2))


@pytest.mark.rule("MM-042", "MM-246")
def test_a_captain_who_dies_as_his_turn_begins_takes_no_action() -> None:
    """The Dutch ship that found him has four hits for a Hull of 1."""
    table = given(
        at_sea={0: "havana"},
        bounties={0: {"dutch": 1}},
        npcs={"dutch": ("npc_nl_1", "havana")},
        damage={0: ("hull", "cannons")},
        next_events=("npc_en_1",),
    )
    table.when(c.EndTurn())
    attempt = table.when(c.EndTurn(), found_by=(SKULL, 1), contest=(SKULL, 1, 1, 1, 1, 1), hits=(4, 4, 4))
    attempt.then(
        e.CaptainTurnStarted(0, 3), e.CaptainDied(0, "francis_wright"), e.CaptainTurnEnded(0), e.CaptainTurnStarted(1, 4)
    )
    assert e.FrameOpened(f.TakeAction(0)) not in attempt.events
    assert table.top == f.TakeAction(1)
