"""A hint at the table in real browsers: told in words, shown on the board, gone with the move."""

from __future__ import annotations

from django.db import transaction
from playwright.sync_api import expect

from matches.verbs import casual
from tests.browser.test_match_play import open_table, play_first_button, shot, wait_for_turn


def test_a_hint_is_told_and_shown(site, cast):
    with transaction.atomic():
        match = casual.play_bot(user=cast.anna, game="dom_jim", bot="club")
    for phone in (False, True):
        anna = site.visitor("anna", user=cast.anna, phone=phone)
        open_table(anna.page, f"/matches/{match.id}/")
        button = anna.page.get_by_role("button", name="Show a hint")
        button.wait_for()
        button.focus()
        anna.page.keyboard.press("Enter")
        expect(anna.page.locator("[data-hint] [role=status]")).not_to_be_empty()
        anna.page.locator(".coached").first.wait_for(state="attached")
        assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shot(anna.page, f"hint-{'phone' if phone else 'desk'}")


def test_the_hint_goes_with_the_move(site, cast):
    with transaction.atomic():
        match = casual.play_bot(user=cast.anna, game="super_goal", bot="club")
    anna = site.visitor("anna", user=cast.anna)
    open_table(anna.page, f"/matches/{match.id}/")
    wait_for_turn(anna.page)
    anna.page.get_by_role("button", name="Show a hint").click()
    told = anna.page.locator("[data-hint] [role=status]")
    expect(told).not_to_be_empty()
    expect(anna.page.locator("[data-acts] .coached")).to_have_count(1)
    assert play_first_button(anna.page)
    wait_for_turn(anna.page)
    expect(told).to_be_empty()


def test_on_a_phone_it_leaves_the_words_of_the_clock_free(site, cast):
    """At a set piece one clock runs for all pieces of a side: that is said on its bar, where the hint is, too."""
    with transaction.atomic():
        match = casual.play_bot(user=cast.anna, game="soccer_tactics", bot="club")
    page = site.visitor("anna", user=cast.anna, phone=True).page
    open_table(page, f"/matches/{match.id}/")
    page.wait_for_selector("[data-yours] .over .legal", timeout=60_000)
    shared, hint = page.locator(".clock.own[data-turn] .bank"), page.locator(".hint .btn")
    expect(shared).to_be_visible()
    expect(hint).to_be_visible()
    left, right = shared.bounding_box(), hint.bounding_box()
    assert left and right and left["x"] + left["width"] <= right["x"]
