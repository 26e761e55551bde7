"""Creation of a competition: the first form, presets of the reader's clubs, one page with everything, previews."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.clubs import houses
from league.clubs.models import Club
from league.competitions.errors import BadSetting
from league.competitions.models import Competition, Stage
from league.competitions.pages.forms.competition import BY_GAME, CompetitionForm
from league.competitions.pages.forms.organising import DRAWN, MORE, OrganiseForm, as_initial
from league.competitions.setup import league_phases
from league.competitions.setup.chains import checked
from league.competitions.setup.presets import OWN, PRESETS
from league.competitions.setup.preview import Outline, outline, outline_of
from league.competitions.setup.two_legs import wish_of
from league.competitions.setup.usual import usual_settings
from league.competitions.verbs import create, planning
from league.players.models import User
from league.players.policy.access import account_of
from league.presses import made_once
from league.typed import whole_number
from matches import limits
from matches.limits import limited
from matches.refusals import refusals_in


def new(request: HttpRequest) -> HttpResponse:
    """Show the first form, or one page with everything once a preset is chosen, and save a draft."""
    account = account_of(request.user)
    clubs = houses.clubs_of(account)
    house = houses.preset_of(clubs, request.POST.get("house") or request.GET.get("house") or "")
    preset = house.values["preset"] if house else request.POST.get("preset") or request.GET.get("preset") or ""
    club = next((club for club in clubs if club.slug == request.GET.get("club")), None)
    if preset not in PRESETS:
        return _first_form(request, account, clubs, club)
    if preset == OWN and house is None and "stages" not in (request.POST or request.GET):
        return redirect("competitions:compose")
    initial: dict[str, Any] = {
        **_of_address(request, preset),
        **_of_club(club),
        **_of_first_form(request, preset, clubs),
    }
    if house:
        initial |= houses.initial_of(house)
    form = CompetitionForm(request.POST or None, preset=preset, clubs=clubs, initial=initial)
    if request.method == "POST" and account and form.is_valid():
        made = _made(request, form, account, houses.behind(house, form.values()))
        if made is not None:
            return made
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


def _first_form(request: HttpRequest, account: User | None, clubs: list[Club], club: Club | None) -> HttpResponse:
    """Show the shapes and the five questions; save a draft, or go on to every setting with what was answered."""
    begun = {"game": request.GET["game"]} if request.GET.get("game") else {}
    form = OrganiseForm(request.POST or None, clubs=clubs, initial=begun | _of_club(club))
    if "all" in request.POST:
        answered = {name: value for name, value in request.POST.items() if name in form.fields and value}
        return redirect(f"{request.path}?{urlencode({'preset': answered.pop('format', DRAWN[0].key), **answered})}")
    if request.method == "POST" and account and form.is_valid():
        chosen = form.cleaned_data["format"]
        owner = form.clubs.get(form.cleaned_data.get("club", ""))
        of_club = {"visibility": owner.visibility} if isinstance(owner, Club) else {}
        made = _made(request, form, account, {"preset": chosen, **of_club, **form.answers(chosen)})
        if made is not None:
            return made
    context = {
        "form": form,
        "account": account,
        "clubs": clubs,
        "club": club,
        "drawn": DRAWN,
        "more": MORE,
        "is_more": form["format"].value() in {card.key for card in MORE},
        "glance": _glance(form),
    }
    return render(request, "competitions/organise.html", context)


def _made(request: HttpRequest, form: BaseForm, account: User, values: dict[str, Any]) -> HttpResponse | None:
    """Create the draft and go to its console; None, and the reason in the form, if it is refused."""
    limits.check(request, "competition")
    with refusals_in(form, BadSetting):
        competition = made_once(request, Competition, lambda: create.create(by=account, **values))
        messages.success(request, _("Draft created. Check it, then publish it."))
        return redirect("competitions:console", competition.slug)
    return None


def _of_first_form(request: HttpRequest, preset: str, clubs: list[Club]) -> dict[str, Any]:
    """Return the initial values for what the first form was answered, by the address."""
    form = OrganiseForm(request.GET, clubs=clubs)
    form.is_valid()  # the address has some of its fields; each that is right counts
    return as_initial(form.answers(preset), preset)


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
    """Show how many rounds and matches the unfinished form would make, of the first form in one line."""
    if "format" in request.GET:
        return render(request, "competitions/glance.html", {"glance": _glance(OrganiseForm(request.GET))})
    preset = request.GET.get("preset", "")
    form = CompetitionForm(request.GET, preset=preset if preset in PRESETS else "cup")
    return render(request, "competitions/preview.html", {"preview": preview_of(form), "preset": form.preset})


def _glance(form: OrganiseForm) -> Outline | None:
    """Return the outline of the first form; None while its answers make none. Days are told of weekly rounds only."""
    given = OrganiseForm({name: form[name].value() for name in ("format", "game", "places", "pace")})
    given.is_valid()
    key = given.cleaned_data.get("format")
    if key is None or "places" not in given.cleaned_data:
        return None
    preset, answers = PRESETS[key], given.answers(key)
    if not preset.least <= answers["places"] <= preset.most:
        return None
    settings = answers.get("settings", {})
    if "pots" in preset.settings and league_phases.refusal(answers["places"], {**preset.settings, **settings}):
        return None
    game = answers.get("game", "")
    stages = usual_settings(preset, game)
    merged = {name: value for own in stages for name, value in own.items()} | settings
    made = outline(preset, answers["places"], merged, game)
    if given.cleaned_data.get("pace") != "weekly" or preset.settings.get("evening"):
        made.days = []
    return made


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
        outlined = outline_of(stages, places, form.slug, form.budget, form.boards)
    elif "pots" in values and (against := league_phases.refusal(places, values)):
        return {"refused": against[1]}
    else:
        outlined = outline(form.preset, places, values, form.slug, form.budget, form.boards)
    wishes = form.wishes()
    rounds = planning.dates_of(outlined.days, wishes) if wishes else []
    outlined.dates = [kick_off for kick_offs, _closes in rounds for kick_off in kick_offs]
    return outlined
