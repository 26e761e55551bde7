"""The whole stack: a Dom Jim league made by clicking, whose matches are ties of two legs, entered to its end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from league.competitions.models import Competition, Fixture
from tests.browser.organising import sign_up, wait_for_stage
from tests.league.recomputed import computed_again, picture


def test_a_league_of_official_matches_is_played_to_its_end(site):
    organiser = site.visitor("organiser")
    sign_up(organiser, "olga")
    page = organiser.page
    page.goto(f"{site.url}/competitions/new/?preset=league&game=fuba&places=3")
    page.locator("#id_game").select_option("dom_jim")
    page.locator("#id_table_legs_helptext", has_text="Dom Jim").wait_for()
    assert page.locator("#id_table_legs").input_value() == "2"
    assert page.locator("#id_times").input_value() == "1"
    assert page.locator("#id_draws").input_value() == "extra_time"
    page.locator("#preview td", has_text=re.compile(r"\b6 ")).wait_for()  # matches: 3 ties of two legs
    part = page.locator("#part-format")
    chosen = page.locator("#id_draws").evaluate("choice => choice.selectedOptions[0].textContent")
    expect(part.locator("[data-said]")).to_contain_text(chosen.strip().split(",")[0])
    part.locator("summary").click()
    league = _made(organiser)
    _start(organiser, league)
    _enter_all(organiser, league)
    league.refresh_from_db()
    assert league.status == Competition.Status.FINISHED
    assert picture(league) == computed_again(league)
    organiser.goto(f"/competitions/{league.slug}/table/")
    places = page.get_by_role("table").first.get_by_role("row", name=re.compile(r"^[123] "))
    expect(places).to_have_count(3)
    expect(page.locator("#venues")).to_have_count(0)


def _made(organiser):
    """Go on with the form as it is filled in."""
    page = organiser.page
    page.fill("input[name=name]", "Official matches")
    page.get_by_role("button", name="Create draft").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("list", name="Competition status").wait_for()
    return Competition.objects.get(name="Official matches")


def _start(organiser, league):
    """Three names, the draw, the start: all from the console."""
    page = organiser.page
    organiser.goto(f"/competitions/{league.slug}/console/")
    page.fill("textarea[name=words]", "Zia Pina\nNonno Ugo\nDon Gino")
    page.get_by_role("button", name="Add entrants").click()
    expect(page.get_by_role("progressbar", name="Places taken")).to_have_attribute("value", "3")
    page.get_by_role("button", name="Make the draw", exact=True).click()
    page.wait_for_url("**/draw/")
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_stage(organiser, "Running")


def _enter_all(organiser, league):
    """Enter each leg that is open: 1–0 in the first, 0–0 in the second."""
    page = organiser.page
    for _leg in range(6):
        waiting = Fixture.objects.filter(competition=league, status=Fixture.Status.OPEN).order_by("leg", "id")
        fixture = waiting.first()
        organiser.goto(f"/competitions/{league.slug}/console/{fixture.pk}/")
        page.fill("input[name=home_goals]", "1" if fixture.leg == 1 else "0")
        page.fill("input[name=away_goals]", "0")
        page.get_by_role("button", name="Save the result").click()
        page.wait_for_url("**/console/")
