"""Promises of a game's record: its types, options, content and numbers of seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from conformance.playing import Broken, Chance, either, hold, list_of, refusal, seats_of
from domain import session
from domain.game import AnyGame, Json, Rejected
from domain.session import lifecycle
from service.web import drawing_module
from tradewinds.installed import NAME, problems

FACADE = "../../drawing.js"
"""The only module of the page that a drawing module may import."""
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")

LONGEST_GAME = 20_000
"""Commands."""


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


def types_have_a_schema(game: AnyGame) -> None:
    """Commands, events, view and options have JSON Schemas; tags are unique, also among those of every game."""
    types = game.types
    for own, around in ((types.recorded_commands, lifecycle.COMMANDS), (types.recorded_events, session.EVENTS)):
        tags = [kind.__struct_config__.tag for kind in (*own, *around)]
        hold(len(set(tags)) == len(tags), f"two types have the same tag: {sorted(map(str, tags))}")
        msgspec.json.Decoder(list_of(either((*own, *around))))
    msgspec.json.schema_components([*types.recorded_commands, *types.recorded_events, types.view, types.options])


def wrong_numbers_of_seats_are_refused(game: AnyGame) -> None:
    """`resolve` refuses one seat too few and one too many."""
    seats, options = seats_of(game), game.types.options()
    for wrong in (seats[0] - 1, seats[-1] + 1):
        _refused(game, partial(game.rules.resolve, options, wrong), f"`resolve` takes {wrong} seats")


def options_are_resolved_once(game: AnyGame) -> None:
    """Resolved options stay as they are, and lead to the same set-up."""
    for seats in seats_of(game):
        given = game.types.options()
        resolved = game.rules.resolve(given, seats)
        hold(game.rules.resolve(resolved, seats) == resolved, "resolving options twice changes them")
        first, again = (game.rules.setup(each, seats, Chance(1)).events for each in (resolved, given))
        hold(first == again, "resolved options lead to another set-up")


def games_of_stand_ins_end(game: AnyGame) -> None:
    """A game in which every seat is left by its player comes to an end."""
    for seats in seats_of(game):
        chance = Chance(seats)
        state = game.rules.setup(game.types.options(), seats, chance).state
        for _ in range(LONGEST_GAME):
            if not (awaited := game.rules.to_act(state)):
                break
            seat = awaited[0]
            legal = game.rules.legal_commands(state, seat)
            command = game.bots.stand_in(game.gate.view(state, seat), seat, legal)
            hold(command in legal, f"`bots.stand_in` gives {command}, which is not legal")
            state = game.rules.decide(state, seat, command, chance).state
        hold(
            game.rules.outcome(state) is not None,
            f"after {LONGEST_GAME} actions of stand-ins the game is not over",
        )
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
