"""Search of people, competitions and clubs."""

from collections.abc import Callable
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.clubs import queries as clubs
from league.competitions import queries as competitions
from league.players.policy import searching as people
from league.site.pages import visitor_marks
from matches.limits import limited
from matches.pages.visitors import tagged


@limited("search", ("GET", "HEAD"))
@tagged(visitor_marks.search)
def search(request: HttpRequest) -> HttpResponse:
    """Search people, competitions and clubs by a part of their name; ``?only=`` one of the three, page by page."""
    query = " ".join(request.GET.get("q", "").split())[:60]
    only = request.GET.get("only", "")
    kinds = [only] if only in SEARCHED else list(SEARCHED)
    results: dict[str, Paginator[Any]] = {
        kind: Paginator(SEARCHED[kind](query, request.user), 20 if kind == only else 6) for kind in kinds
    }
    pages = {kind: rows.get_page(request.GET.get("page") if kind == only else 1) for kind, rows in results.items()}
    if "clubs" in pages:
        clubs.add_sizes(pages["clubs"].object_list)
    context = {
        "asked": query,
        "only": only if only in SEARCHED else "",
        "pages": pages,
        "page_of": pages.get(only),
        "most": people.MOST,
    }
    return render(request, "players/search.html", context)


SEARCHED: Final[dict[str, Callable[[str, Any], list[Any]]]] = {
    "competitions": competitions.named_like,
    "clubs": clubs.named_like,
    "people": people.named_like,
}
"""Searches, in the order shown."""
