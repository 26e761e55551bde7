"""An address resets and receives once its account has confirmed it; changing it takes the password and is told."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.players.models import Notification, User
from league.players.policy.addresses import MOST
from league.players.verbs import notify
from tests.cast import PASSWORD, account

BACKEND = "django.contrib.auth.backends.ModelBackend"
BRUNOS = "bruno@example.org"


@pytest.fixture
def real(settings):
    """Real mail, as ``deploy.settings`` sets it; what is sent lands in ``mail.outbox``."""
    settings.EMAIL_IS_REAL = True
    settings.ACCOUNT_EMAIL_VERIFICATION, settings.ACCOUNT_PREVENT_ENUMERATION = "optional", "strict"


def as_(user):
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def address_of(user, verified=True):
    return EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=verified)


def with_password(client, data, path="/accounts/email/"):
    """Send a form, and the password when it is asked for; the last answer."""
    answer = client.post(path, data)
    assert answer.status_code == 302 and answer.url.startswith("/accounts/reauthenticate/"), "asked for the password"
    return client.post(answer.url, {"password": PASSWORD}, follow=True)


def resets():
    return [sent for sent in mail.outbox if "/password/reset/key/" in sent.body]


def link_in(sent):
    return re.search(r"https?://[^/\s]+(/accounts/confirm-email/\S+)", sent.body)[1]


def test_an_address_that_somebody_only_claims_resets_nothing(cast, real):
    """The attack: Anna gives Bruno's address; the reset that Bruno asks for is of Anna's account, or the other way
    round: a typing error at the sign-up gives the account to whoever has that address."""
    User.objects.filter(pk=cast.anna.pk).update(email=BRUNOS)
    EmailAddress.objects.create(user=cast.anna, email=BRUNOS, primary=True)
    Client().post("/accounts/password/reset/", {"email": BRUNOS})
    assert resets() == []
    address_of(cast.bruno)
    Client().post("/accounts/password/reset/", {"email": BRUNOS})
    (sent,) = resets()
    assert "You sign in as bruno." in sent.body


@pytest.mark.parametrize("data", [{"action_add": ""}, {"action_remove": ""}, {"action_primary": ""}])
def test_a_minute_at_an_unlocked_phone_changes_no_address(cast, data):
    """The attack: no password, and the account has another address."""
    address_of(cast.anna)
    client = as_(cast.anna)
    answer = client.post("/accounts/email/", {"email": "thief@example.org", **data})
    if "action_add" in data:
        assert answer.url.startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": "a guess that is wrong"})
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["anna@example.org"]
    other = EmailAddress.objects.create(user=cast.anna, email="thief@example.org", verified=True)
    client.post("/accounts/email/", {"email": other.email, **data})
    assert EmailAddress.objects.get(primary=True).email == "anna@example.org"
    assert EmailAddress.objects.count() == 2


def test_the_old_address_is_told_of_the_new_one(cast, real):
    address_of(cast.anna)
    client = as_(cast.anna)
    with_password(client, {"email": "new@example.org", "action_add": ""})
    (confirm,) = mail.outbox
    assert confirm.to == ["new@example.org"] and "anna" in confirm.body and "testserver!" not in confirm.body
    client.post(link_in(confirm))
    client.post("/accounts/email/", {"email": "new@example.org", "action_primary": ""})
    told = mail.outbox[-1]
    assert told.to == ["anna@example.org"] and "new@example.org" in told.body and "If this was not you" in told.body
    client.post("/accounts/email/", {"email": "anna@example.org", "action_remove": ""})
    assert {"anna@example.org", "new@example.org"} == {sent.to[0] for sent in mail.outbox[-2:]}
    assert all("anna@example.org was removed" in sent.body for sent in mail.outbox[-2:])


def test_a_change_of_password_is_told_to_a_confirmed_address_only(cast, real):
    for verified in (False, True):
        EmailAddress.objects.all().delete()
        address_of(cast.anna, verified)
        mail.outbox.clear()
        cast.anna.refresh_from_db()
        client, new = as_(cast.anna), PASSWORD
        client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
        assert [sent.to for sent in mail.outbox] == ([["anna@example.org"]] if verified else [])


def test_a_stranger_cannot_confirm_by_the_link_of_a_misdirected_mail(cast, real):
    """The attack: the mail of a sign-up with a typing error reaches a stranger, who confirms and then resets."""
    Client().post("/accounts/signup/", {"username": "carla", "email": "typo@example.org", "password1": PASSWORD})
    (sent,) = mail.outbox
    assert sent.to == ["typo@example.org"] and sent.subject == "Confirm your address on Tabellone"
    for stranger in (Client(), as_(cast.stranger)):
        stranger.get(link_in(sent))
        stranger.post(link_in(sent))
        stranger.post("/accounts/password/reset/", {"email": "typo@example.org"})
    assert not EmailAddress.objects.filter(verified=True).exists() and resets() == []


def test_the_account_confirms_by_the_link(real, db):
    client = Client()
    client.post("/accounts/signup/", {"username": "carla", "email": "carla@example.org", "password1": PASSWORD})
    link = link_in(mail.outbox[0])
    elsewhere = Client()
    answer = elsewhere.get(link)
    assert unquote(answer.url) == f"/accounts/login/?next={link}"
    page = client.get("/accounts/email/").content.decode()
    assert "Confirm by mail" in page and "Add address" in page and "Add competition" not in page
    answer = elsewhere.post(answer.url, {"login": "carla", "password": PASSWORD, "next": link})
    assert answer.url == link and b"Confirm address" in elsewhere.get(link).content
    elsewhere.post(link)
    assert EmailAddress.objects.get(email="carla@example.org").verified
    elsewhere.post("/accounts/password/reset/", {"email": "carla@example.org"})
    assert len(resets()) == 1


def test_mail_goes_to_confirmed_addresses_only(cast, real):
    for digest in (False, True):
        for user in (cast.anna, cast.bruno):
            User.objects.filter(pk=user.pk).update(digest=digest)
            Notification.objects.create(
                user=user, kind="news", key=f"n{digest}", message=["Hello", {}], url="/", at=timezone.now()
            )
    EmailAddress.objects.filter(user=cast.anna).delete()
    address_of(cast.anna)
    address_of(cast.bruno, verified=False)
    User.objects.filter(pk__in=[cast.anna.pk, cast.bruno.pk]).update(digest=False)
    assert notify.send_mails() == 2, "both of Anna's"
    Notification.objects.update(mailed_at=None)
    User.objects.filter(pk__in=[cast.anna.pk, cast.bruno.pk]).update(digest=True)
    assert notify.send_digests() == 1
    assert {sent.to[0] for sent in mail.outbox} == {"anna@example.org"}


def test_nobody_keeps_an_address_from_its_owner(cast, real):
    """The attack: somebody gives an address first, and its owner is told that it is taken."""
    EmailAddress.objects.create(user=cast.stranger, email="carla@example.org")
    client = Client()
    client.post("/accounts/signup/", {"username": "carla", "email": "carla@example.org", "password1": PASSWORD})
    client.post(link_in(mail.outbox[0]))
    assert EmailAddress.objects.get(email="carla@example.org", verified=True).user.username == "carla"
    Client().post("/accounts/login/", {"login": "carla@example.org", "password": PASSWORD})


def test_an_address_is_given_by_few_accounts(cast, real):
    """Each account that gives it costs a sign-in by it one comparison of passwords."""
    for turn in range(MOST):
        EmailAddress.objects.create(user=account(f"one{turn}"), email="many@example.org")
    Client().post("/accounts/signup/", {"username": "carla", "email": "many@example.org", "password1": PASSWORD})
    assert not User.objects.filter(username="carla").exists()


def test_a_site_without_mail_confirms_nothing_and_asks_for_nothing(cast, settings):
    settings.EMAIL_IS_REAL = False
    client = Client()
    client.post("/accounts/signup/", {"username": "carla", "email": "carla@example.org", "password1": PASSWORD})
    assert mail.outbox == []
    text = client.get("/accounts/email/").content.decode()
    assert "Confirm by mail" not in text and "carla@example.org" in text


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_new_pages_are_in_our_words(cast, real, language):
    client = as_(cast.anna)
    client.post("/prefer/", {"language": language})
    address_of(cast.anna, verified=False)
    pages = [client.post("/accounts/email/", {"email": "a@example.org", "action_add": ""}, follow=True)]
    pages.append(client.post("/accounts/reauthenticate/?next=/accounts/email/", {"password": PASSWORD}, follow=True))
    pages += [client.get(link_in(mail.outbox[-1])), client.get("/accounts/confirm-email/")]
    pages.append(client.get("/accounts/confirm-email/no-such-key/"))
    for page in pages:
        text = page.content.decode()
        assert page.status_code == 200 and 'class="masthead"' in text and f'<html lang="{language}"' in text
    words = {"en": "Your password", "it": "La tua password"}[language]
    assert words in pages[0].content.decode()
    subject = {"en": "Confirm your address on Tabellone", "it": "Conferma il tuo indirizzo su Tabellone"}[language]
    assert mail.outbox[-1].subject == subject
