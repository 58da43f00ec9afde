"""The games that can be played."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Response

from domain import session
from domain.game import AnyGame
from domain.kit.refusals import left_open
from domain.session import EVENTS
from events.log.codec import Codecs
from service.field_docs import components_of
from service.http import encode, services
from service.openapi.operations import CONTENT_TAG, operation
from service.parsing import Blueprint
from service.problems import refuse
from service.representations.rulesets import (
    LessonLine,
    RulesetAnswer,
    RulesetContent,
    RulesetsAnswer,
    ScenarioAnswer,
    SeatRange,
    StyleLine,
)
from service.rulebooks import ADDRESS
from service.schemas.queries import NoQuery
from service.showcases import COVERS, GUIDES, NOTHING_SHIPPED
from service.static_text import StaticText
from service.tags import UNCHANGING

TABLE_EVENTS = tuple(str(kind.__struct_config__.tag) for kind in EVENTS)

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1/rulesets", description="The games on offer")


def _summary(game: AnyGame) -> dict[str, Any]:
    seats = tuple(game.rules.seats(game.types.options()))
    shown = services().showcases.get(game.name, NOTHING_SHIPPED)
    silent = (*session.SILENT, *game.words.silent)
    return {
        "ruleset": game.name,
        "title": game.title,
        "version": game.version,
        "seats": SeatRange(seats[0], seats[-1], seats),
        "bot_levels": game.bots.offered,
        "bot_styles": [StyleLine(level, style.text) for level, style in game.bots.styles.items()],
        "advising_levels": game.bots.levels,
        "drawn": game.drawing is not None,
        "silent_events": tuple(str(kind.__struct_config__.tag) for kind in silent),
        "table_events": TABLE_EVENTS,
        "options": options_schema(game),
        "rules": f"{ADDRESS}/{game.name}" if game.name in services().rulebooks else None,
        "about": game.about,
        "cover": f"{COVERS}/{game.name}.svg" if shown.cover or game.drawing else None,
        "how_to_play": f"{GUIDES}/{game.name}" if shown.how_to_play else None,
        "lessons": [LessonLine(name, each.title, each.text, each.minutes) for name, each in game.lessons.items()],
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
            **_summary(game),
            content=game.content(),
            refusals={code: left_open(sentence) for code, sentence in game.rules.refusals.items()},
            scenarios=_scenarios(game),
            scripts=dict(game.lessons),
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

    `options` is a JSON Schema of the `options` that `POST /v1/games` takes, with their defaults. Where one of them depends
    on another option, it is null, and `x-default-with` beside it says what holds with each value of that one.
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
