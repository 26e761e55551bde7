"""The shell of every page: language and theme are the server's, switches work without a script."""

import json
import re
from datetime import UTC, date, datetime, timedelta

import pytest
import segno
from django.conf import settings
from django.utils import timezone, translation

import engines
from engines import bots
from engines.core.about import Example
from league.delivery import cards
from league.players.drawing.boards import example
from league.players.templatetags.tabellone import days_to, local, qr
from league.players.words.games import game_page, spoken
from league.players.words.rules import OURS
from matches.verbs import challenges
from matches.verbs.casual import play_friend
from tests import cases
from tests.league.builders import running

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


def test_a_swap_sets_no_inline_style_which_the_policy_refuses(client, db):
    content = re.search(r"name=\"htmx-config\"\s+content='([^']*)'", client.get("/").content.decode())
    assert "style" not in json.loads(content[1])["attributesToSettle"]


def test_an_unknown_page_is_a_page(client, db):
    page = client.get("/no/such/page/")
    assert page.status_code == 404 and b"masthead" in page.content


def test_a_printed_page_ends_with_where_it_stands(client, cast):
    client.cookies["zone"] = "Europe/Lisbon"
    foot = re.search(r'<div class="printfoot.*?</div>', client.get("/search/?q=an").content.decode(), re.DOTALL)[0]
    assert (
        re.search(r"http://testserver/search/\?q=an\s*<", foot)
        and 'data-zone="Europe/Lisbon"' in foot
        and "qr" not in foot
    )
    at = f"/competitions/{running(cast.organiser, 'league').slug}/table/"
    foot = re.search(r'<div class="printfoot.*?</div>', client.get(at).content.decode(), re.DOTALL)[0]
    assert re.search(rf"http://testserver{at}\s*<", foot) and 'class="qr"' in foot
    long = client.get(at, {"q": "9" * 5000})
    assert long.status_code == 200 and b'class="qr"' in long.content, "no code holds so much"


def test_a_code_has_the_modules_that_were_made():
    drawn = re.search(r'#000" d="([^"]*)"', qr("https://example.org/"))[1]
    cells = {(int(x) + n, int(y)) for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)", drawn) for n in range(int(wide))}
    rows = segno.make("https://example.org/", error="m", micro=False).matrix
    assert cells == {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}


def test_home_costs_a_fixed_number_of_queries(client, db, django_assert_num_queries):
    with django_assert_num_queries(7):
        client.get("/")


RULES = {
    "super_goal": ("crossbar", "traversa"),
    "dom_jim": ("interception", "intercetto"),
    "six_a_side": ("diagonal", "in diagonale"),
    "soccer_tactics": ("off-side", "fuori gioco"),
    "fuba": ("ball die", "dado-palla"),
}


@pytest.mark.parametrize("slug", RULES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_rules_are_there_in_both_languages_with_drawn_positions(client, db, slug, language):
    client.cookies["django_language"] = language
    text = client.get(f"/games/{slug}/").content.decode()
    chapters = text[text.index('class="chapters"') :]
    assert f"<p>{OURS} " in chapters.replace(' class="small muted"', ""), "the mark is explained"
    assert RULES[slug][language == "it"] in chapters.lower() and chapters.count('<svg class="pitch"') >= 2
    assert chapters.count("<figcaption>") == chapters.count('<svg class="pitch"')
    ids = re.findall(r'<section id="(\w+)"', text)
    assert len(ids) >= 9 and re.findall(r'href="#(\w+)"', text)[-len(ids) :] == ids
    assert {"minute", "pitch", "turn", "time", "tips"} <= set(ids) and len(set(ids)) == len(ids)


@pytest.mark.parametrize("slug", RULES)
def test_a_game_says_first_what_it_is_like_and_leads_to_the_table(client, db, slug):
    text = client.get(f"/games/{slug}/", headers={"accept-language": "en"}).content.decode()
    head = text[text.index('class="gamehead"') : text.index('class="rulebook"')]
    about = game_page(slug).about
    facts = re.findall(r"<dt>(\w+)</dt>\s*<dd>\s*(.+?)\s*</dd>", head)
    with translation.override("en"):
        told = [("Length", about.length), ("Dice", about.chance), ("Pieces", about.pieces), ("Board", about.board)]
        assert facts == [(name, spoken(value)) for name, value in told]
    ways = re.findall(r'href="(/play/[^"]+)"', head)
    assert ways == [f"/play/{slug}/", f"/play/{slug}/?opponent=beginner"] and head.count("<svg") == 1
    pages = [client.get(way).content.decode() for way in ways]
    levels = [re.findall(r'name="level" value="(\w+)"( checked)?', start) for start in pages]
    assert [[name for name, _chosen in each] for each in levels] == [list(bots.LEVELS)] * 2
    assert [[name for name, chosen in each if chosen] for each in levels] == [["club"], ["beginner"]]


def test_an_example_shows_its_part_of_the_board_its_names_and_its_way():
    high = example("super_goal", Example({"ball": "C9"}, rows="8-11", path="C9 C10"))
    assert 'viewBox="0 0 620 344"' in high and '<path class="lastpath" d="M310 210L310 150"/>' in high
    low = example("super_goal", Example({"ball": "C3"}, rows="1-6", path="C3 B4 A5 out"))
    assert 'viewBox="0 360 620 440"' in low and 'd="M310 570L210 510L110 450L40 408"' in low
    for drawn in (high, low, example("super_goal", Example())):
        letters = re.findall(r'y="(\d+)">([A-E])</text>', drawn)
        top, height = map(int, re.search(r'viewBox="0 (\d+) 620 (\d+)"', drawn).groups())
        assert {letter for y, letter in letters if top < int(y) < top + height} == set("ABCDE")


def test_every_game_that_can_be_played_has_its_rules():
    assert set(RULES) == set(cases.built())


@pytest.mark.parametrize("slug, name", [(slug, name) for slug in RULES for name in engines.about(slug).examples])
def test_every_drawn_position_of_the_rules_is_one_in_which_somebody_can_move(slug, name):
    game = engines.get(slug)
    state = game.setup(engines.about(slug).examples[name].position)
    seats = game.view(state, None)["to_act"]
    assert seats and all(game.legal(state, seat) for seat in seats)


def test_dates_are_the_readers_own():
    at = datetime(2026, 11, 24, 19, 30, tzinfo=UTC)
    with timezone.override("Europe/Rome"):
        with translation.override("it"):
            assert local(at, "EEE d MMM, HH:mm") == "mar 24 nov, 20:30"
        with translation.override("en"):
            assert local(at, "EEE d MMM, HH:mm") == "Tue 24 Nov, 20:30"
            assert local(at, "d MMMM y") == "24 November 2026"
        with translation.override("es"):
            assert local(at, "EEE d MMM, HH:mm") == "mar 24 nov, 20:30"
            assert local(at, "EEEE d MMMM yyyy") == "martes 24 de noviembre de 2026"
        with translation.override("pt-br"):
            assert local(at, "d MMMM y") == "24 de novembro de 2026"


def test_days_name_each_month_once():
    """The list of a bracket wrote "28 Nov–28 Nov" where the round of an evening opens and closes on one day."""
    day = date(2026, 11, 28)
    assert days_to(day, day) == days_to(day, None) == "28 Nov"
    assert days_to(day, day + timedelta(1)) == "28–29 Nov"
    assert days_to(day, day + timedelta(4)) == "28 Nov–2 Dec"
    assert days_to(day, date(2027, 1, 2)) == "28 Nov 2026–2 Jan"
    assert days_to(None, None) == ""
    with timezone.override("Europe/Rome"), translation.override("it"):
        evening = datetime(2026, 11, 28, 22, tzinfo=UTC)
        assert days_to(evening, evening + timedelta(hours=2)) == "28–29 nov"


NAMES = [("en", "Six-a-side", "Sei contro sei"), ("it", "Sei contro sei", "Six-a-side")]


@pytest.mark.parametrize("language, name, other", NAMES)
def test_a_game_has_the_name_of_the_page_s_language(client, cast, language, name, other):
    """The sheet's own name is Italian; in lists, in choices, at a table and on its card for sharing."""
    key = challenges.offer(user=cast.anna, game="six_a_side").pk
    match = play_friend(user=cast.anna, game="six_a_side")
    client.force_login(cast.bruno, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    with translation.override(language):
        assert cards.of_match(match).kicker == name
    for path in (
        "/bots/",
        "/matches/",
        f"/challenges/new/?to={cast.anna.pk}",
        f"/challenges/{key}/",
        f"/matches/{match.pk}/",
    ):
        text = client.get(path).content.decode()
        assert name in text and other not in text, path
