"""The change of the table for each of its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from domain import clocks
from domain.clocks import ClockResumed, ClockStopped, DeadlinesMoved, SeatReturned, SeatTimedOut, TimedOutGameAbandoned
from domain.game import AnyGame
from domain.kit.seats import seat_name
from domain.kit.updates import with_seat
from domain.kit.words import capital
from domain.table import events as e
from domain.table.state import Table, TakebackRequest


def _created(event: msgspec.Struct | None) -> Table[Any]:
    if not isinstance(event, e.GameCreated):
        raise ValueError("a game's first event must be game_created")
    return Table(**{name: value for name, value in msgspec.structs.asdict(event).items() if value is not msgspec.UNSET})


def _created_again(game: AnyGame, table: Table[Any], event: e.GameCreated) -> Table[Any]:
    raise ValueError("game_created may only be a game's first event")


def _claimed(game: AnyGame, table: Table[Any], event: e.SeatClaimed) -> Table[Any]:
    return with_seat(
        table,
        event.seat,
        kind="human",
        name=event.name,
        client_seed=event.client_seed,
        generation=event.generation,
        level=None,
    )


def _opened(game: AnyGame, table: Table[Any], event: e.SeatOpened) -> Table[Any]:
    name = capital(seat_name(event.seat))
    return with_seat(table, event.seat, kind=event.kind, name=name, client_seed="", generation=event.generation, level=None)


def _handed(game: AnyGame, table: Table[Any], event: e.SeatHandedToBot) -> Table[Any]:
    return with_seat(_present(table, event.seat), event.seat, kind="bot", level=event.level)


def _taken_back(game: AnyGame, table: Table[Any], event: e.SeatTakenBack) -> Table[Any]:
    return with_seat(table, event.seat, kind="human", level=None, generation=event.generation)


def _reassigned(game: AnyGame, table: Table[Any], event: e.SeatReassigned) -> Table[Any]:
    table = _present(table, event.seat)
    return with_seat(table, event.seat, kind="human", level=None, name=event.name, generation=event.generation)


def _present(table: Table[Any], seat: int) -> Table[Any]:
    """The table without time-outs of a seat."""
    return replace(table, timeouts=clocks.without(table.timeouts, seat)) if seat in table.timeouts else table


def _timed_out(game: AnyGame, table: Table[Any], event: SeatTimedOut) -> Table[Any]:
    return replace(table, timeouts={**table.timeouts, event.seat: event.in_a_row})


def _returned(game: AnyGame, table: Table[Any], event: SeatReturned) -> Table[Any]:
    return _present(table, event.seat)


def _moved(game: AnyGame, table: Table[Any], event: DeadlinesMoved) -> Table[Any]:
    return table


def _stopped(game: AnyGame, table: Table[Any], event: ClockStopped) -> Table[Any]:
    return replace(table, clock_stopped=True)


def _resumed(game: AnyGame, table: Table[Any], event: ClockResumed) -> Table[Any]:
    return replace(table, clock_stopped=False)


def _renewed(game: AnyGame, table: Table[Any], event: e.TokensRenewed) -> Table[Any]:
    for seat, generation in event.seats.items():
        table = with_seat(table, int(seat), generation=generation)
    if event.host_generation is not None:
        table = replace(table, host_generation=event.host_generation)
    return table


def _started(game: AnyGame, table: Table[Any], event: e.GameStarted) -> Table[Any]:
    return replace(table, status="running", client_seeds=event.client_seeds)


def _staged(game: AnyGame, table: Table[Any], event: e.GameStaged) -> Table[Any]:
    return replace(table, staged=True, scenario=event.scenario)


def _rematched(game: AnyGame, table: Table[Any], event: e.GameRematched) -> Table[Any]:
    return replace(table, rematch_of=event.of)


def _restored(game: AnyGame, table: Table[Any], event: e.PositionRestored) -> Table[Any]:
    return replace(table, state=msgspec.json.decode(event.state, type=game.types.state))


def _takeback_asked(game: AnyGame, table: Table[Any], event: e.TakebackAsked) -> Table[Any]:
    return replace(table, takeback_asked=TakebackRequest(event.seat, event.to_version))


def _takeback_accepted(game: AnyGame, table: Table[Any], event: e.TakebackAccepted) -> Table[Any]:
    request = table.takeback_asked
    if request is None:
        raise ValueError("nobody has asked for a takeback")
    return replace(table, takeback_asked=replace(request, agreed=(*request.agreed, event.seat)))


def _takeback_ended(game: AnyGame, table: Table[Any], event: e.TakebackDeclined | e.TakebackExpired) -> Table[Any]:
    return replace(table, takeback_asked=None)


def _went_back(game: AnyGame, table: Table[Any], event: e.TakenBack) -> Table[Any]:
    return replace(table, state=msgspec.json.decode(event.state, type=game.types.state), takeback_asked=None)


Abandonment: TypeAlias = e.GameAbandoned | e.IdleGameAbandoned | e.GameClosed | TimedOutGameAbandoned


def _abandoned(game: AnyGame, table: Table[Any], event: Abandonment) -> Table[Any]:
    return replace(table, status="abandoned")


def _published(game: AnyGame, table: Table[Any], event: e.SecretPublished) -> Table[Any]:
    return replace(table, secret=event.secret)


CHANGES: dict[type, Callable[[AnyGame, Any, Any], Table[Any]]] = {
    e.GameCreated: _created_again,
    e.SeatClaimed: _claimed,
    e.SeatOpened: _opened,
    e.SeatHandedToBot: _handed,
    e.SeatTakenBack: _taken_back,
    e.SeatReassigned: _reassigned,
    e.TokensRenewed: _renewed,
    e.GameStarted: _started,
    e.GameStaged: _staged,
    e.GameRematched: _rematched,
    e.PositionRestored: _restored,
    e.TakebackAsked: _takeback_asked,
    e.TakebackAccepted: _takeback_accepted,
    e.TakebackDeclined: _takeback_ended,
    e.TakebackExpired: _takeback_ended,
    e.TakenBack: _went_back,
    e.GameAbandoned: _abandoned,
    e.IdleGameAbandoned: _abandoned,
    e.GameClosed: _abandoned,
    SeatTimedOut: _timed_out,
    SeatReturned: _returned,
    TimedOutGameAbandoned: _abandoned,
    DeadlinesMoved: _moved,
    ClockStopped: _stopped,
    ClockResumed: _resumed,
    e.SecretPublished: _published,
}


def fold(game: AnyGame, table: Table[Any] | None, events: Iterable[msgspec.Struct]) -> Table[Any]:
    """The table after these events, a game's first ones if there is no table yet. Raises ValueError if they cannot be.

    Events of the rules change only the state. A new Table is made only for an event of the table and at the end, so a long
    log does not cost one for each event.
    """
    coming = iter(events)
    if table is None:
        table = _created(next(coming, None))
    evolve = game.rules.evolve
    state = table.state
    for event in coming:
        change = CHANGES.get(type(event))
        if change is None:
            state = evolve(state, event)
        else:
            table = change(game, settled(game, table, state), event)
            state = table.state
    return settled(game, table, state)


def settled(game: AnyGame, table: Table[Any], state: Any) -> Table[Any]:
    """The table with this state of its game, finished if the state is."""
    if state is table.state:
        return table
    outcome = game.rules.outcome(state)
    if outcome is None:
        return replace(table, state=state)
    return replace(table, state=state, outcome=outcome, status="finished")
