"""Web push against a push service of our own: what comes is decrypted as a browser would."""

from __future__ import annotations

import json
import os
import struct
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.utils import timezone

from engines.core.text import text
from league import outgoing
from league.delivery import encryption, outward, push, sending
from league.delivery.models import PushKey, PushSubscription
from league.players.models import Notification
from league.players.verbs.notify import notify
from league.players.verbs.settings import choose_channels
from tests.league.delivery.far import far_away

BACKEND = "django.contrib.auth.backends.ModelBackend"


class Browser:
    """The receiving side of RFC 8291."""

    def __init__(self, endpoint):
        self.key, self.secret, self.endpoint = ec.generate_private_key(ec.SECP256R1()), os.urandom(16), endpoint

    @property
    def said(self):
        p256dh = encryption.encode(encryption.public_bytes(self.key.public_key()))
        return {"endpoint": self.endpoint, "p256dh": p256dh, "auth": encryption.encode(self.secret)}

    def read(self, body):
        salt, (record, length) = body[:16], struct.unpack("!LB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert (record, length) == (4096, 65)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        receiver = encryption.public_bytes(self.key.public_key())
        key, nonce = encryption.keys_of(shared, self.secret, receiver, sender, salt)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain[-1:] == b"\x02"
        return json.loads(plain[:-1])


@pytest.fixture
def far(settings):
    settings.OUTWARD_PRIVATE = True
    with far_away() as there:
        yield there


def tell(user, kind="move", key="k1"):
    message = text("It is your move against {name}", name="Bruno")
    return notify(users=[user], kind=kind, message=message, url="/matches/x/", key=key, competition="Coppa")


def work():
    push.write_due()
    return sending.send_due()


def test_it_works(cast, far):
    browser = Browser(f"{far.url}/to/anna")
    push.subscribe(user=cast.anna, **browser.said)
    cast.anna.language = "it"
    cast.anna.save()
    tell(cast.anna)
    assert (work(), work()) == (1, 0)
    [(path, headers, body)] = far.came
    assert (path, headers["Content-Encoding"], headers["Urgency"]) == ("/to/anna", "aes128gcm", "high")
    assert browser.read(body) == {
        "title": "Coppa",
        "body": "Tocca a te contro Bruno",
        "url": "/matches/x/",
        "tag": "k1",
    }
    assert b"Bruno" not in body


def test_the_sender_is_known_by_a_signed_token(cast, far, settings):
    settings.PUBLIC_URL = "https://cup.example.org"
    push.subscribe(user=cast.anna, **Browser(f"{far.url}/to/anna").said)
    tell(cast.anna)
    work()
    said = far.came[0][1]["Authorization"]
    token, public = said.removeprefix("vapid t=").split(", k=")
    assert public == push.public_key()
    signed, _, signature = token.rpartition(".")
    head, claims = (json.loads(encryption.decode(part)) for part in signed.split("."))
    raw = encryption.decode(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), encryption.decode(public))
    key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    assert head == {"typ": "JWT", "alg": "ES256"} and claims["aud"] == far.url
    assert claims["sub"] == "https://cup.example.org"
    assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600


def test_the_worked_example_of_the_rfc():
    """RFC 8291, appendix A: the keys come out as printed there."""
    receiver = ec.derive_private_key(
        int.from_bytes(encryption.decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), ec.SECP256R1()
    )
    sender = encryption.decode(
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    )
    shared = receiver.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    key, nonce = encryption.keys_of(
        shared,
        encryption.decode("BTBZMqHH6r4Tts7J_aSIgg"),
        encryption.public_bytes(receiver.public_key()),
        sender,
        encryption.decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encryption.encode(key) == "oIhVW04MRdy2XN9CiKLxTg"
    assert encryption.encode(nonce) == "4h_95klXJ5E_qnoN"


def test_the_key_is_made_once_and_kept(db):
    first = push.public_key()
    assert push.public_key() == first and PushKey.objects.count() == 1
    assert len(encryption.decode(first)) == 65


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(cast, far, status):
    push.subscribe(user=cast.anna, **Browser(f"{far.url}/gone").said)
    far.status = status
    tell(cast.anna)
    assert work() == 0 and not PushSubscription.objects.exists()


def test_one_that_fails_is_tried_with_longer_pauses_and_forgotten(cast, far):
    push.subscribe(user=cast.anna, **Browser(f"{far.url}/broken").said)

    def fail(times):
        for _ in range(times):
            tell(cast.anna, key=f"n{Notification.objects.count()}")
            began = timezone.now()
            assert work() == 0
            yield [row.next_at - began for row in PushSubscription.objects.all()]
            PushSubscription.objects.update(next_at=began)

    far.status = 500
    pauses = [pause for [pause] in fail(push.FAILURES - 1)]
    assert pauses == sorted(pauses) and pauses[0] >= push.FIRST_WAIT and pauses[-1] > timedelta(minutes=30)
    assert PushSubscription.objects.get().failures == push.FAILURES - 1
    far.status = 201
    tell(cast.anna, key="good")
    assert work() == 1 and PushSubscription.objects.get().failures == 0
    far.status = 500
    assert list(fail(push.FAILURES))[-1] == [] and not PushSubscription.objects.exists()


def test_only_what_is_wanted_and_fresh_is_pushed(cast, far):
    push.subscribe(user=cast.anna, **Browser(f"{far.url}/to/anna").said)
    choose_channels(user=cast.anna, names=["move.page", "draw.push"], digest=False)
    tell(cast.anna)
    tell(cast.anna, "draw", "k2")
    tell(cast.anna, "draw", "k3")
    Notification.objects.filter(key="k3").update(at=timezone.now() - timedelta(days=1))
    assert work() == 1 and len(far.came) == 1
    assert list(Notification.objects.order_by("key").values_list("key", "on_page", "by_mail", "by_push")) == [
        ("k1", True, False, False),
        ("k2", False, False, True),
        ("k3", False, False, True),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://"},
        {"endpoint": "ftp://example.org/x"},
        {"endpoint": "https://me:secret@example.org/x"},
        {"endpoint": "https://example.org/" + "x" * 900},
        {"endpoint": "https://example.org:22/x"},
        {"endpoint": "https://10.0.0.1/x"},
        {"p256dh": "AAAA"},
        {"p256dh": "no base64!"},
        {"auth": "AAAA"},
    ],
)
def test_what_is_no_subscription_is_refused(cast, wrong):
    with pytest.raises(push.PushRefused):
        push.subscribe(user=cast.anna, **{**Browser("https://example.org/push").said, **wrong})


def test_a_browser_subscribes_by_the_page_and_is_forgotten_there(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    assert push.public_key() in client.get("/settings/notifications/").content.decode()
    one = Browser("https://push.example.org/1").said
    said = {
        "endpoint": one["endpoint"],
        "keys": {"p256dh": one["p256dh"], "auth": one["auth"]},
        "browser": "Firefox, Linux",
    }
    for _ in range(2):
        assert client.post("/notifications/browser/", said, content_type="application/json").status_code == 200
    row = PushSubscription.objects.get()
    assert row.user == cast.anna and "Firefox, Linux" in client.get("/settings/notifications/").content.decode()
    assert client.post("/notifications/browser/", {"x": 1}, content_type="application/json").status_code == 400
    assert client.post("/notifications/browser/", "[]", content_type="application/json").status_code == 400
    client.post("/settings/notifications/", {"do": "forget", "browser": str(row.pk)})
    assert not PushSubscription.objects.exists()


def test_a_subscription_belongs_to_whoever_signed_in_last(cast):
    one = Browser("https://push.example.org/1").said
    push.subscribe(user=cast.anna, **one)
    push.subscribe(user=cast.bruno, **one)
    assert PushSubscription.objects.get().user == cast.bruno
    assert push.unsubscribe(user=cast.anna, key=one["endpoint"]) == 0
    for number in range(push.MOST + 3):
        push.subscribe(user=cast.anna, **Browser(f"https://push.example.org/a{number}").said)
    assert PushSubscription.objects.filter(user=cast.anna).count() == push.MOST


def test_nobody_reads_what_waits_for_whoever_had_the_browser_before(cast, far):
    browser = Browser(f"{far.url}/to/family")
    push.subscribe(user=cast.anna, **browser.said)
    tell(cast.anna)
    push.write_due()
    push.subscribe(user=cast.bruno, **browser.said)
    assert (work(), far.came) == (0, [])


PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1",
    "255.255.255.255", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::",
    "2002:7f00:1::", "64:ff9b::7f00:1", "ff02::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_no_private_network_is_reached(address):
    assert not outward.is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_the_public_internet_is(address):
    assert outward.is_public(address)


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/x", "https://localhost/x", "https://[::1]:8000/", "http://example.org/"]
)
def test_nothing_is_sent_there(url):
    with pytest.raises(outward.Refused):
        outward.post(url, b"", {})


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch):
    found = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(outward.Refused):
        outward.post("https://mixed.example.org/", b"", {})


def test_a_redirect_is_not_followed(far):
    far.status, far.headers = 302, {"Location": f"{far.url}/elsewhere"}
    assert outward.post(f"{far.url}/here", b"x", {}).status == 302
    assert [path for path, _headers, _body in far.came] == ["/here"]
