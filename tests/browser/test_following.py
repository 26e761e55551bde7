"""Following in a browser: the bell by keyboard, its state told, the focus kept; results that are hidden until a tap."""

from __future__ import annotations

from playwright.sync_api import expect

from league.competitions.verbs import rulings
from league.following import verbs
from league.following.models import Follow
from tests.browser.sitemap import elsewhere
from tests.browser.test_match_play import shot
from tests.league.builders import running


def test_a_bell_is_pressed_by_keyboard_and_keeps_the_focus(site, cast):
    page = site.visitor("stranger", user=cast.stranger).page
    page.goto(f"/players/{cast.anna.pk}/")
    bell = page.get_by_role("button", name="Follow anna")
    bell.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Following anna", pressed=True).wait_for()
    assert page.evaluate("document.activeElement.id") == "bell-button"
    assert elsewhere(lambda _cast: Follow.objects.filter(user=cast.stranger, player=cast.anna).exists(), cast)
    page.goto("/matches/?show=followed")
    page.get_by_role("button", name="Unfollow anna").click()
    expect(page.get_by_role("button", name="Unfollow")).to_have_count(0)
    assert not elsewhere(Follow.objects.filter(user=cast.stranger).exists)


def test_results_stay_hidden_until_a_tap(site, cast):
    def furnish(cast):
        cup = running(cast.organiser, "cup", 4)
        verbs.follow(user=cast.stranger, competition=cup)
        fixture = next(iter(cup.stages.get().rounds.get(number=1).ties.all())).legs[0]
        rulings.enter_result(fixture=fixture, score=rulings.Score(5, 2), by=cast.organiser)
        return fixture.home.name

    name = elsewhere(furnish, cast)
    for phone, dark in ((True, False), (False, True)):
        page = site.visitor("stranger", user=cast.stranger, phone=phone, dark=dark).page
        page.goto("/matches/?show=followed")
        if phone:
            page.get_by_role("button", name="Hide results until I tap", pressed=False).click()
        page.get_by_role("button", name="Hide results until I tap", pressed=True).wait_for()
        expect(page.locator(".unseen .goals").first).to_be_hidden()
        expect(page.get_by_text(name).first).to_be_visible()
        shot(page, f"following-hidden-{'phone' if phone else 'desk'}")
        summary = page.locator(".unseen summary").first
        summary.focus()
        page.keyboard.press("Enter")
        page.locator(".unseen .goals").first.wait_for()
        assert page.locator(".unseen .goals b").all_inner_texts()[:2] == ["5", "2"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
