"""What the picture of a game in lists of games may hold: shapes and words, nothing that runs or loads anything."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

LARGEST = 100_000
"""Bytes."""
NAMESPACE = "{http://www.w3.org/2000/svg}"
FORBIDDEN = frozenset({"script", "foreignObject", "iframe", "audio", "video", "animate", "set", "handler", "image"})
"""Elements that may run something, load something or hold other documents."""


def cover_problem(text: str) -> str | None:
    """Why a text is no cover; None if it is one."""
    if len(text.encode()) > LARGEST:
        return f"it has more than {LARGEST} bytes"
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        return "it declares a document type or entities"
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return f"it is not XML: {error}"
    if root.tag != f"{NAMESPACE}svg" or "viewBox" not in root.attrib:
        return "its outermost element is not an svg of the namespace http://www.w3.org/2000/svg with a viewBox"
    return next(_faults(root), None)


def _faults(root: ElementTree.Element) -> Iterator[str]:
    for element in root.iter():
        name = element.tag.removeprefix(NAMESPACE)
        if name in FORBIDDEN:
            yield f"it has an element {name!r}"
        if name == "style" and any(word in (element.text or "") for word in ("@import", "url(")):
            yield "its style loads something"
        for attribute, value in element.attrib.items():
            plain = attribute.rpartition("}")[2]
            if plain.lower().startswith("on"):
                yield f"it has a handler {plain!r}"
            if plain in ("href", "src") and not value.startswith("#"):
                yield f"it refers to {value[:60]!r}"
            if "url(" in value and not value.startswith("url(#"):
                yield f"its attribute {plain!r} loads something"
