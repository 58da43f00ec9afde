"""The contract as a page to read: each call and each schema opens in place, without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

import msgspec

_MARKS = re.compile(r"`([^`]+)`|\[([^\]]+)\]\((/[^)\s]*)\)")
"""Code, or a link within the service."""
_PROBLEMS = "400"
"""The first status of a problem."""


def body_of(contract: dict[str, Any]) -> str:
    """The page of a contract as HTML."""
    tags = {tag["name"]: tag["description"] for tag in contract["tags"]}
    calls: dict[str, list[str]] = {tag: [] for tag in tags}
    for address, path in contract["paths"].items():
        for method, operation in path.items():
            if isinstance(operation, dict):
                parameters = [*path.get("parameters", []), *operation.get("parameters", [])]
                call = _call(contract, method, address, operation, parameters)
                calls[operation["tags"][0]].append(call)
    schemas = "".join(_schema(name, schema) for name, schema in contract["components"]["schemas"].items())
    webhooks = "".join(
        f"<li><code>{escape(name)}</code>: {_told(call['post']['summary'])} ("
        f"{_type(call['post']['requestBody']['content']['application/json']['schema'])})</li>"
        for name, call in contract["webhooks"].items()
    )
    groups = "".join(f"<h2>{escape(tags[tag])}</h2>{''.join(found)}" for tag, found in calls.items() if found)
    return (
        f"<h1>The contract</h1>{_paragraphs(contract['info']['description'])}"
        "<p>For generators of clients this is <a href=/openapi-core.json>openapi-core.json</a>. "
        "<a href=/docs/try/>Try the calls out</a>, also with the types of each game. <a href=/docs/problems>Problems</a> "
        "says what each code of a refusal means.</p>"
        f"{groups}<h2>Calls that webhooks get</h2><ul>{webhooks}</ul><h2>Schemas</h2>{schemas}"
    )


def _call(
    contract: dict[str, Any], method: str, address: str, operation: dict[str, Any], parameters: list[dict[str, Any]]
) -> str:
    name = escape(operation["operationId"])
    rows = "".join(_parameter(contract, each) for each in parameters)
    taken = f"<h4>Parameters</h4><table>{rows}</table>" if rows else ""
    sent = operation.get("requestBody", {}).get("content", {})
    body = f"<h4>Body</h4>{''.join(_content(*each) for each in sent.items())}" if sent else ""
    answers = "".join(
        f"<h4>{status} {escape(response['description'])}</h4>"
        + "".join(_content(*each) for each in response.get("content", {}).items())
        for status, response in operation["responses"].items()
        if status < _PROBLEMS
    )
    refused = ", ".join(status for status in operation["responses"] if status >= _PROBLEMS)
    return (
        f"<details><summary><b>{method.upper()}</b> <code>{escape(address)}</code> {escape(operation['summary'])} "
        # A link leads to what is within: browsers open details for that.
        f"<code class=quiet>{name}</code></summary><div id={name}>{_paragraphs(operation['description'])}"
        f"<p class=quiet>{_security(operation)}</p>{taken}{body}{answers}"
        f"<p class=quiet>Refused with {refused}: a {_type({'$ref': '/Problem'})}.</p></div></details>"
    )


def _security(operation: dict[str, Any]) -> str:
    if not operation["security"]:
        return "Needs nothing."
    kinds = [" and ".join(each) for each in operation["security"] if each]
    said = " or ".join({"token": "a token or API key", "key": "an API key"}.get(kind, kind) for kind in kinds)
    return f"Takes {said}, or nothing." if {} in operation["security"] else f"Needs {said}."


def _parameter(contract: dict[str, Any], parameter: dict[str, Any]) -> str:
    if "$ref" in parameter:
        parameter = contract["components"]["parameters"][parameter["$ref"].rpartition("/")[2]]
    needed = "" if parameter.get("required") else ", optional"
    said = _told(parameter["description"])
    return (
        f"<tr><td><code>{escape(parameter['name'])}</code><td>{_type(parameter['schema'])} in the {parameter['in']}{needed}"
        f"{_bounds(parameter['schema'])}"
        f"<td>{said}"
    )


def _content(kind: str, content: dict[str, Any]) -> str:
    """A body of this media type: its schema, and an example that opens."""
    schema, example = content["schema"], content.get("example")
    lines = f", each {_type(schema['contentSchema'])}" if "contentSchema" in schema else ""
    shown = ""
    if example is not None:
        text = example if isinstance(example, str) else msgspec.json.format(msgspec.json.encode(example)).decode()
        shown = f"<details><summary>Example</summary><pre><code>{escape(text)}</code></pre></details>"
    return f"<p>{_type(schema)} as <code>{escape(kind)}</code>{lines}. {_told(schema.get('description', ''))}</p>{shown}"


def _schema(name: str, schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code><td>{_type(part)}{'' if field in needed else ', optional'}{_bounds(part)}"
        f"<td>{_told(part.get('description', ''))}"
        for field, part in schema.get("properties", {}).items()
    )
    shape = f"<table>{rows}</table>" if rows else f"<p>{_type(schema)}</p>"
    return (
        f"<details><summary><code>{escape(name)}</code></summary><div id=schema-{escape(name)}>"
        f"{_paragraphs(schema.get('description', ''))}{shape}</div></details>"
    )


def _type(schema: Any) -> str:
    """A schema in words."""
    if not isinstance(schema, dict):
        return "nothing"
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href=#schema-{name}>{name}</a>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " or ".join(dict.fromkeys(map(_type, schema[choice])))
    return " or ".join(_kinds(schema)) or "anything"


def _kinds(schema: dict[str, Any]) -> Iterator[str]:
    kinds = schema.get("type", [])
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind == "array":
            yield f"list of {_type(schema.get('items', {}))}"
        elif kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            yield f"object of {_type(schema['additionalProperties'])}"
        elif kind == "object" and "event" in schema.get("properties", {}):
            fields = schema["properties"]
            yield f"{_type(fields['event'])} with {_type(fields['data'])}"
        else:
            yield escape(str(schema.get("format", kind)))


_UNITS = {"": "", "Length": " characters", "Items": " entries", "Properties": " entries"}
"""What the bounds of JSON Schema count, by the ends of their names."""


def _bounds(schema: dict[str, Any]) -> str:
    """The least and the most of a value, and what it is where it is left out."""
    parts = {name: bound for part in (*schema.get("anyOf", ()), schema) for name, bound in part.items()}
    said = []
    for end, unit in _UNITS.items():
        least, most = (parts.get(f"{which}{end or 'imum'}") for which in ("min", "max"))
        if most is not None:
            said.append(f"{least} to {most}{unit}" if least else f"at most {most}{unit}")
        elif least:
            said.append(f"at least {least}{unit}")
    if schema.get("default") not in (None, [], {}, ""):
        value = schema["default"]
        shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        said.append(f"by default <code>{escape(shown)}</code>")
    return "".join(f", {each}" for each in said)


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{_told(each)}</p>" for each in text.split("\n\n") if each.strip())


def _told(text: str) -> str:
    """A text with its code and links."""

    def marked(found: re.Match[str]) -> str:
        code, said, address = found.groups()
        return f"<code>{code}</code>" if code else f'<a href="{address}">{said}</a>'

    return _MARKS.sub(marked, escape(text, quote=False))
