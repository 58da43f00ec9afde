"""Taking back: which earlier position a player may return to, and who must agree.

Nobody may go back past anything that drew, showed or looked at something hidden. Decks are shuffled beforehand, so whoever
went back past a revealed card would know the next one; and a die could be rolled until it falls well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from domain.fairness import Draws
from domain.game import AnyGame, Rejected
from domain.kit.seats import seat_name
from domain.kit.words import capital
from domain.recorder import Recorder
from domain.session import (
    AROUND,
    Session,
    TakebackAccepted,
    TakebackAsked,
    TakebackDeclined,
    TakebackExpired,
    TakebackRequest,
    TakenBack,
    position,
)
from domain.session.rights import Actor

REFUSALS = {
    "takeback_not_allowed": "the game was created without `takeback`, so no action can be taken back",
    "nothing_to_take_back": "the seat has not acted yet, or has taken back all that it did",
    "takeback_past_reveal": "since the seat's last action something was drawn at random, shown or looked at; nobody can go "
    "back past that",
    "others_acted_since": "somebody else has acted since the seat's last action, and the game has no `takeback` by consent",
    "takeback_pending": "another takeback has been asked for; it is answered first, or ends with the next action",
    "no_takeback_asked": "there is no takeback to be answered: nobody asked, or the request ended with an action",
    "takeback_is_yours": "the other players answer the takeback that a seat asked for",
    "takeback_answered": "the seat has agreed to this takeback already",
}


class Action:
    """The last action that stands at a position, with those before it: what was taken back is not among them.

    Positions share them. Each is judged once whether it reveals anything: when it is decided, from its events, or when
    somebody first asks.
    """

    __slots__ = ("before", "reveals", "seat", "version")

    def __init__(self, version: int, seat: int | None, reveals: bool | None, before: Action | None) -> None:
        self.version = version
        """The version that it made."""
        self.seat = seat
        """The seat whose player gave it; None: a bot, or the service in the place of a player."""
        self.reveals = reveals
        """Whether it drew, showed or looked at something hidden, or may have done so; None: not judged yet."""
        self.before = before


class Step(NamedTuple):
    """A commit of the past, with the table before it."""

    version: int
    """The version that it made."""
    actor: Actor
    action: Any
    """The command of the game's rules; None for a command of the table, which cannot be decided again here."""
    before: Session[Any] | None


class Past(Protocol):
    """The game so far, as takebacks ask for it."""

    @property
    def last(self) -> Action | None:
        """The last action that stands."""

    def reveals(self, action: Action) -> bool:
        """The judgement of an action."""

    def state_at(self, version: int) -> Any:
        """The state of the rules at a version."""


class NoPast:
    """The past of a game in which nothing can be taken back."""

    last = None

    def reveals(self, action: Action) -> bool:
        """Never asked."""
        raise LookupError(action.version)

    def state_at(self, version: int) -> Any:
        """Never asked."""
        raise LookupError(version)


Draw: TypeAlias = Callable[[tuple[str, ...], int], Draws]
"""The draws of a version, given the client seeds."""
Recorded: TypeAlias = Recorder[Session[Any], Any]


class Destination(NamedTuple):
    """A position to go back to."""

    version: int
    must_agree: tuple[int, ...]
    """The seats of the players who are asked first; none if the game goes back at once."""


def last_action(
    game: AnyGame,
    last: Action | None,
    version: int,
    actor: Actor,
    events: Sequence[Any],
    *,
    begun: bool,
    repeatable: bool,
    drew: bool | None,
) -> Action | None:
    """The last action that stands after a commit, given the last one before it.

    `begun`: whether the game had a position before. `repeatable`: whether today's rules decided it, so that deciding it
    again uses the same chance. `drew`: whether it used any; None if nobody noted it.
    """
    back = next((event for event in events if type(event) is TakenBack), None)
    if back is not None:
        while last is not None and last.version > back.to_version:
            last = last.before
        return last
    if not begun or AROUND.issuperset(map(type, events)):
        return last  # What begins a game is no action, nor what happens around its rules.
    shown = not repeatable or any(game.gate.reveals(event) for event in events if type(event) not in AROUND)
    seat = actor.seat if actor.role == "player" else None
    return Action(version, seat, True if shown else drew, last)


def draws_again(game: AnyGame, step: Step, draw: Draw) -> bool:
    """Whether an action uses chance when it is decided again, or may have done so."""
    if step.action is None or step.before is None or step.actor.seat is None:
        return True
    draws = draw(step.before.client_seeds, step.version)
    try:
        game.rules.decide(step.before.state, step.actor.seat, step.action, draws)
    except Rejected:
        return True  # The log was changed by hand, or the rules without a new version.
    return draws.used


def destination(session: Session[Any], seat: int, past: Past) -> Destination:
    """The position before the seat's last own action, if it may go back there now. Raises Rejected."""
    _check_player(session, seat)
    if session.takeback_asked is not None:
        detail = f"{capital(seat_name(session.takeback_asked.seat))} has asked for a takeback that is not answered yet."
        raise Rejected("takeback_pending", detail, seat=session.takeback_asked.seat)
    newest = action = past.last
    while action is not None:
        if past.reveals(action):
            detail = f"Version {action.version} drew, showed or looked at something hidden; nobody can go back past it."
            raise Rejected("takeback_past_reveal", detail, version=action.version)
        if action.seat == seat:
            others = () if action is newest else tuple(other for other in _people(session) if other != seat)
            return Destination(action.version - 1, others)
        if session.takeback == "own":
            detail = "Somebody else has acted since your last action; in this game you can take back only before that."
            raise Rejected("others_acted_since", detail, version=action.version)
        action = action.before
    raise Rejected("nothing_to_take_back", "There is no action of yours to take back.")


def waiting_for(session: Session[Any]) -> tuple[int, ...]:
    """The seats of players who must still agree to the takeback that is asked for."""
    request = session.takeback_asked
    if request is None:
        return ()
    return tuple(seat for seat in _people(session) if seat != request.seat and seat not in request.agreed)


def _people(session: Session[Any]) -> Iterator[int]:
    return (number for number, seat in enumerate(session.seats) if seat.kind == "human")


def ask(recorder: Recorded, seat: int, past: Past) -> None:
    """Go back at once if nobody else has acted since, otherwise ask the other players. Raises Rejected."""
    found = destination(recorder.state, seat, past)
    if found.must_agree:
        recorder.emit(TakebackAsked(seat, found.version))
    else:
        recorder.emit(TakenBack(seat, found.version, position(past.state_at(found.version))))


def accept(recorder: Recorded, seat: int, past: Past) -> None:
    """Agree; the last one to agree takes the game back. Raises Rejected."""
    request = _asked_of(recorder.state, seat)
    if seat in request.agreed:
        raise Rejected("takeback_answered", "You have agreed already; the others have not answered yet.")
    session = recorder.emit(TakebackAccepted(seat))
    if not waiting_for(session):
        recorder.emit(TakenBack(request.seat, request.to_version, position(past.state_at(request.to_version))))


def decline(recorder: Recorded, seat: int, past: Past) -> None:
    """Decline, which ends the request. Raises Rejected."""
    _asked_of(recorder.state, seat)
    recorder.emit(TakebackDeclined(seat))


def expire(recorder: Recorded) -> None:
    """End a request that is not answered."""
    request = recorder.state.takeback_asked
    if request is not None:
        recorder.emit(TakebackExpired(request.seat))


def _asked_of(session: Session[Any], seat: int) -> TakebackRequest:
    """The request that this seat may answer. Raises Rejected."""
    _check_player(session, seat)
    request = session.takeback_asked
    if request is None:
        raise Rejected("no_takeback_asked", "There is no takeback to answer: nobody asked, or somebody has acted since.")
    if seat == request.seat:
        raise Rejected("takeback_is_yours", "You asked for this takeback; the other players answer it.")
    return request


def _check_player(session: Session[Any], seat: int) -> None:
    """Raise Rejected unless takebacks are possible now, and a person plays the seat."""
    if session.over:
        raise Rejected("game_over", "The game is over and its secret is published, so nothing can be taken back.")
    if session.takeback == "never":
        raise Rejected("takeback_not_allowed", "This game was created without `takeback`, so no action can be taken back.")
    if session.state is None:
        raise Rejected("game_not_started", "The game starts when its last open seat is claimed.")
    if session.seats[seat].kind == "bot":
        raise Rejected("seat_played_by_bot", "A bot plays this seat; take the seat back first.")
