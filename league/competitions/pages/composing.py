"""Page for custom stages: before a competition is made, or while it is open.

Between two clicks only the form holds the stages. Without a script each button reloads the page; with one the preview
follows the fields.
"""

from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting, CompetitionError
from league.competitions.models.roles import Right
from league.competitions.pages.forms.stages import BEGINS, Composition
from league.competitions.pages.public import page_context
from league.competitions.setup.chains import Given, read
from league.competitions.setup.presets import OWN, PRESETS
from league.competitions.setup.stages import settings_of
from league.competitions.verbs import create
from league.players.models import User
from league.typed import whole_number
from matches.limits import limited
from matches.refusals import refusals_shown


@limited("preview")
def compose(request: HttpRequest) -> HttpResponse:
    """Compose the stages of a new competition; once they fit together, go on to its other settings."""
    places, stages = PRESETS[OWN].places, list(BEGINS)
    if "stages" in request.GET:
        places, stages = _stages_in_address(request, places, stages)
    data = request.POST if request.method == "POST" else None
    composition = Composition(data, places, stages, game=request.GET.get("game", ""))
    if _press(request, composition) == "next" and composition.check():
        chosen = {"game": composition.game, "places": composition.places, "stages": composition.stages_line}
        query = urlencode({"preset": OWN, **chosen})
        return redirect(f"{reverse('competitions:new')}?{query}")
    return render(request, "competitions/compose.html", {"composition": _with_outline(composition)})


def _stages_in_address(request: HttpRequest, places: int, stages: list[Given]) -> tuple[int, list[Given]]:
    """Return the stages in the address; defaults if it has no valid ones."""
    places_text = request.GET.get("places", "")
    try:
        rows = read(request.GET["stages"])
        Composition(None, places, rows).check()
    except (BadSetting, KeyError, TypeError):
        return places, stages
    return whole_number(places_text, places), rows


def _press(request: HttpRequest, composition: Composition) -> str:
    """Return the button pressed, after adding or removing the stage that it names."""
    do = request.POST.get("do", "")
    if do == "add" or do.startswith("without-"):
        composition.changed(do)
    return do


def _with_outline(composition: Composition) -> Composition:
    composition.preview = composition.outline()
    return composition


@login_required
def stages(request: HttpRequest, slug: str) -> HttpResponse:
    competition, context = page_context(request, slug, "console", Right.RUN)
    own = [{"format": stage.format, "settings": settings_of(stage)} for stage in competition.stages.order_by("number")]
    data = request.POST if request.method == "POST" else None
    composition = Composition(data, competition.places, own, room=False, game=competition.game)
    if _press(request, composition) == "next" and composition.check():
        with refusals_shown(request, CompetitionError):
            create.change(competition=competition, by=cast(User, request.user), stages=composition.stages)
            messages.success(request, _("Changes saved."))
        return redirect("competitions:console", slug)
    return render(request, "competitions/compose_again.html", {**context, "composition": _with_outline(composition)})
