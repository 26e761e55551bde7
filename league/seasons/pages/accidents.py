"""The pages of a season's accidents: inactive entrants and bulk actions, substitutes, leave.

Door, verb, render; a bulk action first shows what it would change.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.errors import CompetitionError, EntryRefused, NeedsConfirmation, RulingRefused
from league.competitions.log.verdicts import WAY_WORDS, WAYS
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.pages import reading
from league.competitions.pages.public import page_context
from league.competitions.policy import access
from league.competitions.verbs.rulings import Consent
from league.competitions.words.closings import closings_of
from league.players.errors import PlayerError
from league.players.models import User
from league.seasons.verbs import early_closing, inactivity, leaves, shortening, substitutes
from league.seasons.verbs.substitutes import Successor
from league.sentences import translated
from league.typed import id_or_404, number_in
from matches.refusals import refusals_shown, show_refusal


def consent_of(data: QueryDict) -> Consent:
    """Return the form's consent: its first submission only asks for the effects."""
    return Consent(confirmed=data.get("confirmed") == "yes", seen=data.get("seen", ""))


def confirm_page(request: HttpRequest, context: dict[str, Any], needed: NeedsConfirmation, action: str) -> HttpResponse:
    """Render the effects and ask to confirm ``action``, with all submitted fields repeated."""
    left_out = ("csrfmiddlewaretoken", "confirmed", "seen")
    fields = [(key, value) for key, values in request.POST.lists() if key not in left_out for value in values]
    context |= {
        "effects": needed.effects,
        "sentence": str(needed),
        "seen": needed.seen,
        "said": fields,
        "action": action,
    }
    return render(request, "seasons/confirm.html", context, status=409)


def _ids(data: QueryDict) -> list[UUID]:
    """Return the ticked entrants. Raises Http404 for an invalid id."""
    return [id_or_404(entrant_id) for entrant_id in data.getlist("entrant")]


def _remind(competition: Competition, by: User, data: QueryDict) -> str:
    notified = inactivity.remind(competition=competition, entrants=_ids(data), by=by, consent=consent_of(data))
    return _("People told: %(count)d.") % {"count": notified}


def _withdraw(competition: Competition, by: User, data: QueryDict) -> str:
    reason = data.get("reason", "")
    inactivity.withdraw_many(
        competition=competition, entrants=_ids(data), by=by, reason=reason, consent=consent_of(data)
    )
    return _("Withdrawn. Remaining matches are decided.")


def _shorten(competition: Competition, by: User, data: QueryDict) -> str:
    shortening.shorten(
        competition=competition,
        by=by,
        reason=data.get("reason", ""),
        meetings=number_in(data, "meetings") or 1,
        consent=consent_of(data),
    )
    return _("The season is shorter now.")


def _end_at(competition: Competition, by: User, data: QueryDict) -> str:
    shortening.end_at(
        competition=competition,
        number=number_in(data, "number"),
        by=by,
        reason=data.get("reason", ""),
        at_once=data.get("at_once") == "yes",
        consent=consent_of(data),
    )
    return _("The season ends there; the table stays.")


BULK: dict[str, Callable[[Competition, User, QueryDict], str]] = {
    "remind": _remind,
    "withdraw": _withdraw,
    "shorten": _shorten,
    "end_at": _end_at,
}
"""Handlers of the page's buttons by the form's ``do``."""


def _action(competition: Competition, do: str, data: QueryDict) -> str:
    """Return the label of the button that confirms ``do``, with whom it is about."""
    if do == "shorten":
        return _("Shorten the season")
    if do == "end_at":
        return _("End the season there")
    names = list(competition.entrants.filter(pk__in=_ids(data)).values_list("name", flat=True))
    if len(names) == 1:
        return (_("Withdraw %(name)s") if do == "withdraw" else _("Remind %(name)s")) % {"name": names[0]}
    message = (
        ngettext("Withdraw %(count)d entrant", "Withdraw %(count)d entrants", len(names))
        if do == "withdraw"
        else ngettext("Remind %(count)d entrant", "Remind %(count)d entrants", len(names))
    )
    return message % {"count": len(names)}


@login_required
def inactive(request: HttpRequest, slug: str) -> HttpResponse:
    """Show entrants inactive for ``?days=``, and the bulk actions.

    A withdrawal from the list of entrants comes here too, and returns there.
    """
    competition, context = page_context(request, slug, "console", Right.RUN)
    days = min(max(number_in(request.GET, "days") or inactivity.USUAL, 1), inactivity.MOST_DAYS)
    context |= {"back": f"{request.path}?days={days}"}
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do not in BULK:
            raise Http404
        came_from = "competitions:entrants" if request.POST.get("back") == "entrants" else "seasons:inactive"
        context |= {"back": reverse(came_from, args=[slug])}
        try:
            messages.success(request, BULK[do](competition, cast(User, request.user), request.POST))
        except NeedsConfirmation as needed:
            return confirm_page(request, context, needed, _action(competition, do, request.POST))
        except CompetitionError as refused:
            show_refusal(request, refused)
        return redirect(came_from, slug)
    running = competition.status == Competition.Status.RUNNING
    rows = inactivity.signs(competition, days) if running else []
    away = leaves.on_leave(competition) if running else set()
    matchdays = shortening.matchdays(competition) if running else []
    context |= {
        "days": days,
        "groups": [
            (inactive_row, [(row, row.entrant.pk in away) for row in rows if row.inactive == inactive_row])
            for inactive_row in (True, False)
        ],
        "rows": rows,
        "without_activity": sum(row.inactive for row in rows),
        "matchdays": matchdays,
        "shorter": shortening.shorter(competition) if running else [],
        "running": running,
    }
    return render(request, "seasons/inactive.html", context)


def _close(competition: Competition, by: User, data: QueryDict) -> str:
    early_closing.close_early(
        competition=competition,
        way=data.get("way", ""),
        number=number_in(data, "number") if data.get("way") == "matchday" else None,
        by=by,
        reason=data.get("reason", ""),
        consent=consent_of(data),
    )
    return _("Season closed. The table stays.")


def _reopen(competition: Competition, by: User, data: QueryDict) -> str:
    early_closing.reopen(competition=competition, by=by, reason=data.get("reason", ""), consent=consent_of(data))
    return _("The season goes on.")


ENDS: dict[str, Callable[[Competition, User, QueryDict], str]] = {"close": _close, "reopen": _reopen}


@login_required
def close_early(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the final table by each way to end the season early; close it, or take that back."""
    competition, context = page_context(request, slug, "console", Right.RUN)
    if request.method == "POST":
        do = request.POST.get("do", "")
        if do not in ENDS:
            raise Http404
        context |= {"back": request.path}
        try:
            messages.success(request, ENDS[do](competition, cast(User, request.user), request.POST))
        except NeedsConfirmation as needed:
            action = _("Close the season early") if do == "close" else _("Take the closing back")
            return confirm_page(request, context, needed, action)
        except CompetitionError as refused:
            show_refusal(request, refused)
        return redirect("seasons:close_early", slug)
    previews = early_closing.previews(competition)
    tables = zip(*(preview.tables for preview in previews), strict=True)
    context |= {
        "previews": [
            (
                each[0][0],
                [_way_words(preview.way) for preview in previews],
                list(zip(*(lines for _name, lines in each), strict=True)),
            )
            for each in tables
        ],
        "ways": [
            (way, _way_words(way))
            for way in WAYS
            if way != "first_half" or any(preview.way == way for preview in previews)
        ],
        "matchdays": early_closing.matchdays(competition) if previews else [],
        "closed": closings_of(competition),
        "stands": early_closing.reason_final(competition),
    }
    return render(request, "seasons/close_early.html", context)


def _way_words(way: str) -> str:
    """Return a way in the reader's words; the matchday has its own field."""
    words = _("by the matchdays up to one") if way == "matchday" else translated(WAY_WORDS[way])
    return words[:1].upper() + words[1:]


def _successor(data: QueryDict) -> Successor:
    """Return the successor that the form names."""
    choice = data.get("who", "")
    if choice == "bot":
        return Successor(bot=True)
    if choice == "name":
        return Successor(name=data.get("name", ""))
    try:
        return Successor(waiting=UUID(choice))
    except ValueError:
        raise EntryRefused(_("Choose a substitute.")) from None


@login_required
def substitute(request: HttpRequest, slug: str, entrant_id: UUID) -> HttpResponse:
    """Let a substitute take over an entrant, or an alternate in a knockout's first round."""
    competition, context = page_context(request, slug, "entrants", Right.RUN)
    entrant = access.entrant_or_404(competition, entrant_id)
    context |= {"entrant": entrant, "back": request.path}
    if request.method == "POST":
        data, by = request.POST, cast(User, request.user)
        order: dict[str, Any] = {"entrant": entrant, "by": by, "reason": data.get("reason", "")}
        try:
            if data.get("do") == "alternate":
                substitutes.alternate(**order, consent=consent_of(data))
            else:
                substitutes.substitute(**order, successor=_successor(data), consent=consent_of(data))
        except NeedsConfirmation as needed:
            return confirm_page(request, context, needed, _("Replace %(name)s") % {"name": entrant.name})
        except (CompetitionError, PlayerError) as refused:
            show_refusal(request, refused)
            return redirect(request.path)
        messages.success(request, _("The substitute has the record and the matches now."))
        return redirect("competitions:entrants", slug)
    waiting = list(substitutes.waiting_list(competition))
    context |= {
        "waiting": waiting,
        "alternate": waiting[0] if substitutes.may_have_alternate(competition, entrant) else None,
        "history": list(entrant.substitutions.select_related("by")),
        "mates": substitutes.members_of(competition, entrant),
    }
    return render(request, "seasons/substitute.html", context)


def _day(data: QueryDict, name: str) -> date:
    try:
        return date.fromisoformat(data.get(name, ""))
    except ValueError:
        raise RulingRefused(_("Enter the day as year, month and day.")) from None


def _entrant_on_leave(request: HttpRequest, competition: Competition) -> Entrant:
    """Return the entrant on leave: the reader's own, or the organiser's choice. Raises Http404."""
    entrant_key = request.POST.get("entrant", "")
    if entrant_key and Right.RUN in competition.rights:
        return access.entrant_or_404(competition, id_or_404(entrant_key))
    own = reading.entry_of(request.user, competition)
    if own is None:
        raise Http404
    return own


def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all leave, the reader's own days, and the days that the organiser grants."""
    competition, context = page_context(request, slug, "entrants")
    if request.method == "POST":
        if not isinstance(request.user, User):
            raise Http404
        with refusals_shown(request, CompetitionError):
            messages.success(request, _leave(request, competition, request.user))
        return redirect("seasons:leave", slug)
    now = timezone.now()
    entry = reading.entry_of(request.user, competition)
    own_leaves = list(entry.leaves.all()) if entry is not None else []
    used = sum((leave.last - leave.first).days + 1 for leave in own_leaves)
    entered = entry is not None and entry.status == Entrant.Status.ENTERED
    playing = competition.status in (Competition.Status.REGISTRATION, Competition.Status.RUNNING)
    context |= {
        "rows": [
            (leave, leave.starts_at <= now < leave.ends_at)
            for leave in competition.leaves.filter(ends_at__gt=now).select_related("entrant")
        ],
        "entry": entry if entered else None,
        "used": used,
        "left": max(competition.leave_days - used, 0),
        "open": playing,
        "entrants": [
            entrant for entrant in reading.entrants_of(competition) if entrant.status == Entrant.Status.ENTERED
        ]
        if context["organiser"] and competition.leave_days
        else [],
    }
    return render(request, "seasons/leave.html", context)


def _leave(request: HttpRequest, competition: Competition, by: User) -> str:
    """Handle a button of the page of leave; return the message."""
    data = request.POST
    match data.get("do"):
        case "allow" if Right.RUN in competition.rights:
            leaves.allow(competition=competition, days=number_in(data, "days"), by=by)
            return _("Saved.")
        case "take":
            first = _day(data, "first")
            last = _day(data, "last") if data.get("last") else first
            entrant = _entrant_on_leave(request, competition)
            leaves.take(entrant=entrant, first=first, last=last, by=by)
            if entrant != reading.entry_of(by, competition):
                return _("Leave saved. Their deadlines pause, and we told their opponents.")
            return _("Leave saved. Your deadlines pause, and we told the others.")
        case "take_back":
            row = get_object_or_404(competition.leaves.select_related("entrant"), pk=id_or_404(data.get("leave", "")))
            own = reading.entry_of(by, competition)
            if Right.RUN not in competition.rights and (own is None or own.pk != row.entrant_id):
                raise Http404
            leaves.take_back(leave=row, by=by)
            return _("Removed.")
        case _:
            raise Http404
