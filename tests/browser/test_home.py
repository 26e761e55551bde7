"""Home in a browser: an open page asks for little, times count on, what an organiser looks for is in sight."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.competitions.models import Fixture
from league.competitions.verbs import rulings
from tests.browser.organising import sign_up
from tests.browser.sitemap import elsewhere
from tests.browser.test_matches import listening
from tests.browser.test_overlays import bots_play
from tests.league.builders import running
from tests.league.tables import open_fixtures


def results(organiser, *ago):
    """A league with results that came ``ago``, the last one first on home; the league."""
    league = running(organiser, "league", 6)
    for fixture, since in zip(open_fixtures(league), ago, strict=False):
        rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=organiser)
        Fixture.objects.filter(pk=fixture.pk).update(ended_at=timezone.now() - since)
    return league


def test_an_open_page_asks_for_itself_once_a_result_came_and_for_nothing_else(site, cast):
    league = elsewhere(results, cast.organiser, timedelta(days=2))
    page = site.visitor("viewer").page
    page.clock.install()
    asked = listening(page, "/")
    for _half in range(8):
        page.clock.run_for(30_000)
        page.wait_for_timeout(300)
    assert asked == []
    before = page.get_by_role("table").inner_text()
    with page.expect_response(lambda answer: answer.url.endswith("/")):
        score = rulings.Score(3, 0)
        elsewhere(lambda: rulings.enter_result(fixture=open_fixtures(league)[0], score=score, by=cast.organiser))
    expect(page.get_by_role("table")).not_to_have_text(before)
    assert {url.removesuffix("/").count("/") for url in asked} == {2}, asked


def test_a_live_match_moves_on_home(site, cast):
    match = elsewhere(bots_play, 0.5)
    page = site.visitor("viewer").page
    listening(page, "/")
    board = page.locator(f".livecard:has(a[href='/matches/{match}/'])")
    before = board.inner_html()
    page.wait_for_function(
        "([id, before]) => document.querySelector(`.livecard:has(a[href*='${id}'])`)?.innerHTML !== before",
        arg=[str(match), before],
    )


WORDS = {
    "en": ("4 min ago", "5 min ago", "3 hr ago"),
    "it": ("4 min fa", "5 min fa", "3 h fa"),
    "pt-br": ("há 4 min.", "há 5 min.", "há 3 h"),
    "es": ("hace 4 min", "hace 5 min", "hace 3 h"),
}


@pytest.mark.parametrize("language", WORDS)
def test_a_result_says_how_long_ago_and_counts_on_until_it_names_the_day(site, cast, language):
    minutes, hours, a_day = timedelta(minutes=4), timedelta(hours=3), timedelta(days=1, seconds=-45)
    elsewhere(results, cast.organiser, a_day, hours, minutes)
    four, five, three = WORDS[language]
    page = site.visitor("viewer", language=language).page
    page.clock.install()
    page.goto("/")
    times = page.locator(".fixtures time")
    expect(times).to_have_text([four, three, re.compile("23")])
    for time in times.all():
        assert re.search(r"20\d\d, \d\d:\d\d$", time.get_attribute("title") or "")
    page.clock.run_for(61_000)
    expect(times).to_have_text([five, three, re.compile(r"^\d+ \w+")])
    expect(times.last).not_to_have_text(re.compile(re.escape(four.replace("4", "").strip())))


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_who_has_signed_up_finds_how_to_organise(site, cast, phone):
    visitor = site.visitor("new", phone=phone)
    sign_up(visitor, "lucia")
    visitor.goto("/")
    expect(visitor.page.get_by_role("main").get_by_role("link", name="Organise", exact=True)).to_be_in_viewport(ratio=1)
