"""The shell of every page: language and theme are the server's, switches work without a script."""

import re
from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from league.players.templatetags.tabellone import local

PAGES = [
    "/",
    "/games/",
    "/games/dom_jim/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/guest/",
    "/search/?q=an",
]


@pytest.mark.parametrize("path", PAGES)
def test_it_works(client, db, path):
    page = client.get(path)
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count("<main") == 1 and 'href="#main"' in text
    assert "style=" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", text)
    assert not re.search(r"\son[a-z]+=", text)


def test_language_is_a_cookie_and_the_server_renders_it(client, db):
    answer = client.post("/prefer/", {"language": "it", "next": "/games/"})
    assert answer.status_code == 302 and answer.url == "/games/"
    text = client.get("/games/").content.decode()
    assert '<html lang="it"' in text


def test_theme_is_a_cookie_and_the_server_renders_it(client, db):
    assert "data-theme=" not in client.get("/").content.decode()
    client.post("/prefer/", {"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/").content.decode()
    client.post("/prefer/", {"theme": ""})
    assert "data-theme=" not in client.get("/").content.decode()


def test_a_signed_in_choice_stays_with_the_account(client, cast):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/prefer/", {"language": "it", "theme": "dark"})
    cast.anna.refresh_from_db()
    assert (cast.anna.language, cast.anna.theme) == ("it", "dark")
    client.cookies.pop("django_language")
    assert '<html lang="it"' in client.get("/").content.decode()


@pytest.mark.parametrize("bad", ["https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_prefer_never_leads_away(client, db, bad):
    assert client.post("/prefer/", {"theme": "dark", "next": bad}).url == "/"


def test_prefer_only_takes_a_post(client, db):
    assert client.get("/prefer/").status_code == 405


def test_an_unknown_page_is_a_page(client, db):
    page = client.get("/no/such/page/")
    assert page.status_code == 404 and b"masthead" in page.content


def test_home_costs_a_fixed_number_of_queries(client, db, django_assert_num_queries):
    with django_assert_num_queries(4):
        client.get("/")


@pytest.mark.parametrize("language, word", [("en", "crossbar"), ("it", "traversa")])
def test_the_rules_are_there_in_both_languages_with_drawn_positions(client, db, language, word):
    client.cookies["django_language"] = language
    text = client.get("/games/super_goal/").content.decode()
    assert word in text.lower() and text.count('<svg class="pitch"') == 5
    ids = re.findall(r'<section id="(\w+)"', text)
    assert len(ids) == 12 and all(f'href="#{each}"' in text for each in ids)


def test_dates_are_the_readers_own():
    at = datetime(2026, 11, 24, 19, 30, tzinfo=UTC)
    with timezone.override("Europe/Rome"):
        with translation.override("it"):
            assert local(at, "EEE d MMM, HH:mm") == "mar 24 nov, 20:30"
        with translation.override("en"):
            assert local(at, "EEE d MMM, HH:mm") == "Tue 24 Nov, 20:30"
