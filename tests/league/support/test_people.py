"""Support's pages of people: a look is noted, the desk leads there, a long list is leafed through."""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import pytest
from django.test import Client

from league.moderation.models import Act
from league.players.models import User
from tests.security.test_second_factor import BACKEND

pytestmark = pytest.mark.django_db


def test_a_look_at_a_person_is_noted(cast, staff):
    path = f"/support/players/user/{cast.anna.pk}/"
    assert not Act.objects.exists()
    staff.get("/support/players/user/")
    staff.get(f"/support/players/user/{uuid4()}/")
    assert not Act.objects.exists()
    for _time in range(2):
        assert staff.get(path).status_code == 200
    acts = list(Act.objects.all())
    assert [(act.by, act.verb, act.subject) for act in acts] == [(cast.stranger, "look", cast.anna)] * 2
    User.objects.filter(pk=cast.referee.pk).update(is_moderator=True)
    moderator = Client()
    moderator.force_login(cast.referee, backend=BACKEND)
    audit = moderator.get("/moderation/audit/").content.decode()
    assert audit.count("Looked at the data of") == 2 and "<q>" not in audit
    told = {"it": "Ha guardato i dati di", "es": "Ha mirado los datos de", "pt-br": "Viu os dados de"}
    for language, words in told.items():
        User.objects.filter(pk=cast.referee.pk).update(language=language)
        assert words in moderator.get("/moderation/audit/").content.decode(), language


def test_the_desk_and_support_lead_to_each_other(cast, staff):
    path = f"/support/players/user/{cast.anna.pk}/"
    desk = f"/moderation/players/{cast.anna.pk}/"
    assert desk not in staff.get(path).content.decode(), "staff who do not moderate"
    User.objects.filter(pk=cast.stranger.pk).update(is_moderator=True)
    assert desk in staff.get(path).content.decode()
    assert path in staff.get(desk).content.decode()
    assert path in staff.get(f"/players/{cast.anna.pk}/").content.decode()
    assert 'href="/support/"' in staff.get("/").content.decode()
    User.objects.filter(pk=cast.stranger.pk).update(is_staff=False)
    assert path not in staff.get(f"/players/{cast.anna.pk}/").content.decode()
    assert path not in staff.get(desk).content.decode()
    assert "/support/" not in staff.get("/").content.decode()


def test_bots_of_the_house_come_last(cast, staff):
    User.objects.bulk_create(
        User(id=UUID(int=(0xF << 124) + n), kind="bot", bot="club", nickname=f"Annalisa {n}") for n in range(12)
    )
    for path in ("/support/?q=ann", "/support/players/user/?q=ann"):
        found = re.findall(r">(anna|Annalisa \d+)</a>", staff.get(path).content.decode())
        assert found[0] == "anna" and len(found) >= 10, path
    assert "Annalisa" not in staff.get("/support/players/user/").content.decode()


def test_a_list_is_bounded_and_leafed_through(cast, staff):
    User.objects.bulk_create(User(username=f"reader{n}", nickname=f"Reader {n}") for n in range(450))
    pages = [staff.get(f"/support/players/user/?p={number}").content.decode() for number in (1, 2, 20)]
    rows = [set(re.findall(r'href="/support/players/user/([0-9a-f-]{36})/"', page)) for page in pages]
    assert [len(ids) for ids in rows] == [20, 20, 20] and len(set.union(*rows)) == 60
    assert "Page 1 of 20+" in " ".join(re.sub("<.*?>", "", pages[0]).split())
    for past, status in (("21", 404), ("-1", 404), ("x", 200)):
        assert staff.get(f"/support/players/user/?p={past}").status_code == status, past


def test_names_need_no_escape_from_the_page(cast, staff):
    User.objects.filter(pk=cast.anna.pk).update(nickname="<img src=x onerror=alert(1)>")
    for path in ("/support/players/user/", f"/support/players/user/{cast.anna.pk}/"):
        assert "<img src=x" not in staff.get(path).content.decode()
