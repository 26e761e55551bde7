"""The pages of series: the list, the order of merit, the organiser's desk, a feed and a CSV. Door, verb, render."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.competitions.errors import BadSetting, CompetitionError
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.pages.feeds import csv_answer
from league.competitions.policy import access as competition_doors
from league.players.models import User
from league.players.policy.access import account_of
from league.series import access, marks, verbs
from league.series.forms import SeriesForm, shown_of
from league.series.models import Series
from league.series.reading import alike, best_words, log_of, merit
from matches import limits
from matches.pages.visitors import tagged

LOG_LINES = 12
CHOICE = ("slug", "name", "owner", "club")
"""What a competition to choose is asked for: its name, and whose it is."""


@tagged(marks.listed)
def series_list(request: HttpRequest) -> HttpResponse:
    """The listed series and one's own, the newest first."""
    rows = access.visible(request.user).select_related("owner").annotate(size=Count("events"))
    context = {"page_of": Paginator(rows.order_by("-created_at"), 24).get_page(request.GET.get("page"))}
    return render(request, "series/list.html", context)


@tagged(marks.series)
def one(request: HttpRequest, slug: str) -> HttpResponse:
    """The order of merit page by page, each total explained; the events; the next one."""
    found = access.door(request.user, slug)
    runs = access.may_run(request.user, found)
    made = merit(found, runs)
    context = {
        "series": found,
        "merit": made,
        "page_of": Paginator(made.lines, 50).get_page(request.GET.get("page")),
        "runs": runs,
        "best_words": best_words(found),
        "mine": made.users.get(request.user.pk) if request.user.is_authenticated else None,
        "log": log_of(found, LOG_LINES),
    }
    return render(request, "series/one.html", context)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """One form; ``?with=`` names a competition that it begins with."""
    account = account_of(request.user)
    first = _own(request.user).filter(slug=request.GET.get("with", "")).first() if account else None
    form = SeriesForm(request.POST or None)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "series")
        try:
            made = verbs.create(by=account, competitions=[first] if first else [], **form.values())
        except BadSetting as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        except CompetitionError as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("The series is made: add its events."))
            return redirect("series:desk", made.slug)
    return render(request, "series/new.html", {"form": form, "first": first, "account": account})


def _own(user: Any) -> Any:  # a queryset of competitions
    """The competitions that ``user`` runs."""
    return Competition.objects.filter(competition_doors.helped(user)).exclude(status=Competition.Status.CANCELLED)


@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The organiser's page: events in and out, the next one, who is who, settings."""
    found = access.door(request.user, slug, run=True)
    form = SeriesForm(request.POST if request.POST.get("do") == "change" else None, initial=shown_of(found))
    if request.method == "POST" and form.is_valid():
        try:
            verbs.change(series=found, by=cast(User, request.user), **form.values())
        except BadSetting as refused:
            form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect("series:desk", slug)
    made = merit(found, runs=True)
    inside = {event.competition.pk for event in made.events}
    others = [row for row in _own(request.user).only(*CHOICE).order_by("-created_at")[:200] if row.pk not in inside]
    context = {
        "series": found,
        "merit": made,
        "form": form,
        "others": [row for row in others if competition_doors.may(request.user, row, Right.RUN)],
        "alike": alike(made),
        "matched": found.matched.select_related("one", "other"),
        "runs": True,
    }
    return render(request, "series/desk.html", context)


def _competition(request: HttpRequest, said: QueryDict) -> Competition:
    return competition_doors.door(request.user, said.get("competition", ""))


def _add(request: HttpRequest, series: Series, said: QueryDict) -> str:
    competition = _competition(request, said)
    verbs.add(series=series, by=cast(User, request.user), competition=competition)
    return _("%(name)s counts for the series.") % {"name": competition.name}


def _remove(request: HttpRequest, series: Series, said: QueryDict) -> str:
    competition = series.competitions.filter(slug=said.get("competition", "")).first()
    if competition is None:
        raise Http404
    verbs.remove(series=series, by=cast(User, request.user), competition=competition)
    return _("%(name)s counts no more.") % {"name": competition.name}


def _user_id(said: QueryDict, name: str) -> UUID:
    try:
        return UUID(said.get(name, ""))
    except ValueError:
        raise Http404 from None


def _match(request: HttpRequest, series: Series, said: QueryDict) -> str:
    verbs.match(series=series, by=cast(User, request.user), one=_user_id(said, "one"), other=_user_id(said, "other"))
    return _("They are one person in this series now.")


def _match_all(request: HttpRequest, series: Series, said: QueryDict) -> str:
    for pair in alike(merit(series, runs=True)):
        verbs.match(series=series, by=cast(User, request.user), one=pair.one.key, other=pair.other.key)
    return _("Those of the same name are one person each now.")


def _part(request: HttpRequest, series: Series, said: QueryDict) -> str:
    raw = said.get("matched", "")
    if not raw.isdecimal():
        raise Http404
    verbs.part(series=series, by=cast(User, request.user), matched=int(raw))
    return _("They are two people again.")


PRESSES: dict[str, Callable[[HttpRequest, Series, QueryDict], str]] = {
    "add": _add,
    "remove": _remove,
    "match": _match,
    "match_all": _match_all,
    "part": _part,
}
"""What a button of the desk does; its name is the form's ``do``."""


@require_POST
@login_required
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """One button of the desk: the verb, its answer as a message, and back."""
    found = access.door(request.user, slug, run=True)
    do, by = request.POST.get("do", ""), cast(User, request.user)
    try:
        if do == "again":
            made = verbs.again(series=found, by=by)
            messages.success(request, _("%(name)s is made, its registration open.") % {"name": made.name})
            return redirect("competitions:console", made.slug)
        if do == "end":
            verbs.end(series=found)
            messages.success(request, _("The series is gone; its competitions stay."))
            return redirect("series:list")
        if do not in PRESSES:
            raise Http404
        messages.success(request, PRESSES[do](request, found, request.POST))
    except CompetitionError as refused:
        messages.error(request, str(refused))
    return redirect("series:desk", slug)


def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The events that count, the last first, and who leads, as an Atom feed."""
    found = access.door(request.user, slug)
    made = merit(found)
    root = settings.PUBLIC_URL.rstrip("/")
    home = root + reverse("series:one", args=[slug])
    atom = Atom1Feed(found.name, home, found.description or found.name, feed_url=root + request.path)
    leaders = ", ".join(f"{line.rank}. {line.name} {line.total}" for line in made.lines[:3])
    over = [event for event in made.events if event.counts]
    for event in reversed(over):
        row, winners = event.competition, ", ".join(event.winners)
        said = _("Won by %(names)s.") % {"names": winners} if winners else _("Nobody won.")
        if event is over[-1] and leaders:
            said += " " + _("The order of merit now: %(leaders)s.") % {"leaders": leaders}
        atom.add_item(
            title=row.name,
            link=root + reverse("competitions:overview", args=[row.slug]),
            description=said,
            unique_id=f"urn:uuid:{row.pk}",
            pubdate=row.finished_at,
            updateddate=row.finished_at,
            author_name=None,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type=atom.content_type)


def merit_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The order of merit, a line a person: the total, then the points of each event, dropped ones in brackets."""
    found = access.door(request.user, slug)
    made = merit(found)
    events = [event for event in made.events if event.counts]
    lines = []
    for line in made.lines:
        by_event = {one.event.number: f"{one.points}" if one.counts else f"({one.points})" for one in line.results}
        lines.append([line.rank, line.name, line.total, *(by_event.get(event.number, "") for event in events)])
    heads = ("rank", "name", "total", *(event.competition.name for event in events))
    return csv_answer(f"{slug}.csv", heads, lines)
