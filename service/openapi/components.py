"""Writes responses, headers and parameters that several operations share once, under `components`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec


class _Place(NamedTuple):
    """Where a part stands, and the name that it has among the components if it is shared."""

    holder: Any
    key: str | int
    name: str


def share(spec: dict[str, Any]) -> None:
    """Replace parts that are the same in several operations by references.

    Of several parts with one name, such as the two kinds of `ETag`, the one that is used most is shared.
    """
    for section, places in (("headers", _headers), ("responses", _problems), ("parameters", _parameters)):
        found = [*places(spec)]
        uses = Counter((place.name, _key(place)) for place in found)
        shared: dict[str, bytes] = {}
        for (name, key), times in uses.most_common():
            if times > 1:
                shared.setdefault(name, key)
        components: dict[str, Any] = {}
        for place in found:
            if shared.get(place.name) == _key(place):
                components[place.name] = place.holder[place.key]
                place.holder[place.key] = {"$ref": f"#/components/{section}/{place.name}"}
        spec["components"][section] = dict(sorted(components.items()))


def _key(place: _Place) -> bytes:
    return msgspec.json.encode(place.holder[place.key], order="deterministic")


def _operations(*paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (operation for path in paths for operation in path.values() if isinstance(operation, dict))


def _headers(spec: dict[str, Any]) -> Iterator[_Place]:
    for operation in _operations(*spec["paths"].values()):
        for response in operation["responses"].values():
            headers = response.get("headers", {})
            yield from (_Place(headers, name, name) for name in headers)


def _problems(spec: dict[str, Any]) -> Iterator[_Place]:
    """The responses of problems; answers differ from operation to operation."""
    for operation in _operations(*spec["paths"].values()):
        responses = operation["responses"]
        for status, response in responses.items():
            if status >= "400":
                yield _Place(responses, status, re.sub(r"\W", "", response["description"]))


def _parameters(spec: dict[str, Any]) -> Iterator[_Place]:
    for path in spec["paths"].values():
        for parameters in [path.get("parameters", []), *(each.get("parameters", []) for each in _operations(path))]:
            for number, parameter in enumerate(parameters):
                yield _Place(parameters, number, parameter["name"])
