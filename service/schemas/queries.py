"""The schemas of queries."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import ValidationError, fields, missing, pre_load, validate, validates_schema

from domain.board_svg import WIDTH
from domain.levels import STYLED as LEVEL
from domain.session import OVER, Status
from events.identity import GAME_ID
from events.store.survey import PLACES
from events.store_types import METADATA_COUNT
from service.schemas.fields import (
    EXTERNAL_ID_LENGTH,
    FROM_BEFORE,
    MAX_SEATS,
    PARTS_OF_ACTIONS,
    PARTS_OF_COMMITS,
    PARTS_OF_GAMES,
    PLAYER_LENGTH,
    SAID_OF_ACTIONS,
    SAID_OF_COMMITS,
    SAID_OF_GAMES,
    Flag,
    Strict,
    gathered,
    include_field,
    moment_field,
    one_of,
    place_field,
    ruleset_field,
    several,
    text_of,
    version_field,
    whole,
)

PAGE = 100
LONGEST_EXPORT = 10_000
LONGEST_PAGE = 1_000
LONGEST_STANDING = 5_000
"""Points of a chart; the longest games of our own have some 2,500 versions."""
LONGEST_WAIT = 60
CURSOR = "[0-9a-f]{1,11}"
"""The form of a place in a feed."""


AFTER_DELIVERY = rf"(waiting\.[0-9]{{1,15}}\.({GAME_ID}|-)\.[a-z_]{{1,20}}|past\.[0-9]{{1,3}})"
"""The form of a place in a list of deliveries: the next one waits, or it is a past one."""


class PointQuery(Strict):
    """A point in a game's history."""

    version = version_field("The game as it was at this version", 1)
    turn = version_field("The game after the last commit of this turn")
    open = Flag("Show everything with nothing hidden; only when the game is over")

    @validates_schema
    def _one_point(self, data: dict[str, Any], **_: Any) -> None:
        if "version" in data and "turn" in data:
            raise ValidationError("Give version or turn, not both.", "turn")


class PictureQuery(PointQuery):
    """A point in a game's history, and how it is drawn."""

    theme = one_of(["light", "dark"], "The ground of a drawing", load_default="light")
    width = whole(200, 4000, "The width of a drawing in pixels; its height follows from what is drawn", load_default=WIDTH)
    scene = Flag("Draw what happened in the commit that led to this position; only as an image")


class GameQuery(PointQuery):
    """A point in a game's history, and the optional parts of the answer."""

    include = include_field(PARTS_OF_GAMES, SAID_OF_GAMES)


class ActionsQuery(Strict):
    advise = fields.String(
        validate=validate.Regexp(LEVEL),
        metadata={
            "description": "Also give the actions in the order in which a bot of this level would choose them, one of the "
            "`advising_levels` of the ruleset; only in games created with `advice`"
        },
    )
    unavailable = Flag("Also give actions that a person would look for and that are not legal now, with the reasons")


class SeatCommandQuery(Strict):
    """What a seat's command is answered with."""

    include = include_field(PARTS_OF_ACTIONS, SAID_OF_ACTIONS)


class EventsQuery(Strict):
    after = version_field("Commits after this version", load_default=0)
    limit = whole(1, LONGEST_PAGE, "The most commits to return", load_default=PAGE)
    wait = whole(0, LONGEST_WAIT, "The most seconds to wait for the first commit", load_default=0)
    include = include_field(PARTS_OF_COMMITS, SAID_OF_COMMITS)
    open = Flag("Show everything with nothing hidden; only when the game is over")


class FeedQuery(Strict):
    include = include_field(["text"], "Also tell what happened, as a spectator reads it; each game must then be read")
    after = text_of(f"({CURSOR})?", "`next` of the last entry or page; empty: from now on", FROM_BEFORE)
    wait = whole(0, LONGEST_WAIT, "The most seconds to wait for the first entry", load_default=0)


class DeliveriesQuery(Strict):
    limit = whole(1, PAGE, "The most calls to return", load_default=PAGE)
    after = text_of(AFTER_DELIVERY, "`next` of the previous page", FROM_BEFORE)


class TurnsQuery(Strict):
    after = version_field("Turns after this one; the default is all turns")
    limit = whole(1, LONGEST_PAGE, "The most turns to return", load_default=LONGEST_PAGE)


class StandingQuery(Strict):
    after = version_field("Versions after this one; the default is all versions", load_default=0)
    limit = whole(1, LONGEST_STANDING, "The most points to return", load_default=LONGEST_STANDING)


class DiffQuery(Strict):
    from_ = version_field("The first version", 1, required=True, data_key="from")
    to = version_field("The second version", 1, required=True)


class OwnFilters(Strict):
    """What chooses among the games of an API key."""

    ruleset = ruleset_field()
    player = fields.String(
        validate=validate.Length(1, PLAYER_LENGTH), metadata={"description": "Only games in which this player has a seat"}
    )
    external_id = fields.String(
        validate=validate.Length(1, EXTERNAL_ID_LENGTH), metadata={"description": "Only the game with this external id"}
    )
    ids = several(
        text_of(GAME_ID, "The id of a game", "an id of a game"),
        PAGE,
        f"Only these games: up to {PAGE} ids with commas between them",
    )
    metadata = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        error_messages={"invalid": "Must be written as metadata[name]=value, once for each name."},
        metadata={
            "description": "Only games with these strings in their metadata: `metadata[season]=2026`, once for each name",
            "maxProperties": METADATA_COUNT,
        },
    )

    @pre_load
    def _brackets(self, data: Any, **_: Any) -> dict[str, Any]:
        return gathered(data, "metadata")


class GamesQuery(OwnFilters):
    status = several(
        fields.String(validate=validate.OneOf(get_args(Status))), 4, "Only games of these statuses, with commas between them"
    )
    open_seats = whole(0, MAX_SEATS, "Only games with at least this number of open seats")
    limit = whole(1, PAGE, "The most games to return", load_default=20)
    mine = Flag("Only games of the caller's API key, also unlisted ones, the one that changed last first")
    to_act = fields.String(
        validate=validate.Length(1, PLAYER_LENGTH),
        metadata={"description": "With `mine`: only games in which this player must act"},
    )
    updated_since = moment_field("With `mine`: only games that changed then or later; RFC 3339")
    after = place_field("`next` of the previous page")

    @validates_schema
    def _of_a_key(self, data: dict[str, Any], **_: Any) -> None:
        for name in ("player", "external_id", "ids", "metadata", "to_act", "updated_since"):
            if name in data and not data["mine"]:
                raise ValidationError("Only with mine=true and an API key.", name)


class ResultsQuery(OwnFilters):
    status = several(
        fields.String(validate=validate.OneOf(OVER)), 2,
        "`finished`: games that were played to their end, or so decided; `abandoned`: others that are over; commas between",
        load_default=["finished"],
    )  # fmt: skip
    since = moment_field("Only games that ended then or later; RFC 3339")
    until = moment_field("Only games that ended before then; RFC 3339")
    limit = whole(1, LONGEST_PAGE, "The most games to return", load_default=PAGE)
    after = place_field("The next page, as the header `Link` names it")


class ExportQuery(Strict):
    ruleset = ruleset_field()
    status = one_of(OVER, "`finished`: games that were played to their end", load_default="finished")
    since = moment_field("Only games of then or later; RFC 3339")
    until = moment_field("Only games before then; RFC 3339")
    limit = whole(1, LONGEST_EXPORT, "The most games to return", load_default=1_000)
    after = place_field("`next` of the last line that arrived")


_AFTER_STORED = rf"([0-9]{{1,20}}@[!-~]{{0,100}}|sleep\.[0-9]{{1,4}}\.[0-9]{{1,20}}|archive\.({GAME_ID})?)"


class StoredGamesQuery(Strict):
    min_bytes = version_field(
        "Only games whose log takes at least this number of bytes, in memory or in its file", load_default=0
    )
    acted_before = moment_field("Only games whose last commit is older; RFC 3339")
    created_before = moment_field("Only games that were created before; RFC 3339")
    over = Flag("Only games that are over, or only those that are not", missing)
    key = text_of("[a-z2-7]{12}", "Only games that belong to the API key of this id", "the id of an API key")
    place = one_of(PLACES, "Only games in Redis, asleep, or in the archive")
    after = text_of(_AFTER_STORED, "`next` of the previous page", FROM_BEFORE)


class NoQuery(Strict):
    """No query parameters; unknown ones are refused."""
