"""A small weekend: two competitions share two tables by a timetable, and one table is lost."""

from __future__ import annotations

import re

from django.urls import reverse
from playwright.sync_api import expect

from league.competitions.models import Fixture
from league.competitions.verbs import entries, rounds
from tests.browser.sitemap import elsewhere
from tests.league.builders import competition
from tests.league.events.weekend import event_of, joined


def test_a_weekend_by_roles(site, cast):
    def prepared():
        event = event_of(cast.organiser)
        for players in ((cast.anna, cast.bruno), (cast.stranger, cast.referee)):
            cup = competition(cast.organiser, places=4)
            for player in players:
                entries.enter(competition=cup, player=player)
            entries.enter_names(competition=cup, by=cast.organiser, names="Ugo\nVera")
            joined(event, rounds.start(competition=cup, by=cast.organiser))
        return event

    event = elsewhere(prepared)
    desk_at, plan_at, next_at, people_at = (
        reverse(f"events:{name}", args=[event.slug]) for name in ("desk", "timetable", "next", "people")
    )
    organiser = site.visitor("organiser", user=cast.organiser)
    anna = site.visitor("anna", user=cast.anna, phone=True)
    desk = organiser.page

    organiser.goto(reverse("events:settings", args=[event.slug]))
    desk.locator("input[name=first]").fill("1")
    desk.locator("input[name=last]").fill("2")
    desk.locator("button[value=add_tables]").click()
    organiser.goto(plan_at)
    desk.locator("button[value=event_apply]").click()
    expect(desk.locator(".timetable tbody tr")).to_have_count(6)
    expect(desk.locator("button[value=event_apply]")).to_have_count(0)

    # She says that she is here, and reads where she plays next.
    anna.goto(next_at)
    anna.page.locator("button[value=event_check_in]").tap()
    expect(anna.page.locator("button[value=event_check_in]")).to_have_count(0)
    expect(anna.page.locator(".nextbig .where")).to_have_text(re.compile(r"^[12]$"))
    organiser.goto(people_at)
    expect(desk.locator("button[value=event_check_out]")).to_have_count(1)

    # A table is lost: what stood there goes to the other one, once the organiser has seen and applied it.
    organiser.goto(desk_at)
    expect(desk.locator(".realtable")).to_have_count(2)
    desk.locator(".realtable .other summary").last.click()
    desk.locator(".realtable .other[open] button[value=close_table]").click()
    expect(desk.locator(".realtable[data-state=closed]")).to_have_count(1)
    organiser.goto(plan_at)
    desk.locator("button[value=event_apply]").click()
    expect(desk.locator("button[value=event_apply]")).to_have_count(0)
    ahead = elsewhere(lambda: set(Fixture.objects.filter(planned__event=event).values_list("table", flat=True)))
    assert ahead == {1}
