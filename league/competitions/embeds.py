"""Small pages that a club's own site may frame: bracket, table, fixtures. Nothing else of this site can be framed.

They know no reader: whoever looks is nobody in particular, no cookie is set, there is no form, only what is published
is shown; links open outside the frame. They change by the feed as the pages do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.competitions import access, brackets, marks, pages, standing_rows
from league.competitions.models import Competition, Fixture, Stage
from league.competitions.stages import BRACKETS, TABLES
from matches.visitors import tagged

ROWS = 12
"""Fixtures of an embed: the next ones, or the last where none is left."""


def _bracket(competition: Competition, stages: list[Stage]) -> dict[str, Any]:
    trees = [stage for stage in stages if stage.format in BRACKETS]
    if not trees:
        raise Http404
    drawn = [brackets.bracket(stage) for stage in trees]
    return {"trees": [parts for parts in drawn if parts], "parts": [part for parts in drawn for part in parts]}


def _table(competition: Competition, stages: list[Stage]) -> dict[str, Any]:
    if not any(stage.format in TABLES for stage in stages):
        raise Http404
    entrants = pages.entrants_of(competition)
    return {"tables": standing_rows.tables_of(competition, stages, entrants, AnonymousUser())}


def _fixtures(competition: Competition, stages: list[Stage]) -> dict[str, Any]:
    known = [row for day in pages.matchdays(stages) for row in day.fixtures if row.home and row.away]
    ahead = [row for row in known if row.status in (Fixture.Status.PENDING, Fixture.Status.OPEN, Fixture.Status.LIVE)]
    return {"fixtures": ahead[:ROWS] or known[-ROWS:]}


PARTS: dict[str, Callable[[Competition, list[Stage]], dict[str, Any]]] = {
    "bracket": _bracket,
    "table": _table,
    "fixtures": _fixtures,
}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"], "form-action": ["'none'"]})
@tagged(marks.competition)
def embed(request: HttpRequest, slug: str, part: str) -> HttpResponse:
    """One part of a published competition, to be framed; 404 for a draft and for a part that it has not."""
    request.user = AnonymousUser()
    competition = access.door(request.user, slug)
    if part not in PARTS:
        raise Http404
    stages = pages.stages_of(competition)
    context = {"competition": competition, "part": part, **PARTS[part](competition, stages)}
    return render(request, "competitions/embed.html", context)
