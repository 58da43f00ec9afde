"""The games that can be played."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
from flask import Response

from domain.registry import GAMES, AnyGame
from domain.table import Level
from service.contract import operation
from service.http import answer
from service.problems import refuse
from service.reading import Blueprint
from service.schemas import NoQuery

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="The games on offer")


class SeatRange(msgspec.Struct, frozen=True):
    """With the standard options; other options may allow other numbers."""

    min: int
    max: int


class RulesetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played. `options` is a JSON Schema."""

    ruleset: str
    title: str
    version: int
    seats: SeatRange
    bot_levels: tuple[Level, ...]
    options: dict[str, Any]


class RulesetsAnswer(msgspec.Struct, frozen=True):
    items: list[RulesetAnswer]


class RulesetContent(RulesetAnswer, frozen=True, kw_only=True):
    """`content` has cards and boards for drawing, with their provenance; `refusals` every code the rules can answer."""

    content: Any
    refusals: dict[str, str]


def _summary(game: AnyGame) -> dict[str, Any]:
    least, most = game.seats(game.options())
    return {
        "ruleset": game.name,
        "title": game.title,
        "version": game.version,
        "seats": SeatRange(least, most),
        "bot_levels": get_args(Level),
        "options": options_schema(game),
    }


def options_schema(game: AnyGame) -> dict[str, Any]:
    """The game's options as a JSON Schema that stands by itself."""
    schema = msgspec.json.schema(game.options)
    definitions = schema.pop("$defs", {})
    own: dict[str, Any] = definitions.pop(schema.pop("$ref").rpartition("/")[2])
    return {**own, **({"$defs": definitions} if definitions else {})}


@cache
def _all() -> RulesetsAnswer:
    return RulesetsAnswer([RulesetAnswer(**_summary(game)) for game in GAMES.values()])


@cache
def _one(name: str) -> RulesetContent:
    game = GAMES[name]
    return RulesetContent(**_summary(game), content=game.content(), refusals=dict(game.refusals))


@blueprint.route("", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "Rulesets", operation_id="listRulesets", security=[])
def rulesets(query: dict[str, Any]) -> Response:
    """The games that can be played, with their options and bot levels"""
    return answer(_all())


@blueprint.route("/<ruleset>", methods=["GET"])
@blueprint.arguments(NoQuery, location="query", error_status_code=400)
@operation(200, "RulesetContent", operation_id="getRuleset", security=[])
def ruleset(query: dict[str, Any], ruleset: str) -> Response:
    """One game with its cards and boards for drawing"""
    if ruleset not in GAMES:
        raise refuse("unknown_ruleset", f"There is no game of this name; there are: {', '.join(GAMES)}.")
    return answer(_one(ruleset))
