"""Organiser's console: one view passes each button's form to its verb. All others get 404."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engines.core.seats import Seat
from engines.core.text import Text
from league.buttons import button_of
from league.competitions.actions.every import BY_NAME
from league.competitions.errors import CompetitionError, NeedsConfirmation, RulingRefused
from league.competitions.exchange.report_files import ADJUSTED
from league.competitions.models import Competition, Entrant, Fixture, Round
from league.competitions.models.roles import Right
from league.competitions.pages import reading, todo
from league.competitions.pages.forms.competition import CompetitionForm
from league.competitions.pages.forms.results import ResultForm, result_of
from league.competitions.pages.forms.running import OptionsForm, PlanForm
from league.competitions.pages.people import check_in_state
from league.competitions.pages.public import page_context
from league.competitions.pages.registries import console_parts
from league.competitions.policy import access
from league.competitions.policy.personal_links import Holder, entrant_of, holders_of, name_of, player_of
from league.competitions.setup.season_plan import wishes_of
from league.competitions.verbs import (
    create,
    options,
    password_resets,
    planning,
    reopening,
    resuming,
    rulings,
    swiss,
)
from league.competitions.words.audit import change_in_words
from league.competitions.words.stages import is_swiss
from league.players.errors import ResetRefused
from league.players.models import User
from league.players.pages.forms import ResetCodeForm
from league.players.pages.guests import safe_next
from league.players.verbs import resets
from league.typed import id_or_404, whole_number
from matches.pages.addresses import outside
from matches.refusals import refusals_in


@login_required
def console(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what needs the organiser, then the current round, then frequent actions; the rest is folded."""
    competition, context = page_context(request, slug, "console", Right.DECIDE)
    entrants = reading.entrants_of(competition)
    number_text = request.GET.get("round", "")
    number = whole_number(number_text, None)
    days = todo.days_of(competition, entrants, number)
    before_start = todo.needs_before_start(competition)
    steps = todo.steps(competition, entrants, days, waits=bool(before_start))
    needs = todo.needs_organiser(days)
    if context["organiser"]:
        needs += before_start
        needs += todo.needs_who_runs(competition, days)
        needs += todo.needs_links(competition, todo.still_in(days, entrants))
        needs += todo.needs_line_ups(competition)
    context |= {
        "days": days,
        "named": number,
        "now": todo.under_way(days, needs),
        "playing": reading.playing(fixture for day in days if day.read for fixture in day.fixtures),
        "progress": reading.progress(days),
        "entrants": entrants,
        "entered": sum(row.status == Entrant.Status.ENTERED for row in entrants),
        "needs": needs,
        "steps": steps,
        "steps_done": sum(step.state == "done" for step in steps),
        "lead": todo.lead_of(competition, steps) if context["organiser"] else None,
        "adding": reading.takes_entrants(competition, entrants),
        "room": reading.has_room(competition, entrants),
        "check_in": check_in_state(competition),
        "announcements": reading.announcements_of(competition, 5),
        "may_take_back": competition.status == Competition.Status.RUNNING and not reopening.begun(competition),
        "adjusted": _adjusted(competition) if competition.played_elsewhere else [],
        "log": competition.audit.select_related("actor").order_by("-at", "-id")[:6],
    }
    if context["organiser"] and is_swiss(competition):
        context |= {"takes_back": swiss.takes_back(competition), "paired_anew": swiss.paired_anew(competition)}
    for part in console_parts:
        context |= part(competition)
    return render(request, "competitions/console.html", context)


def _adjusted(competition: Competition) -> list[Text]:
    """List what was read differently or left out when a report file became this competition: the first lines."""
    lines = competition.audit.filter(verb=ADJUSTED).order_by("id")
    return list(lines.values_list("message", flat=True)[:ADJUSTMENTS])


ADJUSTMENTS: Final = 12
"""Adjustments of a report file that the console lists; the audit has all."""
BACK: Final = ("console", "entrants", "links", "check_in", "tables")
"""Pages that the form of a button may name to go back to."""


@require_POST
@login_required
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """Do what the button of a page says, and go on to the page that shows it."""
    action, back = BY_NAME.get(request.POST.get("do", "")), request.POST.get("back", "")
    if action is None or not action.said:
        raise Http404
    done = button_of(action)(request, {"slug": slug})
    return redirect(f"competitions:{back if back in BACK else action.then if done else 'console'}", slug)


@login_required
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    competition, context = page_context(request, slug, "console", Right.RUN)
    form = CompetitionForm(request.POST or None, preset=competition.preset, competition=competition)
    if request.method == "POST" and form.is_valid():
        try:
            create.change(competition=competition, by=cast(User, request.user), **form.values())
        except CompetitionError as refused:  # also that it has begun meanwhile: what was typed stays on the page
            field = getattr(refused, "field", None)
            form.add_error(field if field in form.fields else None, str(refused))
        else:
            messages.success(request, _("Changes saved."))
            return redirect("competitions:console", slug)
    entered = competition.entrants.filter(status=Entrant.Status.ENTERED).count()
    context |= {"form": form, "preset": form.preset, "entered": entered}
    return render(request, "competitions/settings.html", context)


@dataclass(frozen=True, slots=True)
class LinkCard:
    """The personal link of one person, to be handed out."""

    holder: Holder
    entrant: Entrant
    player: UUID
    name: str
    address: str

    @classmethod
    def of(cls, holder: Holder, address: str) -> "LinkCard":
        return cls(holder, entrant_of(holder), player_of(holder).pk, name_of(holder), address)


@login_required
def links(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the personal links with their QR codes, to hand out or to print."""
    competition, context = page_context(request, slug, "entrants", Right.RUN)
    holders = holders_of(reading.entrants_of(competition))
    rows = [LinkCard.of(holder, outside(request, reading.personal_path(holder))) for holder in holders]
    context["rows"] = rows
    context["unsent"] = sum(holder.link_unsent for holder in holders)
    context["all_links"] = "\n".join(f"{row.name}: {row.address}" for row in rows)
    return render(request, "competitions/links.html", context)


@login_required
def reset(request: HttpRequest, slug: str, entrant_id: UUID) -> HttpResponse:
    """Confirm a new password for a player who is present, by the code on the player's own screen."""
    if not resets.are_on():
        raise Http404
    competition, context = page_context(request, slug, "entrants", Right.OWN)
    entrant = access.entrant_or_404(competition, entrant_id)
    form = ResetCodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            password_resets.confirm(entrant=entrant, by=cast(User, request.user), code=form.cleaned_data["code"])
        except ResetRefused as refused:
            form.add_error("code", str(refused))
        else:
            messages.success(request, _("Confirmed: the player can now choose a new password on their screen."))
            return redirect("competitions:entrants", slug)
    context |= {"entrant": entrant, "form": form}
    return render(request, "competitions/reset.html", context)


def _awarded_to(seat: str) -> Seat | None:
    """Return the seat that a walkover names, None for nobody. Refuse a missing choice."""
    match seat:
        case "home" | "away":
            return "home" if seat == "home" else "away"
        case "nobody" | "both_lose":
            return None
        case _:
            raise RulingRefused(_("Choose who wins the match."))


def _resumed_at(data: QueryDict) -> tuple[UUID, int]:
    """Return the match and the move that the form names."""
    match_id = id_or_404(data.get("match", ""))
    v = data.get("v", "").strip()
    if not (v.isascii() and v.isdigit() and len(v) < 7):
        raise RulingRefused(_("Enter the number of the move in the replay."))
    return match_id, int(v)


def _rule(fixture: Fixture, by: User, data: QueryDict, form: ResultForm, consent: rulings.Consent) -> None:
    reason = data.get("reason", "")
    match data.get("do"):
        case "walkover":
            winner = _awarded_to(data.get("winner", ""))
            tie = data.get("tie") == "yes"
            conceded = data.get("winner") == "both_lose"
            leg = data.get("leg") == "yes" and not tie
            rulings.walkover(
                fixture=fixture,
                winner=winner,
                tie=tie,
                leg=leg,
                conceded=conceded,
                by=by,
                reason=reason,
                consent=consent,
            )
        case "replay":
            rulings.replay(fixture=fixture, by=by, reason=reason, consent=consent)
        case "resume":
            match_id, v = _resumed_at(data)
            resuming.resume(fixture=fixture, match_id=match_id, v=v, by=by, reason=reason, consent=consent)
        case "void":
            rulings.void(fixture=fixture, by=by, reason=reason, consent=consent)
        case "result":
            rulings.enter_result(fixture=fixture, score=form.score(), by=by, reason=reason, consent=consent)
        case _:
            raise Http404


def _consent(fixture: Fixture, data: QueryDict) -> rulings.Consent:
    """Return the consent: a ruling on a fixture with a result first shows its effects, then is confirmed."""
    if data.get("confirmed") == "yes":
        return rulings.Consent(confirmed=True, seen=data.get("seen", ""))
    return rulings.Consent(preview=rulings.has_result(fixture))


@login_required
def ruling(request: HttpRequest, slug: str, fixture_id: UUID) -> HttpResponse:
    """Decide one fixture: enter or correct its result, award it, or have it replayed."""
    competition, context = page_context(request, slug, "console", Right.DECIDE)
    fixture = access.fixture_or_404(competition, fixture_id)
    posted = request.POST if request.method == "POST" else None
    initial = {**result_of(fixture), "reason": request.POST.get("reason", "")}
    form = ResultForm(posted, initial=initial, game=competition.game, cards="disciplinary" in competition.criteria)
    for name in ("home_goals", "away_goals"):
        form.fields[name].required = posted is None or posted.get("do") == "result"
    context |= {
        "fixture": fixture,
        "form": form,
        "of_leg": rulings.has_legs_of_boards(fixture),
        "resumable": resuming.resumable_match(fixture),
        "v": request.POST.get("v") or request.GET.get("v", ""),
        "winner": request.POST.get("winner", ""),
        "next": safe_next(request, ""),
    }
    if posted is not None and form.is_valid():
        try:
            _rule(fixture, cast(User, request.user), posted, form, _consent(fixture, posted))
        except NeedsConfirmation as needed:
            context |= {"effects": needed.effects, "sentence": str(needed), "seen": needed.seen, "data": posted}
            context["action"] = BY_NAME[posted["do"]].label
            return render(request, "competitions/confirm.html", context, status=409)
        except CompetitionError as refused:
            # Keep the input: only the reason may be missing.
            form.add_error(getattr(refused, "field", None), str(refused))
            return render(request, "competitions/ruling.html", context)
        messages.success(request, _("Decided. Everything after it is updated."))
        usual = reverse("competitions:tables" if competition.hall_id else "competitions:console", args=[slug])
        return redirect(safe_next(request, usual))
    return render(request, "competitions/ruling.html", context)


@login_required
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan the season, or what it will be at the start: first the preview, then the same plan."""
    competition, context = page_context(request, slug, "console", Right.RUN)
    ahead = competition.status in (Competition.Status.DRAFT, Competition.Status.REGISTRATION)
    standing = wishes_of(competition)
    stored_wishes = standing.as_stored() if standing is not None else {}
    start = timezone.localdate() + timedelta(days=7)
    zone, free = competition.time_zone, "\n".join(competition.blackout)
    form = PlanForm(
        request.POST or None, initial={"time_zone": zone, "first": start, **stored_wishes, "blackout": free}
    )
    context |= {"form": form, "rounds": [], "ahead": ahead, "planned": bool(stored_wishes)}
    by, do = cast(User, request.user), request.POST.get("do", "")
    with refusals_in(form, CompetitionError):
        if do == "none" and ahead:
            planning.plan_ahead(competition=competition, by=by, wishes=None)
            messages.success(request, _("Plan removed."))
            return redirect("competitions:plan", slug)
        if request.method == "POST" and form.is_valid():
            wishes = form.wishes()
            if do == "plan" and ahead:
                planning.plan_ahead(competition=competition, by=by, wishes=wishes)
                messages.success(request, _("Plan saved for the start."))
                return redirect("competitions:console", slug)
            if do == "plan":
                planning.plan(competition=competition, by=by, wishes=wishes)
                messages.success(request, _("Planned. Agreed kick-offs stay as they are."))
                return redirect("competitions:fixtures", slug)
            if ahead:
                context["dates"] = [kick_offs for kick_offs, _closes in planning.dates(competition, wishes)]
            else:
                rounds_planned = planning.planned(competition, wishes)
                context["rounds"] = rounds_planned
                context["kept"] = planning.kept_words(rounds_planned)
                context["away"] = planning.away_words(rounds_planned)
    return render(request, "competitions/plan.html", context)


def _only(competition: Competition, key: str) -> Fixture | None:
    """Return the fixture that the address names, if any."""
    return access.fixture_or_404(competition, id_or_404(key)) if key else None


@login_required
def change_options(request: HttpRequest, slug: str) -> HttpResponse:
    """Change options of unplayed matches: first the preview, then the change."""
    competition, context = page_context(request, slug, "console", Right.RUN)
    ahead = Round.objects.filter(stage__competition=competition).exclude(status=Round.Status.DONE)
    current = ahead.order_by("stage__number", "number").values_list("number", flat=True).first() or 1
    only = _only(competition, request.GET.get("fixture", ""))
    form = OptionsForm(request.POST or None, competition=competition, current=current, fixture=only)
    context |= {"form": form, "reach": None, "fixture": only}
    if request.method == "POST" and form.is_valid():
        change: dict[str, Any] = {  # keywords of both verbs
            "competition": competition,
            "scope": form.full_scope(),
            "options": form.changed(),
            "clock": form.limits(),
        }
        with refusals_in(form, CompetitionError):
            if request.POST.get("do") == "change":
                by, reason = cast(User, request.user), form.cleaned_data["reason"]
                options.change_options(**change, by=by, reason=reason)
                messages.success(request, _("Options changed for the remaining matches."))
                if only is not None:
                    return redirect("competitions:fixture", slug, only.pk)
                return redirect("competitions:console", slug)
            reach = options.preview_reach(**change)
            differences = [change_in_words(each, competition.game) for each in reach.differences]
            context |= {"reach": reach, "differences": differences}
    return render(request, "competitions/options.html", context)
