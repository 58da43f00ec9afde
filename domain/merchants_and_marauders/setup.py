"""Setting a game up (RULES.md, chapter 2; the order is that of MM-K29)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

import domain.recorder
from domain.game import Rng, check_seats
from domain.kit import options as kit
from domain.kit.cards import shuffled
from domain.kit.seats import clockwise

from . import events as e
from .captains import START_GOLD
from .content import (
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
)
from .evolve import evolve
from .flow import begin, change_gold, close, draw_glory
from .frames import Round, StartingShips
from .missions import lay_out
from .options import FEWEST, MOST, Options
from .state import Recorder


def seats_allowed(options: Options) -> Sequence[int]:
    """From 2 to 4 (MM-001), or the number that the option `players` fixes."""
    return kit.seats_allowed(options.players, range(FEWEST, MOST + 1))


def resolve(options: Options, seats: int) -> Options:
    """The options with every value filled in (MM-K28)."""
    check_seats(seats, seats_allowed(options))
    kit.check_types(options, "invalid_option")
    return replace(options, players=seats)


def setup(options: Options, seats: int, rng: Rng) -> Recorder:
    """Shuffles all decks and tokens (MM-018, MM-019, MM-020, MM-021), lays out two missions (MM-022), sets the seats up
    (MM-023) and deals the captains (MM-024)."""
    chosen = resolve(options, seats)
    demand = shuffled(DEMAND_TOKENS, rng)
    first = e.GameSetUp(
        seats=seats,
        options=chosen,
        demand=dict(zip(PORTS, demand, strict=False)),
        demand_pool=demand[len(PORTS) :],
        merchants=shuffled(MERCHANT_TOKENS, rng),
        modifications=shuffled(MODIFICATION_TOKENS, rng),
        event_deck=shuffled(EVENT_CARDS, rng),
        glory_deck=shuffled(GLORY_INSTANCES, rng),
        captain_deck=shuffled(CAPTAINS, rng),
        cargo_deck=shuffled(CARGO, rng),
        rumor_deck=shuffled(RUMORS, rng),
        mission_deck=shuffled(MISSIONS, rng),
    )
    recorder: Recorder = domain.recorder.Recorder.begun(evolve, first)
    for _ in range(2):
        lay_out(recorder, rng)
    for seat in range(seats):
        recorder.emit(e.CaptainDealt(seat, recorder.state.captains[0]))
    begin(recorder, StartingShips(tuple(range(seats))))
    return recorder


def all_chosen(recorder: Recorder, rng: Rng) -> None:
    """Reveals captains and ships together (MM-025, MM-026), gives each a card and gold (MM-027) and draws the
    starting seat (MM-028)."""
    arrivals = []
    for number, seat in enumerate(recorder.state.seats):
        assert seat.captain is not None
        assert seat.ship is not None
        arrivals.append(e.Arrival(number, seat.captain, seat.ship.type, CAPTAINS[seat.captain].home_port))
    close(recorder)
    recorder.emit(e.CaptainsRevealed(tuple(arrivals)))
    seats = len(arrivals)
    for number in range(seats):
        draw_glory(recorder, number, rng)
        change_gold(recorder, number, START_GOLD, "start")
    recorder.emit(e.TurnOrderDrawn(clockwise(rng.below(seats), seats)))
    begin(recorder, Round(1))
