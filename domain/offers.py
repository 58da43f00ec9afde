"""Offers: the ids by which legal commands are sent, and the labels by which people tell them apart.

An id is a command as a short text: `sail:nassau` is the command of type `sail` with `nassau` as its first field. `|` stands
between fields, `,` between items of a list; fields at the end that hold their default are left out. A list of one empty text
is `%`. An id can be turned back into its command, so nothing is stored for it.

An id that would be too long is packed: `~`, a digit p and a digit n stand for the n characters of the id that begin at its
place p. Digits are those of URL-safe Base64, so both are below 64, and places count from 0 in the id that is not packed.
"""

from __future__ import annotations

import string
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
MOST_MISSED = 3
"""How many refused commands are shown among the offers at most."""
ESCAPES = (("%", "%25"), ("|", "%7C"), (",", "%2C"), ("{", "%7B"), ("~", "%7E"))
"""Characters of values that would be taken for separators, for a JSON object or for a repetition."""
DIGITS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
SHORTEST = 4
"""The fewest characters of a repetition that is shortened: its short form has three."""


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


def nearest_first(legal: Sequence[Any], refused: Sequence[tuple[Any, str]]) -> tuple[list[int], int]:
    """The order in which to show commands that are refused, as places in `refused`, which has each with its refusal's code;
    and how many of the first a person misses among the offers, at most `MOST_MISSED`.

    A command is missed if none of its type is legal; of those that are refused for one reason only the first is. A reason
    that refuses fewer commands of a type is nearer: to enter a port comes before twelve zones that are too far.
    """
    offered = {type(command) for command in legal}
    reasons = [(type(command), code) for command, code in refused]
    times = Counter(reasons)
    order = sorted(range(len(reasons)), key=lambda place: (reasons[place][0] in offered, times[reasons[place]], place))
    firsts = {reasons.index(reason) for reason in times if reason[0] not in offered}
    missed = [place for place in order if place in firsts][:MOST_MISSED]
    return [*missed, *[place for place in order if place not in missed]], len(missed)


def offer_id(command: msgspec.Struct) -> str:
    """The id of a command."""
    parameters = fields(command)
    values = [getattr(command, parameter.name) for parameter in parameters]
    while values and parameters[len(values) - 1].default == values[-1]:
        values.pop()
    kind = str(command.__struct_config__.tag)
    plain = f"{kind}:{'|'.join(map(_text, values))}" if values else kind
    return plain if len(plain) <= LONGEST_ID else _packed(plain)


def command_of(types: tuple[type[Any], ...], offer: str) -> Any:
    """The command of one of these types that an id stands for, whether or not it is legal. Raises Malformed."""
    kind, colon, rest = _unpacked(offer).partition(":")
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
            return ",".join(map(_text, value)) or ("%" if value else "")
        case _:
            text = msgspec.json.encode(value).decode()
            return text if text[0] != "{" else "{" + _text(text[1:])


def _packed(plain: str) -> str:
    """An id in which the longest repetition at each place is left out."""
    found, place = "", 0
    while place < len(plain):
        start, length = max(
            ((start, _common(plain, start, place)) for start in range(min(place, len(DIGITS)))),
            key=lambda repeated: repeated[1],
            default=(0, 0),
        )
        found += plain[place] if length < SHORTEST else f"~{DIGITS[start]}{DIGITS[length]}"
        place += 1 if length < SHORTEST else length
    return found


def _common(plain: str, start: int, place: int) -> int:
    """How many characters from `start` on are the same as from `place` on, before `place` and as far as a digit counts."""
    length = 0
    while (
        length < min(place - start, len(plain) - place, len(DIGITS) - 1) and plain[start + length] == plain[place + length]
    ):
        length += 1
    return length


def _unpacked(offer: str) -> str:
    """Raises Malformed where a `~` stands for nothing that is before it."""
    found, *rest = offer.split("~")
    for packed in rest:
        place, length = map(DIGITS.find, packed[:2].ljust(2))
        if min(place, length) < 0 or place + length > len(found):
            raise _invalid(offer, "a `~` stands for nothing that is before it")
        found += found[place : place + length] + packed[2:]
    return found


def _value(parameter: FieldInfo, text: str) -> Any:
    if get_origin(parameter.type) in (list, tuple):
        items = [""] if text == "%" else text.split(",") if text else []
        return [_item(item) for item in items]
    return _item(text)


def _item(text: str) -> Any:
    plain = unquote(text)
    return msgspec.json.decode(plain) if text.startswith("{") else plain
