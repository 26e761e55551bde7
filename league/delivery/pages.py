"""The page on which people choose what they are told, and how; and the address at which a browser subscribes."""

from __future__ import annotations

import json
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.delivery import push
from league.delivery.models import PushSubscription
from league.players import notify
from league.players.channels import SUBJECTS, WAYS, choose, wants
from league.players.models import User


@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """Each subject by each way, mails one by one or once a day, the browsers that are pushed to."""
    person = cast(User, request.user)
    if request.method == "POST":
        if request.POST.get("do") == "forget":
            push.unsubscribe(user=person, key=request.POST.get("browser", ""))
        else:
            choose(user=person, wanted=request.POST.getlist("wanted"), digest="digest" in request.POST)
            notify.want_mail(user=person, wanted="mail" in request.POST)
            messages.success(request, _("Saved."))
        return redirect("delivery:choices")
    rows = [(label, [(f"{name}.{way}", wants(person, name, way)) for way in WAYS]) for name, label in SUBJECTS.items()]
    context = {
        "rows": rows,
        "browsers": PushSubscription.objects.filter(user=person),
        "key": push.public_key(),
    }
    return render(request, "delivery/choices.html", context)


@require_POST
@login_required
def browser(request: HttpRequest) -> JsonResponse:
    """A browser says where it can be pushed to (JSON, as ``PushSubscription.toJSON()``)."""
    try:
        said = json.loads(request.body)
        keys = said["keys"]
        push.subscribe(
            user=cast(User, request.user),
            endpoint=str(said["endpoint"]),
            p256dh=str(keys["p256dh"]),
            auth=str(keys["auth"]),
            browser=str(said.get("browser", "")),
        )
    except (KeyError, TypeError, ValueError) as error:
        return JsonResponse({"detail": str(error)}, status=400)
    return JsonResponse({"done": True})
