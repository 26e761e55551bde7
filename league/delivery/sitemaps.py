"""Sitemap and robots.txt: only pages that everybody may see, by the code that decides it for lists."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.core.paginator import EmptyPage, Page, PageNotAnInteger, Paginator
from django.db.models import QuerySet
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
HUNDRED_DAYS = timedelta(days=100)
NOT_FOR_ROBOTS = (
    "/accounts/", "/api/", "/enter/", "/invited/", "/my/", "/notifications/", "/search/", "/settings/",
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
            "matches",
            "statistics:leaders",
            "clubs:list",
            "series:list",
        ]
        return [*map(reverse, always), *(reverse("game", args=[game]) for game in engines.games())]

    def location(self, item: str) -> str:
        return item


class Competitions(CompetitionsBase):
    """Listed competitions, a file for each hundred days in which they were made."""

    @property
    def paginator(self) -> Any:  # Django asks it for pages and their number alone
        return Spans(self.items(), "created_at", HUNDRED_DAYS)

    def items(self) -> QuerySet[Competition]:
        return access.listed(AnonymousUser()).only("slug", "started_at", "finished_at", "created_at").order_by("pk")

    def location(self, item: Competition) -> str:
        return reverse("competitions:overview", args=[item.slug])

    def lastmod(self, item: Competition) -> datetime | None:
        """Return its end; a competition that goes on changes all the time."""
        return item.finished_at

    def get_latest_lastmod(self) -> datetime | None:
        """Return the last end, None while any goes on. Two queries: by itself Django reads every row."""
        if self.items().filter(status__in=(Competition.Status.REGISTRATION, Competition.Status.RUNNING)).exists():
            return None
        ended = self.items().filter(finished_at__isnull=False).order_by("-finished_at")
        return ended.values_list("finished_at", flat=True).first()


class Spans:
    """Pages of a sitemap by the time in ``column``: to count them all would read every row of the site."""

    def __init__(self, rows: QuerySet[Any], column: str, span: timedelta) -> None:
        self._rows, self._column, self._span = rows, column, span

    @cached_property
    def _first(self) -> datetime | None:
        first: datetime | None = self._rows.order_by(self._column).values_list(self._column, flat=True).first()
        return first

    @cached_property
    def num_pages(self) -> int:
        last = self._rows.order_by(f"-{self._column}").values_list(self._column, flat=True).first()
        return (last - self._first) // self._span + 1 if last and self._first else 1

    def page(self, number: int | str) -> Page[Any]:
        """Return the rows of one span since the first row. Raises EmptyPage, PageNotAnInteger."""
        try:
            place = int(number)
        except ValueError:
            raise PageNotAnInteger(number) from None
        if not 1 <= place <= self.num_pages:
            raise EmptyPage(number)
        if self._first is None:
            return Page([], place, Paginator([], A_PAGE))
        begin = self._first + (place - 1) * self._span
        within = {f"{self._column}__gte": begin, f"{self._column}__lt": begin + self._span}
        rows = list(self._rows.filter(**within))
        return Page(rows, place, Paginator(rows, max(1, len(rows))))


class Reports(ReportsBase):
    """Reports of finished matches, a file a week, so that a week that is over never changes."""

    @property
    def paginator(self) -> Any:  # Django asks it for pages and their number alone
        return Spans(self.items(), "finished_at", A_WEEK)

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
