"""The change of the session for each of its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game import AnyGame, Outcome
from domain.kit.seats import seat_name
from domain.kit.updates import with_seat
from domain.kit.words import capital
from domain.session import clocks
from domain.session import events as e
from domain.session.clocks import (
    ClockResumed,
    ClockStopped,
    DeadlinesMoved,
    SeatReturned,
    SeatTimedOut,
    TimedOutGameAbandoned,
)
from domain.session.results import outcome_of
from domain.session.state import Ending, Loss, LostSeat, Session, TakebackRequest


def _created(event: msgspec.Struct | None) -> Session[Any]:
    if not isinstance(event, e.GameCreated):
        raise ValueError("a game's first event must be game_created")
    noted = msgspec.structs.asdict(event)
    del noted["package"]  # It decides nothing.
    return Session(**{name: value for name, value in noted.items() if value is not msgspec.UNSET})


def _created_again(game: AnyGame, session: Session[Any], event: e.GameCreated) -> Session[Any]:
    raise ValueError("game_created may only be a game's first event")


def _claimed(game: AnyGame, session: Session[Any], event: e.SeatClaimed) -> Session[Any]:
    return with_seat(
        session,
        event.seat,
        kind="human",
        name=event.name,
        client_seed=event.client_seed,
        generation=event.generation,
        level=None,
    )


def _opened(game: AnyGame, session: Session[Any], event: e.SeatOpened) -> Session[Any]:
    name = capital(seat_name(event.seat))
    return with_seat(
        session, event.seat, kind=event.kind, name=name, client_seed="", generation=event.generation, level=None
    )


def _handed(game: AnyGame, session: Session[Any], event: e.SeatHandedToBot) -> Session[Any]:
    return with_seat(_present(session, event.seat), event.seat, kind="bot", level=event.level)


def _taken_back(game: AnyGame, session: Session[Any], event: e.SeatTakenBack) -> Session[Any]:
    return with_seat(session, event.seat, kind="human", level=None, generation=event.generation)


def _reassigned(game: AnyGame, session: Session[Any], event: e.SeatReassigned) -> Session[Any]:
    session = _present(session, event.seat)
    return with_seat(session, event.seat, kind="human", level=None, name=event.name, generation=event.generation)


def _renamed(game: AnyGame, session: Session[Any], event: e.SeatRenamed) -> Session[Any]:
    return with_seat(session, event.seat, name=event.name)


def _present(session: Session[Any], seat: int) -> Session[Any]:
    """The session without time-outs of a seat."""
    return replace(session, timeouts=clocks.without(session.timeouts, seat)) if seat in session.timeouts else session


def _timed_out(game: AnyGame, session: Session[Any], event: SeatTimedOut) -> Session[Any]:
    before = session.timed_out
    timed_out = before if event.seat in before else (*before, event.seat)
    return replace(session, timeouts={**session.timeouts, event.seat: event.in_a_row}, timed_out=timed_out)


def _returned(game: AnyGame, session: Session[Any], event: SeatReturned) -> Session[Any]:
    return _present(session, event.seat)


def _moved(game: AnyGame, session: Session[Any], event: DeadlinesMoved) -> Session[Any]:
    return session


def _stopped(game: AnyGame, session: Session[Any], event: ClockStopped) -> Session[Any]:
    return replace(session, clock_stopped=True)


def _resumed(game: AnyGame, session: Session[Any], event: ClockResumed) -> Session[Any]:
    return replace(session, clock_stopped=False)


def _renewed(game: AnyGame, session: Session[Any], event: e.TokensRenewed) -> Session[Any]:
    for seat, generation in event.seats.items():
        session = with_seat(session, int(seat), generation=generation)
    if event.host_generation is not None:
        session = replace(session, host_generation=event.host_generation)
    return session


def _started(game: AnyGame, session: Session[Any], event: e.GameStarted) -> Session[Any]:
    return replace(session, status="running", client_seeds=event.client_seeds)


def _staged(game: AnyGame, session: Session[Any], event: e.GameStaged) -> Session[Any]:
    return replace(session, staged=True, scenario=event.scenario)


def _rematched(game: AnyGame, session: Session[Any], event: e.GameRematched) -> Session[Any]:
    return replace(session, rematch_of=event.of)


def _restored(game: AnyGame, session: Session[Any], event: e.PositionRestored) -> Session[Any]:
    return replace(session, state=msgspec.json.decode(event.state, type=game.types.state))


def _takeback_asked(game: AnyGame, session: Session[Any], event: e.TakebackAsked) -> Session[Any]:
    return replace(session, takeback_asked=TakebackRequest(event.seat, event.to_version))


def _takeback_accepted(game: AnyGame, session: Session[Any], event: e.TakebackAccepted) -> Session[Any]:
    request = session.takeback_asked
    if request is None:
        raise ValueError("nobody has asked for a takeback")
    return replace(session, takeback_asked=replace(request, agreed=(*request.agreed, event.seat)))


def _takeback_ended(game: AnyGame, session: Session[Any], event: e.TakebackDeclined | e.TakebackExpired) -> Session[Any]:
    return replace(session, takeback_asked=None)


def _went_back(game: AnyGame, session: Session[Any], event: e.TakenBack) -> Session[Any]:
    return replace(session, state=msgspec.json.decode(event.state, type=game.types.state), takeback_asked=None)


def _lost(by: Loss) -> Callable[[AnyGame, Session[Any], e.SeatResigned | e.SeatLostOnTime], Session[Any]]:
    return lambda game, session, event: replace(session, lost=(*session.lost, LostSeat(event.seat, by)))


def _decided(game: AnyGame, session: Session[Any], event: e.GameDecided) -> Session[Any]:
    ending = session.lost[-1].by
    outcome = outcome_of(Outcome(event.winners, (), ending), len(session.seats), session.lost)
    return replace(session, outcome=outcome, status="finished", ending=ending)


def _abandoned(ending: Ending) -> Callable[[AnyGame, Session[Any], msgspec.Struct], Session[Any]]:
    return lambda game, session, event: replace(session, status="abandoned", ending=ending)


def _published(game: AnyGame, session: Session[Any], event: e.SecretPublished) -> Session[Any]:
    return replace(session, secret=event.secret)


CHANGES: dict[type, Callable[[AnyGame, Any, Any], Session[Any]]] = {
    e.GameCreated: _created_again,
    e.SeatClaimed: _claimed,
    e.SeatOpened: _opened,
    e.SeatHandedToBot: _handed,
    e.SeatTakenBack: _taken_back,
    e.SeatReassigned: _reassigned,
    e.SeatRenamed: _renamed,
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
    e.SeatResigned: _lost("resigned"),
    e.SeatLostOnTime: _lost("timed_out"),
    e.GameDecided: _decided,
    e.GameAbandoned: _abandoned("abandoned"),
    e.IdleGameAbandoned: _abandoned("idle"),
    e.GameClosed: _abandoned("closed"),
    SeatTimedOut: _timed_out,
    SeatReturned: _returned,
    TimedOutGameAbandoned: _abandoned("timed_out"),
    DeadlinesMoved: _moved,
    ClockStopped: _stopped,
    ClockResumed: _resumed,
    e.SecretPublished: _published,
}


def fold(game: AnyGame, session: Session[Any] | None, events: Iterable[msgspec.Struct]) -> Session[Any]:
    """The session after these events, a game's first ones if there is none yet. Raises ValueError if they cannot be.

    Events of the rules change only the state. A new Session is made only for an event around the rules and at the end, so a
    long log does not cost one for each event.
    """
    coming = iter(events)
    if session is None:
        session = _created(next(coming, None))
    evolve = game.rules.evolve
    state = session.state
    for event in coming:
        change = CHANGES.get(type(event))
        if change is None:
            state = evolve(state, event)
        else:
            session = change(game, with_state(game, session, state), event)
            state = session.state
    return with_state(game, session, state)


def with_state(game: AnyGame, session: Session[Any], state: Any) -> Session[Any]:
    """The session with this state of its game, finished if the state is."""
    if state is session.state:
        return session
    outcome = game.rules.outcome(state)
    if outcome is None:
        return replace(session, state=state)
    outcome = outcome_of(outcome, len(session.seats), session.lost)
    return replace(session, state=state, outcome=outcome, status="finished", ending="played")
