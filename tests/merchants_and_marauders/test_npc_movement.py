"""Chapters 11.2 and 11.3: whom NPC ships hunt, and where the icons of the event cards and the Naval Sweep send them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import EVENT_CARDS, ZONES
from domain.merchants_and_marauders.evolve import evolve

from .event_cards import drawn
from .scenario import Attempt, given

ENGLISH = ("npc_en_1", "caribbean_sea")
SLOOP = ("npc_ps_1", "caribbean_sea")
NEIGHBOURS = {0: "san_juan", 1: "curacao"}
"""Two zones beside the Caribbean Sea."""
CARDS = {card.npc: card.id for card in EVENT_CARDS.values() if card.kind == "npc"}
"""A captain for each NPC."""
CLOCKWISE = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def moves(attempt: Attempt) -> list[tuple[str, str, str]]:
    return [(event.npc, event.to_zone, event.reason) for event in attempt.events if isinstance(event, e.NpcMoved)]


def went(
    npc: str,
    *,
    draws: tuple[int, ...] = (),
    board: Mapping[int, tuple[int, tuple[str, ...]]] | None = None,
    **position: object,
) -> str:
    """Where the icon of Doldrums sends the NPC. `board` tells the gold and cargo of seats."""
    table = given(next_events=("doldrums",), **position)  # type: ignore[arg-type]
    for seat, (gold, cargo) in (board or {}).items():
        gained = [e.GoldChanged(seat, gold, "raid"), e.OfferDrawn(seat, cargo, ()), e.CargoTaken(seat, cargo, (), "cargo")]
        for event in gained:
            table.state = evolve(table.state, event)
    table.end_round(draws)
    zone = table.state.npcs[npc].zone
    assert zone is not None
    return zone


# By letter


ICONS = {
    "pirate_hunt_fr_es": "french W, dutch N, pirate_sloop S",
    "pirate_hunt_en_nl": "pirate_frigate W, english N, spanish E",
    "war_1": "pirate_sloop W, french S, dutch E",
    "war_2": "pirate_frigate E, english S, spanish W",
    "war_3": "pirate_sloop N, pirate_frigate S, english E",
    "peace_1": "spanish N, french E, dutch W",
    "peace_2": "english W, spanish S, french N",
    "storm_1": "pirate_frigate N, dutch S, pirate_sloop E",
    "storm_2": "pirate_sloop N, french E, dutch S",
    "gale": "pirate_frigate W, english N, spanish E",
    "doldrums": "pirate_sloop S, pirate_frigate N, english W",
    "trade_winds": "spanish S, french W, dutch E",
    "fever": "english E, spanish N, french S",
    "glut": "pirate_frigate E, dutch W, pirate_sloop W",
    "shifting_demand": "pirate_sloop E, french N, dutch N",
    "treasure_fleet": "pirate_frigate S, english S, spanish W",
    "pardon": "pirate_sloop N, pirate_frigate E, english S",
    "smugglers_night": "spanish W, french N, dutch E",
    "governors_ball": "english W, spanish S, french E",
    "naval_sweep": "pirate_frigate S, dutch W, pirate_sloop E",
}
"""As printed, in their order."""


@pytest.mark.rule("MM-034", "MM-236")
@pytest.mark.parametrize("card", [card.id for card in EVENT_CARDS.values() if card.kind == "global"])
def test_the_icons_of_every_event_card_are_carried_out_in_printed_order(card: str) -> None:
    """From the Caribbean Sea, where all six lie; the other three stay."""
    ways = {"N": "santo_domingo", "E": "basse_terre", "S": "curacao", "W": "petite_goave"}
    npcs = {npc: (captain, "caribbean_sea") for npc, captain in CARDS.items()}
    _, attempt = drawn(card, npcs=npcs)
    printed = [icon.split() for icon in ICONS[card].split(", ")]
    assert moves(attempt) == [(npc, ways[letter], "letter") for npc, letter in printed]


@pytest.mark.rule("MM-234", "MM-235")
@pytest.mark.parametrize(("card", "letter"), [("gale", "N"), ("fever", "E"), ("pardon", "S"), ("doldrums", "W")])
@pytest.mark.parametrize("zone", ZONES)
def test_a_ship_crosses_the_border_of_its_letter_or_of_the_next_one_clockwise(card: str, letter: str, zone: str) -> None:
    start = CLOCKWISE.index(letter)
    letters = [each for each in (CLOCKWISE * 2)[start : start + 8] if each in ZONES[zone].borders]
    _, attempt = drawn(card, npcs={"english": ("npc_en_1", zone)})
    assert moves(attempt) == [("english", ZONES[zone].borders[letters[0]], "letter")]


@pytest.mark.rule("MM-235")
@pytest.mark.parametrize(
    ("card", "zone", "reached"),
    [
        ("gale", "havana", "nassau"),  # N: then NE
        ("doldrums", "havana", "nassau"),  # W: round by NW, N, NE
        ("doldrums", "caribbean_sea", "petite_goave"),  # W: then NW
        ("pardon", "nassau", "havana"),  # S: then SW
        ("pardon", "old_providence", "port_royal"),  # S: round to N
        ("fever", "st_john", "bridgetown"),  # E: then S
    ],
)
def test_the_next_letter_is_sought_clockwise_round_the_rose(card: str, zone: str, reached: str) -> None:
    _, attempt = drawn(card, npcs={"english": ("npc_en_1", zone)})
    assert moves(attempt) == [("english", reached, "letter")]


@pytest.mark.rule("MM-034")
def test_the_icon_of_a_ship_that_is_not_in_play_does_nothing() -> None:
    _, attempt = drawn("doldrums")
    assert not attempt.count(e.NpcMoved)


@pytest.mark.rule("MM-236", "MM-237", "MM-239")
def test_a_ship_moves_on_its_icon_only() -> None:
    """The English ship hunts both captains, whose turns go by beside it."""
    bounties = {0: {"english": 1}, 1: {"english": 1}}
    table, attempt = drawn("naval_sweep", at_sea=NEIGHBOURS, bounties=bounties, npcs={"english": ("npc_en_1", "havana")})
    assert attempt.count(e.NpcMoved) == 1
    for _ in range(2):
        attempt = table.when(c.Sail("caribbean_sea"))
        assert not attempt.count(e.NpcMoved)
        assert not table.when(c.EndTurn()).count(e.NpcMoved)


@pytest.mark.rule("MM-237", "MM-238")
def test_a_ship_that_comes_up_looks_for_nobody_until_his_turn_begins() -> None:
    position = {"at_sea": {1: "san_juan"}, "bounties": {1: {"english": 1}}, "npcs": {"english": ENGLISH}}
    table, attempt = drawn("doldrums", **position)
    assert moves(attempt) == [("english", "san_juan", "hunt")]
    assert not attempt.count(e.CheckRolled)
    table.when(c.EndTurn(), 1, 1, 1).then(
        e.CaptainTurnStarted(1, 4), e.CheckRolled("english", "scouting", (1, 1, 1), 1, False, "npc_scouting")
    )


# Hunting


@pytest.mark.rule("MM-233", "MM-227")
def test_a_ship_goes_to_a_target_beside_it_whatever_the_letter() -> None:
    for zone in ZONES["caribbean_sea"].borders.values():
        assert went("english", at_sea={0: zone}, bounties={0: {"english": 1}}, npcs={"english": ENGLISH}) == zone


@pytest.mark.rule("MM-233")
def test_a_ship_stays_with_a_target_in_its_own_zone() -> None:
    hunted = {"at_sea": {0: "caribbean_sea"}, "bounties": {0: {"english": 1}}}
    _, attempt = drawn("doldrums", npcs={"english": ENGLISH}, **hunted)
    assert not attempt.count(e.NpcMoved)


@pytest.mark.rule("MM-233", "MM-234")
def test_a_target_two_zones_away_is_out_of_reach() -> None:
    far = {"at_sea": {0: "havana"}, "bounties": {0: {"english": 5}}}
    assert went("english", npcs={"english": ENGLISH}, **far) == "petite_goave"


@pytest.mark.rule("MM-232", "MM-236")
def test_who_is_in_port_is_no_target() -> None:
    in_port = {"in_port": {0: "san_juan"}, "bounties": {0: {"english": 5}}}
    assert went("english", npcs={"english": ENGLISH}, **in_port) == "petite_goave"
    same = {"in_port": {0: "curacao"}, "at_sea": {1: "san_juan"}, "gold": 9}
    assert went("pirate_sloop", npcs={"pirate_sloop": SLOOP}, **same) == "san_juan"


@pytest.mark.rule("MM-228", "MM-231")
@pytest.mark.parametrize(
    ("more", "less"),
    [
        ({"english": 1}, {"dutch": 5, "french": 5}),
        ({"english": 2}, {"english": 1, "dutch": 5}),
        ({"english": 1, "dutch": 1}, {"english": 1}),
        ({"english": 1, "dutch": 1, "french": 1}, {"english": 1, "dutch": 1}),
        ({"french": 2}, {"dutch": 1}),
        ({"spanish": 1}, {}),
    ],
)
@pytest.mark.parametrize("hunted", [0, 1])
def test_a_naval_ship_hunts_by_its_own_bounties_and_then_by_those_of_others(
    more: Mapping[str, int], less: Mapping[str, int], hunted: int
) -> None:
    bounties = {hunted: more, 1 - hunted: less}
    for draw in (0, 1):
        zone = went("english", draws=(draw,), at_sea=NEIGHBOURS, bounties=bounties, npcs={"english": ENGLISH})
        assert zone == NEIGHBOURS[hunted]


@pytest.mark.rule("MM-228", "MM-231")
def test_a_naval_ship_hunts_the_captains_of_an_enemy_nation_last() -> None:
    """Seat 1 is Spanish."""
    position = {"at_sea": NEIGHBOURS, "npcs": {"english": ENGLISH}, "draws": (0,)}
    war = [("english", "spanish")]
    assert went("english", **position) == "petite_goave"
    assert went("english", **position, wars=war) == NEIGHBOURS[1]
    assert went("english", **position, wars=[("spanish", "french")]) == "petite_goave"
    assert went("english", **position, wars=war, bounties={0: {"dutch": 1}}) == NEIGHBOURS[0]
    assert went("english", **position, wars=war, bounties={0: {"dutch": 1}, 1: {"dutch": 1}}) == NEIGHBOURS[1]


RUM, FOOD = ("rum_1", "rum_2"), ("food_1", "food_2")


@pytest.mark.rule("MM-229", "MM-231")
@pytest.mark.parametrize(
    ("more", "less"),
    [
        ((1, ()), (0, RUM)),
        ((3, ()), (2, RUM)),
        ((2, RUM[:1]), (2, ())),
        ((2, RUM), (2, FOOD[:1])),
        ((0, RUM[:1]), (0, ())),
    ],
)
@pytest.mark.parametrize("hunted", [0, 1])
@pytest.mark.parametrize("npc", ["pirate_sloop", "pirate_frigate"])
def test_a_pirate_hunts_gold_first_and_cargo_second(
    more: tuple[int, tuple[str, ...]], less: tuple[int, tuple[str, ...]], hunted: int, npc: str
) -> None:
    position = {"at_sea": NEIGHBOURS, "npcs": {npc: (CARDS[npc], "caribbean_sea")}}
    for draw in (0, 1):
        board = {hunted: more, 1 - hunted: less}
        assert went(npc, draws=(draw,), board=board, **position) == NEIGHBOURS[hunted]


@pytest.mark.rule("MM-229", "MM-227")
def test_a_pirate_hunts_any_other_honest_captain_third() -> None:
    """He has neither gold nor cargo; without him the letter would lead elsewhere."""
    position = {"at_sea": {1: "san_juan"}, "npcs": {"pirate_sloop": SLOOP}}
    assert went("pirate_sloop", **position) == "san_juan"
    assert went("pirate_sloop", npcs={"pirate_sloop": SLOOP}) == "curacao"


@pytest.mark.rule("MM-230")
def test_a_pirate_never_hunts_a_pirate() -> None:
    position = {"at_sea": NEIGHBOURS, "npcs": {"pirate_sloop": SLOOP}, "gold": 9}
    assert went("pirate_sloop", bounties={0: {"dutch": 1}}, **position) == NEIGHBOURS[1]
    both = {0: {"dutch": 1}, 1: {"french": 1}}
    # Curaçao lies in the direction of the letter.
    position["at_sea"] = {0: "san_juan", 1: "basse_terre"}
    assert went("pirate_sloop", bounties=both, **position) == "curacao"


@pytest.mark.rule("MM-231")
@pytest.mark.parametrize("draw", [0, 1])
def test_a_full_tie_is_settled_at_random_among_the_tied(draw: int) -> None:
    """Seat 2 has fewer bounties and less gold."""
    places = {**NEIGHBOURS, 2: "caracas"}
    bounties = {0: {"english": 2}, 1: {"english": 2}, 2: {"english": 1}}
    naval = {"seats": 3, "at_sea": places, "bounties": bounties, "npcs": {"english": ENGLISH}}
    assert went("english", draws=(draw,), **naval) == NEIGHBOURS[draw]
    board = {0: (2, RUM), 1: (2, FOOD), 2: (1, ())}
    pirate = {"seats": 3, "at_sea": places, "npcs": {"pirate_sloop": SLOOP}}
    assert went("pirate_sloop", draws=(draw,), board=board, **pirate) == NEIGHBOURS[draw]


@pytest.mark.rule("MM-232")
@pytest.mark.parametrize("draw", [0, 1])
def test_freight_and_specialists_are_no_cargo_to_hunt_for(draw: int) -> None:
    """So the two captains are tied."""
    position = {"at_sea": NEIGHBOURS, "npcs": {"pirate_sloop": SLOOP}, "mission": "m02", "specialists": ("g42:1", "g44:1")}
    assert went("pirate_sloop", draws=(draw,), **position) == NEIGHBOURS[draw]


@pytest.mark.rule("MM-167", "MM-164", "MM-165", "MM-166")
def test_who_is_invisible_is_no_target_of_movement() -> None:
    tortuga = {"at_sea": {0: "tortuga"}, "npcs": {"french": ("npc_fr_1", "petite_goave")}}
    # The French ship's letter under Trade Winds is W.
    _, attempt = drawn("trade_winds", bounties={0: {"dutch": 3}}, **tortuga)
    assert moves(attempt) == [("french", "port_royal", "letter")]
    _, attempt = drawn("trade_winds", bounties={0: {"dutch": 3, "french": 1}}, **tortuga)
    assert moves(attempt) == [("french", "tortuga", "hunt")]
    trinidad = {"at_sea": {0: "trinidad"}, "bounties": {0: {"english": 3}}}
    assert went("english", npcs={"english": ("npc_en_1", "basse_terre")}, **trinidad) == "caribbean_sea"
    captains = ("luc_garrigue", "francis_wright")
    pirate = {"npcs": {"pirate_sloop": ("npc_ps_1", "petite_goave")}, "gold": 9}
    assert went("pirate_sloop", captains=captains, at_sea={0: "tortuga"}, **pirate) == "cartagena"
    assert went("pirate_sloop", captains=captains, at_sea={0: "port_royal"}, **pirate) == "port_royal"
    assert went("pirate_sloop", captains=captains[::-1], at_sea={0: "tortuga"}, **pirate) == "tortuga"


# The Naval Sweep


@pytest.mark.rule("MM-058")
def test_all_naval_ships_sweep_in_the_order_of_their_nations() -> None:
    zones = {"dutch": "curacao", "french": "trinidad", "spanish": "old_providence", "english": "san_juan"}
    npcs = {npc: (CARDS[npc], zone) for npc, zone in zones.items()}
    _, attempt = drawn("naval_sweep", at_sea={0: "havana"}, bounties={0: {"english": 1}}, npcs=npcs)
    # The card's own icon moves the Dutch ship first. Every ship hunts him; where two ways are equally short, one is drawn.
    assert moves(attempt) == [
        ("dutch", "cartagena", "letter"),
        ("english", "santo_domingo", "card"),
        ("spanish", "port_royal", "card"),
        ("french", "basse_terre", "card"),
        ("dutch", "port_royal", "card"),
    ]


@pytest.mark.rule("MM-058")
def test_a_naval_ship_sweeps_toward_the_nearest_captain_not_the_most_wanted() -> None:
    position = {"at_sea": {0: "nassau", 1: "santo_domingo"}, "bounties": {0: {"english": 1}, 1: {"english": 5}}}
    _, attempt = drawn("naval_sweep", npcs={"english": ("npc_en_1", "havana")}, **position)
    assert moves(attempt) == [("english", "nassau", "card")]


@pytest.mark.rule("MM-058")
def test_without_a_captain_to_hunt_at_sea_or_with_one_at_hand_a_naval_ship_stays() -> None:
    npcs = {"english": ("npc_en_1", "havana")}
    assert not drawn("naval_sweep", npcs=npcs, at_sea={0: "tortuga"})[1].count(e.NpcMoved)
    assert not drawn("naval_sweep", npcs=npcs, bounties={0: {"english": 1}})[1].count(e.NpcMoved)
    here = {"at_sea": {0: "havana", 1: "tortuga"}, "bounties": {0: {"english": 1}, 1: {"english": 1}}}
    assert not drawn("naval_sweep", npcs=npcs, **here)[1].count(e.NpcMoved)
    assert not drawn("naval_sweep", npcs=npcs, at_sea={0: "trinidad"}, bounties={0: {"english": 1}})[1].count(e.NpcMoved)


@pytest.mark.rule("MM-058")
@pytest.mark.parametrize("draw", [0, 1])
def test_of_captains_equally_near_hunt_priority_decides_and_then_chance(draw: int) -> None:
    position = {"at_sea": {0: "nassau", 1: "port_royal"}, "npcs": {"english": ("npc_en_1", "havana")}}
    wanted = {0: {"english": 1}, 1: {"english": 2}}
    assert moves(drawn("naval_sweep", (draw,), bounties=wanted, **position)[1]) == [("english", "port_royal", "card")]
    tied = {0: {"english": 2}, 1: {"english": 2}}
    reached = ("nassau", "port_royal")[draw]
    assert moves(drawn("naval_sweep", (draw,), bounties=tied, **position)[1]) == [("english", reached, "card")]


@pytest.mark.rule("MM-058")
def test_of_ways_equally_short_one_is_drawn() -> None:
    """From Havana, Santo Domingo is reached in two Moves by Tortuga only, Petit-Goâve by Tortuga or Port Royal."""
    position = {"bounties": {0: {"english": 1}}, "npcs": {"english": ("npc_en_1", "havana")}}
    ways = {
        (goal, draw): moves(drawn("naval_sweep", (draw,), at_sea={0: goal}, **position)[1])
        for goal in ("santo_domingo", "petite_goave")
        for draw in (0, 1)
    }
    assert ways == {
        ("santo_domingo", 0): [("english", "tortuga", "card")],
        ("santo_domingo", 1): [("english", "tortuga", "card")],
        ("petite_goave", 0): [("english", "tortuga", "card")],
        ("petite_goave", 1): [("english", "port_royal", "card")],
    }
