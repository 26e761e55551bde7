"""A channel of TV in a browser: it goes on when the match is over, and stays where somebody holds it."""

from __future__ import annotations

from django.db import transaction
from playwright.sync_api import expect

from tests.browser.at_table import played
from tests.browser.sitemap import elsewhere
from tests.browser.test_overlays import bots_play


def test_a_channel_goes_on_to_the_next_match_unless_it_is_held(site, cast):
    over = elsewhere(finished, cast)
    live = elsewhere(bots_play, 1)  # it lasts longer than this test
    page = site.visitor("viewer").page
    page.clock.install()
    page.goto(f"/matches/{over}/?tv=super_goal")
    page.get_by_role("button", name="Stay here").click()
    page.clock.fast_forward(30_000)
    assert over in page.url
    page.get_by_role("button", name="Stay here", pressed=True).click()
    expect(page.locator("[data-says][role=status]")).not_to_be_empty()
    page.clock.fast_forward(11_000)
    page.wait_for_url(lambda url: f"{live}/?tv=super_goal" in url)


def finished(cast):
    """A match that both have left behind."""
    from matches.live.deciding import award
    from matches.models import Match

    match_id = played((cast.anna, cast.bruno), "super_goal", 5)
    result = award("home", score_now={"home": 1, "away": 0}, source="award", how="award", reason="Left")
    with transaction.atomic():
        Match.objects.filter(pk=match_id).update(status="finished", result=result, finished_at="2026-01-01T00:00Z")
    return str(match_id)
