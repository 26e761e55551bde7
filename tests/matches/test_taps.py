"""A button of casual play tapped twice opens one table; programs, and people later, open as many as they ask for."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from league.players.models import User
from matches.models import Match
from matches.verbs import casual

pytestmark = pytest.mark.django_db(transaction=True)

START = reverse("matches:start", args=["super_goal"])
BUTTONS = {
    "bot": (START, {"opponent": "greedy"}),
    "friend": (START, {"opponent": "friend"}),
    "screen": (START, {"opponent": "screen"}),
    "practice": (START, {"opponent": "practice"}),
}


def pressed(client, button):
    """Where it leads."""
    answer = client.post(*BUTTONS[button])
    assert answer.status_code == 302
    return answer["Location"]


@pytest.mark.parametrize("button", BUTTONS)
def test_tapped_twice_it_opens_one_table(cast, client, button):
    client.force_login(cast.anna)
    assert pressed(client, button) == pressed(client, button)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("button", BUTTONS)
def test_pressed_later_it_opens_another(cast, client, button):
    client.force_login(cast.anna)
    first = pressed(client, button)
    opened = Match.objects.get()
    Match.objects.update(created_at=opened.created_at - timedelta(seconds=casual.TAP_SECONDS + 1))
    assert pressed(client, button) != first


def test_another_button_or_somebody_else_opens_another(cast, client):
    client.force_login(cast.anna)
    asked = [*BUTTONS.values(), (START, {"opponent": "search"}), (START, {"opponent": "greedy", "control": "blitz"}),
             (reverse("matches:start", args=["fuba"]), {"opponent": "greedy"})]  # fmt: skip
    for address, form in asked:
        assert client.post(address, form).status_code == 302
    assert Match.objects.count() == len(asked)
    client.force_login(cast.bruno)
    pressed(client, "bot")
    assert Match.objects.count() == len(asked) + 1


def test_what_is_over_is_not_opened_again(cast, client):
    client.force_login(cast.anna)
    first = pressed(client, "bot")
    Match.objects.update(status="void")
    assert pressed(client, "bot") != first


@pytest.mark.parametrize("button", BUTTONS)
def test_two_taps_at_once_of_somebody_new_make_one_guest_and_one_table(button):
    page = Client()
    page.get(START)
    carried, both = page.cookies["csrftoken"].value, threading.Barrier(2, timeout=30)

    def tap():
        phone = Client()
        phone.cookies["csrftoken"] = carried
        address, form = BUTTONS[button]
        try:
            both.wait()
            return phone.post(address, {**form, "nickname": "Zora"})["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        one, other = (tapped.result(60) for tapped in [pool.submit(tap), pool.submit(tap)])
    assert one == other and Match.objects.count() == 1 and User.objects.filter(kind="guest").count() == 1
