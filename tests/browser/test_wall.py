"""The wall in a browser: it turns by itself, stays where it is held, and shows a result without being touched."""

from __future__ import annotations

from league.competitions.verbs import rulings
from tests.browser.sitemap import elsewhere
from tests.league.builders import running

SHOWN = "[...document.querySelectorAll('[data-panel]')].filter(one => !one.hidden).map(one => one.dataset.panel).join()"


def test_it_turns_is_held_and_hears_of_results(site, cast):
    made = elsewhere(running, cast.organiser, "league", 4)
    visitor = site.visitor("projector")
    visitor.page.clock.install()
    visitor.goto(f"/wall/{made.slug}/")
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
    fixture = made.stages.get().rounds.order_by("number").first().ties.first().fixtures.get()
    elsewhere(rulings.enter_result, fixture=fixture, score=rulings.Score(7, 5), by=cast.organiser)
    page.locator("[data-panel=fixtures] .goals b", has_text="7").wait_for()
    assert page.evaluate(SHOWN) == "fixtures", "a fresh fragment shows another panel"
