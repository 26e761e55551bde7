"""Attack: a shared or lost device goes on showing the notices of somebody who has signed out of it."""

from __future__ import annotations

import json

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from league.delivery import push
from league.delivery.models import PushSubscription
from league.players.verbs import sessions
from league.privacy import deletion, retention
from tests.cast import PASSWORD
from tests.league.delivery.far import far_away
from tests.league.delivery.test_push import Browser, tell, work


@pytest.fixture
def far(settings):
    settings.OUTWARD_PRIVATE = True
    with far_away() as far:
        yield far


def signed_in(name="anna"):
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client


def turned_on(client, url):
    said = Browser(url).said
    keys = {"p256dh": said["p256dh"], "auth": said["auth"]}
    body = json.dumps({"endpoint": said["endpoint"], "keys": keys, "browser": "Firefox, Linux"})
    assert client.post("/notifications/browser/", body, content_type="application/json").status_code == 200
    return client


def sign_out(client, user):
    client.post("/accounts/logout/")


def sign_in_as_another(client, user):
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "bruno", "password": PASSWORD})


def end_from_elsewhere(client, user):
    sessions.end(user=user, session_id=UserSession.objects.get(session_key=client.session.session_key).pk)


def end_all(client, user):
    sessions.end_all(user=user)


def change_password_elsewhere(client, user):
    other = signed_in()
    other.post("/accounts/reauthenticate/", {"password": PASSWORD})
    new = {"oldpassword": PASSWORD, "password1": "another long one", "password2": "another long one"}
    other.post("/accounts/password/change/", new)
    user.refresh_from_db()
    assert user.check_password("another long one")


def run_out(client, user):
    Session.objects.filter(pk=client.session.session_key).update(expire_date=timezone.now())


ENDINGS = [sign_out, sign_in_as_another, end_from_elsewhere, end_all, change_password_elsewhere, run_out]


@pytest.mark.parametrize("ending", ENDINGS)
def test_after_the_session_nothing_more_is_pushed(cast, far, ending):
    client = turned_on(signed_in(), f"{far.url}/lost")
    turned_on(signed_in("bruno"), f"{far.url}/another")
    tell(cast.anna)
    assert work() == 1
    ending(client, cast.anna)
    tell(cast.anna, key="after")
    assert work() == 0 and len(far.came) == 1
    assert not PushSubscription.objects.filter(user=cast.anna).exists()
    tell(cast.bruno, key="other")
    assert work() == 1 and far.came[-1][0] == "/another"


def test_what_waits_for_a_device_is_not_sent_after_its_session(cast, far):
    client = turned_on(signed_in(), f"{far.url}/lost")
    tell(cast.anna)
    push.write_due()
    sign_out(client, cast.anna)
    assert work() == 0 and not far.came


def test_ended_ones_are_deleted_without_a_notice(cast, far):
    client = turned_on(signed_in(), f"{far.url}/lost")
    retention.delete_old()
    assert PushSubscription.objects.exists()
    sign_out(client, cast.anna)
    assert "Firefox" not in signed_in().get("/settings/notifications/").content.decode()
    retention.delete_old()
    assert not PushSubscription.objects.exists()


def test_who_changes_the_password_keeps_the_own_device(cast, far):
    client = turned_on(signed_in(), f"{far.url}/own")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    new = {"oldpassword": PASSWORD, "password1": "another long one", "password2": "another long one"}
    client.post("/accounts/password/change/", new)
    assert client.get("/settings/").status_code == 200
    tell(cast.anna)
    assert work() == 1


def test_a_deleted_person_gets_nothing(cast, far):
    turned_on(signed_in("bruno"), f"{far.url}/deleted")
    tell(cast.bruno)
    push.write_due()
    assert deletion.delete(person_id=cast.bruno.pk)
    assert work() == 0 and not far.came


@pytest.mark.parametrize("retry_after", ["3600", "9" * 400, "-1", "Fri, 31 Dec 2199 23:59:59 GMT", "x\x00"])
def test_a_service_that_asks_to_wait_is_not_forgotten_and_not_believed_for_ever(cast, far, retry_after):
    turned_on(signed_in(), f"{far.url}/busy")
    far.status, far.headers = 429, {"Retry-After": retry_after.replace("\x00", "")}
    for number in range(push.FAILURES + 2):
        tell(cast.anna, key=f"n{number}")
        began = timezone.now()
        assert work() == 0
        pause = (PushSubscription.objects.get().next_at - began).total_seconds()
        assert push.FIRST_WAIT.total_seconds() <= pause <= 4 * 3600
        if retry_after == "3600":
            assert pause >= 3600
        PushSubscription.objects.update(next_at=began)
