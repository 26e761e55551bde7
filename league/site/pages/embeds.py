"""Small pages that a club's own site may frame: bracket, table, fixtures, an event. Nothing else can be framed.

They are rendered as for an anonymous visitor: no cookie is set, there is no form, only published things are shown;
links open outside the frame. They change by the feed as the pages do.
"""

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.brackets.pages import sections
from league.competitions.models import Competition
from league.competitions.pages import reading, structure, visitor_marks
from league.competitions.policy import access
from league.competitions.setup.stages import BRACKETS, TABLES
from league.events import access as events
from league.events import marks as event_marks
from league.events.reading import AHEAD, OVER, fixtures_of
from league.leagues import rows
from league.site.pages import wall
from matches.pages.visitors import tagged

ROWS = 12
"""Fixtures of an embed: the next ones, or the last if none is left."""


def _bracket(competition: Competition) -> dict[str, Any]:
    """Return the bracket, or the current section of a big one."""
    section = sections.section_of({})
    stages = structure.frame_of(competition, structure.rounds_of_brackets, part=section.ties_to_read).stages
    trees = [stage for stage in stages if stage.format in BRACKETS]
    if not trees:
        raise Http404
    drawn = sections.shown_parts(trees, section)
    return {"trees": [parts for parts in drawn if parts], "parts": [part for parts in drawn for part in parts]}


def _table(competition: Competition) -> dict[str, Any]:
    """Return the tables, or the first page of big ones."""
    frame = structure.frame_of(competition)
    if not any(stage.format in TABLES for stage in frame.stages):
        raise Http404
    entrants = structure.entrants_of(competition)
    tables = rows.tables_of(competition, frame.stages, entrants, AnonymousUser(), frame.live)
    first = rows.on_page(next(iter(rows.cut(tables)), []))
    for table in first:
        rows.explained(table, competition)
    return {"tables": first}


def _fixtures(competition: Competition) -> dict[str, Any]:
    stages = reading.stages_of(competition)
    paired = [row for day in reading.matchdays(stages) for row in day.rows if row.home and row.away]
    over = [row for row in paired if reading.is_over(row)]
    if competition.status == Competition.Status.CANCELLED:  # nobody plays the others any more
        return {"fixtures": over[-ROWS:]}
    ahead = [row for row in paired if not reading.is_over(row)]
    return {"fixtures": ahead[:ROWS] or over[-ROWS:]}


PARTS: dict[str, Callable[[Competition], dict[str, Any]]] = {
    "bracket": _bracket,
    "table": _table,
    "fixtures": _fixtures,
}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"]})
@tagged(visitor_marks.competition)
def embed(request: HttpRequest, slug: str, part: str) -> HttpResponse:
    """Show one part of a published competition in a frame. Raises Http404 for a draft and for a missing part."""
    request.user = AnonymousUser()
    competition = access.door(request.user, slug)
    if part not in PARTS:
        raise Http404
    context = {"competition": competition, "part": part, **PARTS[part](competition)}
    return render(request, "competitions/embed.html", context)


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"]})
@tagged(event_marks.event)
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is called, what comes next and what was played at an event, in a frame."""
    request.user = AnonymousUser()
    row = events.door(request.user, slug)
    competitions = [part.competition for part in events.shown_parts(request.user, row)]
    fixtures = fixtures_of([each.pk for each in competitions]).filter(home__isnull=False, away__isnull=False)
    ahead = fixtures.filter(status__in=AHEAD).order_by(F("kick_off_at").asc(nulls_last=True), "table", "pk")
    over = fixtures.filter(status__in=OVER).order_by(F("ended_at").desc(nulls_last=True), "pk")
    context = {
        "event": row,
        "feed": " ".join(f"competition:{each.pk}@{each.log_position}" for each in competitions),
        "calls": wall.calls(competitions, ROWS),
        "ahead": list(ahead[:ROWS]),
        "over": list(over[:ROWS]),
    }
    return render(request, "events/embed.html", context)
