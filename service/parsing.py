"""Reads bodies and queries for the endpoints that describe them by marshmallow schemas.

Bodies go through msgspec, as those of actions do: what Python's own parser lets through (NaN, half surrogates, numbers of
any length, nesting without end) is refused here, before a schema sees it.
"""

from __future__ import annotations

from typing import Any, NoReturn

import flask_smorest
import msgspec
from flask import Request, request
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import MultiDict
from werkzeug.routing import BaseConverter, IntegerConverter

from service.http import json_body
from service.problems import refuse

MOST_VALUES = 1_000
"""Of a body, however deep they lie. To find out what is wrong with each of more would take too long."""


def not_json(error: Exception) -> NoReturn:
    """Refuse a body that could not be decoded."""
    reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
    raise refuse("not_json", f"The body is not JSON that can be read: {reason}.") from None


def has_too_many(value: Any) -> bool:
    """Has it, with all that is in it, more than MOST_VALUES?"""
    seen, left = 0, [value]
    while left and seen + len(left) <= MOST_VALUES:
        each = left.pop()
        seen += 1
        if isinstance(each, dict):
            left.extend(each.values())
        elif isinstance(each, list):
            left.extend(each)
    return bool(left)


def query() -> MultiDict[str, str]:
    """The query's parameters, each of them once: which of two values is meant nobody can tell."""
    for name, values in request.args.lists():
        if len(values) > 1:
            raise refuse("invalid_query", f"The parameter {name[:40]!r} may be given only once.")
    return request.args


class _Parser(FlaskParser):
    # Unknown parameters are refused, as each schema says.
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {}  # noqa: RUF012 (an instance variable to the library)

    def _raw_load_json(self, req: Request) -> Any:
        body = json_body()
        try:
            found = msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            not_json(error)
        if has_too_many(found):
            raise refuse("invalid_body", f"The body has more than {MOST_VALUES} values; a tenth does for anything here.")
        return found

    def load_querystring(self, req: Request, schema: Any) -> Any:
        return self._makeproxy(query(), schema)


class GameConverter(BaseConverter):
    """A game's id in an address. What stands beside the games there is none, so that it has methods of its own."""

    regex = r"(?!import\Z)[^/]+"


class SeatConverter(IntegerConverter):
    """A seat's number. To werkzeug the digits of all scripts are digits."""

    regex = r"[0-9]+"


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # The library ships no types.
    """A blueprint whose arguments are read so."""

    ARGUMENTS_PARSER = _Parser()
