"""The page on which an organiser brings in a report file of another program: first what it becomes, then the import."""

import base64
import binascii
import zlib
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

import engines
from league.competitions.exchange.faults import BadFile
from league.competitions.models import Stage
from league.competitions.verbs import report_files
from league.competitions.words.stages import stage_name
from league.formats.trf.lines import MOST_BYTES
from league.players.policy.access import account_of
from league.players.words.games import game_name
from matches.limits import limited

PAGE: Final = "competitions/import_report.html"
SHOWN: Final = 100
"""Most faults or adjustments that the page lists."""


@login_required
@limited("competition")
def import_report(request: HttpRequest) -> HttpResponse:
    """Show what an uploaded report file becomes, and on the second step make it a competition."""
    account = account_of(request.user)
    game = request.POST.get("game", "")
    games = [(slug, game_name(slug)) for slug in engines.games()]
    context: dict[str, Any] = {"account": account, "games": games, "game": game, "shown": SHOWN}
    if request.method != "POST" or account is None:
        return render(request, PAGE, context)
    try:
        raw = _content(request)
        if "confirmed" in request.POST:
            competition, new, _found = report_files.take_in(by=account, raw=raw, game=game)
            messages.success(request, _("Competition imported.") if new else _("This competition was already here."))
            return redirect("competitions:overview", competition.slug)
        found = report_files.preview(by=account, raw=raw, game=game)
    except BadFile as wrong:
        return render(request, PAGE, {**context, "refused": str(wrong)}, status=400)
    context |= {"found": found, "content": _packed(raw)}
    if found.plan is not None:
        context["format_name"] = stage_name(Stage(format=found.plan.format))
    return render(request, PAGE, context, status=400 if found.faults else 200)


def _content(request: HttpRequest) -> bytes:
    """Return the bytes of the uploaded file, or those that the first step carries to the second. Raises BadFile."""
    upload = request.FILES.get("file")
    if isinstance(upload, UploadedFile):
        raw: bytes = upload.read(MOST_BYTES + 1)
        return raw
    try:
        packed = base64.b64decode(request.POST.get("content", ""), validate=True)
        unpacked = zlib.decompressobj().decompress(packed, MOST_BYTES + 1)
    except (binascii.Error, ValueError, zlib.error):
        unpacked = b""
    if not unpacked:
        raise BadFile("", _("Choose a file."))
    return unpacked


def _packed(raw: bytes) -> str:
    return base64.b64encode(zlib.compress(raw)).decode()
