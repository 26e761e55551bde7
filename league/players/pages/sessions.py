"""The page of an account's own sessions: end one, or all others."""

from typing import cast

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.players.models import User
from league.players.policy.access import account_of
from league.players.policy.sessions import device_of, place_of
from league.players.verbs import sessions as verbs


@never_cache
@login_required
def sessions(request: HttpRequest) -> HttpResponse:
    """List where the account is signed in; end one session or all others."""
    account = account_of(cast(User, request.user))
    if account is None:
        raise Http404
    if request.method == "POST":
        session_id = request.POST.get("session", "")
        if request.POST.get("do") == "others":
            verbs.end_all(user=account)
            update_session_auth_hash(request, account)
            UserSession.objects.create_from_request(request)
            messages.success(request, _("You are signed out everywhere else."))
        elif not session_id.isascii() or not session_id.isdigit() or len(session_id) > 18:
            raise Http404
        elif UserSession.objects.filter(pk=int(session_id), session_key=request.session.session_key).exists():
            return redirect("account_logout")
        elif verbs.end(user=account, session_id=int(session_id)):
            messages.success(request, _("That session is over."))
        return redirect("players:sessions")
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        UserSession.objects.create_from_request(request)
    rows = UserSession.objects.purge_and_list(account)
    session_rows = [
        {
            "id": row.pk,
            "device": device_of(row.user_agent),
            "place": place_of(row.ip),
            "opened": row.created_at,
            "seen": row.last_seen_at,
            "current": row.is_current(),
        }
        for row in sorted(rows, key=lambda row: (row.is_current(), row.last_seen_at), reverse=True)
    ]
    return render(request, "players/sessions.html", {"rows": session_rows})
