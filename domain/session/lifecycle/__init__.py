"""The commands of a table: creating, claiming and handing over seats, branching, abandoning, and playing itself.

`decide` is the one way in: it adds to the rules of the game what concerns every game (rights, seats, start and end).
"""

# ruff: noqa: F403 - one namespace, as for the commands and events of a game.

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain import fairness
from domain.game import AnyGame, Hidden, Json, Malformed, Rejected
from domain.kit.seats import seat_name
from domain.kit.words import capital
from domain.recorder import Recorder
from domain.session import (
    UNTAKEN,
    GameAbandoned,
    GameClosed,
    IdleGameAbandoned,
    Seat,
    SeatClaimed,
    SeatHandedToBot,
    SeatOpened,
    SeatReassigned,
    SeatRenamed,
    SeatResigned,
    SeatTakenBack,
    SecretPublished,
    Session,
    SessionRecorder,
    TokensRenewed,
    clock_rules,
    losing,
    takebacks,
    with_state,
)
from domain.session.clocks import MoveDeadlines, SeatReturned, SetClock, TimeOut
from domain.session.lifecycle.beginning import *
from domain.session.lifecycle.beginning import Dealer, checked_name, evolve_of, seat_of, start_if_full
from domain.session.lifecycle.commands import *
from domain.session.lifecycle.commands import (
    RIGHTS,
    TO_PLAY,
    AbandonGame,
    AbandonIdleGame,
    AcceptTakeback,
    AskTakeback,
    ClaimSeat,
    CloseGame,
    DeclineTakeback,
    HandToBot,
    OpenSeat,
    Reassign,
    RenameSeat,
    RenewTokens,
    Resign,
    TakeBack,
    printable,
    right_to,
)
from domain.session.rights import INVITED, SEATED, Actor, Forbidden, Role
from domain.session.takebacks import NoPast, Past

NO_PAST = NoPast()
REFUSALS: Mapping[str, str] = {
    "unknown_ruleset": "no such game is offered",
    "player_count_not_allowed": "the game cannot have this number of seats with these options",
    "unknown_scenario": "the game has no such prepared position",
    "scenario_is_fixed": "a prepared position has a number of seats and options of its own",
    "unknown_lesson": "the game has no such lesson",
    "lesson_is_fixed": "a lesson has its own seats, and all else that a new game may choose",
    "invalid_option": "an option has a value that is not allowed",
    "level_not_offered": "the game has no bots of this level",
    "unknown_seat": "the game has no such seat",
    "game_started": "the game has begun, so its seats can no longer be opened",
    "game_not_started": "the game has open seats and has not started",
    "game_over": "the game is over",
    "game_read_only": "an imported game can be looked at and branched, not played",
    "seat_not_open": "the seat is taken",
    "seat_is_open": "nobody has taken the seat yet",
    "seat_played_by_bot": "a bot plays the seat; its owner can take it back",
    "seat_not_played_by_bot": "no bot plays the seat, so there is nothing to take back",
    "game_not_over": "hidden things are shown, the whole game is exported and a rematch begins only when the game is over",
    **clock_rules.REFUSALS,
    "no_position": "there is no position of the game yet at that version",
    "branch_not_importable": "a branch starts from a position that its file cannot prove; import the game it came from",
    "export_incomplete": "the file ends before the game does; only finished games can be imported",
    **takebacks.REFUSALS,
    **losing.REFUSALS,
    "export_unchecked": "the file has decisions of an older version of the rules, which nobody can check here; only a game "
    "played wholly under the version that `GET /v1/rulesets/{ruleset}` names, or ones that decide alike, can be imported",
}


def decide(
    game: AnyGame,
    session: Session[Any],
    actor: Actor,
    command: Any,
    dealer: Dealer,
    version: int,
    past: Past = NO_PAST,
) -> SessionRecorder:
    """The events of any command but the first of a game, which makes `version`. Raises Rejected.

    `past` is asked by takebacks only.
    """
    authorize(session, actor, command)
    if type(command) not in RIGHTS:
        return _play(game, session, actor, command, dealer, version)
    recorder: SessionRecorder = Recorder(evolve_of(game), session)
    taking_back = _TAKEBACKS.get(type(command))
    if taking_back is not None:
        taking_back(recorder, command.seat, past)
        return recorder
    if not isinstance(command, RenewTokens):
        takebacks.expire(recorder)
    if isinstance(command, TimeOut):
        draws = dealer.draws(session.client_seeds, version)
        clock_rules.time_out(game, recorder, command, draws)
        recorder.drew = draws.used
    else:
        _DECIDE[type(command)](game, recorder, command)
    if isinstance(command, ClaimSeat | HandToBot):
        start_if_full(game, recorder, dealer, version)
    return _published_when_over(recorder, dealer)


def check(game: AnyGame, session: Session[Any], actor: Actor, command: Any) -> None:
    """Raise Rejected if this actor may not give this command of the game's rules now. Draws nothing."""
    authorize(session, actor, command)
    assert actor.seat is not None  # Only seats have the right to play.
    game.rules.check(session.state, actor.seat, command)


def authorize(session: Session[Any] | None, actor: Actor, command: Any) -> None:
    """Raise Rejected if this actor may not give this command, whatever the rules say to it; a game's first has no table yet.

    Audits ask this of every commit, those of older rules too.
    """
    right = right_to(command)
    if actor.role not in right.roles or (actor.seat is None) == (actor.role in SEATED):
        raise Forbidden("token_lacks_right", right.refusal)
    if session is None:
        return
    if isinstance(command, ClaimSeat):
        _check_claimant(seat_of(session, command.seat), actor)
    if actor.seat is None:
        return
    if actor.role == "player" and not seat_of(session, actor.seat).generation:
        raise Forbidden("token_lacks_right", right.refusal)  # The seat never had a token.
    if right is TO_PLAY:
        _check_acting(session, actor.role, actor.seat)
    else:
        seat_of(session, command.seat)
        if command.seat != actor.seat:
            raise Forbidden("token_lacks_right", right.refusal)


def _check_claimant(seat: Seat, actor: Actor) -> None:
    if seat.kind == "reserved" and actor != INVITED:
        raise Forbidden("seat_reserved", "This seat is reserved; claim it with its `invitation`.")
    if seat.kind == "open" and actor == INVITED:
        raise Rejected("seat_is_open", "This seat is open; claim it without an `invitation`.")


def check_key(actor: Actor, command: Any) -> None:
    """Raise Forbidden if this actor sends no Idempotency-Key with this command."""
    if actor.role not in right_to(command).keyed:
        raise Forbidden("token_lacks_right", "Send this request without an Idempotency-Key.")


def _check_acting(session: Session[Any], role: Role, seat: int) -> None:
    """Raise Rejected if the seat cannot act, as far as that can be said without the game's rules."""
    if session.status == "lobby":
        raise Rejected("game_not_started", "The game starts when its last open seat is claimed.")
    if session.over or session.state is None:
        raise Rejected("game_over", "The game is over; no more actions are taken.")
    kind = seat_of(session, seat).kind
    if role == "bot" and kind != "bot":
        raise Rejected("seat_not_played_by_bot", "The seat's owner plays again.")
    if role == "player" and kind == "bot":
        raise Rejected("seat_played_by_bot", "A bot plays this seat; take the seat back first.")


def _play(game: AnyGame, session: Session[Any], actor: Actor, command: Any, dealer: Dealer, version: int) -> SessionRecorder:
    seat = actor.seat
    assert seat is not None  # Only seats have the right to play.
    draws = dealer.draws(session.client_seeds, version)
    played = game.rules.decide(session.state, seat, command, draws)
    recorder: SessionRecorder = Recorder(evolve_of(game), session, drew=draws.used)
    takebacks.expire(recorder)
    if actor.role == "player" and seat in session.timeouts:
        recorder.emit(SeatReturned(seat))
    recorder.events = [*recorder.events, *played.events] if recorder.events else played.events
    recorder.state = with_state(game, recorder.state, played.state)
    return _published_when_over(recorder, dealer)


def _published_when_over(recorder: SessionRecorder, dealer: Dealer) -> SessionRecorder:
    if recorder.state.over:
        recorder.emit(SecretPublished(dealer.secret.hex()))
    return recorder


def check_seat(session: Session[Any], number: int) -> None:
    """Raise Rejected if the game has no seat with this number."""
    seat_of(session, number)


def _not_over(session: Session[Any]) -> None:
    if session.over:
        raise Rejected("game_over", "The game is over.")


def _claim(game: AnyGame, recorder: SessionRecorder, command: ClaimSeat) -> None:
    seat = seat_of(recorder.state, command.seat)
    _not_over(recorder.state)
    if seat.kind not in UNTAKEN:
        still_open: list[Json] = [number for number, each in enumerate(recorder.state.seats) if each.kind == "open"]
        raise Rejected("seat_not_open", capital(f"{seat_name(command.seat)} is taken."), open_seats=still_open)
    kept = seat.name if seat.kind == "reserved" else None
    name, seed = checked_name(command.name or kept, command.seat), command.client_seed
    if isinstance(seed, Hidden) or not printable(seed) or len(seed.encode()) > fairness.CLIENT_SEED_BYTES:
        raise Malformed("invalid_field", f"A client seed has at most {fairness.CLIENT_SEED_BYTES} printable bytes.")
    recorder.emit(SeatClaimed(command.seat, name, command.client_seed, seat.generation + 1))


def _open(game: AnyGame, recorder: SessionRecorder, command: OpenSeat) -> None:
    seat = seat_of(recorder.state, command.seat)
    _not_over(recorder.state)
    if recorder.state.status != "lobby":
        raise Rejected("game_started", "The game has begun; seats can be opened again only before that.")
    if seat.kind == command.kind == "open":
        raise Rejected("seat_is_open", capital(f"{seat_name(command.seat)} is open already."))
    recorder.emit(SeatOpened(command.seat, command.kind, seat.generation + 1))


def _hand_to_bot(game: AnyGame, recorder: SessionRecorder, command: HandToBot) -> None:
    seat = seat_of(recorder.state, command.seat)
    _not_over(recorder.state)
    losing.check_not_lost(recorder.state, command.seat)
    if seat.kind == "bot" and seat.level == command.level:
        raise Rejected("seat_played_by_bot", f"A bot of level {command.level} already plays {seat_name(command.seat)}.")
    recorder.emit(SeatHandedToBot(command.seat, command.level))


def _take_back(game: AnyGame, recorder: SessionRecorder, command: TakeBack) -> None:
    seat = seat_of(recorder.state, command.seat)
    _not_over(recorder.state)
    losing.check_not_lost(recorder.state, command.seat)
    if seat.kind != "bot":
        raise Rejected("seat_not_played_by_bot", f"No bot plays {seat_name(command.seat)}.")
    recorder.emit(SeatTakenBack(command.seat, seat.generation + 1))


def _reassign(game: AnyGame, recorder: SessionRecorder, command: Reassign) -> None:
    seat = seat_of(recorder.state, command.seat)
    if not recorder.state.trusted_host:
        raise Forbidden("host_not_trusted", "The host of this game cannot give away seats: it has no trusted_host.")
    _not_over(recorder.state)
    losing.check_not_lost(recorder.state, command.seat)
    if seat.kind in UNTAKEN:
        raise Rejected("seat_is_open", capital(f"{seat_name(command.seat)} is {seat.kind}; it can simply be claimed."))
    recorder.emit(SeatReassigned(command.seat, checked_name(command.name, command.seat), seat.generation + 1))


def _rename(game: AnyGame, recorder: SessionRecorder, command: RenameSeat) -> None:
    seat = seat_of(recorder.state, command.seat)
    _not_over(recorder.state)
    if seat.kind == "open":
        raise Rejected("seat_is_open", capital(f"{seat_name(command.seat)} is open; whoever claims it brings a name."))
    recorder.emit(SeatRenamed(command.seat, checked_name(command.name, command.seat)))


def _resign(game: AnyGame, recorder: SessionRecorder, command: Resign) -> None:
    _not_over(recorder.state)
    if recorder.state.status == "lobby":
        raise Rejected("game_not_started", "Nobody can resign before the game has begun.")
    losing.check_not_lost(recorder.state, command.seat)
    losing.lose(recorder, SeatResigned(command.seat))


def _renew(game: AnyGame, recorder: SessionRecorder, command: RenewTokens) -> None:
    session = recorder.state
    _not_over(session)
    generations = {str(seat): seat_of(session, seat).generation + 1 for seat in command.seats}
    if 1 in generations.values():
        raise Rejected("seat_is_open", "This seat never had a token, so none can be renewed.")
    recorder.emit(TokensRenewed(generations, session.host_generation + 1 if command.host else None))


def _abandon(game: AnyGame, recorder: SessionRecorder, command: AbandonGame) -> None:
    _not_over(recorder.state)
    recorder.emit(GameAbandoned())


def _abandon_idle(game: AnyGame, recorder: SessionRecorder, command: AbandonIdleGame) -> None:
    _not_over(recorder.state)
    recorder.emit(IdleGameAbandoned(command.idle_days))


def _close(game: AnyGame, recorder: SessionRecorder, command: CloseGame) -> None:
    _not_over(recorder.state)
    recorder.emit(GameClosed())


_DECIDE: dict[type, Any] = {
    ClaimSeat: _claim,
    OpenSeat: _open,
    HandToBot: _hand_to_bot,
    TakeBack: _take_back,
    Reassign: _reassign,
    RenameSeat: _rename,
    Resign: _resign,
    RenewTokens: _renew,
    AbandonGame: _abandon,
    AbandonIdleGame: _abandon_idle,
    CloseGame: _close,
    MoveDeadlines: clock_rules.move_deadlines,
    SetClock: clock_rules.set_clock,
}
_TAKEBACKS: dict[type, Any] = {
    AskTakeback: takebacks.ask,
    AcceptTakeback: takebacks.accept,
    DeclineTakeback: takebacks.decline,
}
