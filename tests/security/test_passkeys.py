"""Attack: a passkey of another person, site or time."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.cast import PASSWORD
from tests.passkeys import Passkey

BY_KEY = "/accounts/2fa/webauthn/login/"
ADD = "/accounts/2fa/webauthn/add/"
AGAIN = "/accounts/2fa/webauthn/reauthenticate/"
SECOND = "/accounts/2fa/authenticate/"


def browser():
    return Client(HTTP_HOST="localhost", raise_request_exception=False)


def signed_in(name, client=None):
    client = client or browser()
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def challenge_of(client):
    return client.session["mfa.webauthn.state"]["challenge"]


def user_of(client):
    return client.get("/").wsgi_request.user


def add(client, passkey, **form):
    client.get(ADD)
    credential = passkey.register(challenge_of(client))
    return client.post(ADD, {"name": "mine", "credential": credential, **form})


def begin(client):
    """Ask for the challenge of a sign-in by passkey, as the page's script does."""
    client.get(BY_KEY, headers={"X-Requested-With": "XMLHttpRequest"})
    return challenge_of(client)


def passkey_of(user, client, **values):
    passkey = Passkey(owner=user_pk_to_url_str(user), **values)
    add(client, passkey, passwordless="on" if passkey.asks_person else "")
    assert Authenticator.objects.filter(user=user, type="webauthn").exists()
    return passkey


@pytest.fixture
def anna(cast):
    EmailAddress.objects.create(user=cast.anna, email=cast.anna.email, primary=True, verified=True)
    client = signed_in("anna")
    return client, passkey_of(cast.anna, client)


def tried(client, credential):
    client.post(BY_KEY, {"credential": credential})
    return user_of(client)


def test_a_passkey_signs_in(cast, anna):
    client = browser()
    assert tried(client, anna[1].sign(begin(client))) == cast.anna


def test_an_answer_signs_in_once_and_one_browser(cast, anna):
    client, thief = browser(), browser()
    credential = anna[1].sign(begin(client))
    begin(thief)
    assert not tried(thief, credential).is_authenticated, "the challenge is another browser's"
    assert tried(client, credential) == cast.anna
    client.post("/accounts/logout/")
    begin(client)
    assert not tried(client, credential).is_authenticated
    assert not tried(browser(), credential).is_authenticated, "without a challenge of one's own"


@pytest.mark.parametrize(
    "other",
    [
        {"origin": "https://evil.example"},
        {"origin": "https://localhost.evil.example"},
        {"origin": "http://10.0.0.1"},
        {"rp_id": "evil.example"},
        {"asks_person": False},
    ],
)
def test_of_another_site_or_without_the_person_it_opens_nothing(anna, other):
    client, passkey = browser(), anna[1]
    vars(passkey).update(other)
    assert not tried(client, passkey.sign(begin(client))).is_authenticated


def test_a_passkey_of_ones_own_opens_no_account_of_another(cast, anna):
    """The attack: the thief's key tells the victim's user handle, or the victim's credential id."""
    thiefs = passkey_of(cast.bruno, signed_in("bruno"))
    thiefs.owner = anna[1].owner
    client = browser()
    assert not tried(client, thiefs.sign(begin(client))).is_authenticated
    thiefs.credential_id = anna[1].credential_id
    assert not tried(client, thiefs.sign(begin(client))).is_authenticated


def test_a_found_security_key_alone_opens_nothing(cast):
    """The attack: a question that a touch answers, got in the thief's own session, answered without password."""
    anna, thief = signed_in("anna"), signed_in("bruno")
    found = passkey_of(cast.anna, anna, asks_person=False)
    passkey_of(cast.bruno, thief)
    thief.get(AGAIN)  # a question to somebody signed in may be answered by a touch
    assert tried(thief, found.sign(challenge_of(thief))) == cast.bruno
    half = browser()
    half.post("/accounts/login/", {"login": "bruno", "password": PASSWORD})
    half.get(SECOND)
    assert not tried(half, found.sign(challenge_of(half))).is_authenticated


def test_a_copy_of_a_passkey_is_noticed(cast, anna):
    """The counter of a copy that was used less stands behind."""
    passkey = anna[1]
    passkey.counter = 40
    client = browser()
    assert tried(client, passkey.sign(begin(client))) == cast.anna
    passkey.counter = 3
    copy = browser()
    assert not tried(copy, passkey.sign(begin(copy))).is_authenticated
    passkey.counter = 41
    again = browser()
    assert tried(again, passkey.sign(begin(again))) == cast.anna


def test_passkeys_that_do_not_count_sign_in_again(cast, anna):
    for _ in range(3):
        client = browser()
        anna[1].counter = -1  # it sends 0
        assert tried(client, anna[1].sign(begin(client))) == cast.anna


def test_the_second_step_takes_a_passkey_of_the_same_account_alone(cast, anna):
    passkey_of(cast.bruno, signed_in("bruno"))
    half = browser()
    half.post("/accounts/login/", {"login": "bruno", "password": PASSWORD})
    half.get(SECOND)
    anna[1].owner = user_pk_to_url_str(cast.bruno)
    half.post(SECOND, {"credential": anna[1].sign(challenge_of(half))})
    assert not user_of(half).is_authenticated


def test_a_passkey_begun_by_one_person_is_not_added_to_the_next(cast, anna):
    """A shared device: the first leaves in the middle of adding, the second signs in."""
    client, passkey = anna[0], Passkey(owner=anna[1].owner)
    client.get(ADD)
    credential = passkey.register(challenge_of(client))
    client.post("/accounts/logout/")
    signed_in("bruno", client)
    client.post(ADD, {"name": "x", "credential": credential, "passwordless": "on"})
    assert not Authenticator.objects.filter(user=cast.bruno, type="webauthn").exists()


def test_the_same_credential_is_not_added_to_two_accounts(cast, anna):
    bruno = signed_in("bruno")
    add(bruno, anna[1])
    client = browser()
    anna[1].owner = user_pk_to_url_str(cast.bruno)
    assert tried(client, anna[1].sign(begin(client))) != cast.bruno
    assert not Authenticator.objects.filter(user=cast.bruno, type="webauthn").exists()


ODD = [
    "",
    "x",
    "null",
    "[]",
    "7",
    "{}",
    '{"id": 7}',
    '{"id":"x","rawId":"x","type":"public-key","response":{}}',
    "[" * 9000,
]


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_credential_is_refused(cast, anna, odd):
    client, member = browser(), anna[0]
    begin(client)
    assert client.post(BY_KEY, {"credential": odd}).status_code in (200, 302)
    assert not user_of(client).is_authenticated
    member.get(ADD)
    assert member.post(ADD, {"name": "x", "credential": odd}).status_code in (200, 302)


def _paths(value, path=()):
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from _paths(value[key], (*path, key))


@pytest.mark.parametrize("odd", [None, 7, "", "!", "AAAA", [], {}, "\u0000", "e30"])
@pytest.mark.parametrize("kind", ["create", "get"])
def test_a_credential_with_one_odd_part_is_refused(cast, anna, odd, kind):
    member, passkey = anna
    client = browser()
    if kind == "create":
        client = member
        client.get(ADD)
        good = Passkey(owner=passkey.owner).register(challenge_of(client))
    else:
        good = passkey.sign(begin(client))
    for path in _paths(json.loads(good)):
        if not path or path[0] in ("clientExtensionResults", "authenticatorAttachment"):
            continue
        spoilt = json.loads(good)
        place = spoilt
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = odd
        address = ADD if kind == "create" else BY_KEY
        answer = client.post(address, {"name": "x", "credential": json.dumps(spoilt)})
        assert answer.status_code in (200, 302), path
        client.get(ADD) if kind == "create" else begin(client)


def test_a_name_holds_no_letter_that_nobody_sees(cast, anna):
    client, _passkey = anna
    hidden = "\u202eK\u200bey\u00ad"
    add(client, Passkey(owner=user_pk_to_url_str(cast.anna)), name=hidden)
    key = Authenticator.objects.filter(user=cast.anna, type="webauthn").latest("pk")
    assert key.wrap().name == "Key"
    answer = client.post(f"/accounts/2fa/webauthn/keys/{key.pk}/edit/", {"name": f"New {hidden}"})
    key.refresh_from_db()
    assert answer.status_code == 302 and key.wrap().name == "New Key"
