"""What is shown is what happens: previews foretell what commands change of what pictures count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from conformance.playing import Chance, Step, hold, options_of, play
from domain.drawing import AnyDrawing, Counted, amount
from domain.fairness import Draws
from domain.game import AnyGame
from domain.kit.foreseen import NESTED

EVERY = 12
"""One of this many positions is looked at, with all its legal commands."""
SAMPLED = 200
"""For this many commands of a game that draw something, what is hidden from the seat is dealt again."""
DEALS = 4
"""How often it is dealt again."""
BOTS_COMMANDS = 200
"""How many commands of a game between bots are given: they think longer than random players."""


def previews_are_of_what_is_counted(game: AnyGame, seats: int, seed: int) -> None:
    """The parts `on_success` and `later` of a preview are changes of what `drawing.counted` names, and a seat sees in its
    picture how much of it it has."""
    drawing = game.drawing
    counted = set() if drawing is None else set(foretold(drawing))
    for step in _some(play(game, seats, seed), EVERY):
        if drawing is not None:
            picture = drawing.picture(game.gate.view(step.before, step.seat), step.seat)
            unknown = [name for name, place in foretold(drawing).items() if amount(picture, step.seat, place) is None]
            hold(not unknown, f"`drawing.counted` names {unknown}, which the picture hides from its own seat")
        for command in step.legal:
            preview: Mapping[str, Any] = game.words.preview(game.gate.view(step.before, step.seat), step.seat, command)
            for part in NESTED:
                changes = preview.get(part, {})
                hold(isinstance(changes, Mapping), f"`{part}` in the preview of {command} is no object: {changes!r}")
                others = sorted(set(changes) - counted)
                hold(not others, f"`{part}` in the preview of {command} has {others}, which `drawing.counted` does not name")


def what_a_preview_says_is_what_happens(game: AnyGame, seats: int, seed: int, every: int = EVERY) -> None:
    """A command changes what is counted as its preview says: exactly where nothing is drawn, and then nothing else; where
    something is drawn, in every deal of what is hidden from the seat, within what `on_success` adds."""
    _check(game, play(game, seats, seed), seed, every)


def what_bots_see_is_what_happens(game: AnyGame, seats: int, seed: int, every: int = EVERY) -> None:
    """The same holds in the positions that bots reach."""
    _check(game, islice(played_by_bots(game, seats, seed), BOTS_COMMANDS if every > 1 else None), seed, every)


def _check(game: AnyGame, steps: Iterator[Step], seed: int, every: int) -> None:
    drawn = 0
    if game.drawing is not None and foretold(game.drawing):
        for step in _some(steps, every):
            drawn += check_position(game, step.before, step.seat, step.legal, seed, deal=drawn < SAMPLED)


FORETOLD: Sequence[Callable[[AnyGame, int, int], None]] = (
    previews_are_of_what_is_counted,
    what_a_preview_says_is_what_happens,
    what_bots_see_is_what_happens,
)


class Outcome(NamedTuple):
    """What a command changed of what is counted."""

    changes: Mapping[str, int]
    own: Mapping[str, int] | None
    """Only until the first consequence began; None if none did."""
    drawn: bool
    """Whether anything was drawn or shown."""


def check_position(game: AnyGame, state: Any, seat: int, legal: Sequence[Any], seed: int, *, deal: bool = True) -> int:
    """Compares the preview of each of these commands with what it does. Returns how many of them drew something; with `deal`
    these are also carried out in other deals of what the seat cannot see."""
    drawn, view = 0, game.gate.view(state, seat)
    for number, command in enumerate(legal):
        outcomes = [outcome(game, state, seat, command, seed)]
        if outcomes[0].drawn and deal:
            drawn += 1
            chance = Chance(seed + number)
            others = (game.bots.determinize(view, seat, chance) for _ in range(DEALS))
            outcomes += [outcome(game, other, seat, command, each) for each, other in enumerate(others)]
        preview = game.words.preview(view, seat, command)
        wrong = [says for each in outcomes if (says := contradiction(command, preview, each))]
        hold(not wrong, wrong[0] if wrong else "")
    return drawn


def outcome(game: AnyGame, state: Any, seat: int, command: Any, seed: int) -> Outcome:
    draws = Draws(seed.to_bytes(32, "big"), 1)
    done = game.rules.decide(state, seat, command, draws)
    ends = _drawing(game).consequences(done.events)
    before = amounts(game, state, seat)

    def since(after: Any) -> Mapping[str, int]:
        return {name: amount - before[name] for name, amount in amounts(game, after, seat).items()}

    return Outcome(
        since(done.state),
        None if ends is None else since(game.fold(done.events[:ends], state)),
        bool(draws.used) or any(map(game.gate.reveals, done.events)),
    )


def contradiction(command: Any, preview: Mapping[str, Any], happened: Outcome) -> str:
    """What the preview says otherwise, as a sentence; empty if it is right of all that happened, or of all until the first
    consequence began."""
    wrong = _wrong(command, preview, happened.changes, drawn=happened.drawn)
    if wrong and happened.own is not None:
        return _wrong(command, preview, happened.own, drawn=happened.drawn)
    return wrong


def _wrong(command: Any, preview: Mapping[str, Any], changes: Mapping[str, int], *, drawn: bool) -> str:
    """A change may be the sure one, with or without what success adds, or with what the preview says for later, which comes
    at once if nobody is asked on the way. Of what the preview does not speak, only draws change anything."""
    won, later = preview.get("on_success", {}), preview.get("later", {})
    for name, change in changes.items():
        spoken = name in preview or name in won
        if drawn and not spoken:
            continue
        sure = preview.get(name, 0)
        if change not in (sure, sure + won.get(name, 0), sure + later.get(name, 0)):
            if not spoken and name not in later:
                return f"the preview of {command} does not say that {name} changes by {change}"
            foreseen = f"{sure}, and {won[name]} if it works" if name in won else str(sure)
            return f"the preview of {command} says {name} {foreseen}, and it changes by {change}"
    return ""


def amounts(game: AnyGame, state: Any, seat: int) -> dict[str, int]:
    """How much the seat has of what is counted, as it sees it."""
    drawing = _drawing(game)
    picture = drawing.picture(game.gate.view(state, seat), seat)
    return {name: amount(picture, seat, place) or 0 for name, place in foretold(drawing).items()}


def foretold(drawing: AnyDrawing) -> Mapping[str, Counted]:
    """Those that are counted whose changes previews foretell."""
    return {name: place for name, place in drawing.counted.items() if place.foretold}


def played_by_bots(game: AnyGame, seats: int, seed: int) -> Iterator[Step]:
    """A game in which seats do what `bots.evaluate` values most, and one time in five anything."""
    chance = Chance(seed)
    state = game.rules.setup(options_of(game, seats, seed), seats, chance).state
    while awaited := game.rules.to_act(state):
        seat = awaited[0]
        legal = list(game.rules.legal_commands(state, seat))
        command = legal[chance.below(len(legal))]
        if chance.below(5):
            view = game.gate.view(state, seat)
            command = max(legal, key=lambda each: game.bots.evaluate(view, seat, each))
        done = game.rules.decide(state, seat, command, chance)
        yield Step(state, seat, legal, command, done.state, done.events)
        state = done.state


def _drawing(game: AnyGame) -> AnyDrawing:
    assert game.drawing is not None
    return game.drawing


def _some(steps: Iterator[Step], every: int) -> Iterator[Step]:
    return islice(steps, 0, None, every)
