"""The schemas of queries and bodies. Actions are typed by each game instead."""

from __future__ import annotations

import re
from typing import Any, get_args

from flask import current_app
from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from domain.clocks import LONGEST_SECONDS, MOST_PATIENCE, OnTimeout
from domain.fairness import CLIENT_SEED_BYTES
from domain.levels import NAME as LEVEL
from domain.lifecycle import NAME_LENGTH, UNPRINTABLE, printable
from domain.table import Status, TakebackMode, Visibility
from events.identity import BROUGHT_TOKEN, GAME_ID, TOKEN
from events.store_types import Cursor
from events.survey import PLACES
from events.webhooks.hooks import EVENTS
from events.webhooks.receivers import LONGEST_URL
from tradewinds.installed import LONGEST_NAME, NAME

MAX_SEATS = 8
PLAYER_LENGTH = 100
METADATA_COUNT = 16
METADATA_NAME = 40
METADATA_VALUE = 200
PLACE = f"[0-9]{{1,15}}-{GAME_ID}"
PAGE = 100
LONGEST_EXPORT = 10_000
LONGEST_PAGE = 1_000
LONGEST_STANDING = 5_000
"""Points of a chart; the longest games of our own have some 2,500 versions."""
LONGEST_WAIT = 60
MOST_TOKENS = 50
"""Games that one caller follows by tokens at once."""
CURSOR = r"[0-9a-f]{1,11}\Z"
"""The form of a place in a feed."""
LARGEST_VERSION = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""

_DIGITS = re.compile(r"-?[0-9]{1,20}\Z")
PRINTABLE = f"^[^{UNPRINTABLE}]*$"
"""The pattern in openapi.yaml, whose strings cannot contain half surrogates."""


def _printable(value: str) -> None:
    if not printable(value):
        raise ValidationError("Must have no control, direction or invisible characters; joiners (as in emoji) are allowed.")


def _seed_bytes(value: str) -> None:
    if len(value.encode("utf-8", "replace")) > CLIENT_SEED_BYTES:
        raise ValidationError(f"Must not be longer than {CLIENT_SEED_BYTES} bytes in UTF-8.")


def _installed(value: str) -> None:
    """The name of a game that this process has. document() lists them in the contract."""
    validate.OneOf(sorted(current_app.extensions["tradewinds"].codecs.games))(value)


class _Strict(Schema):
    error_messages = {"type": "This must be a JSON object."}  # noqa: RUF012 (marshmallow's way)

    class Meta:
        unknown = RAISE

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.error_messages["unknown"] = f"Unknown field; there are: {', '.join(self.fields) or 'none'}."


class _Whole(fields.Integer):
    """A whole number; in text only digits. Refuses 1e3, 1_000, " 1" and true, which Python accepts.

    JSON Schema counts 1.0 as an integer, so this does too.
    """

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or (isinstance(value, str) and not _DIGITS.match(value)):
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **more)


class _Bool(fields.Boolean):
    """`true` or `false`. Refuses 1 and 0, which Python accepts."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class _ShortList(fields.List[Any]):
    """A list whose length is checked before its items, because checking the items of a huge list takes long."""

    def __init__(self, items: fields.Field[Any], most: int, **more: Any) -> None:
        self._length = validate.Length(1, most)
        super().__init__(items, validate=self._length, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> list[Any]:
        if isinstance(value, list):
            self._length(value)
        return super()._deserialize(value, attr, data, **more)


def _name() -> fields.String:
    return fields.String(
        validate=[validate.Length(1, NAME_LENGTH), _printable],
        metadata={"description": "Shown to everyone; the default is `Seat 1` for seat 0, and so on", "pattern": PRINTABLE},
    )


def _level(**more: Any) -> fields.String:
    text = "One of the `bot_levels` of the ruleset. `ismcts`, a level of older versions, stands for the strongest of them"
    named = validate.Regexp(LEVEL, error="This names no level: take one of the `bot_levels` of the ruleset.")
    return fields.String(validate=named, metadata={"description": text}, **more)


def _player() -> fields.String:
    return fields.String(
        validate=[validate.Length(1, PLAYER_LENGTH), _printable],
        metadata={
            "description": "Needs an API key: the id under which its holder knows the player, seen by the holder alone. "
            "In a game with `custody` the key may then act and see for the seat",
            "pattern": PRINTABLE,
        },
    )


def _metadata() -> fields.Dict:
    return fields.Dict(
        keys=fields.String(validate=[validate.Length(1, METADATA_NAME), _printable]),
        values=fields.String(validate=[validate.Length(0, METADATA_VALUE), _printable]),
        validate=validate.Length(max=METADATA_COUNT, error=f"Must have at most {METADATA_COUNT} entries."),
        metadata={
            "description": f"Needs an API key: up to {METADATA_COUNT} strings of its holder, under names of up to "
            f"{METADATA_NAME} characters, seen by the holder alone"
        },
    )


class NewSeatSchema(_Strict):
    """The player of a seat."""

    kind = fields.String(
        required=True, validate=validate.OneOf(["human", "open", "reserved", "bot"]),
        metadata={
            "description": "`open`: can be claimed; `reserved`: can be claimed with the invitation that is in the answer; "
            "`human`: its token is in the answer; `bot`: the service plays it"
        },
    )  # fmt: skip
    name = _name()
    level = _level()
    player = _player()

    @validates_schema
    def _level_of_bots(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("kind") == "bot" and "level" not in data:
            raise ValidationError("A bot seat needs a level.", "level")
        if data.get("kind") != "bot" and "level" in data:
            raise ValidationError("Only a bot seat has a level.", "level")
        if data.get("kind") != "human" and "player" in data:
            raise ValidationError("Only a `human` seat has a player from the start.", "player")


class NewClockSchema(_Strict):
    """How long a seat may take, from when it is asked something until nothing more is asked of it. Bots have no clock."""

    seconds = _Whole(
        required=True, strict=True, validate=validate.Range(1, LONGEST_SECONDS),
        metadata={"description": "How many seconds that is, at most 366 days"},
    )  # fmt: skip
    on_timeout = fields.String(
        validate=validate.OneOf(get_args(OnTimeout)), load_default="stand_in",
        metadata={
            "description": "`stand_in`: the service answers what is asked, and after `patience` times in a row a bot gets "
            "the seat; `bot`: a bot gets the seat at once; `abandon`: the game ends. A player can take the seat back"
        },
    )  # fmt: skip
    level = _level()
    patience = _Whole(
        strict=True, validate=validate.Range(1, MOST_PATIENCE),
        metadata={"description": "With `stand_in`: how many times in a row the service answers; the default is 3"},
    )  # fmt: skip

    @validates_schema
    def _of_the_consequence(self, data: dict[str, Any], **_: Any) -> None:
        if data.get("on_timeout") == "abandon" and "level" in data:
            raise ValidationError("No bot plays on where the game ends.", "level")
        if data.get("on_timeout") != "stand_in" and "patience" in data:
            raise ValidationError("Only `stand_in` has patience.", "patience")


class RunningClockSchema(_Strict):
    """Whether the clock is to run."""

    running = _Bool(required=True, metadata={"description": "`false` stops the clock, `true` lets it run again"})


class NewGameSchema(_Strict):
    """A new game."""

    ruleset = fields.String(required=True, validate=_installed)
    seats = _ShortList(
        fields.Nested(NewSeatSchema), MAX_SEATS, required=True,
        metadata={"description": "In clockwise order; tokens of `human` seats are in the answer, `open` seats are claimed"},
    )  # fmt: skip
    options = fields.Dict(keys=fields.String(), metadata={"description": "The game's own options"})
    visibility = fields.String(
        validate=validate.OneOf(get_args(Visibility)), load_default="public",
        metadata={"description": "`public`: in the list of games; `unlisted`: found only by its id"},
    )  # fmt: skip
    trusted_host = _Bool(
        load_default=False,
        metadata={"description": "Whether the host may give a seat to somebody else later; every seat can see this"},
    )  # fmt: skip
    takeback = fields.String(
        validate=validate.OneOf(get_args(TakebackMode)), load_default="never",
        metadata={
            "description": "Which actions players may take back. `never`: none; `own`: the seat's last one, if nobody else "
            "has acted since; `consent`: also past actions of others, if all other players agree. Every seat can see this"
        },
    )  # fmt: skip
    advice = _Bool(
        load_default=False,
        metadata={"description": "Whether players may ask bots for advice, by `advise`; every seat can see this"},
    )  # fmt: skip
    custody = _Bool(
        load_default=False,
        metadata={
            "description": "Needs an API key: whether the key may act and see for the seats that it gives to a `player`; "
            "every seat can see this"
        },
    )
    clock = fields.Nested(
        NewClockSchema, metadata={"description": "How long a seat may take; left out: as long as its player likes"}
    )
    metadata = _metadata()
    secret = fields.String(
        validate=validate.Regexp(r"[0-9a-f]{64}\Z"),
        metadata={
            "description": "The secret behind all draws, 32 bytes in hex: the same secret and the same commands make the "
            "same game. Only with `REPRODUCIBLE=on`",
            "pattern": "^[0-9a-f]{64}$",
        },
    )
    scenario = fields.String(
        validate=validate.Length(1, NAME_LENGTH),
        metadata={
            "description": "The prepared position that the game begins with, one of `scenarios` of the ruleset; with its "
            "number of seats, and without `options`. Only with `REPRODUCIBLE=on`"
        },
    )


class ClaimSchema(_Strict):
    """The player who takes a seat."""

    name = _name()
    client_seed = fields.String(
        validate=[_seed_bytes, _printable],
        load_default="",
        metadata={
            "description": "Enters every draw; at most 64 bytes",
            "maxLength": CLIENT_SEED_BYTES,
            "pattern": PRINTABLE,
        },
    )
    player = _player()

    invitation = fields.String(
        validate=validate.Regexp(f"{TOKEN}\\Z"),
        metadata={
            "description": "Needed for a `reserved` seat: its invitation, or in a rematch the token of the seat before",
            "pattern": f"^{TOKEN}$",
        },
    )


class ChangeSeatSchema(_Strict):
    """The new player of a seat."""

    kind = fields.String(
        required=True, validate=validate.OneOf(["human", "bot", "open", "reserved"]),
        metadata={
            "description": "`bot` hands the seat over; `human` takes it back (seat) or gives it away (trusted host); `open` "
            "and `reserved` (host) make it free again before the game begins"
        },
    )  # fmt: skip
    level = _level()
    name = _name()

    @validates_schema
    def _level_of_bots(self, data: dict[str, Any], **_: Any) -> None:
        NewSeatSchema._level_of_bots(self, data)
        if data.get("kind") != "human" and "name" in data:
            raise ValidationError("Only a new player brings a name.", "name")


class NewTokenSchema(_Strict):
    """A token that is to replace the one with which it is sent."""

    token = fields.String(
        required=True, validate=validate.Regexp(f"{BROUGHT_TOKEN}\\Z"),
        metadata={"description": "`tw_` and 32 to 100 random characters of your choice", "pattern": f"^{BROUGHT_TOKEN}$"},
    )  # fmt: skip


class BranchSchema(_Strict):
    """A new branch."""

    version = _Whole(
        required=True, strict=True, validate=validate.Range(1, LARGEST_VERSION),
        metadata={"description": "The branch begins at the position after this version"},
    )  # fmt: skip
    seat = _Whole(
        strict=True, allow_none=True, load_default=None, validate=validate.Range(0, LARGEST_VERSION),
        metadata={"description": "A seat that a person plays on in the branch, even if a bot plays it here"},
    )  # fmt: skip


class _Flag(fields.Boolean):
    """`true` or `false`, nothing else."""

    def __init__(self, description: str) -> None:
        super().__init__(truthy={"true"}, falsy={"false"}, load_default=False, metadata={"description": description})


def _version(description: str, least: int = 0, **more: Any) -> _Whole:
    return _Whole(validate=validate.Range(least, LARGEST_VERSION), metadata={"description": description}, **more)


def _ruleset() -> fields.String:
    return fields.String(
        validate=[validate.Length(max=LONGEST_NAME), validate.Regexp(rf"{NAME.pattern}\Z")],
        metadata={
            "description": "Only games of this ruleset; it need not be installed any more", "pattern": f"^{NAME.pattern}$"
        },
    )  # fmt: skip


def _place(description: str) -> fields.String:
    """A place in a list of games: a time in ms and a game's id."""
    return fields.String(
        validate=validate.Regexp(rf"{PLACE}\Z"), metadata={"description": description, "pattern": f"^{PLACE}$"}
    )


def place_of(text: str) -> Cursor:
    """The place that a text names."""
    place, _, game = text.partition("-")
    return int(place), game


def _moment(description: str) -> fields.AwareDateTime:
    return fields.AwareDateTime(format="iso", metadata={"description": description})


class _Include(fields.String):
    """What is to be in an answer beside what is always in it."""

    def __init__(self) -> None:
        super().__init__(
            validate=validate.OneOf(["picture", "asked", "picture,asked"]),
            metadata={"description": "Also give the `picture` of each position shown, and what is `asked` at it"},
        )


class NoteChangeSchema(_Strict):
    """A change of what the holder of an API key has noted about a game. What is left out stays."""

    metadata = _metadata()
    players = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[0-7]\Z", error="Must be the number of a seat.")),
        values=fields.String(allow_none=True, validate=[validate.Length(1, PLAYER_LENGTH), _printable]),
        metadata={"description": "The players of the seats with these numbers; null: nobody"},
    )


class ForgetPlayerSchema(_Strict):
    """The player who is to be forgotten."""

    player = fields.String(
        required=True, validate=[validate.Length(1, PLAYER_LENGTH), _printable],
        metadata={"description": "The id under which the holder of the key knows the player", "pattern": PRINTABLE},
    )  # fmt: skip


class NewWebhookSchema(_Strict):
    """A receiver of events."""

    url = fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_URL),
        metadata={"description": "Where to call: https on port 443, at a name with public addresses only"},
    )
    events = _ShortList(
        fields.String(validate=validate.OneOf(EVENTS)),
        len(EVENTS),
        required=True,
        metadata={"description": "What to call for"},
    )


class NewKeySchema(_Strict):
    """A new API key."""

    name = fields.String(
        required=True, validate=[validate.Length(1, NAME_LENGTH), _printable],
        metadata={"description": "What the operator calls it, such as the site that gets it", "pattern": PRINTABLE},
    )  # fmt: skip


class PointQuery(_Strict):
    """A point in a game's history."""

    version = _version("The game as it was at this version", 1)
    turn = _version("The game after the last commit of this turn")
    open = _Flag("Show everything with nothing hidden; only when the game is over")

    @validates_schema
    def _one_point(self, data: dict[str, Any], **_: Any) -> None:
        if "version" in data and "turn" in data:
            raise ValidationError("Give version or turn, not both.", "turn")


class GameQuery(PointQuery):
    """A point in a game's history, and what is shown beside the game."""

    include = _Include()


class ActionsQuery(_Strict):
    advise = fields.String(
        validate=validate.Regexp(LEVEL),
        metadata={
            "description": "Also give the actions in the order in which a bot of this level would choose them, one of the "
            "`advising_levels` of the ruleset; only in games created with `advice`"
        },
    )
    unavailable = _Flag("Also give actions that a person would look for and that are not legal now, with the reasons")


class ActQuery(_Strict):
    include = _Include()
    dry_run = _Flag("Only report whether the action is legal, and if not why; nothing is stored or drawn")


class EventsQuery(_Strict):
    after = _version("Commits after this version", load_default=0)
    limit = _Whole(
        validate=validate.Range(1, LONGEST_PAGE), load_default=PAGE, metadata={"description": "The most commits to return"}
    )
    wait = _Whole(
        validate=validate.Range(0, LONGEST_WAIT), load_default=0,
        metadata={"description": "The most seconds to wait for the first commit"},
    )  # fmt: skip
    include = _Include()
    open = _Flag("Show everything with nothing hidden; only when the game is over")


class FeedQuery(_Strict):
    cursor = fields.String(
        validate=validate.Regexp(CURSOR), metadata={"description": "Read on from here", "pattern": f"^{CURSOR[:-2]}$"}
    )
    wait = _Whole(
        validate=validate.Range(0, LONGEST_WAIT), load_default=0,
        metadata={"description": "The most seconds to wait for the first entry"},
    )  # fmt: skip


class HeldTokenSchema(_Strict):
    """A token, and the game in which it counts."""

    game = fields.String(
        required=True,
        validate=validate.Regexp(rf"{GAME_ID}\Z"),
        metadata={"description": "The game's id", "pattern": f"^{GAME_ID}$"},
    )
    token = fields.String(
        required=True,
        validate=validate.Regexp(rf"{TOKEN}\Z"),
        metadata={"description": "The token of its host or of a seat", "pattern": f"^{TOKEN}$"},
    )


class HandSchema(_Strict):
    """Games, with the token of a host or a seat for each."""

    games = _ShortList(
        fields.Nested(HeldTokenSchema), MOST_TOKENS, required=True, metadata={"description": "Each game once"}
    )


class TurnsQuery(_Strict):
    after = _version("Turns after this one; the default is all turns")
    limit = _Whole(
        validate=validate.Range(1, LONGEST_PAGE),
        load_default=LONGEST_PAGE,
        metadata={"description": "The most turns to return"},
    )


class StandingQuery(_Strict):
    after = _version("Versions after this one; the default is all versions", load_default=0)
    limit = _Whole(
        validate=validate.Range(1, LONGEST_STANDING),
        load_default=LONGEST_STANDING,
        metadata={"description": "The most points to return"},
    )


class DiffQuery(_Strict):
    from_ = _Whole(
        required=True, data_key="from", validate=validate.Range(1, LARGEST_VERSION),
        metadata={"description": "The first version"},
    )  # fmt: skip
    to = _Whole(required=True, validate=validate.Range(1, LARGEST_VERSION), metadata={"description": "The second version"})


class GamesQuery(_Strict):
    status = fields.String(validate=validate.OneOf(get_args(Status)), metadata={"description": "Only games of this status"})
    ruleset = _ruleset()
    open_seats = _Whole(
        validate=validate.Range(0, MAX_SEATS), metadata={"description": "Only games with at least this number of open seats"}
    )
    limit = _Whole(validate=validate.Range(1, PAGE), load_default=20, metadata={"description": "The most games to return"})
    mine = _Flag("Only games of the caller's API key, also unlisted ones, the one that changed last first")
    player = fields.String(
        validate=validate.Length(1, PLAYER_LENGTH),
        metadata={"description": "With `mine`: only games in which this player has a seat"},
    )
    to_act = fields.String(
        validate=validate.Length(1, PLAYER_LENGTH),
        metadata={"description": "With `mine`: only games in which this player must act"},
    )
    updated_since = fields.AwareDateTime(
        format="iso", metadata={"description": "With `mine`: only games that changed then or later; RFC 3339"}
    )
    after = _place("`next` of the previous page")

    @validates_schema
    def _of_a_key(self, data: dict[str, Any], **_: Any) -> None:
        for name in ("player", "to_act", "updated_since"):
            if name in data and not data["mine"]:
                raise ValidationError("Only with mine=true and an API key.", name)


class ExportQuery(_Strict):
    ruleset = _ruleset()
    status = fields.String(
        validate=validate.OneOf(["finished", "abandoned"]), load_default="finished",
        metadata={"description": "`finished`: games that were played to their end"},
    )  # fmt: skip
    since = _moment("Only games of then or later; RFC 3339")
    until = _moment("Only games before then; RFC 3339")
    limit = _Whole(
        validate=validate.Range(1, LONGEST_EXPORT), load_default=1_000, metadata={"description": "The most games to return"}
    )
    after = _place("`cursor` of the last line that arrived, or `next` of the last line of all")


_AFTER_STORED = rf"[0-9]{{1,20}}@[!-~]{{0,100}}|sleep\.[0-9]{{1,4}}\.[0-9]{{1,20}}|archive\.({GAME_ID})?"


class StoredGamesQuery(_Strict):
    min_bytes = _Whole(
        validate=validate.Range(0, LARGEST_VERSION), load_default=0,
        metadata={"description": "Only games whose logs take at least so many bytes of memory, or of their files"},
    )  # fmt: skip
    acted_before = _moment("Only games whose last commit is older; RFC 3339")
    created_before = _moment("Only games that were created before; RFC 3339")
    over = fields.Boolean(
        truthy={"true"}, falsy={"false"}, metadata={"description": "Only games that are over, or only those that are not"}
    )
    key = fields.String(
        validate=validate.Regexp(r"[a-z2-7]{12}\Z"),
        metadata={"description": "Only games that belong to the API key of this id", "pattern": "^[a-z2-7]{12}$"},
    )
    place = fields.String(
        validate=validate.OneOf(PLACES), metadata={"description": "Only games in Redis, asleep, or in the archive"}
    )
    after = fields.String(
        validate=validate.Regexp(rf"({_AFTER_STORED})\Z"),
        metadata={"description": "`next` of the previous page", "pattern": f"^({_AFTER_STORED})$"},
    )


class NoQuery(_Strict):
    """No query parameters; unknown ones are refused."""
