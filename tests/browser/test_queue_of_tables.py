"""Two real tables and four players: the organiser sets the tables up, players are called, a result calls the next."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import expect

from league.competitions.models import Call
from league.competitions.verbs import entries, rounds
from tests.browser.sitemap import elsewhere
from tests.league.builders import competition


def test_tables_call_their_matches_by_roles(site, cast):
    def prepared():
        league = competition(cast.organiser, "league", 4, settings={"times": 1})
        for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
            entries.enter(competition=league, player=player)
        return rounds.start(competition=league, by=cast.organiser)

    league = elsewhere(prepared)
    at_tables, overview = (reverse(f"competitions:{name}", args=[league.slug]) for name in ("tables", "overview"))
    organiser = site.visitor("organiser", user=cast.organiser)
    anna = site.visitor("anna", user=cast.anna, phone=True)
    desk = organiser.page

    organiser.goto(at_tables)
    desk.locator("input[name=first]").fill("1")
    desk.locator("input[name=last]").fill("2")
    desk.locator("button[value=add_tables]").click()
    seats = desk.get_by_role("listitem").and_(desk.locator(".realtable"))
    expect(seats).to_have_count(2)
    expect(desk.locator(".realtable[data-state=called]")).to_have_count(2)

    # A player reads where to go, on home and on the overview, and says that the match has begun.
    anna.goto("/")
    expect(anna.page.locator("[data-next=table]")).to_be_visible()
    anna.goto(overview)
    anna.page.locator("[data-next=table] button[value=begin_call]").tap()
    expect(anna.page.locator("[data-next=table] button[value=begin_call]")).to_have_count(0)
    expect(desk.locator(".realtable[data-state=playing]")).to_have_count(1)  # the organiser's page hears of it
    desk.locator(".realtable[data-state=called] button[value=begin_call]").click()
    expect(desk.locator(".realtable[data-state=playing]")).to_have_count(2)

    first = {call.pk for call in elsewhere(lambda: list(Call.objects.filter(ended_at=None)))}
    for left in (1, 0):
        table = desk.locator(".realtable[data-state=playing]").first
        table.locator("input[name=home_goals]").fill("2")
        table.locator("input[name=away_goals]").fill("1")
        with desk.expect_navigation():
            table.locator("button[value=result]").click()
        desk.wait_for_url(f"**{at_tables}")
        if left:
            expect(desk.locator(".realtable[data-state=free]")).to_have_count(1)
    # The round is over: the next one opens, and its matches are called in the same step.
    expect(desk.locator(".realtable[data-state=called]")).to_have_count(2)
    now = {call.pk for call in elsewhere(lambda: list(Call.objects.filter(ended_at=None)))}
    assert len(now) == 2 and not first & now
    expect(anna.page.locator("[data-next=table] button[value=begin_call]")).to_be_visible()

    # One table is lost: its match waits, first in the queue, and comes back with the table.
    desk.locator(".realtable .other summary").last.click()
    desk.locator(".realtable .other[open] button[value=close_table]").click()
    expect(desk.locator(".realtable[data-state=closed]")).to_have_count(1)
    expect(desk.locator(".deskqueue li")).to_have_count(1)
    desk.locator("button[value=reopen_table]").click()
    expect(desk.locator(".realtable[data-state=called]")).to_have_count(2)
    expect(desk.locator(".deskqueue li")).to_have_count(0)
