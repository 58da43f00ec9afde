"""What a drawing that a game ships, such as its cover, may hold: shapes and words, nothing that runs or loads anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

LARGEST = 100_000
"""Bytes."""
ELSEWHERE = re.compile(r"(?i)url\((?!#)|image-set\(|\\")
"""A value that names something outside of the drawing, or writes letters so that it cannot be seen whether it does."""
NAMESPACE = "{http://www.w3.org/2000/svg}"
FORBIDDEN = frozenset({"script", "foreignObject", "iframe", "audio", "video", "animate", "set", "handler", "image"})
"""Elements that may run something, load something or hold other documents."""


def drawing_problem(text: str) -> str | None:
    """Why a text is no such drawing; None if it is one."""
    if len(text.encode()) > LARGEST:
        return f"it has more than {LARGEST} bytes"
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        return "it declares a document type or entities"
    if "<?" in text.removeprefix("<?xml "):
        return "it has an instruction to whoever reads it, such as one that loads a style"
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
        if name == element.tag:  # A script of HTML runs in an SVG, too.
            yield f"its element {name!r} is not of the namespace {NAMESPACE.strip('{}')}"
        if name in FORBIDDEN:
            yield f"it has an element {name!r}"
        styles = "".join(element.itertext()) if name == "style" else ""
        if "@import" in styles.lower() or ELSEWHERE.search(styles):
            yield "its style loads something"
        for attribute, value in element.attrib.items():
            plain = attribute.rpartition("}")[2]
            if plain.lower().startswith("on"):
                yield f"it has a handler {plain!r}"
            if plain in ("href", "src") and not value.startswith("#"):
                yield f"it refers to {value[:60]!r}"
            if ELSEWHERE.search(value):
                yield f"its attribute {plain!r} loads something"
