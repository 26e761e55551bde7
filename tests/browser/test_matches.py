"""Matches in a browser: an open page asks for little, a hall's screen goes on by itself, nothing is cut on a phone."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from matches.live.commands import command
from tests.browser.sitemap import elsewhere
from tests.browser.test_overlays import bots_play

PACE = 5
"""Seconds between two requests of a page on which everything moves (``data-pace``)."""


def listening(page, path):
    """Open a page, wait until it hears the feed, and return the list into which its further requests go."""
    with page.expect_response(lambda answer: "/feed/" in answer.url):
        page.goto(path)
    page.wait_for_timeout(1000)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def test_an_open_page_asks_nothing_while_nothing_that_it_shows_moves(site, cast):
    elsewhere(lambda: [bots_play(0.5) for _match in range(2)])
    page = site.visitor("viewer").page
    page.clock.install()
    asked = listening(page, "/matches/?game=fuba")
    for _half in range(8):
        page.clock.run_for(30_000)
        page.wait_for_timeout(500)
    assert asked == []


def test_one_request_brings_all_boards_and_no_more_than_one_in_five_seconds(site, cast):
    elsewhere(lambda: [bots_play(0.5) for _match in range(4)])
    page = site.visitor("viewer").page
    asked, begun = listening(page, "/matches/"), time.monotonic()
    page.wait_for_timeout(4 * 1000 * PACE)
    assert 1 <= len(asked) <= (time.monotonic() - begun) / PACE + 1
    assert {url.partition("/matches/")[2] for url in asked} == {""}


def test_a_screen_goes_from_one_match_to_the_next(site, cast):
    first = elsewhere(bots_play, 60)
    page = site.visitor("viewer").page
    page.goto("/matches/?screen=1")
    watch = page.get_by_role("region", name="Live now").get_by_role("link", name="Watch").first
    expect(watch).to_have_attribute("href", f"/matches/{first}/")
    expect(page.get_by_role("navigation")).to_have_count(0)
    second = elsewhere(bots_play, 60)
    elsewhere(command, first, "void", {"reason": "the hall closes"})
    expect(watch).to_have_attribute("href", f"/matches/{second}/")
    elsewhere(command, second, "void", {"reason": "the hall closes"})
    expect(page.get_by_role("status")).to_be_visible()


def test_days_and_filters_stay_in_sight_and_nothing_is_cut(site, cast):
    elsewhere(lambda: [bots_play(60) for _match in range(5)])
    visitor = site.visitor(phone=True, language="it")
    visitor.goto("/matches/")
    page = visitor.page
    for chip in page.locator(".chip").all():
        assert chip.evaluate("chip => chip.scrollWidth <= chip.clientWidth"), "the word is cut"
    assert page.evaluate("document.documentElement.scrollWidth") == page.evaluate("innerWidth")
    days = page.locator("nav").filter(has=page.locator("[aria-current=date]"))
    page.mouse.wheel(0, 400)
    page.wait_for_function("() => scrollY > 100")
    expect(days).to_be_in_viewport()
    page.locator("a[href*='show=live']").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**show=live**")


def test_the_chosen_day_shows_in_forced_colours_and_a_low_window_scrolls_whole(site):
    """The day chosen was told by its ground; at 400 % head and bar left less than half of a low window."""
    page = site.visitor(phone=True).page
    page.goto("/matches/")
    page.emulate_media(forced_colors="active")
    expect(page.locator("nav > [aria-current=date]")).to_have_css("outline-style", "solid")
    page.set_viewport_size({"width": 320, "height": 256})
    for part in (".masthead", ".bottombar"):
        expect(page.locator(part)).to_have_css("position", "static")
