"""Pages of notifications: the reader's list, and unsubscribing from mails."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from league.players.models import User
from league.players.verbs import notify


@login_required
def notifications(request: HttpRequest) -> HttpResponse:
    """List the reader's notifications, newest first. The button marks them as read, not the visit."""
    person = cast(User, request.user)
    if request.method == "POST":
        notify.mark_read(user=person, now=timezone.now())
        return redirect("players:notifications")
    rows = Paginator(notify.on_page(person), 30).get_page(request.GET.get("page"))
    context = {"page_of": rows, "unread": notify.unread_count(person)}
    return render(request, "players/notifications.html", context)


@csrf_exempt
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe by the link of a mail. 404 for a foreign token.

    Mail programs send a POST without asking.
    """
    if request.method == "POST":
        if notify.unsubscribed(token) is None:
            raise Http404
        return render(request, "players/unsubscribe.html", {"done": True})
    if not notify.is_ours(token):
        raise Http404
    return render(request, "players/unsubscribe.html", {"done": False})
