"""All exceptions of the event layer. What the rules refuse is a `domain.game.Rejected`.

::

    Exception
    ├── Unauthorized                the token is missing, or speaks for nobody in this game
    │   └── InvalidKey              the API key is not known, or was revoked
    ├── StaleVersion                the game is not at the version that the caller named
    ├── KeyReused                   the Idempotency-Key was sent before, with another command
    ├── ExternalIdTaken             the API key has another game with this external id
    ├── OtherNote                   the notes on a game are not those that the caller named
    ├── TooMuchMetadata             the metadata of a game would have more names than it may
    ├── Contended                   other commands kept getting in first
    ├── NoSuchVersion               the game has no such version or turn
    ├── StoreUnavailable            Redis cannot be reached, or cannot write now
    │   ├── StoreBusy               all connections of this process stayed in use
    │   ├── OutcomeUnknown          the reply to a write was lost
    │   │   └── NotReplicated       the write is stored, but on too few replicas
    │   ├── ClockWrong              the clock of this process is not that of Redis, and the game has a clock
    │   ├── CommitsMissing          the log is shorter than it was; a GameUnreadable too
    │   └── ArchiveUnavailable      the archive's folder is away; a GameUnreadable too
    │       └── SleepUnavailable    the folder of sleeping games is away, or its key
    ├── Diverged                    the log has another commit at a version that this process knows
    ├── GameUnreadable              one game cannot be read here; it says nothing about other games
    │   ├── LogDamaged              what is stored of a game cannot be read, folded or shown
    │   ├── ArchiveDamaged          a file of the archive is not as it was written
    │   ├── ArchiveDiffers          the archive has another log of this game
    │   ├── NotWhole                a log cannot be archived: it is incomplete, or its game is not over
    │   ├── UnknownGame             there is no game of this id
    │   │   └── GameDeleted         there was one, and the operator has deleted it
    │   └── UnknownRuleset          this process lacks the rules by which a commit was decided
    │       ├── NewerRules          it has an older version of the game
    │       └── RulesetNotInstalled  it does not have the game
    ├── BackupUnreadable            the file of a backup is damaged or cut off
    ├── BackupRefused               a backup cannot be made or restored here
    ├── TooManyWebhooks             the API key has as many webhooks as it may
    ├── PartitionsLowered           there are games in partitions beyond the configured number
    ├── ConfigError                 an environment variable has a value that cannot be used
    ├── LookupError
    │   ├── UnknownKey              there is no API key of this id
    │   └── UnknownWebhook          the API key has no webhook of this id
    └── ValueError
        └── Unreadable              a line of an exported file is no commit
            └── PartialHistory      the file is one caller's history, not the log

`code`, where a class has one, is the code of the problem over HTTP, and what a failed command is counted by.
Errors of redis-py become these in `events/redis_store/errors.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from events.envelope import Commit


class Unauthorized(Exception):
    """No token was sent where one is needed, or one that is not (or no longer) valid in this game."""

    code = "unauthorized"


class InvalidKey(Unauthorized):
    """The API key is not known here, or it was revoked."""

    code = "invalid_key"


class StaleVersion(Exception):
    """The game is not at the version that the caller named."""

    code = "stale_version"

    def __init__(self, current: int) -> None:
        super().__init__(f"the game is at version {current}")
        self.current = current


class KeyReused(Exception):
    """The Idempotency-Key was sent before, with another command."""

    code = "key_reused"


class ExternalIdTaken(Exception):
    """The API key has another game with this external id."""

    code = "external_id_taken"

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} has this external id")
        self.game = game


class OtherNote(Exception):
    """The notes on a game are not those that the caller named."""

    code = "stale_note"

    def __init__(self, tag: str) -> None:
        super().__init__("the notes were changed")
        self.tag = tag


class TooMuchMetadata(Exception):
    """The metadata of a game would have more names than it may."""


class Contended(Exception):
    """Other commands kept getting in first."""

    code = "contended"


class NoSuchVersion(Exception):
    """The game has no such version or turn (yet)."""

    code = "unknown_version"

    def __init__(self, last: int, what: Literal["version", "turn"]) -> None:
        super().__init__(f"the last {what} is {last}")
        self.last = last
        self.what = what


class GameUnreadable(Exception):
    """One game cannot be read here. It says nothing about other games, so work on many games goes on with the others."""

    code = "log_damaged"


class StoreUnavailable(Exception):
    """Redis cannot be reached, or cannot write now; nothing was written."""

    code = "store_unavailable"


class StoreBusy(StoreUnavailable):
    """All connections to Redis stayed in use; nothing was sent. It says nothing about Redis."""

    code = "busy"


class OutcomeUnknown(StoreUnavailable):
    """The connection broke during a write: nobody knows whether Redis carried it out."""

    code = "outcome_unknown"


class NotReplicated(OutcomeUnknown):
    """The commit is stored, but not in time on as many replicas as configured: a failover may lose it."""


class ClockWrong(StoreUnavailable):
    """The clock of this process is more than two seconds off that of Redis, and the commit is of a game with a clock."""

    def __init__(self, redis_ms: int) -> None:
        super().__init__("the clock of this process is not that of Redis")
        self.redis_ms = redis_ms


class CommitsMissing(StoreUnavailable, GameUnreadable):
    """A log is shorter than it was: Redis came back without its last commits, or somebody has removed some."""


class ArchiveUnavailable(StoreUnavailable, GameUnreadable):
    """The folder cannot be read or written now, or it is not the archive of this Redis. Games in Redis can still be read."""


class SleepUnavailable(ArchiveUnavailable):
    """The folder of sleeping games cannot be read or written now, is another one, or the key to its files is missing."""


class Diverged(Exception):
    """The log has another commit at a version that the caller knows, or none: Redis has lost commits (`everysec`)."""


class LogDamaged(GameUnreadable):
    """What is stored of a game is no log: a commit is missing, cannot be read, or has events that do not fold.

    Either somebody has changed what is stored, or this release has a fault.
    """

    def __init__(self, game: str, problem: str) -> None:
        super().__init__(f"the log of {game} is damaged, or this release has a fault: {problem}")
        self.game = game


class ArchiveDamaged(GameUnreadable):
    """A file of the archive is not as it was written."""

    code = "archive_damaged"


class ArchiveDiffers(GameUnreadable):
    """The archive has another log of this game."""


class NotWhole(GameUnreadable):
    """The log in Redis is incomplete, or its game is not over."""


class BackupUnreadable(Exception):
    """The file of a backup is damaged, cut off, or none."""


class BackupRefused(Exception):
    """A backup cannot be made or restored here now; the message says what to change."""


class PartitionsLowered(Exception):
    """There are games in partitions beyond the configured number."""

    def __init__(self, recorded: int) -> None:
        super().__init__(f"the games here are spread over {recorded} partitions")
        self.recorded = recorded


class TooManyWebhooks(Exception):
    """The API key has as many webhooks as it may."""

    code = "too_many_webhooks"

    def __init__(self, most: int) -> None:
        super().__init__(f"an API key has at most {most} webhooks")
        self.most = most


class ConfigError(Exception):
    """An environment variable has a value that cannot be used; the message names the variable."""


class UnknownGame(GameUnreadable):
    """There is no game of this id."""

    code = "unknown_game"


class GameDeleted(UnknownGame):
    """The operator has deleted the game of this id. The id is not given to another game."""

    code = "game_deleted"

    def __init__(self, game: str, at: str) -> None:
        super().__init__(f"{game} was deleted at {at}")
        self.game = game
        self.at = at


class UnknownKey(LookupError):
    """There is no API key of this id."""

    code = "unknown_key"


class UnknownWebhook(LookupError):
    """The API key has no webhook of this id."""

    code = "unknown_webhook"


class UnknownRuleset(GameUnreadable):
    """This process does not have the rules by which a commit was decided."""


class NewerRules(UnknownRuleset):
    """The process has an older version of the game. During an upgrade the new processes can read the commit."""

    code = "newer_rules"


class RulesetNotInstalled(UnknownRuleset):
    """The game is not installed in this environment."""

    code = "ruleset_not_installed"

    def __init__(self, ruleset: str) -> None:
        super().__init__(f"the game {ruleset!r} is not installed here")
        self.ruleset = ruleset


class Unreadable(ValueError):
    """A line of an exported file is no commit; `version` is the place where one was expected.

    `cut`: the file ends in the middle of that line. `before`: the commits that could be read.
    """

    def __init__(self, version: int, problem: str, before: Sequence[Commit] = (), *, cut: bool = False) -> None:
        super().__init__(problem)
        self.version = version
        self.before = before
        self.cut = cut


class PartialHistory(Unreadable):
    """The file is what one caller saw of a game that was not over: a history, not the log."""
