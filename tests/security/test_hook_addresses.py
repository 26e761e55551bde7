"""Attack: an address of a web hook or push service that leads into our network, or to a server of another name."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone

from league import outgoing
from league.delivery import hooks, outward
from league.delivery.models import HookMessage
from tests.league.builders import running
from tests.security.test_outgoing_requests import dripping

INSIDE = [
    "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/",
    "https://0/", "https://0.0.0.0/", "https://[::]/", "https://[::1%25lo]/", "https://[fe80::1%25eth0]/",
    "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[::127.0.0.1]/", "https://[64:ff9b::10.0.0.1]/",
    "https://[64:ff9b:1::a00:1]/", "https://[2002:a00:1::]/", "https://[2001:0:7f00:1::]/", "https://[fec0::1]/",
    "https://[fd00:ec2::254]/", "https://169.254.169.254/", "https://localhost./", "https://LOCALHOST/", "https://intranet/",
    "https://example.org:22/", "https://example.org:0/", "https://example.org:65536/", "https://example.org:-1/",
    "https://example.org@10.0.0.1/", "https://user:pass@example.org/", "https://@example.org/", "https://example.org\\@10.0.0.1/",
    "https://exa\tmple.org/\r\nX: y", "https://example.org/\r\nHost: other", "https://127。0。0。1/", "https://①②⑦.0.0.1/",
    "https:///x", "https:example.org", "//example.org/", "http://example.org/", "file:///etc/passwd", "gopher://x.org/",
]  # fmt: skip


@pytest.mark.parametrize("url", INSIDE)
def test_no_address_leads_inside(url, monkeypatch):
    monkeypatch.setattr(outgoing.socket, "create_connection", lambda *_, **__: pytest.fail("somebody was called"))
    with pytest.raises((outward.Refused, outgoing.Unreachable)):
        outward.post(url, b"x", {})


PRIVATE = ["127.0.0.1", "10.0.0.7", "0.0.0.0", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "fec0::1", "64:ff9b::7f00:1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_inside_is_refused(monkeypatch, address):
    found = [(2, 1, 6, "", ("93.184.216.34", 443)), (10, 1, 6, "", (address, 443))]
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: found[1:])
    monkeypatch.setattr(outgoing.socket, "create_connection", lambda *_, **__: pytest.fail("somebody was called"))
    with pytest.raises(outward.Refused):
        outward.post("https://rebinds.example.org/", b"x", {})
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(outward.Refused):
        outward.post("https://mixed.example.org/", b"x", {})


def test_a_name_that_answers_differently_a_moment_later_leads_nowhere(monkeypatch):
    """DNS rebinding: public when it is checked, 127.0.0.1 when it is called."""
    asked, called = [], []

    def getaddrinfo(host, port, **_):
        asked.append(host)
        return [(2, 1, 6, "", ("93.184.216.34" if len(asked) == 1 else "127.0.0.1", port))]

    def create_connection(address, **_):
        called.append(address)
        raise OSError("enough")

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(outgoing.socket, "create_connection", create_connection)
    with pytest.raises(outgoing.Unreachable):
        outward.post("https://rebinds.example.org/", b"x", {})
    assert (asked, called) == (["rebinds.example.org"], [("93.184.216.34", 443)])


def _certificate(folder, name):
    key, now = ec.generate_private_key(ec.SECP256R1()), timezone.now()
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    made = x509.CertificateBuilder(called, called, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timezone.timedelta(days=1)).not_valid_after(now + timezone.timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
    path = folder / "certificate.pem"
    plain = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    pem = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    path.write_bytes(key.private_bytes(*plain) + pem)
    return path


def whole(link):
    """Read a request with its body: a connection that is closed with bytes unread loses the answer on its way."""
    request = b""
    while not request.endswith((b"\r\n\r\nx", b"\r\n\r\nsecret")) and (part := link.recv(4096)):
        request += part
    return request


@pytest.fixture
def secure_server(tmp_path, settings, monkeypatch):
    """A server over TLS that is ``good.example.org``; its port, and the certificate that signed it."""
    settings.OUTWARD_PRIVATE = True
    path, heard = _certificate(tmp_path, "good.example.org"), []
    here = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    here.load_cert_chain(path)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            try:
                link, _peer = listener.accept()
            except OSError:
                return
            try:
                with here.wrap_socket(link, server_side=True) as secured:
                    heard.append(whole(secured))
                    secured.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            except OSError:
                link.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    here_alone = lambda _host, port, *_, **__: [(2, 1, 6, "", ("127.0.0.1", port))]  # noqa: E731
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", here_alone)
    trusting = ssl.create_default_context(cafile=path)
    yield listener.getsockname()[1], heard, trusting
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join(10)


def test_nothing_is_told_to_a_server_of_another_name_or_of_nobody(secure_server, monkeypatch):
    port, heard, trusting = secure_server
    with pytest.raises(outgoing.Unreachable):
        outward.post(f"https://good.example.org:{port}/", b"secret", {})  # nobody vouches for it
    monkeypatch.setattr(outgoing, "_tls", lambda: trusting)
    with pytest.raises(outgoing.Unreachable):
        outward.post(f"https://other.example.org:{port}/", b"secret", {})
    assert not heard
    assert outward.post(f"https://good.example.org:{port}/", b"x", {}).status == 204
    assert f"Host: good.example.org:{port}\r\n".encode() in heard[0]


def test_a_body_without_end_is_not_read(settings):
    settings.OUTWARD_PRIVATE, settings.OUTWARD_SECONDS = True, 5
    first = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    began = time.monotonic()
    with dripping(first, pause=0.01, lasts=30) as drip:
        assert outward.post(f"http://127.0.0.1:{drip.port}/", b"x", {}).status == 200
        assert time.monotonic() - began < 30


HEADS = [
    b"HTTP/1.1 200 OK\r\nX: " + b"x" * 70_000,
    b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\n" * 3,
    b"HTTP/1.1 999999999999 OK\r\n\r\n",
    b"HTTP/9.9 200 OK\r\n\r\n",
    b"\x00" * 5000,
    b"HTTP/1.1 -1 OK\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
]


@pytest.mark.parametrize("head", HEADS)
def test_a_head_that_is_none_ends_the_request(settings, head):
    settings.OUTWARD_PRIVATE, settings.OUTWARD_SECONDS = True, 1
    with dripping(head, pause=0.2, lasts=20) as drip:
        try:
            assert 100 <= outward.post(f"http://127.0.0.1:{drip.port}/", b"x", {}).status <= 999
        except outgoing.Unreachable:
            return


@pytest.mark.parametrize("name", ["[win](https://x.io)", "![win](//x.io/a.png)", "x]](//x.io)"])
def test_names_hide_no_address_behind_other_words(name):
    """Discord and Mattermost show Markdown: a player's name would be a link in the organiser's chat."""
    body = json.loads(hooks.body_of(f"{name} 2–1 Anna\nhttps://cup.example.org/competitions/a_b_c/"))
    for words in (body["content"], body["text"]):
        assert "](" not in words and "https://cup.example.org/competitions/a_b_c/" in words
        assert words.replace("\u200b", "").startswith(name)


@pytest.mark.parametrize("name", ["a\r\nX-Evil: 1", "a\u2028b", "<!channel>", "@everyone", "a\\u000d\\u000aX: y"])
def test_names_reach_no_header(cast, name):
    cup = running(cast.organiser)
    hook = hooks.set_hook(competition=cup, url="https://chat.example.org/x", by=cast.organiser)
    HookMessage.objects.filter(hook=hook).update(words=f"{name}: 2–1")
    [request] = hooks.claim((), 5)
    text = "".join(f"{key}: {value}" for key, value in request.headers.items())
    assert "\r" not in text and "\n" not in text and name not in text
    assert (
        b"<!channel>" not in request.body.partition(b'"text"')[2]
        and b"@everyone" not in request.body.partition(b'"text"')[2]
    )
