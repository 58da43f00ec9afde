"""Configuration: every setting comes from an environment variable, is described here and read nowhere else.

Only GAMES is read by `tradewinds/allowed.py` too, for programs that use games without a service."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import Meta

from events.errors import ConfigError
from events.identity import TOKEN
from events.redis_store import cluster_url
from events.redis_store.cluster_url import is_cluster
from tradewinds import allowed

SOCKET_PATH_LIMIT = 107
"""The longest path of a unix socket, in bytes."""

MEMORY = "/dev/shm"

LONGEST_BUDGET = 60
"""Seconds. The timeout of a bot's job allows for one move of this length."""

ADMIN_KEY = "[!-~]{32,200}"
"""The form of the operator's key."""

NO_URL = "is not a URL of a Redis, as redis://:PASSWORD@HOST:PORT/0 is; write a slash in the password as %2F, an @ as %40."

Rate: TypeAlias = Annotated[str, Meta(pattern=r"^(off|[1-9][0-9]{0,11}/(second|minute|hour|day))\Z")]


def _is_of_redis(url: str) -> bool:
    """Whether this looks like the URL of a Redis. redis-py checks it too, but its error may quote the password."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("redis", "rediss", "unix") and parts.port != 0
    except ValueError:
        return False


ORIGIN = r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?"


class Settings(msgspec.Struct, frozen=True):
    """All settings. The variable of a field is its name in capitals; an empty variable counts as not set."""

    host: Annotated[str, Meta(description="Address the service listens on")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535, description="Port the service listens on")] = 8000
    data_dir: Annotated[Path, Meta(description="Folder of the embedded Redis, the logs and the lock of `tradewinds up`")] = (
        Path("data")
    )
    games: Annotated[
        str,
        Meta(
            description="Games that may be loaded, such as `night-court==1.2.0,three-chests`, each with or without the "
            "version of its package; levels of bots of packages are named in the same way. What is not named is not "
            "imported; what is named and not installed ends the start. Not set: all that are installed"
        ),
    ] = ""
    redis_url: Annotated[
        str,
        Meta(
            description="Redis that holds the games; a cluster is `redis+cluster://host:port,host:port`. Not set: "
            "`tradewinds up` runs an embedded one in `DATA_DIR`"
        ),
    ] = ""
    queue_url: Annotated[
        str,
        Meta(
            description="Redis of the bots' job queue, never a cluster. Not set: the Redis of `REDIS_URL`, unless that is "
            "a cluster"
        ),
    ] = ""
    redis_wait_replicas: Annotated[
        int,
        Meta(
            ge=0,
            le=16,
            description="Replicas that must have an action before it is acknowledged; otherwise the answer is 503 "
            "`outcome_unknown`. `0`: none, so a failover may lose the actions acknowledged last",
        ),
    ] = 0
    redis_wait_ms: Annotated[int, Meta(ge=1, le=10_000, description="Milliseconds to wait for `REDIS_WAIT_REPLICAS`")] = (
        1_000
    )
    redis_appendfsync: Annotated[
        Literal["always", "everysec"],
        Meta(
            description="How the embedded Redis secures its log: `always` keeps every acknowledged action, `everysec` is "
            "faster and may lose up to two seconds"
        ),
    ] = "always"
    redis_rewrite_after: Annotated[
        int,
        Meta(
            ge=1,
            description="Seconds after which the embedded Redis writes its log anew once names were forgotten or games "
            "deleted: until then the log still has them. All removals of that time take one rewrite",
        ),
    ] = 2_400
    web_concurrency: Annotated[int, Meta(ge=1, description="Web processes of gunicorn")] = 2
    worker_connections: Annotated[
        int, Meta(ge=2, description="Connections that one web process holds at a time; each live stream needs one")
    ] = 10_000
    max_followers: Annotated[
        int, Meta(ge=1, description="Live streams and long polls of one web process; fewer than `WORKER_CONNECTIONS`")
    ] = 5_000
    max_followers_per_address: Annotated[
        int, Meta(ge=1, description="The most of these from one address; those from the machine itself are not counted")
    ] = 1_000
    public_url: Annotated[
        str,
        Meta(
            description="Address of the service as players know it, such as `https://games.example`: links to tables in "
            "answers begin with it. Empty: they are relative"
        ),
    ] = ""
    cors_origins: Annotated[
        str, Meta(description="Origins whose pages may call the service, separated by spaces. `*`: all")
    ] = "*"
    embed_origins: Annotated[
        str,
        Meta(
            description="Origins whose pages may show games in a frame, separated by spaces, such as "
            "`https://club.example`: `/embed/games/<id>` is a view without seats. Empty: none, and there is no such view"
        ),
    ] = ""
    rate_limit: Annotated[
        Rate,
        Meta(
            description="Creations, claims and branches that one address may ask of one web process, like `120/minute`. An "
            "import, an audit, a chart of the standing, and each searching bot (`expert`) in a new game, in a branch or "
            "put on a seat count as ten. `off` turns off all six rate limits"
        ),
    ] = "600/minute"
    rate_limit_history: Annotated[
        Rate,
        Meta(
            description="Histories (pages, lines, streams, turns, differences, exports) that one address may read from one "
            "web process, in hundreds of commits. A commit with `picture` or `asked` counts as ten. Fewer than fifty at a "
            "time and answers of 304 count as nothing. `off`: no limit"
        ),
    ] = "3000/minute"
    rate_limit_address: Annotated[
        Rate,
        Meta(
            description="Calls of any kind that one address may make to one web process; the machine itself has no limit. "
            "`off`: no limit"
        ),
    ] = "6000/minute"
    rate_limit_token: Annotated[
        Rate,
        Meta(description="Calls of any kind with one token to one web process. `off`: no limit"),
    ] = "3000/minute"
    rate_limit_key: Annotated[
        Rate,
        Meta(
            description="Calls of any kind with one API key to one web process. They count neither for an address nor for a "
            "token; what is costly, and histories, count for the key by the limits above. `off`: no limit"
        ),
    ] = "30000/minute"
    rate_limit_seat: Annotated[
        Rate,
        Meta(
            description="Out-of-turn commands of one seat or host in one web process, accepted or refused: handing a seat "
            "over or back, taking back, renewing tokens. `off`: no limit"
        ),
    ] = "20/minute"
    trusted_proxies: Annotated[
        int,
        Meta(
            ge=0,
            le=16,
            description="Reverse proxies in front, each of which adds its caller's address to `X-Forwarded-For`; the "
            "limits then count that address. Never set more than there are: callers could then choose their address",
        ),
    ] = 0
    max_body_bytes: Annotated[
        int, Meta(ge=1024, description="Largest file to import, in bytes; JSON bodies have up to 65536")
    ] = 8 * 2**20
    request_timeout: Annotated[
        int,
        Meta(ge=1, description="Seconds that a client may take to send a body, or to read the next piece of an answer"),
    ] = 60
    anonymous: Annotated[
        Literal["on", "off"],
        Meta(description="Whether anybody may create, branch and import games. `off`: only with an API key"),
    ] = "on"
    admin_key: Annotated[
        str,
        Meta(
            description="Key of the operator for `/v1/keys` and `/v1/admin` (`Authorization: Bearer …`): 32 to 200 visible "
            "ASCII characters, chosen at random. Not set: these addresses do not exist"
        ),
    ] = ""
    webhooks_key_file: Annotated[
        str,
        Meta(
            description="File with the key that encrypts the secrets of webhooks, 64 hexadecimal digits (`openssl rand -hex "
            "32`), which all processes need. Not set: `keys/webhooks.key` in `DATA_DIR`, made when it is first needed, with "
            "the embedded Redis; with a `REDIS_URL` there are no webhooks then"
        ),
    ] = ""
    webhook_workers: Annotated[int, Meta(ge=0, description="Processes that call webhooks")] = 1
    webhooks_private: Annotated[
        Literal["off", "on"],
        Meta(
            description="For development only. `on`: webhooks may call any address and port, by http too. Callers with an "
            "API key then reach whatever the service can reach"
        ),
    ] = "off"
    partitions: Annotated[
        int,
        Meta(
            ge=1,
            le=1024,
            description="Slots over which games are spread: 1 on a single Redis, 64 to 256 on a cluster. Never lower it "
            "once games exist",
        ),
    ] = 1
    reproducible: Annotated[
        Literal["off", "on"],
        Meta(
            description="For development only. `on`: whoever creates a game may name its `secret` and a `scenario`, a "
            "prepared position, so that tests of a frontend get the same game each time; such draws prove nothing"
        ),
    ] = "off"
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"], Meta(description="The least serious messages that are logged")
    ] = "INFO"
    log_format: Annotated[
        Literal["auto", "json", "text"],
        Meta(description="Form of the logs: `json`, one object a line, or `text`; `auto`: text on a terminal, else JSON"),
    ] = "auto"
    metrics_token: Annotated[
        str,
        Meta(
            description="Token for `/metrics` (`Authorization: Bearer …`), up to 200 visible ASCII characters. Not set: "
            "anybody may read them"
        ),
    ] = ""
    worker_metrics_port: Annotated[
        int,
        Meta(
            ge=0,
            le=65535,
            description="Port on which a bot worker that runs by itself serves its metrics, to anybody who can reach it. "
            "`0`: none. Under `tradewinds up`, `/metrics` of the service has the workers' metrics",
        ),
    ] = 0
    cached_games: Annotated[int, Meta(ge=1, description="Games whose state one process keeps in memory")] = 1_000
    archive_dir: Annotated[
        str,
        Meta(
            description="Folder, shared by all instances, to which finished games are moved; `off`: they stay in Redis. "
            "Not set: `archive` in `DATA_DIR` with the embedded Redis, `off` with a `REDIS_URL`"
        ),
    ] = ""
    archive_after: Annotated[
        int, Meta(ge=900, description="Seconds between the end of a game and its move to the archive, at least 900")
    ] = 86_400
    abandon_after_days: Annotated[
        int,
        Meta(
            ge=0,
            le=36_500,
            description="Days without any action after which an unfinished game, lobby or branch is abandoned, and so "
            "moved to the archive. `0`: never",
        ),
    ] = 0
    sleep_dir: Annotated[
        str,
        Meta(
            description="Folder, shared by all instances, for the logs of running games that nobody has acted on for "
            "`SLEEP_AFTER`; `off`: they stay in Redis. Not set: `sleep` in `DATA_DIR` with the embedded Redis, `off` with a "
            "`REDIS_URL`"
        ),
    ] = ""
    sleep_after: Annotated[
        int,
        Meta(ge=900, description="Seconds without any action after which a running game's log leaves Redis, at least 900"),
    ] = 259_200
    sleep_key_file: Annotated[
        str,
        Meta(
            description="File with the key that encrypts the files in `SLEEP_DIR`, 64 hexadecimal digits; not in that "
            "folder. It is made if the folder is new. Not set: `keys/sleep.key` in `DATA_DIR` with the embedded Redis; must "
            "be set with a `REDIS_URL` and a `SLEEP_DIR`"
        ),
    ] = ""
    bot_budget: Annotated[
        float,
        Meta(gt=0, le=LONGEST_BUDGET, description=f"Seconds that a bot may think about one move, at most {LONGEST_BUDGET}"),
    ] = 0.3
    bot_workers: Annotated[int, Meta(ge=0, description="Processes that play the bots")] = 1

    @classmethod
    def from_env(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Read the settings. Raises ConfigError for the first invalid value."""
        given = {name: environ[name.upper()] for name in cls.__struct_fields__ if environ.get(name.upper())}
        try:
            settings = msgspec.convert(given, cls, strict=False, dec_hook=lambda wanted, value: wanted(value))
        except msgspec.ValidationError as error:
            reason, _, field = str(error).partition(" - at `$.")
            variable = field.rstrip("`").upper()
            raise ConfigError(f"{variable}={environ[variable]}: {reason}") from None
        settings._refuse_unknown_games()
        settings._refuse_unreadable_urls()
        settings._refuse_unfit_cluster()
        settings._refuse_only_followers()
        settings._refuse_unbearable_token()
        settings._refuse_guessable_key()
        settings._refuse_unfit_origins()
        settings._refuse_unfit_sleep_key()
        return settings

    def require_redis(self) -> None:
        """Raises ConfigError if no Redis is configured, and `tradewinds up` runs none."""
        if not self.redis_url and not self.redis_socket.exists():
            raise ConfigError(
                f"REDIS_URL is not set, and no `tradewinds up` runs a Redis on DATA_DIR={self.data_dir}; set it, as to "
                "redis://HOST:6379/0"
            )

    def _refuse_unknown_games(self) -> None:
        """The packages are looked up, not imported."""
        try:
            allowed.refuse_unknown(self.games)
        except allowed.NotInstalled as error:
            raise ConfigError(str(error)) from None

    def _refuse_unreadable_urls(self) -> None:
        for variable, url in (("REDIS_URL", self.redis_url), ("QUEUE_URL", self.queue_url)):
            if url and not is_cluster(url) and not _is_of_redis(url):
                raise ConfigError(f"{variable} {NO_URL}")

    def _refuse_unfit_cluster(self) -> None:
        if is_cluster(self.queue_redis):
            raise ConfigError(
                "QUEUE_URL must name a Redis that is not a cluster: the job queue cannot run on one. It may be a small Redis"
            )
        if not is_cluster(self.redis_url):
            return
        try:
            cluster_url.parse(self.redis_url)
        except ValueError as error:
            raise ConfigError(f"REDIS_URL is not the URL of a cluster: {error}") from None
        if self.partitions == 1:
            raise ConfigError(
                "PARTITIONS=1 would keep all games on one node of the cluster that REDIS_URL names; set it to 64 or more"
            )

    def _refuse_only_followers(self) -> None:
        """Each follower holds a connection; some must be left for other requests."""
        if self.max_followers >= self.worker_connections:
            raise ConfigError(
                f"MAX_FOLLOWERS={self.max_followers} could take all WORKER_CONNECTIONS={self.worker_connections} and leave "
                f"none for other requests; set MAX_FOLLOWERS to {self.worker_connections // 2} (fewer than "
                f"{self.worker_connections}), or WORKER_CONNECTIONS to {2 * self.max_followers}"
            )

    def _refuse_unbearable_token(self) -> None:
        """No request could send such a token, so nobody could read the metrics."""
        if self.metrics_token and not re.fullmatch(TOKEN, self.metrics_token):
            raise ConfigError("METRICS_TOKEN must have 1 to 200 visible ASCII characters without spaces")

    def _refuse_guessable_key(self) -> None:
        if self.admin_key and not re.fullmatch(ADMIN_KEY, self.admin_key):
            raise ConfigError(
                "ADMIN_KEY must have 32 to 200 visible ASCII characters without spaces, chosen at random; `openssl rand "
                "-hex 32` makes one"
            )

    def _refuse_unfit_origins(self) -> None:
        """They become part of a header, in which anything else could allow more than was meant."""
        if self.public_url and not re.fullmatch(ORIGIN, self.public_url):
            raise ConfigError(f"PUBLIC_URL is {self.public_url!r}, which is no address such as https://games.example")
        for origin in self.embed_origins.split():
            if not re.fullmatch(ORIGIN, origin):
                raise ConfigError(f"EMBED_ORIGINS has {origin!r}, which is no origin such as https://club.example")

    def _refuse_unfit_sleep_key(self) -> None:
        if self.sleep is None:
            return
        if self.redis_url and not self.sleep_key_file:
            raise ConfigError(
                "SLEEP_KEY_FILE must name a file that all instances have, with the key that encrypts the files in "
                f"SLEEP_DIR={self.sleep_dir}"
            )
        if self.sleep_key.absolute().is_relative_to(self.sleep.absolute()):
            raise ConfigError(f"SLEEP_KEY_FILE={self.sleep_key} must not be in the folder whose files it encrypts")

    @property
    def address(self) -> str:
        """Host and port as a URL has them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def games_redis(self) -> str:
        """URL of the Redis that holds the games, configured or embedded."""
        return self.redis_url or f"unix://{quote(str(self.redis_socket))}"

    @property
    def queue_redis(self) -> str:
        """URL of the Redis that holds the job queue."""
        return self.queue_url or self.games_redis

    @property
    def archive(self) -> Path | None:
        """The folder of the archive; None: games stay in Redis."""
        if not self.archive_dir:
            # With an external Redis, instances may run on several machines and have different data folders.
            return None if self.redis_url else self.data_dir / "archive"
        return None if self.archive_dir == "off" else Path(self.archive_dir)

    @property
    def sleep(self) -> Path | None:
        """The folder of sleeping games; None: games stay in Redis."""
        if not self.sleep_dir:
            return None if self.redis_url else self.data_dir / "sleep"
        return None if self.sleep_dir == "off" else Path(self.sleep_dir)

    @property
    def sleep_key(self) -> Path:
        """The file of the key that encrypts the files of sleeping games."""
        return Path(self.sleep_key_file) if self.sleep_key_file else self.data_dir / "keys" / "sleep.key"

    @property
    def webhooks_key(self) -> Path | None:
        """The file of the key that encrypts webhooks' secrets; None: there are no webhooks."""
        if self.webhooks_key_file:
            return Path(self.webhooks_key_file)
        return None if self.redis_url else self.data_dir / "keys" / "webhooks.key"

    @property
    def redis_socket(self) -> Path:
        """Where the embedded Redis listens: in the data folder or, if its path is too long, in a temporary folder.

        That folder is not in /dev/shm: systemd clears it when an ordinary user logs out, and Redis could not be reached.
        """
        socket = self.data_dir.absolute() / "redis.sock"
        if len(os.fsencode(socket)) <= SOCKET_PATH_LIMIT:
            return socket
        return self._own_folder(tempfile.gettempdir()) / "redis.sock"

    @property
    def run_dir(self) -> Path:
        """Where `tradewinds up` keeps files that live as long as itself; each data folder has its own.

        It is in memory where Linux offers that. Metrics are files mapped into memory, and a process that writes to one on a
        full disk is killed.
        """
        return self._own_folder(MEMORY if os.access(MEMORY, os.W_OK) else tempfile.gettempdir())

    def _own_folder(self, place: str) -> Path:
        """The folder of this user and data folder in a place that all users share."""
        digest = hashlib.sha256(os.fsencode(self.data_dir.absolute())).hexdigest()[:16]
        return Path(place) / f"tradewinds-{os.getuid()}-{digest}"
