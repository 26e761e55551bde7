"""The site closed for work (``manage.py maintenance``): play at the tables goes on, everything else answers 503."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware

from matches import maintenance
from matches.problems import problem
from matches.upkeep import planned_work

OPEN: Final = re.compile(
    r"/(?:status/|accounts/|prefer/|static/|feed/|offline/|app\.webmanifest|worker\.js|favicon\.ico|\.well-known/"
    r"|(?:api/v1/)?matches/[0-9a-f-]{36}/(?!rematch/|practise/|resume))"
)
"""Addresses that answer all the time: the state, signing in (staff come through), and the tables of matches."""
OPENING_TASKS: Final = frozenset(
    {
        "league.competitions.tasks.open_due_rounds",
        "league.competitions.tasks.pair_due",
        "league.competitions.tasks.demo_tick",
        "league.players.tasks.ladder_turn",
    }
)
DEADLINE_TASKS: Final = frozenset(
    {
        "league.competitions.tasks.close_due_rounds",
        "league.competitions.tasks.open_line_ups",
        "league.competitions.tasks.count_reports",
        "league.competitions.tasks.check_in",
        "league.clubs.tasks.pass_due",
        "league.seasons.tasks.close_askings",
    }
)
"""They wait as long again after the work: who could not come in gets the time back."""
SHORTEST: Final = 60
"""Seconds of ``Retry-After`` when no end is promised, or it is over."""


def waits(task: str) -> bool:
    """Return whether ``task`` is not to run now. Asks the database only for tasks that ever wait."""
    if task in DEADLINE_TASKS:
        return planned_work.holds_deadlines(timezone.now())
    return task in OPENING_TASKS and planned_work.is_closed(timezone.now())


@sync_and_async_middleware
def closed_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer 503 while the site is closed, but for what stays open, and for staff."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            work = _closed_for(request)
            if work is not None and not await sync_to_async(_is_staff)(request):
                return await sync_to_async(closed)(request, work, timezone.now())
            response: HttpResponseBase = await get_response(request)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        work = _closed_for(request)
        if work is not None and not _is_staff(request):
            return closed(request, work, timezone.now())
        response: HttpResponseBase = get_response(request)
        return response

    return answer


def _closed_for(request: HttpRequest) -> maintenance.Work | None:
    now = timezone.now()
    work = maintenance.planned(now)
    return work if work is not None and work.is_on(now) and not OPEN.match(request.path_info) else None


def _is_staff(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "runs_site", False))


def closed(request: HttpRequest, work: maintenance.Work, now: datetime) -> HttpResponse:
    """Answer with the page of the work, or problem details under ``/api/``."""
    left = SHORTEST if work.until is None else max(SHORTEST, round((work.until - now).total_seconds()))
    headers = {"Retry-After": str(left), "Cache-Control": "no-store"}
    if request.path_info.startswith("/api/"):
        detail = f"The site is closed for work. {work.sentence}"
        until = None if work.until is None else work.until.isoformat()
        return problem(503, "maintenance", detail, headers, until=until)
    return HttpResponse(
        render_to_string("closed.html", {"work": work, "closed": True}, request), status=503, headers=headers
    )
