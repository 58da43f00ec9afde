"""The promise behind takebacks: actions that can be taken back have shown nothing hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from conformance.playing import Chance, as_json, hold, options_of
from domain.fairness import Draws
from domain.game import AnyGame
from domain.recorder import Recorder


def what_may_be_taken_back_shows_nothing(game: AnyGame, seats: int, seed: int) -> None:
    """After an action without chance, and without events that `gate.reveals` names, nobody knows more than before.

    Everything that a viewer cannot see is dealt again before the action. In the new position the seat must have an action
    that looks the same to the viewer and leads to the same view. If it has none, the real action must show no hidden name.
    """
    chance = Chance(seed)
    state = game.rules.setup(options_of(game, seats, seed), seats, chance).state
    number = 0
    while awaited := game.rules.to_act(state):
        number += 1
        seat = awaited[chance.below(len(awaited))]
        legal = list(game.rules.legal_commands(state, seat))
        command = legal[chance.below(len(legal))]
        draws = Draws(seed.to_bytes(32, "big"), number)
        done = game.rules.decide(state, seat, command, draws)
        if not draws.used and not any(map(game.gate.reveals, done.events)):
            for viewer in {seat, (seat + 1) % seats, None}:
                shows_nothing(game, state, seat, command, done, viewer, chance)
        state = done.state


def shows_nothing(
    game: AnyGame, state: Any, seat: int, command: Any, done: Recorder[Any, Any], viewer: int | None, chance: Chance
) -> None:
    """Raises Broken if an action shows a viewer something that was hidden."""
    who = "a spectator" if viewer is None else f"seat {viewer}"
    kinds = ", ".join(sorted({str(event.__struct_config__.tag) for event in done.events}))
    otherwise = f"{command} shows {who} something hidden, and `gate.reveals` says so of none of its events: {kinds}"
    shown = game.gate.redact_command(command, seat, viewer)
    twin = game.bots.determinize(game.gate.view(state, viewer), viewer, chance)
    alike = [each for each in game.rules.legal_commands(twin, seat) if game.gate.redact_command(each, seat, viewer) == shown]
    alike.sort(key=lambda each: bool(each != command))
    if alike:
        told = as_json(_told(game, done, viewer))
        others = (game.rules.decide(twin, seat, each, Chance(1)) for each in alike)
        hold(any(as_json(_told(game, other, viewer)) == told for other in others), otherwise)
    known = set(_names(msgspec.to_builtins([shown, _told(game, done, viewer)])))
    before, after = _hidden(game, state, viewer), _hidden(game, done.state, viewer)
    shown_names = [name for name in known if after[name] < before[name]]
    hold(not shown_names, f"{otherwise} ({', '.join(shown_names)})")


def _told(game: AnyGame, done: Recorder[Any, Any], viewer: int | None) -> list[Any]:
    """A viewer's share of an action: its events, and the view after it."""
    return [*[game.gate.redact(event, viewer) for event in done.events], game.gate.view(done.state, viewer)]


def _names(plain: Any) -> list[str]:
    """All texts in JSON, without the names of fields."""
    found, left = list[str](), [plain]
    while left:
        each = left.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            left.extend(each.values())
        elif isinstance(each, list | tuple):
            left.extend(each)
    return found


def _hidden(game: AnyGame, state: Any, viewer: int | None) -> Counter[str]:
    """Names that the viewer cannot see, with their counts."""
    everything, shown = (msgspec.to_builtins(view) for view in (game.gate.open_view(state), game.gate.view(state, viewer)))
    return Counter(_names(everything)) - Counter(_names(shown))


TAKEN_BACK = (what_may_be_taken_back_shows_nothing,)
"""The promises of random games, each a function of the game, the number of seats and a seed."""
