"""The URL of a Redis Cluster: redis+cluster://[user:password@]host:port,host:port, or rediss+cluster:// over TLS."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

SCHEMES = ("redis+cluster", "rediss+cluster")
STANDARD_PORT = 6379


class ClusterUrl(NamedTuple):
    """The plain URL of the first node, and host and port of every node that is named; the others are found through them."""

    first: str
    nodes: list[tuple[str, int]]


def is_cluster(url: str) -> bool:
    """Does the URL name a cluster?"""
    return url.partition("://")[0] in SCHEMES


def parse(url: str) -> ClusterUrl:
    """Take the URL of a cluster apart. Raises ValueError, which never names the password."""
    scheme, _, rest = url.partition("://")
    netloc = re.split("[/?#]", rest, maxsplit=1)[0]
    login, at, hosts = netloc.rpartition("@")
    first, *others = hosts.split(",")
    # urlsplit is given one node at a time, as it refuses brackets, those of IPv6, anywhere but around the whole host.
    parts = urlsplit(f"{scheme.removesuffix('+cluster')}://{login}{at}{first}{rest.removeprefix(netloc)}")
    named = [parts, *(urlsplit(f"//{host}") for host in others)]
    nodes = [(node.hostname or "", STANDARD_PORT if node.port is None else node.port) for node in named]
    if not all(host for host, _ in nodes):
        raise ValueError("every node needs a host, as in redis+cluster://one:6379,two:6379")
    if parts.path not in ("", "/", "/0"):
        raise ValueError(f"a cluster has database 0 only, not {parts.path[1:]}")
    return ClusterUrl(parts._replace(path="").geturl(), nodes)
