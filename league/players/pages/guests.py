"""The page where a guest sits down without an account."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language

from league.players.errors import PlayerError
from league.players.pages.forms import NicknameForm
from league.players.verbs import guests
from matches.limits import limited
from matches.refusals import refusals_in

BACKEND = "django.contrib.auth.backends.ModelBackend"


def safe_next(request: HttpRequest, otherwise: str = "/") -> str:
    """Return the address that the form leads on to, if it is on this site."""
    target = request.POST.get("next") or request.GET.get("next") or otherwise
    return target if url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()) else otherwise


@limited("guest")
def guest(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return HttpResponseRedirect(safe_next(request))
    form = NicknameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, PlayerError):
            player = guests.guest(nickname=form.cleaned_data["nickname"], language=get_language() or "")
            login(request, player, backend=BACKEND)
            return HttpResponseRedirect(safe_next(request))
    return render(request, "players/guest.html", {"form": form, "next": safe_next(request)})
