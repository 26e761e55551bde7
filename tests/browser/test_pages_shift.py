"""Nothing moves on a page that is being opened: the browser's own measure of layout shift, on a phone and on a desk.

What a slow machine paints in two steps may move once and not again: a page that moved is opened again, and counts by
its best. The whole site is looked at in a long run; ``TABELLONE_SHOT=table,bracket`` looks at these pages alone.
"""

from __future__ import annotations

import os

import pytest

from league.competitions.verbs import rulings
from matches.verbs import casual
from tests.browser.people import DESK, PHONE
from tests.browser.sitemap import Shown, elsewhere, furnish
from tests.league.builders import running

BUDGET = 0.02
"""Most layout shift of one page; the web calls 0.1 good."""
TRIES = 3
WATCH = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (one.hadRecentInput) continue;
    const moved = one.sources.map(({ node }) => `${node?.nodeName}.${node?.className ?? ""}`);
    globalThis.shifts.push([one.value, moved.slice(0, 3).join(", ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def moved(page, shown):
    """Measure the layout shift of ``shown`` while it opened, and name the parts that moved."""
    page.goto(shown.path, wait_until="load")
    if page.locator(".livepage[data-match]").count():
        page.locator(".livepage[data-v]").wait_for()  # what the socket tells has been drawn
    page.wait_for_function(SETTLED)
    shifts = page.evaluate("globalThis.shifts")
    return sum(value for value, _what in shifts), "; ".join(what for _value, what in shifts)


def unsteady(site, pages, **options):
    """A sentence for each of ``pages`` that moves more than it may."""
    faults = []
    for size in (PHONE, DESK):
        for person in {page.user for page in pages}:
            visitor = site.visitor(user=person, phone=size is PHONE, bypass_csp=True, **options)
            visitor.tolerate("40[0-9]")
            visitor.page.add_init_script(WATCH)
            for shown in (page for page in pages if page.user == person):
                tries = []
                while len(tries) < TRIES and (not tries or min(tries)[0] > BUDGET):
                    tries.append(moved(visitor.page, shown))
                much, what = min(tries)
                if much > BUDGET:
                    faults.append(f"{shown.name} at {size['width']}: {much:.3f} ({what})")
    return faults


def test_what_people_open_most_stands_still(site, cast):
    league, cup = (elsewhere(running, cast.organiser, preset, 6) for preset in ("league", "cup"))
    for fixture in league.stages.get().rounds.get(number=1).ties.all():
        elsewhere(rulings.enter_result, fixture=fixture.fixtures.get(), score=rulings.Score(2, 1), by=cast.organiser)
    # At one screen nobody moves while it is looked at; a bot that kicks off would.
    match = elsewhere(casual.hot_seat, user=cast.anna, second="Bice", game="super_goal")
    here = f"/competitions/{league.slug}/"
    pages = [
        Shown("home", "/"),
        Shown("game", "/games/super_goal/"),
        Shown("overview", here),
        Shown("table", f"{here}table/"),
        Shown("fixtures", f"{here}fixtures/"),
        Shown("bracket", f"/competitions/{cup.slug}/bracket/"),
        Shown("player", f"/players/{cast.anna.pk}/"),
        Shown("match", f"/matches/{match.pk}/", cast.anna),
    ]
    assert not (faults := unsteady(site, pages)), "\n".join(faults)


@pytest.mark.long
def test_every_page_stands_still(site):
    only = os.environ.get("TABELLONE_SHOT", "").split(",")
    pages = [page for page in furnish() if only == [""] or page.name in only]
    faults = unsteady(site, pages)
    assert pages and not faults, "\n".join(faults)
