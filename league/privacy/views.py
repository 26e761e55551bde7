"""The pages of one's own data, the privacy page, the operator's texts, and the erasure by moderators and teachers."""

from typing import cast
from uuid import UUID

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.classes.models import Card
from league.clubs.models import Club
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy.access import door
from league.moderation.errors import ModerationError
from league.moderation.views import moderator_or_404
from league.players.models import User
from league.players.policy.access import any_player_or_404
from league.privacy import archives, deletion, leaving
from league.privacy.errors import PrivacyError
from league.privacy.models import DataArchive, Deletion
from league.privacy.table import PURPOSES, TABLE
from league.privacy.words import lasting
from matches.limits import limited
from matches.refusals import refusals_shown, show_refusal

OPERATOR = {"legal": "LEGAL_NOTICE", "terms": "TERMS", "contact": "CONTACT"}
"""Pages of the operator's texts, by the setting."""


@never_cache
@login_required
@limited("form")
def data(request: HttpRequest) -> HttpResponse:
    """Show and ask for the archive; show and take back the deletion."""
    person = cast(User, request.user)
    if request.method == "POST":
        with refusals_shown(request, PrivacyError):
            match request.POST.get("do"):
                case "archive":
                    archives.ask(person=person)  # a task looks for it every few seconds
                case "take_back":
                    deletion.take_back(person=person)
                    messages.success(request, _("Your account stays."))
                case _other:
                    raise Http404
        return redirect("privacy:data")
    context = {
        "archive": DataArchive.objects.filter(user=person).defer("file").first(),
        "deletion": Deletion.objects.filter(user=person).first(),
        "days": settings.ARCHIVE_DAYS,
        "pause": settings.DELETION_DAYS,
    }
    return render(request, "privacy/data.html", context)


@never_cache
@login_required
@reauthentication_required
def archive(request: HttpRequest, archive_id: UUID) -> HttpResponse:
    """Return the reader's own archive."""
    row = get_object_or_404(DataArchive, pk=archive_id, user=cast(User, request.user), ready_at__isnull=False)
    assert row.file is not None  # guaranteed by a constraint
    answer = HttpResponse(bytes(row.file), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="tabellone-{row.asked_at:%Y-%m-%d}.zip"'
    return answer


@never_cache
@login_required
@limited("form")
@reauthentication_required
def delete(request: HttpRequest) -> HttpResponse:
    """Say what the deletion does, and plan it."""
    person = cast(User, request.user)
    refused = ""
    if request.method == "POST":
        try:
            deletion.ask(person=person)
        except PrivacyError as error:
            refused = str(error)
        else:
            return redirect("privacy:data")
    context = {
        "deletion": Deletion.objects.filter(user=person).first(),
        "refused": refused,
        "pause": settings.DELETION_DAYS,
        "blocking": [{"name": each.name, "address": _address(each)} for each in leaving.to_hand_over(person)],
        "passing": [(each, heir) for each in leaving.owned_by(person) if (heir := leaving.successor(each)) is not None],
        "purposes": [each for each in PURPOSES if each.deletion],
    }
    return render(request, "privacy/delete.html", context, status=409 if refused else 200)


def _address(thing: Competition | Club) -> str:
    return reverse("clubs:ownership" if isinstance(thing, Club) else "clubs:competition", args=[thing.slug])


def page(request: HttpRequest) -> HttpResponse:
    """Show what is stored, why, how long, and what deletion does: the table itself."""
    parts = [
        {
            "title": purpose.title,
            "why": purpose.why,
            "until": lasting(purpose.until),
            "deletion": purpose.deletion,
            "what": [stored.what for stored in TABLE.values() if stored.purpose is purpose and stored.what],
        }
        for purpose in PURPOSES
    ]
    context = {
        "parts": parts,
        "pause": settings.DELETION_DAYS,
        "access_log": settings.ACCESS_LOG,
        "backups": bool(settings.BACKUPS),
    }
    return render(request, "privacy/page.html", context)


def operator(request: HttpRequest, name: str) -> HttpResponse:
    """Show a text of the operator, or go to its address. 404 if the operator gave none."""
    words = getattr(settings, OPERATOR[name])
    if not words:
        raise Http404
    if words.startswith(("https://", "http://")):
        return redirect(words)
    return render(request, "privacy/operator.html", {"name": name, "words": words.replace("\\n", "\n")})


@require_POST
@limited("form")
def erase(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Delete a person at once, as a moderator."""
    by, subject = moderator_or_404(request), any_player_or_404(player_id)
    try:
        is_erased = deletion.erase_by_moderator(subject=subject, by=by, reason=request.POST.get("reason", ""))
    except ModerationError as refused:
        show_refusal(request, refused)
        return redirect("moderation:person", subject.pk)
    _say(request, is_erased)
    return redirect("moderation:queue")


@require_POST
@login_required
@limited("form")
def erase_pupil(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the name of a pupil, as the teacher."""
    competition = door(request.user, slug, Right.OWN)
    try:
        card = Card.objects.get(pk=UUID(request.POST.get("card", "")), school__competition=competition)
    except (ValueError, Card.DoesNotExist):
        messages.error(request, _("Choose the name of a pupil of this class."))
    else:
        _say(request, deletion.erase_pupil(card=card))
    return redirect("classes:one", competition.slug)


def _say(request: HttpRequest, is_done: bool) -> None:
    if is_done:
        messages.success(request, _("The name is deleted."))
    else:
        messages.success(request, _("The name goes as soon as a running match is over, in some minutes."))
