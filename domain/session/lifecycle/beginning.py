"""How games begin: new ones, rematches, branches and prepared positions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from domain import fairness
from domain.game import AnyGame, Json, Malformed, Rejected
from domain.kit.validation import validation_refusal
from domain.levels import RETIRED, Level
from domain.scenarios import Scenario
from domain.session import (
    SUBSTITUTE,
    UNTAKEN,
    GameCreated,
    GamePackage,
    GameRematched,
    GameStaged,
    GameStarted,
    OptionValue,
    Origin,
    PositionRestored,
    Seat,
    Session,
    SessionRecorder,
    TakebackMode,
    fold,
    position,
)
from domain.session.lifecycle.commands import NAME_LENGTH, BranchGame, CreateGame, RematchGame, SeatPlan, StageGame, is_name
from domain.session.seals import default_name, is_personal, is_seal

T = TypeVar("T")

CHOSEN_SECRET_ID = "reproducible"
"""The id for the draws of games whose creator chose the secret. Their own ids are new each time, but their draws must be the
same."""


class Dealer:
    """The random source of one game: its secret, and the key that follows from it once the client seeds are known."""

    __slots__ = ("_key", "_seeds", "game_id", "secret")

    def __init__(self, secret: bytes, game_id: str) -> None:
        self.secret = secret
        self.game_id = game_id
        self._seeds: tuple[str, ...] | None = None
        self._key = b""

    def draws(self, client_seeds: tuple[str, ...], version: int) -> fairness.Draws:
        """The draws of the command that makes this version."""
        if client_seeds != self._seeds:
            self._seeds, self._key = client_seeds, fairness.game_key(self.secret, self.game_id, client_seeds)
        return fairness.Draws(self._key, version)


def check_levels(game: AnyGame, command: Any) -> None:
    """Raises Malformed if a command of the table asks for bots of a level that the game does not offer.

    `create` and `decide` do not ask: a log stays sound when the levels that a game offers change.
    """
    asked = [getattr(command, "level", None)]
    if isinstance(command, CreateGame):
        asked = [plan.level for plan in command.seats]
        if command.clock is not msgspec.UNSET:
            asked.append(command.clock.level)
        if command.substitute is not msgspec.UNSET:
            asked.append(command.substitute)
    for level in asked:
        if level is not None and level not in RETIRED:
            check_level(game, level, game.bots.offered)


def check_level(game: AnyGame, level: str, offered: Sequence[str]) -> None:
    """Raises Malformed if a level is none of these."""
    if level not in offered:
        detail = f"{game.title} has no bots of the level `{level}`: there are {', '.join(offered)}."
        raise Malformed("level_not_offered", detail, level=level, levels=[*offered])


def create(
    game: AnyGame, command: CreateGame, dealer: Dealer, package: GamePackage | msgspec.UnsetType = msgspec.UNSET
) -> SessionRecorder:
    """A new table; without open seats it starts at once. `package`: is noted, and decides nothing. Raises Malformed
    for bad options, Rejected for bad numbers."""
    scenario = _scenario(game, command)
    given = command.options if scenario is None else scenario.options
    options = game.rules.resolve(read_options(game, given), len(command.seats))
    recorder = SessionRecorder.begun(
        evolve_of(game),
        GameCreated(
            id=dealer.game_id,
            ruleset=game.name,
            ruleset_version=game.version,
            options=msgspec.to_builtins(options),
            seats=tuple(_planned(number, plan) for number, plan in enumerate(command.seats)),
            visibility=command.visibility,
            trusted_host=command.trusted_host,
            takeback=command.takeback,
            advice=command.advice,
            commitment=fairness.commitment(dealer.secret),
            clock=command.clock,
            substitute=command.substitute,
            rematch_by=command.rematch_by,
            rematch_host=command.rematch_host,
            package=package,
        ),
    )
    if isinstance(command, StageGame):
        recorder.emit(GameStaged(command.scenario, command.commitment is not None))
    if isinstance(command, RematchGame):
        recorder.emit(GameRematched(command.of))
    start_if_full(game, recorder, dealer, version=1)
    return recorder


def _scenario(game: AnyGame, command: CreateGame) -> Scenario | None:
    """The prepared position that a game begins with; None if it begins like any game."""
    if not isinstance(command, StageGame) or command.scenario is None:
        return None
    scenario = scenario_of(game, command.scenario)
    if command.options:
        raise Malformed("scenario_is_fixed", f"`options`: {command.scenario} has its own; leave them out.")
    if len(command.seats) != scenario.seats:
        detail = f"`seats`: {command.scenario} has {scenario.seats} seats, not {len(command.seats)}."
        raise Malformed("scenario_is_fixed", detail, seats=scenario.seats)
    return scenario


def scenario_of(game: AnyGame, name: str) -> Scenario:
    """The prepared position with this name."""
    if name not in game.scenarios:
        names: list[Json] = [*game.scenarios]
        there_are = f"there are {', '.join(game.scenarios)}" if game.scenarios else "it has none"
        raise Malformed("unknown_scenario", f"{game.title} has no scenario {name!r}: {there_are}.", scenarios=names)
    return game.scenarios[name]


def lesson(game: AnyGame, name: str, seats: Sequence[SeatPlan]) -> tuple[StageGame, bytes]:
    """The command that begins a lesson, and its secret. Raises Malformed unless these are its seats, all of people."""
    if name not in game.lessons:
        names: list[Json] = [*game.lessons]
        there_are = f"there are {', '.join(game.lessons)}" if game.lessons else "it has none"
        raise Malformed("unknown_lesson", f"{game.title} has no lesson {name!r}: {there_are}.", lessons=names)
    found = game.lessons[name]
    if len(seats) != len(found.seats) or any(plan.kind != "human" for plan in seats):
        detail = f"`seats`: the lesson {name} has {len(found.seats)} seats of the kind `human`."
        raise Malformed("lesson_is_fixed", detail, seats=len(found.seats))
    secret = bytes.fromhex(found.secret)
    command = StageGame(
        ruleset=game.name,
        seats=tuple(SeatPlan(kind="human", name=each) for each in found.seats),
        options=dict(found.options),
        visibility="unlisted",
        scenario=found.scenario,
        commitment=fairness.commitment(secret),
    )
    return command, secret


def draws_of(scenario: Scenario, number: int) -> fairness.Draws:
    """The draws of the command with this number, counted from 1; 0: of the set-up."""
    return fairness.Draws(sha256(b"scenario %d" % scenario.seed).digest(), number)


def position_of(game: AnyGame, scenario: Scenario) -> Any:
    """The state that a scenario leads to."""
    options = game.rules.resolve(read_options(game, scenario.options), scenario.seats)
    state = game.rules.setup(options, scenario.seats, draws_of(scenario, 0)).state
    for number, (seat, command) in enumerate(scenario.commands, 1):
        state = game.rules.decide(state, seat, command, draws_of(scenario, number)).state
    return state


def _planned(number: int, plan: SeatPlan) -> Seat:
    if (plan.kind == "bot") != (plan.level is not None):
        problem = "needs a level" if plan.kind == "bot" else "is for bots only, so it has no level"
        raise Malformed("invalid_seat", f"`seats[{number}]`: a {plan.kind} seat {problem}.", seat=number)
    return Seat(
        kind=plan.kind,
        name=checked_name(plan.name, number),
        level=plan.level,
        # A fixed rule: the service cannot try out seeds for its own bots.
        client_seed=f"bot-{number}" if plan.kind == "bot" else "",
        generation=1 if plan.kind == "human" else 0,
    )


def checked_name(given: str | None, seat: int) -> str:
    """The name of a seat as a log has it. Checked here too: not every command comes through the interface, logs are
    imported."""
    if not given:
        return f"Seat {seat}"  # So the logs call it that were written before the service named every seat, counting from 1.
    if not is_seal(given) and not is_name(given):
        raise Malformed("invalid_field", f"A name has at most {NAME_LENGTH} printable characters.")
    return given


def read_options(game: AnyGame, options: Mapping[str, OptionValue]) -> Any:
    """The game's own options from JSON; raises Malformed with the path of the first fault."""
    try:
        return msgspec.convert(dict(options), game.types.options, strict=True)
    except msgspec.ValidationError as error:
        raise validation_refusal("invalid_option", error, game.types.options, "option") from None


def rematch(parent: Session[Any], game_id: str, asked_by: int | None, held: Collection[int] = ()) -> RematchGame:
    """The command that plays a game again: the same options and players, seats rotated by one: the second player
    begins. Seats of people are reserved for them, but those in the custody of an API key (`held`, by their old numbers) are
    taken at once. Raises Rejected while the game is not over."""
    if not parent.over:
        raise Rejected("game_not_over", "A rematch begins when the game is over.")
    return RematchGame(
        ruleset=parent.ruleset,
        seats=tuple(
            _planned_again(seat, number, held=old in held)
            for number, (old, seat) in enumerate(turned([*enumerate(parent.seats)]))
        ),
        options=parent.options,
        visibility=parent.visibility,
        trusted_host=parent.trusted_host,
        takeback=_takeback(parent),
        advice=parent.advice or msgspec.UNSET,
        clock=parent.clock or msgspec.UNSET,
        substitute=_substitute(parent),
        rematch_by=msgspec.UNSET if parent.rematch_by == "players" else parent.rematch_by,
        rematch_host=parent.rematch_host or msgspec.UNSET,
        of=game_id,
        asked_by=asked_by,
    )


def turned(seats: Sequence[T]) -> tuple[T, ...]:
    """The values of a game's seats, in the order of the seats of its rematch."""
    return (*seats[1:], seats[0])


def _planned_again(seat: Seat, number: int, *, held: bool) -> SeatPlan:
    """The player of a seat in the rematch. One who has no name is called as the new seat is."""
    if seat.kind == "open":
        return SeatPlan(kind="open")
    # A forgotten name leaves its seal.
    name = seat.name if is_seal(seat.name) or is_personal(seat.name) else default_name(number)
    # A player who left the seat to a bot may come back.
    if seat.kind == "bot" and not seat.generation:
        return SeatPlan(kind="bot", name=name, level=seat.level)
    return SeatPlan(kind="human" if held else "reserved", name=name)


def branch(
    game: AnyGame,
    command: BranchGame,
    parent: Session[Any],
    viewer: int | None,
    dealer: Dealer,
    *,
    revealed: bool,
    package: GamePackage | msgspec.UnsetType = msgspec.UNSET,
) -> SessionRecorder:
    """A sandbox from `parent`, the table at the wanted version. Seats that no bot plays, and the one that the command names,
    are seats of people.

    Unless the parent is over by now (`revealed`), the branch keeps only what the viewer (a seat, None for a spectator) sees.
    The rest is dealt again from the branch's own secret, so a branch never foretells its parent.
    """
    state = parent.state
    if state is None:
        raise Rejected("no_position", "At that version the game had not started; choose a later one.")
    if parent.outcome is not None:
        raise Rejected("game_over", "At that version the game was over; choose an earlier one.")
    if command.seat is not None:
        seat_of(parent, command.seat)
    if not revealed:
        state = game.bots.determinize(game.gate.view(state, viewer), viewer, dealer.draws((), 1))
    seats = tuple(
        seat
        if seat.kind == "bot" and number != command.seat
        else msgspec.structs.replace(seat, kind="human", level=None, generation=1)
        for number, seat in enumerate(parent.seats)
    )
    recorder = SessionRecorder.begun(
        evolve_of(game),
        GameCreated(
            id=dealer.game_id,
            ruleset=game.name,
            ruleset_version=game.version,
            options=parent.options,
            seats=tuple(msgspec.structs.replace(seat, client_seed="") for seat in seats),
            visibility="unlisted",
            trusted_host=False,
            takeback=_takeback(parent),
            advice=parent.advice or msgspec.UNSET,
            substitute=_substitute(parent),
            commitment=fairness.commitment(dealer.secret),
            origin=Origin(command.parent, command.version),
            package=package,
        ),
    )
    recorder.emit(GameStarted(("",) * len(seats)))
    recorder.emit(PositionRestored(position(state)))
    return recorder


def _takeback(session: Session[Any]) -> TakebackMode | msgspec.UnsetType:
    """The same as in another game; missing where it is `never`, as in games that came before takebacks."""
    return msgspec.UNSET if session.takeback == "never" else session.takeback


def _substitute(session: Session[Any]) -> Level | msgspec.UnsetType:
    """The same as in another game; missing where it is the default."""
    return msgspec.UNSET if session.substitute == SUBSTITUTE else session.substitute


def evolve_of(game: AnyGame) -> Callable[[Session[Any] | None, Any], Session[Any]]:
    return lambda before, event: fold(game, before, (event,))


def start_if_full(game: AnyGame, recorder: SessionRecorder, dealer: Dealer, version: int) -> None:
    session = recorder.state
    if session.status != "lobby" or any(seat.kind in UNTAKEN for seat in session.seats):
        return
    seeds = tuple(seat.client_seed for seat in session.seats)
    recorder.emit(GameStarted(seeds))
    if session.scenario is not None:
        recorder.emit(PositionRestored(position(position_of(game, scenario_of(game, session.scenario)))))
        return
    laid_out = game.rules.setup(read_options(game, session.options), len(session.seats), dealer.draws(seeds, version))
    for event in laid_out.events:
        recorder.emit(event)


def seat_of(session: Session[Any], number: int) -> Seat:
    if not 0 <= number < len(session.seats):
        seats = len(session.seats)
        raise Rejected("unknown_seat", f"`seat` is a number from 0 to {seats - 1} in this game.", seats=seats)
    return session.seats[number]
