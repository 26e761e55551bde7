"""Page on which organisers set the audience of a competition, at any time."""

from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions.errors import CompetitionError
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.pages.public import page_context
from league.competitions.verbs import visibility as verbs
from league.fields import column
from league.players.models import User
from matches.refusals import refusals_shown


class SightForm(forms.Form):
    visibility = forms.ChoiceField(
        label=column(Competition, "visibility").verbose_name,
        choices=Competition.Visibility.choices,
        widget=forms.RadioSelect,
    )


@login_required
def visibility(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the audience, with the meaning of each choice."""
    competition, context = page_context(request, slug, "console", Right.RUN)
    form = SightForm(request.POST or None, initial={"visibility": competition.visibility})
    if request.method == "POST" and form.is_valid():
        with refusals_shown(request, CompetitionError):
            verbs.show_to(competition=competition, by=cast(User, request.user), **form.cleaned_data)
            messages.success(request, _("Changes saved."))
        return redirect("competitions:visibility", slug)
    context["form"] = form
    return render(request, "competitions/visibility.html", context)
