"""Promises of a game's record: its types, options, content and numbers of seats."""

from __future__ import annotations

import re
from collections import abc
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import is_dataclass
from functools import partial
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from conformance.playing import (
    LONGEST_GAME,
    Broken,
    Chance,
    Endless,
    all_seats_of,
    either,
    hold,
    list_of,
    options_of,
    refusal,
    seats_of,
)
from domain import session
from domain.game import AnyGame, Json, Rejected
from domain.session import lifecycle
from service.web import drawing_module
from tradewinds.installed import NAME, problems

FACADE = "../../drawing.js"
"""The only module of the page that a drawing module may import."""
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")

OPTIONS_TRIED = 8
"""Drawn options for each number of seats."""


def can_be_offered(game: AnyGame) -> None:
    """Nothing keeps the game from being offered, and an upcaster leads from each older version to the next."""
    for problem in problems(game):
        raise Broken(problem)
    strange = set(game.upcasters) - set(range(1, game.version))
    hold(not strange, f"there are upcasters for versions {sorted(strange)}, which no log can have")


def refusals_are_sentences(game: AnyGame) -> None:
    """Each code of a refusal is in lower case and has a sentence, which may end with one that it is given."""
    hold(game.rules.refusals, "`rules.refusals` is empty")
    for code, sentence in game.rules.refusals.items():
        hold(code == code.lower() and sentence.endswith((".", "}")), f"the refusal {code!r} is not a code with a sentence")


def content_is_json(game: AnyGame) -> None:
    """The content is a JSON object, and only fields that it has are explained."""
    content = game.content()
    hold(isinstance(content, dict), "`content()` is not a JSON object")
    hold(msgspec.json.decode(msgspec.json.encode(content)) == content, "the content is not plain JSON")
    there: set[str] = set()

    def look(value: Json, above: str) -> None:
        if isinstance(value, list):
            for each in value:
                look(each, above)
        elif isinstance(value, dict):
            there.update(value, (f"{above}.{name}" for name in (*value, "*")))
            for name, each in value.items():
                look(each, name)

    look(content, "")
    surplus = set(game.content_fields) - there
    hold(not surplus, f"`content_fields` explains {sorted(surplus)}, which the content does not have")


def the_drawing_module_is_there(game: AnyGame) -> None:
    """The drawing module that the game names has its files, which import the page's `drawing.js` and each other only."""
    if game.drawing is None or game.drawing.table is None:
        return
    try:
        files = drawing_module(game.drawing.table)
    except LookupError as error:
        raise Broken(str(error)) from error
    for path, content in files.items():
        if path.endswith(("js", "mjs")):
            strange = {
                each for each in _IMPORT.findall(content.decode()) if each != FACADE and each.removeprefix("./") not in files
            }
            hold(
                not strange,
                f"{path} of the drawing module imports {sorted(strange)}; it may import {FACADE} and its own files",
            )


MUTABLE: Mapping[Any, str] = {
    list: "tuple",
    dict: "Mapping",
    set: "frozenset",
    bytearray: "bytes",
    abc.MutableSequence: "tuple",
    abc.MutableMapping: "Mapping",
    abc.MutableSet: "frozenset",
}
"""Types that can be changed in place, each with the one to use."""


def nothing_can_be_changed_in_place(game: AnyGame) -> None:
    """States, views, commands, events and options are frozen, and so is all in them: no list, dict or set."""
    types, seen = game.types, set[Any]()
    for kind in (types.state, types.view, types.options, *types.recorded_commands, *types.recorded_events):
        _hold_frozen(kind, kind.__name__, seen)


def _hold_frozen(kind: Any, where: str, seen: set[Any]) -> None:
    """Raises Broken at the first part of a type that can be changed in place."""
    origin = get_origin(kind) or kind
    if origin in MUTABLE:
        name = getattr(origin, "__name__", origin)
        raise Broken(f"`{where}` is a {name}, which can be changed in place: `{MUTABLE[origin]}` cannot")
    for part in get_args(kind):
        _hold_frozen(part, where, seen)
    if not isinstance(kind, type) or kind in seen:
        return
    seen.add(kind)
    if issubclass(kind, msgspec.Struct):
        hold(
            kind.__struct_config__.frozen, f"`{kind.__name__}` can be changed in place: write `frozen=True` behind its name"
        )
    elif is_dataclass(kind):
        frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        hold(frozen, f"`{kind.__name__}` can be changed in place: write `@dataclass(frozen=True)`")
    else:
        return
    for name, part in get_type_hints(kind, include_extras=True).items():
        if get_origin(part) is not ClassVar:
            _hold_frozen(part, f"{kind.__name__}.{name}", seen)


def types_have_a_schema(game: AnyGame) -> None:
    """Commands, events, view and options have JSON Schemas; tags are unique, also among those of every game."""
    types = game.types
    for own, around in ((types.recorded_commands, lifecycle.COMMANDS), (types.recorded_events, session.EVENTS)):
        tags = [kind.__struct_config__.tag for kind in (*own, *around)]
        hold(len(set(tags)) == len(tags), f"two types have the same tag: {sorted(map(str, tags))}")
        msgspec.json.Decoder(list_of(either((*own, *around))))
    msgspec.json.schema_components([*types.recorded_commands, *types.recorded_events, types.view, types.options])


def wrong_numbers_of_seats_are_refused(game: AnyGame) -> None:
    """`resolve` refuses one seat too few, one too many, and every number between that `rules.seats` leaves out."""
    options = game.types.options()
    seats = game.rules.seats(options)
    for wrong in sorted({*range(seats[0] - 1, seats[-1] + 2)}.difference(seats)):
        _refused(game, partial(game.rules.resolve, options, wrong), f"`resolve` takes {wrong} seats")


def options_are_resolved_once(game: AnyGame) -> None:
    """Resolved options stay as they are, and lead to the same set-up."""
    for seats in seats_of(game):
        given = game.types.options()
        first, again = (
            game.rules.setup(each, seats, Chance(1)).events for each in (game.rules.resolve(given, seats), given)
        )
        hold(first == again, "resolved options lead to another set-up")
    for seats in all_seats_of(game):
        for seed in range(OPTIONS_TRIED):
            resolved = options_of(game, seats, seed)
            hold(game.rules.resolve(resolved, seats) == resolved, f"resolving {resolved} twice changes them")


def games_of_stand_ins_end(game: AnyGame) -> None:
    """A game in which every seat is left by its player comes to an end."""
    for seats in all_seats_of(game):
        chance = Chance(seats)
        state = game.rules.setup(options_of(game, seats, seats), seats, chance).state
        for _ in range(LONGEST_GAME):
            if not (awaited := game.rules.to_act(state)):
                break
            seat = awaited[0]
            legal = game.rules.legal_commands(state, seat)
            command = game.bots.stand_in(game.gate.view(state, seat), seat, legal)
            hold(command in legal, f"`bots.stand_in` gives {command}, which is not legal")
            state = game.rules.decide(state, seat, command, chance).state
        if game.rules.outcome(state) is None:
            raise Endless(f"after {LONGEST_GAME:,} actions of stand-ins the game is not over")
        for kind in game.types.commands:
            for command in made_up(kind, {}):
                hold(refusal(game, state, 0, command) is not None, f"{command} is accepted after the end")


def scenarios_are_reached(game: AnyGame) -> None:
    """Each scenario has a title and a sentence, and its commands lead to a position in which somebody is asked something."""
    for name, scenario in game.scenarios.items():
        hold(NAME.fullmatch(name), f"{name!r} is no name of a scenario: lower-case words and numbers joined by hyphens")
        hold(0 < len(scenario.title) <= 40, f"the title of the scenario {name!r} has {len(scenario.title)} characters")
        hold(scenario.text.endswith("."), f"the text of the scenario {name!r} is no sentence")
        try:
            state = lifecycle.position_of(game, scenario)
        except Rejected as refused:
            raise Broken(f"the scenario {name!r} cannot be reached: {refused}") from None
        hold(game.rules.to_act(state), f"the scenario {name!r} leads to the end of the game")


def made_up(kind: type[Any], seen: Mapping[str, set[Any]]) -> list[Any]:
    """Commands of a type with values that its fields had in other commands, or with nonsense, where they fit."""
    found = []
    for number in range(6):
        fields = {"type": kind.__struct_config__.tag}
        for name in kind.__struct_fields__:
            values = [*sorted(seen.get(name, ()), key=repr), *NONSENSE]
            fields[name] = values[number * 7 % len(values)]
        try:
            found.append(msgspec.convert(fields, kind))
        except msgspec.ValidationError:
            continue
    return found


def near(commands: Sequence[Any], most: int = 20) -> list[Any]:
    """Commands that differ from these in a number that is one more or less, or in what is true."""
    found: dict[bytes, Any] = {}
    for command in commands[:: 1 + len(commands) // most]:
        for name in command.__struct_fields__:
            value = getattr(command, name)
            others = (not value,) if isinstance(value, bool) else (value - 1, value + 1) if isinstance(value, int) else ()
            for other in others:
                fields = {**msgspec.to_builtins(command), name: other}
                with suppress(msgspec.ValidationError):
                    changed = msgspec.convert(fields, type(command))
                    found[msgspec.json.encode(changed)] = changed
    return list(found.values())


NONSENSE: tuple[Any, ...] = ("nothing of this game", "", -1, 0, 1, 99, None, True, {"hidden": True}, [])


def _refused(game: AnyGame, call: Callable[[], Any], otherwise: str) -> None:
    try:
        call()
    except Rejected as refused:
        known = refused.code in game.rules.refusals or refused.code in lifecycle.REFUSALS
        hold(known, f"the code {refused.code!r} is not among `rules.refusals`")
    else:
        raise Broken(otherwise)


RECORD: tuple[Callable[[AnyGame], None], ...] = (
    can_be_offered,
    nothing_can_be_changed_in_place,
    refusals_are_sentences,
    content_is_json,
    the_drawing_module_is_there,
    types_have_a_schema,
    wrong_numbers_of_seats_are_refused,
    options_are_resolved_once,
    games_of_stand_ins_end,
    scenarios_are_reached,
)
"""The promises of the record itself."""
