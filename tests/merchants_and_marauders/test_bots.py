"""The valuations by which bots play: `evaluate` for a sound, simple captain, `win_shares` for who is near to winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import isfinite
from random import Random

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.bots import raid_odds, tasks
from domain.merchants_and_marauders.bots.evaluate import STYLES, VALUES, evaluate
from domain.merchants_and_marauders.bots.forecast import forecast
from domain.merchants_and_marauders.bots.win_shares import win_shares
from domain.merchants_and_marauders.content import CARGO, LOCATIONS
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import legal_commands
from domain.merchants_and_marauders.ending import winners
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, to_act
from domain.merchants_and_marauders.view import view
from tradewinds.testing import Chance

from .raiding import NO_SUCCESS, found
from .scenario import SKULL, Table, given

LONGEST_TURN = 150
"""Commands that a bot may need for a captain turn with all its business and battles."""


def greedy(state: State, seat: int) -> c.Command:
    """The command with the highest value, the first of equals."""
    seen = view(state, seat)
    return max(legal_commands(state, seat), key=lambda command: evaluate(seen, seat, command))


def duel(seed: int) -> Counter[tuple[str, type[e.Event]]]:
    """How often what happens to a trader and to a raider in a game of both."""
    styles, happened, chance = ("greedy:trader", "greedy:raider"), Counter[tuple[str, type[e.Event]]](), Chance(seed)
    state = setup(Options(), 2, chance).state
    while state.result is None:
        seat = to_act(state)[0]
        seen, style = view(state, seat), styles[seat]
        legal = legal_commands(state, seat)
        decision = decide(state, seat, max(legal, key=lambda each: STYLES[style].evaluate(seen, seat, each)), chance)
        happened.update((style, type(event)) for event in decision.events)
        state = decision.state
    return happened


def choice(table: Table) -> c.Command:
    """What a bot in this position does."""
    return greedy(table.state, to_act(table.state)[0])


def choices(table: Table, kind: type[c.Command], seat: int = 0) -> list[c.Command]:
    """What the bot does with the faces of the dice lowest, up to a command of this kind."""
    made: list[c.Command] = []
    while not made or not isinstance(made[-1], kind):
        assert len(made) < LONGEST_TURN, made
        command = choice(table)
        if to_act(table.state)[0] == seat:
            made.append(command)
        table.when(command)
    return made


def played(levels: str, seed: int) -> Iterator[tuple[State, int, c.Command]]:
    """A game of greedy (`g`) and random (`r`) seats: each position with the seat asked and the command it gives."""
    source, chance = Random(seed), Chance(seed)
    state = setup(Options(), len(levels), chance).state
    while state.result is None:
        seat = to_act(state)[0]
        command = greedy(state, seat) if levels[seat] == "g" else source.choice(legal_commands(state, seat))
        yield state, seat, command
        state = decide(state, seat, command, chance).state
    yield state, -1, c.EndTurn()


def last(levels: str, seed: int) -> State:
    *_, (state, _, _) = played(levels, seed)
    return state


# All commands of all positions


def test_every_command_has_a_value() -> None:
    assert set(VALUES) == set(c.COMMANDS)


@pytest.mark.parametrize("levels", ["gr", "rgg", "rgrg"])
def test_every_legal_command_is_worth_the_same_number_each_time(levels: str) -> None:
    """Looked at in one position of several, for time's sake."""
    for number, (state, seat, _) in enumerate(played(levels, 5)):
        if seat < 0 or number % 9:
            continue
        one, other = view(state, seat), view(state, seat)
        for command in legal_commands(state, seat):
            value = evaluate(one, seat, command)
            assert isinstance(value, float)
            assert isfinite(value), command
            assert value == evaluate(other, seat, command), command


@pytest.mark.parametrize("levels", ["rr", "rgr"])
def test_standing_shares_the_victory_among_the_seats(levels: str) -> None:
    for state, seat, _ in played(levels, 6):
        shares = win_shares(state)
        assert len(shares) == len(levels)
        assert sum(shares) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in shares)
        if seat < 0:
            first = winners(state.result.ranking) if state.result is not None else ()
            assert shares == [1 / len(first) if number in first else 0 for number in range(len(levels))]


def test_standing_prefers_points_to_gold_and_gold_to_nothing() -> None:
    poor, rich, honoured = given(), given(gold=8), given(points={0: 2})
    assert win_shares(poor.state)[0] < win_shares(rich.state)[0] < win_shares(honoured.state)[0]


def test_standing_knows_that_ten_points_end_the_game() -> None:
    """Whoever has declared and is ahead on the track is as good as the winner."""
    table = given(points={0: 9, 1: 3}).after(e.VictoryDeclared(0, 9, 0))
    assert win_shares(table.state)[0] > 0.95


def test_a_valuation_sees_no_more_than_the_seat() -> None:
    """Gold and goods of a rival that the seat does not see change nothing."""
    poor = given(at_sea={0: "havana", 1: "havana"})
    rich = given(at_sea={0: "havana", 1: "havana"}).after(e.GoldChanged(1, 40, "start"))
    assert view(poor.state, 0) == view(rich.state, 0)
    assert [evaluate(view(poor.state, 0), 0, each) for each in poor.legal()] == [
        evaluate(view(rich.state, 0), 0, each) for each in rich.legal()
    ]


# Sensible choices: at sea


def test_a_fit_ship_looks_for_the_merchant_of_its_zone_and_raids_him() -> None:
    table = given(at_sea={0: "havana"}, merchants={"havana": "dutch"})
    assert choice(table) == c.ScoutMerchant("roll")
    table.when(c.ScoutMerchant("roll"), SKULL, 1, 1)
    assert choice(table) == c.RaidAs("dutch"), "fewer ports close than for a Spanish one"


@pytest.mark.rule("MM-182", "MM-183", "MM-184", "MM-185")
def test_a_bot_knows_how_a_raid_ends_with_the_cards_on_the_table() -> None:
    """Given three cards and a ship with some damage, when the captain changes nothing, then the raid ends as foretold."""
    ends = Counter[str]()
    for seed in range(200):
        chance = Random(seed)
        cards = chance.sample(sorted(CARGO), 3)
        places = [place for place in LOCATIONS for _ in range(chance.randrange(3))]  # Of three boxes.
        before = found(ships=("frigate", "sloop"), damage={0: places}, next_cargo=cards)
        foretold = raid_odds.ending(
            raid_odds.limits_of(forecast(view(before.state, 0), 0)), raid_odds.table_of(map(raid_odds.kind_of, cards))
        )
        events = before.when(c.RaidAs("english"), *NO_SUCCESS).events
        assert [each.outcome for each in events if isinstance(each, e.RaidEnded)] == [foretold], (cards, places)
        ends[foretold] += 1
    assert set(ends) == {"sunk", "failed", "escaped", "success"}


def test_a_ship_that_may_not_raid_is_repaired_first() -> None:
    table = given(at_sea={0: "havana"}, gold=12, damage={0: ["cannons"]}, merchants={"havana": "dutch"})
    made = choices(table, c.EndPortAction)
    assert not any(isinstance(command, c.ScoutMerchant) for command in made)
    assert c.Repair("cannons") in made


def test_a_rumor_is_followed_to_its_place_and_played_there() -> None:
    """The Caribbean Sea is three zones from Havana."""
    table = given(at_sea={0: "havana"}, rumor="r01", damage={0: ["cannons"]})
    made = choices(table, c.EndTurn)
    assert [type(command) for command in made[:-1]] == [c.Sail, c.Sail, c.Sail]
    assert table.seat().zone == "caribbean_sea"
    while to_act(table.state)[0] != 0:
        table.when(c.EndTurn())
    assert choice(table) == c.PlayRumor()


def test_a_mission_is_worked_on_where_its_step_lies() -> None:
    table = given(at_sea={0: "st_maarten"}, mission="m14", damage={0: ["cannons"]})
    assert choice(table) == c.WorkMission()


def test_of_two_missions_at_a_port_the_better_one_counts() -> None:
    """At Curaçao m03 promises more than m19; m06 lies elsewhere."""

    def worth(*laid_out: str) -> float:
        state = given(in_port={0: "curacao"}, gold=12, laid_out=laid_out).state
        return tasks.in_port(forecast(view(state, 0), 0), "curacao", 12)

    assert worth("m03", "m19") == worth("m03", "m06") > worth("m19", "m06")


def test_a_mission_is_not_given_up_for_one_that_must_be_paid_and_brings_little_more() -> None:
    """m05 asks for 3 gold; without a mission that is a good price."""
    for mission, claimed in (("", True), ("m09", False)):
        table = given(in_port={0: "tortuga"}, ships=("flute", "sloop"), gold=12, mission=mission, laid_out=("m05",))
        assert (c.ClaimMission("m05") in choices(table, c.EndPortAction)) is claimed


def test_goods_are_carried_to_the_port_that_wants_them() -> None:
    rum = ("rum_1", "rum_2", "rum_3")
    table = given(at_sea={0: "tortuga"}, ships=("flute", "sloop"), cargo=rum, demand={"havana": "rum"})
    assert choice(table) == c.Sail("havana")
    made = choices(table.after(e.ShipMoved(0, "tortuga", "havana")), c.FinishSale)
    assert made[:3] == [c.EnterPort("open"), c.OpenPortAction(), c.StartSelling()]
    assert {command.card for command in made if isinstance(command, c.AddToSale)} == set(rum)


def test_a_card_wanted_next_door_is_not_sold_for_the_usual_price() -> None:
    table = given(in_port={0: "tortuga"}, cargo=("rum_1", "food_1"), demand={"tortuga": "food", "havana": "rum"})
    table.when(c.OpenPortAction())
    made = choices(table, c.FinishSale)
    assert made == [c.StartSelling(), c.AddToSale("food_1"), c.FinishSale()]


@pytest.mark.parametrize("hunted", [True, False])
def test_hunters_outside_keep_a_rich_pirate_in_port(hunted: bool) -> None:
    where = "port_royal" if hunted else "cartagena"
    table = given(gold=60, damage={0: ["crew"]}, bounties={0: {"spanish": 5}}, npcs={"spanish": ("npc_es_1", where)})
    table.after(e.ActionSpent(0, "port", False, 2), e.PortActionStarted(0, "port_royal"))
    assert choice(table) == (c.EndTurn() if hunted else c.LeavePort())


def test_a_hopeless_fight_is_no_way_around_the_dangers_of_the_night() -> None:
    hunters = {"spanish": ("npc_es_1", "havana"), "english": ("npc_en_2", "havana")}
    damage, bounties = {0: ["hull", "crew", "crew", "masts"]}, {0: {"spanish": 3, "english": 3}}
    table = given(at_sea={0: "havana"}, damage=damage, bounties=bounties, npcs=hunters)
    table.after(e.ActionSpent(0, "scout", False, 1))
    seen = view(table.state, 0)
    ending = evaluate(seen, 0, c.EndTurn())
    assert all(evaluate(seen, 0, c.ScoutNpc(npc)) < ending for npc in ("spanish", "english"))


# In battle


def in_battle(**position: object) -> Table:
    """A battle with the Spanish frigate, after a first round without a hit."""
    npcs = {"spanish": ("npc_es_1", "havana")}
    table = given(at_sea={0: "havana"}, npcs=npcs, **position)  # type: ignore[arg-type]
    table.when(c.ScoutNpc("spanish"), SKULL)
    table.when(c.Shoot())
    table.when(c.Shoot(), *[1] * 8)
    assert table.top == f.Declare(0, 0)
    return table


def test_a_battered_sloop_with_a_treasure_flees() -> None:
    assert choice(in_battle(gold=40, damage={0: ["crew", "masts", "cargo"]})) == c.Flee()


def test_who_has_the_better_crew_boards() -> None:
    """Gaspar Montoya has Leadership 4 and as many men as he can carry; the frigate has lost two."""
    strong = in_battle(
        captains=("gaspar_montoya", "joost_verhage"),
        modifications={0: ["extra_hammocks"]},
        damage={"spanish": ["crew", "crew"]},
    )
    assert choice(strong) == c.Board()


def test_hits_of_a_volley_are_spread() -> None:
    """A second X is not given where the first is about to fall."""
    table = in_battle()
    table.when(c.Shoot())
    # The frigate wins the contest with three successes; two of its three hits are X.
    table.when(c.Shoot(), contest=(1, 1, 1, SKULL, SKULL, SKULL), hits=(SKULL, SKULL, 1))
    assert isinstance(table.top, f.AssignX)
    first = choice(table)
    table.when(first)
    assert choice(table) != first


def test_a_prize_is_taken_if_it_is_the_better_ship() -> None:
    won = in_battle(damage={"spanish": ["crew", "crew"]}, weapons=())
    won.when(c.Board())
    won.when(c.Shoot(), contest=(SKULL, SKULL, SKULL, 1, 1, 1), crew=(SKULL, SKULL, SKULL, 1, 1))
    assert won.top == f.ClaimShip(0, "spanish")
    assert choice(won) == c.TakeShip()


# In port


def test_gold_is_stashed_once_and_not_taken_out_again() -> None:
    table = given(gold=29, laid_out=("m09", "m10"))
    made = choices(table, c.EndTurn)
    assert any(isinstance(command, c.DepositGold) for command in made)
    assert not any(isinstance(command, c.WithdrawGold) for command in made)
    assert table.seat().stash > 0


def test_a_frigate_is_bought_with_the_stash() -> None:
    table = given(gold=10, stash=30)
    made = choices(table, c.BuyShip)
    assert made[-1] == c.BuyShip("frigate")
    assert any(isinstance(command, c.WithdrawGold) for command in made)
    assert table.seat().points == 1


def test_an_old_ship_is_not_mended_where_a_better_one_is_bought() -> None:
    table = given(gold=45, damage={0: ["masts", "cargo"]})
    made = choices(table, c.LeaveShipyard)
    assert c.BuyShip("frigate") in made
    assert not any(isinstance(command, c.Repair) for command in made)


def test_gold_that_wins_is_stashed_before_it_is_spent() -> None:
    table = given(gold=20, stash=20, points={0: 6})
    made = choices(table, c.DeclareVictory)
    assert made == [
        c.OpenPortAction(),
        c.StartStashing(),
        c.DepositGold("all"),
        c.FinishStashing(),
        c.DeclareVictory(),
    ]


def test_whoever_may_win_declares() -> None:
    assert choice(given(stash=20, points={0: 8})) == c.DeclareVictory()


@pytest.mark.parametrize(("final_comparison", "declared"), [("track", False), ("points", True)])
def test_nobody_declares_for_a_rival_who_is_ahead_on_the_track_if_it_decides(final_comparison: str, declared: bool) -> None:
    """The rival may have stashed what he needs for ten points, and would win by the track (MM-374)."""
    table = given(stash=20, points={0: 8, 1: 9}, final_comparison=final_comparison)
    assert c.DeclareVictory() in table.legal()
    assert (choice(table) == c.DeclareVictory()) is declared


def test_a_rival_who_is_level_on_the_track_keeps_nobody_from_declaring() -> None:
    assert choice(given(stash=20, points={0: 8, 1: 8}, final_comparison="track")) == c.DeclareVictory()


@pytest.mark.parametrize(("final_comparison", "ahead"), [("track", 1), ("points", 0)])
def test_who_is_ahead_in_the_last_round_depends_on_what_decides(final_comparison: str, ahead: int) -> None:
    """12 points with 7 of them on the track against 10 with 8 of them (MM-374)."""
    table = given(points={0: 7, 1: 8}, final_comparison=final_comparison)
    for seat, gold in ((0, 50), (1, 20)):
        table.after(e.GoldChanged(seat, gold, "start"), e.GoldStashed(seat, gold))
    table.after(e.VictoryDeclared(1, 8, 20))
    shares = win_shares(table.state)
    assert max(range(2), key=lambda seat: shares[seat]) == ahead


@pytest.mark.parametrize(("gold", "played"), [(20, True), (5, False)])
def test_a_card_for_a_larger_offer_is_played_with_gold_for_business(gold: int, played: bool) -> None:
    table = given(gold=gold, ships=("flute", "sloop"), glory={0: ("g27:1",)}, laid_out=("m09", "m10"))
    assert (c.PlayGlory("g27:1") in choices(table, c.EndPortAction)) is played


def test_a_free_way_into_port_is_used_when_the_actions_are_gone_and_goods_sell_there() -> None:
    table = given(
        at_sea={0: "havana"},
        ships=("flute", "sloop"),
        cargo=("rum_1", "rum_2", "rum_3"),
        demand={"havana": "rum"},
        glory={0: ("g02:1",)},
    )
    assert choice(table) == c.EnterPort("open"), "an action is left"
    table.after(e.ActionSpent(0, "move", False, 0))
    assert choice(table) == c.PlayGlory("g02:1")
    table.when(c.PlayGlory("g02:1"))
    assert choice(table) == c.EnterPort("open")


def test_a_cove_is_used_for_much_gold_and_not_for_little() -> None:
    for gold, used in ((30, True), (6, False)):
        table = given(at_sea={0: "old_providence"}, gold=gold, rumor="r06")
        made = choices(table.after(e.RumorPlayed(0, "r06", True, True)), c.EndTurn)
        assert (c.UseCove() in made) is used


def test_a_flipped_hull_is_turned_up_again() -> None:
    table = given(gold=20, modifications={0: ["reinforced_hull"]})
    table.after(e.ModificationFlipped(0, "reinforced_hull", False))
    assert c.RefreshHull() in choices(table, c.EndPortAction)


def test_only_a_ruined_pirate_retires() -> None:
    wanted = {"english": 1, "spanish": 1, "french": 1}
    assert choice(given(damage={0: ["cannons"]}, bounties={0: wanted})) == c.Retire()
    assert choice(given(damage={0: ["cannons"]}, bounties={0: wanted}, gold=20)) != c.Retire()


def test_the_worst_card_of_a_full_hand_is_given_up() -> None:
    hand = ("g25:1", "g22:1", "g08:1", "g17:1")
    table = given(glory={0: hand}, next_glory=("g33:1",), gold=40)
    choices(table, c.BuyShip)
    assert choice(table) == c.DiscardGlory("g33:1")


# Whole games


@pytest.mark.parametrize(("levels", "seed"), [("gg", 3), ("ggg", 4)])
def test_every_turn_ends_and_the_game_with_glory(levels: str, seed: int) -> None:
    """No going round in circles: every captain turn is over after so many commands."""
    commands: dict[int, int] = {}
    for state, _, _ in played(levels, seed):
        commands[state.turns] = commands.get(state.turns, 0) + 1
    assert max(commands.values()) < LONGEST_TURN
    assert state.result is not None
    assert state.result.reason == "glory"


def test_greedy_beats_random() -> None:
    """Each of them sits in both places."""
    for seed in (1, 2):
        for levels in ("gr", "rg"):
            result = last(levels, seed).result
            assert result is not None
            assert winners(result.ranking) == (levels.index("g"),)


def test_a_trader_sells_more_and_a_raider_raids_more() -> None:
    happened = duel(1) + duel(2) + duel(3)
    assert happened["greedy:trader", e.GoodsSold] > happened["greedy:raider", e.GoodsSold]
    assert happened["greedy:trader", e.RaidStarted] < happened["greedy:raider", e.RaidStarted]
