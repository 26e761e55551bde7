"""The calendar of one day: every match of it that the reader finds in lists, by competition."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

import engines
from league.competitions.models import Competition, Fixture
from league.competitions.policy import access
from league.competitions.queries import fixtures_in_order
from league.paging import Place, Stretch
from league.site.pages import visitor_marks
from matches import feed
from matches.models import Match
from matches.pages.table import result
from matches.pages.visitors import tagged
from matches.policy.audience import listed_for

SHOWN: Final = 40
"""Fixtures of one page."""
FRIENDLIES: Final = 12


@tagged(visitor_marks.today)
def today(request: HttpRequest) -> HttpResponse:
    """Show the matches of a day (``?day=2026-11-24``, else today) in the reader's zone, perhaps of one game."""
    drawn_at = feed.drawn_at("lobby")  # before the page's data is read
    now = timezone.localdate()
    day, game = _day(request.GET.get("day", "")) or now, request.GET.get("game", "")
    game = game if game in engines.games() else ""
    after, before = (Place.read(request.GET.get(name, "")) for name in ("after", "before"))
    page = Stretch(SHOWN, after, before).page(_parts(request.user, day, game))
    context = {
        "feed": drawn_at,
        "day": day,
        "now": now,
        "yesterday": day - timedelta(days=1),
        "tomorrow": day + timedelta(days=1),
        "game": game,
        "games": engines.games(),
        "taken": page,
        "groups": _groups(page.keys),
        "friendlies": [] if page.earlier else _friendlies(request.user, day, game),
    }
    return render(request, "home/today.html", context)


def _day(text: str) -> date | None:
    """Return the day of the address; None without one that has a day before and after it."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if date(2000, 1, 1) < day < date(2100, 1, 1) else None


def _span(day: date) -> tuple[datetime, datetime]:
    """Return the first moments of ``day`` and of the next one, in the reader's zone."""
    zone = timezone.get_current_timezone()
    return datetime.combine(day, time.min, zone), datetime.combine(day + timedelta(days=1), time.min, zone)


def _parts(reader: Any, day: date, game: str) -> list[QuerySet[Any]]:  # User or AnonymousUser
    """Return the fixtures of ``day`` in two parts, each read in the order of an index: those in play, and all others.

    A fixture belongs to the day on which its match ended; while it is played, on which it began; else to the day of its
    kick-off.
    """
    begin, end = _span(day)
    competitions = access.listed(reader)
    if game:
        competitions = competitions.filter(game=game)
    not_in_play = Q(match=None) | ~Q(match__status__in=Match.IN_PLAY)  # a voided match began and has no end
    rows = Fixture.objects.filter(Q(ended_at__isnull=False) | not_in_play, competition__in=competitions)
    rows = rows.annotate(at=Coalesce("ended_at", "kick_off_at"), key=F("pk"))
    running = Match.objects.filter(status__in=Match.IN_PLAY, origin__startswith="fixture:")
    running = running.filter(fixture__competition__in=competitions)
    running = running.annotate(at=F("started_at"), key=F("fixture__pk"))
    in_day = Q(at__gte=begin, at__lt=end)
    return [rows.filter(in_day), running.filter(in_day)]


def _groups(ids: list[UUID]) -> list[tuple[Competition, list[Fixture]]]:
    """Return the fixtures of one page by competition, in the order of each one's first. Six queries."""
    groups: dict[UUID | None, list[Fixture]] = {}
    for row in fixtures_in_order(ids):
        groups.setdefault(row.competition_id, []).append(row)
    return [(fixtures[0].tie.round.stage.competition, fixtures) for fixtures in groups.values()]


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
