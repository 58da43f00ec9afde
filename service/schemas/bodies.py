"""The schemas of bodies. Actions are typed by each game instead."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import ValidationError, fields, post_load, validate, validates_schema

from domain.fairness import CLIENT_SEED_BYTES
from domain.session import RematchBy, RematchHost, TakebackMode, Visibility
from domain.session.clocks import LONGEST_SECONDS, MOST_PATIENCE, ON_TIMEOUT, Clock, OnTimeout, WrongClock
from domain.session.lifecycle import NAME_LENGTH
from events.identity import BROUGHT_TOKEN, GAME_ID, TOKEN
from events.webhooks.hooks import EVENTS
from events.webhooks.receivers import LONGEST_URL
from service.field_docs import descriptions
from service.schemas.fields import (
    EXTERNAL_ID_LENGTH,
    MAX_SEATS,
    PLAYER_LENGTH,
    PRINTABLE,
    Bool,
    Named,
    ShortList,
    Strict,
    changed_metadata_field,
    check_installed,
    check_printable,
    check_seed_bytes,
    level_field,
    metadata_field,
    name_field,
    one_of,
    player_field,
    printable_text,
    text_of,
    version_field,
    whole,
)

KEEPS_RESULT = (
    "Needs an API key: whether the result of the game, without names, stays in `GET /v1/results` if the operator deletes it"
)
MOST_TOKENS = 50
"""Games that one caller follows by tokens at once."""


class NewSeatSchema(Strict):
    """The player of a seat."""

    kind = one_of(
        ["human", "open", "reserved", "bot"],
        "`open`: can be claimed; `reserved`: can be claimed with the invitation that is in the answer; `human`: its token "
        "is in the answer; `bot`: the service plays it",
        required=True,
    )
    name = name_field()
    level = level_field()
    player = player_field()

    @validates_schema
    def _level_of_bots(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("kind") == "bot" and "level" not in data:
            raise ValidationError("A bot seat needs a level.", "level")
        if data.get("kind") != "bot" and "level" in data:
            raise ValidationError("Only a bot seat has a level.", "level")
        if data.get("kind") == "open" and "player" in data:
            raise ValidationError("Nobody knows yet who will take an `open` seat; reserve it for a player.", "player")


_SAID = descriptions(Clock)


class NewClockSchema(Strict):
    __doc__ = Clock.__doc__

    seconds = whole(1, LONGEST_SECONDS, _SAID["seconds"], required=True, strict=True)
    on_timeout = one_of(get_args(OnTimeout), _SAID["on_timeout"], load_default=ON_TIMEOUT)
    level = level_field()
    patience = whole(1, MOST_PATIENCE, _SAID["patience"], strict=True)

    @post_load
    def _clock(self, data: dict[str, Any], **_: Any) -> Clock:
        try:
            return Clock(**data)
        except WrongClock as error:
            raise ValidationError(error.detail, error.field) from None


class RunningClockSchema(Strict):
    """Whether the clock shall run."""

    running = Bool("`false` stops the clock, `true` lets it run again", required=True)


class NewGameSchema(Strict):
    """A new game."""

    ruleset = fields.String(required=True, validate=check_installed)
    seats = ShortList(
        fields.Nested(NewSeatSchema), MAX_SEATS, required=True,
        metadata={"description": "In clockwise order; tokens of `human` seats are in the answer, `open` seats are claimed"},
    )  # fmt: skip
    options = fields.Dict(keys=fields.String(), metadata={"description": "The game's own options"})
    visibility = one_of(
        get_args(Visibility), "`public`: in the list of games; `unlisted`: found only by its id", load_default="public"
    )
    trusted_host = Bool(
        "Whether the host may give a seat to somebody else later; every seat can see this", load_default=False
    )
    takeback = one_of(
        get_args(TakebackMode),
        "Which actions players may take back. `never`: none; `own`: the seat's last one, if nobody else has acted since; "
        "`consent`: also past actions of others, if all other players agree. Every seat can see this",
        load_default="never",
    )
    advice = Bool("Whether players may ask bots for advice, by `advise`; every seat can see this", load_default=False)
    custody = Bool(
        "Needs an API key: whether the key may act and see for the seats that it gives to a `player`; every seat can see "
        "this",
        load_default=False,
    )
    clock = fields.Nested(
        NewClockSchema, metadata={"description": "How long a seat may take; left out: as long as its player likes"}
    )
    substitute = level_field(
        "The level of the bot that plays on for a seat whose player resigned or lost on time, while two others are left; by "
        "default `stand_in`"
    )
    rematch_by = one_of(
        get_args(RematchBy),
        "Who may ask for a rematch: every player and the host, or the host alone",
        load_default="players",
    )
    rematch_host = one_of(
        get_args(RematchHost),
        "Who is the host of a rematch: whoever asks first, or the host of the game before. By default `asker`; in a game of "
        "an API key `same`",
    )
    metadata = metadata_field()
    external_id = printable_text(
        EXTERNAL_ID_LENGTH,
        "Needs an API key: your own name of the game, which no other game of the key has as long as this one exists. The "
        "same creation again answers with this game, another one with its id (409 `external_id_taken`)",
    )
    keep_result = Bool(KEEPS_RESULT, load_default=False)
    secret = text_of(
        "[0-9a-f]{64}",
        "The secret behind all draws, 32 bytes in hex: the same secret and the same commands make the same game. Only with "
        "`REPRODUCIBLE=on`",
        "64 digits of hex, in lower case",
    )
    scenario = fields.String(
        validate=validate.Length(1, NAME_LENGTH),
        metadata={
            "description": "The prepared position that the game begins with, one of `scenarios` of the ruleset; with its "
            "number of seats, and without `options`. Only with `REPRODUCIBLE=on`"
        },
    )
    lesson = fields.String(
        validate=validate.Length(1, NAME_LENGTH),
        metadata={
            "description": "The lesson that the game is, one of `lessons` of the ruleset; with its number of `human` seats "
            "and with nothing else. It begins with the same cards for everybody, is never listed, and a day later nothing "
            "is left of it"
        },
    )

    @validates_schema
    def _nothing_beside_a_lesson(self, data: dict[str, Any], **_: Any) -> None:
        chosen = {"options", "clock", "substitute", "metadata", "external_id", "secret", "scenario"} & data.keys()
        if "lesson" in data and (chosen or data.get("custody") or any("player" in each for each in data.get("seats", ()))):
            raise ValidationError("A lesson is only named: leave out what else a new game may choose.", "lesson")


class ClaimSchema(Strict):
    """The player who takes a seat."""

    name = name_field()
    client_seed = fields.String(
        validate=[check_seed_bytes, check_printable],
        load_default="",
        metadata={
            "description": "Enters every draw; at most 64 bytes",
            "maxLength": CLIENT_SEED_BYTES,
            "pattern": PRINTABLE,
        },
    )
    player = player_field()
    invitation = text_of(
        TOKEN, "Needed for a `reserved` seat: its invitation, or in a rematch the token of the seat before",
        "an invitation or a token as it was sent: without blanks",
    )  # fmt: skip


class ChangeSeatSchema(Strict):
    """The new player of a seat."""

    kind = one_of(
        ["human", "bot", "open", "reserved"],
        "`bot` hands the seat over; `human` takes it back (seat) or gives it away (trusted host); `open` and `reserved` "
        "(host) make it free again before the game begins",
        required=True,
    )
    level = level_field()
    name = name_field()

    @validates_schema
    def _level_of_bots(self, data: dict[str, Any], **_: Any) -> None:
        NewSeatSchema._level_of_bots(self, data)
        if data.get("kind") != "human" and "name" in data:
            raise ValidationError("Only a new player brings a name.", "name")


class NewNameSchema(Strict):
    """Another name of the player of a seat."""

    name = name_field(required=True)


class NewTokenSchema(Strict):
    """A token that replaces the one with which it is sent."""

    token = text_of(
        BROUGHT_TOKEN, "`tw_` and 32 to 100 random characters of your choice",
        "`tw_` and 32 to 100 letters, digits, `-` and `_`", required=True,
    )  # fmt: skip


class BranchSchema(Strict):
    """A new branch."""

    version = version_field("The branch begins at the position after this version", 1, required=True, strict=True)
    seat = version_field(
        "A seat that a person plays on in the branch, even if a bot plays it here",
        strict=True,
        allow_none=True,
        load_default=None,
    )


class NoteChangeSchema(Strict):
    """A change of the notes of the holder of an API key on a game. What is left out stays."""

    metadata = changed_metadata_field()
    keep_result = Bool(KEEPS_RESULT)
    players = Named(
        keys=fields.String(validate=validate.Regexp(r"[0-7]\Z", error="Must be the number of a seat.")),
        values=fields.String(allow_none=True, validate=[validate.Length(1, PLAYER_LENGTH), check_printable]),
        metadata={"description": "The players of the seats with these numbers; null: nobody"},
    )


class ForgetPlayerSchema(Strict):
    """The player whose names are forgotten."""

    player = printable_text(PLAYER_LENGTH, "The id under which the holder of the key knows the player", required=True)


class NewWebhookSchema(Strict):
    """A receiver of events."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata={"description": "The address to call: https on port 443, at a name with public addresses only"},
    )
    events = ShortList(
        fields.String(validate=validate.OneOf(EVENTS)),
        len(EVENTS),
        required=True,
        metadata={"description": "The events to call for"},
    )


class NewKeySchema(Strict):
    """A new API key."""

    name = printable_text(NAME_LENGTH, "A name for the operator, such as the site that gets the key", required=True)


class HeldTokenSchema(Strict):
    """A token, and the game in which it counts."""

    game = text_of(GAME_ID, "The game's id", "the id of a game as it was sent", required=True)
    token = text_of(TOKEN, "The token of its host or of a seat", "a token as it was sent: without blanks", required=True)


class HandSchema(Strict):
    """Games, with the token of a host or a seat for each."""

    games = ShortList(fields.Nested(HeldTokenSchema), MOST_TOKENS, required=True, metadata={"description": "Each game once"})
