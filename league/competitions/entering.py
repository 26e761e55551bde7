"""Making a competition and entering one: the forms that anybody with a name may send."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions import access, pages
from league.competitions.errors import BadSetting, CompetitionError
from league.competitions.forms import CompetitionForm, NamesForm
from league.competitions.outline import Outline, outline
from league.competitions.presets import PRESETS
from league.competitions.verbs import create, entries
from league.competitions.views import shown
from league.players.access import account_of
from league.players.models import User


def new(request: HttpRequest) -> HttpResponse:
    """Preset cards, then one page with everything; a draft comes out."""
    preset = request.POST.get("preset") or request.GET.get("preset") or ""
    if preset not in PRESETS:
        return render(
            request,
            "competitions/presets.html",
            {"presets": [(preset, outline(preset, preset.places, {})) for preset in PRESETS.values()]},
        )
    account = account_of(request.user)
    form = CompetitionForm(
        request.POST or None, preset=preset, initial={"game": request.GET.get("game"), "places": PRESETS[preset].places}
    )
    if request.method == "POST" and account and form.is_valid():
        try:
            competition = create.create(by=account, **form.values())
        except BadSetting as refused:
            known = refused.field in form.fields
            form.add_error(refused.field if known else None, str(refused))
        else:
            messages.success(request, _("The draft is made. Publish it when it is right."))
            return redirect("competitions:console", competition.slug)
    context = {"form": form, "preset": PRESETS[preset], "account": account, "preview": preview_of(form)}
    return render(request, "competitions/new.html", context)


def preview(request: HttpRequest) -> HttpResponse:
    """How many rounds and matches the form would make, while it is being filled in."""
    preset = request.GET.get("preset", "")
    form = CompetitionForm(request.GET, preset=preset if preset in PRESETS else "cup")
    return render(request, "competitions/preview.html", {"preview": preview_of(form), "preset": form.preset})


def preview_of(form: CompetitionForm) -> Outline | dict[str, int]:
    """What the form says so far would make; the limits where the number of places is outside them."""
    said = form.so_far()
    places = said.pop("places")
    if places is None:
        return {}
    if not form.preset.least <= places <= form.preset.most:
        return {"least": form.preset.least, "most": form.preset.most}
    return outline(form.preset, places, said, form.slug, form.budget)


def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays; a button to enter or to leave; for the organiser names, bots and personal links."""
    competition, context = shown(request, slug, "entrants")
    rows = pages.entrants_of(competition)
    context |= {
        "entrants": rows,
        "entered": sum(row.status == "entered" for row in rows),
        "entry": next((row for row in rows if row.player_id == request.user.pk), None),
        "names_form": NamesForm(),
        "guests": any(row.personal_key for row in rows),
    }
    return render(request, "competitions/entrants.html", context)


@login_required
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter, or leave before the start, or withdraw from a running competition."""
    competition = access.door(request.user, slug)
    player = cast(User, request.user)
    if request.method != "POST":
        return redirect("competitions:entrants", slug)
    entry = pages.entry_of(player, competition)
    try:
        if request.POST.get("do") == "leave" and entry:
            pages.leave_or_withdraw(competition, entry, player, request.POST.get("reason", ""))
            messages.success(request, _("You are out."))
        else:
            entered = entries.enter(competition=competition, player=player)
            waits = entered.status == "waiting"
            messages.success(request, _("You are on the waiting list.") if waits else _("You are in."))
    except CompetitionError as refused:
        messages.error(request, str(refused))
    return redirect("competitions:entrants", slug)
