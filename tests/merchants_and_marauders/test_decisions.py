"""Chapter 22.1: how decisions work, whose they are, and what is refused before their own refusals; D-27 and D-28."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import msgspec
import pytest

from domain.game import Rejected
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import (
    CARGO,
    GLORY_INSTANCES,
    GOODS,
    LOCATIONS,
    MISSIONS,
    MODIFICATIONS,
    NATIONS,
    NPCS,
    PORTS,
    RUMORS,
    SHIPS,
    WEAPONS,
    ZONES,
)
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import ANSWERS, check, legal_commands
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, decision, to_act
from tradewinds.testing import Chance

from .business import in_port_action
from .fights import FOUND, against, at_havana, duel
from .scenario import SKULL, Table, given

VALUES = {
    "zone": ZONES,
    "port": PORTS,
    "npc": NPCS,
    "nation": NATIONS,
    "mission": MISSIONS,
    "rumor": RUMORS,
    "modification": MODIFICATIONS,
    "weapon": WEAPONS,
    "ship": SHIPS,
    "location": LOCATIONS,
    "card": (*CARGO, *GLORY_INSTANCES),
    "means": ("open", "gold", "influence", "papers", "event"),
    "way": ("roll", "sure_spanish"),
    "amount": (1, 5, 10, "all"),
    "source": ("reinforced_hull", "surgeon"),
    "seat": range(4),
    "index": range(8),
    "free": (False, True),
    "option": (*GOODS, *NATIONS, *NPCS, *ZONES, *LOCATIONS, *map(str, range(4)), "stop"),
}
"""Every value that a field of a command can have."""


def every_command() -> Iterator[c.Command]:
    """Whatever a seat could ask for in answer to some decision."""
    for kind in c.COMMANDS:
        yield from (kind(*values) for values in itertools.product(*(VALUES[name] for name in kind.__struct_fields__)))


ALL_COMMANDS = tuple(every_command())


def positions(seed: int, windows: str) -> Iterator[State]:
    """The positions of a random game."""
    chance = Chance(seed)
    state = setup(Options(windows=windows), 2 + seed % 3, chance).state  # type: ignore[arg-type]
    while state.result is None:
        yield state
        seat = to_act(state)[0]
        legal = legal_commands(state, seat)
        state = decide(state, seat, legal[chance.below(len(legal))], chance).state
    yield state


def accepted(state: State, seat: int, command: c.Command) -> bool:
    try:
        check(state, seat, command)
    except Rejected:
        return False
    return True


# What is asked


@pytest.mark.rule("MM-K01", "MM-K09")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
def test_after_every_command_one_seat_is_asked_one_thing_or_the_game_is_over(windows: str) -> None:
    for state in positions(3, windows):
        if state.result is not None:
            assert to_act(state) == ()
            assert decision(state) is None
        elif isinstance(decision(state), f.StartingShips):
            assert to_act(state) == tuple(seat for seat, own in enumerate(state.seats) if own.ship is None)
        else:
            assert len(to_act(state)) == 1
            assert type(state.stack[-1]) in ANSWERS


@pytest.mark.rule("MM-K02")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
def test_exactly_the_listed_commands_are_accepted_and_the_others_change_nothing(windows: str) -> None:
    chance = Chance(5)
    for number, state in enumerate(positions(4, windows)):
        if number % 25 or state.result is not None:
            continue
        before = msgspec.json.encode(state)
        for seat in range(len(state.seats)):
            legal = legal_commands(state, seat)
            assert len(legal) == len(set(legal))
            assert bool(legal) == (seat in to_act(state))
            assert {command for command in ALL_COMMANDS if accepted(state, seat, command)} == set(legal)
            for command in random.Random(number).sample(ALL_COMMANDS, 20):
                if command not in legal:
                    with pytest.raises(Rejected):
                        decide(state, seat, command, chance)
        assert msgspec.json.encode(state) == before


@pytest.mark.rule("MM-K09")
def test_dice_and_draws_of_a_command_come_at_once_and_nothing_takes_them_back() -> None:
    table = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")})
    attempt = table.when(c.ScoutNpc("dutch"), *FOUND)
    # Scouting, the bounty and the whole first round up to the next declaration.
    assert attempt.count(e.CheckRolled) == attempt.count(e.ContestRolled) == 1
    assert table.top == f.Declare(0, 0)
    table.when(c.EndTurn()).refused("wrong_decision")
    table.when(c.ScoutNpc("dutch")).refused("wrong_decision")


# Decisions with one command


def _spent_turn() -> Table:
    table = given(at_sea={0: "havana"})
    for zone in ("nassau", "havana", "nassau"):
        table.when(c.Sail(zone))
    return table


def _idle_port() -> Table:
    table = in_port_action(in_port={0: "havana"}, laid_out=("m01", "m03"))
    table.when(c.StartBuying())
    table.when(c.FinishLot())
    table.when(c.VisitShipyard())
    table.when(c.LeaveShipyard())
    return table


def _selling() -> Table:
    table = in_port_action(cargo=("rum_1",))
    table.when(c.StartSelling())
    table.when(c.AddToSale("rum_1"))
    return table


def _buying() -> Table:
    table = in_port_action()
    table.when(c.StartBuying())
    return table


def _at_the_shipyard() -> Table:
    table = in_port_action()
    table.when(c.VisitShipyard())
    return table


def _moving_modifications() -> Table:
    table = in_port_action(in_port={0: "st_john"}, gold=5, modifications={0: ("chasers",)})
    table.when(c.VisitShipyard())
    table.when(c.BuyShip("flute"))
    return table


def _hiring_crew() -> Table:
    table = in_port_action(damage={0: ("crew",)})
    table.when(c.StartRecruiting(), 1, 1, 1)
    return table


def _stashing() -> Table:
    table = in_port_action(gold=1)
    table.when(c.StartStashing())
    table.when(c.DepositGold("all"))
    return table


def _plundering() -> Table:
    table = duel()
    table.when(c.Board())
    table.when(c.Shoot(), contest=(SKULL, 1, 1, 1, 1, 1), crew=(SKULL, SKULL, SKULL))
    table.when(c.KeepOwnShip())
    return table


def _hiring_by_deed() -> Table:
    table = given(windows="uniform", glory={0: ("g01:1",)})
    table.when(c.EndTurn())
    return table


ALONE: dict[type[f.Frame], tuple[Callable[[], Table], c.Command]] = {
    f.TakeAction: (_spent_turn, c.EndTurn()),
    f.PortMenu: (_idle_port, c.EndPortAction()),
    f.SellLot: (_selling, c.FinishSale()),
    f.BuyLot: (_buying, c.FinishLot()),
    f.Shipyard: (_at_the_shipyard, c.LeaveShipyard()),
    f.TransferModifications: (_moving_modifications, c.FinishTransfer()),
    f.HireCrew: (_hiring_crew, c.FinishRecruiting()),
    f.Stash: (_stashing, c.FinishStashing()),
    f.Plunder: (_plundering, c.FinishPlunder()),
    f.HireByDeed: (_hiring_by_deed, c.Pass()),
}


@pytest.mark.rule("MM-K25")
@pytest.mark.parametrize("kind", ALONE)
def test_what_hidden_things_decide_is_asked_even_if_one_command_is_legal(kind: type[f.Frame]) -> None:
    position, only = ALONE[kind]
    table = position()
    assert isinstance(table.top, kind)
    assert table.legal() == [only]


@pytest.mark.rule("MM-K03")
def test_any_other_decision_with_one_command_is_not_asked() -> None:
    # A merchant that cannot be raided is let go; the first round of a battle is shot; one port has no modification.
    sea = given(at_sea={0: "havana"}, merchants={"havana": "english"}, damage={0: ("cannons",)})
    sea.when(c.ScoutMerchant("roll"), SKULL).then(e.MerchantLetGo("havana"))
    fight = at_havana(1)
    fight.when(c.ScoutCaptain(1), *FOUND).then(e.ActionDeclared(0, 1, "shoot"), e.ActionDeclared(1, 1, "shoot"))
    yard = in_port_action(gold=5, modifications={0: ("chasers",)})
    yard.when(c.VisitShipyard())
    assert yard.when(c.BuyShip("flute")).count(e.ModificationReturned) == 1
    assert isinstance(yard.top, f.Shipyard)


# Whose decision it is


@pytest.mark.rule("MM-K05")
def test_seats_out_of_turn_are_asked_in_the_turn_of_another() -> None:
    defender = duel()
    defender.when(c.Shoot())
    controller = against("dutch")
    controller.when(c.Shoot())
    target = duel(SKULL, 1, 1, 1, 1, 1, SKULL)
    reacting = duel(glory={1: ("g18:1",)})
    owner = duel(SKULL, 1, 1, 1, 1, 1, SKULL, damage={1: ("hull",)}, modifications={1: ("chasers", "swivel_guns")})
    owner.when(c.AssignX("hull"))
    for table, kind in (
        (defender, f.Declare),
        (controller, f.Declare),
        (target, f.AssignX),
        (reacting, f.React),
        (owner, f.PlaceModification),
    ):
        assert isinstance(table.top, kind)
        assert to_act(table.state) == (1,)
        assert table.state.turn is not None
        assert table.state.turn.seat == 0


@pytest.mark.rule("MM-K08")
def test_a_free_move_is_made_when_no_action_is_left_and_actions_are_missed_only_then() -> None:
    table = given(at_sea={0: "havana"}, glory={0: ("g01:1",)})
    for zone in ("nassau", "havana", "nassau"):
        table.when(c.Sail(zone))
    table.when(c.Sail("havana")).refused("no_actions_left")
    table.when(c.PlayGlory("g01:1"))
    # It is no action to scout with.
    table.when(c.ScoutMerchant("roll")).refused("no_actions_left")
    table.when(c.Sail("havana")).then(e.ActionSpent(0, "move", True, 0))
    table.when(c.Sail("nassau")).refused("no_actions_left")


# Refusals for every command


@pytest.mark.rule("MM-K10")
def test_refusals_for_every_command_come_before_its_own_in_their_order() -> None:
    table = given(points={0: 10})

    def refusal(seat: int, command: c.Command) -> str:
        with pytest.raises(Rejected) as caught:
            check(table.state, seat, command)
        return caught.value.code

    # Each command is wrong in more than one way; the last one only in its own.
    assert refusal(1, c.BuyShip("raft")) == "invalid_field"
    assert refusal(1, c.ScoutCaptain(2)) == "invalid_field"
    assert refusal(1, c.BuyShip("galleon")) == "wrong_decision"
    assert refusal(0, c.BuyShip("galleon")) == "wrong_decision"
    assert refusal(1, c.Sail("havana")) == "not_your_turn"
    assert refusal(0, c.Sail("havana")) == "in_port"
    table.when(c.DeclareVictory())
    while table.state.result is None:
        table.when(c.EndTurn())
    assert refusal(1, c.BuyShip("raft")) == "game_over"


@pytest.mark.rule("MM-K10")
@pytest.mark.parametrize(
    ("seat", "command", "params"),
    [
        (0, c.BuyShip("raft"), {"field": "ship"}),
        (0, c.ScoutCaptain(2), {"field": "seat"}),
        (0, c.Repair("keel"), {"field": "location"}),
        (0, c.BuyShip("galleon"), {"decision": "take_action"}),
        (1, c.Sail("havana"), {"awaited_seats": [0]}),
    ],
)
def test_a_refusal_for_every_command_says_what_it_is_about(seat: int, command: c.Command, params: dict[str, object]) -> None:
    """The field that is wrong, the decision that is open, or the seats that are asked."""
    with pytest.raises(Rejected) as caught:
        check(given().state, seat, command)
    assert caught.value.params == params


@pytest.mark.rule("MM-K10", "MM-025")
def test_before_the_ships_are_chosen_a_refusal_names_that_decision() -> None:
    state = setup(Options(), 2, Chance(1)).state
    with pytest.raises(Rejected) as caught:
        check(state, 0, c.EndTurn())
    assert (caught.value.code, caught.value.params) == ("wrong_decision", {"decision": "starting_ships"})


# Choices and offers


@pytest.mark.rule("MM-K04", "MM-K02")
def test_an_effect_lets_its_owner_choose_one_of_its_options_at_a_time() -> None:
    table = given(in_port={0: "havana"}, glory={0: ("g08:1",)}, seats=3)
    table.when(c.PlayGlory("g08:1"))
    assert table.legal() == [c.Choose("1"), c.Choose("2")]
    table.when(c.Choose("0")).refused("option_not_offered")
    table.when(c.Choose("anything")).refused("option_not_offered")
    table.when(c.Choose("2"))
    assert table.legal() == [c.Choose("english"), c.Choose("spanish"), c.Choose("dutch")]
    table.when(c.Choose("dutch")).then(e.BountyChanged(2, "dutch", 1, 1))


@pytest.mark.rule("MM-401")
def test_an_offer_is_accepted_if_it_can_be_carried_out_or_declined() -> None:
    position = {"at_sea": {0: RUMORS["r25"].where.id}, "rumor": "r25"}
    table = given(**position)  # type: ignore[arg-type]
    table.when(c.PlayRumor(), *FOUND)
    assert table.top == f.AcceptOffer(0, "start_raid")
    assert table.legal() == [c.Accept(), c.Decline()]
    assert not table.when(c.Decline()).count(e.RaidStarted)
    raid = given(**position)  # type: ignore[arg-type]
    raid.when(c.PlayRumor(), *FOUND)
    raid.when(c.Accept(), 1, 1, 1).then(e.RaidStarted(0, "dutch"))
    # With a destroyed location the raid cannot be accepted.
    broken = given(damage={0: ("cannons",)}, **position)  # type: ignore[arg-type]
    broken.after(e.FrameOpened(f.AcceptOffer(0, "start_raid")))
    broken.when(c.Accept()).refused("location_destroyed")
    broken.when(c.Decline())
    assert broken.top == f.TakeAction(0)


def test_every_field_of_a_command_has_its_values() -> None:
    fields = {name for kind in c.COMMANDS for name in kind.__struct_fields__}
    assert fields == set(VALUES)
