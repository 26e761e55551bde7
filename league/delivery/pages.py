"""Notification choices, browser subscriptions for web push, and the organiser's page of web hooks."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.competitions.models.roles import Right
from league.competitions.pages.public import page_context
from league.delivery import hooks, push
from league.delivery.models import HookMessage, PushSubscription, WebHook
from league.players.models import User
from league.players.policy.channels import SUBJECTS, WAYS, wants
from league.players.verbs.settings import choose_channels, want_mail
from matches.json_input import read_json


@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """Show and save each subject by each way, the rhythm of mails, and the browsers that receive pushes."""
    person = cast(User, request.user)
    if request.method == "POST":
        if request.POST.get("do") == "forget":
            push.unsubscribe(user=person, key=request.POST.get("browser", ""))
        else:
            choose_channels(user=person, names=request.POST.getlist("wanted"), digest="digest" in request.POST)
            want_mail(user=person, wanted="mail" in request.POST)
            messages.success(request, _("Saved."))
        return redirect("delivery:choices")
    rows = [(label, [(f"{name}.{way}", wants(person, name, way)) for way in WAYS]) for name, label in SUBJECTS.items()]
    context = {
        "rows": rows,
        "browsers": push.with_session(PushSubscription.objects.filter(user=person)),
        "key": push.public_key(),
    }
    return render(request, "delivery/choices.html", context)


@require_POST
@login_required
def browser(request: HttpRequest) -> JsonResponse:
    """Subscribe a browser to pushes (JSON, as ``PushSubscription.toJSON()``)."""
    if request.content_type != "application/json":  # the body of a form with files is read once, and was
        return JsonResponse({"detail": "Send JSON, as application/json."}, status=415)
    try:
        data = read_json(request.body)
        keys = data["keys"]
        push.subscribe(
            user=cast(User, request.user),
            endpoint=str(data["endpoint"]),
            p256dh=str(keys["p256dh"]),
            auth=str(keys["auth"]),
            browser=str(data.get("browser", "")),
            session=request.session.session_key or "",
        )
    except (KeyError, TypeError, ValueError) as error:
        return JsonResponse({"detail": str(error)}, status=400)
    return JsonResponse({"done": True})


@login_required
def hooks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and edit the web hooks of a competition with their last deliveries."""
    competition, context = page_context(request, slug, "hooks", Right.RUN)
    if request.method == "POST":
        if request.POST.get("do") == "end":
            hooks.end_hook(competition=competition, key=request.POST.get("hook", ""))
            return redirect("delivery:hooks", slug)
        try:
            if request.POST.get("do") == "resume":
                hooks.switch_on(competition=competition, key=request.POST.get("hook", ""))
                return redirect("delivery:hooks", slug)
            hooks.set_hook(competition=competition, url=request.POST.get("url", ""), by=cast(User, request.user))
            messages.success(request, _("Web hook saved. We are sending a first message."))
            return redirect("delivery:hooks", slug)
        except hooks.HookRefused as refused:
            context["refused"], context["url"] = str(refused), request.POST.get("url", "")
    last = HookMessage.objects.filter(attempts__gt=0).order_by("-pk")
    rows = WebHook.objects.filter(competition=competition).select_related("by")
    context["hooks"], context["now"] = rows.prefetch_related(Prefetch("messages", last)), timezone.now()
    return render(request, "delivery/hooks.html", context, status=422 if "refused" in context else 200)
