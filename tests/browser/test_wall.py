"""The wall in a browser: it turns by itself, stays where it is held, and shows a result without being touched."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.models import Round
from league.competitions.verbs import rulings
from tests.browser.sitemap import elsewhere
from tests.league.builders import running

SHOWN = "[...document.querySelectorAll('[data-panel]')].filter(one => !one.hidden).map(one => one.dataset.panel).join()"


def test_it_turns_is_held_and_hears_of_results(site, cast):
    league = elsewhere(running, cast.organiser, "league", 4)
    visitor = site.visitor("projector")
    visitor.page.clock.install()
    visitor.goto(f"/wall/{league.slug}/")
    page = visitor.page
    assert page.evaluate(SHOWN) == "fixtures"
    page.clock.run_for(13_000)
    assert page.evaluate(SHOWN) == "table"
    page.keyboard.press("Space")
    page.clock.run_for(40_000)
    assert page.evaluate(SHOWN) == "table", "it turned although it is held"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(SHOWN) == "fixtures"
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "a panel is higher than the screen"
    fixture = league.stages.get().rounds.order_by("number").first().ties.first().fixtures.get()
    elsewhere(rulings.enter_result, fixture=fixture, score=rulings.Score(7, 5), by=cast.organiser)
    page.locator("[data-panel=fixtures] .goals b", has_text="7").wait_for()
    assert page.evaluate(SHOWN) == "fixtures", "a fresh fragment shows another panel"


def test_it_comes_back_by_itself_after_a_night_without_a_server(site, cast, web):
    league = elsewhere(running, cast.organiser, "league", 6)
    ties = league.stages.get().rounds.order_by("number").first().ties.all()
    first, second, _third = (tie.fixtures.get() for tie in ties)
    visitor = site.visitor("projector")
    visitor.tolerate("ERR_|htmx:sendError|htmx:afterRequest|htmx:responseError")
    page = visitor.page
    page.clock.install()
    visitor.goto(f"/wall/{league.slug}/")

    def minutes(count):
        for _half in range(2 * count):
            page.clock.run_for(30_000)
            page.wait_for_timeout(150)  # a connection fails or opens in time that nobody can wind on

    web.kill()
    minutes(2)
    page.clock.fast_forward("09:00:00")
    elsewhere(rulings.enter_result, fixture=first, score=rulings.Score(7, 5), by=cast.organiser)
    web.start()
    minutes(2)
    goals = page.locator("[data-panel=fixtures] .goals b")
    goals.filter(has_text="7").wait_for(state="attached")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/wall/" in request.url else None)
    while not asked:  # it asks each half minute all the same: from now on not for half a minute
        page.clock.run_for(1_000)
    elsewhere(rulings.enter_result, fixture=second, score=rulings.Score(9, 8), by=cast.organiser)
    goals.filter(has_text="9").wait_for(state="attached", timeout=12_000)


LEFT = "() => { const left = document.querySelector('[data-left]'); return left.hidden ? '' : left.innerText.trim(); }"


def counted(page):
    """The seconds that the wall still shows of the round."""
    page.wait_for_function(LEFT)
    hours, minutes, seconds = map(int, page.evaluate(LEFT).splitlines()[-1].split(":"))
    return hours * 3600 + minutes * 60 + seconds


@pytest.mark.parametrize("minutes", [10, -10])
def test_a_wrong_clock_counts_the_round_down_as_the_servers_does(site, cast, minutes):
    """Also if the server did not answer at first: it is asked again after half a minute."""
    league = elsewhere(running, cast.organiser, "league", 4)
    ends = timezone.now() + timedelta(minutes=125)
    elsewhere(Round.objects.filter(stage__competition=league, status="open").update, closes_at=ends)
    projector = site.visitor("projector")
    projector.tolerate("ERR_FAILED")
    page = projector.page
    page.clock.install(time=timezone.now() + timedelta(minutes=minutes))
    page.route("**/clock/", lambda route: route.abort(), times=1)
    page.goto(f"/wall/{league.slug}/")

    def wrong():
        return abs(counted(page) - (ends - timezone.now()).total_seconds())

    assert wrong() > 300
    page.clock.run_for(31_000)
    end = time.monotonic() + 60
    while wrong() > 30:
        assert time.monotonic() < end
        time.sleep(0.2)
