"""Chapter 6.5: rumors, how they are acquired, kept and played (D-12)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.game import Hidden
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import RUMORS
from domain.merchants_and_marauders.view.redactions import redact

from .business import in_port_action
from .rumor_play import FALSE, TRUE, holding
from .scenario import SKULL

# Acquiring


@pytest.mark.rule("MM-122")
@pytest.mark.parametrize(("die", "found"), [(SKULL, True), (4, False)])
def test_a_rumor_costs_two_gold_and_a_successful_influence_check(die: int, found: bool) -> None:
    table = in_port_action(gold=3)
    top = table.state.rumor.cards[0]
    attempt = table.when(c.SeekRumor(), die)
    attempt.then(e.GoldChanged(0, -2, "rumor"), e.CheckRolled(0, "influence", (die,), 1, found, "rumor"))
    assert table.seat().gold == 1
    assert table.seat().rumors == ((top,) if found else ())
    if found:
        hidden = redact(attempt.happens(e.RumorDrawn), 1)
        assert isinstance(hidden, e.RumorDrawn)
        assert hidden.card == Hidden(1)


@pytest.mark.rule("MM-123")
@pytest.mark.parametrize("kept", ["r05", "r01"])
def test_of_two_rumors_one_is_kept_and_the_other_shuffled_back(kept: str) -> None:
    table = in_port_action(gold=2, rumor="r05")
    table.when(c.SeekRumor(), SKULL).then(e.RumorDrawn(0, "r01"))
    assert table.top == f.ChooseRumor(0)
    table.when(c.KeepRumor("r02")).refused("not_in_hand")
    returned = table.when(c.KeepRumor(kept)).happens(e.RumorReturned)
    other = ({"r05", "r01"} - {kept}).pop()
    assert (returned.card, returned.was_open) == (other, False)
    assert table.seat().rumors == (kept,)
    assert other in table.state.rumor.cards
    assert table.state.rumor.discard == ()


@pytest.mark.rule("MM-123")
def test_a_rumor_that_is_given_back_may_come_to_lie_anywhere_in_the_deck() -> None:
    places = set()
    for draw in range(5):
        table = in_port_action(gold=2, rumor="r05")
        table.when(c.SeekRumor(), SKULL)
        table.when(c.KeepRumor("r01"), draws=(draw,))
        assert sorted(table.state.rumor.cards) == sorted(set(RUMORS) - {"r01"})
        places.add(table.state.rumor.cards.index("r05"))
    assert len(places) > 1


@pytest.mark.rule("MM-123", "MM-127", "MM-400")
@pytest.mark.parametrize("kept", ["r06", "r01"])
def test_a_kept_rumor_fills_the_place_and_can_be_given_up_for_a_new_one(kept: str) -> None:
    table = in_port_action(gold=2, rumor="r06").after(e.RumorPlayed(0, "r06", True, True))
    table.when(c.SeekRumor(), SKULL)
    assert table.top == f.ChooseRumor(0)
    returned = table.when(c.KeepRumor(kept)).happens(e.RumorReturned)
    assert (returned.card, returned.was_open) == (("r06", True) if kept == "r01" else ("r01", False))
    assert returned.card in table.state.rumor.cards
    assert table.seat().open_rumor == ("r06" if kept == "r06" else None)
    table.when(c.PlayRumor()).refused("rumor_already_played" if kept == "r06" else "wrong_place")


@pytest.mark.rule("MM-122", "MM-409")
def test_a_card_makes_the_next_rumor_sure_and_nothing_is_paid_back() -> None:
    """Odette Lancelin gets her gold back for a failed roll, but here is none."""
    table = in_port_action(captains=("odette_lancelin", "francis_wright"), gold=2, glory={0: ("g31:1",)})
    table.when(c.PlayGlory("g31:1"))
    attempt = table.when(c.SeekRumor())
    attempt.then(e.GoldChanged(0, -2, "rumor"), e.EffectUsed(0, "glory:g31", 0), e.RumorDrawn(0, "r01"))
    assert not attempt.count(e.CheckRolled)
    assert (table.seat().gold, table.state.lasting) == (0, ())


# Playing


@pytest.mark.rule("MM-124", "MM-125", "MM-127")
@pytest.mark.parametrize("card", list(RUMORS))
def test_a_false_rumor_is_discarded_without_a_point(card: str) -> None:
    """What else failure brings stands in the tests below; of `r19` one success is not enough."""
    faces = (SKULL, 1, 1) if card == "r19" else FALSE
    table = holding(card, damage={0: ("crew",)}, cargo=("rum_1",), gold=3)
    before = table.seat()
    attempt = table.when(c.PlayRumor(), *faces)
    check = attempt.happens(e.CheckRolled)
    at_sea = RUMORS[card].where.kind == "zone"
    assert (check.skill, check.needed) == ("scouting" if at_sea else "influence", 2 if card == "r19" else 1)
    attempt.then(e.RumorPlayed(0, card, False, False))
    assert attempt.count(e.ActionSpent) == at_sea
    assert table.state.rumor.discard == (card,)
    if card != "r21":
        assert table.seat() == replace(before, rumors=())


@pytest.mark.rule("MM-127")
@pytest.mark.parametrize("card", list(RUMORS))
def test_a_true_rumor_is_discarded_unless_it_is_kept(card: str) -> None:
    """Only the secret cove of `r06` says so."""
    kept = card == "r06"
    table = holding(card)
    table.when(c.PlayRumor(), *TRUE).then(e.RumorPlayed(0, card, True, kept))
    assert (table.seat().rumors, table.seat().open_rumor) == (((card,), card) if kept else ((), None))
    assert table.state.rumor.discard == (() if kept else (card,))


@pytest.mark.rule("MM-124", "MM-125", "MM-126")
@pytest.mark.parametrize("card", ["r01", "r07"])
def test_a_true_rumor_shows_itself_works_and_earns_a_point_and_its_card(card: str) -> None:
    table = holding(card, next_glory=("g01:1",))
    gold = {"r01": 12, "r07": 15}[card]
    table.when(c.PlayRumor(), *TRUE).then(
        e.RumorPlayed(0, card, True, False),
        e.GoldChanged(0, gold, "rumor"),
        e.GloryGained(0, "rumor", 1),
        e.GloryDrawn(0, "g01:1"),
    )
    assert table.state.rumor.discard == (card,)
    assert table.state.turn is not None
    assert table.state.turn.actions == 2
    assert table.top == (f.TakeAction(0) if card == "r01" else f.PortMenu(0, "havana"))
