"""Creation of a competition: presets, those of the reader's clubs, one page with everything, its preview."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.clubs import houses
from league.clubs.models import Club
from league.competitions.errors import BadSetting
from league.competitions.models import Stage
from league.competitions.pages.forms.competition import BY_GAME, CompetitionForm
from league.competitions.setup import league_phases
from league.competitions.setup.chains import checked
from league.competitions.setup.presets import OWN, PRESETS
from league.competitions.setup.preview import Outline, outline, outline_of
from league.competitions.setup.two_legs import wish_of
from league.competitions.verbs import create, planning
from league.players.policy.access import account_of
from league.typed import whole_number
from matches import limits
from matches.limits import limited
from matches.refusals import refusals_in


def new(request: HttpRequest) -> HttpResponse:
    """Show preset cards, then one page with everything, and save a draft."""
    account = account_of(request.user)
    clubs = houses.clubs_of(account)
    house = houses.preset_of(clubs, request.POST.get("house") or request.GET.get("house") or "")
    preset = house.values["preset"] if house else request.POST.get("preset") or request.GET.get("preset") or ""
    club = next((club for club in clubs if club.slug == request.GET.get("club")), None)
    if preset not in PRESETS:
        cards = [(preset, outline(preset, preset.places, {})) for preset in PRESETS.values()]
        return render(request, "competitions/presets.html", {"presets": cards, "clubs": clubs, "club": club})
    if preset == OWN and house is None and "stages" not in (request.POST or request.GET):
        return redirect("competitions:compose")
    initial: dict[str, Any] = {**_of_address(request, preset), **_of_club(club)}
    if house:
        initial |= houses.initial_of(house)
    form = CompetitionForm(request.POST or None, preset=preset, clubs=clubs, initial=initial)
    if request.method == "POST" and account and form.is_valid():
        limits.check(request, "competition")
        with refusals_in(form, BadSetting):
            competition = create.create(by=account, **houses.behind(house, form.values()))
            messages.success(request, _("Draft created. Check it, then publish it."))
            return redirect("competitions:console", competition.slug)
    context = {
        "form": form,
        "preset": PRESETS[preset],
        "account": account,
        "preview": preview_of(form),
        "house": house,
    }
    if isinstance(context["preview"], Outline):
        context["own_stages"] = [Stage(number=at, **row) for at, row in enumerate(form.own_stages, start=1)]
    return render(request, "competitions/new.html", context)


def _of_address(request: HttpRequest, preset: str) -> dict[str, str | int | None]:
    """Return the form's initial values: the preset's, or those of the address."""
    game = request.GET.get("game") or ""
    values = {} if wish_of(game) else {name: request.GET.get(name, "") for name in BY_GAME}
    return {
        **{name: value for name, value in values.items() if value in ("1", "2")},
        "game": request.GET.get("game"),
        "places": whole_number(request.GET.get("places", ""), PRESETS[preset].places),
        "stages": request.GET.get("stages"),
    }


def _of_club(club: Club | None) -> dict[str, str]:
    """Return the form's initial values for a competition of ``club``, whose audience it takes over."""
    return {} if club is None else {"club": str(club.pk), "visibility": club.visibility}


@limited("preview", ("GET", "HEAD"))
def preview(request: HttpRequest) -> HttpResponse:
    """Show how many rounds and matches the unfinished form would make."""
    preset = request.GET.get("preset", "")
    form = CompetitionForm(request.GET, preset=preset if preset in PRESETS else "cup")
    return render(request, "competitions/preview.html", {"preview": preview_of(form), "preset": form.preset})


def preview_of(form: CompetitionForm) -> Outline | dict[str, int | str]:
    """Return the outline of the form so far; if it is impossible, the limits of the places, or what is wrong."""
    values = form.so_far()
    places = values.pop("places")
    if places is None:
        return {}
    if not form.preset.least <= places <= form.preset.most:
        return {"least": form.preset.least, "most": form.preset.most}
    if form.preset.key == OWN and form.competition is None:
        try:
            stages = checked(form.preset, places, form.own_stages)
        except BadSetting as refused:
            return {"refused": str(refused)}
        outlined = outline_of(stages, places, form.slug, form.budget)
    elif "pots" in values and (against := league_phases.refusal(places, values)):
        return {"refused": against[1]}
    else:
        outlined = outline(form.preset, places, values, form.slug, form.budget)
    wishes = form.wishes()
    rounds = planning.dates_of(outlined.days, wishes) if wishes else []
    outlined.dates = [kick_off for kick_offs, _closes in rounds for kick_off in kick_offs]
    return outlined
