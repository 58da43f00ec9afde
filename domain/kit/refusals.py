"""Refusing commands by code, with a sentence that has the figures.

The sentence of a code is a template with the names of its `params`:

- `{price}` is the figure or the name itself; of several names all, of numbers by name `2 Priests and 1 Settler`;
- `{column:th}` is a place in a row: `2nd`; `{decision:words}` a name of the code in words: `take action`;
- `{price:coin}` is the figure with its noun: `1 coin`, `3 coins`, `no coins`;
- `{awaited_seats:who}` is a seat, or several, as people call them: `seat 1 and seat 3`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any, NoReturn

from domain.values import Json, Rejected

from .decisions import Answer
from .seats import seat_name
from .words import capital, listed, ordinal, plural

SEATS, ORDINAL, WORDS = "who", "th", "words"
PLACE = "…"


class Refusals:
    """Refuses by the codes of one game. `sentences` has every code with the template of the sentence that explains it."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self.sentences = sentences

    def refuse(self, code: str, **params: Json) -> NoReturn:
        """Raises Rejected with this code; LookupError if it has no sentence."""
        if code not in self.sentences:
            raise LookupError(f"the code {code!r} has no sentence in `Refusals`")
        raise Rejected(code, filled_in(self.sentences[code], params), **params)

    def require(self, holds: object, code: str, **params: Json) -> None:
        """Raises Rejected with this code unless the condition holds."""
        if not holds:
            self.refuse(code, **params)

    def check(self, answer: Answer, state: Any, frame: Any, command: Any) -> None:
        """Raises Rejected with the code and the figures of the answer's check, unless the command is legal."""
        code = answer.check(state, frame, command)
        if code is not None:
            figures = answer.figures.get(code)
            self.refuse(code, **({} if figures is None else figures(state, frame, command)))


def figures_of(sentence: str) -> frozenset[str]:
    """The names of the figures in the template of a sentence."""
    return frozenset(name for _, name, _ in _parts(sentence) if name is not None)


def filled_in(sentence: str, params: Mapping[str, Json]) -> str:
    """The sentence with the figures in their places. Raises KeyError if one is missing."""
    words = []
    for text, name, noun in _parts(sentence):
        words.append(text)
        if name is not None:
            words.append(_said(params[name], noun))
    return "".join(words)


def seats_of(sentence: str) -> frozenset[str]:
    """The names of the figures that are numbers of seats: `{other:who}`."""
    return frozenset(name for _, name, noun in _parts(sentence) if name is not None and noun == SEATS)


def left_open(sentence: str) -> str:
    """The sentence for a list of codes, before anything is refused: "…" stands in the places of its figures."""
    return "".join(f"{text}{'' if name is None else _place(noun)}" for text, name, noun in _parts(sentence))


def _place(noun: str) -> str:
    return PLACE + plural(2, noun).removeprefix("2") if noun and noun not in (SEATS, ORDINAL, WORDS) else PLACE


@cache
def _parts(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Pieces of text, each with the figure that follows it and the figure's noun."""
    return tuple((text, name, noun or "") for text, name, noun, _ in Formatter().parse(sentence))


def _said(value: Json, noun: str) -> str:
    if isinstance(value, list):
        return listed([_said(each, noun) for each in value])
    if isinstance(value, dict):
        return listed([_said(number, capital(name)) for name, number in value.items()])
    if noun == WORDS:
        return str(value).replace("_", " ")
    if noun == ORDINAL and isinstance(value, int):
        return ordinal(value)
    if noun and isinstance(value, int):
        return seat_name(value) if noun == SEATS else plural(value, noun)
    return str(value)
