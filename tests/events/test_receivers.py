"""Where webhooks may call: nowhere in the network of the service, however the address is written."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address
from random import Random
from typing import Any

import pytest

from events.webhooks.receivers import NotAllowed, Receiver, addresses_of, is_global, receiver_of


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://example.com/", "not encrypted"),
        ("http://127.1", "not encrypted"),
        ("http://[::ffff:10.0.0.1]/", "not encrypted"),
        ("https://example.com:8443/", "Port 8443"),
        ("https://user:secret@example.com/", "User names"),
        ("https://@example.com/", "User names"),
        ("ftp://example.com/", "no URL of a web server"),
        ("https:///hook", "no URL of a web server"),
        ("//example.com/", "no URL of a web server"),
        ("https://example.com:port/", "no URL"),
        ("https://[::1/", "no URL"),
        ("https://example.com/a b", "visible ASCII"),
        ("https://bücher.example/", "xn--"),
        ("https://example.com/\r\nHost: 10.0.0.1", "visible ASCII"),
        (f"https://example.com/{'a' * 2_000}", "2000"),
        ("https://a..b/", "from 1 to 63"),
        ("https://.../", "from 1 to 63"),
        ("https://.example.com/", "from 1 to 63"),
        (f"https://{'a' * 64}.example.com/", "from 1 to 63"),
        (f"https://{'a' * 300}/", "from 1 to 63"),
        (f"https://{'.'.join(['a' * 50] * 5)}/", "up to 253"),
    ],
)
def test_only_https_on_443_without_a_user_is_called(url: str, why: str) -> None:
    with pytest.raises(NotAllowed, match=why) as refused:
        receiver_of(url, private=False)
    assert "https://example.com/hook" in str(refused.value), "says what would be right"


def test_the_parts_of_a_url() -> None:
    assert receiver_of("https://example.com", private=False) == Receiver(True, "example.com", 443, "/", "example.com")
    assert receiver_of(f"https://{'a' * 63}.example.com./", private=False).host == f"{'a' * 63}.example.com."
    assert receiver_of("http://[::1]:8000/a?b=c#d", private=True) == Receiver(False, "::1", 8000, "/a?b=c", "[::1]:8000")


@pytest.mark.threat("T-36")
@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.2.1", "192.168.0.1",
        "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
        "192.0.0.1", "192.0.0.9", "192.0.0.192", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.175.48.1",
        "198.51.100.1", "203.0.113.1", "239.255.255.255", "168.63.129.16", "::ffff:168.63.129.16", "2002:a83f:8110::1",
        "::", "::1", "::7f00:1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:0:127.0.0.1",
        "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "64:ff9b:1::808:808",
        "2002:0a00:0001::1", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:f5ff:fffe", "100::1", "2001:db8::1", "3fff::1",
        "2001::808:808", "2001:0:808:808:0:0:f7f7:f7f7", "2001:1::1", "2001:20::1", "2001:1ff:ffff::1", "2620:4f:8000::1",
        "100:0:0:1::1", "5f00::1",
        "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_global(address)


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1", "8.8.8.8", "2606:4700::1111", "64:ff9b::8.8.8.8", "::ffff:8.8.8.8", "2002:0808:0808::1",
        "100.63.255.255", "100.128.0.0", "168.63.129.15", "168.63.129.17", "172.15.255.255", "172.32.0.0", "191.255.255.255",
        "192.0.1.0", "192.88.98.255", "192.88.100.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::1",
    ],
)  # fmt: skip
def test_public_addresses(address: str) -> None:
    assert is_global(address)


@pytest.mark.threat("T-36")
def test_nothing_is_called_that_python_knows_to_be_special() -> None:
    """The addresses at the edges of each of 65,536 blocks, and a random one within: Python's own list is another's work."""
    chance = Random(5)
    for first in range(0, 2**32, 2**16):
        for number in (first, first + 0xFFFF, first + chance.randrange(2**16)):
            address = IPv4Address(number)
            assert address.is_global or not is_global(str(address)), address


def _resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    def found(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.mark.threat("T-36")
def test_every_address_of_a_name_must_be_public(monkeypatch: pytest.MonkeyPatch) -> None:
    receiver = receiver_of("https://club.example/", private=False)
    _resolving(monkeypatch, "8.8.8.8", "8.8.4.4", "8.8.8.8")
    assert addresses_of(receiver, private=False) == ["8.8.8.8", "8.8.4.4"]
    _resolving(monkeypatch, "8.8.8.8", "10.0.0.1")
    with pytest.raises(NotAllowed, match=r"club\.example is not public") as refused:
        addresses_of(receiver, private=False)
    assert "10.0.0.1" not in str(refused.value), "a caller could resolve names of this network with it"
    assert addresses_of(receiver, private=True) == ["8.8.8.8", "10.0.0.1"]


@pytest.mark.parametrize("host", ["127.1", "0x7f.1", "2130706433", "017700000001", "localhost", "[::ffff:10.0.0.1]"])
def test_no_way_of_writing_an_address_leads_in(host: str) -> None:
    with pytest.raises(NotAllowed):
        addresses_of(receiver_of(f"https://{host}/", private=False), private=False)
