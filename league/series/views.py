"""The pages of series: list, order of merit, organiser's desk, a feed and a CSV. Door, verb, render."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.competitions.errors import BadSetting, CompetitionError
from league.competitions.models import Competition
from league.competitions.pages.feeds import Atom, csv_answer
from league.competitions.policy import access as competition_doors
from league.paging import Bounded
from league.players.models import User
from league.players.policy.access import account_of
from league.presses import made_once
from league.series import access, marks, verbs
from league.series.errors import SeriesRefused
from league.series.forms import SeriesForm, shown_of
from league.series.models import Series
from league.series.reading import Merit, alike, best_words, day_of, log_of, merit
from league.statistics.pages.several import statistics_of
from league.typed import id_or_404, whole_number
from matches import limits
from matches.pages.visitors import tagged
from matches.refusals import refusals_in, refusals_shown

LOG_LINES = 12
OFFERED = 100
"""Competitions that the desk offers to add: the newest that the reader runs."""


@tagged(marks.listed)
def series_list(request: HttpRequest) -> HttpResponse:
    """List the listed series and the reader's own, the newest first."""
    rows = access.visible(request.user).select_related("owner").annotate(size=Count("events"))
    context = {"page_of": Bounded(rows.order_by("-created_at"), 24).get_page(request.GET.get("page"))}
    return render(request, "series/list.html", context)


@tagged(marks.series)
def series_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the order of merit page by page with each total explained, the clubs, the events and the next one.

    ``?on=`` is the day of the list, ``?category=`` shows those in it. What cannot be is refused above the usual list.
    """
    row = access.door(request.user, slug)
    runs = access.may_run(request.user, row)
    refused, asked = "", {name: request.GET[name] for name in ("on", "category") if request.GET.get(name)}
    try:
        standings = _asked(request, row, runs)
    except BadSetting as error:
        refused, asked, standings = str(error), {}, merit(row, runs)
    context = {
        "refused": refused,
        "asked": urlencode(asked),
        "series": row,
        "merit": standings,
        "page_of": Paginator(standings.lines, 50).get_page(request.GET.get("page")),
        "runs": runs,
        "best_words": best_words(row),
        "scales": [{"points": row.points, "rest": row.rest}, *row.levels],
        "decay": " ".join(str(percent) for percent in row.decay),
        "mine": standings.users.get(request.user.pk) if request.user.is_authenticated else None,
        "log": log_of(row, LOG_LINES),
    }
    return render(request, "series/one.html", context, status=400 if refused else 200)


def _asked(request: HttpRequest, row: Series, runs: bool = False) -> Merit:
    """Return the order of merit of the day and category that the address names. Raises BadSetting."""
    return merit(row, runs, day_of(request.GET.get("on", "")), request.GET.get("category", ""))


@tagged(marks.statistics)
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the statistics of a series' competitions in one game (``?game=``) together; ``?by=`` opens a board."""
    row = access.door(request.user, slug)
    competitions = row.competitions.all()
    return render(request, "series/statistics.html", {"series": row, **statistics_of(competitions, request.GET)})


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show and save the form of a new series; ``?with=`` names its first competition."""
    account = account_of(request.user)
    first = _own(request.user).filter(slug=request.GET.get("with", "")).first() if account else None
    form = SeriesForm(request.POST or None)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "series")
        with refusals_in(form, CompetitionError):
            values = {"competitions": [first] if first else [], **form.values()}
            created = made_once(request, Series, lambda: verbs.create(by=account, **values))
            messages.success(request, _("Series created. Add its events."))
            return redirect("series:desk", created.slug)
    return render(request, "series/new.html", {"form": form, "first": first, "account": account})


def _own(user: Any) -> Any:  # a queryset of competitions
    return Competition.objects.filter(competition_doors.helped_by(user)).exclude(status=Competition.Status.CANCELLED)


@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organiser's page: events, the next one, matched names, settings."""
    series_row = access.door(request.user, slug, run=True)
    form = SeriesForm(request.POST if request.POST.get("do") == "change" else None, initial=shown_of(series_row))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, BadSetting):
            verbs.change(series=series_row, by=cast(User, request.user), **form.values())
            messages.success(request, _("Saved."))
            return redirect("series:desk", slug)
    standings = merit(series_row, runs=True)
    inside = {event.competition.slug for event in standings.events}
    run = competition_doors.newest_run_by(request.user, OFFERED + len(inside))
    context = {
        "series": series_row,
        "merit": standings,
        "form": form,
        "others": [row for row in run if row.slug not in inside][:OFFERED],
        "alike": alike(standings),
        "matched": series_row.matched.select_related("one", "other"),
        "marks": series_row.marks.select_related("user") if series_row.categories else (),
        "runs": True,
    }
    return render(request, "series/desk.html", context)


def _competition(request: HttpRequest, data: QueryDict) -> Competition:
    return competition_doors.door(request.user, data.get("competition", ""))


def _add(request: HttpRequest, series: Series, data: QueryDict) -> str:
    competition = _competition(request, data)
    verbs.add(series=series, by=cast(User, request.user), competition=competition)
    return _("%(name)s counts for the series.") % {"name": competition.name}


def _set_event(request: HttpRequest, series: Series, data: QueryDict) -> str:
    competition = _of_series(series, data)
    values = {"level": data.get("level", ""), "day": day_of(data.get("day", ""))}
    verbs.set_event(series=series, by=cast(User, request.user), competition=competition, **values)
    return _("%(name)s is saved.") % {"name": competition.name}


def _of_series(series: Series, data: QueryDict) -> Competition:
    return get_object_or_404(series.competitions, slug=data.get("competition", ""))


def _remove(request: HttpRequest, series: Series, data: QueryDict) -> str:
    competition = _of_series(series, data)
    verbs.remove(series=series, by=cast(User, request.user), competition=competition)
    return _("%(name)s no longer counts.") % {"name": competition.name}


def _user_id(data: QueryDict, name: str) -> UUID:
    return id_or_404(data.get(name, ""))


def _match(request: HttpRequest, series: Series, data: QueryDict) -> str:
    verbs.match(series=series, by=cast(User, request.user), one=_user_id(data, "one"), other=_user_id(data, "other"))
    return _("They are now one person in this series.")


def _match_all(request: HttpRequest, series: Series, data: QueryDict) -> str:
    for pair in alike(merit(series, runs=True)):
        with suppress(SeriesRefused):  # of three of a name, the pairs before have settled the last one
            verbs.match(series=series, by=cast(User, request.user), one=pair.one.key, other=pair.other.key)
    return _("Entrants of the same name are now one person each.")


def _part(request: HttpRequest, series: Series, data: QueryDict) -> str:
    verbs.part(series=series, by=cast(User, request.user), matched=_row_id(data, "matched"))
    return _("They are two people again.")


def _mark(request: HttpRequest, series: Series, data: QueryDict) -> str:
    person, category = _user_id(data, "person"), data.get("category", "")
    verbs.mark(series=series, by=cast(User, request.user), person=person, category=category)
    return _("The person is now in %(category)s.") % {"category": category}


def _unmark(request: HttpRequest, series: Series, data: QueryDict) -> str:
    verbs.unmark(series=series, by=cast(User, request.user), mark_id=_row_id(data, "mark"))
    return _("The person is no longer in this category.")


def _row_id(data: QueryDict, name: str) -> int:
    number = whole_number(data.get(name, ""), None, digits=18)
    if number is None:
        raise Http404
    return number


PRESSES: dict[str, Callable[[HttpRequest, Series, QueryDict], str]] = {
    "add": _add,
    "event": _set_event,
    "remove": _remove,
    "match": _match,
    "match_all": _match_all,
    "part": _part,
    "mark": _mark,
    "unmark": _unmark,
}
"""Handlers of the desk's buttons by the form's ``do``."""


@require_POST
@login_required
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """Handle a button of the desk: call its verb, show the answer as a message, redirect."""
    row = access.door(request.user, slug, run=True)
    do, by = request.POST.get("do", ""), cast(User, request.user)
    with refusals_shown(request, CompetitionError):
        if do == "again":
            created = verbs.again(series=row, by=by)
            messages.success(request, _("%(name)s created, with registration open.") % {"name": created.name})
            return redirect("competitions:console", created.slug)
        if do == "end":
            verbs.end(series=row)
            messages.success(request, _("Series deleted; its competitions stay."))
            return redirect("series:list")
        if do not in PRESSES:
            raise Http404
        messages.success(request, PRESSES[do](request, row, request.POST))
    return redirect("series:desk", slug)


def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the events that count as an Atom feed, the last first, with the leader."""
    series_row = access.door(request.user, slug)
    standings = merit(series_row)
    root = settings.PUBLIC_URL.rstrip("/")
    home = root + reverse("series:one", args=[slug])
    about, author = series_row.description or series_row.name, series_row.owner.nickname
    atom = Atom(series_row.name, home, about, author, feed_url=root + request.path)
    leaders = ", ".join(f"{line.rank_words}. {line.name} {line.total_words}" for line in standings.lines[:3])
    over = [event for event in standings.events if event.counts]
    for event in reversed(over):
        row, winners = event.competition, ", ".join(event.winners)
        result = _("Won by %(names)s.") % {"names": winners} if winners else _("Nobody won.")
        if event is over[-1] and leaders:
            result += " " + _("The order of merit now: %(leaders)s.") % {"leaders": leaders}
        atom.add_item(
            title=row.name,
            link=root + reverse("competitions:overview", args=[row.slug]),
            description=result,
            unique_id=f"urn:uuid:{row.pk}",
            pubdate=row.finished_at,
            updateddate=row.finished_at,
            author_name=None,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type=atom.content_type)


def merit_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the order of merit as CSV: a line a person with total and points by event; in brackets what does not count.

    ``?on=`` and ``?category=`` as on the page; what cannot be is answered with a sentence.
    """
    row = access.door(request.user, slug)
    try:
        standings = _asked(request, row)
    except BadSetting as refused:
        return HttpResponse(str(refused), content_type="text/plain; charset=utf-8", status=400)
    events = [event for event in standings.events if event.counts]
    lines = []
    for line in standings.lines:
        by_event = {
            result.event.number: result.exact if result.counts else f"({result.exact})" for result in line.results
        }
        lines.append([line.rank or "", line.name, line.exact, *(by_event.get(event.number, "") for event in events)])
    heads = ("rank", "name", "total", *(event.competition.name for event in events))
    return csv_answer(f"{slug}.csv", heads, lines)
