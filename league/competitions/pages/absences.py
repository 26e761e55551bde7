"""Page of your absences: days on which you cannot play, in all competitions."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.pages.forms.people import AbsenceForm
from league.competitions.verbs import absences as verbs
from league.players.models import User
from league.typed import id_or_404
from matches.refusals import refusals_in

A_PAGE = 20


@login_required
def absences(request: HttpRequest) -> HttpResponse:
    """Show the days you are away, with a form to add more and buttons to delete them."""
    user = cast(User, request.user)
    form = AbsenceForm(request.POST if request.POST.get("do") == "add" else None)
    if request.method == "POST" and request.POST.get("do") == "remove":
        verbs.remove(user=user, absence_id=id_or_404(request.POST.get("absence", "")))
        messages.success(request, _("Removed."))
        return redirect(request.get_full_path())  # the page of the list with the button
    if form.is_bound and form.is_valid():
        first = form.cleaned_data["first"]
        with refusals_in(form, BadSetting):
            verbs.add(user=user, first=first, last=form.cleaned_data["last"] or first)
            messages.success(request, _("Saved. New plans avoid these days where possible."))
            return redirect("competitions:absences")
    page_of = Paginator(verbs.of(user), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "competitions/absences.html", {"form": form, "page_of": page_of})
