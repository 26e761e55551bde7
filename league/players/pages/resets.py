"""Pages of a password reset confirmed by an organiser: the player's code, and the account's helpers."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.players.errors import ResetRefused
from league.players.models import User
from league.players.pages.forms import ResetForm
from league.players.policy.access import account_of
from league.players.verbs import resets
from league.typed import id_or_404
from matches.refusals import refusals_shown

_ASKED = "reset_request"
"""The id of this browser's request, in its session."""


@never_cache
def ask(request: HttpRequest) -> HttpResponse:
    """Ask for a code, wait for its confirmation, go on to the new password."""
    if not resets.are_on():
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "begin":
        path = resets.begin(request_id=request.session.pop(_ASKED, None))
        if path:
            return redirect(path)
        messages.error(request, _("This code is no longer valid. Ask for another one."))
        return redirect("players:ask_reset")
    form = ResetForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limited = ratelimit.consume_or_429(request, action="ask_reset")
        if limited:
            return limited
        reset_request, code = resets.ask(name=form.cleaned_data["name"])
        request.session[_ASKED] = str(reset_request.pk)
        return render(request, "players/reset.html", {"code": code, "state": "waiting"})
    request_id = request.session.get(_ASKED)
    state = resets.state_of(request_id) if request_id and request.method == "GET" else ""
    if state == "waiting" and "HX-Request" in request.headers:
        return HttpResponse(status=204)  # nothing new: the page that asks again and again stays as it is
    return render(request, "players/reset.html", {"form": form, "state": state})


@login_required
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def helpers(request: HttpRequest) -> HttpResponse:
    """Let the account name its helpers, or remove one."""
    account = account_of(cast(User, request.user))
    if not resets.are_on() or account is None:
        raise Http404
    if request.method == "POST":
        helper_id = id_or_404(request.POST.get("helper", ""))
        with refusals_shown(request, ResetRefused):
            if request.POST.get("do") == "trust":
                resets.trust(user=account, helper_id=helper_id)
            else:
                resets.distrust(user=account, helper_id=helper_id)
            messages.success(request, _("Saved."))
        return redirect("players:helpers")
    helper_ids = set(account.reset_helpers.values_list("helper_id", flat=True))
    rows = [(helper, names, helper.pk in helper_ids) for helper, names in resets.possible_helpers(account).items()]
    return render(request, "players/helpers.html", {"rows": rows})
