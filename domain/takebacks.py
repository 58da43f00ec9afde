"""Taking back: which earlier position a player may return to, and who must agree.

Nobody may go back past anything that drew, showed or looked at something hidden. Decks are shuffled beforehand, so whoever
went back past a revealed card would know the next one; and a die could be rolled until it falls well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from domain.fairness import Draws
from domain.game import AnyGame, Rejected
from domain.kit.seats import seat_name
from domain.kit.words import capital
from domain.recorder import Recorder
from domain.rights import Actor
from domain.table import (
    AROUND,
    Table,
    TakebackAccepted,
    TakebackAsked,
    TakebackDeclined,
    TakebackExpired,
    TakebackRequest,
    TakenBack,
    position,
)

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


class Step(NamedTuple):
    """A commit of the past, with the table before it."""

    version: int
    """The version that it made."""
    actor: Actor
    action: Any
    """The command of the game's rules; None for a command of the table, which cannot be decided again here."""
    events: Sequence[Any]
    before: Table[Any] | None
    repeatable: bool
    """Whether today's rules decided it, so that deciding it again uses the same chance."""


Past: TypeAlias = Callable[[], Iterator[Step]]
"""The commits of a game so far, the newest first."""
Draw: TypeAlias = Callable[[tuple[str, ...], int], Draws]
"""The draws of a version, given the client seeds."""
Recorded: TypeAlias = Recorder[Table[Any], Any]


class Destination(NamedTuple):
    """A position to go back to."""

    version: int
    state: Any
    alone: bool
    """Whether nobody but the seat has acted since."""


def no_past() -> Iterator[Step]:
    """The past of a game in which nothing can be taken back."""
    return iter(())


def standing(past: Past) -> Iterator[Step]:
    """The commits that led to the present position, the newest first: without takebacks and what they took back."""
    upto = None
    for step in past():
        if upto is not None and step.version > upto:
            continue
        back = next((event for event in step.events if type(event) is TakenBack), None)
        if back is None:
            yield step
        else:
            upto = back.to_version


def destination(game: AnyGame, table: Table[Any], seat: int, draw: Draw, past: Past) -> Destination:
    """The position before the seat's last own action. Raises Rejected."""
    alone = True
    for step in standing(past):
        if step.before is None or step.before.state is None:
            break  # The game began here.
        if not any(_of_the_rules(step.events)):
            continue
        if reveals(game, step, draw):
            detail = f"Version {step.version} drew, showed or looked at something hidden; nobody can go back past it."
            raise Rejected("takeback_past_reveal", detail, version=step.version)
        if step.actor == Actor("player", seat):
            return Destination(step.version - 1, step.before.state, alone)
        if table.takeback == "own":
            detail = "Somebody else has acted since your last action; in this game you can take back only before that."
            raise Rejected("others_acted_since", detail, version=step.version)
        alone = False
    raise Rejected("nothing_to_take_back", "There is no action of yours to take back.")


def reveals(game: AnyGame, step: Step, draw: Draw) -> bool:
    """Whether an action drew, showed or looked at something hidden, or may have done so."""
    if step.action is None or not step.repeatable or any(map(game.gate.reveals, _of_the_rules(step.events))):
        return True
    assert step.before is not None
    assert step.actor.seat is not None
    draws = draw(step.before.client_seeds, step.version)
    game.rules.decide(step.before.state, step.actor.seat, step.action, draws)
    return draws.used


def _of_the_rules(events: Sequence[Any]) -> Iterator[Any]:
    return (event for event in events if type(event) not in AROUND)


def waiting_for(table: Table[Any]) -> tuple[int, ...]:
    """The seats of players who must still agree to the takeback that is asked for."""
    request = table.takeback_asked
    if request is None:
        return ()
    return tuple(seat for seat in _people(table) if seat != request.seat and seat not in request.agreed)


def _people(table: Table[Any]) -> Iterator[int]:
    return (number for number, seat in enumerate(table.seats) if seat.kind == "human")


def ask(game: AnyGame, recorder: Recorded, seat: int, draw: Draw, past: Past) -> None:
    """Go back at once if nobody else has acted since, otherwise ask the other players. Raises Rejected."""
    table = recorder.state
    _check_player(table, seat)
    if table.takeback_asked is not None:
        detail = f"{capital(seat_name(table.takeback_asked.seat))} has asked for a takeback that is not answered yet."
        raise Rejected("takeback_pending", detail, seat=table.takeback_asked.seat)
    found = destination(game, table, seat, draw, past)
    if found.alone or not [other for other in _people(table) if other != seat]:
        recorder.emit(TakenBack(seat, found.version, position(found.state)))
    else:
        recorder.emit(TakebackAsked(seat, found.version))


def accept(game: AnyGame, recorder: Recorded, seat: int, draw: Draw, past: Past) -> None:
    """Agree; the last one to agree takes the game back. Raises Rejected."""
    request = _asked_of(recorder.state, seat)
    if seat in request.agreed:
        raise Rejected("takeback_answered", "You have agreed already; the others have not answered yet.")
    table = recorder.emit(TakebackAccepted(seat))
    if not waiting_for(table):
        last = next(step for step in standing(past) if step.version == request.to_version + 1)
        assert last.before is not None
        recorder.emit(TakenBack(request.seat, request.to_version, position(last.before.state)))


def decline(game: AnyGame, recorder: Recorded, seat: int, draw: Draw, past: Past) -> None:
    """Decline, which ends the request. Raises Rejected."""
    _asked_of(recorder.state, seat)
    recorder.emit(TakebackDeclined(seat))


def expire(recorder: Recorded) -> None:
    """End a request that is not answered."""
    request = recorder.state.takeback_asked
    if request is not None:
        recorder.emit(TakebackExpired(request.seat))


def _asked_of(table: Table[Any], seat: int) -> TakebackRequest:
    """The request that this seat may answer. Raises Rejected."""
    _check_player(table, seat)
    request = table.takeback_asked
    if request is None:
        raise Rejected("no_takeback_asked", "There is no takeback to answer: nobody asked, or somebody has acted since.")
    if seat == request.seat:
        raise Rejected("takeback_is_yours", "You asked for this takeback; the other players answer it.")
    return request


def _check_player(table: Table[Any], seat: int) -> None:
    """Raise Rejected unless takebacks are possible now, and a person plays the seat."""
    if table.over:
        raise Rejected("game_over", "The game is over and its secret is published, so nothing can be taken back.")
    if table.takeback == "never":
        raise Rejected("takeback_not_allowed", "This game was created without `takeback`, so no action can be taken back.")
    if table.state is None:
        raise Rejected("game_not_started", "The game starts when its last open seat is claimed.")
    if table.seats[seat].kind == "bot":
        raise Rejected("seat_played_by_bot", "A bot plays this seat; take the seat back first.")
