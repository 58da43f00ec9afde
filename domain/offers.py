"""Offers: the ids by which legal commands are sent, and the labels by which people tell them apart.

An id is a command as a short text: `sail:nassau` is the command of type `sail` with `nassau` as its first field. `|` stands
between fields, `,` between items of a list; fields at the end that hold their default are left out. An item of a list that
begins like the item before it has `~` in place of what they share: all up to the last `-` or `:` of the item before, `~~` up
to the one before that, and so on. So `ann-1:1,~2,~~2:1` is `ann-1:1`, `ann-1:2`, `ann-2:1`. A list of one empty text is
`~`. An id can be turned back into its command, so nothing is stored for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, get_origin
from urllib.parse import unquote

import msgspec
from msgspec.structs import FieldInfo, fields

from domain.game import AnyGame, Malformed
from domain.kit.plain_words import LONGEST_LABEL

LONGEST_ID = 120
"""How many characters the id of an offer has at most."""
ESCAPES = (("%", "%25"), ("|", "%7C"), (",", "%2C"), ("{", "%7B"), ("~", "%7E"))
"""Characters of values that would be taken for separators, for a JSON object or for a repetition."""
PARTS = re.compile("[-:]")
"""What ends the parts of an item that the next one may share."""


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
        raise _invalid(offer, f"there is no action of type `{kind[:LONGEST_ID]}`")
    parameters, texts = fields(found), rest.split("|") if colon else []
    if len(texts) > len(parameters):
        raise _invalid(offer, f"`{kind}` has fewer fields than it names")
    try:
        values = {parameter.encode_name: _value(parameter, text) for parameter, text in zip(parameters, texts, strict=False)}
        return msgspec.convert({"type": kind, **values}, found, strict=False)
    except msgspec.DecodeError as error:
        raise _invalid(offer, str(error)) from None


def _invalid(offer: str, reason: str) -> Malformed:
    right = "send the `id` of an offer that `GET …/actions` lists"
    return Malformed("invalid_offer", f"This id stands for no action: {reason}; {right}.", offer=offer[:LONGEST_ID])


def _text(value: Any) -> str:
    match value:
        case str():
            text = value
            for character, escape in ESCAPES:
                text = text.replace(character, escape)
            return text
        case list() | tuple():
            return ",".join(_shortened(list(map(_text, value)))) or ("~" if value else "")
        case _:
            text = msgspec.json.encode(value).decode()
            return text if text[0] != "{" else "{" + _text(text[1:])


def _shortened(items: Sequence[str]) -> Iterator[str]:
    """The items, each without the longest beginning that `~` can stand for."""
    before = ""
    for item in items:
        for left_off, start in enumerate(_beginnings(before), 1):
            if item.startswith(start):
                yield "~" * left_off + item[len(start) :]
                break
        else:
            yield item
        before = item


def _whole(items: Sequence[str]) -> Iterator[str]:
    """The items of a shortened list. Raises DecodeError where there is nothing that a `~` can stand for."""
    before = ""
    for item in items:
        rest = item.lstrip("~")
        if left_off := len(item) - len(rest):
            starts = _beginnings(before)
            if left_off > len(starts):
                raise msgspec.DecodeError(f"nothing before `{item[:LONGEST_ID]}` begins so")
            rest = starts[left_off - 1] + rest
        yield rest
        before = rest


def _beginnings(item: str) -> list[str]:
    """The beginnings of an item up to each end of a part, the longest first."""
    return [item[: found.end()] for found in PARTS.finditer(item)][::-1]


def _value(parameter: FieldInfo, text: str) -> Any:
    if get_origin(parameter.type) in (list, tuple):
        items = [""] if text == "~" else text.split(",") if text else []
        return [_item(item) for item in _whole(items)]
    return _item(text)


def _item(text: str) -> Any:
    plain = unquote(text)
    return msgspec.json.decode(plain) if text.startswith("{") else plain
