"""The pages of a season's end: podium and awards, the official table, certificates, the archive, in or out."""

from collections.abc import Callable
from datetime import datetime
from typing import cast
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.competitions.derivation.podium import podium
from league.competitions.errors import BadSetting, CompetitionError
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.pages.public import page_context
from league.competitions.policy import access
from league.competitions.verbs.seasons import next_of
from league.players.models import User
from league.seasons.derivation.awards import awards_of
from league.seasons.models import Archive, Renewal
from league.seasons.pages import visitor_marks
from league.seasons.verbs import archives, official, renewals
from league.typed import whole_number
from matches.pages.addresses import outside
from matches.pages.visitors import tagged
from matches.refusals import refusals_shown

ANSWERS_A_PAGE = 50


@tagged(visitor_marks.end)
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """Show podium, awards and archive; for the staff what the official table waits for, and the next season."""
    return _end_page(request, slug)


def _end_page(request: HttpRequest, slug: str, refused: BadSetting | None = None, until: str = "") -> HttpResponse:
    competition, context = page_context(request, slug, "end")
    over = competition.status == Competition.Status.FINISHED
    places = podium(competition)
    context |= {
        "over": over,
        "places": [place for place in places if not place.division],
        "winners": [place for place in places if place.division],
        "awards": awards_of(competition),
        "editions": list(competition.archives.defer("pages")),
        "waits": official.waits_for(competition) if over and context["organiser"] else [],
        "following": next_of(competition) if over else None,
        "previous": competition.previous,
        "refused": refused,
        "until": until,
    }
    return render(request, "seasons/end.html", context)


def _moment(data: QueryDict, name: str, row: Competition) -> datetime | None:
    """Parse a moment in the competition's zone; None if the field is empty. Raises BadSetting."""
    raw = data.get(name, "").strip()
    if not raw:
        return None
    try:
        typed = datetime.fromisoformat(raw)
    except ValueError:
        raise BadSetting(name, _("Enter the day as year, month and day.")) from None
    return typed if typed.tzinfo else typed.replace(tzinfo=ZoneInfo(row.time_zone))


def _official(competition: Competition, by: User, data: QueryDict) -> str:
    official.make_official(competition=competition, by=by)
    return _("The final table is official and in the archive.")


def _reopen(competition: Competition, by: User, data: QueryDict) -> str:
    official.reopen(competition=competition, by=by, reason=data.get("reason", ""))
    return _("Reopened. Everyone can read why.")


def _next_season(competition: Competition, by: User, data: QueryDict) -> str:
    until = _moment(data, "until", competition)
    renewals.next_season(competition=competition, by=by, until=until)
    return _("Next season created. We asked everyone in or out.")


BUTTONS: dict[str, Callable[[Competition, User, QueryDict], str]] = {
    "official": _official,
    "reopen": _reopen,
    "next_season": _next_season,
}
"""Handlers of the page's buttons by the form's ``do``."""


@require_POST
@login_required
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """Handle a button of the end page: make official, reopen, make the next season."""
    competition = access.door(request.user, slug, Right.RUN)
    do = request.POST.get("do", "")
    if do not in BUTTONS:
        raise Http404
    with refusals_shown(request, CompetitionError):
        try:
            messages.success(request, BUTTONS[do](competition, cast(User, request.user), request.POST))
        except BadSetting as refused:
            if refused.field != "until":
                raise
            return _end_page(request, slug, refused, request.POST.get("until", ""))
        if do == "next_season":
            following = next_of(competition)
            assert following is not None
            return redirect("seasons:answers", following.slug)
    return redirect("seasons:end", slug)


@require_safe
@tagged(visitor_marks.end)
def certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one certificate a page, to print: the podium, every award, and with ``?all`` all participants."""
    competition, context = page_context(request, slug, "end")
    if competition.status != Competition.Status.FINISHED:
        raise Http404
    places, awards = podium(competition), awards_of(competition)
    context |= {
        "places": places,
        "awards": [(award, holder) for award in awards for holder in award.holders],
        "others": _outside_podium(competition, {place.entrant.pk for place in places}) if "all" in request.GET else [],
        "everybody": "all" in request.GET,
    }
    return render(request, "seasons/certificates.html", context)


def _outside_podium(competition: Competition, on_podium: set[UUID]) -> list[Entrant]:
    """Return all participants outside the podium."""
    rows = competition.entrants.filter(status=Entrant.Status.ENTERED).order_by("name")
    return [row for row in rows if row.pk not in on_podium]


def _edition(request: HttpRequest, competition_id: UUID) -> tuple[Competition, Archive]:
    """Return the requested edition: the last one, or ``?edition=``. Raises Http404."""
    competition = access.door(request.user, competition_id)
    rows = competition.archives.order_by("-edition")
    edition_text = request.GET.get("edition", "")
    if edition_text:
        rows = rows.filter(edition=whole_number(edition_text, 0, digits=3))
    edition = rows.first()
    if edition is None:
        raise Http404
    return competition, edition


@require_safe
@tagged(visitor_marks.archive)
def archive(request: HttpRequest, competition_id: UUID) -> HttpResponse:
    """Show a competition as it was made official: nothing on this page comes from the live rows."""
    competition, edition = _edition(request, competition_id)
    page = archives.page_of(edition, get_language() or "en")
    for name in ("started_at", "finished_at", "official_at"):
        page[name] = datetime.fromisoformat(page[name]) if page[name] else None
    for line in page["audit"]:
        line["at"] = datetime.fromisoformat(line["at"])
    context = {
        "page": page,
        "edition": edition,
        "bracket_size": archives.size_of(page["bracket"] or ""),
        "newest": competition.archives.count(),
        "living": competition.slug,
        "reopened": competition.official_at is None,
        "competition_id": competition.pk,
    }
    return render(request, "seasons/archive.html", context)


@require_safe
def archive_bracket(request: HttpRequest, competition_id: UUID) -> HttpResponse:
    """Serve the bracket of an edition as a picture."""
    _competition, edition = _edition(request, competition_id)
    drawn = archives.page_of(edition, get_language() or "en")["bracket"]
    if not drawn:
        raise Http404
    return HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8")


@require_safe
def archive_json(request: HttpRequest, competition_id: UUID) -> HttpResponse:
    """Serve an edition as stored, with its digest."""
    _competition, edition = _edition(request, competition_id)
    data = {"edition": edition.edition, "made_at": edition.made_at, "sha256": edition.digest, "pages": edition.pages}
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False})


def in_or_out(request: HttpRequest, key: str) -> HttpResponse:
    """Show and take the answer to the next season's question. The link is the secret: no sign-in."""
    renewal = get_object_or_404(
        Renewal.objects.select_related("asking__competition__owner", "entrant", "carried__competition"), key=key
    )
    if request.method == "POST":
        by = request.user if isinstance(request.user, User) else None
        with refusals_shown(request, CompetitionError):
            renewals.answer(key=key, reply=request.POST.get("answer", ""), by=by)
            messages.success(request, _("Thank you. Your answer is saved."))
        return redirect("seasons:in_or_out", key)
    asking = renewal.asking
    context = {
        "renewal": renewal,
        "competition": asking.competition,
        "asking": asking,
        "open": asking.closed_at is None
        and asking.until > timezone.now()
        and asking.competition.status == Competition.Status.REGISTRATION,
        "division": renewal.entrant.division,
    }
    return render(request, "seasons/in_or_out.html", context)


@login_required
def answers(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everybody's answers; remind the silent, extend the deadline, or close it now."""
    competition, context = page_context(request, slug, "console", Right.RUN)
    asking = competition.asking if hasattr(competition, "asking") else None
    if request.method == "POST" and asking is not None:
        with refusals_shown(request, CompetitionError):
            try:
                messages.success(request, _ask(competition, cast(User, request.user), request.POST))
            except BadSetting as refused:
                context |= {"refused": refused, "until": request.POST.get("until", "")}
        if "refused" not in context:
            return redirect("seasons:answers", slug)
    rows = list(asking.renewals.select_related("entrant__player", "carried")) if asking is not None else []
    order = {"": 0, "out": 1, "in": 2}
    rows.sort(
        key=lambda renewal: (order[renewal.answer], renewal.entrant.division or 0, renewal.entrant.name.casefold())
    )
    carried = {row.entrant_id for row in rows}
    inside = competition.entrants.exclude(status=Entrant.Status.WITHDRAWN).order_by("entered_at")
    everybody = [*rows, *(entrant for entrant in inside if entrant.pk not in carried)]
    page_of = Paginator(everybody, ANSWERS_A_PAGE).get_page(request.GET.get("page"))
    renewal_rows = [row for row in page_of if isinstance(row, Renewal)]
    context |= {
        "asking": asking,
        "page_of": page_of,
        "rows": [(row, outside(request, renewals.path_of(row))) for row in renewal_rows],
        "counts": {
            key: sum(row.answer == want for row in rows) for key, want in (("in", "in"), ("out", "out"), ("silent", ""))
        },
        "newcomers": [row for row in page_of if isinstance(row, Entrant)],
    }
    return render(request, "seasons/answers.html", context)


def _ask(competition: Competition, by: User, data: QueryDict) -> str:
    """Handle a button of the page of answers; return the message."""
    match data.get("do"):
        case "again":
            notified = renewals.ask_again(competition=competition, by=by)
            return _("People told: %(count)d.") % {"count": notified}
        case "close":
            silent = renewals.close(competition=competition, by=by)
            return _("Closed. No answer from %(count)d.") % {"count": silent}
        case "extend":
            until = _moment(data, "until", competition)
            if until is None:
                raise BadSetting("until", _("Enter the day as year, month and day."))
            renewals.extend(competition=competition, until=until, by=by)
            return _("Saved.")
        case _:
            raise Http404
