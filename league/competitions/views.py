"""Pages that everybody reads: lists, overview, bracket, table, fixtures, entrants, rules, audit, draw.

Each view is a page and, asked by htmx, its fragment. Door, read, render.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engines
from engines.core.text import text
from league.competitions import access, pages
from league.competitions.models import Competition, Stage
from league.competitions.roles import Right
from league.competitions.words import translated
from league.formats import draw as draws

STATUSES = ("registration", "running", "finished")


def shown(request: HttpRequest, slug: str, page: str, right: Right = Right.SEE) -> tuple[Competition, dict[str, Any]]:
    """The competition, if the reader has ``right`` in it, and what every one of its pages needs."""
    competition = access.door(request.user, slug, right)
    rights = competition.rights
    context = {
        "competition": competition,
        "organiser": Right.RUN in rights,
        "official": Right.DECIDE in rights,
        "owner": Right.OWN in rights,
        "page": page,
    }
    return competition, context


def competition_list(request: HttpRequest) -> HttpResponse:
    """All published competitions, by status and game, and the reader's own drafts."""
    status, game = request.GET.get("status", ""), request.GET.get("game", "")
    found = pages.listed(status if status in STATUSES else "", game if game in engines.games() else "")
    page = Paginator(found, 24).get_page(request.GET.get("page"))
    own = pages.own(request.user)
    context = {"page_of": page, "status": status, "statuses": STATUSES, "own": own}
    return render(request, "competitions/list.html", context)


def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What is on: your place, live ties, the next fixtures, the champion."""
    competition, context = shown(request, slug, "overview")
    stage = pages.stage_of(competition)
    days = pages.matchdays(stage)
    number = pages.current_number(stage)
    entry = pages.entry_of(request.user, competition)
    context |= {
        "stage": stage,
        "entry": entry,
        "entered": pages.entered_count(competition),
        "mine": pages.fixtures_of(days, entry),
        "now": next((day for day in days if day.round.number == number), None),
        "progress": pages.progress(days),
        "table": pages.table_of(stage, pages.entrants_of(competition), request.user),
        "rounds": pages.bracket(stage) if stage.format == Stage.Format.KNOCKOUT else [],
    }
    return render(request, "competitions/overview.html", context)


def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole knockout."""
    competition, context = shown(request, slug, "bracket")
    stage = pages.stage_of(competition)
    if stage.format != Stage.Format.KNOCKOUT:
        return redirect("competitions:table", slug)
    days = pages.matchdays(stage)
    context |= {"rounds": pages.bracket(stage), "stage": stage, "progress": pages.progress(days)}
    return render(request, "competitions/bracket.html", context)


def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of a league, with the reason of every rank that points alone do not give."""
    competition, context = shown(request, slug, "table")
    stage = pages.stage_of(competition)
    if stage.format != Stage.Format.LEAGUE:
        return redirect("competitions:bracket", slug)
    days = pages.matchdays(stage)
    number = pages.current_number(stage)
    context |= {
        "table": pages.table_of(stage, pages.entrants_of(competition), request.user),
        "provisional": pages.someone_plays(days),
        "now": next((day for day in days if day.round.number == number), None),
        "progress": pages.progress(days),
    }
    return render(request, "competitions/table.html", context)


def fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """Fixtures by round; ``?round=`` chooses one, without it the current one comes first."""
    competition, context = shown(request, slug, "fixtures")
    stage = pages.stage_of(competition)
    days = pages.matchdays(stage)
    asked = request.GET.get("round", "")
    number = int(asked) if asked.isdecimal() else pages.current_number(stage)
    chosen = next((day for day in days if day.round.number == number), None)
    context |= {"days": days, "chosen": chosen, "progress": pages.progress(days)}
    return render(request, "competitions/fixtures.html", context)


def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The options of the game and how ties, tables and absences are decided, in words."""
    competition, context = shown(request, slug, "rules")
    game = engines.get(competition.game)
    options = []
    for option in game.options:
        value = competition.options.get(option.name)
        value = option.word(value) if isinstance(value, str) else value
        options.append((translated(text(option.label)), value, translated(text(option.help))))
    stage = Stage.objects.get(competition=competition)
    context |= {"options": options, "stage": stage, "criteria": pages.criteria_words(competition)}
    return render(request, "competitions/rules.html", context)


def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that the organiser and the schedule did, newest first."""
    competition, context = shown(request, slug, "audit")
    entries = competition.audit.select_related("actor").order_by("-at", "-id")
    context["page_of"] = Paginator(entries, 50).get_page(request.GET.get("page"))
    return render(request, "competitions/audit.html", context)


def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The draws: what was committed, what came out, and the same draw run again."""
    competition, context = shown(request, slug, "draw")
    rows = list(competition.draws.order_by("-number"))
    names = {str(entrant.pk): entrant.name for entrant in competition.entrants.all()}
    shown_draws = [pages.shown_draw(row, names) for row in rows]
    context |= {"draws": shown_draws, "algorithm": draws.ALGORITHM, "verified": "run" in request.GET}
    return render(request, "competitions/draw.html", context)


@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The reader's fixtures in every running competition."""
    return render(request, "competitions/mine.html", {"fixtures": pages.my_fixtures(request.user)})
