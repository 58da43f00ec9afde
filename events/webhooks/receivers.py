"""Where webhooks may call: never into the network that the service itself is in.

A name is resolved, each of its addresses is checked, and the call goes to an address that was checked, so a name that
resolves to something else a moment later leads nowhere.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

WANTED = "Give an address like https://example.com/hook: https on port 443, at a name with public addresses only."
LONGEST_URL = 2_000
LONGEST_HOST = 253
LONGEST_LABEL = 63
"""Bytes of a host's name, and between two dots of it (RFC 1035)."""
_PLAIN = re.compile(r"[!-~]+")
_SPECIAL = [
    IPv4Network(each)
    for each in (
        # The special-purpose registry of IANA, also what it calls reachable: nobody's receiver is there. Versions of Python
        # differ in what they call global.
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
        "224.0.0.0/4",  # Multicast.
        "168.63.129.16/32",  # What each virtual machine in Azure reaches its host by.
    )
]  # fmt: skip
_UNICAST = IPv6Network("2000::/3")
"""The public unicast addresses of IPv6; all others are refused."""
_SPECIAL_WITHIN = [IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20")]
"""IANA's special-purpose addresses within these: of protocols (Teredo among them), for documentation, of AS112."""
_NAT64 = IPv6Network("64:ff9b::/96")


class NotAllowed(Exception):
    """A webhook may not call there; the message says why, and what would be right."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why} {WANTED}")


class Receiver(NamedTuple):
    """Where a URL leads."""

    tls: bool
    host: str
    port: int
    target: str
    """Path and query."""
    named: str
    """Host and, unless it is the usual one, port, as a Host header has them."""


def receiver_of(url: str, *, private: bool) -> Receiver:
    """The parts of a URL that a webhook may have. Raises NotAllowed. `private`: any port and http are allowed, too."""
    if len(url) > LONGEST_URL or not _PLAIN.fullmatch(url):
        raise NotAllowed(f"A URL has up to {LONGEST_URL} visible ASCII characters; write other names in their xn-- form.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise NotAllowed(f"This is no URL: {error}.") from None
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise NotAllowed("This is no URL of a web server.")
    if "@" in parts.netloc:
        raise NotAllowed("User names and passwords are not allowed in the URL; each call is signed instead.")
    if parts.scheme == "http" and not private:
        raise NotAllowed("http is not encrypted.")
    _require_host(parts.hostname)
    usual = 443 if parts.scheme == "https" else 80
    port = usual if port is None else port
    if port != 443 and not private:
        raise NotAllowed(f"Port {port} is not allowed.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    return Receiver(parts.scheme == "https", parts.hostname, port, target, host if port == usual else f"{host}:{port}")


def _require_host(host: str) -> None:
    """Raises NotAllowed for names that no resolver takes."""
    if ":" in host:
        return
    name = host.removesuffix(".")
    if len(name) > LONGEST_HOST or not all(0 < len(label) <= LONGEST_LABEL for label in name.split(".")):
        raise NotAllowed(
            f"A host's name has up to {LONGEST_HOST} characters, and between two dots from 1 to {LONGEST_LABEL} of them."
        )


def addresses_of(receiver: Receiver, *, private: bool) -> list[str]:
    """The addresses of a receiver, all of which may be called. Raises NotAllowed, OSError if the name does not resolve."""
    found = socket.getaddrinfo(receiver.host, receiver.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not private:
        require_global(receiver.host, addresses)
    return addresses


def require_global(host: str, addresses: Sequence[str]) -> None:
    """Raises NotAllowed unless every address is public. The message has no address, which only the service may know."""
    if not all(map(is_global, addresses)):
        raise NotAllowed(f"{host} is not public.")


def is_global(text: str) -> bool:
    """Whether an address is a public one of a single machine, also after translation to IPv4."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        within = _within(address)
        if within is not None:
            return is_global(str(within))
        return address in _UNICAST and not any(address in each for each in _SPECIAL_WITHIN)
    return not any(address in each for each in _SPECIAL)


def _within(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address to which a mapped, NAT64 or 6to4 address leads."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.sixtofour
