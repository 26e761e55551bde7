"""A league whose level matches go to penalties: made by its organiser, a result by hand, the table that follows."""

from __future__ import annotations

from playwright.sync_api import expect

from league.competitions.models import Fixture
from league.competitions.verbs import entries, rounds
from tests.browser.organising import make, sign_up
from tests.browser.sitemap import elsewhere


def test_a_level_result_needs_its_shootout_and_the_table_pays_for_it(site):
    organiser = site.visitor("organiser")
    page = organiser.page
    sign_up(organiser, "olga")
    league = make(organiser, "league", "League of the bar", 4, times=1, draws="shootout", shootout_win="2.0")
    names = ["Aldo", "Berta", "Carlo", "Dora"]  # bots would play while the organiser types
    elsewhere(entries.enter_names, competition=league, by=league.owner, names=names)
    elsewhere(rounds.start, competition=league, by=league.owner)
    fixture = Fixture.objects.filter(tie__round__stage__competition=league, status="open").first()
    assert fixture.match.terms["draws_allowed"] is False

    organiser.goto(f"/competitions/{league.slug}/console/{fixture.pk}/")
    page.get_by_label("Goals of the home side").fill("1")
    page.get_by_label("Goals of the away side").fill("1")
    page.get_by_role("button", name="Save the result").click()
    page.get_by_role("alert").first.wait_for()
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.OPEN, "a level result alone is none"

    expect(page.get_by_label("After extra time")).to_have_count(0)
    page.get_by_label("Penalties scored by the home side").fill("3")
    page.get_by_label("Penalties scored by the away side").fill("4")
    page.get_by_role("button", name="Save the result").click()
    page.wait_for_url("**/console/")
    fixture.refresh_from_db()
    assert (fixture.tie.decided, fixture.home_goals, fixture.away_goals) == ("shootout", 1, 1)

    organiser.goto(f"/competitions/{league.slug}/table/")
    orders = page.locator(".league thead th").evaluate_all("heads => heads.map(head => head.innerHTML)")
    column = {key: next(at for at, head in enumerate(orders) if f"by={key}" in head or f"by=-{key}" in head)
              for key in ("penalties_won", "penalties_lost", "points")}  # fmt: skip
    for entrant, shown in ((fixture.away, ["1", "0", "2"]), (fixture.home, ["0", "1", "1"])):
        cells = page.locator(".league tbody tr", has_text=entrant.name).locator("td, th").all_inner_texts()
        assert [cells[at] for at in column.values()] == shown
    assert not any("by=drawn" in head for head in orders)
