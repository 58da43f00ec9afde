"""Offers: the ids by which legal commands are sent, and the labels by which people tell them apart.

An id is a command as a short text: `sail:nassau` is the command of type `sail` with `nassau` as its first field. `|` stands
between fields, `,` between items of a list; fields at the end that hold their default are left out. An id can be turned back
into its command, so nothing is stored for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_origin
from urllib.parse import unquote

import msgspec
from msgspec.structs import FieldInfo, fields

from domain.game import AnyGame, Malformed
from domain.kit.plain_words import LONGEST_LABEL

LONGEST_ID = 100
"""How many characters the id of an offer has at most."""
ESCAPES = (("%", "%25"), ("|", "%7C"), (",", "%2C"), ("{", "%7B"))
"""Characters of values that would be taken for separators, or for a JSON object."""


def labels(game: AnyGame, view: Any, seat: int, commands: Sequence[Any], names: Sequence[str]) -> list[str]:
    """A label for each of the commands, all different: where the game's own are the same, they are numbered."""
    own = [game.words.label(view, seat, command, names) for command in commands]
    times, seen = Counter(own), Counter[str]()
    for index, label in enumerate(own):
        if times[label] > 1:
            seen[label] += 1
            number = f" ({seen[label]})"
            own[index] = label[: LONGEST_LABEL - len(number)].rstrip() + number
    return own


def offer_id(command: msgspec.Struct) -> str:
    """The id of a command."""
    parameters = fields(command)
    values = [getattr(command, parameter.name) for parameter in parameters]
    while values and parameters[len(values) - 1].default == values[-1]:
        values.pop()
    kind = str(command.__struct_config__.tag)
    return f"{kind}:{'|'.join(map(_text, values))}" if values else kind


def command_of(types: tuple[type[Any], ...], offer: str) -> Any:
    """The command of one of these types that an id stands for, whether or not it is legal. Raises Malformed."""
    kind, colon, rest = offer.partition(":")
    found = next((each for each in types if each.__struct_config__.tag == kind), None)
    if found is None:
        raise Malformed("invalid_offer", f"There is no action of type {kind!r}.", offer=offer)
    parameters, texts = fields(found), rest.split("|") if colon else []
    if len(texts) > len(parameters):
        raise Malformed("invalid_offer", f"`{kind}` has fewer fields than this id names.", offer=offer)
    try:
        values = {parameter.encode_name: _value(parameter, text) for parameter, text in zip(parameters, texts, strict=False)}
        return msgspec.convert({"type": kind, **values}, found, strict=False)
    except msgspec.DecodeError as error:
        raise Malformed("invalid_offer", f"This id stands for no action: {error}.", offer=offer) from None


def _text(value: Any) -> str:
    match value:
        case str():
            text = value
            for character, escape in ESCAPES:
                text = text.replace(character, escape)
            return text
        case list() | tuple():
            return ",".join(map(_text, value))
        case _:
            text = msgspec.json.encode(value).decode()
            return text if text[0] != "{" else "{" + _text(text[1:])


def _value(parameter: FieldInfo, text: str) -> Any:
    if get_origin(parameter.type) in (list, tuple):
        return [_item(item) for item in text.split(",")] if text else []
    return _item(text)


def _item(text: str) -> Any:
    plain = unquote(text)
    return msgspec.json.decode(plain) if text.startswith("{") else plain
