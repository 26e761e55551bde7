"""The calendar of one day: every match of it that the reader finds in lists, by competition."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

import engines
from league.competitions.models import Competition, Fixture
from league.competitions.policy import access
from league.competitions.queries import fixtures
from league.site.pages import visitor_marks
from matches import feed
from matches.models import Match
from matches.pages.table import result
from matches.pages.visitors import tagged
from matches.policy.audience import listed_for

SHOWN: Final = 60
"""Fixtures of one page."""
MOST: Final = 1200
"""Fixtures of one day that can be paged through."""
FRIENDLIES: Final = 12


@tagged(visitor_marks.today)
def today(request: HttpRequest) -> HttpResponse:
    """Show the matches of a day (``?day=2026-11-24``, else today) in the reader's zone, perhaps of one game."""
    drawn_at = feed.drawn_at("lobby")  # before the page's data is read
    now = timezone.localdate()
    day, game = _day(request.GET.get("day", "")) or now, request.GET.get("game", "")
    game = game if game in engines.games() else ""
    page = Paginator(_ids(request.user, day, game), SHOWN).get_page(request.GET.get("page"))
    context = {
        "feed": drawn_at,
        "day": day,
        "now": now,
        "before": day - timedelta(days=1),
        "after": day + timedelta(days=1),
        "game": game,
        "games": engines.games(),
        "page_of": page,
        "groups": _groups(list(page.object_list)),
        "friendlies": _friendlies(request.user, day, game) if page.number == 1 else [],
    }
    return render(request, "home/today.html", context)


def _day(given: str) -> date | None:
    """Return the day of the address; None without one that has a day before and after it."""
    try:
        day = date.fromisoformat(given)
    except ValueError:
        return None
    return day if date(2000, 1, 1) < day < date(2100, 1, 1) else None


def _span(day: date) -> tuple[datetime, datetime]:
    """Return the first moments of ``day`` and of the next one, in the reader's zone."""
    zone = timezone.get_current_timezone()
    return datetime.combine(day, time.min, zone), datetime.combine(day + timedelta(days=1), time.min, zone)


def _ids(reader: Any, day: date, game: str) -> list[UUID]:  # User or AnonymousUser
    """Return the ids of the fixtures of ``day`` by time, each competition's together. One query.

    A fixture is of the day of its match, if that has begun, else of its kick-off.
    """
    begin, end = _span(day)
    known = access.listed(reader)
    if game:
        known = known.filter(game=game)
    in_day = {"gte": begin, "lt": end}
    planned = _where("kick_off_at", in_day).filter(match__started_at=None)
    over = _where("match__finished_at", in_day).filter(match__status=Match.Status.FINISHED)
    running = _where("match__started_at", in_day).filter(match__status__in=Match.IN_PLAY)
    at = Coalesce("match__started_at", "kick_off_at", "match__finished_at")
    ids = planned.union(over, running)
    rows = Fixture.objects.filter(pk__in=ids, tie__round__stage__competition__in=known.values("pk"))
    rows = rows.annotate(at=at, of=F("tie__round__stage__competition"))
    found = list(rows.order_by("at", "pk").values_list("of", "pk")[:MOST])
    first = {of: place for place, (of, _pk) in reversed(list(enumerate(found)))}
    return [pk for _of, pk in sorted(found, key=lambda row: first[row[0]])]


def _where(column: str, in_day: dict[str, datetime]) -> QuerySet[Fixture, UUID]:
    conditions = {f"{column}__{key}": value for key, value in in_day.items()}
    return Fixture.objects.filter(**conditions).order_by().values_list("pk", flat=True)


def _groups(ids: list[UUID]) -> list[tuple[Competition, list[Fixture]]]:
    """Return the fixtures of one page by competition. One query."""
    rows = {row.pk: row for row in fixtures().filter(pk__in=ids)}
    ordered = [rows[pk] for pk in ids if pk in rows]
    return [
        (shown[0].tie.round.stage.competition, shown)
        for shown in (list(group) for _key, group in groupby(ordered, lambda row: row.tie.round.stage.competition_id))
    ]


def _friendlies(
    reader: Any, day: date, game: str
) -> list[dict[str, Any]]:  # User or AnonymousUser; rows for a template
    """Return the last finished matches of ``day`` that belong to no competition. Two queries."""
    begin, end = _span(day)
    rows = Match.objects.finished().filter(listed_for(reader), listed=True, mode=Match.Mode.ORDINARY)
    rows = rows.exclude(origin__startswith="fixture:")
    rows = rows.filter(finished_at__gte=begin, finished_at__lt=end).prefetch_related("seats")
    if game:
        rows = rows.filter(game=game)
    return [result(match) for match in rows.order_by("-finished_at")[:FRIENDLIES]]
