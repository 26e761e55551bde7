"""The wall of an event: calls, what is played at the tables, what comes next, and the way to follow on a phone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.competitions.words.queue import desk_of_hall
from league.events import access, marks
from league.events.reading import AHEAD, fixtures_of
from league.site.pages.wall import AT_TABLES, ROWS, Panel, calls, split
from matches.pages.addresses import outside
from matches.pages.visitors import tagged

NEXT = 3 * ROWS
"""Matches of the timetable that are shown ahead."""


@tagged(marks.event)
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show panels for a projector, and only the panels to htmx. A fixed number of queries."""
    event = access.door(request.user, slug)
    competitions = [part.competition for part in access.shown_parts(request.user, event)]
    desk = desk_of_hall(event.hall_id, request.user, {})
    playing = [
        {"number": now.table.number, "fixture": now.fixture, "bye": None}
        for now in desk.tables
        if now.fixture is not None and now.state != "called"
    ]
    ahead = fixtures_of([row.pk for row in competitions]).filter(planned__isnull=False, status__in=AHEAD)
    coming = list(ahead.filter(match__started_at=None).order_by("kick_off_at", "table", "pk")[:NEXT])
    context = {
        "name": event.name,
        "home": reverse("events:one", args=[slug]),
        "feed": " ".join(f"competition:{row.pk}@{row.log_position}" for row in competitions),
        "panels": [
            *calls(competitions, AT_TABLES),
            *split("tables", _("At the tables"), playing, AT_TABLES),
            *split("fixtures", _("Coming up"), coming, ROWS),
            Panel("join", _("Where am I next")),
        ],
        "until": None,
        "show_competition": True,
        "on_day": True,
        "address": outside(request, reverse("events:next", args=[slug])),
    }
    return render(request, "competitions/wall.html", context)
