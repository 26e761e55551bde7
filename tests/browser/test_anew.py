"""Parts of pages that come anew by themselves: what somebody has in hand stays, whatever the page."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from league.competitions.verbs import create, entries, rounds
from league.evenings import clocks
from matches.models import Match
from tests.browser.sitemap import elsewhere
from tests.browser.test_overlays import bots_play
from tests.league.builders import competition, running


def bots_at_play(number):
    """Matches of bots that have begun, and whose first move is a minute away: the pages do not change by themselves."""
    made, deadline = [bots_play(60) for _match in range(number)], time.monotonic() + 30
    while Match.objects.filter(pk__in=made, status=Match.Status.LIVE).count() < number:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return made


WATCH = """() => {
  window.onBody = 0;
  setInterval(() => { if (document.activeElement === document.body) window.onBody += 1; }, 1);
}"""
CHANGED = (
    "() => document.querySelectorAll('[data-feed]').forEach(part => part.dispatchEvent(new CustomEvent('changed')))"
)
HOLD = """() => {
  const { activeElement, body } = document;
  window.held = activeElement === body ? document.querySelector("[data-feed] :is(a, button)") : activeElement;
}"""
GONE = "() => !window.held.isConnected"
FOCUSED = """() => {
  const { activeElement } = document;
  return [activeElement.tagName, activeElement.getAttribute("href"), activeElement.textContent.trim()];
}"""
LINKS = "[data-feed] :is(a[href], button, summary):visible"


def come_anew(page):
    """Let what has the focus, or else the first link, come anew; some parts are asked for once in some seconds only."""
    page.evaluate(HOLD)
    for _try in range(20):
        page.evaluate(CHANGED)
        page.wait_for_timeout(300)
        if page.evaluate(GONE):
            page.wait_for_timeout(60)
            return
    raise AssertionError("it did not come anew")


def until_done(element, script):
    """Run ``script`` on an element of a part that may come anew between its being found and being used."""
    while not element.evaluate(script):
        pass


TAKE_FOCUS = "link => { link.focus(); return document.activeElement === link; }"


def town(organiser):
    """Return the pages whose parts come anew, and two matches in play."""
    matches = bots_at_play(2)
    league, cup = running(organiser, "league", 4), running(organiser, "cup", 8)
    evening = create.create(
        by=organiser, name="At the bar", game="super_goal", preset="evening", places=8, advance="auto"
    )
    create.publish(competition=evening, by=organiser)
    entries.enter_names(competition=evening, by=organiser, names="Ada\nBice\nCarlo\nDino")
    evening = rounds.start(competition=evening, by=organiser)
    clocks.start(competition=evening, by=organiser)
    fixture = cup.stages.get().rounds.order_by("number").first().ties.first().fixtures.get()
    league_page, cup_page = f"/competitions/{league.slug}/", f"/competitions/{cup.slug}/"
    pages = [
        *("/", "/matches/", "/matches/?show=live", "/matches/?screen=1"),
        *(
            league_page,
            f"{league_page}table/",
            f"{league_page}fixtures/",
            f"{league_page}entrants/",
            f"{league_page}console/",
        ),
        *(cup_page, f"{cup_page}bracket/", f"{cup_page}fixtures/{fixture.pk}/", f"/embed/{cup.slug}/bracket/"),
        f"/competitions/{evening.slug}/console/",
    ]
    return pages, matches


def test_the_focus_stays_on_what_is_still_there(site, cast):
    pages, _matches = elsewhere(town, cast.organiser)
    visitor = site.visitor("organiser", user=cast.organiser)
    page, seen = visitor.page, 0
    for path in pages:
        page.goto(path)
        count = page.locator(LINKS).count()
        for nth in sorted({0, count // 2, count - 1}) if count else ():
            until_done(page.locator(LINKS).nth(nth), TAKE_FOCUS)
            before = page.evaluate(FOCUSED)
            page.evaluate(WATCH)
            come_anew(page)
            assert page.evaluate(FOCUSED) == before, path
            assert page.evaluate("window.onBody") == 0, f"{path}: {before}: the focus was lost for a moment"
            seen += 1
    assert seen > 20


def test_the_focus_goes_to_a_neighbour_of_what_is_gone(site, cast):
    first, second = elsewhere(bots_at_play, 2)
    page = site.visitor("viewer").page
    page.goto("/matches/")
    page.wait_for_load_state("networkidle")  # what keeps the focus comes with the end of loading
    region = page.get_by_role("region", name="Live now")
    shown = region.get_by_role("link", name="Watch")
    expect(shown).to_have_count(2)
    until_done(shown.last, TAKE_FOCUS)
    address = shown.last.get_attribute("href")
    gone, left = (first, second) if first in address else (second, first)
    elsewhere(Match.objects.filter(pk=gone).update, status="void")
    come_anew(page)
    expect(region.get_by_role("link", name="Full screen")).to_be_focused()  # it stood before the one that is gone
    assert left in shown.get_attribute("href")
    elsewhere(Match.objects.filter(pk=left).update, status="void")
    come_anew(page)
    assert page.locator("#matches").evaluate("part => part.contains(document.activeElement)"), (
        "the page, once it is empty"
    )


def test_the_head_follows_and_the_form_of_entry_goes_with_the_start(site, cast):
    cup = elsewhere(competition, cast.organiser, "cup", 4)
    overview, entrants = site.visitor("viewer").page, site.visitor("newcomer").page
    console = site.visitor("organiser", user=cast.organiser).page
    for page, path in ((overview, ""), (entrants, "entrants/"), (console, "console/")):
        page.goto(f"/competitions/{cup.slug}/{path}")
    name = entrants.get_by_label("Your name here")
    name.fill("Gigi")
    elsewhere(entries.enter_names, competition=cup, by=cast.organiser, names=["Ada", "Bice", "Carlo", "Dino"])
    expect(overview.locator(".facts b").first).to_have_text("4")
    expect(console.get_by_role("progressbar", name="Places taken")).to_have_attribute("value", "4")
    name.blur()
    expect(entrants.get_by_role("row", name="Dino")).to_be_visible()
    expect(entrants.locator(".facts b").first).to_have_text("4")
    expect(name, "what was typed stays").to_have_value("Gigi")
    elsewhere(rounds.start, competition=cup, by=cast.organiser)
    for page in (overview, entrants, console):
        expect(page.locator(".kicker [data-k=won]")).to_be_visible()
        expect(page.locator(".kicker [data-k=open]")).to_have_count(0)
    expect(entrants.get_by_role("button", name="Enter")).to_have_count(0)
    expect(overview.locator(".facts b").last).to_have_text("0 of 3")


def test_a_refusal_is_told_though_the_part_would_come_anew(site, cast):
    bar = elsewhere(competition, cast.organiser, "evening", 8)
    host, visitor = site.visitor("organiser", user=cast.organiser).page, site.visitor("viewer").page
    host.goto(f"/competitions/{bar.slug}/console/")
    visitor.goto(f"/competitions/{bar.slug}/entrants/")
    sent = []
    host.route("**/evening/press/", lambda route: sent.append((route, route.fetch())))
    host.locator("[value=begin]").click()
    for name in ("Ada", "Bice"):
        elsewhere(entries.enter_names, competition=bar, by=cast.organiser, names=[name])
        expect(visitor.get_by_role("rowheader", name=name)).to_be_visible()
    assert len(sent) == 1
    route, answer = sent[0]
    route.fulfill(response=answer)
    refusal = host.locator("#live").get_by_role("alert")
    expect(refusal).to_be_focused()
    host.wait_for_timeout(300)
    expect(refusal, "what has the focus is read").to_be_focused()
    host.locator("h1").click()
    expect(host.locator(".checkin li")).to_have_count(2)


@pytest.mark.parametrize("first", ["part", "press"])
def test_a_part_on_its_way_gives_way_to_what_is_sent(site, cast, first):
    """Whichever answer comes first: the part is not drawn while the press is on its way, nor where it has lost its
    place to its answer (a console that complains fails the test)."""
    bar = elsewhere(competition, cast.organiser, "evening", 8)
    host, held = site.visitor("organiser", user=cast.organiser).page, {}
    host.goto(f"/competitions/{bar.slug}/console/")
    host.wait_for_load_state("networkidle")

    def hold(name):
        def once(route):
            if name in held:
                route.continue_()
            else:
                held[name] = (route, route.fetch())

        return once

    host.route("**/console/", hold("part"))
    host.route("**/evening/press/", hold("press"))
    host.evaluate(CHANGED)
    until_done(host, "() => document.querySelector('[data-feed].htmx-request') !== null")
    host.locator("[value=begin]").click()
    while len(held) < 2:
        host.wait_for_timeout(50)
    for name in (first, *held.keys() - {first}):
        route, answer = held[name]
        route.fulfill(response=answer)
        host.wait_for_timeout(300)
    expect(host.locator("#live").get_by_role("alert")).to_be_focused()
    elsewhere(entries.enter_names, competition=bar, by=cast.organiser, names=["Ada"])
    host.locator("h1").click()
    expect(host.locator(".checkin li")).to_have_count(1)


def test_folds_and_fields_stay(site, cast):
    league = elsewhere(running, cast.organiser, "league", 4)
    page = site.visitor("organiser", user=cast.organiser).page
    page.goto(f"/competitions/{league.slug}/console/")
    folds = page.locator("[data-feed] details:has(input[name=hours])")
    for fold in folds.all():
        if not fold.evaluate("fold => fold.open"):
            fold.locator("> summary").click()
    hours = page.locator("[data-feed] input[name=hours]")
    hours.fill("36")
    page.get_by_role("button", name="Extend deadline").focus()
    come_anew(page)
    expect(page.get_by_role("button", name="Extend deadline")).to_be_focused()
    expect(hours).to_be_visible()
    expect(hours).to_have_value("36")


def test_a_strip_stays_scrolled(site, cast):
    elsewhere(bots_at_play, 4)
    page = site.visitor("viewer", phone=True).page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    strip = page.get_by_role("region", name="Live now").locator(".lobby")
    until_done(strip, "strip => { strip.scrollLeft = strip.children[2].offsetLeft; return strip.isConnected; }")
    page.wait_for_function("() => document.querySelector('[data-feed] .lobby').scrollLeft > 100")
    page.wait_for_timeout(500)  # it snaps to a card
    left = strip.evaluate("strip => strip.scrollLeft")
    come_anew(page)
    assert abs(strip.evaluate("strip => strip.scrollLeft") - left) < 2


def test_what_is_marked_or_pressed_waits(site, cast):
    elsewhere(bots_at_play, 2)
    page = site.visitor("viewer").page
    page.goto("/matches/")
    page.wait_for_load_state("networkidle")  # what began with the page has come
    region = page.get_by_role("region", name="Live now")
    until_done(
        region,
        """region => {
      getSelection().selectAllChildren(region.querySelector('.team'));
      return region.isConnected;
    }""",
    )
    until_done(region.get_by_role("link").first, TAKE_FOCUS)
    page.evaluate(HOLD)
    page.evaluate(CHANGED)
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(GONE) and page.evaluate("getSelection().toString()").strip() == "Terzino"
    page.evaluate("getSelection().removeAllRanges()")
    page.wait_for_function(GONE)
    region.locator(".chip").first.hover()
    page.mouse.down()
    region.locator(".chip").first.evaluate("chip => window.held = chip")  # pressed by now: it must stay from here on
    for _try in range(6):
        page.evaluate(CHANGED)
        page.wait_for_timeout(300)
    assert not page.evaluate(GONE), "it was taken from under a finger"
    page.mouse.up()
    page.wait_for_function(GONE)
