"""Dialogs give the focus back: to what had it, also if that came anew meanwhile; else the page's content has it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from matches.verbs import casual
from tests.browser.sitemap import elsewhere


@pytest.fixture
def page(site, cast):
    match = elsewhere(casual.practice, user=cast.anna, game="super_goal")
    visitor = site.visitor("anna", user=cast.anna)
    visitor.goto(f"/matches/{match.pk}/")
    visitor.page.wait_for_selector("[data-match][data-yours]", timeout=30_000)
    visitor.page.wait_for_load_state("networkidle")
    return visitor.page


def test_after_a_dialog_that_a_key_opened_the_page_goes_on_from_its_content(page):
    dialog = page.get_by_role("dialog")
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").locator(":focus")).to_have_count(1)


@pytest.mark.parametrize("anew", [False, True], ids=["the same", "come anew"])
def test_a_button_that_opened_a_dialog_has_the_focus_again(page, anew):
    page.get_by_role("tab", name="More").click()
    opener = page.locator("[data-act=keys]")
    opener.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    if anew:
        opener.evaluate("button => { button.outerHTML = button.outerHTML; }")
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
