"""Sitemap and robots.txt: only pages that everybody may see, by the code that decides it for lists."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.core.paginator import EmptyPage, Page, PageNotAnInteger, Paginator
from django.db.models import Count, Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.cache import cache_control

import engines
from league.competitions.models import Competition
from league.competitions.policy import access
from matches.models import Match
from matches.policy.audience import listed_for

if TYPE_CHECKING:
    SiteBase = Sitemap[str]
    CompetitionsBase = Sitemap[Competition]
    ReportsBase = Sitemap[Match]
else:
    SiteBase = CompetitionsBase = ReportsBase = Sitemap  # generic only in its stubs

A_PAGE = 1000
"""Addresses a file; the protocol allows 50,000, which would be one query of as many rows."""
A_WEEK = timedelta(days=7)
NOT_FOR_ROBOTS = (
    "/accounts/", "/api/", "/cards/", "/enter/", "/invited/", "/my/", "/notifications/", "/search/", "/settings/",
    "/sides/", "/staff/", "/competitions/*/console/", "/competitions/*/staff/",
)  # fmt: skip
"""Addresses with a secret, of one person, or without end. What is closed answers 404 whatever this list says."""


class Site(SiteBase):
    """Pages that are always there."""

    limit = A_PAGE

    def items(self) -> list[str]:
        always = [
            "home",
            "games",
            "competitions:list",
            "matches:lobby",
            "statistics:leaders",
            "clubs:list",
            "series:list",
        ]
        return [*map(reverse, always), *(reverse("game", args=[game]) for game in engines.games())]

    def location(self, item: str) -> str:
        return item


class Competitions(CompetitionsBase):
    limit = A_PAGE

    def items(self) -> QuerySet[Competition]:
        return access.listed(AnonymousUser()).only("slug", "started_at", "finished_at", "created_at").order_by("pk")

    def location(self, item: Competition) -> str:
        return reverse("competitions:overview", args=[item.slug])

    def lastmod(self, item: Competition) -> datetime | None:
        """Return its end; a competition that goes on changes all the time."""
        return item.finished_at

    def get_latest_lastmod(self) -> datetime | None:
        """Return the last end, None while any goes on. One query: by itself Django reads every row."""
        ends = self.items().order_by().aggregate(last=Max("finished_at"), over=Count("finished_at"), all=Count("pk"))
        return ends["last"] if ends["over"] == ends["all"] else None


class Weeks:
    """Pages of a sitemap by the week in which matches ended: to count them all would read every match of the site."""

    def __init__(self, rows: QuerySet[Match]) -> None:
        self._rows = rows

    @cached_property
    def _first(self) -> datetime | None:
        return self._rows.order_by("finished_at").values_list("finished_at", flat=True).first()

    @cached_property
    def num_pages(self) -> int:
        last = self._rows.order_by("-finished_at").values_list("finished_at", flat=True).first()
        return (last - self._first) // A_WEEK + 1 if last and self._first else 1

    def page(self, number: int | str) -> Page[Match]:
        """Return the matches of one week since the first end. Raises EmptyPage, PageNotAnInteger."""
        try:
            week = int(number)
        except ValueError:
            raise PageNotAnInteger(number) from None
        if not 1 <= week <= self.num_pages:
            raise EmptyPage(number)
        if self._first is None:
            return Page([], week, Paginator([], A_PAGE))
        begin = self._first + (week - 1) * A_WEEK
        rows = list(self._rows.filter(finished_at__gte=begin, finished_at__lt=begin + A_WEEK))
        return Page(rows, week, Paginator(rows, max(1, len(rows))))


class Reports(ReportsBase):
    """Reports of finished matches, a file a week, so that a week that is over never changes."""

    @property
    def paginator(self) -> Any:  # Django asks it for pages and their number alone
        return Weeks(self.items())

    def items(self) -> QuerySet[Match]:
        rows = Match.objects.public().finished().filter(listed_for(None), mode="", closed=False)
        return rows.only("id", "finished_at").order_by("finished_at", "pk")

    def location(self, item: Match) -> str:
        return reverse("matches:report", args=[item.pk])

    def lastmod(self, item: Match) -> datetime | None:
        return item.finished_at

    def get_latest_lastmod(self) -> datetime | None:
        """Return the last end. One row, by its index: by itself Django reads every match."""
        return self.items().order_by("-finished_at").values_list("finished_at", flat=True).first()


SITEMAPS: dict[str, type[Any]] = {"site": Site, "competitions": Competitions, "reports": Reports}


@cache_control(public=True, max_age=86400)
def robots(request: HttpRequest) -> HttpResponse:
    """Ask robots to leave out what is not for them, and name the sitemap."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_ROBOTS)]
    lines += ["", f"Sitemap: {settings.PUBLIC_URL.rstrip('/')}/sitemap.xml"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
