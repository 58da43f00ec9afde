"""Parses addresses, queries and bodies for endpoints with marshmallow schemas.

msgspec parses the bodies, as it does those of actions: it refuses what Python's own parser accepts (NaN, half surrogates,
numbers of any length, unlimited nesting) before a schema sees it.
"""

from __future__ import annotations

import json
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
"""The most values in a body, at any depth. Validating more of them would take too long."""


def not_json(error: Exception) -> NoReturn:
    """Refuse a body that could not be decoded."""
    reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
    raise refuse("not_json", f"The body is not JSON that can be read: {reason}.") from None


def _check_names(body: bytes) -> None:
    """Refuse a body in which an object has a name twice: different readers would take different values."""

    def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        twice = next((name for name in names if names.count(name) > 1), None) if len({*names}) < len(names) else None
        if twice is not None:
            raise refuse("not_json", f"The name {twice[:40]!r} comes twice in one object of the body; give it once.")
        return dict(pairs)

    json.loads(body, object_pairs_hook=each_once)


def has_too_many(value: Any) -> bool:
    """Whether it contains more than MOST_VALUES values, at any depth."""
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
    """The query's parameters. A repeated parameter is refused, because it is ambiguous."""
    for name, values in request.args.lists():
        if len(values) > 1:
            raise refuse("invalid_query", f"The parameter {name[:40]!r} may be given only once.")
    return request.args


class _Parser(FlaskParser):
    # The schemas decide what happens to unknown parameters: they refuse them.
    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {}  # noqa: RUF012 (an instance variable to the library)

    def _raw_load_json(self, req: Request) -> Any:
        body = json_body()
        try:
            found = msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            not_json(error)
        _check_names(body)
        if has_too_many(found):
            raise refuse("invalid_body", f"The body has more than {MOST_VALUES} values; every valid body has far fewer.")
        return found

    def load_querystring(self, req: Request, schema: Any) -> Any:
        return query().to_dict()


class GameConverter(BaseConverter):
    """Matches a game id. `import` and `export` are excluded: they are routes of their own."""

    regex = r"(?!(?:import|export)\Z)[^/]+"


class SeatConverter(IntegerConverter):
    """Matches a seat's number in ASCII digits; werkzeug would accept digits of all scripts."""

    regex = r"[0-9]+"


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # The library ships no types.
    """A blueprint that parses arguments with this parser."""

    ARGUMENTS_PARSER = _Parser()
