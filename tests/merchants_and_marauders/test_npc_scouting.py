"""Chapter 11.4: when NPC ships look for captains, how they roll, who is held back, and the fights that follow."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders import frames as f
from domain.merchants_and_marauders.content import NATIONS
from domain.merchants_and_marauders.decide import advance
from domain.merchants_and_marauders.evolve import evolve
from domain.recorder import Recorder

from .scenario import SKULL, Attempt, Dice, given

CARDS = {
    "english": "npc_en_1",
    "spanish": "npc_es_1",
    "french": "npc_fr_1",
    "dutch": "npc_nl_1",
    "pirate_sloop": "npc_ps_1",
    "pirate_frigate": "npc_pf_1",
}
SCOUTING = {"english": 3, "spanish": 2, "french": 3, "dutch": 2, "pirate_sloop": 3, "pirate_frigate": 3}


def ships(zone: str, *npcs: str) -> Mapping[str, tuple[str, str]]:
    return {npc: (CARDS[npc], zone) for npc in npcs}


def looked(attempt: Attempt) -> list[str]:
    """Who rolled to find the captain, once for each roll."""
    return [event.side for event in attempt.events if isinstance(event, e.CheckRolled) and event.reason == "npc_scouting"]


def sails(to: str, *npcs: str, dice: tuple[int, ...] = (), come_from: str = "", **position: object) -> Attempt:
    """Seat 0 sails into a zone where these NPCs lie; all that he does not name of the dice are misses."""
    start = come_from or {"havana": "nassau", "nassau": "havana", "tortuga": "havana", "trinidad": "caracas"}[to]
    table = given(at_sea={0: start}, npcs=ships(to, *npcs), **position)  # type: ignore[arg-type]
    return table.when(c.Sail(to), *dice)


# When


@pytest.mark.rule("MM-238", "MM-069")
def test_hostile_npcs_look_for_who_enters_their_zone_also_from_port() -> None:
    position = {"bounties": {0: {"dutch": 1}}, "npcs": ships("havana", "dutch")}
    by_sea = given(at_sea={0: "nassau"}, **position)
    assert looked(by_sea.when(c.Sail("havana"))) == ["dutch"]
    from_port = given(in_port={0: "havana"}, **position)
    assert looked(from_port.when(c.LeavePort())) == ["dutch"]
    elsewhere = given(at_sea={0: "havana"}, **position)
    assert looked(elsewhere.when(c.Sail("nassau"))) == []


@pytest.mark.rule("MM-069", "MM-238", "MM-239")
def test_entering_a_port_or_staying_at_sea_calls_nobody() -> None:
    """Only the beginning of his turn does, which it does in every round."""
    table = given(at_sea={0: "havana"}, bounties={0: {"dutch": 1}}, npcs=ships("havana", "dutch"), next_events=("npc_en_1",))
    assert looked(table.when(c.ScoutMerchant("roll"), 1, 1, 1)) == []
    table.when(c.Decline())
    assert looked(table.when(c.ScoutNpc("dutch"), 1, 1, 1)) == []
    assert looked(table.when(c.EndTurn())) == []
    assert looked(table.when(c.EndTurn())) == ["dutch"]
    assert looked(table.when(c.EnterPort("open"))) == []
    assert looked(table.when(c.OpenPortAction())) == []
    assert looked(table.when(c.EndPortAction())) == []
    table.when(c.EndTurn())
    # His next turn begins in port.
    assert looked(table.when(c.EndTurn())) == []


@pytest.mark.rule("MM-239", "MM-065")
def test_a_failed_entry_calls_nobody() -> None:
    table = given(
        captains=("dominique_de_richery", "francis_wright"),
        at_sea={0: "port_royal"},
        bounties={0: {"english": 1}},
        npcs=ships("port_royal", "english"),
    )
    assert looked(table.when(c.EnterPort("influence"), 1, 1, 1)) == []


# Whom


@pytest.mark.rule("MM-227", "MM-228", "MM-244")
@pytest.mark.parametrize(
    ("bounties", "wars", "hostile"),
    [
        ({}, [], []),
        ({"dutch": 1}, [], list(NATIONS)),
        ({"dutch": 1, "spanish": 2}, [], list(NATIONS)),
        ({}, [("english", "spanish")], ["spanish"]),
        ({}, [("english", "spanish"), ("french", "dutch")], ["spanish"]),
    ],
)
def test_a_naval_ship_is_hostile_to_who_meets_one_of_its_priorities(
    bounties: Mapping[str, int], wars: list[tuple[str, str]], hostile: list[str]
) -> None:
    """All who have any bounty, and the captains of an enemy nation; here he is English. One at a time."""
    found = []
    for nation in NATIONS:
        found += looked(sails("havana", nation, bounties={0: bounties}, wars=wars))
    assert found == hostile


@pytest.mark.rule("MM-229", "MM-230", "MM-227")
@pytest.mark.parametrize("pirate", ["pirate_sloop", "pirate_frigate"])
def test_a_pirate_is_hostile_to_every_captain_who_is_none(pirate: str) -> None:
    assert looked(sails("havana", pirate)) == [pirate]
    assert looked(sails("havana", pirate, gold=3)) == [pirate]
    assert looked(sails("havana", pirate, bounties={0: {"dutch": 1}}, gold=3, cargo=("rum_1",))) == []


# How


@pytest.mark.rule("MM-240", "MM-010")
@pytest.mark.parametrize(
    ("bounties", "dice"), [({"dutch": 1}, 2), ({"dutch": 2}, 2), ({"dutch": 3}, 3), ({"dutch": 5}, 5), ({"french": 5}, 2)]
)
def test_a_naval_ship_rolls_its_skill_or_the_bounties_of_its_nation(bounties: Mapping[str, int], dice: int) -> None:
    rolled = sails("havana", "dutch", bounties={0: bounties}).happens(e.CheckRolled)
    assert rolled == e.CheckRolled("dutch", "scouting", (1,) * dice, 1, False, "npc_scouting")


@pytest.mark.rule("MM-240")
def test_a_pirate_rolls_its_skill() -> None:
    for pirate in ("pirate_sloop", "pirate_frigate"):
        assert len(sails("havana", pirate).happens(e.CheckRolled).dice) == SCOUTING[pirate]


@pytest.mark.rule("MM-244")
def test_naval_ships_roll_in_the_order_of_nations_and_all_before_the_first_fight() -> None:
    dice = (1, 1, 1, SKULL, 1, 1, 1, 1, SKULL, 1)
    attempt = sails("havana", *reversed(NATIONS), bounties={0: {"english": 1}}, dice=dice)
    told = [event for event in attempt.events if isinstance(event, e.Scouted | e.BattleStarted)]
    assert told == [
        e.Scouted("english", "captain:0", False),
        e.Scouted("spanish", "captain:0", True),
        e.Scouted("french", "captain:0", False),
        e.Scouted("dutch", "captain:0", True),
        e.BattleStarted("spanish", 0, 1),
    ]


@pytest.mark.rule("MM-244")
def test_the_pirate_sloop_rolls_before_the_frigate() -> None:
    assert looked(sails("havana", "pirate_frigate", "pirate_sloop")) == ["pirate_sloop", "pirate_frigate"]


# Who is held back


@pytest.mark.rule("MM-241")
@pytest.mark.parametrize("nation", NATIONS)
def test_a_pirate_does_not_look_beside_a_naval_ship(nation: str) -> None:
    assert looked(sails("havana", "pirate_sloop", "pirate_frigate", nation, gold=5)) == []
    table = given(
        at_sea={0: "nassau"}, npcs={**ships("havana", "pirate_sloop"), **ships("nassau", "pirate_frigate", nation)}
    )
    assert looked(table.when(c.Sail("havana"))) == ["pirate_sloop"]


@pytest.mark.rule("MM-242", "MM-243")
def test_two_men_o_war_hold_each_other_back_but_nobody_else() -> None:
    wanted = {"bounties": {0: {"french": 1}}}
    war = [("spanish", "dutch")]
    assert looked(sails("havana", "spanish", "dutch", wars=war, **wanted)) == []
    assert looked(sails("havana", "spanish", "french", "dutch", wars=war, **wanted)) == ["french"]
    assert looked(sails("havana", "spanish", "french", wars=war, **wanted)) == ["spanish", "french"]
    three = [*war, ("french", "dutch")]
    assert looked(sails("havana", "spanish", "french", "dutch", wars=three, **wanted)) == []
    assert looked(sails("havana", "spanish", "pirate_sloop", "dutch", wars=war)) == []


# The zones


@pytest.mark.rule("MM-154", "MM-240")
def test_off_nassau_a_naval_ship_must_succeed_twice() -> None:
    wanted = {"bounties": {0: {"dutch": 3}}}
    twice = sails("nassau", "dutch", dice=(SKULL, 1, 1, 1, SKULL, 1), **wanted)
    assert [event.dice for event in twice.events if isinstance(event, e.CheckRolled)] == [(SKULL, 1, 1), (1, SKULL, 1)]
    twice.then(e.Scouted("dutch", "captain:0", True), e.BattleStarted("dutch", 0, 1))
    for dice in ((SKULL, SKULL, 1, 1, 1, 1), (1, 1, 1, SKULL, SKULL, SKULL)):
        sails("nassau", "dutch", dice=dice, **wanted).then(e.Scouted("dutch", "captain:0", False))
    pirate = sails("nassau", "pirate_sloop", dice=(SKULL, 1, 1))
    assert looked(pirate) == ["pirate_sloop"]
    pirate.then(e.BattleStarted("pirate_sloop", 0, 1))


@pytest.mark.rule("MM-164")
def test_off_tortuga_the_french_navy_sees_no_pirate_without_a_french_bounty() -> None:
    assert looked(sails("tortuga", "french", bounties={0: {"english": 5}})) == []
    assert looked(sails("tortuga", "french", bounties={0: {"english": 5, "french": 1}})) == ["french"]
    assert looked(sails("tortuga", "dutch", bounties={0: {"english": 5}})) == ["dutch"]
    # An enemy of France who is no pirate is seen.
    assert looked(sails("tortuga", "french", wars=[("english", "french")])) == ["french"]
    assert looked(sails("havana", "french", bounties={0: {"english": 5}})) == ["french"]


@pytest.mark.rule("MM-165")
def test_off_tortuga_pirates_do_not_look_for_french_captains() -> None:
    french = {"captains": ("luc_garrigue", "francis_wright")}
    for pirate in ("pirate_sloop", "pirate_frigate"):
        assert looked(sails("tortuga", pirate, **french)) == []
        assert looked(sails("tortuga", pirate)) == [pirate]
        assert looked(sails("havana", pirate, **french)) == [pirate]


@pytest.mark.rule("MM-166", "MM-140")
def test_off_trinidad_no_naval_ship_sees_anybody() -> None:
    everybody = {0: dict.fromkeys(NATIONS, 5)}
    assert looked(sails("trinidad", *NATIONS, bounties=everybody)) == []
    assert looked(sails("trinidad", "pirate_frigate")) == ["pirate_frigate"]


@pytest.mark.rule("MM-016", "MM-154")
def test_an_ability_asks_more_successes_of_every_npc() -> None:
    captains = ("margery_thorne", "francis_wright")
    short = sails("havana", "pirate_sloop", captains=captains, dice=(SKULL, 1, 1))
    short.then(e.CheckRolled("pirate_sloop", "scouting", (SKULL, 1, 1), 2, False, "npc_scouting"))
    sails("havana", "pirate_sloop", captains=captains, dice=(SKULL, SKULL, 1)).then(e.BattleStarted("pirate_sloop", 0, 1))


# The fights

FOUND_BY_ALL = (SKULL, 1, 1, SKULL, 1, SKULL, 1, 1, SKULL, 1)
"""Of the four naval ships in order."""


@pytest.mark.rule("MM-247", "MM-195")
def test_an_npc_that_finds_a_captain_attacks_him() -> None:
    attempt = sails("havana", "dutch", bounties={0: {"dutch": 1}}, dice=(SKULL, 1))
    attempt.then(e.Scouted("dutch", "captain:0", True), e.BattleStarted("dutch", 0, 1))
    assert not attempt.count(e.BountyChanged)


@pytest.mark.rule("MM-245")
@pytest.mark.parametrize(
    ("draws", "order"),
    [
        ((0, 0, 0), ("english", "spanish", "french", "dutch")),
        ((3, 2, 1), ("dutch", "french", "spanish", "english")),
        ((1, 2, 0), ("spanish", "dutch", "english", "french")),
    ],
)
def test_the_order_of_the_fights_is_random_and_they_come_one_after_another(
    draws: tuple[int, ...], order: tuple[str, ...]
) -> None:
    table = given(at_sea={0: "nassau"}, npcs=ships("havana", *NATIONS), bounties={0: {"english": 1}})
    fought = table.when(c.Sail("havana"), *FOUND_BY_ALL, draws=draws)
    for npc in order:
        # Nobody hits in the first round; in the second the captain flees from an opponent without a success.
        assert fought.happens(e.BattleStarted) == e.BattleStarted(npc, 0, 1)
        table.when(c.Shoot(), seat=1)
        fought = table.when(c.Flee(), *(1,) * (2 if npc == "english" else 3), SKULL, SKULL, SKULL)
    assert table.top == f.TakeAction(0)


@pytest.mark.rule("MM-246", "MM-042")
def test_the_other_fights_are_dropped_when_the_captain_dies() -> None:
    """The English ship sinks him with three hits on a Hull of 1."""
    attempt = sails(
        "havana",
        *("english", "dutch"),
        bounties={0: {"english": 1}},
        damage={0: ("hull", "cannons")},
        dice=(SKULL, 1, 1, SKULL, 1, SKULL, 1, 1, 1, 1, 4),
    )
    attempt.then(e.BattleStarted("english", 0, 1), e.CaptainDied(0, "francis_wright"), e.CaptainTurnEnded(0))
    assert attempt.count(e.BattleStarted) == 1


@pytest.mark.rule("MM-246")
def test_an_npc_that_is_no_longer_hostile_does_not_fight() -> None:
    """Two pirates have found the captain, who turns pirate before they come up; then one who is gone."""
    table = given(at_sea={0: "havana"}, npcs=ships("havana", "pirate_sloop", "pirate_frigate"))
    found: list[e.Event] = [e.FrameOpened(f.NpcScouting(0, ("pirate_sloop", "pirate_frigate")))]

    def fights(*before: e.Event) -> list[str | int]:
        state = table.state
        for event in (*found, *before):
            state = evolve(state, event)
        recorder = Recorder(evolve, state)
        advance(recorder, Dice([]))
        return [event.aggressor for event in recorder.events if isinstance(event, e.BattleStarted)]

    assert fights() == ["pirate_sloop"]
    assert fights(e.BountyChanged(0, "dutch", 1, 1)) == []
    assert fights(e.NpcDefeated("pirate_sloop", "npc_ps_1", 0)) == ["pirate_frigate"]
