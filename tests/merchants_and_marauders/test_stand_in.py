"""MM-K15, MM-K27 and MM-254: what is played for a seat whose player has left."""

from __future__ import annotations

import pytest

from domain.kit.decisions import always
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.bots.stand_in import ORDER, stand_in
from domain.merchants_and_marauders.decide import decide
from domain.merchants_and_marauders.decisions import ANSWERS, legal_commands
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import setup
from domain.merchants_and_marauders.state import State, decision, to_act
from domain.merchants_and_marauders.view import view
from tradewinds.testing import Chance

from .fights import FOUND, against, at_havana, duel
from .scenario import SKULL, Table, given

RULE = (
    "pass",
    "hold_chasers",
    "withdraw_card",
    "decline",
    "decline_reward",
    "finish_",
    "keep_",
    "raid_stop",
    "let_go",
    "accept_hit",
    "leave_shipyard",
    "end_port_action",
    "shoot",
    "end_turn",
)
"""The order of MM-K27; `finish_` and `keep_` stand for all commands that begin so."""
COUNTED = {f.ChooseShip, f.ChooseRumor, f.PlaceModification, f.DiscardToLimit, f.AssignX, f.Choose, f.StartingShips}
"""Decisions without a command that ends them: each answer leaves one thing fewer to choose."""


def named(name: str) -> list[type[c.Command]]:
    tags = {str(kind.__struct_config__.tag): kind for kind in c.COMMANDS}
    return [kind for tag, kind in tags.items() if tag == name or (name.endswith("_") and tag.startswith(name))]


def example(kind: type[c.Command]) -> c.Command:
    return kind(*("x" for _ in kind.__struct_fields__))


def choice(table: Table, seat: int | None = None) -> c.Command:
    """What the stand-in plays for the seat that is asked."""
    who = to_act(table.state)[0] if seat is None else seat
    return stand_in(view(table.state, who), who, table.legal(who))


# The order


@pytest.mark.rule("MM-K15", "MM-K27")
def test_the_safest_command_is_the_first_of_the_rule() -> None:
    assert list(ORDER) == [kind for name in RULE for kind in named(name)]
    seen = view(given().state, 0)
    for place, kind in enumerate(ORDER):
        others = [example(other) for other in ORDER[place + 1 :] if other.__name__[:6] != kind.__name__[:6]]
        unlisted = c.Sail("havana")
        for legal in ([unlisted, *others, example(kind)], [example(kind), *others, unlisted]):
            assert stand_in(seen, 0, legal) == example(kind)
    assert stand_in(seen, 0, [c.Sail("nassau"), c.Sail("havana")]) == c.Sail("nassau")


@pytest.mark.rule("MM-K27")
def test_every_decision_ends_by_the_rule_or_has_one_choice_fewer() -> None:
    for kind, answers in ANSWERS.items():
        enders = [command for command, answer in answers.items() if command in ORDER and answer.check is always]
        assert bool(enders) != (kind in COUNTED), kind
    assert {*ANSWERS} | COUNTED == {*ANSWERS, f.StartingShips}


# MM-254


@pytest.mark.rule("MM-254", "MM-K27")
def test_an_npc_ship_boards_from_the_second_round_on_if_it_has_more_crew() -> None:
    table = against("dutch")
    table.when(c.Shoot())
    assert table.top == f.Declare(1, 1)
    # Crew 3 against 2.
    assert choice(table) == c.Board()
    even = against("dutch", ships=("frigate", "sloop"))
    even.when(c.Shoot())
    assert choice(even) == c.Shoot()
    # Crew 2 against 3.
    weak = against("pirate_sloop", ships=("frigate", "sloop"))
    weak.when(c.Shoot())
    assert choice(weak) == c.Shoot()
    # It does only what it may.
    assert stand_in(view(table.state, 1), 1, [c.Shoot(), c.Flee()]) == c.Shoot()


@pytest.mark.rule("MM-254", "MM-K27")
def test_a_captain_who_stands_in_never_boards() -> None:
    table = duel(ships=("frigate", "sloop"))
    assert c.Board() in table.legal()
    assert choice(table) == c.Shoot()


@pytest.mark.rule("MM-254")
@pytest.mark.parametrize(
    ("damage", "location"),
    [((), "cargo"), (("cargo",), "masts"), (("cargo", "masts"), "crew"), (("cargo", "masts", "crew"), "cannons")],
)
def test_an_x_goes_to_the_highest_location_but_not_the_hull(damage: tuple[str, ...], location: str) -> None:
    position = {"ships": ("frigate", "sloop"), "damage": {"dutch": damage}}
    table = against("dutch", SKULL, 1, 1, 1, 1, 1, SKULL, 1, 1, **position)
    assert table.top == f.AssignX(1, 1)
    assert choice(table) == c.AssignX(location)


@pytest.mark.rule("MM-254", "MM-K27")
def test_a_captain_gives_an_x_as_an_npc_ship_does() -> None:
    # A Flute: Cargo 4, Hull and Masts 3.
    table = duel(SKULL, 1, 1, 1, 1, 1, 1, SKULL, ships=("sloop", "flute"))
    assert table.top == f.AssignX(1, 1)
    assert choice(table) == c.AssignX("cargo")
    sloop = duel(1, 1, 1, SKULL, 1, 1, SKULL, damage={0: ("cargo",)})
    assert choice(sloop) == c.AssignX("masts")
    # Also one that a card deals.
    reef = given(ships=("flute", "sloop"), at_sea={0: "st_maarten"}, mission="m14", damage={0: ("cargo", "cargo")})
    reef.when(c.WorkMission(), mission=(1, 1, 1), hits=(SKULL,))
    assert reef.top == f.Choose(0, "x", ("hull", "cargo", "masts", "crew", "cannons"))
    assert choice(reef) == c.Choose("masts")


@pytest.mark.rule("MM-K27")
def test_other_choices_are_the_first_of_the_list() -> None:
    table = given(seats=3, glory={0: ("g08:1",)})
    table.when(c.PlayGlory("g08:1"))
    assert choice(table) == table.legal()[0] == c.Choose("1")


# No end without


def play_on(state: State, chance: Chance, left: set[int], *, most: int) -> State:
    """The game is played on to its end: seats that were left by the stand-in, the others at random."""
    commands = turns = 0
    while state.result is None:
        seat = to_act(state)[0]
        legal = legal_commands(state, seat)
        kind = type(decision(state))
        command = stand_in(view(state, seat), seat, legal) if seat in left else legal[chance.below(len(legal))]
        recorder = decide(state, seat, command, chance)
        if seat in left and kind not in COUNTED:
            tag = str(kind.__struct_config__.tag)
            closed = [event for event in recorder.events if isinstance(event, e.FrameClosed)]
            assert (tag, seat) in {(event.frame, event.seat) for event in closed}, f"{command} did not end {tag}"
        state = recorder.state
        commands = commands + 1 if state.turns == turns else 0
        turns = state.turns
        assert commands < most, "a captain turn without end"
    return state


@pytest.mark.rule("MM-K15", "MM-K27", "MM-I25")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_stand_ins_alone_come_to_an_end(seats: int, windows: str) -> None:
    chance = Chance(seats)
    state = setup(Options(windows=windows), seats, chance).state  # type: ignore[arg-type]
    over = play_on(state, chance, set(range(seats)), most=10 * seats)
    assert over.result is not None
    assert over.result.reason == "event_deck_empty"


@pytest.mark.rule("MM-K15", "MM-K27", "MM-I25")
@pytest.mark.parametrize("windows", ["uniform", "holders_only"])
@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_its_players_leave_is_played_to_its_end(seed: int, windows: str) -> None:
    chance = Chance(seed)
    seats = 2 + seed % 3
    state = setup(Options(windows=windows), seats, chance).state  # type: ignore[arg-type]
    for _ in range(150 * (seed + 1)):
        if state.result is not None:
            break
        seat = to_act(state)[0]
        legal = legal_commands(state, seat)
        state = decide(state, seat, legal[chance.below(len(legal))], chance).state
    # One after the other leaves.
    left = {0} if seed % 2 else set(range(seats))
    assert play_on(state, chance, left, most=1000).result is not None


@pytest.mark.rule("MM-K15")
def test_a_stand_in_ends_the_turn_and_risks_nothing() -> None:
    table = given(at_sea={0: "havana"}, npcs={"dutch": ("npc_nl_1", "havana")}, glory={0: ("g01:1",)}, gold=9)
    assert choice(table) == c.EndTurn()
    found = at_havana(1, merchants={"havana": "english"})
    found.when(c.ScoutMerchant("roll"), *FOUND)
    assert choice(found) == c.LetGo()
    asked_in_window = duel(SKULL, 1, 1, 1, 1, 1, glory={0: ("g12:1",)})
    assert choice(asked_in_window) == c.Pass()
    asked_in_window.when(c.Announce("g12:1"))
    assert choice(asked_in_window) == c.WithdrawCard()
