"""A newcomer learns by playing: from the page of a game, by what the coach marks alone, to a goal and a real match."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import engines
from engines.core.text import sentence
from matches.models import Match, MatchEvent
from matches.replay.playback import steps
from tests.browser.sitemap import elsewhere

MARK = ".pitch:not([data-locked]) .coached, .dock .acts .coached:not([aria-disabled])"
STANDS_STILL = """(mark) => {
  const box = JSON.stringify(document.querySelector(mark)?.getBoundingClientRect());
  const before = window.boxBefore;
  window.boxBefore = box;
  return box && box === before;
}"""
TAPS = 60
"""More than fourteen decisions need, after which the coach leads on whatever happened."""


def tap_mark(page):
    """Tap what the coach marks, as a person does who sees it stand still.

    The board grows and shrinks with the sentences below it, and a tap at that moment meets the cell beside.
    """
    page.wait_for_function(STANDS_STILL, arg=MARK, polling=150)
    page.locator(MARK).first.tap()


def test_a_newcomer_follows_the_coach_to_a_real_match(site):
    page = site.visitor("newcomer", phone=True).page
    page.goto(f"{site.url}/games/dom_jim/")
    page.get_by_role("button", name="Learn by playing, two minutes").tap()
    expect(page.locator("[data-told][role=status]")).not_to_be_empty()
    # He can be put away, with what he marks, and brought back.
    page.wait_for_selector(MARK)
    page.locator(".coach > summary").tap()
    page.wait_for_function("() => !document.querySelector('.coached')")
    page.locator(".coach > summary").tap()
    page.wait_for_selector(MARK)
    for _ in range(TAPS):
        page.wait_for_selector(f"{MARK}, .coach .ready, .over .afterwards")
        if page.locator(".coach .ready, .over .afterwards").count():
            break
        page.locator(MARK).first.tap()
    guided = Match.objects.get()
    assert MatchEvent.objects.filter(match=guided, seat="home").exists()
    if page.locator(".coach .ready").count():
        page.locator(".coach .ready > summary").tap()
    page.get_by_role("button", name="Play a real match against an easy bot").tap()
    page.wait_for_selector("[data-match][data-status=live]")
    real = Match.objects.exclude(pk=guided.pk).get()
    assert (real.mode, real.game) == (Match.Mode.ORDINARY, "dom_jim")
    assert real.seats.get(side="away").bot == "beginner"
    expect(page.locator(".coach")).to_have_count(0)


@pytest.mark.parametrize("game", ["six_a_side", "dom_jim", "soccer_tactics"])
def test_the_first_tap_reaches_what_the_coach_rings(site, game):
    """Where ball and holder lie in one cell too: by his marks alone the move is made that he names."""
    page = site.visitor("newcomer", phone=True).page
    page.goto(f"{site.url}/games/{game}/")
    page.get_by_role("button", name="Learn by playing, two minutes").tap()
    tips = {}
    for _ in range(24):
        page.wait_for_selector(f"{MARK}, .coach .ready, .over .afterwards")
        if page.locator(".coach .ready, .over .afterwards").count() or len(tips) == 6:
            break
        locator = page.locator(".coach .told")
        tips[int(locator.get_attribute("data-v"))] = page.inner_text(".coach .tip b")
        tap_mark(page)
    page.wait_for_timeout(500)
    rows = MatchEvent.objects.filter(seat="home", kind="move")
    assert rows.count() >= 2
    match = elsewhere(Match.objects.get)
    chosen = {
        step.v - 1: [sentence(line["text"]) for line in step.choice(engines.get(game))]
        for step in elsewhere(lambda: list(steps(match)))
        if step.seat == "home"
    }
    followed = {v: tip for v, tip in tips.items() if v in chosen}
    assert len(followed) >= 2
    assert all([tip] == chosen[v] for v, tip in followed.items()), (followed, chosen)
