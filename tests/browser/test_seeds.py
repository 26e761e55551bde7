"""The order of the seeds in a browser: dragged by a handle, moved by arrows from the keyboard, and saved as it lies."""

from __future__ import annotations

from playwright.sync_api import expect

from league.competitions.models import Competition
from league.competitions.verbs import entries
from tests.browser.sitemap import elsewhere
from tests.league.builders import competition

NAMES = ["Ada", "Bea", "Cleo", "Dora"]


def furnish(cast):
    cup = competition(cast.organiser, "cup", 4, seeding=Competition.Seeding.HAND)
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES)
    return cup.slug


def test_seeds_are_dragged_and_moved_by_keyboard(site, cast):
    slug = elsewhere(furnish, cast)
    page = site.visitor("organiser", user=cast.organiser).page
    page.goto(f"/competitions/{slug}/entrants/seeds/")
    rows = page.locator("[data-seeds] > li")

    def order():
        return [row.get_attribute("data-name") for row in rows.all()]

    assert order() == NAMES
    grip, last = rows.nth(0).locator("[data-grip]").bounding_box(), rows.nth(3).bounding_box()
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, last["y"] + last["height"] - 2, steps=12)
    page.mouse.up()
    assert order() == ["Bea", "Cleo", "Dora", "Ada"]
    up = page.get_by_role("button", name="Ada up")
    up.focus()
    page.keyboard.press("Enter")
    assert order() == ["Bea", "Cleo", "Ada", "Dora"]
    told = page.locator("[data-seeds-told]")
    expect(told).to_contain_text("Ada")
    expect(told).to_contain_text("3")
    assert up.evaluate("one => one === document.activeElement")
    page.get_by_role("button", name="Save the seeds").click()
    page.wait_for_load_state()
    assert order() == ["Bea", "Cleo", "Ada", "Dora"]
