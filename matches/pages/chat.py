"""Pages of a match's chat: the panel at the table, a line by form, and actions on a line.

The panel works without a script; with one, ``static/js/table/chat.js`` adds what the socket brings.
"""

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engines.core.text import say as in_words
from matches import limits
from matches.errors import MatchError
from matches.ids import uuid7
from matches.live import calling, chat
from matches.live.running import hall
from matches.models import ChatLine, ChatMute, Match
from matches.pages.table import language
from matches.policy import access
from matches.refusals import show_refusal
from matches.verbs import chat as chat_verbs
from matches.words.chat import LONGEST, PRESETS


def panel(match: Match, request: HttpRequest, role: str) -> dict[str, Any]:  # a template's context
    """Return the reader's rooms, their last lines, and what may be written. ``role``: as an official."""
    user, seat = request.user, access.seat_of(match, request.user)
    rooms = [room for room in chat.ROOMS if access.may_read(match, room, seat=seat, official=bool(role))]
    muted, silence = set[Any](), None
    if user.is_authenticated:
        muted = set(ChatMute.objects.filter(user_id=user.pk).values_list("muted_id", flat=True))
        silence = chat_verbs.silenced(user.pk, match)
    trusted = seat is not None or not getattr(user, "is_guest", False)
    return {
        "match": match,
        "rooms": [
            {
                "name": room,
                "lines": lines(match, room, muted),
                "policy": access.policy_of(match, room),
                "free": bool(role) or (access.policy_of(match, room) == Match.Chat.ALL and trusted),
            }
            for room in rooms
        ],
        "muted": json.dumps([str(key) for key in muted]),
        "presets": [(name, in_words(sentence, language())) for name, sentence in PRESETS.items()],
        "silence": silence,
        "silence_because": "" if silence is None else in_words([silence.reason, {}], language()),
        "role": role,
        "longest": LONGEST,
        "client_id": uuid7(),
    }


def lines(match: Match, room: str, muted: set[Any]) -> list[dict[str, Any]]:  # rows for a template
    """Return the last lines of a room, oldest first; those of muted authors are marked, and not shown."""
    rows = list(ChatLine.objects.filter(match=match, room=room).order_by("-n")[: chat.KEPT])
    return [{**line_context(row), "muted": row.user_id in muted} for row in reversed(rows)]


def line_context(row: ChatLine) -> dict[str, Any]:  # a row for a template
    """Return one line in the reader's language."""
    words = in_words(row.say, language()) if row.say else row.text
    because = in_words([row.hidden_because, {}], language()) if row.hidden_at else ""
    return {"row": row, "words": "" if row.hidden_at else words, "because": because}


@require_GET
def room(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the panel as a fragment.

    It is fetched again when the match's status changes, as that may open a room.
    """
    match = access.match_or_404(match_id, request.user)
    talk = panel(match, request, access.official_role(match, request.user))
    return TemplateResponse(request, "matches/_in_chat.html", {"talk": talk})


@require_POST
def say(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Write one line from the plain form, through the same verb as every other line."""
    match = access.match_or_404(match_id, request.user)
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={reverse('matches:live', args=[match.id])}")
    try:
        outcome = _outcome(request, match)
    except (KeyError, ValueError) as error:
        show_refusal(request, error)
    else:
        if not outcome.done:
            show_refusal(request, outcome.reason)
    return redirect(f"{reverse('matches:live', args=[match.id])}#in-chat")


def _outcome(request: HttpRequest, match: Match) -> chat.Outcome:
    speaker = chat.Speaker.of(request.user, access.seat_of(match, request.user))
    room_name: Any = request.POST.get("room", "")
    if room_name not in chat.ROOMS:
        raise MatchError(f"The room must be one of {', '.join(chat.ROOMS)}.")
    return calling.call(
        say_here(
            match_id=match.id,
            speaker=speaker,
            room=room_name,
            client_id=UUID(request.POST["client_id"]),
            words=request.POST.get("text", ""),
            preset_name=request.POST.get("preset", ""),
        )
    )


async def say_here(**arguments: Any) -> chat.Outcome:
    """Run ``chat.say`` in the hall of the running loop."""
    return await chat.say(hall(), **arguments)


@require_http_methods(["GET", "POST"])
def line(request: HttpRequest, match_id: UUID, room: str, n: int) -> HttpResponse:
    """Show the actions on one line: mute and report it, and those of officials. A page or a dialog."""
    match = access.match_or_404(match_id, request.user)
    if not request.user.is_authenticated:
        return redirect(f"{reverse('account_login')}?next={reverse('matches:live', args=[match.id])}")
    role = access.official_role(match, request.user)
    row = access.line_or_404(match, room, n, seat=access.seat_of(match, request.user), role=role)
    context: dict[str, Any] = {
        "match": match,
        "line": line_context(row),
        "role": role,
        "muted": ChatMute.objects.filter(user_id=request.user.pk, muted_id=row.user_id).exists(),
        "reasons": [(key, in_words(sentence, language())) for key, sentence in chat_verbs.REASONS.items()],
        "minutes": chat_verbs.MINUTES,
    }
    if request.method == "POST":
        try:
            context["done"] = _act(request, match, row, role)
        except ValueError as error:
            context["refused"] = str(error)
        if not request.headers.get("HX-Request") and "refused" not in context:
            messages.success(request, context["done"])
            return redirect(f"{reverse('matches:live', args=[match.id])}#in-chat")
    template = "matches/_line.html" if request.headers.get("HX-Request") else "matches/line.html"
    return TemplateResponse(request, template, context, status=422 if "refused" in context else 200)


def _act(request: HttpRequest, match: Match, row: ChatLine, role: str) -> str:
    """Run the requested action on a line; return the sentence for the reader. Raises BadRequest, Http404."""
    do, reason, user = request.POST.get("do"), request.POST.get("reason", ""), request.user
    assert user.is_authenticated
    if do == "report":
        limits.check(request, "report")
        chat_verbs.report(line=row, by=user, reason=reason)
        return _("Thank you. The moderators will read it.")
    if do in ("mute", "unmute") and row.user_id is not None:
        (chat_verbs.mute if do == "mute" else chat_verbs.unmute)(user=user, muted_id=row.user_id)
        if do == "mute":
            return _("You no longer see messages by %(name)s.") % {"name": row.name}
        return _("You see messages by %(name)s again.") % {"name": row.name}
    if do == "hide" and role:
        chat_verbs.hide(line=row, reason=reason)
        return _("The message was removed.")
    if do == "time_out" and role and row.user is not None:
        minutes = request.POST.get("minutes", "")
        chat_verbs.time_out(
            match=match,
            user=row.user,
            minutes=int(minutes) if minutes.isascii() and minutes.isdigit() and len(minutes) < 10 else 0,
            reason=reason,
            by=user,
            role=role,
        )
        return _("%(name)s is muted for %(minutes)s min.") % {"name": row.name, "minutes": minutes}
    raise Http404
