"""Where webhooks may call: never into the network that the service itself is in.

A name is resolved, each of its addresses is checked, and the call goes to an address that was checked, so a name that
resolves to something else a moment later leads nowhere.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

WANTED = "Give an address like https://example.com/hook: https on port 443, at a name with public addresses only."
LONGEST_URL = 2_000
_PLAIN = re.compile(r"[!-~]+")
_GLOBAL = IPv6Network("2000::/3")
"""The public unicast addresses of IPv6; all others are refused."""
_DOCUMENTATION = IPv6Network("3fff::/20")
"""Addresses for documentation; Python knows them only from 3.13 on."""
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
    usual = 443 if parts.scheme == "https" else 80
    port = usual if port is None else port
    if port != 443 and not private:
        raise NotAllowed(f"Port {port} is not allowed.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    return Receiver(parts.scheme == "https", parts.hostname, port, target, host if port == usual else f"{host}:{port}")


def addresses_of(receiver: Receiver, *, private: bool) -> list[str]:
    """The addresses of a receiver, all of which may be called. Raises NotAllowed, OSError if the name does not resolve."""
    found = socket.getaddrinfo(receiver.host, receiver.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not private:
        require_global(receiver.host, addresses)
    return addresses


def require_global(host: str, addresses: Sequence[str]) -> None:
    """Raises NotAllowed unless every address is public."""
    for address in addresses:
        if not is_global(address):
            raise NotAllowed(f"{host} has the address {address}, which is not public.")


def is_global(text: str) -> bool:
    """Whether an address is a public one of a single machine, also after translation to IPv4."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        within = _within(address)
        if within is not None:
            return is_global(str(within))
        if address not in _GLOBAL or address in _DOCUMENTATION:
            return False
    return address.is_global and not address.is_multicast


def _within(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address to which a mapped, NAT64, 6to4 or Teredo address leads."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.sixtofour or (address.teredo[1] if address.teredo is not None else None)
