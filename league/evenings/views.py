"""The pages of an evening: everybody's phone page, the organiser's desk, the sheet's link, the matchday grid."""

import time
from collections.abc import Callable
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.competitions.derivation.tables import kicks_count
from league.competitions.errors import CompetitionError, WrongStep
from league.competitions.models import Competition, Entrant, Fixture, Report
from league.competitions.models.roles import Right
from league.competitions.pages import reading, structure
from league.competitions.pages.fixture import ACTIONS
from league.competitions.pages.forms.results import ReportForm
from league.competitions.pages.people import check_in_state, way_back
from league.competitions.pages.public import page_context
from league.competitions.pages.registries import entry_parts
from league.competitions.policy import access
from league.competitions.policy.parties import seat_in
from league.competitions.setup.stages import TABLES
from league.competitions.verbs import open_disputes, reports, rounds, rulings
from league.evenings import attendance, clocks, grid, numbering, sheets
from league.evenings.evening import evening, score_line, table_of
from league.evenings.models import RoundClock, Sheet
from league.players.errors import PlayerError
from league.players.models import User
from league.players.verbs.guests import guest
from league.presses import key_of
from league.typed import number_in, whole_number
from matches import limits
from matches.refusals import refusals_shown, show_refusal

BACKEND = "django.contrib.auth.backends.ModelBackend"


def tonight(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the evening on a phone: the clock, the reader's table, the check-in, everybody's tables."""
    competition, context = page_context(request, slug, "evening")
    evening_now = evening(competition)
    entry = reading.entry_of(request.user, competition)
    table = table_of(evening_now, entry)
    comes_in = evening_now.takes_people and (entry is None or attendance.left_early(entry))
    context |= {
        "evening": evening_now,
        "entry": entry,
        "may_join": comes_in and not competition.by_invitation and not evening_now.is_full(competition.places),
        "shut_out": comes_in,
        "mine": table,
        "begins_at": reading.begins_at(competition),
        "check_in": check_in_state(competition),
        "way_back": way_back(request, entry),
    }
    for part in entry_parts:
        context |= part(competition, entry)
    if entry is not None and evening_now.ahead is not None:
        context["answer"] = attendance.answer_of(entry, evening_now.ahead.step)
    if table is not None:
        user = cast(User, request.user)
        report = open_disputes.open_report(table)
        context |= {
            "said": report,
            "answers": report is not None and report.state == Report.State.OPEN and report.seat != seat_in(table, user),
            "form": ReportForm(auto_id="r_%s", game=competition.game)
            if reports.may_report(competition, table, user)
            else None,
            "kicks": kicks_count(table.tie.round.stage),
        }
    return render(request, "evenings/tonight.html", context)


def _answer(competition: Competition, entry: Entrant | None, by: User, data: QueryDict) -> str:
    if entry is None:
        raise Http404
    attendance.answer(entrant=entry, by=by, reply=data.get("said", ""))
    return {"here": _("You play in the next round."), "skip": _("You skip the next round.")}.get(
        data.get("said", ""), _("Thanks for playing. You can come back before the next pairing.")
    )


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Handle the buttons of the evening's page: walk in, check in, report, confirm."""
    competition = access.door(request.user, slug)
    evening(competition)
    do = request.POST.get("do", "")
    with refusals_shown(request, CompetitionError, PlayerError):
        if do == "walk_in":
            messages.success(request, _walk_in(request, competition))
        elif not isinstance(request.user, User):
            return redirect("evenings:tonight", slug)
        else:
            entry = reading.entry_of(request.user, competition)
            if do == "answer":
                messages.success(request, _answer(competition, entry, request.user, request.POST))
            else:
                table = table_of(evening(competition), entry)
                if do not in ("report", "confirm") or table is None:
                    raise Http404
                messages.success(request, ACTIONS[do](table, request.user, request.POST))
    return redirect("evenings:tonight", slug)


def _walk_in(request: HttpRequest, competition: Competition) -> str:
    """Enter the signed-in reader by one tap, or anybody else by a name."""
    if isinstance(request.user, User):
        entrant = attendance.walk_in(competition=competition, player=request.user)
    else:
        limits.check(request, "guest")
        name = request.POST.get("name", "")
        player = guest(nickname=name, language=get_language() or "", key=key_of(request))
        try:
            entrant = attendance.walk_in(competition=competition, player=player)
        except CompetitionError:
            player.delete()
            raise
        login(request, player, backend=BACKEND)
    if entrant.status == Entrant.Status.WAITING:
        return _("You are on the waiting list.")
    return _("You are in.") if entrant.first_round == 1 else _("You have joined and play from the next round.")


# ── the organiser's desk ──
@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect an address of before to the console, which is the desk of an evening."""
    access.door(request.user, slug, Right.RUN)
    return redirect("competitions:console", slug)


def _check_in(competition: Competition, by: User, data: QueryDict) -> str:
    key = data.get("entrant", "")
    entrant = next((entrant for entrant in competition.entrants.all() if str(entrant.pk) == key), None)
    if entrant is None:
        raise Http404
    attendance.answer(entrant=entrant, by=by, reply=data.get("said", ""))
    return _("Saved: %(name)s.") % {"name": entrant.name}


def _begin(competition: Competition, by: User, data: QueryDict) -> str:
    rounds.start(competition=competition, by=by)
    ahead = attendance.next_round(competition)
    if ahead is not None and ahead.step == 1:
        rounds.open_round(competition=competition, number=ahead.number, by=by)
    return _("Round %(number)d is paired.") % {"number": 1}


def _start_clock(competition: Competition, by: User, data: QueryDict) -> str:
    turned = clocks.start(competition=competition, by=by, minutes=number_in(data, "minutes") or None)
    _must_have_time(turned)
    return _("Clock running.")


def _stop_clock(competition: Competition, by: User, data: QueryDict) -> str:
    _must_have_time(clocks.pause(competition=competition, by=by))
    return _("Clock stopped.")


def _must_have_time(clock: RoundClock) -> None:
    """Raise WrongStep if ``clock`` has run out, so that starting or stopping it has changed nothing."""
    if clocks.face(clock).state == "over":
        raise WrongStep(_("The time of this round is up."))


def _add_time(competition: Competition, by: User, data: QueryDict) -> str:
    clocks.add(competition=competition, by=by, minutes=number_in(data, "minutes"))
    return _("Clock set.")


DESK: dict[str, Callable[[Competition, User, QueryDict], str]] = {
    "begin": _begin,
    "check_in": _check_in,
    "start": _start_clock,
    "pause": _stop_clock,
    "add": _add_time,
}
"""Handlers of the desk's buttons by the form's ``do``."""


@require_POST
@login_required
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """Handle a button of the desk: call its verb, redirect. Only a new page says in a message what was done."""
    competition = access.door(request.user, slug, Right.RUN)
    evening(competition)
    do = request.POST.get("do", "")
    if do not in DESK:
        raise Http404
    with refusals_shown(request, CompetitionError, PlayerError):
        done = DESK[do](competition, cast(User, request.user), request.POST)
        if "HX-Request" not in request.headers:
            messages.success(request, done)
    return redirect("competitions:console", slug)


@require_POST
@login_required
def score(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    """Save the score of one table; answer htmx with its row as it stands or was refused, and what is next."""
    competition, context = page_context(request, slug, "console", Right.DECIDE)
    fixture = access.fixture_or_404(competition, fixture_id)
    typed, reason = _cells(request.POST, [fixture]), request.POST.get("reason", "")
    refused: CompetitionError | None = None
    try:
        number, by = fixture.tie.round.number, cast(User, request.user)
        grid.enter(competition=competition, number=number, by=by, cells=typed, reason=reason)
    except CompetitionError as error:
        refused = error
    if "HX-Request" not in request.headers:
        if refused:
            show_refusal(request, _first_of(refused))
        else:
            messages.success(request, _("Saved."))
        return redirect("competitions:console", slug)
    competition.refresh_from_db()
    fixture = access.fixture_or_404(competition, fixture_id)
    line = score_line(fixture, typed[str(fixture.id)] if refused else None, getattr(refused, "cells", {}))
    context |= {"evening": evening(competition), "line": line, "reason": reason}
    if refused:
        context |= {"refused": _first_of(refused), "asks_reason": _asks_reason(fixture)}
    return render(request, "evenings/scored.html", context)


def _asks_reason(fixture: Fixture) -> bool:
    """Return whether another result of ``fixture`` needs a reason."""
    return rulings.has_result(fixture) or open_disputes.open_dispute(fixture) is not None


def _first_of(refused: CompetitionError) -> str:
    """Return the sentence of the first bad cell, else that of the refusal."""
    return next(iter(getattr(refused, "cells", {}).values()), str(refused))


def now(request: HttpRequest) -> HttpResponse:
    """Return the server's time in milliseconds, by which every screen counts the round down."""
    answer = JsonResponse({"now": int(time.time() * 1000)})
    answer["Cache-Control"] = "no-store"
    return answer


# ── the sheet's link ──
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Take one side's report by the link of a printed score sheet, once, without an account."""
    rows = Sheet.objects.select_related(
        "fixture__home", "fixture__away", "fixture__match", "fixture__tie__round__stage__competition"
    )
    row = get_object_or_404(rows, key=key)
    fixture = row.fixture
    competition = fixture.tie.round.stage.competition
    if competition.status == Competition.Status.DRAFT:
        raise Http404
    form = ReportForm(request.POST or None, auto_id="s_%s", game=competition.game)
    refused = ""
    if request.method == "POST" and form.is_valid():
        try:
            sheets.report(sheet=row, score=form.score())
            return redirect("evenings:sheet", key)
        except CompetitionError as error:
            refused = str(error)
    side = fixture.home if row.seat == "home" else fixture.away
    context = {
        "sheet": row,
        "fixture": fixture,
        "competition": competition,
        "side": side,
        "form": form,
        "refused": refused,
        "kicks": kicks_count(fixture.tie.round.stage),
        "said": sheets.last_report_of(row) if row.used_at else open_disputes.open_report(fixture),
        "over": fixture.status not in (Fixture.Status.PENDING, Fixture.Status.OPEN, Fixture.Status.LIVE),
    }
    return render(request, "evenings/sheet.html", context)


# ── the grid ──
def _cells(data: QueryDict, rows: list[Fixture]) -> dict[str, dict[str, str]]:
    return {str(row.id): {column: data.get(f"{column}_{row.id}", "") for column in grid.COLUMNS} for row in rows}


def _days(request: HttpRequest, competition: Competition) -> tuple[list[reading.Matchday], reading.Matchday | None]:
    """Return the matchdays with known sides, and the one of ``?round=`` or the current one."""
    frame = structure.frame_of(competition)
    days = [day for day in reading.matchdays(frame.stages, frame.counts) if day.whole]
    number = whole_number(request.GET.get("round", ""), structure.current_number(frame.stages))
    return days, next((day for day in days if day.round.number == number), days[-1] if days else None)


@login_required
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and save a whole matchday by keyboard: ``?round=`` or the current one."""
    competition, context = page_context(request, slug, "console", Right.DECIDE)
    days, day_shown = _days(request, competition)
    if day_shown is None:
        messages.error(request, _("The sides of this round are not known yet."))
        return redirect("competitions:console", slug)
    rows = grid.rows_of(competition, day_shown.round.number)
    typed = _cells(request.POST, rows) if request.method == "POST" else {}
    bad: dict[tuple[str, str], str] = {}
    reason_asked = ""
    if request.method == "POST":
        try:
            count = grid.enter(
                competition=competition,
                number=day_shown.round.number,
                by=cast(User, request.user),
                cells=typed,
                reason=request.POST.get("reason", ""),
            )
        except grid.BadCells as refused:
            bad = refused.cells
            reason_asked = next(iter(bad.values())) if refused.lacks_reason else ""
            messages.error(request, reason_asked or str(refused))
        except CompetitionError as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("Results saved: %(count)d.") % {"count": count})
            return redirect(f"{request.path}?round={day_shown.round.number}")
    kicks = kicks_count(day_shown.round.stage) or day_shown.round.stage.format not in TABLES
    context |= {
        "days": days,
        "chosen": day_shown,
        "lines": [
            score_line(fixture, typed.get(str(fixture.id)), bad, place) for place, fixture in enumerate(rows, start=1)
        ],
        "bad": bad,
        "kicks": kicks,
        "reason": request.POST.get("reason", ""),
        "reason_asked": reason_asked,
    }
    return render(request, "evenings/grid.html", context, status=409 if bad else 200)


@login_required
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and set the real tables of a round: ``?round=`` or the current one."""
    competition, context = page_context(request, slug, "console", Right.DECIDE)
    days, day_shown = _days(request, competition)
    if day_shown is None:
        messages.error(request, _("The sides of this round are not known yet."))
        return redirect("competitions:console", slug)
    rows = grid.rows_of(competition, day_shown.round.number)
    typed = {str(row.id): request.POST.get(f"table_{row.id}", "") for row in rows}
    in_order = request.POST.get("do") == "order"
    bad: dict[str, str] = {}
    if request.method == "POST":
        by = cast(User, request.user)
        try:
            if in_order:
                first = request.POST.get("first", "").strip()
                numbering.number_in_order(competition=competition, number=day_shown.round.number, by=by, first=first)
            else:
                numbering.set_tables(competition=competition, number=day_shown.round.number, by=by, tables=typed)
        except CompetitionError as refused:
            bad = getattr(refused, "cells", {})
            messages.error(request, str(refused))
        else:
            messages.success(request, _("Tables saved."))
            return redirect(f"{request.path}?round={day_shown.round.number}")
    keeps = request.method == "POST" and not in_order
    context |= {
        "days": days,
        "chosen": day_shown,
        "first": request.POST.get("first", "1"),
        "lines": [
            {
                "fixture": fixture,
                "value": typed[str(fixture.id)] if keeps else table or "",
                "bad": bad.get(str(fixture.id), ""),
            }
            for table, fixture in numbering.numbered(rows)
        ],
    }
    return render(request, "evenings/numbers.html", context, status=409 if request.method == "POST" else 200)
