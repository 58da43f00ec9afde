"""The fields of queries and bodies: their forms, limits and descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from flask import current_app
from marshmallow import RAISE, Schema, ValidationError, fields, validate

from domain.fairness import CLIENT_SEED_BYTES
from domain.levels import STYLED as LEVEL
from domain.session.lifecycle import NAME_LENGTH, UNPRINTABLE, printable
from events.identity import GAME_ID
from events.store_types import METADATA_COUNT, Cursor
from service.schemas.names import check_visible
from tradewinds.installed import LONGEST_NAME, NAME

MAX_SEATS = 8
PLAYER_LENGTH = 100
EXTERNAL_ID_LENGTH = 100
METADATA_NAME = 40
METADATA_VALUE = 200
PLACE = f"[0-9]{{1,15}}-{GAME_ID}"
LARGEST_VERSION = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""
_DIGITS = re.compile(r"-?[0-9]{1,20}\Z")
PRINTABLE = f"^[^{UNPRINTABLE}]*$"
"""The pattern in openapi.yaml, whose strings cannot contain half surrogates."""


def check_printable(value: str) -> None:
    if not printable(value):
        raise ValidationError("Must have no control, direction or invisible characters; joiners (as in emoji) are allowed.")


def check_seed_bytes(value: str) -> None:
    if len(value.encode("utf-8", "replace")) > CLIENT_SEED_BYTES:
        raise ValidationError(f"Must not be longer than {CLIENT_SEED_BYTES} bytes in UTF-8.")


def check_installed(value: str) -> None:
    """The name of a game that this process has. document() lists them in the contract."""
    validate.OneOf(sorted(current_app.extensions["tradewinds"].codecs.games))(value)


class Strict(Schema):
    """A schema that refuses unknown fields, and names those that there are."""

    error_messages = {"type": "This must be a JSON object."}  # noqa: RUF012 (marshmallow's way)

    class Meta:
        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages["unknown"] = f"Unknown field; there are: {', '.join(self.fields) or 'none'}."


class Whole(fields.Integer):
    """A whole number; in text only digits. Refuses 1e3, 1_000, " 1" and true, which Python accepts.

    JSON Schema counts 1.0 as an integer, so this does too.
    """

    default_error_messages = {"invalid": "Must be a whole number in digits; in JSON without quotes."}  # noqa: RUF012

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or (isinstance(value, str) and not _DIGITS.match(value)):
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **more)


class Bool(fields.Boolean):
    """`true` or `false`. Refuses 1 and 0, which Python accepts."""

    default_error_messages = {"invalid": "Must be true or false, without quotes."}  # noqa: RUF012

    def __init__(self, description: str, **more: Any) -> None:
        super().__init__(metadata={"description": description}, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class ShortList(fields.List[Any]):
    """A list whose length is checked before its items, because checking the items of a huge list takes long."""

    def __init__(self, items: fields.Field[Any], most: int, **more: Any) -> None:
        self._length = validate.Length(1, most)
        super().__init__(items, validate=self._length, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> list[Any]:
        if isinstance(value, list):
            self._length(value)
        return super()._deserialize(value, attr, data, **more)


def text_of(form: str, description: str, right: str, *checks: Callable[[str], Any], **more: Any) -> fields.String:
    """A text of this form, a regular expression, that passes the checks too; `right` says what else would be right."""
    metadata = {"description": description, "pattern": f"^{form}$"}
    formed = validate.Regexp(rf"{form}\Z", error=f"Must be {right}.")
    return fields.String(validate=[*checks, formed], metadata=metadata, **more)


def printable_text(most: int, description: str, *checks: Callable[[str], None], **more: Any) -> fields.String:
    """A text of 1 to `most` printable characters that passes the checks too."""
    metadata = {"description": description, "pattern": PRINTABLE}
    return fields.String(validate=[validate.Length(1, most), check_printable, *checks], metadata=metadata, **more)


def one_of(choices: Sequence[str], description: str, **more: Any) -> fields.String:
    """One of these texts."""
    return fields.String(validate=validate.OneOf(choices), metadata={"description": description}, **more)


class Several(fields.List[Any]):
    """Values in one parameter, with commas between them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> list[Any]:
        return super()._deserialize(value.split(",") if isinstance(value, str) else value, attr, data, **more)


def several(of: fields.Field[Any], most: int, description: str, **more: Any) -> Several:
    """From one to `most` values, with commas between them."""
    return Several(of, validate=validate.Length(1, most), metadata={"description": description}, **more)


def gathered(query: Any, name: str) -> dict[str, Any]:
    """A query in which parameters such as `metadata[season]` are one object."""
    found, inside = {}, {}
    for each, value in query.items():
        bracket = re.fullmatch(rf"{name}\[(.*)\]", each, re.DOTALL)
        if bracket is None:
            found[each] = value
        else:
            inside[bracket[1]] = value
    return {**found, name: inside} if inside else found


def whole(least: int, most: int, description: str, **more: Any) -> Whole:
    """A whole number from `least` to `most`."""
    return Whole(validate=validate.Range(least, most), metadata={"description": description}, **more)


def name_field(**more: Any) -> fields.String:
    return printable_text(
        NAME_LENGTH,
        "Shown to everyone; the default is `Seat 1` for seat 0, and so on, and what it is for a bot, such as `Greedy bot`. "
        "Has a character that can be seen, no invisible ones, and is not the default of another seat",
        check_visible,
        **more,
    )


LEVELS = "One of the `bot_levels` of the ruleset. `ismcts`, a level of older versions, stands for the strongest of them"


def level_field(text: str = LEVELS, **more: Any) -> fields.String:
    named = validate.Regexp(LEVEL, error="This names no level: take one of the `bot_levels` of the ruleset.")
    return fields.String(validate=named, metadata={"description": text}, **more)


def player_field() -> fields.String:
    return printable_text(
        PLAYER_LENGTH,
        "Needs an API key: the id under which its holder knows the player, seen by the holder alone. In a game with "
        "`custody` the key may then act and see for the seat",
    )


TOO_MUCH_METADATA = f"Must have at most {METADATA_COUNT} entries."


def metadata_field() -> fields.Dict:
    return _metadata(
        f"Needs an API key: up to {METADATA_COUNT} strings of its holder, under names of up to {METADATA_NAME} characters, "
        "seen by the holder alone",
        METADATA_COUNT,
    )


def changed_metadata_field() -> fields.Dict:
    return _metadata(
        f"Strings by their names: each gets its new value, null takes it away, others stay; {METADATA_COUNT} in all",
        2 * METADATA_COUNT,
        allow_none=True,
    )


class Named(fields.Dict):
    """Values by names of the caller's choice. A fault stands under the name, whether the name or its value has it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, **more)  # type: ignore[no-untyped-call]  # marshmallow's own.
        except ValidationError as error:
            if isinstance(error.messages, dict):
                error.messages = {
                    name: [said for each in faults.values() for said in each] for name, faults in error.messages.items()
                }
            raise


def _metadata(description: str, most: int, *, allow_none: bool = False) -> fields.Dict:
    return Named(
        keys=fields.String(validate=[validate.Length(1, METADATA_NAME), check_printable]),
        values=fields.String(
            validate=[validate.Length(0, METADATA_VALUE), check_printable],
            allow_none=allow_none,
            error_messages={"invalid": "Must be a string, in quotes."},
        ),
        validate=_at_most(most),
        metadata={"description": description, "maxProperties": most},
    )


def _at_most(most: int) -> Callable[[Any], None]:
    """A check of the number of entries, which is no validator of lengths: apispec would write `maxLength` for an object."""

    def check(value: Any) -> None:
        if len(value) > most:
            raise ValidationError(TOO_MUCH_METADATA if most == METADATA_COUNT else f"Must have at most {most} entries.")

    return check


class Flag(fields.Boolean):
    """`true` or `false`, nothing else."""

    default_error_messages = {"invalid": "Must be true or false."}  # noqa: RUF012

    def __init__(self, description: str, default: Any = False) -> None:
        super().__init__(truthy={"true"}, falsy={"false"}, load_default=default, metadata={"description": description})


def version_field(description: str, least: int = 0, **more: Any) -> Whole:
    return whole(least, LARGEST_VERSION, description, **more)


def ruleset_field() -> fields.String:
    said = "Only games of this ruleset, also one that is no longer installed"
    return text_of(
        NAME.pattern, said, "the name of a ruleset, such as `pirates-of-maracaibo`", validate.Length(max=LONGEST_NAME)
    )


FROM_BEFORE = "the `next` of a page or line that you were sent, unchanged"


def place_field(description: str) -> fields.String:
    """A place in a list of games: a time in ms and a game's id."""
    return text_of(PLACE, description, FROM_BEFORE)


def place_of(text: str) -> Cursor:
    """The place that a text names."""
    place, _, game = text.partition("-")
    return int(place), game


def moment_field(description: str) -> fields.AwareDateTime:
    wrong = "Must be a time as in RFC 3339, such as 2026-01-31T18:30:00Z."
    said: dict[str, Any] = dict.fromkeys(("invalid", "invalid_awareness", "format"), wrong)
    return fields.AwareDateTime(format="iso", metadata={"description": description}, error_messages=said)


PARTS_OF_COMMITS = ("picture", "asked", "scene")
SAID_OF_COMMITS = (
    "Also give the `picture` of each position shown, what is `asked` at it, and the `scene`: what happened, beat by beat"
)
PARTS_OF_GAMES = ("picture", "asked", "offers")
SAID_OF_GAMES = (
    "Also give the `picture` of the position shown, what is `asked` at it, and the `offers` of the caller's seat, as "
    "`GET …/actions` has them"
)
PARTS_OF_ACTIONS = ("picture", "asked", "scene", "offers")
SAID_OF_ACTIONS = (
    "Also give the `picture` of the position, what is `asked` at it, the `scene`: what happened, beat by beat, and the "
    "`offers` that the caller's seat has next"
)


def include_field(parts: Sequence[str], said: str) -> Several:
    """The optional parts of an answer that the caller asks for, in any order, with commas between them."""
    of = fields.String(validate=validate.OneOf(parts))
    metadata = {"description": said, "uniqueItems": True}
    return Several(of, validate=[validate.Length(1, len(parts)), _each_once], metadata=metadata)


def _each_once(parts: Sequence[str]) -> None:
    if len({*parts}) < len(parts):
        raise ValidationError("Name each part once.")
