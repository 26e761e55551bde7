"""The form of a new competition in a browser: another game brings its own legs, and the preview follows."""

from __future__ import annotations

import os

from playwright.sync_api import expect


def test_choosing_dom_jim_offers_two_legs(site):
    visitor = site.visitor()
    page = visitor.page
    page.goto(f"{site.url}/competitions/new/?preset=cup&game=fuba&places=8")
    legs = page.locator("#id_legs")
    why = page.locator("#id_legs_helptext", has_text="Dom Jim")
    assert legs.input_value() == "1"
    expect(why).to_have_count(0)
    page.locator("#id_game").select_option("dom_jim")
    why.wait_for()
    assert page.locator("#id_legs").input_value() == "2"
    page.locator("#preview").get_by_text("14", exact=True).first.wait_for()  # matches: 7 ties of two legs
    if folder := os.environ.get("TWO_LEGS_SHOTS"):
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=f"{folder}/form-{width}.png")
    page.locator("#id_game").select_option("fuba")
    why.wait_for(state="detached")
    assert page.locator("#id_legs").input_value() == "2", "a choice is never undone"


def test_another_game_begins_the_stages_anew(site):
    visitor = site.visitor()
    page = visitor.page
    page.goto(f"{site.url}/competitions/new/stages/?game=super_goal")
    draws = page.locator("#id_s1-draws")
    expect(draws.locator("option")).to_have_count(2)
    expect(page.locator("#id_s1-table_legs")).to_have_value("1")
    page.locator("#id_game").select_option("dom_jim")
    expect(page.locator("#id_s1-table_legs")).to_have_value("2")
    expect(draws).to_have_value("extra_time")
    page.get_by_role("button", name="Add a stage").click()
    expect(page.locator("#id_s2-legs")).to_have_value("2")
    if folder := os.environ.get("TWO_LEGS_SHOTS"):
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=f"{folder}/compose-{width}.png", full_page=True)
