"""A call of a webhook: to the address that was checked, in the name that was asked for, and never for long."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from events.webhooks.receivers import NotAllowed, Receiver, addresses_of
from tests.support import over_http
from tests.workers.receiver import receiving
from workers.webhooks.calling import Caller, CallFailed

HEADERS = {"content-type": "application/json"}


def here(receiver: Receiver, *, private: bool) -> list[str]:
    """Every name is one of this machine."""
    return ["127.0.0.1"]


@pytest.fixture
def calling() -> Iterator[Callable[..., Caller]]:
    made: list[Caller] = []
    over_http.contract()  # It checks the answers, and takes longer to make than a call may take here.

    def make(**options: object) -> Caller:
        made.append(Caller(**{"private": True, "resolve": here, "seconds": 1.0, "threads": 2, **options}))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for each in made:
        each.close()


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The contexts of a server with a certificate for a name, and of a client that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1)).not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = folder / "pem"
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file.write_bytes(signed.public_bytes(serialization.Encoding.PEM) + key.private_bytes(serialization.Encoding.PEM, *plain))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))


@pytest.mark.threat("T-36")
def test_tls_is_for_the_name_and_the_connection_for_the_checked_address(
    tmp_path: Path, calling: Callable[..., Caller]
) -> None:
    server, client = certificate(tmp_path, "club.example")
    with receiving(server) as receiver:
        call = calling(context=client)
        assert call(f"https://club.example:{receiver.port}/hook", HEADERS, b"{}") == 200
        assert receiver.calls[0][0]["host"] == f"club.example:{receiver.port}"
        with pytest.raises(CallFailed, match="TLS"):
            call(f"https://other.example:{receiver.port}/hook", HEADERS, b"{}")
        with pytest.raises(CallFailed, match="TLS"):
            calling()(f"https://club.example:{receiver.port}/hook", HEADERS, b"{}")
        assert len(receiver.calls) == 1


@pytest.mark.threat("T-36")
def test_a_name_that_leads_elsewhere_by_now_is_not_called(
    calling: Callable[..., Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was public when the webhook was made."""
    call, asked = calling(private=False, resolve=addresses_of), list[str]()

    def connect(*where: object, **_: object) -> None:
        asked.append(str(where))

    monkeypatch.setattr(socket, "create_connection", connect)
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, port, **_: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", port))]
    )
    with pytest.raises(NotAllowed, match=r"club\.example is not public"):
        call("https://club.example/hook", HEADERS, b"{}")
    assert asked == []


def test_no_proxy_of_the_environment_is_asked(calling: Callable[..., Caller], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with receiving() as receiver:
        assert calling()(receiver.url, HEADERS, b"{}") == 200


@pytest.mark.parametrize("slow", ["a name", "a connection", "an answer", "a drip", "headers", "a body"])
def test_a_call_takes_a_second_at_most(calling: Callable[..., Caller], slow: str) -> None:
    def late(receiver: Receiver, *, private: bool) -> list[str]:
        sleep(3)
        return ["127.0.0.1"]

    with receiving() as receiver, socket.create_server(("127.0.0.1", 0)) as silent:
        url, call = receiver.url, calling(resolve=late if slow == "a name" else here)
        if slow == "a connection":
            url = f"https://127.0.0.1:{silent.getsockname()[1]}/"
        elif slow == "an answer":
            receiver.hold.clear()
        else:
            receiver.drip = True
            # Cut off, both look like the end of an answer of status 200.
            receiver.before_drip = {"headers": b"HTTP/1.1 200 OK\r\nX-", "a body": b"HTTP/1.1 200 OK\r\n\r\n"}.get(slow, b"")
        began = monotonic()
        with pytest.raises(CallFailed, match="within 1 s"):
            call(url, HEADERS, b"{}")
        assert monotonic() - began < 2.5


def test_what_is_not_http_is_a_failure(calling: Callable[..., Caller]) -> None:
    with receiving() as receiver:
        receiver.headers = {f"x-{number}": "y" for number in range(200)}
        with pytest.raises(CallFailed, match="not HTTP"):
            calling()(receiver.url, HEADERS, b"{}")
