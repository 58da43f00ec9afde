"""What a viewer can learn of a position and of a command, and in what the two worlds may differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

import msgspec

from domain.game import AnyGame, Rejected

Viewer: TypeAlias = int | None
Told: TypeAlias = dict[str, Any]
"""Everything that a viewer can learn, as JSON, by its kind."""

PLACES_TOLD = 6
"""Legal commands of a position whose sentence and preview are compared: they follow from the view."""


def raw(value: Any) -> bytes:
    """As JSON with mappings in their own order, because the order could leak too."""
    return msgspec.json.encode(value)


def stored(game: AnyGame, state: Any) -> Any:
    """The state as a process gets it from a log."""
    return msgspec.json.decode(msgspec.json.encode(state, order="sorted"), type=game.types.state)


def names(state: Any) -> list[str]:
    return [f"Player {number}" for number in range(len(state.seats))]


def position(game: AnyGame, state: Any, viewer: Viewer, trials: Sequence[Any]) -> Told:
    """All that can be asked about a position: the view, who acts, what is legal, the texts, and the reasons of refusals."""
    view = game.gate.view(state, viewer)
    told: Told = {
        "view": raw(view),
        "to_act": game.rules.to_act(state),
        "turn": (game.rules.turn(state), game.rules.turn_seat(state)),
        "outcome": raw(game.rules.outcome(state)),
    }
    if viewer is None:
        return told
    legal = list(game.rules.legal_commands(state, viewer))
    told["legal"] = raw(legal)
    for command in legal[:: 1 + len(legal) // PLACES_TOLD]:
        told[f"text of {command}"] = game.words.describe(view, viewer, command, names(state))
        told[f"preview of {command}"] = raw(game.words.preview(view, viewer, command))
    for command in trials:
        told[f"refusal of {command}"] = refusal(game, state, viewer, command)
    return told


def refusal(game: AnyGame, state: Any, seat: int, command: Any) -> Any:
    try:
        game.rules.check(state, seat, command)
    except Rejected as refused:
        return refused.code, refused.message, refused.params
    return None


def happening(game: AnyGame, seat: int, command: Any, events: Sequence[Any], viewer: Viewer) -> list[Any]:
    """A command and its events, in order, as a viewer gets them."""
    shown = [game.gate.redact_command(command, seat, viewer), *(game.gate.redact(event, viewer) for event in events)]
    return [msgspec.to_builtins(each) for each in shown if each is not None]


def sentence(game: AnyGame, state: Any, events: Sequence[Any], viewer: Viewer) -> str:
    seen = [event for event in (game.gate.redact(each, viewer) for each in events) if event is not None]
    return game.words.narrate(seen, names(state), state.options)


# Differences


MISSING = "nothing"
"""Replaces an item that only one of two lists has."""


def differences(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """The pairs of values in which two JSON documents differ, in order."""
    if isinstance(one, Mapping) and isinstance(other, Mapping) and list(one) == list(other) and "hidden" not in one:
        for key in one:
            yield from differences(one[key], other[key])
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for first, second in zip_longest(one, other, fillvalue=MISSING):
            yield from differences(first, second)
    elif one != other or type(one) is not type(other):
        yield one, other


def leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from (leaf for part in value.values() for leaf in leaves(part))
    elif isinstance(value, list | tuple):
        yield from (leaf for part in value for leaf in leaves(part))
    else:
        yield value


def hidden_in(game: AnyGame, state: Any, viewer: Viewer) -> Counter[Any]:
    """The names and amounts at the places that are hidden from the viewer, with their number."""
    return Counter(
        _covered(msgspec.to_builtins(game.gate.open_view(state)), msgspec.to_builtins(game.gate.view(state, viewer)))
    )


def _covered(plain: Any, shown: Any) -> Iterator[Any]:
    if isinstance(shown, Mapping) and shown.get("hidden") is True:
        yield from leaves(plain)
    elif isinstance(shown, Mapping) and isinstance(plain, Mapping):
        yield from (leaf for key in shown if key in plain for leaf in _covered(plain[key], shown[key]))
    elif isinstance(shown, list | tuple) and isinstance(plain, list | tuple):
        yield from (leaf for one, other in zip(plain, shown, strict=False) for leaf in _covered(one, other))
    elif shown is None and plain is not None:
        yield from leaves(plain)


def same_kind(one: Any, other: Any) -> bool:
    return bool(one and other and one["type"] == other["type"])


def comes_to_light(value: Any, before: Counter[Any], after: Counter[Any], seen: set[Any]) -> bool:
    """Whether a value was hidden and is not any more, or less often. A value that is shown and stays hidden is a leak."""
    if isinstance(value, Mapping):
        # A card may be turned up in one world and stay hidden in the other: which cards are face up can be hidden too.
        return value.get("hidden") is True
    if value == MISSING:
        return True
    # A flag is never a revelation in itself.
    return not isinstance(value, bool) and before[value] > 0 and (after[value] < before[value] or value in seen)
