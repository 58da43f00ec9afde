"""Chapter 2: setting a game up, and what everybody may see of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from domain.game import Hidden, Malformed
from domain.merchants_and_marauders import commands as c
from domain.merchants_and_marauders import events as e
from domain.merchants_and_marauders.content import (
    CAPTAINS,
    CARGO,
    DEMAND_TOKENS,
    EVENT_CARDS,
    GLORY_INSTANCES,
    MERCHANT_TOKENS,
    MISSIONS,
    MODIFICATION_TOKENS,
    PORTS,
    RUMORS,
    ZONES,
)
from domain.merchants_and_marauders.options import Options
from domain.merchants_and_marauders.setup import resolve, seats_allowed, setup
from domain.merchants_and_marauders.state import full_values, to_act
from domain.merchants_and_marauders.view import view
from domain.merchants_and_marauders.view.redactions import redact

from .scenario import Dice, Table


class Seeded:
    """Chance as it comes out with a seed."""

    def __init__(self, seed: int) -> None:
        self.below = Random(seed).randrange


def started(seed: int, seats: int = 2) -> e.GameSetUp:
    first = setup(Options(), seats, Seeded(seed)).events[0]
    assert isinstance(first, e.GameSetUp)
    return first


def laid_out(seats: int = 3) -> Table:
    return Table(setup(Options(), seats, Dice([])).state)


def ready(seats: int = 3, draws: tuple[int, ...] = ()) -> tuple[Table, tuple[e.Event, ...]]:
    """All have chosen: a Flute for seat 0, Sloops for the others; with what the last choice led to."""
    table = laid_out(seats)
    table.when(c.ChooseShip("flute"), seat=0)
    for seat in range(1, seats - 1):
        table.when(c.ChooseShip("sloop"), seat=seat)
    return table, table.when(c.ChooseShip("sloop"), seat=seats - 1, draws=draws).events


@pytest.mark.rule("MM-001", "MM-K28")
def test_two_to_four_play_with_the_settings_of_the_rules() -> None:
    for seats in (2, 3, 4):
        recorder = setup(Options(), seats, Dice([]))
        assert len(recorder.state.seats) == seats
        assert len({seat.captain for seat in recorder.state.seats}) == seats
        assert (recorder.state.options.windows, recorder.state.options.open_gold) == ("holders_only", False)
        assert recorder.state.options.players == seats
    assert seats_allowed(Options()) == range(2, 5)
    for players in (2, 3, 4):
        assert seats_allowed(Options(players=players)) == (players,)


@pytest.mark.rule("MM-001", "MM-K28")
@pytest.mark.parametrize(
    ("options", "seats", "code"),
    [
        (Options(), 1, "player_count_not_allowed"),
        (Options(), 5, "player_count_not_allowed"),
        (Options(players=3), 2, "player_count_not_allowed"),
        (Options(players=3), 4, "player_count_not_allowed"),
        (Options(players=5), 5, "player_count_not_allowed"),
        (Options(players=1), 2, "player_count_not_allowed"),
        (Options(windows="never"), 2, "invalid_option"),  # type: ignore[arg-type]
        (Options(open_gold="yes"), 2, "invalid_option"),  # type: ignore[arg-type]
    ],
)
def test_other_settings_are_refused(options: Options, seats: int, code: str) -> None:
    for refused in (lambda: resolve(options, seats), lambda: setup(options, seats, Dice([]))):
        with pytest.raises(Malformed) as refusal:
            refused()
        assert refusal.value.code == code


@pytest.mark.rule("MM-018", "MM-017")
@pytest.mark.parametrize(
    ("deck", "everything"),
    [
        ("event_deck", EVENT_CARDS),
        ("glory_deck", GLORY_INSTANCES),
        ("captain_deck", CAPTAINS),
        ("cargo_deck", CARGO),
        ("rumor_deck", RUMORS),
        ("mission_deck", MISSIONS),
        ("merchants", MERCHANT_TOKENS),
        ("modifications", MODIFICATION_TOKENS),
        ("demand_pool", ()),
    ],
)
def test_every_deck_is_shuffled_by_chance_alone(deck: str, everything: tuple[str, ...]) -> None:
    first, again, other = (getattr(started(seed), deck) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    if everything:
        assert Counter(first) == Counter(tuple(everything))
        assert first != tuple(everything)


@pytest.mark.rule("MM-019", "MM-I05")
def test_every_port_gets_one_demand_token_and_eight_are_left() -> None:
    first = started(3)
    assert first.demand.keys() == PORTS.keys()
    assert type(first.demand_pool) is tuple
    assert len(first.demand_pool) == 8
    assert Counter([*first.demand.values(), *first.demand_pool]) == Counter(DEMAND_TOKENS)
    assert first.demand != started(4).demand


@pytest.mark.rule("MM-018", "MM-020", "MM-021", "MM-023", "MM-029")
def test_the_map_is_laid_out_with_all_tokens_face_down_and_nobody_on_it() -> None:
    state = laid_out().state
    assert state.modifications.keys() == PORTS.keys()
    assert Counter(state.modifications.values()) == Counter(MODIFICATION_TOKENS)
    assert state.face_up == ()
    assert state.merchants.keys() == ZONES.keys()
    assert Counter(state.merchants.values()) == Counter(MERCHANT_TOKENS)
    assert state.merchant_track == ()
    assert not state.npcs
    assert not state.wars
    for seat in state.seats:
        assert (seat.points, seat.stash, dict(seat.bounties), seat.weapons) == (0, 0, {}, ())
    for viewer in (0, 1, 2, None):
        shown = view(state, viewer)
        decks = (shown.event_deck, shown.captains, shown.demand_pool, shown.merchants, shown.face_down, shown.merchant_track)
        assert [type(deck) for deck in decks] == [Hidden] * 6
        assert {type(deck.cards) for deck in (shown.glory, shown.cargo, shown.rumor, shown.mission)} == {Hidden}
        assert shown.modifications == {}


@pytest.mark.rule("MM-022", "MM-K29", "MM-I22")
def test_two_missions_lie_at_the_ports_they_name_which_may_be_the_same() -> None:
    places = set()
    for seed in range(60):
        laid = [event for event in setup(Options(), 2, Seeded(seed)).events if isinstance(event, e.MissionLaidOut)]
        assert len(laid) == 2
        assert len({event.card for event in laid}) == 2
        assert all(event.port == MISSIONS[event.card].port for event in laid)
        places.add(laid[0].port == laid[1].port)
    assert places == {True, False}


@pytest.mark.rule("MM-024", "MM-025")
def test_captains_and_ships_are_secret_until_all_have_chosen() -> None:
    table = laid_out()
    dealt = [seat.captain for seat in table.state.seats]
    attempt = table.when(c.ChooseShip("flute"), seat=0)
    shown = view(table.state, 0)
    assert shown.seats[0].captain == (dealt[0],)
    assert shown.seats[0].ship is not None
    for viewer in (1, 2, None):
        other = view(table.state, viewer).seats[0]
        assert type(other.captain) is Hidden
        assert other.ship is None
        assert type(redact(attempt.happens(e.ShipChosen), viewer).ship) is Hidden
        assert type(redact(e.CaptainDealt(0, str(dealt[0])), viewer).captain) is Hidden
    table.when(c.ChooseShip("sloop"), seat=1)
    assert type(view(table.state, 2).seats[1].captain) is Hidden
    revealed = table.when(c.ChooseShip("sloop"), seat=2).happens(e.CaptainsRevealed)
    assert [(each.captain, each.ship) for each in revealed.captains] == list(
        zip(dealt, ("flute", "sloop", "sloop"), strict=True)
    )
    assert view(table.state, 1).seats[0].captain == (dealt[0],)


@pytest.mark.rule("MM-025", "MM-K01")
def test_all_seats_choose_at_once_and_then_one_is_asked_at_a_time() -> None:
    table = laid_out()
    assert to_act(table.state) == (0, 1, 2)
    table.when(c.ChooseShip("flute"), seat=1)
    assert to_act(table.state) == (0, 2)
    assert len(to_act(ready()[0].state)) == 1


@pytest.mark.rule("MM-025")
def test_a_sloop_or_a_flute_is_chosen_once() -> None:
    table = laid_out()
    assert table.legal(0) == [c.ChooseShip("sloop"), c.ChooseShip("flute")]
    for ship in ("frigate", "galleon", "man_o_war"):
        table.when(c.ChooseShip(ship), seat=0).refused("not_a_starting_ship")
    table.when(c.ChooseShip("sloop"), seat=0)
    assert table.legal(0) == []
    table.when(c.ChooseShip("flute"), seat=0).refused("already_chosen")


@pytest.mark.rule("MM-026", "MM-027", "MM-015", "MM-009")
def test_every_captain_starts_undamaged_in_his_home_port_with_a_card_and_ten_gold() -> None:
    table, _ = ready(4)
    for seat in table.state.seats:
        assert seat.captain is not None
        assert seat.ship is not None
        assert seat.ship.now == full_values(seat.ship.type)
        assert (seat.zone, seat.in_port) == (PORTS[CAPTAINS[seat.captain].home_port].zone, True)
        assert (len(seat.glory), seat.gold, seat.cargo, seat.rumors, seat.mission) == (1, 10, (), (), None)


@pytest.mark.rule("MM-028", "MM-002")
@pytest.mark.parametrize(("draw", "order"), [(0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))])
def test_the_starting_seat_is_drawn_and_turns_go_clockwise_for_good(draw: int, order: tuple[int, ...]) -> None:
    table, events = ready(3, draws=(draw,))
    assert e.TurnOrderDrawn(order) in events
    table.passing(*order)
    turns: list[int] = [event.seat for event in events if isinstance(event, e.CaptainTurnStarted)]
    while len(turns) < 7:
        safest = {c.Pass(), c.EndTurn()} & set(table.legal())
        attempt = table.when(safest.pop())
        turns += [event.seat for event in attempt.events if isinstance(event, e.CaptainTurnStarted)]
    assert tuple(turns[:6]) == order * 2


@pytest.mark.rule("MM-K29", "MM-024", "MM-022")
def test_the_order_of_the_setup() -> None:
    first = [event for event in setup(Options(), 3, Dice([])).events if not isinstance(event, e.FrameOpened)]
    assert [type(event) for event in first] == [
        e.GameSetUp,
        *(e.MissionLaidOut,) * 2,
        *(e.CaptainDealt,) * 3,
    ]
    assert [event.seat for event in first if isinstance(event, e.CaptainDealt)] == [0, 1, 2]
    flow = e.FrameOpened | e.FrameChanged | e.FrameClosed | e.StepReached
    last = [event for event in ready(3)[1] if not isinstance(event, flow)]
    assert [type(event) for event in last[:10]] == [
        e.ShipChosen,
        e.CaptainsRevealed,
        *(e.GloryDrawn, e.GoldChanged) * 3,
        e.TurnOrderDrawn,
        e.RoundStarted,
    ]
    assert last[9] == e.RoundStarted(1)
    given_to = [event.seat for event in last[2:8] if isinstance(event, e.GloryDrawn | e.GoldChanged)]
    assert given_to == [0, 0, 1, 1, 2, 2]
