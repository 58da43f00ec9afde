"""MM-390, MM-391, MM-393, MM-394, MM-395 and MM-K13: reaction windows tell no more of the hands than they must."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.view import view
from domain.merchants_and_marauders.view.redactions import redact

from .fights import FOUND, against, at_havana, duel
from .scenario import SKULL, Attempt, Table, given

USELESS = "g01:1"
"""A card of the own turn, for no window."""
INFORMER = "g09:1"
"""A card for any turn, to be played on a captain with a bounty."""
WANTED = {0: {"dutch": 1}}


def at_end_of_turn(hand: str, *, windows: str = "uniform", **position: Any) -> Table:
    """Seat 1 holds one card; seat 0, whose turn it is, and seat 2 hold none."""
    return given(**{"seats": 3, "glory": {1: (hand,)}, "bounties": WANTED, "windows": windows, **position})


def opened(attempt: Attempt, *kinds: type[f.Frame]) -> list[f.Frame]:
    """The decisions of these kinds that were opened, also those that were carried out without asking."""
    return [each.frame for each in attempt.events if isinstance(each, e.FrameOpened) and isinstance(each.frame, kinds)]


def asked_in(attempt: Attempt) -> list[int]:
    """The seats for which windows opened a decision."""
    return [frame.seat for frame in opened(attempt, f.React) if isinstance(frame, f.React)]


@pytest.mark.rule("MM-390", "MM-K21")
def test_uniform_windows_ask_whoever_holds_a_card_whether_or_not_it_can_be_played() -> None:
    table = at_end_of_turn(USELESS)
    assert asked_in(table.when(c.EndTurn())) == [1]
    assert (table.top, table.legal()) == (f.React(1, "any_turn"), [c.Pass()])
    able = at_end_of_turn(INFORMER)
    able.when(c.EndTurn())
    assert (able.top, able.legal()) == (f.React(1, "any_turn"), [c.Announce(INFORMER), c.Pass()])
    nobody = given(seats=3, windows="uniform")
    attempt = nobody.when(c.EndTurn())
    assert not opened(attempt, f.Window)
    assert nobody.top == f.TakeAction(1)


@pytest.mark.rule("MM-391")
def test_other_windows_ask_only_who_can_play_a_card() -> None:
    for hand, bounties, asked in ((USELESS, WANTED, []), (INFORMER, {}, []), (INFORMER, WANTED, [1])):
        table = at_end_of_turn(hand, windows="holders_only", bounties=bounties)
        assert asked_in(table.when(c.EndTurn())) == asked


@pytest.mark.rule("MM-393", "MM-390")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_others_cannot_tell_a_chosen_pass_from_a_forced_one(viewer: int | None) -> None:
    def shown(*attempts: Attempt) -> list[e.Event | None]:
        return [redact(event, viewer) for attempt in attempts for event in attempt.events]

    able, unable = at_end_of_turn(INFORMER), at_end_of_turn(USELESS)
    first = [table.when(c.EndTurn()) for table in (able, unable)]
    assert view(able.state, viewer) == view(unable.state, viewer)
    chosen, forced = passes = [table.when(c.Pass()) for table in (able, unable)]
    kinds = [next(each for each in attempt.events if isinstance(each, e.ReactionPassed)).kind for attempt in passes]
    assert kinds == ["chosen", "forced"]
    assert shown(first[0], chosen) == shown(first[1], forced)
    assert e.ReactionPassed(1, "any_turn", Hidden(1), "end", 0) in shown(chosen)
    assert view(able.state, viewer) == view(unable.state, viewer)


@pytest.mark.rule("MM-393")
def test_the_owner_sees_what_kind_his_own_pass_was() -> None:
    table = at_end_of_turn(USELESS)
    table.when(c.EndTurn())
    passed = table.when(c.Pass()).events
    assert e.ReactionPassed(1, "any_turn", "forced", "end", 0) in [redact(event, 1) for event in passed]


@pytest.mark.rule("MM-K13", "MM-K23")
def test_an_announced_card_stays_covered_until_it_is_played() -> None:
    table = at_end_of_turn(INFORMER, glory={1: (INFORMER, "g22:1"), 2: (USELESS,)})
    table.when(c.EndTurn())
    announced = table.when(c.Announce(INFORMER))
    assert table.top == f.React(2, "any_turn")
    covered_from_others(table, announced)
    table.when(c.Pass())
    assert table.top == f.ResolveCard(1, "any_turn")
    covered_from_others(table, announced)
    attempt = table.when(c.PlayAnnounced())
    assert e.GloryPlayed(1, INFORMER) in [redact(event, 2) for event in attempt.events]
    assert view(table.state, 2).seats[1].announced == Hidden(0)
    assert INFORMER in view(table.state, 2).glory.discard


def covered_from_others(table: Table, announced: Attempt) -> None:
    for viewer in (None, 0, 2):
        own = view(table.state, viewer).seats[1]
        assert (own.announced, own.glory) == (Hidden(1), Hidden(2))
        assert e.GloryAnnounced(1, "any_turn", Hidden(1)) in [redact(event, viewer) for event in announced.events]
        assert INFORMER not in repr(view(table.state, viewer))
    assert view(table.state, 1).seats[1].announced == (INFORMER,)


@pytest.mark.rule("MM-K13", "MM-210")
def test_a_withdrawn_card_has_been_shown_and_is_still_in_hand() -> None:
    table = at_end_of_turn(INFORMER, glory={1: (INFORMER, "g22:1")})
    table.when(c.EndTurn())
    table.when(c.Announce(INFORMER))
    attempt = table.when(c.WithdrawCard())
    assert e.GloryWithdrawn(1, INFORMER) in [redact(event, None) for event in attempt.events]
    assert table.top == f.React(1, "any_turn"), "the window is offered again"
    for viewer in (None, 0, 2):
        own = view(table.state, viewer).seats[1]
        assert (own.announced, own.withdrawn, own.glory) == (Hidden(0), (INFORMER,), Hidden(2))
    table.when(c.Pass())
    assert view(table.state, 0).seats[1].withdrawn == (), "the window is over"


def asked_in_battle(table: Table, scout: c.Command) -> set[int]:
    """The seats that had a window in the battle that this Scout action leads to."""
    attempt = table.when(scout, *FOUND)
    while not any(isinstance(frame, f.Battle) for frame in table.state.stack):
        attempt = table.when(c.Pass(), *FOUND)
    asked = set(asked_in(attempt))
    while any(isinstance(frame, f.Battle) for frame in table.state.stack):
        legal = table.legal()
        answer = next((each for each in (c.Pass(), c.Board(), c.Shoot()) if each in legal), legal[0])
        asked |= set(asked_in(table.when(answer, SKULL, SKULL, SKULL)))
    return asked


@pytest.mark.rule("MM-394")
def test_in_a_battle_only_the_two_captains_have_windows() -> None:
    hands = {0: (USELESS,), 1: ("g01:2",), 2: ("g14:1", "g18:1")}
    table = at_havana(1, 2, seats=3, glory=hands, windows="uniform")
    assert asked_in_battle(table, c.ScoutCaptain(1)) == {0, 1}


@pytest.mark.rule("MM-394", "MM-K06")
def test_an_npc_has_no_windows_and_its_controller_none_for_it() -> None:
    table = at_havana(npc="pirate_sloop", glory={0: (USELESS,), 1: ("g14:1", "g18:1")}, windows="uniform")
    assert asked_in_battle(table, c.ScoutNpc("pirate_sloop")) == {0}


@pytest.mark.rule("MM-395")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
def test_only_who_has_an_open_means_against_hits_is_asked_about_them(windows: str) -> None:
    for owner, asked in ((1, [f.HitResponse(1, "cargo")]), (0, [])):
        table = at_havana(1, modifications={owner: ("reinforced_hull",)}, windows=windows)
        attempt = table.when(c.ScoutCaptain(1), scout=FOUND, contest=(SKULL, SKULL, 1, 1, 1, 1), hits=(1,))
        assert attempt.count(e.LocationsRolled) == 1
        assert opened(attempt, f.HitResponse) == asked


@pytest.mark.rule("MM-395")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
def test_only_the_owners_of_weapons_and_chasers_are_asked_to_use_them(windows: str) -> None:
    table = duel(weapons={1: ("grappling_hooks",)}, modifications={0: ("chasers",)}, windows=windows)
    table.when(c.Board())
    table.when(c.Flee())
    assert table.top == f.FireChasers(0, 0)
    attempt = table.when(c.HoldChasers(), 1, 1, 1, 1, 1, 1)
    assert not opened(attempt, f.FireChasers, f.Reroll), "the other one has no Chasers, and nobody who boards has hooks"
    table.when(c.Board())
    table.when(c.Board())
    assert table.top == f.Reroll(1, 1, "grappling_hooks", "contest")
    npc = against("dutch", windows=windows)
    npc.when(c.Shoot())
    attempt = npc.when(c.Shoot(), SKULL, SKULL, SKULL, 1, 1, 1)
    assert not opened(attempt, f.Volley)
    shot = against("dutch", windows=windows, weapons=("chain_shot",))
    shot.when(c.Shoot())
    shot.when(c.Shoot(), SKULL, SKULL, SKULL, 1, 1, 1)
    assert shot.top == f.Volley(0, 0)
