"""The promise of a single commit: what the view after it hides, nothing else of it tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from conformance.disclosure.fields import named_fields
from conformance.disclosure.watching import kind_of
from conformance.games import SECRET, same_but_for_hidden
from conformance.playing import Broken, Chance, Step, as_json, play
from domain.game import AnyGame, Rejected

EVERY = 4
"""One of this many positions of a long game is looked at; at the beginning all are."""
SHORT = 60
"""Commands."""
DEALS, TRIES = 12, 24
"""How many deals of what is hidden are compared where two differ in what they tell, and how many are made for it."""
CHANCE = 1e-5
"""What is less likely than this is not by chance."""
MOST_COMPARED = 40
"""How many positions of a game are looked at in so many deals."""
CHOICES = 4
"""How many other commands are compared with the one that was given."""


class World(NamedTuple):
    """What a commit led to."""

    state: Any
    events: Sequence[Any]
    command: Any


class Told(NamedTuple):
    """A place in what somebody gets of a commit."""

    number: int
    """That of the event."""
    kind: str
    field: str
    path: str
    """Inside of the field."""


class Read(NamedTuple):
    """What one viewer gets of a commit, and what its view after it hides."""

    told: Mapping[Told, Any]
    hidden: Mapping[str, frozenset[Any]]
    """By each place of the open view that the view hides the names and numbers there."""


def no_commit_tells_what_its_view_hides(
    game: AnyGame, seats: int, seed: int, openly: frozenset[tuple[str, str]] = frozenset()
) -> None:
    """What the view after a commit hides from somebody, no event and no command of the commit tells, by no value and by no
    count.

    Everything hidden is dealt again, and the same is done with the same chance; or another command of the same kind is
    given. If the position looks the same to somebody afterwards, but a value that it is told is always the one that is
    hidden, then the commit tells it. `openly`: fields of events and commands, with their kinds, that may: their author has
    read in the disclosure table that they are open, such as a card that is shown and then covered.
    """
    chance, compared = Chance(seed), 0
    for number, step in enumerate(play(game, seats, seed)):
        if number % EVERY and number > SHORT:
            continue
        ours = _decided(game, step.before, step.seat, step.command, number)
        chosen = [_decided(game, step.before, step.seat, each, number) for each in _others(step)]
        for viewer in (None, *range(seats)):
            _events_hide_or_say(game, ours, viewer)
            twin = _twin(game, step, viewer, ours, chance, number)
            differs = twin is not None and _shown(game, step, viewer, twin) != _shown(game, step, viewer, ours)
            if twin is not None and differs and compared < MOST_COMPARED:
                compared += 1
                tries = (_twin(game, step, viewer, ours, chance, number) for _ in range(TRIES))
                _hold_kept(game, step, viewer, [ours, twin, *islice(filter(None, tries), DEALS - 2)], CHANCE, openly)
            if viewer != step.seat and chosen:
                view = game.gate.view(ours.state, viewer)
                alike = [each for each in chosen if game.gate.view(each.state, viewer) == view]
                _hold_kept(game, step, viewer, [ours, *alike], 0.0, openly)


def _decided(game: AnyGame, state: Any, seat: int, command: Any, draws: int) -> World:
    done = game.rules.decide(state, seat, command, Chance(draws))
    return World(done.state, done.events, command)


def _others(step: Step) -> Iterator[Any]:
    """Other commands of the same type."""
    alike = (each for each in step.legal if type(each) is type(step.command) and each != step.command)
    return islice(alike, CHOICES)


def _twin(game: AnyGame, step: Step, viewer: int | None, ours: World, chance: Chance, draws: int) -> World | None:
    """What the command leads to where everything hidden from a viewer is dealt again, if it then sees the same position."""
    other = game.bots.determinize(game.gate.view(step.before, viewer), viewer, chance)
    theirs = _alike(game, step, other, viewer, draws)
    if theirs is None or game.gate.view(ours.state, viewer) != game.gate.view(theirs.state, viewer):
        return None
    return theirs


def _alike(game: AnyGame, step: Step, other: Any, viewer: int | None, draws: int) -> World | None:
    """The same done in another position, or something that looks the same to the viewer; None if that is not legal there."""
    try:
        return _decided(game, other, step.seat, step.command, draws)
    except Rejected:
        if step.seat == viewer:
            return None
    shown = game.gate.redact_command(step.command, step.seat, viewer)
    for command in game.rules.legal_commands(other, step.seat):
        if game.gate.redact_command(command, step.seat, viewer) == shown:
            return _decided(game, other, step.seat, command, draws)
    return None


def _events_hide_or_say(game: AnyGame, world: World, viewer: int | None) -> None:
    """A redacted event is the event with values hidden: it has no other value, and `Hidden` counts what it replaces."""
    for event in world.events:
        shown = game.gate.redact(event, viewer)
        if shown is not None and shown is not event:
            try:
                same_but_for_hidden(msgspec.to_builtins(event), msgspec.to_builtins(shown))
            except Broken as broken:
                kind = event.__struct_config__.tag
                raise Broken(f"`gate.redact` changes {kind} for {_who(viewer)}: {broken}") from None


def _shown(game: AnyGame, step: Step, viewer: int | None, world: World) -> bytes:
    """The events and the command as the viewer gets them."""
    events = [game.gate.redact(each, viewer) for each in world.events]
    return as_json([events, game.gate.redact_command(world.command, step.seat, viewer)])


def _hold_kept(
    game: AnyGame,
    step: Step,
    viewer: int | None,
    worlds: Sequence[World],
    chance: float,
    openly: frozenset[tuple[str, str]],
) -> None:
    """Raises Broken if a value that the viewer is told is the hidden one in all these worlds, which look the same to it, and
    that is not by chance."""
    if len(worlds) < 2:
        return
    reads = [_read(game, step.seat, viewer, world) for world in worlds]
    for told, value in reads[0].told.items():
        values = [read.told.get(told) for read in reads]
        if None in values or len(set(values)) == 1 or (told.kind, told.field) in openly:
            continue
        for place, held in reads[0].hidden.items():
            if value in held and _gives_away(values, [read.hidden.get(place, frozenset()) for read in reads], chance):
                raise Broken(
                    f"`{told.field}{told.path}` of {told.kind} tells {_who(viewer)} {value!r}, which is in `{place}`, and "
                    "the view after the commit hides that: hide it in `gate.redact` and `gate.redact_command`, or let the "
                    f"disclosure table say that it is open (--write-disclosure). The command was {worlds[0].command}"
                )


def _gives_away(values: Sequence[Any], held: Sequence[frozenset[Any]], chance: float) -> bool:
    """Whether each value is in its own place, and that is less likely by chance."""
    if not all(value in place for value, place in zip(values, held, strict=True)):
        return False
    elsewhere = [value in place for one, value in enumerate(values) for other, place in enumerate(held) if one != other]
    return (sum(elsewhere) / len(elsewhere)) ** len(values) <= chance


def _read(game: AnyGame, seat: int, viewer: int | None, world: World) -> Read:
    told: dict[Told, Any] = {}
    for number, event in enumerate(world.events):
        told.update(_told(number, "event", game.gate.redact(event, viewer)))
    told.update(_told(0, "command", game.gate.redact_command(world.command, seat, viewer)))
    whole, view = game.gate.open_view(world.state), game.gate.view(world.state, viewer)
    return Read(told, dict(_hidden(msgspec.to_builtins(whole), msgspec.to_builtins(view), "")))


def _told(number: int, what: str, shown: Any) -> Iterator[tuple[Told, Any]]:
    """The names and numbers in an event or command as somebody gets it; nothing if it is hidden altogether."""
    if shown is None:
        return
    kind = kind_of(what, type(shown))
    for _, field in named_fields(shown):
        plain = msgspec.to_builtins(shown)
        yield from ((Told(number, kind, field, path), value) for path, value in _values(plain.get(field), ""))


def _values(plain: Any, path: str) -> Iterator[tuple[str, Any]]:
    """All names and numbers in JSON, each with its path."""
    if isinstance(plain, dict):
        for key, each in plain.items():
            yield from _values(each, f"{path}.{key}")
    elif isinstance(plain, list | tuple):
        for place, each in enumerate(plain):
            yield from _values(each, f"{path}[{place}]")
    elif isinstance(plain, str | int) and not isinstance(plain, bool):
        yield path, plain


def _hidden(whole: Any, shown: Any, path: str) -> Iterator[tuple[str, frozenset[Any]]]:
    """The places that a view hides, and those of the items in them."""
    if whole == shown:
        return
    if shown is None or shown == SECRET or (isinstance(shown, dict) and shown.get("hidden") is True):
        yield path, frozenset(value for _, value in _values(whole, ""))
        for place, each in enumerate(whole if isinstance(whole, list | tuple) else ()):
            yield f"{path}[{place}]", frozenset(value for _, value in _values(each, ""))
    elif isinstance(whole, dict):
        for key, each in whole.items():
            yield from _hidden(each, shown.get(key), f"{path}.{key}" if path else key)
    elif isinstance(whole, list | tuple):
        for place, (each, other) in enumerate(zip(whole, shown, strict=False)):
            yield from _hidden(each, other, f"{path}[{place}]")


def _who(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
