"""The page of the tables: what goes on at each, and the queue. The organiser's buttons stand on it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engines
from league.competitions.models import Hall
from league.competitions.pages import visitor_marks
from league.competitions.pages.public import page_context
from league.competitions.verbs.halls import TIMES
from league.competitions.words.queue import desk_now, next_of
from league.fields import column
from league.players.models import User
from matches.pages.visitors import tagged


@tagged(visitor_marks.competition)
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    competition, context = page_context(request, slug, "tables")
    desk = desk_now(competition, request.user)
    context |= {
        "desk": desk,
        "times": [(column(Hall, name), getattr(desk, name)) for name in TIMES],
        "games": engines.games(),
        "next_up": next_of(request.user.pk, [competition]) if isinstance(request.user, User) else [],
    }
    return render(request, "competitions/tables.html", context)
