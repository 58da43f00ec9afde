"""Chapter 18: options and variants."""

from __future__ import annotations

import msgspec
import pytest

from domain.game import Rejected
from domain.merchants_of_the_caribbean import commands as c
from domain.merchants_of_the_caribbean import events as e
from domain.merchants_of_the_caribbean.game import GAME
from domain.merchants_of_the_caribbean.options import Options

from . import catalogue
from .catalogue import MERCHANTS, PORT_ROYAL
from .scenario import (
    ADMIRALS,
    CAPTAINS,
    FLUTE,
    GOVERNORS,
    JESTERS,
    PINACE,
    PRIESTS,
    SAILOR,
    SETTLERS,
    TAX,
    TWO_SETTLERS,
    Attempt,
    Seeded,
    content_of,
    given,
    new_game,
    plain,
)

FEWEST = "tax-increase-fewest-influence:1"
FIVE_PLAYERS_REQUEST = "expedition-1-priest-1-captain-1-settler:1"


def recorded(options: Options, seats: int = 2) -> Options:
    set_up = new_game(seats=seats, options=options).events[0]
    assert isinstance(set_up, e.GameSetUp)
    assert set_up.options == GAME.rules.resolve(options, seats)
    return set_up.options


@pytest.mark.rule("MC-V01", "MC-V02")
def test_the_options_of_the_standard_game() -> None:
    assert plain(recorded(Options(), seats=3)) == {
        "deck": "merchants-110",
        "players": 3,
        "starting_seat": "random",
        "round_limit": 100,
        "target_influence": 10,
        "expedition_required": True,
        "jester_pays_active_on_empty_harbour": True,
    }


@pytest.mark.rule("MC-V01")
def test_chosen_options_are_recorded_with_the_game() -> None:
    chosen = Options(
        deck=PORT_ROYAL,
        players=4,
        starting_seat=3,
        round_limit=7,
        target_influence=20,
        expedition_required=True,
        jester_pays_active_on_empty_harbour=True,
    )
    table = new_game(seats=4, options=chosen)
    assert recorded(chosen, seats=4) == chosen == table.view.options
    assert table.play_at_random(commands=50, seed=1).view.options == chosen


@pytest.mark.rule("MC-V02", "MC-V06", "MC-V07", "MC-V10")
def test_a_deck_brings_its_defaults() -> None:
    options = recorded(Options(deck=PORT_ROYAL))
    assert (options.target_influence, options.expedition_required) == (12, False)
    assert options.jester_pays_active_on_empty_harbour is False


@pytest.mark.rule("MC-V02")
@pytest.mark.parametrize("deck", [MERCHANTS, PORT_ROYAL])
def test_the_schema_says_the_defaults_that_a_deck_brings(deck: str) -> None:
    said = msgspec.json.schema(Options)["$defs"]["Options"]["properties"]
    open_ones = {name for name, value in plain(Options()).items() if value is None} - {"players"}
    defaults = {name: said[name]["x-default-with"]["deck"][deck] for name in open_ones}
    assert defaults.items() <= plain(recorded(Options(deck=deck))).items()


@pytest.mark.rule("MC-V02")
@pytest.mark.parametrize("deck", [MERCHANTS, PORT_ROYAL])
def test_each_default_can_be_set_separately(deck: str) -> None:
    defaults = recorded(Options(deck=deck))
    for name, value in (
        ("target_influence", 7),
        ("expedition_required", not defaults.expedition_required),
        ("jester_pays_active_on_empty_harbour", not defaults.jester_pays_active_on_empty_harbour),
    ):
        chosen = recorded(msgspec.structs.replace(Options(deck=deck), **{name: value}))
        assert chosen == msgspec.structs.replace(defaults, **{name: value})


@pytest.mark.rule("MC-V03")
def test_the_cards_of_port_royal() -> None:
    table = new_game(seats=5, options=Options(deck=PORT_ROYAL))
    cards = {card["id"]: card for card in content_of(PORT_ROYAL)["cards"]}
    order = [*table.ledger_at_setup().draw_deck, *table.view.requests]
    kinds = [cards[instance.rpartition(":")[0]]["kind"] for instance in order]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "ship": 50,
        "person": 60,
        "expedition_request": 6,
        "tax_increase": 4,
    }
    assert sum(card["count"] for card in cards.values()) == content_of(PORT_ROYAL)["total"] == 120


@pytest.mark.rule("MC-V04", "MC-C03")
def test_port_royal_is_for_two_to_five_seats() -> None:
    assert GAME.rules.seats(Options(deck=PORT_ROYAL)) == range(2, 6)
    for seats in (2, 3, 4, 5):
        assert len(new_game(seats=seats, options=Options(deck=PORT_ROYAL)).view.seats) == seats
    for options, seats in ((Options(deck=PORT_ROYAL), 6), (Options(deck=PORT_ROYAL), 1), (Options(), 5)):
        with pytest.raises(Rejected) as refusal:
            GAME.rules.setup(options, seats, Seeded(1))
        assert refusal.value.code == "player_count_not_allowed"


@pytest.mark.rule("MC-V05")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_request_for_five_players(seats: int) -> None:
    table = new_game(seats=seats, options=Options(deck=PORT_ROYAL))
    shuffled = table.ledger_at_setup().draw_deck
    assert len(shuffled) == 119
    assert FIVE_PLAYERS_REQUEST not in shuffled
    assert table.view.requests == ((FIVE_PLAYERS_REQUEST,) if seats == 5 else ())
    assert table.draw_deck_size == 119 - 3 * seats


@pytest.mark.rule("MC-V05", "MC-C10")
def test_the_request_for_five_players_pays_three_coins_and_five_points() -> None:
    persons = (PRIESTS[0], CAPTAINS[0], SETTLERS[0])
    table = given(deck=PORT_ROYAL, seats=5, persons={0: persons})
    table.when(0, table.completion(FIVE_PLAYERS_REQUEST, *persons)).then_only(
        e.ExpeditionCompleted(seat=0, request=FIVE_PLAYERS_REQUEST, discards=persons, influence_after=5),
        e.CoinsGained(seat=0, amount=3, reason="expedition", missing=0, cards=table.drawn(3)),
    )


@pytest.mark.rule("MC-V14")
def test_the_request_for_five_players_is_posted_before_any_coins_are_dealt() -> None:
    table = new_game(seats=5, options=Options(deck=PORT_ROYAL))
    kinds = [type(event) for event in table.events]
    assert kinds == [e.GameSetUp, e.RequestPosted, *[e.CoinsGained] * 5, e.RoundStarted, e.TurnStarted]
    assert table.events[1] == e.RequestPosted(card=FIVE_PLAYERS_REQUEST)


def hiring(deck: str, options: dict[str, object], persons: tuple[str, ...], completed: tuple[str, ...] = ()) -> Attempt:
    """Seat 0 hires a Person of 1 point in the last turn of a round."""
    table = given(
        deck=deck,
        options=options,
        seats=2,
        starting_seat=1,
        active=0,
        persons={0: persons},
        completed={0: completed},
        coins={0: 9},
        harbour=(SETTLERS[3], PINACE, FLUTE),
    ).do(0, c.StopDiscovering())
    return table.when(0, c.HirePerson(card=SETTLERS[3]))


TEN_POINTS = (JESTERS[3], ADMIRALS[3], ADMIRALS[4], SAILOR)
ELEVEN_POINTS = (JESTERS[3], ADMIRALS[3], ADMIRALS[4], JESTERS[1])


@pytest.mark.rule("MC-V06", "MC-V07")
def test_port_royal_plays_to_twelve_points_without_a_request() -> None:
    hiring(PORT_ROYAL, {}, TEN_POINTS).never(e.FinalRoundTriggered)
    triggered = hiring(PORT_ROYAL, {}, ELEVEN_POINTS).happens(e.FinalRoundTriggered)
    assert triggered == e.FinalRoundTriggered(seat=0, influence=12, round=2)


@pytest.mark.rule("MC-V07")
def test_without_the_requirement_the_most_influence_wins_requests_or_not() -> None:
    table = given(
        deck=PORT_ROYAL,
        seats=2,
        active=1,
        persons={0: ELEVEN_POINTS},
        completed={1: (TWO_SETTLERS,)},
        options={"round_limit": 2},
    ).pass_turn()
    finished = table.last(e.GameFinished)
    assert finished.winners == (0,)
    assert [(place.seat, place.rank, place.completed_requests) for place in finished.ranking] == [(0, 1, 0), (1, 2, 1)]


@pytest.mark.rule("MC-V08")
def test_port_royal_with_the_requirement() -> None:
    options: dict[str, object] = {"expedition_required": True}
    hiring(PORT_ROYAL, options, ELEVEN_POINTS).never(e.FinalRoundTriggered)
    hiring(PORT_ROYAL, options, ELEVEN_POINTS[:3], (TWO_SETTLERS,)).happens(e.FinalRoundTriggered)
    hiring(PORT_ROYAL, options, ELEVEN_POINTS[:2], (TWO_SETTLERS,)).never(e.FinalRoundTriggered)
    table = given(
        deck=PORT_ROYAL,
        seats=2,
        active=1,
        persons={0: ELEVEN_POINTS},
        completed={1: (TWO_SETTLERS,)},
        options={"round_limit": 2, **options},
    ).pass_turn()
    assert table.last(e.GameFinished).winners == (1,)


@pytest.mark.rule("MC-V08", "MC-V02")
def test_the_standard_deck_without_the_requirement() -> None:
    hiring(MERCHANTS, {}, TEN_POINTS).never(e.FinalRoundTriggered)
    hiring(MERCHANTS, {"expedition_required": False}, TEN_POINTS).happens(e.FinalRoundTriggered)


@pytest.mark.rule("MC-V09")
def test_two_tax_increases_favour_the_fewest_influence() -> None:
    criteria = [
        card["bonus"]["criterion"]
        for card in content_of(PORT_ROYAL)["cards"]
        if card["kind"] == "tax_increase"
        for _ in range(card["count"])
    ]
    assert sorted(criteria) == ["fewest_influence"] * 2 + ["most_strength"] * 2


@pytest.mark.rule("MC-V09")
@pytest.mark.parametrize(
    ("persons", "bonus_seats"),
    [
        ({}, (1, 2, 0)),
        ({0: (SAILOR,), 2: (GOVERNORS[0], JESTERS[1])}, (1,)),
        ({0: (SAILOR,), 1: (JESTERS[1],), 2: ("sailor-3-1:2",)}, (2, 0)),
        ({0: ("sailor-7-3:1",), 1: (GOVERNORS[0],)}, (1, 2)),
    ],
)
def test_the_fewest_influence_receives_the_coin_after_the_losses(
    persons: dict[int, tuple[str, ...]], bonus_seats: tuple[int, ...]
) -> None:
    table = given(deck=PORT_ROYAL, seats=3, active=1, persons=persons, coins={1: 12, 0: 13}, next_cards=(FEWEST,))
    table.when(1, c.RevealCard()).then_only(
        e.CardRevealed(seat=1, card=FEWEST, kind="tax_increase", draw_deck_size=len(table.before.draw_deck) - 1),
        e.TaxIncreaseStarted(card=FEWEST, criterion="fewest_influence"),
        e.TaxLevied(seat=1, coins_before=12, amount=6, cards=table.oldest(1, 6)),
        e.TaxLevied(seat=0, coins_before=13, amount=6, cards=table.oldest(0, 6)),
        *(
            e.CoinsGained(seat=seat, amount=1, reason="tax_bonus", missing=0, cards=table.drawn(1, skip=1 + place))
            for place, seat in enumerate(bonus_seats)
        ),
        e.TaxIncreaseFinished(card=FEWEST, bonus_seats=bonus_seats),
    )


@pytest.mark.rule("MC-V09")
def test_the_other_two_favour_strength() -> None:
    table = given(deck=PORT_ROYAL, seats=3, persons={1: (SAILOR, JESTERS[3])}, next_cards=(TAX,))
    assert table.when(0, c.RevealCard()).happens(e.TaxIncreaseFinished).bonus_seats == (1,)


@pytest.mark.rule("MC-V10")
@pytest.mark.parametrize("deck", [MERCHANTS, PORT_ROYAL])
@pytest.mark.parametrize("pays", [True, False])
def test_whether_an_empty_harbour_pays_the_active_player_s_jesters(deck: str, pays: bool) -> None:
    options = {"jester_pays_active_on_empty_harbour": pays}
    table = given(
        deck=deck, options=options, seats=3, persons={0: JESTERS[:1], 2: JESTERS[1:3]}, requests=(), next_cards=(TAX,)
    ).do(0, c.RevealCard())
    attempt = table.when(0, c.StopDiscovering())
    gained = [(event.seat, event.amount) for event in attempt.events if isinstance(event, e.CoinsGained)]
    assert gained == [(0, 1), (2, 2)] if pays else gained == [(2, 2)]


@pytest.mark.rule("MC-V10")
@pytest.mark.parametrize("pays", [True, False])
def test_a_bust_pays_everyone_s_jesters_either_way(pays: bool) -> None:
    table = given(
        options={"jester_pays_active_on_empty_harbour": pays},
        persons={0: JESTERS[:1], 1: JESTERS[1:2]},
        harbour=(PINACE,),
        next_cards=("pinace-1-1:2",),
    )
    attempt = table.when(0, c.RevealCard())
    assert [event.seat for event in attempt.events if isinstance(event, e.CoinsGained)] == [0, 1]


@pytest.mark.rule("MC-V12")
def test_without_the_requirement_the_ranking_begins_with_influence() -> None:
    table = given(
        seats=3,
        active=2,
        options={"expedition_required": False, "round_limit": 2},
        persons={0: (JESTERS[3],), 1: (SAILOR,)},
        completed={2: (TWO_SETTLERS,)},
        coins={0: 3, 1: 30, 2: 5},
        next_cards=(GOVERNORS[0],),
    ).do(2, c.RevealCard())
    table.when(2, c.StopDiscovering()).happens(e.DiscoveryStopped)
    while not table.over:
        table.do(table.awaited_seat, c.FinishTaking())
    assert table.last(e.GameFinished).ranking == (
        e.Place(seat=0, rank=1, influence=3, coins=3, completed_requests=0),
        e.Place(seat=2, rank=2, influence=2, coins=5, completed_requests=1),
        e.Place(seat=1, rank=3, influence=1, coins=30, completed_requests=0),
    )
    assert table.last(e.GameFinished).winners == (0,)


@pytest.mark.rule("MC-V12")
def test_without_the_requirement_a_stall_and_the_round_limit_have_a_winner() -> None:
    table = given(options={"expedition_required": False}, harbour=(PINACE,), draw_deck=()).do(0, c.StopDiscovering())
    table.rng = Seeded(1)
    finished = table.when(0, c.LootShip(card=PINACE)).happens(e.GameFinished)
    assert (finished.reason, finished.winners) == ("stalled", (1,)), "seat 1 has more coins"
    table = given(options={"expedition_required": False, "round_limit": 1}).pass_turn().pass_turn()
    finished = table.last(e.GameFinished)
    assert finished.reason == "round_limit"
    assert finished.winners


@pytest.mark.rule("MC-V13", "MC-C03")
@pytest.mark.parametrize(
    "values",
    [
        {"target_influence": 0},
        {"target_influence": 51},
        {"target_influence": -3},
        {"target_influence": "ten"},
        {"target_influence": 2.5},
        {"target_influence": True},
        {"round_limit": 0},
        {"round_limit": 1001},
        {"round_limit": None},
        {"starting_seat": 3},
        {"starting_seat": -1},
        {"starting_seat": "first"},
        {"starting_seat": None},
        {"expedition_required": "yes"},
        {"expedition_required": 1},
        {"jester_pays_active_on_empty_harbour": 0},
    ],
)
def test_other_values_are_invalid(values: dict[str, object]) -> None:
    with pytest.raises(Rejected) as refusal:
        GAME.rules.setup(msgspec.structs.replace(Options(), **values), 3, Seeded(1))
    assert refusal.value.code == "invalid_option"
    assert refusal.value.params["option"] == next(iter(values))


@pytest.mark.rule("MC-V13")
@pytest.mark.parametrize(
    "values",
    [
        {"target_influence": 1},
        {"target_influence": 50},
        {"round_limit": 1},
        {"round_limit": 1000},
        {"starting_seat": 0},
        {"starting_seat": 2},
        {"starting_seat": "random"},
        {"expedition_required": False},
        {"expedition_required": True},
        {"jester_pays_active_on_empty_harbour": False},
    ],
)
def test_the_allowed_values(values: dict[str, object]) -> None:
    chosen = recorded(msgspec.structs.replace(Options(), **values), seats=3)
    assert {name: getattr(chosen, name) for name in values} == values


@pytest.mark.rule("MC-V05")
def test_with_fewer_players_the_game_has_119_cards() -> None:
    for seats in (2, 3, 4):
        assert len(catalogue.instances(PORT_ROYAL, seats)) == 119
        assert sorted(new_game(seats=seats, options=Options(deck=PORT_ROYAL)).ledger_at_setup().draw_deck) == sorted(
            catalogue.instances(PORT_ROYAL, seats)
        )
