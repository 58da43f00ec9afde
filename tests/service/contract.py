"""Holds every answer that a test sees, and every request that is done, to openapi.yaml."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jsonschema_rs
import msgspec
from flask import Flask
from werkzeug.test import TestResponse

from service.openapi.document import document

PROBLEM = "application/problem+json"
JSON = "application/json"
NDJSON = "application/x-ndjson"
EVENT_STREAM = "text/event-stream"

ALWAYS = {"X-Request-Id", "Vary", "X-Content-Type-Options", "Cache-Control"}
DOCUMENTED_ONLY = {"ETag", "Location", "Link", "Idempotency-Replayed", "Retry-After"}
"""Headers that may come only where the contract has them."""
NOT_ALWAYS = {"Link", "Idempotency-Replayed"}
"""Documented headers that depend on the case."""
NO_OPERATION = 405
"""The status of a request that reaches no operation, though its path may look like one's: `GET /v1/games/import`."""
SHARED = ("#/components/headers/", "#/components/parameters/", "#/components/responses/")
"""References to what operations share."""
DAMAGED = ("archive_damaged", "log_damaged")
"""What is stored may be damaged by others, which is no fault of the service."""
ENDS = {"over", "unauthorized", "log_damaged", "deleted"}
"""The events that end a stream; of a single game also `rewound`."""


@dataclass(frozen=True)
class Operation:
    path: str
    method: str
    parameters: dict[tuple[str, str], dict[str, Any]]
    """By place and name."""
    body: dict[str, Any]
    """By media type."""
    responses: dict[str, Any]


@dataclass(frozen=True)
class Sent:
    """A request as it was sent. Of its body None is known where it was not kept."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes | None = None

    @property
    def path(self) -> str:
        return urlsplit(self.target).path


class Contract:
    """The contract of an app, ready to check answers against."""

    def __init__(self, app: Flask) -> None:
        self.document = document(app)
        self.schemas = _closed(self.document["components"]["schemas"])
        self.paths: dict[str, Any] = in_place(self.document["paths"], self.document["components"])
        """With shared headers, parameters and responses where they are used."""
        self._operations = [
            (re.compile(re.sub(r"\{[a-z_]+\}", "[^/]+", path) + r"\Z"), _operation(path, method, methods))
            for path, methods in self.paths.items()
            for method, spec in methods.items()
            if isinstance(spec, dict)
        ]
        self._validators: dict[str, Any] = {}
        self._sound: set[bytes] = set()
        """The texts that were as their schemas say, by their keys."""

    def operation(self, method: str, path: str) -> Operation | None:
        """The operation that a request addresses. Literal paths stand before those with parameters."""
        wanted = "GET" if method == "HEAD" else method
        found = [each for pattern, each in self._operations if pattern.match(path) and each.method == wanted]
        return min(found, key=lambda each: each.path.count("{"), default=None)

    def check(self, method: str, path: str, response: TestResponse) -> None:
        """Assert that the contract has this answer."""
        where = f"{method} {path} -> {response.status_code}"
        response = unpacked(response)
        missing = ALWAYS - set(response.headers.keys())
        assert not missing, f"{where}: lacks {missing}"
        operation = self.operation(method, path)
        if response.status_code >= 400:
            self.check_problem(where, method, response)
        if operation is None or method == "OPTIONS":
            return
        spec = operation.responses.get(str(response.status_code))
        if spec is None:
            assert response.status_code == NO_OPERATION, f"{where}: this status is not documented: {response.text[:300]}"
            return
        headers = set(spec.get("headers", {}))
        surplus = (set(response.headers.keys()) & DOCUMENTED_ONLY) - headers
        assert not surplus, f"{where}: {surplus} not documented"
        for name in headers & set(response.headers.keys()):
            self._validate_text(spec["headers"][name]["schema"], response.headers[name], f"{where}: {name}")
        if response.mimetype != EVENT_STREAM:
            assert headers - NOT_ALWAYS <= set(response.headers.keys()), f"{where}: lacks {headers}"
        if response.status_code < 400 and method != "HEAD":
            self._check_body(where, spec, response)

    def _check_body(self, where: str, spec: dict[str, Any], response: TestResponse) -> None:
        if not spec.get("content"):
            assert response.data == b"", f"{where}: a body where none is documented"
            return
        assert response.mimetype in spec["content"], f"{where}: {response.mimetype} is not documented"
        if response.mimetype == JSON:
            self.validate_text(spec["content"][JSON]["schema"], response.data, where)
        elif response.mimetype in (NDJSON, EVENT_STREAM) and response.is_sequence:  # A live one is read by the test.
            self.check_parts(response.text, spec["content"][response.mimetype]["schema"]["contentSchema"], where)

    def check_request(self, sent: Sent) -> None:
        """Assert that the contract has this request, which the service took for good."""
        where = f"{sent.method} {sent.target}"
        operation = self.operation(sent.method, sent.path)
        if operation is None or sent.method == "OPTIONS":
            return
        for name, value in parse_qsl(urlsplit(sent.target).query, keep_blank_values=True):
            name, _, inside = name.partition("[")
            assert ("query", name) in operation.parameters, f"{where}: `{name}` is not documented"
            schema = operation.parameters["query", name]["schema"]
            match schema.get("type"):
                case "array":
                    self.validate(schema, value.split(","), f"{where}: {name}")
                case "object":
                    self.validate(schema, {inside.removesuffix("]"): value}, f"{where}: {name}")
                case _:
                    self._validate_text(schema, value, f"{where}: {name}")
        for (place, name), parameter in operation.parameters.items():
            if place == "header" and name in sent.headers:
                self._validate_text(parameter["schema"], sent.headers[name], f"{where}: {name}")
        if operation.body and sent.body is not None:
            media_type = sent.headers.get("Content-Type", "").partition(";")[0]
            assert media_type in operation.body, f"{where}: {media_type} is not documented"
            if media_type == JSON:
                self.validate_text(operation.body[JSON]["schema"], sent.body, where)

    def check_parts(self, text: str, schema: dict[str, Any], where: str) -> None:
        """Assert that each line of JSON, or each server-sent event up to the last whole one, is as this schema says. Nothing
        comes after an event that ends a stream."""
        if text.lstrip()[:1] in ("{", ""):
            for line in text.splitlines():
                if line:  # An empty one says that the store is away.
                    self.validate_text(schema, line.encode(), where)
            return
        if self._is_sound(schema, text.encode()):
            return
        told = [event for event in events_of(text) if event]
        for event in told:
            self.validate(schema, event, where)
            assert event["event"] not in ENDS or event is told[-1], f"{where}: goes on after {event}"
            if event["event"] == "commit":
                assert event["id"] == str(event["data"]["version"]), where
        self._sound.add(_key(schema, text.encode()))

    def check_feed(self, text: str, where: str) -> None:
        """Assert that a live feed, as events or lines, has what its contract says."""
        kind = "FeedLine" if text.lstrip()[:1] == "{" else "FeedStreamEvent"
        self.check_parts(text, {"$ref": f"#/components/schemas/{kind}"}, where)

    def check_stream(self, text: str, where: str) -> None:
        """Assert that a live stream of a game has what its contract says."""
        self.check_parts(text, {"$ref": "#/components/schemas/GameStreamEvent"}, where)

    def _validate_text(self, schema: dict[str, Any], text: str, where: str) -> None:
        """Assert that a header or a query parameter is as its schema says, numbers and truth being written in words."""
        kind = schema.get("type")
        self.validate(schema, json.loads(text) if kind in ("integer", "boolean") else text, where)

    def check_problem(self, where: str, method: str, response: TestResponse) -> None:
        """Assert that an answer of 400 and more is a problem with a code and a sentence."""
        told = response.mimetype == PROBLEM and method != "HEAD"  # Which has no body.
        code = response.get_json(force=True).get("code") if told else None
        expected = response.status_code < 500 or response.status_code == 503 or code in DAMAGED
        assert expected, f"{where}: {response.text[:500]}"
        assert response.mimetype == PROBLEM, f"{where}: {response.mimetype}: {response.text[:200]}"
        if method == "HEAD":
            return
        problem = response.get_json(force=True)
        self.validate({"$ref": "#/components/schemas/Problem"}, problem, where)
        assert problem["status"] == response.status_code
        assert problem["type"].endswith("#" + problem["code"])
        assert len(problem["detail"]) > 10, f"{where}: no sentence: {problem}"
        assert problem["detail"][-1] in ".?!", f"{where}: no sentence: {problem['detail']}"
        if response.status_code in (429, 503):
            assert int(response.headers["Retry-After"]) > 0

    def validate_text(self, schema: dict[str, Any], text: bytes, where: str) -> None:
        """Assert that a text of JSON is as a schema of the contract says. A text that was sound before still is: what is the
        same for many callers, in many forms, is read once."""
        if not self._is_sound(schema, text):
            self.validate(schema, msgspec.json.decode(text), where)
            self._sound.add(_key(schema, text))

    def _is_sound(self, schema: dict[str, Any], text: bytes) -> bool:
        return _key(schema, text) in self._sound

    def validate(self, schema: dict[str, Any], value: Any, where: str) -> None:
        """Assert that a value is as a schema of the contract says."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            self._validators[key] = jsonschema_rs.Draft202012Validator(
                {**_closed(schema), "components": {"schemas": self.schemas}}, validate_formats=True
            )
        errors = list(self._validators[key].iter_errors(value))
        assert not errors, f"{where}: {[(error.message[:300], list(error.instance_path)) for error in errors[:3]]}"

    def validate_commit(self, commit: dict[str, Any], where: str) -> None:
        """Assert that one line or event of a history is a commit of its game."""
        prefix = "".join(word.capitalize() for word in commit["ruleset"].split("-"))
        self.validate({"$ref": f"#/components/schemas/{prefix}Commit"}, commit, where)


def _key(schema: dict[str, Any], text: bytes) -> bytes:
    """A digest of a schema with a text."""
    return blake2b(json.dumps(schema, sort_keys=True).encode() + b"\n" + text, digest_size=16).digest()


def events_of(text: str) -> Iterator[dict[str, Any]]:
    """The server-sent events in a text, up to the last whole one; empty where only an id or a comment is sent."""
    for each in text.split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in each.splitlines() if line[:1] != ":")
        fields.pop("retry", None)
        yield {**fields, "data": json.loads(fields["data"])} if "event" in fields else {}


def unpacked(response: TestResponse) -> TestResponse:
    """The answer as it is without compression."""
    if response.headers.get("Content-Encoding") != "gzip" or not response.is_sequence:
        return response
    body = gzip.decompress(response.data)
    return TestResponse([body], response.status, response.headers.copy(), response.request)


def _operation(path: str, method: str, methods: dict[str, Any]) -> Operation:
    spec = methods[method]
    parameters = {(each["in"], each["name"]): each for each in [*methods.get("parameters", []), *spec.get("parameters", [])]}
    return Operation(path, method.upper(), parameters, spec.get("requestBody", {}).get("content", {}), spec["responses"])


def in_place(part: Any, components: dict[str, Any]) -> Any:
    """A part of the contract with the shared headers, parameters and responses in place of references to them."""
    match part:
        case {"$ref": str() as reference} if reference.startswith(SHARED):
            _, _, section, name = reference.split("/")
            return in_place(components[section][name], components)
        case dict():
            return {name: in_place(value, components) for name, value in part.items()}
        case list():
            return [in_place(value, components) for value in part]
        case _:
            return part


def _closed(schema: Any) -> Any:
    """The schema taking no property that it does not name: clients ignore those, but a test should know of them."""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if isinstance(closed.get("properties"), dict) and closed.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed
