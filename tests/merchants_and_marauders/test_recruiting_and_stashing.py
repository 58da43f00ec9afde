"""Chapters 6.4 and 6.7: crew (D-11) and the stash (D-14)."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.flow import glory_points
from domain.merchants_and_marauders.state import ship_of
from domain.merchants_and_marauders.view.redactions import redact

from .business import in_port_action
from .defeats import next_turn
from .scenario import SKULL, Table, given


def at_havana(**position: object) -> Table:
    """In a port without a rule on recruiting."""
    return in_port_action(**{"in_port": {0: "havana"}, **position})


def crew(table: Table) -> int:
    return ship_of(table.state, 0).now.crew


@pytest.mark.rule("MM-120")
def test_a_leadership_check_fills_the_crew_at_no_cost() -> None:
    table = at_havana(ships=("frigate", "sloop"), damage={0: ("crew", "crew", "crew")}, gold=1)
    table.when(c.StartRecruiting(), 1, 1, SKULL).then(
        e.CheckRolled(0, "leadership", (1, 1, 0), 1, True, "recruiting"), e.CrewRecruited(0, 3, 0)
    )
    assert (crew(table), table.seat().gold) == (3, 1)
    assert isinstance(table.top, f.PortMenu)


@pytest.mark.rule("MM-120")
def test_after_a_failed_check_crew_costs_two_gold_a_point_up_to_its_value() -> None:
    table = at_havana(ships=("frigate", "sloop"), damage={0: ("crew", "crew")}, gold=5)
    attempt = table.when(c.StartRecruiting(), 1, 1, 1)
    assert not attempt.count(e.CrewRecruited)
    assert table.top == f.HireCrew(0)
    table.when(c.HireOne()).then(e.CrewRecruited(0, 1, 2))
    table.when(c.HireOne())
    assert (crew(table), table.seat().gold) == (3, 1)
    table.when(c.HireOne()).refused("crew_full")
    table.when(c.FinishRecruiting())
    table.when(c.StartRecruiting()).refused("activity_used")
    table.when(c.EndPortAction())
    next_turn(table, 1)


@pytest.mark.rule("MM-120", "MM-322")
def test_the_full_value_counts_modifications() -> None:
    table = at_havana(modifications={0: ("extra_hammocks",)})
    assert crew(table) == 2
    table.when(c.StartRecruiting(), SKULL).then(e.CrewRecruited(0, 1, 0))
    assert crew(table) == 3


@pytest.mark.rule("MM-120", "MM-137")
def test_the_refusals_of_hiring_come_in_their_order() -> None:
    table = at_havana(damage={0: ("crew",)}, gold=2)
    table.when(c.StartRecruiting(), 1, 1, 1)
    table.when(c.HireOne())
    assert table.seat().gold == 0
    table.when(c.HireOne()).refused("crew_full")
    table.when(c.WithdrawGold(1)).refused("not_home_port")
    poor = in_port_action(damage={0: ("crew",)}, gold=1, stash=3)
    poor.when(c.StartRecruiting(), 1, 1, 1)
    poor.when(c.HireOne()).refused("cannot_afford")
    poor.when(c.WithdrawGold(5)).refused("stash_too_small")
    poor.when(c.WithdrawGold(1))
    poor.when(c.HireOne()).happens(e.CrewRecruited)


@pytest.mark.rule("MM-120", "MM-156")
def test_the_refusals_of_recruiting_come_in_their_order() -> None:
    pirate = in_port_action(in_port={0: "petite_goave"}, bounties={0: {"dutch": 1}})
    pirate.when(c.StartRecruiting()).refused("activity_forbidden")
    whole = at_havana()
    whole.when(c.StartRecruiting()).refused("crew_full")
    used = at_havana(damage={0: ("crew",)})
    used.when(c.StartRecruiting(), SKULL)
    used.when(c.StartRecruiting()).refused("activity_used")


@pytest.mark.rule("MM-121")
@pytest.mark.parametrize(("port", "bounties"), [("port_royal", {0: {"dutch": 1}}), ("petite_goave", {})])
def test_where_recruiting_is_free_nothing_is_rolled(port: str, bounties: dict[int, dict[str, int]]) -> None:
    table = in_port_action(in_port={0: port}, bounties=bounties, ships=("frigate", "sloop"), damage={0: ("crew", "crew")})
    attempt = table.when(c.StartRecruiting(), 1, 1, 1)
    attempt.then(e.CrewRecruited(0, 2, 0))
    assert not attempt.count(e.CheckRolled)
    assert crew(table) == 3


@pytest.mark.rule("MM-136", "MM-385", "MM-206")
@pytest.mark.parametrize(("amount", "stashed"), [(1, 1), (5, 5), (10, 10), ("all", 23)])
def test_any_part_of_the_gold_is_stashed_and_others_learn_only_that(amount: object, stashed: int) -> None:
    table = in_port_action(gold=23)
    table.when(c.StartStashing()).then(e.ActivityStarted(0, "stash"))
    attempt = table.when(c.DepositGold(amount))  # type: ignore[arg-type]
    attempt.then(e.GoldStashed(0, stashed))
    assert not attempt.count(e.GloryDrawn)
    assert (table.seat().gold, table.seat().stash) == (23 - stashed, stashed)
    assert [redact(event, 1) for event in attempt.events] == [redact(event, 1) for event in (e.GoldStashed(0, 3),)], (
        "whatever the amount"
    )
    assert redact(e.ActivityStarted(0, "stash"), 1) == e.ActivityStarted(0, "stash")
    table.when(c.FinishStashing())
    table.when(c.EndPortAction())
    next_turn(table, 1)


@pytest.mark.rule("MM-136", "MM-I13")
def test_no_more_is_stashed_than_there_is() -> None:
    table = in_port_action(gold=6)
    table.when(c.StartStashing())
    table.when(c.DepositGold(10)).refused("cannot_afford")
    table.when(c.DepositGold(5))
    table.when(c.DepositGold(1))
    table.when(c.DepositGold("all")).refused("cannot_afford")
    table.when(c.DepositGold(1)).refused("cannot_afford")
    assert table.legal() == [c.FinishStashing()], "asked all the same"


@pytest.mark.rule("MM-136", "MM-139")
def test_the_refusals_of_stashing_come_in_their_order() -> None:
    away = at_havana()
    away.when(c.StartStashing()).refused("stash_not_allowed_here")
    for port, gold in (("port_royal", 0), ("st_maarten", 5)):
        poor = in_port_action(in_port={0: port}, gold=gold)
        poor.when(c.StartStashing()).refused("no_gold")
    used = in_port_action(gold=3)
    used.when(c.StartStashing())
    used.when(c.DepositGold("all"))
    used.when(c.FinishStashing())
    used.when(c.StartStashing()).refused("activity_used")
    night = given(at_sea={0: "havana"}, bounties={0: {"spanish": 1}}, event="smugglers_night")
    night.when(c.EnterPort("event"))
    night.when(c.OpenPortAction())
    night.when(c.StartStashing()).refused("activity_forbidden")


@pytest.mark.rule("MM-137")
def test_gold_is_taken_out_at_any_time_of_the_own_turn_in_the_home_port() -> None:
    table = given(stash=40, gold=0)
    for amount, left in zip((1, 5, 10), (39, 34, 24), strict=True):
        table.when(c.WithdrawGold(amount)).then(e.GoldWithdrawn(0, amount))  # type: ignore[arg-type]
        assert (table.seat().gold, table.seat().stash) == (40 - left, left)
    table.when(c.OpenPortAction())
    table.when(c.WithdrawGold(5))
    table.when(c.StartBuying())
    table.when(c.WithdrawGold(5))
    table.when(c.FinishLot())
    table.when(c.EndPortAction())
    table.when(c.WithdrawGold("all")).then(e.GoldWithdrawn(0, 14))
    table.when(c.WithdrawGold(1), seat=1).refused("not_your_turn")
    table.when(c.LeavePort())
    table.when(c.WithdrawGold(1)).refused("not_home_port")


@pytest.mark.rule("MM-137")
def test_the_refusals_of_taking_gold_out_come_in_their_order() -> None:
    away = given(in_port={0: "havana"})
    away.when(c.WithdrawGold(1)).refused("not_home_port")
    home = given(stash=4)
    for amount in (5, 10):
        home.when(c.WithdrawGold(amount)).refused("stash_too_small")  # type: ignore[arg-type]
    home.when(c.WithdrawGold("all"))
    home.when(c.WithdrawGold("all")).refused("stash_too_small")
    home.when(c.WithdrawGold(1)).refused("stash_too_small")


@pytest.mark.rule("MM-138")
@pytest.mark.parametrize(("gold", "points"), [(0, 0), (9, 0), (10, 1), (39, 3), (49, 4), (50, 5), (60, 5), (200, 5)])
def test_every_full_ten_gold_count_as_a_point_up_to_five(gold: int, points: int) -> None:
    table = given(stash=gold, points={0: 2})
    assert glory_points(table.state, 0) == 2 + points


@pytest.mark.rule("MM-139", "MM-162")
def test_gold_stashed_elsewhere_joins_the_one_stash_and_is_taken_out_only_at_home() -> None:
    table = in_port_action(in_port={0: "st_maarten"}, gold=12, stash=3)
    table.when(c.StartStashing()).then(e.GoldChanged(0, -5, "stash_fee"))
    table.when(c.DepositGold("all"))
    assert (table.seat().gold, table.seat().stash) == (0, 10)
    table.when(c.FinishStashing())
    table.when(c.WithdrawGold(1)).refused("not_home_port")
