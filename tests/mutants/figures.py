"""The mutants of card data: a figure plus one, a negated flag, or another word of the same kind of place."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from tests.mutants.mutant import Mutant, changed_lines

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[\[\]{}:,]')
Leaf = tuple[tuple[str | int, ...], Any, int, int]
"""The keys to a value, the value, and the characters at which it begins and ends."""
FEW = 12
"""Words of which a file has at most so many at places of one kind are figures: nations, ports, kinds of effects."""
NOTES = re.compile(r"id|name|text|ability|schema|game|notes?|provenance|(.*_)?source")
"""Keys of information about an entry that the game does not use."""


def leaves(text: str) -> Iterator[Leaf]:
    """All values of a document without nested values."""
    path: list[str | int] = []
    key_comes: list[bool] = []
    for token in TOKEN.finditer(text):
        match token.group():
            case "{":
                path.append("")
                key_comes.append(True)
            case "[":
                path.append(0)
                key_comes.append(False)
            case "}" | "]":
                path.pop()
                key_comes.pop()
            case ",":
                if isinstance(path[-1], int):
                    path[-1] += 1
                else:
                    key_comes[-1] = True
            case ":":
                pass
            case word if key_comes and key_comes[-1]:
                path[-1] = json.loads(word)
                key_comes[-1] = False
            case word:
                yield tuple(path), json.loads(word), token.start(), token.end()


def mutants_of_data(file: str, text: str) -> list[Mutant]:
    found = [leaf for leaf in leaves(text) if not any(map(NOTES.fullmatch, _kind(leaf[0])))]
    words: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for path, value, _, _ in found:
        if isinstance(value, str):
            words[_kind(path)][value] += 1
    document = json.loads(text)
    mutants = {}
    for path, value, start, end in found:
        instead = _instead(value, words[_kind(path)])
        if instead is not None:
            removed, added = changed_lines(text, start, end, json.dumps(instead))
            place = f"{_entry(document, path)}{'.'.join(map(str, path))}"
            mutant = Mutant(file, text, place, "data", start, end, json.dumps(instead), removed, added)
            mutants.setdefault(mutant.key, mutant)
    return list(mutants.values())


def _kind(path: tuple[str | int, ...]) -> tuple[str, ...]:
    return tuple(key for key in path if isinstance(key, str))


def _instead(value: Any, words: Counter[str]) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str() if value in words and 1 < len(words) <= FEW and words.total() > len(words):
            others = sorted(words)
            return others[(others.index(value) + 1) % len(others)]
        case _:
            return None


def _entry(document: Any, path: tuple[str | int, ...]) -> str:
    """The id of the innermost entry with an id."""
    entry = ""
    for key in path:
        document = document[key]
        if isinstance(document, dict) and isinstance(document.get("id"), str):
            entry = f"{document['id']}: "
    return entry
