"""What each of the 16 captains can do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import CAPTAINS

from .business import Covered, in_port_action
from .scenario import SKULL, Attempt, Table, given

OFFER = ("cocoa_1", "food_1", "food_2", "rum_1", "rum_2", "rum_3")
"""One, two and three copies."""
COVERED = Covered()


def led_by(captain: str) -> tuple[str, str]:
    return captain, "joost_verhage" if CAPTAINS[captain].nation != "dutch" else "francis_wright"


def rolled(attempt: Attempt, reason: str) -> int:
    """How many dice the check was rolled with."""
    return next(len(event.dice) for event in attempt.events if isinstance(event, e.CheckRolled) and event.reason == reason)


def raid(captain: str, cards: Sequence[str], *dice: int, gold: int = 0) -> tuple[Table, Attempt]:
    """A raid on an English merchant off Havana; the dice are those of the raid."""
    table = given(
        captains=led_by(captain), at_sea={0: "havana"}, merchants={"havana": "english"}, next_cargo=cards, gold=gold
    )
    table.when(c.ScoutMerchant("roll"), SKULL)
    return table, table.when(c.RaidAs("english"), *(dice or (1, 1, 1, 1)))


# Spanish captains


@COVERED.by("felipe_de_los_reyes")
def test_felipe_de_los_reyes_moves_one_hit_in_a_battle() -> None:
    npcs = {"dutch": ("npc_nl_1", "havana")}
    table = given(captains=led_by("felipe_de_los_reyes"), ships=("flute", "sloop"), at_sea={0: "havana"}, npcs=npcs)
    attempt = table.when(c.ScoutNpc("dutch"), scout=(SKULL, 1), contest=(1, 1, 1, SKULL, SKULL, 1), hits=(1, 1, 4))
    attempt.then(e.LocationsRolled("dutch", (1, 1, 4), ("cargo", "cargo", "cannons"), "guns"))
    assert table.top == f.HitResponse(0, "cargo")
    table.when(c.MoveHit("cargo")).refused("same_location")
    moved = table.when(c.MoveHit("masts"))
    moved.then(
        e.HitMoved(0, "cargo", "masts", "move_hit"),
        e.HitApplied(0, "masts", False, 2, "battle"),
        e.HitApplied(0, "cargo", False, 3, "battle"),
        e.HitApplied(0, "cannons", False, 0, "battle"),
    )
    _, attempt = raid("felipe_de_los_reyes", ("food_1", "rum_1", "rum_3"))
    attempt.then(e.HitApplied(0, "cargo", False, 1, "raid"))


@COVERED.by("inigo_valdivieso")
def test_inigo_valdivieso_claims_missions_by_influence_with_one_die_more() -> None:
    captains = led_by("inigo_valdivieso")
    table = in_port_action(captains=captains, in_port={0: "port_royal"}, laid_out=("m01",))
    assert rolled(table.when(c.ClaimMission("m01"), 1, 1, 1, 1, SKULL), "mission") == 4 + 1
    assert table.seat().mission == "m01"
    other = in_port_action(captains=captains, in_port={0: "caracas"}, laid_out=("m12",))
    assert rolled(other.when(c.ClaimMission("m12"), 1), "mission") == 1
    rumor = in_port_action(captains=captains, gold=2)
    assert rolled(rumor.when(c.SeekRumor(), 1, 1, 1, 1), "rumor") == 4


@COVERED.by("gaspar_montoya")
def test_gaspar_montoya_leads_with_one_die_more_in_the_first_crew_round() -> None:
    table = given(captains=led_by("gaspar_montoya"), at_sea={0: "havana"}, rumor="r22")
    table.when(c.PlayRumor(), SKULL, 1)
    attempt = table.when(c.Accept(), 1, 1, 1, 1, 1, 1, 1, SKULL, SKULL, 1, 1, 1, 1, SKULL)
    rounds = [len(event.aggressor) for event in attempt.events if isinstance(event, e.CrewRoundRolled)]
    assert rounds[:2] == [4 + 1, 4]


@COVERED.by("baltasar_quiroga")
@pytest.mark.rule("MM-047")
@pytest.mark.parametrize(("event", "checks"), [("storm_1", 3), ("storm_2", 3), ("gale", 1)])
def test_baltasar_quiroga_is_spared_by_storms(event: str, checks: int) -> None:
    for captain, rolls in (("baltasar_quiroga", 0), ("tobias_marsh", checks)):
        table = given(captains=led_by(captain), at_sea={0: "havana"}, event=event)
        attempt = table.when(c.EndTurn(), *(SKULL,) * 12)
        assert attempt.count(e.CheckRolled) == rolls
    gale = given(captains=led_by("baltasar_quiroga"), at_sea={0: "havana"}, event="gale")
    gale.when(c.ScoutMerchant("roll")).refused("scouting_forbidden")


# English captains


@COVERED.by("francis_wright")
def test_francis_wright_rerolls_one_failed_scouting_for_a_merchant_in_a_turn() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "english", "nassau": "dutch"})
    table.when(c.ScoutMerchant("roll"), 1, 1, 1)
    assert table.top == f.AcceptOffer(0, "reroll")
    attempt = table.when(c.Accept(), SKULL, 1, 1)
    attempt.then(e.DiceRerolled(0, "scouting:ability", (0, 1, 1)))
    assert attempt.happens(e.Scouted).found
    table.when(c.LetGo())
    table.when(c.Sail("nassau"))
    assert not table.when(c.ScoutMerchant("roll"), 1, 1, 1).happens(e.Scouted).found


def test_francis_wright_rerolls_nothing_else() -> None:
    declined = given(at_sea={0: "havana"})
    declined.when(c.ScoutMerchant("roll"), 1, 1, 1)
    assert not declined.when(c.Decline()).happens(e.Scouted).found
    lucky = given(at_sea={0: "havana"})
    lucky.when(c.ScoutMerchant("roll"), SKULL, 1, 1).happens(e.Scouted)
    ship = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")})
    assert not ship.when(c.ScoutNpc("dutch"), 1, 1, 1).happens(e.Scouted).found
    other = given(captains=led_by("margery_thorne"), at_sea={0: "havana"})
    other.when(c.ScoutMerchant("roll"), 1, 1, 1, 1).happens(e.Scouted)


@COVERED.by("margery_thorne")
@pytest.mark.parametrize("npc", ["dutch", "pirate_sloop"])
def test_margery_thorne_is_found_only_by_two_successes(npc: str) -> None:
    """The Dutch ship hunts her for her bounty, the pirate if she has none."""
    card = {"dutch": "npc_nl_1", "pirate_sloop": "npc_ps_1"}[npc]
    bounties = {0: {"dutch": 1}} if npc == "dutch" else {}
    for dice, found in ((SKULL, 1, 1), False), ((SKULL, SKULL, 1), True):
        table = given(
            captains=led_by("margery_thorne"), at_sea={0: "havana"}, bounties=bounties, npcs={npc: (card, "port_royal")}
        )
        attempt = table.when(c.Sail("port_royal"), *dice)
        check = attempt.happens(e.CheckRolled)
        assert (check.side, check.needed, check.success) == (npc, 2, found)
        assert attempt.count(e.BattleStarted) == found


@COVERED.by("edmund_fairclough")
def test_edmund_fairclough_repairs_for_one_gold_a_point() -> None:
    table = in_port_action(captains=led_by("edmund_fairclough"), gold=5, damage={0: ("hull", "masts")})
    table.when(c.VisitShipyard())
    table.when(c.Repair("hull")).then(e.DamageRepaired(0, "hull", 1, 1))
    table.when(c.Repair("masts")).then(e.DamageRepaired(0, "masts", 1, 1))
    assert table.seat().gold == 3


@COVERED.by("tobias_marsh")
@pytest.mark.rule("MM-179")
def test_tobias_marsh_exchanges_one_card_in_a_raid_without_a_success() -> None:
    table, _ = raid("tobias_marsh", ("cocoa_7", "rum_1", "rum_3", "rum_8", "rum_6"))
    assert table.top == f.RaidSpend(0)
    table.when(c.RaidExchange("cocoa_7", False)).refused("no_success_left")
    attempt = table.when(c.RaidExchange("cocoa_7", True))
    attempt.then(
        e.RaidCardExchanged("cocoa_7", "rum_8", True), e.RaidEnded(0, "success", 3, 0, 9, ("rum_1", "rum_3", "rum_8"))
    )
    lucky, _ = raid("tobias_marsh", ("cocoa_7", "rum_1", "rum_3", "rum_8", "rum_6"), SKULL, 1, 1, 1)
    lucky.when(c.RaidExchange("cocoa_7", True))
    lucky.when(c.RaidExchange("rum_1", True)).refused("ability_used")
    lucky.when(c.RaidExchange("rum_1", False)).then(e.RaidCardExchanged("rum_1", "rum_6", False))
    unused, _ = raid("tobias_marsh", ("food_1", "rum_1", "rum_3"))
    unused.when(c.RaidStop()).happens(e.RaidEnded)
    other, _ = raid("margery_thorne", ("cocoa_7", "rum_1", "rum_3", "rum_8", "rum_6"), SKULL, 1)
    other.when(c.RaidExchange("cocoa_7", True)).refused("ability_used")


# French captains


@COVERED.by("dominique_de_richery")
@pytest.mark.rule("MM-189")
def test_dominique_de_richery_gains_one_plunder_that_counts_toward_the_twelve() -> None:
    table, attempt = raid("dominique_de_richery", ("rum_8", "rum_3", "rum_6"))
    attempt.then(e.GoldChanged(0, 5 + 3 + 3 + 1, "raid"), e.GloryGained(0, "raid", 1))
    assert table.seat().gold == 12
    _, failed = raid("dominique_de_richery", ("cocoa_6", "rum_3", "rum_6"))
    failed.then(e.RaidEnded(0, "failed", 2, 1, 0, ()))


@COVERED.by("charles_marquis")
def test_charles_marquis_boards_with_one_die_more() -> None:
    npcs = {"dutch": ("npc_nl_1", "havana")}
    table = given(captains=led_by("charles_marquis"), at_sea={0: "havana"}, npcs=npcs)
    first = table.when(c.ScoutNpc("dutch"), SKULL).happens(e.ContestRolled)
    assert len(first.aggressor) == 3
    table.when(c.Board())
    assert len(table.when(c.Shoot()).happens(e.ContestRolled).aggressor) == 3 + 1


@COVERED.by("odette_lancelin")
@pytest.mark.rule("MM-122", "MM-011")
def test_odette_lancelin_rerolls_a_rumor_roll_once_and_pays_nothing_for_a_failed_one() -> None:
    table = in_port_action(captains=led_by("odette_lancelin"), gold=2)
    table.when(c.SeekRumor(), 1, 1, 1, 1).then(e.GoldChanged(0, -2, "rumor"))
    assert table.top == f.AcceptOffer(0, "reroll")
    table.when(c.Accept(), 1, 1, 2, SKULL).then(
        e.AbilityUsed(0, "rumor_check"), e.DiceRerolled(0, "rumor:ability", (1, 1, 2, 0))
    )
    assert (len(table.seat().rumors), table.seat().gold) == (1, 0)
    again = in_port_action(captains=led_by("odette_lancelin"), gold=2)
    again.when(c.SeekRumor(), 1, 1, 1, 1)
    again.when(c.Accept(), 1, 1, 2, 3).then(e.GoldChanged(0, 2, "refund"))
    assert (again.seat().rumors, again.seat().gold) == ((), 2)
    assert again.top == f.PortMenu(0, "basse_terre", ("rumor",))
    declined = in_port_action(captains=led_by("odette_lancelin"), gold=2)
    declined.when(c.SeekRumor(), 1, 1, 1, 1)
    assert declined.foreseen(c.Decline()) == {"gold": 2}
    declined.when(c.Decline()).then(e.GoldChanged(0, 2, "refund"))
    lucky = in_port_action(captains=led_by("odette_lancelin"), gold=2)
    lucky.when(c.SeekRumor(), SKULL, 1, 1, 1).happens(e.RumorDrawn)
    assert lucky.seat().gold == 0
    free = in_port_action(captains=led_by("odette_lancelin"), in_port={0: "curacao"})
    free.when(c.SeekRumor(), 1, 1, 1, 1)
    assert free.foreseen(c.Decline()) == {}
    assert not free.when(c.Decline()).count(e.GoldChanged)


@COVERED.by("luc_garrigue")
def test_luc_garrigue_gains_one_crew_if_recruiting_fails() -> None:
    table = in_port_action(captains=led_by("luc_garrigue"), ships=("galleon", "sloop"), damage={0: ("crew",) * 3})
    foreseen = table.foreseen(c.StartRecruiting())
    assert (foreseen["crew"], foreseen["on_success"]) == (1, {"crew": 2}), "one comes in any case"
    table.when(c.StartRecruiting(), 1, 1, 1, 1).then(e.CrewRecruited(0, 1, 0))
    assert table.top == f.HireCrew(0)
    ship = table.seat().ship
    assert ship is not None
    assert ship.now.crew == 2
    last = in_port_action(captains=led_by("luc_garrigue"), damage={0: ("crew",)})
    last.when(c.StartRecruiting(), 1, 1, 1, 1).then(e.CrewRecruited(0, 1, 0))
    assert last.top == f.PortMenu(0, "basse_terre", ("recruit",))
    lucky = in_port_action(captains=led_by("luc_garrigue"), ships=("galleon", "sloop"), damage={0: ("crew",) * 3})
    lucky.when(c.StartRecruiting(), SKULL, 1, 1, 1).then(e.CrewRecruited(0, 3, 0))


# Dutch captains


@COVERED.by("joost_verhage")
@pytest.mark.rule("MM-100")
@pytest.mark.parametrize(("card", "price"), [("cocoa_1", 2), ("food_1", 1), ("rum_1", 1)])
def test_joost_verhage_buys_as_if_one_more_copy_had_been_drawn(card: str, price: int) -> None:
    table = in_port_action(captains=led_by("joost_verhage"), gold=9, demand={"curacao": "wood"}, next_cargo=OFFER)
    table.when(c.StartBuying())
    table.when(c.TakeCard(card))
    assert table.when(c.FinishLot()).happens(e.GoodsBought).price == price


@COVERED.by("pieter_kalkman")
@pytest.mark.parametrize(
    ("damage", "contest", "hits"),
    [((), SKULL, 3), (("cannons",), SKULL, 3), (("cannons", "cannons"), SKULL, 2), (("cannons",), 1, 0)],
)
def test_pieter_kalkman_deals_one_hit_more_if_he_wins_by_shooting(damage: Sequence[str], contest: int, hits: int) -> None:
    """Never more than the undamaged Frigate has Cannons: three."""
    table = given(
        captains=led_by("pieter_kalkman"),
        ships=("frigate", "sloop"),
        at_sea={0: "havana"},
        npcs={"spanish": ("npc_es_1", "havana")},
        damage={0: damage},
    )
    attempt = table.when(c.ScoutNpc("spanish"), scout=(SKULL, 1), contest=(*[contest] * 4, 1, 1, 1), hits=[2] * hits)
    assert next(event.aggressor for event in attempt.events if isinstance(event, e.HitsCounted)) == hits


@COVERED.by("katrijn_oosterling")
@pytest.mark.rule("MM-139")
def test_katrijn_oosterling_stashes_in_every_dutch_port_without_a_fee() -> None:
    captains = led_by("katrijn_oosterling")
    table = in_port_action(captains=captains, in_port={0: "curacao"}, gold=3)
    assert not table.when(c.StartStashing()).count(e.GoldChanged)
    table.when(c.DepositGold("all")).then(e.GoldStashed(0, 3))
    table.when(c.FinishStashing())
    table.when(c.WithdrawGold(1)).refused("not_home_port")
    spanish = in_port_action(captains=captains, in_port={0: "havana"}, gold=3)
    spanish.when(c.StartStashing()).refused("stash_not_allowed_here")
    other = in_port_action(captains=led_by("hendrik_slot"), in_port={0: "curacao"}, gold=3)
    other.when(c.StartStashing()).refused("stash_not_allowed_here")


@COVERED.by("hendrik_slot")
@pytest.mark.rule("MM-092")
@pytest.mark.parametrize(("cards", "gold"), [(("rum_1", "food_1", "sugar_1"), 4 + 4 + 6), (("rum_1", "sugar_1"), 3 + 6)])
def test_hendrik_slot_sells_other_goods_for_four_in_a_sale_of_three(cards: Sequence[str], gold: int) -> None:
    table = in_port_action(captains=led_by("hendrik_slot"), cargo=cards, demand={"st_maarten": "sugar"})
    table.when(c.StartSelling())
    for card in cards:
        table.when(c.AddToSale(card))
    assert table.when(c.FinishSale()).happens(e.GoodsSold).gold == gold


def test_every_captain_has_a_test_of_his_ability() -> None:
    assert set(CAPTAINS) == COVERED
