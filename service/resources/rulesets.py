"""The games that can be played."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from flask import Response

from domain import table
from domain.game import AnyGame
from domain.levels import Level
from domain.table import EVENTS
from events.codec import Codecs
from service.field_docs import components_of
from service.http import encode, services
from service.openapi_decorators import CONTENT_TAG, operation
from service.parsing import Blueprint
from service.problems import refuse
from service.rulebooks import ADDRESS
from service.schemas import NoQuery
from service.static_text import StaticText
from service.tags import UNCHANGING

TABLE_EVENTS = tuple(str(kind.__struct_config__.tag) for kind in EVENTS)

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="The games on offer")


class SeatRange(msgspec.Struct, frozen=True):
    """The number of seats with the standard options; other options may allow other numbers."""

    min: int
    """The fewest."""
    max: int
    """The most."""


class RulesetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played."""

    ruleset: str
    """Its name in addresses and bodies."""
    title: str
    """Its name for people."""
    version: int
    """The version of its rules and content; each game keeps the one it began with."""
    seats: SeatRange
    """The number of players."""
    bot_levels: tuple[Level, ...]
    """The levels that a seat of `kind` `bot` may have: from the weakest to the strongest, then those of packages that are
    installed here, and `stand_in`, which plays for somebody who is gone."""
    advising_levels: tuple[Level, ...]
    """The levels that give advice in games created with `advice`."""
    drawn: bool
    """Whether its games have a board and pictures."""
    bookkeeping_events: tuple[str, ...]
    """The types of events that change nothing a person sees, such as the steps of a turn; a frontend may skip them."""
    table_events: tuple[str, ...]
    """The types of events around the rules. After one of them other fields of the game may have changed than those that its
    commit repeats, such as `seats` or `outcome`: read the game again."""
    options: dict[str, Any]
    """A JSON Schema of the game's own options, with their defaults, ranges and meanings."""
    rules: str | None
    """The address of its rules as a page, where `#` and the number of a rule leads to it; with `.md` and `.json` after it
    as Markdown and one by one. Null: its package ships none."""


class ScenarioAnswer(msgspec.Struct, frozen=True):
    """A prepared position, for tests of frontends."""

    name: str
    """The value of `scenario` in a creation."""
    title: str
    """Its name for people."""
    text: str
    """Its content as a sentence."""
    seats: int
    """The number of seats of a game that begins with it."""
    options: dict[str, Any]
    """The options that it has; the others have their default."""


class RulesetsAnswer(msgspec.Struct, frozen=True):
    """The games on offer."""

    items: list[RulesetAnswer]
    """All of them."""


class RulesetContent(RulesetAnswer, frozen=True, kw_only=True):
    """A game that can be played, with all that is needed to draw it."""

    content: Any
    """Cards and boards by kind. Views and actions name an entry by its `id`; `source` says whether it is
    `sourced` or `reconstructed`. The README beside the game's data files explains words such as those of `op`."""
    refusals: dict[str, str]
    """Every code with which the rules refuse an action, and when they do."""
    scenarios: list[ScenarioAnswer]
    """Prepared positions, with which a game can begin where the service runs with `REPRODUCIBLE=on`."""


def _summary(game: AnyGame) -> dict[str, Any]:
    least, most = game.rules.seats(game.types.options())
    bookkeeping = (*table.BOOKKEEPING, *(() if game.drawing is None else game.drawing.bookkeeping))
    return {
        "ruleset": game.name,
        "title": game.title,
        "version": game.version,
        "seats": SeatRange(least, most),
        "bot_levels": game.bots.offered,
        "advising_levels": game.bots.levels,
        "drawn": game.drawing is not None,
        "bookkeeping_events": tuple(str(kind.__struct_config__.tag) for kind in bookkeeping),
        "table_events": TABLE_EVENTS,
        "options": options_schema(game),
        "rules": f"{ADDRESS}/{game.name}" if game.name in services().rulebooks else None,
    }


def options_schema(game: AnyGame) -> dict[str, Any]:
    """The game's options as a self-contained JSON Schema."""
    definitions = components_of([game.types.options], "#/$defs/{name}")
    own: dict[str, Any] = definitions.pop(game.types.options.__name__)
    return {**own, **({"$defs": definitions} if definitions else {})}


@cache
def _all(codecs: Codecs) -> StaticText:
    return _kept(RulesetsAnswer([RulesetAnswer(**_summary(game)) for game in codecs.games.values()]))


@cache
def _one(codecs: Codecs, name: str) -> StaticText:
    game = codecs.games[name]
    return _kept(
        RulesetContent(
            **_summary(game), content=game.content(), refusals=dict(game.rules.refusals), scenarios=_scenarios(game)
        )
    )


def _scenarios(game: AnyGame) -> list[ScenarioAnswer]:
    return [
        ScenarioAnswer(name, each.title, each.text, each.seats, dict(each.options)) for name, each in game.scenarios.items()
    ]


def _kept(value: Any) -> StaticText:
    return StaticText(encode(value), "application/json", UNCHANGING)


@blueprint.route("", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Rulesets", operation_id="listRulesets", headers=CONTENT_TAG, security=[], conditional=True)
def list_rulesets(query: dict[str, Any]) -> Response:
    """The games that can be played, with their options and bot levels

    `options` is a JSON Schema of the `options` that `POST /v1/games` takes, with their defaults.
    """
    return _all(services().codecs).response()


@blueprint.route("/<ruleset>", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "RulesetContent", operation_id="getRuleset", headers=CONTENT_TAG, security=[], conditional=True)
def get_ruleset(query: dict[str, Any], ruleset: str) -> Response:
    """One game with its cards and boards for drawing

    `content` is all that a frontend needs to draw the game: every card and board by its id, with its texts and numbers. It
    changes only with `version`, and may be cached for an hour. `refusals` explains each code with which the rules refuse an
    action.
    """
    codecs = services().codecs
    if ruleset not in codecs.games:
        raise refuse("unknown_ruleset", f"There is no ruleset with this name; there are: {', '.join(codecs.games)}.")
    return _one(codecs, ruleset).response()
