"""The pages of events: list, page, desk, people, settings, "where am I next". Door, verb, render."""

from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.actions import Action
from league.buttons import button_of, typed_values
from league.competitions.actions import tables
from league.competitions.errors import CompetitionError, NeedsConfirmation
from league.competitions.models import Hall
from league.competitions.pages import calendar_keys
from league.competitions.pages.feeds import calendar_of
from league.competitions.policy import access as competition_doors
from league.competitions.verbs.halls import TIMES
from league.competitions.words.queue import desk_of_hall
from league.errors import LeagueError
from league.events import access, actions, marks
from league.events.access import Standing
from league.events.errors import EventRefused
from league.events.forms import EventForm, shown_of
from league.events.models import Event, EventCompetition, Particulars
from league.events.people import alike, people_of
from league.events.reading import (
    behind_of,
    duties_by_person,
    fixtures_of,
    log_of,
    my_day,
    progress_of,
    rounds_ahead,
    today_of,
)
from league.events.timetable import duty_counts, propose, read_event, report
from league.events.verbs import events as verbs
from league.fields import column
from league.paging import Bounded
from league.players.models import User
from league.players.policy.access import account_of, names_unknown_to
from league.presses import made_once
from matches import limits
from matches.pages.visitors import tagged
from matches.refusals import refusals_in, show_refusal

LOG_LINES = 12
OFFERED = 100
"""Competitions that the settings offer to add: the newest that the reader runs."""
BACK: Final = ("one", "next", "desk", "people", "settings", "timetable")
"""Pages that a button may go back to."""
BUTTONS: Final[dict[str, Action]] = {action.name: action for action in tables.ACTIONS}
"""Actions of a competition that the pages of its event have buttons for."""


@tagged(marks.listed)
def event_list(request: HttpRequest) -> HttpResponse:
    """List the listed events and the reader's own, the newest first."""
    rows = access.listed(request.user).annotate(size=Count("parts"))
    context = {"page_of": Bounded(rows.order_by("-first_day", "-created_at"), 24).get_page(request.GET.get("page"))}
    return render(request, "events/list.html", context)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Show and save the form of a new event."""
    account = account_of(request.user)
    form = EventForm(request.POST or None)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "event")
        with refusals_in(form, CompetitionError):
            created = made_once(request, Event, lambda: verbs.create(by=account, **form.changes()))
            messages.success(request, _("Event created. Add its competitions."))
            return redirect("events:settings", created.slug)
    return render(request, "events/new.html", {"form": form, "account": account})


def _page(
    request: HttpRequest, slug: str, page: str, least: Standing = Standing.NOBODY
) -> tuple[Event, dict[str, Any]]:
    """Return the event of a page, and what all of its pages show. Raises Http404."""
    event = access.door(request.user, slug, least)
    parts = access.shown_parts(request.user, event)
    for part in parts:
        part.competition.rights = competition_doors.rights_of(request.user, part.competition)
    feed = (f"competition:{part.competition_id}@{part.competition.log_position}" for part in parts)
    return event, {
        "event": event,
        "page": page,
        "parts": parts,
        "runs": Standing.STAFF in event.rights,
        "owns": Standing.OWNER in event.rights,
        "feed": " ".join(feed),
        "today": today_of(event),
    }


def _with_desk(request: HttpRequest, event: Event, context: dict[str, Any]) -> dict[str, Any]:
    """Add the tables of the hall and their queue to ``context``."""
    parts: list[EventCompetition] = context["parts"]
    rights = {part.competition_id: part.competition.rights for part in parts}
    return context | {
        "desk": desk_of_hall(event.hall_id, request.user, rights),
        "progress": progress_of(rights.keys()),
        "competition": parts[0].competition if parts else None,
    }


@tagged(marks.event)
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what runs now, the queue, and the competitions."""
    event, context = _page(request, slug, "one")
    context = _with_desk(request, event, context)
    day = my_day(event, request.user, context["parts"]) if isinstance(request.user, User) else None
    return render(request, "events/one.html", context | {"day": day})


@login_required
def where_next(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the reader where they play or referee next, and their day."""
    event, context = _page(request, slug, "next")
    context |= {"day": my_day(event, cast(User, request.user), context["parts"]), "now": timezone.now()}
    context["tables"] = list(event.hall.tables.order_by("number"))
    if any(part.asks for part in context["parts"]):
        context["asked"] = (
            Particulars.objects.filter(event=event, user=cast(User, request.user)).first() or Particulars()
        )
    return render(request, "events/next.html", context)


@login_required
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organiser's desk: tables, queue, who is late, who has not come."""
    event, context = _page(request, slug, "desk", Standing.STAFF)
    people = people_of(event)
    context = _with_desk(request, event, context)
    context |= {
        "organiser": True,
        "official": True,
        "now": timezone.now(),
        "late": [now for now in context["desk"].tables if now.state == "called" and now.due < timezone.now()],
        "absent": [person for person in people if person.here_at is None],
        "people": people,
        "behind": behind_of([part.competition_id for part in context["parts"]]) if event.planned_at else 0,
    }
    return render(request, "events/desk.html", context)


@login_required
def people_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the check-in of all people of the event, and names that may be one person."""
    event, context = _page(request, slug, "people", Standing.STAFF)
    people = people_of(event)
    context |= {
        "people": people,
        "here": sum(person.here_at is not None for person in people),
        "alike": alike(people),
        "several": [person for person in people if len(person.users) > 1],
    }
    return render(request, "events/people.html", context)


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and save the event's settings, its competitions and its tables."""
    event, context = _page(request, slug, "settings", Standing.STAFF)
    changing = request.method == "POST" and request.POST.get("do") == "change"
    form = EventForm(request.POST if changing else None, initial=shown_of(event))
    if changing and form.is_valid():
        with refusals_in(form, CompetitionError):
            verbs.change(event=event, by=cast(User, request.user), **form.changes())
            messages.success(request, _("Changes saved."))
            return redirect("events:settings", slug)
    inside = {part.competition.slug for part in context["parts"]}
    offered = competition_doors.newest_run_by(request.user, OFFERED + len(inside))
    context |= {
        "form": form,
        "others": [row for row in offered if row.slug not in inside][:OFFERED],
        "fields": [
            column(EventCompetition, name) for name in ("category", "one_of", "minutes", "born_from", "born_to")
        ],
        "ends_by": column(EventCompetition, "ends_by"),
        "competition": context["parts"][0].competition if context["parts"] else None,
        "tables": list(event.hall.tables.order_by("number")),
        "times": [(column(Hall, name), getattr(event.hall, name)) for name in TIMES],
        "log": log_of(event, LOG_LINES),
    }
    return render(request, "events/settings.html", context)


@tagged(marks.event)
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the timetable; to the staff also what a new one would change, and how the old one held."""
    event, context = _page(request, slug, "timetable")
    rows = fixtures_of([part.competition_id for part in context["parts"]]).filter(planned__isnull=False)
    needed = None
    if request.method == "POST":
        if not context["runs"]:
            raise Http404
        needed = _apply(request, event)
        if needed is None:
            return redirect("events:timetable", slug)
        context |= {"needed": needed, "chosen": request.POST.getlist("changes")}
    rows = rows.filter(kick_off_at__isnull=False).order_by("kick_off_at", "table", "pk")
    context["fixtures"] = list(rows.select_related("queue_place"))
    # A referee may be of a competition that the reader does not know.
    unknown = names_unknown_to(request.user, address=True, at="referee__")
    unnamed = () if context["runs"] else event.planned.filter(unknown).values_list("fixture", flat=True)
    context["unnamed"] = set(unnamed)
    context["rounds"] = rounds_ahead(event, [part.competition_id for part in context["parts"]])
    if context["runs"]:
        context["films"] = event.hall.tables.filter(stream=True).exists()
        context |= {"cycles": report(event), "duties": duty_counts(read_event(event, over=True))}
        try:
            context["proposal"] = propose(event)
            if context["proposal"].count:
                context["rounds"] = context["proposal"].rounds_ahead
        except EventRefused as refused:
            context["refusal"] = str(refused)
    return render(request, "events/timetable.html", context, status=409 if needed else 200)


def _apply(request: HttpRequest, event: Event) -> NeedsConfirmation | None:
    """Apply the changes that are chosen, and leave a message; return what has to be confirmed first."""
    try:
        values = typed_values(actions.APPLY, request.POST)
        values["changes"] = values["changes"] or []
        actions.APPLY.do(event, request.user, values)
        messages.success(request, _("Timetable applied. We told the players."))
    except NeedsConfirmation as needed:
        return needed
    except LeagueError as refused:
        show_refusal(request, refused)
    return None


@login_required
def prints(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is hung up and laid out: the timetable, a list by person, the check-in."""
    event, context = _page(request, slug, "print", Standing.STAFF)
    rows = fixtures_of([part.competition_id for part in context["parts"]]).filter(kick_off_at__isnull=False)
    planned = list(rows.filter(planned__isnull=False).order_by("kick_off_at", "table", "pk"))
    people = people_of(event)
    context |= {"fixtures": planned, "people": people, "by_person": duties_by_person(people, planned), "unnamed": ()}
    return render(request, "events/print.html", context)


@require_POST
@login_required
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what the button of a page says: an action of the event, or one of a competition in it."""
    do, back = request.POST.get("do", ""), request.POST.get("back", "")
    action = actions.BY_NAME.get(do)
    if action is not None and action.said:
        zone = access.door(request.user, slug).time_zone
        with timezone.override(ZoneInfo(zone)):  # times are typed by the clock at the place
            done = button_of(action)(request, {"slug": slug})
        if done and action is actions.END:
            return redirect("events:list")
        return redirect(f"events:{back if back in BACK else action.then}", slug)
    if do not in BUTTONS:
        raise Http404
    event = access.door(request.user, slug)
    inside = event.competitions.filter(slug=request.POST.get("competition", "")).first()
    if inside is None:
        raise Http404
    button_of(BUTTONS[do])(request, {"slug": inside.slug})
    return redirect(f"events:{back if back in BACK else 'desk'}", slug)


def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the matches of all competitions of the event as one calendar."""
    reader = calendar_keys.reader(request)
    event = access.door(reader, slug)
    return calendar_of(event.name, [part.competition_id for part in access.shown_parts(reader, event)])
