"""The bell in a browser: pressed by keyboard without leaving the page, its state told, the focus kept."""

from __future__ import annotations

from league.following.models import Follow
from tests.browser.sitemap import elsewhere


def test_a_bell_is_pressed_by_keyboard_and_keeps_the_focus(site, cast):
    page = site.visitor("stranger", user=cast.stranger).page
    page.goto(f"/players/{cast.anna.pk}/")
    bell = page.get_by_role("button", name="Follow anna")
    bell.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Following anna", pressed=True).wait_for()
    assert page.evaluate("document.activeElement.id") == "bell-button"
    assert elsewhere(lambda _cast: Follow.objects.filter(user=cast.stranger, player=cast.anna).exists(), cast)
    page.goto("/following/")
    page.get_by_role("button", name="Unfollow anna").click()
    page.get_by_text("You follow nothing yet").wait_for()
