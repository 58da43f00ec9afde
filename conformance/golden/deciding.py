"""Decides golden games again: the same commands with the same chance must lead to the same events and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from conformance.golden.games import GoldenGame, Record, RefusedCommand, file_of, logged, options_of, read, versions_in
from conformance.playing import Broken, hold
from domain.game import AnyGame, Rejected
from events.log.codec import Codec

WHAT_TO_DO = "Raise `version` in game.py and write an upcaster, or undo the change."
UNTRUE_CLAIM = "Take `decides_alike` from the upcaster of this step, or undo the change."


def golden_games_are_decided_alike(game: AnyGame, folder: Path) -> None:
    """Golden games of this version lead to the recorded events and refusals; older ones still fold."""
    files = versions_in(game, folder)
    if not files:
        return
    newer = [version for version in files if version > game.version]
    hold(not newer, f"there are golden games of version {newer}, and the game is at version {game.version}")
    hold(
        game.version in files,
        f"there are golden games of version {max(files)}, and none of version {game.version}: "
        f"`tradewinds check {game.name} --record` writes {file_of(game, game.version, folder).name}",
    )
    claimed = [version for version in range(game.decides_from, game.version) if version not in files]
    hold(not claimed, f"`decides_alike` is claimed of version {claimed}, of which no golden games show it")
    for file in files.values():
        hold_record(game, read(file))


def hold_record(game: AnyGame, record: Record) -> None:
    """Raises Broken with the first difference between a record and today's rules."""
    if record.version == game.version:
        for refused in record.refused_setups:
            _hold_setup_refused(game, refused.options, refused.seats, (refused.code, refused.params))
    for number, golden in enumerate(record.games, 1):
        hold_game(game, record.version, golden, f"golden game {number}")


def hold_game(game: AnyGame, version: int, golden: GoldenGame, called: str) -> None:
    """Raises Broken with the first difference between a golden game of this version and today's rules. What they do not
    claim to decide alike is only folded."""
    claimed = version >= game.decides_from
    for problem in _differences(game, version, golden) if claimed else _faults(game, version, golden):
        advice = "" if not claimed else f"\n{WHAT_TO_DO if version == game.version else UNTRUE_CLAIM}"
        raise Broken(f"{game.name} version {version}, {called}, {problem}{advice}")


def states(game: AnyGame, version: int, golden: GoldenGame) -> Iterator[tuple[Any, Any, list[Any]]]:
    """For each commit the state before it (None: there is none), its command (None: the set-up) and its events."""
    codec, state = Codec(game), None
    for commit in golden.logged(game, version):
        command = None if commit.seat is None else codec.command(commit)
        (events,) = codec.events([commit])
        yield state, command, events
        state = game.fold(events, state)


def _faults(game: AnyGame, version: int, golden: GoldenGame) -> Iterator[str]:
    folded = 0
    try:
        for _ in states(game, version, golden):
            folded += 1
    except Exception as error:  # An event that a version no longer knows can break a fold in any way.
        yield f"the events of {_called(golden, folded)} cannot be folded: {error!r}"


def _differences(game: AnyGame, version: int, golden: GoldenGame) -> Iterator[str]:
    codec = Codec(game)
    for place, (before, command, events) in enumerate(states(game, version, golden)):
        commit = golden.commits[place]
        what = _called(golden, place)
        recorded = bytes(commit.events) if version == game.version else bytes(codec.encode(events))
        try:
            if commit.seat is None:
                decided = game.rules.setup(options_of(game, golden, version), golden.seats, golden.draws(1))
            else:
                decided = game.rules.decide(before, commit.seat, command, golden.draws(place + 1))
        except Rejected as refused:
            yield f"{what} is refused now: {refused.code}"
            return
        except Exception as error:  # Rules under change may raise anything.
            yield f"{what} cannot be decided now: {error!r}"
            return
        now = bytes(codec.encode(decided.events))
        if now != recorded:
            yield f"{what} leads to other events:\n{_compared(recorded, now)}"
        if version == game.version:
            for refused_then in commit.refused:
                yield from _refused_otherwise(game, codec, decided.state, refused_then, place)


def _called(golden: GoldenGame, place: int) -> str:
    commit = golden.commits[place]
    return f"command {place}, {bytes(commit.command).decode()} of seat {commit.seat}," if place else "the set-up"


def _refused_otherwise(game: AnyGame, codec: Codec, state: Any, then: RefusedCommand, place: int) -> Iterator[str]:
    command = codec.command(logged(game, game.version, then.seat, then.command, msgspec.Raw(b"[]")))
    now = _refusal(game, state, then.seat, command)
    if now != (then.code, then.params):
        what = f"after command {place}, {bytes(then.command).decode()} of seat {then.seat}"
        yield f"{what} is {_said(now)} now; it was {_said((then.code, then.params))}"


def _hold_setup_refused(game: AnyGame, options: dict[str, Any], seats: int, then: tuple[str, dict[str, Any]]) -> None:
    now = setup_refusal(game, options, seats)
    what = f"{game.name} version {game.version}, the set-up of {seats} seats with {options}"
    hold(now == then, f"{what} is {_said(now)} now; it was {_said(then)}\n{WHAT_TO_DO}")


def setup_refusal(game: AnyGame, options: dict[str, Any], seats: int) -> tuple[str, dict[str, Any]] | None:
    """Code and parameters by which a set-up is refused; None if it is accepted."""
    try:
        game.rules.resolve(game.types.options(**options), seats)
    except Rejected as refused:
        return refused.code, plain(refused.params)
    return None


def _refusal(game: AnyGame, state: Any, seat: int, command: Any) -> tuple[str, dict[str, Any]] | None:
    try:
        game.rules.check(state, seat, command)
    except Rejected as refused:
        return refused.code, plain(refused.params)
    return None


def plain(params: Any) -> dict[str, Any]:
    """Parameters of a refusal after they were stored as JSON."""
    stored: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(params))
    return stored


def _said(refusal: tuple[str, dict[str, Any]] | None) -> str:
    if refusal is None:
        return "accepted"
    code, params = refusal
    return f"refused with {code}{f' {params}' if params else ''}"


def _compared(recorded: bytes, now: bytes) -> str:
    """The first events that differ, and how many follow."""
    then_events, now_events = (msgspec.json.decode(each, type=list[msgspec.Raw]) for each in (recorded, now))
    both = zip(then_events, now_events, strict=False)
    first = next((place for place, (then, other) in enumerate(both) if bytes(then) != bytes(other)), None)
    place = min(len(then_events), len(now_events)) if first is None else first

    def shown(events: list[msgspec.Raw]) -> str:
        rest = f" and {len(events) - place - 1} more" if len(events) > place + 1 else ""
        return f"{bytes(events[place]).decode()}{rest}" if place < len(events) else "no further event"

    return f"  event {place + 1} then: {shown(then_events)}\n  event {place + 1} now:  {shown(now_events)}"
