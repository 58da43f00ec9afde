"""Chapter 10: glory cards played in the own turn, at sea or in port, and those of Scout actions, storms and any turn."""

from __future__ import annotations

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f

from .business import Covered
from .scenario import SKULL, Attempt, Table, given

CARDS = Covered()
CALM_ROUNDS = ("npc_en_1", "npc_nl_1")
"""Events of the rounds to come that touch nobody."""


def played(table: Table, card: str, *dice: int) -> Attempt:
    """The seat that is asked announces the card, and plays it when it is due."""
    table.when(c.Announce(card))
    return table.when(c.PlayAnnounced(), *dice)


# Moving


@CARDS.by("g01")
@pytest.mark.rule("MM-K08", "MM-211", "MM-213")
def test_windfall_current_pays_for_one_move_of_this_turn() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g01:1", "g01:2")}, next_events=CALM_ROUNDS)
    table.when(c.PlayGlory("g01:1")).then(e.GloryPlayed(0, "g01:1"))
    assert table.state.glory.discard == ("g01:1",)
    assert table.seat().glory == ("g01:2",)
    table.when(c.Sail("nassau")).then(e.ActionSpent(0, "move", True, 3))
    table.when(c.Sail("havana")).then(e.ActionSpent(0, "move", False, 2))
    # It serves for a Move into a port too, but not in a later turn.
    table.when(c.PlayGlory("g01:2"))
    table.end_round()
    table.when(c.EnterPort("open")).then(e.ActionSpent(0, "move", False, 2))


@CARDS.by("g01", "g02")
def test_windfall_current_and_fair_passage_pay_for_moves_into_port() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g01:1",)})
    table.when(c.PlayGlory("g01:1"))
    table.when(c.EnterPort("open")).then(e.ActionSpent(0, "move", True, 3))


@CARDS.by("g02")
def test_fair_passage_pays_twice_for_a_move_between_port_and_zone() -> None:
    table = given(glory={0: ("g02:1",)}, next_events=CALM_ROUNDS)
    table.when(c.PlayGlory("g02:1"))
    table.when(c.LeavePort()).then(e.ActionSpent(0, "move", True, 3))
    table.when(c.Sail("havana")).then(e.ActionSpent(0, "move", False, 2))
    table.when(c.EnterPort("open")).then(e.ActionSpent(0, "move", True, 2))
    table.when(c.LeavePort()).then(e.ActionSpent(0, "move", False, 1))
    later = given(glory={0: ("g02:1",)}, next_events=CALM_ROUNDS)
    later.when(c.PlayGlory("g02:1"))
    later.end_round()
    later.when(c.LeavePort()).then(e.ActionSpent(0, "move", False, 2))


@pytest.mark.rule("MM-212", "MM-048")
@pytest.mark.parametrize("card", ["g01:1", "g02:1"])
def test_a_free_move_is_of_no_use_once_the_doldrums_have_allowed_theirs(card: str) -> None:
    table = given(at_sea={0: "havana"}, glory={0: (card,)}, event="doldrums")
    assert c.PlayGlory(card) in table.legal()
    table.when(c.Sail("nassau"))
    table.when(c.PlayGlory(card)).refused("card_has_no_effect")


@CARDS.by("g05")
@pytest.mark.parametrize("closed", [{"bounties": {0: {"spanish": 1}}}, {"wars": [("english", "spanish")]}])
def test_forged_papers_open_one_port_that_is_closed_by_bounty_or_war(closed: dict[str, object]) -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g05:1",)}, next_events=CALM_ROUNDS, **closed)  # type: ignore[arg-type]
    table.when(c.EnterPort("papers")).refused("means_not_available")
    table.when(c.PlayGlory("g05:1"))
    table.when(c.EnterPort("papers")).then(e.PortEntered(0, "havana", "papers"))
    table.when(c.LeavePort())
    table.when(c.EnterPort("papers")).refused("means_not_available")
    late = given(at_sea={0: "havana"}, glory={0: ("g05:1",)}, next_events=CALM_ROUNDS, **closed)  # type: ignore[arg-type]
    late.when(c.PlayGlory("g05:1"))
    late.end_round()
    late.when(c.EnterPort("papers")).refused("means_not_available")


@CARDS.by("g23")
@pytest.mark.rule("MM-208")
def test_jury_rig_repairs_two_points_at_sea_but_not_hull_or_crew() -> None:
    table = given(
        ships=("frigate", "sloop"),
        at_sea={0: "havana"},
        glory={0: ("g23:1", "g23:2")},
        damage={0: ("hull", "crew", "cargo", "masts", "cannons")},
    )
    table.when(c.PlayGlory("g23:1"))
    assert table.top == f.Choose(0, "location", ("cargo", "masts", "cannons"))
    table.when(c.Choose("hull")).refused("option_not_offered")
    table.when(c.Choose("masts")).then(e.DamageRepaired(0, "masts", 1, 0))
    table.when(c.Choose("cannons")).then(e.DamageRepaired(0, "cannons", 1, 0))
    assert isinstance(table.top, f.TakeAction)
    # One point is left for the second card, the last location of its kind.
    table.when(c.PlayGlory("g23:2")).then(e.DamageRepaired(0, "cargo", 1, 0))
    spent = given(at_sea={0: "havana"}, glory={0: ("g23:1",)}, damage={0: ("hull", "crew")})
    spent.when(c.PlayGlory("g23:1")).refused("card_has_no_effect")
    port = given(glory={0: ("g23:1",)}, damage={0: ("masts",)})
    port.when(c.PlayGlory("g23:1")).refused("wrong_timing")
    port.when(c.OpenPortAction())
    port.when(c.PlayGlory("g23:1")).refused("wrong_timing")


# Bounties


@CARDS.by("g06")
def test_a_letter_of_marque_spares_the_bounty_of_attacks_on_an_enemy_nation() -> None:
    position = {"wars": [("english", "spanish")], "merchants": {"havana": "french"}, "next_events": CALM_ROUNDS}
    table = given(at_sea={0: "havana", 1: "havana"}, glory={0: ("g06:1", "g06:2")}, **position)  # type: ignore[arg-type]
    table.when(c.PlayGlory("g06:1"))
    table.when(c.PlayGlory("g06:2")).refused("card_has_no_effect")
    table.when(c.ScoutMerchant("roll"), SKULL)
    assert not table.when(c.RaidAs("spanish"), 1, 1, 1).count(e.BountyChanged)
    table.when(c.FinishLot())
    fought = table.when(c.ScoutCaptain(1), SKULL)
    assert fought.count(e.BattleStarted) == 1
    assert not fought.count(e.BountyChanged)
    # A nation that is no enemy puts up its bounty as ever.
    other = given(at_sea={0: "havana"}, glory={0: ("g06:1",)}, **position)  # type: ignore[arg-type]
    other.when(c.PlayGlory("g06:1"))
    other.when(c.ScoutMerchant("roll"), SKULL)
    other.when(c.RaidAs("french"), 1, 1, 1).then(e.BountyChanged(0, "french", 1, 1))
    # It is good for this turn.
    late = given(at_sea={0: "havana"}, glory={0: ("g06:1",)}, **position)  # type: ignore[arg-type]
    late.when(c.PlayGlory("g06:1"))
    late.end_round()
    late.when(c.ScoutMerchant("roll"), SKULL)
    late.when(c.RaidAs("spanish"), 1, 1, 1).then(e.BountyChanged(0, "spanish", 1, 1))


@pytest.mark.rule("MM-212")
@pytest.mark.parametrize("wars", [[], [("spanish", "french")]])
def test_a_letter_of_marque_needs_a_war_of_the_own_nation(wars: list[tuple[str, str]]) -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g06:1",)}, wars=wars)
    table.when(c.PlayGlory("g06:1")).refused("condition_not_met")


@CARDS.by("g08")
@pytest.mark.rule("MM-K04", "MM-197")
def test_a_frame_brings_another_captain_a_bounty_but_not_of_his_own_nation() -> None:
    table = given(seats=3, glory={0: ("g08:1",)}, bounties={1: {"dutch": 5, "french": 1}})
    table.when(c.PlayGlory("g08:1"))
    assert table.top == f.Choose(0, "captain", ("1", "2"))
    table.when(c.Choose("0")).refused("option_not_offered")
    table.when(c.Choose("1"))
    assert table.top == f.Choose(0, "nation", ("english", "french"), ("1",))
    table.when(c.Choose("spanish")).refused("option_not_offered")
    table.when(c.Choose("french")).then(e.BountyChanged(1, "french", 1, 2))
    assert isinstance(table.top, f.TakeAction)
    full = given(glory={0: ("g08:1",)}, bounties={1: {"english": 5, "french": 5, "dutch": 5}})
    full.when(c.PlayGlory("g08:1")).refused("card_has_no_effect")
    alone = given(glory={0: ("g08:1",)}, dead=(1,))
    alone.when(c.PlayGlory("g08:1")).refused("card_has_no_effect")


@CARDS.by("g09")
@pytest.mark.rule("MM-214")
def test_price_on_your_head_raises_a_bounty_that_another_captain_has() -> None:
    table = given(
        seats=3, glory={1: ("g09:1", "g09:2")}, bounties={0: {"french": 2, "dutch": 5}, 1: {"english": 1}, 2: {"french": 1}}
    )
    # At the end of another captain's turn.
    table.when(c.EndTurn())
    assert table.top == f.React(1, "any_turn")
    played(table, "g09:1")
    assert table.top == f.Choose(1, "captain", ("0", "2"))
    table.when(c.Choose("0")).then(e.BountyChanged(0, "french", 1, 3))
    # And at the start of the next one, which is his own.
    table.when(c.Pass())
    assert table.top == f.React(1, "any_turn")
    assert table.state.turn is not None
    assert table.state.turn.seat == 1
    played(table, "g09:2")
    table.when(c.Choose("2")).then(e.BountyChanged(2, "french", 1, 2))


@CARDS.by("g09")
@pytest.mark.rule("MM-212")
@pytest.mark.parametrize("bounties", [{1: {"french": 2}}, {0: {"french": 5}}])
def test_no_price_is_put_on_a_head_without_a_bounty_that_can_rise(bounties: dict[int, dict[str, int]]) -> None:
    table = given(windows="uniform", glory={1: ("g09:1",)}, bounties=bounties)
    table.when(c.PlayGlory("g09:1")).refused("not_in_hand")
    table.when(c.EndTurn())
    table.when(c.Announce("g09:1")).refused("card_has_no_effect")


# Others


HUNTED = {1: {"english": 1}}
NAVY = {"english": ("npc_en_1", "havana"), "french": ("npc_fr_1", "nassau")}


@CARDS.by("g33")
@pytest.mark.rule("MM-413", "MM-237")
def test_a_tip_to_the_navy_leads_a_ship_up_to_two_zones_toward_its_prey() -> None:
    table = given(
        seats=3, at_sea={1: "curacao", 2: "havana"}, bounties={**HUNTED, 2: {"french": 1}}, npcs=NAVY, glory={0: ("g33:1",)}
    )
    table.when(c.PlayGlory("g33:1"))
    assert table.top == f.Choose(0, "npc", ("english", "french"))
    # The French ship hunts both; the English one is in the zone of one of them already.
    table.when(c.Choose("french"))
    assert table.top == f.Choose(0, "captain", ("1", "2"), ("french",))
    table.when(c.Choose("1"))
    assert table.top == f.Choose(0, "zone", ("tortuga", "havana"), ("french", "1"))
    first = table.when(c.Choose("tortuga"))
    first.then(e.NpcMoved("french", "nassau", "tortuga", "card"))
    assert table.top == f.Choose(
        0, "zone", ("santo_domingo", "petite_goave", "port_royal", "stop"), ("french", "1", "tortuga")
    )
    second = table.when(c.Choose("petite_goave"))
    second.then(e.NpcMoved("french", "tortuga", "petite_goave", "card"))
    assert not first.count(e.Scouted) + second.count(e.Scouted)
    assert isinstance(table.top, f.TakeAction)


@CARDS.by("g33")
@pytest.mark.parametrize("npc", ["english", "spanish", "french", "dutch"])
def test_every_naval_ship_may_be_tipped(npc: str) -> None:
    card = {"english": "npc_en_1", "spanish": "npc_es_1", "french": "npc_fr_1", "dutch": "npc_nl_1"}[npc]
    table = given(at_sea={1: "nassau"}, bounties=HUNTED, npcs={npc: (card, "havana")}, glory={0: ("g33:1",)})
    table.when(c.PlayGlory("g33:1")).then(e.NpcMoved(npc, "havana", "nassau", "card"))


@CARDS.by("g33")
@pytest.mark.rule("MM-413")
def test_the_tipped_ship_may_stop_after_a_zone_and_stops_at_its_prey() -> None:
    position = {"bounties": HUNTED, "npcs": {"english": ("npc_en_1", "havana")}, "glory": {0: ("g33:1",)}}
    table = given(at_sea={1: "curacao"}, **position)  # type: ignore[arg-type]
    table.when(c.PlayGlory("g33:1")).then(e.NpcMoved("english", "havana", "port_royal", "card"))
    table.when(c.Choose("stop"))
    assert table.state.npcs["english"].zone == "port_royal"
    assert isinstance(table.top, f.TakeAction)
    near = given(at_sea={1: "nassau"}, **position)  # type: ignore[arg-type]
    near.when(c.PlayGlory("g33:1")).then(e.NpcMoved("english", "havana", "nassau", "card"))
    assert isinstance(near.top, f.TakeAction)


@pytest.mark.rule("MM-212", "MM-232")
@pytest.mark.parametrize(
    "position",
    [
        {"at_sea": {1: "curacao"}},
        {"bounties": HUNTED},
        {"at_sea": {1: "havana"}, "bounties": HUNTED},
        {"at_sea": {1: "trinidad"}, "bounties": HUNTED},
        {"at_sea": {1: "curacao"}, "bounties": HUNTED, "npcs": {"pirate_sloop": ("npc_ps_1", "havana")}},
    ],
    ids=["not hunted", "in port", "there already", "invisible", "no naval ship"],
)
def test_a_tip_is_of_no_use_without_prey_to_send_a_naval_ship_to(position: dict[str, object]) -> None:
    npcs = {"english": ("npc_en_1", "havana")}
    table = given(**{"npcs": npcs, "glory": {0: ("g33:1",)}, **position})  # type: ignore[arg-type]
    table.when(c.PlayGlory("g33:1")).refused("card_has_no_effect")


@CARDS.by("g34")
@pytest.mark.rule("MM-303", "MM-412")
def test_sabotage_hits_a_ship_in_the_same_port_though_not_at_once_its_hull() -> None:
    table = given(in_port={0: "havana"}, glory={0: ("g34:1",)})
    table.when(c.PlayGlory("g34:1"))
    assert table.top == f.Choose(0, "location", ("cargo", "masts", "crew", "cannons"), ("1",))
    table.when(c.Choose("masts")).then(e.HitApplied(1, "masts", False, 1, "card"))
    # A destroyed location passes the hit to the Hull, which the victim's cards may cancel.
    passed = given(in_port={0: "havana"}, glory={0: ("g34:1",), 1: ("g22:1",)}, damage={1: ("cannons",)})
    passed.when(c.OpenPortAction())
    passed.when(c.PlayGlory("g34:1"))
    passed.when(c.Choose("cannons"))
    assert passed.top == f.React(1, "hit_received")
    played(passed, "g22:1").then(e.HitCancelled(1, "hull", "card"))
    assert passed.top == f.PortMenu(0, "havana")


@CARDS.by("g34")
@pytest.mark.rule("MM-303")
def test_sabotage_may_sink_a_ship() -> None:
    table = given(
        in_port={0: "havana"}, glory={0: ("g34:1",)}, damage={1: ("cannons", "hull")}, modifications={1: ("chasers",)}
    )
    table.when(c.PlayGlory("g34:1"))
    attempt = table.when(c.Choose("cannons"))
    attempt.then(e.HitApplied(1, "hull", True, 0, "card"), e.CaptainDied(1, "felipe_de_los_reyes"), e.BelongingsLost(1))
    # His token goes to the only port that has none, and the turn goes on.
    assert attempt.happens(e.ModificationReturned).seat == 1
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-212")
@pytest.mark.parametrize(
    "position",
    [
        {},
        {"at_sea": {0: "havana", 1: "havana"}},
        {"in_port": {0: "havana"}, "at_sea": {1: "havana"}},
        {"in_port": {0: "havana"}, "dead": (1,)},
    ],
    ids=["other ports", "at sea", "off the port", "dead"],
)
def test_sabotage_needs_another_ship_in_the_same_port(position: dict[str, object]) -> None:
    table = given(glory={0: ("g34:1",)}, **position)  # type: ignore[arg-type]
    table.when(c.PlayGlory("g34:1")).refused("card_has_no_effect")


@CARDS.by("g35")
@pytest.mark.rule("MM-047", "MM-K17")
def test_who_is_weather_wise_is_not_touched_by_the_storms_of_the_round() -> None:
    table = given(at_sea={0: "havana", 1: "havana"}, glory={1: ("g35:1",)}, next_events=("gale", "storm_1"))
    table.end_round()
    assert table.top == f.React(1, "event")
    played(table, "g35:1")
    # Seat 0 must roll, seat 1 need not; nobody scouts.
    assert table.when(c.EndTurn(), SKULL).count(e.CheckRolled) == 1
    table.when(c.ScoutMerchant("roll")).refused("scouting_forbidden")
    assert not table.when(c.EndTurn()).count(e.CheckRolled)
    # It is good for one round.
    table.when(c.EndTurn(), *(SKULL,) * 9)
    assert table.when(c.EndTurn(), *(SKULL,) * 6).count(e.CheckRolled) == 3


@pytest.mark.rule("MM-212")
def test_one_whom_storms_never_touch_cannot_play_weather_wise() -> None:
    captains = ("francis_wright", "baltasar_quiroga")
    table = given(windows="uniform", captains=captains, glory={1: ("g35:1",)}, next_events=("storm_1",))
    table.when(c.EndTurn())
    while table.top != f.React(1, "event"):
        table.when(table.legal()[-1])
    table.when(c.Announce("g35:1")).refused("card_has_no_effect")


# Scouting


@CARDS.by("g03")
@pytest.mark.rule("MM-011", "MM-K18")
@pytest.mark.parametrize(("first", "again", "found"), [((1, 1, 1), (1, SKULL, 4), True), ((SKULL, 1, 1), (4, 2, 2), False)])
def test_keen_eye_rolls_all_scouting_dice_again(first: tuple[int, ...], again: tuple[int, ...], found: bool) -> None:
    table = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")}, glory={0: ("g03:1",)})
    table.when(c.ScoutNpc("dutch"), *first)
    assert table.top == f.React(0, "scout_after_roll")
    played(table, "g03:1", *again).then(e.DiceRerolled(0, "scouting:card", again), e.Scouted(0, "npc:dutch", found))


@CARDS.by("g04")
@pytest.mark.rule("MM-077")
def test_a_tip_from_the_docks_finds_a_merchant_without_a_roll() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english"}, glory={0: ("g04:1",)})
    table.when(c.ScoutMerchant("roll")).then(e.ActionSpent(0, "scout", False, 2))
    assert table.top == f.React(0, "scout_before_roll")
    attempt = played(table, "g04:1")
    attempt.then(e.Scouted(0, "merchant:havana", True), e.MerchantRevealed("havana", "english"))
    assert not attempt.count(e.CheckRolled)
    # Unlike the rule of Cartagena it fixes no nation.
    assert table.top == f.MerchantFound(0, "english", ("english", "spanish"))


@CARDS.by("g04")
@pytest.mark.rule("MM-212")
@pytest.mark.parametrize("command", [c.ScoutNpc("dutch"), c.ScoutCaptain(1), c.ScoutMerchant("sure_spanish")])
def test_a_tip_from_the_docks_is_of_use_only_where_a_merchant_is_scouted_with_a_roll(command: c.Command) -> None:
    table = given(
        windows="uniform",
        at_sea={0: "cartagena", 1: "cartagena"},
        npcs={"dutch": ("npc_nl_1", "cartagena")},
        glory={0: ("g04:1",)},
    )
    table.when(command)
    table.when(c.Announce("g04:1")).refused("card_has_no_effect")
