"""Tables of a league in a real browser: another matchday and other matches, with a script and without one."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import Error, expect

from league.competitions.models import Entrant
from league.competitions.verbs import rulings
from tests.league.builders import running
from tests.league.tables import play_out


@pytest.fixture
def league(cast):
    """Four players, two matchdays played."""
    season = running(cast.organiser, "league", 4)
    for number in (1, 2):
        for tie in season.stages.get().rounds.get(number=number).ties.all():
            rulings.enter_result(fixture=tie.fixtures.get(), score=rulings.Score(number, 0), by=cast.organiser)
    return season


def test_another_matchday_is_chosen_beside_the_venue(site, league):
    """One row on a phone too; the choice is an address of its own, keeps the venue and the place of the keyboard."""
    phone = site.visitor("phone", phone=True)
    phone.goto(f"/competitions/{league.slug}/table/?venue=home")
    page = phone.page
    locator, venues = page.get_by_label("Table after"), page.get_by_role("navigation", name="Matches that count")
    first, second = venues.bounding_box(), locator.bounding_box()
    assert abs(first["y"] + first["height"] / 2 - second["y"] - second["height"] / 2) < 2, "they stand in one row"
    assert second["x"] >= first["x"] + first["width"] and second["height"] >= 44
    expect(page.get_by_role("button", name="Show")).to_have_count(0)
    locator.focus()
    locator.select_option("Matchday 1")
    page.get_by_role("heading", name="Table, Home, after Matchday 1").wait_for()
    assert "venue=home" in page.url and "after=" in page.url
    assert page.evaluate("document.activeElement.id") == "after"
    venues.get_by_role("link", name="All").click()
    page.get_by_role("heading", name="Table, after Matchday 1").wait_for()
    locator.select_option("Now")
    page.get_by_role("heading", name="Table", exact=True).wait_for()
    page.get_by_role("link", name="Points", exact=True).click()
    page.get_by_role("link", name="As ranked").wait_for()
    locator.select_option("Matchday 1")
    page.get_by_role("heading", name="Table, after Matchday 1").wait_for()
    assert page.url.endswith("?after=1&by=points"), "the order is kept"
    page.go_back()
    page.get_by_role("heading", name="Table", exact=True).wait_for()
    page.go_back()
    page.go_back()
    page.get_by_role("heading", name="Table, after Matchday 1").wait_for()


def test_steps_back_taken_at_once_end_where_the_address_says(site, league):
    """The answer to the first step, which comes late, does not replace that to the second."""
    visitor = site.visitor("hasty")
    visitor.goto(f"/competitions/{league.slug}/table/")
    page = visitor.page
    choice = page.get_by_label("Table after")
    for matchday, heading in (("1", "Table, after Matchday 1"), ("2", "Table, after Matchday 2"), ("now", "Table")):
        choice.select_option(matchday)
        page.get_by_role("heading", name=heading, exact=True).wait_for()
        page.wait_for_url(f"**/table/?after={matchday}")
    late = []
    page.route("**/table/?after=2", lambda route: late.append(route))
    with page.expect_request("**/table/?after=2"):
        page.evaluate("history.back()")
    page.evaluate("history.back()")
    page.get_by_role("heading", name="Table, after Matchday 1").wait_for()
    for route in late:
        with contextlib.suppress(Error):  # given up by the browser
            route.continue_()
    page.wait_for_timeout(300)
    expect(page.get_by_role("heading", name="Table, after Matchday 1")).to_be_visible()
    assert page.url.endswith("?after=1")


def test_a_table_stays_live_while_the_choice_has_the_focus(site, cast, league):
    """On a phone it keeps it after the tap; of two quick choices the second counts."""
    visitor = site.visitor("watcher", phone=True)
    visitor.goto(f"/competitions/{league.slug}/table/")
    page = visitor.page
    for matchday in ("Matchday 1", "Matchday 2", "Matchday 1", "Now"):
        page.get_by_label("Table after").select_option(matchday)
    page.get_by_label("Table after").focus()
    page.wait_for_url("**/table/?after=now")
    fixture = league.stages.get().rounds.get(number=3).ties.first().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(50, 0), by=cast.organiser)
    page.locator("table.league").get_by_text(re.compile(r"^\+(4|5)\d$")).wait_for(timeout=8000)
    assert page.evaluate("document.activeElement.id") == "after"


def test_another_matchday_without_a_script(site, league):
    visitor = site.visitor(java_script_enabled=False)
    visitor.goto(f"/competitions/{league.slug}/table/?venue=away")
    visitor.page.get_by_label("Table after").select_option("Matchday 1")
    visitor.page.get_by_role("button", name="Show").click()
    expect(visitor.page.get_by_role("heading", name="Table, Away, after Matchday 1")).to_be_visible()


def test_a_long_name_is_not_broken_in_a_table(site, cast):
    """Where the rows have form and changes too."""
    cup = running(cast.organiser, "league", 4)
    names = dict(
        zip(cup.entrants.order_by("pk"), ("Dopolavoro Castello", "Contropiede", "Catenacciari", "Ada"), strict=True)
    )
    for entrant, name in names.items():
        Entrant.objects.filter(pk=entrant.pk).update(name=name)
    play_out(cup)
    phone = site.visitor("phone", phone=True)
    phone.goto(f"/competitions/{cup.slug}/table/")
    lines = phone.page.evaluate(LINES)
    assert lines == {"Dopolavoro Castello": 2, "Contropiede": 1, "Catenacciari": 1, "Ada": 1}


LINES = """() => Object.fromEntries([...document.querySelectorAll("table.league tbody .team > span")].map((name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  return [name.textContent.trim(), new Set([...words.getClientRects()].map((line) => line.top)).size];
}))"""
"""The number of lines of each name in the tables of the page."""
