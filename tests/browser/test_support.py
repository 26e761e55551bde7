"""Support in a browser: by keyboard, without a script too, nothing serious for axe, no wider than a phone."""

from __future__ import annotations

import pytest

from league.moderation.models import Act
from league.players.models import User
from matches.models import Match
from tests.browser.axe import serious_in_both_themes
from tests.browser.sitemap import elsewhere
from tests.browser.test_pages_axe import too_wide
from tests.league.support.test_pages import one_of_each


@pytest.fixture
def there(site):
    """A world with a row of everything that support reads; the stranger is of the staff."""
    there = elsewhere(one_of_each)
    User.objects.filter(pk=there["cast"].stranger.pk).update(is_staff=True)
    return there


@pytest.fixture
def cast(there):
    return there["cast"]


def test_axe_and_the_policy_have_nothing_to_say(site, cast, there):
    faults = []
    # axe is put into the page by a script that the policy would refuse; another visitor sees the policy at work.
    visitor = site.visitor(user=cast.stranger, phone=True, bypass_csp=True)
    watched = site.visitor("watched", user=cast.stranger, dark=True, language="it")
    for path in (
        "/support/",
        f"/support/?q={there['cup'].pk}",
        "/support/players/user/",
        f"/support/players/user/{cast.anna.pk}/",
        f"/support/matches/match/{there['match'].pk}/",
        f"/support/competitions/competition/{there['league'].pk}/",
        "/support/matches/outbox/?waiting=1",
        f"/support/matches/seat/?user={cast.anna.pk}",
    ):
        visitor.goto(path)
        watched.goto(path)
        faults += serious_in_both_themes(visitor.page, path)
        faults += too_wide(visitor.page, path) + too_wide(watched.page, f"{path} in Italian")
    assert not faults, "\n".join(faults)


def test_from_a_name_to_a_match_by_keyboard(site, cast, there):
    visitor = site.visitor(user=cast.stranger, java_script_enabled=False)
    page = visitor.page
    visitor.goto("/support/")
    page.get_by_role("searchbox").focus()
    page.keyboard.type("anna")
    page.keyboard.press("Enter")
    people = page.get_by_role("region", name="People").get_by_role("link", name="anna", exact=True)
    people.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", level=1, name="anna").wait_for()
    seats = page.get_by_role("region", name="Seats").first
    seats.get_by_role("link", name="See all").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/support/matches/seat/?user=*")
    # The table itself can be reached, so that it scrolls by the arrow keys on a phone.
    region = page.locator(".scroll[tabindex='0']").first
    region.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/support/matches/match/*/")
    id_ = page.url.rstrip("/").rpartition("/")[2]
    assert elsewhere(Match.objects.filter(pk=id_).exists)
    assert elsewhere(Act.objects.filter(verb="look", by=cast.stranger, subject=cast.anna).count) == 1
